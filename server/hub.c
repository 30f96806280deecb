/* Sessions come, speak and go; what is due is done. */
#include "server/hub_inside.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/dispatch.h"
#include "server/mem.h"

/* Deadlines are rounded up to this, in ms, so that many of them cost one tick. */
#define TICK_MS 50

static const char base32[] = "abcdefghijklmnopqrstuvwxyz234567";

static void random_text(const struct hub *hub, char *text, size_t len) {
    hub->config->random_bytes(text, len);
    for (size_t i = 0; i < len; i++) {
        text[i] = base32[(unsigned char)text[i] % 32];
    }
    text[len] = '\0';
}

struct hub *hub_new(const struct hub_config *config, struct hub_time now) {
    struct hub *hub = mem_new(1, sizeof *hub);
    hub->config = config;
    hub->now = now;
    hub->deadline = UINT64_MAX;
    random_text(hub, hub->boot, sizeof hub->boot - 1);
    return hub;
}

static void session_free(struct session *session) {
    free(session->rooms);
    free(session);
}

void hub_free(struct hub *hub) {
    uint32_t at = 0;
    for (struct session *s; (s = slots_next(&hub->sessions, &at)) != NULL;) {
        session_free(s);
    }
    slots_fini(&hub->sessions);
    lobby_fini(&hub->lobby);
    outbox_fini(&hub->outbox);
    free(hub);
}

void hub_set_time(struct hub *hub, struct hub_time now) {
    hub->now = now;
}

int64_t hub_now_s(const struct hub *hub) {
    return hub->now.unix_ms / 1000;
}

struct outbox *hub_outbox(struct hub *hub) {
    return &hub->outbox;
}

size_t hub_n_sessions(const struct hub *hub) {
    return hub->sessions.n_used;
}

size_t hub_n_rooms(const struct hub *hub) {
    return hub->lobby.n;
}

uint64_t hub_deadline(const struct hub *hub) {
    return hub->deadline;
}

void hub_due(struct hub *hub, uint64_t at_ms) {
    uint64_t rounded = at_ms - at_ms % TICK_MS + TICK_MS;
    hub->deadline = rounded < hub->deadline ? rounded : hub->deadline;
}

struct draw hub_draw(const struct hub *hub) {
    struct draw draw;
    hub->config->random_bytes(draw.secret, sizeof draw.secret);
    random_text(hub, draw.game_id, 16);
    return draw;
}

struct session *hub_find_name(const struct hub *hub, const char *name) {
    uint32_t at = 0;
    for (struct session *s; (s = slots_next(&hub->sessions, &at)) != NULL;) {
        if (strcasecmp(s->name, name) == 0) {
            return s;
        }
    }
    return NULL;
}

static int64_t count_address(const struct hub *hub, const char *address) {
    int64_t n = 0;
    uint32_t at = 0;
    for (const struct session *s; (s = slots_next(&hub->sessions, &at)) != NULL;) {
        n += strcmp(s->address, address) == 0;
    }
    return n;
}

uint64_t hub_open(struct hub *hub, uint64_t conn, const char *address) {
    const struct limits *limits = &hub->config->limits;
    struct session *s = mem_new(1, sizeof *s);
    s->conn = conn;
    s->style.marks = true;
    s->login_by_ms = hub->now.ms + (uint64_t)limits->login_ms;
    s->active_ms = hub->now.ms;
    snprintf(s->address, sizeof s->address, "%s", address);
    bool full = (int64_t)hub->sessions.n_used >= limits->connections ||
                count_address(hub, address) >= limits->connections_per_address;
    if (full || hub->shutting_down) {
        hub_bye(hub, s, full ? ERR_TOO_MANY_CONNECTIONS : ERR_SHUTTING_DOWN);
        session_free(s);
        return 0;
    }
    s->id = slots_add(&hub->sessions, s);
    hub_due(hub, s->login_by_ms);
    char greeting[160];
    int len = snprintf(greeting, sizeof greeting,
                       "* alea/%d alead/%s %s: type help; programs send "
                       "{\"cmd\":\"hello\"}\r\n",
                       PROTOCOL_VERSION, ALEA_VERSION, hub->config->title);
    struct buf *buf = buf_new(greeting, (size_t)len);
    outbox_send(&hub->outbox, conn, buf);
    buf_unref(buf);
    log_line(&hub->config->log, LOG_DEBUG, "open session=%llu address=%s",
             (unsigned long long)s->id, s->address);
    return s->id;
}

/* The session, if lines from it are still heard. */
static struct session *listening(struct hub *hub, uint64_t id) {
    struct session *s = slots_get(&hub->sessions, id);
    return s != NULL && !s->closing ? s : NULL;
}

void hub_line(struct hub *hub, uint64_t session, const char *line, size_t len) {
    struct session *s = listening(hub, session);
    if (s == NULL) {
        return;
    }
    s->active_ms = hub->now.ms;
    if (!s->spoken) {
        s->spoken = true;
        s->json = len > 0 && line[0] == '{';
    }
    struct command cmd;
    struct command_fault fault;
    enum error_code error = s->json ? command_from_json(line, len, &cmd, &fault)
                                    : command_from_text(line, len, &cmd, &fault);
    if (error == ERR_OK) {
        dispatch(hub, s, &cmd);
    } else {
        dispatch_fault(hub, s, &fault);
    }
}

void hub_line_too_long(struct hub *hub, uint64_t session) {
    struct session *s = listening(hub, session);
    if (s != NULL) {
        struct command_fault fault = {.code = ERR_LINE_TOO_LONG};
        dispatch_fault(hub, s, &fault);
    }
}

void hub_leave(struct hub *hub, struct session *session, struct room *room) {
    session_remove_room(session, room);
    if (room_is_empty(room)) {
        log_line(&hub->config->log, LOG_DEBUG, "room_closed room=%s", room->code);
        lobby_remove(&hub->lobby, room);
    } else {
        hub_publish(hub, room);
    }
}

void hub_close(struct hub *hub, uint64_t session) {
    struct session *s = slots_get(&hub->sessions, session);
    if (s == NULL) {
        return;
    }
    slots_remove(&hub->sessions, session); /* so that nothing is sent to it any more */
    while (s->n_rooms > 0) {
        struct room *room = s->rooms[s->n_rooms - 1];
        enum side side;
        if (room_side_of(room, s->id, &side)) {
            struct draw draw = hub_draw(hub);
            room_drop(room, side, &draw, hub_now_s(hub));
        }
        hub_leave(hub, s, room);
    }
    log_line(&hub->config->log, LOG_DEBUG, "close session=%llu name=%s",
             (unsigned long long)s->id, s->name);
    session_free(s);
}

void hub_bye(struct hub *hub, struct session *session, enum error_code why) {
    struct message msg = message_empty;
    msg.kind = MESSAGE_EVENT;
    msg.event = EVENT_BYE;
    msg.error = why;
    msg.text = why == ERR_OK ? "as you wished." : error_text(why);
    hub_send(hub, session, &msg);
    outbox_close(&hub->outbox, session->conn);
    session->closing = true;
}

/* Time is up for those without a name.  Returns when the next one is due. */
static uint64_t expire_logins(struct hub *hub) {
    uint64_t next = UINT64_MAX;
    uint32_t at = 0;
    for (struct session *s; (s = slots_next(&hub->sessions, &at)) != NULL;) {
        if (s->name[0] != '\0' || s->closing) {
            continue;
        }
        if (hub->now.ms >= s->login_by_ms) {
            hub_bye(hub, s, ERR_LOGIN_TIMEOUT);
        } else if (s->login_by_ms < next) {
            next = s->login_by_ms;
        }
    }
    return next;
}

/* The same for seals that were not opened. */
static uint64_t expire_seals(struct hub *hub) {
    uint64_t next = UINT64_MAX;
    for (size_t i = 0; i < hub->lobby.n; i++) {
        struct room *room = hub->lobby.room[i];
        if (room_expire(room, hub->now.ms, hub_now_s(hub))) {
            hub_publish(hub, room);
        } else if (room->stage == STAGE_OPENING && room->open_by_ms < next) {
            next = room->open_by_ms;
        }
    }
    return next;
}

void hub_tick(struct hub *hub) {
    if (hub->now.ms < hub->deadline) {
        return;
    }
    hub->deadline = UINT64_MAX;
    uint64_t logins = expire_logins(hub);
    uint64_t seals = expire_seals(hub);
    uint64_t next = logins < seals ? logins : seals;
    if (next != UINT64_MAX) {
        hub_due(hub, next);
    }
}

void hub_shut_down(struct hub *hub) {
    hub->shutting_down = true;
    uint32_t at = 0;
    for (struct session *s; (s = slots_next(&hub->sessions, &at)) != NULL;) {
        if (!s->closing) {
            hub_bye(hub, s, ERR_SHUTTING_DOWN);
        }
    }
}
