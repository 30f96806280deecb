/* The hub's end of a trunk, and a front that the test plays: channels are connections. */
#include "server/trunk/gate.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/trunk/cipher.h"
#include "server/trunk/wire.h"
#include "tests/unit/table.h"

#define ANN   ((UINT64_C(1) << 24) | 3) /* serial number and place, as in slots.h */
#define BOB   ((UINT64_C(2) << 24) | 100)
#define SENDS 65536 /* bytes that the test sends at once, at most */

/* Everything of a test. */
static struct fixture {
    uv_loop_t loop;
    struct conn_shared shared;
    struct metrics metrics;
    struct log log;
    struct gate *gate;
    struct front_ways ways[FRONTS_MAX];
    int fd; /* of the front */
    struct cipher cipher;
    uint8_t bytes[SENDS]; /* that it has not sent yet */
    size_t n_bytes;
    char told[8192]; /* what the gate told the front: a line for each frame */
    struct conn *conn[2];
    size_t n_conns, n_closed;
    char lines[4096]; /* of clients, each followed by "|" */
    bool holds;       /* each connection is held after a line */
    unsigned n_heard; /* reads of trunks */
} test;

/* --- the hub --- */

static void note(const char *text, size_t len) {
    size_t n = strlen(test.lines);
    snprintf(test.lines + n, sizeof test.lines - n, "%.*s|", (int)len, text);
}

static void on_line(struct conn *conn, const char *line, size_t len) {
    note(line, len);
    if (test.holds) {
        conn_hold(conn);
    }
}

static void on_line_too_long(struct conn *conn) {
    note("TOO LONG", 8);
}

static void on_interrupted(struct conn *conn, const char *line, size_t len) {
    note("INTERRUPTED", 11);
    note(line, len);
}

static void on_back(struct conn *conn) {
    note("BACK", 4);
}

static void on_garbage(struct conn *conn) {
    note("NOISE", 5);
}

static void on_ended(struct conn *conn) {
    note("ENDED", 5);
}

static void on_not_tls(struct conn *conn) {
    note("NOT TLS", 7);
}

static void nothing(struct conn *conn) {
}

static void on_closed(struct conn *conn) {
    test.n_closed++;
    for (size_t i = 0; i < test.n_conns; i++) {
        test.conn[i] = test.conn[i] != conn ? test.conn[i] : NULL;
    }
}

static void on_open(void *owner, struct conn *conn, const struct trunk_open *open,
                    const char *front) {
    assert_string_equal(front, "test/1");
    assert_string_equal(open->address, "192.0.2.1");
    test.conn[test.n_conns++] = conn;
}

static void on_trunk_heard(void *owner) {
    test.n_heard++;
}

static size_t n_players(void *owner) {
    return 7;
}

static const struct conn_ops ops = {
    .line = on_line,
    .line_too_long = on_line_too_long,
    .interrupted = on_interrupted,
    .back = on_back,
    .heard = nothing,
    .garbage = on_garbage,
    .yields = nothing,
    .not_tls = on_not_tls,
    .ended = on_ended,
    .drained = nothing,
    .closed = on_closed,
};

/* --- the front --- */

static void put(uint64_t channel, enum trunk_kind kind, const void *rest, size_t n) {
    uint8_t frame[TRUNK_HEAD_BYTES + TRUNK_WINDOW];
    trunk_head_write(frame, channel, kind, n);
    if (n > 0) {
        memcpy(frame + TRUNK_HEAD_BYTES, rest, n);
    }
    test.n_bytes += cipher_write(&test.cipher, frame, TRUNK_HEAD_BYTES + n, false,
                                 test.bytes + test.n_bytes);
}

static void put_number(uint64_t channel, enum trunk_kind kind, uint32_t number) {
    uint8_t rest[4];
    trunk_number_write(rest, number);
    put(channel, kind, rest, sizeof rest);
}

static void put_record(uint64_t channel, enum link_record kind, const char *line) {
    uint8_t record[LINK_RECORD_BYTES];
    size_t len = strlen(line);
    record[0] = (uint8_t)kind;
    record[1] = (uint8_t)(len >> 8);
    record[2] = (uint8_t)len;
    memcpy(record + LINK_HEAD_BYTES, line, len);
    put(channel, TRUNK_RECORDS, record, LINK_HEAD_BYTES + len);
}

static void put_open(uint64_t channel) {
    static const uint8_t open[] = "\0\x09"
                                  "192.0.2.1"
                                  "me";
    put(channel, TRUNK_OPEN, open, sizeof open - 1);
}

static void run(void) {
    for (int i = 0; i < 4; i++) {
        uv_run(&test.loop, UV_RUN_NOWAIT);
        gate_flush(test.gate);
    }
}

/* Sends what was put. */
static void send_all(void) {
    assert_int_equal(write(test.fd, test.bytes, test.n_bytes), test.n_bytes);
    test.n_bytes = 0;
    run();
}

static void tell(const struct trunk_frame *frame) {
    static const char *const names[] = {"hello", "alive",    "goodbye", "",     "",
                                        "",      "",         "part",    "send", "answer",
                                        "read",  "remember", "end",     "close"};
    size_t n = strlen(test.told);
    char *to = test.told + n;
    size_t cap = sizeof test.told - n;
    if (frame->kind == TRUNK_ANSWER) {
        snprintf(to, cap, "answer %u of %u\n", frame->rest[0] << 8 | frame->rest[1],
                 frame->n - 2U);
    } else if (frame->kind == TRUNK_READ) {
        snprintf(to, cap, "read %u\n", trunk_number_read(frame->rest));
    } else if (frame->n > 40) {
        snprintf(to, cap, "%s of %u\n", names[frame->kind], frame->n);
    } else {
        const char *text = (const char *)frame->rest + (frame->kind == TRUNK_END ? 2 : 0);
        snprintf(to, cap, "%s %.*s\n", names[frame->kind],
                 (int)((const char *)frame->rest + frame->n - text), text);
    }
}

/* What the gate has told since the last call.  True: and it has hung up. */
static bool hear(void) {
    static uint8_t bytes[262144];
    size_t used, len;
    ssize_t n = read(test.fd, bytes, sizeof bytes);
    test.told[0] = '\0';
    for (size_t at = 0; n > 0 && at < (size_t)n; at += used) {
        enum cipher_result result =
            cipher_feed(&test.cipher, bytes + at, (size_t)n - at, &used, &len);
        assert_int_not_equal(result, CIPHER_FAILED);
        for (size_t i = 0; i < len;) {
            struct trunk_frame frame;
            size_t size = trunk_frame_read(&frame, true, test.cipher.text + i, len - i);
            assert_true(size > 0);
            i += size;
            tell(&frame);
        }
    }
    return n == 0 || (n > 0 && read(test.fd, bytes, sizeof bytes) == 0);
}

/* --- each test --- */

/* A front begins a trunk. */
static void call(void) {
    static const char name[] = "test/1\0games.example:2532\0";
    int pair[2];
    assert_int_equal(
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair), 0);
    assert_true(gate_accept(test.gate, pair[0]));
    test.fd = pair[1];
    cipher_init(&test.cipher, CIPHER_FRONT, NULL);
    memcpy(test.bytes, test.cipher.hello, CIPHER_HELLO_BYTES);
    test.n_bytes = CIPHER_HELLO_BYTES;
    put(0, TRUNK_HELLO, name, sizeof name);
}

static int set_up(void **state) {
    memset(&test, 0, sizeof test);
    const struct gate_config config = {.log = &test.log,
                                       .name = "boot",
                                       .shared = &test.shared,
                                       .ways = test.ways,
                                       .open = on_open,
                                       .heard = on_trunk_heard,
                                       .n_players = n_players};
    uv_loop_init(&test.loop);
    test.shared.ops = &ops;
    test.shared.metrics = &test.metrics;
    test.shared.queue_bytes = test.shared.pause_bytes = test.shared.skip_bytes = 1 << 20;
    test.gate = gate_new(&test.loop, &config);
    call();
    return 0;
}

static int tear_down(void **state) {
    close(test.fd);
    gate_close(test.gate);
    uv_run(&test.loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&test.loop), 0);
    gate_free(test.gate);
    deadline_heap_fini(&test.shared.deadlines);
    assert_int_equal(test.n_closed, test.n_conns);
    return 0;
}

static void queue(struct conn *conn, size_t n) {
    char *text = malloc(n);
    memset(text, 'x', n);
    struct buf *buf = buf_new(text, n);
    conn_send(conn, buf);
    buf_unref(buf);
    free(text);
}

static void say(struct conn *conn, size_t n) {
    queue(conn, n);
    conn_flush(conn);
}

static void test_a_channel_is_a_connection(void **state) {
    put_open(ANN);
    put_open(BOB);
    put_record(ANN, LINK_LINE, "name Ann");
    put_record(BOB, LINK_LINE, "");
    put_record(BOB, LINK_TOO_LONG, "");
    put_record(BOB, LINK_INTERRUPTED, "who");
    put_record(BOB, LINK_BACK, "");
    put_record(BOB, LINK_NOT_TLS, "");
    put_record(ANN, LINK_ENDED, "");
    put_record(BOB, LINK_NOISE, "");
    send_all();
    assert_string_equal(test.lines,
                        "name Ann||TOO LONG|INTERRUPTED|who|BACK|NOT TLS|ENDED|NOISE|");
    assert_int_equal(test.metrics.trunks, 1);
    assert_string_equal(test.ways[0].at[0], "games.example:2532");
    assert_string_equal(test.ways[0].at[1], "");
    assert_int_equal(gate_front_of(test.conn[1]), 0);
    say(test.conn[0], 5);
    gate_remember(test.conn[0], "seat", 4);
    conn_end(test.conn[0], WEB_CLOSE_POLICY, "kicked");
    conn_flush(test.conn[0]);
    conn_close(test.conn[1]);
    run();
    assert_false(hear());
    assert_string_equal(test.told,
                        "hello boot\nsend xxxxx\nremember seat\nend kicked\nclose \n");
    put_record(ANN, LINK_LINE, "who"); /* it crosses the end */
    put(ANN, TRUNK_CLOSED, "", 1);
    send_all();
    assert_int_equal(test.n_closed, 2);
    assert_false(hear());
}

/* A front that comes back knew before us that its trunk was dead: its clients are not
 * there twice. */
static void test_a_front_that_comes_back(void **state) {
    put_open(ANN);
    send_all();
    int dead = test.fd;
    call();
    put_open(ANN);
    put_record(ANN, LINK_LINE, "who");
    send_all();
    assert_int_equal(test.n_conns, 2);
    assert_int_equal(test.n_closed, 1);
    assert_int_equal(test.metrics.trunks, 1);
    assert_string_equal(test.lines, "who|");
    close(dead);
}

/* The owner knows that more may come, also if a packet is not whole. */
static void test_part_of_a_packet(void **state) {
    put_open(ANN);
    test.n_bytes--;
    send_all();
    assert_true(test.n_heard > 0);
    assert_int_equal(test.n_conns, 0);
}

/* A long message comes in parts, all of it; what is not taken counts as unread beyond
 * what a socket would buffer. */
static void test_messages_and_credit(void **state) {
    put_open(ANN);
    send_all();
    queue(test.conn[0], 3);
    queue(test.conn[0], 2 * TRUNK_PART_BYTES + 50);
    conn_answered(test.conn[0], 300); /* by the second message */
    say(test.conn[0], 7);
    run();
    assert_false(hear());
    assert_string_equal(test.told, "hello boot\nsend xxx\npart of 16384\npart of 16384\n"
                                   "answer 300 of 50\nsend xxxxxxx\n");
    assert_int_equal(conn_waiting_bytes(test.conn[0]), 0);
    say(test.conn[0], TRUNK_BUFFER);
    assert_int_equal(conn_waiting_bytes(test.conn[0]), 2 * TRUNK_PART_BYTES + 60);
    put_number(ANN, TRUNK_TAKEN, TRUNK_PART_BYTES);
    send_all();
    assert_int_equal(conn_waiting_bytes(test.conn[0]), TRUNK_PART_BYTES + 60);
    test.shared.queue_bytes = 1000;
    say(test.conn[0], 1); /* a reader who is too slow */
    assert_int_equal(test.n_closed, 1);
    assert_int_equal(test.metrics.readers_closed, 1);
}

/* Lines of a held connection wait, and the front is not told to send more. */
static void test_held_lines_wait(void **state) {
    char line[4001];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    test.holds = true;
    put_open(ANN);
    for (int i = 0; i < 4; i++) {
        put_record(ANN, LINK_LINE, i == 0 ? "first" : line);
    }
    send_all();
    assert_string_equal(test.lines, "first|");
    assert_false(hear());
    assert_string_equal(test.told, "hello boot\n");
    test.lines[0] = '\0';
    test.holds = false;
    conn_release(test.conn[0]);
    run();
    assert_int_equal(strlen(test.lines), sizeof test.lines - 1);
    assert_false(hear());
    assert_string_equal(test.told, "read 12017\n");
}

/* --- wrong frames cut the trunk --- */

static void too_many_records(void) {
    char line[4001];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    test.holds = true;
    for (int i = 0; i < 6; i++) { /* the first one is handled */
        put_record(ANN, LINK_LINE, line);
    }
}

static void more_taken_than_sent(void) {
    put_number(ANN, TRUNK_TAKEN, 1);
}

static void opened_twice(void) {
    put_open(ANN);
}

static void a_place_twice(void) {
    put_open(ANN + (UINT64_C(1) << 24));
}

static void a_frame_of_a_hub(void) {
    put(ANN, TRUNK_SEND, "x", 1);
}

static void a_line_that_is_cut(void) {
    put(ANN, TRUNK_RECORDS, "\0\0\5who", 6);
}

static void hello_twice(void) {
    put(0, TRUNK_HELLO, "me", 2);
}

struct fault {
    const char *name;
    void (*put)(void);
};

static const struct fault faults[] = {
    {"too many records", too_many_records},
    {"more taken than sent", more_taken_than_sent},
    {"opened twice", opened_twice},
    {"a place twice", a_place_twice},
    {"a frame of a hub", a_frame_of_a_hub},
    {"a line that is cut", a_line_that_is_cut},
    {"hello twice", hello_twice},
};

static void cut_it(void **state) {
    const struct fault *fault = table_row(state);
    set_up(NULL);
    put_open(ANN);
    send_all();
    fault->put();
    send_all();
    assert_int_equal(test.n_closed, 1);
    assert_true(hear());
    assert_int_equal(test.metrics.trunks, 0);
    tear_down(NULL);
}

/* Whatever byte it ends at, all clients are gone, and only whole lines have come. */
static void test_cut_at_every_byte(void **state) {
    size_t n_all = SIZE_MAX;
    for (size_t n = 0; n < n_all; n++) {
        set_up(NULL);
        put_open(ANN);
        put_record(ANN, LINK_LINE, "one");
        put_record(ANN, LINK_LINE, "two");
        put(0, TRUNK_GOODBYE, "", 0);
        n_all = test.n_bytes;
        test.n_bytes = n;
        send_all();
        shutdown(test.fd, SHUT_RDWR);
        run();
        assert_int_equal(test.n_closed, test.n_conns);
        assert_int_equal(test.metrics.trunks, 0);
        assert_int_equal(strncmp("one|two|", test.lines, strlen(test.lines)), 0);
        assert_true(test.lines[0] == '\0' || test.lines[strlen(test.lines) - 1] == '|');
        tear_down(NULL);
    }
}

/* A hub that stops handles nothing more, sends what it has to say, and leaves its clients
 * to the fronts. */
static void test_stop(void **state) {
    put_open(ANN);
    put_record(ANN, LINK_LINE, "one");
    send_all();
    gate_stop(test.gate);
    put_record(ANN, LINK_LINE, "two");
    send_all();
    assert_string_equal(test.lines, "one|");
    say(test.conn[0], 3);
    gate_end(test.gate);
    gate_end(test.gate);
    run();
    assert_true(hear());
    assert_string_equal(test.told, "hello boot\nsend xxx\ngoodbye it stops\n");
    assert_int_equal(test.n_closed, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_channel_is_a_connection, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_a_front_that_comes_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_part_of_a_packet, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_messages_and_credit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_held_lines_wait, set_up, tear_down),
        cmocka_unit_test(test_cut_at_every_byte),
        cmocka_unit_test_setup_teardown(test_stop, set_up, tear_down),
    };
    int failed = cmocka_run_group_tests_name("gate", tests, NULL, NULL);
    return failed + TABLE_RUN("gate: wrong frames", cut_it, faults);
}
