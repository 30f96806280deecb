/* How alea answers a wrong command line: it says what is wrong and where help is, and
 * exits with status 2. */
#include <stdlib.h>
#include <string.h>

#include "lang/lang.h"
#include "tests/support/process.h"
#include "tests/support/server.h"
#include "tests/unit/table.h"

#define ARGS_MAX 7
#define LIMIT_S  60

#define FINGERPRINT "a fingerprint is a SHA-256, 64 hex digits: 12"

static const struct row {
    const char *name;               /* "French: ..." is what a French reader gets */
    const char *args[ARGS_MAX + 1]; /* ends with NULL */
    const char *said;               /* start of the output */
} rows[] = {
    {"no command", {NULL}, "usage: alea COMMAND"},
    {"unknown command", {"frobnicate"}, "alea: there is no command frobnicate\nusage: "},
    {"help on an unknown command",
     {"help", "frobnicate"},
     "alea: there is no command frobnicate\nusage: "},

    {"bot: option",
     {"bot", "--fun"},
     "alea bot: unknown option, or its value is missing: --fun"},
    {"bot: no value",
     {"bot", "--pace"},
     "alea bot: unknown option, or its value is missing: --pace"},
    {"bot: game",
     {"bot", "--game", "chess"},
     "alea bot: chess: unknown game; known games: "},
    {"bot: no game",
     {"bot", "--games", "0"},
     "alea bot: --games: not a number from 1 to 1000000: 0"},
    {"bot: games",
     {"bot", "--games", "1x"},
     "alea bot: --games: not a number from 1 to 1000000: 1x"},
    {"bot: tables",
     {"bot", "--tables", "257"},
     "alea bot: --tables: not a number from 1 to 256: 257"},
    {"bot: pace",
     {"bot", "--pace", "-1"},
     "alea bot: --pace: not a number from 0 to 60000: -1"},
    {"bot: name", {"bot", "--name", "1"}, "alea bot: a name is a Latin letter, then "},
    {"bot: seed", {"bot", "--seed", "7x"}, "alea bot: --seed: not a number: 7x"},
    {"bot: negative seed", {"bot", "--seed", "-7"}, "alea bot: --seed: not a number: -7"},
    {"bot: seed beyond all",
     {"bot", "--seed", "18446744073709551616"},
     "alea bot: --seed: not a number: 1844"},
    {"bot: house that joins",
     {"bot", "--house", "--join", "RANO"},
     "alea bot: a house bot opens its own rooms: --join"},
    {"bot: games, no house",
     {"bot", "--game", "ur", "--game", "tablut"},
     "alea bot: several games need --house: tablut"},
    {"bot: two servers",
     {"bot", "here", "there"},
     "alea bot: unexpected argument: there"},
    {"bot: address",
     {"bot", "here:x"},
     "alea bot: not an address: HOST, HOST:PORT or [IPV6]:PORT"},
    {"bot: fingerprint", {"bot", "--tls-fingerprint", "12"}, "alea bot: " FINGERPRINT},

    {"play: option",
     {"play", "--fun"},
     "alea play: unknown option, or its value is missing: --fun"},
    {"play: no value",
     {"play", "--name"},
     "alea play: unknown option, or its value is missing: --name"},
    {"French: option",
     {"play", "--fun"},
     "alea play : option inconnue, ou sa valeur manque : --fun (voir alea play "
     "--help)\n"},
    {"French: game",
     {"rules", "chess"},
     "alea rules : chess : jeu inconnu ; jeux connus : "},
    {"French: players",
     {"match"},
     "alea match : deux joueurs, s'il vous plaît (voir alea match --help)\n"},
    {"play: name", {"play", "--name", "1"}, "alea play: a name is a Latin letter, then "},
    {"play: two servers",
     {"play", "here", "there"},
     "alea play: unexpected argument: there"},
    {"play: address",
     {"play", "here:x"},
     "alea play: not an address: HOST, HOST:PORT or [IPV6]:PORT"},
    {"play: fingerprint", {"play", "--tls-fingerprint", "12"}, "alea play: " FINGERPRINT},
    {"play: level",
     {"play", "--local", "ur", "--level", "9"},
     "alea play: --level: not a number from 1 to 8: 9"},
    {"play: side",
     {"play", "--local", "ur", "--side", "green"},
     "alea play: --side is white or black: green"},
    {"play: local game",
     {"play", "--local", "chess"},
     "alea play: unknown game; known games: "},
    {"play: local option", {"play", "--local", "tablut:king=dead"}, "alea play: "},
    {"play: two local games",
     {"play", "--local", "ur", "tablut"},
     "alea play: unexpected argument: tablut"},
    {"play: level on a server",
     {"play", "--level", "3", "here"},
     "alea play: this goes with --local only: --level"},
    {"play: new on a server",
     {"play", "--new"},
     "alea play: this goes with --local only: --new"},
    {"play: two with a level",
     {"play", "--local", "ur", "--two", "--level", "3"},
     "alea play: with --two nobody has a level"},
    {"play: two with a side",
     {"play", "--local", "ur", "--two", "--side", "black"},
     "alea play: with --two you play both sides"},
    {"play: name of the second",
     {"play", "--local", "ur", "--two=1"},
     "alea play: a name is a Latin letter, then "},
    {"play: local with TLS",
     {"play", "--local", "--tls", "ur"},
     "alea play: a local game needs no TLS"},

    {"copy-db: one file", {"copy-db", "a"}, "alea copy-db: from where, and where to?"},
    {"check-db: no file", {"check-db"}, "alea check-db: which file?"},
    {"check-db: two files",
     {"check-db", "a", "b"},
     "alea check-db: one file at a time: b"},
    {"check-db: option",
     {"check-db", "--fun"},
     "alea check-db: unknown option, or its value is missing: --fun"},

    {"bench: two servers",
     {"bench", "here", "there"},
     "alea bench: unexpected argument: there"},

    {"find: option",
     {"find", "--fun"},
     "alea find: unknown option, or its value is missing: --fun"},
};

static void test_usage(void **state) {
    const struct row *row = table_row(state);
    char alea[SERVER_PATH_BYTES];
    const char *argv[ARGS_MAX + 2] = {alea}, *output;
    struct process process;
    setenv(LANG_VARIABLE, strncmp(row->name, "French", 6) == 0 ? "fr" : "en", 1);
    server_program(alea, "alea");
    for (size_t i = 0; row->args[i] != NULL; i++) {
        argv[1 + i] = row->args[i];
    }
    process_start(&process, PROCESS_SOCKET, argv);
    int status = process_finish(&process, LIMIT_S, &output);
    bool is_said = strncmp(output, row->said, strlen(row->said)) == 0;
    if (!is_said) {
        print_error("%s\n", output);
    }
    process_fini(&process);
    assert_true(is_said);
    assert_int_equal(status, 2);
}

int main(void) {
    return TABLE_RUN("usage", test_usage, rows);
}
