#include "client-cli/match/match.h"

#include <math.h>
#include <string.h>

#include "engine/splitmix.h"

/* The random numbers of a game, in separate streams: both games of a pair have the same
 * throws, whatever random numbers the players use. */
struct streams {
    uint64_t throws;
    uint64_t moves;
};

static void roll(struct play *play, uint64_t *random) {
    const struct dice_kind *dice = play->game->dice;
    uint8_t faces[DICE_MAX];
    for (unsigned i = 0; i < dice->n_dice; i++) {
        faces[i] = (uint8_t)(dice->lowest + splitmix_below(random, dice->n_faces));
    }
    struct roll thrown = roll_of_faces(dice, faces);
    play_roll(play, &thrown, NULL, NULL);
}

/* Adds what the move loses against the best one, if there was a choice. */
static void judge(struct match *match, const struct position *pos, const struct move *m,
                  unsigned who) {
    struct royal_choice choice[ROYAL_MOVES_MAX];
    size_t n = royal_table_moves(match->table, pos, choice);
    for (size_t i = 0; n > 1 && i < n; i++) {
        if (choice[i].move.from == m->from && choice[i].move.to == m->to) {
            match->score.n_decisions[who]++;
            match->score.lost[who] += choice[0].value - choice[i].value;
        }
    }
}

/* Returns A's points. */
static double play_game(struct match *match, enum side side_of_a,
                        struct streams streams) {
    struct play play;
    struct position start;
    game_start(match->game, &match->opt, game_first(match->game, &match->opt), &start);
    play_init(&play, match->game, &start);
    while (play.pos.phase != PHASE_OVER && play.ply < MATCH_PLIES_MAX) {
        if (play.pos.phase == PHASE_ROLL) {
            roll(&play, &streams.throws);
            continue;
        }
        unsigned who = play.pos.turn == side_of_a ? 0 : 1;
        struct move m = contender_move(match->contender[who], &play, &streams.moves);
        if (match->table != NULL) {
            judge(match, &play.pos, &m, who);
        }
        play_move(&play, &m, NULL, NULL);
    }
    if (play.pos.phase != PHASE_OVER || play.pos.outcome == OUTCOME_DRAW) {
        return 0.5;
    }
    return play.pos.outcome == (int)side_of_a ? 1 : 0;
}

void match_pair(struct match *match) {
    uint64_t state = match->seed + match->score.n_pairs;
    struct streams streams = {splitmix_next(&state), splitmix_next(&state)};
    double points = play_game(match, SIDE_WHITE, streams);
    points += play_game(match, SIDE_BLACK, streams);
    match->score.n_pairs++;
    match->score.points += points;
    match->score.squares += points * points;
}

double match_mean(const struct match *match) {
    return match->score.points / (2.0 * match->score.n_pairs);
}

double match_error(const struct match *match) {
    double n = match->score.n_pairs;
    double mean = match->score.points / n; /* mean points of a pair */
    double variance = match->score.squares / n - mean * mean;
    return n < 2 || variance <= 0 ? 0 : 1.96 * sqrt(variance / (n - 1)) / 2;
}
