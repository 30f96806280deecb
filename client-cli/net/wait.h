/* Waiting for bytes, for time to pass, or for the user to stop the program. */
#ifndef ALEA_CLIENT_NET_WAIT_H
#define ALEA_CLIENT_NET_WAIT_H

#include <stdbool.h>
#include <stdint.h>

enum wait_end {
    WAIT_READY,   /* at least one descriptor is ready */
    WAIT_TIMEOUT, /* none became ready in time */
    WAIT_STOPPED, /* SIGINT or SIGTERM arrived, now or earlier */
};

/* A descriptor to wait for. */
struct wait_fd {
    int fd;        /* negative: ignored */
    bool to_write; /* wait until it is writable; else until it is readable */
    bool is_ready; /* set by wait_for */
};

/* Most descriptors to wait for at once.  A bot: the server and its programs.  alea play:
 * the server or a thinking opponent, the terminal, wait_resume_fd, a hint, a new
 * connection. */
#define WAIT_FDS_MAX 17

/* From now on SIGINT and SIGTERM end wait_for, not the program.  Ends the program if
 * there are no descriptors left. */
void wait_catch_signals(void);
/* Ends every wait_for from now on, as the signals do. */
void wait_stop(void);
/* After SIGINT: lets wait_for work again.  False: there was more than that. */
bool wait_forget_interrupt(void);
/* From now on wait_has_resumed reports that the program continued after Ctrl-Z: the shell
 * has used the terminal meanwhile.  This may end the program, so call it before you
 * change the terminal. */
void wait_catch_resume(void);
/* The same when the window gets another size. */
void wait_catch_resize(void);
/* Becomes readable when the program continues. */
int wait_resume_fd(void);
/* Whether the program has continued since the last call. */
bool wait_has_resumed(void);
/* Waits for one of the descriptors.  timeout_ms: negative: no timeout. */
enum wait_end wait_for(struct wait_fd *fds, unsigned n, int64_t timeout_ms);
/* Monotonic time. */
uint64_t wait_now_ms(void);

#endif
