#include "client-cli/term/tty.h"

#include <stdbool.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "mem/mem.h"

/* Global: the process has one terminal. */
static struct {
    bool is_kept;
    int fd;
    struct termios usual;
    const char *leave;
} kept;

void tty_keep(int fd, const char *leave) {
    kept.fd = fd;
    kept.leave = leave;
    kept.is_kept = tcgetattr(fd, &kept.usual) == 0;
}

void tty_forget(void) {
    kept.is_kept = false;
}

void mem_before_exit(void) {
    if (kept.is_kept) {
        ssize_t n = write(STDOUT_FILENO, kept.leave, strlen(kept.leave));
        (void)n;
        (void)tcsetattr(kept.fd, TCSANOW, &kept.usual);
    }
}
