/* `alea play` without a server. */
#include "client-cli/commands.h"

#include "tests/unit/client/run_cmd.h"
#include "tests/unit/client/unused_port.h"
#include "tests/unit/test.h"

TEST(says_where_servers_are) {
    char address[UNUSED_ADDRESS_BYTES];
    int fd = bind_unused_port(address);
    const struct cli_row row = {"no server", {"--name", "ann", address}, 1, "alea find"};
    char *said = run_row(cmd_play, &row, "/dev/null");
    assert_non_null(strstr(said, "Connection refused"));
    assert_non_null(strstr(said, "make run"));
    assert_non_null(strstr(said, "alea play --local"));
    free(said);
    close(fd);
}
