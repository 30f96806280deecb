/* Nobody reads the standard error of alead or of a house bot: a terminal that was paused
 * with Ctrl-S, a log collector that is stuck.  Everything else goes on. */
#define _GNU_SOURCE /* F_SETPIPE_SZ */
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/support/scene.h"

/* Requests that are logged.  Their lines are more than what the pipe, the thread and its
 * queue hold. */
#define LOGGED_MANY 1000
/* Makes their lines long. */
#define LONG_WORD_BYTES 250
/* Seconds until a program must have ended; generous, for slow machines. */
#define LIMIT_S 30
/* For clients that ask without pause. */
#define QUICK  "--limit commands_per_s=1000000 --limit commands_burst=1000000"
#define CTRL_S "\x13"
#define CTRL_Q "\x11"

/* Standard error: the program writes, we read. */
struct outlet {
    bool is_terminal;
    int program_end, our_end;
};

static void open_outlet(struct outlet *outlet, bool is_terminal) {
    int fds[2];
    outlet->is_terminal = is_terminal;
    if (is_terminal) {
        assert_int_equal(openpty(&fds[0], &fds[1], NULL, NULL, NULL), 0);
    } else {
        assert_int_equal(pipe(fds), 0);
        fcntl(fds[1], F_SETPIPE_SZ, 4096);
    }
    outlet->our_end = fds[0];
    outlet->program_end = fds[1];
    fcntl(fds[0], F_SETFD, FD_CLOEXEC);
}

static void send_key(const struct outlet *outlet, const char *key) {
    if (outlet->is_terminal) {
        assert_int_equal(write(outlet->our_end, key, 1), 1);
    }
}

/* From now on writing blocks.  The other end gets Ctrl-S at once, or a little later. */
static void block(const struct outlet *outlet) {
    struct pollfd polled = {.fd = outlet->program_end, .events = POLLOUT};
    send_key(outlet, CTRL_S);
    while (poll(&polled, 1, 0) > 0) {
        if (!outlet->is_terminal) {
            static const char page[PIPE_BUF] = "\n"; /* what poll has promised */
            assert_int_equal(write(outlet->program_end, page, sizeof page), sizeof page);
        }
    }
}

/* An alead with this standard error. */
struct host {
    struct outlet outlet;
    struct process *alead;
    uint16_t port;
};

static void start_alead(struct scene *scene, struct host *host) {
    char program[SERVER_PATH_BYTES], command[200];
    open_outlet(&host->outlet, scene->test->param != NULL);
    server_program(program, "alead");
    snprintf(command, sizeof command,
             "exec \"$0\" --listen 127.0.0.1:0 --db :memory: --no-discovery "
             "--operator-local " QUICK " --ready-fd 1 2>&%d",
             host->outlet.program_end);
    host->alead = scene_run(scene, PROCESS_SOCKET,
                            (const char *const[]){"sh", "-c", command, program, NULL});
    const char *ready = peer_expect_line(&host->alead->stdio, "ready 127.0.0.1:");
    host->port = (uint16_t)strtoul(strrchr(ready, ':') + 1, NULL, 10);
}

static void stop_alead(struct host *host, int signal, int expected) {
    kill(host->alead->pid, signal);
    assert_int_equal(process_finish(host->alead, LIMIT_S, NULL), expected);
    close(host->outlet.program_end);
}

/* Makes requests until their lines no longer fit anywhere. */
static void fill_log(struct peer *peer) {
    char word[LONG_WORD_BYTES + 1];
    memset(word, 'x', LONG_WORD_BYTES);
    word[LONG_WORD_BYTES] = '\0';
    for (int i = 0; i < LOGGED_MANY; i++) {
        peer_ask(peer, "{'cmd':'loglevel','level':'%s'}", word);
        peer_error(peer, "bad_argument");
    }
}

/* Somebody who comes now is greeted. */
static void expect_greeting(const struct host *host) {
    struct peer peer;
    peer_connect(&peer, "127.0.0.1", host->port);
    peer_expect_line(&peer, "* Welcome to alea: type help [alea/1 ");
    peer_fini(&peer);
}

static void block_and_fill(struct host *host) {
    struct peer peer;
    block(&host->outlet);
    peer_connect(&peer, "127.0.0.1", host->port);
    peer_expect_line(&peer, "* Welcome to alea: type help [alea/1 ");
    fill_log(&peer);
    expect_greeting(host);
    peer_fini(&peer);
}

/* Every line is there, or counted; and none was cut. */
SCENE(says_what_it_dropped) {
    struct host host;
    struct peer log;
    start_alead(scene, &host);
    block_and_fill(&host);
    send_key(&host.outlet, CTRL_Q);
    peer_init(&log, host.outlet.our_end);
    unsigned long n_lines = 0, n_dropped = 0;
    while (n_lines + n_dropped < LOGGED_MANY) {
        const char *line = peer_line(&log), *dropped;
        assert_non_null(line);
        n_lines += strstr(line, "xx\"") != NULL;
        dropped = strstr(line, "Z warn  log_dropped lines=");
        n_dropped += dropped != NULL ? strtoul(strchr(dropped, '=') + 1, NULL, 10) : 0;
    }
    assert_int_equal(n_lines + n_dropped, LOGGED_MANY);
    assert_true(n_dropped > 0);
    stop_alead(&host, SIGTERM, 0);
    for (const char *line = ""; strstr(line, "info  stopped") == NULL;) {
        line = peer_line(&log);
        assert_non_null(line);
    }
    peer_fini(&log);
}
SCENE_ALSO(a_terminal_says_what_it_dropped, says_what_it_dropped, .param = CTRL_S);

SCENE(stops) {
    struct host host;
    start_alead(scene, &host);
    block_and_fill(&host);
    stop_alead(&host, SIGTERM, 0);
    close(host.outlet.our_end);
}
SCENE_ALSO(a_terminal_stops, stops, .param = CTRL_S);

SCENE(crashes) {
    struct host host;
    start_alead(scene, &host);
    block_and_fill(&host);
    stop_alead(&host, SIGSEGV, 128 + SIGSEGV);
    close(host.outlet.our_end);
}
SCENE_ALSO(a_terminal_crashes, crashes, .param = CTRL_S);

/* --- a house bot --- */

static void await_house(struct peer *ann) {
    const json_t *rows;
    do {
        peer_ask(ann, "{'cmd':'rooms'}");
        rows = json_object_get(peer_reply_to(ann, "rooms"), "rooms");
    } while (json_array_size(rows) == 0);
    peer_ask(ann, "{'cmd':'join','room':'%s'}",
             peer_text(json_array_get(rows, 0), "room"));
    peer_reply_to(ann, "join");
}

/* It tells the result of each game, and plays the next one. */
SCENE_WITH(house_plays_on, .args = QUICK) {
    char program[SERVER_PATH_BYTES], command[SERVER_PATH_BYTES + 200];
    struct outlet outlet;
    open_outlet(&outlet, scene->test->param != NULL);
    block(&outlet);
    server_program(program, "alea");
    snprintf(command, sizeof command,
             "XDG_STATE_HOME=%s exec \"$0\" bot --house --name House --game tablut "
             "--tables 1 127.0.0.1:%u >&%d 2>&%d",
             scene->server.dir, scene->server.port[0], outlet.program_end,
             outlet.program_end);
    struct process *house = scene_run(
        scene, PROCESS_SOCKET, (const char *const[]){"sh", "-c", command, program, NULL});
    struct peer *ann = scene_player(scene, "ann");
    await_house(ann);
    for (int i = 0; i < 3; i++) {
        peer_ask(ann, "{'cmd':'ready'}");
        peer_await_stage(ann, "playing");
        peer_ask(ann, "{'cmd':'resign'}");
        peer_await_stage(ann, "over");
        peer_ask(ann, "{'cmd':'rematch'}");
        peer_await_stage(ann, "waiting");
    }
    kill(house->pid, SIGTERM);
    assert_int_equal(process_finish(house, LIMIT_S, NULL), 0);
    close(outlet.program_end);
    close(outlet.our_end);
}
SCENE_ALSO(a_terminal_the_house_bot, house_plays_on, .args = QUICK, .param = CTRL_S);

BEFORE_TESTS {
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0}); /* the crash is intended */
    setenv("ASAN_OPTIONS", "handle_segv=0", 1);     /* alead's own handler */
}
