/* Ann, who has an account. */
#ifndef ALEA_TESTS_UNIT_SERVER_ACCOUNT_H
#define ALEA_TESTS_UNIT_SERVER_ACCOUNT_H

#include "tests/unit/server/house.h"

#define PASSWORD "seven blue herons"
#define REGISTER "{\"cmd\":\"register\",\"password\":\"" PASSWORD "\"}"
#define LOGIN    "{\"cmd\":\"login\",\"name\":\"ann\",\"password\":\"" PASSWORD "\"}"
#define HELLO    "{\"cmd\":\"hello\"}"
#define WRONG    "{\"cmd\":\"login\",\"name\":\"Ann\",\"password\":\"seven red herons\"}"

/* Its connections have TLS. */
static inline struct house *open_secure(const char *args) {
    struct house *house = open_house(args);
    house->tls = true;
    return house;
}

/* Ann (1) has an account, and is logged in; ticket may be NULL. */
static inline struct house *open_ann(const char *args, struct ticket *ticket) {
    struct house *house = open_secure(args);
    struct ticket unused;
    enter(house, 1, "Ann", ticket != NULL ? ticket : &unused);
    assert_begins(ask(house, 1, REGISTER), "{\"reply\":\"register\",\"name\":\"Ann\"}");
    return house;
}

/* Says this on a new connection, in JSON mode. */
static inline const char *ask_from(struct house *house, size_t conn, const char *address,
                                   const char *line) {
    assert_true(come_from(house, conn, address));
    return ask(house, conn, line);
}

static inline const char *ask_anew(struct house *house, size_t conn, const char *line) {
    return ask_from(house, conn, HERE, line);
}

#endif
