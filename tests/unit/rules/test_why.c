/* Why a move is refused.  Any text in the notation of a game, at any position of a random
 * game, is either a legal move or forbidden by a rule; and every rule of the game forbids
 * something.  ALEA_SEED=... repeats a run. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/combinations.h"
#include "tests/unit/random.h"
#include "tests/unit/table.h"

#include "rules/play.h"

#define RULES_DIR "common/rules"

/* Texts consist of words: one alone, two with a sign in between, or with captured men. */
struct notation {
    const char *name; /* of the game */
    const char *from; /* words separated by spaces; "19": all squares of a board of this
                       * size */
    const char *to;   /* NULL: the same words */
    char joint;
    bool takes;         /* FROM-TOxWORD and FROM-TOxWORD,WORD */
    const char *family; /* how the ids of its rules begin */
    const char *unused; /* rules of the family that this game does not have; NULL: none */
    unsigned positions; /* positions to check with each combination of options */
};

#define PATH  "in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 off"
#define MARKS " 1w 2w 3w 4w 5w 6w 7w 8w 9w 10w 11w 12w 13w 14w"

static const struct notation notations[] = {
    {"royal-ur", PATH, NULL, '-', false, "royal-ur.", NULL, 100},
    {"finkel", PATH, NULL, '-', false, "race.", NULL, 50},
    {"blitz", PATH, NULL, '-', false, "race.", "race.safe", 50},
    {"masters", PATH, NULL, '-', false, "race.", "race.safe", 50},
    {"aseb", PATH, NULL, '-', false, "race.", NULL, 50},
    {"akalamdung", PATH MARKS, NULL, '-', false, "akalamdung.", NULL, 100},
    {"ur", PATH, NULL, '-', false, "ur.", NULL, 200},
    {"stelpur", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24",
     "1 2 3 4 5 6", ':', false, "stelpur.", NULL, 100},
    {"morris", "a1 a4 a7 b2 b4 b6 c3 c4 c5 d1 d2 d3 d5 d6 d7 e3 e4 e5 f2 f4 f6 g1 g4 g7",
     NULL, '-', true, "morris.", NULL, 50},
    {"tablut", "9", NULL, '-', false, "tafl.", "tafl.step tafl.camp", 1},
    {"ashton", "9", NULL, '-', false, "tafl.", "tafl.step tafl.corner tafl.throne", 20},
    {"brandubh", "7", NULL, '-', false, "tafl.", "tafl.step tafl.castle tafl.camp", 20},
    {"fetlar", "11", NULL, '-', false, "tafl.", "tafl.step tafl.castle tafl.camp", 20},
    {"copenhagen", "11", NULL, '-', false, "tafl.", "tafl.step tafl.castle tafl.camp",
     20},
    {"alea-evangelii", "19", NULL, '-', false, "tafl.", "tafl.castle tafl.camp", 20},
};

/* Positions that random games seldom reach, and what to try there as well. */
static const struct corner_case {
    const char *game; /* with all sets of options that share its functions, or one set */
    const char *position;
    const char *text;
} corner_cases[] = {
    {"aseb", "1,2 w2=w,5=w,8=b,12=w,14=b 1,1 w 3", "5-8"},
    {"finkel:pieces=5", "4,4 5=w,8=b 0,0 w 3", "5-8"},
    {"akalamdung", "4,7 8=w,10=ww 0,0 w 2", "8-10"},
    {"akalamdung", "6,5 5=w,7=bb 0,0 w 2", "5-7"},
    {"akalamdung", "5,7 12=w,w14=w 0,0 w 2", "12-14"},
    {"akalamdung", "5,7 w2=w,w4=W 0,0 w 2", "2-4"},
    {"akalamdung", "4,7 5=w,7=ww 0,0 w 2", "5-7"},
    {"stelpur", "wwwwww......bbbbbb...... w 6,1 6", "1:1"},
    {"stelpur", "wwwwww......bbbbbb...... w 6,3 6", "1:3"},
    {"morris", "ww......b...b........... w 7,7 -", "g7"},
    {"morris", ".wbw.w.w.......bbb...b.w w 0,0 6,5,4", "g1-d6xg7,a1"},
    {"morris", ".wbw.w.w.......bbb...b.w w 0,0 6,5,4", "g1-d6xa1,c3"},
    {"morris:dice=alfonso", ".....................w.. b 8,9 4,1,1", "b4"},
    {"tablut", "9/9/9/9/9/T3T4/9/1K5t1/9 w", "e4-e5"},
    {"ashton", "9/9/9/9/9/4T4/9/1K5t1/9 w", "e4-e5"},
    {"brandubh", "7/7/7/7/T2T3/1K3t1/7 w", "d3-d4"},
    {"fetlar", "11/11/11/11/11/11/T4T5/11/11/1K7t1/11 w", "f5-f6"},
    {"fetlar", "11/11/11/11/11/11/T4T5/11/11/1K7t1/11 w", "a5-a1"},
    {"copenhagen", "11/11/11/11/11/11/T4T5/11/11/1K7t1/11 w", "f5-f6"},
    {"copenhagen", "11/11/11/11/11/11/T4T5/11/11/1K7t1/11 w", "a5-a1"},
    {"alea-evangelii", "19/19/19/19/19/19/19/19/19/19/T8T9/19/19/19/19/19/19/17t1/1K17 w",
     "j9-j10"},
    {"alea-evangelii", "19/19/19/19/19/19/19/19/19/19/T8T9/19/19/19/19/19/19/17t1/1K17 w",
     "a9-a19"},
    {"alea-evangelii", "19/19/19/19/19/19/19/19/19/19/T8T9/19/19/19/19/19/19/17t1/1K17 w",
     "b1-b5"},
};

static uint64_t seed;

/* --- words --- */

#define WORD_BYTES 4
#define WORDS_MAX  361

struct words {
    char word[WORDS_MAX][WORD_BYTES];
    unsigned n;
};

static void add_word(struct words *words, const char *text, size_t len) {
    assert_true(words->n < WORDS_MAX && len < WORD_BYTES);
    memcpy(words->word[words->n], text, len);
    words->word[words->n++][len] = '\0';
}

static void add_squares(struct words *words, unsigned lines) {
    for (unsigned i = 0; i < lines * lines; i++) {
        char text[16];
        int len = snprintf(text, sizeof text, "%c%u", 'a' + i % lines, 1 + i / lines);
        add_word(words, text, (size_t)len);
    }
}

static void split_words(struct words *words, const char *text) {
    words->n = 0;
    if (strchr(text, ' ') == NULL) {
        add_squares(words, (unsigned)strtoul(text, NULL, 10));
        return;
    }
    for (size_t len; *text != '\0'; text += len + (text[len] == ' ')) {
        len = strcspn(text, " ");
        add_word(words, text, len);
    }
}

/* --- the rules of a game: those in its source --- */

#define ID_BYTES     32
#define RULES_MAX    32
#define SOURCE_BYTES 65536
/* Texts tried at a position: all pairs, or this many of them. */
#define TRIES_PER_SET 7000

struct rule_count {
    char id[ID_BYTES];
    unsigned n; /* how often it was the answer */
};

struct asking {
    const struct notation *notation;
    const struct game *game;
    struct options opt;
    struct play play;
    struct move moves[MOVES_MAX];
    char texts[MOVES_MAX][MOVE_TEXT_BYTES];
    size_t n_moves;
    struct words from, to;
    struct rule_count rules[RULES_MAX];
    unsigned n_rules;
    uint64_t rng;
};

static struct rule_count *find_rule(struct asking *a, const char *id, size_t len) {
    for (unsigned i = 0; i < a->n_rules; i++) {
        if (strlen(a->rules[i].id) == len && memcmp(a->rules[i].id, id, len) == 0) {
            return &a->rules[i];
        }
    }
    return NULL;
}

static void add_rules_of(struct asking *a, const char *source) {
    char begin[ID_BYTES];
    snprintf(begin, sizeof begin, "\"%s", a->notation->family);
    for (const char *at = source; (at = strstr(at, begin)) != NULL;) {
        at++;
        size_t len = strcspn(at, "\"");
        char id[ID_BYTES] = "";
        assert_true(a->n_rules < RULES_MAX && len < ID_BYTES);
        memcpy(id, at, len);
        bool is_unused =
            a->notation->unused != NULL && strstr(a->notation->unused, id) != NULL;
        if (!is_unused && find_rule(a, at, len) == NULL) {
            memcpy(a->rules[a->n_rules++].id, id, sizeof id);
        }
    }
}

static void find_rules(struct asking *a) {
    static char source[SOURCE_BYTES];
    glob_t files;
    assert_int_equal(glob(RULES_DIR "/*.[ch]", 0, NULL, &files), 0);
    assert_int_equal(glob(RULES_DIR "/*/*.[ch]", GLOB_APPEND, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        FILE *file = fopen(files.gl_pathv[i], "r");
        assert_non_null(file);
        size_t len = fread(source, 1, sizeof source - 1, file);
        assert_true(len < sizeof source - 1);
        source[len] = '\0';
        fclose(file);
        add_rules_of(a, source);
    }
    globfree(&files);
    assert_true(a->n_rules > 0);
}

/* --- asking why --- */

static bool is_listed(const struct asking *a, const char *text) {
    size_t low = 0, high = a->n_moves;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcmp(a->texts[middle], text);
        if (order == 0) {
            return true;
        }
        low = order < 0 ? middle + 1 : low;
        high = order < 0 ? high : middle;
    }
    return false;
}

static void check_rule(struct asking *a, const struct rule *rule, const char *text) {
    size_t len = strlen(rule->text);
    assert_true(len > 1 && rule->text[len - 1] == '.');
    assert_true(strcmp(rule->source, "source") == 0 ||
                strcmp(rule->source, "[house]") == 0);
    if (a->play.pos.phase != PHASE_MOVE) {
        assert_string_equal(rule->id,
                            a->play.pos.phase == PHASE_ROLL ? "turn.roll" : "turn.over");
        return;
    }
    struct rule_count *found = find_rule(a, rule->id, strlen(rule->id));
    if (found == NULL) {
        fail_msg("%s: %s is no rule of this game", text, rule->id);
    } else {
        found->n++;
    }
}

static void ask_why(struct asking *a, const char *text) {
    const struct rule *rule = game_why(a->game, &a->play.pos, text, strlen(text));
    if ((rule == NULL) != is_listed(a, text)) {
        fail_msg("%s is %sa legal move, but why says %s", text,
                 is_listed(a, text) ? "" : "not ", rule != NULL ? rule->id : "nothing");
    }
    if (rule != NULL) {
        check_rule(a, rule, text);
    }
}

static const char *any(struct asking *a, const struct words *words) {
    return words->word[random_below(&a->rng, words->n)];
}

static void ask_pair(struct asking *a, const char *from, const char *to) {
    char text[4 * WORD_BYTES + 4];
    int len = snprintf(text, sizeof text, "%s%c%s", from, a->notation->joint, to);
    ask_why(a, text);
    if (a->notation->takes) {
        len += snprintf(text + len, sizeof text - (size_t)len, "x%s", any(a, &a->from));
        ask_why(a, text);
        snprintf(text + len, sizeof text - (size_t)len, ",%s", any(a, &a->from));
        ask_why(a, text);
    }
}

static void ask_pairs(struct asking *a) {
    unsigned n = a->from.n * a->to.n;
    for (unsigned i = 0; n <= TRIES_PER_SET && i < n; i++) {
        ask_pair(a, a->from.word[i / a->to.n], a->to.word[i % a->to.n]);
    }
    for (unsigned i = 0; n > TRIES_PER_SET && i < TRIES_PER_SET / 10; i++) {
        ask_pair(a, any(a, &a->from), any(a, &a->to));
    }
}

/* A legal move with one thing changed: the target, the captured men, or a letter. */
static void ask_near_legal(struct asking *a) {
    const char *legal = a->texts[random_below(&a->rng, (unsigned)a->n_moves)];
    char text[MOVE_TEXT_BYTES + WORD_BYTES];
    size_t len = strlen(legal);
    size_t at = random_below(&a->rng, (unsigned)len);
    const char *other = any(a, &a->from);
    snprintf(text, sizeof text, "%.*s%s", (int)at, legal, other);
    ask_why(a, text);
    snprintf(text, sizeof text, "%s", legal);
    text[at] = other[0];
    ask_why(a, text);
    const char *last = strpbrk(legal, "x");
    if (last != NULL) {
        snprintf(text, sizeof text, "%.*s%s", (int)(last + 1 - legal), legal, other);
        ask_why(a, text);
    }
}

static void ask_all(struct asking *a) {
    ask_pairs(a);
    for (unsigned i = 0; i < a->from.n; i++) {
        ask_why(a, a->from.word[i]);
    }
    for (unsigned i = 0; i < 20 && a->n_moves > 0; i++) {
        ask_near_legal(a);
    }
}

/* --- random games --- */

static void list_moves(struct asking *a) {
    a->n_moves = game_moves_sorted(a->game, &a->play.pos, a->moves, a->texts);
}

static void begin(struct asking *a) {
    struct position pos;
    game_start(a->game, &a->opt, (enum side)random_below(&a->rng, SIDE_COUNT), &pos);
    play_init(&a->play, a->game, &pos);
    list_moves(a);
}

static void go_on(struct asking *a) {
    struct roll rolls[ROLLS_MAX];
    switch ((enum phase)a->play.pos.phase) {
    case PHASE_ROLL: {
        size_t n = dice_rolls(a->game->dice, rolls);
        play_roll(&a->play, &rolls[random_below(&a->rng, (unsigned)n)], NULL, NULL);
        break;
    }
    case PHASE_MOVE:
        play_move(&a->play, &a->moves[random_below(&a->rng, (unsigned)a->n_moves)], NULL,
                  NULL);
        break;
    case PHASE_OVER: begin(a); break;
    }
}

/* Sets up the position of a corner case. */
static void stand_at(struct asking *a, const char *text) {
    struct position pos;
    struct text_in in = text_in_of(text, strlen(text));
    if (!game_read(a->game, &a->opt, &in, &pos)) {
        fail_msg("%s: %s", text, in.fault);
    }
    play_init(&a->play, a->game, &pos);
    list_moves(a);
}

static void ask_corner_cases(struct asking *a) {
    char text[GAME_TEXT_BYTES];
    struct text_out out = text_out_of(text, sizeof text);
    game_write(a->game, &a->opt, &out);
    for (size_t i = 0; i < sizeof corner_cases / sizeof corner_cases[0]; i++) {
        const struct corner_case *row = &corner_cases[i];
        bool is_shared =
            a->game->base == NULL && strcmp(row->game, a->notation->name) == 0;
        if (is_shared || strcmp(row->game, text) == 0) {
            stand_at(a, row->position);
            ask_why(a, row->text);
            ask_all(a);
        }
    }
}

/* Plays on until there is a decision, or the game is over. */
static void play_some(struct asking *a) {
    unsigned steps = 1 + random_below(&a->rng, 12);
    while (steps > 0 || a->play.pos.phase == PHASE_ROLL) {
        go_on(a);
        list_moves(a);
        steps -= steps > 0;
    }
}

static void walk(struct asking *a) {
    begin(a);
    for (unsigned i = 0; i < a->notation->positions; i++) {
        ask_all(a);
        play_some(a);
    }
}

static void test_game(void **state) {
    static struct asking a; /* too large for the stack */
    a = (struct asking){.notation = table_row(state), .rng = seed};
    a.game = game_find(a.notation->name, strlen(a.notation->name));
    assert_non_null(a.game);
    split_words(&a.from, a.notation->from);
    split_words(&a.to, a.notation->to != NULL ? a.notation->to : a.notation->from);
    find_rules(&a);
    const struct game *game = a.game;
    for (unsigned i = 0; i < combination(game, i, &a.opt); i++) {
        a.game = game_with(game, &a.opt);
        ask_corner_cases(&a);
        walk(&a);
    }
    for (unsigned i = 0; i < a.n_rules; i++) {
        if (a.rules[i].n == 0) {
            fail_msg("%s never forbade anything", a.rules[i].id);
        }
    }
}

static void test_every_game_is_asked(void **state) {
    for (size_t i = 0; games[i] != NULL; i++) {
        assert_true(i < sizeof notations / sizeof notations[0]);
        assert_string_equal(games[i]->id, notations[i].name);
    }
}

int main(void) {
    static const struct CMUnitTest others[] = {
        cmocka_unit_test(test_every_game_is_asked)};
    seed = random_seed();
    return TABLE_RUN("why", test_game, notations) +
           cmocka_run_group_tests_name("why", others, NULL, NULL);
}
