/* A thousand clients connect, do things, and leave, on a loop in this process.
 * Afterwards memory and descriptors are as before, to the byte, except for stored
 * games. */
#include <dirent.h>
#include <malloc.h>
#include <signal.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "server/config/config.h"
#include "server/hub/hub.h"
#include "server/net/door.h"
#include "server/people/clients.h"
#include "server/rooms/rooms.h"
#include "server/turn/clock.h"
#include "tests/support/peer.h"
#include "tests/unit/test.h"

#define CONNECTIONS 1000
/* This many are connected at the same time. */
#define CROWD 20

/* Only in programs with the address sanitizer, which counts exactly. */
extern size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));

static bool counts_exactly(void) {
    return __sanitizer_get_current_allocated_bytes != NULL;
}

/* --- memory of SQLite (finished games, pages) is not counted --- */

static size_t stored_bytes;

/* Each block begins with its size. */
#define HEAD sizeof(max_align_t)

static void *counted_malloc(int n) {
    char *block = malloc((size_t)n + HEAD);
    assert_non_null(block);
    memcpy(block, &n, sizeof n);
    stored_bytes += (size_t)n + HEAD;
    return block + HEAD;
}

static int counted_size(void *p) {
    int n;
    memcpy(&n, (char *)p - HEAD, sizeof n);
    return n;
}

static void counted_free(void *p) {
    stored_bytes -= (size_t)counted_size(p) + HEAD;
    free((char *)p - HEAD);
}

static void *counted_realloc(void *p, int n) {
    void *grown = counted_malloc(n);
    int old = counted_size(p);
    memcpy(grown, p, (size_t)(old < n ? old : n));
    counted_free(p);
    return grown;
}

static int counted_round(int n) {
    return (n + 7) & ~7;
}

static int counted_init(void *data) {
    (void)data;
    return SQLITE_OK;
}

static void counted_end(void *data) {
    (void)data;
}

static const sqlite3_mem_methods counted = {
    counted_malloc, counted_free, counted_realloc, counted_size,
    counted_round,  counted_init, counted_end,     NULL,
};

static size_t allocated_bytes(void) {
    size_t all = counts_exactly() ? __sanitizer_get_current_allocated_bytes()
                                  : mallinfo2().uordblks;
    return all - stored_bytes;
}

/* Without the sanitizer: the C library counts memory that it keeps for later as
 * allocated.  If every connection leaked something, it would be more than this. */
static size_t kept_bytes(void) {
    return counts_exactly() ? 0 : (size_t)64 * CONNECTIONS;
}

static unsigned open_files(void) {
    DIR *dir = opendir("/proc/self/fd");
    unsigned n = 0;
    assert_non_null(dir);
    while (readdir(dir) != NULL) {
        n++;
    }
    closedir(dir);
    return n;
}

/* Runs the loop until there are n connections (and no rooms if n is 0) and nothing more
 * happens. */
static void settle(struct loop *loop, size_t n) {
    int64_t deadline_ms = peer_now_ms() + PEER_LIMIT_MS;
    for (int idle = 0; idle < 3; idle++) {
        uv_run(loop_door(loop)->uv, UV_RUN_NOWAIT);
        if (loop_door(loop)->conns.n_used != n ||
            (n == 0 && rooms_n(hub_rooms(loop_hub(loop))) > 0)) {
            idle = 0;
            assert_true(peer_now_ms() < deadline_ms);
        }
    }
}

/* What the clients of a crowd do.  Several ask for the same name: only the first gets
 * it. */
static const char *const doings[] = {
    "",
    "name",
    "help\r\nrooms\r\nwho\r\n\xff\xfd\x01\xff\xfb\x18nonsense\r\n",
    "name Cid\r\ncreate royal-ur\r\nsay hello\r\nboard\r\nhelp dice\r\n",
    ("{\"cmd\":\"name\",\"name\":\"Dan\"}\n{\"cmd\":\"create\",\"game\":\"royal-ur\"}\n"
     "{\"cmd\":\"create\",\"game\":\"royal-ur\"}\n{\"cmd\":"),
    "GET / HTTP/1.1\r\n\r\n",
    "name Eve\r\ncreate royal-ur\r\nquit\r\n",
    "{\"cmd\":[[[[[[\n{\"cmd\":\"hello\"}\n{\"cmd\":\"record\"}\n",
};

static void do_something(struct peer *peer, unsigned i) {
    const char *doing = doings[i % (sizeof doings / sizeof doings[0])];
    peer_send_bytes(peer, doing, strlen(doing));
}

/* Leaves in the middle of everything; every other client with a reset. */
static void go(struct peer *peer, unsigned i) {
    struct linger reset = {.l_onoff = i % 2, .l_linger = 0};
    setsockopt(peer->fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    peer_fini(peer);
}

/* Many clients connect, do something, and leave. */
static void crowd(struct loop *loop, uint16_t port) {
    struct peer peers[CROWD];
    for (unsigned i = 0; i < CROWD; i++) {
        peer_connect(&peers[i], "127.0.0.1", port);
    }
    settle(loop, CROWD);
    for (unsigned i = 0; i < CROWD; i++) {
        do_something(&peers[i], i);
        uv_run(loop_door(loop)->uv, UV_RUN_NOWAIT);
    }
    for (unsigned i = 0; i < CROWD; i++) {
        go(&peers[i], i);
    }
    settle(loop, 0);
}

/* Sends a line, and lets the loop answer it.  A busy kernel may need a while to pass it
 * on. */
static void ask(struct loop *loop, struct peer *peer, const char *line) {
    const struct metrics *metrics = turn_metrics(hub_turns(loop_hub(loop)));
    int64_t before = metrics->commands, deadline_ms = peer_now_ms() + PEER_LIMIT_MS;
    peer_send(peer, "%s", line);
    while (metrics->commands == before) {
        assert_true(peer_now_ms() < deadline_ms);
        uv_run(loop_door(loop)->uv, UV_RUN_NOWAIT);
    }
    for (int i = 0; i < 10; i++) {
        uv_run(loop_door(loop)->uv, UV_RUN_NOWAIT);
    }
}

/* Two clients play, one resigns, and both leave. */
static void couple(struct loop *loop, uint16_t port) {
    struct peer ann, bob;
    char join[16];
    peer_connect(&ann, "127.0.0.1", port);
    peer_connect(&bob, "127.0.0.1", port);
    settle(loop, 2);
    ask(loop, &ann, "name Ann");
    ask(loop, &bob, "name Bob");
    ask(loop, &ann, "create royal-ur");
    const char *told = peer_await_line(&ann, "+ You play white in room ");
    snprintf(join, sizeof join, "join %.4s", told + strlen("+ You play white in room "));
    ask(loop, &bob, join);
    ask(loop, &ann, "ready");
    ask(loop, &bob, "ready");
    peer_await_line(&ann, "+ You are ready.");
    ask(loop, &ann, "1");
    ask(loop, &bob, "1");
    ask(loop, &ann, "record");
    ask(loop, &bob, "resign sure");
    peer_await_line(&ann, "  The secret behind the dice was:");
    ask(loop, &bob, "leave");
    ask(loop, &ann, "leave");
    peer_fini(&bob);
    peer_fini(&ann);
    settle(loop, 0);
}

static void run(struct loop *loop, unsigned n, uint16_t port) {
    for (unsigned i = 0; i < n; i += CROWD + 2) {
        crowd(loop, port);
        couple(loop, port);
    }
}

TEST(nothing_is_left) {
    char *argv[] = {(char[]){"alead"},
                    (char[]){"--log-level=error"},
                    (char[]){"--db=:memory:"},
                    (char[]){"--limit=grace_ms=100"},
                    (char[]){"--limit=connects_per_minute=10000000"},
                    (char[]){"--limit=commands_per_s=1000000"}};
    const char *const endpoint[] = {"127.0.0.1:0"};
    struct config config;
    enum exit_code code;
    char fault[FAULT_BYTES], text[ENDPOINT_BYTES];
    assert_true(config_read(&config, 6, argv, &code));
    /* The index of recent events is as large as it gets before anything is measured. */
    config.hub.stored.recent_events = 200;
    struct store *store = store_open(&config.hub.stored, fault);
    assert_non_null(store);
    struct loop *loop = loop_new(&config.hub, store, endpoint, 1, fault);
    assert_non_null(loop);
    text_copy(text, sizeof text, listeners_get(loop_door(loop)->listeners, 0)->endpoint);
    uint16_t port = (uint16_t)strtoul(strrchr(text, ':') + 1, NULL, 10);

    run(loop, CONNECTIONS / 5, port); /* after this, tables have grown to their final
                                       * size */
    unsigned files = open_files(), tries = 0;
    size_t bytes, left;
    do { /* a table may grow later, if a busy kernel brings more at once: a leak goes on
          */
        bytes = allocated_bytes();
        run(loop, CONNECTIONS, port);
        left = allocated_bytes();
        assert_int_equal(people_n_clients(hub_people(loop_hub(loop))), 0);
        assert_int_equal(rooms_n(hub_rooms(loop_hub(loop))), 0);
        assert_int_equal(open_files(), files);
    } while (left > bytes + kept_bytes() && ++tries < 4);
    assert_in_range(left, 0, bytes + kept_bytes());
    loop_free(loop);
    store_close(store);
}

BEFORE_TESTS {
    signal(SIGPIPE, SIG_IGN);
    assert_true(sodium_init() >= 0);
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_MALLOC, &counted), SQLITE_OK);
}
