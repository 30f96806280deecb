#include "server/people/bans.h"

#include <stdio.h>
#include <string.h>

#include "proto/timestamp.h"
#include "server/base/address.h"
#include "server/people/send.h"
#include "server/people/sessions.h"
#include "server/people/state.h"

void people_take_bans(struct people *people, struct bans *bans) {
    bans_fini(&people->bans);
    people->bans = *bans;
    *bans = (struct bans){.n = 0};
}

const struct bans *people_bans(const struct people *people) {
    return &people->bans;
}

/* Removes bans whose time is over, to make room. */
static void forget_over(struct people *people) {
    for (const struct ban *ban;
         (ban = bans_find_over(&people->bans, turn_now_s(people->turns))) != NULL;) {
        char who[ADDRESS_BYTES];
        snprintf(who, sizeof who, "%s", ban->who);
        writes_remove_ban(turn_writes(people->turns), who);
        (void)bans_remove(&people->bans, who);
    }
}

/* Says goodbye to a client that is banned now. */
static void evict(struct people *people, struct client *client) {
    char text[FAULT_BYTES];
    if (people_is_banned(people, client->counts->address, text) ||
        (client->session != NULL &&
         people_is_banned(people, client->session->name, text))) {
        people_bye_because(people, client, ERR_BANNED, text);
    }
}

static void evict_banned(void *owner, uint64_t arg) {
    struct people *people = owner;
    (void)arg;
    uint32_t at = 0;
    for (struct client *c; (c = people_next_client(people, &at)) != NULL;) {
        if (!c->closing) {
            evict(people, c);
        }
    }
}

bool people_ban(struct people *people, const struct ban *ban) {
    turn_after(people->turns, evict_banned, people, 0);
    forget_over(people);
    const struct ban *before =
        bans_find(&people->bans, ban->who, turn_now_s(people->turns));
    if (before != NULL && strcmp(before->who, ban->who) != 0) { /* as it was written */
        writes_remove_ban(turn_writes(people->turns), before->who);
    }
    if (!bans_put(&people->bans, ban)) {
        return false;
    }
    writes_put_ban(turn_writes(people->turns), ban);
    return true;
}

bool people_unban(struct people *people, const char *who) {
    turn_after(people->turns, evict_banned, people, 0);
    forget_over(people);
    const struct ban *ban = bans_find(&people->bans, who, turn_now_s(people->turns));
    if (ban == NULL) {
        return false;
    }
    writes_remove_ban(turn_writes(people->turns), ban->who); /* as it was written */
    (void)bans_remove(&people->bans, who);
    return true;
}

bool people_is_banned(const struct people *people, const char *who,
                      char text[static FAULT_BYTES]) {
    const struct ban *ban = bans_find(&people->bans, who, turn_now_s(people->turns));
    if (ban == NULL) {
        return false;
    }
    char until[TIMESTAMP_BYTES + 8] = "";
    if (ban->until_s > 0) {
        char stamp[TIMESTAMP_BYTES];
        timestamp_write(ban->until_s, stamp);
        snprintf(until, sizeof until, " until %.10s %.5s UTC", stamp, stamp + 11);
    }
    snprintf(text, FAULT_BYTES, "you may not play here%s%s%s", until,
             ban->text[0] != '\0' ? ": " : "", ban->text);
    return true;
}
