/* A user of alea play, without a terminal or a server. */
#ifndef ALEA_TESTS_UNIT_CLIENT_UI_SCENE_H
#define ALEA_TESTS_UNIT_CLIENT_UI_SCENE_H

#include <sodium.h>
#include <stdlib.h>
#include <unistd.h>

#include "client-cli/play/ui.h"
#include "tests/unit/client/fake_server.h"
#include "tests/unit/table.h"

struct scene {
    struct fake_server server;
    struct ui ui;
    char *shown; /* owned; output of the last call */
};

void ui_scene_init(struct scene *scene);
void ui_scene_fini(struct scene *scene);
void type(struct scene *scene, const char *line);
void ui_hears_json(struct scene *scene, const char *json);
void ui_hears(struct scene *scene, const struct sample *sample);
/* It is the user's turn, with two legal moves, in room KOTO. */
extern const struct sample our_turn;

#endif
