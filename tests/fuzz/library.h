/* A database file as a server leaves it: finished and running games of several kinds,
 * accounts, ratings, a ban, a gag, a profile.  Made once by a whole server, and then the
 * good file from which the damaged ones are made. */
#ifndef ALEA_TESTS_FUZZ_LIBRARY_H
#define ALEA_TESTS_FUZZ_LIBRARY_H

#include "tests/fuzz/disk.h"

#include "client-cli/commands.h"
#include "server/hub/clients.h"
#include "server/hub/sessions.h"
#include "server/hub/state.h"
#include "server/store/history.h"
#include "tests/unit/server/fixture.h"

/* Games in it at most. */
#define LIBRARY_GAMES_MAX 8

struct library {
    char *bytes; /* owned, for as long as the program runs */
    size_t n;
    char *record[LIBRARY_GAMES_MAX + 1]; /* by number of the game; owned; NULL: none */
};

extern struct library library;

/* Makes it, at the first call. */
void library_make(void);
/* The exit status of `alea check-db`. */
int library_check(const char *path);
/* A server starts with the file, in which check-db finds nothing wrong (is_good), and
 * somebody asks it for what is there.  False: it does not start. */
bool library_serve(const char *path, bool is_good);

#endif
