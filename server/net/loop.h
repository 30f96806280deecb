/* The event loop: listeners, signals, the timer of what is due, and the one place at the
 * end of a turn where everything is sent. */
#ifndef ALEA_SERVER_NET_LOOP_H
#define ALEA_SERVER_NET_LOOP_H

#include <stdbool.h>
#include <stddef.h>

#include "server/hub/hub.h"
#include "server/net/endpoint.h"
#include "server/net/tls.h"

/* Pieces that are read in a turn when there is no file to be written at its end.  What
 * they have touched is then still near the processor when it is told: with 2,500 rooms a
 * move costs 5 % less than in the turns of up to 1,024 that libuv makes.  With a file the
 * longer ones are better, as each ends with a write. */
#define LOOP_HEARD_AT_ONCE 64

/* With so many connections a turn with a commit, in which less than LOOP_CALM pieces have
 * come, is followed by a rest: a waking, a commit and a sync for each single move cost
 * more than the move when they are not shared with others.  2,500 rooms with a move every
 * 2 s need 7 to 9 % of a core instead of 21 % (durability full); who moves waits 8 ms in
 * the middle instead of 0.4.  In a smaller lobby nobody waits. */
#define LOOP_CROWD   256
#define LOOP_CALM    64
#define LOOP_REST_MS 12

/* Messages that wait in a turn that is about everybody, as after a restart: then they are
 * committed and sent before more is read.  Else what is made for a moment for everybody
 * would leave the heap full of holes, and a commit costs less than so many of them. */
#define LOOP_OUTBOX_MOST 8192

/* While somebody's clock runs the loop sleeps no longer than this at once, in ms: so it
 * notices when the process stands still, and server time stops (steady.h).  A pause costs
 * a player no more than this and STEADY_LATE_MS together.  Twenty wakings a second are
 * 0.1 % of a core; without clocks there are none. */
#define LOOP_NAP_MS 50
/* Without clocks it sleeps no longer than this part of what is left until the first
 * deadline: a pause takes no more of it than that. */
#define LOOP_NAP_PART 16
/* When something is due the loop first reads what has come: until a look brings nothing,
 * or, when somebody keeps it busy, so many looks. */
#define LOOP_LOOKS_MOST 16
/* A standstill of so long, in ms, is told in the log. */
#define LOOP_STILL_TOLD_MS 1000

struct loop;

/* From now on libuv ends the program when it gets no memory (mem.h).  Once, before
 * anything else here. */
void loop_use_memory(void);
/* Listens on each of n endpoints (bound.h).  Borrows config and store, which must outlive
 * the loop. NULL: one could not be opened; why is in fault. */
struct loop *loop_new(struct hub_config *config, struct store *store,
                      const char *const *endpoint, size_t n,
                      char fault[static FAULT_BYTES]);
/* Listens on n further endpoints, for TLS.  Borrows context, which must outlive the loop.
 * False: one could not be opened; why is in fault, and the loop can only be freed. */
bool loop_listen_tls(struct loop *loop, struct tls_context *context,
                     const char *const *endpoint, size_t n,
                     char fault[static FAULT_BYTES]);
/* Where the i-th listener really listens, "127.0.0.1:2532"; those for TLS come last.
 * False: there is no i-th. */
bool loop_endpoint(const struct loop *loop, size_t i, char text[static ENDPOINT_BYTES]);
/* Whether the i-th listener is one for TLS. */
bool loop_endpoint_is_tls(const struct loop *loop, size_t i);
/* From now on answers those who look for servers on the LAN, on the UDP ports with the
 * numbers of the listeners.  A port that cannot be had is logged.  Borrows config, the
 * one of loop_new. */
void loop_discover(struct loop *loop, const struct hub_config *config);
/* From now on gives what is counted to Prometheus, at this endpoint.  False: that cannot
 * be, and why is in fault. */
bool loop_give_metrics(struct loop *loop, const char *endpoint,
                       char fault[static FAULT_BYTES]);
/* Where it really does, the i-th address.  False: there is no i-th. */
bool loop_metrics_endpoint(const struct loop *loop, size_t i,
                           char text[static ENDPOINT_BYTES]);
/* What signals do besides ending the loop; called from inside it, with arg. */
struct loop_hooks {
    void (*on_stop)(void *arg);   /* the end has begun: nobody is let in any more */
    void (*on_hangup)(void *arg); /* SIGHUP: files are to be read again */
    void *arg;
};
/* Ends the loop cleanly on SIGINT and SIGTERM; a second one ends it at once.  Borrows
 * hooks, which must outlive the loop. */
void loop_catch_signals(struct loop *loop, const struct loop_hooks *hooks);
/* Runs until loop_stop. */
void loop_run(struct loop *loop);
/* Does what can be done without waiting, once; for tests.  False: nothing is left. */
bool loop_step(struct loop *loop);
/* Says goodbye to everybody, and lets loop_run return when they are gone. */
void loop_stop(struct loop *loop);
/* Frees everything; loop_run must have returned, or never have been called. */
void loop_free(struct loop *loop);
/* Connections there are, those that are being closed included. */
size_t loop_n_conns(const struct loop *loop);
struct hub *loop_hub(struct loop *loop);

#endif
