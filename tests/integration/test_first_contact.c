/* make run and make demo, as used right after cloning the source. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/file.h"
#include "tests/support/process.h"
#include "tests/support/server.h"
#include "tests/unit/client/unused_port.h"
#include "tests/unit/listen.h"
#include "tests/unit/test.h"

#define LIMIT_S   120
#define ENV_BYTES 300

/* A directory for the files of make run, and a build whose programs only report how they
 * were called, as make run would listen on all addresses. */
struct place {
    char dir[ENV_BYTES - 40];
    char state[ENV_BYTES], build[ENV_BYTES];
    unsigned port; /* reserved for this test */
    int fd;
};

static void write_program(const struct place *place, const char *name, const char *text) {
    char path[ENV_BYTES + 20];
    snprintf(path, sizeof path, "%s/%s", place->build, name);
    write_file(path, text);
    assert_int_equal(chmod(path, 0700), 0);
}

/* is_taken: another program listens on the port. */
static void place_init(struct place *place, bool is_taken) {
    strcpy(place->dir, "/tmp/alea-test-XXXXXX");
    assert_non_null(mkdtemp(place->dir));
    snprintf(place->state, sizeof place->state, "%s/state", place->dir);
    snprintf(place->build, sizeof place->build, "%s/build", place->dir);
    assert_int_equal(mkdir(place->build, 0700), 0);
    write_program(place, "alead",
                  "#!/bin/sh\nprintf '%s\\n' \"$@\" >>\"$0.args\"\n"
                  "[ \"$1\" = --front ] && echo a front with \"$2\" ||\n"
                  "{ echo ready >&3; exec 3>&-; }\nexec sleep 600\n");
    write_program(place, "alea", "#!/bin/sh\nexec sleep 600\n");
    if (is_taken) {
        place->fd = listen_somewhere(&place->port);
        return;
    }
    char address[UNUSED_ADDRESS_BYTES];
    place->fd = bind_unused_port(address);
    place->port = (unsigned)strtoul(strchr(address, ':') + 1, NULL, 10);
}

static void place_fini(const struct place *place) {
    char command[ENV_BYTES];
    snprintf(command, sizeof command, "rm -r %s", place->dir);
    assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c): the test made the
                                           * path */
    close(place->fd);
}

static void start_run(const struct place *place, const char *port, const char *more,
                      struct process *process) {
    char state[ENV_BYTES + 20], port_said[40];
    snprintf(state, sizeof state, "STATE_DIRECTORY=%s", place->state);
    snprintf(port_said, sizeof port_said, "PORT=%s", port);
    process_start(process, PROCESS_SOCKET,
                  (const char *const[]){"env", state, port_said, more, "server/run.sh",
                                        place->build, NULL});
}

/* make run refuses, and creates no file. */
static void expect_refusal(bool is_taken, const char *port, const char *said) {
    struct place place;
    struct process process = {0};
    char own_port[8];
    const char *output;
    place_init(&place, is_taken);
    snprintf(own_port, sizeof own_port, "%u", place.port);
    start_run(&place, port != NULL ? port : own_port, "TLS=1", &process);
    int status = process_finish(&process, LIMIT_S, &output);
    if (strstr(output, said) == NULL) {
        fail_msg("it said: %s", output);
    }
    assert_int_equal(status, 1);
    assert_int_equal(access(place.state, F_OK), -1);
    process_fini(&process);
    place_fini(&place);
}

TEST(a_port_that_is_taken) {
    expect_refusal(true, NULL, "already, perhaps alea: play there with");
}

TEST(a_port_that_is_none) {
    static const char *const ports[] = {"0", "65535", "99999999999999999999", "-1", "x"};
    for (size_t i = 0; i < sizeof ports / sizeof ports[0]; i++) {
        expect_refusal(false, ports[i], "is not a port: it is 1 to 65534");
    }
}

/* Runs the server with OPERATOR and a title.  Returns its arguments, owned. */
static char *run_server(const char *operator, const char * said) {
    struct place place;
    struct process process = {0};
    char port[8], path[2 * ENV_BYTES];
    place_init(&place, false);
    snprintf(port, sizeof port, "%u", place.port);
    assert_int_equal(setenv("TITLE", "Games at ours", 1), 0);
    start_run(&place, port, operator, & process);
    assert_int_equal(unsetenv("TITLE"), 0);
    peer_await_line(&process.stdio, said);
    assert_int_equal(kill(process.pid, SIGINT), 0);
    assert_int_equal(process_finish(&process, LIMIT_S, NULL), 0);
    snprintf(path, sizeof path, "%s/alead.args", place.build);
    char *args = read_file(path);
    snprintf(path, sizeof path, "--listen\n:%u\n", place.port);
    assert_non_null(strstr(args, path));
    snprintf(path, sizeof path, "--db\n%s/alea-%u.db\n", place.state, place.port);
    assert_non_null(strstr(args, path));
    assert_non_null(strstr(args, "--title\nGames at ours\n"));
    process_fini(&process);
    place_fini(&place);
    return args;
}

TEST(the_host_is_operator) {
    char *args = run_server("OPERATOR=yes", "Everybody who connects from this computer");
    assert_non_null(strstr(args, "--operator-local\n"));
    free(args);
    args = run_server("OPERATOR=no", "Nobody is an operator");
    assert_null(strstr(args, "--operator-local"));
    free(args);
}

/* What guests need fits 80 columns; another port is named wherever it matters. */
TEST(the_page_of_the_host) {
    struct place place;
    struct process process = {0};
    char port[8], find[40];
    bool has_found = false;
    const char *line = "";
    place_init(&place, false);
    snprintf(port, sizeof port, "%u", place.port);
    snprintf(find, sizeof find, "alea find --port %u", place.port);
    start_run(&place, port, "RATED=yes", &process);
    while (strstr(line, "Ctrl-C stops everything") == NULL) {
        line = peer_line(&process.stdio);
        bool has_path = strstr(line, place.build) != NULL;
        bool is_qr_code = strchr(line, '\x1b') != NULL; /* of 33 columns, in many bytes */
        if (strlen(line) > 80 && !has_path && !is_qr_code) {
            fail_msg("more than 80 columns: %s", line);
        }
        has_found = has_found || strstr(line, find) != NULL;
    }
    assert_true(has_found);
    assert_int_equal(kill(process.pid, SIGINT), 0);
    assert_int_equal(process_finish(&process, LIMIT_S, NULL), 0);
    process_fini(&process);
    place_fini(&place);
}

/* Fronts have the sockets, and one more process has the games. */
TEST(the_host_has_fronts) {
    char *args = run_server("FRONTS=2", "a front with /");
    const char *hub = strstr(args, "--listen\n127.0.0.1:0\n"), *path;
    assert_ptr_equal(hub, args);
    path = strstr(args, "--trunk-listen\n/");
    assert_non_null(path);
    assert_non_null(strstr(path, "--db\n"));
    const char *front = strstr(path, "--front\n/");
    assert_non_null(front);
    assert_null(strstr(front, "--db\n"));
    free(args);
}

/* When the output is a file, the demo does not pause. */
TEST(the_demo_in_a_file) {
    process_must_succeed((const char *const[]){"env", "DEMO_PACE_MS=60000",
                                               "client-cli/demo.sh", getenv("ALEA_BUILD"),
                                               NULL},
                         LIMIT_S);
}

/* On a terminal, the demo pauses until the user presses Enter. */
TEST(the_demo_on_a_terminal) {
    struct process process = {0};
    const char *output;
    process_start(&process, PROCESS_PTY,
                  (const char *const[]){"env", "DEMO_PACE_MS=60000", "TERM=dumb",
                                        "client-cli/demo.sh", getenv("ALEA_BUILD"),
                                        NULL});
    peer_await_line(&process.stdio, "(Enter: skip to the end)");
    peer_send_bytes(&process.stdio, "\n", 1);
    assert_int_equal(process_finish(&process, LIMIT_S, &output), 0);
    assert_non_null(strstr(output, "The record of this game"));
    process_fini(&process);
}

/* On a terminal, the rules shell greets the user, and draws the board. */
TEST(rules_on_a_terminal) {
    char alea[SERVER_PATH_BYTES];
    struct process process = {0};
    server_program(alea, "alea");
    process_start(
        &process, PROCESS_PTY,
        (const char *const[]){"env", "TERM=dumb", alea, "rules", "royal-ur", NULL});
    while (strstr(peer_line(&process.stdio), "White is to throw") == NULL) {
    }
    peer_send_bytes(&process.stdio, "roll 2\n", 7);
    while (strstr(peer_line(&process.stdio), "White is to move") == NULL) {
    }
    peer_send_bytes(&process.stdio, "quit\n", 5);
    assert_int_equal(process_finish(&process, LIMIT_S, NULL), 0);
    process_fini(&process);
}

/* Who asks for tablut gets the balanced one first. */
TEST(tablut_without_a_word) {
    static const char lines[] = "\n1\n10\n";
    struct place place;
    struct process process = {0};
    char alea[SERVER_PATH_BYTES], home[2 * ENV_BYTES];
    place_init(&place, false);
    server_program(alea, "alea");
    snprintf(home, sizeof home, "XDG_STATE_HOME=%s", place.dir);
    process_start(
        &process, PROCESS_PTY,
        (const char *const[]){"env", "TERM=dumb", "USER=ann", home, alea, NULL});
    peer_send_bytes(&process.stdio, lines, sizeof lines - 1);
    peer_await_line(&process.stdio, "Played with king=weak,escape=edge.");
    peer_send_bytes(&process.stdio, "quit\n", 5);
    assert_int_equal(process_finish(&process, LIMIT_S, NULL), 0);
    process_fini(&process);
    place_fini(&place);
}
