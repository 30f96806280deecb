/* ur: the Game of Ur, a game of capture on the board of Ur.
 *
 * Source: "Jeu de Ur", leglobejoueur.com.  The rules as played here:
 * - A throw d, the sum of three two-faced dice, moves one unit exactly d squares, or
 *   enters a soldier on square d.  A throw of 0, or without a legal move, ends the turn.
 * - Soldiers move forward.  One that reaches 14 becomes an officer, which stays on the
 *   board and moves forward or backward, never below 1 nor above 14.
 * - The pieces of a square are a column; its top piece owns it.  No unit lands on a
 *   column of its own side; one that lands on an enemy column goes on top.
 * - A unit is the top piece with its prisoners.  What lies below stays, free.
 * - On 14 a unit takes its prisoners off the board for good.
 * - Officers are captured like soldiers, and keep their rank when freed.
 * - Rosettes but 14 have no effect; nothing gives an extra turn.
 * - A side with no piece in reserve and none on top of a column has lost: all it has left
 *   are prisoners, and nothing can free them any more.
 * [house]:
 * - Moving is compulsory.
 * - The prisoners of a piece are the whole run of enemy pieces directly below it; the
 *   source speaks only of columns whose colours alternate.
 * - 1,000 moves without a capture and without a prisoner taken off are a draw. */
#include "rules/ur/ur_board.h"

#include <string.h>

static const char ur_rules[] =
    "Each side has seven soldiers and walks a path of 14 squares: 1 to 4 alone, 5\n"
    "to 12 in the central row, which both sides share, then 13 and 14 alone. You\n"
    "take the enemy's pieces prisoner and bring them to your square 14.\n"
    "- Three two-faced dice give 0 to 3. Move one piece exactly that far, or\n"
    "  enter a soldier on that square. 14 must be reached exactly.\n"
    "- You must move if you can (house rule). If you cannot, or throw 0, your\n"
    "  turn passes. Rosettes give no extra turn.\n"
    "- Soldiers move forward only. One that reaches 14 becomes an officer: it\n"
    "  stays on the board and may move forward or backward.\n"
    "- Landing on an enemy piece puts yours on top of it. The top piece owns the\n"
    "  square, and you cannot land on your own column.\n"
    "- The top piece moves with its prisoners: all enemy pieces directly below\n"
    "  it, up to the next piece of its own side (house rule). The rest stays\n"
    "  there, free.\n"
    "- On your 14 your prisoners are taken off for good.\n"
    "- Officers can be captured too; freed, they are officers again.\n"
    "- A side with nothing in reserve and no piece on top of a column has lost.\n"
    "- 1,000 moves without a capture or a prisoner taken off are a draw\n"
    "  (house rule).\n"
    "Moves: in-2 enters a soldier on 2, 3-4 moves from 3 to 4, 9-7 moves an\n"
    "officer backward.\n";

#define QUIET_MAX 1000

/* --- columns --- */

/* Returns how many pieces of the side lie together, starting at `from`. */
static unsigned run_length(const struct ur_column *column, enum side side,
                           unsigned from) {
    unsigned n = 0;
    while (from + n < column->n && ur_column_colour(column, from + n) == side) {
        n++;
    }
    return n;
}

/* Takes the top n pieces. */
static struct ur_column lift(struct ur_column *column, unsigned n) {
    unsigned taken = (1U << n) - 1U;
    struct ur_column unit = {.black = (uint16_t)(column->black & taken),
                             .officers = (uint16_t)(column->officers & taken),
                             .n = (uint16_t)n};
    column->black = (uint16_t)(column->black >> n);
    column->officers = (uint16_t)(column->officers >> n);
    column->n = (uint16_t)(column->n - n);
    return unit;
}

static void put_on_top(struct ur_column *column, const struct ur_column *unit) {
    column->black = (uint16_t)(column->black << unit->n | unit->black);
    column->officers = (uint16_t)(column->officers << unit->n | unit->officers);
    column->n = (uint16_t)(column->n + unit->n);
}

static struct ur_column single_piece(enum side side, bool officer) {
    return (struct ur_column){.black = side == SIDE_BLACK, .officers = officer, .n = 1};
}

static struct ur_column *column_at(struct ur *ur, enum side side, unsigned path) {
    return &ur->column[ur_square(side, path)];
}

/* Updates the sets of squares after a change on a square of the side's path. */
static void note_top(struct ur *ur, enum side side, unsigned path) {
    const struct ur_column *column = column_at(ur, side, path);
    for (enum side s = SIDE_WHITE; s < SIDE_COUNT; s++) {
        if (s == side || ur_is_common(path)) {
            ur->units[s] = (uint16_t)(ur->units[s] & ~UR_BIT(path));
            ur->officers[s] = (uint16_t)(ur->officers[s] & ~UR_BIT(path));
        }
    }
    if (column->n > 0) {
        enum side owner = ur_column_colour(column, 0);
        ur->units[owner] = (uint16_t)(ur->units[owner] | UR_BIT(path));
        ur->officers[owner] =
            (uint16_t)(ur->officers[owner] | (unsigned)ur_column_is_officer(column, 0)
                                                 << path);
    }
}

static void set_reserve(struct ur *ur, enum side side, unsigned n) {
    ur->reserve[side] = (uint8_t)n;
    ur->units[side] =
        (uint16_t)((ur->units[side] & ~UR_BIT(UR_IN)) | (unsigned)(n > 0) << UR_IN);
}

/* --- moves --- */

/* Squares from which the throw moves a unit. */
struct movers {
    unsigned forward, backward;
};

static struct movers movable(const struct position *pos) {
    const struct ur *ur = &pos->u.ur;
    unsigned throw = pos->roll.value[0];
    unsigned own = ur->units[pos->turn];
    unsigned up_to = UR_BIT(UR_LAST + 1 - throw) - 1U; /* 14 must be reached exactly */
    unsigned beyond = ~(UR_BIT(1 + throw) - 1U);       /* never back beyond 1 */
    return (struct movers){
        .forward = own & ~(own >> throw) & up_to,
        .backward = ur->officers[pos->turn] & ~(own << throw) & beyond,
    };
}

static bool ur_can_move(const struct position *pos) {
    struct movers from = movable(pos);
    return (from.forward | from.backward) != 0;
}

static size_t ur_moves(const struct position *pos, struct move out[static MOVES_MAX]) {
    unsigned throw = pos->roll.value[0];
    struct movers movers = movable(pos);
    size_t n = 0;
    for (unsigned from = UR_IN; from <= UR_LAST; from++) {
        /* Always written, kept if the bit is set: this avoids an unpredictable branch. */
        out[n] = (struct move){.from = (uint16_t)from, .to = (uint16_t)(from + throw)};
        n += movers.forward >> from & 1U;
        out[n] = (struct move){.from = (uint16_t)from, .to = (uint16_t)(from - throw)};
        n += movers.backward >> from & 1U;
    }
    return n;
}

/* --- playing --- */

/* Picks up the unit that moves: a soldier from the reserve, or the top piece of a column
 * with its prisoners. */
static struct ur_column take_unit(struct ur *ur, enum side side, unsigned from,
                                  struct happened *h) {
    if (from == UR_IN) {
        set_reserve(ur, side, ur->reserve[side] - 1U);
        return single_piece(side, false);
    }
    struct ur_column *column = column_at(ur, side, from);
    unsigned prisoners = run_length(column, side_other(side), 1);
    struct ur_column unit = lift(column, 1 + prisoners);
    note_top(ur, side, from);
    if (prisoners > 0 && column->n > 0) {
        ur_tell(h, HAPPENED_FREED, (uint8_t)side, from,
                (uint8_t)run_length(column, side, 0));
    }
    return unit;
}

/* Square 14: the prisoners leave the board, and a soldier becomes an officer.  Returns
 * whether there were prisoners. */
static bool arrive_at_last(struct ur *ur, enum side side, struct ur_column *unit,
                           struct happened *h) {
    uint8_t prisoners = (uint8_t)(unit->n - 1);
    if (prisoners > 0) {
        happened_add(h, HAPPENED_PRISONERS_OFF, (uint8_t)side, "", prisoners);
    }
    if (!ur_column_is_officer(unit, 0)) {
        ur_tell(h, HAPPENED_PROMOTED, (uint8_t)side, UR_LAST, 0);
    }
    enum side other = side_other(side);
    ur->off[other] = (uint8_t)(ur->off[other] + prisoners);
    *unit = single_piece(side, true);
    return prisoners > 0;
}

static void settle_end(struct position *pos) {
    enum side other = side_other(pos->turn);
    pos->phase = PHASE_ROLL;
    if (pos->u.ur.units[other] == 0) {
        pos->phase = PHASE_OVER;
        pos->outcome = pos->turn;
        pos->end = END_IMPRISONED;
    }
    pos->turn = (uint8_t)other;
}

static bool ur_apply(struct position *pos, const struct move *m, struct happened *h) {
    struct ur *ur = &pos->u.ur;
    enum side side = pos->turn;
    if (m->from == UR_IN) {
        ur_tell(h, HAPPENED_ENTER, pos->turn, m->to, 0);
    }
    struct ur_column unit = take_unit(ur, side, m->from, h);
    struct ur_column *column = column_at(ur, side, m->to);
    unsigned captured = run_length(column, side_other(side), 0);
    bool progress = captured > 0;
    if (captured > 0) {
        ur_tell(h, HAPPENED_CAPTURE, pos->turn, m->to, (uint8_t)captured);
    }
    if (m->to == UR_LAST) {
        progress = arrive_at_last(ur, side, &unit, h);
    }
    put_on_top(column, &unit);
    note_top(ur, side, m->to);
    pos->roll = (struct roll){0};
    settle_end(pos);
    return progress;
}

static void ur_roll(struct position *pos, const struct roll *roll, struct happened *h) {
    ur_take_throw(pos, roll, ur_can_move, h);
}

/* --- position text --- */

/* Checks a private square: one piece of its owner on top of prisoners; on 14, a single
 * officer. */
static bool check_private(const struct ur_text *text, enum side side, unsigned path,
                          struct text_in *in) {
    const char *column = text->column[ur_square(side, path)];
    const char *own = side == SIDE_WHITE ? "wW" : "bB";
    if (column[0] == '\0') {
        return true;
    }
    if (strchr(own, column[0]) == NULL) {
        return text_fault(in, "the top piece of a private square is not its owner's",
                          NULL, NULL);
    }
    if (strpbrk(column + 1, own) != NULL) {
        return text_fault(in, "two pieces of its owner on a private square", NULL, NULL);
    }
    return path != UR_LAST || (column[0] == own[1] && column[1] == '\0') ||
           text_fault(in, "only one officer stands on square 14", NULL, NULL);
}

static bool check_squares(const struct ur_text *text, struct text_in *in) {
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        for (unsigned path = 1; path <= UR_LAST; path++) {
            if (!ur_is_common(path) && !check_private(text, side, path, in)) {
                return false;
            }
        }
    }
    return true;
}

static void fill_column(struct ur *ur, enum side side, unsigned path,
                        const char *letters) {
    struct ur_column column = {0};
    for (size_t n = strlen(letters); n-- > 0;) {
        bool black = letters[n] == 'b' || letters[n] == 'B';
        bool officer = letters[n] == 'W' || letters[n] == 'B';
        struct ur_column piece = single_piece(black ? SIDE_BLACK : SIDE_WHITE, officer);
        put_on_top(&column, &piece);
    }
    *column_at(ur, side, path) = column;
    note_top(ur, side, path);
}

static bool ur_read(struct position *pos, struct text_in *in) {
    struct ur *ur = &pos->u.ur;
    struct ur_text text;
    if (!ur_text_read(&text, &ur_shape, UR_PIECES, in) || !check_squares(&text, in)) {
        return false;
    }
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        set_reserve(ur, side, text.reserve[side]);
        ur->off[side] = text.off[side];
        for (unsigned path = 1; path <= UR_LAST; path++) {
            fill_column(ur, side, path, text.column[ur_square(side, path)]);
        }
    }
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        if (ur->units[side] != 0) {
            continue;
        }
        if (pos->phase == PHASE_OVER) {
            return text_fault(in, "both sides have lost", NULL, NULL);
        }
        pos->phase = PHASE_OVER;
        pos->turn = (uint8_t)side;
        pos->outcome = (uint8_t)side_other(side);
        pos->end = END_IMPRISONED;
    }
    return ur_text_settle(&text, pos, ur_can_move, in);
}

static void ur_to_text(const struct position *pos, struct ur_text *text) {
    const struct ur *ur = &pos->u.ur;
    *text = (struct ur_text){
        .shape = &ur_shape, .turn = pos->turn, .dice = pos->roll.value[0]};
    memcpy(text->reserve, ur->reserve, sizeof text->reserve);
    memcpy(text->off, ur->off, sizeof text->off);
    for (unsigned square = 0; square < UR_SQUARES; square++) {
        const struct ur_column *column = &ur->column[square];
        for (unsigned piece = 0; piece < column->n; piece++) {
            const char *letters =
                ur_column_colour(column, piece) == SIDE_WHITE ? "wW" : "bB";
            text->column[square][piece] = letters[ur_column_is_officer(column, piece)];
        }
    }
}

UR_TEXT_FUNCTIONS(ur)

/* --- why a move is refused --- */

static const struct rule why_notation = {
    "ur.notation", "A move is written FROM-TO in squares of your own path: in-2, 3-4.",
    "[house]"};
static const struct rule why_piece = {"ur.piece", "You have no piece there.", "source"};
static const struct rule why_prisoner = {
    "ur.prisoner", "Your piece there is below an enemy: only the top of a column moves.",
    "source"};
static const struct rule why_off = {
    "ur.off", "Only prisoners leave the board, when their captor reaches 14.", "source"};
static const struct rule why_exact = {"ur.exact", "Square 14 must be reached exactly.",
                                      "source"};
static const struct rule why_below = {"ur.below", "No piece goes back beyond square 1.",
                                      "source"};
static const struct rule why_forward = {"ur.forward", "Only officers move backward.",
                                        "source"};
static const struct rule why_distance = {
    "ur.throw", "A piece moves exactly as many squares as the throw says.", "source"};
static const struct rule why_occupied = {
    "ur.occupied",
    "Your own piece is on top there, and you cannot land on your own column.", "source"};

/* Whether the side has a piece below the top of a column on this square of its path. */
static bool has_prisoner(const struct ur *ur, enum side side, unsigned path) {
    const struct ur_column *column = &ur->column[ur_square(side, path)];
    for (unsigned i = 1; i < column->n; i++) {
        if (ur_column_colour(column, i) == side) {
            return true;
        }
    }
    return false;
}

/* Returns why a unit of the side to move cannot go from `from` to `to`. */
static const struct rule *why_not_to(const struct position *pos, unsigned from,
                                     unsigned to) {
    unsigned throw = pos->roll.value[0];
    if (to == UR_IN) {
        return &why_below;
    }
    if (to == UR_OFF) {
        return from + throw > UR_LAST ? &why_exact : &why_off;
    }
    if (to < from && (pos->u.ur.officers[pos->turn] & UR_BIT(from)) == 0) {
        return &why_forward;
    }
    if (to != from + throw &&to + throw != from) {
        return &why_distance;
    }
    return &why_occupied;
}

static const struct rule *ur_why(const struct position *pos, const char *text,
                                 size_t len) {
    const struct ur *ur = &pos->u.ur;
    unsigned from;
    unsigned to;
    if (!ur_move_read(text, len, UR_LAST, &from, &to) || from == UR_OFF) {
        return &why_notation;
    }
    if ((ur->units[pos->turn] & UR_BIT(from)) == 0) {
        return from != UR_IN && has_prisoner(ur, pos->turn, from) ? &why_prisoner
                                                                  : &why_piece;
    }
    return why_not_to(pos, from, to);
}

const struct game game_ur = {
    .id = "ur",
    .title = "Game of Ur",
    .source = "Jeu de Ur, leglobejoueur.com",
    .goal = "take all enemy pieces prisoner",
    .rules = ur_rules,
    .example = "0,0 5=wBw,7=bwb,9=Wbb,12=bWw,w14=W,b14=B 0,0 w 2",
    .dice = &dice_three_binary,
    .options = options_legs,
    .quiet_max = QUIET_MAX,
    .drawing = "ur",
    .shape = &ur_shape,
    .first = SIDE_WHITE,
    .start = "7,7 - 0,0 ? -",
    .moves = ur_moves,
    .apply = ur_apply,
    .roll = ur_roll,
    .read = ur_read,
    .write = ur_write,
    .write_move = ur_move_write,
    .board = ur_board,
    .why = ur_why,
};
