/* The record of a game that a person at a desk wants to keep. */
#include <string.h>

#include "client-cli/play/desk_inside.h"
#include "client-cli/player/save.h"

static bool is_in_a_room(const struct player *player) {
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        if (player->rooms[i].code[0] != '\0') {
            return true;
        }
    }
    return false;
}

bool desk_take_save(struct desk *desk, const char *line) {
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
             room_len > 0 || is_in_a_room(desk->player) ? "" : desk->ended);
    if (path[0] == '\0') {
        fputs("It is written: save FILE\n", desk->out);
    } else if (command_from_text(ask, strlen(ask), &cmd, &fault) != ERR_OK) {
        desk_show_fault(desk, &fault);
    } else {
        snprintf(desk->save_path, sizeof desk->save_path, "%s", path);
        snprintf(cmd.id, sizeof cmd.id, DESK_ID_SAVE);
        player_send(desk->player, &cmd);
    }
    return true;
}

void desk_save(struct desk *desk, const char *record) {
    char fault[FAULT_BYTES];
    if (save_record(desk->save_path, record, fault)) {
        fprintf(desk->out, "Saved.  To check it: alea verify %s\n", desk->save_path);
    } else {
        fprintf(desk->out, "Not saved: %s\n", fault);
    }
}
