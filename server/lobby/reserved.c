#include "server/lobby/reserved.h"

#include <string.h>

#include "proto/name.h"

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
