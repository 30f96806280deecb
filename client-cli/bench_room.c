#include "client-cli/bench_room.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "client-cli/bench_line.h"

/* Of the player's own; it need not be secret, as nothing is at stake. */
#define NONCE "bench"
/* Bytes of a line that are shown when something is wrong with it. */
#define SHOWN_BYTES 120

void bench_room_init(struct bench_room *room, const char *game, const char *const *names,
                     struct bench_tally *tally, uint64_t seed) {
    *room = (struct bench_room){.game = game, .tally = tally, .random = seed | 1};
    for (unsigned who = 0; who < 2; who++) {
        struct bench_player *player = &room->player[who];
        snprintf(player->name, sizeof player->name, "%s", names[who]);
    }
}

/* So much of this is shown. */
static int shown(size_t len) {
    return len < SHOWN_BYTES ? (int)len : SHOWN_BYTES;
}

/* Always returns false. */
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

/* xorshift64*, by S. Vigna. */
static uint64_t random_below(struct bench_room *room, uint64_t n) {
    room->random ^= room->random >> 12;
    room->random ^= room->random << 25;
    room->random ^= room->random >> 27;
    return ((room->random * UINT64_C(0x2545f4914f6cdd1d)) >> 33) % n;
}

/* --- asking --- */

/* Sends a line, which has no argument of a kind that JSON would escape. */
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
    to[n] = '}';
    to[n + 1] = '\n';
    player->out_len += (size_t)n + 2;
    player->asked[player->n_asked++] = kind;
}

/* The same for a command about the room that says no more. */
static void ask_in_room(struct bench_room *room, struct bench_player *player,
                        enum command_kind kind) {
    ask(player, kind, ",\"room\":\"%s\"", room->code);
}

void bench_room_begin(struct bench_room *room, bool ask_server) {
    if (ask_server) {
        ask(&room->player[0], CMD_HELLO, ",\"client\":\"alea bench\"");
    }
    for (unsigned who = 0; who < 2; who++) {
        struct bench_player *player = &room->player[who];
        ask(player, CMD_NAME, ",\"name\":\"%s\"", player->name);
    }
}

/* The second player sits down when he has a name and knows where. */
static void maybe_join(struct bench_room *room) {
    struct bench_player *joiner = &room->player[1];
    if (room->code[0] != '\0' && joiner->step == BENCH_NAMED && joiner->n_asked == 0) {
        ask_in_room(room, joiner, CMD_JOIN);
    }
}

static void send_move(struct bench_room *room, struct bench_player *player,
                      uint64_t now_ns) {
    ask(player, CMD_MOVE, ",\"room\":\"%s\",\"move\":\"%s\",\"seq\":%" PRIu64, room->code,
        player->move, player->last);
    player->sent_ns = now_ns;
    player->may_move = false;
    player->is_waiting = true;
    room->due -= room->due != BENCH_ALWAYS;
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
        ask_in_room(room, &room->player[0], CMD_RESIGN);
        return;
    }
    for (unsigned who = 0; who < 2; who++) {
        ask(&room->player[who], CMD_QUIT, "%s", "");
        room->player[who].step = BENCH_LEAVING;
    }
}

void bench_room_act(struct bench_room *room, uint64_t now_ns) {
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

/* --- hearing replies --- */

/* Copies a code or word; false when it is none. */
static bool copy_word(const struct part *part, char *word, size_t cap) {
    if (part->kind != '"' || part->len == 0 || part->len >= cap ||
        memchr(part->at, '\\', part->len) != NULL) {
        return false;
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
        return fail(room, player, "a reply has no number, or an old one: %.*s",
                    shown(line->len), line->whole);
    }
    player->promised = seq;
    return true;
}

static bool hear_named(struct bench_room *room, struct bench_player *player) {
    player->step = BENCH_NAMED;
    if (player == &room->player[0]) {
        ask(player, CMD_CREATE, ",\"game\":\"%s\",\"side\":\"white\"", room->game);
    }
    maybe_join(room);
    return true;
}

static bool hear_seated(struct bench_room *room, struct bench_player *player,
                        const struct bench_line *line) {
    char code[sizeof room->code];
    if (!copy_word(&line->room, code, sizeof code) ||
        (room->code[0] != '\0' && strcmp(room->code, code) != 0)) {
        return fail(room, player, "not the room: %.*s", shown(line->len), line->whole);
    }
    memcpy(room->code, code, sizeof code);
    player->step = BENCH_SEATED;
    if (!hear_promise(room, player, line)) {
        return false;
    }
    if (player->last == 0) {
        player->last = player->promised - 1; /* the first event is that of sitting down */
    }
    maybe_join(room);
    return true;
}

/* The number of the event that told his move, and that of the reply. */
static bool check_promise(struct bench_room *room, const struct bench_player *player) {
    return player->promised == player->told ||
           fail(room, player,
                "event %" PRIu64 " told the move %s, and its reply has number %" PRIu64,
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
               fail(room, player, "the server does not say its durability");
    }
    return kind == CMD_QUIT || hear_promise(room, player, line);
}

static bool hear_reply(struct bench_room *room, struct bench_player *player,
                       const struct bench_line *line) {
    if (player->n_asked == 0 ||
        !part_is(&line->reply, command_spec(player->asked[0])->word)) {
        return fail(room, player, "a reply to what was not asked: %.*s", shown(line->len),
                    line->whole);
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
        return fail(room, player, "an event has no number");
    }
    bool is_first = player->last == 0 && player->step != BENCH_SEATED;
    if (line->snapshot.kind != 0 || (!is_first && seq != player->last + 1)) {
        return fail(room, player, "event %" PRIu64 " came after event %" PRIu64, seq,
                    player->last);
    }
    player->last = seq;
    return true;
}

/* The other player must have got the same, or get it soon. */
static bool check_pair(struct bench_room *room, struct bench_player *player,
                       const struct bench_line *line) {
    const struct bench_player *other = &room->player[player == &room->player[0]];
    uint64_t seq = player->last, sum = bench_line_sum(line);
    size_t at = seq % BENCH_RING;
    if (room->ring[at].seq == seq) {
        return room->ring[at].sum == sum ||
               fail(room, player, "event %" PRIu64 " is not the one that %s got: %.*s",
                    seq, other->name, shown(line->position.len), line->position.at);
    }
    if (other->step == BENCH_SEATED && other->last + BENCH_RING <= seq) {
        return fail(room, other,
                    "event %" PRIu64 " has not come, but %s has number "
                    "%" PRIu64,
                    other->last + 1, player->name, seq);
    }
    room->ring[at].seq = seq;
    room->ring[at].sum = sum;
    return true;
}

/* The event after a move must tell that move, and have the number of its reply. */
static bool check_move(struct bench_room *room, struct bench_player *player,
                       const struct bench_line *line, uint64_t now_ns) {
    struct part told;
    if (!bench_line_move(line, player->side, &told)) {
        return fail(room, player, "it is not said what happened");
    }
    if (!player->is_waiting) {
        return told.kind == 0 ||
               fail(room, player,
                    "event %" PRIu64 " tells a move that was not sent: %.*s",
                    player->last, shown(told.len), told.at);
    }
    if (!part_is(&told, player->move)) {
        return fail(room, player, "event %" PRIu64 " does not tell the move %s",
                    player->last, player->move);
    }
    player->is_waiting = false;
    player->told = player->last;
    bool is_answered = player->n_asked == 0 || player->asked[0] != CMD_MOVE;
    if (is_answered && !check_promise(room, player)) {
        return false;
    }
    room->has_moved = true;
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
        return fail(room, player, "it is not said who sits where");
    }
    bool is_white = part_is(&name[0], player->name);
    if (!is_white && !part_is(&name[1], player->name)) {
        return fail(room, player, "he has lost his seat");
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
           fail(room, player, "no list of moves: %.*s", shown(moves->len), moves->at);
}

static bool hear_playing(struct bench_room *room, struct bench_player *player,
                         const struct bench_line *line) {
    bool is_his = part_is(&line->phase, "move") && part_is(&line->turn, player->side);
    if (is_his != (line->moves.kind == '"' && line->moves.len > 0)) {
        return fail(room, player, "event %" PRIu64 " has %s list of moves", player->last,
                    is_his ? "no" : "the other side's");
    }
    player->is_ready = false;
    player->may_move = is_his;
    return !is_his || choose_move(room, player, &line->moves);
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
            ask_in_room(room, player, CMD_REMATCH);
        }
    }
    if (player->stage == STAGE_WAITING && is_full && !player->is_ready &&
        !room->is_ending) {
        ask(player, CMD_READY, ",\"room\":\"%s\",\"nonce\":\"" NONCE "\"", room->code);
        player->is_ready = true;
    }
    return true;
}

static bool hear_state(struct bench_room *room, struct bench_player *player,
                       const struct bench_line *line, uint64_t now_ns) {
    enum stage before = player->stage;
    if (room->code[0] != '\0' && !part_is(&line->room, room->code)) {
        return fail(room, player, "an event of another room: %.*s", shown(line->len),
                    line->whole);
    }
    if (!read_stage(line, &player->stage) || line->position.kind != '"') {
        return fail(room, player, "an event without its stage or position");
    }
    room->tally->events++;
    player->may_move = false;
    bool is_full;
    if (!check_number(room, player, line) || !check_pair(room, player, line)) {
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
        return fail(room, player, "the server says goodbye: %.*s", shown(line->text.len),
                    line->text.at);
    }
    player->step = BENCH_GONE;
    return true;
}

bool bench_room_hear(struct bench_room *room, unsigned who, const char *line, size_t len,
                     uint64_t now_ns) {
    struct bench_player *player = &room->player[who];
    struct bench_line read;
    if (!bench_line_read(&read, line, len) || player->step == BENCH_GONE) {
        return fail(room, player, "what is this: %.*s", shown(len), line);
    }
    if (read.error.kind == '"') {
        return fail(room, player, "error %.*s: %.*s", shown(read.error.len),
                    read.error.at, shown(read.text.len), read.text.at);
    }
    if (read.reply.kind == '"') {
        return hear_reply(room, player, &read);
    }
    if (part_is(&read.event, event_name(EVENT_STATE))) {
        return hear_state(room, player, &read, now_ns);
    }
    if (part_is(&read.event, event_name(EVENT_BYE))) {
        return hear_bye(room, player, &read);
    }
    return part_is(&read.event, event_name(EVENT_NOTICE)) ||
           fail(room, player, "what is this: %.*s", shown(len), line);
}
