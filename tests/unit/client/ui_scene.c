#include "tests/unit/client/ui_scene.h"

void ui_scene_init(struct scene *scene) {
    *scene = (struct scene){0};
    fake_server_init(&scene->server);
    scene->ui.player = &scene->server.player;
}

void ui_scene_fini(struct scene *scene) {
    ui_fini(&scene->ui);
    free(scene->shown);
    fake_server_fini(&scene->server);
}

void type(struct scene *scene, const char *line) {
    free(scene->shown);
    SAMPLE_WRITTEN(scene->shown, {
        scene->ui.out = out;
        ui_type(&scene->ui, line);
    });
}

void ui_hears_json(struct scene *scene, const char *json) {
    struct message *msg = fake_server_says(&scene->server, json);
    assert_non_null(msg);
    free(scene->shown);
    SAMPLE_WRITTEN(scene->shown, {
        scene->ui.out = out;
        ui_hear(&scene->ui, msg);
    });
    message_free(msg);
}

void ui_hears(struct scene *scene, const struct sample *sample) {
    char json[SAMPLE_BYTES];
    fake_server_write(&scene->server, sample, json);
    ui_hears_json(scene, json);
}

const struct sample our_turn = {
    .position = "6,7 w1=w 0,0 w 2",
    .moves = "1-3 in-2",
};
