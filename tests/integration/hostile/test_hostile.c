/* alea play and alea bot with a hostile server, which sends what the corpora of
 * tests/fuzz say (visit.h).  Whatever that is, the program ends by itself with a
 * documented status, and its output cannot control the terminal. */
#include <signal.h>

#include "tests/fuzz/visit.h"
#include "tests/support/cmocka.h"
#include "tests/support/process.h"
#include "tests/unit/listen.h"
#include "tests/unit/table.h"

#define FILES_MAX 128
/* The server's goodbye: no client reconnects after it. */
#define BYE "{\"event\":\"bye\",\"code\":\"kicked\",\"text\":\"\\u001b[2Jgo\"}\n"
/* Exit status of alea bot when dice were not as promised. */
#define CHEATED 3
/* Time limit for a program to end, in s. */
#define LIMIT_S 60

/* A file of a corpus; the row of a test. */
struct hostile {
    const char *path; /* owned */
    bool is_bot;
};

static struct hostile files[FILES_MAX];
static size_t n_files;

static void start(struct process *program, bool is_bot, const char *address) {
    char alea[DISK_PATH_BYTES];
    snprintf(alea, sizeof alea, "%s/alea", getenv("ALEA_BUILD"));
    const char *const play[] = {alea, "play", "--name", VISIT_NAME, address, NULL};
    const char *const bot[] = {alea, "bot",    "--name",   VISIT_NAME, "--games",
                               "2",  "--save", disk_dir(), address,    NULL};
    process_start(program, PROCESS_SOCKET, is_bot ? bot : play);
}

/* Does what a line of the file says: the server or the user sends it.  False: the server
 * closes the connection. */
static bool do_line(struct visit *visit, struct peer *server, struct peer *person,
                    const char *line, size_t len) {
    size_t n;
    if (len == 0) {
        return true;
    }
    char *text = visit_fill_in(visit, line + 1, len - 1, &n);
    bool is_save = strstr(text, "save") != NULL; /* the test must not write files */
    text[n] = '\n';
    switch (line[0]) {
    case '<': peer_send_bytes(server, text, n + 1); break;
    case '|': peer_send_bytes(server, text, n); break;
    case '>':
        if (!is_save) {
            peer_send_bytes(person, text, n + 1);
        }
        break;
    default: break;
    }
    free(text);
    return line[0] != 'x';
}

static void serve(const struct hostile *file, int fd, struct process *program) {
    struct visit visit = {.fd = -1};
    struct peer server;
    size_t len;
    char *bytes = disk_read(file->path, &len), *line;
    assert_non_null(bytes);
    peer_init(&server, fd);
    peer_send_bytes(&server, "* x [alea/1]\r\n", 14);
    struct fuzz_in in = {bytes, len};
    bool goes_on = true;
    for (size_t n; goes_on && (line = fuzz_take_line(&in, &n)) != NULL; free(line)) {
        goes_on = do_line(&visit, &server, &program->stdio, line, n);
    }
    peer_send_bytes(&server, "\n" BYE, sizeof BYE);
    peer_hang_up(&server);
    /* Read to the end: otherwise the program would wait for us. */
    while (peer_fill(&server, peer_now_ms() + LIMIT_S * 1000)) {
        server.begin = server.end;
    }
    peer_fini(&server);
    free(bytes);
}

static void test_file(void **state) {
    const struct hostile *file = table_row(state);
    struct process program = {0};
    char address[32];
    const char *output;
    unsigned port;
    int listener = listen_somewhere(&port);
    snprintf(address, sizeof address, "127.0.0.1:%u", port);
    start(&program, file->is_bot, address);
    int fd = accept(listener, NULL, NULL);
    close(listener);
    assert_true(fd >= 0);
    serve(file, fd, &program);
    int status = process_finish(&program, LIMIT_S, &output);
    bool has_cheated = file->is_bot && status == CHEATED;
    if (status != 0 && status != 1 && !has_cheated) {
        fail_msg("status %d: %s", status, output);
    }
    terminal_check(output, strlen(output), false);
    process_fini(&program);
}

/* Adds the files that are named after what they test; the others are for make fuzz. */
static void add_files(const char *name, bool is_bot) {
    struct dirent **entries;
    char dir[64];
    snprintf(dir, sizeof dir, "build/corpus/%s", name);
    int n = scandir(dir, &entries, NULL, alphasort);
    assert_true(n > 2);
    for (int i = 0; i < n; i++) {
        char path[DISK_PATH_BYTES];
        snprintf(path, sizeof path, "%s/%s", dir, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.' && strlen(entries[i]->d_name) < 40) {
            assert_true(n_files < FILES_MAX);
            files[n_files++] = (struct hostile){strdup(path), is_bot};
        }
        free(entries[i]);
    }
    free(entries);
}

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    setenv("XDG_STATE_HOME", disk_dir(), 1); /* the programs keep their tokens there */
    add_files("client", false);
    add_files("bot", true);
    int failed = table_run("hostile", test_file, files, n_files, sizeof files[0]);
    for (size_t i = 0; i < n_files; i++) {
        free((void *)(uintptr_t)files[i].path);
    }
    return failed;
}
