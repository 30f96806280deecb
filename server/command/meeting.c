#include "server/command/meeting.h"

#include <stdio.h>

#include "server/command/cost.h"
#include "server/hub/hub.h"
#include "server/people/offers.h"
#include "server/people/sessions.h"
#include "server/turn/clock.h"

/* An address may make this many times the seeks, or challenges, of one player. */
#define MAKERS_PER_ADDRESS 10

/* --- rooms of offers --- */

/* The side of the offer's maker: as either player wants it, or drawn at random. */
static enum side side_of_maker(const struct hub *hub, const struct offer *offer,
                               enum side other_wants) {
    if (offer->terms.side < SIDE_COUNT) {
        return offer->terms.side;
    }
    if (other_wants < SIDE_COUNT) {
        return side_other(other_wants);
    }
    uint8_t byte;
    turn_random_bytes(hub_turns(hub), &byte, sizeof byte);
    return byte % 2 == 0 ? SIDE_WHITE : SIDE_BLACK;
}

enum error_code meeting_take(struct request *request, struct offer *offer,
                             enum side other_wants) {
    struct session *maker = people_find_session(request->people, offer->from);
    if (seating_has_room(request, maker) != ERR_OK) {
        return request_fault(request, ERR_TOO_MANY_ROOMS,
                             "%s sits in too many rooms: try again later", maker->name);
    }
    struct terms terms = offer->terms;
    if (maker->of_host || request->session->of_host) {
        terms_default_legs(&terms);
    }
    terms.side = side_of_maker(request->hub, offer, other_wants);
    enum error_code error = seating_has_room(request, request->session);
    error = error != ERR_OK ? error : seating_may_meet(request, request->session, maker);
    error = error != ERR_OK ? error : seating_open(request, &terms, NULL, maker);
    error = error != ERR_OK ? error : seating_sit(request, side_other(terms.side));
    if (error == ERR_OK) {
        people_end_offer(request->people, offer, OFFER_TAKEN, REASON_NONE);
        people_end_seeks_of(request->people, maker);
        people_end_seeks_of(request->people, request->session);
    }
    return error;
}

/* --- new offers --- */

/* Takes a token from rate, and from the address's bucket of this kind: per_minute limits
 * how many the player may make. */
static enum error_code check_rate(struct request *request, struct rate *rate,
                                  enum rate_kind what, int64_t per_minute) {
    char fault[80];
    snprintf(fault, sizeof fault, "you %s a lot: wait a little",
             command_spec(request->cmd->kind)->word);
    const struct toll tolls[] = {
        {rate, rate_rule_of(per_minute, 60000), fault},
        {cost_address_bucket(request, what),
         rate_rule_of(MAKERS_PER_ADDRESS * per_minute, 60000),
         "many offers come from your address: wait a little"},
    };
    return cost_pay_tolls(request, tolls, 2);
}

enum error_code meeting_check_seeks(struct request *request) {
    return check_rate(request, &session_rates(request->session)->seeks, RATE_SEEK,
                      request->limits->seeks_per_minute);
}

static enum error_code check_challenges(struct request *request) {
    return check_rate(request, &session_rates(request->session)->challenges,
                      RATE_CHALLENGE, request->limits->challenges_per_minute);
}

/* Whether there may be one more offer. */
static enum error_code check_number(struct request *request) {
    const struct limits *limits = request->limits;
    const struct offers *offers = people_offers(request->people);
    if ((int64_t)offers_count(offers, request->session->id) >=
        limits->offers_per_player) {
        return ERR_TOO_MANY_OFFERS;
    }
    return (int64_t)offers->n < limits->offers
               ? ERR_OK
               : request_fault(
                     request, ERR_TOO_MANY_OFFERS,
                     "there are too many offers: take one (seeks), or try later");
}

enum error_code meeting_offer(struct request *request, const struct terms *terms,
                              uint64_t to, const struct offer **made) {
    uint64_t now_ms = request->now.ms;
    const struct offer offer = {
        .from = request->session->id,
        .to = to,
        .terms = *terms,
        .made_ms = now_ms,
        .due_ms = now_ms + (uint64_t)request->limits->offer_ms,
    };
    *made = offers_find_same(people_offers(request->people), &offer);
    if (*made != NULL) {
        return ERR_OK;
    }
    enum error_code error = check_number(request);
    if (error == ERR_OK) {
        error = to != 0 ? check_challenges(request) : meeting_check_seeks(request);
    }
    if (error == ERR_OK) {
        *made = people_make_offer(request->people, &offer);
    }
    return error;
}

/* --- who may play whom --- */

bool meeting_are_apart(const struct request *request, const struct session *other) {
    const struct session *s = request->session;
    return gags_have(&other->gags, s->key) || gags_have(&s->gags, other->key) ||
           (s->profile.no_bots && other->profile.is_bot);
}

/* Whether the player and the maker of a seek would play each other. */
static bool is_match(const struct request *request, const struct offer *seek,
                     const struct terms *terms) {
    const struct session *maker = people_find_session(request->people, seek->from);
    return seek->to == 0 && seek->from != request->session->id &&
           terms_fit(&seek->terms, terms) && people_is_here(request->people, maker) &&
           seating_has_room(request, maker) == ERR_OK &&
           !meeting_are_apart(request, maker) &&
           people_refuses(maker, request->session, terms) == PROFILE_WANTS;
}

struct offer *meeting_find_seek(const struct request *request, const struct terms *terms,
                                enum meeting_with with) {
    size_t at = 0;
    struct offer *seek;
    do {
        seek = offers_next(people_offers(request->people), &at);
    } while (seek != NULL && !(is_match(request, seek, terms) &&
                               meeting_is_with(request->hub, seek->from, with)));
    return seek;
}

bool meeting_is_with(const struct hub *hub, uint64_t session, enum meeting_with with) {
    const struct session *other = people_find_session(hub_people(hub), session);
    return with == WITH_ANYBODY || (other != NULL && !other->of_host &&
                                    other->profile.is_bot == (with == WITH_BOTS));
}
