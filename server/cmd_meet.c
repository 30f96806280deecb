/* Commands by which two find each other: seeks, for everybody, and challenges. */
#include <string.h>

#include "server/seating.h"

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

/* A room is made of an offer, in which both sit; what both seek ends.  other_wants: the
 * side that the asker does; SIDE_COUNT: either.  ERR_TOO_MANY_ROOMS, ERR_LOBBY_FULL. */
static enum error_code take_offer(struct ask *ask, struct offer *offer,
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

/* Whether the asker makes few enough of these a minute.  A name costs nothing, and has a
 * bucket of its own: so what comes from his address counts, too. */
static enum error_code check_rate(struct ask *ask, struct rate *rate, enum guarded what,
                                  int64_t per_minute) {
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
    ask->reply.retry_after_ms = guard_take(
        &hub->guard, what, ask->client->origin->address, &of_address, hub->now.ms);
    if (ask->reply.retry_after_ms > 0) {
        rate_give_back(rate, &rule, 1);
        return ask_fault(ask, ERR_TOO_FAST,
                         "many offers come from your address: wait a little");
    }
    return ERR_OK;
}

/* Whether there may be one more offer. */
static enum error_code check_number(struct ask *ask) {
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

/* The offer of the asker as the reply tells it. */
static enum error_code answer_offer(struct ask *ask, const struct offer *offer) {
    table_put_number(ask_table(ask), (int64_t)offer->id);
    return ERR_OK;
}

static struct offer offer_of(const struct ask *ask, const struct terms *terms,
                             uint64_t to) {
    return (struct offer){
        .from = ask->session->id,
        .to = to,
        .terms = *terms,
        .due_ms = ask->hub->now.ms + (uint64_t)ask->hub->config->limits.offer_ms,
    };
}

static enum error_code make_offer(struct ask *ask, const struct offer *made) {
    struct offer *offer = offers_add(&ask->hub->offers, made);
    hub_make_offer(ask->hub, offer);
    return answer_offer(ask, offer);
}

/* --- seeks --- */

/* Whether the asker and who made a seek would play each other. */
static bool is_match(const struct ask *ask, const struct offer *seek,
                     const struct terms *terms) {
    const struct hub *hub = ask->hub;
    const struct session *maker = slots_get(&hub->sessions, seek->from);
    return seek->to == 0 && seek->from != ask->session->id &&
           terms_fit(&seek->terms, terms) && hub_is_here(hub, maker) &&
           !gags_have(&maker->gags, ask->session->key) &&
           !gags_have(&ask->session->gags, maker->key) &&
           seating_has_room(ask, maker) == ERR_OK &&
           hub_refuses(maker, ask->session, terms) == PROFILE_WANTS &&
           !(ask->session->profile.no_bots && maker->profile.is_bot);
}

/* The oldest seek that meets these terms; NULL: there is none. */
static struct offer *find_match(const struct ask *ask, const struct terms *terms) {
    size_t at = 0;
    struct offer *seek;
    do {
        seek = offers_next(&ask->hub->offers, &at);
    } while (seek != NULL && !is_match(ask, seek, terms));
    return seek;
}

enum error_code do_CMD_SEEK(struct ask *ask) {
    struct terms terms;
    enum error_code error = seating_terms(ask, &terms);
    error = error != ERR_OK ? error : seating_has_room(ask, ask->session);
    if (error != ERR_OK) {
        return error;
    }
    struct offer *match = find_match(ask, &terms);
    if (match != NULL) {
        return take_offer(ask, match, terms.side);
    }
    struct offer seek = offer_of(ask, &terms, 0);
    const struct offer *same = offers_find_same(&ask->hub->offers, &seek);
    if (same != NULL) {
        return answer_offer(ask, same);
    }
    error = check_number(ask);
    error = error != ERR_OK
                ? error
                : check_rate(ask, &session_rates(ask->session)->seeks, GUARD_SEEK,
                             ask->hub->config->limits.seeks_per_minute);
    return error != ERR_OK ? error : make_offer(ask, &seek);
}

/* Whether the asker may take a seek, or answer a challenge. */
static bool is_open_to(const struct ask *ask, const struct offer *offer) {
    const struct session *maker = slots_get(&ask->hub->sessions, offer->from);
    if (maker == NULL || maker == ask->session || !hub_is_here(ask->hub, maker) ||
        gags_have(&maker->gags, ask->session->name) ||
        gags_have(&ask->session->gags, maker->name)) {
        return false;
    }
    return offer->to != 0 ? offer->to == ask->session->id
                          : offer_was_told(offer, slots_place(ask->session->id));
}

/* The only challenge to the asker; if there is none and seeks count, the only seek that
 * he was told of.  NULL with the error. */
static struct offer *find_only_offer(struct ask *ask, bool or_seek,
                                     enum error_code *error) {
    struct offer *found[2] = {NULL, NULL}; /* seek, challenge */
    size_t n[2] = {0, 0}, at = 0;
    for (struct offer *offer; (offer = offers_next(&ask->hub->offers, &at)) != NULL;) {
        if (is_open_to(ask, offer)) {
            found[offer->to != 0] = offer;
            n[offer->to != 0]++;
        }
    }
    bool is_challenge = n[1] > 0 || !or_seek;
    if (n[is_challenge] == 1) {
        return found[is_challenge];
    }
    const char *word = command_spec(ask->cmd->kind)->word;
    *error =
        n[is_challenge] == 0
            ? ask_fault(ask, ERR_UNKNOWN_OFFER, "nobody has %s",
                        or_seek ? "offered you a game: type seeks, or seek GAME"
                                : "challenged you")
            : ask_fault(ask, ERR_MISSING_ARGUMENT,
                        "there are %zu: say which, as in %s %llu (%s)", n[is_challenge],
                        word, (unsigned long long)found[is_challenge]->id,
                        is_challenge ? "challenges lists them" : "seeks lists them");
    return NULL;
}

/* The offer that an argument names.  NULL with the error. */
static struct offer *find_offer(struct ask *ask, enum error_code *error) {
    uint64_t id;
    if (!ask_number(ask, 0, &id)) {
        *error = ask_fault(ask, ERR_BAD_ARGUMENT,
                           "an offer is named by its number: type seeks or challenges");
        return NULL;
    }
    struct offer *offer = offers_find(&ask->hub->offers, id);
    uint64_t me = ask->session->id;
    if (offer == NULL || (offer->to != 0 && offer->to != me && offer->from != me)) {
        *error = ERR_UNKNOWN_OFFER;
        return NULL;
    }
    return offer;
}

enum error_code do_CMD_UNSEEK(struct ask *ask) {
    enum error_code error = ERR_OK;
    size_t n = 0;
    if (!ask->cmd->has[0]) {
        n = hub_end_seeks_of(ask->hub, ask->session);
        if (n == 0) {
            return ask_fault(ask, ERR_UNKNOWN_OFFER, "you seek nothing");
        }
    } else {
        struct offer *offer = find_offer(ask, &error);
        if (offer == NULL) {
            return error;
        }
        if (offer->from != ask->session->id || offer->to != 0) {
            return ask_fault(ask, ERR_UNKNOWN_OFFER, "this is no seek of yours");
        }
        hub_end_offer(ask->hub, offer, OFFER_WITHDRAWN);
        n = 1;
    }
    table_put_number(ask_table(ask), (int64_t)n);
    return ERR_OK;
}

/* --- challenges --- */

/* Who is challenged.  NULL with the error. */
static const struct session *find_player(struct ask *ask, enum error_code *error) {
    const char *name = ask_arg(ask, 0);
    const struct session *player = hub_find_name(ask->hub, name);
    if (player == ask->session) {
        *error = ask_fault(ask, ERR_BAD_ARGUMENT, "nobody can challenge himself");
        return NULL;
    }
    if (player == NULL || !hub_is_here(ask->hub, player)) {
        *error = ask_fault(ask, ERR_UNKNOWN_PLAYER,
                           "nobody here has the name %.40s: type who", name);
        return NULL;
    }
    return player;
}

/* Whether somebody is to be asked at all. */
static enum error_code check_wanted(struct ask *ask, const struct session *player,
                                    const struct terms *terms) {
    if (terms->rated && !session_is_registered(player)) {
        return ask_fault(ask, ERR_NOT_REGISTERED,
                         "%s is not registered: such games are not rated", player->name);
    }
    if (gags_have(&player->gags, ask->session->key)) {
        return ERR_GAGGED;
    }
    enum profile_part part = hub_refuses(player, ask->session, terms);
    return part == PROFILE_WANTS ? ERR_OK
                                 : ask_fault(ask, ERR_NOT_WANTED, "%s %s", player->name,
                                             profile_part_text(part));
}

enum error_code do_CMD_CHALLENGE(struct ask *ask) {
    struct terms terms;
    enum error_code error = seating_terms(ask, &terms);
    error = error != ERR_OK ? error : seating_has_room(ask, ask->session);
    if (error != ERR_OK) {
        return error;
    }
    const struct session *player = find_player(ask, &error);
    if (player == NULL) {
        return error;
    }
    error = check_wanted(ask, player, &terms);
    if (error != ERR_OK) {
        return error;
    }
    struct offer challenge = offer_of(ask, &terms, player->id);
    const struct offer *same = offers_find_same(&ask->hub->offers, &challenge);
    if (same != NULL) {
        return answer_offer(ask, same);
    }
    error = check_number(ask);
    error = error != ERR_OK ? error
                            : check_rate(ask, &session_rates(ask->session)->challenges,
                                         GUARD_CHALLENGE,
                                         ask->hub->config->limits.challenges_per_minute);
    return error != ERR_OK ? error : make_offer(ask, &challenge);
}

/* --- answers --- */

enum error_code do_CMD_ACCEPT(struct ask *ask) {
    enum error_code error = ERR_OK;
    struct offer *offer =
        ask->cmd->has[0] ? find_offer(ask, &error) : find_only_offer(ask, true, &error);
    if (offer == NULL) {
        return error;
    }
    const struct session *maker = slots_get(&ask->hub->sessions, offer->from);
    if (maker == ask->session) {
        return ERR_OWN_OFFER;
    }
    if (!hub_is_here(ask->hub, maker)) {
        return ERR_UNKNOWN_OFFER; /* he is just going */
    }
    if (offer->terms.rated && !session_is_registered(ask->session)) {
        return ERR_NOT_REGISTERED;
    }
    if (gags_have(&maker->gags, ask->session->key)) {
        return ERR_GAGGED;
    }
    if (maker->profile.no_bots && ask->session->profile.is_bot) {
        return ask_fault(ask, ERR_NOT_WANTED, "%s %s", maker->name,
                         profile_part_text(PROFILE_BOTS));
    }
    return take_offer(ask, offer, SIDE_COUNT);
}

enum error_code do_CMD_DECLINE(struct ask *ask) {
    enum error_code error = ERR_OK;
    struct offer *offer =
        ask->cmd->has[0] ? find_offer(ask, &error) : find_only_offer(ask, false, &error);
    if (offer == NULL) {
        return error;
    }
    bool is_own = offer->from == ask->session->id;
    if (!is_own && offer->to == 0) {
        return ask_fault(ask, ERR_UNKNOWN_OFFER,
                         "this is a seek, for everybody: there is nothing to decline");
    }
    hub_end_offer(ask->hub, offer, is_own ? OFFER_WITHDRAWN : OFFER_DECLINED);
    return ERR_OK;
}

/* --- lists --- */

/* Lists the seeks, or the challenges by the asker and to him; he knows of them now. */
static enum error_code list_offers(struct ask *ask, bool seeks) {
    struct table *table = ask_table(ask);
    uint64_t me = ask->session->id;
    size_t at = 0;
    for (struct offer *offer; table_n_rows(table) < LIST_ROWS_MAX &&
                              (offer = offers_next(&ask->hub->offers, &at)) != NULL;) {
        const struct session *maker = slots_get(&ask->hub->sessions, offer->from);
        if (maker != NULL && gags_have(&ask->session->gags, maker->key)) {
            continue;
        }
        if (seeks ? offer->to == 0
                  : offer->to != 0 && (offer->to == me || offer->from == me)) {
            hub_put_offer(ask->hub, offer, table);
            offer_tell(offer, slots_place(me));
        }
    }
    return ERR_OK;
}

enum error_code do_CMD_SEEKS(struct ask *ask) {
    return list_offers(ask, true);
}

enum error_code do_CMD_CHALLENGES(struct ask *ask) {
    return list_offers(ask, false);
}
