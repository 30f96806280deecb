/* A person at alea play, for tests without a terminal and a server. */
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
    char *shown; /* owned; by the last call */
};

static inline void scene_init(struct scene *scene) {
    *scene = (struct scene){0};
    fake_server_init(&scene->server);
    scene->ui.player = &scene->server.player;
}

static inline void scene_fini(struct scene *scene) {
    ui_fini(&scene->ui);
    free(scene->shown);
    fake_server_fini(&scene->server);
}

static inline void type(struct scene *scene, const char *line) {
    free(scene->shown);
    SAMPLE_WRITTEN(scene->shown, {
        scene->ui.out = out;
        ui_type(&scene->ui, line);
    });
}

static inline void hear_json(struct scene *scene, const char *json) {
    struct message *msg = fake_server_says(&scene->server, json);
    assert_non_null(msg);
    free(scene->shown);
    SAMPLE_WRITTEN(scene->shown, {
        scene->ui.out = out;
        ui_hear(&scene->ui, msg);
    });
    message_free(msg);
}

static inline void hear(struct scene *scene, const struct sample *sample) {
    char json[SAMPLE_BYTES];
    fake_server_write(&scene->server, sample, json);
    hear_json(scene, json);
}

/* Two moves are shown, in event 7 of room KOTO. */
static const struct sample our_turn = {
    .position = "6,7 w1=w 0,0 w 2",
    .moves = "1-3 in-2",
};

#endif
