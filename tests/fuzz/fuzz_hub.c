/* A whole server in this process, without sockets: what its clients send, line by line.
 *
 * Client 0 is an operator.
 *
 *     t12            its clock goes on 12 * 12 s
 *     0who           client 0 says "who"; clients are 0 to 3, and come when they speak
 *     0^             client 0 sends a line that is too long
 *     0!             client 0 hangs up
 *     0join $R       $R is the code of the latest room, $0 to $3 the latest token of a
 * client r              the server is killed and started again q              the server
 * shuts down
 *
 * After every line all that was sent must be there as the protocol promises, and the
 * house must be in order; nothing may be lost when the server is killed; when everybody
 * has gone for long it must be empty. */
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <strings.h>

#include "client-cli/verify.h"
#include "proto/message.h"
#include "server/hub_inside.h"
#include "tests/unit/random.h"

#define CLIENTS 4

/* Few enough that inputs of a few lines reach every limit. */
static const struct limits few = {
    .connections = 3,
    .connections_per_address = 2,
    .login_ms = 60000,
    .commands_per_s = 1,
    .commands_burst = 40,
    .refused_commands = 3,
    .rooms = 3,
    .rooms_per_player = 2,
    .rooms_per_address = 2,
    .resume_per_minute = 2,
    .say_per_minute = 2,
    .logins_per_minute = 3,
    .registers_per_hour = 3,
    .accounts = 3,
    .jobs = 1,
    .open_ms = 10000,
    .grace_ms = 60000,
    .keep_s = 3600,
    .replay_events = 20,
    .queue_bytes = 1048576,
    .pause_bytes = 65536,
};

struct guest {
    uint64_t client; /* 0: not connected */
    bool closed;     /* the server has said so since the last check */
    char token[TOKEN_BYTES + 1];
    unsigned answers; /* replies and errors sent to it since the last check */
};

struct house {
    struct hub_config config;
    struct store *store;
    struct hub *hub;
    struct hub_time now;
    struct guest guest[CLIENTS];
    struct job *job; /* that waits */
};

static uint64_t rng;

static void random_bytes(void *buf, size_t n) {
    for (size_t i = 0; i < n; i++) {
        ((unsigned char *)buf)[i] = (unsigned char)random_below(&rng, 256);
    }
}

/* --- what is sent --- */

static void check_record(const char *text) {
    struct record record;
    struct verification result;
    char fault[FAULT_BYTES] = "";
    assert(record_from_json(text, strlen(text), &record, fault));
    verify_record(&record, &result);
    assert(result.verdict != VERDICT_WRONG);
    record_fini(&record);
}

/* Only the side to move is told the legal moves. */
static void check_moves(const struct house *house, const struct guest *guest,
                        const struct message *msg) {
    const struct room *room = lobby_find(&house->hub->lobby, msg->room);
    if (room != NULL && msg->state->moves != NULL) {
        const struct session *mover =
            hub_session_at(house->hub, room, msg->state->pos.turn);
        assert(mover != NULL && mover->client == guest->client);
    }
}

static enum message_kind check_json(const struct house *house, struct guest *guest,
                                    const struct buf *buf) {
    char fault[FAULT_BYTES] = "";
    assert(buf->data[buf->len - 1] == '\n');
    struct message *msg = message_from_json(buf->data, buf->len - 1, fault);
    assert(msg != NULL);
    if (msg->record != NULL) {
        check_record(msg->record);
    }
    if (msg->kind == MESSAGE_EVENT && msg->state != NULL) {
        check_moves(house, guest, msg);
    }
    if (msg->token[0] != '\0') {
        memcpy(guest->token, msg->token, sizeof guest->token);
    }
    enum message_kind kind = msg->kind;
    message_free(msg);
    return kind;
}

static enum message_kind check_text(const struct buf *buf) {
    assert(utf8_is_text(buf->data, buf->len) && buf->len > 2);
    assert(buf->data[buf->len - 2] == '\r' && buf->data[buf->len - 1] == '\n');
    switch (buf->data[0]) {
    case '+': return MESSAGE_REPLY;
    case '-': return MESSAGE_ERROR;
    default: assert(buf->data[0] == '*'); return MESSAGE_EVENT;
    }
}

/* No secret leaves before its game is over. */
static void check_secrets(const struct hub *hub, const struct buf *buf) {
    char *text = malloc(buf->len + 1);
    assert(text != NULL);
    memcpy(text, buf->data, buf->len);
    text[buf->len] = '\0';
    for (size_t i = 0; i < hub->lobby.n; i++) {
        const struct room *room = hub->lobby.room[i];
        char secret[FAIR_HEX_BYTES];
        fair_secret_to_hex(room->secret, secret);
        assert(room->stage == STAGE_OVER || strstr(text, secret) == NULL);
    }
    free(text);
}

/* Takes what is in the outbox, as the loop does. */
static void empty_outbox(struct house *house) {
    hub_commit(house->hub);
    hub_sent(house->hub, house->now);
    struct outbox *outbox = hub_outbox(house->hub);
    for (size_t i = 0; i < outbox->n; i++) {
        const struct outbox_item *item = &outbox->item[i];
        struct guest *guest = &house->guest[item->conn];
        assert(item->conn < CLIENTS && !guest->closed);
        if (item->buf == NULL) {
            guest->closed = true;
            continue;
        }
        check_secrets(house->hub, item->buf);
        enum message_kind kind = item->buf->data[0] == '{'
                                     ? check_json(house, guest, item->buf)
                                     : check_text(item->buf);
        guest->answers += kind != MESSAGE_EVENT;
    }
    outbox_drop(outbox, outbox->n);
}

/* --- the house --- */

static void check_session(const struct hub *hub, const struct session *s) {
    assert((int64_t)s->n_rooms <= few.rooms_per_player);
    assert(hub_find_name(hub, s->name) == s);
    bool is_kept = s->account != 0 || s->n_watched > 0; /* for the grace time */
    uint64_t kept_ms = hub->now.ms + (uint64_t)few.grace_ms;
    assert(s->client != 0 || s->n_rooms > 0 ||
           (is_kept && s->due.place != 0 && s->due.at_ms <= kept_ms));
    assert((s->due.place != 0) == (s->origin != NULL));
    assert(s->account == 0 || hub_find_account(hub, s->account) == s);
    const struct client *client = hub_client_of(hub, s);
    assert(s->client == 0 || (client != NULL && client->session == s));
    for (size_t i = 0; i < s->n_rooms; i++) {
        enum side side;
        assert(room_side_of(s->rooms[i], s->id, &side));
        assert(lobby_find(&hub->lobby, s->rooms[i]->code) == s->rooms[i]);
    }
}

static void check_room(const struct hub *hub, const struct room *room) {
    uint64_t white = room->seat[SIDE_WHITE].session;
    uint64_t black = room->seat[SIDE_BLACK].session;
    assert(white != 0 || black != 0);
    assert(white != black);
    assert(room->n_notes == 0);
    /* Nothing is due later than it is looked at. */
    uint64_t due_ms = room_due_ms(room, hub_keep_ms(hub));
    due_ms = due_ms > hub->now.ms ? due_ms : hub->now.ms + 1;
    assert(room->frozen || due_ms == DUE_NEVER ||
           (room->due.place != 0 && room->due.at_ms <= due_ms));
    for (unsigned side = 0; side < SIDE_COUNT; side++) {
        const struct session *s = slots_get(&hub->sessions, room->seat[side].session);
        assert(
            room->seat[side].session == 0 ||
            (s != NULL && session_find_room(s, room->code) == room &&
             ((s->client == 0) == room->seat[side].absence.away || hub->shutting_down)));
    }
}

static void check_house(const struct house *house) {
    const struct hub *hub = house->hub;
    uint32_t at = 0;
    for (const struct session *s; (s = slots_next(&hub->sessions, &at)) != NULL;) {
        check_session(hub, s);
    }
    assert((int64_t)hub_n_clients(hub) <= few.connections);
    assert((int64_t)hub_n_rooms(hub) <= few.rooms);
    for (size_t i = 0; i < hub->lobby.n; i++) {
        check_room(hub, hub->lobby.room[i]);
    }
}

/* --- what happens --- */

static void hang_up(struct house *house, struct guest *guest) {
    hub_close(house->hub, guest->client);
    guest->client = 0;
    guest->closed = false;
    guest->answers = 0;
}

/* Sees what has been sent, and that everybody but speaker (may be NULL), who has sent a
 * line, got no answer. */
static void settle(struct house *house, const struct guest *speaker) {
    empty_outbox(house);
    check_house(house);
    for (size_t i = 0; i < CLIENTS; i++) {
        struct guest *guest = &house->guest[i];
        assert(guest->answers <= (guest == speaker));
        assert(guest->answers == (guest == speaker) || guest->closed);
        if (guest->closed) {
            hang_up(house, guest);
        }
        guest->answers = 0;
    }
}

/* A client comes unless it is there.  False: it is refused. */
static bool come(struct house *house, struct guest *guest) {
    if (guest->client == 0) {
        size_t i = (size_t)(guest - house->guest);
        static const char *const addresses[CLIENTS] = {
            "127.0.0.1", "2001:db8::", "192.0.2.1", "2001:db8::"};
        guest->client = hub_open(house->hub, i, addresses[i], false);
        settle(house, NULL);
    }
    return guest->client != 0;
}

static void say(struct house *house, struct guest *guest, const char *line, size_t len) {
    if (!come(house, guest)) {
        return;
    }
    if (len == 1 && line[0] == '!') {
        hang_up(house, guest);
        settle(house, NULL);
        return;
    }
    if (len == 1 && line[0] == '^') {
        hub_line_too_long(house->hub, guest->client);
    } else {
        hub_line(house->hub, guest->client, line, len);
    }
    if (house->job != NULL) {
        job_do(house->job);
        hub_job_done(house->hub, house->job);
        house->job = NULL;
    }
    settle(house, guest);
}

static void pass_time(struct house *house, const char *text, size_t len) {
    struct text_in in;
    unsigned n;
    text_in_init(&in, text, len);
    if (!text_take_number(&in, 300, "time", &n)) {
        return;
    }
    house->now.ms += (uint64_t)n * n * 1000;
    house->now.unix_ms += (int64_t)n * n * 1000;
    hub_set_time(house->hub, house->now);
    hub_tick(house->hub);
    assert(hub_deadline(house->hub) > house->now.ms);
    settle(house, NULL);
}

/* What must survive. */
struct memory {
    char code[ROOM_BYTES_MAX + 1];
    enum stage stage;
    uint64_t seq;
    char *record; /* owned; JSON */
    char commitment[FAIR_HEX_BYTES];
    char moves[4096];
    int64_t left_ms[SIDE_COUNT];
};

static struct memory memorize(const struct hub *hub, const struct room *room) {
    struct memory memory = {.stage = room->stage, .seq = room->seq};
    memcpy(memory.code, room->code, sizeof memory.code);
    memcpy(memory.commitment, room->commitment, sizeof memory.commitment);
    memory.record =
        room->record != NULL ? record_to_json(room->record, 0) : strdup("");
    snprintf(memory.moves, sizeof memory.moves, "%s",
             room->moves != NULL ? room->moves : "");
    for (int i = 0; i < SIDE_COUNT; i++) {
        memory.left_ms[i] = clock_left_ms(&room->clock, (enum side)i, hub->now.ms);
    }
    return memory;
}

static void check_memory(const struct hub *hub, const struct memory *before) {
    const struct room *room = lobby_find(&hub->lobby, before->code);
    assert(room != NULL);
    struct memory after = memorize(hub, room);
    assert(after.stage == before->stage && after.seq == before->seq + 1);
    assert(strcmp(after.record, before->record) == 0);
    assert(strcmp(after.commitment, before->commitment) == 0);
    assert(strcmp(after.moves, before->moves) == 0);
    assert(after.left_ms[0] >= before->left_ms[0]); /* nobody pays for it */
    assert(after.left_ms[1] >= before->left_ms[1]);
    free(after.record);
}

static void take_job(void *owner, struct job *job) {
    struct house *house = owner;
    assert(house->job == NULL);
    house->job = job;
}

static void open_hub(struct house *house) {
    house->hub = hub_new(&house->config, house->store, house->now);
    hub_set_jobs(house->hub, take_job, house);
}

/* Everything that is not in the store is lost; time goes on. */
static void restart(struct house *house) {
    struct memory memory[CLIENTS];
    size_t n = house->hub->lobby.n;
    assert(n <= CLIENTS);
    for (size_t i = 0; i < n; i++) {
        memory[i] = memorize(house->hub, house->hub->lobby.room[i]);
    }
    hub_free(house->hub);
    for (size_t i = 0; i < CLIENTS; i++) {
        house->guest[i].client = 0;
    }
    house->now.ms += 1000000;
    open_hub(house);
    assert(house->hub->lobby.n == n);
    for (size_t i = 0; i < n; i++) {
        check_memory(house->hub, &memory[i]);
        free(memory[i].record);
    }
    settle(house, NULL);
}

/* Puts in what $0 to $3 and $R stand for.  Returns owned. */
static char *fill_in(const struct house *house, const char *line, size_t len,
                     size_t *filled) {
    size_t n_rooms = house->hub->lobby.n;
    char *text = malloc((len + 1) * TOKEN_BYTES);
    assert(text != NULL);
    *filled = 0;
    for (size_t i = 0; i < len; i++) {
        const char *value = NULL;
        char next = line[i] == '$' && i + 1 < len ? line[i + 1] : '\0';
        if (next >= '0' && next < '0' + CLIENTS) {
            value = house->guest[next - '0'].token;
        } else if (next == 'R' && n_rooms > 0) {
            value = house->hub->lobby.room[n_rooms - 1]->code;
        }
        size_t n = value != NULL ? strlen(value) : 1;
        memcpy(text + *filled, value != NULL ? value : &line[i], n);
        *filled += n;
        i += value != NULL;
    }
    return text;
}

static void do_line(struct house *house, const char *line, size_t len) {
    if (len == 0) {
        return;
    }
    if (line[0] == 't') {
        pass_time(house, line + 1, len - 1);
    } else if (line[0] == 'r') {
        restart(house);
    } else if (line[0] == 'q') {
        hub_shut_down(house->hub);
        settle(house, NULL);
    } else if (line[0] >= '0' && line[0] < '0' + CLIENTS) {
        size_t said_len;
        char *filled = fill_in(house, line + 1, len - 1, &said_len);
        char *said = fuzz_copy(filled, said_len);
        say(house, &house->guest[line[0] - '0'], said, said_len);
        free(said);
        free(filled);
    }
    if (hub_wants_stop(house->hub) && !house->hub->shutting_down) {
        hub_shut_down(house->hub);
        settle(house, NULL);
    }
}

/* Longer than anything is kept. */
static void wait_long(struct house *house) {
    house->now.ms += (uint64_t)2 * 3600 * 1000;
    hub_set_time(house->hub, house->now);
    hub_tick(house->hub);
    settle(house, NULL);
}

static void everybody_goes(struct house *house) {
    for (size_t i = 0; i < CLIENTS; i++) {
        if (house->guest[i].client != 0) {
            hang_up(house, &house->guest[i]);
            settle(house, NULL);
        }
    }
    assert(hub_n_clients(house->hub) == 0);
    if (house->hub->shutting_down) {
        restart(house); /* only then does anybody miss them */
    }
    wait_long(house);
    wait_long(house); /* for the seats at games that were given up */
    assert(hub_n_rooms(house->hub) == 0);
    assert(house->hub->sessions.n_used == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct house house = {
        .config = {.limits = few,
                   .title = "fuzz",
                   .stored.path = STORE_MEMORY,
                   .random_bytes = random_bytes,
                   .password_cost = JOB_COST_LEAST,
                   .operator_local = true, /* client 0 is one */
                   .log = {LOG_ERROR}},
        .now = {.ms = 1000000, .unix_ms = 1700000000000},
    };
    char fault[FAULT_BYTES];
    rng = 1;
    house.store = store_open(&house.config.stored, fault);
    assert(house.store != NULL);
    open_hub(&house);
    struct fuzz_in in = {(const char *)data, size};
    char *line;
    for (size_t len; (line = fuzz_take_line(&in, &len)) != NULL; free(line)) {
        do_line(&house, line, len);
    }
    everybody_goes(&house);
    hub_free(house.hub);
    store_close(house.store);
    return 0;
}
