/* Sessions: the list of rooms, and rates. */
#include "server/people/sessions.h"

#include <string.h>

#include "mem/mem.h"
#include "tests/unit/test.h"

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
