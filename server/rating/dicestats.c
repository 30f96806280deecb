#include "server/rating/dicestats.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- kinds --- */

const struct dice_kind *dicestats_kind(size_t n) {
    static const struct dice_kind *const kinds[DICE_KINDS] = {
        &dice_three_binary, &dice_four_binary, &dice_two_six, &dice_three_six};
    return n < DICE_KINDS ? kinds[n] : NULL;
}

void dicestats_name(const struct dice_kind *kind, char name[static DICE_NAME_BYTES]) {
    snprintf(name, DICE_NAME_BYTES, "%u %s", kind->n_dice, kind->name);
}

unsigned dicestats_cells(const struct dice_kind *kind, unsigned *lowest) {
    unsigned n_dice = kind->summed ? kind->n_dice : 1;
    *lowest = n_dice * kind->lowest;
    unsigned n = n_dice * (kind->n_faces - 1U) + 1;
    assert(n <= DICE_CELLS_MAX);
    return n;
}

/* The probability of each cell: for one die all faces are equal; for a sum, the share of
 * the throws that give it. */
static unsigned find_probabilities(const struct dice_kind *kind,
                                   double p[static DICE_CELLS_MAX]) {
    unsigned lowest, n_cells = dicestats_cells(kind, &lowest);
    memset(p, 0, DICE_CELLS_MAX * sizeof *p);
    p[0] = 1.0;
    unsigned reached = 1;
    for (unsigned die = kind->summed ? kind->n_dice : 1; die > 0; die--) {
        double next[DICE_CELLS_MAX] = {0};
        for (unsigned i = 0; i < reached; i++) {
            for (unsigned face = 0; face < kind->n_faces; face++) {
                next[i + face] += p[i] / kind->n_faces;
            }
        }
        reached += kind->n_faces - 1U;
        memcpy(p, next, sizeof next);
    }
    return n_cells;
}

/* --- counting --- */

void dicestats_add(struct dice_tally *tally, const uint8_t *faces) {
    const struct dice_kind *kind = tally->kind;
    unsigned lowest;
    dicestats_cells(kind, &lowest);
    tally->throws++;
    unsigned sum = 0;
    for (unsigned i = 0; i < kind->n_dice; i++) {
        sum += faces[i];
        if (!kind->summed) {
            tally->count[faces[i] - lowest]++;
        }
    }
    if (kind->summed) { /* not what counts for none: that would be another kind */
        tally->count[sum - lowest]++;
    }
}

void dicestats_count(const struct record *record, struct dice_tally tally[SIDE_COUNT]) {
    for (int side = 0; side < SIDE_COUNT; side++) {
        tally[side] = (struct dice_tally){.kind = record->game->dice};
    }
    for (size_t i = 0; i < record->n_log; i++) {
        const struct note *note = &record->log[i];
        for (int side = 0; side < SIDE_COUNT; side++) {
            if (note->kind == NOTE_START_THROW ||
                (note->kind == NOTE_THROW && note->side == side)) {
                dicestats_add(&tally[side], note->faces[side]);
            }
        }
    }
}

/* --- the test --- */

/* Q(df / 2, chi2 / 2), the regularised upper incomplete gamma function, from Q(1/2, x) or
 * Q(1, x) by Q(a + 1, x) = Q(a, x) + e^-x x^a / gamma(a + 1). */
double chi_square_p(double chi2, unsigned df) {
    double x = chi2 / 2.0;
    assert(df > 0 && chi2 >= 0);
    double p = df % 2 == 0 ? exp(-x) : erfc(sqrt(x));
    for (unsigned n = df % 2 == 0 ? 2 : 1; n < df && x > 0.0; n += 2) {
        double a = n / 2.0;
        p += exp(a * log(x) - x - lgamma(a + 1.0));
    }
    return fmin(p, 1.0);
}

void dicestats_judge(const struct dice_tally *tally, struct dice_verdict *verdict) {
    double p[DICE_CELLS_MAX], n = 0, mean = 0, square = 0, total = 0, least = 1;
    *verdict = (struct dice_verdict){.n_cells = find_probabilities(tally->kind, p)};
    for (unsigned i = 0; i < verdict->n_cells; i++) {
        n += (double)tally->count[i];
        total += (double)tally->count[i] * i; /* above the lowest, as the mean */
        mean += p[i] * i;
        square += p[i] * i * i;
        least = fmin(least, p[i]);
    }
    verdict->df = verdict->n_cells - 1;
    verdict->enough = n * least >= DICE_EXPECTED_LEAST;
    verdict->p = 1.0;
    if (n <= 0) {
        return;
    }
    for (unsigned i = 0; i < verdict->n_cells; i++) {
        double off = (double)tally->count[i] - n * p[i];
        verdict->chi2 += off * off / (n * p[i]);
    }
    verdict->p = chi_square_p(verdict->chi2, verdict->df);
    verdict->luck = (total - n * mean) / sqrt(n * (square - mean * mean));
}

/* --- the verdict --- */

/* The index of the least probable tally of those with enough throws; n: none. */
static size_t find_least(const struct dice_verdict *verdict, size_t n) {
    size_t least = n;
    for (size_t i = 0; i < n; i++) {
        if (verdict[i].enough && (least == n || verdict[i].p < verdict[least].p)) {
            least = i;
        }
    }
    return least;
}

static void tell_test(const struct dice_tally *tally, const struct dice_verdict *verdict,
                      struct text_out *out) {
    char name[DICE_NAME_BYTES], often[40];
    dicestats_name(tally->kind, name);
    text_put(out, "Fair dice are at least as uneven as the ");
    text_put(out, name);
    text_put(out, " dice here in ");
    if (verdict->p < DICE_P_REMARKABLE) {
        text_put(out, "fewer than 1 of 1000 cases: something rare has happened, or "
                      "something is wrong.  alea verify checks every throw of a game.");
        return;
    }
    snprintf(often, sizeof often, "%.*f of 100 cases", verdict->p < 0.1 ? 1 : 0,
             verdict->p * 100);
    text_put(out, often);
    text_put(out, ": nothing remarkable.  This does not prove that they are fair; alea "
                  "verify checks every throw of a game.");
}

void dicestats_tell(const struct dice_tally *tally, const struct dice_verdict *verdict,
                    size_t n, bool is_player, char text[static DICE_TOLD_BYTES]) {
    struct text_out out = text_out_of(text, DICE_TOLD_BYTES);
    size_t least = find_least(verdict, n);
    if (least < n) {
        tell_test(&tally[least], &verdict[least], &out);
    } else {
        text_put(&out, "Too few throws to tell anything: it takes 40 throws of one kind "
                       "of dice.");
    }
    if (is_player) {
        text_put(&out,
                 "  Luck compares the total of the dice with that of fair ones, in "
                 "standard deviations: 19 of 20 players are between -2 and 2.  High dice "
                 "are not better in every game.");
    }
}
