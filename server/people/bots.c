#include "server/people/bots.h"

#include <string.h>

#include "mem/mem.h"
#include "server/people/offers.h"
#include "server/people/state.h"

static void use_account(struct people *people, struct session *session, int64_t account) {
    people_set_account(people, session, account);
    store_load_ratings(turn_store(people->turns), account, session->ratings);
}

/* Finds or makes the session of a bot's name, with the bot's account if it has one.  If
 * the store has kept a guest's session of that name, the bot gets it.  NULL: a player
 * has registered the name, or that cannot be read. */
static struct session *session_of(struct people *people, const char *name) {
    struct stored_account account;
    struct session *session = people_find_name(people, name);
    enum found found = store_find_account(turn_store(people->turns), name, &account);
    if (found == NOT_READ) {
        log_line(&people->config->log, LOG_ERROR, "bot_name_unreadable name=%s why=%s",
                 name, LOG_QUOTED(store_fault(turn_store(people->turns))));
        return NULL;
    }
    bool has_own = found == FOUND && strcmp(account.password, PASSWORD_NONE) == 0;
    if (!has_own && (found == FOUND || (session != NULL && session->account != 0))) {
        log_line(&people->config->log, LOG_ERROR, "bot_name_registered name=%s", name);
        return NULL;
    }
    session = session != NULL ? session : people_add_session(people, 0, name, 0);
    if (has_own) {
        use_account(people, session, account.id);
    }
    return session;
}

/* Gives a bot an account.  Without one, after a failure, its games are not rated. */
static void open_account(struct people *people, struct session *bot) {
    int64_t account = people_number_account(people);
    writes_add_account(turn_writes(people->turns), account, bot->name, PASSWORD_NONE,
                       turn_now_s(people->turns));
    turn_commit(people->turns);
    if (turn_storage(people->turns)->fails) {
        log_line(&people->config->log, LOG_ERROR, "bot_account_failed name=%s why=%s",
                 bot->name, LOG_QUOTED(store_fault(turn_store(people->turns))));
        return;
    }
    turn_set_n_accounts(people->turns, store_n_accounts(turn_store(people->turns)));
    use_account(people, bot, account);
    log_line(&people->config->log, LOG_INFO, "registered name=%s account=%lld", bot->name,
             (long long)account);
}

void people_add_bots(struct people *people) {
    for (size_t i = 0; i < people->config->n_bots; i++) {
        struct session *session = session_of(people, people->config->bots[i]);
        if (session != NULL) {
            session->of_host = true;
            session->profile.is_bot = true;
            people->bots[i] = session->id;
            if (people_bot_level(session) > 0 && session->account == 0 &&
                people->config->rated_levels) {
                open_account(people, session);
            }
            people_store_session(people, session);
        }
    }
}

bool people_draw_bot_token(struct people *people, size_t i,
                           char token[static TOKEN_BYTES + 1]) {
    struct session *s = slots_get(&people->sessions, people->bots[i]);
    if (s == NULL) {
        return false;
    }
    people_draw_token(people, s->id, token, s->token_hash);
    people_store_session(people, s);
    turn_commit(people->turns); /* if it fails the next start draws another one */
    return true;
}

bool people_bot_has_seat_for(const struct people *people, const struct session *bot,
                             const struct session *player) {
    const struct limits *limits = &people->config->limits;
    int64_t n_games = 0, n_from_there = 0;
    for (size_t i = 0; i < bot->n_rooms; i++) {
        const struct room *room = bot->rooms[i];
        enum side side;
        const struct session *other =
            room_side_of(room, bot->id, &side)
                ? people_session_at(people, room, side_other(side))
                : NULL;
        n_games += other != NULL;
        n_from_there += other != NULL && other->from == player->from;
    }
    return n_games < limits->rooms_per_bot &&
           n_from_there < limits->bot_rooms_per_address;
}

/* The part of a bot's name that its levels share: up to the last hyphen, if a level
 * follows. */
static size_t house_len(const char *name) {
    size_t len = strlen(name);
    bool has_level = len > 2 && name[len - 2] == '-' && name[len - 1] >= '1' &&
                     name[len - 1] <= '0' + HOUSE_LEVELS;
    return has_level ? len - 2 : len;
}

unsigned people_bot_level(const struct session *session) {
    size_t len = house_len(session->name);
    return session->of_host && session->name[len] != '\0'
               ? (unsigned)(session->name[len + 1] - '0')
               : 0;
}

bool people_bot_is_rated(const struct people *people, const struct session *bot) {
    return people->config->rated_levels && people_bot_level(bot) > 0 && bot->account != 0;
}

const struct session *people_find_level(const struct people *people,
                                        const struct session *house, unsigned level) {
    for (size_t i = 0; i < people->config->n_bots; i++) {
        const struct session *bot = slots_get(&people->sessions, people->bots[i]);
        if (bot == NULL || people_bot_level(bot) != level ||
            !people_is_here(people, bot)) {
            continue;
        }
        size_t len = house_len(bot->name);
        if (house == NULL || (house->of_host && house_len(house->name) == len &&
                              strncmp(house->name, bot->name, len) == 0)) {
            return bot;
        }
    }
    return NULL;
}

int64_t people_bot_wait_ms(const struct people *people, const struct offer *seek) {
    uint64_t until_ms = seek->made_ms + (uint64_t)people->config->limits.bot_wait_ms;
    return until_ms > turn_now_ms(people->turns)
               ? (int64_t)(until_ms - turn_now_ms(people->turns))
               : 0;
}

static bool would_play(const struct people *people, const struct session *bot,
                       const struct session *player, const struct terms *terms) {
    return people_is_here(people, bot) && people_bot_level(bot) == 0 && !terms->rated &&
           !player->profile.is_bot && !player->profile.no_bots &&
           !gags_have(&bot->gags, player->key) && !gags_have(&player->gags, bot->key) &&
           people_refuses(bot, player, terms) == PROFILE_WANTS &&
           people_bot_has_seat_for(people, bot, player);
}

const struct session *people_find_bot(const struct people *people,
                                      const struct session *player,
                                      const struct terms *terms) {
    for (size_t i = 0; i < people->config->n_bots; i++) {
        const struct session *bot = slots_get(&people->sessions, people->bots[i]);
        if (bot != NULL && bot != player && would_play(people, bot, player, terms)) {
            return bot;
        }
    }
    return NULL;
}

void people_store_bots(struct people *people) {
    for (size_t i = 0; i < people->config->n_bots; i++) {
        const struct session *bot = slots_get(&people->sessions, people->bots[i]);
        if (bot != NULL) {
            people_store_session(people, bot);
        }
    }
}
