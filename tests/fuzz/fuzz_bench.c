/* What a server can do to `alea bench`, in one of its rooms.  The first byte says what is
 * measured: a relay ('r'), rooms where nobody moves ('i'), or where nobody is ready
 * ('s'), moves that are due one by one ('d'), else moves without end.  A line for each
 * thing that happens:
 *
 *     0TEXT      the server says a line to player 0
 *     1TEXT      to player 1, 2TEXT to both
 *     &0TEXT     the same, read at once with the line after it
 *     d          one more move is due
 *     e          no more moves: they give up and leave
 *
 * $A in TEXT is the right reply to what the player has asked, $S the number of his next
 * event, and as that event: $W white waits, $F both do, $P it is white's turn, $V the
 * same with another position, $B it is black's, $M what was moved, then the other's turn,
 * $O it is over, $L the leg is.  $X is what a relay answers.
 *
 * Whatever the server says, what the players say is what a server understands, both have
 * got the same, and what is told of it in the end steers no terminal. */
#include "tests/fuzz/mutate.h"
#include "tests/fuzz/terminal.h"

#include <jansson.h>

#include "client-cli/bench_relay.h"
#include "client-cli/bench_report.h"

#define ROOM         "SALI"
#define RELAY_ANSWER "xxxxxxxx"
#define TEXT_BYTES   1024
/* Events that are remembered: no more than the generator compares. */
#define EVENTS_MAX (BENCH_RING - 1)

struct measured {
    struct bench_result result; /* its tally is the room's */
    struct bench_room room;
    const struct bench_talk *talk;
    uint64_t now_ns;
    unsigned asked[2]; /* lines that he has said, without those that were answered */
    uint64_t n_moves;  /* said */
    struct {
        uint64_t seq;
        char *position; /* owned; as JSON */
    } told[2][EVENTS_MAX];
};

/* --- what the server says --- */

static uint64_t right_number(const struct measured *m, unsigned who) {
    const struct bench_player *p = &m->room.player[who];
    const struct bench_player *other = &m->room.player[1 - who];
    bool is_told = p->asked[0] == CMD_MOVE && !p->is_waiting;
    uint64_t last = p->last > p->promised ? p->last : p->promised;
    last = p->asked[0] == CMD_JOIN && other->last > last ? other->last : last;
    return is_told ? p->told : last + 1;
}

static void write_reply(const struct measured *m, unsigned who,
                        char text[static TEXT_BYTES]) {
    const struct bench_player *player = &m->room.player[who];
    snprintf(text, TEXT_BYTES,
             "{\"reply\":\"%s\",\"room\":\"" ROOM "\",\"durability\":\"full\","
             "\"seq\":%llu}",
             player->n_asked > 0 ? command_spec(player->asked[0])->word : "ping",
             (unsigned long long)right_number(m, who));
}

/* What the player has moved who waits for that; "" nobody does. */
static void write_moved(const struct measured *m, char text[static TEXT_BYTES]) {
    text[0] = '\0';
    for (unsigned who = 0; who < 2; who++) {
        const struct bench_player *player = &m->room.player[who];
        if (player->is_waiting) {
            snprintf(text, TEXT_BYTES,
                     "{\"what\":\"move\",\"side\":\"%s\",\"move\":\"%s\"}", player->side,
                     player->move);
        }
    }
}

/* The next event of a player.  False: there is no such event. */
static bool write_event(const struct measured *m, unsigned who, char what,
                        char text[static TEXT_BYTES]) {
    static const char kinds[] = "WFPVBMOL";
    static const char *const stages[] = {"waiting", "waiting", "playing", "playing",
                                         "playing", "playing", "over",    "over"};
    const char *kind = what != '\0' ? strchr(kinds, what) : NULL;
    char moved[TEXT_BYTES] = "";
    if (kind == NULL) {
        return false;
    }
    const struct bench_player *player = &m->room.player[who];
    const char *stage = stages[kind - kinds];
    if (what == 'M') {
        write_moved(m, moved);
    }
    unsigned turn = what == 'B' || strstr(moved, "white") != NULL;
    bool has_moves = strcmp(stage, "playing") == 0 && turn == who;
    int n = snprintf(
        text, TEXT_BYTES,
        "{\"event\":\"state\",\"room\":\"" ROOM "\",\"seq\":%llu,\"stage\":"
        "\"%s\",\"seats\":{\"white\":{\"name\":\"wa\"},\"black\":%s},"
        "\"position\":\"%s\",\"phase\":\"move\",\"turn\":\"%s\",\"happened\":[%s]"
        ",\"match\":%s%s}",
        (unsigned long long)player->last + 1, stage,
        what == 'W' ? "null" : "{\"name\":\"ba\"}", what == 'V' ? "q" : "p",
        turn ? "black" : "white", moved, what == 'L' ? "{\"outcome\":null}" : "null",
        has_moves ? ",\"moves\":\"in-2 1-3\"" : "");
    assert(n < TEXT_BYTES);
    return true;
}

/* Puts in what stands behind each $.  Returns owned. */
static char *fill_in(const struct measured *m, unsigned who, struct fuzz_in in,
                     size_t *len) {
    char *out = NULL, value[TEXT_BYTES];
    FILE *all = open_memstream(&out, len);
    assert(all != NULL);
    for (size_t i = 0; i < in.len; i++) {
        char next = in.at[i] == '$' && i + 1 < in.len ? in.at[i + 1] : '\0';
        bool is_there = true;
        if (next == 'A') {
            write_reply(m, who, value);
        } else if (next == 'S') {
            snprintf(value, sizeof value, "%llu",
                     (unsigned long long)m->room.player[who].last + 1);
        } else if (next == 'X') {
            snprintf(value, sizeof value, "%s", RELAY_ANSWER);
        } else {
            is_there = write_event(m, who, next, value);
        }
        if (is_there) {
            fputs(value, all);
            i++;
        } else {
            fputc(in.at[i], all);
        }
    }
    fclose(all);
    return out;
}

/* --- what must hold --- */

/* Sends what the player has to say, as it is understood. */
static void check_said(struct measured *m, unsigned who) {
    static struct command cmd;
    struct command_fault fault;
    struct bench_player *player = &m->room.player[who];
    struct fuzz_in in = {player->out, player->out_len};
    assert(player->out_len <= sizeof player->out);
    assert(in.len == 0 || in.at[in.len - 1] == '\n');
    char *line;
    for (size_t len; (line = fuzz_take_line(&in, &len)) != NULL; free(line)) {
        if (len > 0) { /* a relay's player leaves with an empty one */
            enum error_code error = command_from_json(line, len, &cmd, &fault);
            assert(error == ERR_OK);
            m->asked[who]++;
            m->n_moves += cmd.kind == CMD_MOVE;
        }
    }
    player->out_len = 0;
    if (m->talk == &bench_room_talk) {
        assert(m->asked[who] == player->n_asked);
    }
}

static void act(struct measured *m) {
    m->talk->act(&m->room, m->now_ns);
    check_said(m, 0);
    check_said(m, 1);
    assert(m->result.tally.moves <= m->n_moves);
}

/* Where it is told what an event says. */
static char **told_at(struct measured *m, unsigned who, uint64_t seq) {
    size_t at = seq % EVENTS_MAX;
    if (m->told[who][at].seq != seq) {
        m->told[who][at].seq = seq;
        free(m->told[who][at].position);
        m->told[who][at].position = NULL;
    }
    return &m->told[who][at].position;
}

/* Both have got the same, whatever it is, if it is JSON. */
static void check_told(struct measured *m, unsigned who, const char *line, size_t len) {
    const struct bench_player *player = &m->room.player[who];
    json_t *event = json_loadb(line, len, JSON_ALLOW_NUL, NULL);
    const json_t *position = json_object_get(event, "position");
    if (position != NULL) {
        char **told = told_at(m, who, player->last);
        const char *other = *told_at(m, 1 - who, player->last);
        free(*told);
        *told = json_dumps(position, JSON_ENCODE_ANY);
        assert(other == NULL || strcmp(*told, other) == 0);
    }
    json_decref(event);
}

/* What is told in the end. */
static void check_report(const struct measured *m, const struct bench_plan *plan) {
    char *text = NULL;
    size_t len;
    FILE *out = open_memstream(&text, &len);
    assert(out != NULL);
    bench_report_text(out, plan, &m->result);
    fclose(out);
    terminal_check(text, len, false);
    free(text);
    out = open_memstream(&text, &len);
    assert(out != NULL);
    bench_report_json(out, plan, &m->result);
    fclose(out);
    json_t *report = json_loadb(text, len, 0, NULL);
    assert(report != NULL);
    json_decref(report);
    free(text);
}

/* --- what happens --- */

/* False: the line is wrong, which ends it all. */
static bool hear(struct measured *m, unsigned who, struct fuzz_in in) {
    struct bench_room *room = &m->room;
    size_t len;
    char *text = fill_in(m, who, in, &len), *line = fuzz_copy(text, len + 1);
    uint64_t n_events = m->result.tally.events;
    m->now_ns += 1000;
    bool is_right = m->talk->hear(room, who, line, len, m->now_ns);
    assert(is_right == (room->fault[0] == '\0'));
    if (is_right && m->talk == &bench_room_talk) {
        struct bench_line read;
        bool is_reply = bench_line_read(&read, line, len) && read.reply.kind == '"';
        m->asked[who] -= is_reply;
        if (m->result.tally.events > n_events) {
            check_told(m, who, line, len);
        }
    }
    free(line);
    free(text);
    return is_right;
}

/* Does what a line says.  False: it is over. */
static bool step(struct measured *m, struct fuzz_in in) {
    bool goes_on = true, is_part = in.len > 0 && in.at[0] == '&';
    in.at += is_part;
    in.len -= is_part;
    char what = in.len > 0 ? in.at[0] : '\0';
    struct fuzz_in text = {in.at + 1, in.len - (in.len > 0)};
    switch (what) {
    case '0': goes_on = hear(m, 0, text); break;
    case '1': goes_on = hear(m, 1, text); break;
    case '2': goes_on = hear(m, 0, text) && hear(m, 1, text); break;
    case 'd': bench_room_add_due(&m->room, m->now_ns, false); break;
    case 'e': bench_room_end(&m->room); break;
    default: break;
    }
    if (goes_on && !is_part) {
        act(m);
    }
    return goes_on && !bench_room_has_ended(&m->room);
}

static const char *const mutate_lines[] = {
    "2$A",
    "2$A",
    "0$A",
    "1$A",
    "&0$A",
    "2$F",
    "2$P",
    "2$P",
    "0$V",
    "1$V",
    "2$B",
    "2$M",
    "2$M",
    "2$M",
    "0$M",
    "1$M",
    "&0$P",
    "&1$F",
    "2$O",
    "2$L",
    "0$W",
    "2$X",
    "1$X",
    "d",
    "e",
    "0{\"error\":\"storage\",\"text\":\"\\u001b[2J\"}",
    "1{\"event\":\"notice\",\"text\":\"hear\"}",
    "2{\"event\":\"bye\",\"code\":\"quit\",\"text\":\"go\"}",
    "0{\"reply\":\"hello\",\"durability\":\"process\"}",
    "0{\"reply\":\"create\",\"room\":\"" ROOM "\",\"seq\":$S}",
    "0{\"reply\":\"create\",\"room\":\"a-b\",\"seq\":$S}",
    "1{\"reply\":\"join\",\"room\":\"" ROOM "\",\"seq\":$S}",
    "0{\"reply\":\"move\",\"room\":\"" ROOM "\",\"seq\":$S}",
};

static size_t mutate_new_line(uint64_t *rng, char line[static MUTATE_LINE_BYTES]) {
    return (size_t)snprintf(line, MUTATE_LINE_BYTES, "%s\n",
                            mutate_lines[random_below(rng, MUTATE_N(mutate_lines))]);
}

static void begin(struct measured *m, char what, struct bench_plan *plan) {
    static const char *const names[] = {"wa", "ba"};
    struct bench_room *room = &m->room;
    bench_room_init(room, "royal-ur", names, &m->result.tally, 1);
    m->talk = what == 'r' ? &bench_relay_talk : &bench_room_talk;
    room->answer = RELAY_ANSWER;
    room->answer_len = strlen(RELAY_ANSWER);
    room->is_seated = what == 's';
    room->is_idle = what == 'i' || what == 's';
    room->due = what == 'd' || room->is_idle ? 0 : BENCH_ALWAYS;
    *plan = (struct bench_plan){
        .game = "royal-ur", .rooms = 1, .is_idle = room->is_idle, .talk = m->talk};
    const char *greeting = what == 'r' ? "* relay, pair 1" : "* alea/1 fuzz";
    for (unsigned who = 0; who < 2; who++) {
        bool is_right = m->talk->hear_greeting(room, who, greeting);
        assert(is_right);
    }
    m->talk->begin(room, true);
    act(m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz_in in = {(const char *)data + 1, size - 1};
    struct bench_plan plan;
    if (size == 0) {
        return 0;
    }
    struct measured *m = calloc(1, sizeof *m);
    assert(m != NULL);
    begin(m, (char)data[0], &plan);
    char *line;
    bool goes_on = true;
    for (size_t len; goes_on && (line = fuzz_take_line(&in, &len)) != NULL; free(line)) {
        goes_on = step(m, (struct fuzz_in){line, len});
    }
    m->result.seconds = 1;
    memcpy(m->result.durability, m->room.durability, sizeof m->result.durability);
    check_report(m, &plan);
    for (size_t i = 0; i < EVENTS_MAX; i++) {
        free(m->told[0][i].position);
        free(m->told[1][i].position);
    }
    free(m);
    return 0;
}
