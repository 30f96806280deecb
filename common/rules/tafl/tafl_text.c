/* tafl: position text, squares and moves as text. */
#include "rules/tafl/tafl.h"

static char letter_at(const struct tafl *t, unsigned square) {
    if (square == t->king) {
        return 'K';
    }
    return tafl_has(t, SIDE_WHITE, square) ? 'T' : 't';
}

/* --- writing --- */

void tafl_write_square(unsigned square, struct text_out *out) {
    text_put_char(out, (char)('a' + tafl_file(square) - 1));
    text_put_number(out, tafl_rank(square));
}

void tafl_write_move(const struct position *pos, const struct move *m,
                     struct text_out *out) {
    (void)pos;
    tafl_write_square(m->from, out);
    text_put_char(out, '-');
    tafl_write_square(m->to, out);
}

static void write_rank(const struct tafl *t, unsigned rank, struct text_out *out) {
    unsigned empty = 0;
    for (unsigned file = 1; file <= t->size; file++) {
        unsigned square = tafl_square(rank, file);
        if (tafl_is_empty(t, square)) {
            empty++;
            continue;
        }
        if (empty > 0) {
            text_put_number(out, empty);
            empty = 0;
        }
        text_put_char(out, letter_at(t, square));
    }
    if (empty > 0) {
        text_put_number(out, empty);
    }
}

void tafl_write(const struct position *pos, struct text_out *out) {
    const struct tafl *t = &pos->u.tafl;
    for (unsigned rank = t->size; rank >= 1; rank--) {
        write_rank(t, rank, out);
        text_put_char(out, rank > 1 ? '/' : ' ');
    }
    text_put_char(out, side_letter(pos->turn));
}

void tafl_board(const struct position *pos, struct board *board) {
    const struct tafl *t = &pos->u.tafl;
    for (unsigned rank = t->size; rank >= 1; rank--) {
        for (unsigned file = 1; file <= t->size; file++) {
            unsigned square = tafl_square(rank, file);
            if (tafl_is_empty(t, square)) {
                continue;
            }
            struct text_out name =
                text_out_of(board->square[board->n_squares].name, SQUARE_BYTES);
            tafl_write_square(square, &name);
            board->square[board->n_squares].pieces[0] = letter_at(t, square);
            board->n_squares++;
        }
    }
}

/* --- reading --- */

static bool fault_square(struct text_in *in, unsigned square, const char *wrong) {
    char name[SQUARE_BYTES];
    struct text_out out = text_out_of(name, sizeof name);
    tafl_write_square(square, &out);
    return text_fault(in, name, wrong, NULL);
}

/* Takes the letter of a piece, and puts the piece there. */
static bool take_piece(struct tafl *t, unsigned square, struct text_in *in) {
    if (text_take(in, 'K')) {
        if (t->king != 0) {
            return text_fault(in, "there are two kings", NULL, NULL);
        }
        t->king = (uint16_t)square;
        tafl_toggle(t, SIDE_WHITE, square);
        return !tafl_is_camp(t, square) ||
               fault_square(in, square, " is for attackers alone");
    }
    bool attacker = text_take(in, 't');
    if (!attacker && !text_take(in, 'T')) {
        return text_fault(in, "expected t, T, K or a number of empty squares", NULL,
                          NULL);
    }
    if (tafl_is_corner(t, square) || tafl_is_throne(t, square)) {
        return fault_square(in, square, " is for the king alone");
    }
    if (!attacker && tafl_is_camp(t, square)) {
        return fault_square(in, square, " is for attackers alone");
    }
    tafl_toggle(t, attacker ? SIDE_BLACK : SIDE_WHITE, square);
    return true;
}

static bool take_rank(struct tafl *t, unsigned rank, struct text_in *in) {
    unsigned file = 1;
    while (file <= t->size) {
        unsigned empty = 0;
        if (text_peek(in) < '0' || text_peek(in) > '9') {
            if (!take_piece(t, tafl_square(rank, file), in)) {
                return false;
            }
            file++;
        } else if (text_take_number(in, t->size + 1U - file, "a number of empty squares",
                                    &empty)) {
            file += empty;
        } else {
            return false;
        }
    }
    return true;
}

static bool take_ranks(struct tafl *t, struct text_in *in) {
    for (unsigned rank = t->size; rank >= 1; rank--) {
        if (!take_rank(t, rank, in) ||
            (rank > 1 && !text_expect(in, '/', "after a rank"))) {
            return false;
        }
    }
    return true;
}

static bool check_counts(const struct tafl_set *set, const struct tafl *t,
                         struct text_in *in) {
    if (tafl_count(t, SIDE_BLACK) > set->attackers) {
        return text_fault(in, "more attackers than at the start", NULL, NULL);
    }
    if (tafl_count(t, SIDE_WHITE) - (t->king != 0) > set->defenders) {
        return text_fault(in, "more defenders than at the start", NULL, NULL);
    }
    return true;
}

/* Makes an empty board. */
static void clear(const struct tafl_set *set, struct position *pos) {
    uint32_t rules = set->rules;
    for (unsigned i = 0; i < OPTIONS_MAX; i++) {
        if (pos->opt.value[i] > 0) {
            rules |= set->option_rules[i][pos->opt.value[i] - 1];
        }
    }
    rules &= (rules & TAFL_UNARMED) != 0 ? ~(uint32_t)(TAFL_ARMED | TAFL_UNARMED) : ~0U;
    pos->u.tafl = (struct tafl){.size = set->size, .rules = rules};
}

bool tafl_read(const struct tafl_set *set, struct position *pos, struct text_in *in) {
    struct tafl *t = &pos->u.tafl;
    clear(set, pos);
    if (!take_ranks(t, in) || !text_expect(in, ' ', "after the ranks") ||
        !side_take(in, &pos->turn) || !text_expect_end(in, "the position") ||
        !check_counts(set, t, in)) {
        return false;
    }
    if (t->king == 0 && pos->turn == SIDE_BLACK) {
        return text_fault(in, "without a king it cannot be black's turn", NULL, NULL);
    }
    if (tafl_is_goal(t, t->king) && pos->turn == SIDE_WHITE) {
        bool is_edge = (t->rules & TAFL_EDGE_WINS) != 0;
        return text_fault(in, "with the king on ", is_edge ? "the edge" : "a corner",
                          " it cannot be white's turn");
    }
    tafl_settle(pos);
    return true;
}
