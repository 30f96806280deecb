/* Turns: what is done in one turn of the loop becomes one value (struct turn).  It is
 * handed to the store, which reports when it is durable; only then do its messages
 * leave, in order.  Meanwhile the next turn collects.
 *
 * If the store fails, both turns are dropped whole: each of their requests is answered
 * `storage`, what they did outside the store is undone, and everything is read again
 * from the store (hub/load.h).
 *
 * This is the lowest floor.  What it has to say to the others it says through pointers
 * that it is given at its creation (struct turn_calls), or with a request (turn_after,
 * turn_if_it_fails). */
#ifndef ALEA_SERVER_TURN_TURN_H
#define ALEA_SERVER_TURN_TURN_H

#include "server/queue/outbox.h"
#include "server/queue/task.h"
#include "server/store/writes.h"
#include "server/turn/config.h"
#include "view/style.h"

/* How often to try whether the disk works again, in ms. */
#define TURN_RETRY_MS 1000

/* When the store has had a turn for this long, in ms, further requests are refused: see
 * turn_is_stalled. */
#define TURN_STALL_MS 3000

/* Back-pressure: while the store has a turn, and the next one has this many bytes of
 * writes or this many messages, no more is read: see turn_is_full.  A move takes about
 * 800 bytes. */
#define TURN_BYTES    ((size_t)4 * 1024 * 1024)
#define TURN_MESSAGES 16384

/* While the store stalls, requests are read and refused until this many answers wait
 * for it: some 30 MB.  Then no more is read. */
#define TURN_STALL_MESSAGES 65536

struct turns;

/* A request that waits for a turn. */
struct asked {
    uint64_t client, conn;
    bool json; /* the client's mode, in case it is gone by then */
    struct style style;
    char id[ID_BYTES_MAX + 1];
    uint16_t line; /* its number in the connection */
    size_t at;     /* set by the turn: its refusal comes after this many messages of its
                      outbox; 0: first */
};

/* What the floors above are told. */
struct turn_calls {
    void *owner;
    /* The present turn is complete: the next one begins. */
    void (*handed_over)(void *owner);
    /* That turn is stored. */
    void (*stored)(void *owner, uint64_t turn);
    /* A turn is dropped: this request of it is to be answered `storage`. */
    void (*refuse)(void *owner, const struct asked *asked);
    /* This turn and all later ones are dropped; it was handed over at that time. */
    void (*failed)(void *owner, uint64_t turn, uint64_t since_ms);
    /* Running clocks are to be credited with this time, which has just passed. */
    void (*forgive)(void *owner, uint64_t ms);
};

/* Resumes the server time that the store has.  Borrows config and store.  Returns
 * owned. */
struct turns *turn_new(struct hub_config *config, struct store *store,
                       struct hub_time now, const struct turn_calls *calls);
void turn_free(struct turns *turns);
/* Sets the time of a turn: server time (base/server_time.h). */
void turn_set_time(struct turns *turns, struct hub_time now);

/* --- in a turn --- */

/* Messages from now on belong to the present turn, even if it has written nothing yet:
 * the present request may still write. */
void turn_open(struct turns *turns);
/* Where the present turn records what is to be stored. */
struct writes *turn_writes(struct turns *turns);
/* The number of the present turn; the first is 1. */
uint64_t turn_number(const struct turns *turns);
/* Calls a function once the present turn is stored; if it fails, never. */
void turn_after(struct turns *turns, void (*run)(void *owner, uint64_t arg), void *owner,
                uint64_t arg);
/* Called once for each turn_if_it_fails: undoes something if the turn fails.  Takes
 * value. */
typedef void turn_undo(void *owner, void *value, bool fails);
/* Notes how to undo what the store does not have; takes value.  If the turn fails, the
 * latest is undone first. */
void turn_if_it_fails(struct turns *turns, turn_undo *run, void *owner, void *value);
/* The number of the last turn that a message sent now may depend on; 0: none. */
uint64_t turn_needs(const struct turns *turns);
/* The outbox for a message that depends on turns up to this number.  *waits is the last
 * turn for which messages to its receiver wait, so that they stay in order. */
struct outbox *turn_outbox_for(struct turns *turns, uint64_t *waits, uint64_t needs);
/* Whether turn `waits` is still to be decided. */
bool turn_is_awaited(const struct turns *turns, uint64_t waits);
/* The message that was just queued answers this request: if its turn fails, the request
 * is answered `storage` instead.  is_dismissed: goodbye may be queued already. */
void turn_note_asked(struct turns *turns, uint64_t waits, const struct asked *asked,
                     bool is_dismissed);

/* --- the end of a turn --- */

/* Hands the present turn to the store, unless the store is still busy with the last
 * one. */
void turn_commit(struct turns *turns);
/* While gathers is true, turn_commit hands no turn to the store: the present one grows.
 */
void turn_gather(struct turns *turns, bool gathers);
/* What is ready to be sent; borrowed. */
struct outbox *turn_outbox(struct turns *turns);
/* How many messages are ready to be sent, or queued in the present turn. */
size_t turn_n_messages(const struct turns *turns);
/* Whether nothing can be sent, or handed to the store, now. */
bool turn_is_settled(const struct turns *turns);
/* Whether all that was done is stored, and nothing waits to be sent. */
bool turn_is_done(const struct turns *turns);
/* Whether further requests are answered `storage` and not carried out: the store has
 * had a turn for TURN_STALL_MS, so nobody knows what became of the commit; everything is
 * read again; or the lease is late. */
bool turn_is_stalled(const struct turns *turns);
/* Back-pressure: whether so much waits for the store that the caller should not read
 * before the next turn_task_done. */
bool turn_is_full(const struct turns *turns);

/* --- the store --- */

/* Starts a task (takes it) once all earlier changes are on their way to the store, so
 * it sees them.  True: it is done already. */
bool turn_ask_store(struct turns *turns, struct store_task *task);
/* The store is of no use any more (store_is_lost): stops the server, and logs why. */
void turn_lose_store(struct turns *turns, const char *fault);

#endif
