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
void open_secure(const char *args);
void open_secure_file(const char *args);
/* A player connects with TLS and registers. */
void enter_registered(size_t conn, const char *name, struct ticket *own);
/* Ann (1) has an account and is logged in; own may be NULL. */
void open_ann(const char *args, struct ticket *own);
/* Sends a line on a new connection, in JSON mode. */
const char *ask_from(size_t conn, const char *address, const char *line);
const char *ask_anew(size_t conn, const char *line);

#endif
