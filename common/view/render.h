/* A whole message as text for people: text mode of the server, and the client's screen.
 *
 * With style->marks the first byte tells what a line is: '+' a reply, '-' an error, '*'
 * an event, ' ' the continuation of the line before.  Lines end with '\n'. */
#ifndef ALEA_VIEW_RENDER_H
#define ALEA_VIEW_RENDER_H

#include <stdio.h>

#include "proto/message/message.h"
#include "view/style.h"

/* Whether all that happened is that somebody is ready, away or back: the room and its
 * board, which were shown before, are not shown. */
bool render_is_about_people(const struct message *msg);
void render_message(FILE *out, const struct message *msg, const struct style *style);
/* Help on a topic (a command, a game, or "" for the overview).  A paragraph is one line,
 * for render_message to wrap.  False when there is no such topic; nothing is written
 * then.
 */
bool render_help(FILE *out, const char *topic);
/* Rows of a page: of 24, one is for the request and one for the next line typed. */
#define HELP_ROWS 22
/* The same in lines of at most 78 bytes and pages of at most HELP_ROWS lines: the first
 * one, or the one whose number follows the topic ("commands 2"). */
bool render_help_page(FILE *out, const char *topic);

#endif
