#include "tests/unit/client/script.h"

#include "tests/support/json.h"

#define STEPS_BYTES 8192

/* --- the states that a server shows --- */

static const struct state_row {
    const char *name;
    struct sample sample;
} states[] = {
    {"turn", {.moves = "in-2", .position = "7,7 - 0,0 w 2"}},
    {"playing", {0}},
    {"waiting", {.stage = "waiting", .white = SAMPLE_UNREADY("ann")}},
    {"both",
     {.stage = "waiting",
      .white = SAMPLE_UNREADY("ann"),
      .black = SAMPLE_UNREADY("bob")}},
    {"alone", {.stage = "waiting", .white = SAMPLE_UNREADY("ann"), .black = "null"}},
    {"over",
     {.stage = "over",
      .secret = SAMPLE_SECRET,
      .happened = "[{'what':'resign','side':'black'},{'what':'over'}]",
      .result = "{'outcome':'white','reason':'resign'}"}},
};

#define MEMBER(name)                                                                     \
    { #name, offsetof(struct sample, name) }

static const struct member_row {
    const char *name;
    size_t at;
} members[] = {MEMBER(room),  MEMBER(game_id),  MEMBER(game),  MEMBER(position),
               MEMBER(stage), MEMBER(white),    MEMBER(black), MEMBER(secret),
               MEMBER(moves), MEMBER(happened), MEMBER(result)};

static char seat[200]; /* of the last step `seat` */

char *script_seat(void) {
    return seat;
}

/* "KEY=VALUE", which it cuts. */
static void set_member(struct sample *sample, char *key) {
    char *value = strchr(key, '=');
    assert_non_null(value);
    *value++ = '\0';
    value = strcmp(value, "$SEAT") == 0 ? seat : value;
    if (strcmp(key, "seq") == 0) {
        sample->seq = (unsigned)strtoul(value, NULL, 10);
        return;
    }
    if (strcmp(key, "snapshot") == 0) {
        sample->snapshot = true;
        return;
    }
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        if (strcmp(key, members[i].name) == 0) {
            memcpy((char *)sample + members[i].at, &value, sizeof value);
            return;
        }
    }
    fail_msg("a state has no %s", key);
}

/* "NAME KEY=VALUE; KEY=VALUE", which it cuts. */
static void show(const struct script *script, char *text) {
    char json[SAMPLE_BYTES];
    size_t len = strcspn(text, " ");
    const struct state_row *row = states;
    while (strlen(row->name) != len || memcmp(row->name, text, len) != 0) {
        row++;
        assert_in_range(row - states, 0, sizeof states / sizeof states[0] - 1);
    }
    struct sample sample = row->sample;
    for (char *at = text[len] == ' ' ? text + len + 1 : NULL, *next; at != NULL;
         at = next) {
        next = strstr(at, "; ");
        if (next != NULL) {
            *next = '\0';
            next += 2;
        }
        set_member(&sample, at);
    }
    fake_server_write(script->server, &sample, json);
    script->hear(script->client, json);
}

/* --- what the client sends --- */

/* Skips profile and seeks, which a bot sends each time it gets its name or returns. */
static const char *next_command(struct fake_server *server, const char *expected) {
    const char *heard;
    do {
        heard = fake_server_heard(server);
    } while (heard != NULL && strstr(heard, json(expected)) == NULL &&
             (strstr(heard, json("'cmd':'profile'")) != NULL ||
              strstr(heard, json("'cmd':'seeks'")) != NULL));
    if (heard == NULL) {
        fail_msg("expected %s, heard nothing", expected);
    }
    return heard;
}

static void expect(const struct script *script, const char *text) {
    if (strcmp(text, "*") == 0) {
        while (fake_server_heard(script->server) != NULL) {
        }
    } else if (text[0] == '{') {
        assert_json(next_command(script->server, text), text);
    } else {
        assert_has(next_command(script->server, text + 1), text + 1);
    }
}

static void play_step(const struct script *script, char *step) {
    if (strncmp(step, "< ", 2) == 0) {
        script->hear(script->client, step + 2);
    } else if (step[0] == '<' && step[1] != '!') {
        show(script, step + 1);
    } else if (step[0] == '>') {
        expect(script, step + 1);
    } else if (strcmp(step, ".") == 0) {
        fake_server_expect_nothing(script->server);
    } else if (strcmp(step, "seat") == 0) {
        fake_server_seat(script->server, seat);
    } else if (strcmp(step, "lost") == 0) {
        fake_server_cut(script->server);
        fake_server_return(script->server);
    } else if (!script->step(script->client, step)) {
        fail_msg("there is no such step: %s", step);
    }
}

void script_play(const struct script *script, const char *steps) {
    char copy[STEPS_BYTES];
    assert_in_range(strlen(steps), 0, sizeof copy - 1);
    memcpy(copy, steps, strlen(steps) + 1);
    for (char *step = copy, *next; step != NULL; step = next) {
        next = strstr(step, " | ");
        if (next != NULL) {
            *next = '\0';
            next += strlen(" | ");
        }
        play_step(script, step);
    }
}
