/* Checks what the guests of a fixture receive: it must follow the protocol, answer each
 * request once and in order, and be the same for all. */
#ifndef ALEA_TESTS_FUZZ_HUB_EARS_H
#define ALEA_TESTS_FUZZ_HUB_EARS_H

#include "tests/fuzz/hub/fixture.h"

/* For a new fixture: no guest has received anything. */
void ears_forget_all(void);
/* Takes what the server sends, and checks it. */
void ears_take(struct fixture *fixture, const struct outbox_item *item);

#endif
