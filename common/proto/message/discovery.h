/* Finding servers on a LAN: one packet asks who is there, one packet answers.  Bytes <->
 * values, for servers and clients; protocol.md, "Finding servers on a LAN".
 *
 * Both are text.  A query is exactly as long as the longest answer, so that whoever puts
 * another's address on it makes nothing bigger of it. */
#ifndef ALEA_PROTO_MESSAGE_DISCOVERY_H
#define ALEA_PROTO_MESSAGE_DISCOVERY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/bounds.h"
#include "rules/text.h"

/* Version of these packets: grows only when an old reader would misunderstand. */
#define DISCOVERY_VERSION 1
/* A query has as many bytes, an answer at most as many: the longest answer of today, and
 * room for more fields. */
#define DISCOVERY_BYTES 256
/* A nonce or a boot id: letters and digits, nobody guesses them. */
#define DISCOVERY_ID_BYTES 16
/* Name and version of a server, "alead/0.1.0". */
#define DISCOVERY_SERVER_BYTES_MAX 32
/* Most players that an answer tells of: as many as there can be connections. */
#define DISCOVERY_PLAYERS_MAX 1000000

/* What a server tells.  A plain value. */
struct discovery_answer {
    char nonce[DISCOVERY_ID_BYTES + 1]; /* of the query */
    char boot[DISCOVERY_ID_BYTES + 1]; /* as in `hello`: which server, whatever address */
    unsigned port;                     /* TCP, 1 to 65535; 0: none without TLS */
    unsigned tls_port; /* the same for TLS; 0: none; one of both is there */
    unsigned protocol; /* PROTOCOL_VERSION of the server */
    char server[DISCOVERY_SERVER_BYTES_MAX + 1]; /* printable ASCII, no space */
    unsigned players;                            /* who have given a name, bots too */
    char title[TITLE_BYTES_MAX + 1]; /* UTF-8 without control characters; may be "" */
};

/* Whether this can be a nonce or a boot id. */
bool discovery_is_id(const char *text);
/* Fills the packet.  nonce: discovery_is_id. */
void discovery_write_query(const char *nonce, char packet[static DISCOVERY_BYTES]);
/* False: this is no query of our version. */
bool discovery_read_query(const char *packet, size_t len,
                          char nonce[static DISCOVERY_ID_BYTES + 1]);
/* Returns the length, at most DISCOVERY_BYTES.  Control characters in the title are
 * dropped. */
size_t discovery_write_answer(const struct discovery_answer *answer,
                              char packet[static DISCOVERY_BYTES]);
/* False, with a fault and *answer undefined: this is no answer of our version.  Fields
 * that we do not know are skipped.  Nothing that is read can steer a terminal. */
bool discovery_read_answer(const char *packet, size_t len,
                           struct discovery_answer *answer,
                           char fault[static FAULT_BYTES]);
/* Where a server can be reached in one way, "HOST:PORT", the best one first; n may be 0.
 */
struct discovery_places {
    const char *const *address; /* borrowed */
    size_t n;
};
/* An answer as one line of JSON, without its end; the caller frees it with free().
 * Out of memory ends the program (mem.h).  plain, tls: where it can be reached without
 * and with TLS.
 */
char *discovery_to_json(const struct discovery_answer *answer,
                        struct discovery_places plain, struct discovery_places tls);

#endif
