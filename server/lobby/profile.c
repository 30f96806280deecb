#include "server/lobby/profile.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"

const char *profile_part_text(enum profile_part part) {
    static const char *const texts[PROFILE_PART_COUNT] = {
#define X(id, text) [id] = (text),
        PROFILE_PARTS(X)
#undef X
    };
    return texts[part];
}

static bool minds(uint8_t choice, bool is_so) {
    return choice == (is_so ? CHOICE_NO : CHOICE_YES);
}

unsigned profile_max(const struct profile *profile) {
    return profile->more + 1U;
}

enum profile_part profile_refuses(const struct profile *profile,
                                  const struct wish *wish) {
    if ((profile->no_games >> game_index(wish->game) & 1) != 0) {
        return PROFILE_GAMES;
    }
    if (minds(profile->rated, wish->rated)) {
        return wish->rated ? PROFILE_UNRATED : PROFILE_RATED;
    }
    if (profile->no_bots && wish->by_bot) {
        return PROFILE_BOTS;
    }
    if (minds(profile->clock, wish->has_clock)) {
        return wish->has_clock ? PROFILE_NO_CLOCK : PROFILE_CLOCK;
    }
    return wish->n_running >= profile_max(profile) ? PROFILE_BUSY : PROFILE_WANTS;
}

/* --- games --- */

/* A bit for each game. */
static uint32_t all_games(void) {
    uint32_t all = 0;
    for (unsigned i = 0; games[i] != NULL; i++) {
        all |= UINT32_C(1) << i;
    }
    return all;
}

void profile_write_games(const struct profile *profile, struct text_out *out) {
    uint32_t played = all_games() & ~profile->no_games;
    if (played == 0 || played == all_games()) {
        text_put(out, played == 0 ? "none" : "all");
        return;
    }
    const char *before = "";
    for (unsigned i = 0; games[i] != NULL; i++) {
        if ((played >> i & 1) != 0) {
            text_put(out, before);
            text_put(out, games[i]->id);
            before = "+";
        }
    }
}

bool profile_wants_none(const struct profile *profile) {
    return (all_games() & ~profile->no_games) == 0;
}

bool profile_read_games(struct profile *profile, const char *text,
                        char fault[static FAULT_BYTES]) {
    uint32_t played = 0;
    if (strcmp(text, "all") == 0) {
        profile->no_games = 0;
        return true;
    }
    if (strcmp(text, "none") == 0) {
        profile->no_games = all_games();
        return true;
    }
    for (size_t len; (len = strcspn(text, "+")) > 0; text += len + (text[len] == '+')) {
        const struct game *game = game_find(text, len);
        if (game == NULL) {
            break;
        }
        played |= UINT32_C(1) << game_index(game);
        if (text[len] == '\0') {
            profile->no_games = all_games() & ~played;
            return true;
        }
    }
    snprintf(fault, FAULT_BYTES,
             "games is all, none, or games with + between, as in royal-ur+tablut; "
             "not %.40s",
             text[0] != '\0' ? text : "nothing");
    return false;
}

/* --- gags --- */

void gags_fini(struct gags *gags) {
    free(gags->gag);
    *gags = (struct gags){0};
}

/* The index of the name with this key; n: there is none. */
static size_t find(const struct gags *gags, const char *key) {
    size_t i = 0;
    while (i < gags->n && strcmp(gags->gag[i].key, key) != 0) {
        i++;
    }
    return i;
}

bool gags_have(const struct gags *gags, const char *key) {
    return find(gags, key) < gags->n;
}

bool gags_have_name(const struct gags *gags, const char *name) {
    char key[NAME_KEY_BYTES];
    if (gags->n == 0) { /* the usual case */
        return false;
    }
    name_fold(name, key, sizeof key);
    return gags_have(gags, key);
}

void gags_add(struct gags *gags, const char *name) {
    gags->gag = mem_grow(gags->gag, gags->n + 1, sizeof *gags->gag);
    struct gag *gag = &gags->gag[gags->n++];
    snprintf(gag->name, sizeof gag->name, "%s", name);
    name_fold(name, gag->key, sizeof gag->key);
}

void gags_remove(struct gags *gags, const char *key) {
    size_t i = find(gags, key);
    assert(i < gags->n);
    memmove(&gags->gag[i], &gags->gag[i + 1], (--gags->n - i) * sizeof *gags->gag);
}
