/* toy: a race of one piece a side over five squares, to try docs/contributing.md with.
 *
 * Source: this comment.  The rules as played here:
 * - Each side has one piece and its own way of squares 1 to 5; 0 is before it, 6 is home.
 * - A throw, the sum of three two-faced dice, moves the piece that far, or one square
 *   less, but not less than 1.  Home must be reached exactly.
 * - A throw of 0, or without a legal move, ends the turn. [house]
 * - The first side to come home wins. */
#include "rules/game.h"

#include <string.h>

#define HOME 6
#define MOST 3 /* the highest throw */

static const char toy_rules[] =
    "Each side has one piece, and its own way of five squares, 1 to 5.\n"
    "- Three two-faced dice give 0 to 3.  Move exactly that far, or one square\n"
    "  less, but at least one.  After 5 comes 6: your piece is home, and you have\n"
    "  won.\n"
    "- If you cannot move, or throw 0, your turn passes.\n"
    "Moves: 0-2 enters the piece on 2, 3-6 brings it home.\n";

static const struct option_kind toy_options[] = {OPTION_LEGS("1", "2"), OPTIONS_END};

static size_t toy_moves(const struct position *pos, struct move out[static MOVES_MAX]) {
    unsigned at = pos->u.toy.at[pos->turn], throw = pos->roll.value[0];
    size_t n = 0;
    for (unsigned less = 0; less < 2; less++) {
        if (throw > less && at + throw -less <= HOME) {
            out[n++] =
                (struct move){.from = (uint16_t)at, .to = (uint16_t)(at + throw -less)};
        }
    }
    return n;
}

static bool can_move(const struct position *pos) {
    struct move moves[MOVES_MAX];
    return toy_moves(pos, moves) > 0;
}

static bool toy_apply(struct position *pos, const struct move *m, struct happened *h) {
    pos->u.toy.at[pos->turn] = (uint8_t)m->to;
    pos->roll = (struct roll){0};
    pos->phase = PHASE_ROLL;
    if (m->to == HOME) {
        happened_add(h, HAPPENED_BEAR_OFF, pos->turn, "", 0);
        pos->phase = PHASE_OVER;
        pos->outcome = pos->turn;
        pos->end = END_OFF;
    } else {
        pos->turn = (uint8_t)side_other(pos->turn);
    }
    return m->to == HOME;
}

static void toy_roll(struct position *pos, const struct roll *roll, struct happened *h) {
    pos->roll = *roll;
    pos->phase = PHASE_MOVE;
    if (!can_move(pos)) {
        happened_add(h, HAPPENED_PASS, pos->turn, "", 0);
        pos->roll = (struct roll){0};
        pos->phase = PHASE_ROLL;
        pos->turn = (uint8_t)side_other(pos->turn);
    }
}

/* AT,AT TURN DICE */
static bool toy_read(struct position *pos, struct text_in *in) {
    unsigned white, black, dice = 0;
    if (!text_take_number(in, HOME, "the square of White", &white) ||
        !text_expect(in, ',', "between the squares") ||
        !text_take_number(in, HOME, "the square of Black", &black) ||
        !text_expect(in, ' ', "after the squares") || !side_take(in, &pos->turn) ||
        !text_expect(in, ' ', "after the turn") ||
        (!text_take(in, '-') && !text_take_number(in, MOST, "the dice", &dice)) ||
        !text_expect_end(in, "the dice")) {
        return false;
    }
    pos->u.toy.at[SIDE_WHITE] = (uint8_t)white;
    pos->u.toy.at[SIDE_BLACK] = (uint8_t)black;
    pos->phase = dice > 0 ? PHASE_MOVE : PHASE_ROLL;
    if (dice > 0) {
        pos->roll = (struct roll){.n = 1, .value = {(uint8_t)dice}};
    }
    if (pos->u.toy.at[side_other(pos->turn)] == HOME) {
        return text_fault(in, "the turn must be the winner's", NULL, NULL);
    }
    if (pos->u.toy.at[pos->turn] == HOME) {
        pos->phase = PHASE_OVER;
        pos->outcome = pos->turn;
        pos->end = END_OFF;
        return dice == 0 || text_fault(in, "dice in a finished game", NULL, NULL);
    }
    return dice == 0 || can_move(pos) ||
           text_fault(in, "the dice leave no legal move", NULL, NULL);
}

static void toy_write(const struct position *pos, struct text_out *out) {
    text_put_number(out, pos->u.toy.at[SIDE_WHITE]);
    text_put_char(out, ',');
    text_put_number(out, pos->u.toy.at[SIDE_BLACK]);
    text_put_char(out, ' ');
    text_put_char(out, side_letter(pos->turn));
    text_put_char(out, ' ');
    roll_write(&pos->roll, out);
}

static void toy_write_move(const struct position *pos, const struct move *m,
                           struct text_out *out) {
    (void)pos;
    text_put_number(out, m->from);
    text_put_char(out, '-');
    text_put_number(out, m->to);
}

static void toy_board(const struct position *pos, struct board *board) {
    board->n_counts = 2;
    board->count[0].name = "reserve";
    board->count[1].name = "off";
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        unsigned at = pos->u.toy.at[side];
        board->count[0].n[side] = at == 0;
        board->count[1].n[side] = at == HOME;
        if (at > 0 && at < HOME) {
            char *name = board->square[board->n_squares].name;
            name[0] = side_letter(side);
            name[1] = (char)('0' + at);
            board->square[board->n_squares++].pieces[0] = side_letter(side);
        }
    }
}

static const struct rule notation = {"toy.notation",
                                     "A move is written FROM-TO: 0-2, 3-6.", "[house]"};
static const struct rule piece = {"toy.piece", "Your piece is not there.", "source"};
static const struct rule throw_rule = {
    "toy.throw", "A piece moves as far as the throw says, or one square less.", "source"};

static const struct rule *toy_why(const struct position *pos, const char *text,
                                  size_t len) {
    struct text_in in = text_in_of(text, len);
    unsigned from, to;
    if (!text_take_number(&in, HOME, "", &from) || !text_take(&in, '-') ||
        !text_take_number(&in, HOME, "", &to) || !text_at_end(&in)) {
        return &notation;
    }
    return from != pos->u.toy.at[pos->turn] ? &piece : &throw_rule;
}

const struct game game_toy = {
    .id = "toy",
    .title = "Five-Square Race",
    .source = "tests/guide of alea",
    .goal = "bring your piece home first",
    .rules = toy_rules,
    .example = "1,3 w 2",
    .dice = &dice_three_binary,
    .options = toy_options,
    .drawing = "",
    .first = SIDE_WHITE,
    .start = "0,0 ? -",
    .moves = toy_moves,
    .apply = toy_apply,
    .roll = toy_roll,
    .read = toy_read,
    .write = toy_write,
    .write_move = toy_write_move,
    .board = toy_board,
    .why = toy_why,
};
