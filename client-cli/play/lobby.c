#include "client-cli/play/ui.h"

#include <stdlib.h>
#include <string.h>

#include "client-cli/net/cli.h"
#include "client-cli/scene/scene.h"
#include "mem/mem.h"
#include "rules/clock.h"
#include "view/render.h"

#define ID_LOBBY "ui.lobby"

uint64_t lobby_act(struct ui *ui) {
    static const enum command_kind asked[] = {CMD_ROOMS, CMD_SEEKS, CMD_WHO};
    bool is_shown =
        ui->scene != NULL && ui->scene->now < 0 && ui->player->name[0] != '\0';
    if (!is_shown) {
        ui->lobby_ms = 0;
        return UINT64_MAX;
    }
    if (ui->now_ms >= ui->lobby_ms) {
        ui->lobby_ms = ui->now_ms + LOBBY_MS;
        for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
            player_ask(ui->player, &(struct request){.kind = asked[i], .id = ID_LOBBY});
        }
    }
    return ui->lobby_ms;
}

static void add_games(struct scene *scene) {
    for (size_t i = 0; games[i] != NULL; i++) {
        struct scene_offer offer = {0};
        snprintf(offer.line, sizeof offer.line, "play %s", games[i]->id);
        snprintf(offer.text, sizeof offer.text, said("Play %s"), said(games[i]->title));
        scene_offer(scene, &offer);
    }
}

/* Whether we sit in a room. */
static bool is_ours(const struct ui *ui, const struct room_row *row) {
    return strcmp(row->name[SIDE_WHITE], ui->player->name) == 0 ||
           strcmp(row->name[SIDE_BLACK], ui->player->name) == 0;
}

static void add_rooms(struct ui *ui, const struct message *msg) {
    for (size_t i = 0; i < msg->n_rows; i++) {
        const struct room_row *row = &msg->rooms[i];
        const char *white = row->name[SIDE_WHITE], *black = row->name[SIDE_BLACK];
        bool is_free = white[0] == '\0' || black[0] == '\0';
        if (row->is_private || is_ours(ui, row)) {
            continue;
        }
        struct scene_offer offer = {0};
        snprintf(offer.line, sizeof offer.line, "%s %.*s", is_free ? "join" : "watch",
                 ROOM_BYTES_MAX, row->room);
        char clocks[32] = "";
        struct text_out out = text_out_of(clocks, sizeof clocks);
        if (time_control_is_set(&row->time)) {
            time_control_write(&row->time, &out);
        }
        snprintf(offer.text, sizeof offer.text,
                 is_free ? said("Join %.*s: %.40s%s%s, %.*s%s%.*s is waiting")
                         : said("Watch %.*s: %.40s%s%s, %.*s%s%.*s"),
                 ROOM_BYTES_MAX, row->room, row->game, clocks[0] != '\0' ? " " : "",
                 clocks, NAME_BYTES_MAX, white, is_free ? "" : " - ", NAME_BYTES_MAX,
                 black);
        scene_offer(ui->scene, &offer);
    }
}

bool lobby_hear(struct ui *ui, const struct message *msg) {
    if (ui->scene == NULL || strcmp(msg->id, ID_LOBBY) != 0) {
        return false;
    }
    if (msg->kind != MESSAGE_REPLY) {
        return true; /* too often, say: the next time */
    }
    if (msg->cmd == CMD_ROOMS) {
        scene_drop_offers(ui->scene);
        add_games(ui->scene);
        add_rooms(ui, msg);
        return true;
    }
    char *text;
    size_t len;
    FILE *out = mem_stream(&text, &len);
    render_message(out, msg, &ui->style);
    fclose(out);
    scene_set_lobby(ui->scene, msg->cmd == CMD_WHO, text);
    return true;
}
