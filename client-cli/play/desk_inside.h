/* What the files of a desk share; for desk*.c only. */
#ifndef ALEA_CLIENT_PLAY_DESK_INSIDE_H
#define ALEA_CLIENT_PLAY_DESK_INSIDE_H

#include "client-cli/play/desk.h"

/* Ids of requests whose answers need more than being shown. */
#define DESK_ID_HELP   "desk.help"
#define DESK_ID_QUIT   "desk.quit"
#define DESK_ID_MOVE   "desk.move"
#define DESK_ID_SECRET "desk.secret"
/* The name whose games are asked for follows: the answer has it no longer. */
#define DESK_ID_GAMES "desk.games."
/* The question for a record that is to be saved. */
#define DESK_ID_SAVE "desk.save"

/* What can be typed here and not at the server. */
extern const char desk_help[];

/* Sends a move, and remembers it until it is answered. */
void desk_send_move(struct desk *desk, const struct command *cmd);
/* Sends the command with passwords. */
void desk_send_secret(struct desk *desk);
/* Why a line means nothing: found here as the server would find it. */
void desk_show_fault(struct desk *desk, const struct command_fault *fault);
/* Obeys "save FILE", also with @ROOM before it, which asks for the record of that room;
 * in no room, for that of the game that he has seen end last.  Returns whether it was
 * that. */
bool desk_take_save(struct desk *desk, const char *line);
/* Saves the record that has come. */
void desk_save(struct desk *desk, const char *record);

/* Shows as much of desk->more as fits the terminal. */
void desk_show_more(struct desk *desk);

#endif
