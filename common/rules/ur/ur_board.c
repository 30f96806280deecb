#include "rules/ur/ur_board.h"

#include <assert.h>
#include <string.h>

/* A throw of d passes no rosette, except from the d - 1 squares before one; from 14 only
 * a 1 is exact. */
#define BEFORE_ROSETTES (UR_BIT(3) | UR_BIT(7) | UR_BIT(13))
#define TWO_BEFORE      (UR_BIT(2) | UR_BIT(6) | UR_BIT(12))
#define ALL_FROM        (UR_BIT(UR_OFF) - 1U)

const uint16_t ur_race_from[UR_THROW_MAX + 1] = {
    [1] = ALL_FROM,
    [2] = ALL_FROM & ~(BEFORE_ROSETTES | UR_BIT(UR_LAST)),
    [3] = ALL_FROM & ~(BEFORE_ROSETTES | TWO_BEFORE | UR_BIT(UR_LAST)),
};

/* --- boards --- */

#define BELL                                                                             \
    .name = {"w1", "b1", "w2", "b2", "w3", "b3", "w4",  "b4",  "5",   "6",               \
             "7",  "8",  "9",  "10", "11", "12", "w13", "b13", "w14", "b14"},            \
    .names = "w1..w4, b1..b4, 5..12, w13, w14, b13, b14", .last = UR_LAST,               \
    .rosettes = UR_BIT(4) | UR_BIT(UR_CENTRE) | UR_BIT(UR_LAST),                         \
    .square = {{0, 0, 2, 4, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18},                    \
               {0, 1, 3, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 19}},                   \
    .columns = 8, .own = {4, 3, 2, 1, UR_IN, UR_OFF, 14, 13},                            \
    .middle = {5, 6, 7, 8, 9, 10, 11, 12}

const struct ur_shape ur_shape = {BELL, .throw_max = UR_THROW_MAX};
const struct ur_shape ur_shape_four = {BELL, .throw_max = 4};
/* From 12 on each side walks around the end of the board, against the other: White's 12
 * is Black's 16, and so on. */
const struct ur_shape ur_shape_masters = {
    .name = {"w1", "b1", "w2", "b2", "w3", "b3",  "w4",  "b4",  "5",   "6",
             "7",  "8",  "9",  "10", "11", "w12", "b12", "w13", "b13", "14"},
    .names = "w1..w4, b1..b4, 5..11, w12, w13, b12, b13, 14",
    .throw_max = 4,
    .last = 16,
    .rosettes = UR_BIT(4) | UR_BIT(8) | UR_BIT(12) | UR_BIT(16),
    .square = {{0, 0, 2, 4, 6, 8, 9, 10, 11, 12, 13, 14, 15, 17, 19, 18, 16},
               {0, 1, 3, 5, 7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 19, 17, 15}},
    .columns = 8,
    .own = {4, 3, 2, 1, UR_IN, 17, 16, 15},
    .middle = {5, 6, 7, 8, 9, 10, 11, 14}};
const struct ur_shape ur_shape_aseb = {
    .name = {"w1", "b1", "w2", "b2", "w3", "b3", "w4", "b4", "5",  "6",
             "7",  "8",  "9",  "10", "11", "12", "13", "14", "15", "16"},
    .names = "w1..w4, b1..b4, 5..16",
    .throw_max = 4,
    .last = 16,
    .rosettes = UR_BIT(4) | UR_BIT(8) | UR_BIT(12) | UR_BIT(16),
    .square = {{0, 0, 2, 4, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19},
               {0, 1, 3, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19}},
    .columns = 12,
    .own = {4, 3, 2, 1, UR_IN, UR_GAP, UR_GAP, UR_GAP, UR_GAP, UR_GAP, UR_GAP, 17},
    .middle = {5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}};

unsigned ur_shape_path(const struct ur_shape *shape, enum side side, unsigned square) {
    unsigned path = shape->last;
    while (path > 0 && shape->square[side][path] != square) {
        path--;
    }
    return path;
}

unsigned ur_shape_square(const struct ur_shape *shape, int row, int column) {
    unsigned path = row == 1 ? shape->middle[column] : shape->own[column];
    bool is_square = path > UR_IN && path <= shape->last;
    return is_square ? shape->square[row == 0 ? SIDE_BLACK : SIDE_WHITE][path]
                     : UR_SQUARES;
}

unsigned ur_shape_find(const struct ur_shape *shape, const char *name) {
    unsigned square = 0;
    while (square < UR_SQUARES && strcmp(shape->name[square], name) != 0) {
        square++;
    }
    return square;
}

bool ur_shape_is_rosette(const struct ur_shape *shape, unsigned square) {
    unsigned white = ur_shape_path(shape, SIDE_WHITE, square);
    unsigned path = white > 0 ? white : ur_shape_path(shape, SIDE_BLACK, square);
    return (shape->rosettes & UR_BIT(path)) != 0;
}

_Static_assert(sizeof((struct ur_text *)0)->column[0] <= BOARD_PIECES_BYTES, "a column");

void ur_square_write(unsigned square, struct text_out *out) {
    text_put(out, ur_shape.name[square]);
}

void ur_path_write(unsigned path, unsigned last, struct text_out *out) {
    if (path == UR_IN) {
        text_put(out, "in");
    } else if (path > last) {
        text_put(out, "off");
    } else {
        text_put_number(out, path);
    }
}

static bool take_word(struct text_in *in, const char *word) {
    for (const char *c = word; *c != '\0'; c++) {
        if (!text_take(in, *c)) {
            return text_fault(in, "a square is a number, in or off", NULL, NULL);
        }
    }
    return true;
}

bool ur_path_take(struct text_in *in, unsigned last, unsigned *path) {
    switch (text_peek(in)) {
    case 'i': *path = UR_IN; return take_word(in, "in");
    case 'o': *path = last + 1; return take_word(in, "off");
    default:
        return text_take_number(in, last, "a square", path) &&
               (*path != UR_IN || text_fault(in, "there is no square 0", NULL, NULL));
    }
}

void ur_move_write(const struct position *pos, const struct move *m,
                   struct text_out *out) {
    (void)pos;
    ur_path_write(m->from, UR_LAST, out);
    text_put_char(out, '-');
    ur_path_write(m->to, UR_LAST, out);
}

bool ur_move_read(const char *text, size_t len, unsigned last, unsigned *from,
                  unsigned *to) {
    struct text_in in = text_in_of(text, len);
    return ur_path_take(&in, last, from) && text_take(&in, '-') &&
           ur_path_take(&in, last, to) && text_at_end(&in);
}

void ur_tell(struct happened *h, enum happening_kind kind, uint8_t side, unsigned path,
             uint8_t n) {
    char at[SQUARE_BYTES];
    struct text_out out = text_out_of(at, sizeof at);
    text_put_number(&out, path);
    happened_add(h, kind, side, at, n);
}

/* --- reading --- */

static bool fault_square(const struct ur_text *text, struct text_in *in, unsigned square,
                         const char *wrong) {
    return text_fault(in, "square ", text->shape->name[square], wrong);
}

/* Takes "<white's>,<black's>". */
static bool take_pair(struct text_in *in, const char *what, uint8_t pair[SIDE_COUNT]) {
    for (unsigned side = 0; side < SIDE_COUNT; side++) {
        unsigned n = 0;
        if (side > 0 && !text_expect(in, ',', "between white's number and black's")) {
            return false;
        }
        if (!text_take_number(in, UR_PIECES, what, &n)) {
            return false;
        }
        pair[side] = (uint8_t)n;
    }
    return true;
}

/* Takes "w4" or "8". */
static bool take_square(const struct ur_shape *shape, struct text_in *in,
                        unsigned *square) {
    char name[SQUARE_BYTES];
    struct text_out out = text_out_of(name, sizeof name);
    unsigned number = 0;
    for (unsigned side = 0; side < SIDE_COUNT && out.len == 0; side++) {
        if (text_take(in, side_letter((enum side)side))) {
            text_put_char(&out, side_letter((enum side)side));
        }
    }
    if (!text_take_number(in, shape->last, "the number of a square", &number)) {
        return false;
    }
    text_put_number(&out, number);
    *square = ur_shape_find(shape, name);
    return *square < UR_SQUARES ||
           text_fault(in, "no such square: they are ", shape->names, NULL);
}

static bool is_piece(char c) {
    return c == 'w' || c == 'b' || c == 'W' || c == 'B';
}

/* Takes "<square>=<pieces>". */
static bool take_column(struct ur_text *text, struct text_in *in) {
    unsigned square = 0;
    if (!take_square(text->shape, in, &square) ||
        !text_expect(in, '=', "after a square")) {
        return false;
    }
    char *column = text->column[square];
    if (column[0] != '\0') {
        return fault_square(text, in, square, " is named twice");
    }
    size_t n = 0;
    while (is_piece(text_peek(in))) {
        if (n == sizeof text->column[square] - 1) {
            return fault_square(text, in, square, " has too many pieces");
        }
        column[n++] = *in->at++;
    }
    return n > 0 ||
           fault_square(text, in, square, " is named without pieces w, b, W or B");
}

static bool take_columns(struct ur_text *text, struct text_in *in) {
    if (text_take(in, '-')) {
        return true;
    }
    do {
        if (!take_column(text, in)) {
            return false;
        }
    } while (text_take(in, ','));
    return true;
}

static bool take_dice(struct ur_text *text, struct text_in *in) {
    if (text_take(in, '-')) {
        return true;
    }
    unsigned dice = 0;
    if (!text_take_number(in, text->shape->throw_max, "the throw", &dice)) {
        return false;
    }
    text->dice = (uint8_t)dice;
    return dice > 0 || text_fault(in, "a throw of 0 does not stay", NULL, NULL);
}

static bool check_totals(const struct ur_text *text, unsigned pieces,
                         struct text_in *in) {
    unsigned total[SIDE_COUNT];
    for (unsigned side = 0; side < SIDE_COUNT; side++) {
        total[side] = text->reserve[side] + text->off[side];
    }
    for (unsigned square = 0; square < UR_SQUARES; square++) {
        for (const char *piece = text->column[square]; *piece != '\0'; piece++) {
            total[*piece == 'w' || *piece == 'W' ? SIDE_WHITE : SIDE_BLACK]++;
        }
    }
    for (unsigned side = 0; side < SIDE_COUNT; side++) {
        if (total[side] != pieces) {
            char wrong[] = " has fewer than 7 pieces in all";
            struct text_out out = text_out_of(wrong, sizeof wrong);
            text_put(&out, total[side] < pieces ? " has fewer than " : " has more than ");
            text_put_number(&out, pieces);
            text_put(&out, " pieces in all");
            return text_fault(in, side_name(side), wrong, NULL);
        }
    }
    return true;
}

bool ur_text_read(struct ur_text *text, const struct ur_shape *shape, unsigned pieces,
                  struct text_in *in) {
    *text = (struct ur_text){.shape = shape};
    return take_pair(in, "a reserve", text->reserve) &&
           text_expect(in, ' ', "after the reserves") && take_columns(text, in) &&
           text_expect(in, ' ', "after the columns") &&
           take_pair(in, "a number of pieces off", text->off) &&
           text_expect(in, ' ', "after the pieces off") && side_take(in, &text->turn) &&
           text_expect(in, ' ', "after the turn") && take_dice(text, in) &&
           text_expect_end(in, "the position") && check_totals(text, pieces, in);
}

bool ur_text_check_private(const struct ur_text *text, struct text_in *in) {
    for (unsigned square = 0; square < UR_SQUARES; square++) {
        char owner = text->shape->name[square][0]; /* or a digit: it is common */
        const char *others = owner == 'w' ? "bB" : owner == 'b' ? "wW" : "";
        if (strpbrk(text->column[square], others) != NULL) {
            return fault_square(text, in, square, " has a piece of the other side");
        }
    }
    return true;
}

bool ur_text_settle(const struct ur_text *text, struct position *pos,
                    bool (*can_move)(const struct position *pos), struct text_in *in) {
    if (pos->phase == PHASE_OVER) {
        if (text->dice != 0) {
            return text_fault(in, "the game is over, so there is no throw", NULL, NULL);
        }
        if (text->turn != pos->turn) {
            return text_fault(in, "the game is over, so the turn must be ",
                              side_name(pos->turn), "'s");
        }
        return true;
    }
    pos->turn = text->turn;
    if (text->dice == 0) {
        pos->phase = PHASE_ROLL;
        return true;
    }
    pos->phase = PHASE_MOVE;
    pos->roll = (struct roll){.n = 1, .value = {text->dice}};
    return can_move(pos) ||
           text_fault(in, "the throw leaves no legal move, so it does not stay", NULL,
                      NULL);
}

/* --- writing --- */

static void put_pair(const uint8_t pair[SIDE_COUNT], struct text_out *out) {
    text_put_number(out, pair[SIDE_WHITE]);
    text_put_char(out, ',');
    text_put_number(out, pair[SIDE_BLACK]);
    text_put_char(out, ' ');
}

/* Copies letters up to the NUL.  Returns the place of the next one. */
static char *copied(char *to, const char *letters) {
    while (*letters != '\0') {
        *to++ = *letters++;
    }
    return to;
}

/* Puts "w4=w,8=b", or "-". */
static void put_columns(const struct ur_text *text, struct text_out *out) {
    char columns[UR_SQUARES * (SQUARE_BYTES + sizeof text->column[0])], *to = columns;
    for (unsigned square = 0; square < UR_SQUARES; square++) {
        if (text->column[square][0] == '\0') {
            continue;
        }
        if (to != columns) {
            *to++ = ',';
        }
        to = copied(to, text->shape->name[square]);
        *to++ = '=';
        to = copied(to, text->column[square]);
    }
    if (to == columns) {
        *to++ = '-';
    }
    text_put_bytes(out, columns, (size_t)(to - columns));
}

void ur_text_write(const struct ur_text *text, struct text_out *out) {
    put_pair(text->reserve, out);
    put_columns(text, out);
    text_put_char(out, ' ');
    put_pair(text->off, out);
    text_put_char(out, side_letter(text->turn));
    text_put_char(out, ' ');
    if (text->dice == 0) {
        text_put_char(out, '-');
    } else {
        text_put_number(out, text->dice);
    }
}

void ur_text_board(const struct ur_text *text, struct board *board) {
    for (unsigned square = 0; square < UR_SQUARES; square++) {
        if (text->column[square][0] == '\0') {
            continue;
        }
        memcpy(board->square[board->n_squares].name, text->shape->name[square],
               SQUARE_BYTES);
        memcpy(board->square[board->n_squares].pieces, text->column[square],
               sizeof text->column[square]);
        board->n_squares++;
    }
    board->n_counts = 2;
    board->count[0].name = "reserve";
    memcpy(board->count[0].n, text->reserve, sizeof text->reserve);
    board->count[1].name = "off";
    memcpy(board->count[1].n, text->off, sizeof text->off);
}
