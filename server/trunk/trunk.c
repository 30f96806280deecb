#include "server/trunk/trunk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/utf8.h"
#include "rules/text.h"
#include "server/conn/socket.h"

/* What the socket has not taken at once. */
struct rest {
    uv_write_t write; /* must be first, for casts */
    char bytes[];
};

static bool is_closing(const struct trunk *trunk) {
    return uv_is_closing((const uv_handle_t *)&trunk->stream);
}

/* --- writing --- */

static size_t unsent(const struct trunk *trunk) {
    return uv_stream_get_write_queue_size((const uv_stream_t *)&trunk->stream);
}

static void on_written(uv_write_t *write, int status) {
    struct trunk *trunk = (struct trunk *)write->handle;
    (void)status;
    trunk->n_written++;
    free(write);
    if (trunk->is_ending && unsent(trunk) == 0) {
        trunk_cut(trunk, trunk->why);
    }
}

/* The socket nearly always takes all at once.  If it takes nothing any more, reading
 * ends, too, and tells why. */
static void send_bytes(struct trunk *trunk, uint8_t *bytes, size_t n) {
    uv_stream_t *stream = (uv_stream_t *)&trunk->stream;
    uv_buf_t buf = uv_buf_init((char *)bytes, (unsigned)n);
    int taken = unsent(trunk) > 0 ? UV_EAGAIN : uv_try_write(stream, &buf, 1);
    size_t left = n - (taken > 0 ? (size_t)taken : 0);
    if (left == 0 || (taken < 0 && taken != UV_EAGAIN)) {
        return;
    }
    struct rest *rest = mem_grow(NULL, 1, sizeof *rest + left);
    memcpy(rest->bytes, bytes + (n - left), left);
    buf = uv_buf_init(rest->bytes, (unsigned)left);
    if (uv_write(&rest->write, stream, &buf, 1, on_written) != 0) {
        free(rest);
    }
}

/* Sends a packet of the frames. */
static void send_packet(struct trunk *trunk, bool is_last) {
    uint8_t packet[CIPHER_PACKET_BYTES];
    if (trunk->has_begun && !trunk->is_ending && !is_closing(trunk)) {
        size_t n =
            cipher_write(&trunk->cipher, trunk->text, trunk->n_text, is_last, packet);
        trunk->is_ending = is_last;
        send_bytes(trunk, packet, n);
    }
    sodium_memzero(trunk->text, trunk->n_text); /* it may contain a password */
    trunk->n_text = 0;
}

uint8_t *trunk_put(struct trunk *trunk, uint64_t channel, enum trunk_kind kind,
                   size_t n) {
    size_t len = TRUNK_HEAD_BYTES + n;
    if (trunk->n_text + len > sizeof trunk->text) {
        send_packet(trunk, false);
    }
    uint8_t *at = trunk->text + trunk->n_text;
    trunk->n_text += len;
    trunk_head_write(at, channel, kind, n);
    return at + TRUNK_HEAD_BYTES;
}

void trunk_flush(struct trunk *trunk) {
    if (trunk->n_text > 0) {
        send_packet(trunk, false);
    }
}

/* --- reading --- */

/* Both ends have greeted: ours begins with its name. */
static void begin(struct trunk *trunk) {
    uint8_t header[CIPHER_HEADER_BYTES];
    char hello[TRUNK_HELLO_BYTES + 1];
    size_t n = (size_t)snprintf(hello, sizeof hello, "%s", trunk->own_name);
    bool announces = trunk->cipher.role == CIPHER_FRONT && trunk->cipher.version >= 4;
    for (size_t i = 0; i < 2 && announces; i++) {
        n +=
            1 + (size_t)snprintf(hello + n + 1, FRONT_WAY_BYTES, "%s", trunk->ways.at[i]);
    }
    send_bytes(trunk, header, cipher_begin(&trunk->cipher, header));
    trunk->has_begun = true;
    memcpy(trunk_put(trunk, 0, TRUNK_HELLO, n), hello, n);
    trunk_flush(trunk);
}

/* Takes the next text of a frame, up to a NUL or the end, cleaned for log and clients. */
static void take_text_of(struct trunk_frame *frame, char *to, size_t cap) {
    size_t n = strnlen((const char *)frame->rest, frame->n);
    size_t used = n < frame->n ? n + 1 : n;
    utf8_clean((const char *)frame->rest, n, to, cap);
    frame->rest += used;
    frame->n = (uint16_t)(frame->n - used);
}

/* False: the frame is wrong here. */
static bool take(struct trunk *trunk, struct trunk_frame *frame) {
    if ((frame->kind == TRUNK_HELLO) == trunk->has_met) {
        return false;
    }
    if (frame->kind == TRUNK_HELLO) {
        take_text_of(frame, trunk->name, sizeof trunk->name);
        for (size_t i = 0; i < 2; i++) {
            take_text_of(frame, trunk->ways.at[i], FRONT_WAY_BYTES);
        }
        trunk->has_met = true;
        trunk->ops->met(trunk);
        return true;
    }
    if (frame->kind == TRUNK_GOODBYE) {
        take_text_of(frame, trunk->why, sizeof trunk->why);
        return true;
    }
    return trunk->ops->frame(trunk, frame);
}

static void take_text(struct trunk *trunk, size_t len) {
    const uint8_t *at = trunk->cipher.text;
    bool is_hub = trunk->cipher.role == CIPHER_FRONT;
    for (size_t n, left = len; left > 0 && !is_closing(trunk); at += n, left -= n) {
        struct trunk_frame frame;
        n = trunk_frame_read(&frame, is_hub, at, left);
        if (n == 0 || !take(trunk, &frame)) {
            trunk_cut(trunk, "it sent a wrong frame");
        }
    }
    memset(trunk->cipher.text, 0, len);
}

static void feed(struct trunk *trunk, const uint8_t *bytes, size_t n) {
    enum cipher_result result = CIPHER_TEXT;
    while (result != CIPHER_MORE && !is_closing(trunk)) {
        size_t used, len;
        result = cipher_feed(&trunk->cipher, bytes, n, &used, &len);
        bytes += used;
        n -= used;
        switch (result) {
        case CIPHER_MORE: break;
        case CIPHER_MET: begin(trunk); break;
        case CIPHER_TEXT: take_text(trunk, len); break;
        case CIPHER_LAST:
            take_text(trunk, len);
            trunk_cut(trunk, trunk->why);
            break;
        case CIPHER_FAILED: trunk_cut(trunk, trunk->cipher.why); break;
        }
    }
}

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buf) {
    struct trunk *trunk = (struct trunk *)handle;
    (void)suggested;
    *buf = uv_buf_init(trunk->read_buf, TRUNK_READ_BYTES);
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf) {
    struct trunk *trunk = (struct trunk *)stream;
    if (n < 0) {
        trunk_cut(trunk, n != UV_EOF      ? uv_strerror((int)n)
                         : trunk->has_met ? "the connection was cut"
                         : trunk->has_begun
                             ? "it hung up: perhaps its --trunk-key differs"
                             : "it hung up");
        return;
    }
    if (trunk->has_met && !trunk->is_ending) {
        trunk->silent = 0; /* until then it counts how long it takes */
    }
    trunk->turn++;
    feed(trunk, (const uint8_t *)buf->base, (size_t)n);
    memset(buf->base, 0, (size_t)n);
    if (!is_closing(trunk)) {
        trunk->ops->heard(trunk);
    }
}

/* --- start and end --- */

static void on_closed(uv_handle_t *handle) {
    struct trunk *trunk = (struct trunk *)handle;
    cipher_fini(&trunk->cipher);
    sodium_memzero(trunk->read_buf, sizeof trunk->read_buf);
    free(trunk);
}

static void name_peer(struct trunk *trunk) {
    struct sockaddr_storage peer = {0};
    int len = sizeof peer;
    text_copy(trunk->peer, sizeof trunk->peer, "here");
    (void)uv_tcp_getpeername(&trunk->stream, (struct sockaddr *)&peer, &len);
    if (peer.ss_family == AF_INET) {
        (void)uv_ip4_name((struct sockaddr_in *)&peer, trunk->peer, sizeof trunk->peer);
    } else if (peer.ss_family == AF_INET6) {
        (void)uv_ip6_name((struct sockaddr_in6 *)&peer, trunk->peer, sizeof trunk->peer);
    }
}

struct trunk *trunk_open(uv_loop_t *loop, int fd, const struct trunk_config *config) {
    struct trunk *trunk = mem_new(1, sizeof *trunk);
    trunk->ops = config->ops;
    trunk->owner = config->owner;
    text_copy(trunk->own_name, sizeof trunk->own_name, config->name);
    if (config->ways != NULL) {
        trunk->ways = *config->ways;
    }
    cipher_init(&trunk->cipher, config->role, config->key);
    uv_tcp_init(loop, &trunk->stream);
    int error = uv_tcp_open(&trunk->stream, fd);
    if (error != 0) {
        socket_drop(fd);
    }
    if (error != 0 ||
        uv_read_start((uv_stream_t *)&trunk->stream, on_alloc, on_read) != 0) {
        uv_close((uv_handle_t *)&trunk->stream, on_closed);
        return NULL;
    }
    (void)uv_tcp_nodelay(&trunk->stream, 1); /* fails for a Unix socket */
    name_peer(trunk);
    send_bytes(trunk, trunk->cipher.hello, CIPHER_HELLO_BYTES);
    return trunk;
}

/* Too much waits, and the other end has taken nothing since the last tick.  Not judged
 * when something is sent: a caller must not lose its channels meanwhile, and a burst may
 * be long. */
static bool is_stuck(struct trunk *trunk) {
    bool is_stuck =
        unsent(trunk) > TRUNK_UNSENT_BYTES && trunk->n_written == trunk->n_written_before;
    trunk->n_written_before = trunk->n_written;
    return is_stuck;
}

void trunk_tick(struct trunk *trunk, uint32_t players) {
    unsigned most = trunk->is_ending ? 1
                    : trunk->has_met ? TRUNK_SILENT_TICKS
                                     : TRUNK_MEET_TICKS;
    if (is_closing(trunk)) {
        return;
    }
    if (++trunk->silent > most) {
        trunk_cut(trunk, trunk->is_ending ? trunk->why : TRUNK_SILENT_TEXT);
        return;
    }
    if (is_stuck(trunk)) {
        trunk_cut(trunk, "it does not read");
        return;
    }
    if (trunk->has_begun) {
        trunk_number_write(trunk_put(trunk, 0, TRUNK_ALIVE, 4), players);
        trunk_flush(trunk);
    }
}

void trunk_end(struct trunk *trunk, const char *why) {
    size_t n = strnlen(why, TRUNK_REASON_BYTES);
    if (!trunk->has_begun || trunk->is_ending) {
        trunk_cut(trunk, why);
        return;
    }
    memcpy(trunk_put(trunk, 0, TRUNK_GOODBYE, n), why, n);
    text_copy(trunk->why, sizeof trunk->why, why);
    trunk->silent = 0;
    send_packet(trunk, true);
    if (unsent(trunk) == 0) {
        trunk_cut(trunk, trunk->why);
    }
}

void trunk_cut(struct trunk *trunk, const char *why) {
    char copy[TRUNK_REASON_BYTES + 1];
    if (is_closing(trunk)) {
        return;
    }
    text_copy(copy, sizeof copy, why[0] != '\0' ? why : "it left");
    uv_close((uv_handle_t *)&trunk->stream, on_closed);
    trunk->ops->closed(trunk, copy);
}
