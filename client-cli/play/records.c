#include "client-cli/play/records.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "client-cli/check/record_file.h"
#include "client-cli/net/cli.h"
#include "client-cli/player/save.h"
#include "proto/shape.h"

#define FOLDER "records"

static bool find_path(const char *game_id, char path[static PATH_MAX]) {
    char name[64];
    snprintf(name, sizeof name, FOLDER "/%.40s.json", game_id);
    return is_game_id(game_id) && strchr(game_id, '/') == NULL &&
           state_dir_path(name, path);
}

/* Finds the oldest record.  Returns how many there are. */
static unsigned find_oldest(const char *dir, char oldest[static PATH_MAX]) {
    unsigned n = 0;
    struct timespec least = {0};
    DIR *files = opendir(dir);
    for (struct dirent *file; files != NULL && (file = readdir(files)) != NULL;) {
        char path[PATH_MAX];
        struct stat info;
        size_t len = strlen(file->d_name);
        bool is_record =
            len > 5 && strcmp(file->d_name + len - 5, ".json") == 0 &&
            snprintf(path, sizeof path, "%s/%s", dir, file->d_name) < PATH_MAX &&
            lstat(path, &info) == 0 && S_ISREG(info.st_mode);
        if (!is_record) {
            continue;
        }
        bool is_older =
            n == 0 || info.st_mtim.tv_sec < least.tv_sec ||
            (info.st_mtim.tv_sec == least.tv_sec && info.st_mtim.tv_nsec < least.tv_nsec);
        if (is_older) {
            least = info.st_mtim;
            memcpy(oldest, path, strlen(path) + 1);
        }
        n++;
    }
    if (files != NULL) {
        closedir(files);
    }
    return n;
}

bool records_keep(const char *game_id, const char *record, char path[static PATH_MAX]) {
    char dir[PATH_MAX], oldest[PATH_MAX], fault[FAULT_BYTES];
    if (!find_path(game_id, path) || !state_dir_path(FOLDER, dir) ||
        !state_dir_make(dir) || !save_record(path, record, fault)) {
        return false;
    }
    while (find_oldest(dir, oldest) > RECORDS_MOST && unlink(oldest) == 0) {
    }
    return true;
}

bool records_are_none(void) {
    char dir[PATH_MAX], oldest[PATH_MAX];
    return !state_dir_path(FOLDER, dir) || find_oldest(dir, oldest) == 0;
}

char *records_read(const char *game_id) {
    char path[PATH_MAX];
    size_t len;
    return find_path(game_id, path) ? record_file_read(path, &len) : NULL;
}
