#include "rules/places.h"

bool places_take(struct text_in *in, unsigned max, uint32_t pieces[SIDE_COUNT]) {
    for (unsigned place = 0; place < PLACES_N; place++) {
        if (text_take(in, side_letter(SIDE_WHITE))) {
            pieces[SIDE_WHITE] |= PLACES_BIT(place);
        } else if (text_take(in, side_letter(SIDE_BLACK))) {
            pieces[SIDE_BLACK] |= PLACES_BIT(place);
        } else if (!text_take(in, '.')) {
            return text_fault(in, "the board must be 24 letters w, b or .", NULL, NULL);
        }
    }
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        if (places_count(pieces[side]) > max) {
            return text_fault(in, "too many pieces of ", side_name(side), NULL);
        }
    }
    return true;
}

static char letter_at(const uint32_t pieces[SIDE_COUNT], unsigned place) {
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        if (places_has(pieces[side], place)) {
            return side_letter(side);
        }
    }
    return '.';
}

void places_write(const uint32_t pieces[SIDE_COUNT], struct text_out *out) {
    for (unsigned place = 0; place < PLACES_N; place++) {
        text_put_char(out, letter_at(pieces, place));
    }
}

void places_board(const uint32_t pieces[SIDE_COUNT],
                  void (*write_name)(unsigned place, struct text_out *out),
                  struct board *board) {
    uint32_t occupied = PLACES_ALL & ~places_empty(pieces);
    while (occupied != 0) {
        unsigned place = places_take_first(&occupied);
        struct text_out name =
            text_out_of(board->square[board->n_squares].name, SQUARE_BYTES);
        write_name(place, &name);
        board->square[board->n_squares].pieces[0] = letter_at(pieces, place);
        board->n_squares++;
    }
}
