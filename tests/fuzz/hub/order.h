/* What must be true in a fixture after each iteration of its loop, and after a
 * restart. */
#ifndef ALEA_TESTS_FUZZ_HUB_ORDER_H
#define ALEA_TESTS_FUZZ_HUB_ORDER_H

#include "server/store/history/history.h"
#include "tests/fuzz/hub/ears.h"

void order_check(const struct fixture *fixture);

/* --- what must survive --- */

struct memory {
    char code[ROOM_BYTES_MAX + 1];
    enum stage stage;
    uint64_t seq;
    char *record; /* owned; JSON */
    char commitment[FAIR_HEX_BYTES];
    char *moves; /* owned */
    int64_t left_ms[SIDE_COUNT];
    bool loads; /* it was being read again from the store */
};

struct memory order_memorize(const struct hub *hub, struct room *room);
void order_forget(struct memory *memory);
/* Checks it after a restart. */
void order_check_memory(const struct hub *hub, const struct memory *before);
/* Checks that each game in the store can be replayed. */
void order_check_games(struct store *store);

#endif
