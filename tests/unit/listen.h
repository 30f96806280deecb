/* A listening socket on this machine, for tests of clients. */
#ifndef ALEA_TESTS_UNIT_LISTEN_H
#define ALEA_TESTS_UNIT_LISTEN_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "tests/support/cmocka.h"

/* Returns owned; *port: a free one. */
int listen_somewhere(unsigned *port);

#endif
