/* A whole message as text for people: text mode of the server, and the client's screen.
 *
 * With style->marks the first byte tells what a line is: '+' a reply, '-' an error, '*'
 * an event, ' ' the continuation of the line before.  Lines end with '\n'. */
#ifndef ALEA_VIEW_RENDER_H
#define ALEA_VIEW_RENDER_H

#include <stdio.h>

#include "proto/message.h"
#include "view/style.h"

/* Whether all that happened is that somebody is ready, away or back: the room and its
 * board, which were shown before, are not shown. */
bool render_is_about_people(const struct message *msg);
void render_message(FILE *out, const struct message *msg, const struct style *style);
/* Help on a topic (a command, a game, or "" for the overview), lines of at most 78
 * bytes.  False when there is no such topic; nothing is written then. */
bool render_help(FILE *out, const char *topic);

#endif
