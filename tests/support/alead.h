/* More alead beside the server of a scene: fronts, hubs, nodes, whose log the test
 * reads. */
#ifndef ALEA_TESTS_SUPPORT_ALEAD_H
#define ALEA_TESTS_SUPPORT_ALEAD_H

#include "tests/support/scene.h"

/* The trunk of a hub, at a Unix socket. */
#define ALEAD_SOCKET "--trunk-listen DIR/hub.sock "
/* Before the port, in the log. */
#define ALEAD_LISTENING " listening address=127.0.0.1:"

struct alead {
    struct process *process;
    uint16_t port, web_port, metrics_port;
};

/* Starts alead with these words; DIR/ is the directory of the scene's server. */
struct alead alead_start(struct scene *scene, const char *args);
/* Reads the log up to a line with this text, and returns what follows the text. */
const char *alead_await_log(const struct alead *alead, const char *text);
uint16_t alead_await_port(const struct alead *alead, const char *text);
/* A front of the hub at ALEAD_SOCKET, which it has found; from now on the scene's clients
 * connect there. */
struct alead alead_front(struct scene *scene, const char *args);
/* Stops it cleanly. */
void alead_stop(const struct alead *alead);
void alead_kill(const struct alead *alead);
/* Asks for a page of a port, and expects a line that begins with this text. */
void alead_expect_page(uint16_t port, const char *path, const char *text);
/* What its clients sent before this call has been read by a front with a web port. */
void alead_settle(const struct alead *front);

#endif
