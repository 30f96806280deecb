#include "server/people/offers.h"

#include <stdio.h>
#include <string.h>

#include "server/people/send.h"
#include "server/people/state.h"

struct offers *people_offers(struct people *people) {
    return &people->offers;
}

size_t people_running_games(const struct session *session) {
    size_t n = 0;
    for (size_t i = 0; i < session->n_rooms; i++) {
        const struct room *room = session->rooms[i];
        n += room_is_busy(room) && room->stage != STAGE_ADJOURNED;
    }
    return n;
}

enum profile_part people_refuses(const struct session *asked, const struct session *by,
                                 const struct terms *terms) {
    struct wish wish = {.game = terms->game,
                        .rated = terms->rated,
                        .has_clock = time_control_is_set(&terms->time),
                        .by_bot = by->profile.is_bot,
                        /* A bot of the host is limited by its seats. */
                        .n_running = asked->of_host ? 0 : people_running_games(asked)};
    return profile_refuses(&asked->profile, &wish);
}

static void put_name(const struct people *people, uint64_t session, struct table *table) {
    const struct session *s = slots_get(&people->sessions, session);
    table_put_text(table, s != NULL ? s->name : "");
}

/* NULL: no rated games of this kind, or no account. */
static void put_rating(const struct people *people, const struct session *player,
                       const struct game *game, struct table *table) {
    const struct rating *rating = player != NULL ? session_rating(player, game) : NULL;
    if (rating != NULL) {
        int64_t period = rating_period(turn_now_s(people->turns));
        table_put_real(table, rating_now(rating, period).rating);
    } else {
        table_put_null(table);
    }
}

void people_put_offer(const struct people *people, const struct offer *offer,
                      struct table *table) {
    const struct terms *terms = &offer->terms;
    const struct session *from = slots_get(&people->sessions, offer->from);
    char game[GAME_TEXT_BYTES], time[TIME_TEXT_BYTES];
    struct text_out out = text_out_of(game, sizeof game);
    game_write(terms->game, &terms->opt, &out);
    out = text_out_of(time, sizeof time);
    time_control_write(&terms->time, &out);
    table_put_number(table, (int64_t)offer->id);
    table_put_text(table, offer->to != 0 ? "challenge" : "seek");
    put_name(people, offer->from, table);
    put_name(people, offer->to, table);
    put_rating(people, from, terms->game, table);
    table_put_text(table, game);
    table_put_text(table, time);
    table_put_flag(table, terms->rated);
    table_put_text(table, terms->side < SIDE_COUNT ? side_name(terms->side) : "");
    table_put_flag(table, from != NULL && from->profile.is_bot);
}

struct told {
    const struct people *people;
    const struct offer *offer;
};

/* Whether a client knows of an offer. */
static bool knows(const void *arg, const struct client *client) {
    const struct told *told = arg;
    return client->session != NULL &&
           offer_was_told(told->offer,
                          people_session_place(told->people, client->session->id));
}

/* Sends an event with a table to the clients that know of an offer. */
static void tell(struct people *people, const struct offer *offer, enum event_kind event,
                 const struct table *table, bool always) {
    struct message msg = message_event(event, "", "");
    msg.table = table;
    const struct told told = {people, offer};
    people_fan_out(people, &msg, knows, &told, always);
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
           people_refuses(session, from, &offer->terms) == PROFILE_WANTS;
}

const struct offer *people_make_offer(struct people *people, const struct offer *made) {
    struct offer *offer = offers_add(&people->offers, made);
    const struct session *from = slots_get(&people->sessions, offer->from);
    uint32_t at = 0;
    turn_open(people->turns);
    for (const struct client *c; (c = people_next_client(people, &at)) != NULL;) {
        if (is_for(offer, from, c)) {
            offer_tell(offer, people_session_place(people, c->session->id));
        }
    }
    struct table table;
    table_init(&table, table_of_event(EVENT_OFFER));
    people_put_offer(people, offer, &table);
    tell(people, offer, EVENT_OFFER, &table, false);
    table_fini(&table);
    /* The maker knows it from the reply, and is told how it ends. */
    offer_tell(offer, people_session_place(people, offer->from));
    offer->turn = turn_number(people->turns);
    turn_wake_at(people->turns, offer->due_ms);
    return offer;
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

static void remove_offer(void *owner, uint64_t id) {
    struct people *people = owner;
    offers_remove(&people->offers, id);
}

void people_end_offer(struct people *people, struct offer *offer, enum offer_end why,
                      enum offer_reason reason) {
    struct table table;
    put_end(offer, why, reason, &table);
    tell(people, offer, EVENT_OFFER_OVER, &table, is_fate(why));
    table_fini(&table);
    if (is_fate(why)) {
        offers_remove(&people->offers, offer->id);
    } else {
        turn_after(people->turns, remove_offer, people, offer->id);
        offer->is_over = true;
    }
}

/* Ends all offers for which is_meant(offer, arg) is true.  Returns how many. */
static size_t end_offers(struct people *people, enum offer_end why,
                         bool (*is_meant)(const struct offer *offer, uint64_t arg),
                         uint64_t arg) {
    size_t at = 0, n_ended = 0;
    for (struct offer *offer; (offer = offers_next(&people->offers, &at)) != NULL;) {
        if (is_meant(offer, arg)) {
            size_t n = people->offers.n;
            people_end_offer(people, offer, why, REASON_NONE);
            at -= n - people->offers.n; /* the next one may have its place */
            n_ended++;
        }
    }
    return n_ended;
}

static bool is_of(const struct offer *offer, uint64_t session) {
    return offer->from == session || offer->to == session;
}

static bool is_seek_of(const struct offer *offer, uint64_t session) {
    return offer->from == session && offer->to == 0;
}

static bool is_due(const struct offer *offer, uint64_t now_ms) {
    return offer->due_ms <= now_ms;
}

void people_end_offers_of(struct people *people, const struct session *session) {
    end_offers(people, OFFER_GONE, is_of, session->id);
}

void people_end_all_offers(struct people *people) {
    end_offers(people, OFFER_GONE, is_due, UINT64_MAX);
}

size_t people_end_seeks_of(struct people *people, const struct session *session) {
    return end_offers(people, OFFER_WITHDRAWN, is_seek_of, session->id);
}

void people_expire_offers(struct people *people) {
    end_offers(people, OFFER_EXPIRED, is_due, turn_now_ms(people->turns));
    turn_wake_at(people->turns, offers_due_ms(&people->offers));
}

void people_lose_offers(struct people *people, uint64_t turn) {
    for (size_t i = 0; i < people->offers.n; i++) {
        const struct offer *offer = people->offers.offer[i];
        struct table table;
        put_end(offer, OFFER_GONE, REASON_NONE, &table);
        if (offer->turn < turn) {
            tell(people, offer, EVENT_OFFER_OVER, &table, true);
        }
        table_fini(&table);
    }
    while (people->offers.n > 0) {
        offers_remove(&people->offers, people->offers.offer[0]->id);
    }
}
