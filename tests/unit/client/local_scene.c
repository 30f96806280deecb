#include "tests/unit/client/local_scene.h"

#include "mem/mem.h"

/* Shows what the game has said. */
static void hear(struct local_scene *scene) {
    for (struct message *msg; (msg = player_next(&scene->player)) != NULL;) {
        ui_hear(&scene->ui, msg);
        message_free(msg);
    }
}

static void begin_step(struct local_scene *scene, size_t *len) {
    free(scene->shown);
    scene->ui.out = mem_stream(&scene->shown, len);
}

void local_scene_init(struct local_scene *scene, const char *game, unsigned level,
                      const struct keep *keep) {
    struct local_start start = {.level = level, .name = "ann", .other = "bob"};
    struct text_in in = text_in_of(game, strlen(game));
    size_t len;
    assert_true(game_parse(&in, &start.game, &start.opt));
    *scene = (struct local_scene){.ui.is_local = true};
    if (keep != NULL) {
        scene->keep = *keep;
    }
    player_init(&scene->player, "ann", "");
    scene->ui.player = &scene->player;
    local_init(&scene->local, &start, &scene->player.net, &scene->keep);
    memcpy(scene->player.name, "ann", sizeof "ann");
    begin_step(scene, &len);
    hear(scene);
    fclose(scene->ui.out);
}

void local_scene_fini(struct local_scene *scene) {
    local_fini(&scene->local);
    keep_close(&scene->keep);
    ui_fini(&scene->ui);
    player_close(&scene->player);
    free(scene->shown);
}

void local_scene_type(struct local_scene *scene, const char *lines) {
    char copy[200];
    size_t len;
    assert_in_range(strlen(lines), 0, sizeof copy - 1);
    memcpy(copy, lines, strlen(lines) + 1);
    for (char *line = copy, *end; line != NULL; line = end) {
        end = strstr(line, "; ");
        if (end != NULL) {
            *end = '\0';
            end += strlen("; ");
        }
        begin_step(scene, &len);
        ui_type(&scene->ui, line);
        hear(scene);
        fclose(scene->ui.out);
    }
}

void local_scene_answer(struct local_scene *scene) {
    size_t len;
    begin_step(scene, &len);
    for (const struct play *play; (play = local_awaits(&scene->local)) != NULL;) {
        struct move moves[MOVES_MAX];
        assert_true(play->game->moves(&play->pos, moves) > 0);
        local_move(&scene->local, local_number(&scene->local), &moves[0]);
    }
    hear(scene);
    fclose(scene->ui.out);
}
