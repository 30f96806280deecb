/* The lease on a database that several alead share (--node): only its holder serves.
 *
 * The holder renews it every LEASE_RENEW_MS.  When it may be over, as after a pause of
 * the process or while the database is away, nothing is sent about games and no request
 * is carried out: another server may be serving.  The store makes sure by itself that
 * nothing is written then (server/store/lease.h).  Without --node these functions do
 * nothing. */
#ifndef ALEA_SERVER_TURN_LEASE_H
#define ALEA_SERVER_TURN_LEASE_H

#include <stdbool.h>
#include <stddef.h>

struct turns;

/* Interval at which the lease is renewed, in ms. */
#define LEASE_RENEW_MS 1000
/* How long the server trusts its lease, in ms from the request for it.  1 s less than the
 * database does, so that the server stops first even if its clock is slow. */
#define LEASE_TRUST_MS 5000
/* After a standstill of this length, in ms, the server does not trust its lease either:
 * its players may be at another server by now. */
#define LEASE_STILL_MS 2000

/* Takes note of the lease that the store got when it was opened, if it has one. */
void lease_begin(struct turns *turns);
void lease_free(struct turns *turns);
/* Reads the clock: the lease may be late.  Called by turn_set_time. */
void lease_look(struct turns *turns);
/* Whether the server has a lease at all. */
bool lease_is_held(const struct turns *turns);
/* Whether the lease may be over. */
bool lease_is_late(const struct turns *turns);
/* Whether another server has the database: nothing may be sent any more, and the process
 * should end at once. */
bool lease_is_lost(const struct turns *turns);
/* Moves messages that must not be sent while the lease is late out of the outbox. */
void lease_withhold(struct turns *turns);
/* How many messages are withheld. */
size_t lease_n_withheld(const struct turns *turns);
/* Renews the lease, if it is time. */
void lease_tick(struct turns *turns);
/* The same during a long start; blocks. */
void lease_renew_at_start(struct turns *turns);
/* Another server has the database: stops this one, and logs why. */
void lease_lose(struct turns *turns, const char *why);

#endif
