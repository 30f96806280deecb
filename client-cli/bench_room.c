#include "client-cli/bench_room.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "client-cli/bench_inside.h"
#include "client-cli/player.h"

/* Longest line that is said of a room, but for the one that opens it, once. */
#define ASK_BYTES 128

void bench_room_init(struct bench_room *room, const char *game, const char *const *names,
                     struct bench_tally *tally, uint64_t seed) {
    *room = (struct bench_room){.game = game, .tally = tally, .random = seed | 1};
    for (unsigned who = 0; who < 2; who++) {
        struct bench_player *player = &room->player[who];
        snprintf(player->name, sizeof player->name, "%s", names[who]);
    }
}

bool bench_room_fail(struct bench_room *room, const struct bench_player *player,
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

/* --- asking --- */

bool bench_room_may_ask(const struct bench_player *player) {
    return player->n_asked < BENCH_ASKED_MAX &&
           (sizeof player->out - player->out_len) / 2 > ASK_BYTES;
}

void bench_room_ask(struct bench_player *player, enum command_kind kind,
                    const char *format, ...) {
    size_t free_bytes = sizeof player->out - player->out_len;
    char *to = player->out + player->out_len;
    va_list args;
    va_start(args, format);
    int n = snprintf(to, free_bytes, "{\"cmd\":\"%s\"", command_spec(kind)->word);
    n += vsnprintf(to + n, free_bytes - (size_t)n, format, args);
    va_end(args);
    assert(player->n_asked < BENCH_ASKED_MAX && (size_t)n + 2 < free_bytes);
    to[n] = '}';
    to[n + 1] = '\n';
    player->out_len += (size_t)n + 2;
    player->asked[player->n_asked++] = kind;
}

void bench_room_ask_about(struct bench_room *room, struct bench_player *player,
                          enum command_kind kind) {
    bench_room_ask(player, kind, ",\"room\":\"%s\"", room->code);
}

static bool hear_greeting(struct bench_room *room, unsigned who, const char *line) {
    char fault[FAULT_BYTES];
    if (strncmp(line, "* The connection is closed: ", 28) == 0) {
        /* With its limit connections_per_address a server may want fewer of us. */
        return bench_room_fail(room, &room->player[who], "the server says: %s", line + 2);
    }
    return player_check_greeting(line, fault) ||
           bench_room_fail(room, &room->player[who], "%s", fault);
}

static void begin(struct bench_room *room, bool ask_server) {
    if (ask_server) {
        bench_room_ask(&room->player[0], CMD_HELLO, ",\"client\":\"alea bench\"");
    }
    for (unsigned who = 0; who < 2; who++) {
        struct bench_player *player = &room->player[who];
        bench_room_ask(player, CMD_NAME, ",\"name\":\"%s\"", player->name);
    }
}

/* --- what is due --- */

void bench_room_add_due(struct bench_room *room, uint64_t at_ns, bool keeps_pace) {
    if (room->due == 0) {
        room->due_ns = at_ns;
    } else if (keeps_pace) {
        return;
    }
    room->due++;
}

uint64_t bench_room_take_due(struct bench_room *room, uint64_t now_ns) {
    if (room->due == BENCH_ALWAYS) {
        return now_ns;
    }
    uint64_t since_ns = room->due_ns != 0 ? room->due_ns : now_ns;
    room->due--;
    room->due_ns += room->due_step_ns;
    return since_ns;
}

/* --- playing --- */

void bench_room_maybe_join(struct bench_room *room) {
    struct bench_player *joiner = &room->player[1];
    if (room->code[0] != '\0' && joiner->step == BENCH_NAMED && joiner->n_asked == 0) {
        bench_room_ask_about(room, joiner, CMD_JOIN);
    }
}

static void send_move(struct bench_room *room, struct bench_player *player,
                      uint64_t now_ns) {
    bench_room_ask(player, CMD_MOVE, ",\"room\":\"%s\",\"move\":\"%s\",\"seq\":%" PRIu64,
                   room->code, player->move, player->last);
    player->sent_ns = bench_room_take_due(room, now_ns);
    player->may_move = false;
    player->is_waiting = true;
}

/* Whether nothing is on its way in either direction. */
static bool is_settled(const struct bench_room *room) {
    const struct bench_player *p = room->player;
    for (unsigned who = 0; who < 2; who++) {
        if (p[who].step != BENCH_SEATED || p[who].n_asked > 0 || p[who].is_waiting ||
            p[who].last < p[who].promised) {
            return false;
        }
    }
    return p[0].last == p[1].last;
}

/* Gives the game up, or leaves when it is over. */
static void act_at_end(struct bench_room *room) {
    if (!is_settled(room)) {
        return;
    }
    if (room->player[0].stage == STAGE_PLAYING) {
        bench_room_ask_about(room, &room->player[0], CMD_RESIGN);
        return;
    }
    for (unsigned who = 0; who < 2; who++) {
        bench_room_ask(&room->player[who], CMD_QUIT, "%s", "");
        room->player[who].step = BENCH_LEAVING;
    }
}

static void act(struct bench_room *room, uint64_t now_ns) {
    if (room->is_ending) {
        act_at_end(room);
        return;
    }
    for (unsigned who = 0; who < 2; who++) {
        struct bench_player *player = &room->player[who];
        if (player->may_move && player->n_asked == 0 && room->due > 0) {
            send_move(room, player, now_ns);
        }
    }
}

void bench_room_end(struct bench_room *room) {
    room->is_ending = true;
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
             late->n_asked > 0  ? command_spec(late->asked[0])->word
             : late->is_waiting ? "event for his move"
                                : "event",
             p[0].last, p[1].last);
}

const struct bench_talk bench_room_talk = {hear_greeting, begin, bench_room_hear, act};
