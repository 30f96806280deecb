/* The sums of an analysis, with every source of values: they account for the whole
 * result, and follow from the definitions in analysis.h. */
#include "client-cli/analyse/analysis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/file.h"
#include "tests/unit/client/random_record.h"
#include "tests/unit/engine/table_file.h"
#include "tests/unit/test.h"

static struct table_file table_file;

/* A source of values, and how many games it judges: 1,000 in all. */
static const struct source {
    const char *name;
    const struct game *game;
    bool has_table; /* the small one of the fixture */
    bool is_long;   /* random games take too long: only games that end early */
    unsigned n_games;
} sources[] = {
    {"royal-ur, network", &game_royal_ur, false, false, 200},
    {"royal-ur, table and network", &game_royal_ur, true, false, 200},
    {"akalamdung", &game_akalamdung, false, false, 150},
    {"ur", &game_ur, false, false, 150},
    {"stelpur", &game_stelpur, false, false, 150},
    {"morris", &game_morris, false, false, 100},
    {"tablut", &game_tablut, false, true, 40},
    {"alea-evangelii", &game_alea_evangelii, false, true, 10},
};

static void open_judge(struct judge *judge, const struct source *source) {
    char fault[FAULT_BYTES];
    struct judge_setup setup = {.game = source->game,
                                .table = source->has_table ? table_file.path : NULL,
                                .has_plies = true};
    assert_true(judge_init(judge, &setup, fault));
}

/* Game i ends by its rules, or in one of the other ways. */
static void make_game(const struct source *source, unsigned i, uint64_t *rng,
                      struct record *record) {
    bool by_rules = i % 3 != 0 && (!source->is_long || i % 20 == 1);
    enum ending ending = (enum ending)(by_rules ? (unsigned)BY_RULES : i % ENDING_COUNT);
    make_record(&(struct plan){.game = source->game, .ending = ending}, rng, record);
}

static void analyse(struct analysis *a, const struct record *record,
                    const struct judge *judge) {
    analysis_init(a, record, judge);
    while (analysis_step(a)) {
    }
}

static double of_side(double white, enum side side) {
    return side == SIDE_WHITE ? white : 1 - white;
}

/* result - V(start) = own luck - other's luck - own losses + other's losses + rest. */
static void check_identity(const struct analysis *a) {
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        const struct analysis_sum *own = &a->sum[side], *other = &a->sum[!side];
        double rest = analysis_rest(a) * (side == SIDE_WHITE ? 1 : -1);
        double change = of_side(a->result, side) - of_side(a->start, side);
        double sum = own->luck - other->luck - own->lost + other->lost + rest;
        assert_true(fabs(change - sum) < 1e-9);
    }
}

static void check_result(const struct analysis *a) {
    const struct result *result = &a->record->result;
    bool counts = result->over && !result->called_off;
    assert_int_equal(a->has_result, counts);
    double due = !counts                            ? a->last
                 : result->outcome == OUTCOME_DRAW  ? 0.5
                 : result->outcome == OUTCOME_WHITE ? 1
                                                    : 0;
    assert_true(a->result == due);
    if (a->has_begun && a->pos.phase == PHASE_OVER) {
        assert_true(analysis_rest(a) == 0);
    }
}

static void check_items(const struct analysis *a) {
    for (size_t i = 0; i < a->n; i++) {
        const struct analysis_item *item = &a->item[i];
        const char *played = a->record->log[item->note].text;
        double loss = item->before - item->after;
        assert_true(item->before >= 0 && item->before <= 1);
        if (analysis_is_throw(item)) {
            continue;
        }
        assert_true(loss >= 0);
        assert_true(item->n_legal > 1 || loss == 0);
        assert_true(item->before >= item->mean - 1e-9);
        assert_int_equal(strcmp(played, item->best) == 0, loss == 0);
    }
}

TEST_ROWS(sources) {
    const struct source *source = table_row(state);
    static struct analysis a;
    struct judge judge;
    uint64_t rng = random_seed();
    open_judge(&judge, source);
    for (unsigned i = 0; i < source->n_games; i++) {
        struct record record;
        make_game(source, i, &rng, &record);
        analyse(&a, &record, &judge);
        check_identity(&a);
        check_result(&a);
        check_items(&a);
        analysis_fini(&a);
        record_fini(&record);
    }
    judge_fini(&judge);
}

/* --- the definitions, computed in another way --- */

/* The mover's value of every legal move, one by one. */
static void check_decision(const struct judge *judge, const struct play *play,
                           const struct analysis_item *item) {
    struct move moves[MOVES_MAX];
    size_t n = play->game->moves(&play->pos, moves);
    double best = 0, sum = 0;
    for (size_t i = 0; i < n; i++) {
        struct play after = *play;
        bool is_exact;
        play_move(&after, &moves[i], NULL, NULL);
        double value = of_side(judge_value(judge, &after, &is_exact), item->side);
        best = value > best ? value : best;
        sum += value;
    }
    assert_int_equal(item->n_legal, n);
    assert_true(fabs(item->before - best) < 1e-9);
    assert_true(fabs(item->mean - sum / (double)n) < 1e-9);
}

/* Where the table has the value of a position, luck has the mean 0. */
static void check_mean_luck(const struct judge *judge, const struct play *play,
                            const struct analysis_item *item) {
    bool is_exact;
    double mean = 0;
    judge_value(judge, play, &is_exact);
    for (unsigned number = 0; number < 8 && is_exact; number++) {
        const uint8_t faces[] = {number & 1, number >> 1 & 1, number >> 2 & 1};
        struct roll roll = roll_of_faces(play->game->dice, faces);
        struct play after = *play;
        play_roll(&after, &roll, NULL, NULL);
        mean += of_side(judge_value(judge, &after, &is_exact), item->side) / 8;
    }
    if (is_exact) {
        assert_true(fabs(mean - item->before) < 1e-6);
    }
}

/* In a game in which every move is followed by a throw. */
static void check_by_definition(const struct analysis *a, const struct judge *judge) {
    static struct play play;
    struct position pos;
    const struct record *record = a->record;
    game_start(record->game, &record->opt, side_find(record->first), &pos);
    play_init(&play, record->game, &pos);
    for (size_t i = 0; i < a->n; i++) {
        const struct analysis_item *item = &a->item[i];
        const struct note *note = &record->log[item->note];
        struct move m;
        if (analysis_is_throw(item)) {
            struct roll roll = roll_of_faces(record->game->dice, note->faces[note->side]);
            check_mean_luck(judge, &play, item);
            play_roll(&play, &roll, NULL, NULL);
            continue;
        }
        assert_true(
            game_find_move(record->game, &play.pos, note->text, strlen(note->text), &m));
        check_decision(judge, &play, item);
        play_move(&play, &m, NULL, NULL);
    }
}

TEST(test_the_definitions) {
    static struct analysis a;
    struct judge judge;
    uint64_t rng = random_seed();
    for (unsigned row = 0; row < 4; row++) { /* royal-ur twice, akalamdung, ur */
        open_judge(&judge, &sources[row]);
        for (unsigned i = 0; i < 10; i++) {
            struct record record;
            make_record(&(struct plan){.game = sources[row].game}, &rng, &record);
            analyse(&a, &record, &judge);
            check_by_definition(&a, &judge);
            analysis_fini(&a);
            record_fini(&record);
        }
        judge_fini(&judge);
    }
}

/* --- marks, skill, names --- */

/* The worst one in 100 decisions, three in 100 and ten in 100 have marks. */
TEST(test_marks) {
    static struct analysis a;
    struct judge judge;
    struct record record;
    uint64_t rng = random_seed();
    open_judge(&judge, &sources[0]);
    make_record(&(struct plan){.game = &game_royal_ur}, &rng, &record);
    analyse(&a, &record, &judge);
    unsigned count[MARK_WORST_1 + 1] = {0}, n = 0;
    double least[MARK_WORST_1 + 1] = {1, 1, 1, 1}, most[MARK_WORST_1 + 1] = {0};
    for (size_t i = 0; i < a.n; i++) {
        const struct analysis_item *item = &a.item[i];
        if (item->n_legal > 1) {
            double loss = item->before - item->after;
            n++;
            count[item->mark]++;
            least[item->mark] = fmin(least[item->mark], loss);
            most[item->mark] = fmax(most[item->mark], loss);
        }
    }
    assert_int_equal(count[MARK_WORST_1], (n + 99) / 100);
    assert_int_equal(count[MARK_WORST_1] + count[MARK_WORST_3], (3 * n + 99) / 100);
    assert_int_equal(n - count[MARK_NONE], (10 * n + 99) / 100);
    for (unsigned mark = MARK_WORST_10; mark <= MARK_WORST_1; mark++) {
        assert_true(count[mark] == 0 || most[mark - 1] <= least[mark]);
    }
    analysis_fini(&a);
    record_fini(&record);
    judge_fini(&judge);
}

TEST(test_skill) {
    double skill;
    assert_false(analysis_skill(&(struct analysis_sum){.lost = 0}, &skill));
    assert_true(analysis_skill(&(struct analysis_sum){.could_lose = 2}, &skill));
    assert_true(skill == 1);
    assert_true(
        analysis_skill(&(struct analysis_sum){.lost = 1, .could_lose = 2}, &skill));
    assert_true(skill == 0.5);
}

/* Nobody has thrown: there is nothing to analyse. */
TEST(test_not_begun) {
    static struct analysis a;
    struct judge judge;
    struct record record;
    uint64_t rng = random_seed();
    open_judge(&judge, &sources[0]);
    make_record(&(struct plan){.game = &game_royal_ur, .ending = CALLED_OFF}, &rng,
                &record);
    analyse(&a, &record, &judge);
    assert_false(a.has_begun);
    assert_false(a.has_result);
    assert_int_equal(a.n, 0);
    analysis_fini(&a);
    record_fini(&record);
    judge_fini(&judge);
}

static double value_of(const struct source *source, const char *text) {
    static struct play play;
    struct options opt = {{0}};
    struct position pos;
    struct judge judge;
    bool is_exact;
    struct text_in in = text_in_of(text, strlen(text));
    assert_true(game_read(source->game, &opt, &in, &pos));
    play_init(&play, source->game, &pos);
    open_judge(&judge, source);
    double value = judge_value(&judge, &play, &is_exact);
    judge_fini(&judge);
    return value;
}

/* In tablut the chances at the start are not far from even, as between the players that
 * its network learned from, and what is forced stays forced. */
TEST(test_tafl_chances) {
    static const struct source tablut = {"", &game_tablut, false, true, 1};
    double start =
        value_of(&tablut, "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 b");
    assert_true(start > 0.25 && start < 0.75);
    assert_true(value_of(&tablut, "9/9/9/4t4/9/9/9/9/2K6 w") > 0.9999);
    assert_true(value_of(&tablut, "9/9/4t4/3tK1t2/4t4/9/9/9/9 b") < 0.0001);
}

/* The figures in the judge's sentences are those of docs/opponents.md. */
TEST(test_figures) {
    char *document = read_file("docs/opponents.md");
    for (size_t i = 0; games[i] != NULL; i++) {
        struct judge judge;
        char fault[FAULT_BYTES], *told, figure[16];
        size_t len;
        assert_true(judge_init(&judge, &(struct judge_setup){.game = games[i]}, fault));
        FILE *out = open_memstream(&told, &len);
        judge_tell(&judge, false, LANG_EN, out);
        fclose(out);
        const char *at = strstr(told, " 0.");
        if (games[i]->dice != NULL) {
            assert_non_null(at);
            snprintf(figure, sizeof figure, "%.*s", (int)strcspn(at + 1, " "), at + 1);
            assert_non_null(strstr(document, figure));
        }
        free(told);
        judge_fini(&judge);
    }
    free(document);
}

static void end_table(void) {
    table_file_end(&table_file);
}

BEFORE_TESTS {
    setenv("XDG_DATA_HOME", "/nowhere", 1);
    table_file_begin(&table_file);
    atexit(end_table);
    assert_true(table_file_build(&table_file, TABLE_PAIRS));
}
