#include "tests/unit/server/account.h"

struct fixture *open_secure(const char *args) {
    struct fixture *fixture = open_fixture(args);
    fixture->tls = true;
    return fixture;
}

void enter_registered(struct fixture *fixture, size_t conn, const char *name,
                      struct ticket *ticket) {
    char expected[64];
    fixture->tls = true;
    enter(fixture, conn, name, ticket);
    snprintf(expected, sizeof expected, "{'reply':'register','name':'%s'}", name);
    assert_begins(ask(fixture, conn, REGISTER), expected);
}

struct fixture *open_ann(const char *args, struct ticket *ticket) {
    struct fixture *fixture = open_fixture(args);
    struct ticket unused;
    enter_registered(fixture, 1, "Ann", ticket != NULL ? ticket : &unused);
    return fixture;
}

const char *ask_from(struct fixture *fixture, size_t conn, const char *address,
                     const char *line) {
    assert_true(come_from(fixture, conn, address));
    return ask(fixture, conn, line);
}

const char *ask_anew(struct fixture *fixture, size_t conn, const char *line) {
    return ask_from(fixture, conn, HERE, line);
}
