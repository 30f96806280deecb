/* Connections: how they come, log in or not, and go. */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/base/address.h"
#include "server/base/prefetch.h"
#include "server/base/welcome.h"
#include "server/hub/bans.h"
#include "server/hub/clients.h"
#include "server/hub/offers.h"
#include "server/hub/rooms.h"
#include "server/hub/send.h"
#include "server/hub/sessions.h"
#include "server/hub/state.h"
#include "server/hub/turn.h"

/* --- who is here --- */

struct client *hub_find_client(const struct hub *hub, uint64_t id) {
    struct client *client = slots_get(&hub->clients, id);
    return client != NULL && !client->closing ? client : NULL;
}

struct client *hub_next_client(const struct hub *hub, uint32_t *at) {
    return slots_next(&hub->clients, at);
}

struct client *hub_client_of(const struct hub *hub, const struct session *session) {
    return session != NULL ? slots_get(&hub->clients, session->client) : NULL;
}

/* A player in several rooms gets only the first one prefetched. */
void hub_prefetch_room(const struct client *client) {
    const struct session *session = client->session;
    if (session != NULL && session->n_rooms > 0) {
        prefetch(session->rooms[0], sizeof(struct hub_room));
    }
}

size_t hub_n_clients(const struct hub *hub) {
    return hub->clients.n_used;
}

size_t hub_n_players(const struct hub *hub) {
    size_t n = 0;
    uint32_t at = 0;
    for (const struct client *c; (c = hub_next_client(hub, &at)) != NULL;) {
        n += c->session != NULL && !c->closing;
    }
    return n;
}

int64_t hub_number_of(const struct hub *hub, uint64_t client) {
    const struct client *c = slots_get(&hub->clients, client);
    return c != NULL ? c->number : 0;
}

void hub_set_queue_bytes(struct hub *hub, hub_queue_bytes *queue_bytes, void *owner) {
    hub->queue_bytes = queue_bytes;
    hub->queue_owner = owner;
}

bool hub_queued_bytes(const struct hub *hub, const struct client *client, size_t *bytes) {
    if (hub->queue_bytes != NULL) {
        *bytes = hub->queue_bytes(hub->queue_owner, client->conn);
    }
    return hub->queue_bytes != NULL;
}

/* --- they come --- */

void hub_queue(struct hub *hub, struct client *client, struct buf *buf,
               enum outbox_how how) {
    uint64_t needs = how == SEND_ALWAYS ? 0 : hub_needs(hub);
    struct outbox *outbox = hub_outbox_for(hub, client, needs);
    outbox_add(outbox, client->conn, buf, how);
    outbox->item[outbox->n - 1].n_drained = client->n_drained;
}

/* Queues the end of its connection. */
static void queue_end(struct hub *hub, struct client *client, enum error_code why,
                      enum outbox_how how) {
    uint64_t needs = how == SEND_ALWAYS ? 0 : hub_needs(hub);
    outbox_add_end(hub_outbox_for(hub, client, needs), client->conn, why, how);
}

static void free_client(struct hub *hub, struct client *client) {
    deadline_heap_set(&hub->logins, &client->deadline, DEADLINE_NEVER);
    address_table_remove(&hub->addresses, client->counts, ADDRESS_CLIENTS);
    free(client->refusals);
    free(client);
}

/* Counts a connection from this address.  True: too many come; text says so. */
static bool comes_too_often(struct hub *hub, const char *address, enum rate_kind what,
                            char text[static FAULT_BYTES]) {
    int64_t n = hub->config->limits.connects_per_minute *
                (what == RATE_VISIT ? RATE_VISITS_PER_CONNECT : 1);
    struct rate_rule rule = {.burst = n, .tokens = n, .period_ms = 60000};
    int64_t wait_ms =
        rate_limits_take(&hub->rate_limits, what, address, &rule, hub->now.ms);
    snprintf(text, FAULT_BYTES,
             "too many connections come from your address: try again in %lld s",
             (long long)(wait_ms + 999) / 1000);
    return wait_ms > 0;
}

/* Whether one more connection would be too many, in total or from an address whose
 * counts include it already. */
static bool is_full_for(const struct hub *hub, const struct address_counts *counts) {
    const struct limits *limits = &hub->config->limits;
    int64_t n_all = (int64_t)hub_n_clients(hub) + hub->n_visitors;
    int64_t n_here =
        (int64_t)counts->n[ADDRESS_CLIENTS] + (int64_t)counts->n[ADDRESS_VISITORS];
    return n_all >= limits->connections || n_here > limits->connections_per_address;
}

/* Why this client is refused, with a text; ERR_OK: it is not. */
static enum error_code refuses(struct hub *hub, const struct client *c,
                               char text[static FAULT_BYTES]) {
    enum error_code why = ERR_OK;
    if (hub_is_banned(hub, c->counts->address, text)) {
        return ERR_BANNED;
    }
    if (hub->shutting_down) {
        why = ERR_SHUTTING_DOWN;
    } else if (is_full_for(hub, c->counts)) {
        why = ERR_TOO_MANY_CONNECTIONS;
    } else if (comes_too_often(hub, c->counts->address, RATE_COME, text)) {
        return ERR_TOO_MANY_CONNECTIONS;
    }
    snprintf(text, FAULT_BYTES, "%s", error_text(why));
    return why;
}

/* Sends one line instead of the greeting, and closes.  As the mode is not known yet, it
 * has a sentence for people, and the code for programs in brackets.  Never wrapped. */
static void turn_away(struct hub *hub, struct client *c, enum error_code why,
                      const char *text) {
    if (c->json) {
        hub_bye_because(hub, c, why, text);
        return;
    }
    char line[FAULT_BYTES + 40];
    int len = snprintf(line, sizeof line, "- %c%s [%s]\r\n",
                       toupper((unsigned char)text[0]), text + 1, error_name(why));
    struct buf *buf = buf_new(line, (size_t)len);
    hub_queue(hub, c, buf, SEND_ALWAYS);
    buf_unref(buf);
    queue_end(hub, c, why, SEND_ALWAYS);
    c->closing = true;
    c->is_dismissed = true;
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

/* A line for people, with what programs need in brackets. */
static void greet(struct hub *hub, struct client *c) {
    char greeting[160];
    int len = snprintf(greeting, sizeof greeting,
                       "* %s: type help "
                       "[alea/%d alead/%s; programs: {\"cmd\":\"hello\"}]\r\n",
                       hub->config->title, PROTOCOL_VERSION, ALEA_VERSION);
    struct buf *buf = buf_new(greeting, (size_t)len);
    hub_queue(hub, c, buf, SEND_ALWAYS);
    buf_unref(buf);
}

/* Adds a client: a browser, in JSON mode, or one that is greeted and whose first line
 * sets the mode. */
static uint64_t add_client(struct hub *hub, uint64_t conn, const char *address, bool tls,
                           bool browser) {
    struct client *c = mem_new(1, sizeof *c);
    c->json = c->spoken = c->browser = browser;
    c->conn = conn;
    c->tls = tls;
    c->secure = tls || address_is_loopback(address);
    c->style.marks = true;
    c->active_ms = hub->now.ms;
    c->opened_ms = hub->now.ms;
    c->number = ++hub->metrics.connections_opened;
    c->last = COMMAND_COUNT;
    c->counts = address_table_add(&hub->addresses, address, ADDRESS_CLIENTS);
    c->address_place = rate_limits_place(&hub->rate_limits, address);
    if (!may_come(hub, c)) {
        hub->metrics.connections_refused++;
        free_client(hub, c);
        return 0;
    }
    c->id = slots_add(&hub->clients, c);
    hub_await_login(hub, c);
    log_line(&hub->config->log, LOG_DEBUG, "open client=%lld address=%s tls=%d web=%d",
             (long long)c->number, address, c->tls, browser);
    if (!browser) {
        greet(hub, c);
    }
    return c->id;
}

uint64_t hub_add_client(struct hub *hub, uint64_t conn, const char *address, bool tls) {
    return add_client(hub, conn, address, tls, false);
}

uint64_t hub_add_web_client(struct hub *hub, uint64_t conn, const char *address,
                            bool tls) {
    return add_client(hub, conn, address, tls, true);
}

void hub_mark_proxied(struct hub *hub, uint64_t client) {
    struct client *c = hub_find_client(hub, client);
    if (c != NULL) {
        c->proxied = true;
        c->secure = c->tls;
    }
}

void hub_mark_elsewhere(struct hub *hub, uint64_t client) {
    struct client *c = hub_find_client(hub, client);
    if (c != NULL) {
        c->elsewhere = true;
    }
}

bool hub_add_pending(struct hub *hub) {
    bool is_full =
        (int64_t)hub_n_clients(hub) + hub->n_visitors >= hub->config->limits.connections;
    bool may_come = !hub->shutting_down && !is_full;
    hub->n_visitors += may_come;
    hub->metrics.connections_refused += !may_come;
    return may_come;
}

void hub_remove_pending(struct hub *hub) {
    hub->n_visitors--;
}

struct address_counts *hub_add_visitor(struct hub *hub, const char *address) {
    char text[FAULT_BYTES];
    struct address_counts *counts =
        address_table_add(&hub->addresses, address, ADDRESS_VISITORS);
    bool is_refused = hub->shutting_down || is_full_for(hub, counts) ||
                      hub_is_banned(hub, address, text) ||
                      comes_too_often(hub, address, RATE_VISIT, text);
    hub->n_visitors++;
    if (is_refused) {
        hub->metrics.connections_refused++;
        hub_remove_visitor(hub, counts);
        return NULL;
    }
    return counts;
}

void hub_remove_visitor(struct hub *hub, struct address_counts *visitor) {
    hub->n_visitors -= visitor != NULL;
    address_table_remove(&hub->addresses, visitor, ADDRESS_VISITORS);
}

void hub_send_welcome(struct hub *hub, struct client *c) {
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
    hub_queue(hub, c, buf, SEND_ALWAYS);
    buf_unref(buf);
}

void hub_await_login(struct hub *hub, struct client *client) {
    uint64_t by_ms = hub->now.ms + (uint64_t)hub->config->limits.login_ms;
    deadline_heap_set(&hub->logins, &client->deadline, by_ms);
    hub_wake_at(hub, by_ms);
}

void hub_expire_logins(struct hub *hub) {
    for (struct deadline *due;
         (due = deadline_heap_first(&hub->logins, hub->now.ms)) != NULL;) {
        struct client *c = DEADLINE_OF(due, struct client);
        deadline_heap_set(&hub->logins, due, DEADLINE_NEVER);
        if (c->session == NULL && !c->closing) {
            hub_bye(hub, c, ERR_LOGIN_TIMEOUT);
        }
    }
}

/* --- they go --- */

void hub_bye(struct hub *hub, struct client *client, enum error_code why) {
    hub_bye_because(hub, client, why, why == ERR_OK ? "you have quit." : error_text(why));
}

static struct message goodbye(enum error_code why, const char *text) {
    struct message msg = message_empty;
    msg.kind = MESSAGE_EVENT;
    msg.event = EVENT_BYE;
    msg.error = why;
    msg.text = text;
    return msg;
}

void hub_bye_because(struct hub *hub, struct client *client, enum error_code why,
                     const char *text) {
    struct message msg = goodbye(why, text);
    hub_send_always(hub, client, &msg);
    queue_end(hub, client, why, SEND_ALWAYS);
    client->closing = true;
    client->is_dismissed = true;
}

void hub_bye_if_stored(struct hub *hub, struct client *client, enum error_code why,
                       const char *text) {
    struct message msg = goodbye(why, text);
    hub_remember(hub, client);
    hub_send(hub, client, &msg);
    queue_end(hub, client, why, SEND_IF_STORED);
    client->closing = true;
    hub_hold(hub, client);
}

void hub_not_tls(struct hub *hub, uint64_t client) {
    struct client *c = hub_find_client(hub, client);
    if (c != NULL) {
        c->tls = false;
        c->secure = !c->proxied && address_is_loopback(c->counts->address);
        turn_away(hub, c, ERR_TLS_ONLY, error_text(ERR_TLS_ONLY));
    }
}

void hub_noise(struct hub *hub, uint64_t client) {
    struct client *c = hub_find_client(hub, client);
    if (c != NULL) {
        hub_bye(hub, c, ERR_LINE_TOO_LONG);
    }
}

/* Marks the player of a lost connection as away in their rooms.  When the server itself
 * stops, the next start does it.
 *
 * A player who has been away from games of a room too often (ROOM_DROPS_MOST) counts as
 * present there while the game lasts: clocks and idle_ms end the waiting.  While such a
 * game is adjourned, nothing does. */
static void go_away(struct hub *hub, const struct client *client,
                    struct session *session) {
    uint64_t grace_ms = (uint64_t)hub->config->limits.grace_ms;
    for (size_t i = 0; i < session->n_rooms && !hub->shutting_down; i++) {
        struct room *room = session->rooms[i];
        struct op op = {.kind = OP_DROP};
        if (!room_side_of(room, session->id, &op.side) ||
            room->seat[op.side].absence.away) {
            continue;
        }
        if (room->seat[op.side].n_drops < ROOM_DROPS_MOST || !room_is_busy(room)) {
            op.due_ms = hub->now.ms + room_grace_ms(room, op.side, grace_ms);
            hub_charge_idler(hub, client, room, op.side);
            hub_do_and_tell(hub, room, &op);
        }
    }
}

void hub_end_client(struct hub *hub, uint64_t client, uint64_t conn) {
    struct client *c = slots_get(&hub->clients, client);
    struct outbox *outbox = c != NULL ? hub_outbox_for(hub, c, 0) : &hub->outbox;
    hub_remove_client(hub, client);
    outbox_add_end(outbox, conn, ERR_OK, SEND_ALWAYS);
}

void hub_remove_client(struct hub *hub, uint64_t client) {
    struct client *c = slots_get(&hub->clients, client);
    if (c == NULL) {
        return;
    }
    struct session *session = c->session;
    log_line(&hub->config->log, LOG_DEBUG, "close client=%lld name=%s",
             (long long)c->number, session != NULL ? session->name : "");
    slots_remove(&hub->clients, client); /* from now on nothing is sent to it */
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

void hub_free_clients(struct hub *hub) {
    uint32_t at = 0;
    for (struct client *c; (c = slots_next(&hub->clients, &at)) != NULL;) {
        free_client(hub, c);
    }
    slots_fini(&hub->clients);
    deadline_heap_fini(&hub->logins);
}
