#include "server/command/meeting.h"

/* Seeks, and challenges, from one address are this many times those of one player. */
#define MAKERS_PER_ADDRESS 10

/* --- rooms of offers --- */

/* The side of who made the offer: that one of the two wants, or one drawn. */
static enum side side_of_maker(const struct hub *hub, const struct offer *offer,
                               enum side other_wants) {
    if (offer->terms.side < SIDE_COUNT) {
        return offer->terms.side;
    }
    if (other_wants < SIDE_COUNT) {
        return side_other(other_wants);
    }
    uint8_t byte;
    hub->config->random_bytes(&byte, sizeof byte);
    return byte % 2 == 0 ? SIDE_WHITE : SIDE_BLACK;
}

enum error_code meeting_take(struct ask *ask, struct offer *offer,
                             enum side other_wants) {
    struct hub *hub = ask->hub;
    struct session *maker = slots_get(&hub->sessions, offer->from);
    if (seating_has_room(ask, maker) != ERR_OK) {
        return ask_fault(ask, ERR_TOO_MANY_ROOMS,
                         "%s sits in too many rooms: try again later", maker->name);
    }
    struct terms terms = offer->terms;
    terms.side = side_of_maker(hub, offer, other_wants);
    enum error_code error = seating_has_room(ask, ask->session);
    error = error != ERR_OK ? error : seating_may_meet(ask, ask->session, maker);
    error = error != ERR_OK ? error : seating_open(ask, &terms, NULL, maker);
    error = error != ERR_OK ? error : seating_sit(ask, side_other(terms.side));
    if (error == ERR_OK) {
        hub_end_offer(hub, offer, OFFER_TAKEN);
        hub_end_seeks_of(hub, maker);
        hub_end_seeks_of(hub, ask->session);
    }
    return error;
}

/* --- new offers --- */

/* A name costs nothing, and has a bucket of its own: what comes from the address counts,
 * too. */
enum error_code meeting_check_rate(struct ask *ask, struct rate *rate,
                                   enum rate_kind what, int64_t per_minute) {
    struct hub *hub = ask->hub;
    struct rate_rule rule = {
        .burst = per_minute, .tokens = per_minute, .period_ms = 60000};
    ask->reply.retry_after_ms = rate_take(rate, &rule, 1, hub->now.ms);
    if (ask->reply.retry_after_ms > 0) {
        return ask_fault(ask, ERR_TOO_FAST, "you %s a lot: wait a little",
                         command_spec(ask->cmd->kind)->word);
    }
    struct rate_rule of_address = rule;
    of_address.burst *= MAKERS_PER_ADDRESS;
    of_address.tokens *= MAKERS_PER_ADDRESS;
    ask->reply.retry_after_ms = rate_limits_take(
        &hub->rate_limits, what, ask->client->counts->address, &of_address, hub->now.ms);
    if (ask->reply.retry_after_ms > 0) {
        rate_give_back(rate, &rule, 1);
        return ask_fault(ask, ERR_TOO_FAST,
                         "many offers come from your address: wait a little");
    }
    return ERR_OK;
}

enum error_code meeting_check_number(struct ask *ask) {
    const struct limits *limits = &ask->hub->config->limits;
    const struct offers *offers = &ask->hub->offers;
    if ((int64_t)offers_count(offers, ask->session->id) >= limits->offers_per_player) {
        return ERR_TOO_MANY_OFFERS;
    }
    return (int64_t)offers->n < limits->offers
               ? ERR_OK
               : ask_fault(ask, ERR_TOO_MANY_OFFERS,
                           "there are too many offers: take one (seeks), or try later");
}

struct offer meeting_offer(const struct ask *ask, const struct terms *terms,
                           uint64_t to) {
    uint64_t now_ms = ask->hub->now.ms;
    return (struct offer){
        .from = ask->session->id,
        .to = to,
        .terms = *terms,
        .made_ms = now_ms,
        .due_ms = now_ms + (uint64_t)ask->hub->config->limits.offer_ms,
    };
}

struct offer *meeting_make(struct ask *ask, const struct offer *made) {
    struct offer *offer = offers_add(&ask->hub->offers, made);
    hub_make_offer(ask->hub, offer);
    return offer;
}

/* --- who would play whom --- */

bool meeting_are_apart(const struct ask *ask, const struct session *other) {
    const struct session *s = ask->session;
    return gags_have(&other->gags, s->key) || gags_have(&s->gags, other->key) ||
           (s->profile.no_bots && other->profile.is_bot);
}

/* Whether the asker and who made a seek would play each other. */
static bool is_match(const struct ask *ask, const struct offer *seek,
                     const struct terms *terms) {
    const struct hub *hub = ask->hub;
    const struct session *maker = slots_get(&hub->sessions, seek->from);
    return seek->to == 0 && seek->from != ask->session->id &&
           terms_fit(&seek->terms, terms) && hub_is_here(hub, maker) &&
           seating_has_room(ask, maker) == ERR_OK && !meeting_are_apart(ask, maker) &&
           hub_refuses(maker, ask->session, terms) == PROFILE_WANTS;
}

struct offer *meeting_find_seek(const struct ask *ask, const struct terms *terms,
                                enum meeting_with with) {
    size_t at = 0;
    struct offer *seek;
    do {
        seek = offers_next(&ask->hub->offers, &at);
    } while (seek != NULL && !(is_match(ask, seek, terms) &&
                               meeting_is_with(ask->hub, seek->from, with)));
    return seek;
}

bool meeting_is_with(const struct hub *hub, uint64_t session, enum meeting_with with) {
    const struct session *other = slots_get(&hub->sessions, session);
    return with == WITH_ANYBODY || (other != NULL && !other->of_host &&
                                    other->profile.is_bot == (with == WITH_BOTS));
}

enum error_code meeting_check_seeks(struct ask *ask) {
    return meeting_check_rate(ask, &session_rates(ask->session)->seeks, RATE_SEEK,
                              ask->hub->config->limits.seeks_per_minute);
}
