/* Waiting for bytes, for time to pass, or for the user to stop the program. */
#ifndef ALEA_CLIENT_NET_WAIT_H
#define ALEA_CLIENT_NET_WAIT_H

#include <stdbool.h>
#include <stdint.h>

enum wait_end {
    WAIT_READY,   /* at least one descriptor is ready */
    WAIT_TIMEOUT, /* none is, and the time is over */
    WAIT_STOPPED, /* SIGINT or SIGTERM came, now or at any time before */
};

/* A descriptor to wait for. */
struct wait_fd {
    int fd;        /* negative: not waited for */
    bool to_write; /* wait until it takes bytes; else until it has some */
    bool is_ready; /* set by wait_for */
};

/* Most descriptors to wait for at once: the server, the terminal, wait_resume_fd. */
#define WAIT_FDS_MAX 3

/* From now on SIGINT and SIGTERM end waiting instead of the program.  Ends the program
 * when there are no descriptors. */
void wait_catch_signals(void);
/* From now on it is known when the program was stopped (Ctrl-Z) and goes on: a shell has
 * had its terminal meanwhile.  Ends the program as well, so before the terminal is
 * changed. */
void wait_catch_resume(void);
/* What to wait for to know it. */
int wait_resume_fd(void);
/* Whether it was since the last call. */
bool wait_has_resumed(void);
/* timeout_ms: negative waits for ever. */
enum wait_end wait_for(struct wait_fd *fds, unsigned n, int64_t timeout_ms);
/* Monotonic time. */
uint64_t wait_now_ms(void);

#endif
