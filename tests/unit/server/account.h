/* Ann, who has an account. */
#ifndef ALEA_TESTS_UNIT_SERVER_ACCOUNT_H
#define ALEA_TESTS_UNIT_SERVER_ACCOUNT_H

#include "tests/unit/server/fixture.h"

#define PASSWORD "seven blue herons"
#define REGISTER "{\"cmd\":\"register\",\"password\":\"" PASSWORD "\"}"
#define LOGIN    "{\"cmd\":\"login\",\"name\":\"ann\",\"password\":\"" PASSWORD "\"}"
#define HELLO    "{\"cmd\":\"hello\"}"
#define WRONG    "{\"cmd\":\"login\",\"name\":\"Ann\",\"password\":\"seven red herons\"}"

/* Its connections have TLS. */
static inline struct fixture *open_secure(const char *args) {
    struct fixture *fixture = open_fixture(args);
    fixture->tls = true;
    return fixture;
}

/* Ann (1) has an account, and is logged in; ticket may be NULL. */
static inline struct fixture *open_ann(const char *args, struct ticket *ticket) {
    struct fixture *fixture = open_secure(args);
    struct ticket unused;
    enter(fixture, 1, "Ann", ticket != NULL ? ticket : &unused);
    assert_begins(ask(fixture, 1, REGISTER), "{\"reply\":\"register\",\"name\":\"Ann\"}");
    return fixture;
}

/* Says this on a new connection, in JSON mode. */
static inline const char *ask_from(struct fixture *fixture, size_t conn,
                                   const char *address, const char *line) {
    assert_true(come_from(fixture, conn, address));
    return ask(fixture, conn, line);
}

static inline const char *ask_anew(struct fixture *fixture, size_t conn,
                                   const char *line) {
    return ask_from(fixture, conn, HERE, line);
}

#endif
