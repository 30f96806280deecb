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
    char *told; /* owned; what the last call wrote for the user */
};

void bot_scene_init(struct scene *scene, const struct bot_plan *plan);
void bot_scene_fini(struct scene *scene);
void bot_hears_json(struct scene *scene, const char *json, uint64_t now_ms);
void bot_hears(struct scene *scene, const struct sample *sample, uint64_t now_ms);
/* The next command contains these words.  Skips profile and seeks, which the bot sends
 * each time it gets its name or reconnects. */
void expect_command(struct scene *scene, const char *word);
/* Plays one game of Ur. */
extern const struct bot_plan guest;

extern const struct sample both_sit;
extern const struct sample alone;
extern const struct sample over;

/* A bot that is not looking for a seat receives this state of its room, and acts on
 * it. */
void bot_scene_in_room(struct scene *scene, const struct bot_plan *plan,
                       const struct sample *sample);

#endif
