/* What a client does at a fake server, as text, for the tests of bot, player and ui:
 * steps with " | " between them.
 *
 *     < JSON      the server says this, with ' for "
 *     <NAME       it shows a state: turn, playing, waiting, both, alone or over
 *     <NAME K=V; K=V
 *                 the same with other members of struct sample
 *     > WORDS     the next command has these words
 *     >{...}      it is exactly this, with ' for "
 *     >*          whatever has been sent is passed over
 *     .           nothing more has been sent
 *     seat        the next command is ready with a seal, $SEAT in K=V
 *     lost        the connection ends, and another one begins
 *
 * In waiting, both and alone Ann is not ready.  The commands profile and seeks are passed
 * over.  All other steps are the client's own. */
#ifndef ALEA_TESTS_UNIT_CLIENT_SCRIPT_H
#define ALEA_TESTS_UNIT_CLIENT_SCRIPT_H

#include "tests/unit/client/fake_server.h"

struct script {
    struct fake_server *server;
    void *client;
    void (*hear)(void *client, const char *json);
    /* False: there is no such step. */
    bool (*step)(void *client, const char *step);
};

/* Plays the steps, and fails the test at the first that comes out differently. */
void script_play(const struct script *script, const char *steps);
/* The seat of the last step `seat`, 200 bytes. */
char *script_seat(void);

#endif
