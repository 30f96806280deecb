#include "tests/support/alead.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORDS 32

const char *alead_await_log(const struct alead *alead, const char *text) {
    for (const char *line; (line = peer_line(&alead->process->stdio)) != NULL;) {
        const char *at = strstr(line, text);
        if (at != NULL) {
            return at + strlen(text);
        }
    }
    fail_msg("the log has no %s", text);
    return NULL;
}

uint16_t alead_await_port(const struct alead *alead, const char *text) {
    return (uint16_t)strtoul(alead_await_log(alead, text), NULL, 10);
}

struct alead alead_start(struct scene *scene, const char *args) {
    struct alead alead = {0};
    char program[SERVER_PATH_BYTES], words[1024], paths[WORDS][2 * SERVER_PATH_BYTES];
    const char *argv[WORDS + 2] = {program};
    size_t n = 1;
    server_program(program, "alead");
    snprintf(words, sizeof words, "--no-discovery %s", args);
    for (char *rest, *word = strtok_r(words, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest), n++) {
        assert_true(n < WORDS);
        bool is_path = strncmp(word, "DIR/", 4) == 0;
        snprintf(paths[n], sizeof paths[n], "%s%s", is_path ? scene->server.dir : "",
                 is_path ? word + 3 : word);
        argv[n] = paths[n];
    }
    alead.process = scene_run(scene, PROCESS_SOCKET, argv);
    return alead;
}

#define FRONT "--front DIR/hub.sock --listen 127.0.0.1:0 "

struct alead alead_front(struct scene *scene, const char *args) {
    char all[512];
    snprintf(all, sizeof all, FRONT "%s", args);
    struct alead front = alead_start(scene, all);
    front.port = alead_await_port(&front, ALEAD_LISTENING);
    if (strstr(args, "--web-listen") != NULL) {
        front.web_port = alead_await_port(&front, ALEAD_LISTENING);
    }
    if (strstr(args, "--metrics-listen") != NULL) {
        front.metrics_port =
            alead_await_port(&front, "listening_metrics address=127.0.0.1:");
    }
    alead_await_log(&front, "hub_joined");
    scene->server.port[0] = front.port;
    return front;
}

void alead_stop(const struct alead *alead) {
    kill(alead->process->pid, SIGTERM);
    assert_int_equal(process_finish(alead->process, SERVER_LIMIT_S, NULL), 0);
}

void alead_kill(const struct alead *alead) {
    kill(alead->process->pid, SIGKILL);
    (void)process_finish(alead->process, SERVER_LIMIT_S, NULL);
}

void alead_expect_page(uint16_t port, const char *path, const char *text) {
    struct peer peer;
    peer_connect(&peer, "127.0.0.1", port);
    peer_send(&peer, "GET %s HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r", path);
    peer_await_line(&peer, text);
    peer_fini(&peer);
}

void alead_settle(const struct alead *front) {
    /* The first may be read in the same turn as what came before it. */
    alead_expect_page(front->web_port, "/", "<!doctype html>");
    alead_expect_page(front->web_port, "/", "<!doctype html>");
}
