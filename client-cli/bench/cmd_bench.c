/* alea bench: measures how fast a server is. */
#include "client-cli/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "client-cli/bench/bench.h"
#include "client-cli/bench/server.h"
#include "client-cli/net/cli.h"
#include "client-cli/net/wait.h"
#include "mem/mem.h"
#include "proto/command/command.h"
#include "rules/game.h"

/* Descriptors reserved for everything except connections to the server. */
#define SPARE_DESCRIPTORS 32
/* Longest run: a week. */
#define SECONDS_MOST 604800
#define PACE_MOST_MS 3600000
#define CORE_MOST    1023
#define PID_MOST     4194304

static const char help[] =
    "usage: alea bench [OPTION...] [HOST[:PORT]]\n"
    "\n"
    "Measures how fast a server is.  It fills rooms with pairs of players who play\n"
    "random moves, and prints how many moves were answered, and how soon.  A gap in\n"
    "the events is a failure.  Without an address it starts its own alead.\n"
    "The time of a move counts from sending it to its own state event; with --pace\n"
    "it counts from when the move was due, so that moves delayed by a slow answer\n"
    "count as late.\n"
    "\n"
    "  --rooms R          R rooms at once, up to 5000 (default 50)\n"
    "  --seconds T        measure for T seconds, once everybody plays (default 5)\n"
    "  --game GAME        which game (default royal-ur)\n"
    "  --pace MS          one move in each room every MS milliseconds; without it\n"
    "                     every room moves as soon as it is answered\n"
    "  --spectators S     S connections watch, the rooms in turn, up to 10000\n"
    "  --idle[=WHERE]     nobody moves: all sit in a running game (playing, the\n"
    "                     default), or in a room where nobody is ready (seated)\n"
    "  --web              by WebSocket, as browsers; HOST:PORT is the server's\n"
    "                     web-listen\n"
    "  --json             print the result as JSON\n"
    "  -h, --help         this text\n"
    "\n"
    "For its own server:\n"
    "  --db FILE          where to keep the games (default :memory:, which keeps\n"
    "                     none); or a URL, postgresql://...\n"
    "  --durability LEVEL\n"
    "                     full or process, as for alead; with --db FILE\n"
    "  --server-core N    run the server on processor N (with taskset); this program\n"
    "                     runs where you let it run\n"
    "\n"
    "For another server:\n"
    "  --server-pid PID   its process on this machine, to show what it uses\n"
    "  --relay BYTES      it is tests/bench/relay.c, which answers each line with\n"
    "                     BYTES bytes, for comparison\n"
    "\n"
    "Another server must allow many connections, rooms and commands from one address\n"
    "(alead --limit connections_per_address=N, and likewise connects_per_minute,\n"
    "rooms_per_address, commands_per_s, commands_burst and stored_per_hour), and its\n"
    "list of finished games grows.\n"
    "\n"
    "exit status:\n"
    "  0  measured\n"
    "  1  an answer was wrong, or it could not begin\n"
    "  2  wrong command line\n";

enum status { STATUS_GOOD, STATUS_FAILED };

struct bench_options {
    struct bench_plan plan;
    struct bench_server_config server;
    char game[GAME_TEXT_BYTES]; /* what plan.game points to */
    unsigned pace_ms;           /* 0: not given */
    bool has_address, is_json;
};

/* --- options --- */

static bool refuse(const char *what, const char *word) {
    return cli_refuse("bench", what, word);
}

static bool read_seconds(const char *text, double *seconds) {
    char *end;
    bool is_plain = text[0] != '\0' && strspn(text, "0123456789.") == strlen(text);
    *seconds = strtod(text, &end);
    return (is_plain && *end == '\0' && *seconds > 0 && *seconds <= SECONDS_MOST) ||
           refuse("--seconds: not a time in seconds", text);
}

static bool read_durability(const char *text, const char **durability) {
    *durability = text;
    return strcmp(text, "full") == 0 || strcmp(text, "process") == 0 ||
           refuse("durability is full or process", text);
}

/* where: NULL if not given. */
static bool read_idle(const char *where, struct bench_plan *plan) {
    plan->is_idle = true;
    plan->is_seated = where != NULL && strcmp(where, "seated") == 0;
    return plan->is_seated || where == NULL || strcmp(where, "playing") == 0 ||
           refuse("idle is playing or seated", where);
}

static bool take_option(void *owner, int id) {
    struct bench_options *options = owner;
    struct bench_plan *plan = &options->plan;
    switch (id) {
    case 's': return read_seconds(optarg, &plan->seconds);
    case 'g': return cli_game("bench", optarg, options->game);
    case 'i': return read_idle(optarg, plan);
    default: return read_durability(optarg, &options->server.durability);
    }
}

/* Idle players do not move, and a relay has no spectators. */
static bool check_way_to_play(const struct bench_options *options) {
    const struct bench_plan *plan = &options->plan;
    if (plan->is_idle && options->pace_ms > 0) {
        return refuse("nobody moves with --idle, so leave out", "--pace");
    }
    if (plan->relay_bytes > 0 && (plan->is_idle || plan->spectators > 0)) {
        return refuse("a relay knows neither", said("--idle and --spectators"));
    }
    if (plan->relay_bytes > 0 && plan->is_web) {
        return refuse("a relay has no WebSocket, so leave out", "--web");
    }
    return true;
}

/* Checks which options go together. */
static bool check_options(const struct bench_options *options) {
    const struct bench_server_config *server = &options->server;
    bool has_file = server->db != NULL && strcmp(server->db, ":memory:") != 0;
    if (server->durability != NULL && !has_file) {
        return refuse("needs --db FILE", "--durability");
    }
    if (options->has_address && (server->db != NULL || server->core != BENCH_ANY_CORE)) {
        return refuse("only without an address", said("--db and --server-core"));
    }
    if (!options->has_address &&
        (options->plan.relay_bytes > 0 || options->plan.server_pid != 0)) {
        return refuse("need the address of a server", said("--relay and --server-pid"));
    }
    return check_way_to_play(options);
}

/* Computes what follows from the options. */
static void complete_options(struct bench_options *options) {
    struct bench_plan *plan = &options->plan;
    plan->game = plan->relay_bytes > 0 ? "relay" : options->game;
    plan->interval_ns = (uint64_t)options->pace_ms * 1000000 / plan->rooms;
    options->server.is_web = plan->is_web;
    options->server.connections = 2 * plan->rooms + plan->spectators;
    if (options->server.db == NULL) {
        options->server.db = ":memory:";
    }
}

/* Returns CLI_GO_ON, or the exit status. */
static int read_options(struct bench_options *options, int argc, char **argv) {
    static const struct cli_option known[] = {
        CLI_NUMBER("rooms", struct bench_options, plan.rooms, 1, BENCH_ROOMS_MAX),
        CLI_OWN("seconds", required_argument, 's'),
        CLI_OWN("game", required_argument, 'g'),
        CLI_NUMBER("pace", struct bench_options, pace_ms, 1, PACE_MOST_MS),
        CLI_NUMBER("spectators", struct bench_options, plan.spectators, 0,
                   BENCH_SPECTATORS_MAX),
        CLI_OWN("idle", optional_argument, 'i'),
        CLI_NUMBER("relay", struct bench_options, plan.relay_bytes, 1,
                   BENCH_RELAY_BYTES_MAX),
        CLI_NUMBER("server-pid", struct bench_options, plan.server_pid, 1, PID_MOST),
        CLI_FLAG("web", struct bench_options, plan.is_web),
        CLI_FLAG("json", struct bench_options, is_json),
        CLI_TEXT("db", struct bench_options, server.db),
        CLI_OWN("durability", required_argument, 'D'),
        CLI_NUMBER("server-core", struct bench_options, server.core, 0, CORE_MOST),
        {.name = NULL},
    };
    static const struct cli cli = {"bench", help, known, take_option};
    *options = (struct bench_options){.plan = {.rooms = 50, .seconds = 5},
                                      .server = {.core = BENCH_ANY_CORE}};
    snprintf(options->game, sizeof options->game, "%s", games[0]->id);
    int status = cli_read(&cli, argc, argv, options);
    if (status != CLI_GO_ON) {
        return status;
    }
    options->has_address = optind < argc;
    if (!cli_address("bench", argc, argv, NULL, &options->plan.address) ||
        !check_options(options)) {
        return CLI_WRONG;
    }
    complete_options(options);
    return CLI_GO_ON;
}

/* --- running --- */

/* Raises the limit of open files for all connections; the server inherits it. */
static bool raise_descriptors(const struct bench_plan *plan) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) {
        return true; /* connecting will fail if it is too low */
    }
    files.rlim_cur = files.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &files);
    rlim_t needed = 2 * (rlim_t)plan->rooms + plan->spectators + SPARE_DESCRIPTORS;
    if (files.rlim_cur >= needed) {
        return true;
    }
    fprintf(stderr,
            "alea bench: %u rooms and %u spectators need %llu open files, and the system "
            "allows %llu: allow more (ulimit -n, as root), or ask for less\n",
            plan->rooms, plan->spectators, (unsigned long long)needed,
            (unsigned long long)files.rlim_cur);
    return false;
}

/* Prints a fault, which may contain text from a server. */
static void tell_fault(const char *fault) {
    char clean[BENCH_FAULT_BYTES];
    utf8_clean(fault, strlen(fault), clean, sizeof clean);
    fprintf(stderr, "alea bench: %s\n", clean);
}

static enum status measure(struct bench_options *options, struct bench_server *server) {
    char fault[BENCH_FAULT_BYTES], stop_fault[FAULT_BYTES];
    if (!options->has_address) {
        if (!bench_server_start(server, &options->server, stop_fault)) {
            tell_fault(stop_fault);
            return STATUS_FAILED;
        }
        options->plan.address = server->address;
        options->plan.server_pid = (unsigned)server->pid;
    }
    struct bench_result *result = mem_new(1, sizeof *result);
    bool is_good = bench_run(&options->plan, result, fault);
    if (!is_good) {
        tell_fault(fault);
    }
    if (!is_good && options->has_address && result->is_greeted) {
        fprintf(stderr,
                "alea bench: a server's limits are for people; --help names those "
                "that this needs\n");
    }
    if (!bench_server_stop(server, stop_fault)) {
        tell_fault(stop_fault);
        is_good = false;
    }
    if (is_good) {
        (options->is_json ? bench_report_json : bench_report_text)(stdout, &options->plan,
                                                                   result);
    }
    free(result);
    return is_good ? STATUS_GOOD : STATUS_FAILED;
}

int cmd_bench(int argc, char **argv) {
    struct bench_options options;
    int status = read_options(&options, argc, argv);
    if (status != CLI_GO_ON) {
        return status;
    }
    if (!raise_descriptors(&options.plan)) {
        return STATUS_FAILED;
    }
    struct bench_server server = {0};
    wait_catch_signals();
    return (int)measure(&options, &server);
}
