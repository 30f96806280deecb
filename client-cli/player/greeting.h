/* What a client reads before it has a name, and the names it may ask for. */
#ifndef ALEA_CLIENT_PLAYER_GREETING_H
#define ALEA_CLIENT_PLAYER_GREETING_H

#include "proto/bounds.h"
#include "proto/message/message.h"

/* Whether a first line greets us in our protocol.  False with a fault that says what the
 * line is instead. */
bool player_check_greeting(const char *line, char fault[static FAULT_BYTES]);
/* Reads "- TEXT [CODE]", with which a server refuses a connection instead of greeting;
 * text begins with a small letter.
 * *why: ERROR_CODE_COUNT for an unknown code.  False: the line is something else. */
bool player_read_refusal(const char *line, enum error_code *why,
                         char text[static FAULT_BYTES]);
/* Makes a name that servers accept from any text; "guest" if no character is usable. */
void player_fit_name(const char *text, char name[static NAME_BYTES_MAX + 1]);
/* Appends a number to a name, and cuts the name if it gets too long; number 1 adds
 * nothing. */
void player_number_name(const char *wanted, unsigned number,
                        char name[static NAME_BYTES_MAX + 1]);

#endif
