/* alea find between two machines (tests/lan/lan.py): network namespaces and a virtual
 * cable. If they are not available, these tests are skipped, and tests/run reports it;
 * with ALEA_NO_SKIP=1 that is a failure. */
#include <stdio.h>

#include "tests/support/process.h"
#include "tests/support/server.h"
#include "tests/unit/table.h"

#define LIMIT_S      120
#define NOT_POSSIBLE 77

static const struct row {
    const char *name, *run; /* run: name of the test in lan.py */
} rows[] = {
    {"a server for all addresses is found at both of its own, once", "all_addresses"},
    {"by IPv4 broadcast", "ipv4_only"},
    {"by IPv6 multicast, and alea play takes that address", "ipv6_only"},
    {"who listens on one address answers from there", "one_address"},
    {"the same with a link-local one", "one_address_ipv6"},
    {"two ports, and one that is taken", "two_ports"},
    {"a server that speaks TLS only is found", "tls_only"},
    {"TLS and plain are one server", "tls_and_plain"},
    {"TLS for others, plain for its own machine", "tls_for_others"},
    {"who is not on the server's network is not answered", "from_elsewhere"},
    {"--no-discovery", "turned_off"},
    {"a server for its own machine is not seen from others", "this_machine_only"},
    {"a machine without a network", "no_network"},
};

/* Runs lan.py in its own namespaces.  Returns its exit code. */
static int run_lan(const char *what) {
    char alead[SERVER_PATH_BYTES], alea[SERVER_PATH_BYTES];
    server_program(alead, "alead");
    server_program(alea, "alea");
    const char *argv[] = {"sh",
                          "-c",
                          "unshare -rn true || exit 77; exec unshare -rn python3 "
                          "tests/lan/lan.py --alead \"$0\" --alea \"$1\" \"$2\"",
                          alead,
                          alea,
                          what,
                          NULL};
    struct process process;
    const char *output;
    process_start(&process, PROCESS_SOCKET, argv);
    int code = process_finish(&process, LIMIT_S, &output);
    if (code != 0) {
        print_message("%s%s\n",
                      code == NOT_POSSIBLE ? "skipped: no network namespaces: " : "",
                      output);
    }
    process_fini(&process);
    return code;
}

static void test_row(void **state) {
    const struct row *row = table_row(state);
    int code = run_lan(row->run);
    if (code == NOT_POSSIBLE) {
        skip();
    }
    assert_int_equal(code, 0);
}

int main(void) {
    return TABLE_RUN("lan", test_row, rows);
}
