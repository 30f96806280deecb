#include "engine/tafl_search.h"

#include <stdlib.h>
#include <string.h>

#include "engine/tafl_table.h"
#include "engine/tafl_value.h"
#include "mem/mem.h"
#include "rules/tafl/tafl.h"

#define SIZE_MAX_TAFL 19
#define SQUARES       (SIZE_MAX_TAFL * SIZE_MAX_TAFL)
/* Most moves of all plies of a line in total. */
#define MOVES_OF_LINE ((size_t)TAFL_PLIES_MAX * 1024)
#define NODES_AT_ONCE 1024
#define KILLERS       2
/* In the first plies, positions are also compared with those of the game. */
#define GAME_PLIES 2

struct ranked {
    struct move move;
    int rank;
};

/* A position to search. */
struct node {
    enum side side; /* to move */
    unsigned ply;   /* from the root */
    int plies;      /* how deep to search it */
    int alpha;      /* lower bound: the side to move already has this */
    int beta;       /* upper bound: from here on, the other side avoids the position */
};

struct tafl_search {
    struct tafl_table table;
    int32_t history[SIDE_COUNT][SQUARES][SQUARES];
    struct move killer[TAFL_PLIES_MAX + 1][KILLERS];
    struct ranked *move;         /* owned; MOVES_OF_LINE */
    struct move list[MOVES_MAX]; /* the moves last generated */
    struct tafl_line line[MOVES_MAX];
    size_t n_lines;
    /* Only valid during a search: */
    const struct play *play; /* borrowed */
    struct tafl board;
    uint64_t key[TAFL_PLIES_MAX + 2]; /* of the current line */
    size_t n_keys;
    size_t quiet_from; /* earlier positions cannot occur again */
    unsigned quiet, quiet_max;
    size_t n_moves; /* entries of `move` in use */
    const struct tafl_limits *limits;
    uint64_t nodes;
    bool is_over;
};

/* --- values of wins --- */

/* The table counts plies to a win from the position; a search counts from its root. */
static int to_table(int value, unsigned ply) {
    return value > TAFL_FORCED    ? value + (int)ply
           : value < -TAFL_FORCED ? value - (int)ply
                                  : value;
}

static int from_table(int value, unsigned ply) {
    return value > TAFL_FORCED    ? value - (int)ply
           : value < -TAFL_FORCED ? value + (int)ply
                                  : value;
}

/* --- the order of moves --- */

static unsigned square_number(const struct tafl *t, unsigned square) {
    return (tafl_rank(square) - 1) * t->size + tafl_file(square) - 1;
}

static int32_t *history_of(struct tafl_search *s, enum side side, const struct move *m) {
    return &s->history[side][square_number(&s->board, m->from)]
                      [square_number(&s->board, m->to)];
}

static bool is_same_move(const struct move *a, const struct move *b) {
    return a->from == b->from && a->to == b->to;
}

/* Ranks a move: first the table's best move, then captures, then killer moves of this
 * ply, then by history. */
static int rank_move(struct tafl_search *s, enum side side, const struct move *m,
                     const struct tafl_known *known, unsigned ply) {
    if (known != NULL && m->from == known->from && m->to == known->to) {
        return INT32_MAX;
    }
    struct tafl_undo undo;
    tafl_make(&s->board, side, m, &undo);
    int n = s->board.king == 0 || tafl_is_corner(&s->board, s->board.king) ? 100 : undo.n;
    tafl_unmake(&s->board, side, m, &undo);
    if (n > 0) {
        return (1 << 30) + n;
    }
    for (int i = 0; i < KILLERS; i++) {
        if (is_same_move(m, &s->killer[ply][i])) {
            return (1 << 29) - i;
        }
    }
    return *history_of(s, side, m);
}

/* Lists the moves with their ranks.  Returns the first; NULL: no room for them. */
static struct ranked *list_moves(struct tafl_search *s, enum side side,
                                 const struct tafl_known *known, unsigned ply,
                                 size_t *n) {
    struct move *list = s->list;
    *n = tafl_list(&s->board, side, list);
    if (s->n_moves + *n > MOVES_OF_LINE) {
        return NULL;
    }
    struct ranked *first = &s->move[s->n_moves];
    for (size_t i = 0; i < *n; i++) {
        first[i] = (struct ranked){list[i], rank_move(s, side, &list[i], known, ply)};
    }
    return first;
}

/* Swaps the best of the moves from i on into place i. */
static void pick(struct ranked *move, size_t i, size_t n) {
    size_t best = i;
    for (size_t j = i + 1; j < n; j++) {
        if (move[j].rank > move[best].rank) {
            best = j;
        }
    }
    struct ranked swap = move[i];
    move[i] = move[best];
    move[best] = swap;
}

static void praise(struct tafl_search *s, enum side side, const struct move *m,
                   unsigned ply, unsigned plies) {
    if (!is_same_move(m, &s->killer[ply][0])) {
        s->killer[ply][1] = s->killer[ply][0];
        s->killer[ply][0] = *m;
    }
    int32_t *history = history_of(s, side, m);
    *history += (int32_t)(plies * plies);
    if (*history > 1 << 28) {
        *history /= 2;
    }
}

/* --- the search --- */

static bool must_stop(struct tafl_search *s) {
    const struct tafl_limits *limits = s->limits;
    if (++s->nodes % NODES_AT_ONCE == 0 && limits->is_over != NULL &&
        limits->is_over(limits->arg)) {
        s->is_over = true;
    }
    if (limits->nodes != 0 && s->nodes >= limits->nodes) {
        s->is_over = true;
    }
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
    s->quiet_from = undo.n > 0 ? s->n_keys - 1 : s->quiet_from;
    s->quiet = undo.n > 0 ? 0 : s->quiet + 1;
    int value;
    if (s->board.king == 0 || tafl_is_corner(&s->board, s->board.king)) {
        value = TAFL_WON - (int)at->ply - 1;
    } else if (s->quiet >= s->quiet_max || is_repeated(s, other, at->ply)) {
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
static int reduction(int plies, size_t i, int rank) {
    if (plies < 2 || i < 3 || rank >= 1 << 28) {
        return 0;
    }
    return 1 + (i >= 12) + (i >= 40 && plies > 3);
}

/* Searches a move after the first with a null window: is it better?  Then in full. */
static int try_later(struct tafl_search *s, const struct node *at, const struct ranked *r,
                     size_t i) {
    int less = reduction(at->plies, i, r->rank);
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

static int value_now(const struct tafl_search *s, enum side side) {
    int value = tafl_value(&s->board);
    return side == SIDE_WHITE ? value : -value;
}

/* Reads the table's result.  True: it suffices. */
static bool is_enough(const struct tafl_known *known, const struct node *at, int *value) {
    *value = from_table(known->value, at->ply);
    return known->plies >= at->plies &&
           (known->bound == TAFL_EXACT ||
            (known->bound == TAFL_AT_LEAST && *value >= at->beta) ||
            (known->bound == TAFL_AT_MOST && *value <= at->alpha));
}

static int search_moves(struct tafl_search *s, struct node at,
                        const struct tafl_known *known) {
    size_t n, n_before = s->n_moves;
    struct ranked *move = list_moves(s, at.side, known, at.ply, &n);
    if (move == NULL) {
        return value_now(s, at.side);
    }
    if (n == 0) {
        return -(TAFL_WON - (int)at.ply);
    }
    s->n_moves += n;
    int best = -TAFL_WON, alpha_before = at.alpha;
    struct move best_move = {0};
    for (size_t i = 0; i < n && best < at.beta; i++) {
        pick(move, i, n);
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
    if (!s->is_over) {
        if (best >= at.beta) {
            praise(s, at.side, &best_move, at.ply, (unsigned)at.plies);
        }
        struct tafl_known found = {.from = best_move.from,
                                   .to = best_move.to,
                                   .value = (int16_t)to_table(best, at.ply),
                                   .plies = (uint8_t)at.plies,
                                   .bound = best >= at.beta       ? TAFL_AT_LEAST
                                            : best > alpha_before ? TAFL_EXACT
                                                                  : TAFL_AT_MOST};
        tafl_table_keep(&s->table, s->key[s->n_keys - 1], &found);
    }
    return best;
}

/* The value for the side to move. */
static int search(struct tafl_search *s, struct node at) {
    if (must_stop(s)) {
        return 0;
    }
    unsigned ways = tafl_ways_out(&s->board);
    if (at.side == SIDE_WHITE && ways > 0) {
        return TAFL_WON - (int)at.ply - 1;
    }
    at.plies += ways > 0; /* black must close the way */
    if (at.plies <= 0 || at.ply >= TAFL_PLIES_MAX) {
        return value_now(s, at.side);
    }
    struct tafl_known known;
    bool is_known = tafl_table_find(&s->table, s->key[s->n_keys - 1], &known);
    int value;
    if (is_known && is_enough(&known, &at, &value)) {
        return value;
    }
    return search_moves(s, at, is_known ? &known : NULL);
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
    memset(s->killer, 0, sizeof s->killer);
    s->key[s->n_keys++] = tafl_table_key(&s->table, t, (enum side)play->pos.turn);
    s->n_lines = tafl_list(t, (enum side)play->pos.turn, s->list);
    for (size_t i = 0; i < s->n_lines; i++) {
        s->line[i] = (struct tafl_line){s->list[i], 0};
    }
}

static int compare_lines(const void *a, const void *b) {
    const struct tafl_line *x = a, *y = b;
    if (x->value != y->value) {
        return x->value > y->value ? -1 : 1;
    }
    return x->move.from != y->move.from ? (x->move.from < y->move.from ? -1 : 1)
           : x->move.to != y->move.to   ? (x->move.to < y->move.to ? -1 : 1)
                                        : 0;
}

/* Searches every move to this depth.  Returns the number searched: all, unless a limit
 * ends the search. */
static size_t search_root(struct tafl_search *s, enum side side, int plies) {
    struct node root = {
        .side = side, .plies = plies, .alpha = -TAFL_WON, .beta = TAFL_WON};
    for (size_t i = 0; i < s->n_lines; i++) {
        struct tafl_line *line = &s->line[i];
        struct ranked ranked = {line->move, 0};
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

struct tafl_result tafl_search_run(struct tafl_search *s, const struct play *play,
                                   const struct tafl_limits *limits) {
    const struct tafl_limits none = {.draw = limits->draw};
    enum side side = (enum side)play->pos.turn;
    unsigned most = limits->plies != 0 ? limits->plies : TAFL_PLIES_MAX;
    struct tafl_result result = {.plies = 0};
    begin(s, play);
    s->limits = &none; /* the first ply ignores the limits */
    for (unsigned plies = 1; plies <= most && !s->is_over; plies++) {
        size_t n = search_root(s, side, (int)plies);
        qsort(s->line, n, sizeof s->line[0], compare_lines);
        result.plies = n == s->n_lines ? plies : result.plies;
        s->limits = limits;
        if (s->n_lines == 1 || abs(s->line[0].value) > TAFL_FORCED) {
            break;
        }
    }
    result.line = s->line;
    result.n = s->n_lines;
    result.nodes = s->nodes;
    return result;
}

struct tafl_search *tafl_search_new(size_t table_bytes) {
    struct tafl_search *s = mem_new(1, sizeof *s);
    tafl_table_init(&s->table, table_bytes);
    s->move = mem_new(MOVES_OF_LINE, sizeof *s->move);
    return s;
}

void tafl_search_free(struct tafl_search *s) {
    if (s != NULL) {
        tafl_table_fini(&s->table);
        free(s->move);
        free(s);
    }
}
