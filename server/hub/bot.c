/* Bots of the host (--bot NAME): their names are theirs for ever, and they may sit in
 * more rooms than anybody else. */
#include "server/hub/inside.h"
#include "server/hub/state.h"

/* The session of a name that nobody has registered; NULL: somebody has, or that cannot
 * be read.  A guest's session of that name, which the store has kept, is the bot's from
 * now on. */
static struct session *session_of(struct hub *hub, const char *name) {
    struct stored_account account;
    struct session *session = hub_find_name(hub, name);
    enum found found = store_find_account(hub->store, name, &account);
    if (found == NOT_READ) {
        log_line(&hub->config->log, LOG_ERROR, "bot_name_unreadable name=%s why=%s", name,
                 LOG_QUOTED(store_fault(hub->store)));
        return NULL;
    }
    if (found == FOUND || (session != NULL && session->account != 0)) {
        log_line(&hub->config->log, LOG_ERROR, "bot_name_registered name=%s", name);
        return NULL;
    }
    return session != NULL ? session : hub_add_session(hub, 0, name, 0);
}

void hub_add_bots(struct hub *hub) {
    for (size_t i = 0; i < hub->config->n_bots; i++) {
        struct session *session = session_of(hub, hub->config->bots[i]);
        if (session != NULL) {
            session->of_host = true;
            session->profile.is_bot = true;
            hub->bots[i] = session->id;
        }
    }
}

bool hub_draw_bot_token(struct hub *hub, size_t i, char token[static TOKEN_BYTES + 1]) {
    struct session *s = slots_get(&hub->sessions, hub->bots[i]);
    if (s == NULL) {
        return false;
    }
    hub_draw_token(hub, s->id, token, s->token_hash);
    if (s->is_stored) {
        store_put_session(hub->store, s->id, s->name, s->token_hash, s->account);
        hub_commit(hub); /* if it fails the next start draws another one */
    }
    return true;
}

void hub_note_address(const struct hub *hub, struct session *session,
                      const struct client *client) {
    session->from = index_hash_word(&hub->names, client->counts->address);
}

bool hub_bot_has_seat_for(const struct hub *hub, const struct session *bot,
                          const struct session *player) {
    const struct limits *limits = &hub->config->limits;
    int64_t n_games = 0, n_from_there = 0;
    for (size_t i = 0; i < bot->n_rooms; i++) {
        const struct room *room = bot->rooms[i];
        enum side side;
        const struct session *other = room_side_of(room, bot->id, &side)
                                          ? hub_session_at(hub, room, side_other(side))
                                          : NULL;
        n_games += other != NULL;
        n_from_there += other != NULL && other->from == player->from;
    }
    return n_games < limits->rooms_per_bot &&
           n_from_there < limits->bot_rooms_per_address;
}

int64_t hub_bot_wait_ms(const struct hub *hub, const struct offer *seek) {
    uint64_t until_ms = seek->made_ms + (uint64_t)hub->config->limits.bot_wait_ms;
    return until_ms > hub->now.ms ? (int64_t)(until_ms - hub->now.ms) : 0;
}

static bool would_play(const struct hub *hub, const struct session *bot,
                       const struct session *player, const struct terms *terms) {
    return hub_is_here(hub, bot) && !terms->rated && !player->profile.is_bot &&
           !player->profile.no_bots && !gags_have(&bot->gags, player->key) &&
           !gags_have(&player->gags, bot->key) &&
           hub_refuses(bot, player, terms) == PROFILE_WANTS &&
           hub_bot_has_seat_for(hub, bot, player);
}

const struct session *hub_find_bot(const struct hub *hub, const struct session *player,
                                   const struct terms *terms) {
    for (size_t i = 0; i < hub->config->n_bots; i++) {
        const struct session *bot = slots_get(&hub->sessions, hub->bots[i]);
        if (bot != NULL && bot != player && would_play(hub, bot, player, terms)) {
            return bot;
        }
    }
    return NULL;
}
