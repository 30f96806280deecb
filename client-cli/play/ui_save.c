/* The record of a game that a person at a ui wants to keep. */
#include <string.h>

#include "client-cli/play/ui_inside.h"
#include "client-cli/player/save.h"

static bool is_in_a_room(const struct player *player) {
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        if (player->rooms[i].code[0] != '\0') {
            return true;
        }
    }
    return false;
}

bool ui_take_save(struct ui *ui, const char *line) {
    static const char word[] = "save";
    size_t room_len = line[0] == '@' ? strcspn(line, " ") : 0;
    const char *path = line + room_len + strspn(line + room_len, " ");
    if (strncmp(path, word, strlen(word)) != 0 ||
        strchr(" ", path[strlen(word)]) == NULL) {
        return false;
    }
    path += strlen(word);
    path += strspn(path, " ");
    char ask[LINE_BYTES_MAX + 1];
    struct command cmd;
    struct command_fault fault;
    snprintf(ask, sizeof ask, "%.*s record %s", (int)room_len, line,
             room_len > 0 || is_in_a_room(ui->player) ? "" : ui->ended);
    if (path[0] == '\0') {
        fputs("Type: save FILE\n", ui->out);
    } else if (command_from_text(ask, strlen(ask), &cmd, &fault) != ERR_OK) {
        ui_show_fault(ui, &fault);
    } else {
        snprintf(ui->save_path, sizeof ui->save_path, "%s", path);
        snprintf(cmd.id, sizeof cmd.id, UI_ID_SAVE);
        player_send(ui->player, &cmd);
    }
    return true;
}

void ui_save(struct ui *ui, const char *record) {
    char fault[FAULT_BYTES];
    if (save_record(ui->save_path, record, fault)) {
        fprintf(ui->out, "Saved.  To check it: alea verify %s\n", ui->save_path);
    } else {
        fprintf(ui->out, "Not saved: %s\n", fault);
    }
}
