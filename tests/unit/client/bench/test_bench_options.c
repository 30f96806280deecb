/* The command line of alea bench: what it refuses before anything starts. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/test.h"

#include "client-cli/commands.h"

static const struct option_row {
    const char *name;
    const char *args; /* separated by spaces */
    const char *said; /* part of the error message */
} option_rows[] = {
    {"no rooms", "--rooms 0", "--rooms: not a number from 1 to 5000: 0"},
    {"too many rooms", "--rooms 5001", "--rooms: not a number from 1 to 5000: 5001"},
    {"rooms that are a word", "--rooms many", "--rooms: not a number"},
    {"no time", "--seconds 0", "--seconds: not a time in seconds: 0"},
    {"negative time", "--seconds -1", "--seconds: not a time in seconds: -1"},
    {"a time that is a word", "--seconds 1s", "--seconds: not a time in seconds: 1s"},
    {"a time of two points", "--seconds 1.2.3", "--seconds: not a time in seconds"},
    {"no such game", "--game chess", "chess"},
    {"no pace", "--pace 0", "--pace: not a number from 1"},
    {"too many spectators", "--spectators 10001", "--spectators: not a number from 0"},
    {"a core that is none", "--server-core x", "--server-core: not a number from 0"},
    {"no process", "--server-pid 0", "--server-pid: not a number from 1"},
    {"another durability", "--db x --durability none", "durability is full or process"},
    {"durability without a file", "--durability full", "needs --db FILE"},
    {"durability of memory", "--db :memory: --durability full", "needs --db FILE"},
    {"a file of another server", "--db x 127.0.0.1", "only without an address"},
    {"a core of another server", "--server-core 0 127.0.0.1", "only without an address"},
    {"a process of no server", "--server-pid 1", "need the address of a server"},
    {"a relay of no server", "--relay 100", "need the address of a server"},
    {"a relay of no bytes", "--relay 0 127.0.0.1",
     "--relay: not a number from 1 to 16384"},
    {"a relay that is watched", "--relay 9 --spectators 1 127.0.0.1", "knows neither"},
    {"a relay by WebSocket", "--relay 9 --web 127.0.0.1", "a relay has no WebSocket"},
    {"an idle relay", "--relay 9 --idle 127.0.0.1", "knows neither"},
    {"idle at a pace", "--idle --pace 5", "nobody moves"},
    {"idle somewhere else", "--idle=bed", "idle is playing or seated: bed"},
    {"seated at a pace", "--idle=seated --pace 5", "nobody moves"},
    {"no such option", "--frobnicate", "unknown option, or its value is missing"},
    {"an option without its value", "--rooms", "unknown option, or its value is missing"},
    {"two addresses", "a b", "unexpected argument: b"},
    {"no address", "a:b", "not an address: HOST, HOST:PORT or [IPV6]:PORT"},
};

TEST_ROWS(option_rows) {
    const struct option_row *row = table_row(state);
    char words[100] = "bench ", said[300] = "";
    char *argv[12] = {NULL};
    int argc = 0;
    strcat(words, row->args);
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " ")) {
        argv[argc++] = word;
    }
    FILE *file = tmpfile();
    int err = dup(STDERR_FILENO);
    assert_non_null(file);
    dup2(fileno(file), STDERR_FILENO);
    int status = cmd_bench(argc, argv);
    dup2(err, STDERR_FILENO);
    close(err);
    rewind(file);
    said[fread(said, 1, sizeof said - 1, file)] = '\0';
    fclose(file);
    assert_int_equal(status, 2);
    if (strstr(said, row->said) == NULL || strstr(said, "alea bench --help") == NULL) {
        fail_msg("told: %s", said);
    }
}
