/* The token of a player, kept in a file for the next start of the program: one file for
 * each server and name, that nobody else can read.  Whoever uses one holds a lock on it,
 * so that the same player in a second window gets another one. */
#ifndef ALEA_CLIENT_TOKEN_H
#define ALEA_CLIENT_TOKEN_H

#include <limits.h>

#include "client-cli/net.h"

struct token_file {
    int fd; /* open and locked; -1: no file is used */
    char path[PATH_MAX];
};

/* Where the files are: $XDG_STATE_HOME/alea/tokens, or the same in ~/.local/state.  False
 * when the environment tells neither. */
bool token_dir(char dir[static PATH_MAX]);
/* Opens the file for this server and name in a directory, which is made if need be, and
 * reads the token into it, "" when there is none.  False with a fault: the program does
 * without. */
bool token_open(struct token_file *file, const char *dir,
                const struct net_address *address, const char *name,
                char token[static TOKEN_BYTES + 1], char fault[static FAULT_BYTES]);
/* Puts another token into the file.  False with a fault.  Fine without a file. */
bool token_write(struct token_file *file, const char *token,
                 char fault[static FAULT_BYTES]);
/* Gives the lock back; the file stays. */
void token_close(struct token_file *file);
/* Closes, and removes the file. */
void token_remove(struct token_file *file);

#endif
