/* A real alead that gets a fatal signal: it writes a backtrace and ends by that signal,
 * and after the next start the games go on. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "tests/support/scene.h"

static void expect(const char *text, const char *part) {
    if (strstr(text, part) == NULL) {
        fail_msg("\"%s\" is not in:\n%s", part, text);
    }
}

/* Sends the signal, and checks that the server ends by it.  Returns the log, owned. */
static char *end_by(struct scene *scene, int number) {
    kill(scene->server.pid, number);
    assert_int_equal(process_wait(scene->server.pid, SERVER_LIMIT_S), 128 + number);
    scene->server.pid = 0;
    return server_read_log(&scene->server);
}

struct fatal {
    const char *name;
    int number;
};

static const struct fatal segv = {"SIGSEGV", SIGSEGV}, bus = {"SIGBUS", SIGBUS},
                          ill = {"SIGILL", SIGILL}, fpe = {"SIGFPE", SIGFPE},
                          abrt = {"SIGABRT", SIGABRT};

SCENE_WITH(writes_calls, .param = &segv) {
    const struct fatal *fatal = scene->test->param;
    char line[80];
    char *log = end_by(scene, fatal->number);
    snprintf(line, sizeof line,
             "alead " ALEA_VERSION " has crashed: %s; calls, innermost first:\n",
             fatal->name);
    expect(log, line);
    expect(log, "alead(+0x"); /* for addr2line */
    free(log);
}
SCENE_ALSO(sigbus, writes_calls, .param = &bus);
SCENE_ALSO(sigill, writes_calls, .param = &ill);
SCENE_ALSO(sigfpe, writes_calls, .param = &fpe);
SCENE_ALSO(sigabrt, writes_calls, .param = &abrt);

SCENE_WITH(goes_on, .args = "--db DIR/alea.db") {
    char token[80], args[SERVER_PATH_BYTES + 16];
    struct peer *ann = scene_text(scene);
    peer_ask(ann, "{'cmd':'name','name':'Ann'}");
    snprintf(token, sizeof token, "%s", peer_text(peer_reply(ann), "token"));
    pair_play(ann, scene_player(scene, "Bob"), "tablut");
    free(end_by(scene, SIGABRT));
    struct server next = {0};
    snprintf(args, sizeof args, "--db %s/alea.db", scene->server.dir);
    server_start(&next, args);
    struct peer again;
    peer_connect(&again, next.host[0], next.port[0]);
    peer_expect_line(&again, "* Welcome to alea: type help [alea/1 alead/");
    peer_ask(&again, "{'cmd':'resume','token':'%s'}", token);
    peer_reply(&again);
    peer_await_stage(&again, "playing");
    peer_fini(&again);
    server_stop(&next, SIGTERM);
    server_fini(&next, false);
}

BEFORE_TESTS {
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0}); /* the crash is intended */
    setenv("ASAN_OPTIONS",
           "handle_segv=0:handle_sigbus=0:handle_sigill=0:handle_sigfpe=0",
           1); /* the test needs alead's own handler */
}
