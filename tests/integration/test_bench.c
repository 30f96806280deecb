/* The load generator with real servers: with one that it starts, and with a running
 * one. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/file.h"
#include "tests/support/scene.h"

#define QUICK                                                                            \
    "--limit commands_per_s=1000000 --limit commands_burst=1000000 "                     \
    "--limit stored_per_hour=1000000000"

#define LIMIT_S 300
/* Words of a command line, including the final NULL. */
#define WORDS 16

/* Runs alea bench with these words.  Returns its output as JSON. */
static json_t *measure(struct scene *scene, const char *const *words) {
    char program[SERVER_PATH_BYTES];
    const char *argv[WORDS] = {program, "bench",     "--json", "--rooms",
                               "2",     "--seconds", "0.3"};
    const char *output;
    size_t n = 7;
    server_program(program, "alea");
    for (; *words != NULL; words++) {
        argv[n++] = *words;
    }
    int code = process_finish(scene_run(scene, PROCESS_SOCKET, argv), LIMIT_S, &output);
    json_t *result = code == 0 ? json_loads(output, 0, NULL) : NULL;
    if (result == NULL) {
        fail_msg("exit code %d: %s", code, output != NULL ? output : "");
    }
    return result;
}

static double number(json_t *result, const char *key) {
    json_t *value = json_object_get(result, key);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

/* Checks that something was measured, and that the figures are consistent. */
static void check(json_t *result, const char *durability) {
    json_t *latency = json_object_get(result, "latency_us");
    assert_string_equal(peer_text(result, "durability"), durability);
    assert_true(number(result, "moves") > 0);
    assert_true(number(result, "events") >= 2 * number(result, "moves") - 4);
    assert_true(number(result, "seconds") >= 0.3);
    assert_true(number(latency, "p50") > 0);
    assert_true(number(latency, "p50") <= number(latency, "p99"));
    assert_true(number(latency, "p99") <= number(latency, "max"));
}

SCENE(own_server) {
    char file[2 * SERVER_PATH_BYTES];
    snprintf(file, sizeof file, "%s/bench.db", scene->server.dir);
    json_t *result = measure(
        scene, (const char *const[]){"--db", file, "--durability", "process", NULL});
    check(result, "process");
    assert_true(number(json_object_get(result, "server"), "rss_kb") > 0);
    json_decref(result);
}

/* Each spectator receives as much as one player. */
SCENE(with_spectators) {
    json_t *result =
        measure(scene, (const char *const[]){"--spectators", "4", "--pace", "40", NULL});
    check(result, "memory");
    assert_true(number(json_object_get(result, "spectators"), "n") == 4);
    assert_true(number(json_object_get(result, "spectators"), "bytes_in") > 0);
    json_decref(result);
}

/* Waits until there are this many rooms, all of them playing. */
static void await_playing(struct scene *scene, size_t n) {
    struct peer *peer = scene_text(scene);
    size_t n_rooms, n_playing;
    do {
        json_t *row;
        size_t i;
        peer_ask(peer, "{'cmd':'rooms'}");
        json_t *rooms = json_object_get(peer_reply(peer), "rooms");
        n_rooms = json_array_size(rooms);
        n_playing = 0;
        json_array_foreach(rooms, i, row) {
            n_playing += strcmp(peer_text(row, "stage"), "playing") == 0;
        }
    } while (n_rooms != n || n_playing != n);
}

/* The benchmark leaves no player and no unfinished game behind. */
SCENE_WITH(running_server, .args = "--db :memory: " QUICK) {
    char address[32];
    snprintf(address, sizeof address, "127.0.0.1:%u", scene->server.port[0]);
    json_t *result = measure(scene, (const char *const[]){address, NULL});
    check(result, "memory");
    assert_true(json_is_null(json_object_get(result, "server")));
    json_decref(result);
    await_playing(scene, 0);
}

/* When the user stops it, it still ends its games. */
SCENE_WITH(stopped, .args = QUICK) {
    char program[SERVER_PATH_BYTES], address[32];
    const char *output;
    server_program(program, "alea");
    snprintf(address, sizeof address, "127.0.0.1:%u", scene->server.port[0]);
    struct process *process =
        scene_run(scene, PROCESS_SOCKET,
                  (const char *const[]){program, "bench", "--rooms", "2", "--seconds",
                                        "600", address, NULL});
    await_playing(scene, 2);
    kill(process->pid, SIGINT);
    int code = process_finish(process, LIMIT_S, &output);
    if (code != 1 || strstr(output, "stopped: before the end") == NULL) {
        fail_msg("exit code %d: %s", code, output);
    }
    await_playing(scene, 0);
}

/* At a pace, two rooms make no more moves than that; the measurement may last a little
 * longer. */
SCENE(at_a_pace) {
    json_t *result = measure(scene, (const char *const[]){"--pace", "40", NULL});
    double moves = number(result, "moves");
    assert_true(moves >= 1 && moves <= 50 * number(result, "seconds") + 3);
    json_decref(result);
}

/* If nothing can be measured, it fails and says why. */
static const char *expect_failure(struct scene *scene, const char *const *words,
                                  const char *said) {
    char program[SERVER_PATH_BYTES];
    const char *argv[WORDS] = {program, "bench"};
    const char *output;
    server_program(program, "alea");
    for (size_t n = 2; *words != NULL; words++) {
        argv[n++] = *words;
    }
    int code = process_finish(scene_run(scene, PROCESS_SOCKET, argv), LIMIT_S, &output);
    if (code != 1 || strstr(output, said) == NULL) {
        fail_msg("exit code %d: %s", code, output);
    }
    return output;
}

/* By WebSocket, with its own server, and with a running one that pings often. */
SCENE_WITH(
    by_websocket,
    .args = "--web-listen 127.0.0.1:0 --limit web_ping_ms=100 --db :memory: " QUICK) {
    char address[32];
    json_t *result =
        measure(scene, (const char *const[]){"--web", "--spectators", "3", NULL});
    check(result, "memory");
    assert_true(number(json_object_get(result, "spectators"), "bytes_in") > 0);
    json_decref(result);
    snprintf(address, sizeof address, "127.0.0.1:%u", scene->server.web_port);
    result =
        measure(scene, (const char *const[]){"--web", "--pace", "100", address, NULL});
    check(result, "memory");
    json_decref(result);
    await_playing(scene, 0);
    snprintf(address, sizeof address, "127.0.0.1:%u", scene->server.port[0]);
    expect_failure(scene, (const char *const[]){"--web", address, NULL}, "no WebSocket");
}

/* The relay that alead is compared with: its answers are checked as well. */
SCENE(bare_relay) {
    char program[SERVER_PATH_BYTES], address[40], pid[16];
    server_program(program, "tests/bench/relay");
    struct process *relay =
        scene_run(scene, PROCESS_SOCKET, (const char *const[]){program, "900", NULL});
    snprintf(address, sizeof address, "%s",
             peer_expect_line(&relay->stdio, "ready ") + strlen("ready "));
    snprintf(pid, sizeof pid, "%ld", (long)relay->pid);
    for (unsigned times = 0; times < 2; times++) {
        json_t *result =
            measure(scene, (const char *const[]){"--relay", "900", "--server-pid", pid,
                                                 address, NULL});
        check(result, "none");
        assert_true(number(result, "bytes_per_event") == 900);
        assert_true(number(json_object_get(result, "server"), "cpu_s") > 0);
        json_decref(result);
    }
    expect_failure(scene, (const char *const[]){"--relay", "899", address, NULL},
                   "not what a relay says");
    expect_failure(scene, (const char *const[]){address, NULL}, "not an alea server");
    kill(relay->pid, SIGTERM);
    assert_int_equal(process_finish(relay, LIMIT_S, NULL), 128 + SIGTERM);
}

/* All players sit in a game that has begun, or has not, and do not move. */
SCENE(idle) {
    const char *const ways[] = {"--idle", "--idle=playing", "--idle=seated"};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        json_t *result = measure(scene, (const char *const[]){ways[i], NULL});
        assert_true(number(result, "moves") == 0 && number(result, "events") == 0);
        assert_true(number(json_object_get(result, "server"), "rss_kb") > 0);
        json_decref(result);
    }
}

/* All of `make bench`, as short as possible: it fills in its section of the file. */
SCENE(whole_bench) {
    char build[SERVER_PATH_BYTES], path[2 * SERVER_PATH_BYTES], text[16384] = "";
    const char *output;
    server_program(build, "");
    snprintf(path, sizeof path, "%s/RESULTS.md", scene->server.dir);
    write_file(path, "# Results\n\n## Other\n\nkept\n\n## Speed\n\nold\n");
    const char *const argv[] = {
        "python3",  "tests/bench/bench.py", build, "--smoke", "--into", path,
        "--db-dir", scene->server.dir,      NULL};
    int code = process_finish(scene_run(scene, PROCESS_SOCKET, argv), LIMIT_S, &output);
    if (code != 0) {
        fail_msg("exit code %d: %s", code, output);
    }
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    assert_ptr_equal(strstr(text, "# Results\n\n## Speed\n\n`make bench`"), text);
    assert_non_null(strstr(text, "\n\n## Other\n\nkept\n"));
    assert_null(strstr(text, "old"));
    const char *const rows[] = {"|1|relay|",
                                "|1|:memory:|",
                                "|1|WebSocket|",
                                "|1|process|",
                                "|1|full|",
                                "| start, ",
                                "| nobody there | ",
                                "two in a game that has begun",
                                "two in a room, nobody ready",
                                "2 rooms, 0.02 s/move, process",
                                "one game, 2 spectators",
                                "| royal-ur | ",
                                "| alea-evangelii | "};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strstr(text, rows[i]) == NULL) {
            fail_msg("without %s: %s", rows[i], text);
        }
    }
}

SCENE_WITH(too_many_connections, .args = "--limit connections_per_address=5") {
    char address[32];
    snprintf(address, sizeof address, "127.0.0.1:%u", scene->server.port[0]);
    expect_failure(scene, (const char *const[]){"--rooms", "3", address, NULL},
                   "Too many connections: try again later [too_many_connections]\n"
                   "alea bench: a server's limits are for people; --help names");
}

/* Reported before anything starts. */
SCENE(too_few_descriptors) {
    char program[SERVER_PATH_BYTES];
    const char *output;
    server_program(program, "alea");
    const char *const argv[] = {
        "sh", "-c", "ulimit -n 100 && exec \"$0\" bench --rooms 100", program, NULL};
    int code = process_finish(scene_run(scene, PROCESS_SOCKET, argv), LIMIT_S, &output);
    if (code != 1 || strstr(output, "need 232 open files, and the system allows 100: "
                                    "allow more (ulimit -n") == NULL) {
        fail_msg("exit code %d: %s", code, output);
    }
}

SCENE(nobody_there) {
    server_stop(&scene->server, SIGTERM);
    char address[32], said[64];
    snprintf(address, sizeof address, "127.0.0.1:%u", scene->server.port[0]);
    snprintf(said, sizeof said, "cannot connect to %s: ", address);
    const char *output =
        expect_failure(scene, (const char *const[]){address, NULL}, said);
    assert_null(strstr(output, "limits")); /* the limits are not the reason */
}

/* The server cannot open its store. */
SCENE(no_server) {
    char file[2 * SERVER_PATH_BYTES];
    snprintf(file, sizeof file, "%s/nowhere/bench.db", scene->server.dir);
    expect_failure(scene, (const char *const[]){"--db", file, NULL},
                   "alea bench: alead ended with status 1");
}
