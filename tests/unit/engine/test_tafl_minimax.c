/* The search of tafl against a plain one: without table, order or short cuts.  It must
 * find the same values, and a move that has the best one. */
#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/test.h"

#include "engine/tafl/tafl_network.h"
#include "engine/tafl/tafl_search.h"
#include "engine/tafl/tafl_value.h"

#define TABLE_BYTES (1 << 20)
#define PLIES_LOUD  8
#define LINE_MAX    32

static uint64_t seed;

static struct plain {
    struct tafl_network network;
    bool has_network;
    struct tafl line[LINE_MAX]; /* the boards by ply */
    struct move list[LINE_MAX][MOVES_MAX];
} plain;

static int value_now(const struct tafl *t, enum side side,
                     const struct tafl_paths *paths) {
    struct tafl_sums sums;
    int value = tafl_value_with(t, paths);
    if (plain.has_network) {
        tafl_network_begin(&plain.network, t, &sums);
        value = tafl_network_value(&plain.network, t, side, &sums);
    }
    return side == SIDE_WHITE ? value : -value;
}

static bool is_repeated(unsigned ply) {
    for (unsigned before = ply; before >= 2; before -= 2) {
        if (memcmp(&plain.line[ply], &plain.line[before - 2], sizeof plain.line[0]) ==
            0) {
            return true;
        }
    }
    return false;
}

/* Which moves a position is searched with. */
struct kind {
    bool is_loud;    /* captures, and the king's moves to exits */
    bool is_closing; /* black's moves that close the only way out */
};

static bool is_kind(const struct kind *kind, const struct tafl *t, enum side side,
                    const struct tafl_paths *paths, const struct move *m) {
    if (kind->is_closing && !tafl_is_closing(t, paths, m->to)) {
        return false;
    }
    if (!kind->is_loud) {
        return true;
    }
    struct tafl after = *t;
    struct tafl_undo undo;
    tafl_make(&after, side, m, &undo);
    bool is_king = m->from == t->king;
    unsigned bit = tafl_rank(m->to) == tafl_rank(m->from)
                       ? tafl_file(m->to)
                       : TAFL_RANKS_AT + tafl_rank(m->to);
    return undo.n > 0 || (is_king && (paths->exits >> bit & 1) != 0);
}

struct bounds {
    int alpha, beta;
};

static int minimax(enum side side, unsigned ply, int plies, struct bounds bounds);

static int minimax_move(enum side side, unsigned ply, int plies, struct bounds bounds,
                        const struct move *m) {
    struct tafl *after = &plain.line[ply + 1];
    struct tafl_undo undo;
    *after = plain.line[ply];
    tafl_make(after, side, m, &undo);
    if (after->king == 0 || tafl_is_corner(after, after->king)) {
        return TAFL_WON - (int)ply - 1;
    }
    struct bounds other = {-bounds.beta, -bounds.alpha};
    return is_repeated(ply + 1) ? 0
                                : -minimax(side_other(side), ply + 1, plies - 1, other);
}

static int minimax(enum side side, unsigned ply, int plies, struct bounds bounds) {
    const struct tafl *t = &plain.line[ply];
    struct tafl_paths paths = tafl_paths(t);
    if (side == SIDE_WHITE && paths.ways + paths.forks > 0) {
        return TAFL_WON - (int)ply - (paths.ways > 0 ? 1 : 3);
    }
    if (side == SIDE_BLACK && tafl_is_out(t, &paths)) {
        return -(TAFL_WON - (int)ply - 2);
    }
    plies += paths.ways > 0 && plies >= 0;
    struct kind kind = {.is_closing = paths.ways > 0};
    int best = -(TAFL_WON - (int)ply - (kind.is_closing ? 2 : 0));
    if (plies <= 0 && (paths.ways == 0 || plies <= -PLIES_LOUD)) {
        kind = (struct kind){.is_loud = true};
        best = value_now(t, side, &paths);
        if (plies <= -PLIES_LOUD) {
            return best;
        }
    }
    struct move *list = plain.list[ply];
    size_t n = tafl_list(t, side, list);
    for (size_t i = 0; i < n && best < bounds.beta; i++) {
        if (is_kind(&kind, t, side, &paths, &list[i])) {
            bounds.alpha = best > bounds.alpha ? best : bounds.alpha;
            int value = minimax_move(side, ply, plies, bounds, &list[i]);
            best = value > best ? value : best;
        }
    }
    return best;
}

/* --- random positions --- */

static const struct row {
    const char *name;
    unsigned plies, n_positions;
} rows[] = {
    {"tablut", 1, 30},        {"tablut", 2, 20},
    {"tablut", 3, 2},         {"tablut:king=unarmed,throne=hostile", 2, 10},
    {"alea-evangelii", 1, 4}, {"alea-evangelii:king=step", 1, 4},
};

static void begin(const struct row *row, struct play *play) {
    struct text_in in = text_in_of(row->name, strlen(row->name));
    const struct game *game;
    struct options opt;
    struct position pos;
    assert_true(game_parse(&in, &game, &opt));
    game_start(game, &opt, game_first(game, &opt), &pos);
    play_init(play, game, &pos);
}

/* Plays random moves, captures more often than others.  False: the game is over. */
static bool play_on(struct play *play, unsigned n_moves) {
    static struct move list[MOVES_MAX];
    for (unsigned i = 0; i < n_moves && play->pos.phase == PHASE_MOVE; i++) {
        enum side side = (enum side)play->pos.turn;
        size_t n = tafl_list(&play->pos.u.tafl, side, list);
        struct move m = list[0];
        for (unsigned tries = 0; tries < 8; tries++) {
            struct tafl t = play->pos.u.tafl;
            struct tafl_undo undo;
            m = list[random_below(&seed, (unsigned)n)];
            tafl_make(&t, side, &m, &undo);
            if (undo.n > 0) {
                break;
            }
        }
        play_move(play, &m, NULL, NULL);
    }
    struct position pos = play->pos;
    play_init(play, play->game, &pos); /* without a history */
    return pos.phase == PHASE_MOVE;
}

static void check(const struct play *play, unsigned plies) {
    enum side side = (enum side)play->pos.turn;
    struct tafl_search *search = tafl_search_new(TABLE_BYTES);
    struct tafl_limits limits = {.plies = plies, .is_full = true};
    struct tafl_result found = tafl_search_run(search, play, &limits);
    plain.line[0] = play->pos.u.tafl;
    int best = -TAFL_WON, chosen = -TAFL_WON;
    static struct move list[MOVES_MAX];
    size_t n = tafl_list(&plain.line[0], side, list);
    for (size_t i = 0; i < n; i++) {
        struct bounds all = {-TAFL_WON, TAFL_WON};
        int value = minimax_move(side, 0, (int)plies, all, &list[i]);
        best = value > best ? value : best;
        bool is_chosen = memcmp(&list[i], &found.line[0].move, sizeof list[i]) == 0;
        chosen = is_chosen ? value : chosen;
    }
    bool is_complete = found.plies == plies || abs(found.line[0].value) > TAFL_FORCED;
    assert_true(is_complete);
    if (found.plies == plies) {
        assert_int_equal(found.line[0].value, best);
        assert_int_equal(chosen, best);
    }
    tafl_search_free(search);
}

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    static struct play play;
    begin(row, &play);
    plain.has_network = play.game == &game_tablut;
    tafl_network_init(&plain.network);
    for (unsigned i = 0; i < row->n_positions; i++) {
        if (!play_on(&play, 2 + random_below(&seed, row->n_positions > 4 ? 12 : 6))) {
            begin(row, &play);
            assert_true(play_on(&play, 4));
        }
        check(&play, row->plies);
    }
    tafl_network_fini(&plain.network);
}

BEFORE_TESTS {
    seed = random_seed();
}
