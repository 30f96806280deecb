/* The lobby on the screen: asks the server what is going on, as long as it is shown. */
#ifndef ALEA_CLIENT_PLAY_LOBBY_H
#define ALEA_CLIENT_PLAY_LOBBY_H

#include "client-cli/play/ui.h"

/* How often the lobby asks: three cheap commands. */
#define LOBBY_MS 10000

/* Asks if it is time.  Returns when to call it next; UINT64_MAX: the lobby is not shown.
 */
uint64_t lobby_act(struct ui *ui);
/* Takes an answer.  False: it is to something else. */
bool lobby_hear(struct ui *ui, const struct message *msg);

#endif
