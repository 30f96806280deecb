/* alea find: its command line.  tests/integration/test_find.c and test_lan.c test it with
 * real servers. */
#include "client-cli/commands.h"

#include "tests/unit/client/run_cmd.h"
#include "tests/unit/test.h"

static const struct cli_row rows[] = {
    {"--help", {"--help"}, 0, "usage: alea find "},
    {"a word too many", {"host"}, 2, "unexpected argument: host"},
    {"unknown option", {"-x"}, 2, "unknown option"},
    {"an option without its value", {"--wait"}, 2, "its value is missing"},
    {"wait is no number",
     {"--wait", "soon"},
     2,
     "--wait: not a number from 10 to 60000: soon"},
    {"wait too short", {"--wait", "9"}, 2, "--wait: not a number from 10 to 60000"},
    {"wait too long", {"--wait", "60001"}, 2, "--wait: not a number from 10 to 60000"},
    {"wait beyond all numbers",
     {"--wait", "99999999999999999999"},
     2,
     "--wait: not a number from 10"},
    {"port 0", {"--port", "0"}, 2, "--port: not a number from 1 to 65535"},
    {"port 65536", {"--port", "65536"}, 2, "--port: not a number from 1 to 65535: 65536"},
    {"port with a sign", {"--port", "+1"}, 2, "--port: not a number from 1 to 65535"},
    {"enough is none", {"--enough", "0"}, 2, "--enough: not a number from 1 to 256: 0"},
};

TEST_ROWS(rows) {
    free(run_row(cmd_find, table_row(state), "/dev/null"));
}
