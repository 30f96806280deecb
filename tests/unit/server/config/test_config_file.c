/* The file of --config: what it sets, which line an error names, and that the command
 * line overrides it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/config/option.h"
#include "tests/support/file.h"
#include "tests/unit/table.h"

static char path[64];

static int make_file(void **state) {
    const char *parent = getenv("TMPDIR");
    snprintf(path, sizeof path, "%.40s/alea-conf.XXXXXX",
             parent != NULL ? parent : "/tmp");
    int fd = mkstemp(path);
    return fd >= 0 ? close(fd) : -1;
}

static int remove_file(void **state) {
    return unlink(path);
}

/* Reads a command line that names the file, then up to two more words. */
static bool read_with(struct config *config, char *option, char *value) {
    static char name[] = "alead", named[] = "--config";
    char *argv[] = {name, named, path, option, value, NULL};
    enum exit_code code;
    return config_read(config, option != NULL ? 5 : 3, argv, &code);
}

#define KEYS "the keys have a = in alead --help limits"

#define BOT          "bot = House\n"
#define BOTS_4       BOT BOT BOT BOT
#define OPERATOR     "operator = Ann\n"
#define OPERATORS_4  OPERATOR OPERATOR OPERATOR OPERATOR
#define OPERATORS_17 OPERATORS_4 OPERATORS_4 OPERATORS_4 OPERATORS_4 OPERATOR

static struct refused_row {
    const char *name, *text;
    unsigned line;
    const char *fault;
} refused_rows[] = {
    {"unknown key", "title = a\n\ntitel = b\n", 3, "there is no \"titel\": " KEYS},
    {"a key in capitals", "Title = a", 1, "there is no \"Title\": " KEYS},
    {"a key with dashes", "--title = a", 1, "there is no \"--title\": " KEYS},
    {"no key", "= a", 1, "there is no \"\": " KEYS},
    {"no value", "# one\ntitle\n", 2,
     "a line is KEY = VALUE, or a comment that begins with #"},
    {"an empty value", "title =  \n", 1, "title: a title has 1 to 60 bytes, not 0"},
    {"metrics for everybody", "metrics-listen = :9532\n", 1,
     "metrics-listen: it is ADDRESS:PORT or [ADDRESS]:PORT, as 127.0.0.1:9532, not "
     "\":9532\""},
    {"an operator who is none", "operator = a b\n", 1,
     "operator: a name is a Latin letter, then 1 to 15 letters, digits, _ or -, not \"a "
     "b\""},
    {"an operator with a bad number", "operator = Ann:x\n", 1,
     "operator: after the name comes the number of the account, as the log has it: "
     "ann:17, not \"Ann:x\""},
    {"an operator with the number 0", "operator = Ann:0\n", 1,
     "operator: after the name comes the number of the account, as the log has it: "
     "ann:17, not \"Ann:0\""},
    {"operators without end", OPERATORS_17, 17,
     "operator: there can be only 16 operators"},
    {"a bot with a bad name", "bot = a b\n", 1,
     "bot: a name is a Latin letter, then 1 to 15 letters, digits, _ or -, not \"a b\""},
    {"bots without end", BOTS_4 BOTS_4 BOTS_4 BOTS_4 BOT, 17,
     "bot: there can be only 16 bots of the host"},
    {"a wrong value", "log-level = loud\n", 1,
     "log-level: a log level is error, warn, info or debug, not \"loud\""},
    {"a wrong limit", "\n\n\nlimit = rooms=0", 4,
     "limit: rooms is from 1 to 100000, not \"0\""},
    {"an unknown limit", "limit = fun=1", 1,
     "limit: there is no limit \"fun\": alead --help limits lists them"},
    {"a limit without a value", "limit = rooms 1", 1,
     "limit: a limit is NAME=VALUE, as in rooms=100, not \"rooms 1\""},
    {"a wrong address", "listen = localhost\r\n", 1,
     "listen: " ENDPOINT_FORM ", not \"localhost\""},
    {"twice", "db = a\ntitle = x\ndb = b\n", 3,
     "db is already set in line 1: remove one of the two"},
    {"neither yes nor no", "no-discovery = maybe\n", 1,
     "no-discovery: it is yes or no, not \"maybe\""},
    {"for the command line only", "ready-fd = 3\n", 1,
     "ready-fd is for the command line only: put --ready-fd there"},
    {"a file in a file", "config = other\n", 1,
     "config is for the command line only: put --config there"},
    {"welcome that is not there", "welcome = /nowhere\n", 1,
     "welcome: /nowhere: cannot be read: No such file or directory"},
    {"welcome that is too long", "welcome = LICENSE\n", 1,
     "welcome: LICENSE:21: there are at most 20 lines"},
    {"not UTF-8", "title = \xff\n", 1, "this is not UTF-8"},
};

static void test_refused(void **state) {
    const struct refused_row *row = table_row(state);
    struct config config = {.ready_fd = -1};
    unsigned line = 0;
    char fault[FAULT_BYTES] = "";
    write_file(path, row->text);
    assert_false(config_file_read(&config, path, &line, fault));
    assert_string_equal(fault, row->fault);
    assert_int_equal(line, row->line);
    assert_false(read_with(&config, NULL, NULL));
}

static void the_whole_file_is_refused(void **state) {
    struct config config;
    unsigned line = 7;
    char fault[FAULT_BYTES];
    static char big[CONFIG_FILE_BYTES + 1];
    memset(big, '\n', sizeof big);
    write_bytes(path, big, CONFIG_FILE_BYTES);
    assert_true(config_file_read(&config, path, &line, fault));
    write_bytes(path, big, CONFIG_FILE_BYTES + 1);
    assert_false(config_file_read(&config, path, &line, fault));
    assert_string_equal(fault, "has more than 65536 bytes");
    assert_int_equal(line, 0);
    write_bytes(path, "title = a\0b\n", 12);
    assert_false(config_file_read(&config, path, &line, fault));
    assert_string_equal(fault, "has a NUL, so it is not text");
    assert_false(config_file_read(&config, "/nowhere", &line, fault));
    assert_string_equal(fault, "cannot be read: No such file or directory");
    assert_false(config_file_read(&config, "/dev/zero", &line, fault));
    assert_string_equal(fault, "has more than 65536 bytes");
}

static const char all_keys[] =
    "\xef\xbb\xbf# from an editor that writes a byte order mark\n"
    "\n"
    "listen = 127.0.0.1:0\n"
    "  listen=[::1]:7  \r\n"
    "title\t=  Games # 1 = ours  \n"
    "db = /srv/a b.db\n"
    "tls-listen = :0\n"
    "tls-listen = [::1]:8\n"
    "tls-cert = /srv/cert.pem\n"
    "tls-key = /srv/key.pem\n"
    "durability = process\n"
    "no-discovery = yes\n"
    "operator-local = yes\n"
    "metrics-listen = [::1]:9532\n"
    "operator = Ann\n"
    "operator = bob-2:17\n"
    "bot = House\n"
    "welcome = client-cli/replay/README.md\n"
    "log-level = debug\n"
    "   # and\n"
    "limit = rooms=3\n"
    "limit = grace_ms=60000";

static void every_key(void **state) {
    struct config config;
    write_file(path, all_keys);
    assert_true(read_with(&config, NULL, NULL));
    assert_int_equal(config.listen.n, 2);
    assert_string_equal(config.listen.item[0], "127.0.0.1:0");
    assert_string_equal(config.listen.item[1], "[::1]:7");
    assert_string_equal(config.hub.title, "Games # 1 = ours");
    assert_string_equal(config.hub.stored.path, "/srv/a b.db");
    assert_false(config.makes_directory);
    assert_int_equal(config.hub.stored.durability, DURABILITY_PROCESS);
    assert_int_equal(config.tls_listen.n, 2);
    assert_string_equal(config.tls_listen.item[0], ":0");
    assert_string_equal(config.tls_listen.item[1], "[::1]:8");
    assert_string_equal(config.tls_cert, "/srv/cert.pem");
    assert_string_equal(config.tls_key, "/srv/key.pem");
    assert_true(config.no_discovery);
    assert_true(config.hub.operator_local);
    assert_string_equal(config.metrics_listen, "[::1]:9532");
    assert_int_equal(config.hub.n_operators, 2);
    assert_string_equal(config.hub.operators[0].name, "Ann");
    assert_string_equal(config.hub.operators[1].name, "bob-2");
    assert_int_equal(config.hub.operators[1].account, 17);
    assert_int_equal(config.hub.n_bots, 1);
    assert_string_equal(config.hub.bots[0], "House");
    assert_memory_equal(config.hub.welcome, "# Finished games\n", 17);
    assert_int_equal(config.hub.log.level, LOG_DEBUG);
    assert_int_equal(config.hub.limits.rooms, 3);
    assert_int_equal(config.hub.limits.grace_ms, 60000);
}

static void the_command_line_counts_more(void **state) {
    static char title[] = "--title", listen[] = "--listen", limit[] = "--limit";
    static char tls_listen[] = "--tls-listen", other[] = "Other", address[] = ":9",
                rooms[] = "rooms=4";
    struct config config;
    write_file(path, all_keys);
    assert_true(read_with(&config, title, other));
    assert_string_equal(config.hub.title, "Other");
    assert_int_equal(config.listen.n, 2);
    assert_true(read_with(&config, limit, rooms));
    assert_int_equal(config.hub.limits.rooms, 4);
    assert_int_equal(config.hub.limits.grace_ms, 60000);
    assert_true(read_with(&config, listen, address));
    assert_int_equal(config.listen.n, 1);
    assert_string_equal(config.listen.item[0], ":9");
    assert_int_equal(config.tls_listen.n, 2);
    assert_true(read_with(&config, tls_listen, address));
    assert_int_equal(config.listen.n, 2);
    assert_int_equal(config.tls_listen.n, 1);
    assert_string_equal(config.tls_listen.item[0], ":9");
}

/* The output of --check-config; the caller frees it. */
static char *written(const struct config *config) {
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    for (size_t i = 0; i < CONFIG_OPTION_COUNT; i++) {
        bool in_file = (config_options[i].flags & OPTION_IN_FILE) != 0;
        if (in_file) {
            value_write(&config_options[i], config, out);
        }
    }
    fclose(out);
    return text;
}

static void what_is_written_reads_the_same(void **state) {
    struct config config;
    write_file(path, all_keys);
    assert_true(read_with(&config, NULL, NULL));
    char *once = written(&config);
    write_file(path, once);
    assert_true(read_with(&config, NULL, NULL));
    char *twice = written(&config);
    assert_string_equal(once, twice);
    assert_non_null(strstr(once, "\nlimit = grace_ms=60000\n"));
    free(once);
    free(twice);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_whole_file_is_refused),
        cmocka_unit_test(every_key),
        cmocka_unit_test(the_command_line_counts_more),
        cmocka_unit_test(what_is_written_reads_the_same),
    };
    make_file(NULL);
    int n_failed = TABLE_RUN("config file: refused", test_refused, refused_rows) +
                   cmocka_run_group_tests_name("config file", tests, NULL, NULL);
    remove_file(NULL);
    return n_failed;
}
