/* What the files of a ui share; for ui*.c only. */
#ifndef ALEA_CLIENT_PLAY_UI_INSIDE_H
#define ALEA_CLIENT_PLAY_UI_INSIDE_H

#include "client-cli/play/ui.h"

/* Ids of requests whose answers need more than being shown. */
#define UI_ID_HELP   "ui.help"
#define UI_ID_QUIT   "ui.quit"
#define UI_ID_MOVE   "ui.move"
#define UI_ID_SECRET "ui.secret"
/* The name whose games are asked for follows: the answer has it no longer. */
#define UI_ID_GAMES "ui.games."
/* The question for a record that is to be saved. */
#define UI_ID_SAVE "ui.save"

/* What can be typed here and not at the server. */
extern const char ui_help[];

/* Sends a move, and remembers it until it is answered. */
void ui_send_move(struct ui *ui, const struct command *cmd);
/* Sends the command with passwords. */
void ui_send_secret(struct ui *ui);
/* Why a line means nothing: found here as the server would find it. */
void ui_show_fault(struct ui *ui, const struct command_fault *fault);
/* Obeys "save FILE", also with @ROOM before it, which asks for the record of that room;
 * in no room, for that of the game that he has seen end last.  Returns whether it was
 * that. */
bool ui_take_save(struct ui *ui, const char *line);
/* Saves the record that has come. */
void ui_save(struct ui *ui, const char *record);

/* Shows as much of ui->more as fits the terminal. */
void ui_show_more(struct ui *ui);

#endif
