/* A database file as a server leaves it: finished and running games of several kinds,
 * accounts, ratings, a ban, a gag, a profile.  A whole server makes it once; the targets
 * make damaged copies of it. */
#ifndef ALEA_TESTS_FUZZ_LIBRARY_H
#define ALEA_TESTS_FUZZ_LIBRARY_H

#include "tests/fuzz/disk.h"

#include "client-cli/commands.h"
#include "server/hub/state.h"
#include "server/people/clients.h"
#include "server/people/sessions.h"
#include "server/store/history/history.h"
#include "tests/unit/server/fixture.h"

/* Most games in it. */
#define LIBRARY_GAMES_MAX 8

struct library {
    char *bytes; /* owned, for as long as the program runs */
    size_t n;
    char *record[LIBRARY_GAMES_MAX + 1]; /* by the number of the game; owned; NULL:
                                          * none */
};

extern struct library library;

/* Makes the file at the first call. */
void library_make(void);
/* The exit status of `alea check-db`. */
int library_check(const char *path);
/* Starts a server with the file, and asks it for what is in it.  is_good: check-db finds
 * nothing wrong.  False: the server does not start. */
bool library_serve(const char *path, bool is_good);

#endif
