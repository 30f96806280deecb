/* Where the client keeps what it must know the next time. */
#ifndef ALEA_CLIENT_NET_STATE_DIR_H
#define ALEA_CLIENT_NET_STATE_DIR_H

#include <limits.h>
#include <stdbool.h>

/* $XDG_STATE_HOME/alea/NAME, or the same in ~/.local/state.  False when the environment
 * tells neither, or it is too long. */
bool state_dir_path(const char *name, char path[static PATH_MAX]);
/* The same for data files: $XDG_DATA_HOME/alea/NAME, or the same in ~/.local/share. */
bool data_dir_path(const char *name, char path[static PATH_MAX]);
/* Makes a directory and those above it, for nobody else to look into.  False with errno;
 * one that is there is fine. */
bool state_dir_make(const char *dir);

#endif
