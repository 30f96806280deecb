/* Fixtures with Ann, who has an account. */
#ifndef ALEA_TESTS_UNIT_SERVER_ACCOUNT_H
#define ALEA_TESTS_UNIT_SERVER_ACCOUNT_H

#include "tests/unit/server/fixture.h"

#define PASSWORD "seven blue herons"
#define REGISTER "{'cmd':'register','password':'" PASSWORD "'}"
#define LOGIN    "{'cmd':'login','name':'ann','password':'" PASSWORD "'}"
#define HELLO    "{'cmd':'hello'}"
#define WRONG    "{'cmd':'login','name':'Ann','password':'seven red herons'}"

/* A fixture whose connections use TLS. */
struct fixture *open_secure(const char *args);
/* A player connects with TLS and registers. */
void enter_registered(struct fixture *fixture, size_t conn, const char *name,
                      struct ticket *ticket);
/* Ann (1) has an account and is logged in; ticket may be NULL. */
struct fixture *open_ann(const char *args, struct ticket *ticket);
/* Sends a line on a new connection, in JSON mode. */
const char *ask_from(struct fixture *fixture, size_t conn, const char *address,
                     const char *line);
const char *ask_anew(struct fixture *fixture, size_t conn, const char *line);

#endif
