/* Time, chance and the counters: what everything else needs.  Server time, in ms, goes
 * forward only while the server runs. */
#ifndef ALEA_SERVER_TURN_CLOCK_H
#define ALEA_SERVER_TURN_CLOCK_H

#include "room/room.h"
#include "server/base/metrics.h"
#include "server/turn/config.h"

struct turns;

/* The time of this turn: ms is server time. */
struct hub_time turn_now(const struct turns *turns);
/* The same in ms of server time. */
uint64_t turn_now_ms(const struct turns *turns);
/* A number that is greater than all that this server has given and, if it has fronts,
 * the servers before it with this store. */
uint64_t turn_next_order(struct turns *turns);
/* turn_now in seconds since 1970. */
int64_t turn_now_s(const struct turns *turns);
/* Asks for a tick at this server time, or soon after.  UINT64_MAX: does nothing. */
void turn_wake_at(struct turns *turns, uint64_t at_ms);
/* When something is due, in ms of the caller's time; UINT64_MAX: never. */
uint64_t turn_deadline(const struct turns *turns);
/* Whether something is due now.  If so, nothing else is due until turn_wake_at. */
bool turn_take_deadline(struct turns *turns);
/* Nobody could move since this server time: credits running clocks with the time from
 * then to now.  No time is credited twice. */
void turn_forgive(struct turns *turns, uint64_t from_ms);

void turn_random_bytes(const struct turns *turns, void *buf, size_t n);
/* Draws len letters and digits, and their NUL. */
void turn_random_text(const struct turns *turns, char *text, size_t len);
/* Draws a secret and a game id. */
struct draw turn_draw(const struct turns *turns);

/* The counters; everybody adds to their own.  Borrowed. */
struct metrics *turn_metrics(struct turns *turns);
struct hub_config *turn_config(const struct turns *turns);

/* From now on the server ends: everybody is told. */
void turn_end_server(struct turns *turns);
bool turn_is_ending(const struct turns *turns);
/* The caller should stop the server. */
void turn_stop(struct turns *turns);
/* Whether the caller should. */
bool turn_wants_stop(const struct turns *turns);

#endif
