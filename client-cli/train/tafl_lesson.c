#include "client-cli/train/tafl_lesson.h"

#include <math.h>
#include <string.h>

#include "engine/network/tablut.h"
#include "engine/splitmix.h"
#include "engine/tafl/tafl_paths.h"

/* Handicaps to begin with, their largest values, and how much a game changes them. */
#define SLIPS_FIRST     0.4
#define OVERLOOKS_FIRST 0.5
#define SLIPS_MOST      0.9
#define OVERLOOKS_MOST  0.98
#define SLIPS_STEP      0.0004
#define OVERLOOKS_STEP  0.0003
/* Black's random moves; those of both in the first WILD_MOST moves of half of the games.
 */
#define BLACK_SLIPS 0.03
#define WILD        0.3
#define WILD_MOST   12
/* Moves without a capture after which a game counts as drawn. */
#define QUIET_MOST 120
/* Scores of won games, beyond those of the network. */
#define WON    2000.0F
#define FORCED 1000.0F

void tafl_lesson_init(struct tafl_lesson *lesson) {
    *lesson = (struct tafl_lesson){.slips = SLIPS_FIRST, .overlooks = OVERLOOKS_FIRST};
}

void tafl_lesson_begin(struct tafl_lesson *lesson, uint64_t *random) {
    lesson->is_overlooking = splitmix_below(random, 3) > 0;
    lesson->wild = splitmix_below(random, 2) > 0 ? WILD : 0;
    lesson->n_wild = splitmix_below(random, WILD_MOST);
    lesson->turned = splitmix_below(random, 8);
}

void tafl_lesson_end(struct tafl_lesson *lesson, float result) {
    double more = (double)result - 0.5;
    if (lesson->is_overlooking) {
        double overlooks = lesson->overlooks + OVERLOOKS_STEP * more;
        lesson->overlooks = fmin(fmax(overlooks, 0), OVERLOOKS_MOST);
    } else {
        lesson->slips = fmin(fmax(lesson->slips + SLIPS_STEP * more, 0), SLIPS_MOST);
    }
}

struct position tafl_lesson_turned(const struct tafl_lesson *lesson,
                                   const struct position *pos) {
    struct position turned = *pos;
    const struct tafl *t = &pos->u.tafl;
    memset(turned.u.tafl.rank, 0, sizeof turned.u.tafl.rank);
    memset(turned.u.tafl.file, 0, sizeof turned.u.tafl.file);
    for (unsigned at = 0; at < (unsigned)t->size * t->size; at++) {
        unsigned rank = at / t->size + 1, file = at % t->size + 1;
        unsigned from = tafl_square(rank, file);
        if (tafl_is_empty(t, from)) {
            continue;
        }
        rank = (lesson->turned & 1) != 0 ? t->size + 1U - rank : rank;
        file = (lesson->turned & 2) != 0 ? t->size + 1U - file : file;
        unsigned to =
            (lesson->turned & 4) != 0 ? tafl_square(file, rank) : tafl_square(rank, file);
        bool is_black = tafl_has(t, SIDE_BLACK, from);
        tafl_toggle(&turned.u.tafl, is_black ? SIDE_BLACK : SIDE_WHITE, to);
        turned.u.tafl.king = from == t->king ? (uint16_t)to : turned.u.tafl.king;
    }
    return turned;
}

/* --- choosing a move --- */

/* Whether black, to move, captures the king at once. */
static bool takes_king(const struct tafl *t) {
    static const int step[] = {TAFL_RANK_STEP, 1, -TAFL_RANK_STEP, -1};
    unsigned n = 0, hole = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned square = (unsigned)((int)t->king + step[i]);
        bool is_shut = tafl_has(t, SIDE_BLACK, square);
        n += is_shut;
        hole = is_shut ? hole : square;
    }
    unsigned rank = tafl_rank(hole), file = tafl_file(hole);
    bool on_board = rank >= 1 && rank <= t->size && file >= 1 && file <= t->size;
    if (n != 3 || !on_board || !tafl_is_empty(t, hole)) {
        return false;
    }
    struct move list[MOVES_MAX];
    size_t n_moves = tafl_list(t, SIDE_BLACK, list);
    for (size_t i = 0; i < n_moves; i++) {
        if (list[i].to == hole) {
            return true;
        }
    }
    return false;
}

/* The score for white if the side to move wins at once, or cannot help losing; or 0. */
static float decided(const struct tafl *t, enum side turn) {
    unsigned ways = tafl_ways_out(t);
    if (turn == SIDE_WHITE) {
        return ways > 0 ? FORCED : 0;
    }
    return takes_king(t) ? -FORCED : ways > 1 ? FORCED : 0;
}

bool tafl_lesson_is_over(const struct play *play, float *result) {
    const struct position *pos = &play->pos;
    if (pos->phase == PHASE_OVER) {
        *result = pos->outcome == OUTCOME_DRAW ? 0.5F : pos->outcome == OUTCOME_WHITE;
        return true;
    }
    float score = decided(&pos->u.tafl, (enum side)pos->turn);
    *result = score > 0 ? 1 : score < 0 ? 0 : 0.5F;
    return score != 0 || play->quiet > QUIET_MOST;
}

static void add(const struct network *network, unsigned input, float value, float *sum) {
    const float *weight = network->weight + (size_t)input * NETWORK_HIDDEN;
    for (unsigned h = 0; h < NETWORK_HIDDEN; h++) {
        sum[h] += value * weight[h];
    }
}

static void add_all(const struct network *network, const struct network_input *in,
                    float *sum) {
    for (unsigned i = 0; i < in->n; i++) {
        add(network, in->index[i], in->value[i], sum);
    }
}

/* The score of a move for its side.  before: the sums of the pieces before it. */
static float score_move(const struct network *network, struct tafl *t, enum side side,
                        const struct move *m, const float before[static NETWORK_HIDDEN]) {
    struct tafl_undo undo;
    tafl_make(t, side, m, &undo);
    enum side other = side_other(side);
    bool is_won = t->king == 0 || tafl_is_corner(t, t->king);
    float score = is_won ? 0 : decided(t, other);
    if (!is_won && score == 0) {
        float sum[NETWORK_HIDDEN];
        memcpy(sum, before, sizeof sum);
        enum tablut_piece piece = side == SIDE_BLACK ? TABLUT_ATTACKER
                                  : m->to == t->king ? TABLUT_KING
                                                     : TABLUT_DEFENDER;
        enum tablut_piece taken = side == SIDE_BLACK ? TABLUT_DEFENDER : TABLUT_ATTACKER;
        add(network, tablut_input(piece, m->from), -1, sum);
        add(network, tablut_input(piece, m->to), 1, sum);
        for (unsigned i = 0; i < undo.n; i++) {
            add(network, tablut_input(taken, undo.square[i]), -1, sum);
        }
        struct network_input in = {.n = 0};
        tablut_add_rest(t, other, &in);
        add_all(network, &in, sum);
        network_squash(sum);
        score = network_score(network, sum);
    }
    tafl_unmake(t, side, m, &undo);
    return is_won ? WON : side == SIDE_WHITE ? score : -score;
}

/* How often the side to move plays a random move. */
static double slips_of(const struct tafl_lesson *lesson, const struct play *play) {
    bool slips = play->pos.turn == SIDE_WHITE && !lesson->is_overlooking;
    double share = slips ? lesson->slips : BLACK_SLIPS;
    return play->ply < lesson->n_wild ? fmax(share, lesson->wild) : share;
}

struct move tafl_lesson_move(const struct tafl_lesson *lesson,
                             const struct network *network, const struct play *play,
                             uint64_t *random) {
    enum side side = (enum side)play->pos.turn;
    struct tafl t = play->pos.u.tafl;
    struct move list[MOVES_MAX];
    unsigned n = (unsigned)tafl_list(&t, side, list);
    unsigned best = splitmix_below(random, n); /* never overlooked */
    if (splitmix_unit(random) < slips_of(lesson, play)) {
        return list[best];
    }
    bool overlooks = side == SIDE_WHITE && lesson->is_overlooking;
    float sum[NETWORK_HIDDEN] = {0};
    struct network_input in = {.n = 0};
    tablut_add_pieces(&t, &in);
    add(network, network->n_inputs, 1, sum); /* the biases */
    add_all(network, &in, sum);
    float most = score_move(network, &t, side, &list[best], sum);
    for (unsigned i = 0; i < n; i++) {
        if (overlooks && splitmix_unit(random) < lesson->overlooks) {
            continue;
        }
        float score = score_move(network, &t, side, &list[i], sum);
        best = score > most ? i : best;
        most = score > most ? score : most;
    }
    return list[best];
}
