#include "server/hub/bans.h"

#include <stdio.h>
#include <string.h>

#include "proto/timestamp.h"
#include "server/base/address.h"
#include "server/hub/clients.h"
#include "server/hub/sessions.h"
#include "server/hub/state.h"
#include "server/hub/turn.h"

const struct bans *hub_bans(const struct hub *hub) {
    return &hub->bans;
}

/* Removes bans whose time is over, to make room. */
static void forget_over(struct hub *hub) {
    for (const struct ban *ban;
         (ban = bans_find_over(&hub->bans, hub_now_s(hub))) != NULL;) {
        char who[ADDRESS_BYTES];
        snprintf(who, sizeof who, "%s", ban->who);
        writes_remove_ban(hub_writes(hub), who);
        (void)bans_remove(&hub->bans, who);
    }
}

/* Says goodbye to a client that is banned now. */
static void evict(struct hub *hub, struct client *client) {
    char text[FAULT_BYTES];
    if (hub_is_banned(hub, client->counts->address, text) ||
        (client->session != NULL && hub_is_banned(hub, client->session->name, text))) {
        hub_bye_because(hub, client, ERR_BANNED, text);
    }
}

static void evict_banned(struct hub *hub, uint64_t arg) {
    (void)arg;
    uint32_t at = 0;
    for (struct client *c; (c = hub_next_client(hub, &at)) != NULL;) {
        if (!c->closing) {
            evict(hub, c);
        }
    }
}

bool hub_ban(struct hub *hub, const struct ban *ban) {
    hub_after_turn(hub, evict_banned, 0);
    forget_over(hub);
    const struct ban *before = bans_find(&hub->bans, ban->who, hub_now_s(hub));
    if (before != NULL && strcmp(before->who, ban->who) != 0) { /* as it was written */
        writes_remove_ban(hub_writes(hub), before->who);
    }
    if (!bans_put(&hub->bans, ban)) {
        return false;
    }
    writes_put_ban(hub_writes(hub), ban);
    return true;
}

bool hub_unban(struct hub *hub, const char *who) {
    hub_after_turn(hub, evict_banned, 0);
    forget_over(hub);
    const struct ban *ban = bans_find(&hub->bans, who, hub_now_s(hub));
    if (ban == NULL) {
        return false;
    }
    writes_remove_ban(hub_writes(hub), ban->who); /* as it was written */
    (void)bans_remove(&hub->bans, who);
    return true;
}

bool hub_is_banned(const struct hub *hub, const char *who,
                   char text[static FAULT_BYTES]) {
    const struct ban *ban = bans_find(&hub->bans, who, hub_now_s(hub));
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
