/* The layer that reads the PROXY header at the start of a connection, then removes
 * itself. */
#include <arpa/inet.h>
#include <stdbool.h>
#include <stdlib.h>

#include "mem/mem.h"
#include "server/conn/codec.h"
#include "server/conn/proxy.h"

/* --- the header --- */

/* The fixed part: the signature, version and command, family and transport, length. */
#define FIXED_BYTES     16
#define SIGNATURE_BYTES 12
static const uint8_t signature[SIGNATURE_BYTES] = "\r\n\r\n\0\r\nQUIT\n";

enum { VERSION_2_LOCAL = 0x20, VERSION_2_PROXY = 0x21 };
enum { UNKNOWN = 0x00, TCP_4 = 0x11, TCP_6 = 0x21 };

static enum proxy_result wrong(struct proxy_reader *reader, const char *why) {
    reader->why = why;
    return PROXY_WRONG;
}

/* Bytes of the addresses and ports of a family. */
static unsigned address_bytes(uint8_t family) {
    return family == TCP_4 ? 12 : family == TCP_6 ? 36 : 0;
}

/* Checks the fixed part.  PROXY_MORE: it is valid. */
static enum proxy_result check_fixed(struct proxy_reader *reader) {
    const uint8_t *at = reader->bytes + SIGNATURE_BYTES;
    uint8_t command = at[0], family = at[1];
    unsigned n = (unsigned)at[2] << 8 | at[3];
    if (command != VERSION_2_LOCAL && command != VERSION_2_PROXY) {
        return wrong(reader, "an unknown version or command");
    }
    if (n > PROXY_BYTES_MAX - FIXED_BYTES) {
        return wrong(reader, "it is too long");
    }
    reader->total = (uint16_t)(FIXED_BYTES + n);
    if (command == VERSION_2_LOCAL) {
        return PROXY_MORE;
    }
    if (family != UNKNOWN && family != TCP_4 && family != TCP_6) {
        return wrong(reader, "the client does not use TCP");
    }
    return n >= address_bytes(family) ? PROXY_MORE : wrong(reader, "it is too short");
}

/* Handles the complete header. */
static enum proxy_result finish(struct proxy_reader *reader) {
    uint8_t command = reader->bytes[SIGNATURE_BYTES];
    uint8_t family = reader->bytes[SIGNATURE_BYTES + 1];
    char text[INET6_ADDRSTRLEN];
    if (command == VERSION_2_LOCAL || family == UNKNOWN) {
        return PROXY_DONE;
    }
    bool is_right = inet_ntop(family == TCP_4 ? AF_INET : AF_INET6,
                              reader->bytes + FIXED_BYTES, text, sizeof text) != NULL &&
                    address_read(text, reader->address);
    return is_right ? PROXY_DONE : wrong(reader, "no address"); /* never */
}

enum proxy_result proxy_feed(struct proxy_reader *reader, const uint8_t *bytes, size_t n,
                             size_t *used) {
    for (*used = 0; *used < n;) {
        uint8_t byte = bytes[(*used)++];
        if (reader->n < SIGNATURE_BYTES && byte != signature[reader->n]) {
            return wrong(reader, reader->n == 0 && byte == 'P' ? "only version 2 is known"
                                                               : "there is none");
        }
        if (reader->n < PROXY_KEPT_BYTES) {
            reader->bytes[reader->n] = byte;
        }
        reader->n++;
        if (reader->n == FIXED_BYTES && check_fixed(reader) == PROXY_WRONG) {
            return PROXY_WRONG;
        }
        if (reader->n >= FIXED_BYTES && reader->n == reader->total) {
            return finish(reader);
        }
    }
    return PROXY_MORE;
}

/* --- the layer --- */

struct proxy_codec {
    struct codec codec; /* must be first */
    struct proxy_reader reader;
};

static void begin(struct conn *conn, struct codec *codec) {
    (void)codec;
    conn_set_deadline(conn, conn->shared->tls_handshake_ms);
}

static void refuse(struct conn *conn, const char *why) {
    conn->shared->ops->not_proxied(conn, why);
    conn_close(conn);
}

static void due(struct conn *conn, struct codec *codec) {
    (void)codec;
    refuse(conn, "it does not come");
}

static void feed(struct conn *conn, struct codec *codec, const uint8_t *bytes, size_t n) {
    struct proxy_reader *reader = &((struct proxy_codec *)codec)->reader;
    size_t used;
    switch (proxy_feed(reader, bytes, n, &used)) {
    case PROXY_MORE: return;
    case PROXY_WRONG: refuse(conn, reader->why); return;
    case PROXY_DONE: break;
    }
    conn->n_shaking--;
    conn->shared->ops->proxied(conn, reader->address);
    if (conn_is_closing(conn)) {
        return;
    }
    conn_pop(conn);
    conn_begin_layer(conn, conn->bottom);
    conn_feed(conn, conn->bottom, bytes + used, n - used);
}

static void free_codec(struct codec *codec) {
    free(codec);
}

static const struct codec_ops ops = {
    .feed = feed, .begin = begin, .due = due, .free = free_codec};

void conn_add_proxy(struct conn *conn) {
    struct proxy_codec *codec = mem_new(1, sizeof *codec);
    codec->codec.ops = &ops;
    conn->n_shaking++;
    conn_push(conn, &codec->codec);
}
