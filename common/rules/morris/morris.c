/* morris: Nine Men's Morris with Dice, as in the book of games of Alfonso X.
 *
 * Source: "La marelle à 9 avec dés", Aisling-1198, after Ulrich Schädler, "Medieval Nine
 * men's morris with dice", Board Games Studies 3, 2000.  The rules as played here:
 * - First, without dice, the sides in turn place a man on an empty point.  Completing an
 *   own mill (three men on a line) is forbidden.
 * - Once all are placed, each turn begins with a throw of three dice.  A man moves along
 *   a line to an adjacent empty point.
 * - The throws 6-5-4, 6-3-3, 5-2-2 and 4-1-1 also let any man go to any empty point where
 *   it completes a mill, its old point not counted.
 * - Each mill that a move completes captures one enemy man.
 * - Option mills=protected: a man in a mill cannot be captured while its side has a man
 *   in no mill.  Two captures are judged one after the other, in either order.
 * - A side with two men or fewer, or with no move after its throw, has lost.  Three men
 *   do not fly.
 *
 * Option dice=none: as the game is known today, after R. Gasser, "Solving Nine Men's
 * Morris", Games of No Chance, 1996.
 * - There are no dice.  A man may be placed where it completes a mill.
 * - A move that completes a mill, or two, captures one man.
 * - A side with three men, none in hand, may move one to any empty point.
 * - A side with two men in all, or with no move, has lost.
 *
 * Option dice=alfonso: the dice of the page of Alfonso's book (folio 92 verso), as
 * historicgames.com reads it.
 * - Only a side with men in hand throws.  Its throw 6-5-4, 6-3-3, 5-2-2 or 4-1-1 makes a
 *   mill: up to three of its men go from the hand to where they complete a line, and
 *   capture one man.
 * - With any other throw it places one man.  The rest is as with dice=none.
 *
 * [house]
 * - If every empty point would complete a mill, a man may be placed on any of them, and
 *   nothing is captured.
 * - The higher total of three dice begins.  A side must move if it can.
 * - dice=none: white begins.
 * - dice=none and alfonso: the third occurrence of a position is a draw.  A mill captures
 *   nothing while the enemy has no man on the board.
 * - dice=alfonso: a mill that the throw allows must be made.  It may use men on the
 *   board.  A throw that allows none places one man.
 * - 200 moves in a row without a capture, placing not counted, are a draw. */
#include "rules/morris/morris.h"

#include <string.h>

static const char morris_rules[] =
    "Each side has nine men. The board is three squares, one in the other,\n"
    "joined at the middles of their sides: 24 points on 16 lines of three. Three\n"
    "men of a side on one line are a mill.\n"
    "- First you place your men in turn, without dice, on empty points. You may\n"
    "  not complete a mill of your own. If every empty point would, you may use\n"
    "  any, and take nothing (house rule).\n"
    "- Then each turn begins with a throw of three six-sided dice. Move a man\n"
    "  along a line to an adjacent empty point. You must move if you can (house\n"
    "  rule).\n"
    "- 6-5-4, 6-3-3, 5-2-2 and 4-1-1 instead let you move any man to any empty\n"
    "  point where it completes a mill.\n"
    "- For each mill that your move completes you take one enemy man off the\n"
    "  board.\n"
    "- Option mills=protected: a man in a mill cannot be taken while its side\n"
    "  has a man that is in none. Two men are taken one after the other. With\n"
    "  mills=open any man can be taken.\n"
    "- You lose with two men left, or when your throw lets you move none. Three\n"
    "  men do not fly.\n"
    "- 200 moves in a row without a capture are a draw (house rule); placing men\n"
    "  is not counted.\n"
    "Moves: d6 places a man, d6-f6 moves one, d6-f6xa1 and d6-f6xa1,g7 take men\n"
    "too. Men taken are named in the order a to g, then 1 to 7.\n"
    "\n"
    "Option dice=none is the game as most people know it, without dice:\n"
    "- White begins (house rule). A man may be placed where it completes a mill.\n"
    "- A mill takes one enemy man, also while you place (d6xa1). Two mills at\n"
    "  once take one.\n"
    "- With three men, and none in hand, you may fly: move a man to any empty\n"
    "  point.\n"
    "- You lose with two men in all, or when you cannot move.\n"
    "- The third occurrence of a position is a draw (house rule), as are 200\n"
    "  moves without a capture. With best play the game is a draw (R. Gasser,\n"
    "  1993).\n"
    "Option dice=alfonso is that game with dice while you place, as others read\n"
    "the page of Alfonso:\n"
    "- As long as you have men in hand you throw three dice. 6-5-4, 6-3-3, 5-2-2\n"
    "  and 4-1-1 make a mill: you place up to three men at once, where they\n"
    "  complete a line, and take one enemy man (a1,d1,g1xb4). You must if you can\n"
    "  (house rule). With any other throw you place one man.\n"
    "- A player whose men are all placed moves without dice.\n";

enum { OPTION_MILLS, OPTION_DICE };
enum { MILLS_PROTECTED, MILLS_OPEN };
enum { DICE_MOVING, DICE_NONE, DICE_ALFONSO };

static const struct option_kind morris_options[] = {
    {"mills",
     {"protected", "open"},
     "whether men in a mill are safe while others are not"},
    {"dice",
     {"moving", "none", "alfonso"},
     "dice while men move, never, or while placing"},
    OPTION_LEGS("1", "2"),
    OPTIONS_END,
};

bool morris_is_placing(const struct position *pos) {
    return pos->u.morris.hand[pos->turn] > 0;
}

bool morris_is_plain(const struct position *pos) {
    return pos->opt.value[OPTION_DICE] != DICE_MOVING;
}

bool morris_throws_to_place(const struct position *pos) {
    return pos->opt.value[OPTION_DICE] == DICE_ALFONSO;
}

/* --- moves --- */

bool morris_is_special(const struct roll *roll) {
    static const uint8_t special[][DICE_MAX] = {
        {6, 5, 4}, {6, 3, 3}, {5, 2, 2}, {4, 1, 1}};
    for (unsigned i = 0; i < sizeof special / sizeof special[0]; i++) {
        if (memcmp(roll->value, special[i], sizeof special[i]) == 0) {
            return true;
        }
    }
    return false;
}

uint32_t morris_targets(const struct position *pos, unsigned from) {
    uint32_t empty = places_empty(pos->u.morris.men);
    uint32_t others = pos->u.morris.men[pos->turn] & ~PLACES_BIT(from);
    if (morris_is_plain(pos)) {
        return places_count(others) == 2 ? empty : morris_points[from].near & empty;
    }
    uint32_t far = morris_is_special(&pos->roll) ? morris_mills(others, empty) : 0;
    return (morris_points[from].near & empty) | far;
}

static bool can_move(const struct position *pos) {
    for (uint32_t rest = pos->u.morris.men[pos->turn]; rest != 0;) {
        if (morris_targets(pos, places_take_first(&rest)) != 0) {
            return true;
        }
    }
    return false;
}

/* Returns the men that may be captured next.  With protected mills: those in no mill, if
 * there are any. */
static uint32_t takable(const struct position *pos, uint32_t men) {
    if (pos->opt.value[OPTION_MILLS] == MILLS_OPEN) {
        return men;
    }
    uint32_t exposed = men & ~morris_mills(men, men);
    return exposed != 0 ? exposed : men;
}

/* Whether these two men may be captured, in this order. */
static bool can_take_both(const struct position *pos, uint32_t men, unsigned first,
                          unsigned second) {
    return places_has(takable(pos, men), first) &&
           places_has(takable(pos, men & ~PLACES_BIT(first)), second);
}

/* Lists the move once for each man that a single mill may capture. */
static size_t take_one(const struct position *pos, struct move *out, struct move m) {
    size_t n = 0;
    m.n_take = 1;
    for (uint32_t rest = takable(pos, pos->u.morris.men[side_other(pos->turn)]);
         rest != 0;) {
        m.take[0] = (uint8_t)places_take_first(&rest);
        out[n++] = m;
    }
    return n;
}

/* Lists the move once for each pair of men that two mills may capture, in some order. */
static size_t take_two(const struct position *pos, struct move *out, struct move m) {
    uint32_t men = pos->u.morris.men[side_other(pos->turn)];
    size_t n = 0;
    m.n_take = 2;
    for (uint32_t rest = men; rest != 0;) {
        unsigned a = places_take_first(&rest);
        for (uint32_t after = rest; after != 0;) {
            unsigned b = places_take_first(&after);
            if (can_take_both(pos, men, a, b) || can_take_both(pos, men, b, a)) {
                bool in_order = morris_is_named_before(a, b);
                m.take[0] = (uint8_t)(in_order ? a : b);
                m.take[1] = (uint8_t)(in_order ? b : a);
                out[n++] = m;
            }
        }
    }
    return n;
}

/* Lists the move with what its mills capture. */
static size_t with_captures(const struct position *pos, struct move *out, struct move m,
                            unsigned mills) {
    if (mills == 0 || pos->u.morris.men[side_other(pos->turn)] == 0) {
        *out = m;
        return 1;
    }
    return mills == 1 || morris_is_plain(pos) ? take_one(pos, out, m)
                                              : take_two(pos, out, m);
}

/* Lists where a man may be placed.  With dice while moving: where it makes no mill, or
 * anywhere, without a capture, if every point makes one. */
static size_t placings(const struct position *pos, uint32_t where, struct move *out) {
    const uint32_t *men = pos->u.morris.men;
    bool is_plain = morris_is_plain(pos);
    uint32_t harmless = where & ~morris_mills(men[pos->turn], where);
    size_t n = 0;
    for (uint32_t rest = is_plain || harmless == 0 ? where : harmless; rest != 0;) {
        struct move m = {.from = MORRIS_HAND, .to = (uint16_t)places_take_first(&rest)};
        if (is_plain) {
            n += with_captures(pos, out + n, m, morris_mills_at(men[pos->turn], m.to));
        } else {
            out[n++] = m;
        }
    }
    return n;
}

/* Returns where men arrive with this move: with `how`, on all points of a line of `to`
 * (1 + the index of its mates) without an own man. */
static uint32_t placed_by(const struct position *pos, const struct move *m) {
    uint32_t mates = m->how > 0 ? morris_points[m->to].mates[m->how - 1] : 0;
    return PLACES_BIT(m->to) | (mates & ~pos->u.morris.men[pos->turn]);
}

/* Lists the lines that two or three men from the hand complete. */
static size_t whole_lines(const struct position *pos, struct move *out) {
    uint32_t empty = places_empty(pos->u.morris.men);
    size_t n = 0;
    for (unsigned to = 0; to < PLACES_N; to++) {
        for (uint8_t how = 1; how <= 2; how++) {
            struct move m = {.from = MORRIS_HAND, .to = (uint16_t)to, .how = how};
            uint32_t placed = placed_by(pos, &m);
            unsigned count = places_count(placed);
            if ((placed & ~empty) == 0 && places_first(placed) == to && count > 1 &&
                count <= pos->u.morris.hand[pos->turn]) {
                n += with_captures(pos, out + n, m, 1);
            }
        }
    }
    return n;
}

/* Lists the mills that a special throw of dice=alfonso makes. */
static size_t made_mills(const struct position *pos, struct move *out) {
    const struct morris *morris = &pos->u.morris;
    if (morris->men[side_other(pos->turn)] == 0) {
        return 0; /* nothing to capture */
    }
    uint32_t mills = morris_mills(morris->men[pos->turn], places_empty(morris->men));
    size_t n = placings(pos, mills, out);
    return n + whole_lines(pos, out + n);
}

static size_t morris_moves(const struct position *pos,
                           struct move out[static MOVES_MAX]) {
    if (morris_is_placing(pos)) {
        size_t made = morris_is_special(&pos->roll) ? made_mills(pos, out) : 0;
        return made > 0 ? made : placings(pos, places_empty(pos->u.morris.men), out);
    }
    uint32_t own = pos->u.morris.men[pos->turn];
    size_t n = 0;
    for (uint32_t rest = own; rest != 0;) {
        unsigned from = places_take_first(&rest);
        for (uint32_t to_rest = morris_targets(pos, from); to_rest != 0;) {
            unsigned to = places_take_first(&to_rest);
            struct move m = {.from = (uint16_t)from, .to = (uint16_t)to};
            unsigned mills = morris_mills_at(own & ~PLACES_BIT(from), to);
            if (mills > 0) {
                n += with_captures(pos, out + n, m, mills);
            } else {
                out[n++] = m; /* most of them: quick */
            }
        }
    }
    return n;
}

static void morris_write_move(const struct position *pos, const struct move *m,
                              struct text_out *out) {
    if (m->from != MORRIS_HAND) {
        morris_point_write(m->from, out);
        text_put_char(out, '-');
    }
    morris_points_write(placed_by(pos, m), out);
    for (unsigned i = 0; i < m->n_take; i++) {
        text_put_char(out, i == 0 ? 'x' : ',');
        morris_point_write(m->take[i], out);
    }
}

/* --- playing --- */

static void end_game(struct position *pos, enum side winner, enum end_reason reason) {
    pos->phase = PHASE_OVER;
    pos->outcome = (uint8_t)winner;
    pos->end = (uint8_t)reason;
}

bool morris_is_out_of_men(const struct morris *morris, enum side side) {
    uint32_t men = morris->men[side];
    for (unsigned n = morris->hand[side]; n < 2; n++) {
        men &= men - 1; /* 0 stays 0 */
    }
    return morris->hand[side] <= 2 && men == 0;
}

void morris_set_phase(struct position *pos) {
    const struct morris *morris = &pos->u.morris;
    bool is_due =
        morris_is_placing(pos) ? morris_throws_to_place(pos) : !morris_is_plain(pos);
    if (morris_is_out_of_men(morris, SIDE_WHITE)) {
        end_game(pos, SIDE_BLACK, END_MEN);
    } else if (morris_is_out_of_men(morris, SIDE_BLACK)) {
        end_game(pos, SIDE_WHITE, END_MEN);
    } else if (is_due && pos->roll.n == 0) {
        pos->phase = PHASE_ROLL;
    } else if (morris_is_placing(pos) || can_move(pos)) {
        pos->phase = PHASE_MOVE; /* at most 17 men leave empty points */
    } else {
        end_game(pos, side_other(pos->turn), END_BLOCKED);
    }
}

static void tell(struct happened *h, uint8_t side, const struct move *m) {
    if (m->n_take > 0) {
        happened_add(h, HAPPENED_MILL, side, morris_points[m->to].name, m->n_take);
    }
    for (unsigned i = 0; i < m->n_take; i++) {
        happened_add(h, HAPPENED_CAPTURE, side, morris_points[m->take[i]].name, 1);
    }
}

static bool morris_apply(struct position *pos, const struct move *m, struct happened *h) {
    struct morris *morris = &pos->u.morris;
    uint8_t side = pos->turn;
    uint8_t other = (uint8_t)side_other(side);
    bool placed = m->from == MORRIS_HAND;
    uint32_t arrived = placed_by(pos, m);
    morris->men[side] |= arrived;
    if (placed) {
        morris->hand[side] = (uint8_t)(morris->hand[side] - places_count(arrived));
    } else {
        morris->men[side] &= ~PLACES_BIT(m->from);
    }
    for (unsigned i = 0; i < m->n_take; i++) {
        morris->men[other] &= ~PLACES_BIT(m->take[i]);
    }
    tell(h, side, m);
    pos->turn = other;
    pos->roll = (struct roll){0};
    morris_set_phase(pos);
    return placed || m->n_take > 0; /* quiet moves count only after placing */
}

static void morris_roll(struct position *pos, const struct roll *roll,
                        struct happened *h) {
    (void)h;
    pos->roll = *roll;
    morris_set_phase(pos);
}

/* --- the games --- */

/* 24 bits for the men of each side, 4 for each hand, and the turn. */
static uint64_t morris_key(const struct position *pos) {
    const struct morris *m = &pos->u.morris;
    return m->men[SIDE_WHITE] | (uint64_t)m->men[SIDE_BLACK] << 24 |
           (uint64_t)m->hand[SIDE_WHITE] << 48 | (uint64_t)m->hand[SIDE_BLACK] << 52 |
           (uint64_t)pos->turn << 56;
}

static const struct game *morris_variant(const struct options *opt) {
    static const struct game *const variants[] = {
        [DICE_MOVING] = &game_morris,
        [DICE_NONE] = &game_morris_plain,
        [DICE_ALFONSO] = &game_morris_alfonso,
    };
    return variants[opt->value[OPTION_DICE]];
}

/* What all three have in common. */
#define MORRIS                                                                           \
    .id = "morris", .source = "La marelle à 9 avec dés, Aisling-1198",                   \
    .goal = "take seven of the nine enemy men, or leave them no move",                   \
    .rules = morris_rules, .example = "ww.bw..bb.w..b.w......b. b 0,0 6,3,3",            \
    .options = morris_options, .quiet_max = 200, .drawing = "mill", .first = SIDE_WHITE, \
    .variant = morris_variant, .start = "........................ ? 9,9 -",              \
    .moves = morris_moves, .apply = morris_apply, .read = morris_read,                   \
    .write = morris_write, .write_move = morris_write_move, .board = morris_board,       \
    .why = morris_why

const struct game game_morris = {
    MORRIS,
    .title = "Nine Men's Morris with Dice",
    .dice = &dice_three_six,
    .roll = morris_roll,
};

const struct game game_morris_plain = {
    MORRIS,
    .title = "Nine Men's Morris",
    .base = &game_morris,
    .key = morris_key,
    .occurrences = 3,
};

const struct game game_morris_alfonso = {
    MORRIS,
    .title = "Nine Men's Morris with Dice of Alfonso",
    .base = &game_morris,
    .dice = &dice_three_six,
    .roll = morris_roll,
    .key = morris_key,
    .occurrences = 3,
};
