/* Names and addresses that may not come in: a list, which the store keeps, too.  Pure. */
#ifndef ALEA_SERVER_LOBBY_BAN_H
#define ALEA_SERVER_LOBBY_BAN_H

#include <stddef.h>
#include <stdint.h>

#include "server/base/address.h"

/* Bans at once: each connection is compared with all of them. */
#define BANS_MAX 1000
/* Longest reason, in bytes of UTF-8: it fits a sentence of an error. */
#define BAN_TEXT_BYTES_MAX 100

struct ban {
    char who[ADDRESS_BYTES]; /* a name, or an address as address_read makes it */
    char key[ADDRESS_BYTES]; /* the key of that (name.h): bans_put makes it */
    int64_t at_s, until_s;   /* Unix time; until_s 0: for ever */
    char text[BAN_TEXT_BYTES_MAX + 1]; /* why, for him to read; "" */
};

struct bans {
    struct ban *ban; /* owned, in the order in which they were made */
    size_t n, cap;
};

/* Reads a name or an address into the form of ban.who.  False: it is neither. */
bool ban_read_who(const char *text, char who[static ADDRESS_BYTES]);
/* A zeroed struct bans is empty. */
void bans_fini(struct bans *bans);
/* Adds a ban, or changes that of the same name or address.  False: there
 * are BANS_MAX already. */
bool bans_put(struct bans *bans, const struct ban *ban);
/* The ban of this name or address that holds now, borrowed; NULL: there is none. */
const struct ban *bans_find(const struct bans *bans, const char *who, int64_t now_s);
/* Takes out the ban of this name or address.  False: there is none. */
bool bans_remove(struct bans *bans, const char *who);
/* A ban whose time is over, borrowed; NULL: there is none. */
const struct ban *bans_find_over(const struct bans *bans, int64_t now_s);

#endif
