#include "engine/mill/mill_search.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "rules/morris/morris.h"

/* Positions in the transposition table; a power of two. */
#define KNOWN 131072

enum bound { NOTHING, EXACT, AT_LEAST, AT_MOST };

/* What a search found: the value for the side to move, and the best move. */
struct known {
    uint64_t key;
    struct move move;
    int16_t value; /* counts plies to a win from this position */
    uint8_t plies; /* depth of the search that found it */
    uint8_t bound; /* enum bound */
};

/* A position to search. */
struct node {
    struct position pos;
    unsigned ply;    /* from the root */
    unsigned quiet;  /* moves since the last progress */
    int plies;       /* how deep to search it */
    int alpha, beta; /* values below or above need not be exact */
};

struct mill_search {
    struct known *known;             /* owned; KNOWN of them */
    struct move (*moves)[MOVES_MAX]; /* owned; for each ply */
    struct tafl_line line[MOVES_MAX];
    size_t n_lines;
    uint32_t praise[PLACES_N + 1][PLACES_N]; /* [from][to]: moves that were good */
    uint64_t key[MILL_PLIES_MAX + 1];        /* of the current line */
    /* Only valid during a search: */
    const struct play *play; /* borrowed */
    const struct engine_limits *limits;
    uint64_t nodes;
    bool is_over;
};

bool mill_search_knows(const struct game *game) {
    return game->base == &game_morris;
}

struct mill_search *mill_search_new(void) {
    struct mill_search *s = mem_new(1, sizeof *s);
    s->known = mem_new(KNOWN, sizeof *s->known);
    s->moves = mem_new(MILL_PLIES_MAX, sizeof *s->moves);
    return s;
}

void mill_search_free(struct mill_search *s) {
    if (s != NULL) {
        free(s->known);
        free(s->moves);
        free(s);
    }
}

static bool must_stop(struct mill_search *s) {
    s->nodes++;
    s->is_over = s->is_over || engine_must_stop(s->limits, s->nodes);
    return s->is_over;
}

/* --- what a position is worth --- */

/* Values of one of each; set by hand. */
enum {
    MAN = 100,
    MILL = 8,     /* three men on a line */
    CLOSING = 24, /* a point where a man can complete a mill next */
    RUNNING = 18, /* a man of a mill that can leave it and come back */
    STEP = 3,     /* to an empty point */
    FIRST = 40,   /* a closing point of the side to move */
};

struct men {
    uint32_t own, empty;
    bool can_go_anywhere;
};

/* Returns the points that complete a mill with the next move. */
static uint32_t closing(const struct men *men) {
    uint32_t points = 0;
    for (uint32_t rest = men->own; !men->can_go_anywhere && rest != 0;) {
        unsigned from = places_take_first(&rest);
        points |= morris_mills(men->own & ~PLACES_BIT(from),
                               morris_points[from].near & men->empty);
    }
    return men->can_go_anywhere ? morris_mills(men->own, men->empty) : points;
}

static int value_of(const struct morris *m, enum side side, bool is_first) {
    unsigned n = m->hand[side] + places_count(m->men[side]);
    struct men men = {m->men[side], places_empty(m->men), m->hand[side] > 0 || n == 3};
    uint32_t mills = morris_mills(men.own, men.own);
    int value = (int)n * MAN + (int)places_count(mills) * MILL / 3;
    for (uint32_t rest = men.own; rest != 0;) {
        unsigned at = places_take_first(&rest);
        uint32_t steps = morris_points[at].near & men.empty;
        value += (int)places_count(steps) * STEP;
        value += steps != 0 && places_has(mills, at) ? RUNNING : 0;
    }
    uint32_t points = closing(&men);
    value += (int)places_count(points) * CLOSING;
    return value + (is_first && points != 0 ? FIRST : 0);
}

/* The value of a position for the side to move, without looking ahead. */
static int mill_value(const struct position *pos) {
    const struct morris *m = &pos->u.morris;
    return value_of(m, pos->turn, true) - value_of(m, side_other(pos->turn), false);
}

/* --- the order of moves --- */

static uint32_t rank_of(const struct mill_search *s, const struct move *m,
                        const struct known *known) {
    if (known != NULL && memcmp(m, &known->move, sizeof *m) == 0) {
        return UINT32_MAX;
    }
    return (m->n_take > 0 ? UINT32_C(1) << 30 : 0) + s->praise[m->from][m->to];
}

/* Brings the best of the moves from i on to place i. */
static void pick(const struct mill_search *s, struct move *moves, size_t i, size_t n,
                 const struct known *known) {
    size_t best = i;
    uint32_t most = rank_of(s, &moves[i], known);
    for (size_t k = i + 1; k < n; k++) {
        uint32_t rank = rank_of(s, &moves[k], known);
        if (rank > most) {
            most = rank;
            best = k;
        }
    }
    struct move first = moves[best];
    moves[best] = moves[i];
    moves[i] = first;
}

/* --- the search --- */

/* Whether the position occurred before: in the line, or since the last progress of the
 * game.  Once is enough for a draw: a player who wants one can repeat it again. */
static bool is_repeated(const struct mill_search *s, const struct node *at,
                        uint64_t key) {
    for (unsigned ply = at->ply % 2; ply < at->ply; ply += 2) {
        if (s->key[ply] == key) {
            return true;
        }
    }
    const struct play *play = s->play;
    for (unsigned back = at->ply % 2; at->quiet > at->ply && back <= play->quiet;
         back += 2) {
        if (play->key[(play->ply - back) % PLAY_KEYS] == key) {
            return true;
        }
    }
    return false;
}

static struct known *find_known(const struct mill_search *s, uint64_t key) {
    return &s->known[(key * UINT64_C(0x9e3779b97f4a7c15)) >> 47];
}

static int search(struct mill_search *s, struct node *at);

/* The value of a move for the side that makes it. */
static int try_move(struct mill_search *s, const struct node *at, const struct move *m) {
    const struct game *game = s->play->game;
    struct node next = {.pos = at->pos,
                        .ply = at->ply + 1,
                        .plies = at->plies - 1,
                        .alpha = -at->beta,
                        .beta = -at->alpha};
    bool progress = game->apply(&next.pos, m, NULL);
    next.quiet = progress ? 0 : at->quiet + 1;
    if (next.pos.phase == PHASE_OVER) { /* a move never loses at once */
        return TAFL_WON - (int)next.ply;
    }
    uint64_t key = game->key(&next.pos);
    if (next.quiet >= game->quiet_max || is_repeated(s, &next, key)) {
        return at->pos.turn == SIDE_WHITE ? s->limits->draw : -s->limits->draw;
    }
    if (next.pos.phase == PHASE_ROLL) {
        game->roll(&next.pos, &(struct roll){3, {3, 2, 1}}, NULL);
    }
    if (next.ply < MILL_PLIES_MAX) {
        s->key[next.ply] = key;
    }
    return -search(s, &next);
}

static void keep(struct mill_search *s, const struct node *at, struct known *known,
                 const struct known *found) {
    if (s->is_over) {
        return;
    }
    *known = *found;
    known->value = (int16_t)tafl_nearer(found->value, (int)at->ply);
    known->plies = (uint8_t)at->plies;
    if (found->bound == AT_LEAST) {
        uint32_t *praise = &s->praise[found->move.from][found->move.to];
        *praise = (*praise + (uint32_t)(at->plies * at->plies)) & 0xfffffff;
    }
}

static int search_moves(struct mill_search *s, struct node *at, struct known *slot,
                        const struct known *hint) {
    struct move *moves = s->moves[at->ply];
    size_t n = s->play->game->moves(&at->pos, moves);
    int alpha = at->alpha, best = -TAFL_WON;
    struct known found = {.key = s->key[at->ply], .bound = AT_MOST};
    for (size_t i = 0; i < n && best < at->beta && !s->is_over; i++) {
        pick(s, moves, i, n, hint);
        int value = try_move(s, at, &moves[i]);
        if (!s->is_over && value > best) {
            best = value;
            found.move = moves[i];
            at->alpha = value > at->alpha ? value : at->alpha;
        }
    }
    found.value = (int16_t)best;
    found.bound = best >= at->beta ? AT_LEAST : best > alpha ? EXACT : AT_MOST;
    keep(s, at, slot, &found);
    return best;
}

/* The value for the side to move. */
static int search(struct mill_search *s, struct node *at) {
    if (must_stop(s)) {
        return 0;
    }
    if (at->plies <= 0 || at->ply >= MILL_PLIES_MAX) {
        return mill_value(&at->pos);
    }
    struct known *slot = find_known(s, s->key[at->ply]), known = *slot;
    bool is_known = known.bound != NOTHING && known.key == s->key[at->ply];
    int value = tafl_nearer(known.value, -(int)at->ply);
    if (is_known && known.plies >= at->plies &&
        (known.bound == EXACT || (known.bound == AT_LEAST && value >= at->beta) ||
         (known.bound == AT_MOST && value <= at->alpha))) {
        return value;
    }
    return search_moves(s, at, slot, is_known ? &known : NULL);
}

/* --- the root --- */

/* Searches every move to this depth.  Returns the number searched: all, unless a limit
 * ends the search. */
static size_t search_root(struct mill_search *s, int plies) {
    struct node root = {.pos = s->play->pos,
                        .quiet = s->play->quiet,
                        .plies = plies,
                        .alpha = -TAFL_WON,
                        .beta = TAFL_WON};
    for (size_t i = 0; i < s->n_lines; i++) {
        int value = try_move(s, &root, &s->line[i].move);
        if (s->is_over) {
            return i;
        }
        s->line[i].value = value;
        if (!s->limits->values_all && value > root.alpha) {
            root.alpha = value;
        }
    }
    return s->n_lines;
}

struct tafl_result mill_search_run(struct mill_search *s, const struct play *play,
                                   const struct engine_limits *limits) {
    unsigned most = limits->plies != 0 && limits->plies < MILL_PLIES_MAX
                        ? limits->plies
                        : MILL_PLIES_MAX - 1;
    struct engine_limits none = {.draw = limits->draw, .values_all = limits->values_all};
    struct tafl_result result = {.line = s->line};
    s->play = play;
    s->nodes = 0;
    s->is_over = false;
    s->limits = &none; /* the first ply ignores the limits */
    s->key[0] = play->game->key(&play->pos);
    memset(s->praise, 0, sizeof s->praise);
    memset(s->known, 0, KNOWN * sizeof *s->known); /* draws depend on the history */
    s->n_lines = result.n = play->game->moves(&play->pos, s->moves[0]);
    for (size_t i = 0; i < s->n_lines; i++) {
        s->line[i] = (struct tafl_line){s->moves[0][i], 0};
    }
    for (unsigned plies = 1; plies <= most && !s->is_over; plies++) {
        size_t n = search_root(s, (int)plies);
        tafl_sort_lines(s->line, n);
        result.plies = n == s->n_lines ? plies : result.plies;
        s->limits = limits;
        if (s->n_lines == 1 || abs(s->line[0].value) > TAFL_FORCED) {
            break;
        }
    }
    s->limits = limits;
    result.nodes = s->nodes;
    return result;
}
