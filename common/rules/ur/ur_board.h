/* The board of Ur, shared by royal-ur, akalamdung and ur: path, rosettes, and position
 * text.  Source: "Plateau d'Ur", leglobejoueur.com.
 *
 * Each side walks a path of 14 squares of its own: 1..4 and 13..14 are private, 5..12 are
 * the central row, which both walk in the same direction.  Between its position and the
 * text a game uses struct ur_text, in which a column is just letters from the top down.
 */
#ifndef ALEA_RULES_UR_UR_BOARD_H
#define ALEA_RULES_UR_UR_BOARD_H

#include "rules/game.h"

#define UR_PIECES       7  /* of each side */
#define UR_COMMON_FIRST 5  /* first square of the central row */
#define UR_COMMON_LAST  12 /* last square of the central row */
#define UR_CENTRE       8  /* the rosette of the central row */
#define UR_THROW_MAX    3

/* A path square as a bit of a set of them. */
#define UR_BIT(path) (1U << (path))
/* The central row. */
#define UR_COMMON (UR_BIT(UR_COMMON_LAST + 1) - UR_BIT(UR_COMMON_FIRST))
/* Race games: where pieces can be captured, the central row but its rosette. */
#define UR_CAPTURE_ON (UR_COMMON & ~UR_BIT(UR_CENTRE))

static inline bool ur_is_common(unsigned path) {
    return path >= UR_COMMON_FIRST && path <= UR_COMMON_LAST;
}

static inline bool ur_is_rosette(unsigned path) {
    return path == 4 || path == UR_CENTRE || path == UR_LAST;
}

/* Race games: from which path squares (bits; UR_IN: entering) a piece may go as far as
 * the throw says, passing over no rosette and leaving the board from 14 only. */
extern const uint16_t ur_race_from[UR_THROW_MAX + 1];

/* One position text taken apart. */
struct ur_text {
    uint8_t reserve[SIDE_COUNT]; /* pieces not yet entered */
    uint8_t off[SIDE_COUNT];     /* pieces gone for good, by their own colour */
    uint8_t turn;                /* enum side */
    uint8_t dice;                /* 1..3, or 0: not thrown */
    /* What stands on each square, by ur_square(): letters w b W B, top first, "" if
     * empty.  Squares are in the order of the text. */
    char column[UR_SQUARES][2 * UR_PIECES + 1];
};

/* Index of a side's path square 1..14 in ur_text.column. */
unsigned ur_square(enum side side, unsigned path);
/* Whose private square this index is; SIDE_COUNT: common. */
enum side ur_square_owner(unsigned square);
/* "w4", "8" */
void ur_square_write(unsigned square, struct text_out *out);
/* A path square as moves name it: "in", "13", "off". */
void ur_path_write(unsigned path, struct text_out *out);
/* Takes one. */
bool ur_path_take(struct text_in *in, unsigned *path);
/* "in-2", "3-4": the text of a move that needs no more than its squares. */
void ur_move_write(const struct position *pos, const struct move *m,
                   struct text_out *out);
/* Reads one, whether or not it makes sense.  False: it is none. */
bool ur_move_read(const char *text, size_t len, unsigned *from, unsigned *to);
/* Tells what happened on a square of the side's path. */
void ur_tell(struct happened *h, enum happening_kind kind, uint8_t side, unsigned path,
             uint8_t n);

/* Reads a whole text, whose columns may be in any order.  Refuses other than 7 pieces of
 * a colour in all, and a square named twice, wrongly or with nothing on it. */
bool ur_text_read(struct ur_text *text, struct text_in *in);
/* Canonical text. */
void ur_text_write(const struct ur_text *text, struct text_out *out);
/* Refuses a piece on a private square of the other side.  For games without prisoners. */
bool ur_text_check_private(const struct ur_text *text, struct text_in *in);
/* Takes turn and dice into *pos, whose pieces are set already and whose phase is over,
 * with the turn that belongs to it, if they show a finished game, and else still 0.
 * can_move: whether the side to move has a legal move with the throw. */
bool ur_text_settle(const struct ur_text *text, struct position *pos,
                    bool (*can_move)(const struct position *pos), struct text_in *in);
/* For is_sane: reads the position's own text into *again.  Whether it is accepted, and
 * gives back everything but the pieces, which the game compares; a drawn game comes back
 * undrawn.  No side may have more than 7 pieces in all. */
bool ur_text_gives_back(const struct game *game, const struct position *pos,
                        struct position *again);
/* Squares, reserve and off for struct game.board. */
void ur_text_board(const struct ur_text *text, struct board *board);

#endif
