#include "client-cli/play/ui.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "client-cli/net/cli.h"
#include "client-cli/play/records.h"
#include "client-cli/player/save.h"
#include "mem/mem.h"
#include "view/render.h"

/* Ids of `record` commands: to save the record, to analyse it. */
#define ID_SAVE    "ui.save"
#define ID_ANALYSE "ui.analyse"
/* Shorter analyses show no progress. */
#define QUIET_MS 1000
/* Digits of the id of a game. */
#define ID_DIGITS 16

/* Help on what alea play does without the server. */
static const char own_help[] =
    "In alea play you can also type:\n"
    "  ready            adds a random nonce to the dice, sealed until both are ready\n"
    "  register, login NAME, password, forget-me\n"
    "                   ask for passwords, and do not show them\n"
    "  hint             the best move, and why it is better; only against the house,\n"
    "                   in games that are not rated\n"
    "  analyse          how well both of you played the last game, and how lucky you\n"
    "                   were; alea analyse does the same with a record\n"
    "  save FILE        writes the record of the game to FILE, for alea verify FILE\n"
    "  save FILE ID, analyse ID\n"
    "                   the same for any finished game; games lists their ids\n"
    "  last, history    what happened since your last move, or in the whole game\n"
    "  level 5          after a game with the computer: again, at level 5\n"
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

/* The parts of a line with one of our own words. */
struct about {
    int room_len;      /* length of "@ROOM" at its start; 0: none */
    const char *words; /* what follows the word */
};

/* Whether a line is "[@ROOM] WORD [WORDS]". */
static bool is_about(const char *line, const char *word, struct about *about) {
    size_t room_len = line[0] == '@' ? strcspn(line, " ") : 0;
    const char *at = line + room_len + strspn(line + room_len, " ");
    if (strncmp(at, word, strlen(word)) != 0 || strchr(" ", at[strlen(word)]) == NULL) {
        return false;
    }
    at += strlen(word);
    *about = (struct about){(int)room_len, at + strspn(at, " ")};
    return true;
}

static void take_record(struct ui *ui, const char *id, const char *record);

/* Asks for the record of a game; game_id "": of the last one. */
static bool ask_record(struct ui *ui, const char *line, const struct about *about,
                       const char *id, const char *game_id) {
    char ask[LINE_BYTES_MAX + 1];
    struct command cmd;
    struct command_fault fault;
    bool has_room = about->room_len > 0 || is_in_a_room(ui->player);
    char *kept = ui->is_local && game_id[0] != '\0' ? records_read(game_id) : NULL;
    if (kept != NULL) {
        take_record(ui, id, kept);
        free(kept);
        return true;
    }
    snprintf(ask, sizeof ask, "%.*s record %s", about->room_len, line,
             game_id[0] != '\0' ? game_id
             : has_room         ? ""
                                : ui->ended);
    if (command_from_text(ask, strlen(ask), &cmd, &fault) != ERR_OK) {
        ui_show_fault(ui, &fault);
        return false;
    }
    snprintf(cmd.id, sizeof cmd.id, "%s", id);
    player_send(ui->player, &cmd);
    return true;
}

/* Keeps the name of the file, len bytes of what was typed: without blanks at its end, and
 * with the home directory in place of ~, as a shell would. */
static void set_save_path(struct ui *ui, const char *typed, size_t len) {
    while (len > 0 && strchr(" \t", typed[len - 1]) != NULL) {
        len--;
    }
    const char *home = typed[0] == '~' && typed[1] == '/' ? home_dir() : NULL;
    size_t from = home != NULL ? 1 : 0;
    snprintf(ui->save_path, sizeof ui->save_path, "%s%.*s", home != NULL ? home : "",
             (int)(len - from), typed + from);
}

/* Finds the id of a game at the end of the words: 16 hex digits after a blank.  Copies
 * it;
 * "" if there is none.  Returns the length of what is before. */
static size_t find_id(const char *words, char id[static GAME_ID_BYTES_MAX + 1]) {
    size_t len = strlen(words);
    while (len > 0 && strchr(" \t", words[len - 1]) != NULL) {
        len--;
    }
    size_t n = 0;
    while (n < len && strchr("0123456789abcdef", words[len - n - 1]) != NULL) {
        n++;
    }
    bool is_id = n == ID_DIGITS && (n == len || words[len - n - 1] == ' ');
    snprintf(id, GAME_ID_BYTES_MAX + 1, "%.*s", is_id ? (int)n : 0, words + len - n);
    return is_id ? len - n : len;
}

static bool take_save(struct ui *ui, const char *line) {
    struct about about;
    char id[GAME_ID_BYTES_MAX + 1], name[GAME_ID_BYTES_MAX + 16];
    if (!is_about(line, "save", &about)) {
        return false;
    }
    size_t len = find_id(about.words, id);
    if (ui->is_kiosk) {
        fputs(tr(ui->style.lang, "Here nothing is saved.\n"), ui->out);
    } else if (len == 0 && id[0] == '\0' && ui->ended[0] == '\0') {
        fputs(tr(ui->style.lang, "Type: save FILE, or save FILE ID for another game\n"),
              ui->out);
    } else if (ask_record(ui, line, &about, ID_SAVE, id)) {
        snprintf(name, sizeof name, "alea-%.8s.json", id[0] != '\0' ? id : ui->ended);
        set_save_path(ui, len > 0 ? about.words : name, len > 0 ? len : strlen(name));
    }
    return true;
}

static bool take_analyse(struct ui *ui, const char *line) {
    struct about about;
    if (!is_about(line, "analyse", &about) && !is_about(line, "analyze", &about)) {
        return false;
    }
    char id[GAME_ID_BYTES_MAX + 1];
    if (ui->review != NULL) {
        fputs(tr(ui->style.lang, "The analysis is still being made.\n"), ui->out);
    } else if (find_id(about.words, id) > 0) {
        fputs(tr(ui->style.lang, "Type: analyse, or analyse ID for another game\n"),
              ui->out);
    } else {
        ask_record(ui, line, &about, ID_ANALYSE, id);
    }
    return true;
}

static void save(struct ui *ui, const char *record) {
    char fault[FAULT_BYTES];
    if (save_record(ui->save_path, record, fault)) {
        char word[4 * PATH_MAX];
        struct text_out out = text_out_of(word, sizeof word);
        cli_write_word(ui->save_path, &out);
        fprintf(ui->out, tr(ui->style.lang, "Saved.  To check it: alea verify %s\n"),
                word);
    } else {
        char *why = said_made(fault);
        fprintf(ui->out, tr(ui->style.lang, "Not saved: %s\n"), why);
        free(why);
    }
}

static void analyse(struct ui *ui, const char *record) {
    char fault[FAULT_BYTES], clean[FAULT_BYTES];
    if (ui->review != NULL) {
        return;
    }
    ui->review = review_begin(record != NULL ? record : "", &ui->style, QUIET_MS, fault);
    if (ui->review != NULL) {
        fputs(tr(ui->style.lang, "Analysing the game ...\n"), ui->out);
    } else {
        utf8_clean(fault, strlen(fault), clean, sizeof clean);
        char *why = said_made(clean);
        fprintf(ui->out, tr(ui->style.lang, "The game cannot be analysed: %s\n"), why);
        free(why);
    }
}

static void take_record(struct ui *ui, const char *id, const char *record) {
    if (strcmp(id, ID_SAVE) == 0) {
        save(ui, record);
    } else {
        analyse(ui, record);
    }
}

bool own_words_hear_record(struct ui *ui, const struct message *msg) {
    if (strcmp(msg->id, ID_SAVE) != 0 && strcmp(msg->id, ID_ANALYSE) != 0) {
        return false;
    }
    take_record(ui, msg->id, msg->record);
    return true;
}

void own_words_hear_review(struct ui *ui) {
    if (ui->review == NULL) {
        return;
    }
    unsigned percent = review_percent(ui->review);
    if (percent < 100) {
        fprintf(ui->out, tr(ui->style.lang, "%u %% analysed ...\n"), percent);
        return;
    }
    char *report = review_end(ui->review);
    ui->review = NULL;
    ui->is_page = true;
    if (report != NULL) {
        pager_begin(&ui->pager, report, ui->out);
    }
}

/* `level N`: the last game again, at another level. */
static bool take_level(struct ui *ui, const char *line) {
    struct about about;
    char ask[LINE_BYTES_MAX + 1];
    if (!is_about(line, "level", &about)) {
        return false;
    }
    if (about.words[0] == '\0' || ui->played[0] == '\0') {
        fputs(tr(ui->style.lang,
                 "After a game, level 5 plays it again, at that level, 1 to 8.\n"),
              ui->out);
        return true;
    }
    snprintf(ask, sizeof ask, "play %s level=%.16s", ui->played, about.words);
    ui_type(ui, ask);
    return true;
}

/* Chooses how boards are shown: `board words`, `board off`, `board on`. */
static bool take_board(struct ui *ui, const char *line) {
    struct about about;
    if (!is_about(line, "board", &about) || about.words[0] == '\0') {
        return false;
    }
    enum board_look look = board_look_find(about.words);
    if (look == BOARD_LOOK_COUNT) {
        fputs(tr(ui->style.lang, "It is: board, board words, board off, board on\n"),
              ui->out);
        return true;
    }
    ui->style.board = look;
    fputs(tr(ui->style.lang, "The board is shown so from now on.\n"), ui->out);
    return true;
}

/* `last`, `history`: what happened in a room, by default the one heard of last.  The
 * screen has its own. */
static bool take_history(struct ui *ui, const char *line) {
    struct about about;
    bool is_last = is_about(line, "last", &about);
    if (ui->scene != NULL || (!is_last && !is_about(line, "history", &about)) ||
        about.words[0] != '\0') {
        return false;
    }
    char room[ROOM_BYTES_MAX + 1], *text;
    size_t len;
    FILE *out = mem_stream(&text, &len);
    snprintf(room, sizeof room, "%.*s", about.room_len > 0 ? about.room_len - 1 : 0,
             line + 1);
    for (int i = 0; i < UI_HISTORIES && len == 0; i++) {
        if (room[0] == '\0' || strcasecmp(ui->histories[i].room, room) == 0) {
            history_write(&ui->histories[i].history, is_last, out);
            fflush(out);
        }
    }
    fputs(len == 0 ? tr(ui->style.lang, "Nothing has happened.\n") : "", out);
    fclose(out);
    pager_begin(&ui->pager, text, ui->out);
    return true;
}

bool own_words_take(struct ui *ui, const char *line) {
    struct about about;
    if (is_about(line, "hint", &about) && about.room_len == 0 && about.words[0] == '\0') {
        advice_ask(&ui->advice, ui->out, &ui->style);
        return true;
    }
    if (strcmp(line, "help save") == 0 || strcmp(line, "help hint") == 0 ||
        strcmp(line, "help analyse") == 0) {
        fputs(tr(ui->style.lang, own_help), ui->out);
        return true;
    }
    return take_save(ui, line) || take_analyse(ui, line) || take_board(ui, line) ||
           take_level(ui, line) || take_history(ui, line);
}

void own_words_note_word(struct ui *ui, const struct command *cmd) {
    const struct command_spec *spec = command_spec(cmd->kind);
    ui->word[0] = '\0';
    for (unsigned i = 0; i < spec->n_args; i++) {
        if (strcmp(spec->arg[i], "word") == 0) {
            text_copy(ui->word, sizeof ui->word, command_arg(cmd, i));
        }
    }
}

void own_words_invite(struct ui *ui, const struct message *msg) {
    render_message(ui->out, msg, &ui->style);
    if (ui->address != NULL) {
        fprintf(
            ui->out,
            tr(ui->style.lang,
               "To invite somebody, send them: alea play %s, and there: join %s%s%s\n"),
            ui->address, msg->room, ui->word[0] != '\0' ? " word=" : "", ui->word);
    }
    ui->word[0] = '\0';
}
