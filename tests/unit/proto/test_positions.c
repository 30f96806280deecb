/* The positions in protocol.md: the rules read each example, and a state event has
 * exactly the members shown there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/message/message.h"
#include "tests/support/file.h"
#include "tests/unit/test.h"

#define BLOCK         "```position\n"
#define EXAMPLE_BYTES 8192
#define GAMES_MAX     16

/* Writes the members of a state event about the position, except `dice`. */
static void write_members(const struct game *game, const struct position *pos,
                          char text[static EXAMPLE_BYTES]) {
    struct state state = {.game = game, .pos = *pos, .game_id = "", .commitment = ""};
    for (int side = 0; side < SIDE_COUNT; side++) {
        state.seat[side].name = "";
    }
    state.secret = "";
    state.running = SIDE_COUNT;
    struct message msg = message_empty;
    msg.kind = MESSAGE_EVENT;
    msg.event = EVENT_STATE;
    msg.state = &state;
    size_t len;
    char *json = message_to_json(&msg, &len);
    const char *begin = strstr(json, "\"position\":");
    const char *dice = strstr(json, ",\"dice\":[]");
    const char *end = strstr(json, ",\"happened\":");
    assert_true(begin != NULL && dice > begin && end > dice);
    const char *board = dice + strlen(",\"dice\":[]");
    snprintf(text, EXAMPLE_BYTES, "%.*s%.*s", (int)(dice - begin), begin,
             (int)(end - board), board);
    free(json);
}

/* Copies the lines of an example as one line.  Returns what comes after it. */
static const char *join_lines(const char *at, char text[static EXAMPLE_BYTES]) {
    size_t used = 0;
    while (*at == '"') {
        size_t len = strcspn(at, "\n");
        assert_true(used + len < EXAMPLE_BYTES && at[len] == '\n');
        memcpy(text + used, at, len);
        used += len;
        at += len + 1;
    }
    text[used] = '\0';
    return at;
}

/* Checks an example: the id of its game, and its lines.  Returns what comes after it. */
static const char *check_example(const char *at, bool has[static GAMES_MAX]) {
    char text[EXAMPLE_BYTES], actual[EXAMPLE_BYTES];
    const struct game *game = game_find(at, strcspn(at, "\n"));
    static const char member[] = "\"position\":\"";
    static const struct options usual = {{0}};
    struct position pos;
    assert_non_null(game);
    at = join_lines(at + strlen(game->id) + 1, text);
    assert_memory_equal(text, member, strlen(member));
    const char *position = text + strlen(member);
    struct text_in in = text_in_of(position, strcspn(position, "\""));
    if (!game_read(game, &usual, &in, &pos)) {
        fail_msg("%s: %s", game->id, in.fault);
    }
    write_members(game, &pos, actual);
    if (strcmp(text, actual) != 0) {
        fail_msg("protocol.md has\n%s\ninstead of\n%s", text, actual);
    }
    for (size_t i = 0; games[i] != NULL; i++) {
        has[i] = has[i] || games[i] == game;
    }
    return at;
}

TEST(test_every_example) {
    char *document = read_file("protocol.md");
    bool has[GAMES_MAX] = {false};
    for (const char *at = document; (at = strstr(at, BLOCK)) != NULL;) {
        at += strlen(BLOCK);
        while (strncmp(at, "```", 3) != 0) {
            at = check_example(at, has);
        }
    }
    for (size_t i = 0; games[i] != NULL; i++) {
        if (!has[i]) {
            fail_msg("protocol.md has no position of %s", games[i]->id);
        }
    }
    free(document);
}

/* The start positions that the section names. */
TEST(test_every_start) {
    char *document = read_file("protocol.md");
    static const struct options usual = {{0}};
    for (size_t i = 0; games[i] != NULL; i++) {
        char text[POSITION_TEXT_BYTES], quoted[POSITION_TEXT_BYTES + 2];
        struct position pos;
        game_start(games[i], &usual, game_first(games[i], &usual), &pos);
        struct text_out out = text_out_of(text, sizeof text);
        games[i]->write(&pos, &out);
        snprintf(quoted, sizeof quoted, "`%s`", text);
        bool is_told = strstr(document, quoted) != NULL;
        assert_true(is_told || strcmp(games[i]->id, "alea-evangelii") == 0);
    }
    free(document);
}
