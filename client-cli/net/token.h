/* A player's token, kept in a file for the next start of the program.  Each server and
 * name has one, readable by the user only.  A program locks its file, so a second window
 * with the same name uses another file. */
#ifndef ALEA_CLIENT_NET_TOKEN_H
#define ALEA_CLIENT_NET_TOKEN_H

#include <limits.h>

#include "client-cli/net/net.h"

struct token_file {
    int fd; /* open and locked; -1: no file is used */
    char path[PATH_MAX];
    char name[NAME_BYTES_MAX + 1]; /* of the player */
    char token[TOKEN_BYTES + 1];   /* secret: the content of the file; "": none */
};

/* Where the files are: $XDG_STATE_HOME/alea/tokens, or ~/.local/state/alea/tokens.  False
 * if the environment has neither variable. */
bool token_dir(char dir[static PATH_MAX]);
/* Opens the file for this server and name, and reads its token.  All names of this
 * computer are the same server.  Creates the directory if needed.  False with a fault:
 * the program goes on without a file. */
bool token_open(struct token_file *file, const char *dir,
                const struct net_address *address, const char *name,
                char fault[static FAULT_BYTES]);
/* As token_open, in token_dir.  True, without a file, if there is no such directory. */
bool token_find(struct token_file *file, const struct net_address *address,
                const char *name, char fault[static FAULT_BYTES]);
/* Writes a token to the file unless it has it.  False with a fault, once for each token.
 * Does nothing without a file. */
bool token_keep(struct token_file *file, const char *token,
                char fault[static FAULT_BYTES]);
/* Moves the token to the file of another name.  Call it when the player has a new name to
 * return with.  False with a fault, once for each name: the token stays where it is. Does
 * nothing without a file. */
bool token_move(struct token_file *file, const struct net_address *address,
                const char *name, char fault[static FAULT_BYTES]);
/* Unlocks the file.  may_return: keeps it, as the player may return; otherwise removes
 * it.  Does nothing without a file. */
void token_close(struct token_file *file, bool may_return);

#endif
