#include "view/reply.h"

#include <string.h>

#include "view/tell.h"

static long long number_of(const struct message *msg, const char *key) {
    return msg->table != NULL ? (long long)table_find(msg->table, 0, key)->number : 0;
}

/* Says what happens next if no player was free. */
static void put_wait(struct page *page, const struct message *msg) {
    long long offer = number_of(msg, "offer"), wait_ms = number_of(msg, "wait_ms");
    const char *bot = msg->table != NULL ? table_find(msg->table, 0, "bot")->text : "";
    if (bot[0] == '\0') {
        page_printf(page,
                    "Nobody is free for this now.  You get a room when somebody plays "
                    "or seeks the same.  To take it back: unseek %lld",
                    offer);
    } else if (wait_ms == 0) {
        page_printf(page, "%s, a bot, plays with you at once, if it has time.", bot);
    } else {
        page_printf(page,
                    "Nobody is free for this now.  %s, a bot, will play with you in %lld "
                    "s, unless somebody else comes first.  To take it back: unseek %lld",
                    bot, (wait_ms + 999) / 1000, offer);
    }
}

void offers_put_reply(struct page *page, const struct message *msg) {
    long long offer = number_of(msg, "offer");
    if (msg->room[0] != '\0') {
        page_printf(page, "You play %s in room %s.", tell_side(page->lang, msg->side),
                    msg->room);
    } else if (msg->cmd == CMD_PLAY) {
        put_wait(page, msg);
    } else if (msg->cmd == CMD_SEEK) {
        page_printf(page,
                    "Offer %lld: you are told when somebody accepts it, or seeks the "
                    "same.  To take it back: unseek",
                    offer);
    } else if (msg->cmd == CMD_CHALLENGE) {
        page_printf(page,
                    "Offer %lld: you are told what the answer is.  To take it back: "
                    "decline %lld",
                    offer, offer);
    } else {
        page_put(page, "This offer is over.");
    }
}

/* Writes "bob (1500)". */
static void write_name(const struct table *table, char text[static 48]) {
    const struct cell *rating = table_find(table, 0, "rating");
    int len = snprintf(text, 48, "%s", table_find(table, 0, "name")->text);
    if (!rating->is_null && len > 0 && len < 48) {
        snprintf(text + len, 48 - (size_t)len, " (%.0f)", (double)rating->number / 1e6);
    }
}

static void put_offer(struct page *page, const struct table *table) {
    char name[48];
    write_name(table, name);
    const char *time = table_find(table, 0, "time")->text,
               *side = table_find(table, 0, "side")->text;
    long long offer = (long long)table_find(table, 0, "offer")->number;
    bool is_seek = table_find(table, 0, "to")->text[0] == '\0';
    const char *bot =
        table_find(table, 0, "bot")->number ? tr(page->lang, ", a bot,") : "";
    char terms[160];
    snprintf(terms, sizeof terms, "%s%s%s%s%s%s", table_find(table, 0, "game")->text,
             time[0] != '\0' ? tr(page->lang, ", clocks ") : "", time,
             table_find(table, 0, "rated")->number ? tr(page->lang, ", rated") : "",
             side[0] != '\0' ? tr(page->lang, ", and plays ") : "",
             tell_side(page->lang, side));
    if (is_seek) {
        page_printf(page, "Offer %lld: %s%s seeks somebody for %s.  Type accept %lld",
                    offer, name, bot, terms, offer);
    } else {
        page_printf(page,
                    "Offer %lld: %s%s challenges you to %s.  Type accept %lld or decline "
                    "%lld",
                    offer, name, bot, terms, offer, offer);
    }
}

/* Returns what happened to an offer. */
static const char *fate_of(const char *why) {
    static const struct {
        const char *why, *text;
    } fates[] = {
        {"taken", N_("it was accepted")},
        {"withdrawn", N_("it was taken back")},
        {"declined", N_("it was declined")},
        {"expired", N_("nobody accepted it in time")},
        {"gone", N_("the player has left")},
    };
    for (size_t i = 0; i < sizeof fates / sizeof fates[0]; i++) {
        if (strcmp(fates[i].why, why) == 0) {
            return fates[i].text;
        }
    }
    return why;
}

/* Returns why a challenge was declined; the text follows that of fate_of. */
static const char *reason_of(const char *reason) {
    static const struct {
        const char *reason, *text;
    } reasons[] = {
        {"busy", ": too many games are on; try again later"},
        {"game", ": not this game, or not on these terms"},
        {"later", ": not now, perhaps later"},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        if (strcmp(reasons[i].reason, reason) == 0) {
            return reasons[i].text;
        }
    }
    return "";
}

void offers_put_event(struct page *page, const struct message *msg) {
    if (msg->table == NULL) {
        return; /* an older server sends less */
    }
    if (msg->event == EVENT_OFFER) {
        put_offer(page, msg->table);
    } else {
        page_printf(page, "Offer %lld is over: %s%s.", number_of(msg, "offer"),
                    tr(page->lang, fate_of(table_find(msg->table, 0, "why")->text)),
                    tr(page->lang, reason_of(table_find(msg->table, 0, "reason")->text)));
    }
}
