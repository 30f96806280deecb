#include "server/hub/host.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/base/address.h"
#include "server/base/disk.h"
#include "server/hub/offers.h"
#include "server/hub/send.h"
#include "server/hub/sessions.h"
#include "server/hub/state.h"
#include "server/hub/turn.h"

bool hub_is_operators(const struct hub *hub, int64_t account) {
    size_t i = 0;
    while (account != 0 && i < OPERATORS_MAX && hub->operators[i] != account) {
        i++;
    }
    return account != 0 && i < OPERATORS_MAX;
}

bool hub_is_operator(const struct hub *hub, const struct client *client) {
    return (hub->config->operator_local && !client->proxied && !client->elsewhere &&
            !client->browser && address_is_loopback(client->counts->address)) ||
           (client->session != NULL && hub_is_operators(hub, client->session->account));
}

/* Finds the account that has owned the role of a name since the first start with it; 0:
 * none.  *has_name is the account that has the name now.  NOT_READ: with store_fault. */
static enum found find_owner(struct hub *hub, const struct named_operator *given,
                             int64_t *owner, int64_t *has_name) {
    struct stored_account account;
    enum found found = store_find_account(hub->store, given->name, &account);
    *has_name = found == FOUND && !account.is_forgotten ? account.id : 0;
    if (found == NOT_READ) {
        return NOT_READ;
    }
    found = store_find_operator(hub->store, given->name, owner);
    bool is_named = given->account != 0 && given->account == *has_name;
    if (found == NOT_READ || (found == FOUND && (!is_named || *owner == *has_name))) {
        return found;
    }
    *owner = given->account == 0 || is_named ? *has_name : 0;
    writes_put_operator(hub_writes(hub), given->name, *owner);
    hub_commit(hub);
    return hub->store_fails ? NOT_READ : FOUND;
}

static int64_t find_operator(struct hub *hub, const struct named_operator *given) {
    int64_t owner, has_name;
    const struct log *log = &hub->config->log;
    if (find_owner(hub, given, &owner, &has_name) != FOUND) {
        log_line(log, LOG_ERROR, "operator_unreadable name=%s why=%s", given->name,
                 LOG_QUOTED(store_fault(hub->store)));
        return 0;
    }
    if (has_name == 0) {
        log_line(log, LOG_WARN, "operator_unknown name=%s", given->name);
        return 0;
    }
    if (owner != has_name || (given->account != 0 && given->account != has_name)) {
        log_line(log, LOG_WARN, "operator_withheld name=%s account=%lld", given->name,
                 (long long)has_name);
        return 0;
    }
    return owner;
}

void hub_find_operators(struct hub *hub) {
    for (size_t i = 0; i < hub->config->n_operators; i++) {
        hub->operators[i] = find_operator(hub, &hub->config->operators[i]);
    }
}

struct metrics *hub_metrics(struct hub *hub) {
    return &hub->metrics;
}

int64_t hub_n_running(const struct hub *hub) {
    int64_t n = 0;
    for (size_t i = 0; i < hub->lobby.rooms.n; i++) {
        n += hub->lobby.rooms.room[i]->stage == STAGE_PLAYING;
    }
    return n;
}

/* Measures the store, off the loop. */
struct measuring {
    struct store_task task; /* comes first */
    struct store_size size;
    int64_t n_accounts;
};

static void run_measuring(struct store_task *task, struct store *store) {
    struct measuring *measuring = (struct measuring *)task;
    store_measure(store, &measuring->size);
    measuring->n_accounts = store_n_accounts(store);
}

static void measuring_done(struct store_task *task, struct hub *hub) {
    struct measuring *measuring = (struct measuring *)task;
    hub_set_store_size(hub, &measuring->size);
    hub->n_accounts = measuring->n_accounts;
    hub->is_measuring = false;
    free(measuring);
}

void hub_measure_store(struct hub *hub) {
    if (!hub->is_measuring) {
        struct measuring *measuring = mem_new(1, sizeof *measuring);
        measuring->task.run = run_measuring;
        measuring->task.done = measuring_done;
        hub->is_measuring = true;
        (void)hub_ask_store(hub, &measuring->task);
    }
}

int64_t hub_n_accounts(const struct hub *hub) {
    return hub->n_accounts;
}

void hub_set_store_size(struct hub *hub, const struct store_size *size) {
    const struct disk_use *use = &size->disk;
    bool is_low = disk_is_low(use, hub->disk_is_low);
    if (is_low && !hub->disk_is_low) {
        log_line(&hub->config->log, LOG_WARN, "disk_low free_bytes=%lld total_bytes=%lld",
                 (long long)use->free_bytes, (long long)use->total_bytes);
    }
    hub->disk_is_low = is_low;
    hub->size = *size;
}

static void put_size(const struct hub *hub, struct metrics *metrics) {
    metrics->games_kept = hub->size.games;
    metrics->db_bytes = hub->size.file_bytes;
    metrics->db_live_bytes = hub->size.used_bytes;
    metrics->wal_bytes = hub->size.disk.wal_bytes;
    metrics->disk_free_bytes = hub->size.disk.free_bytes;
}

const struct metrics *hub_measure(struct hub *hub) {
    struct metrics *metrics = &hub->metrics;
    hub_measure_store(hub);
    put_size(hub, metrics);
    metrics->uptime_s = (int64_t)(hub->now.ms - hub->started_ms) / 1000;
    metrics->draining = hub_is_draining(hub);
    metrics->connections = (int64_t)hub_n_clients(hub);
    metrics->players = (int64_t)hub_n_players(hub);
    metrics->sessions = hub->sessions.n_used;
    metrics->accounts = hub->n_accounts;
    metrics->offers = (int64_t)hub->offers.n;
    metrics->bans = (int64_t)hub->bans.n;
    metrics->rooms = (int64_t)hub->lobby.rooms.n;
    metrics->rooms_frozen = hub_may_write(hub) ? 0 : (int64_t)hub->lobby.rooms.n;
    metrics->games_running = hub_n_running(hub);
    metrics->watchers = (int64_t)hub_n_watchers(hub);
    return metrics;
}

/* --- draining --- */

#define MINUTE_MS 60000
/* Longest announcement of the end. */
#define ANNOUNCED_BYTES 200

/* Minutes before the end at which all clients are told; the last is 0. */
static const uint64_t marks_min[] = {15, 5, 1, 0};

bool hub_is_draining(const struct hub *hub) {
    return hub->shutting_down || hub->drain.on;
}

static void stop(struct hub *hub, uint64_t arg) {
    (void)arg;
    hub->wants_stop = true;
}

void hub_stop(struct hub *hub) {
    hub_after_turn(hub, stop, 0);
}

bool hub_wants_stop(const struct hub *hub) {
    return hub->wants_stop;
}

static void tell_end(struct hub *hub, uint64_t minutes, bool always) {
    char text[ANNOUNCED_BYTES];
    hub->drain.told_min = minutes;
    snprintf(text, sizeof text,
             "it stops in %" PRIu64 " minute%s, for a while: no new games begin, and "
             "running ones are kept and go on later.",
             minutes, minutes == 1 ? "" : "s");
    (void)hub_announce(hub, text, always);
}

/* When to tell the time that is left, or to stop. */
static uint64_t next_mark_ms(const struct drain *drain) {
    size_t i = 0;
    while (marks_min[i] >= drain->told_min && marks_min[i] > 0) {
        i++;
    }
    return drain->end_ms - marks_min[i] * MINUTE_MS;
}

void hub_drain(struct hub *hub, uint64_t minutes) {
    hub_open_turn(hub); /* if it fails, the draining is undone */
    hub->drain = (struct drain){.on = true};
    if (minutes == 0) {
        (void)hub_announce(hub,
                           "it will stop, for a while: no new games begin, and running "
                           "ones are kept and go on later.",
                           false);
        hub_wake_at(hub, hub->now.ms);
        return;
    }
    hub->drain.end_ms = hub->now.ms + minutes * MINUTE_MS;
    tell_end(hub, minutes, false);
    hub_wake_at(hub, next_mark_ms(&hub->drain));
}

void hub_end_drain(struct hub *hub) {
    if (hub->drain.on) {
        hub_open_turn(hub);
        hub->drain = (struct drain){.on = false};
        (void)hub_announce(hub, "it does not stop after all: new games can begin.",
                           false);
    }
}

void hub_drain_due(struct hub *hub) {
    struct drain *drain = &hub->drain;
    if (drain->end_ms == 0) {
        return;
    }
    if (hub->now.ms >= drain->end_ms) {
        log_line(&hub->config->log, LOG_INFO, "drain_ended games_running=%lld",
                 (long long)hub_n_running(hub));
        hub->wants_stop = true;
        return;
    }
    if (hub->now.ms >= next_mark_ms(drain)) {
        tell_end(hub, (drain->end_ms - hub->now.ms + MINUTE_MS - 1) / MINUTE_MS, true);
    }
    hub_wake_at(hub, next_mark_ms(drain));
}

/* --- bots of the host --- */

static void use_account(struct hub *hub, struct session *session, int64_t account) {
    hub_set_account(hub, session, account);
    store_load_ratings(hub->store, account, session->ratings);
}

/* Finds or makes the session of a bot's name, with the bot's account if it has one.  If
 * the store has kept a guest's session of that name, the bot gets it.  NULL: a player
 * has registered the name, or that cannot be read. */
static struct session *session_of(struct hub *hub, const char *name) {
    struct stored_account account;
    struct session *session = hub_find_name(hub, name);
    enum found found = store_find_account(hub->store, name, &account);
    if (found == NOT_READ) {
        log_line(&hub->config->log, LOG_ERROR, "bot_name_unreadable name=%s why=%s", name,
                 LOG_QUOTED(store_fault(hub->store)));
        return NULL;
    }
    bool has_own = found == FOUND && strcmp(account.password, PASSWORD_NONE) == 0;
    if (!has_own && (found == FOUND || (session != NULL && session->account != 0))) {
        log_line(&hub->config->log, LOG_ERROR, "bot_name_registered name=%s", name);
        return NULL;
    }
    session = session != NULL ? session : hub_add_session(hub, 0, name, 0);
    if (has_own) {
        use_account(hub, session, account.id);
    }
    return session;
}

/* Gives a bot an account.  Without one, after a failure, its games are not rated. */
static void open_account(struct hub *hub, struct session *bot) {
    int64_t account = hub_number_account(hub);
    writes_add_account(hub_writes(hub), account, bot->name, PASSWORD_NONE,
                       hub_now_s(hub));
    hub_commit(hub);
    if (hub->store_fails) {
        log_line(&hub->config->log, LOG_ERROR, "bot_account_failed name=%s why=%s",
                 bot->name, LOG_QUOTED(store_fault(hub->store)));
        return;
    }
    hub->n_accounts = store_n_accounts(hub->store);
    use_account(hub, bot, account);
    log_line(&hub->config->log, LOG_INFO, "registered name=%s account=%lld", bot->name,
             (long long)account);
}

void hub_add_bots(struct hub *hub) {
    for (size_t i = 0; i < hub->config->n_bots; i++) {
        struct session *session = session_of(hub, hub->config->bots[i]);
        if (session != NULL) {
            session->of_host = true;
            session->profile.is_bot = true;
            hub->bots[i] = session->id;
            if (hub_bot_level(session) > 0 && session->account == 0 &&
                hub->config->rated_levels) {
                open_account(hub, session);
            }
            hub_store_session(hub, session);
        }
    }
}

bool hub_draw_bot_token(struct hub *hub, size_t i, char token[static TOKEN_BYTES + 1]) {
    struct session *s = slots_get(&hub->sessions, hub->bots[i]);
    if (s == NULL) {
        return false;
    }
    hub_draw_token(hub, s->id, token, s->token_hash);
    hub_store_session(hub, s);
    hub_commit(hub); /* if it fails the next start draws another one */
    return true;
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

/* The part of a bot's name that its levels share: up to the last hyphen, if a level
 * follows. */
static size_t house_len(const char *name) {
    size_t len = strlen(name);
    bool has_level = len > 2 && name[len - 2] == '-' && name[len - 1] >= '1' &&
                     name[len - 1] <= '0' + HOUSE_LEVELS;
    return has_level ? len - 2 : len;
}

unsigned hub_bot_level(const struct session *session) {
    size_t len = house_len(session->name);
    return session->of_host && session->name[len] != '\0'
               ? (unsigned)(session->name[len + 1] - '0')
               : 0;
}

bool hub_bot_is_rated(const struct hub *hub, const struct session *bot) {
    return hub->config->rated_levels && hub_bot_level(bot) > 0 && bot->account != 0;
}

const struct session *hub_find_level(const struct hub *hub, const struct session *house,
                                     unsigned level) {
    for (size_t i = 0; i < hub->config->n_bots; i++) {
        const struct session *bot = slots_get(&hub->sessions, hub->bots[i]);
        if (bot == NULL || hub_bot_level(bot) != level || !hub_is_here(hub, bot)) {
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

int64_t hub_bot_wait_ms(const struct hub *hub, const struct offer *seek) {
    uint64_t until_ms = seek->made_ms + (uint64_t)hub->config->limits.bot_wait_ms;
    return until_ms > hub->now.ms ? (int64_t)(until_ms - hub->now.ms) : 0;
}

static bool would_play(const struct hub *hub, const struct session *bot,
                       const struct session *player, const struct terms *terms) {
    return hub_is_here(hub, bot) && hub_bot_level(bot) == 0 && !terms->rated &&
           !player->profile.is_bot && !player->profile.no_bots &&
           !gags_have(&bot->gags, player->key) && !gags_have(&player->gags, bot->key) &&
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
