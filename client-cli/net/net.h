/* A TCP connection to a server, with or without TLS: lines out, lines in. */
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
/* Timeout for one attempt to connect, and for one send. */
#define NET_TIMEOUT_MS 10000
/* TCP keepalive: after NET_IDLE_S of silence a probe every NET_PROBE_S; the connection is
 * lost when NET_PROBES in a row have no answer.  This is shorter than the time for which
 * the server keeps a seat, so that the player can be back before that ends. */
#define NET_IDLE_S  30
#define NET_PROBE_S 10
#define NET_PROBES  3

struct net_address {
    char host[NET_HOST_BYTES];
    char port[6];
    struct trust *trust; /* borrowed; NULL: without TLS */
};

/* Takes a line, without its end, in place of a server. */
typedef void net_taker(void *owner, const char *line);

struct net {
    int fd;                  /* non-blocking; -1: not connected */
    net_taker *take;         /* gets the lines in this process; NULL: a server does */
    void *owner;             /* borrowed; passed to take */
    struct tls *tls;         /* owned until net_close; NULL: without TLS */
    bool has_heard;          /* at least one byte has been received */
    bool is_leaving;         /* sends do not wait any more */
    bool is_refused;         /* the server is not trusted */
    bool is_too_long;        /* a line was too long */
    struct lines in;         /* received lines */
    char fault[FAULT_BYTES]; /* why the connection is lost, without a full stop; "": it is
                              * not */
};

/* The forms of an address, for --help. */
#define NET_ADDRESS_HELP                                                                 \
    "HOST is a name or an address; an IPv6 address with a port is [ADDRESS]:PORT.\n"     \
    "alea://HOST[:PORT] and http://HOST[:PORT] work too, and aleas://HOST[:PORT]\n"      \
    "with TLS.\n"

/* Reads HOST, HOST:PORT, [IPV6]:PORT or an IPv6 address, after alea://, aleas:// (TLS),
 * http:// or nothing; "" is the default.  TLS is used for aleas:// and where trust asks
 * for it, and has its own default port.  trust is borrowed; NULL: no TLS here.  False
 * with a fault that names the correct form. */
bool net_address_read(const char *text, struct trust *trust, struct net_address *address,
                      char fault[static FAULT_BYTES]);
/* Writes "HOST:PORT", for messages. */
void net_address_write(const struct net_address *address, struct text_out *out);
/* Tries every address of the host; with TLS, does the handshake and decides whether to
 * trust the server.  False with net->fault, also when the user stops the program.  If
 * is_refused is set, trying again would not help. */
bool net_connect(struct net *net, const struct net_address *address);
/* Begins to give lines to take, in this process, which answers by net_add_line. */
void net_open_inside(struct net *net, net_taker *take, void *owner);
/* Adds a received line. */
void net_add_line(struct net *net, const char *line, size_t len);
/* Waits until the connection can be written to, or read.  False, with net->fault and the
 * connection closed, after the timeout or when the user stops the program. */
bool net_wait(struct net *net, bool to_write);
/* Closes the connection because something is wrong; received lines can still be read. */
void net_lose(struct net *net, const char *why);
/* Closes the connection, and forgets what was received; net_connect may follow. */
void net_close(struct net *net);
/* Sends a line and its end.  Waits until the system has taken it.  If the connection is
 * lost, the next net_receive returns false. */
void net_send_line(struct net *net, const char *line);
/* Receives what is there, without waiting; the lines are in net->in.  False with
 * net->fault when the connection is lost; earlier lines can still be read. */
bool net_receive(struct net *net);

#endif
