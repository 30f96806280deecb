#include "engine/tafl/tafl_search.h"

#include <stdlib.h>
#include <string.h>

#include "engine/network/features.h"
#include "engine/network/tablut.h"
#include "engine/tafl/tafl_network.h"
#include "engine/tafl/tafl_order.h"
#include "engine/tafl/tafl_table.h"
#include "engine/tafl/tafl_value.h"
#include "mem/mem.h"
#include "rules/tafl/tafl.h"

/* Most moves of all plies of a line in total. */
#define MOVES_OF_LINE ((size_t)TAFL_PLIES_MAX * 1024)
/* In the first plies, positions are also compared with those of the game. */
#define GAME_PLIES 2
/* Passing is tried from this many plies on, searched this much less deeply. */
#define PASS_PLIES 3
#define PASS_LESS  2
/* What repeating a position costs where it loses in the end. */
#define REPEATING 2000
/* Captures and threats to escape are followed this far beyond the end.  Not where every
 * move of alea-evangelii needs a value, which takes hundreds of searches. */
#define LOUD_PLIES 8

/* A position to search. */
struct node {
    enum side side; /* to move */
    unsigned ply;   /* from the root */
    int plies;      /* how deep to search it */
    int alpha;      /* lower bound: the side to move already has this */
    int beta;       /* upper bound: from here on, the other side avoids the position */
    bool is_passed; /* the side before did not move: see try_pass */
};

struct tafl_search {
    struct tafl_table table;
    struct tafl_order order;
    struct tafl_network network;
    struct tafl_ranked *move;    /* owned; MOVES_OF_LINE */
    struct move list[MOVES_MAX]; /* the moves last generated */
    struct tafl_line line[MOVES_MAX];
    size_t n_lines;
    /* Only valid during a search: */
    const struct play *play; /* borrowed */
    struct tafl board;
    uint64_t key[TAFL_PLIES_MAX + 2]; /* of the current line */
    size_t n_keys;
    bool has_network; /* tablut by the booklet: values are the network's */
    struct tafl_sums sums[TAFL_PLIES_MAX + 2]; /* has_network: of the current line */
    size_t quiet_from;                         /* earlier positions cannot occur again */
    unsigned quiet, quiet_max;
    size_t n_moves; /* entries of `move` in use */
    const struct engine_limits *limits;
    struct engine_limits none; /* for the first ply */
    int loud;                  /* LOUD_PLIES or 0 */
    uint64_t nodes;
    bool is_over;
};

/* --- the search --- */

static bool must_stop(struct tafl_search *s) {
    s->nodes++;
    s->is_over = s->is_over || engine_must_stop(s->limits, s->nodes);
    return s->is_over;
}

/* Whether the position occurred in the game.  The game's keys differ from the search's,
 * so only plies near the root check this. */
static bool is_of_game(const struct tafl_search *s, enum side turn) {
    const struct play *play = s->play;
    struct position pos = {.turn = (uint8_t)turn};
    pos.u.tafl = s->board;
    uint64_t key = play->game->key(&pos);
    for (unsigned back = 0; back <= play->quiet && back <= play->ply; back++) {
        if (play->key[(play->ply - back) % PLAY_KEYS] == key) {
            return true;
        }
    }
    return false;
}

/* Whether the position occurred before, since the last capture.  Once is enough for a
 * draw: a player who wants one can repeat it again. */
static bool is_repeated(const struct tafl_search *s, enum side turn, unsigned ply) {
    if (ply < GAME_PLIES && s->quiet >= ply && is_of_game(s, turn)) {
        return true;
    }
    uint64_t key = s->key[s->n_keys - 1];
    for (size_t i = s->n_keys - 1; i >= s->quiet_from + 2; i -= 2) {
        if (s->key[i - 2] == key) {
            return true;
        }
    }
    return false;
}

static int search(struct tafl_search *s, struct node at);

/* The value of a move for the side that makes it. */
static int try_move(struct tafl_search *s, const struct node *at, const struct move *m) {
    enum side side = at->side, other = side_other(side);
    struct tafl_undo undo;
    uint64_t key = s->key[s->n_keys - 1];
    size_t quiet_from = s->quiet_from;
    unsigned quiet = s->quiet;
    tafl_make(&s->board, side, m, &undo);
    s->key[s->n_keys++] = tafl_table_key_after(&s->table, key, &s->board, side, m, &undo);
    if (s->has_network) {
        struct tafl_sums *sums = &s->sums[s->n_keys - 1];
        *sums = sums[-1];
        tafl_network_move(&s->network, &s->board, side, m, &undo, sums);
    }
    s->quiet_from = undo.n > 0 ? s->n_keys - 1 : s->quiet_from;
    s->quiet = undo.n > 0 ? 0 : s->quiet + 1;
    int value;
    bool is_drawn = s->quiet >= s->quiet_max;
    if (tafl_end(&s->board, other) != END_NONE) {
        value = TAFL_WON - (int)at->ply - 1;
    } else if (!is_drawn && s->play->game->repeating_loses &&
               is_repeated(s, other, at->ply)) {
        value = -REPEATING;
    } else if (is_drawn || is_repeated(s, other, at->ply)) {
        value = at->side == SIDE_WHITE ? s->limits->draw : -s->limits->draw;
    } else {
        value = -search(s, (struct node){.side = other,
                                         .ply = at->ply + 1,
                                         .plies = at->plies - 1,
                                         .alpha = -at->beta,
                                         .beta = -at->alpha});
    }
    s->quiet = quiet;
    s->quiet_from = quiet_from;
    s->n_keys--;
    tafl_unmake(&s->board, side, m, &undo);
    return value;
}

/* Late move reduction, in plies: the first search of a late quiet move is this much
 * shallower. */
static int reduction(const struct tafl_search *s, int plies, size_t i, int rank) {
    if (s->limits->is_full || plies < 2 || i < 3 || rank >= TAFL_RANK_GOOD) {
        return 0;
    }
    return 1 + (i >= 12) + (i >= 40 && plies > 3);
}

/* Searches a move after the first with a null window: is it better?  Then in full. */
static int try_later(struct tafl_search *s, const struct node *at,
                     const struct tafl_ranked *r, size_t i) {
    int less = reduction(s, at->plies, i, r->rank);
    struct node narrow = *at;
    narrow.plies -= less;
    narrow.beta = at->alpha + 1;
    int value = try_move(s, &narrow, &r->move);
    if (value > at->alpha && less > 0 && !s->is_over) {
        narrow.plies = at->plies;
        value = try_move(s, &narrow, &r->move);
    }
    if (value > at->alpha && value < at->beta && !s->is_over) {
        value = try_move(s, at, &r->move);
    }
    return value;
}

/* The value if the side to move passes, searched less deeply: at least beta means that
 * some move will do as well. */
static int try_pass(struct tafl_search *s, const struct node *at) {
    size_t quiet_from = s->quiet_from;
    uint64_t key = s->key[s->n_keys - 1];
    s->key[s->n_keys++] = key ^ s->table.turn;
    s->sums[s->n_keys - 1] = s->sums[s->n_keys - 2];
    s->quiet_from = s->n_keys - 1;
    int value =
        -search(s, (struct node){.side = side_other(at->side),
                                 .ply = at->ply + 1,
                                 .plies = at->plies - 1 - PASS_LESS - at->plies / 4,
                                 .alpha = -at->beta,
                                 .beta = -at->beta + 1,
                                 .is_passed = true});
    s->n_keys--;
    s->quiet_from = quiet_from;
    return value;
}

static int value_now(const struct tafl_search *s, enum side side,
                     const struct tafl_paths *paths) {
    int value = s->has_network ? tafl_network_value(&s->network, &s->board, side,
                                                    &s->sums[s->n_keys - 1])
                               : tafl_value(&s->board, paths);
    return side == SIDE_WHITE ? value : -value;
}

/* Reads the table's result.  True: it suffices. */
static bool is_enough(const struct tafl_search *s, const struct tafl_known *known,
                      const struct node *at, int *value) {
    *value = tafl_nearer(known->value, -(int)at->ply);
    bool is_deep =
        s->limits->is_full ? known->plies == at->plies : known->plies >= at->plies;
    return is_deep && (known->bound == TAFL_EXACT ||
                       (known->bound == TAFL_AT_LEAST && *value >= at->beta) ||
                       (known->bound == TAFL_AT_MOST && *value <= at->alpha));
}

/* Lists and ranks the moves.  NULL: no room for them. */
static struct tafl_ranked *list_moves(struct tafl_search *s, struct tafl_listing *how,
                                      const struct tafl_paths *closing, size_t *n) {
    *n = tafl_list(&s->board, how->side, s->list);
    if (s->n_moves + *n > MOVES_OF_LINE) {
        return NULL;
    }
    if (closing != NULL) {
        size_t n_all = *n;
        *n = 0;
        for (size_t i = 0; i < n_all; i++) {
            if (tafl_is_closing(&s->board, closing, s->list[i].to)) {
                s->list[(*n)++] = s->list[i];
            }
        }
    }
    struct tafl_ranked *first = &s->move[s->n_moves];
    how->board = &s->board;
    *n = tafl_order_rank(&s->order, how, s->list, *n, first);
    return first;
}

static void keep(struct tafl_search *s, const struct node *at, const struct move *best,
                 int value, int alpha_before) {
    struct tafl_known found = {.from = best->from,
                               .to = best->to,
                               .value = (int16_t)tafl_nearer(value, (int)at->ply),
                               .plies = (uint8_t)at->plies,
                               .bound = value >= at->beta      ? TAFL_AT_LEAST
                                        : value > alpha_before ? TAFL_EXACT
                                                               : TAFL_AT_MOST};
    tafl_table_keep(&s->table, s->key[s->n_keys - 1], &found);
}

/* Searches a node's moves.  closing: look only at moves that close this way out of the
 * king; or NULL. */
static int search_moves(struct tafl_search *s, struct node at,
                        const struct tafl_known *known,
                        const struct tafl_paths *closing) {
    size_t n, n_before = s->n_moves;
    struct tafl_listing how = {.side = at.side, .known = known, .ply = at.ply};
    struct tafl_ranked *move = list_moves(s, &how, closing, &n);
    if (move == NULL) {
        return 0; /* never in practice */
    }
    s->n_moves += n;
    int best = -(TAFL_WON - (int)at.ply - (closing != NULL ? 2 : 0));
    int alpha_before = at.alpha;
    struct move best_move = {0};
    for (size_t i = 0; i < n && best < at.beta; i++) {
        tafl_order_pick(move, i, n);
        int value =
            i == 0 ? try_move(s, &at, &move[i].move) : try_later(s, &at, &move[i], i);
        if (s->is_over) {
            break;
        }
        if (value > best) {
            best = value;
            best_move = move[i].move;
            at.alpha = value > at.alpha ? value : at.alpha;
        }
    }
    s->n_moves = n_before;
    if (!s->is_over && at.plies > 0) {
        if (best >= at.beta && best_move.from != 0) {
            tafl_order_praise(&s->order, &s->board, at.side, &best_move, at.ply,
                              at.plies);
        }
        keep(s, &at, &best_move, best, alpha_before);
    }
    return best;
}

/* Looks only at captures and threats to escape, until none of them is better than doing
 * something else. */
static int search_loud(struct tafl_search *s, struct node at,
                       const struct tafl_paths *paths) {
    int now = value_now(s, at.side, paths);
    if (now >= at.beta || at.plies <= -s->loud) {
        return now;
    }
    size_t n, n_before = s->n_moves;
    struct tafl_listing how = {.side = at.side,
                               .ply = at.ply,
                               .is_loud = true,
                               .exits = at.side == SIDE_WHITE ? paths->exits : 0};
    struct tafl_ranked *move = list_moves(s, &how, NULL, &n);
    if (move == NULL) {
        return now;
    }
    s->n_moves += n;
    int best = now;
    at.alpha = best > at.alpha ? best : at.alpha;
    for (size_t i = 0; i < n && best < at.beta && !s->is_over; i++) {
        tafl_order_pick(move, i, n);
        int value = try_move(s, &at, &move[i].move);
        best = value > best ? value : best;
        at.alpha = best > at.alpha ? best : at.alpha;
    }
    s->n_moves = n_before;
    return best;
}

/* Whether the draw for lack of progress is further away than what `decided` looks at. */
static bool is_draw_far(const struct tafl_search *s) {
    return s->quiet + 3 < s->quiet_max;
}

/* The value if the king's paths decide the game, or 0. */
static int decided(const struct tafl_search *s, const struct node *at,
                   const struct tafl_paths *paths) {
    if (at->side == SIDE_WHITE) {
        return paths->ways > 0                      ? TAFL_WON - (int)at->ply - 1
               : paths->forks > 0 && is_draw_far(s) ? TAFL_WON - (int)at->ply - 3
                                                    : 0;
    }
    bool is_out = tafl_is_out(&s->board, paths) && is_draw_far(s);
    return is_out ? -(TAFL_WON - (int)at->ply - 2) : 0;
}

/* Whether passing might show that the position is good enough.  Not where black must
 * close a way out, nor twice in a row. */
static bool may_pass(const struct tafl_search *s, const struct node *at,
                     const struct tafl_paths *paths) {
    return !s->limits->is_full && paths->ways == 0 && at->beta - at->alpha == 1 &&
           !at->is_passed && at->plies >= PASS_PLIES && abs(at->beta) < TAFL_FORCED &&
           value_now(s, at->side, paths) >= at->beta;
}

/* Searches a position whose paths do not decide it, at least a ply deep. */
static int search_deep(struct tafl_search *s, const struct node *at,
                       const struct tafl_paths *paths) {
    struct tafl_known known;
    bool is_known = tafl_table_find(&s->table, s->key[s->n_keys - 1], &known);
    int value;
    if (is_known && is_enough(s, &known, at, &value)) {
        return value;
    }
    if (may_pass(s, at, paths)) {
        value = try_pass(s, at);
        if (s->is_over || (value >= at->beta && value < TAFL_FORCED)) {
            return value;
        }
    }
    return search_moves(s, *at, is_known ? &known : NULL,
                        paths->ways > 0 && is_draw_far(s) ? paths : NULL);
}

/* The value for the side to move. */
static int search(struct tafl_search *s, struct node at) {
    if (must_stop(s)) {
        return 0;
    }
    struct tafl_paths paths = tafl_paths(&s->board);
    int value = decided(s, &at, &paths);
    if (value != 0) {
        return value;
    }
    if (at.ply >= TAFL_PLIES_MAX) {
        return value_now(s, at.side, &paths);
    }
    at.plies += paths.ways > 0 && at.plies >= 0; /* black must close the way */
    if (at.plies > 0) {
        return search_deep(s, &at, &paths);
    }
    if (paths.ways > 0 && is_draw_far(s) && at.plies > -s->loud) {
        return search_moves(s, at, NULL, &paths);
    }
    return search_loud(s, at, &paths);
}

/* --- the root --- */

static void begin(struct tafl_search *s, const struct play *play) {
    const struct tafl *t = &play->pos.u.tafl;
    s->play = play;
    s->board = *t;
    s->table.age++;
    s->nodes = 0;
    s->is_over = false;
    s->n_moves = s->n_keys = s->quiet_from = 0;
    s->quiet = play->quiet;
    s->quiet_max = play->game->quiet_max;
    tafl_order_begin(&s->order);
    s->key[s->n_keys++] = tafl_table_key(&s->table, t, (enum side)play->pos.turn);
    s->has_network =
        play->game == features_tablut.game && (t->rules & ~(unsigned)TABLUT_RULES) == 0;
    if (s->has_network) {
        tafl_network_begin(&s->network, t, &s->sums[0]);
    }
    s->n_lines = tafl_list(t, (enum side)play->pos.turn, s->list);
    for (size_t i = 0; i < s->n_lines; i++) {
        s->line[i] = (struct tafl_line){s->list[i], 0};
    }
}

void tafl_sort_lines(struct tafl_line *lines, size_t n) {
    for (size_t i = 1; i < n; i++) {
        struct tafl_line line = lines[i];
        size_t at = i;
        for (; at > 0 && lines[at - 1].value < line.value; at--) {
            lines[at] = lines[at - 1];
        }
        lines[at] = line;
    }
}

/* Searches every move to this depth.  Returns the number searched: all, unless a limit
 * ends the search. */
static size_t search_root(struct tafl_search *s, enum side side, int plies) {
    struct node root = {
        .side = side, .plies = plies, .alpha = -TAFL_WON, .beta = TAFL_WON};
    for (size_t i = 0; i < s->n_lines; i++) {
        struct tafl_line *line = &s->line[i];
        struct tafl_ranked ranked = {line->move, 0};
        int value = i == 0 || s->limits->values_all ? try_move(s, &root, &line->move)
                                                    : try_later(s, &root, &ranked, i);
        if (s->is_over) {
            return i;
        }
        line->value = value;
        if (!s->limits->values_all) {
            root.alpha = value > root.alpha ? value : root.alpha;
        }
    }
    return s->n_lines;
}

/* Puts a move first, with the value of the first. */
static void prefer(struct tafl_search *s, struct move m) {
    size_t i = 0;
    while (!tafl_is_same_move(&s->line[i].move, &m)) {
        i++;
    }
    int value = s->line[0].value;
    memmove(&s->line[1], &s->line[0], i * sizeof s->line[0]);
    s->line[0] = (struct tafl_line){m, value};
}

struct tafl_result tafl_search_run(struct tafl_search *s, const struct play *play,
                                   const struct engine_limits *limits) {
    enum side side = (enum side)play->pos.turn;
    unsigned most = limits->plies != 0 ? limits->plies : TAFL_PLIES_MAX;
    struct tafl_result result = {.plies = 0};
    begin(s, play);
    s->loud = s->has_network || !limits->values_all ? LOUD_PLIES : 0;
    s->none = (struct engine_limits){.draw = limits->draw};
    s->limits = &s->none;   /* the first ply ignores the limits */
    struct move hope = {0}; /* the last best move that did not seem lost */
    for (unsigned plies = 1; plies <= most && !s->is_over; plies++) {
        size_t n = search_root(s, side, (int)plies);
        tafl_sort_lines(s->line, n);
        result.plies = n == s->n_lines ? plies : result.plies;
        s->limits = limits;
        if (s->n_lines == 1 || abs(s->line[0].value) > TAFL_FORCED) {
            break;
        }
        hope = s->line[0].move;
    }
    if (s->line[0].value < -TAFL_FORCED && hope.from != 0 && !limits->values_all) {
        prefer(s, hope);
    }
    result.line = s->line;
    result.n = s->n_lines;
    result.nodes = s->nodes;
    return result;
}

struct tafl_search *tafl_search_new(size_t table_bytes) {
    struct tafl_search *s = mem_new(1, sizeof *s);
    tafl_table_init(&s->table, table_bytes);
    tafl_network_init(&s->network);
    s->move = mem_new(MOVES_OF_LINE, sizeof *s->move);
    return s;
}

void tafl_search_free(struct tafl_search *s) {
    if (s != NULL) {
        tafl_table_fini(&s->table);
        tafl_network_fini(&s->network);
        free(s->move);
        free(s);
    }
}
