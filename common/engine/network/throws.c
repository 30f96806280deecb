#include "engine/network/throws.h"

#include "engine/network/features.h"

/* Adds the throw of these faces. */
static void add(struct throws *throws, const struct features *features,
                const struct roll *roll, double chance) {
    unsigned kind = features->kind_of_throw(roll);
    for (unsigned i = 0; i < throws->n; i++) {
        if (features->kind_of_throw(&throws->roll[i]) == kind) {
            throws->chance[i] += chance;
            return;
        }
    }
    throws->roll[throws->n] = *roll;
    throws->chance[throws->n++] = chance;
}

void throws_init(struct throws *throws, const struct game *game) {
    const struct dice_kind *dice = game->dice;
    unsigned n = 1;
    for (unsigned i = 0; i < dice->n_dice; i++) {
        n *= dice->n_faces;
    }
    *throws = (struct throws){.n = 0};
    for (unsigned number = 0; number < n; number++) {
        uint8_t faces[DICE_MAX];
        unsigned rest = number;
        for (unsigned i = 0; i < dice->n_dice; i++, rest /= dice->n_faces) {
            faces[i] = (uint8_t)(dice->lowest + rest % dice->n_faces);
        }
        struct roll roll = roll_of_faces(dice, faces);
        add(throws, features_find(game), &roll, 1.0 / n);
    }
}
