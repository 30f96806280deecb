/* States of rooms: shows them, and what follows from them. */
#ifndef ALEA_CLIENT_PLAY_STATES_H
#define ALEA_CLIENT_PLAY_STATES_H

#include "client-cli/play/ui.h"

/* Shows the state in this event, on the screen or as text. */
void states_hear(struct ui *ui, const struct message *msg);

#endif
