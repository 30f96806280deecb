/* alea bench: its rooms, its report, its end of a WebSocket. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/json.h"
#include "tests/unit/test.h"

#include "client-cli/bench/bench.h"
#include "client-cli/bench/line.h"
#include "proto/bounds.h"

/* --- bench report --- */

/* How alea bench prints its results. */

/* Two seconds: 1000 moves, each answered after 2 ms. */
static struct bench_result *new_result(void) {
    struct bench_result *result = calloc(1, sizeof *result);
    assert_non_null(result);
    result->seconds = 2;
    result->tally.events = 2000;
    result->tally.event_bytes = 600000;
    result->bytes_in = 3000000;
    result->bytes_out = 1000000;
    result->generator_cpu_s = 0.5;
    result->server =
        (struct bench_usage){.cpu_s = 0.1, .rss_kb = 20480, .private_kb = 9000};
    result->before = (struct bench_usage){.rss_kb = 20470, .private_kb = 8995};
    result->connect_s = 0.25;
    result->begin_s = 0.5;
    result->bytes_watched = 5000000;
    snprintf(result->durability, sizeof result->durability, "full");
    return result;
}

static void move(struct bench_result *result) {
    result->tally.moves = 1000;
    for (int i = 0; i < 1000; i++) {
        hist_add(&result->tally.latency, 2000000);
    }
}

static const char *report(const struct bench_plan *plan,
                          const struct bench_result *result) {
    static char text[2048];
    FILE *out = fmemopen(text, sizeof text, "w");
    assert_non_null(out);
    bench_report_text(out, plan, result);
    assert_int_equal(fclose(out), 0);
    return text;
}

#define TRAFFIC "1000 events/s of 300 bytes; in 1.5 MB/s, out 0.5 MB/s\n"

TEST(moves) {
    struct bench_plan plan = {.game = "royal-ur", .rooms = 1};
    struct bench_result *result = new_result();
    move(result);
    const char *text = report(&plan, result);
    assert_string_equal(text,
                        "royal-ur, 1 room, durability full, 2.0 s\n"
                        "  500 moves/s, " TRAFFIC
                        "  answered in ms: p50 2.00, p99 2.00, p99.9 2.00, max 2.00\n"
                        "  this program: 25.0 % of a processor\n");
    free(result);
}

TEST(spectators_and_a_server_that_is_known) {
    struct bench_plan plan = {.game = "ur", .rooms = 2, .spectators = 10};
    struct bench_result *result = new_result();
    move(result);
    result->knows_server = true;
    result->generator_cpu_s = 1.9;
    const char *text = report(&plan, result);
    assert_non_null(strstr(text, "ur, 2 rooms, "));
    assert_non_null(strstr(
        text,
        "\n  10 spectators: 2.5 MB/s\n"
        "  server: 5.0 % of a processor, 100.0 us/move, 20.0 MB\n"
        "  this program: 95.0 % of a processor: the server may have waited for it\n"));
    free(result);
}

TEST(idle) {
    struct bench_plan plan = {.game = "ur", .rooms = 5, .is_idle = true};
    struct bench_result *result = new_result();
    result->knows_server = true;
    const char *text = report(&plan, result);
    assert_null(strstr(text, "answered"));
    assert_non_null(strstr(text, "  server: 5.0 % of a processor, 0.0 us/move, 20.0 MB\n"
                                 "  each connection: 1.00 KiB of the server, 0.50 KiB "
                                 "private\n"
                                 "  connected in 0.25 s, playing after 0.50 s more\n"));
    plan.is_seated = true;
    assert_non_null(strstr(report(&plan, result), " s, seated after "));
    free(result);
}

/* --- bench room --- */

/* A room of the load generator, line by line: what it sends, and what it refuses. */

#define STATE "{'event':'state','room':'KOTO','seq':"

struct fixture {
    struct bench_tally tally;
    struct bench_room room;
};

/* Checks and clears the output of a player. */
static void expect_said(struct fixture *f, unsigned who, const char *text) {
    struct bench_player *player = &f->room.player[who];
    player->out[player->out_len] = '\0';
    assert_json(player->out, text);
    player->out_len = 0;
}

/* Passes a line on, which the room may change. */
static bool take(struct fixture *f, unsigned who, const char *text) {
    char line[1024];
    int len = snprintf(line, sizeof line, "%s", json(text));
    return bench_room_hear(&f->room, who, line, (size_t)len, 7);
}

static void hear(struct fixture *f, unsigned who, const char *text) {
    if (!take(f, who, text)) {
        fail_msg("%s", f->room.fault);
    }
    bench_room_act(&f->room, 5);
}

static void expect_fault(struct fixture *f, unsigned who, const char *text,
                         const char *fault) {
    assert_false(take(f, who, text));
    assert_has(f->room.fault, fault);
}

/* Both sit in KOTO, and after event 4 it is white's turn. */
static void begin(struct fixture *f) {
    *f = (struct fixture){0};
    bench_room_init(&f->room, "royal-ur", (const char *const[]){"Ann", "Bob"}, &f->tally,
                    0);
    f->room.due = BENCH_ALWAYS;
    assert_true(bench_room_greet(&f->room, 0, "* Welcome [alea/1 alead/0.1.0]"));
    bench_room_begin(&f->room, false);
    expect_said(f, 0, "{'cmd':'name','name':'Ann'}\n");
    expect_said(f, 1, "{'cmd':'name','name':'Bob'}\n");
    hear(f, 1, "{'reply':'name','name':'Bob'}");
    hear(f, 0, "{'reply':'name','name':'Ann'}");
    expect_said(f, 0, "{'cmd':'create','game':'royal-ur','side':'white'}\n");
    hear(f, 0, "{'reply':'create','room':'KOTO','seq':1,'side':'white'}");
    expect_said(f, 1, "{'cmd':'join','room':'KOTO'}\n");
    hear(f, 1, "{'reply':'join','room':'KOTO','seq':4,'side':'black'}");
    f->room.player[0].last = 3;
    hear(f, 0, STATE "4,'stage':'playing','moves':'in-2'}");
    hear(f, 1, STATE "4,'stage':'playing'}");
    expect_said(f, 0, "{'cmd':'move','room':'KOTO','move':'in-2','seq':4}\n");
}

TEST(test_game) {
    static struct fixture f;
    begin(&f);
    hear(&f, 0, "{'reply':'move','room':'KOTO','seq':5}");
    hear(&f, 0, STATE "5,'stage':'playing'}");
    hear(&f, 1, STATE "5,'stage':'playing','moves':'in-1'}");
    expect_said(&f, 1, "{'cmd':'move','room':'KOTO','move':'in-1','seq':5}\n");
    assert_int_equal(f.tally.moves, 1);
    assert_int_equal(f.tally.events, 4);
    assert_int_equal(f.tally.latency.max, 2); /* sent by act at 5, answered by hear at
                                               * 7 */
    f.room.is_ending = true;
    bench_room_act(&f.room, 8);
    expect_said(&f, 0, "{'cmd':'quit','sure':'sure'}\n");
    hear(&f, 1, "{'error':'not_playing','text':'no game is running here'}");
    expect_said(&f, 1, "{'cmd':'quit','sure':'sure'}\n");
    for (unsigned who = 0; who < 2; who++) {
        hear(&f, who, "{'reply':'quit'}");
        hear(&f, who, "{'event':'bye','code':'ok','text':'goodbye'}");
    }
    assert_true(bench_room_has_ended(&f.room));
}

static const struct fault_row {
    const char *name;
    unsigned who;
    const char *line, *fault;
} fault_rows[] = {
    {"an error", 0, "{'error':'too_fast','text':'not so fast'}", "error: not so fast"},
    {"a reply to nothing", 1, "{'reply':'ping'}", "an answer to nothing"},
    {"a gap", 1, STATE "6,'stage':'playing'}", "event 6 came after event 4"},
    {"twice", 1, STATE "4,'stage':'playing'}", "event 4 came after event 4"},
    {"another room", 1, "{'event':'state','room':'SALI','seq':5}", "this room"},
    {"no stage", 1, STATE "5}", "cannot go on after"},
    {"no moves", 1, STATE "5,'moves':''}", "cannot go on after"},
    {"empty moves", 1, STATE "5,'stage':'playing','moves':''}", "no good list"},
    {"goodbye", 1, "{'event':'bye','code':'kicked','text':'x'}", "goodbye: x"},
    {"no JSON", 1, "{'event':", "not a message"},
};

TEST_ROWS(fault_rows) {
    const struct fault_row *row = table_row(state);
    static struct fixture f;
    begin(&f);
    expect_fault(&f, row->who, row->line, row->fault);
}

/* A command sent just before the other player left may be refused. */
TEST(test_refused_at_the_end) {
    static struct fixture f;
    begin(&f);
    f.room.is_ending = true;
    hear(&f, 0, "{'error':'no_opponent','text':'your opponent has left'}");
    expect_said(&f, 0, "{'cmd':'quit','sure':'sure'}\n");
}

TEST(test_moves_for_both) {
    static struct fixture f;
    begin(&f);
    hear(&f, 1, STATE "5,'stage':'playing','moves':'in-1'}");
    expect_fault(&f, 0, STATE "5,'stage':'playing','moves':'in-1'}", "no good list");
}

TEST(test_relay) {
    static struct fixture f;
    f = (struct fixture){0};
    bench_room_init(&f.room, "relay", (const char *const[]){"Ann", "Bob"}, &f.tally, 3);
    f.room.due = BENCH_ALWAYS;
    expect_fault(&f, 1, "xxx", "not what a relay says");
    assert_false(bench_room_greet(&f.room, 0, "* x [alea/1]"));
    assert_true(bench_room_greet(&f.room, 0, "* relay, pair 1"));
    assert_false(bench_room_greet(&f.room, 1, "* relay, pair 2"));
    assert_true(bench_room_greet(&f.room, 1, "* relay, pair 1"));
    bench_room_begin(&f.room, true);
    bench_room_act(&f.room, 1);
    assert_int_equal(f.room.n_sent, 1);
    hear(&f, 0, "xxx");
    assert_int_equal(f.room.n_sent, 1); /* the other player has not received it yet */
    hear(&f, 1, "xxx");
    assert_int_equal(f.room.n_sent, 2);
    assert_int_equal(f.tally.moves, 1);
    expect_fault(&f, 1, "xxxx", "not what a relay says");
}

TEST(test_pace) {
    static struct fixture f;
    f = (struct fixture){0};
    bench_room_init(&f.room, "ur", (const char *const[]){"Ann", "Bob"}, &f.tally, 0);
    bench_room_add_due(&f.room, 10);
    bench_room_add_due(&f.room, 20);
    assert_true(f.room.due == 1 && f.room.due_ns == 10); /* at most one move behind */
}

TEST(test_quantiles) {
    static struct hist hist;
    hist = (struct hist){0};
    for (uint64_t i = 1; i <= 1000; i++) {
        hist_add(&hist, i * 1000);
    }
    assert_int_equal(hist_quantile(&hist, 1000), 1000000);
    for (unsigned per_mille = 1; per_mille <= 999; per_mille++) {
        uint64_t exact = per_mille * 1000, told = hist_quantile(&hist, per_mille);
        assert_true(told >= exact && told <= exact + exact / 100);
    }
}

/* --- bench line --- */

/* The load generator's end of a WebSocket: lines to frames and back. */

TEST(test_lines_become_frames) {
    static const size_t lengths[] = {0, 1, 125, 126, 300};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        char lines[400];
        uint8_t frames[420];
        int ends[2];
        size_t n = lengths[i], header = n < 126 ? 2 : 4;
        memset(lines, 'a', n);
        memcpy(lines + n, "\nb\n", 3);
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
        struct bench_line line = {.net.fd = ends[0], .is_web = true};
        size_t len = bench_line_send(&line, lines, n + 3);
        assert_int_equal(len, header + 4 + n + 2 + 4 + 1);
        assert_int_equal(read(ends[1], frames, sizeof frames), len);
        assert_int_equal(frames[0], 0x81);
        assert_int_equal(frames[1], 0x80 | (n < 126 ? n : 126));
        if (n >= 126) {
            assert_int_equal(frames[2] << 8 | frames[3], n);
        }
        assert_memory_equal(frames + header, "\0\0\0\0", 4); /* a mask of zeros */
        assert_memory_equal(frames + header + 4, lines, n);
        assert_memory_equal(frames + header + 4 + n, "\x81\x81\0\0\0\0b", 7);
        close(ends[0]);
        close(ends[1]);
    }
}

/* Takes the bytes in pieces of this many, and returns what was heard, "x" for a close and
 * "!" for what is wrong. */
static const char *hear_frames(const char *bytes, size_t n, size_t piece) {
    static char heard[1000];
    struct bench_line line = {.net.fd = -1, .is_web = true};
    size_t len = 0, got;
    bool is_good = true;
    lines_init(&line.net.in, LINE_OUT_BYTES_MAX);
    for (size_t at = 0; at < n && is_good && !line.is_closed; at += piece) {
        size_t part = n - at < piece ? n - at : piece;
        is_good = bench_line_take(&line, bytes + at, part, true);
        for (const char *text; (text = lines_next(&line.net.in, &got)) != NULL;) {
            len += (size_t)snprintf(heard + len, sizeof heard - len, "<%s", text);
        }
    }
    lines_fini(&line.net.in);
    snprintf(heard + len, sizeof heard - len, "?%s%s", line.is_closed ? "x" : "",
             is_good ? "" : "!");
    return heard;
}

TEST(test_frames_become_lines) {
    static char bytes[500], expected[400];
    memcpy(bytes, "\x81\x02hi\x89\0\x81\0\x81\x7e\x01\x00", 12);
    memset(bytes + 12, 'c', 256);
    memcpy(bytes + 268, "\x81\x01z\x88\x02\x03\xe8\x81", 8);
    snprintf(expected, sizeof expected, "<hi<<%.256s<z?x", bytes + 12);
    for (size_t piece = 1; piece < 300; piece++) {
        assert_string_equal(hear_frames(bytes, 276, piece), expected);
    }
}

TEST(test_wrong) {
    static const char *const wrong[] = {"\x82\x01z", "\x01\x01z", "\x81\x7f", "\x81\x81",
                                        "\x89\x01z"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_string_equal(hear_frames(wrong[i], strlen(wrong[i]), 1), "?!");
        assert_string_equal(hear_frames(wrong[i], strlen(wrong[i]), 9), "?!");
    }
}

/* Spectators only count. */
TEST(test_nobody_reads) {
    struct bench_line line = {.net.fd = -1, .is_web = true};
    assert_true(bench_line_take(&line, "\x81\x02hi\x89\0\x81", 7, false));
    assert_int_equal(line.n_header, 1);
}
