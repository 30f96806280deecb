#include "server/lobby/ban.h"
#include "server/base/address.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/name.h"
#include "proto/shape.h"

bool ban_read_who(const char *text, char who[static ADDRESS_BYTES]) {
    if (is_player_name(text)) {
        snprintf(who, ADDRESS_BYTES, "%s", text);
        return true;
    }
    return address_read(text, who);
}

void bans_fini(struct bans *bans) {
    free(bans->ban);
    *bans = (struct bans){.n = 0};
}

/* The index of the ban of this name or address; n: there is none.  The key of an address
 * is the address. */
static size_t find(const struct bans *bans, const char *who) {
    char key[ADDRESS_BYTES];
    size_t i = 0;
    name_fold(who, key, sizeof key);
    while (i < bans->n && strcmp(bans->ban[i].key, key) != 0) {
        i++;
    }
    return i;
}

static bool is_over(const struct ban *ban, int64_t now_s) {
    return ban->until_s != 0 && ban->until_s <= now_s;
}

bool bans_put(struct bans *bans, const struct ban *ban) {
    size_t i = find(bans, ban->who);
    if (i == BANS_MAX) {
        return false;
    }
    MEM_ROOM(bans->ban, i, bans->cap, 16);
    bans->n += i == bans->n;
    bans->ban[i] = *ban;
    name_fold(ban->who, bans->ban[i].key, sizeof bans->ban[i].key);
    return true;
}

const struct ban *bans_find(const struct bans *bans, const char *who, int64_t now_s) {
    size_t i = find(bans, who);
    return i < bans->n && !is_over(&bans->ban[i], now_s) ? &bans->ban[i] : NULL;
}

bool bans_remove(struct bans *bans, const char *who) {
    size_t i = find(bans, who);
    if (i == bans->n) {
        return false;
    }
    bans->n--;
    memmove(&bans->ban[i], &bans->ban[i + 1], (bans->n - i) * sizeof *bans->ban);
    return true;
}

const struct ban *bans_find_over(const struct bans *bans, int64_t now_s) {
    for (size_t i = 0; i < bans->n; i++) {
        if (is_over(&bans->ban[i], now_s)) {
            return &bans->ban[i];
        }
    }
    return NULL;
}

/* --- reserved names --- */

/* Folded as name_fold does. */
static const char *const words[] = {
    "admin",     "administration", "administrator", "alea",      "alead",
    "everybody", "everyone",       "host",          "mod",       "moderator",
    "official",  "operator",       "oper",          "owner",     "referee",
    "server",    "service",        "staff",         "superuser", "support",
    "sysadmin",  "sysop",          "system",        "team",      "the",
};
#define N_WORDS (sizeof words / sizeof words[0])

/* The letter that a character of a key looks like; 0: ignore it. */
static char look(char c) {
    static const char digits[] = "oizeasbtbg"; /* 0 to 9 */
    if (c >= '0' && c <= '9') {
        return digits[c - '0'];
    }
    switch (c) {
    case 'l': return 'i'; /* Admln */
    case '_':
    case '-': return '\0'; /* A-d-m-i-n */
    default: return c;
    }
}

/* Writes what a word or a key looks like. */
static void see(const char *key, size_t len, char seen[static NAME_KEY_BYTES]) {
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        bool is_m = key[i] == 'r' && i + 1 < len && key[i + 1] == 'n';
        bool is_w = key[i] == 'v' && i + 1 < len && key[i + 1] == 'v';
        char c = look(key[i]);
        if (is_m || is_w) {
            c = is_m ? 'm' : 'w';
            i++;
        }
        if (c != '\0') {
            seen[n++] = c;
        }
    }
    seen[n] = '\0';
}

/* Whether it consists of reserved words. */
static bool is_words(const char *seen) {
    for (size_t i = 0; i < N_WORDS; i++) {
        char word[NAME_KEY_BYTES];
        see(words[i], strlen(words[i]), word);
        size_t len = strlen(word);
        if (strncmp(seen, word, len) == 0 &&
            (seen[len] == '\0' || is_words(seen + len))) {
            return true;
        }
    }
    return false;
}

bool is_reserved_name(const char *name) {
    char key[NAME_KEY_BYTES], seen[NAME_KEY_BYTES];
    name_fold(name, key, sizeof key);
    size_t len = strlen(key);
    see(key, len, seen);
    if (is_words(seen)) {
        return true;
    }
    while (len > 0 && strchr("0123456789_-", key[len - 1]) != NULL) { /* Admin2 */
        len--;
    }
    see(key, len, seen);
    return is_words(seen);
}
