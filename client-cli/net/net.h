/* A TCP connection to a server, with TLS if it is to be: lines out, lines in. */
#ifndef ALEA_CLIENT_NET_NET_H
#define ALEA_CLIENT_NET_NET_H

#include <stdbool.h>
#include <stddef.h>

#include "client-cli/net/lines.h"
#include "client-cli/net/trust.h"
#include "proto/bounds.h"
#include "rules/text.h"

#define NET_DEFAULT_HOST "127.0.0.1"
/* Longest host name, with its NUL: DNS has 253 characters. */
#define NET_HOST_BYTES 256
/* Time for one attempt to connect, and for the server to take what is sent. */
#define NET_TIMEOUT_MS 10000
/* A connection that has been silent for NET_IDLE_S is probed, every NET_PROBE_S; it is
 * lost when NET_PROBES of these are not answered.  Shorter than the time that a seat is
 * kept, so that we are back in time. */
#define NET_IDLE_S  30
#define NET_PROBE_S 10
#define NET_PROBES  3

struct net_address {
    char host[NET_HOST_BYTES];
    char port[6];
    struct trust *trust; /* borrowed; NULL: without TLS */
};

struct net {
    int fd;                  /* not blocking; -1: not connected */
    struct tls *tls;         /* owned until net_close; NULL: without */
    bool has_heard;          /* the first byte has come */
    bool is_leaving;         /* waits for nobody */
    bool is_refused;         /* the server is not to be trusted */
    bool is_too_long;        /* a line without an end has come */
    struct lines in;         /* what came */
    char fault[FAULT_BYTES]; /* why the connection is lost, without a full stop; "" */
};

/* How addresses are written, for --help. */
#define NET_ADDRESS_HELP                                                                 \
    "HOST is a name or an address; an IPv6 address with a port is [ADDRESS]:PORT.\n"     \
    "alea://HOST[:PORT] and http://HOST[:PORT] work too, and aleas://HOST[:PORT]\n"      \
    "with TLS.\n"

/* Reads HOST, HOST:PORT, [IPV6]:PORT or an IPv6 address, after alea://, aleas:// (TLS),
 * http:// or nothing; "" is the default.  TLS is used for aleas:// and where trust asks
 * for it, and then has its own default port.  trust is borrowed; NULL: no TLS here.
 * False with a fault that says what would be right. */
bool net_address_read(const char *text, struct trust *trust, struct net_address *address,
                      char fault[static FAULT_BYTES]);
/* "HOST:PORT", for people. */
void net_address_write(const struct net_address *address, struct text_out *out);
/* Tries every address that the host has; with TLS, does the handshake and decides whether
 * the server is to be trusted.  False with net->fault, also when the user stops the
 * program; is_refused says that trying again would not help. */
bool net_connect(struct net *net, const struct net_address *address);
/* Waits until the connection takes bytes, or has some.  False when it does not in time,
 * or the user stops the program: it is then lost, with net->fault. */
bool net_wait(struct net *net, bool to_write);
/* Closes, because of what is not as it must be; lines that have come can still be read.
 */
void net_lose(struct net *net, const char *why);
/* Closes, and forgets what came; net_connect may follow. */
void net_close(struct net *net);
/* Sends a line, its end added.  Waits until the system has taken it.  That the connection
 * is lost is told by the next net_receive. */
void net_send_line(struct net *net, const char *line);
/* Takes what has come, without waiting; the lines are then in net->in.  False when the
 * connection is lost, with net->fault; lines that came before are still there. */
bool net_receive(struct net *net);

#endif
