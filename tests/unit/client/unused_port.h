/* An address on this machine where connections are refused. */
#ifndef ALEA_TESTS_UNIT_CLIENT_UNUSED_PORT_H
#define ALEA_TESTS_UNIT_CLIENT_UNUSED_PORT_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>

#include "tests/support/cmocka.h"

#define UNUSED_ADDRESS_BYTES 32

/* Binds a port without listening.  Returns the socket, owned, which keeps the port
 * unused. */
int bind_unused_port(char address[static UNUSED_ADDRESS_BYTES]);

#endif
