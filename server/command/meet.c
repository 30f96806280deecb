/* Commands to find an opponent: seeks, which are open to everybody, and challenges. */
#include <string.h>

#include "server/base/slots.h"
#include "server/command/meeting.h"
#include "server/people/bots.h"
#include "server/people/offers.h"

/* Fills the reply with the number of the offer. */
static enum error_code answer_offer(struct request *request, const struct offer *offer) {
    table_put_number(request_table(request), (int64_t)offer->id);
    return ERR_OK;
}

/* --- seeks --- */

enum error_code do_CMD_SEEK(struct request *request) {
    struct terms terms;
    enum error_code error = seating_terms(request, &terms);
    error = error != ERR_OK ? error : seating_has_room(request, request->session);
    if (error != ERR_OK) {
        return error;
    }
    struct offer *match = meeting_find_seek(request, &terms, WITH_ANYBODY);
    if (match != NULL) {
        return meeting_take(request, match, terms.side);
    }
    const struct offer *made;
    error = meeting_offer(request, &terms, 0, &made);
    return error != ERR_OK ? error : answer_offer(request, made);
}

/* Whether the player may take a seek, or answer a challenge. */
static bool is_open_to(const struct request *request, const struct offer *offer) {
    const struct session *maker = people_find_session(request->people, offer->from);
    if (maker == NULL || maker == request->session ||
        !people_is_here(request->people, maker) ||
        gags_have(&maker->gags, request->session->key) ||
        gags_have(&request->session->gags, maker->key)) {
        return false;
    }
    return offer->to != 0
               ? offer->to == request->session->id
               : offer_was_told(
                     offer, people_session_place(request->people, request->session->id));
}

/* The only challenge to the player; if there is none and or_seek is set, the only seek
 * that the player was told about.  NULL with the error. */
static struct offer *find_only_offer(struct request *request, bool or_seek,
                                     enum error_code *error) {
    struct offer *found[2] = {NULL, NULL}; /* seek, challenge */
    size_t n[2] = {0, 0}, at = 0;
    for (struct offer *offer;
         (offer = offers_next(people_offers(request->people), &at)) != NULL;) {
        if (is_open_to(request, offer)) {
            found[offer->to != 0] = offer;
            n[offer->to != 0]++;
        }
    }
    bool is_challenge = n[1] > 0 || !or_seek;
    if (n[is_challenge] == 1) {
        return found[is_challenge];
    }
    const char *word = command_spec(request->cmd->kind)->word;
    *error =
        n[is_challenge] == 0
            ? request_fault(request, ERR_UNKNOWN_OFFER, "nobody has %s",
                            or_seek ? "offered you a game: type seeks, or seek GAME; a "
                                      "draw is accepted with draw"
                                    : "challenged you")
            : request_fault(request, ERR_MISSING_ARGUMENT,
                            "there are %zu: say which, as in %s %llu (%s)",
                            n[is_challenge], word,
                            (unsigned long long)found[is_challenge]->id,
                            is_challenge ? "challenges lists them" : "seeks lists them");
    return NULL;
}

/* The offer that an argument names.  NULL with the error. */
static struct offer *find_offer(struct request *request, enum error_code *error) {
    uint64_t id;
    if (!request_number(request, 0, &id)) {
        *error =
            request_fault(request, ERR_BAD_ARGUMENT,
                          "an offer is named by its number: type seeks or challenges");
        return NULL;
    }
    struct offer *offer = offers_find(people_offers(request->people), id);
    uint64_t me = request->session->id;
    if (offer == NULL || (offer->to != 0 && offer->to != me && offer->from != me)) {
        *error = ERR_UNKNOWN_OFFER;
        return NULL;
    }
    return offer;
}

enum error_code do_CMD_UNSEEK(struct request *request) {
    enum error_code error = ERR_OK;
    size_t n = 0;
    if (!request->cmd->has[0]) {
        n = people_end_seeks_of(request->people, request->session);
        if (n == 0) {
            return request_fault(request, ERR_UNKNOWN_OFFER, "you seek nothing");
        }
    } else {
        struct offer *offer = find_offer(request, &error);
        if (offer == NULL) {
            return error;
        }
        if (offer->from != request->session->id || offer->to != 0) {
            return request_fault(request, ERR_UNKNOWN_OFFER, "this is not your seek");
        }
        people_end_offer(request->people, offer, OFFER_WITHDRAWN, REASON_NONE);
        n = 1;
    }
    table_put_number(request_table(request), (int64_t)n);
    return ERR_OK;
}

/* --- challenges --- */

/* The player who is challenged.  NULL with the error. */
static const struct session *find_player(struct request *request,
                                         enum error_code *error) {
    const char *name = request_arg(request, 0);
    const struct session *player = people_find_name(request->people, name);
    if (player == request->session) {
        *error =
            request_fault(request, ERR_BAD_ARGUMENT, "you cannot challenge yourself");
        return NULL;
    }
    if (player == NULL || !people_is_here(request->people, player)) {
        *error = request_fault(request, ERR_UNKNOWN_PLAYER,
                               "nobody here has the name %.40s: type who", name);
        return NULL;
    }
    return player;
}

/* The bot for the requested level: House-5 for House.  NULL with the error. */
static const struct session *find_level(struct request *request,
                                        const struct session *house, unsigned level,
                                        enum error_code *error) {
    const struct session *bot = people_find_level(request->people, house, level);
    if (bot == NULL) {
        *error = house->of_host
                     ? request_fault(request, ERR_UNKNOWN_PLAYER,
                                     "%s does not play at level %u here: type who",
                                     house->name, level)
                     : request_fault(request, ERR_BAD_ARGUMENT,
                                     "%s is no house bot, and has no levels: leave "
                                     "level=%u out",
                                     house->name, level);
    }
    return bot;
}

enum error_code do_CMD_CHALLENGE(struct request *request) {
    struct terms terms;
    enum error_code error = seating_terms(request, &terms);
    error = error != ERR_OK ? error : seating_has_room(request, request->session);
    if (error != ERR_OK) {
        return error;
    }
    const struct session *player = find_player(request, &error);
    if (player != NULL && terms.level > 0) {
        player = find_level(request, player, terms.level, &error);
    }
    if (player == NULL) {
        return error;
    }
    const struct offer *made = NULL;
    error = meeting_challenge(request, player, &terms, &made);
    return error != ERR_OK ? error : answer_offer(request, made);
}

/* --- answers --- */

enum error_code do_CMD_ACCEPT(struct request *request) {
    enum error_code error = ERR_OK;
    struct offer *offer = request->cmd->has[0] ? find_offer(request, &error)
                                               : find_only_offer(request, true, &error);
    if (offer == NULL) {
        return error;
    }
    const struct session *maker = people_find_session(request->people, offer->from);
    if (maker == request->session) {
        return ERR_OWN_OFFER;
    }
    if (maker == NULL) {
        return ERR_UNKNOWN_OFFER;
    }
    if (!people_is_here(request->people, maker)) { /* not yet gone: they may come back */
        return request_fault(request, ERR_NOT_WANTED,
                             "%s is losing the connection: try again later", maker->name);
    }
    if (request->session->of_host && offer->to == 0) {
        request->reply.retry_after_ms = people_bot_wait_ms(request->people, offer);
        if (request->reply.retry_after_ms > 0) {
            return request_fault(
                request, ERR_TOO_FAST,
                "people come first: the host's bots must wait with a seek");
        }
    }
    if (offer->terms.rated && !session_is_registered(request->session)) {
        return ERR_NOT_REGISTERED;
    }
    if (gags_have(&maker->gags, request->session->key)) {
        return ERR_GAGGED;
    }
    if (maker->profile.no_bots && request->session->profile.is_bot) {
        return request_fault(request, ERR_NOT_WANTED, "%s %s", maker->name,
                             profile_part_text(PROFILE_BOTS));
    }
    return meeting_take(request, offer, SIDE_COUNT);
}

/* Reads the reason for declining a challenge.  False with a fault. */
static bool find_reason(struct request *request, enum offer_reason *reason) {
    const char *text = request_arg(request, 1);
    for (int i = 0; i < OFFER_REASON_COUNT; i++) {
        if (strcmp(text, offer_reason_name((enum offer_reason)i)) == 0) {
            *reason = (enum offer_reason)i;
            return true;
        }
    }
    request_fault(request, ERR_BAD_ARGUMENT,
                  "a reason to decline is busy, game or later, not %.40s", text);
    return false;
}

enum error_code do_CMD_DECLINE(struct request *request) {
    enum error_code error = ERR_OK;
    struct offer *offer = request->cmd->has[0] ? find_offer(request, &error)
                                               : find_only_offer(request, false, &error);
    if (offer == NULL) {
        return error;
    }
    bool is_own = offer->from == request->session->id;
    if (!is_own && offer->to == 0) {
        return request_fault(
            request, ERR_UNKNOWN_OFFER,
            "this is a seek, for everybody: there is nothing to decline");
    }
    enum offer_reason reason;
    if (!find_reason(request, &reason)) {
        return ERR_BAD_ARGUMENT;
    }
    people_end_offer(request->people, offer, is_own ? OFFER_WITHDRAWN : OFFER_DECLINED,
                     is_own ? REASON_NONE : reason);
    return ERR_OK;
}

/* --- lists --- */

/* Lists the seeks, or the challenges by and to the player, and marks them as seen. */
static enum error_code list_offers(struct request *request, bool seeks) {
    struct table *table = request_table(request);
    uint64_t me = request->session->id;
    size_t at = 0;
    for (struct offer *offer;
         table_n_rows(table) < LIST_ROWS_MAX &&
         (offer = offers_next(people_offers(request->people), &at)) != NULL;) {
        const struct session *maker = people_find_session(request->people, offer->from);
        if (maker != NULL && gags_have(&request->session->gags, maker->key)) {
            continue;
        }
        if (seeks ? offer->to == 0
                  : offer->to != 0 && (offer->to == me || offer->from == me)) {
            people_put_offer(request->people, offer, table);
            offer_tell(offer, people_session_place(request->people, me));
        }
    }
    return ERR_OK;
}

enum error_code do_CMD_SEEKS(struct request *request) {
    return list_offers(request, true);
}

enum error_code do_CMD_CHALLENGES(struct request *request) {
    return list_offers(request, false);
}
