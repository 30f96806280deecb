/* alea find: lists the servers on the local network. */
#include "client-cli/commands.h"

#include <stdio.h>
#include <stdlib.h>

#include "client-cli/net/cli.h"
#include "client-cli/net/find.h"
#include "mem/mem.h"

enum status { STATUS_FOUND, STATUS_NONE };

#define WAIT_MS     1000
#define WAIT_MS_MIN 10
#define WAIT_MS_MAX 60000

static const char help[] =
    "usage: alea find [--wait MS] [--json] [--port PORT] [--enough N]\n"
    "\n"
    "Looks for servers on the local network (by IPv4 broadcast and IPv6 multicast)\n"
    "and on this machine.  Prints a line for each, sorted by title: how to connect;\n"
    "plain, TLS or both; the number of players with a name; version; title.\n"
    "For both, alea play --tls HOST works too (HOST:PORT if TLS is not on "
    "port " DEFAULT_TLS_PORT ";\n"
    "--json shows that).\n"
    "\n"
    "  --wait MS     how long to wait for answers (10 to 60000, default 1000)\n"
    "  --json        one JSON object a line: address, addresses (all where you can\n"
    "                reach it, the best one first), tls_address, tls_addresses (the\n"
    "                same with TLS), title, players, server, protocol, boot; address\n"
    "                or tls_address is null if there is none\n"
    "  --port PORT   the port to ask on (default " DEFAULT_PORT ", and " DEFAULT_TLS_PORT
    " for TLS); servers on\n"
    "                other ports are not found\n"
    "  --enough N    stop as soon as N servers have answered (1 to 256)\n"
    "  -h, --help    this text\n"
    "\n"
    "exit status:\n"
    "  0  it found at least one\n"
    "  1  it found none\n"
    "  2  wrong command line\n";

struct arguments {
    struct find find;
    bool as_json;
};

/* Returns CLI_GO_ON, or the exit status. */
static int read_arguments(struct arguments *args, int argc, char **argv) {
    static const struct cli_option known[] = {
        CLI_NUMBER("wait", struct arguments, find.wait_ms, WAIT_MS_MIN, WAIT_MS_MAX),
        CLI_NUMBER("port", struct arguments, find.port, 1, UINT16_MAX),
        CLI_NUMBER("enough", struct arguments, find.enough, 1, FOUND_MAX),
        CLI_FLAG("json", struct arguments, as_json),
        {.name = NULL},
    };
    static const struct cli cli = {"find", help, known, NULL};
    *args = (struct arguments){.find = {.wait_ms = WAIT_MS}};
    int status = cli_read(&cli, argc, argv, args);
    if (status == CLI_GO_ON && optind < argc) {
        cli_refuse("find", "unexpected argument", argv[optind]);
        return CLI_WRONG;
    }
    return status;
}

static void tell_none(const struct find *find) {
    unsigned usual = (unsigned)strtoul(DEFAULT_PORT, NULL, 10);
    fprintf(stderr, said("alea find: no server answered on port %u"),
            find->port > 0 ? find->port : usual);
    if (find->port == 0) {
        fprintf(stderr, said(" or %u"), (unsigned)strtoul(DEFAULT_TLS_PORT, NULL, 10));
    }
    fputs(said(".  A firewall, here or there, may\n"
               "block UDP; if you know the address: alea play HOST\n"),
          stderr);
}

static enum status find_and_print(const struct arguments *args, struct found *found) {
    char fault[FAULT_BYTES];
    if (!find_servers(&args->find, found, fault)) {
        cli_tell("find", fault);
        return STATUS_NONE;
    }
    if (found->n == 0) {
        tell_none(&args->find);
        return STATUS_NONE;
    }
    found_sort(found);
    (args->as_json ? found_print_json : found_print)(found, stdout);
    if (fflush(stdout) != 0) {
        perror("alea find");
        return STATUS_NONE;
    }
    return STATUS_FOUND;
}

int cmd_find(int argc, char **argv) {
    struct arguments args;
    int status = read_arguments(&args, argc, argv);
    if (status != CLI_GO_ON) {
        return status;
    }
    struct found *found = mem_new(1, sizeof *found);
    status = (int)find_and_print(&args, found);
    free(found);
    return status;
}
