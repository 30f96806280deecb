/* stelpur: Ad Elta Stelpur, a chase round a ring of 24 squares.
 *
 * Source: "Ad Elta Stelpur", Ludens Planet, ludensplanet.com.  The rules as played here:
 * - Both sides go round in the same direction.  Only 1s, 6s and doubles move: a throw
 *   gives its 1 and its 6, both numbers of a double, or four times 6 for the double 6.
 * - Each result moves one piece that many squares.  Results are played in any order; all
 *   must be played.
 * - After a double the same side throws again.
 * - A piece that lands on an own piece goes on to the nearest empty square ahead.
 * - Landing on an enemy piece captures it.  Capturing the last one wins at once.
 * - A side's last piece is the Hornaskella.  It goes from corner to corner: to the next
 *   one by a 1, to the second next by a 6.  A double 1 or 6 is two such results; any
 *   other double is none.
 * - A Hornaskella can be captured only in a corner, and not between two enemy pieces.  A
 *   piece that lands on it otherwise goes on to the nearest empty square ahead.
 *
 * [house]
 * - White begins on 1 to 6, black on 13 to 18: the source's figure is lost.
 * - The square that a piece goes on to is empty of both colours: it captures nothing.
 * - Both results of a Hornaskella's double end on a corner, and each may capture.
 * - A side must move if it can.
 * - 1,000 moves in a row without a capture are a draw. */
#include "rules/places.h"

#include <string.h>

static const char stelpur_rules[] =
    "A ring of 24 squares, which both sides walk in the same direction. Its\n"
    "corners are 1, 6, 7, 12, 13, 18, 19 and 24. Each side has six pieces: white\n"
    "starts on 1 to 6, black on 13 to 18 (house rule). Capture every enemy piece\n"
    "to win.\n"
    "- Two six-sided dice. Only 1s, 6s and doubles move: a 1 moves a piece one\n"
    "  square, a 6 moves one six squares, 1 and 6 do both. A double moves two\n"
    "  pieces, or one twice, as far as each die says; double 6 is four 6s.\n"
    "- All of these results must be played (house rule), in any order. With\n"
    "  none, your turn passes. After a double you throw again.\n"
    "- Landing on an enemy piece captures it for good.\n"
    "- Landing on your own piece, you go on to the next square ahead that is\n"
    "  empty of both colours (house rule), and capture nothing.\n"
    "- Your last piece is the Hornaskella. It only goes to corners: to the next\n"
    "  one with a 1, to the second next with a 6. Double 1 and double 6 are two\n"
    "  moves, each of which may capture (house rule). Other doubles only let you\n"
    "  throw again.\n"
    "- A Hornaskella can be captured only in a corner, and not while enemy\n"
    "  pieces stand on both squares beside it. A piece that lands on one it\n"
    "  cannot capture goes on to the next empty square.\n"
    "- 1000 moves in a row without a capture are a draw (house rule).\n"
    "Moves: 19:6 moves the piece on square 19 by a 6.\n"
    "- A turn: white has pieces on 1 and 14, black on 6, 8, 13 and 20, and white\n"
    "  throws 6 and 1. The 6 moves one piece, 1:6 or 14:6, and the 1 moves one,\n"
    "  1:1 or 14:1. After 1:6 the piece is on 7, and 7:1 captures the piece on 8.\n"
    "  Then black throws.\n";

#define PIECES 6 /* of each side */

/* The corners 1, 6, 7, 12, 13, 18, 19 and 24. */
#define CORNERS                                                                          \
    (PLACES_BIT(0) | PLACES_BIT(5) | PLACES_BIT(6) | PLACES_BIT(11) | PLACES_BIT(12) |   \
     PLACES_BIT(17) | PLACES_BIT(18) | PLACES_BIT(23))

/* --- throws --- */

static bool is_hornaskella(uint32_t pieces) {
    return (pieces & (pieces - 1)) == 0;
}

static bool is_double(const struct roll *roll) {
    return roll->value[0] == roll->value[1];
}

/* Returns the results of a throw: its 1 and its 6; the number of a double twice, but of
 * the double 6 four times.  A Hornaskella gets two from a double 1 or 6, and none from
 * other doubles. */
static struct roll results_of(const struct roll *roll, bool hornaskella) {
    uint8_t high = roll->value[0];
    uint8_t low = roll->value[1];
    struct roll results = {0};
    if (high == low) {
        if (!hornaskella || high == 6 || high == 1) {
            results.n = high == 6 && !hornaskella ? 4 : 2;
            memset(results.value, high, results.n);
        }
        return results;
    }
    if (high == 6) {
        results.value[results.n++] = high;
    }
    if (low == 1) {
        results.value[results.n++] = low;
    }
    return results;
}

/* Removes one of the remaining results: they are all equal, or 6 and 1. */
static void remove_result(struct roll *left, uint8_t result) {
    left->value[0] = left->value[left->value[0] == result ? left->n - 1 : 0];
    left->value[--left->n] = 0;
}

/* Whether `left` is what the throw gives, or a possible remainder. */
static bool can_be_left(const struct roll *left, const struct roll *results) {
    unsigned at = 0;
    for (unsigned i = 0; i < left->n; i++, at++) {
        while (at < results->n && results->value[at] != left->value[i]) {
            at++;
        }
        if (at >= results->n) {
            return false;
        }
    }
    return left->n > 0;
}

/* Ends the throw; after a double the side throws again. */
static void end_throw(struct position *pos, struct happened *h) {
    if (is_double(&pos->roll)) {
        happened_add(h, HAPPENED_AGAIN, pos->turn, "", 0);
    } else {
        pos->turn = (uint8_t)side_other(pos->turn);
    }
    pos->roll = (struct roll){0};
    pos->phase = PHASE_ROLL;
}

static void stelpur_roll(struct position *pos, const struct roll *roll,
                         struct happened *h) {
    pos->roll = *roll;
    pos->left = results_of(roll, is_hornaskella(pos->u.stelpur.pieces[pos->turn]));
    pos->phase = PHASE_MOVE; /* any piece can play any result */
    if (pos->left.n == 0) {
        if (!is_double(roll)) {
            happened_add(h, HAPPENED_PASS, pos->turn, "", 0);
        }
        end_throw(pos, h);
    }
}

/* --- moves --- */

static unsigned ahead(unsigned square, unsigned steps) {
    return (square + steps) % PLACES_N;
}

/* Returns the nearest square of a non-empty set, at this square or ahead of it. */
static unsigned nearest(uint32_t set, unsigned square) {
    uint32_t ahead_of_it = set >> square << square;
    return places_first(ahead_of_it != 0 ? ahead_of_it : set);
}

static unsigned next_corner(unsigned square) {
    return nearest(CORNERS, ahead(square, 1));
}

/* Returns the pieces that the enemies can capture: all, but a Hornaskella only in a
 * corner, and not between two of them. */
static uint32_t capturable(uint32_t pieces, uint32_t enemies) {
    if (!is_hornaskella(pieces)) {
        return pieces;
    }
    unsigned square = places_first(pieces);
    uint32_t beside =
        PLACES_BIT(ahead(square, 1)) | PLACES_BIT(ahead(square, PLACES_N - 1));
    return (enemies & beside) == beside ? 0 : pieces & CORNERS;
}

/* Returns where the result leads.  If the piece may not stop there, it goes on. */
static unsigned reach(unsigned from, uint8_t result, bool hornaskella) {
    if (!hornaskella) {
        return ahead(from, result);
    }
    return result == 1 ? next_corner(from) : next_corner(next_corner(from));
}

static size_t stelpur_moves(const struct position *pos,
                            struct move out[static MOVES_MAX]) {
    const uint32_t *pieces = pos->u.stelpur.pieces;
    uint32_t own = pieces[pos->turn];
    uint32_t empty = places_empty(pieces);
    uint32_t stops = empty | capturable(pieces[side_other(pos->turn)], own);
    bool hornaskella = is_hornaskella(own);
    size_t n = 0;
    for (unsigned i = 0; i < pos->left.n; i++) {
        uint8_t result = pos->left.value[i];
        if (i > 0 && result == pos->left.value[i - 1]) {
            break; /* the remaining results are the same */
        }
        for (uint32_t rest = own; rest != 0;) {
            unsigned from = places_take_first(&rest);
            unsigned to = reach(from, result, hornaskella);
            to = places_has(stops, to) ? to : nearest(empty, to);
            out[n++] =
                (struct move){.from = (uint16_t)from, .to = (uint16_t)to, .how = result};
        }
    }
    return n;
}

static void write_square(unsigned square, struct text_out *out) {
    text_put_number(out, square + 1);
}

static void stelpur_write_move(const struct position *pos, const struct move *m,
                               struct text_out *out) {
    (void)pos;
    write_square(m->from, out);
    text_put_char(out, ':');
    text_put_number(out, m->how);
}

/* --- playing --- */

static void tell(struct happened *h, enum happening_kind kind, uint8_t side,
                 unsigned square, uint8_t n) {
    if (h == NULL) {
        return;
    }
    char at[SQUARE_BYTES];
    struct text_out out = text_out_of(at, sizeof at);
    write_square(square, &out);
    happened_add(h, kind, side, at, n);
}

static bool stelpur_apply(struct position *pos, const struct move *m,
                          struct happened *h) {
    uint8_t side = pos->turn;
    uint8_t other = (uint8_t)side_other(side);
    uint32_t *pieces = pos->u.stelpur.pieces;
    bool went_on = m->to != reach(m->from, m->how, is_hornaskella(pieces[side]));
    bool captured = places_has(pieces[other], m->to);
    pieces[side] = (pieces[side] & ~PLACES_BIT(m->from)) | PLACES_BIT(m->to);
    pieces[other] &= ~PLACES_BIT(m->to);
    tell(h, went_on ? HAPPENED_GO_ON : HAPPENED_LAND, side, m->to, 0);
    if (captured) {
        tell(h, HAPPENED_CAPTURE, side, m->to, 1);
    }
    if (pieces[other] == 0) {
        pos->phase = PHASE_OVER;
        pos->outcome = side;
        pos->end = END_CAPTURED;
        pos->roll = (struct roll){0};
        pos->left = (struct roll){0};
        return true;
    }
    if (captured && is_hornaskella(pieces[other])) {
        tell(h, HAPPENED_HORNASKELLA, other, places_first(pieces[other]), 0);
    }
    remove_result(&pos->left, m->how);
    if (pos->left.n == 0) {
        end_throw(pos, h);
    }
    return captured;
}

/* --- why a move is illegal --- */

static const struct rule why_notation = {
    "stelpur.notation",
    "A move is written SQUARE:RESULT, the square it starts from and the "
    "result it plays: 19:6.",
    "[house]"};
static const struct rule why_empty = {"stelpur.empty", "No piece stands there.",
                                      "source"};
static const struct rule why_enemy = {
    "stelpur.enemy", "That piece does not belong to the side to move.", "source"};
static const struct rule why_throw = {"stelpur.throw", "You have not thrown that number.",
                                      "source"};
static const struct rule why_useless = {
    "stelpur.useless", "Only 1s, 6s and doubles move a piece.", "source"};
static const struct rule why_played = {"stelpur.played",
                                       "That result has been played already.", "source"};

static bool has_value(const struct roll *roll, unsigned value) {
    return memchr(roll->value, (int)value, roll->n) != NULL;
}

static const struct rule *stelpur_why(const struct position *pos, const char *text,
                                      size_t len) {
    unsigned number = 0;
    unsigned result = 0;
    struct text_in in = text_in_of(text, len);
    if (!text_take_number(&in, PLACES_N, "a square", &number) || !text_take(&in, ':') ||
        !text_take_number(&in, 6, "a result", &result) || !text_at_end(&in) ||
        number == 0 || result == 0) {
        return &why_notation;
    }
    const uint32_t *pieces = pos->u.stelpur.pieces;
    if (!places_has(pieces[pos->turn], number - 1)) {
        bool is_empty = places_has(places_empty(pieces), number - 1);
        return is_empty ? &why_empty : &why_enemy;
    }
    if (!has_value(&pos->roll, result)) {
        return &why_throw;
    }
    bool moves = result == 1 || result == 6 || is_double(&pos->roll);
    return moves ? &why_played : &why_useless;
}

/* --- position text --- */

/* Whether dice, left and phase fit this board, on which the side in turn has pieces. */
static bool throw_is_sane(const struct position *pos) {
    const uint32_t *pieces = pos->u.stelpur.pieces;
    if (pos->phase != PHASE_MOVE) {
        return pos->roll.n == 0 && pos->left.n == 0;
    }
    struct roll results = results_of(&pos->roll, is_hornaskella(pieces[pos->turn]));
    return pos->roll.n == 2 && can_be_left(&pos->left, &results);
}

/* Takes "-" or the results.  Whether their order and values fit is checked later. */
static bool take_left(struct text_in *in, struct roll *left) {
    if (text_take(in, '-')) {
        return true;
    }
    do {
        unsigned result = 0;
        if (left->n == RESULTS_MAX) {
            return text_fault(in, "too many results are left", NULL, NULL);
        }
        if (!text_take_number(in, 6, "a result left", &result)) {
            return false;
        }
        left->value[left->n++] = (uint8_t)result;
    } while (text_take(in, ','));
    return true;
}

static bool settle(struct position *pos, struct text_in *in) {
    const uint32_t *pieces = pos->u.stelpur.pieces;
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        if (pieces[side] != 0) {
            continue;
        }
        if (pieces[side_other(side)] == 0) {
            return text_fault(in, "the board is empty", NULL, NULL);
        }
        if (pos->turn == side || pos->roll.n > 0 || pos->left.n > 0) {
            return text_fault(in, "the game is over, so the end must be \"",
                              side == SIDE_WHITE ? "b" : "w", " - -\"");
        }
        pos->phase = PHASE_OVER;
        pos->outcome = pos->turn;
        pos->end = END_CAPTURED;
        return true;
    }
    pos->phase = pos->roll.n > 0 ? PHASE_MOVE : PHASE_ROLL;
    return throw_is_sane(pos) ||
           text_fault(in, "what is left to play does not fit the dice", NULL, NULL);
}

static bool stelpur_read(struct position *pos, struct text_in *in) {
    return places_take(in, PIECES, pos->u.stelpur.pieces) &&
           text_expect(in, ' ', "after the board") && side_take(in, &pos->turn) &&
           text_expect(in, ' ', "after the turn") &&
           (text_take(in, '-') || roll_take(&dice_two_six, in, &pos->roll)) &&
           text_expect(in, ' ', "after the dice") && take_left(in, &pos->left) &&
           text_expect_end(in, "the position") && settle(pos, in);
}

static void stelpur_write(const struct position *pos, struct text_out *out) {
    places_write(pos->u.stelpur.pieces, out);
    text_put_char(out, ' ');
    text_put_char(out, side_letter(pos->turn));
    text_put_char(out, ' ');
    roll_write(&pos->roll, out);
    text_put_char(out, ' ');
    roll_write(&pos->left, out);
}

static void stelpur_board(const struct position *pos, struct board *board) {
    places_board(pos->u.stelpur.pieces, write_square, board);
}

const struct game game_stelpur = {
    .id = "stelpur",
    .title = "Ad Elta Stelpur",
    .source = "Ad Elta Stelpur, Ludens Planet, ludensplanet.com",
    .goal = "capture every enemy piece",
    .rules = stelpur_rules,
    .example = "w....b.b....bw.....b.... w 6,1 6,1",
    .dice = &dice_two_six,
    .options = options_legs,
    .quiet_max = 1000,
    .drawing = "ring",
    .first = SIDE_WHITE,
    .start = "wwwwww......bbbbbb...... ? - -",
    .moves = stelpur_moves,
    .apply = stelpur_apply,
    .roll = stelpur_roll,
    .read = stelpur_read,
    .write = stelpur_write,
    .write_move = stelpur_write_move,
    .board = stelpur_board,
    .why = stelpur_why,
};
