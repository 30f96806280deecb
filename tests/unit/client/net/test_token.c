/* The file that keeps a token for the next start. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/test.h"
#include "tests/unit/view/sample.h"

#include "client-cli/net/secret.h"
#include "client-cli/net/token.h"

#define TOKEN "abcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqrstuvwxyz234567"

/* --- directories --- */

static const struct dir_row {
    const char *name;
    const char *state, *home; /* NULL: not set */
    const char *dir;          /* NULL: there is no directory */
} dir_rows[] = {
    {"as the environment says", "/s", "/h", "/s/alea/tokens"},
    {"in the home directory", NULL, "/h", "/h/.local/state/alea/tokens"},
    {"what is empty is not set", "", "/h", "/h/.local/state/alea/tokens"},
    {"what is not absolute is ignored", "s", "/h", "/h/.local/state/alea/tokens"},
    {"nowhere", NULL, "", NULL},
};

static void set(const char *variable, const char *value) {
    if (value != NULL) {
        setenv(variable, value, 1);
    } else {
        unsetenv(variable);
    }
}

TEST_ROWS(dir_rows) {
    const struct dir_row *row = table_row(state);
    char dir[PATH_MAX];
    set("XDG_STATE_HOME", row->state);
    set("HOME", row->home);
    assert_int_equal(token_dir(dir), row->dir != NULL);
    if (row->dir != NULL) {
        assert_string_equal(dir, row->dir);
    }
}

/* --- files --- */

struct scene {
    char root[32]; /* a temporary directory */
    char dir[64];  /* a directory below it, not created yet */
    struct net_address address;
    struct token_file file;
    char fault[FAULT_BYTES];
};

static void scene_init(struct scene *scene) {
    *scene = (struct scene){.file.fd = -1};
    snprintf(scene->root, sizeof scene->root, "/tmp/alea-test-XXXXXX");
    assert_non_null(mkdtemp(scene->root));
    snprintf(scene->dir, sizeof scene->dir, "%s/state/alea", scene->root);
    assert_true(net_address_read("example.org:99", NULL, &scene->address, scene->fault));
}

static void scene_fini(struct scene *scene) {
    char command[80];
    token_close(&scene->file, true);
    snprintf(command, sizeof command, "rm -r %s", scene->root);
    assert_int_equal(system(command), 0); /* NOLINT: the test made the name */
}

static bool open_file(struct scene *scene) {
    return token_open(&scene->file, scene->dir, &scene->address, "ann", scene->fault);
}

static void keep(struct scene *scene, const char *token) {
    assert_true(token_keep(&scene->file, token, scene->fault));
}

/* The next start finds this token; "": none. */
static void expect_kept(struct scene *scene, const char *token) {
    token_close(&scene->file, true);
    assert_true(open_file(scene));
    assert_string_equal(scene->file.token, token);
}

/* The next start finds the token, which only this user can read; a removed one is
 * gone. */
TEST(test_kept) {
    struct scene scene;
    struct stat info;
    char path[PATH_MAX];
    scene_init(&scene);
    assert_true(open_file(&scene));
    assert_string_equal(scene.file.token, "");
    assert_true(token_keep(&scene.file,
                           "something longer than what follows, a token "
                           "of ten times ten letters and more than that",
                           scene.fault));
    keep(&scene, TOKEN);
    token_close(&scene.file, true);
    snprintf(path, sizeof path, "%s/example.org_99_ann", scene.dir);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    assert_int_equal(stat(scene.dir, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0700);
    assert_true(open_file(&scene));
    assert_string_equal(scene.file.token, TOKEN);
    token_close(&scene.file, false);
    assert_int_equal(stat(path, &info), -1);
    keep(&scene, TOKEN); /* does nothing without a file */
    scene_fini(&scene);
}

/* Other text in the file counts as no token. */
TEST(test_rubbish) {
    struct scene scene;
    scene_init(&scene);
    assert_true(open_file(&scene));
    keep(&scene, "half a tok");
    expect_kept(&scene, "");
    scene_fini(&scene);
}

/* A token that is already in the file is not written again, and a failure is reported
 * once. */
TEST(test_written_once) {
    struct scene scene;
    struct stat info;
    scene_init(&scene);
    assert_true(open_file(&scene));
    keep(&scene, TOKEN);
    assert_string_equal(scene.file.token, TOKEN);
    assert_int_equal(truncate(scene.file.path, 0), 0);
    keep(&scene, TOKEN);
    assert_int_equal(stat(scene.file.path, &info), 0);
    assert_int_equal(info.st_size, 0);
    token_close(&scene.file, true);
    scene.file.fd = open("/dev/full", O_RDWR);
    assert_true(scene.file.fd >= 0);
    scene.file.token[0] = '\0';
    assert_false(token_keep(&scene.file, TOKEN, scene.fault));
    assert_non_null(strstr(scene.fault, "No space left"));
    keep(&scene, TOKEN);
    scene_fini(&scene);
}

/* The file is removed if the server no longer knows the token. */
TEST(test_forgotten) {
    struct scene scene;
    scene_init(&scene);
    assert_true(open_file(&scene));
    keep(&scene, TOKEN);
    keep(&scene, "");
    expect_kept(&scene, "");
    scene_fini(&scene);
}

/* The environment names the directory; if it does not, nothing is kept, and that is no
 * error. */
TEST(test_found) {
    struct scene scene;
    scene_init(&scene);
    set("HOME", ""); /* without it the system's is used */
    set("XDG_STATE_HOME", scene.root);
    assert_true(token_find(&scene.file, &scene.address, "ann", scene.fault));
    keep(&scene, TOKEN);
    token_close(&scene.file, true);
    assert_true(token_find(&scene.file, &scene.address, "bob", scene.fault));
    assert_string_equal(scene.file.token, "");
    token_close(&scene.file, true);
    assert_true(token_find(&scene.file, &scene.address, "ann", scene.fault));
    assert_string_equal(scene.file.token, TOKEN);
    token_close(&scene.file, true);
    set("XDG_STATE_HOME", "/dev/null");
    assert_false(token_find(&scene.file, &scene.address, "ann", scene.fault));
    assert_non_null(strstr(scene.fault, "Not a directory"));
    assert_int_equal(scene.file.fd, -1);
    set("XDG_STATE_HOME", NULL);
    assert_true(token_find(&scene.file, &scene.address, "ann", scene.fault));
    assert_int_equal(scene.file.fd, -1);
    keep(&scene, TOKEN);
    scene_fini(&scene);
}

/* Opens the same file in another process.  Returns whether it finds a token. */
static bool finds_token_elsewhere(struct scene *scene) {
    fflush(NULL);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        bool is_open = open_file(scene);
        _exit(!is_open ? 2 : scene->file.token[0] != '\0');
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) < 2);
    return WEXITSTATUS(status) == 1;
}

/* The same player in a second window gets another file; after a crash, the first one. */
TEST(test_two_windows) {
    struct scene scene;
    struct stat info;
    char path[PATH_MAX];
    scene_init(&scene);
    assert_true(open_file(&scene));
    keep(&scene, TOKEN);
    assert_false(finds_token_elsewhere(&scene));
    snprintf(path, sizeof path, "%s/example.org_99_ann.2", scene.dir);
    assert_int_equal(stat(path, &info), 0);
    token_close(&scene.file, true);
    assert_true(finds_token_elsewhere(&scene));
    scene_fini(&scene);
}

/* No host name leads to a file outside the directory. */
TEST(test_hostile_host) {
    struct scene scene;
    scene_init(&scene);
    snprintf(scene.address.host, sizeof scene.address.host, "../../%%etc/[::1]");
    assert_true(open_file(&scene));
    assert_non_null(strstr(scene.file.path, "/state/alea/.._.._"));
    assert_null(strstr(scene.file.path, "../"));
    memset(scene.address.host, 'x', sizeof scene.address.host - 1);
    token_close(&scene.file, true);
    assert_true(open_file(&scene));
    scene_fini(&scene);
}

/* A directory that cannot be created, and a symbolic link in place of the file. */
TEST(test_refused) {
    struct scene scene;
    char path[PATH_MAX];
    scene_init(&scene);
    assert_true(open_file(&scene));
    token_close(&scene.file, false);
    snprintf(path, sizeof path, "%s/example.org_99_ann", scene.dir);
    assert_int_equal(symlink("/dev/null", path), 0);
    assert_false(open_file(&scene));
    assert_non_null(strstr(scene.fault, "example.org_99_ann: "));
    snprintf(scene.dir, sizeof scene.dir, "/dev/null/alea");
    assert_false(open_file(&scene));
    assert_non_null(strstr(scene.fault, "Not a directory"));
    scene_fini(&scene);
}

/* The token moves with the player to another name; no old file is left. */
TEST(test_moved) {
    struct scene scene;
    struct stat info;
    char before[PATH_MAX];
    scene_init(&scene);
    assert_true(open_file(&scene));
    keep(&scene, TOKEN);
    assert_true(token_move(&scene.file, &scene.address, "ann", scene.fault));
    snprintf(before, sizeof before, "%s", scene.file.path);
    assert_true(token_move(&scene.file, &scene.address, "ann2", scene.fault));
    assert_non_null(strstr(scene.file.path, "/example.org_99_ann2"));
    assert_string_equal(scene.file.token, TOKEN);
    assert_int_equal(stat(before, &info), -1);
    expect_kept(&scene, "");
    token_close(&scene.file, false);
    assert_true(token_open(&scene.file, scene.dir, &scene.address, "ann2", scene.fault));
    assert_string_equal(scene.file.token, TOKEN);
    scene_fini(&scene);
}

/* A file is found by the key of the name, even if an earlier version of alea named it
 * differently. */
TEST(test_found_by_key) {
    struct scene scene;
    struct stat info;
    char old[PATH_MAX], path[PATH_MAX];
    scene_init(&scene);
    assert_true(open_file(&scene));
    keep(&scene, TOKEN);
    snprintf(path, sizeof path, "%s", scene.file.path);
    token_close(&scene.file, true);
    snprintf(old, sizeof old, "%s/example.org_99_Ann", scene.dir);
    assert_int_equal(rename(path, old), 0);
    assert_true(token_open(&scene.file, scene.dir, &scene.address, "Ann", scene.fault));
    assert_string_equal(scene.file.token, TOKEN);
    assert_int_equal(stat(old, &info), -1);
    token_close(&scene.file, true);
    assert_true(token_open(&scene.file, scene.dir, &scene.address, "Änn", scene.fault));
    assert_string_equal(scene.file.path, path);
    assert_string_equal(scene.file.token, TOKEN);
    assert_true(token_move(&scene.file, &scene.address, "ANN", scene.fault));
    assert_string_equal(scene.file.path, path);
    scene_fini(&scene);
}

/* A token that cannot be moved stays, and that is reported once; without a file nothing
 * happens. */
TEST(test_not_moved) {
    struct scene scene;
    char path[PATH_MAX];
    scene_init(&scene);
    assert_true(token_move(&scene.file, &scene.address, "bob", scene.fault));
    assert_true(open_file(&scene));
    keep(&scene, TOKEN);
    snprintf(path, sizeof path, "%s/example.org_99_bob", scene.dir);
    assert_int_equal(symlink("/dev/null", path), 0);
    assert_false(token_move(&scene.file, &scene.address, "bob", scene.fault));
    assert_non_null(strstr(scene.fault, "example.org_99_bob: "));
    assert_true(token_move(&scene.file, &scene.address, "bob", scene.fault));
    expect_kept(&scene, TOKEN);
    scene_fini(&scene);
}

/* This computer has several names, but only one server. */
TEST(test_this_computer) {
    static const char *const names[] = {":99", "localhost:99", "LOCALHOST:99",
                                        "127.0.0.1:99", "[::1]:99"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct scene scene;
        scene_init(&scene);
        assert_true(net_address_read(names[i], NULL, &scene.address, scene.fault));
        assert_true(open_file(&scene));
        assert_non_null(strstr(scene.file.path, "/127.0.0.1_99_ann"));
        scene_fini(&scene);
    }
}

/* --- secret --- */

/* Asking for missing passwords. */

static const struct is_row {
    const char *name, *line;
    bool is;
} is_rows[] = {
    {"register", "register", true},
    {"register, with it", "register seven blue herons", true},
    {"short", "regi", true},
    {"with an id", "#7 login ann", true},
    {"login", "login ann", true},
    {"login, with it", "login ann x", true},
    {"login of nobody", "login", false},
    {"a name", "name ann", false},
    {"talk of it", "say login ann", false},
    {"a number", "3", false},
    {"nothing", "", false},
};

TEST_ROWS(is_rows) {
    const struct is_row *row = table_row(state);
    assert_int_equal(secret_is(row->line), row->is);
}

/* The letter a with a circumflex and a dot below, in three parts. */
#define LETTER   "a\xcc\xa3\xcc\x82"
#define SEVEN(x) x x x x x x x
#define LONG_ONE SEVEN(LETTER) SEVEN(LETTER) SEVEN(LETTER) SEVEN(LETTER) SEVEN(LETTER)

#define LATER  "Nothing was sent.\n"
#define LENGTH "A password has 8 to 128 bytes.  " LATER

/* Lines typed one after the other, and the result. */
static const struct talk_row {
    const char *name;
    enum secret_line safety;
    const char *typed;   /* with | between the lines */
    const char *prompts; /* after each: n(ew), a(gain), p(assword of ann), - none */
    const char *args;    /* of the command, with | between them; NULL: there is none */
    const char *told;    /* the end of the output */
} talk_rows[] = {
    {"register", SECRET_LINE_SAFE, "register|seven herons|seven herons", "na-",
     "seven herons", ""},
    {"register, in one line", SECRET_LINE_SAFE, "register seven herons", "-",
     "seven herons", ""},
    {"not the same", SECRET_LINE_SAFE, "register|seven herons|Seven herons", "na-", NULL,
     "The two are not the same.  " LATER},
    {"too short", SECRET_LINE_SAFE, "register|1234567", "n-", NULL, LENGTH},
    {"too short without the blank at the end", SECRET_LINE_SAFE, "register|1234567 ",
     "n-", NULL, LENGTH},
    {"longer than 128 bytes until it is composed", /* 35 letters of 5 bytes, then 3 */
     SECRET_LINE_SAFE, "register|" LONG_ONE "|" LONG_ONE, "na-", LONG_ONE, ""},
    {"login", SECRET_LINE_SAFE, "login ann|old", "p-", "ann|old", ""},
    {"never mind", SECRET_LINE_SAFE, "login ann|", "p-", NULL, LATER},
    {"others can read it", SECRET_LINE_WARN, "login ann|yes|herons", "-p-", "ann|herons",
     ""},
    {"others could read it", SECRET_LINE_WARN, "login ann herons|no", "--", NULL, LATER},
    {"not here", SECRET_LINE_REFUSE, "login ann", "-", NULL,
     "This server takes passwords over TLS only: alea play --tls\n"},
};

static const char *prompt_of(char letter) {
    return letter == 'n'   ? "A new password, 8 bytes or more: "
           : letter == 'a' ? "Type it again: "
           : letter == 'p' ? "The password of ann: "
                           : "";
}

TEST_ROWS(talk_rows) {
    const struct talk_row *row = table_row(state);
    struct secret secret = {.is_open = false};
    bool is_complete = false;
    char *told = NULL, typed[500], *line = typed;
    snprintf(typed, sizeof typed, "%s", row->typed);
    for (size_t i = 0; line != NULL; i++) {
        char *next = strchr(line, '|');
        if (next != NULL) {
            *next++ = '\0';
        }
        free(told);
        SAMPLE_WRITTEN(told, {
            is_complete = i == 0 ? secret_begin(&secret, line, row->safety, out)
                                 : secret_take(&secret, line, out);
        });
        const char *prompt = secret_prompt(&secret);
        assert_string_equal(prompt != NULL ? prompt : "", prompt_of(row->prompts[i]));
        line = next;
    }
    assert_string_equal(told, row->told);
    assert_int_equal(is_complete, row->args != NULL);
    assert_false(secret.is_open);
    if (is_complete) {
        const char *second = command_arg(&secret.cmd, 1);
        char args[300];
        snprintf(args, sizeof args, "%s%s%s", command_arg(&secret.cmd, 0),
                 second[0] != '\0' ? "|" : "", second);
        assert_string_equal(args, row->args);
    }
    secret_forget(&secret);
    free(told);
}
