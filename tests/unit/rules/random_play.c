#include "tests/unit/rules/random_play.h"

#include "tests/unit/random.h"

static void random_roll(struct play *play, uint64_t *random) {
    const struct dice_kind *dice = play->game->dice;
    uint8_t faces[DICE_MAX];
    for (unsigned i = 0; i < dice->n_dice; i++) {
        faces[i] = (uint8_t)(dice->lowest + random_below(random, dice->n_faces));
    }
    struct roll roll = roll_of_faces(dice, faces);
    play_roll(play, &roll, NULL, NULL);
}

void random_step(struct play *play, uint64_t *random) {
    if (play->pos.phase == PHASE_ROLL) {
        random_roll(play, random);
        return;
    }
    struct move moves[MOVES_MAX];
    size_t n = play->game->moves(&play->pos, moves);
    play_move(play, &moves[random_below(random, (unsigned)n)], NULL, NULL);
}

void random_position(struct play *play, const struct game *game, bool other_options,
                     unsigned n_steps, uint64_t *random) {
    struct options opt = {.value = {other_options}};
    struct position start;
    game_start(game, &opt, game_first(game, &opt), &start);
    play_init(play, game, &start);
    while (n_steps-- > 0 && play->pos.phase != PHASE_OVER) {
        random_step(play, random);
    }
}
