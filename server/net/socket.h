/* The calls of the system for those who connect: what libuv has of them tries without a
 * pause when there are no descriptors, and serves nobody meanwhile. */
#ifndef ALEA_SERVER_NET_SOCKET_H
#define ALEA_SERVER_NET_SOCKET_H

#include <stdbool.h>
#include <sys/socket.h>

/* A socket that listens at this address, IPv6 also for IPv4, and never blocks; the kernel
 * keeps up to backlog connections for it.  Returns owned; -1 with errno. */
int socket_listen(const struct sockaddr *at, socklen_t len, int backlog);
/* Where it listens.  False: errno says why that cannot be told. */
bool socket_address(int fd, struct sockaddr_storage *own);
/* Somebody who has connected there; never blocks.  Returns owned; -1 with errno. */
int socket_accept(int fd);
/* Closes what socket_accept has returned. */
void socket_drop(int fd);

#endif
