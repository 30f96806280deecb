/* Who may not play here: banned names and addresses (the store's bans in memory), and
 * names that would look official.  Pure. */
#ifndef ALEA_SERVER_LOBBY_BAN_H
#define ALEA_SERVER_LOBBY_BAN_H

#include <stddef.h>
#include <stdint.h>

#include "server/base/address.h"

/* Most bans.  Each new connection is compared with all of them. */
#define BANS_MAX 1000
/* Longest reason, in bytes of UTF-8: it fits into the text of an error. */
#define BAN_TEXT_BYTES_MAX 100

struct ban {
    char who[ADDRESS_BYTES]; /* a name, or an address as address_read writes it */
    char key[ADDRESS_BYTES]; /* the key of who (name.h), set by bans_put */
    int64_t at_s, until_s;   /* Unix time; until_s 0: forever */
    char text[BAN_TEXT_BYTES_MAX + 1]; /* the reason, shown to the banned; may be "" */
};

struct bans {
    struct ban *ban; /* owned, in the order in which they were made */
    size_t n, cap;
};

/* Reads a name or an address into the form of ban.who.  False: it is neither. */
bool ban_read_who(const char *text, char who[static ADDRESS_BYTES]);
/* A zeroed struct bans is empty. */
void bans_fini(struct bans *bans);
/* Adds a ban, or replaces that of the same name or address.  False: there are BANS_MAX
 * already. */
bool bans_put(struct bans *bans, const struct ban *ban);
/* The ban of this name or address that is in force now, borrowed; NULL: none. */
const struct ban *bans_find(const struct bans *bans, const char *who, int64_t now_s);
/* Removes the ban of this name or address.  False: there is none. */
bool bans_remove(struct bans *bans, const char *who);
/* A ban that has expired, borrowed; NULL: there is none. */
const struct ban *bans_find_over(const struct bans *bans, int64_t now_s);

/* Whether a name consists of reserved words, or looks like it.  Ignores case, diacritics,
 * '_', '-' and digits at the end; other digits count as the letters that they look
 * like. */
bool is_reserved_name(const char *name);

#endif
