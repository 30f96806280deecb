/* Commands with passwords: what is missing of them is asked for, line by line, without
 * being shown, and a person knows before it is sent that others can read it. */
#ifndef ALEA_CLIENT_NET_SECRET_H
#define ALEA_CLIENT_NET_SECRET_H

#include <stdbool.h>
#include <stdio.h>

#include "proto/command/command.h"

/* What the server says of passwords on this connection: `passwords` of hello. */
enum secret_line { SECRET_LINE_SAFE, SECRET_LINE_WARN, SECRET_LINE_REFUSE };

struct secret {
    bool is_open;       /* a line is waited for: what secret_prompt asks */
    bool is_warned;     /* the person wants to go ahead although others can read it */
    bool repeats;       /* the new password is to be typed once more */
    struct command cmd; /* what there is of it */
    char prompt[80];
};

/* Whether a typed line, perhaps without its passwords, is a command that has them: then
 * it is one for secret_begin, and nobody keeps it. */
bool secret_is(const char *line);
/* Begins with such a line; what there is to say goes to out.  True: it is complete, and
 * to be sent. */
bool secret_begin(struct secret *secret, const char *line, enum secret_line safety,
                  FILE *out);
/* What is to be typed now without being shown, or NULL. */
const char *secret_prompt(const struct secret *secret);
/* Takes a line that was waited for.  True: the command is complete. */
bool secret_take(struct secret *secret, const char *line, FILE *out);
/* Nothing of it is left. */
void secret_forget(struct secret *secret);

#endif
