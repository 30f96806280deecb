#include "client-cli/net/state_dir.h"

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *home_dir(void) {
    const char *home = getenv("HOME");
    const struct passwd *user = home == NULL ? getpwuid(getuid()) : NULL;
    home = user != NULL ? user->pw_dir : home;
    return home != NULL && home[0] == '/' ? home : NULL;
}

/* alea/NAME in the directory that an environment variable names, or, if it is not set, in
 * `usual` below the home directory. */
static bool user_path(const char *variable, const char *usual, const char *name,
                      char path[static PATH_MAX]) {
    const char *base = getenv(variable);
    const char *home = home_dir();
    int len = -1;
    if (base != NULL &&
        base[0] == '/') { /* the specification says to ignore relative paths */
        len = snprintf(path, PATH_MAX, "%s/alea/%s", base, name);
    } else if (home != NULL) {
        len = snprintf(path, PATH_MAX, "%s/%s/alea/%s", home, usual, name);
    }
    return len > 0 && len < PATH_MAX;
}

bool state_dir_path(const char *name, char path[static PATH_MAX]) {
    return user_path("XDG_STATE_HOME", ".local/state", name, path);
}

bool data_dir_path(const char *name, char path[static PATH_MAX]) {
    return user_path("XDG_DATA_HOME", ".local/share", name, path);
}

bool state_dir_make(const char *dir) {
    char part[PATH_MAX];
    snprintf(part, sizeof part, "%s", dir);
    for (char *slash = strchr(part + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(part, 0700); /* it may exist; the last step reports other errors */
        *slash = '/';
    }
    return mkdir(part, 0700) == 0 || errno == EEXIST;
}
