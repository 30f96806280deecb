#include "tests/unit/client/bot_scene.h"

#include "tests/support/json.h"
#include "tests/unit/client/script.h"

#define NAMED "{'reply':'name','id':'player.name','name':'ann','token':'" BOT_TOKEN "'}"

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

static void bot_hears_json(struct scene *scene, const char *json, uint64_t now_ms) {
    struct message *msg = fake_server_says(&scene->server, json);
    assert_non_null(msg);
    free(scene->told);
    SAMPLE_WRITTEN(scene->told, bot_hear(&scene->bot, msg, now_ms, out));
    message_free(msg);
}

const struct bot_plan guest = {.games = {"royal-ur"}, .n_games = 1, .n_plays = 1};

/* --- scripts --- */

static void script_hears(void *client, const char *json) {
    struct scene *scene = client;
    bot_hears_json(scene, json, scene->now_ms);
}

/* "" says nothing about the time; "-": never; "5-9": between them. */
static void check_due(uint64_t due_ms, const char *expected) {
    char *end;
    if (strcmp(expected, "-") == 0) {
        assert_true(due_ms == UINT64_MAX);
    } else if (expected[0] != '\0') {
        uint64_t least = strtoull(expected, &end, 10);
        assert_in_range(due_ms, least, *end == '-' ? strtoull(end + 1, NULL, 10) : least);
    }
}

/* "@TIME DUE" without "@": the bot acts, and is due again then. */
static void act(struct scene *scene, const char *text) {
    const char *due = strchr(text, ' ');
    scene->now_ms =
        strncmp(text, "due", 3) == 0 ? scene->due_ms : strtoull(text, NULL, 10);
    scene->due_ms = bot_act(&scene->bot, scene->now_ms);
    check_due(scene->due_ms, due != NULL ? due + 1 : "");
}

static void check_told(const char *told, const char *part) {
    if (part[0] == '\0') {
        assert_string_equal(told, "");
    } else {
        assert_non_null(strstr(told, part));
    }
}

static bool script_step(void *client, const char *step) {
    struct scene *scene = client;
    struct bot *bot = &scene->bot;
    const char *told = scene->told;
    if (step[0] == '@') {
        act(scene, step + 1);
    } else if (step[0] == '=') {
        scene->now_ms = strtoull(step + 1, NULL, 10);
    } else if (strcmp(step, "named") == 0) {
        bot_hears_json(scene, NAMED, scene->now_ms);
    } else if (strcmp(step, "seated") == 0) {
        bot->lobby_due_ms = UINT64_MAX;
    } else if (strcmp(step, "asking") == 0) {
        bot->is_asking = true;
    } else if (strncmp(step, "told", 4) == 0) {
        check_told(told, step + 4 + (step[4] == ' '));
    } else if (strncmp(step, "untold ", 7) == 0) {
        assert_null(strstr(told, step + 7));
    } else if (strncmp(step, "played ", 7) == 0) {
        assert_int_equal(bot->n_played, atoi(step + 7));
    } else if (strcmp(step, "done") == 0 || strcmp(step, "busy") == 0) {
        assert_int_equal(bot_is_done(bot), step[0] == 'd');
    } else if (strcmp(step, "failed") == 0 || strcmp(step, "fine") == 0) {
        assert_int_equal(bot->has_failed, strcmp(step, "failed") == 0);
    } else if (strcmp(step, "cheated") == 0) {
        assert_true(bot->is_cheated);
    } else {
        return false;
    }
    return true;
}

void bot_scene_play(struct scene *scene, const char *steps) {
    const struct script script = {&scene->server, scene, script_hears, script_step};
    script_play(&script, steps);
}

void bot_plays(const struct bot_plan *plan, const char *steps) {
    struct scene scene;
    bot_scene_init(&scene, plan);
    bot_scene_play(&scene, steps);
    bot_scene_fini(&scene);
}
