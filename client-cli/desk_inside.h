/* What the files of a desk share; for desk*.c only. */
#ifndef ALEA_CLIENT_DESK_INSIDE_H
#define ALEA_CLIENT_DESK_INSIDE_H

#include "client-cli/desk.h"

/* Id of the question for a record that is to be saved. */
#define DESK_ID_SAVE "desk.save"

/* Why a line means nothing: found here as the server would find it. */
void desk_show_fault(struct desk *desk, const struct command_fault *fault);
/* Obeys "save FILE", also with @ROOM before it, which asks for the record of that room;
 * in no room, for that of the game that he has seen end last.  Returns whether it was
 * that. */
bool desk_take_save(struct desk *desk, const char *line);
/* Saves the record that has come. */
void desk_save(struct desk *desk, const char *record);

#endif
