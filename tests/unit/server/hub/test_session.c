/* Sessions: the rooms where a player sits. */
#include "server/people/sessions.h"

#include <string.h>

#include "mem/mem.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

#define ROOMS 4

/* Random changes, compared with a plain list of where the session sits. */
TEST(test_rooms) {
    uint64_t rng = random_seed();
    static struct room rooms[ROOMS];
    for (int i = 0; i < ROOMS; i++) {
        rooms[i].code[0] = (char)('A' + i);
    }
    for (int walk = 0; walk < 100; walk++) {
        struct session *session = mem_new(1, sizeof *session);
        bool is_in[ROOMS] = {false};
        for (int step = 0; step < 20; step++) {
            unsigned i = random_below(&rng, ROOMS);
            if (is_in[i]) {
                session_remove_room(session, &rooms[i]);
            } else {
                session_add_room(session, &rooms[i]);
            }
            is_in[i] = !is_in[i];
            size_t n = 0;
            for (int k = 0; k < ROOMS; k++) {
                n += is_in[k];
                assert_ptr_equal(session_find_room(session, rooms[k].code),
                                 is_in[k] ? &rooms[k] : NULL);
            }
            assert_int_equal(session->n_rooms, n);
        }
        session_free(session);
    }
}

/* All rooms are listed, also for a bot of the host. */
TEST(test_codes) {
    static struct room room = {.code = "ABCDEF"};
    struct session *session = mem_new(1, sizeof *session);
    char codes[CODES_BYTES];
    for (int i = 0; i < 256; i++) {
        session_add_room(session, &room);
    }
    session_list_codes(session, codes);
    assert_int_equal(strlen(codes), 256 * strlen("ABCDEF ") - 1);
    session_free(session);
}

/* Rates are counted from the first time on. */
TEST(test_rates) {
    struct session *session = mem_new(1, sizeof *session);
    const struct rate_rule once = {.burst = 1, .tokens = 1, .period_ms = 60000};
    assert_int_equal(rate_take(&session_rates(session)->says, &once, 1, 1000), 0);
    assert_int_equal(rate_take(&session_rates(session)->says, &once, 1, 1000), 60000);
    assert_int_equal(rate_take(&session_rates(session)->seeks, &once, 1, 1000), 0);
    session_free(session);
}
