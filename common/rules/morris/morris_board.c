/* morris: the points of the board and their lines. */
#include "rules/morris/morris.h"

#include <string.h>

/* The points, in the order of the position text. */
/* clang-format off */
enum {
    A7,         D7,         G7,
        B6,     D6,     F6,
            C5, D5, E5,
    A4, B4, C4,     E4, F4, G4,
            C3, D3, E3,
        B2,     D2,     F2,
    A1,         D1,         G1
};
/* clang-format on */

#define P(point) PLACES_BIT(point)

const struct morris_point morris_points[PLACES_N] = {
    [A7] = {"a7", P(D7) | P(A4), {P(D7) | P(G7), P(A4) | P(A1)}},
    [D7] = {"d7", P(A7) | P(G7) | P(D6), {P(A7) | P(G7), P(D6) | P(D5)}},
    [G7] = {"g7", P(D7) | P(G4), {P(A7) | P(D7), P(G4) | P(G1)}},
    [B6] = {"b6", P(D6) | P(B4), {P(D6) | P(F6), P(B4) | P(B2)}},
    [D6] = {"d6", P(D7) | P(B6) | P(F6) | P(D5), {P(B6) | P(F6), P(D7) | P(D5)}},
    [F6] = {"f6", P(D6) | P(F4), {P(B6) | P(D6), P(F4) | P(F2)}},
    [C5] = {"c5", P(D5) | P(C4), {P(D5) | P(E5), P(C4) | P(C3)}},
    [D5] = {"d5", P(D6) | P(C5) | P(E5), {P(C5) | P(E5), P(D7) | P(D6)}},
    [E5] = {"e5", P(D5) | P(E4), {P(C5) | P(D5), P(E4) | P(E3)}},
    [A4] = {"a4", P(A7) | P(B4) | P(A1), {P(B4) | P(C4), P(A7) | P(A1)}},
    [B4] = {"b4", P(B6) | P(A4) | P(C4) | P(B2), {P(A4) | P(C4), P(B6) | P(B2)}},
    [C4] = {"c4", P(C5) | P(B4) | P(C3), {P(A4) | P(B4), P(C5) | P(C3)}},
    [E4] = {"e4", P(E5) | P(F4) | P(E3), {P(F4) | P(G4), P(E5) | P(E3)}},
    [F4] = {"f4", P(F6) | P(E4) | P(G4) | P(F2), {P(E4) | P(G4), P(F6) | P(F2)}},
    [G4] = {"g4", P(G7) | P(F4) | P(G1), {P(E4) | P(F4), P(G7) | P(G1)}},
    [C3] = {"c3", P(C4) | P(D3), {P(D3) | P(E3), P(C5) | P(C4)}},
    [D3] = {"d3", P(C3) | P(E3) | P(D2), {P(C3) | P(E3), P(D2) | P(D1)}},
    [E3] = {"e3", P(E4) | P(D3), {P(C3) | P(D3), P(E5) | P(E4)}},
    [B2] = {"b2", P(B4) | P(D2), {P(D2) | P(F2), P(B6) | P(B4)}},
    [D2] = {"d2", P(D3) | P(B2) | P(F2) | P(D1), {P(B2) | P(F2), P(D3) | P(D1)}},
    [F2] = {"f2", P(F4) | P(D2), {P(B2) | P(D2), P(F6) | P(F4)}},
    [A1] = {"a1", P(A4) | P(D1), {P(D1) | P(G1), P(A7) | P(A4)}},
    [D1] = {"d1", P(D2) | P(A1) | P(G1), {P(A1) | P(G1), P(D3) | P(D2)}},
    [G1] = {"g1", P(G4) | P(D1), {P(A1) | P(D1), P(G7) | P(G4)}},
};

uint32_t morris_mills(uint32_t men, uint32_t among) {
    uint32_t in_mill = 0;
    for (uint32_t rest = among; rest != 0;) {
        unsigned point = places_take_first(&rest);
        in_mill |= morris_mills_at(men, point) > 0 ? PLACES_BIT(point) : 0;
    }
    return in_mill;
}

void morris_point_write(unsigned point, struct text_out *out) {
    text_put(out, morris_points[point].name);
}

void morris_points_write(uint32_t points, struct text_out *out) {
    for (bool first = true; points != 0; first = false) {
        unsigned next = places_first(points);
        for (uint32_t rest = points; rest != 0;) {
            unsigned point = places_take_first(&rest);
            next = morris_is_named_before(point, next) ? point : next;
        }
        text_put(out, first ? "" : ",");
        morris_point_write(next, out);
        points &= ~PLACES_BIT(next);
    }
}

bool morris_point_take(struct text_in *in, uint8_t *point) {
    for (uint8_t i = 0; in->end - in->at >= 2 && i < PLACES_N; i++) {
        if (memcmp(in->at, morris_points[i].name, 2) == 0) {
            in->at += 2;
            *point = i;
            return true;
        }
    }
    return text_fault(in, "a point is a letter a to g and a number 1 to 7", NULL, NULL);
}

bool morris_is_named_before(unsigned a, unsigned b) {
    return strcmp(morris_points[a].name, morris_points[b].name) < 0;
}
