/* Preloaded into alead (LD_PRELOAD): every sync of a file takes SLOW_SYNC_MS longer, as
 * on a slow disk. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void be_slow(void) {
    const char *text = getenv("SLOW_SYNC_MS");
    long ms = text != NULL ? strtol(text, NULL, 10) : 0;
    struct timespec rest = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    (void)nanosleep(&rest, NULL);
}

int fsync(int fd) {
    be_slow();
    return (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd) {
    be_slow();
    return (int)syscall(SYS_fdatasync, fd);
}
