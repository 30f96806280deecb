/* The board of Ur, shared by royal-ur, akalamdung and ur: path, rosettes, and position
 * text.  Source: "Plateau d'Ur", leglobejoueur.com.
 *
 * Each side follows its own path of 14 squares: 1..4 and 13..14 are private, 5..12 are
 * the central row, which both follow in the same direction.  Games convert their
 * positions to text through struct ur_text, in which a column is letters from the top
 * down. */
#ifndef ALEA_RULES_UR_UR_BOARD_H
#define ALEA_RULES_UR_UR_BOARD_H

#include "rules/game.h"

#define UR_PIECES       7  /* of each side */
#define UR_COMMON_FIRST 5  /* first square of the central row */
#define UR_COMMON_LAST  12 /* last square of the central row */
#define UR_CENTRE       8  /* the rosette of the central row */
#define UR_THROW_MAX    3
#define UR_PATH_MAX     16 /* squares of the longest path of any game */
#define UR_COLUMNS_MAX  12

/* A path square as a bit in a set. */
#define UR_BIT(path) (1U << (path))
/* The central row. */
#define UR_COMMON (UR_BIT(UR_COMMON_LAST + 1) - UR_BIT(UR_COMMON_FIRST))
/* Race games: where captures are possible: the central row except its rosette. */
#define UR_CAPTURE_ON (UR_COMMON & ~UR_BIT(UR_CENTRE))

static inline bool ur_is_common(unsigned path) {
    return path >= UR_COMMON_FIRST && path <= UR_COMMON_LAST;
}

static inline bool ur_is_rosette(unsigned path) {
    return path == 4 || path == UR_CENTRE || path == UR_LAST;
}

/* Race games: the path squares, as bits (UR_IN: entering), from which a throw passes no
 * rosette.  A piece leaves the board only from 14. */
extern const uint16_t ur_race_from[UR_THROW_MAX + 1];

/* A board with its paths: what texts and drawings depend on besides the pieces. */
struct ur_shape {
    char name[UR_SQUARES][SQUARE_BYTES]; /* of the squares, in the order of the text */
    const char *names;                   /* the same for people */
    uint8_t throw_max;
    uint8_t last;      /* path square */
    uint32_t rosettes; /* path squares, as bits */
    /* Where each side's path squares are, in the order of the text. */
    uint8_t square[SIDE_COUNT][UR_PATH_MAX + 1];
    /* The board: path squares of a side's own row, as it counts, and of the middle row.
     * UR_IN: where pieces enter; last + 1: where they leave; UR_GAP: nothing. */
    uint8_t columns;
    uint8_t own[UR_COLUMNS_MAX], middle[UR_COLUMNS_MAX];
};
#define UR_GAP 0xff

extern const struct ur_shape ur_shape;         /* royal-ur, akalamdung, ur */
extern const struct ur_shape ur_shape_four;    /* the same with throws to 4: finkel */
extern const struct ur_shape ur_shape_masters; /* the path of masters and blitz */
extern const struct ur_shape ur_shape_aseb;

/* Returns the path square of a side that is this square of the text; 0: none. */
unsigned ur_shape_path(const struct ur_shape *shape, enum side side, unsigned square);
/* Returns the square, in the order of the text, in this place of the board; UR_SQUARES:
 * none.  Row 0 is Black's own, 1 the middle one, 2 White's. */
unsigned ur_shape_square(const struct ur_shape *shape, int row, int column);
bool ur_shape_is_rosette(const struct ur_shape *shape, unsigned square);
/* Returns the square with this name; UR_SQUARES: none has it. */
unsigned ur_shape_find(const struct ur_shape *shape, const char *name);

/* The parts of a position text. */
struct ur_text {
    const struct ur_shape *shape;
    uint8_t reserve[SIDE_COUNT]; /* pieces not yet entered */
    uint8_t off[SIDE_COUNT];     /* pieces off the board for good, by their own colour */
    uint8_t turn;                /* enum side */
    uint8_t dice;                /* 1..3, or 0: not thrown */
    /* The pieces on each square, by ur_square(): letters w b W B, top first; "": none.
     * Squares are in the order of the text. */
    char column[UR_SQUARES][2 * UR_PIECES + 1];
};

/* Returns the index of a side's path square 1..14 in ur_text.column. */
static inline unsigned ur_square(enum side side, unsigned path) {
    return ur_shape.square[side][path];
}
/* Takes a throw.  The turn passes if it moves no piece: a throw of 0 never does. */
static inline void ur_take_throw(struct position *pos, const struct roll *roll,
                                 bool (*can_move)(const struct position *pos),
                                 struct happened *h) {
    pos->roll = *roll;
    pos->phase = PHASE_MOVE;
    if (!can_move(pos)) {
        happened_add(h, HAPPENED_PASS, pos->turn, "", 0);
        pos->roll = (struct roll){0};
        pos->phase = PHASE_ROLL;
        pos->turn = (uint8_t)side_other((enum side)pos->turn);
    }
}
/* Writes "w4" or "8". */
void ur_square_write(unsigned square, struct text_out *out);
/* Writes a path square as moves name it: "in", "13", "off".  last: the last square before
 * off. */
void ur_path_write(unsigned path, unsigned last, struct text_out *out);
/* Takes a path square; off is last + 1. */
bool ur_path_take(struct text_in *in, unsigned last, unsigned *path);
/* Writes "in-2" or "3-4", for moves that need only their squares. */
void ur_move_write(const struct position *pos, const struct move *m,
                   struct text_out *out);
/* Reads such a move, even an impossible one.  False: it has another form. */
bool ur_move_read(const char *text, size_t len, unsigned last, unsigned *from,
                  unsigned *to);
/* Records what happened on a square of the side's path, which is on the board. */
void ur_tell(struct happened *h, enum happening_kind kind, uint8_t side, unsigned path,
             uint8_t n);

/* Reads a whole text, columns in any order.  Refuses a colour with another number of
 * pieces, and a square that is repeated, misspelt or empty. */
bool ur_text_read(struct ur_text *text, const struct ur_shape *shape, unsigned pieces,
                  struct text_in *in);
/* Writes the canonical text. */
void ur_text_write(const struct ur_text *text, struct text_out *out);
/* Refuses a piece on the other side's private squares.  For games without prisoners. */
bool ur_text_check_private(const struct ur_text *text, struct text_in *in);
/* Takes turn and dice into *pos.  Its pieces must be set.  So must phase and turn if the
 * pieces show a finished game; otherwise they must be 0.  can_move: whether the side to
 * move has a legal move with the throw. */
bool ur_text_settle(const struct ur_text *text, struct position *pos,
                    bool (*can_move)(const struct position *pos), struct text_in *in);
/* Fills squares, reserve and off for struct game.board. */
void ur_text_board(const struct ur_text *text, struct board *board);

/* The members write and board of a game whose NAME_to_text fills a struct ur_text. */
#define UR_TEXT_FUNCTIONS(name)                                                          \
    static void name##_write(const struct position *pos, struct text_out *out) {         \
        struct ur_text text;                                                             \
        name##_to_text(pos, &text);                                                      \
        ur_text_write(&text, out);                                                       \
    }                                                                                    \
    static void name##_board(const struct position *pos, struct board *board) {          \
        struct ur_text text;                                                             \
        name##_to_text(pos, &text);                                                      \
        ur_text_board(&text, board);                                                     \
    }

/* --- races with one piece on each square (race.c) --- */

/* The highest throw. */
#define RACE_THROW_MAX 4

/* What differs from race to race.  Sets of path squares are bits. */
struct race {
    const struct ur_shape *shape;   /* with the path, and where the mover throws again */
    uint8_t meets[UR_PATH_MAX + 1]; /* the enemy's path square there; 0: none */
    uint8_t last;                   /* the last path square */
    bool captures_again;            /* after a capture the mover throws again */
    uint8_t pieces[OPTION_VALUES_MAX]; /* of each side, by the first option */
    uint32_t safe;                     /* where no piece is captured */
};

/* The rules of a race, by one of its positions. */
const struct race *race_of(const struct position *pos);

/* --- columns of ur --- */

static inline enum side ur_column_colour(const struct ur_column *column, unsigned piece) {
    return (column->black >> piece & 1U) != 0 ? SIDE_BLACK : SIDE_WHITE;
}

static inline bool ur_column_is_officer(const struct ur_column *column, unsigned piece) {
    return (column->officers >> piece & 1U) != 0;
}

#endif
