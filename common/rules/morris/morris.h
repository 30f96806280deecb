/* morris: shared by its rules (morris.c) and their explanations (morris_why.c). */
#ifndef ALEA_RULES_MORRIS_MORRIS_H
#define ALEA_RULES_MORRIS_MORRIS_H

#include "rules/places.h"

#define MORRIS_MEN 9 /* of each side */
/* move.from when a man is placed. */
#define MORRIS_HAND PLACES_N

/* A point and its two lines. */
struct morris_point {
    char name[SQUARE_BYTES];
    uint32_t near;     /* the points next to it on its lines */
    uint32_t mates[2]; /* the two other points of each line */
};

/* In the order of the position text. */
extern const struct morris_point morris_points[PLACES_N];

/* The number of mills that a man on this point makes with other men of its side: 0..2. */
static inline unsigned morris_mills_at(uint32_t men, unsigned point) {
    const uint32_t *mates = morris_points[point].mates;
    return (unsigned)((men & mates[0]) == mates[0]) +
           (unsigned)((men & mates[1]) == mates[1]);
}

/* Which of these points complete a mill for a man of this side. */
uint32_t morris_mills(uint32_t men, uint32_t among);
/* Writes "d6". */
void morris_point_write(unsigned point, struct text_out *out);
bool morris_point_take(struct text_in *in, uint8_t *point);
/* The order in which captured men are named: a to g, then 1 to 7. */
bool morris_is_named_before(unsigned a, unsigned b);

/* Writes "a1,d1,g1", in the order in which men are named. */
void morris_points_write(uint32_t points, struct text_out *out);

/* Whether the side in turn has men in hand. */
bool morris_is_placing(const struct position *pos);
/* Whether the options choose the game without dice while men move. */
bool morris_is_plain(const struct position *pos);
/* Whether a throw comes before men are placed (dice=alfonso). */
bool morris_throws_to_place(const struct position *pos);
/* Whether the side has at most two men, on the board and in hand. */
bool morris_is_out_of_men(const struct morris *morris, enum side side);
/* Sets the phase from men, hands and throw. */
void morris_set_phase(struct position *pos);
/* Whether the throw lets a man go to any point where it completes a mill. */
bool morris_is_special(const struct roll *roll);
/* Returns where the man on this point can go with the throw. */
uint32_t morris_targets(const struct position *pos, unsigned from);
/* As game->read, write and board. */
bool morris_read(struct position *pos, struct text_in *in);
void morris_write(const struct position *pos, struct text_out *out);
void morris_board(const struct position *pos, struct board *board);
/* game->why */
const struct rule *morris_why(const struct position *pos, const char *text, size_t len);

#endif
