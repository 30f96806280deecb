/* Scenes in which a client does not read what the server sends it. */
#ifndef ALEA_TESTS_SUPPORT_UNREAD_H
#define ALEA_TESTS_SUPPORT_UNREAD_H

#include "tests/support/scene.h"

/* A client that never reads loses its connection; one that requests a lot at once, but
 * reads, gets all of it.  For a server with a low limit queue_bytes. */
void unread_queue_bytes(struct scene *scene);
/* Ann requests more and more without reading.  At some point, the server stops reading
 * from her, so that Bob does not receive her chat.  When she reads again, he does.  For a
 * server with a low limit pause_bytes. */
void unread_pause_bytes(struct scene *scene);

#endif
