/* A bot's game drawn while it goes on, at a pace that can be followed. */
#ifndef ALEA_CLIENT_BOT_BOT_SHOW_H
#define ALEA_CLIENT_BOT_BOT_SHOW_H

#include "proto/message/message.h"

struct bot_show {
    unsigned slow_ms;    /* of --slow; 0: nobody waits, or no longer */
    unsigned n_pictures; /* shown so far */
};

/* Draws a state: over the last one on a terminal, where it stays for a while, else below
 * it. */
void bot_show_state(struct bot_show *show, const struct message *msg);

#endif
