#include "tests/unit/client/bot_scene.h"

#include "tests/support/json.h"

void bot_scene_init(struct scene *scene, const struct bot_plan *plan) {
    *scene = (struct scene){.plan = *plan};
    fake_server_init(&scene->server);
    scene->bot =
        (struct bot){.plan = &scene->plan, .player = &scene->server.player, .random = 1};
    bot_begin(&scene->bot);
}

void bot_scene_fini(struct scene *scene) {
    free(scene->told);
    fake_server_fini(&scene->server);
}

void bot_hears_json(struct scene *scene, const char *json, uint64_t now_ms) {
    struct message *msg = fake_server_says(&scene->server, json);
    assert_non_null(msg);
    free(scene->told);
    SAMPLE_WRITTEN(scene->told, bot_hear(&scene->bot, msg, now_ms, out));
    message_free(msg);
}

void bot_hears(struct scene *scene, const struct sample *sample, uint64_t now_ms) {
    char json[SAMPLE_BYTES];
    fake_server_write(&scene->server, sample, json);
    bot_hears_json(scene, json, now_ms);
}

void expect_command(struct scene *scene, const char *word) {
    const char *heard = fake_server_heard(&scene->server);
    while (heard != NULL && strstr(heard, json(word)) == NULL &&
           (strstr(heard, json("'cmd':'profile'")) != NULL ||
            strstr(heard, json("'cmd':'seeks'")) != NULL)) {
        heard = fake_server_heard(&scene->server);
    }
    if (heard == NULL || strstr(heard, json(word)) == NULL) {
        fail_msg("expected %s, heard %s", word, heard != NULL ? heard : "nothing");
    }
}

const struct bot_plan guest = {.games = {"royal-ur"}, .n_games = 1, .n_plays = 1};

const struct sample both_sit = {
    .stage = "waiting",
    .white = SAMPLE_UNREADY("ann"),
    .black = SAMPLE_UNREADY("bob"),
};

const struct sample alone = {
    .stage = "waiting",
    .white = SAMPLE_UNREADY("ann"),
    .black = "null",
};

const struct sample over = {
    .stage = "over",
    .secret = SAMPLE_SECRET,
    .happened = "[{'what':'resign','side':'black'},{'what':'over'}]",
    .result = "{'outcome':'white','reason':'resign'}",
};

void bot_scene_in_room(struct scene *scene, const struct bot_plan *plan,
                       const struct sample *sample) {
    bot_scene_init(scene, plan);
    scene->bot.lobby_due_ms = UINT64_MAX;
    bot_hears(scene, sample, 0);
    bot_act(&scene->bot, 0);
}
