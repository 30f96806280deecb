/* Common tools: the real telnet, on a terminal and with its option negotiation, and the
 * real nc. */
#include <stdio.h>
#include <string.h>

#include "tests/support/scene.h"

/* Starts PROGRAM OPTION HOST PORT for the scene's server; `sign` is put before the
 * port. */
static struct process *start(struct scene *scene, enum process_stdio how,
                             const char *program, const char *option, const char *sign) {
    char port[16];
    snprintf(port, sizeof port, "%s%u", sign, scene->server.port[0]);
    return scene_run(scene, how,
                     (const char *const[]){program, option, "127.0.0.1", port, NULL});
}

/* Waits for a line that contains this.  It may start with something else: while telnet
 * negotiates, it changes the terminal, which may then echo typed text without its line
 * end. */
static void await(struct peer *me, const char *text) {
    const char *line;
    do {
        line = peer_line(me);
        if (line == NULL) {
            fail_msg("the end instead of \"%s\"", text);
            return;
        }
    } while (strstr(line, text) == NULL);
}

/* A user who has read nothing finds a room just by following the answers. */
static void find_the_way(struct peer *me) {
    await(me, "* Welcome to alea: type help [alea/1 alead/");
    peer_send(me, "hello?");
    await(me, "- No command \"hello?\": did you mean hello?");
    peer_send(me, "help");
    await(me, "    name ann         say who you are");
    peer_send(me, "create royal-ur");
    await(me, "- First say who you are: name YOURNAME");
    peer_send(me, "name ann");
    await(me, "+ You are ann.");
    peer_send(me, "cr royal-ur");
    await(me, "+ You play white in room ");
    await(me, "  To sit down there, somebody types: join ");
    peer_send(me, "quit");
    await(me, "* The connection is closed: ");
}

SCENE(telnet) {
    struct process *telnet = start(scene, PROCESS_PTY, "telnet", "--", "");
    find_the_way(&telnet->stdio);
    process_finish(telnet, SERVER_LIMIT_S, NULL);
}

/* With a minus sign before the port, telnet starts the negotiation itself. */
SCENE(telnet_that_negotiates) {
    struct process *telnet = start(scene, PROCESS_PTY, "telnet", "--", "-");
    find_the_way(&telnet->stdio);
    process_finish(telnet, SERVER_LIMIT_S, NULL);
}

SCENE(nc) {
    struct process *nc = start(scene, PROCESS_SOCKET, "nc", "--", "");
    find_the_way(&nc->stdio);
    peer_hang_up(&nc->stdio);
    assert_int_equal(process_finish(nc, SERVER_LIMIT_S, NULL), 0);
}

/* As in: printf 'ping\n' | nc -N HOST PORT */
SCENE(nc_that_hangs_up) {
    struct process *nc = start(scene, PROCESS_SOCKET, "nc", "-N", "");
    peer_send(&nc->stdio, "ping");
    peer_hang_up(&nc->stdio);
    const char *output;
    assert_int_equal(process_finish(nc, SERVER_LIMIT_S, &output), 0);
    assert_non_null(strstr(output, "\n+ pong\r\n"));
}
