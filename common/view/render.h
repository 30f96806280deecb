/* A whole message as text for people, in the server's text mode and on the client's
 * screen.
 *
 * With style->marks, the first byte of a line tells its kind: '+' a reply, '-' an error,
 * '*' an event, ' ' a continuation.  Lines end with '\n'. */
#ifndef ALEA_VIEW_RENDER_H
#define ALEA_VIEW_RENDER_H

#include <stdio.h>

#include "lang/lang.h"
#include "proto/message/message.h"
#include "view/style.h"

/* Whether the message only says that a player is ready, away or back.  Then neither room
 * nor board is shown again. */
bool render_is_about_people(const struct message *msg);
void render_message(FILE *out, const struct message *msg, const struct style *style);
/* Writes which game a room plays, who sits where, and the commitment of the dice. */
void render_room(FILE *out, const struct state *state, const struct style *style);
/* Writes help on a topic (a command, a game, or "" for the overview).  Each paragraph is
 * one line, which render_message wraps.  False, with nothing written: no such topic. */
bool render_help(FILE *out, enum lang lang, const char *topic);
/* Returns the help on a topic that is neither a command nor a game (dice, clock), in
 * English and wrapped; NULL: no such topic. */
const char *help_about(const char *topic);
/* Writes how a command is typed, its arguments in the reader's language. */
void render_usage(enum lang lang, enum command_kind kind, struct text_out *out);
/* Lines of a page: 24, less one for the request and one for the next line typed. */
#define HELP_ROWS 22
/* As render_help, in lines of at most 78 bytes and pages of at most HELP_ROWS lines.
 * Writes the first page, or the one whose number follows the topic ("commands 2"). */
bool render_help_page(FILE *out, enum lang lang, const char *topic);

#endif
