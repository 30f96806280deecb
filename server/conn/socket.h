/* System calls for listening, accepting and connecting.  We do not use libuv's accept:
 * when out of descriptors, it retries without a pause and serves no client meanwhile. */
#ifndef ALEA_SERVER_CONN_SOCKET_H
#define ALEA_SERVER_CONN_SOCKET_H

#include <stdbool.h>
#include <sys/socket.h>

enum { SOCKET_V6_ONLY = 1, SOCKET_SHARED = 2 };

/* Opens a non-blocking socket that listens at this address; "::" accepts IPv4 as well,
 * unless SOCKET_V6_ONLY; other processes of our user may listen there, too, with
 * SOCKET_SHARED, and each gets some of the connections.  Urgent data of its connections
 * stays in place: telnet sends the last byte of its Synch that way, which would be
 * missing, so that the next byte would be read as a command.  backlog: connections that
 * the kernel queues.  Returns owned; -1 with errno. */
int socket_listen(const struct sockaddr *at, socklen_t len, int backlog, unsigned how);
/* Gets the address where it listens.  False with errno. */
bool socket_address(int fd, struct sockaddr_storage *own);
/* Accepts a connection, non-blocking.  Returns owned; -1 with errno. */
int socket_accept(int fd);
/* Begins to connect to this address, without blocking.  Returns owned; -1 with errno. */
int socket_connect(const struct sockaddr *at, socklen_t len);
/* Closes a connection from socket_accept or socket_connect. */
void socket_drop(int fd);

#endif
