/* Ann, who has an account. */
#ifndef ALEA_TESTS_UNIT_SERVER_ACCOUNT_H
#define ALEA_TESTS_UNIT_SERVER_ACCOUNT_H

#include "tests/unit/server/house.h"

#define PASSWORD "seven blue herons"
#define REGISTER "{\"cmd\":\"register\",\"password\":\"" PASSWORD "\"}"
#define LOGIN    "{\"cmd\":\"login\",\"name\":\"ann\",\"password\":\"" PASSWORD "\"}"
#define WRONG    "{\"cmd\":\"login\",\"name\":\"Ann\",\"password\":\"seven red herons\"}"

/* Its connections have TLS. */
static inline struct house *open_secure(const char *args) {
    struct house *house = open_house(args);
    house->tls = true;
    return house;
}

/* Ann (1) has an account, and is logged in. */
static inline struct house *open_ann(const char *args, struct ticket *ticket) {
    struct house *house = open_secure(args);
    enter(house, 1, "Ann", ticket);
    assert_begins(ask(house, 1, REGISTER), "{\"reply\":\"register\",\"name\":\"Ann\"}");
    return house;
}

/* Says this on a new connection, in JSON mode. */
static inline const char *ask_anew(struct house *house, size_t conn, const char *line) {
    assert_true(come(house, conn));
    return ask(house, conn, line);
}

#endif
