/* Waiting for bytes, for time to pass, or for the user to stop the program. */
#ifndef ALEA_CLIENT_NET_WAIT_H
#define ALEA_CLIENT_NET_WAIT_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/text.h"

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

/* --- reconnecting ---
 *
 * When to reconnect after a connection is lost: soon, then less and less often.  The
 * caller passes time and randomness. */

/* Longest delay before the first try, and before any.  It doubles with each try. */
#define RECONNECT_FIRST_MS 500
#define RECONNECT_MOST_MS  60000
/* After a connection that lasted this long, delays start from the first again.  After a
 * shorter one, they start at RECONNECT_SHAKY_TRY (4 s) at most: the server is there, and
 * players who are away too long lose. */
#define RECONNECT_STEADY_MS 10000
#define RECONNECT_SHAKY_TRY 3

struct reconnect {
    unsigned n_tries; /* tries that failed or led to a short connection */
    uint64_t back_ms; /* when the server last accepted us; UINT64_MAX: not since the
                       * connection was lost */
    uint64_t due_ms;  /* when to try next */
};

/* The delay before try n, from 0.  random: any number; it shortens the delay by up to
 * half, so the clients of a restarted server do not all connect at once. */
uint32_t reconnect_delay_ms(unsigned n, uint32_t random);
/* Starts without a lost connection. */
void reconnect_init(struct reconnect *reconnect);
/* Call when the server has accepted us. */
void reconnect_is_back(struct reconnect *reconnect, uint64_t now_ms);
/* Sets due_ms.  Call it when the connection is lost, and after a failed try.  Returns the
 * time until due_ms. */
uint32_t reconnect_plan(struct reconnect *reconnect, uint64_t now_ms, uint32_t random);
/* For messages: "trying again at once", "trying again in 3 s". */
void reconnect_write(uint32_t delay_ms, struct text_out *out);

#endif
