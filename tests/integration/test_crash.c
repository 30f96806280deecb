/* A real alead that is ended as by a fault of its own, with clients in the midst of
 * things: it leaves evidence with which something can be done, and without any secret;
 * the next start says so, and the games go on. */
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "tests/support/scene.h"
#include "tests/unit/read_file.h"

#define PASSWORD "blue herons 47"
#define WORD     "sesame-street"
#define NONCE    "pomegranate"
#define SAID     "my aunt has a parrot"

/* What may be in no evidence. */
struct secrets {
    char token[2][80];
};

static void expect(const char *text, const char *part) {
    if (strstr(text, part) == NULL) {
        fail_msg("\"%s\" is not in:\n%s", part, text);
    }
}

static struct peer *player(struct scene *scene, const char *name, char token[static 80]) {
    struct peer *peer = scene_text(scene);
    peer_ask(peer, "{'cmd':'name','name':'%s'}", name);
    snprintf(token, 80, "%s", peer_text(peer_reply(peer), "token"));
    assert_true(strlen(token) > 20);
    return peer;
}

/* Two who play in a private room, and have used everything that is secret; returns the
 * room. */
static void use_secrets(struct scene *scene, struct secrets *secrets, char room[8]) {
    struct peer *ann = player(scene, "Ann", secrets->token[0]);
    struct peer *bob = player(scene, "Bob", secrets->token[1]);
    peer_ask(ann, "{'cmd':'register','password':'" PASSWORD "'}");
    peer_reply(ann);
    peer_ask(ann, "{'cmd':'login','name':'ann','password':'" PASSWORD "x'}");
    peer_error(ann, "wrong_password");
    peer_ask(ann, "{'cmd':'create','game':'royal-ur','word':'" WORD "'}");
    snprintf(room, 8, "%s", peer_text(peer_reply(ann), "room"));
    peer_ask(bob, "{'cmd':'join','room':'%s','word':'" WORD "'}", room);
    peer_reply(bob);
    peer_ask(ann, "{'cmd':'say','text':'" SAID "'}");
    peer_reply(ann);
    peer_ask(ann, "{'cmd':'ready','nonce':'" NONCE "'}");
    peer_reply(ann);
    peer_ask(bob, "{'cmd':'resume','token':'%s'}", secrets->token[1]);
    peer_reply(bob);
    peer_ask(bob, "{'cmd':'ready','nonce':'" NONCE "2'}");
    peer_reply(bob);
}

static void expect_no_secret(const char *text, const struct secrets *secrets) {
    static const char *const words[] = {"heron", "sesame", "pomegran", "parrot"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        assert_null(strstr(text, words[i]));
    }
    for (size_t i = 0; i < 2; i++) { /* no part of a token, either */
        char part[9] = "";
        for (const char *at = secrets->token[i]; strlen(at) >= 8; at++) {
            memcpy(part, at, 8);
            assert_null(strstr(text, part));
        }
    }
}

/* The only evidence in the directory of the server, which the caller frees. */
static char *read_evidence(const struct scene *scene) {
    char pattern[SERVER_PATH_BYTES + 40];
    snprintf(pattern, sizeof pattern, "%s/alead-crash-*Z-%ld.txt", scene->server.dir,
             (long)scene->server.pid);
    glob_t found;
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    assert_int_equal(found.gl_pathc, 1);
    struct stat st;
    assert_int_equal(stat(found.gl_pathv[0], &st), 0);
    assert_int_equal(st.st_mode & 07777, 0600);
    char *text = read_file(found.gl_pathv[0]);
    globfree(&found);
    return text;
}

/* Sends the signal, and expects the end by it. */
static void end_by(struct scene *scene, int number) {
    kill(scene->server.pid, number);
    assert_int_equal(process_wait(scene->server.pid, SERVER_LIMIT_S), 128 + number);
}

struct fatal {
    const char *name;
    int number;
};

static void expect_report(const char *text, const struct fatal *fatal, const char *room) {
    char line[80];
    snprintf(line, sizeof line,
             "alead " ALEA_VERSION " has crashed: %s, sent by process ", fatal->name);
    expect(text, line);
    expect(text, "\ndoing: nothing for a connection\n");
    snprintf(line, sizeof line, "\n  1 Ann ready %s ", room);
    expect(text, line);
    snprintf(line, sizeof line, "\n  2 Bob ready %s ", room);
    expect(text, line);
    expect(text, "\ncalls, innermost first");
}

static void leaves_evidence(struct scene *scene) {
    const struct fatal *fatal = scene->test->param;
    struct secrets secrets;
    char room[8];
    use_secrets(scene, &secrets, room);
    end_by(scene, fatal->number);
    char *text = read_evidence(scene), *log = server_read_log(&scene->server);
    expect_report(text, fatal, room);
    expect_report(log, fatal, room);
    expect_no_secret(text, &secrets);
    expect_no_secret(log, &secrets);
    free(text);
    free(log);
    scene->server.pid = 0;
}

/* The places that it names are those of the program: addr2line knows them. */
static void places_can_be_found(struct scene *scene) {
    struct secrets secrets;
    char room[8], program[SERVER_PATH_BYTES], place[32][20];
    server_program(program, "alead");
    const char *argv[40] = {"addr2line", "-fie", program};
    size_t n = 3;
    use_secrets(scene, &secrets, room);
    end_by(scene, SIGSEGV);
    char *text = read_evidence(scene);
    for (const char *at = text; (at = strstr(at, "alead(+0x")) != NULL && n < 32; n++) {
        at += strlen("alead(+");
        snprintf(place[n], sizeof place[n], "%.*s", (int)strcspn(at, ")"), at);
        argv[n] = place[n];
    }
    assert_true(n > 3);
    const char *output;
    assert_int_equal(process_finish(scene_run(scene, PROCESS_SOCKET, argv), 30, &output),
                     0);
    expect(output, "main\n");
    expect(output, "server/main.c:");
    free(text);
    scene->server.pid = 0;
}

static void goes_on(struct scene *scene) {
    struct secrets secrets;
    char room[8], args[SERVER_PATH_BYTES + 16];
    use_secrets(scene, &secrets, room);
    end_by(scene, SIGABRT);
    scene->server.pid = 0;
    struct server next = {0};
    snprintf(args, sizeof args, "--db %s/alea.db", scene->server.dir);
    server_start(&next, args);
    char *log = server_read_log(&next);
    expect(log, "warn  crash_found files=1 newest=\"alead-crash-");
    free(log);
    struct peer ann;
    peer_connect(&ann, next.host[0], next.port[0]);
    peer_expect_line(&ann, "* alea/1 alead/");
    peer_ask(&ann, "{'cmd':'resume','token':'%s'}", secrets.token[0]);
    peer_reply(&ann);
    peer_await_stage(&ann, "playing");
    peer_fini(&ann);
    server_stop(&next, SIGTERM);
    server_fini(&next, false);
}

/* Games are kept nowhere, so there is no place for a file. */
static void without_a_file(struct scene *scene) {
    struct secrets secrets;
    char room[8];
    use_secrets(scene, &secrets, room);
    end_by(scene, SIGSEGV);
    char *log = server_read_log(&scene->server);
    expect_report(log, &(struct fatal){"SIGSEGV", SIGSEGV}, room);
    assert_null(strstr(log, "all connections are in"));
    free(log);
    scene->server.pid = 0;
}

int main(void) {
    static const char db[] = "--db DIR/alea.db";
    static const struct fatal segv = {"SIGSEGV", SIGSEGV}, bus = {"SIGBUS", SIGBUS},
                              ill = {"SIGILL", SIGILL}, fpe = {"SIGFPE", SIGFPE},
                              abrt = {"SIGABRT", SIGABRT};
    static const struct scene_test tests[] = {
        {.name = "SIGSEGV", .run = leaves_evidence, .args = db, .param = &segv},
        {.name = "SIGBUS", .run = leaves_evidence, .args = db, .param = &bus},
        {.name = "SIGILL", .run = leaves_evidence, .args = db, .param = &ill},
        {.name = "SIGFPE", .run = leaves_evidence, .args = db, .param = &fpe},
        {.name = "SIGABRT", .run = leaves_evidence, .args = db, .param = &abrt},
        {.name = "places", .run = places_can_be_found, .args = db},
        {.name = "goes on", .run = goes_on, .args = db},
        {.name = "without a file", .run = without_a_file},
    };
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0}); /* the end is meant */
    return SCENE_MAIN("crash", tests);
}
