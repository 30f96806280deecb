/* The directories of the client's files. */
#ifndef ALEA_CLIENT_NET_STATE_DIR_H
#define ALEA_CLIENT_NET_STATE_DIR_H

#include <limits.h>
#include <stdbool.h>

/* The user's home directory: $HOME, or what the system has.  Borrowed until the next
 * call; NULL: none. */
const char *home_dir(void);

/* $XDG_STATE_HOME/alea/NAME, or ~/.local/state/alea/NAME.  False if the environment has
 * neither variable, or the path is too long. */
bool state_dir_path(const char *name, char path[static PATH_MAX]);
/* As state_dir_path, for data files: $XDG_DATA_HOME/alea/NAME, or
 * ~/.local/share/alea/NAME. */
bool data_dir_path(const char *name, char path[static PATH_MAX]);
/* Creates a directory and its parents, for this user only.  Succeeds if it exists.  False
 * with errno. */
bool state_dir_make(const char *dir);

#endif
