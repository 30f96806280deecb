#include "tests/unit/server/account.h"

void open_secure(const char *args) {
    open_fixture(args);
    fixture->tls = true;
}

void open_secure_file(const char *args) {
    open_filed_fixture(args);
    fixture->tls = true;
}

void enter_registered(size_t conn, const char *name, struct ticket *own) {
    char expected[64];
    fixture->tls = true;
    enter(conn, name, own);
    snprintf(expected, sizeof expected, "{'reply':'register','name':'%s'}", name);
    assert_begins(ask(conn, REGISTER), expected);
}

void open_ann(const char *args, struct ticket *own) {
    open_fixture(args);
    enter_registered(1, "Ann", own);
}

const char *ask_from(size_t conn, const char *address, const char *line) {
    assert_true(come_from(conn, address));
    return ask(conn, line);
}

const char *ask_anew(size_t conn, const char *line) {
    return ask_from(conn, HERE, line);
}
