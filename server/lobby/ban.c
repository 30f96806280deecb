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
