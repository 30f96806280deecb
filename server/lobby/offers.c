#include "server/lobby/offers.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/base/slots.h"

#define WORD_BITS 64

const char *offer_end_name(enum offer_end end) {
    static const char *const names[OFFER_END_COUNT] = {
#define X(id, name) [id] = (name),
        OFFER_ENDS(X)
#undef X
    };
    return names[end];
}

const char *offer_reason_name(enum offer_reason reason) {
    static const char *const names[OFFER_REASON_COUNT] = {
#define X(id, name) [id] = (name),
        OFFER_REASONS(X)
#undef X
    };
    return names[reason];
}

/* --- the list --- */

static void offer_free(struct offer *offer) {
    free(offer->told);
    free(offer);
}

void offers_fini(struct offers *offers) {
    for (size_t i = 0; i < offers->n; i++) {
        offer_free(offers->offer[i]);
    }
    free(offers->offer);
    *offers = (struct offers){0};
}

struct offer *offers_add(struct offers *offers, const struct offer *offer) {
    if (offers->n == offers->cap) {
        offers->cap = offers->cap == 0 ? 16 : offers->cap * 2;
        offers->offer = mem_grow(offers->offer, offers->cap, sizeof(struct offer *));
    }
    struct offer *added = mem_new(1, sizeof *added);
    *added = *offer;
    added->id = ++offers->last_id;
    added->told = NULL;
    added->n_told = 0;
    offers->offer[offers->n++] = added;
    return added;
}

struct offer *offers_next(const struct offers *offers, size_t *at) {
    while (*at < offers->n) {
        struct offer *offer = offers->offer[(*at)++];
        if (!offer->is_over) {
            return offer;
        }
    }
    return NULL;
}

struct offer *offers_find(const struct offers *offers, uint64_t id) {
    size_t at = 0;
    struct offer *offer;
    do {
        offer = offers_next(offers, &at);
    } while (offer != NULL && offer->id != id);
    return offer;
}

size_t offers_count(const struct offers *offers, uint64_t from) {
    size_t n = 0, at = 0;
    for (const struct offer *offer; (offer = offers_next(offers, &at)) != NULL;) {
        n += offer->from == from;
    }
    return n;
}

struct offer *offers_find_same(const struct offers *offers, const struct offer *offer) {
    size_t at = 0;
    struct offer *other;
    do {
        other = offers_next(offers, &at);
    } while (other != NULL && !(other->from == offer->from && other->to == offer->to &&
                                other->terms.side == offer->terms.side &&
                                terms_are_same(&other->terms, &offer->terms)));
    return other;
}

void offers_remove(struct offers *offers, uint64_t id) {
    size_t i = 0;
    while (i < offers->n && offers->offer[i]->id != id) {
        i++;
    }
    if (i < offers->n) {
        offer_free(offers->offer[i]);
        memmove(&offers->offer[i], &offers->offer[i + 1],
                (--offers->n - i) * sizeof(struct offer *));
    }
}

uint64_t offers_due_ms(const struct offers *offers) {
    uint64_t due_ms = UINT64_MAX;
    size_t at = 0;
    for (const struct offer *offer; (offer = offers_next(offers, &at)) != NULL;) {
        due_ms = offer->due_ms < due_ms ? offer->due_ms : due_ms;
    }
    return due_ms;
}

/* --- what fits --- */

void terms_default_legs(struct terms *terms) {
    const struct option_kind *kind = terms->game->options;
    if (terms->has_legs || strcmp(terms->game->drawing, "tafl") != 0) {
        return;
    }
    for (unsigned i = 0; kind[i].name != NULL; i++) {
        if (strcmp(kind[i].name, "legs") == 0) {
            terms->opt.value[i] = strcmp(kind[i].values[1], "2") == 0;
        }
    }
}

bool terms_are_same(const struct terms *a, const struct terms *b) {
    return a->game == b->game && memcmp(&a->opt, &b->opt, sizeof a->opt) == 0 &&
           a->time.minutes == b->time.minutes && a->time.bonus_s == b->time.bonus_s &&
           a->rated == b->rated;
}

bool terms_fit(const struct terms *a, const struct terms *b) {
    return terms_are_same(a, b) &&
           (a->side == SIDE_COUNT || b->side == SIDE_COUNT || a->side != b->side);
}

/* --- who was told --- */

void offer_tell(struct offer *offer, uint32_t place) {
    size_t word = place / WORD_BITS;
    if (word >= offer->n_told) {
        offer->told = mem_grow(offer->told, word + 1, sizeof *offer->told);
        memset(offer->told + offer->n_told, 0,
               (word + 1 - offer->n_told) * sizeof *offer->told);
        offer->n_told = word + 1;
    }
    offer->told[word] |= UINT64_C(1) << place % WORD_BITS;
}

bool offer_was_told(const struct offer *offer, uint32_t place) {
    size_t word = place / WORD_BITS;
    return word < offer->n_told && (offer->told[word] >> place % WORD_BITS & 1) != 0;
}

void offers_forget(struct offers *offers, uint32_t place) {
    size_t word = place / WORD_BITS;
    for (size_t i = 0; i < offers->n; i++) {
        if (word < offers->offer[i]->n_told) {
            offers->offer[i]->told[word] &= ~(UINT64_C(1) << place % WORD_BITS);
        }
    }
}
