#include "client-cli/net/state_dir.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool state_dir_path(const char *name, char path[static PATH_MAX]) {
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    int len = -1;
    if (state != NULL && state[0] == '/') { /* others are to be ignored, it says */
        len = snprintf(path, PATH_MAX, "%s/alea/%s", state, name);
    } else if (home != NULL && home[0] == '/') {
        len = snprintf(path, PATH_MAX, "%s/.local/state/alea/%s", home, name);
    }
    return len > 0 && len < PATH_MAX;
}

bool state_dir_make(const char *dir) {
    char part[PATH_MAX];
    snprintf(part, sizeof part, "%s", dir);
    for (char *slash = strchr(part + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(part, 0700); /* one that is there is fine; others are noticed at the end */
        *slash = '/';
    }
    return mkdir(part, 0700) == 0 || errno == EEXIST;
}
