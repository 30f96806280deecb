/* royal-ur: the Royal Game of Ur, a race of seven pieces a side.
 *
 * Source: "Jeu Royal de Ur", leglobejoueur.com.  The rules as played here:
 * - A throw d, the sum of three two-faced dice, moves one piece exactly d squares, or
 *   enters one on square d.  A throw of 0, or without a legal move, ends the turn.
 * - Rosettes 4, 8 and 14 must be stopped on; a piece leaves from 14 with exactly 1.
 * - A square holds one piece, but 8 any number of both colours; they are safe there.
 * - Landing on an enemy piece in the central row sends it back to its reserve.
 * - After a rosette, a capture or a piece borne off, the mover throws again.
 * - The first side to bear off all seven pieces wins. */
#include "rules/ur/ur_board.h"

#include <string.h>

static const char royal_rules[] =
    "Each side has seven pieces and walks a path of 14 squares: 1 to 4 alone, 5 to\n"
    "12 in the central row, which both sides share, then 13 and 14 alone.\n"
    "- Three two-faced dice give 0 to 3. Move one piece exactly that far, or enter\n"
    "  one from the reserve on that square. A throw cannot be split.\n"
    "- You must move if you can. If you cannot, or throw 0, your turn passes.\n"
    "- 4, 8 and 14 are rosettes: no piece may pass over one without stopping.\n"
    "- A piece leaves the board from 14, with exactly 1.\n"
    "- A square holds one piece. Only 8 holds any number, of both colours.\n"
    "- In the central row, but not on 8, landing on an enemy piece sends it back\n"
    "  to its reserve.\n"
    "- You throw again after stopping on a rosette, capturing a piece, or bearing\n"
    "  one off.\n"
    "Moves: in-2 enters a piece on 2, 3-4 moves from 3 to 4, 14-off bears one off.\n";

/* Returns the squares, as bits, that hold a piece. */
static uint16_t occupied_squares(const uint8_t own[16]) {
    unsigned bits = 0;
    for (unsigned path = UR_IN; path <= UR_OFF; path++) {
        bits |= (unsigned)(own[path] > 0) << path;
    }
    return (uint16_t)bits;
}

/* --- moves --- */

/* Squares where a side may have any number of pieces. */
#define HOLD_MANY (UR_BIT(UR_CENTRE) | UR_BIT(UR_OFF))

/* Returns the squares, as bits, from which the throw moves a piece of the side to
 * move. */
static unsigned movable(const struct position *pos) {
    unsigned throw = pos->roll.value[0];
    unsigned occupied = pos->u.royal.occupied[pos->turn];
    unsigned blocked = (occupied & ~HOLD_MANY) >> throw;
    return occupied & ur_race_from[throw] & ~blocked;
}

static bool royal_can_move(const struct position *pos) {
    return movable(pos) != 0;
}

static size_t royal_moves(const struct position *pos, struct move out[static MOVES_MAX]) {
    unsigned throw = pos->roll.value[0];
    unsigned bits = movable(pos);
    size_t n = 0;
    for (unsigned from = UR_IN; from <= UR_LAST; from++) {
        /* Always written, kept if the bit is set: this avoids an unpredictable branch. */
        out[n] = (struct move){.from = (uint16_t)from, .to = (uint16_t)(from + throw)};
        n += bits >> from & 1U;
    }
    return n;
}

static const struct rule why_notation = {
    "royal-ur.notation",
    "A move is written FROM-TO in squares of your own path: in-2, 3-4, "
    "14-off.",
    "[house]"};
static const struct rule why_piece = {"royal-ur.piece", "You have no piece there.",
                                      "source"};
static const struct rule why_off = {
    "royal-ur.off", "A piece leaves the board from 14 only, with exactly 1.", "source"};
static const struct rule why_throw = {
    "royal-ur.throw", "A piece moves forward exactly as many squares as the throw says.",
    "source"};
static const struct rule why_rosette = {
    "royal-ur.rosette", "No piece may pass over a rosette (4, 8 or 14) without stopping.",
    "source"};
static const struct rule why_occupied = {
    "royal-ur.occupied",
    "Your own piece is there, and only square 8 holds more than one.", "source"};

static const struct rule *royal_why(const struct position *pos, const char *text,
                                    size_t len) {
    unsigned from;
    unsigned to;
    if (!ur_move_read(text, len, UR_LAST, &from, &to) || from == UR_OFF || to == UR_IN) {
        return &why_notation;
    }
    if ((pos->u.royal.occupied[pos->turn] & UR_BIT(from)) == 0) {
        return &why_piece;
    }
    unsigned throw = pos->roll.value[0];
    if (to == UR_OFF && (from != UR_LAST || throw != 1)) {
        return &why_off;
    }
    if (to != from + throw) {
        return &why_throw;
    }
    bool passes = (ur_race_from[throw] & UR_BIT(from)) == 0;
    return passes ? &why_rosette : &why_occupied;
}

/* --- playing --- */

static void tell(struct happened *h, const struct move *m, uint8_t side, bool captured) {
    if (m->from == UR_IN) {
        ur_tell(h, HAPPENED_ENTER, side, m->to, 0);
    }
    if (captured) {
        ur_tell(h, HAPPENED_CAPTURE, side, m->to, 1);
    }
    if (m->to == UR_OFF) {
        happened_add(h, HAPPENED_BEAR_OFF, side, "", 0);
    }
}

static void move_piece(struct royal_ur *royal, uint8_t side, unsigned from, unsigned to) {
    uint8_t *own = royal->counts.plain[side];
    unsigned emptied = own[from] == 1 ? UR_BIT(from) : 0;
    own[from]--;
    own[to]++;
    royal->occupied[side] = (uint16_t)((royal->occupied[side] & ~emptied) | UR_BIT(to));
}

static bool royal_apply(struct position *pos, const struct move *m, struct happened *h) {
    uint8_t side = pos->turn;
    move_piece(&pos->u.royal, side, m->from, m->to);
    uint8_t other = (uint8_t)side_other(side);
    bool captured = (pos->u.royal.occupied[other] & UR_CAPTURE_ON & UR_BIT(m->to)) != 0;
    if (captured) {
        move_piece(&pos->u.royal, other, m->to, UR_IN);
    }
    pos->roll = (struct roll){0};
    pos->phase = PHASE_ROLL;
    if (h != NULL) {
        tell(h, m, side, captured);
    }
    if (pos->u.royal.counts.plain[side][UR_OFF] == UR_PIECES) {
        pos->phase = PHASE_OVER;
        pos->outcome = side;
        pos->end = END_OFF;
    } else if (captured || m->to == UR_OFF || ur_is_rosette(m->to)) {
        happened_add(h, HAPPENED_AGAIN, side, "", 0);
    } else {
        pos->turn = other;
    }
    return captured || m->to == UR_OFF;
}

static void royal_roll(struct position *pos, const struct roll *roll,
                       struct happened *h) {
    ur_take_throw(pos, roll, royal_can_move, h);
}

/* --- position text --- */

static bool fill_square(struct position *pos, const struct ur_text *text, enum side side,
                        unsigned path, struct text_in *in) {
    const char *column = text->column[ur_square(side, path)];
    if (strpbrk(column, "WB") != NULL) {
        return text_fault(in, "a piece of royal-ur is never marked", NULL, NULL);
    }
    if (path != UR_CENTRE && strlen(column) > 1) {
        return text_fault(in, "two pieces on a square other than 8", NULL, NULL);
    }
    for (; *column != '\0'; column++) {
        if (*column == side_letter(side)) {
            pos->u.royal.counts.plain[side][path]++;
        }
    }
    return true;
}

static bool royal_read(struct position *pos, struct text_in *in) {
    struct ur_text text;
    if (!ur_text_read(&text, &ur_shape, UR_PIECES, in) ||
        !ur_text_check_private(&text, in)) {
        return false;
    }
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        uint8_t *own = pos->u.royal.counts.plain[side];
        own[UR_IN] = text.reserve[side];
        own[UR_OFF] = text.off[side];
        for (unsigned path = 1; path <= UR_LAST; path++) {
            if (!fill_square(pos, &text, side, path, in)) {
                return false;
            }
        }
        pos->u.royal.occupied[side] = occupied_squares(own);
        if (own[UR_OFF] < UR_PIECES) {
            continue;
        }
        if (pos->phase == PHASE_OVER) {
            return text_fault(in, "both sides have borne off all pieces", NULL, NULL);
        }
        pos->phase = PHASE_OVER;
        pos->turn = (uint8_t)side;
        pos->outcome = (uint8_t)side;
        pos->end = END_OFF;
    }
    return ur_text_settle(&text, pos, royal_can_move, in);
}

static void royal_to_text(const struct position *pos, struct ur_text *text) {
    *text = (struct ur_text){
        .shape = &ur_shape, .turn = pos->turn, .dice = pos->roll.value[0]};
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        const uint8_t *own = pos->u.royal.counts.plain[side];
        text->reserve[side] = own[UR_IN];
        text->off[side] = own[UR_OFF];
        for (unsigned path = 1; path <= UR_LAST; path++) {
            if (own[path] > 0) {
                char *end = text->column[ur_square(side, path)];
                while (*end != '\0') {
                    end++;
                }
                memset(end, side_letter(side), own[path]);
            }
        }
    }
}

UR_TEXT_FUNCTIONS(royal)

const struct game game_royal_ur = {
    .id = "royal-ur",
    .title = "Royal Game of Ur",
    .source = "Jeu Royal de Ur, leglobejoueur.com",
    .goal = "be the first to bear off all seven pieces",
    .rules = royal_rules,
    .example = "1,1 w3=w,5=w,6=b,8=wwbb,9=b,12=w,b13=b 1,1 w 2",
    .dice = &dice_three_binary,
    .options = options_legs,
    .drawing = "ur",
    .shape = &ur_shape,
    .first = SIDE_WHITE,
    .start = "7,7 - 0,0 ? -",
    .moves = royal_moves,
    .apply = royal_apply,
    .roll = royal_roll,
    .read = royal_read,
    .write = royal_write,
    .write_move = ur_move_write,
    .board = royal_board,
    .why = royal_why,
};
