/* What the guests of a fixture are sent: as the protocol promises it, answered once, in
 * order, the same for all. */
#ifndef ALEA_TESTS_FUZZ_HUB_EARS_H
#define ALEA_TESTS_FUZZ_HUB_EARS_H

#include "tests/fuzz/hub/fixture.h"

/* A new fixture: nobody has seen anything. */
void ears_forget_all(void);
/* Takes what the server sends, and checks it. */
void ears_take(struct fixture *fixture, const struct outbox_item *item);

#endif
