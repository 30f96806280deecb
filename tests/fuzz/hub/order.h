/* What must hold in a fixture whenever a turn of its loop is over, and after a restart.
 */
#ifndef ALEA_TESTS_FUZZ_HUB_ORDER_H
#define ALEA_TESTS_FUZZ_HUB_ORDER_H

#include "server/store/history.h"
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
    bool frozen;
};

struct memory order_memorize(const struct hub *hub, struct room *room);
void order_forget(struct memory *memory);
/* After a restart. */
void order_check_memory(const struct hub *hub, const struct memory *before);
/* Each game that is stored can be played again. */
void order_check_games(struct store *store);

#endif
