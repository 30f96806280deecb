/* Races on boards of Ur with one piece on each square, by one table: finkel, blitz,
 * masters, aseb.
 *
 * finkel: the Royal Game of Ur by the rules of I. Finkel, as royalur.net plays them.
 * - Each side has seven pieces (pieces=: fewer), and the path of R. C. Bell: four own
 *   squares, eight shared ones, two own ones.
 * - A throw is the sum of four two-faced dice, 0 to 4.  It moves one piece exactly that
 *   far, or enters one on that square.  A piece leaves the board by the exact number.
 * - A throw of 0, or without a legal move, ends the turn.
 * - A square holds one piece.  Landing on an enemy piece sends it back to its reserve,
 *   but a piece on the shared rosette, 8, is safe: nobody can land there.
 * - After a rosette, 4, 8 and 14, the mover throws again; not after a capture.
 * - The first side to bear off all its pieces wins.
 *
 * masters: as mastersgames.com has the rules of J. Masters, by royalur.net; as finkel,
 * but:
 * - The path has 16 squares: four own ones, seven of the middle row, then around its end:
 *   two corners on the enemy's side, the last middle square, two corners on the own side.
 *   There the sides walk against each other and meet, too.
 * - A throw is the sum of three two-faced dice, and none counts as 4.
 * - Rosettes, 4, 8, 12 and 16, give another throw, and no piece is safe.
 * blitz: the same with five pieces and four dice, 0 to 4; a capture also gives another
 * throw.  Source: royalur.net.
 *
 * aseb: the Egyptian game of twenty squares, by royalur.net; as finkel, but:
 * - Five pieces; the path is four own squares and the twelve of the middle row.
 * - Rosettes 4, 8, 12 and 16 give another throw, and a piece on one is safe.
 * [house] White begins where nobody throws for it. */
#include "rules/ur/ur_board.h"

#include "rules/places.h"

enum race_row { RACE_FINKEL, RACE_BLITZ, RACE_MASTERS, RACE_ASEB };

#define MASTERS                                                                          \
    .shape = &ur_shape_masters, .last = 16,                                              \
    .meets = {0, 0, 0, 0, 0, 5, 6, 7, 8, 9, 10, 11, 16, 15, 14, 13, 12}

static const struct race races[] = {
    [RACE_FINKEL] = {.shape = &ur_shape_four,
                     .meets = {0, 0, 0, 0, 0, 5, 6, 7, 8, 9, 10, 11, 12},
                     .last = 14,
                     .pieces = {7, 5, 3, 2},
                     .safe = UR_BIT(8)},
    [RACE_BLITZ] = {MASTERS, .pieces = {5}, .captures_again = true},
    [RACE_MASTERS] = {MASTERS, .pieces = {7}},
    [RACE_ASEB] = {.shape = &ur_shape_aseb,
                   .meets = {0, 0, 0, 0, 0, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
                   .last = 16,
                   .pieces = {5},
                   .safe = UR_BIT(8) | UR_BIT(12) | UR_BIT(16)},
};

const struct race *race_of(const struct position *pos) {
    return &races[pos->u.race.row];
}

static unsigned pieces_of(const struct race *race, const struct options *opt) {
    return race->pieces[race->pieces[1] > 0 ? opt->value[0] : 0];
}

/* --- moves --- */

/* Returns the squares, as bits, from which the throw moves a piece of the side to move.
 */
static uint32_t movable(const struct position *pos) {
    const struct race *race = race_of(pos);
    unsigned thrown = pos->roll.value[0];
    uint32_t own = pos->u.race.on[pos->turn];
    uint32_t held = pos->u.race.on[side_other(pos->turn)] & race->safe;
    uint32_t blocked = ((own & ~UR_BIT(UR_IN)) | held) >> thrown;
    uint32_t in_reach = UR_BIT(race->last + 2U - thrown) - 1;
    return thrown > 0 ? own & in_reach & ~blocked : 0;
}

static bool race_can_move(const struct position *pos) {
    return movable(pos) != 0;
}

static size_t race_moves(const struct position *pos, struct move out[static MOVES_MAX]) {
    unsigned thrown = pos->roll.value[0];
    size_t n = 0;
    for (uint32_t bits = movable(pos); bits != 0; bits &= bits - 1) {
        unsigned from = (unsigned)__builtin_ctz(bits);
        out[n++] = (struct move){.from = (uint16_t)from, .to = (uint16_t)(from + thrown)};
    }
    return n;
}

static void race_write_move(const struct position *pos, const struct move *m,
                            struct text_out *out) {
    ur_path_write(m->from, race_of(pos)->last, out);
    text_put_char(out, '-');
    ur_path_write(m->to, race_of(pos)->last, out);
}

static const struct rule why_notation = {
    "race.notation",
    "A move is written FROM-TO in squares of your own path: in-2, 3-4; "
    "the last TO is off.",
    "[house]"};
static const struct rule why_piece = {"race.piece", "You have no piece there.", "source"};
static const struct rule why_throw = {
    "race.throw", "A piece moves exactly as far as the throw says, off the board, too.",
    "source"};
static const struct rule why_occupied = {"race.occupied", "Your own piece is there.",
                                         "source"};
static const struct rule why_safe = {
    "race.safe", "The enemy piece there is safe on its rosette.", "source"};

static const struct rule *race_why(const struct position *pos, const char *text,
                                   size_t len) {
    unsigned last = race_of(pos)->last, from, to;
    if (!ur_move_read(text, len, last, &from, &to) || from > last || to == UR_IN) {
        return &why_notation;
    }
    if ((pos->u.race.on[pos->turn] & UR_BIT(from)) == 0) {
        return &why_piece;
    }
    if (to != from + pos->roll.value[0]) {
        return &why_throw;
    }
    bool is_own = (pos->u.race.on[pos->turn] & UR_BIT(to)) != 0;
    return is_own ? &why_occupied : &why_safe;
}

/* --- playing --- */

static void add_reserve(struct ur_race *race, uint8_t side, int n) {
    race->reserve[side] = (uint8_t)(race->reserve[side] + n);
    race->on[side] &= ~UR_BIT(UR_IN);
    race->on[side] |= race->reserve[side] > 0 ? UR_BIT(UR_IN) : 0;
}

/* Takes the enemy piece where the side has landed.  False: there is none. */
static bool capture(struct position *pos, uint8_t side, unsigned to) {
    uint8_t other = (uint8_t)side_other(side);
    unsigned met = race_of(pos)->meets[to];
    if (met == 0 || (pos->u.race.on[other] & UR_BIT(met)) == 0) {
        return false;
    }
    pos->u.race.on[other] &= ~UR_BIT(met);
    add_reserve(&pos->u.race, other, 1);
    return true;
}

static bool race_apply(struct position *pos, const struct move *m, struct happened *h) {
    const struct race *race = race_of(pos);
    struct ur_race *now = &pos->u.race;
    uint8_t side = pos->turn;
    bool is_off = m->to > race->last, captured = false;
    if (m->from == UR_IN) {
        add_reserve(now, side, -1);
        ur_tell(h, HAPPENED_ENTER, side, m->to, 0);
    } else {
        now->on[side] &= ~UR_BIT(m->from);
    }
    if (is_off) {
        now->off[side]++;
        happened_add(h, HAPPENED_BEAR_OFF, side, "", 0);
    } else {
        now->on[side] |= UR_BIT(m->to);
        captured = capture(pos, side, m->to);
    }
    if (captured) {
        ur_tell(h, HAPPENED_CAPTURE, side, m->to, 1);
    }
    pos->roll = (struct roll){0};
    pos->phase = PHASE_ROLL;
    if (now->off[side] == now->pieces) {
        pos->phase = PHASE_OVER;
        pos->outcome = side;
        pos->end = END_OFF;
    } else if ((captured && race->captures_again) ||
               (!is_off && (race->shape->rosettes & UR_BIT(m->to)) != 0)) {
        happened_add(h, HAPPENED_AGAIN, side, "", 0);
    } else {
        pos->turn = (uint8_t)side_other(side);
    }
    return captured || is_off;
}

static void race_roll(struct position *pos, const struct roll *roll, struct happened *h) {
    ur_take_throw(pos, roll, race_can_move, h);
}

/* --- position text --- */

static void race_to_text(const struct position *pos, struct ur_text *text) {
    const struct race *race = race_of(pos);
    *text = (struct ur_text){
        .shape = race->shape, .turn = pos->turn, .dice = pos->roll.value[0]};
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        text->reserve[side] = pos->u.race.reserve[side];
        text->off[side] = pos->u.race.off[side];
        for (unsigned path = 1; path <= race->last; path++) {
            if ((pos->u.race.on[side] & UR_BIT(path)) != 0) {
                text->column[race->shape->square[side][path]][0] = side_letter(side);
            }
        }
    }
}

UR_TEXT_FUNCTIONS(race)

/* Sets the squares of a side.  False, with a fault: not all its pieces stand on them. */
static bool take_side(struct position *pos, const struct ur_text *text, enum side side,
                      struct text_in *in) {
    const struct race *race = race_of(pos);
    struct ur_race *now = &pos->u.race;
    unsigned left = now->pieces - text->off[side];
    now->off[side] = text->off[side];
    add_reserve(now, (uint8_t)side, text->reserve[side]);
    left -= text->reserve[side];
    for (unsigned path = 1; path <= race->last; path++) {
        const char *column = text->column[race->shape->square[side][path]];
        bool is_own = column[0] == side_letter(side);
        if (column[0] != '\0' && column[1] != '\0') {
            return text_fault(in, "two pieces on one square", NULL, NULL);
        }
        now->on[side] |= is_own ? UR_BIT(path) : 0;
        left -= is_own;
    }
    return left == 0 ||
           text_fault(in, side_name(side),
                      " has a piece on a square of the other side, or a marked one",
                      NULL);
}

static bool race_read(struct position *pos, struct text_in *in, enum race_row row) {
    const struct race *race = &races[row];
    unsigned pieces = pieces_of(race, &pos->opt);
    struct ur_text text;
    if (!ur_text_read(&text, race->shape, pieces, in)) {
        return false;
    }
    pos->u.race.row = (uint8_t)row;
    pos->u.race.pieces = (uint8_t)pieces;
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        if (!take_side(pos, &text, side, in)) {
            return false;
        }
        if (text.off[side] < pieces) {
            continue;
        }
        if (pos->phase == PHASE_OVER) {
            return text_fault(in, "both sides have borne off all pieces", NULL, NULL);
        }
        pos->phase = PHASE_OVER;
        pos->turn = pos->outcome = (uint8_t)side;
        pos->end = END_OFF;
    }
    return ur_text_settle(&text, pos, race_can_move, in);
}

/* --- the games --- */

static const char finkel_rules[] =
    "Each side has seven pieces and walks a path of 14 squares: 1 to 4 alone, 5 to\n"
    "12 in the central row, which both sides share, then 13 and 14 alone.\n"
    "- Four two-faced dice give 0 to 4. Move one piece exactly that far, or enter\n"
    "  one from the reserve on that square. A throw cannot be split.\n"
    "- You must move if you can. If you cannot, or throw 0, your turn passes.\n"
    "- A square holds one piece. In the central row, landing on an enemy piece\n"
    "  sends it back to its reserve.\n"
    "- 4, 8 and 14 are rosettes: you throw again after stopping on one.\n"
    "- A piece on 8 is safe: nobody can land there.\n"
    "- A piece leaves the board by an exact throw, as if there were a square 15.\n"
    "Moves: in-2 enters a piece on 2, 3-4 moves from 3 to 4, 13-off bears one off.\n";

static const char blitz_rules[] =
    "Each side has five pieces and walks a path of 16 squares: 1 to 4 alone, 5 to\n"
    "11 in the central row, then around the end of the board: 12 and 13 on the\n"
    "other side, 14 at the end of the central row, 15 and 16 on its own side.\n"
    "There the sides walk against each other: your 12 is the other's 16, your 13\n"
    "its 15.\n"
    "- Four two-faced dice give 0 to 4. Move one piece exactly that far, or enter\n"
    "  one from the reserve on that square. A throw cannot be split.\n"
    "- You must move if you can. If you cannot, or throw 0, your turn passes.\n"
    "- A square holds one piece. From 5 on, landing on an enemy piece sends it\n"
    "  back to its reserve, and you throw again.\n"
    "- 4, 8, 12 and 16 are rosettes: you throw again after stopping on one. No\n"
    "  piece is safe there.\n"
    "- A piece leaves the board by an exact throw, as if there were a square 17.\n"
    "Moves: in-2 enters a piece on 2, 3-4 moves from 3 to 4, 15-off bears one off.\n";

static const char masters_rules[] =
    "Each side has seven pieces and walks a path of 16 squares: 1 to 4 alone, 5 to\n"
    "11 in the central row, then around the end of the board: 12 and 13 on the\n"
    "other side, 14 at the end of the central row, 15 and 16 on its own side.\n"
    "There the sides walk against each other: your 12 is the other's 16, your 13\n"
    "its 15.\n"
    "- Three two-faced dice give 1 to 3, and 4 if none shows a mark. Move one\n"
    "  piece exactly that far, or enter one from the reserve on that square. A\n"
    "  throw cannot be split.\n"
    "- You must move if you can. If you cannot, your turn passes.\n"
    "- A square holds one piece. From 5 on, landing on an enemy piece sends it\n"
    "  back to its reserve.\n"
    "- 4, 8, 12 and 16 are rosettes: you throw again after stopping on one. No\n"
    "  piece is safe there.\n"
    "- A piece leaves the board by an exact throw, as if there were a square 17.\n"
    "Moves: in-2 enters a piece on 2, 3-4 moves from 3 to 4, 15-off bears one off.\n";

static const char aseb_rules[] =
    "Each side has five pieces and walks a path of 16 squares: 1 to 4 alone, then\n"
    "5 to 16 in the central row, which both sides share.\n"
    "- Four two-faced dice give 0 to 4. Move one piece exactly that far, or enter\n"
    "  one from the reserve on that square. A throw cannot be split.\n"
    "- You must move if you can. If you cannot, or throw 0, your turn passes.\n"
    "- A square holds one piece. In the central row, landing on an enemy piece\n"
    "  sends it back to its reserve.\n"
    "- 4, 8, 12 and 16 are rosettes: you throw again after stopping on one.\n"
    "- A piece on a rosette is safe: nobody can land there.\n"
    "- A piece leaves the board by an exact throw, as if there were a square 17.\n"
    "Moves: in-2 enters a piece on 2, 3-4 moves from 3 to 4, 15-off bears one off.\n";

static const struct option_kind finkel_options[] = {
    {"pieces", {"7", "5", "3", "2"}, "pieces of each side"},
    OPTION_LEGS("1", "2"),
    OPTIONS_END};

/* What a game adds to its row, and what all races share. */
#define RACE_GAME(name, row)                                                             \
    static bool name##_read(struct position *pos, struct text_in *in) {                  \
        return race_read(pos, in, row);                                                  \
    }
#define RACE_FUNCTIONS(name)                                                             \
    .id = #name, .drawing = "ur", .rules = name##_rules, .read = name##_read,            \
    .first = SIDE_WHITE, .moves = race_moves, .apply = race_apply, .roll = race_roll,    \
    .write = race_write, .write_move = race_write_move, .board = race_board,             \
    .why = race_why, .goal = "be the first to bear off all your pieces"

RACE_GAME(finkel, RACE_FINKEL)
RACE_GAME(blitz, RACE_BLITZ)
RACE_GAME(masters, RACE_MASTERS)
RACE_GAME(aseb, RACE_ASEB)

const struct game game_finkel = {
    RACE_FUNCTIONS(finkel),
    .start = "#,# - 0,0 ? -",
    .title = "Royal Game of Ur by Finkel",
    .source = "I. Finkel's rules, royalur.net",
    .example = "2,3 w3=w,w4=w,5=b,8=w,11=b,b14=b 2,1 w 3",
    .dice = &dice_four_binary,
    .shape = &ur_shape_four,
    .options = finkel_options,
};

const struct game game_blitz = {
    RACE_FUNCTIONS(blitz),
    .start = "5,5 - 0,0 ? -",
    .title = "Royal Game of Ur, Blitz",
    .source = "royalur.net, Blitz",
    .example = "1,2 w3=w,8=b,10=w,w12=b,14=w 1,1 w 2",
    .dice = &dice_four_binary,
    .shape = &ur_shape_masters,
    .options = options_legs,
};

const struct game game_masters = {
    RACE_FUNCTIONS(masters),
    .start = "7,7 - 0,0 ? -",
    .title = "Royal Game of Ur by Masters",
    .source = "J. Masters' rules, mastersgames.com and royalur.net",
    .example = "2,2 b3=b,w4=w,6=b,8=w,11=w,w12=b,b13=w 1,2 w 2",
    .dice = &dice_none_is_four,
    .shape = &ur_shape_masters,
    .options = options_legs,
};

const struct game game_aseb = {
    RACE_FUNCTIONS(aseb),
    .start = "5,5 - 0,0 ? -",
    .title = "Aseb",
    .source = "the Egyptian game of twenty squares, royalur.net",
    .example = "1,2 w2=w,5=w,8=b,12=w,14=b 1,1 w 3",
    .dice = &dice_four_binary,
    .shape = &ur_shape_aseb,
    .options = options_legs,
};
