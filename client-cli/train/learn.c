#include "client-cli/train/learn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/dice_search.h"
#include "engine/network/network.h"
#include "engine/network/tablut.h"
#include "engine/splitmix.h"
#include "mem/mem.h"
#include "rules/play.h"
#include "rules/tafl/tafl.h"

/* --- games of tablut that its network learns from ---
 *
 * The network chooses each move by the positions after it.  Between equal players white
 * wins nearly always, and black would learn that nothing matters.  So white is given a
 * handicap: it plays random moves, or it overlooks some of its moves.  How many changes
 * with the results, so that both sides win about as often. */

struct tafl_lesson {
    double slips, overlooks; /* white's two handicaps, as shares of its moves */
    /* This game: */
    bool is_overlooking; /* else white slips */
    double wild;         /* the share of random moves in the opening, of both */
    unsigned n_wild;     /* its length */
    unsigned turned;     /* how the board is turned and mirrored: 0..7 */
};

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

static void tafl_lesson_init(struct tafl_lesson *lesson) {
    *lesson = (struct tafl_lesson){.slips = SLIPS_FIRST, .overlooks = OVERLOOKS_FIRST};
}

/* Begins a game. */
static void tafl_lesson_begin(struct tafl_lesson *lesson, uint64_t *random) {
    lesson->is_overlooking = splitmix_below(random, 3) > 0;
    lesson->wild = splitmix_below(random, 2) > 0 ? WILD : 0;
    lesson->n_wild = splitmix_below(random, WILD_MOST);
    lesson->turned = splitmix_below(random, 8);
}

/* Changes white's handicap by the result. */
static void tafl_lesson_end(struct tafl_lesson *lesson, float result) {
    double more = (double)result - 0.5;
    if (lesson->is_overlooking) {
        double overlooks = lesson->overlooks + OVERLOOKS_STEP * more;
        lesson->overlooks = fmin(fmax(overlooks, 0), OVERLOOKS_MOST);
    } else {
        lesson->slips = fmin(fmax(lesson->slips + SLIPS_STEP * more, 0), SLIPS_MOST);
    }
}

/* The position as this game is turned. */
static struct position tafl_lesson_turned(const struct tafl_lesson *lesson,
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

/* Whether the game need not go on.  Sets the result for white, 0..1: who to move wins at
 * once, or nothing has been captured for long. */
static bool tafl_lesson_is_over(const struct play *play, float *result) {
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

/* The move of the side in turn.  random: state of splitmix.h. */
static struct move tafl_lesson_move(const struct tafl_lesson *lesson,
                                    const struct network *network,
                                    const struct play *play, uint64_t *random) {
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

#define LAMBDA 0.7F
/* The learning rate: its first value, how slowly it shrinks, its least value. */
#define STEP_FIRST 0.05F
#define STEP_GAMES 2000.0F
#define STEP_LEAST 0.0015F
/* Longer games are cut off; their result is the network's value of the last position. */
#define POSITIONS_MAX 1500
/* How often a random move replaces the best: otherwise, games without dice would all be
 * the same. */
#define BLIND_PLACING 0.15
#define BLIND         0.01
/* Percent of games with other than default options, where a game has any. */
#define OTHER_OPTIONS 25

/* A position of the game. */
struct moment {
    struct network_input input;
    uint8_t turn;  /* enum side: whose chance the network tells */
    bool is_last;  /* the next position is not the result of good play: the game ended, or
                    * a random move followed */
    float reached; /* with is_last: the chance of `turn` after the best move */
};

struct learn {
    const struct features *features;
    struct network network;
    float *weight;              /* owned; those of network */
    struct dice_search *search; /* owned; NULL: tablut */
    struct tafl_lesson lesson;  /* tablut */
    uint64_t random;
    uint64_t n_games, n_positions;
    struct moment *moment; /* owned; POSITIONS_MAX of them */
    unsigned n;
    struct play *play; /* owned */
};

/* --- first weights --- */

static void draw_weights(struct learn *l) {
    size_t n_first = (size_t)l->network.n_inputs * NETWORK_HIDDEN;
    for (size_t i = 0; i < n_first; i++) {
        l->weight[i] = (float)(splitmix_unit(&l->random) - 0.5) * 0.2F;
    }
    for (unsigned i = 0; i < NETWORK_HIDDEN; i++) {
        l->weight[n_first + NETWORK_HIDDEN + i] =
            (float)(splitmix_unit(&l->random) - 0.5) * 0.2F;
    }
}

/* Moves the network's output for these inputs towards the target. */
static void teach(struct learn *l, const struct network_input *in, float target,
                  float step) {
    float hidden[NETWORK_HIDDEN];
    float slope[NETWORK_HIDDEN];
    network_hidden(&l->network, in, hidden);
    float error = step * (target - network_output(&l->network, hidden));
    float *bias = l->weight + (size_t)l->network.n_inputs * NETWORK_HIDDEN;
    float *out = bias + NETWORK_HIDDEN;
    for (unsigned h = 0; h < NETWORK_HIDDEN; h++) {
        float rest = 1.0F - fabsf(hidden[h]);
        slope[h] = error * out[h] * rest * rest;
        out[h] += error * hidden[h];
        bias[h] += slope[h];
    }
    out[NETWORK_HIDDEN] += error;
    for (unsigned i = 0; i < in->n; i++) {
        float *weight = l->weight + (size_t)in->index[i] * NETWORK_HIDDEN;
        float value = in->value[i];
        for (unsigned h = 0; h < NETWORK_HIDDEN; h++) {
            weight[h] += slope[h] * value;
        }
    }
}

/* --- playing --- */

static void roll(struct learn *l) {
    const struct dice_kind *dice = l->play->game->dice;
    uint8_t faces[DICE_MAX];
    for (unsigned i = 0; i < dice->n_dice; i++) {
        faces[i] = (uint8_t)(dice->lowest + splitmix_below(&l->random, dice->n_faces));
    }
    struct roll thrown = roll_of_faces(dice, faces);
    play_roll(l->play, &thrown, NULL, NULL);
}

/* Plays the best move, or sometimes a random one. */
static void move(struct learn *l) {
    static const struct engine_limits limits = {.plies = 1};
    struct engine_result found = dice_search_run(l->search, l->play, &limits);
    bool placing = l->play->pos.roll.n == 0;
    size_t at = 0;
    if (splitmix_unit(&l->random) < (placing ? BLIND_PLACING : BLIND)) {
        at = splitmix_below(&l->random, (unsigned)found.n);
        struct moment *now = &l->moment[l->n - 1];
        if (placing && found.choice[at].value < found.choice[0].value) {
            now->is_last = true;
            now->reached = (float)found.choice[0].value;
        }
    }
    struct move chosen = found.choice[at].move;
    play_move(l->play, &chosen, NULL, NULL);
}

static void note_moment(struct learn *l, const struct position *pos) {
    struct moment *now = &l->moment[l->n++];
    now->input.n = 0;
    l->features->inputs(pos, &now->input);
    now->turn = pos->turn;
    now->is_last = false;
}

/* Plays a game of tablut.  Its network tells white's chance, whoever is to move. */
static float play_tafl(struct learn *l) {
    float result;
    play_start(l->play, l->features->game, &(struct options){{0}}, SIDE_BLACK);
    tafl_lesson_begin(&l->lesson, &l->random);
    l->n = 0;
    while (!tafl_lesson_is_over(l->play, &result) && l->n < POSITIONS_MAX) {
        struct position turned = tafl_lesson_turned(&l->lesson, &l->play->pos);
        note_moment(l, &turned);
        l->moment[l->n - 1].turn = SIDE_WHITE;
        struct move m = tafl_lesson_move(&l->lesson, &l->network, l->play, &l->random);
        play_move(l->play, &m, NULL, NULL);
    }
    tafl_lesson_end(&l->lesson, result);
    return result;
}

static struct options draw_options(struct learn *l) {
    struct options opt = {{0}};
    bool has_some = strcmp(l->features->game->options[0].name, "legs") != 0;
    if (has_some && splitmix_below(&l->random, 100) < OTHER_OPTIONS) {
        unsigned others = option_values(&l->features->game->options[0]) - 1;
        unsigned more = others > 1 ? splitmix_below(&l->random, others) : 0;
        opt.value[0] = (uint8_t)(1 + more);
    }
    return opt;
}

static void play_game(struct learn *l) {
    struct options opt = draw_options(l);
    enum side first = (splitmix_next(&l->random) & 1) != 0 ? SIDE_BLACK : SIDE_WHITE;
    play_start(l->play, l->features->game, &opt, first);
    l->n = 0;
    while (l->play->pos.phase != PHASE_OVER) {
        if (l->play->pos.roll.n == 0) {
            if (l->n == POSITIONS_MAX) {
                return;
            }
            note_moment(l, &l->play->pos);
        }
        if (l->play->pos.phase == PHASE_ROLL) {
            roll(l);
        } else {
            move(l);
        }
    }
}

/* --- learning --- */

/* The result for white, 0..1. */
static float result(const struct learn *l) {
    const struct position *pos = &l->play->pos;
    if (pos->phase != PHASE_OVER) {
        const struct moment *last = &l->moment[l->n - 1];
        float value = network_value(&l->network, &last->input);
        return last->turn == SIDE_WHITE ? value : 1 - value;
    }
    return pos->outcome == OUTCOME_DRAW ? 0.5F : pos->outcome == OUTCOME_WHITE ? 1 : 0;
}

/* target: the result for white. */
static void learn_from_game(struct learn *l, float target) {
    float step = STEP_FIRST / sqrtf(1 + (float)l->n_games / STEP_GAMES);
    step = step > STEP_LEAST ? step : STEP_LEAST;
    float next = target; /* the network's value of the next position */
    for (unsigned i = l->n; i-- > 0;) {
        const struct moment *now = &l->moment[i];
        bool is_white = now->turn == SIDE_WHITE;
        target = LAMBDA * target + (1 - LAMBDA) * next;
        if (now->is_last) {
            target = is_white ? now->reached : 1 - now->reached;
        }
        float value = network_value(&l->network, &now->input);
        teach(l, &now->input, is_white ? target : 1 - target, step);
        next = is_white ? value : 1 - value;
    }
    l->n_positions += l->n;
    l->n_games++;
}

void learn_game(struct learn *l) {
    if (l->search == NULL) {
        learn_from_game(l, play_tafl(l));
        return;
    }
    play_game(l);
    learn_from_game(l, result(l));
}

struct learn *learn_new(const struct learn_setup *setup) {
    struct learn *l = mem_new(1, sizeof *l);
    l->features = features_find(setup->game);
    l->network.n_inputs = l->features->network.n_inputs;
    size_t n = NETWORK_WEIGHTS((size_t)l->network.n_inputs);
    l->weight = mem_new(n, sizeof *l->weight);
    l->network.weight = l->weight;
    l->random = setup->seed;
    l->n_games = setup->n_games;
    if (setup->weight != NULL) {
        memcpy(l->weight, setup->weight, n * sizeof *l->weight);
    } else {
        draw_weights(l);
    }
    l->search = dice_search_new_with(setup->game, &l->network);
    tafl_lesson_init(&l->lesson);
    l->moment = mem_new(POSITIONS_MAX, sizeof *l->moment);
    l->play = mem_new(1, sizeof *l->play);
    return l;
}

void learn_free(struct learn *l) {
    if (l != NULL) {
        dice_search_free(l->search);
        free(l->weight);
        free(l->moment);
        free(l->play);
        free(l);
    }
}

const struct network *learn_network(const struct learn *l) {
    return &l->network;
}

uint64_t learn_n_games(const struct learn *l) {
    return l->n_games;
}

uint64_t learn_n_positions(const struct learn *l) {
    return l->n_positions;
}
