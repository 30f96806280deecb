/* A person at a local game, without a terminal: alea play's UI and the game behind it. */
#ifndef ALEA_TESTS_UNIT_CLIENT_LOCAL_SCENE_H
#define ALEA_TESTS_UNIT_CLIENT_LOCAL_SCENE_H

#include <stdlib.h>
#include <string.h>

#include "client-cli/local/local.h"
#include "client-cli/play/ui.h"
#include "tests/unit/table.h"

struct local_scene {
    struct player player;
    struct ui ui;
    struct keep keep;
    struct local local;
    char *shown; /* owned; what the last step showed */
};

/* ann begins as white against level, or with level 0 against bob at the same keyboard.
 * keep: of a game to go on with, which it takes; NULL: nothing is kept. */
void local_scene_init(struct local_scene *scene, const char *game, unsigned level,
                      const struct keep *keep);
void local_scene_fini(struct local_scene *scene);
/* Types lines separated by "; ", and shows what comes of the last one. */
void local_scene_type(struct local_scene *scene, const char *lines);
/* The engine plays its first legal move, as often as it must. */
void local_scene_answer(struct local_scene *scene);

#endif
