#include "client-cli/bench_relay.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "client-cli/bench_inside.h"

/* What a relay says first, with the number of the pair after it. */
#define GREETING "* relay, pair "

static bool hear_greeting(struct bench_room *room, unsigned who, const char *line) {
    const struct bench_player *player = &room->player[who];
    size_t len = sizeof GREETING - 1;
    if (strncmp(line, GREETING, len) != 0 || strlen(line + len) >= sizeof room->code) {
        return bench_room_fail(room, player, "this is no relay");
    }
    if (who == 0) {
        memcpy(room->code, line + len, strlen(line + len) + 1);
    }
    return strcmp(room->code, line + len) == 0 ||
           bench_room_fail(room, player,
                           "somebody else has come to the relay in between");
}

/* There is nothing to be said: everybody has his other by now. */
static void begin(struct bench_room *room, bool ask_server) {
    (void)ask_server;
    snprintf(room->durability, sizeof room->durability, "none");
    room->player[0].step = BENCH_SEATED;
    room->player[1].step = BENCH_SEATED;
}

static bool hear(struct bench_room *room, unsigned who, const char *line, size_t len,
                 uint64_t now_ns) {
    struct bench_player *player = &room->player[who];
    const struct bench_player *other = &room->player[1 - who];
    if (len != room->answer_len || memcmp(line, room->answer, len) != 0) {
        return bench_room_fail(room, player, "not what a relay says");
    }
    if (player->last == room->n_sent) {
        return bench_room_fail(room, player, "an answer to what nobody has said");
    }
    player->last++;
    if (other->last + BENCH_RING <= player->last) {
        return bench_room_fail(room, other, "gets nothing any more");
    }
    room->tally->events++;
    room->tally->event_bytes += len + 1;
    if (player->is_waiting) {
        player->is_waiting = false;
        room->has_begun = true;
        room->tally->moves++;
        hist_add(&room->tally->latency, now_ns - player->sent_ns);
    }
    return true;
}

static void act_at_end(struct bench_room *room) {
    for (unsigned who = 0; who < 2; who++) {
        if (room->player[who].step == BENCH_GONE ||
            room->player[who].last != room->n_sent) {
            return;
        }
    }
    for (unsigned who = 0; who < 2; who++) {
        room->player[who].out[0] = '\n'; /* so he leaves */
        room->player[who].out_len = 1;
        room->player[who].step = BENCH_GONE;
    }
}

/* He who is next moves as soon as he knows the last move, as with alead. */
static void act(struct bench_room *room, uint64_t now_ns) {
    struct bench_player *player = &room->player[room->n_sent % 2];
    if (room->is_ending) {
        act_at_end(room);
    } else if (player->last == room->n_sent && !player->is_waiting && room->due > 0) {
        int n = snprintf(
            player->out, sizeof player->out,
            "{\"cmd\":\"move\",\"room\":\"ABCD\",\"move\":\"in-2\",\"seq\":%" PRIu64
            "}\n",
            player->last);
        player->out_len = (size_t)n;
        player->sent_ns = bench_room_take_due(room, now_ns);
        player->is_waiting = true;
        room->n_sent++;
    }
}

const struct bench_talk bench_relay_talk = {hear_greeting, begin, hear, act};
