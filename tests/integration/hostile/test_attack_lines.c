/* Floods of bytes and lines that make no sense, or that make sense but never end: each
 * gets an error or is closed, and other clients are served.  See also test_framing.c,
 * test_limits.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/conn/conn.h"
#include "tests/support/json.h"
#include "tests/support/scene.h"

/* --- bytes without lines --- */

/* Sends the unit again and again until the server closes the connection. */
SCENE_WITH(send_noise, .param = "x") {
    const char *unit = scene->test->param;
    struct pair pair = pair_begin(scene);
    struct peer *evil = scene_text(scene);
    char block[4096];
    size_t len = strlen(unit), n = 0, sent = 0;
    for (; n + len <= sizeof block; n += len) {
        memcpy(block + n, unit, len);
    }
    while (peer_send_bytes(evil, block, n)) {
        sent += n; /* what the server does not read waits in buffers of the kernel */
        assert_in_range(sent, 0, 16 * CONN_GARBAGE_BYTES);
    }
    assert_true(sent >= CONN_GARBAGE_BYTES / 2);
    pair_move(&pair);
    scene_expect_health(scene);
}
SCENE_ALSO(letters_that_are_taken_back, send_noise, .param = "x\b");
SCENE_ALSO(telnet_options, send_noise, .param = "\xff\xfb\x01");
SCENE_ALSO(telnet_commands, send_noise, .param = "\xff\xf1");
SCENE_ALSO(a_subnegotiation, send_noise, .param = "\xff\xfa\x18y");

/* Less noise than that is allowed if a line ends now and then. */
SCENE(stays_below) {
    struct peer *peer = scene_text(scene);
    size_t n = CONN_GARBAGE_BYTES - 65536;
    char *noise = malloc(n);
    assert_non_null(noise);
    memset(noise, 'x', n);
    for (int i = 0; i < 3; i++) {
        assert_true(peer_send_bytes(peer, noise, n));
        peer_send(peer, "%s", "");
        peer_expect_line(peer, "- A line may have at most 4096 bytes");
    }
    peer_send(peer, "ping");
    peer_expect_line(peer, "+ pong");
    free(noise);
}

/* --- hostile JSON --- */

/* The first part, `times` times the middle, and the last part; ' stands for ". */
static const struct bad {
    const char *name, *begin, *unit, *end, *error;
    size_t times;
} bad[] = {
    {"members", "{'cmd':'ping'", ",'%zu':1", "}", "bad_json", 400},
    {"a few members", "{'cmd':'ping'", ",'%zu':1", "}", NULL, 60},
    {"the same member", "{'cmd':'ping'", ",'x':1", "}", "bad_json", 500},
    {"digits", "{'cmd':'move','move':", "9", "}", "bad_json", 4000},
    {"a fraction", "{'cmd':'move','move':0.", "3", "}", "bad_argument", 4000},
    {"an exponent", "{'cmd':'move','move':1e", "9", "}", "bad_json", 300},
    {"a string", "{'cmd':'say','text':'", "x", "'}", "no_name", 4000},
    {"a key", "{'cmd':'ping','", "x", "':1}", NULL, 4000},
    {"escapes", "{'cmd':'say','text':'", "\\u0041", "'}", "no_name", 660},
    {"half a pair", "{'cmd':'say','text':'", "\\ud800", "'}", "bad_json", 600},
    {"NULs", "{'cmd':'say','text':'", "\\u0000", "'}", "bad_json", 600},
    {"backslashes", "{'cmd':'say','text':'", "\\\\", "'}", "no_name", 2000},
    {"brackets", "{'cmd':'ping','x':", "[", "}", "bad_json", 4000},
    {"braces", "{'cmd':'ping','x':", "{'a':", "}", "bad_json", 800},
    {"an array", "{'cmd':'ping','x':[0", ",0", "]}", "bad_json", 2000},
    {"deep arrays", "{'cmd':'ping','a':[[[[[[[[[[", "[],", "0]]]]]]]]]]}", "bad_json",
     60},
    {"commas in a string", "{'cmd':'ping','a':'\\'", ",[{", "'}", NULL, 1000},
    {"an id", "{'cmd':'ping','id':'", "x", "'}", "bad_id", 65},
    {"spaces", "{'cmd':'ping'", " ", "}", NULL, 4000},
    {"a verb", "{'cmd':'", "x", "'}", "unknown_command", 4000},
};

static void write_bad(const struct bad *row, char line[static 8192]) {
    size_t len = (size_t)snprintf(line, 8192, "%s", row->begin);
    for (size_t i = 0; i < row->times; i++) {
        const char *number = strstr(row->unit, "%zu");
        len += number == NULL ? (size_t)snprintf(line + len, 8192 - len, "%s", row->unit)
                              : (size_t)snprintf(line + len, 8192 - len, "%.*s%zu%s",
                                                 (int)(number - row->unit), row->unit, i,
                                                 number + strlen("%zu"));
    }
    len += (size_t)snprintf(line + len, 8192 - len, "%s", row->end);
    assert_in_range(len, 60, 4096);
}

/* Each gets exactly one answer: this error, or as if the rest were not there.  The next
 * line is understood. */
SCENE(bad_json) {
    struct peer *peer = scene_text(scene);
    static char line[8192];
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        write_bad(&bad[i], line);
        peer_send(peer, "%s", json(line));
        const json_t *answer = peer_message(peer);
        const char *error = json_string_value(json_object_get(answer, "error"));
        if (strcmp(error != NULL ? error : "",
                   bad[i].error != NULL ? bad[i].error : "") != 0) {
            fail_msg("%s: %s", bad[i].name, error != NULL ? error : "no error");
        }
        peer_ask(peer, "{'cmd':'ping','id':'%zu'}", i);
        char id[16];
        snprintf(id, sizeof id, "%zu", i);
        assert_string_equal(peer_text(peer_reply(peer), "id"), id);
    }
}

/* --- floods of lines --- */

/* A client that sends only such lines is answered a hundred times, then less and less,
 * and at last closed. */
SCENE_WITH(flood, .param = "ping\n") {
    const char *line = scene->test->param;
    struct pair pair = pair_begin(scene);
    struct peer *evil = scene_text(scene);
    size_t n = 0;
    for (const char *told = ""; told != NULL; n++) {
        assert_in_range(n, 0, 200000); /* a slow machine allows some more */
        if (!peer_send_bytes(evil, line, strlen(line))) {
            break;
        }
        told = n >= 200 && n % 50 == 49 ? peer_line(evil) : "";
    }
    const char *last = "", *told;
    static char kept[200];
    while ((told = peer_line(evil)) != NULL) {
        snprintf(kept, sizeof kept, "%s", told);
        last = kept;
    }
    if (last[0] != '\0') { /* otherwise the connection was cut while it sent */
        assert_non_null(strstr(last, "too many commands"));
    }
    pair_move(&pair);
    scene_expect_health(scene);
}
SCENE_ALSO(empty_lines, flood, .param = "\n");
SCENE_ALSO(no_commands, flood, .param = "frobnicate\n");
SCENE_ALSO(bad_text, flood, .param = "\xc0\xaf\n");
SCENE_ALSO(commands_of_json_mode, flood, .param = "{\"cmd\":\"rooms\"}\n");
SCENE_ALSO(moves_where_there_is_no_game, flood, .param = "move 1\n");

/* A line that never ends does not stop the timeout for login. */
SCENE_WITH(slow_loris, .args = "--limit login_ms=3000 --limit commands_burst=1000000") {
    struct peer *loris[8];
    for (size_t i = 0; i < 8; i++) {
        loris[i] = scene_text(scene);
    }
    struct peer *other = scene_player(scene, "Ann");
    size_t n_gone = 0;
    int64_t until_ms = peer_now_ms() + PEER_LIMIT_MS;
    while (n_gone < 8) { /* sends single bytes as long as the server takes them */
        assert_true(peer_now_ms() < until_ms);
        for (size_t i = 0; i < 8; i++) {
            if (loris[i]->is_open && !peer_send_bytes(loris[i], "x", 1)) {
                n_gone++;
                peer_fini(loris[i]);
            }
        }
        peer_ask(other, "{'cmd':'ping'}");
        peer_reply(other);
    }
}
