/* The token of a player, kept in a file for the next start of the program: one file for
 * each server and name, that nobody else can read.  Whoever uses one holds a lock on it,
 * so that the same player in a second window gets another one. */
#ifndef ALEA_CLIENT_NET_TOKEN_H
#define ALEA_CLIENT_NET_TOKEN_H

#include <limits.h>

#include "client-cli/net/net.h"

struct token_file {
    int fd; /* open and locked; -1: no file is used */
    char path[PATH_MAX];
    char name[NAME_BYTES_MAX + 1]; /* whose it is */
    char token[TOKEN_BYTES + 1];   /* secret: what is in it; "" none */
};

/* Where the files are: $XDG_STATE_HOME/alea/tokens, or the same in ~/.local/state.  False
 * when the environment tells neither. */
bool token_dir(char dir[static PATH_MAX]);
/* Opens the file for this server (all names of this computer are one) and name in a
 * directory, which is made if need be, and reads its token.  False with a fault: the
 * program does without. */
bool token_open(struct token_file *file, const char *dir,
                const struct net_address *address, const char *name,
                char fault[static FAULT_BYTES]);
/* The same in token_dir; without one no file is used, which is no fault. */
bool token_find(struct token_file *file, const struct net_address *address,
                const char *name, char fault[static FAULT_BYTES]);
/* Puts a token into the file unless it is the one that was put there last.  False with a
 * fault, once for each token.  Fine without a file. */
bool token_keep(struct token_file *file, const char *token,
                char fault[static FAULT_BYTES]);
/* The same player has another name now, under which he will come back: the token goes
 * into the file of that name.  False with a fault, once for each name: it stays where it
 * is.  Fine without a file. */
bool token_move(struct token_file *file, const struct net_address *address,
                const char *name, char fault[static FAULT_BYTES]);
/* Gives the lock back.  The file is removed if nobody will come back with it.  Fine
 * without a file. */
void token_close(struct token_file *file, bool may_return);

#endif
