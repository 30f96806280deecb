/* The signals of a server: INT and TERM stop it, HUP reads files again. */
#ifndef ALEA_SERVER_NET_SIGNALS_H
#define ALEA_SERVER_NET_SIGNALS_H

#include <uv.h>

#define SIGNALS 3

/* Called from inside the loop with arg. */
struct signal_hooks {
    void (*on_stop)(void *arg);   /* it is stopping: no new connections */
    void (*on_hangup)(void *arg); /* SIGHUP: read files again */
    void *arg;
};

/* Zeroed: none is caught. */
struct signals {
    uv_signal_t signal[SIGNALS];
    const struct signal_hooks *hooks; /* borrowed; NULL: none is caught */
    void (*stop)(void *owner);
    void *owner;
};

/* Catches them.  stop is called at each INT and TERM; it calls hooks->on_stop itself.
 * Borrows hooks. */
void signals_catch(struct signals *signals, uv_loop_t *loop,
                   const struct signal_hooks *hooks, void (*stop)(void *owner),
                   void *owner);
/* Closes the handles. */
void signals_close(struct signals *signals);

#endif
