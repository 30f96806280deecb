/* morris: position text. */
#include "rules/morris/morris.h"

#include <string.h>

/* Returns what is impossible in the position, or NULL. */
static const char *find_fault(const struct position *pos) {
    const struct morris *morris = &pos->u.morris;
    enum side other = side_other(pos->turn);
    if (morris_is_out_of_men(morris, SIDE_WHITE) &&
        morris_is_out_of_men(morris, SIDE_BLACK)) {
        return "both sides have two men or fewer";
    }
    bool is_placing = morris->hand[SIDE_WHITE] > 0 || morris->hand[SIDE_BLACK] > 0;
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        unsigned n = morris->hand[side] + places_count(morris->men[side]);
        if (n > MORRIS_MEN || (is_placing && !morris_is_plain(pos) && n != MORRIS_MEN)) {
            return morris_is_plain(pos)
                       ? "a side has more than nine men"
                       : "while men are being placed each side has nine in all";
        }
    }
    if (!morris_throws_to_place(pos) && morris->hand[pos->turn] != morris->hand[other] &&
        morris->hand[pos->turn] != morris->hand[other] + 1) {
        return "the turn does not fit the men in hand";
    }
    if (pos->roll.n == 0) {
        return NULL;
    }
    return !morris_is_plain(pos)
               ? is_placing ? "there are no dice while men are being placed" : NULL
           : !morris_throws_to_place(pos) ? "there are no dice"
           : !morris_is_placing(pos) ? "there are dice only while men are being placed"
                                     : NULL;
}

/* Whether a finished game has a valid end.  It is the loser's turn, as the winner made
 * the last move.  The throw is set only if it blocks the loser. */
static bool end_is_sane(const struct position *pos) {
    return pos->turn != pos->outcome && (pos->end == END_BLOCKED || pos->roll.n == 0);
}

static bool take_hands(struct text_in *in, uint8_t hand[SIDE_COUNT]) {
    unsigned white = 0;
    unsigned black = 0;
    if (!text_take_number(in, MORRIS_MEN, "white's hand", &white) ||
        !text_expect(in, ',', "between the hands") ||
        !text_take_number(in, MORRIS_MEN, "black's hand", &black)) {
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
    morris_set_phase(pos);
    return pos->phase != PHASE_OVER || end_is_sane(pos) ||
           text_fault(in, "the game is over, so it is ",
                      side_name(side_other(pos->outcome)), "'s turn, without dice");
}

bool morris_read(struct position *pos, struct text_in *in) {
    struct morris *morris = &pos->u.morris;
    return places_take(in, MORRIS_MEN, morris->men) &&
           text_expect(in, ' ', "after the board") && side_take(in, &pos->turn) &&
           text_expect(in, ' ', "after the turn") && take_hands(in, morris->hand) &&
           text_expect(in, ' ', "after the hands") &&
           (text_take(in, '-') || roll_take(&dice_three_six, in, &pos->roll)) &&
           text_expect_end(in, "the position") && settle(pos, in);
}

void morris_write(const struct position *pos, struct text_out *out) {
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

void morris_board(const struct position *pos, struct board *board) {
    places_board(pos->u.morris.men, morris_point_write, board);
    board->n_counts = 1;
    board->count[0].name = "hand";
    memcpy(board->count[0].n, pos->u.morris.hand, sizeof pos->u.morris.hand);
}
