/* A TCP connection to a server, with or without TLS: lines out, lines in. */
#ifndef ALEA_CLIENT_NET_NET_H
#define ALEA_CLIENT_NET_NET_H

#include <stdbool.h>
#include <stddef.h>

#include "client-cli/net/trust.h"
#include "proto/bounds.h"
#include "rules/text.h"

#define NET_DEFAULT_HOST "127.0.0.1"
/* Longest host name, with its NUL: DNS has 253 characters. */
#define NET_HOST_BYTES 256
/* Timeout for one attempt to connect, and for one send. */
#define NET_TIMEOUT_MS 10000
/* TCP keepalive: after NET_IDLE_S of silence, a probe every NET_PROBE_S.  The connection
 * is lost after NET_PROBES unanswered ones in a row.  That is before the server gives up
 * a player's seat, so they can be back in time. */
#define NET_IDLE_S  30
#define NET_PROBE_S 10
#define NET_PROBES  3

/* Splits received bytes into lines, up to a maximum length. */
struct lines {
    size_t max;   /* most bytes that are kept: the longest line and its end */
    char *bytes;  /* owned */
    size_t start; /* bytes before this have been handed out */
    size_t len;   /* bytes in use */
    size_t cap;
};

/* max: longest line, in bytes without its end. */
void lines_init(struct lines *lines, size_t max);
void lines_fini(struct lines *lines);
/* Appends bytes; invalidates the last line that was handed out.  False, without
 * appending, if a line would be too long.  Out of memory ends the program (mem.h). */
bool lines_add(struct lines *lines, const char *bytes, size_t n);
/* The next whole line without its LF or CR LF; *len is its length in bytes.  Borrowed
 * until lines_add; NULL: there is none.  It may contain NULs; a NUL follows it. */
char *lines_next(struct lines *lines, size_t *len);
/* As lines_next, for the last line, which may lack an end: no more bytes will come. */
char *lines_rest(struct lines *lines, size_t *len);

struct net_address {
    char host[NET_HOST_BYTES];
    char port[6];
    struct trust *trust; /* borrowed; NULL: without TLS */
};

/* Takes a line, without its end, in place of the server. */
typedef void net_taker(void *owner, const char *line);

struct net {
    int fd;                  /* non-blocking; -1: not connected */
    net_taker *take;         /* gets the lines sent, in this process; NULL: a server */
    void *owner;             /* borrowed; passed to take */
    struct tls *tls;         /* owned until net_close; NULL: without TLS */
    bool has_heard;          /* at least one byte has been received */
    bool is_leaving;         /* sends do not wait any more */
    bool is_refused;         /* the server is not trusted */
    bool is_too_long;        /* a line was too long */
    struct lines in;         /* received lines */
    char fault[FAULT_BYTES]; /* why the connection is lost, without full stop; or "" */
};

/* The forms of an address, for --help. */
#define NET_ADDRESS_HELP                                                                 \
    "HOST is a name or an address; an IPv6 address with a port is [ADDRESS]:PORT.\n"     \
    "alea://HOST[:PORT] and http://HOST[:PORT] work too, and aleas://HOST[:PORT]\n"      \
    "with TLS.\n"

/* Reads HOST, HOST:PORT, [IPV6]:PORT or an IPv6 address, after alea://, aleas:// (TLS),
 * http:// or nothing.  "" is the default.  Uses TLS for aleas://, or if trust asks for
 * it; TLS has its own default port.  trust: borrowed; NULL: no TLS here.  False with a
 * fault that names the correct form. */
bool net_address_read(const char *text, struct trust *trust, struct net_address *address,
                      char fault[static FAULT_BYTES]);
/* Writes "HOST:PORT", for messages. */
void net_address_write(const struct net_address *address, struct text_out *out);
/* Tries every address of the host.  With TLS, does the handshake and decides whether to
 * trust the server.  False with net->fault, also if the user stops the program.  With
 * is_refused, trying again would not help. */
bool net_connect(struct net *net, const struct net_address *address);
/* Passes lines to take from now on.  It is in this process, and answers with
 * net_add_line. */
void net_open_inside(struct net *net, net_taker *take, void *owner);
/* Adds a received line. */
void net_add_line(struct net *net, const char *line, size_t len);
/* Waits until the connection is readable; to_write: writable.  False after the timeout or
 * if the user stops the program: then it is closed, with net->fault. */
bool net_wait(struct net *net, bool to_write);
/* Closes a faulty connection; received lines can still be read. */
void net_lose(struct net *net, const char *why);
/* Closes the connection, and drops received lines; net_connect may follow. */
void net_close(struct net *net);
/* Sends a line and its end.  Waits until the system has accepted it.  If the connection
 * is lost, the next net_receive returns false. */
void net_send_line(struct net *net, const char *line);
/* Receives what has arrived, without waiting; the lines are in net->in.  False with
 * net->fault if the connection is lost; earlier lines can still be read. */
bool net_receive(struct net *net);

#endif
