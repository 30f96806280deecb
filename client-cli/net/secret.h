/* Commands with passwords.  Asks for the missing parts line by line, without showing what
 * is typed.  Warns before it sends a password that others could read on the way. */
#ifndef ALEA_CLIENT_NET_SECRET_H
#define ALEA_CLIENT_NET_SECRET_H

#include <stdbool.h>
#include <stdio.h>

#include "proto/command/command.h"

/* What the server says about passwords on this connection (`passwords` in hello). */
enum secret_line { SECRET_LINE_SAFE, SECRET_LINE_WARN, SECRET_LINE_REFUSE };

struct secret {
    bool is_open;       /* waits for the line that secret_prompt asks for */
    bool is_warned;     /* the user was warned, and wants to send it anyway */
    bool repeats;       /* the new password must be typed again */
    struct command cmd; /* the command so far */
    char prompt[96];
};

/* Whether a typed line is a command with passwords, even without them.  Such lines go to
 * secret_begin, and must not be kept anywhere. */
bool secret_is(const char *line);
/* Begins with such a line; messages for the user go to out.  True: the command is
 * complete; send it. */
bool secret_begin(struct secret *secret, const char *line, enum secret_line safety,
                  FILE *out);
/* The prompt for the hidden input that is needed now, or NULL. */
const char *secret_prompt(const struct secret *secret);
/* Takes the line that secret_prompt asked for.  True: the command is complete. */
bool secret_take(struct secret *secret, const char *line, FILE *out);
/* Wipes everything. */
void secret_forget(struct secret *secret);

#endif
