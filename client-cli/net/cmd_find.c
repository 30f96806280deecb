/* alea find: which servers are on the local network? */
#include "client-cli/commands.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "client-cli/net/find.h"
#include "mem/mem.h"

enum status { STATUS_FOUND, STATUS_NONE, STATUS_USAGE };

#define WAIT_MS     1000
#define WAIT_MS_MIN 10
#define WAIT_MS_MAX 60000

static const char help[] =
    "usage: alea find [--wait MS] [--json] [--port PORT] [--enough N]\n"
    "\n"
    "Looks for servers on the local network (by IPv4 broadcast and IPv6 multicast)\n"
    "and on this machine.  Prints a line for each, by title: how to play there;\n"
    "plain, TLS or both; how many players have given a name; its version; its title.\n"
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

/* What reading the command line comes to. */
enum parsed { PARSED_GOOD, PARSED_HELP, PARSED_WRONG };

static enum parsed usage_error(const char *what, const char *word) {
    fprintf(stderr, "alea find: %s%s (see alea find --help)\n", what, word);
    return PARSED_WRONG;
}

/* False: it is no number from least to most. */
static bool read_number(const char *text, long least, long most, long *n) {
    char *end;
    *n = strtol(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && *n >= least && *n <= most;
}

/* Takes one option. */
static enum parsed take_option(struct arguments *args, int id) {
    long n = 0;
    switch (id) {
    case 'w':
        if (!read_number(optarg, WAIT_MS_MIN, WAIT_MS_MAX, &n)) {
            return usage_error("--wait is 10 to 60000 milliseconds, not ", optarg);
        }
        args->find.wait_ms = n;
        return PARSED_GOOD;
    case 'p':
        if (!read_number(optarg, 1, UINT16_MAX, &n)) {
            return usage_error("--port is 1 to 65535, not ", optarg);
        }
        args->find.port[0] = (uint16_t)n;
        args->find.n_ports = 1;
        return PARSED_GOOD;
    case 'e':
        if (!read_number(optarg, 1, FOUND_MAX, &n)) {
            return usage_error("--enough is 1 to 256 servers, not ", optarg);
        }
        args->find.enough = (size_t)n;
        return PARSED_GOOD;
    case 'j': args->as_json = true; return PARSED_GOOD;
    case 'h': return PARSED_HELP;
    default: return PARSED_WRONG;
    }
}

static enum parsed read_arguments(struct arguments *args, int argc, char **argv) {
    static const struct option known[] = {
        {"wait", required_argument, NULL, 'w'},   {"port", required_argument, NULL, 'p'},
        {"enough", required_argument, NULL, 'e'}, {"json", no_argument, NULL, 'j'},
        {"help", no_argument, NULL, 'h'},         {NULL, 0, NULL, 0},
    };
    *args = (struct arguments){
        .find = {.port = {(uint16_t)strtoul(DEFAULT_PORT, NULL, 10),
                          (uint16_t)strtoul(DEFAULT_TLS_PORT, NULL, 10)},
                 .n_ports = 2,
                 .wait_ms = WAIT_MS,
                 .enough = SIZE_MAX}};
    opterr = 0;
    for (int id; (id = getopt_long(argc, argv, "h", known, NULL)) != -1;) {
        if (id == '?') {
            return usage_error("no such option, or without its value: ",
                               argv[optind - 1]);
        }
        enum parsed parsed = take_option(args, id);
        if (parsed != PARSED_GOOD) {
            return parsed;
        }
    }
    return optind < argc ? usage_error("what is this: ", argv[optind]) : PARSED_GOOD;
}

static void tell_none(const struct find *find) {
    fprintf(stderr, "alea find: no server answered on port %u", find->port[0]);
    for (size_t i = 1; i < find->n_ports; i++) {
        fprintf(stderr, " or %u", find->port[i]);
    }
    fputs(".  A firewall, here or there, may\n"
          "block UDP; if you know the address: alea play HOST\n",
          stderr);
}

static enum status find_and_print(const struct arguments *args, struct found *found) {
    char fault[FAULT_BYTES];
    if (!find_servers(&args->find, found, fault)) {
        fprintf(stderr, "alea find: %s\n", fault);
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
    switch (read_arguments(&args, argc, argv)) {
    case PARSED_GOOD: break;
    case PARSED_HELP: fputs(help, stdout); return STATUS_FOUND;
    case PARSED_WRONG: return STATUS_USAGE;
    }
    struct found *found = mem_new(1, sizeof *found);
    int exit_status = (int)find_and_print(&args, found);
    free(found);
    return exit_status;
}
