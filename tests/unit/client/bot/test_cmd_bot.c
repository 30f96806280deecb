/* `alea bot` without a server. */
#include "client-cli/commands.h"

#include <signal.h>

#include "tests/unit/client/run_cmd.h"
#include "tests/unit/client/unused_port.h"
#include "tests/unit/test.h"

TEST(a_host_that_does_not_exist) {
    static const char *const kinds[] = {"--games=1", "--house", "--pace=0"};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const struct cli_row row = {
            "no host", {kinds[i], "[::1%nosuch]:1"}, 1, "it gives up (see --retry)"};
        free(run_row(cmd_bot, &row, "/dev/null"));
    }
}

TEST(a_server_that_is_not_there) {
    char address[UNUSED_ADDRESS_BYTES];
    int fd = bind_unused_port(address);
    const struct cli_row row = {
        "refused", {"--games", "2", address}, 1, "refused; it gives up"};
    free(run_row(cmd_bot, &row, "/dev/null"));
    close(fd);
}

/* With --retry, the bot tries to connect until it is stopped. */
TEST(a_bot_that_keeps_trying) {
    char address[UNUSED_ADDRESS_BYTES], said[200] = "";
    int fd = bind_unused_port(address), output[2], status;
    assert_int_equal(pipe(output), 0);
    pid_t child = fork();
    assert_int_not_equal(child, -1);
    if (child == 0) {
        run_in_child(cmd_bot, (const char *const[]){"--retry", address, NULL}, output[1]);
    }
    close(output[1]);
    for (size_t len = 0; strchr(said, '\n') == NULL;) {
        ssize_t n = read(output[0], said + len, sizeof said - 1 - len);
        assert_true(n > 0);
        len += (size_t)n;
    }
    assert_non_null(strstr(said, "; trying again "));
    assert_int_equal(kill(child, SIGINT), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    close(output[0]);
    close(fd);
}

TEST(options_that_do_not_fit) {
    static const struct cli_row rows[] = {
        {"both", {"--level=2", "--exec=x"}, 2, "alea bot: either --level or --exec (see"},
        {"think", {"--think=9"}, 2, "only with --level or --exec: --think"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        free(run_row(cmd_bot, &rows[i], "/dev/null"));
    }
}
