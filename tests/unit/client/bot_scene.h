/* A bot at a fake server, for tests. */
#ifndef ALEA_TESTS_UNIT_CLIENT_BOT_SCENE_H
#define ALEA_TESTS_UNIT_CLIENT_BOT_SCENE_H

#include <stdlib.h>

#include "client-cli/bot/bot.h"
#include "tests/unit/client/fake_server.h"

#define BOT_TOKEN "abcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqrstuvwxyz234567"

struct scene {
    struct fake_server server;
    struct bot_plan plan;
    struct bot bot;
    char *told;              /* owned; what the last call wrote for the user */
    uint64_t now_ms, due_ms; /* of the script */
};

/* Plays one game of Ur. */
extern const struct bot_plan guest;

void bot_scene_init(struct scene *scene, const struct bot_plan *plan);
void bot_scene_fini(struct scene *scene);
/* Plays a script (script.h), with these steps of a bot:
 *
 *     @TIME DUE   it acts, and is due again then
 *                 DUE "-": never; "5-9": between them; none: whenever
 *     @due        it acts when it was due
 *     =TIME       the time of what it hears next
 *     named       the server gives it its name and its token
 *     seated      it looks for no seat
 *     asking      it has asked for one
 *     told TEXT   the last message made it tell the user this; without TEXT: nothing
 *     untold TEXT it did not make it tell this
 *     played N    so many games count
 *     done, busy  it has, or has not played all
 *     failed, fine
 *                 it has, or has not given up
 *     cheated     the dice were not as promised
 */
void bot_scene_play(struct scene *scene, const char *steps);
/* The same in a scene of its own. */
void bot_plays(const struct bot_plan *plan, const char *steps);

#endif
