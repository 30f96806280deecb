/* alea copy-db: copies a store, from a file to a database, or back. */
#include "client-cli/commands.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>

#include "client-cli/net/cli.h"
#include "server/store/copy.h"

static const char help[] =
    "usage: alea copy-db [--store-password-file FILE] FROM TO\n"
    "\n"
    "Copies everything that alead keeps: games, accounts, ratings, bans, sessions.\n"
    "FROM and TO are each a file of alead --db or a URL of alead --store.\n"
    "Stop the server first.  TO must be new or empty.  After copying, it compares\n"
    "all rows of both.\n"
    "\n"
    "  --store-password-file FILE  a file whose first line is the database password\n"
    "  -h, --help                  this text\n"
    "\n"
    "exit status:\n"
    "  0  everything was copied and compared\n"
    "  1  the copy failed: do not use TO\n"
    "  2  wrong command line\n";

int cmd_copy_db(int argc, char **argv) {
    static const struct cli_option known[] = {
        {"store-password-file", CLI_TEXT, 0, 0, 0, 0, required_argument},
        {.name = NULL},
    };
    static const struct cli cli = {"copy-db", help, known, NULL};
    const char *password_file = NULL;
    int status = cli_read(&cli, argc, argv, &password_file);
    if (status != CLI_GO_ON) {
        return status;
    }
    if (argc - optind != 2) {
        cli_refuse("copy-db", "from where, and where to?", NULL);
        return CLI_WRONG;
    }
    struct copied copied;
    char fault[FAULT_BYTES];
    store_set_up_sqlite();
    if (!store_copy(argv[optind], argv[optind + 1], password_file, &copied, fault)) {
        fprintf(stderr, "alea copy-db: %s\n", fault);
        return 1;
    }
    printf("copied and compared: %" PRId64 " games, %" PRId64 " events, %" PRId64
           " accounts; %" PRId64 " rows in all\n",
           copied.games, copied.events, copied.accounts, copied.rows);
    return 0;
}
