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
 * [house]
 * - If every empty point would complete a mill, a man may be placed on any of them, and
 *   nothing is captured.
 * - The higher total of three dice begins.  A side must move if it can.
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
    "too. Men taken are named in the order a to g, then 1 to 7.\n";

#define MEN 9 /* of each side */

enum { OPTION_MILLS };
enum { MILLS_PROTECTED, MILLS_OPEN };

static const struct option_kind morris_options[] = {
    {"mills",
     {"protected", "open"},
     "whether men in a mill are safe while others are not"},
    OPTION_LEGS("1", "2"),
    OPTIONS_END,
};

static void morris_start(struct position *pos, enum side first) {
    pos->phase = PHASE_MOVE;
    pos->turn = (uint8_t)first;
    pos->u.morris.hand[SIDE_WHITE] = MEN;
    pos->u.morris.hand[SIDE_BLACK] = MEN;
}

bool morris_is_placing(const struct morris *morris) {
    return morris->hand[SIDE_WHITE] > 0 || morris->hand[SIDE_BLACK] > 0;
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

/* Lists where a man may be placed: where it makes no mill, or anywhere if every point
 * makes one. */
static size_t placings(const struct position *pos, struct move out[static MOVES_MAX]) {
    const uint32_t *men = pos->u.morris.men;
    uint32_t empty = places_empty(men);
    uint32_t harmless = empty & ~morris_mills(men[pos->turn], empty);
    size_t n = 0;
    for (uint32_t rest = harmless != 0 ? harmless : empty; rest != 0;) {
        unsigned to = places_take_first(&rest);
        out[n++] = (struct move){.from = MORRIS_HAND, .to = (uint16_t)to};
    }
    return n;
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

static size_t morris_moves(const struct position *pos,
                           struct move out[static MOVES_MAX]) {
    if (morris_is_placing(&pos->u.morris)) {
        return placings(pos, out);
    }
    uint32_t own = pos->u.morris.men[pos->turn];
    size_t n = 0;
    for (uint32_t rest = own; rest != 0;) {
        unsigned from = places_take_first(&rest);
        for (uint32_t to_rest = morris_targets(pos, from); to_rest != 0;) {
            unsigned to = places_take_first(&to_rest);
            struct move m = {.from = (uint16_t)from, .to = (uint16_t)to};
            switch (morris_mills_at(own & ~PLACES_BIT(from), to)) {
            case 0: out[n++] = m; break;
            case 1: n += take_one(pos, out + n, m); break;
            default: n += take_two(pos, out + n, m); break;
            }
        }
    }
    return n;
}

static void morris_write_move(const struct position *pos, const struct move *m,
                              struct text_out *out) {
    (void)pos;
    if (m->from != MORRIS_HAND) {
        morris_point_write(m->from, out);
        text_put_char(out, '-');
    }
    morris_point_write(m->to, out);
    for (unsigned i = 0; i < m->n_take; i++) {
        text_put_char(out, i == 0 ? 'x' : ',');
        morris_point_write(m->take[i], out);
    }
}

/* --- playing --- */

static bool has_two_or_fewer(uint32_t men) {
    men &= men - 1;
    return (men & (men - 1)) == 0;
}

static void end_game(struct position *pos, enum side winner, enum end_reason reason) {
    pos->phase = PHASE_OVER;
    pos->outcome = (uint8_t)winner;
    pos->end = (uint8_t)reason;
}

/* Sets the phase from men, hands and throw. */
static void set_phase(struct position *pos) {
    const struct morris *morris = &pos->u.morris;
    if (morris_is_placing(morris)) {
        pos->phase = PHASE_MOVE; /* at most 17 men leave empty points */
    } else if (has_two_or_fewer(morris->men[SIDE_WHITE])) {
        end_game(pos, SIDE_BLACK, END_MEN);
    } else if (has_two_or_fewer(morris->men[SIDE_BLACK])) {
        end_game(pos, SIDE_WHITE, END_MEN);
    } else if (pos->roll.n > 0 && !can_move(pos)) {
        end_game(pos, side_other(pos->turn), END_BLOCKED);
    } else {
        pos->phase = pos->roll.n > 0 ? PHASE_MOVE : PHASE_ROLL;
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
    morris->men[side] |= PLACES_BIT(m->to);
    if (placed) {
        morris->hand[side]--;
    } else {
        morris->men[side] &= ~PLACES_BIT(m->from);
    }
    for (unsigned i = 0; i < m->n_take; i++) {
        morris->men[other] &= ~PLACES_BIT(m->take[i]);
    }
    tell(h, side, m);
    pos->turn = other;
    pos->roll = (struct roll){0};
    set_phase(pos);
    return placed || m->n_take > 0; /* quiet moves count only after placing */
}

static void morris_roll(struct position *pos, const struct roll *roll,
                        struct happened *h) {
    (void)h;
    pos->roll = *roll;
    set_phase(pos);
}

/* --- position text --- */

/* Returns what is impossible in the position, or NULL. */
static const char *find_fault(const struct position *pos) {
    const struct morris *morris = &pos->u.morris;
    enum side other = side_other(pos->turn);
    if (!morris_is_placing(morris)) {
        return has_two_or_fewer(morris->men[SIDE_WHITE]) &&
                       has_two_or_fewer(morris->men[SIDE_BLACK])
                   ? "both sides have two men or fewer"
                   : NULL;
    }
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        if (morris->hand[side] + places_count(morris->men[side]) != MEN) {
            return "while men are being placed each side has nine in all";
        }
    }
    if (morris->hand[pos->turn] != morris->hand[other] &&
        morris->hand[pos->turn] != morris->hand[other] + 1) {
        return "the turn does not fit the men in hand";
    }
    return pos->roll.n > 0 ? "there are no dice while men are being placed" : NULL;
}

/* Whether a finished game has a valid end.  It is the loser's turn, as the winner made
 * the last move.  The throw is set only if it blocks the loser. */
static bool end_is_sane(const struct position *pos) {
    return pos->turn != pos->outcome && (pos->end == END_BLOCKED || pos->roll.n == 0);
}

static bool morris_is_sane(const struct position *pos) {
    if (!places_are_sane(pos->u.morris.men, MEN) || pos->turn >= SIDE_COUNT ||
        pos->left.n != 0 || find_fault(pos) != NULL) {
        return false;
    }
    struct position fresh = *pos;
    fresh.outcome = 0;
    fresh.end = END_NONE;
    set_phase(&fresh);
    if (pos->phase == PHASE_OVER && pos->outcome == OUTCOME_DRAW) {
        return fresh.phase == PHASE_ROLL;
    }
    return fresh.phase == pos->phase && fresh.outcome == pos->outcome &&
           fresh.end == pos->end && (pos->phase != PHASE_OVER || end_is_sane(pos));
}

static bool take_hands(struct text_in *in, uint8_t hand[SIDE_COUNT]) {
    unsigned white = 0;
    unsigned black = 0;
    if (!text_take_number(in, MEN, "white's hand", &white) ||
        !text_expect(in, ',', "between the hands") ||
        !text_take_number(in, MEN, "black's hand", &black)) {
        return false;
    }
    hand[SIDE_WHITE] = (uint8_t)white;
    hand[SIDE_BLACK] = (uint8_t)black;
    return true;
}

static bool settle(struct position *pos, struct text_in *in) {
    const char *fault = find_fault(pos);
    if (fault != NULL) {
        return text_fault(in, fault, NULL, NULL);
    }
    set_phase(pos);
    return pos->phase != PHASE_OVER || end_is_sane(pos) ||
           text_fault(in, "the game is over, so it is ",
                      side_name(side_other(pos->outcome)), "'s turn, without dice");
}

static bool morris_read(struct position *pos, struct text_in *in) {
    struct morris *morris = &pos->u.morris;
    return places_take(in, MEN, morris->men) && text_expect(in, ' ', "after the board") &&
           side_take(in, &pos->turn) && text_expect(in, ' ', "after the turn") &&
           take_hands(in, morris->hand) && text_expect(in, ' ', "after the hands") &&
           (text_take(in, '-') || roll_take(&dice_three_six, in, &pos->roll)) &&
           text_expect_end(in, "the position") && settle(pos, in);
}

static void morris_write(const struct position *pos, struct text_out *out) {
    const struct morris *morris = &pos->u.morris;
    places_write(morris->men, out);
    text_put_char(out, ' ');
    text_put_char(out, side_letter(pos->turn));
    text_put_char(out, ' ');
    text_put_number(out, morris->hand[SIDE_WHITE]);
    text_put_char(out, ',');
    text_put_number(out, morris->hand[SIDE_BLACK]);
    text_put_char(out, ' ');
    roll_write(&pos->roll, out);
}

static void morris_board(const struct position *pos, struct board *board) {
    places_board(pos->u.morris.men, morris_point_write, board);
    board->n_counts = 1;
    board->count[0].name = "hand";
    memcpy(board->count[0].n, pos->u.morris.hand, sizeof pos->u.morris.hand);
}

const struct game game_morris = {
    .id = "morris",
    .title = "Nine Men's Morris with Dice",
    .source = "La marelle à 9 avec dés, Aisling-1198",
    .goal = "take seven of the nine enemy men, or leave them no move",
    .rules = morris_rules,
    .example = "ww.bw..bb.w..b.w......b. b 0,0 6,3,3",
    .dice = &dice_three_six,
    .options = morris_options,
    .quiet_max = 200,
    .drawing = "mill",
    .first = SIDE_WHITE,
    .start = morris_start,
    .moves = morris_moves,
    .apply = morris_apply,
    .roll = morris_roll,
    .is_sane = morris_is_sane,
    .read = morris_read,
    .write = morris_write,
    .write_move = morris_write_move,
    .board = morris_board,
    .why = morris_why,
};
