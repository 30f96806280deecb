#include "tests/fuzz/hub/ears.h"

#include "client-cli/check/verify.h"
#include "server/hub/hub.h"
#include "server/hub/state.h"
#include "server/people/sessions.h"
#include "server/rooms/rooms.h"
#include "server/rooms/sessions.h"
#include "server/rooms/state.h"
#include "tests/fuzz/terminal.h"

/* Most events that are kept for comparison, and bytes of their lines. */
#define EVENTS_MAX  1024
#define LINES_BYTES (4 << 20)

/* Events that any guest has received. */
struct seen_events {
    struct seen_event {
        char room[ROOM_BYTES_MAX + 1];
        uint64_t seq;
        const char *line; /* without the moves, which only the side to move gets */
        size_t len;
    } event[EVENTS_MAX];
    char lines[LINES_BYTES]; /* of events, and of some that were replaced */
    size_t n, used;
};

static struct seen_events seen;

static struct place *ears_find(struct guest *guest, const char *room) {
    for (size_t i = 0; i < PLACES_MAX; i++) {
        if (strcmp(guest->place[i].room, room) == 0) {
            return &guest->place[i];
        }
    }
    return NULL;
}

/* The guest's entry for this room, possibly a new one. */
static struct place *ears_place(struct guest *guest, const char *room) {
    struct place *place = ears_find(guest, room);
    if (place == NULL) {
        place = ears_find(guest, "");
        assert(place != NULL); /* the limits on rooms are lower */
        snprintf(place->room, sizeof place->room, "%s", room);
    }
    return place;
}

static void ears_leave(struct guest *guest, const char *room) {
    struct place *place = ears_find(guest, room);
    if (place != NULL && room[0] != '\0') {
        *place = (struct place){.last = 0};
    }
}

/* --- all guests receive the same --- */

/* Stores a line after the others, without the moves. */
static char *ears_copy(const char *line, size_t len) {
    static const char key[] = ",\"moves\":\"";
    char *copy = seen.lines + seen.used;
    memcpy(copy, line, len);
    copy[len] = '\0';
    char *moves = strstr(copy, key);
    if (moves != NULL) {
        const char *rest = strchr(moves + strlen(key), '"');
        assert(rest != NULL);
        memmove(moves, rest + 1, strlen(rest));
    }
    return copy;
}

/* The length of this key with its text if they are here; 0: something else is. */
static size_t ears_measure(const char *at, const char *key) {
    size_t n = strlen(key);
    if (strncmp(at, key, n) != 0) {
        return 0;
    }
    while (at[n] != '"') {
        n += at[n] == '\\' ? 2 : 1;
    }
    return n + 1;
}

/* The length of the name that is here, with the chat of that player. */
static size_t ears_measure_name(const char *at) {
    size_t n = ears_measure(at, "\"name\":\"");
    return n > 0 ? n + ears_measure(at + n, ",\"text\":\"") : 0;
}

/* Whether this is a name of a forgotten player, with the chat forgotten as well. */
static bool ears_is_forgotten(const char *at) {
    static const char said[] = ",\"text\":\"(forgotten)\"";
    size_t n = ears_measure(at, "\"name\":\"" FORGOTTEN_PREFIX);
    return n > 0 && (ears_measure(at + n, ",\"text\":\"") == 0 ||
                     strncmp(at + n, said, strlen(said)) == 0);
}

/* Whether two lines are the same, except for names and chat of players who were forgotten
 * in between. */
static bool ears_is_same(const char *before, const char *line) {
    while (*line != '\0' && *before == *line) {
        bool is_news = ears_is_forgotten(line) && !ears_is_forgotten(before);
        size_t n = is_news ? ears_measure_name(before) : 0;
        line += n > 0 ? ears_measure_name(line) : 1;
        before += n > 0 ? n : 1;
    }
    return *before == *line;
}

/* Forgets a closed room, as another one has got its code. */
static void ears_forget_room(const char *room) {
    size_t n = 0;
    for (size_t i = 0; i < seen.n; i++) {
        if (strcmp(seen.event[i].room, room) != 0) {
            seen.event[n++] = seen.event[i];
        }
    }
    seen.n = n;
}

void ears_forget_all(void) {
    seen.n = 0;
    seen.used = 0;
}

static void ears_compare(const struct message *msg, const char *line, size_t len) {
    if (len >= LINES_BYTES - seen.used) {
        return; /* no space left */
    }
    struct seen_event event = {.seq = msg->seq, .line = ears_copy(line, len)};
    snprintf(event.room, sizeof event.room, "%s", msg->room);
    event.len = strlen(event.line);
    size_t at = 0;
    while (at < seen.n && (seen.event[at].seq != event.seq ||
                           strcmp(seen.event[at].room, event.room) != 0)) {
        at++;
    }
    if (at < seen.n) {
        const struct seen_event *other = &seen.event[at];
        if (other->len == event.len && memcmp(other->line, event.line, event.len) == 0) {
            return;
        }
        bool is_same = ears_is_same(other->line, event.line);
        assert(is_same || event.seq == 1);
        if (!is_same) {
            ears_forget_room(event.room);
            at = seen.n;
        }
    }
    if (at < EVENTS_MAX) {
        seen.event[at] = event; /* keep the newer line: a player stays forgotten */
        seen.n += at == seen.n;
        seen.used += event.len + 1;
    }
}

/* --- rooms --- */

/* Event numbers are consecutive, from the first event or snapshot that a guest gets. */
static void ears_follow(struct guest *guest, const struct message *msg, const char *line,
                        size_t len) {
    struct place *place = ears_place(guest, msg->room);
    if (msg->snapshot) {
        assert(msg->seq >= place->last);
    } else {
        assert(place->last == 0 || msg->seq == place->last + 1);
        if (!msg->is_gagged) { /* a gagged message has only a number */
            ears_compare(msg, line, len);
        }
    }
    place->last = msg->seq;
}

/* Whether the player with this name is this guest. */
static bool ears_is(const struct hub *hub, const struct guest *guest, const char *name) {
    const struct session *s =
        name[0] != '\0' ? people_find_name(hub_people(hub), name) : NULL;
    return s != NULL && s->client != 0 && s->client == guest->client;
}

static void ears_hear_state(struct fixture *fixture, struct guest *guest,
                            const struct message *msg) {
    const struct state *state = msg->state;
    const char *white = state->seat[SIDE_WHITE].name;
    const char *black = state->seat[SIDE_BLACK].name;
    assert(white[0] == '\0' || strcmp(white, black) != 0);
    snprintf(fixture->game_id, sizeof fixture->game_id, "%s", state->game_id);
    const struct room *room = rooms_find(hub_rooms(fixture->hub), msg->room);
    bool is_latest = room != NULL && room->seq == msg->seq;
    if (is_latest && state->moves != NULL) { /* only the side to move gets the moves */
        const struct session *mover =
            people_session_at(hub_people(fixture->hub), room, (enum side)state->pos.turn);
        assert(mover != NULL && mover->client == guest->client);
    }
    struct place *place = ears_find(guest, msg->room);
    bool seated =
        ears_is(fixture->hub, guest, white) || ears_is(fixture->hub, guest, black);
    place->watched = !seated && (place->watched || msg->snapshot);
    if (!seated && !place->watched) { /* the guest has given up the seat */
        ears_leave(guest, msg->room);
    }
}

/* --- offers --- */

static void ears_hear_offer(struct guest *guest, const struct message *msg) {
    int64_t id = table_at(msg->table, 0, 0)->number;
    assert(guest->n_offers < OFFERS_MAX);
    guest->offer[guest->n_offers++] = id;
}

static void ears_hear_offer_over(struct guest *guest, const struct message *msg) {
    int64_t id = table_at(msg->table, 0, 0)->number;
    size_t n = 0;
    for (size_t i = 0; i < guest->n_offers; i++) {
        if (guest->offer[i] != id) {
            guest->offer[n++] = guest->offer[i];
        }
    }
    guest->n_offers = n;
}

/* --- lines --- */

static void ears_check_record(const char *text) {
    struct record record;
    struct verification result;
    char fault[FAULT_BYTES] = "";
    bool is_read = record_from_json(text, strlen(text), &record, fault);
    assert(is_read);
    verify_record(&record, &result);
    assert(result.verdict != VERDICT_WRONG);
    record_fini(&record);
}

static void ears_answered(struct guest *guest) {
    assert(guest->asked > 0 || guest->n_empty > 0);
    if (guest->asked > 0) {
        guest->asked--;
    } else {
        guest->n_empty--;
    }
}

/* The guest has become another player: what they knew before does not count. */
static void ears_begin(struct guest *guest) {
    memset(guest->place, 0, sizeof guest->place);
    guest->n_offers = 0;
}

static void ears_hear_reply(struct guest *guest, const struct message *msg) {
    switch ((int)msg->cmd) {
    case CMD_LOGIN:
    case CMD_FORGET_ME: ears_begin(guest); break;
    case CMD_RESUME:
        if (msg->name[0] != '\0') {
            ears_begin(guest);
        }
        break;
    case CMD_WATCH: ears_place(guest, msg->room)->watched = true; break;
    case CMD_JOIN:
        if (guest->lags) { /* events that they missed as a spectator are not sent later */
            ears_leave(guest, msg->room);
        }
        break;
    case CMD_LEAVE:
    case CMD_UNWATCH: ears_leave(guest, msg->room); break;
    default: break;
    }
    if (msg->token[0] != '\0') {
        memcpy(guest->token, msg->token, sizeof guest->token);
    }
    if (msg->record != NULL) {
        ears_check_record(msg->record);
    }
}

static void ears_hear_event(struct fixture *fixture, struct guest *guest,
                            const struct message *msg, const char *line, size_t len) {
    bool is_numbered = msg->event == EVENT_STATE || msg->event == EVENT_SAY;
    if (is_numbered && msg->seq > 0) {
        ears_follow(guest, msg, line, len);
    }
    switch ((int)msg->event) {
    case EVENT_STATE: ears_hear_state(fixture, guest, msg); break;
    case EVENT_OFFER: ears_hear_offer(guest, msg); break;
    case EVENT_OFFER_OVER: ears_hear_offer_over(guest, msg); break;
    case EVENT_CLOSED: ears_leave(guest, msg->room); break;
    default: break;
    }
}

static void ears_hear_json(struct fixture *fixture, struct guest *guest, const char *line,
                           size_t len) {
    char fault[FAULT_BYTES] = "";
    terminal_check(line, len, false);
    struct message *msg = message_from_json(line, len, fault);
    assert(msg != NULL);
    if (msg->kind == MESSAGE_EVENT) {
        ears_hear_event(fixture, guest, msg, line, len);
    } else {
        ears_answered(guest);
        if (msg->kind == MESSAGE_REPLY) {
            ears_hear_reply(guest, msg);
        }
    }
    message_free(msg);
}

/* Whether this line is sent instead of a greeting. */
static bool ears_is_turned_away(const char *text, size_t len) {
    static const enum error_code codes[] = {ERR_TOO_MANY_CONNECTIONS, ERR_BANNED,
                                            ERR_SHUTTING_DOWN, ERR_TLS_ONLY};
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        char end[64];
        size_t n = (size_t)snprintf(end, sizeof end, " [%s]\r\n", error_name(codes[i]));
        if (text[0] == '-' && len > n && memcmp(text + len - n, end, n) == 0) {
            return true;
        }
    }
    return false;
}

/* Each line has a mark; an answer begins with + or -. */
static void ears_hear_text(struct guest *guest, const char *text, size_t len) {
    bool is_answer = text[0] == '+' || text[0] == '-';
    assert(is_answer || text[0] == '*');
    for (const char *line = text, *end; line < text + len; line = end + 2) {
        end = memchr(line, '\r', (size_t)(text + len - line));
        assert(end != NULL && end + 1 < text + len && end[1] == '\n');
        assert(line == text || line[0] == ' ');
        terminal_check(line, (size_t)(end - line), true);
    }
    if (is_answer && !(guest->asked == 0 && ears_is_turned_away(text, len))) {
        ears_answered(guest);
    }
    ears_begin(guest);
}

/* No secret is sent before the end of its game. */
static void ears_check_secrets(const struct hub *hub, const char *text) {
    for (size_t i = 0; i < hub->rooms->lobby.rooms.n; i++) {
        const struct room *room = hub->rooms->lobby.rooms.room[i];
        char secret[FAIR_HEX_BYTES];
        fair_secret_to_hex(room->secret, secret);
        assert(room->stage == STAGE_OVER || strstr(text, secret) == NULL);
    }
}

void ears_take(struct fixture *fixture, const struct outbox_item *item) {
    struct guest *guest = fixture_find(fixture, item->conn);
    if (guest == NULL) {
        return; /* the guest has disconnected */
    }
    /* After the end only another end may come: one for quit, one for the closed sending
     * direction. */
    assert(!guest->closed || item->buf == NULL);
    if (item->buf == NULL) {
        guest->closed = true;
        return;
    }
    size_t len = item->buf->len;
    char *text = strndup(item->buf->data, len);
    assert(text != NULL && strlen(text) == len);
    assert(len > 2 && len <= LINE_OUT_BYTES_MAX + 1 && text[len - 1] == '\n');
    ears_check_secrets(fixture->hub, text);
    if (item->watched && guest->lags && guest->client != 0) {
        rooms_mark_lagging(hub_rooms(fixture->hub), guest->client);
    } else if (text[0] == '{') {
        ears_hear_json(fixture, guest, text, len - 1);
    } else {
        ears_hear_text(guest, text, len);
    }
    free(text);
}
