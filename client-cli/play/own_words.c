#include "client-cli/play/own_words.h"

#include <string.h>

#include "client-cli/player/save.h"

/* Help on what alea play does without the server. */
static const char own_help[] =
    "In alea play you can also type:\n"
    "  ready            adds a random nonce to the dice, sealed until both are ready\n"
    "  register, login NAME, password, forget-me\n"
    "                   ask for passwords, and do not show them\n"
    "  hint             the best move, and why it is better; only against the house,\n"
    "                   in games that are not rated\n"
    "  save FILE        writes the record of the game to FILE, for alea verify FILE\n"
    "After a game it checks the dice against what you saw before the game.\n"
    "If the line drops, it brings you back by itself.\n";

static bool is_in_a_room(const struct player *player) {
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        if (player->rooms[i].code[0] != '\0') {
            return true;
        }
    }
    return false;
}

static bool take_save(struct ui *ui, const char *line) {
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
        snprintf(cmd.id, sizeof cmd.id, OWN_WORDS_ID_SAVE);
        player_send(ui->player, &cmd);
    }
    return true;
}

void own_words_save(struct ui *ui, const char *record) {
    char fault[FAULT_BYTES];
    if (save_record(ui->save_path, record, fault)) {
        fprintf(ui->out, "Saved.  To check it: alea verify %s\n", ui->save_path);
    } else {
        fprintf(ui->out, "Not saved: %s\n", fault);
    }
}

bool own_words_take(struct ui *ui, const char *line) {
    if (strcmp(line, "hint") == 0) {
        advice_ask(&ui->advice, ui->out, &ui->style);
        return true;
    }
    if (strcmp(line, "help save") == 0 || strcmp(line, "help hint") == 0) {
        fputs(own_help, ui->out);
        return true;
    }
    return take_save(ui, line);
}
