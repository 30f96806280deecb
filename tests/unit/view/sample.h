/* State events for the tests of view, written as the server writes them. */
#ifndef ALEA_TESTS_UNIT_VIEW_SAMPLE_H
#define ALEA_TESTS_UNIT_VIEW_SAMPLE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "proto/message.h"
#include "rules/play.h"

#define SAMPLE_COMMITMENT                                                                \
    "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"

/* What a state event needs; members left NULL get an ordinary value. */
struct sample {
    const char *game;     /* "royal-ur" */
    const char *position; /* the start */
    const char *stage;    /* "playing" */
    const char *black;    /* "{...}" or "null" */
    const char *happened; /* "[]" */
    const char *result;   /* "null" */
};

static inline const char *sample_or(const char *text, const char *usual) {
    return text != NULL ? text : usual;
}

/* Reads a message, failing the test if it cannot be read.  Returns owned. */
static inline struct message *sample_message(const char *json) {
    char fault[FAULT_BYTES];
    struct message *msg = message_from_json(json, strlen(json), fault);
    if (msg == NULL) {
        fail_msg("%s in %s", fault, json);
    }
    return msg;
}

/* Returns owned. */
static inline struct message *sample_state(const struct sample *sample) {
    const char *id = sample_or(sample->game, "royal-ur");
    const struct game *game = game_find(id, strlen(id));
    char start[POSITION_TEXT_BYTES], json[8192];
    struct position pos;
    struct text_out text;
    struct options opt = {0};
    assert_non_null(game);
    game_start(game, &opt, game_first(game, &opt), &pos);
    text_out_init(&text, start, sizeof start);
    game->write(&pos, &text);
    int len = snprintf(
        json, sizeof json,
        "{\"event\":\"state\",\"room\":\"KOTO\",\"seq\":7,\"game_id\":\"g42\","
        "\"game\":\"%s\",\"options\":\"\",\"stage\":\"%s\",\"seats\":{\"white\":"
        "{\"name\":\"ann\",\"ready\":true,\"seal\":null,\"nonce\":\"alice\"},"
        "\"black\":%s},\"commitment\":\"" SAMPLE_COMMITMENT "\",\"secret\":null,"
        "\"position\":\"%s\",\"happened\":%s,\"result\":%s}",
        id, sample_or(sample->stage, "playing"),
        sample_or(sample->black, "{\"name\":\"bob\",\"ready\":true,\"seal\":null,"
                                 "\"nonce\":\"bob\"}"),
        sample_or(sample->position, start), sample_or(sample->happened, "[]"),
        sample_or(sample->result, "null"));
    assert_in_range(len, 1, sizeof json - 1);
    return sample_message(json);
}

/* What a function writes to a file, as text.  Returns owned. */
#define SAMPLE_WRITTEN(text, write)                                                      \
    do {                                                                                 \
        size_t written_len;                                                              \
        FILE *out = open_memstream(&(text), &written_len);                               \
        assert_non_null(out);                                                            \
        write;                                                                           \
        fclose(out);                                                                     \
    } while (0)

#endif
