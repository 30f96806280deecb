#include "tests/unit/client/ui_scene.h"

#include "tests/support/json.h"
#include "tests/unit/client/script.h"

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

/* --- scripts --- */

static void script_hears(void *client, const char *json) {
    ui_hears_json(client, json);
}

/* Steps that make the program write: shown is what it writes. */
static bool writing_step(struct scene *scene, const char *step) {
    struct ui *ui = &scene->ui;
    char *shown = NULL;
    bool is_one = true;
    SAMPLE_WRITTEN(shown, {
        ui->out = out;
        if (strncmp(step, "type ", 5) == 0) {
            ui_type(ui, step + 5);
        } else if (strncmp(step, "in vain ", 8) == 0) {
            ui_type_in_vain(ui, step + 8);
        } else if (strncmp(step, "wake ", 5) == 0) {
            ui->now_ms = strtoull(step + 5, NULL, 10);
            ui_wake(ui);
        } else if (strcmp(step, "loss") == 0) {
            net_lose(&ui->player->net, "the server has closed the connection");
            ui_tell_loss(ui, "The connection is lost", 500);
        } else {
            is_one = false;
        }
    });
    if (is_one) {
        free(scene->shown);
        scene->shown = shown;
    } else {
        free(shown);
    }
    return is_one;
}

void type(struct scene *scene, const char *line) {
    char step[200];
    snprintf(step, sizeof step, "type %s", line);
    assert_true(writing_step(scene, step));
}

/* Steps that look at what was written. */
static bool looking_step(const char *shown, const char *step) {
    if (strncmp(step, "shown", 5) == 0) {
        assert_string_equal(shown, step + 5 + (step[5] == ' '));
    } else if (strncmp(step, "has ", 4) == 0) {
        assert_has(shown, step + 4);
    } else if (strncmp(step, "not ", 4) == 0) {
        assert_null(strstr(shown, step + 4));
    } else {
        return false;
    }
    return true;
}

static bool script_step(void *client, const char *step) {
    struct scene *scene = client;
    struct ui *ui = &scene->ui;
    unsigned columns, rows;
    if (strcmp(step, "has quit") == 0 || strcmp(step, "stays") == 0) {
        assert_int_equal(ui->has_quit, step[0] == 'h');
    } else if (strncmp(step, "<! ", 3) == 0) {
        assert_null(fake_server_says(&scene->server, step + 3));
    } else if (strcmp(step, "begin") == 0) {
        player_begin(&scene->server.player);
    } else if (strcmp(step, "kiosk") == 0) {
        ui->is_kiosk = true;
    } else if (strcmp(step, "address") == 0) {
        ui->address = "192.168.1.20:2532";
    } else if (step[0] == '=') {
        ui->now_ms = strtoull(step + 1, NULL, 10);
    } else if (strncmp(step, "due ", 4) == 0) {
        assert_int_equal(ui_due_ms(ui), atoi(step + 4));
    } else if (sscanf(step, "screen %u %u", &columns, &rows) == 2) {
        ui_resize(ui, columns, rows);
    } else if (strcmp(step, "no prompt") == 0) {
        assert_null(ui_prompt(ui));
    } else if (strcmp(step, "secret forgotten") == 0) {
        static const char nothing[COMMAND_TEXT_BYTES];
        assert_memory_equal(ui->secret.cmd.text, nothing, sizeof nothing);
    } else if (strncmp(step, "token ", 6) == 0) {
        assert_string_equal(scene->server.player.token, step + 6);
    } else {
        return writing_step(scene, step) || looking_step(scene->shown, step);
    }
    return true;
}

void ui_plays(struct scene *scene, const char *steps) {
    const struct script script = {&scene->server, scene, script_hears, script_step};
    script_play(&script, steps);
}
