/* OTN, the notation of OpenTafl (github.com/jslater89/OpenTafl,
 * opentafl-notation-spec.txt): a game of tafl as its replays have it (*.otg).  Pure. */
#ifndef ALEA_CLIENT_REPLAY_OTN_H
#define ALEA_CLIENT_REPLAY_OTN_H

#include <stdio.h>

#include "client-cli/replay/replay.h"

/* What the notation cannot say of this game, or NULL: it can be written. */
const char *otn_fault(const struct record *record);
/* Writes the game, which has no such fault: tags, the rules, and the moves with what they
 * capture. */
void otn_write(const struct replay *replay, FILE *out);

#endif
