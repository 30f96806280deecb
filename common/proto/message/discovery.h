/* Finding servers on a LAN: one packet asks, one packet answers.  See protocol.md,
 * "Finding servers on a LAN".
 *
 * Both are text.  A query is as long as the longest answer, so attackers with a forged
 * sender address cannot amplify traffic. */
#ifndef ALEA_PROTO_MESSAGE_DISCOVERY_H
#define ALEA_PROTO_MESSAGE_DISCOVERY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/bounds.h"
#include "rules/text.h"

/* Version of the packets: grows only when old readers would misunderstand. */
#define DISCOVERY_VERSION 1
/* Size of a query, and the most of an answer, in bytes: today's longest answer, and room
 * for more fields. */
#define DISCOVERY_BYTES 256
/* A nonce or a boot id: letters and digits that cannot be guessed. */
#define DISCOVERY_ID_BYTES 16
/* Longest name and version of a server, "alead/0.1.0". */
#define DISCOVERY_SERVER_BYTES_MAX 32
/* Most players that an answer reports: the most connections there can be. */
#define DISCOVERY_PLAYERS_MAX 1000000

/* A server's answer: a plain value. */
struct discovery_answer {
    char nonce[DISCOVERY_ID_BYTES + 1]; /* copied from the query */
    char boot[DISCOVERY_ID_BYTES + 1];  /* as in `hello`: identifies the server */
    unsigned port;                      /* TCP, 1 to 65535; 0: TLS only */
    unsigned tls_port; /* the same for TLS; 0: none.  At least one of them is set */
    unsigned protocol; /* PROTOCOL_VERSION of the server */
    char server[DISCOVERY_SERVER_BYTES_MAX + 1]; /* printable ASCII, no space */
    unsigned players;                            /* players with a name, bots included */
    char title[TITLE_BYTES_MAX + 1]; /* UTF-8 without control characters; may be "" */
};

/* Whether text is a valid nonce or boot id. */
bool discovery_is_id(const char *text);
/* Fills a query.  nonce: valid by discovery_is_id. */
void discovery_write_query(const char *nonce, char packet[static DISCOVERY_BYTES]);
/* Reads the nonce of a query.  False: no query of our version. */
bool discovery_read_query(const char *packet, size_t len,
                          char nonce[static DISCOVERY_ID_BYTES + 1]);
/* Fills an answer, without the title's control characters.  Returns its length, at most
 * DISCOVERY_BYTES. */
size_t discovery_write_answer(const struct discovery_answer *answer,
                              char packet[static DISCOVERY_BYTES]);
/* Reads an answer, and skips unknown fields.  What it reads is safe to show on a
 * terminal.  False, with a fault and *answer undefined: no answer of our version. */
bool discovery_read_answer(const char *packet, size_t len,
                           struct discovery_answer *answer,
                           char fault[static FAULT_BYTES]);
/* The addresses of a server, "HOST:PORT", the best one first; n may be 0. */
struct discovery_places {
    const char *const *address; /* borrowed */
    size_t n;
};
/* Returns an answer as a line of JSON without its end; the caller frees it with free().
 * Out of memory ends the program (mem.h).  plain, tls: its addresses without and with
 * TLS. */
char *discovery_to_json(const struct discovery_answer *answer,
                        struct discovery_places plain, struct discovery_places tls);

#endif
