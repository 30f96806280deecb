/* The command line of alead: what it sets, and what it refuses. */
#include "server/config/config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proto/bounds.h"
#include "tests/unit/test.h"

#define WORDS_MAX 20

/* Reads a command line written as one string. */
static bool read_words(struct config *config, const char *words, enum exit_code *code) {
    static char text[512], name[] = "alead"; /* config borrows from them */
    char *argv[WORDS_MAX + 1] = {name};
    int argc = 1;
    assert_true(strlen(words) < sizeof text);
    strcpy(text, words);
    for (char *rest, *word = strtok_r(text, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        assert_true(argc < WORDS_MAX);
        argv[argc++] = word;
    }
    return config_read(config, argc, argv, code);
}

static struct refused_row {
    const char *name, *words;
    enum exit_code code;
} refused_rows[] = {
    {"--help", "--help", EXIT_CODE_OK},
    {"-h", "-h", EXIT_CODE_OK},
    {"--version", "--version", EXIT_CODE_OK},
    {"--check-config", "--check-config --limit rooms=3", EXIT_CODE_OK},
    {"--check-config finds a fault", "--check-config --limit rooms=0", EXIT_CODE_USAGE},
    {"--help counts before what is wrong", "--limit rooms=0 --help", EXIT_CODE_OK},
    {"--config without a file", "--config /nowhere/alead.conf", EXIT_CODE_USAGE},
    {"--config of a directory", "--config /", EXIT_CODE_USAGE},
    {"--config twice", "--config /dev/null --config /dev/null", EXIT_CODE_USAGE},
    {"unknown option", "--frobnicate", EXIT_CODE_USAGE},
    {"a word too many", "--log-level info now", EXIT_CODE_USAGE},
    {"option without its value", "--listen", EXIT_CODE_USAGE},
    {"unknown limit", "--limit fun=1", EXIT_CODE_USAGE},
    {"limit without a value", "--limit rooms", EXIT_CODE_USAGE},
    {"limit with an empty value", "--limit rooms=", EXIT_CODE_USAGE},
    {"limit that is not a number", "--limit rooms=1x", EXIT_CODE_USAGE},
    {"limit below its range", "--limit rooms=0", EXIT_CODE_USAGE},
    {"limit above its range", "--limit rooms=1000001", EXIT_CODE_USAGE},
    {"limit beyond all numbers", "--limit rooms=99999999999999999999", EXIT_CODE_USAGE},
    {"a limit's name cut short", "--limit room=1", EXIT_CODE_USAGE},
    {"pause_bytes above queue_bytes", "--limit queue_bytes=16384", EXIT_CODE_USAGE},
    {"a bot without a file for its token", "--bot House --db :memory:", EXIT_CODE_USAGE},
    {"log level", "--log-level loud", EXIT_CODE_USAGE},
    {"ready-fd not a number", "--ready-fd x", EXIT_CODE_USAGE},
    {"ready-fd negative", "--ready-fd -1", EXIT_CODE_USAGE},
    {"empty title", "--title=", EXIT_CODE_USAGE},
    {"title with a control character", "--title a\tb", EXIT_CODE_USAGE},
    {"title with a mark of direction", "--title a\xe2\x80\xae", EXIT_CODE_USAGE},
    {"title not UTF-8", "--title a\xff", EXIT_CODE_USAGE},
    {"db without a name", "--db=", EXIT_CODE_USAGE},
    {"db of two lines", "--db a\nb", EXIT_CODE_USAGE},
    {"a store that is no URL", "--store alea.db", EXIT_CODE_USAGE},
    {"a store with a password", "--store postgresql://alea:x@h/alea", EXIT_CODE_USAGE},
    {"a store with one in the options", "--store postgresql://h/alea?password=x",
     EXIT_CODE_USAGE},
    {"a store and a file", "--store postgresql://h/alea --db a", EXIT_CODE_USAGE},
    {"a store that is kept small", "--store postgresql://h/alea --keep-games 2G",
     EXIT_CODE_USAGE},
    {"a password without a store", "--store-password-file a", EXIT_CODE_USAGE},
#define STORE "--store postgresql://h/alea "
    {"a node without a store", "--node n1 --trunk-listen n1:2540", EXIT_CODE_USAGE},
    {"a node without a trunk", STORE "--node n1", EXIT_CODE_USAGE},
    {"a node that is anywhere", STORE "--node n1 --trunk-listen :2540", EXIT_CODE_USAGE},
    {"a node with a key", STORE "--node n1 --trunk-listen n1:2540 --trunk-key KEY",
     EXIT_CODE_USAGE},
    {"a name with a capital", STORE "--node N1", EXIT_CODE_USAGE},
    {"an empty name", STORE "--node=", EXIT_CODE_USAGE},
    {"a name of 17", STORE "--node a123456789b123456", EXIT_CODE_USAGE},
    {"fronts everywhere", "--trunk-listen :1 --trunk-key k", EXIT_CODE_USAGE},
    {"fronts by TCP without a key", "--trunk-listen 10.0.0.1:1", EXIT_CODE_USAGE},
    {"a front by TCP without a key", "--front 10.0.0.1:1", EXIT_CODE_USAGE},
    {"a key that is missing", "--front ./s --trunk-key ./none", EXIT_CODE_USAGE},
    {"a key without a trunk", "--trunk-key k", EXIT_CODE_USAGE},
    {"a socket with a long name",
     "--front ./"
     "a123456789b123456789c123456789d123456789e123456789f123456789g123456789h123456789",
     EXIT_CODE_USAGE},
#define FRONT "--front ./hub "
    {"a front with a file", FRONT "--db a", EXIT_CODE_USAGE},
    {"a front with a database", FRONT STORE, EXIT_CODE_USAGE},
    {"a front that is a node", FRONT "--node n1", EXIT_CODE_USAGE},
    {"a front with a bot", FRONT "--bot House", EXIT_CODE_USAGE},
    {"a front with an operator", FRONT "--operator Ann", EXIT_CODE_USAGE},
    {"a front with fronts", FRONT "--trunk-listen ./b", EXIT_CODE_USAGE},
    {"a front that names a port", FRONT "--announce games.example:2532", EXIT_CODE_USAGE},
    {"a front that is nowhere", FRONT "--announce a/b", EXIT_CODE_USAGE},
    {"metrics of no node", "--hub-metrics-listen 127.0.0.1:9533", EXIT_CODE_USAGE},
    {"no front is found", "--announce games.example", EXIT_CODE_USAGE},
    {"durability", "--durability some", EXIT_CODE_USAGE},
    {"plain passwords", "--plain-passwords yes", EXIT_CODE_USAGE},
    {"an address without a port", "--listen localhost", EXIT_CODE_USAGE},
    {"an empty port", "--listen localhost:", EXIT_CODE_USAGE},
    {"brackets in brackets", "--listen [[::1]]:2532", EXIT_CODE_USAGE},
    {"a port above all", "--listen :65536", EXIT_CODE_USAGE},
    {"a port with a sign", "--listen :+1", EXIT_CODE_USAGE},
    {"an address too long",
     "--listen "
     "a123456789b123456789c123456789d123456789e123456789f123456789g123456789h123456789:1",
     EXIT_CODE_USAGE},
    {"title too long",
     "--title 1234567890123456789012345678901234567890123456789012345678901",
     EXIT_CODE_USAGE},
    {"TLS without a certificate", "--tls-listen :1 --tls-key k", EXIT_CODE_USAGE},
    {"TLS without a key", "--tls-listen :1 --tls-cert c", EXIT_CODE_USAGE},
    {"a certificate without TLS", "--tls-cert c --tls-key k", EXIT_CODE_USAGE},
    {"a key without TLS", "--tls-key k", EXIT_CODE_USAGE},
    {"nine addresses",
     "--listen :1 --listen :2 --listen :3 --listen :4 --listen :5 --listen :6 "
     "--listen :7 --listen :8 --listen :9",
     EXIT_CODE_USAGE},
};

TEST_ROWS(refused_rows) {
    const struct refused_row *row = table_row(state);
    struct config config;
    enum exit_code code = EXIT_CODE_FAILED;
    assert_false(read_words(&config, row->words, &code));
    assert_int_equal(code, row->code);
}

TEST(test_defaults) {
    struct config config;
    enum exit_code code;
    assert_true(read_words(&config, "", &code));
    assert_int_equal(config.listen.n, 1);
    assert_string_equal(config.listen.item[0], ":" DEFAULT_PORT);
    assert_int_equal(config.ready_fd, -1);
    assert_int_equal(config.hub.log.level, LOG_INFO);
    assert_false(config.no_discovery);
#define X(field, by_default, least, most, help)                                          \
    assert_int_equal(config.hub.limits.field, by_default);
    LIMITS(X)
#undef X
}

TEST(test_all_options) {
    struct config config;
    enum exit_code code;
    assert_true(
        read_words(&config,
                   "--listen 127.0.0.1:0 --listen [::1]:7 --title Home "
                   "--log-level debug --ready-fd 7 --limit rooms=3 --no-discovery",
                   &code));
    assert_int_equal(config.listen.n, 2);
    assert_string_equal(config.listen.item[0], "127.0.0.1:0");
    assert_string_equal(config.listen.item[1], "[::1]:7");
    assert_string_equal(config.hub.title, "Home");
    assert_int_equal(config.hub.log.level, LOG_DEBUG);
    assert_int_equal(config.ready_fd, 7);
    assert_int_equal(config.hub.limits.rooms, 3);
    assert_true(config.no_discovery);
}

TEST(test_node) {
    struct config config;
    enum exit_code code;
    assert_true(read_words(
        &config, STORE "--node a123456789-b1234 --trunk-listen n1:2540 --announce ::1",
        &code));
    assert_string_equal(config.announce, "::1");
    assert_string_equal(config.hub.stored.node, "a123456789-b1234");
    assert_true(read_words(&config, "", &code));
    assert_null(config.hub.stored.node);
}

TEST(test_trunk) {
    struct config config;
    enum exit_code code;
    assert_true(read_words(&config, "--trunk-listen ./hub --db :memory:", &code));
    assert_string_equal(config.trunk_listen, "./hub");
    assert_null(config_trunk_key(&config));
    assert_true(read_words(&config, FRONT "--operator-local --title Here", &code));
    assert_string_equal(config.front, "./hub");
    assert_string_equal(config.listen.item[0], ":" DEFAULT_PORT);
    assert_string_equal(config.db, "");
}

/* A server can use TLS only. */
TEST(test_tls) {
    struct config config;
    enum exit_code code;
    const char *words = "--tls-listen :1 --tls-listen [::1]:2 --tls-cert c --tls-key k";
    assert_true(read_words(&config, words, &code));
    assert_int_equal(config.listen.n, 0);
    assert_int_equal(config.tls_listen.n, 2);
    assert_string_equal(config.tls_listen.item[1], "[::1]:2");
    assert_string_equal(config.tls_cert, "c");
    assert_string_equal(config.tls_key, "k");
}

/* Each limit at both ends of its range.  The two that depend on each other are set far
 * apart before. */
TEST(test_limits) {
    struct config config;
    enum exit_code code;
#define APART "--limit pause_bytes=1024 --limit queue_bytes=1073741824 --limit "
#define X(field, by_default, least, most, help)                                          \
    assert_true(read_words(&config, APART #field "=" #least, &code));                    \
    assert_int_equal(config.hub.limits.field, least);                                    \
    assert_true(read_words(&config, APART #field "=" #most, &code));                     \
    assert_int_equal(config.hub.limits.field, most);
    LIMITS(X)
#undef X
}

/* Only the default directory is created; a directory that you name must exist. */
TEST(test_directory) {
    char parent[] = "/tmp/alea-config.XXXXXX", wanted[64], db[80];
    struct config config;
    enum exit_code code;
    assert_non_null(mkdtemp(parent));
    snprintf(wanted, sizeof wanted, "%s/state/alea", parent);
    snprintf(db, sizeof db, "%s/alea.db", wanted);
    assert_int_equal(setenv("STATE_DIRECTORY", wanted, 1), 0);
    assert_true(read_words(&config, "--db a/b/c.db", &code));
    memset(config.db + strlen(config.db) + 1, '/', 10); /* what was there before */
    assert_true(config_make_directory(&config));
    assert_int_equal(access(wanted, F_OK), -1);
    assert_true(read_words(&config, "", &code));
    assert_string_equal(config.hub.stored.path, db);
    assert_true(config_make_directory(&config));
    assert_true(config_make_directory(&config)); /* it exists now */
    assert_int_equal(rmdir(wanted), 0);
    *strrchr(wanted, '/') = '\0';
    assert_int_equal(rmdir(wanted), 0);
    assert_int_equal(rmdir(parent), 0);
}

/* The environment, and the default database it gives; NULL: none. */
static struct place_row {
    const char *name, *service, *state, *home, *db;
    bool as_root;
} place_rows[] = {
    {"a service", "/var/lib/a", "/s", "/home/ann", "/var/lib/a/alea.db", true},
    {"root", NULL, "/s", "/root", "/var/lib/alea/alea.db", true},
    {"state", NULL, "/s", "/home/ann", "/s/alea/alea.db", false},
    {"a state that is no path", NULL, "s", "/home/ann",
     "/home/ann/.local/state/alea/alea.db", false},
    {"home", NULL, NULL, "/home/ann", "/home/ann/.local/state/alea/alea.db", false},
    {"a service that is no path", "a", NULL, "/home/ann",
     "/home/ann/.local/state/alea/alea.db", false},
    {"a home too long", NULL, NULL, NULL, NULL, false},
};

static void set_variable(const char *name, const char *value) {
    assert_int_equal(value != NULL ? setenv(name, value, 1) : unsetenv(name), 0);
}

TEST_ROWS(place_rows) {
    const struct place_row *row = table_row(state);
    struct config config;
    enum exit_code code;
    char long_home[PATH_BYTES + 1] = "";
    uid_t own = geteuid();
    if (row->as_root && own != 0) {
        skip(); /* only root can test this */
    }
    memset(long_home, '/', PATH_BYTES);
    set_variable("STATE_DIRECTORY", row->service);
    set_variable("XDG_STATE_HOME", row->state);
    set_variable("HOME", row->home != NULL ? row->home : long_home);
    if (own == 0 && !row->as_root) {
        assert_int_equal(seteuid(1), 0);
    }
    bool is_good = read_words(&config, "", &code);
    assert_int_equal(seteuid(own), 0);
    assert_int_equal(is_good, row->db != NULL);
    if (is_good) {
        assert_string_equal(config.hub.stored.path, row->db);
    } else {
        assert_int_equal(code, EXIT_CODE_USAGE);
    }
}

/* If it cannot be created, the server does not start. */
TEST(test_directory_in_the_way) {
    char file[] = "/tmp/alea-config.XXXXXX", wanted[64];
    struct config config;
    enum exit_code code;
    int fd = mkstemp(file);
    assert_true(fd >= 0);
    close(fd);
    snprintf(wanted, sizeof wanted, "%s/alea", file);
    assert_int_equal(setenv("STATE_DIRECTORY", wanted, 1), 0);
    assert_true(read_words(&config, "", &code));
    assert_false(config_make_directory(&config));
    assert_int_equal(unlink(file), 0);
}
