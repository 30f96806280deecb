/* A bot at a fake server, for tests. */
#ifndef ALEA_TESTS_UNIT_CLIENT_BOT_SCENE_H
#define ALEA_TESTS_UNIT_CLIENT_BOT_SCENE_H

#include <stdlib.h>

#include "client-cli/bot/bot.h"
#include "tests/unit/client/fake_server.h"

struct scene {
    struct fake_server server;
    struct bot_plan plan;
    struct bot bot;
    char *told; /* owned; what the bot told its owner last */
};

static inline void scene_init(struct scene *scene, const struct bot_plan *plan) {
    *scene = (struct scene){.plan = *plan};
    fake_server_init(&scene->server);
    scene->bot =
        (struct bot){.plan = &scene->plan, .player = &scene->server.player, .random = 1};
    bot_begin(&scene->bot);
}

static inline void scene_fini(struct scene *scene) {
    free(scene->told);
    fake_server_fini(&scene->server);
}

static inline void hear_json(struct scene *scene, const char *json, uint64_t now_ms) {
    struct message *msg = fake_server_says(&scene->server, json);
    assert_non_null(msg);
    free(scene->told);
    SAMPLE_WRITTEN(scene->told, bot_hear(&scene->bot, msg, now_ms, out));
    message_free(msg);
}

static inline void hear(struct scene *scene, const struct sample *sample,
                        uint64_t now_ms) {
    char json[SAMPLE_BYTES];
    fake_server_write(&scene->server, sample, json);
    hear_json(scene, json, now_ms);
}

/* The next command has these words in it; that the bot says what it is, and a house asks
 * what is sought, as often as it comes back, is passed over. */
static inline void expect_command(struct scene *scene, const char *word) {
    const char *heard = fake_server_heard(&scene->server);
    while (heard != NULL && strstr(heard, word) == NULL &&
           (strstr(heard, "\"cmd\":\"profile\"") != NULL ||
            strstr(heard, "\"cmd\":\"seeks\"") != NULL)) {
        heard = fake_server_heard(&scene->server);
    }
    if (heard == NULL || strstr(heard, word) == NULL) {
        fail_msg("expected %s, heard %s", word, heard != NULL ? heard : "nothing");
    }
}

/* One game of Ur. */
static const struct bot_plan guest = {.games = {"royal-ur"}, .n_games = 1, .n_plays = 1};

static const struct sample both_sit = {
    .stage = "waiting",
    .white = SAMPLE_UNREADY("ann"),
    .black = SAMPLE_UNREADY("bob"),
};
static const struct sample alone = {
    .stage = "waiting",
    .white = SAMPLE_UNREADY("ann"),
    .black = "null",
};
static const struct sample over = {
    .stage = "over",
    .secret = SAMPLE_SECRET,
    .happened = "[{\"what\":\"resign\",\"side\":\"black\"},{\"what\":\"over\"}]",
    .result = "{\"outcome\":\"white\",\"reason\":\"resign\"}",
};

/* A bot that looks for no seat, in a room where this is so, and acts on it. */
static inline void scene_in_room(struct scene *scene, const struct bot_plan *plan,
                                 const struct sample *sample) {
    scene_init(scene, plan);
    scene->bot.lobby_due_ms = UINT64_MAX;
    hear(scene, sample, 0);
    bot_act(&scene->bot, 0);
}

#endif
