#include "server/hub/offers.h"

#include <stdio.h>
#include <string.h>

#include "server/hub/clients.h"
#include "server/hub/send.h"
#include "server/hub/state.h"
#include "server/hub/turn.h"

struct offers *hub_offers(struct hub *hub) {
    return &hub->offers;
}

size_t hub_running_games(const struct session *session) {
    size_t n = 0;
    for (size_t i = 0; i < session->n_rooms; i++) {
        const struct room *room = session->rooms[i];
        n += room_is_busy(room) && room->stage != STAGE_ADJOURNED;
    }
    return n;
}

enum profile_part hub_refuses(const struct session *asked, const struct session *by,
                              const struct terms *terms) {
    struct wish wish = {.game = terms->game,
                        .rated = terms->rated,
                        .has_clock = time_control_is_set(&terms->time),
                        .by_bot = by->profile.is_bot,
                        /* A bot of the host is limited by its seats. */
                        .n_running = asked->of_host ? 0 : hub_running_games(asked)};
    return profile_refuses(&asked->profile, &wish);
}

/* --- telling --- */

static void put_name(const struct hub *hub, uint64_t session, struct table *table) {
    const struct session *s = slots_get(&hub->sessions, session);
    table_put_text(table, s != NULL ? s->name : "");
}

/* NULL: no rated games of this kind, or no account. */
static void put_rating(const struct hub *hub, const struct session *player,
                       const struct game *game, struct table *table) {
    const struct rating *rating = player != NULL ? session_rating(player, game) : NULL;
    if (rating != NULL) {
        int64_t period = rating_period(hub_now_s(hub));
        table_put_real(table, rating_now(rating, period).rating);
    } else {
        table_put_null(table);
    }
}

void hub_put_offer(const struct hub *hub, const struct offer *offer,
                   struct table *table) {
    const struct terms *terms = &offer->terms;
    const struct session *from = slots_get(&hub->sessions, offer->from);
    char game[GAME_TEXT_BYTES], time[TIME_TEXT_BYTES];
    struct text_out out = text_out_of(game, sizeof game);
    game_write(terms->game, &terms->opt, &out);
    out = text_out_of(time, sizeof time);
    time_control_write(&terms->time, &out);
    table_put_number(table, (int64_t)offer->id);
    table_put_text(table, offer->to != 0 ? "challenge" : "seek");
    put_name(hub, offer->from, table);
    put_name(hub, offer->to, table);
    put_rating(hub, from, terms->game, table);
    table_put_text(table, game);
    table_put_text(table, time);
    table_put_flag(table, terms->rated);
    table_put_text(table, terms->side < SIDE_COUNT ? side_name(terms->side) : "");
    table_put_flag(table, from != NULL && from->profile.is_bot);
}

struct told {
    const struct hub *hub;
    const struct offer *offer;
};

/* Whether a client knows of an offer. */
static bool knows(const void *arg, const struct client *client) {
    const struct told *told = arg;
    return client->session != NULL &&
           offer_was_told(told->offer, hub_session_place(told->hub, client->session->id));
}

/* Sends an event with a table to the clients that know of an offer. */
static void tell(struct hub *hub, const struct offer *offer, enum event_kind event,
                 const struct table *table, bool always) {
    struct message msg = message_empty;
    msg.kind = MESSAGE_EVENT;
    msg.event = event;
    msg.table = table;
    const struct told told = {hub, offer};
    hub_fan_out(hub, &msg, knows, &told, always);
}

/* Whether a client is told about another player's offer: a seek that its player can and
 * wants to accept, or a challenge to its player. */
static bool is_for(const struct offer *offer, const struct session *from,
                   const struct client *client) {
    const struct session *session = client->session;
    if (session == NULL || session == from || client->closing ||
        gags_have(&session->gags, from->key)) {
        return false;
    }
    if (offer->to != 0) {
        return offer->to == session->id;
    }
    return (!offer->terms.rated || session_is_registered(session)) &&
           hub_refuses(session, from, &offer->terms) == PROFILE_WANTS;
}

void hub_make_offer(struct hub *hub, struct offer *offer) {
    const struct session *from = slots_get(&hub->sessions, offer->from);
    uint32_t at = 0;
    hub_open_turn(hub);
    for (const struct client *c; (c = hub_next_client(hub, &at)) != NULL;) {
        if (is_for(offer, from, c)) {
            offer_tell(offer, hub_session_place(hub, c->session->id));
        }
    }
    struct table table;
    table_init(&table, table_of_event(EVENT_OFFER));
    hub_put_offer(hub, offer, &table);
    tell(hub, offer, EVENT_OFFER, &table, false);
    table_fini(&table);
    /* The maker knows it from the reply, and is told how it ends. */
    offer_tell(offer, hub_session_place(hub, offer->from));
    offer->turn = hub->turn->number;
    hub_wake_at(hub, offer->due_ms);
}

/* Whether an offer with this end is over even if the turn fails: no player has asked
 * for it. */
static bool is_fate(enum offer_end why) {
    return why == OFFER_EXPIRED || why == OFFER_GONE;
}

/* Makes the table of an event that tells the end of an offer. */
static void put_end(const struct offer *offer, enum offer_end why,
                    enum offer_reason reason, struct table *table) {
    table_init(table, table_of_event(EVENT_OFFER_OVER));
    table_put_number(table, (int64_t)offer->id);
    table_put_text(table, offer_end_name(why));
    table_put_text(table, offer_reason_name(reason));
}

static void remove_offer(struct hub *hub, uint64_t id) {
    offers_remove(&hub->offers, id);
}

static void end_offer(struct hub *hub, struct offer *offer, enum offer_end why,
                      enum offer_reason reason) {
    struct table table;
    put_end(offer, why, reason, &table);
    tell(hub, offer, EVENT_OFFER_OVER, &table, is_fate(why));
    table_fini(&table);
    if (is_fate(why)) {
        offers_remove(&hub->offers, offer->id);
    } else {
        hub_after_turn(hub, remove_offer, offer->id);
        offers_end(offer);
    }
}

void hub_end_offer(struct hub *hub, struct offer *offer, enum offer_end why) {
    end_offer(hub, offer, why, REASON_NONE);
}

void hub_decline_offer(struct hub *hub, struct offer *offer, enum offer_reason reason) {
    end_offer(hub, offer, OFFER_DECLINED, reason);
}

/* --- ends --- */

void hub_end_offers_of(struct hub *hub, const struct session *session) {
    size_t at = 0;
    for (struct offer *offer; (offer = offers_next(&hub->offers, &at)) != NULL;) {
        if (offer->from == session->id || offer->to == session->id) {
            size_t n = hub->offers.n;
            hub_end_offer(hub, offer, OFFER_GONE);
            at -= n - hub->offers.n;
        }
    }
}

void hub_end_all_offers(struct hub *hub) {
    size_t at = 0;
    for (struct offer *offer; (offer = offers_next(&hub->offers, &at)) != NULL;) {
        size_t n = hub->offers.n;
        hub_end_offer(hub, offer, OFFER_GONE);
        at -= n - hub->offers.n;
    }
}

size_t hub_end_seeks_of(struct hub *hub, const struct session *session) {
    size_t at = 0, n_ended = 0;
    for (struct offer *offer; (offer = offers_next(&hub->offers, &at)) != NULL;) {
        if (offer->from == session->id && offer->to == 0) {
            size_t n = hub->offers.n;
            hub_end_offer(hub, offer, OFFER_WITHDRAWN);
            at -= n - hub->offers.n;
            n_ended++;
        }
    }
    return n_ended;
}

void hub_expire_offers(struct hub *hub) {
    size_t at = 0;
    for (struct offer *offer; (offer = offers_next(&hub->offers, &at)) != NULL;) {
        if (offer->due_ms <= hub->now.ms) {
            size_t n = hub->offers.n;
            hub_end_offer(hub, offer, OFFER_EXPIRED);
            at -= n - hub->offers.n;
        }
    }
    hub_wake_at(hub, offers_due_ms(&hub->offers));
}

void hub_lose_offers(struct hub *hub, uint64_t turn) {
    for (size_t i = 0; i < hub->offers.n; i++) {
        const struct offer *offer = hub->offers.offer[i];
        struct table table;
        put_end(offer, OFFER_GONE, REASON_NONE, &table);
        if (offer->turn < turn) {
            tell(hub, offer, EVENT_OFFER_OVER, &table, true);
        }
        table_fini(&table);
    }
    while (hub->offers.n > 0) {
        offers_remove(&hub->offers, hub->offers.offer[0]->id);
    }
}
