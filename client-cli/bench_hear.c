/* What the players of a room of the load generator are told, and whether it is right. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "client-cli/bench_inside.h"
#include "client-cli/bench_line.h"
#include "proto/shape.h"

/* Of the player's own; it need not be secret, as nothing is at stake. */
#define NONCE "bench"
/* Bytes of a line that are shown when something is wrong with it. */
#define SHOWN_BYTES 120

/* So much of this is shown. */
static int shown(size_t len) {
    return len < SHOWN_BYTES ? (int)len : SHOWN_BYTES;
}

/* xorshift64*, by S. Vigna. */
static uint64_t random_below(struct bench_room *room, uint64_t n) {
    room->random ^= room->random >> 12;
    room->random ^= room->random << 25;
    room->random ^= room->random >> 27;
    return ((room->random * UINT64_C(0x2545f4914f6cdd1d)) >> 33) % n;
}

/* --- hearing replies --- */

/* Copies a code or word, which can be shown and said as it is; false when it is none. */
static bool copy_word(const struct part *part, char *word, size_t cap) {
    if (part->kind != '"' || part->len == 0 || part->len >= cap) {
        return false;
    }
    for (size_t i = 0; i < part->len; i++) {
        if (part->at[i] <= ' ' || part->at[i] >= 0x7F || part->at[i] == '\\') {
            return false;
        }
    }
    memcpy(word, part->at, part->len);
    word[part->len] = '\0';
    return true;
}

/* The number of the event that tells what was asked for. */
static bool hear_promise(struct bench_room *room, struct bench_player *player,
                         const struct bench_line *line) {
    uint64_t seq;
    if (!part_number(&line->seq, &seq) || seq <= player->promised) {
        return bench_room_fail(room, player, "a reply has no number, or an old one: %.*s",
                               shown(line->len), line->whole);
    }
    player->promised = seq;
    return true;
}

static bool hear_named(struct bench_room *room, struct bench_player *player) {
    player->step = BENCH_NAMED;
    if (player == &room->player[0]) {
        bench_room_ask(player, CMD_CREATE, ",\"game\":\"%s\",\"side\":\"white\"",
                       room->game);
    }
    bench_room_maybe_join(room);
    return true;
}

static bool hear_seated(struct bench_room *room, struct bench_player *player,
                        const struct bench_line *line) {
    char code[sizeof room->code];
    if (!copy_word(&line->room, code, sizeof code) || !is_room_code(code) ||
        (room->code[0] != '\0' && strcmp(room->code, code) != 0)) {
        return bench_room_fail(room, player, "not the room: %.*s", shown(line->len),
                               line->whole);
    }
    memcpy(room->code, code, sizeof code);
    player->step = BENCH_SEATED;
    if (!hear_promise(room, player, line)) {
        return false;
    }
    if (player->last == 0) {
        player->last = player->promised - 1; /* the first event is that of sitting down */
    }
    bench_room_maybe_join(room);
    return true;
}

/* The number of the event that told his move, and that of the reply. */
static bool check_promise(struct bench_room *room, const struct bench_player *player) {
    return player->promised == player->told ||
           bench_room_fail(room, player,
                           "event %" PRIu64
                           " told the move %s, and its reply has number %" PRIu64,
                           player->told, player->move, player->promised);
}

static bool hear_moved(struct bench_room *room, struct bench_player *player,
                       const struct bench_line *line) {
    return hear_promise(room, player, line) &&
           (player->is_waiting || check_promise(room, player));
}

/* A reply to a command that the players send. */
static bool hear_reply_to(struct bench_room *room, struct bench_player *player,
                          enum command_kind kind, const struct bench_line *line) {
    if (kind == CMD_MOVE) {
        return hear_moved(room, player, line);
    }
    if (kind == CMD_NAME) {
        return hear_named(room, player);
    }
    if (kind == CMD_CREATE || kind == CMD_JOIN) {
        return hear_seated(room, player, line);
    }
    if (kind == CMD_HELLO) {
        return copy_word(&line->durability, room->durability, sizeof room->durability) ||
               bench_room_fail(room, player, "the server does not say its durability");
    }
    return kind == CMD_QUIT || hear_promise(room, player, line);
}

static bool hear_reply(struct bench_room *room, struct bench_player *player,
                       const struct bench_line *line) {
    if (player->n_asked == 0 ||
        !part_is(&line->reply, command_spec(player->asked[0])->word)) {
        return bench_room_fail(room, player, "a reply to what was not asked: %.*s",
                               shown(line->len), line->whole);
    }
    enum command_kind kind = player->asked[0];
    player->n_asked--;
    memmove(player->asked, player->asked + 1, player->n_asked * sizeof player->asked[0]);
    return hear_reply_to(room, player, kind, line);
}

/* --- hearing events --- */

/* Numbers follow one another. */
static bool check_number(struct bench_room *room, struct bench_player *player,
                         const struct bench_line *line) {
    uint64_t seq;
    if (!part_number(&line->seq, &seq)) {
        return bench_room_fail(room, player, "an event has no number");
    }
    bool is_first = player->last == 0 && player->step != BENCH_SEATED;
    if (line->snapshot.kind != 0 || (!is_first && seq != player->last + 1)) {
        return bench_room_fail(room, player,
                               "event %" PRIu64 " came after event %" PRIu64, seq,
                               player->last);
    }
    player->last = seq;
    return true;
}

/* The other player must have got the same, or get it soon.  is_twin: it has been compared
 * with what he got. */
static bool check_pair(struct bench_room *room, struct bench_player *player,
                       const struct bench_line *line, bool is_twin) {
    const struct bench_player *other = &room->player[player == &room->player[0]];
    if (is_twin) {
        return true;
    }
    uint64_t seq = player->last, sum = bench_line_sum(line);
    size_t at = seq % BENCH_RING;
    if (room->ring[at].seq == seq) {
        return room->ring[at].sum == sum ||
               bench_room_fail(room, player,
                               "event %" PRIu64 " is not the one that %s got: %.*s", seq,
                               other->name, shown(line->position.len), line->position.at);
    }
    if (other->step == BENCH_SEATED && other->last + BENCH_RING <= seq) {
        return bench_room_fail(room, other,
                               "event %" PRIu64 " has not come, but %s has number "
                               "%" PRIu64,
                               other->last + 1, player->name, seq);
    }
    room->ring[at].seq = seq;
    room->ring[at].sum = sum;
    if (other->last + 1 == seq) {
        bench_twin_keep(&room->twin, line, seq);
    }
    return true;
}

/* The event after a move must tell that move, and have the number of its reply. */
static bool check_move(struct bench_room *room, struct bench_player *player,
                       const struct bench_line *line, uint64_t now_ns) {
    struct part told = line->moved[player->side[0] == 'b'];
    if (!player->is_waiting) {
        return told.kind == 0 ||
               bench_room_fail(room, player,
                               "event %" PRIu64 " tells a move that was not sent: %.*s",
                               player->last, shown(told.len), told.at);
    }
    if (!part_is(&told, player->move)) {
        return bench_room_fail(room, player,
                               "event %" PRIu64 " does not tell the move %s",
                               player->last, player->move);
    }
    player->is_waiting = false;
    player->told = player->last;
    bool is_answered = player->n_asked == 0 || player->asked[0] != CMD_MOVE;
    if (is_answered && !check_promise(room, player)) {
        return false;
    }
    room->has_begun = true;
    room->tally->moves++;
    hist_add(&room->tally->latency, now_ns - player->sent_ns);
    return true;
}

static bool read_stage(const struct bench_line *line, enum stage *stage) {
    for (unsigned i = 0; i < STAGE_COUNT; i++) {
        if (part_is(&line->stage, stage_name((enum stage)i))) {
            *stage = (enum stage)i;
            return true;
        }
    }
    return false;
}

/* Which side he has.  Names are told in every event, but only looked at when they may
 * have changed.  *is_full: both seats are taken. */
static bool read_seats(struct bench_room *room, struct bench_player *player,
                       const struct bench_line *line, bool *is_full) {
    struct part name[2];
    if (!bench_line_seats(line, name)) {
        return bench_room_fail(room, player, "it is not said who sits where");
    }
    bool is_white = part_is(&name[0], player->name);
    if (!is_white && !part_is(&name[1], player->name)) {
        return bench_room_fail(room, player, "he has lost his seat");
    }
    snprintf(player->side, sizeof player->side, "%s", is_white ? "white" : "black");
    *is_full = name[0].kind == '"' && name[1].kind == '"';
    return true;
}

/* Chooses one of the legal moves. */
static bool choose_move(struct bench_room *room, struct bench_player *player,
                        const struct part *moves) {
    const char *end = moves->at + moves->len, *at = moves->at;
    uint64_t n = 1;
    for (const char *space = at; (space = memchr(space, ' ', (size_t)(end - space)));) {
        space++;
        n++;
    }
    for (uint64_t skip = random_below(room, n); skip > 0; skip--) {
        at = (const char *)memchr(at, ' ', (size_t)(end - at)) + 1;
    }
    const char *space = memchr(at, ' ', (size_t)(end - at));
    struct part move = {
        .at = at, .len = (size_t)((space != NULL ? space : end) - at), .kind = '"'};
    return copy_word(&move, player->move, sizeof player->move) ||
           bench_room_fail(room, player, "no list of moves: %.*s", shown(moves->len),
                           moves->at);
}

static bool hear_playing(struct bench_room *room, struct bench_player *player,
                         const struct bench_line *line) {
    bool is_his = part_is(&line->phase, "move") && part_is(&line->turn, player->side);
    if (room->code[0] == '\0') {
        return bench_room_fail(room, player, "a game in no room");
    }
    if (is_his != (line->moves.kind == '"' && line->moves.len > 0)) {
        return bench_room_fail(room, player, "event %" PRIu64 " has %s list of moves",
                               player->last, is_his ? "no" : "the other side's");
    }
    player->is_ready = false;
    player->may_move = is_his;
    room->has_begun = room->has_begun ||
                      (room->is_idle && room->player[0].stage == room->player[1].stage);
    return !is_his || choose_move(room, player, &line->moves);
}

/* Says what leads to the next game. */
static bool ask_next(struct bench_room *room, struct bench_player *player,
                     enum command_kind kind, const char *rest) {
    if (room->code[0] == '\0' || !bench_room_may_ask(player)) {
        return bench_room_fail(room, player, "event %" PRIu64 " comes too early",
                               player->last);
    }
    bench_room_ask(player, kind, ",\"room\":\"%s\"%s", room->code, rest);
    return true;
}

/* Goes on to the next game. */
static bool hear_between(struct bench_room *room, struct bench_player *player,
                         const struct bench_line *line, enum stage before) {
    bool is_full = false, is_first = player == &room->player[0];
    if (!read_seats(room, player, line, &is_full)) {
        return false;
    }
    if (player->stage == STAGE_OVER && before != STAGE_OVER) {
        room->tally->games += is_first;
        if (is_first && !room->is_ending && !bench_line_has_next_leg(line)) {
            return ask_next(room, player, CMD_REMATCH, "");
        }
    }
    if (is_full && room->is_seated) {
        room->has_begun = room->player[0].last == room->player[1].last;
    } else if (player->stage == STAGE_WAITING && is_full && !player->is_ready &&
               !room->is_ending) {
        player->is_ready = true;
        return ask_next(room, player, CMD_READY, ",\"nonce\":\"" NONCE "\"");
    }
    return true;
}

/* is_twin: as for check_pair. */
static bool hear_state(struct bench_room *room, struct bench_player *player,
                       struct bench_line *line, bool is_twin, uint64_t now_ns) {
    enum stage before = player->stage;
    if (room->code[0] != '\0' && !part_is(&line->room, room->code)) {
        return bench_room_fail(room, player, "an event of another room: %.*s",
                               shown(line->len), line->whole);
    }
    if (!read_stage(line, &player->stage) || line->position.kind != '"') {
        return bench_room_fail(room, player, "an event without its stage or position");
    }
    if (!is_twin && !bench_line_read_moved(line)) {
        return bench_room_fail(room, player, "it is not said what happened");
    }
    room->tally->events++;
    room->tally->event_bytes += line->len + 1;
    player->may_move = false;
    bool is_full;
    if (!check_number(room, player, line) || !check_pair(room, player, line, is_twin)) {
        return false;
    }
    if (before != STAGE_PLAYING && !read_seats(room, player, line, &is_full)) {
        return false;
    }
    if (!check_move(room, player, line, now_ns)) {
        return false;
    }
    return player->stage == STAGE_PLAYING ? hear_playing(room, player, line)
                                          : hear_between(room, player, line, before);
}

static bool hear_bye(struct bench_room *room, struct bench_player *player,
                     const struct bench_line *line) {
    if (player->step != BENCH_LEAVING || player->n_asked > 0) {
        return bench_room_fail(room, player, "the server says goodbye: %.*s",
                               shown(line->text.len), line->text.at);
    }
    player->step = BENCH_GONE;
    return true;
}

/* Whether it is an event that anybody may get at any time: what others say, or offer. */
static bool is_of_others(const struct bench_line *line) {
    static const enum event_kind kinds[] = {EVENT_NOTICE, EVENT_SHOUT, EVENT_TELL,
                                            EVENT_OFFER, EVENT_OFFER_OVER};
    bool is = part_is(&line->event, event_name(EVENT_SAY)) &&
              line->seq.kind == 0; /* he only watches: no event of the room */
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        is = is || part_is(&line->event, event_name(kinds[i]));
    }
    return is;
}

bool bench_room_hear(struct bench_room *room, unsigned who, const char *line, size_t len,
                     uint64_t now_ns) {
    struct bench_player *player = &room->player[who];
    struct bench_line read;
    if (player->step == BENCH_SEATED &&
        bench_twin_read(&room->twin, player->last + 1, &read, line, len)) {
        return hear_state(room, player, &read, true, now_ns);
    }
    if (!bench_line_read(&read, line, len) || player->step == BENCH_GONE) {
        return bench_room_fail(room, player, "what is this: %.*s", shown(len), line);
    }
    if (read.error.kind == '"') {
        return bench_room_fail(room, player, "error %.*s: %.*s", shown(read.error.len),
                               read.error.at, shown(read.text.len), read.text.at);
    }
    if (read.reply.kind == '"') {
        return hear_reply(room, player, &read);
    }
    if (part_is(&read.event, event_name(EVENT_STATE))) {
        return hear_state(room, player, &read, false, now_ns);
    }
    if (part_is(&read.event, event_name(EVENT_BYE))) {
        return hear_bye(room, player, &read);
    }
    return is_of_others(&read) ||
           bench_room_fail(room, player, "what is this: %.*s", shown(len), line);
}
