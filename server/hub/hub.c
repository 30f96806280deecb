/* Clients come, speak and go; what is due is done. */
#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/base/welcome.h"
#include "server/hub/dispatch.h"
#include "server/hub/inside.h"

/* Deadlines are rounded up to this, in ms, so that many of them cost one tick. */
#define TICK_MS 50
/* Server time begins so long after 0, in ms, which stands for "never". */
#define EPOCH_MS 1000

void hub_random_text(const struct hub *hub, char *text, size_t len) {
    static const char base32[] = "abcdefghijklmnopqrstuvwxyz234567";
    hub->config->random_bytes(text, len);
    for (size_t i = 0; i < len; i++) {
        text[i] = base32[(unsigned char)text[i] % 32];
    }
    text[len] = '\0';
}

struct hub *hub_new(struct hub_config *config, struct store *store, struct hub_time now) {
    struct hub *hub = mem_new(1, sizeof *hub);
    hub->config = config;
    hub->store = store;
    hub->deadline = UINT64_MAX;
    /* Time in which no server runs is charged to nobody. */
    uint64_t last_ms = store_time(store);
    hub->epoch_ms = (last_ms > EPOCH_MS ? last_ms : EPOCH_MS) - now.ms;
    hub_set_time(hub, now);
    hub->started_ms = hub->now.ms;
    config->random_bytes(hub->rate_limits.key, sizeof hub->rate_limits.key);
    memcpy(hub->names.key, hub->rate_limits.key, sizeof hub->names.key);
    memcpy(hub->addresses.index.key, hub->rate_limits.key,
           sizeof hub->addresses.index.key);
    hub_random_text(hub, hub->boot, sizeof hub->boot - 1);
    hub_load(hub);
    hub_find_operators(hub);
    hub_add_bots(hub);
    hub_begin_forgetting(hub); /* the last server may not have come to an end of it */
    return hub;
}

static void free_client(struct hub *hub, struct client *client) {
    deadline_heap_set(&hub->logins, &client->deadline, DEADLINE_NEVER);
    address_table_remove(&hub->addresses, client->counts, ADDRESS_CLIENTS);
    free(client);
}

void hub_free(struct hub *hub) {
    uint32_t at = 0;
    for (struct client *c; (c = slots_next(&hub->clients, &at)) != NULL;) {
        free_client(hub, c);
    }
    slots_fini(&hub->clients);
    hub_free_sessions(hub);
    for (size_t i = 0; i < hub->lobby.n; i++) {
        address_table_remove(&hub->addresses, hub->lobby.room[i]->counts, ADDRESS_ROOMS);
    }
    lobby_fini(&hub->lobby);
    index_fini(&hub->addresses.index);
    deadline_heap_fini(&hub->logins);
    deadline_heap_fini(&hub->keeps);
    bans_fini(&hub->bans);
    offers_fini(&hub->offers);
    outbox_fini(&hub->outbox);
    wire_out_fini(&hub->json);
    free(hub->touched.room);
    free(hub->shown.room);
    free(hub->tentative);
    free(hub);
}

void hub_set_time(struct hub *hub, struct hub_time now) {
    hub->now = now;
    hub->now.ms += hub->epoch_ms;
}

int64_t hub_now_s(const struct hub *hub) {
    return hub->now.unix_ms / 1000;
}

struct outbox *hub_outbox(struct hub *hub) {
    return &hub->outbox;
}

size_t hub_n_clients(const struct hub *hub) {
    return hub->clients.n_used;
}

size_t hub_n_players(const struct hub *hub) {
    size_t n = 0;
    uint32_t at = 0;
    for (const struct client *c; (c = slots_next(&hub->clients, &at)) != NULL;) {
        n += c->session != NULL && !c->closing;
    }
    return n;
}

const char *hub_boot(const struct hub *hub) {
    return hub->boot;
}

size_t hub_n_rooms(const struct hub *hub) {
    return hub->lobby.n;
}

uint64_t hub_deadline(const struct hub *hub) {
    return hub->deadline == UINT64_MAX ? UINT64_MAX : hub->deadline - hub->epoch_ms;
}

bool hub_has_clocks(const struct hub *hub) {
    return hub->n_clocks > 0;
}

void hub_due(struct hub *hub, uint64_t at_ms) {
    if (at_ms == UINT64_MAX) {
        return;
    }
    at_ms = at_ms > hub->now.ms ? at_ms : hub->now.ms;
    uint64_t rounded = at_ms - at_ms % TICK_MS + TICK_MS;
    hub->deadline = rounded < hub->deadline ? rounded : hub->deadline;
}

struct draw hub_draw(const struct hub *hub) {
    struct draw draw;
    hub->config->random_bytes(draw.secret, sizeof draw.secret);
    hub_random_text(hub, draw.game_id, 16);
    return draw;
}

struct client *hub_client_of(const struct hub *hub, const struct session *session) {
    return session != NULL ? slots_get(&hub->clients, session->client) : NULL;
}

struct session *hub_session_at(const struct hub *hub, const struct room *room,
                               enum side side) {
    return slots_get(&hub->sessions, room->seat[side].session);
}

/* Whether so many come from one address that this one must wait, with a text. */
static bool comes_too_often(struct hub *hub, const struct client *c,
                            char text[static FAULT_BYTES]) {
    int64_t n = hub->config->limits.connects_per_minute;
    struct rate_rule rule = {.burst = n, .tokens = n, .period_ms = 60000};
    int64_t wait_ms = rate_limits_take(&hub->rate_limits, RATE_COME, c->counts->address,
                                       &rule, hub->now.ms);
    snprintf(text, FAULT_BYTES,
             "too many connections come from your address: try again in %lld s",
             (long long)(wait_ms + 999) / 1000);
    return wait_ms > 0;
}

/* Why nobody else can come now, or not this client, with a text; ERR_OK: he can. */
static enum error_code refuses(struct hub *hub, const struct client *c,
                               char text[static FAULT_BYTES]) {
    const struct limits *limits = &hub->config->limits;
    enum error_code why = ERR_OK;
    if (hub_is_banned(hub, c->counts->address, text)) {
        return ERR_BANNED;
    }
    if (hub->shutting_down) {
        why = ERR_SHUTTING_DOWN;
    } else if ((int64_t)hub->clients.n_used >= limits->connections ||
               c->counts->n[ADDRESS_CLIENTS] > limits->connections_per_address) {
        why = ERR_TOO_MANY_CONNECTIONS;
    } else if (comes_too_often(hub, c, text)) {
        return ERR_TOO_MANY_CONNECTIONS;
    }
    snprintf(text, FAULT_BYTES, "%s", error_text(why));
    return why;
}

/* The one line that somebody gets in place of the greeting: for people and for programs,
 * whose mode nobody knows yet.  Never wrapped. */
static void turn_away(struct hub *hub, struct client *c, enum error_code why,
                      const char *text) {
    char line[FAULT_BYTES + 40];
    int len = snprintf(line, sizeof line, "- %s: %s\r\n", error_name(why), text);
    struct buf *buf = buf_new(line, (size_t)len);
    outbox_send_always(&hub->outbox, c->conn, buf);
    buf_unref(buf);
    outbox_close(&hub->outbox, c->conn);
    c->closing = true;
}

/* False: it is turned away. */
static bool may_come(struct hub *hub, struct client *c) {
    char text[FAULT_BYTES];
    enum error_code why = refuses(hub, c, text);
    if (why == ERR_OK) {
        return true;
    }
    turn_away(hub, c, why, text);
    log_line(&hub->config->log, LOG_DEBUG, "refused address=%s why=%s",
             c->counts->address, error_name(why));
    return false;
}

uint64_t hub_add_client(struct hub *hub, uint64_t conn, const char *address, bool tls) {
    struct client *c = mem_new(1, sizeof *c);
    c->conn = conn;
    c->tls = tls;
    c->secure = tls || address_is_loopback(address);
    c->style.marks = true;
    c->active_ms = hub->now.ms;
    c->opened_ms = hub->now.ms;
    c->number = ++hub->metrics.connections_opened;
    c->last = COMMAND_COUNT;
    c->counts = address_table_add(&hub->addresses, address, ADDRESS_CLIENTS);
    c->all_commands = rate_limits_bucket(&hub->rate_limits, RATE_COMMAND, address);
    c->all_plays = rate_limits_bucket(&hub->rate_limits, RATE_PLAY, address);
    c->all_stored = rate_limits_bucket(&hub->rate_limits, RATE_STORED, address);
    if (!may_come(hub, c)) {
        hub->metrics.connections_refused++;
        free_client(hub, c);
        return 0;
    }
    c->id = slots_add(&hub->clients, c);
    hub_await_login(hub, c);
    char greeting[160];
    int len = snprintf(greeting, sizeof greeting,
                       "* alea/%d alead/%s %s: type help; programs send "
                       "{\"cmd\":\"hello\"}\r\n",
                       PROTOCOL_VERSION, ALEA_VERSION, hub->config->title);
    struct buf *buf = buf_new(greeting, (size_t)len);
    outbox_send_always(&hub->outbox, conn, buf);
    buf_unref(buf);
    log_line(&hub->config->log, LOG_DEBUG, "open client=%lld address=%s tls=%d",
             (long long)c->number, address, c->tls);
    return c->id;
}

/* The client, if lines from it are still heard. */
static struct client *listening(struct hub *hub, uint64_t id) {
    struct client *c = slots_get(&hub->clients, id);
    return c != NULL && !c->closing ? c : NULL;
}

/* The host's words as one event of text mode.  Programs get them with hello. */
static void send_welcome(struct hub *hub, const struct client *c) {
    const char *at = hub->config->welcome;
    char text[WELCOME_BYTES + 2 * (WELCOME_LINES_MAX + 1)];
    size_t len = 0;
    if (at == NULL || at[0] == '\0') {
        return;
    }
    for (size_t n; len + (n = strcspn(at, "\n")) + 3 <= sizeof text; at += n + 1) {
        text[len] = len == 0 ? '*' : ' ';
        text[len + 1] = ' ';
        memcpy(text + len + 2, at, n);
        len += n + 2;
        text[len++] = '\n';
        if (at[n] == '\0') {
            break;
        }
    }
    struct buf *buf = buf_new_crlf(text, len);
    outbox_send_always(&hub->outbox, c->conn, buf);
    buf_unref(buf);
}

/* Whether a first line, in text mode, comes from somebody who reads text: not from a web
 * browser, nor from a program that asks for JSON mode. */
static bool is_reader(const struct command *cmd, const struct command_fault *fault) {
    return fault->code == ERR_OK
               ? cmd->kind != CMD_MODE || strcmp(command_arg(cmd, 0), "json") != 0
               : fault->code != ERR_HTTP;
}

void hub_line(struct hub *hub, uint64_t client, const char *line, size_t len) {
    struct client *c = listening(hub, client);
    if (c == NULL) {
        return;
    }
    assert(!c->waiting);
    c->active_ms = hub->now.ms;
    bool is_first = !c->spoken;
    if (is_first) {
        c->spoken = true;
        c->json = len > 0 && line[0] == '{';
    }
    struct command cmd;
    struct command_fault fault;
    enum error_code error = c->json ? command_from_json(line, len, &cmd, &fault)
                                    : command_from_text(line, len, &cmd, &fault);
    if (is_first && !c->json && is_reader(&cmd, &fault)) {
        send_welcome(hub, c);
    }
    if (error == ERR_OK) {
        dispatch(hub, c, &cmd);
    } else {
        dispatch_fault(hub, c, &fault);
    }
    sodium_memzero(cmd.text, cmd.len); /* it may hold a password */
}

void hub_not_tls(struct hub *hub, uint64_t client) {
    struct client *c = listening(hub, client);
    if (c != NULL) {
        c->tls = false;
        c->secure = address_is_loopback(c->counts->address);
        turn_away(hub, c, ERR_TLS_ONLY, error_text(ERR_TLS_ONLY));
    }
}

void hub_line_too_long(struct hub *hub, uint64_t client) {
    struct client *c = listening(hub, client);
    if (c != NULL) {
        struct command_fault fault = {.code = ERR_LINE_TOO_LONG};
        dispatch_fault(hub, c, &fault);
    }
}

void hub_noise(struct hub *hub, uint64_t client) {
    struct client *c = listening(hub, client);
    if (c != NULL) {
        hub_bye(hub, c, ERR_LINE_TOO_LONG);
    }
}

/* Tells the rooms of a session that its line has dropped.  When the server itself stops
 * nobody is to blame: the next start tells. */
static void go_away(struct hub *hub, const struct client *client,
                    struct session *session) {
    uint64_t grace_ms = (uint64_t)hub->config->limits.grace_ms;
    for (size_t i = 0; i < session->n_rooms && !hub->shutting_down; i++) {
        struct room *room = session->rooms[i];
        struct op op = {.kind = OP_DROP};
        if (room_side_of(room, session->id, &op.side)) {
            op.due_ms = hub->now.ms + room_grace_ms(room, op.side, grace_ms);
            hub_charge_idler(hub, client, room, op.side);
            hub_do_and_tell(hub, room, &op);
        }
    }
}

void hub_remove_client(struct hub *hub, uint64_t client) {
    struct client *c = slots_get(&hub->clients, client);
    if (c == NULL) {
        return;
    }
    struct session *session = c->session;
    log_line(&hub->config->log, LOG_DEBUG, "close client=%lld name=%s",
             (long long)c->number, session != NULL ? session->name : "");
    slots_remove(&hub->clients, client); /* so that nothing is sent to it any more */
    if (session != NULL) {
        session->client = 0;
        hub_end_offers_of(hub, session);
        go_away(hub, c, session);
        if (!c->quits) {
            hub_keep_session(hub, session, c->counts->address);
        }
        hub_end_session(hub, session);
    }
    free_client(hub, c);
}

void hub_bye(struct hub *hub, struct client *client, enum error_code why) {
    hub_bye_because(hub, client, why, why == ERR_OK ? "as you wished." : error_text(why));
}

void hub_bye_because(struct hub *hub, struct client *client, enum error_code why,
                     const char *text) {
    struct message msg = message_empty;
    msg.kind = MESSAGE_EVENT;
    msg.event = EVENT_BYE;
    msg.error = why;
    msg.text = text;
    hub_send_always(hub, client, &msg);
    outbox_close(&hub->outbox, client->conn);
    client->closing = true;
}

void hub_await_login(struct hub *hub, struct client *client) {
    uint64_t by_ms = hub->now.ms + (uint64_t)hub->config->limits.login_ms;
    deadline_heap_set(&hub->logins, &client->deadline, by_ms);
    hub_due(hub, by_ms);
}

/* Time is up for those who have not said who they are. */
static void expire_logins(struct hub *hub) {
    for (struct deadline *due;
         (due = deadline_heap_first(&hub->logins, hub->now.ms)) != NULL;) {
        struct client *c = DEADLINE_OF(due, struct client);
        deadline_heap_set(&hub->logins, due, DEADLINE_NEVER);
        if (c->session == NULL && !c->closing) {
            hub_bye(hub, c, ERR_LOGIN_TIMEOUT);
        }
    }
}

void hub_tick(struct hub *hub) {
    if (hub->now.ms < hub->deadline) {
        return;
    }
    hub->deadline = UINT64_MAX;
    expire_logins(hub);
    hub_drain_due(hub);
    hub_offers_due(hub);
    hub_expire_sessions(hub);
    for (struct room *room; (room = lobby_next_due(&hub->lobby, hub->now.ms)) != NULL;) {
        hub_do_due(hub, room);
    }
    hub_thaw(hub);
    hub_forget(hub);
    hub_tidy(hub);
    hub_keep_games(hub);
    hub_due(hub, deadline_heap_next_ms(&hub->logins));
    hub_due(hub, deadline_heap_next_ms(&hub->keeps));
    hub_due(hub, deadline_heap_next_ms(&hub->lobby.deadlines));
}

void hub_shut_down(struct hub *hub) {
    hub->shutting_down = true;
    uint32_t at = 0;
    for (struct client *c; (c = slots_next(&hub->clients, &at)) != NULL;) {
        if (!c->closing) {
            hub_bye(hub, c, ERR_SHUTTING_DOWN);
        }
    }
}
