#define _GNU_SOURCE /* memmem, memrchr */
#include "client-cli/bench/room.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/player/greeting.h"
#include "engine/splitmix.h"
#include "proto/command/typed_move.h"
#include "proto/shape.h"

/* Need not be random in a benchmark. */
#define NONCE "bench"
/* How much of a wrong line to show. */
#define SHOWN_BYTES 120
/* In the events of a running game. */
#define PLAYING "\"stage\":\"playing\""
/* The greeting of a relay, followed by the number of the pair. */
#define RELAY_GREETING "* relay, pair "

/* --- times --- */

static size_t bucket_of(uint64_t value) {
    unsigned shift = 0;
    while ((value >> shift) >= 2 * HIST_PARTS) {
        shift++;
    }
    return shift * HIST_PARTS + (size_t)(value >> shift);
}

/* The largest value of a bucket. */
static uint64_t bucket_end(size_t bucket) {
    size_t shift = bucket < 2 * HIST_PARTS ? 0 : bucket / HIST_PARTS - 1;
    return ((uint64_t)(bucket - shift * HIST_PARTS + 1) << shift) - 1;
}

void hist_add(struct hist *hist, uint64_t value) {
    hist->count[bucket_of(value)]++;
    hist->n++;
    hist->max = value > hist->max ? value : hist->max;
}

uint64_t hist_quantile(const struct hist *hist, unsigned per_mille) {
    uint64_t wanted = (hist->n * per_mille + 999) / 1000, seen = 0;
    for (size_t i = 0; i < HIST_BUCKETS; i++) {
        seen += hist->count[i];
        if (seen >= wanted && seen > 0) {
            uint64_t end = bucket_end(i);
            return end < hist->max ? end : hist->max;
        }
    }
    return 0;
}

/* --- a room --- */

void bench_room_init(struct bench_room *room, const char *game, const char *const *names,
                     struct bench_tally *tally, size_t answer_len) {
    *room = (struct bench_room){.game = game, .tally = tally, .answer_len = answer_len};
    room->random = 1;
    for (unsigned who = 0; who < 2; who++) {
        struct bench_player *player = &room->player[who];
        snprintf(player->name, sizeof player->name, "%s", names[who]);
        for (const char *at = names[who]; *at != '\0'; at++) {
            room->random = room->random * 31 + (unsigned char)*at;
        }
    }
}

__attribute__((format(printf, 3, 4))) static bool fail(struct bench_room *room,
                                                       const struct bench_player *player,
                                                       const char *format, ...) {
    va_list args;
    int n = snprintf(room->fault, sizeof room->fault,
                     "room %s, %s: ", room->code[0] != '\0' ? room->code : "(none yet)",
                     player->name);
    va_start(args, format);
    vsnprintf(room->fault + n, sizeof room->fault - (size_t)n, format, args);
    va_end(args);
    return false;
}

static bool fail_line(struct bench_room *room, const struct bench_player *player,
                      const char *what, const char *line) {
    return fail(room, player, "%s: %.*s", what, SHOWN_BYTES, line);
}

/* --- sending commands --- */

__attribute__((format(printf, 3, 4))) static void
ask(struct bench_player *player, enum command_kind kind, const char *format, ...) {
    size_t free_bytes = sizeof player->out - player->out_len;
    char *to = player->out + player->out_len;
    va_list args;
    va_start(args, format);
    int n = snprintf(to, free_bytes, "{\"cmd\":\"%s\"", command_spec(kind)->word);
    n += vsnprintf(to + n, free_bytes - (size_t)n, format, args);
    va_end(args);
    assert(player->n_asked < BENCH_ASKED_MAX && (size_t)n + 2 < free_bytes);
    to[n++] = '}';
    to[n++] = '\n';
    player->out_len += (size_t)n;
    player->n_asked++;
}

bool bench_room_greet(struct bench_room *room, unsigned who, const char *line) {
    const struct bench_player *player = &room->player[who];
    char fault[FAULT_BYTES];
    if (room->answer_len == 0) {
        return player_check_greeting(line, fault) || fail(room, player, "%s", fault);
    }
    size_t len = sizeof RELAY_GREETING - 1;
    if (strncmp(line, RELAY_GREETING, len) != 0 ||
        strlen(line + len) >= sizeof room->code) {
        return fail(room, player, "this is no relay");
    }
    if (who == 0) {
        snprintf(room->code, sizeof room->code, "%s", line + len);
    }
    return strcmp(room->code, line + len) == 0 ||
           fail(room, player, "somebody else has connected to the relay meanwhile");
}

void bench_room_begin(struct bench_room *room, bool ask_server) {
    if (room->answer_len > 0) {
        snprintf(room->durability, sizeof room->durability, "none");
        room->player[0].step = room->player[1].step = BENCH_SEATED;
        return;
    }
    if (ask_server) {
        ask(&room->player[0], CMD_HELLO, ",\"client\":\"alea bench\"");
    }
    for (unsigned who = 0; who < 2; who++) {
        ask(&room->player[who], CMD_NAME, ",\"name\":\"%s\"", room->player[who].name);
    }
}

/* --- moving --- */

void bench_room_add_due(struct bench_room *room, uint64_t at_ns) {
    if (room->due == 0) {
        room->due_ns = at_ns;
        room->due = 1;
    }
}

/* Returns the time from which latency counts: when the move was due.  So a move held up
 * by a slow answer counts as late. */
static uint64_t take_due(struct bench_room *room, uint64_t now_ns) {
    if (room->due == BENCH_ALWAYS) {
        return now_ns;
    }
    room->due = 0;
    return room->due_ns != 0 ? room->due_ns : now_ns;
}

/* With a relay, the player who received the last line may move. */
static bool may_move(const struct bench_room *room, unsigned who) {
    const struct bench_player *player = &room->player[who];
    if (room->answer_len > 0) {
        return who == room->n_sent % 2 && player->last == room->n_sent &&
               !player->is_waiting;
    }
    return player->may_move && player->n_asked == 0;
}

static void send_move(struct bench_room *room, struct bench_player *player,
                      uint64_t now_ns) {
    bool is_relay = room->answer_len > 0;
    ask(player, CMD_MOVE, ",\"room\":\"%s\",\"move\":\"%s\",\"seq\":%" PRIu64,
        is_relay ? "ABCD" : room->code, is_relay ? "in-2" : player->move, player->last);
    player->n_asked -= is_relay;
    room->n_sent++;
    player->sent_ns = take_due(room, now_ns);
    player->may_move = false;
    player->is_waiting = true;
}

static void leave(const struct bench_room *room, struct bench_player *player) {
    if (room->answer_len > 0) {
        player->out[player->out_len++] = '\n';
        player->step = BENCH_GONE;
    } else {
        ask(player, CMD_QUIT, ",\"sure\":\"sure\"");
        player->step = BENCH_LEAVING;
    }
}

void bench_room_act(struct bench_room *room, uint64_t now_ns) {
    for (unsigned who = 0; who < 2; who++) {
        struct bench_player *player = &room->player[who];
        if (room->is_ending && player->step < BENCH_LEAVING && player->n_asked == 0 &&
            !player->is_waiting) {
            leave(room, player);
        } else if (!room->is_ending && room->due > 0 && may_move(room, who)) {
            send_move(room, player, now_ns);
        }
    }
}

bool bench_room_has_ended(const struct bench_room *room) {
    return room->player[0].step == BENCH_GONE && room->player[1].step == BENCH_GONE;
}

void bench_room_tell(const struct bench_room *room, char *text, size_t cap) {
    const struct bench_player *p = room->player;
    const struct bench_player *late = &p[p[0].n_asked == 0 && !p[0].is_waiting];
    snprintf(text, cap,
             "room %s: %s got no %s (last events: %" PRIu64 " and %" PRIu64 ")",
             room->code[0] != '\0' ? room->code : "(none yet)", late->name,
             late->n_asked > 0  ? "answer"
             : late->is_waiting ? "event for the move"
                                : "event",
             p[0].last, p[1].last);
}

/* --- replies --- */

/* The second player joins once they have a name and the room is known. */
static void maybe_join(struct bench_room *room) {
    struct bench_player *joiner = &room->player[1];
    if (room->code[0] != '\0' && joiner->step == BENCH_NAMED && joiner->n_asked == 0) {
        ask(joiner, CMD_JOIN, ",\"room\":\"%s\"", room->code);
    }
}

static void hear_named(struct bench_room *room, struct bench_player *player) {
    player->step = BENCH_NAMED;
    if (player == &room->player[0]) {
        ask(player, CMD_CREATE, ",\"game\":\"%s\",\"side\":\"white\"", room->game);
    }
    maybe_join(room);
}

static bool hear_seated(struct bench_room *room, struct bench_player *player,
                        const struct message *msg) {
    if (!is_room_code(msg->room) ||
        (room->code[0] != '\0' && strcmp(room->code, msg->room) != 0)) {
        return fail(room, player, "not the room: %s", msg->room);
    }
    snprintf(room->code, sizeof room->code, "%s", msg->room);
    player->step = BENCH_SEATED;
    if (player->last == 0) {
        player->last = msg->seq - 1; /* the first event is our sitting down */
    }
    maybe_join(room);
    return true;
}

static bool hear_reply(struct bench_room *room, struct bench_player *player,
                       const struct message *msg) {
    if (msg->cmd == CMD_NAME) {
        hear_named(room, player);
    } else if (msg->cmd == CMD_HELLO && msg->hello != NULL) {
        snprintf(room->durability, sizeof room->durability, "%s", msg->hello->durability);
    } else if (msg->cmd == CMD_CREATE || msg->cmd == CMD_JOIN) {
        return hear_seated(room, player, msg);
    }
    return true;
}

/* Whether the line refuses a command sent just before the other player left. */
static bool is_too_late(const struct bench_room *room, const struct bench_player *player,
                        const char *line) {
    return room->is_ending && player->n_asked > 0 && player->step != BENCH_LEAVING &&
           strncmp(line, "{\"error\"", 8) == 0;
}

/* --- events --- */

/* Finds the moves: the last member of the event, present only for the side to move.  Ends
 * them with a NUL.  NULL: there are none. */
static char *find_moves(char *line, size_t len) {
    static const char key[] = "\"moves\":";
    char *end = line + len - 2; /* the quote before the closing brace */
    if (len < 16 || strcmp(end, "\"}") != 0) {
        return NULL;
    }
    char *start = memrchr(line, '"', (size_t)(end - line));
    size_t n_key = sizeof key - 1;
    if (start == NULL || (size_t)(start - line) < n_key ||
        memcmp(start - n_key, key, n_key) != 0) {
        return NULL;
    }
    *end = '\0';
    return start + 1;
}

/* Chooses one of the legal moves. */
static bool choose_move(struct bench_room *room, struct bench_player *player,
                        const char *moves) {
    unsigned n = typed_move_count(moves);
    if (n == 0 || room->mover_seq == player->last ||
        !typed_move_nth(moves, 1 + splitmix_below(&room->random, n), player->move)) {
        return fail(room, player, "event %" PRIu64 " has no good list of moves",
                    player->last);
    }
    room->mover_seq = player->last;
    player->may_move = true;
    return true;
}

/* Checks that the event numbers of this room have no gap. */
static bool check_number(struct bench_room *room, struct bench_player *player,
                         const char *line) {
    char start[48];
    int n = snprintf(start, sizeof start,
                     "{\"event\":\"state\",\"room\":\"%s\",\"seq\":", room->code);
    if (strncmp(line, start, (size_t)n) != 0) {
        return fail_line(room, player, "not an event of this room", line);
    }
    uint64_t seq = strtoull(line + n, NULL, 10);
    if (seq != player->last + 1 && player->step == BENCH_SEATED) {
        return fail(room, player, "event %" PRIu64 " came after event %" PRIu64, seq,
                    player->last);
    }
    player->last = seq;
    return true;
}

static bool hear_playing(struct bench_room *room, struct bench_player *player, char *line,
                         size_t len) {
    const char *moves = find_moves(line, len);
    player->is_ready = false;
    room->has_begun = room->has_begun ||
                      (room->is_idle && room->player[0].stage == room->player[1].stage);
    return moves == NULL || choose_move(room, player, moves);
}

/* Handles a state between moves: starts the next game when one is over. */
static bool hear_between(struct bench_room *room, struct bench_player *player,
                         const char *line, size_t len) {
    char fault[FAULT_BYTES];
    struct message *msg = message_from_json(line, len, fault);
    const struct state *state = msg != NULL ? msg->state : NULL;
    if (state == NULL || player->n_asked == BENCH_ASKED_MAX) {
        message_free(msg);
        return fail_line(room, player, "cannot go on after", line);
    }
    bool is_full = state->seat[0].name[0] != '\0' && state->seat[1].name[0] != '\0';
    bool is_first = player == &room->player[0];
    bool is_over = state->stage == STAGE_OVER && player->stage != STAGE_OVER;
    bool has_next_leg = state->match.legs > 1 && !state->match_over;
    player->stage = state->stage;
    message_free(msg);
    room->tally->games += is_over && is_first;
    if (is_over && is_first && !has_next_leg && !room->is_ending) {
        ask(player, CMD_REMATCH, ",\"room\":\"%s\"", room->code);
    } else if (is_full && room->is_seated) {
        room->has_begun = room->player[0].last == room->player[1].last;
    } else if (player->stage == STAGE_WAITING && is_full && !player->is_ready &&
               !room->is_ending) {
        player->is_ready = true;
        ask(player, CMD_READY, ",\"room\":\"%s\",\"nonce\":\"" NONCE "\"", room->code);
    }
    return true;
}

static void count_move(struct bench_room *room, struct bench_player *player,
                       uint64_t now_ns) {
    if (player->is_waiting) {
        player->is_waiting = false;
        room->has_begun = true;
        room->tally->moves++;
        hist_add(&room->tally->latency, now_ns - player->sent_ns);
    }
}

static bool hear_state(struct bench_room *room, struct bench_player *player, char *line,
                       size_t len, uint64_t now_ns) {
    if (room->code[0] == '\0') {
        return fail_line(room, player, "an event of no room", line);
    }
    room->tally->events++;
    room->tally->event_bytes += len + 1;
    player->may_move = false;
    if (!check_number(room, player, line)) {
        return false;
    }
    count_move(room, player, now_ns);
    if (memmem(line, len, PLAYING, strlen(PLAYING)) != NULL) {
        player->stage = STAGE_PLAYING;
        return hear_playing(room, player, line, len);
    }
    return hear_between(room, player, line, len);
}

/* Decodes and handles the rare lines: all but moves and their events. */
static bool hear_message(struct bench_room *room, struct bench_player *player,
                         const char *line, size_t len) {
    char fault[FAULT_BYTES];
    struct message *msg = message_from_json(line, len, fault);
    bool is_good = true;
    if (msg == NULL) {
        is_good = fail_line(room, player, "not a message", line);
    } else if (msg->kind == MESSAGE_ERROR) {
        is_good = fail(room, player, "error: %s", msg->text);
    } else if (msg->kind == MESSAGE_REPLY) {
        is_good = hear_reply(room, player, msg);
    } else if (msg->event == EVENT_BYE && player->step != BENCH_LEAVING) {
        is_good = fail(room, player, "the server says goodbye: %s", msg->text);
    } else if (msg->event == EVENT_BYE) {
        player->step = BENCH_GONE;
    }
    message_free(msg);
    return is_good;
}

static bool hear_relay(struct bench_room *room, struct bench_player *player, size_t len,
                       uint64_t now_ns) {
    if (len != room->answer_len || player->last == room->n_sent) {
        return fail(room, player, "not what a relay says");
    }
    player->last++;
    room->tally->events++;
    room->tally->event_bytes += len + 1;
    count_move(room, player, now_ns);
    return true;
}

bool bench_room_hear(struct bench_room *room, unsigned who, char *line, size_t len,
                     uint64_t now_ns) {
    struct bench_player *player = &room->player[who];
    if (room->answer_len > 0) {
        return hear_relay(room, player, len, now_ns);
    }
    if (strncmp(line, "{\"event\":\"state\"", 16) == 0) {
        return hear_state(room, player, line, len, now_ns);
    }
    bool is_answer = strncmp(line, "{\"event\"", 8) != 0;
    bool is_move = strncmp(line, "{\"reply\":\"move\"", 15) == 0;
    bool is_refused = is_too_late(room, player, line);
    if (is_answer && player->n_asked-- == 0) {
        return fail_line(room, player, "an answer to nothing", line);
    }
    player->is_waiting = player->is_waiting && !is_refused;
    return is_move || is_refused || hear_message(room, player, line, len);
}
