/* A user of alea play, without a terminal or a server. */
#ifndef ALEA_TESTS_UNIT_CLIENT_UI_SCENE_H
#define ALEA_TESTS_UNIT_CLIENT_UI_SCENE_H

#include <sodium.h>
#include <stdlib.h>
#include <unistd.h>

#include "client-cli/play/ui.h"
#include "tests/unit/client/fake_server.h"
#include "tests/unit/table.h"

struct scene {
    struct fake_server server;
    struct ui ui;
    char *shown; /* owned; output of the last call */
};

void ui_scene_init(struct scene *scene);
void ui_scene_fini(struct scene *scene);
void type(struct scene *scene, const char *line);
void ui_hears_json(struct scene *scene, const char *json);
/* Plays a script (script.h), with these steps of a user:
 *
 *     type LINE   they type it
 *     in vain LINE
 *                 they type it without a connection
 *     shown TEXT  the last step showed exactly this
 *     has TEXT, not TEXT
 *                 it showed this somewhere, or nowhere
 *     =TIME       the time
 *     wake TIME   the program wakes then
 *     due MS      when it is due
 *     <! JSON     the server says it, and the player handles it alone
 *     screen W H  the size of the terminal
 *     begin       the player greets the server
 *     loss        the connection is lost
 *     has quit, stays
 *                 whether the program ends
 *     kiosk, address, no prompt, secret forgotten, token TOKEN
 */
void ui_plays(struct scene *scene, const char *steps);

#endif
