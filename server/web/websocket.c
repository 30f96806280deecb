#include "server/web/websocket.h"

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

#include "mem/mem.h"
#include "proto/bounds.h"
#include "proto/utf8.h"

/* RFC 6455, 1.3: joined to the key before it is hashed. */
#define ACCEPT_SALT "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

/* --- memory --- */

/* Overwrites and frees: a message may contain a password. */
static void drop_text(struct websocket *ws) {
    if (ws->text != NULL) {
        sodium_memzero(ws->text, LINE_BYTES_MAX + 1);
        free(ws->text);
        ws->text = NULL;
    }
    ws->len = 0;
}

static void drop_control(struct websocket *ws) {
    free(ws->control);
    ws->control = NULL;
    ws->n_control = 0;
}

/* wslay buffers 4 KiB per reader, so idle connections have none. */
static void drop_frames(struct websocket *ws) {
    wslay_frame_context_free(ws->frames);
    ws->frames = NULL;
    ws->fed = ws->taken = 0;
}

void websocket_fini(struct websocket *ws) {
    drop_text(ws);
    drop_control(ws);
    if (ws->frames != NULL) {
        drop_frames(ws);
    }
}

/* --- reading frames --- */

/* Gives wslay the bytes of this call. */
static ssize_t on_recv(uint8_t *to, size_t cap, int flags, void *owner) {
    struct websocket *ws = owner;
    (void)flags;
    size_t n = ws->n_in < cap ? ws->n_in : cap;
    if (n == 0) {
        return -1; /* nothing to read */
    }
    memcpy(to, ws->in, n);
    ws->in += n;
    ws->n_in -= n;
    ws->fed += n;
    return (ssize_t)n;
}

static void begin_frames(struct websocket *ws) {
    const struct wslay_frame_callbacks callbacks = {.recv_callback = on_recv};
    if (wslay_frame_context_init(&ws->frames, &callbacks, ws) != 0) {
        mem_exit();
    }
}

static enum websocket_result close_with(struct websocket *ws,
                                        enum wslay_status_code code) {
    ws->is_closed = true;
    ws->code = (uint16_t)code;
    return WEBSOCKET_CLOSE;
}

/* Length of the header of a masked frame. */
static size_t header_bytes(uint64_t payload) {
    return 6 + (payload < 126 ? 0U : payload <= UINT16_MAX ? 2U : 8U);
}

/* Checks a new frame.  WEBSOCKET_MORE: it is valid. */
static enum websocket_result begin_frame(struct websocket *ws,
                                         const struct wslay_frame_iocb *frame) {
    bool is_control = wslay_is_ctrl_frame(frame->opcode);
    if (!frame->mask || frame->rsv != 0 || (is_control && !frame->fin)) {
        return close_with(ws, WSLAY_CODE_PROTOCOL_ERROR);
    }
    ws->opcode = frame->opcode;
    ws->left = frame->payload_length;
    ws->taken += header_bytes(frame->payload_length);
    if (is_control) {
        bool is_known = frame->opcode == WSLAY_PING || frame->opcode == WSLAY_PONG ||
                        frame->opcode == WSLAY_CONNECTION_CLOSE;
        return is_known ? WEBSOCKET_MORE : close_with(ws, WSLAY_CODE_PROTOCOL_ERROR);
    }
    if (frame->opcode == WSLAY_BINARY_FRAME) {
        return close_with(ws, WSLAY_CODE_UNSUPPORTED_DATA);
    }
    bool goes_on = frame->opcode == WSLAY_CONTINUATION_FRAME;
    if ((!goes_on && frame->opcode != WSLAY_TEXT_FRAME) || goes_on != ws->in_message) {
        return close_with(ws, WSLAY_CODE_PROTOCOL_ERROR);
    }
    ws->in_message = true;
    ws->is_last = frame->fin;
    return WEBSOCKET_MORE;
}

/* --- messages --- */

static bool is_utf8(const char *text, size_t len) {
    uint32_t point;
    for (size_t i = 0, n; i < len; i += n) {
        n = text[i] == '\0' ? 1 : utf8_read(text + i, len - i, &point);
        if (n == 0) {
            return false;
        }
    }
    return true;
}

static void add_text(struct websocket *ws, const uint8_t *bytes, size_t n) {
    if (ws->skips || n == 0) {
        return;
    }
    if (ws->len + n > LINE_BYTES_MAX) {
        drop_text(ws);
        ws->skips = true;
        return;
    }
    if (ws->text == NULL) {
        ws->text = mem_new(1, LINE_BYTES_MAX + 1);
    }
    memcpy(ws->text + ws->len, bytes, n);
    ws->len = (uint16_t)(ws->len + n);
}

static enum websocket_result end_message(struct websocket *ws) {
    bool was_too_long = ws->skips;
    ws->in_message = false;
    ws->skips = false;
    if (was_too_long) {
        return WEBSOCKET_TOO_LONG;
    }
    return is_utf8(websocket_line(ws), ws->len)
               ? WEBSOCKET_LINE
               : close_with(ws, WSLAY_CODE_INVALID_FRAME_PAYLOAD_DATA);
}

/* --- control frames --- */

static void add_control(struct websocket *ws, const uint8_t *bytes, size_t n) {
    if (n == 0 || ws->n_control + n > WEBSOCKET_CONTROL_BYTES_MAX) {
        return; /* wslay has refused longer ones */
    }
    if (ws->control == NULL) {
        ws->control = mem_new(1, WEBSOCKET_CONTROL_BYTES_MAX);
    }
    memcpy(ws->control + ws->n_control, bytes, n);
    ws->n_control = (uint8_t)(ws->n_control + n);
}

/* Whether a peer may close with this code (RFC 6455, 7.4). */
static bool is_close_code(unsigned code) {
    return (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 &&
            code != 1006) ||
           (code >= 3000 && code <= 4999);
}

/* Sets the code to answer a close frame: its own, if that is valid. */
static enum websocket_result end_close(struct websocket *ws) {
    if (ws->n_control == 0) {
        return close_with(ws, WSLAY_CODE_NORMAL_CLOSURE);
    }
    unsigned code =
        ws->n_control >= 2 ? (unsigned)ws->control[0] << 8 | ws->control[1] : 0;
    if (!is_close_code(code)) {
        return close_with(ws, WSLAY_CODE_PROTOCOL_ERROR);
    }
    if (!is_utf8((const char *)ws->control + 2, ws->n_control - 2U)) {
        return close_with(ws, WSLAY_CODE_INVALID_FRAME_PAYLOAD_DATA);
    }
    ws->is_closed = true;
    ws->code = (uint16_t)code;
    return WEBSOCKET_CLOSE;
}

/* --- all of it --- */

/* Handles a part of a frame's payload.  WEBSOCKET_MORE: continue. */
static enum websocket_result take_part(struct websocket *ws,
                                       const struct wslay_frame_iocb *part) {
    bool is_control = wslay_is_ctrl_frame(ws->opcode);
    if (is_control) {
        add_control(ws, part->data, part->data_length);
    } else {
        add_text(ws, part->data, part->data_length);
    }
    ws->taken += part->data_length;
    ws->left -= part->data_length;
    if (ws->left > 0) {
        return WEBSOCKET_MORE;
    }
    switch (ws->opcode) {
    case WSLAY_PING: return WEBSOCKET_PING;
    case WSLAY_PONG: drop_control(ws); return WEBSOCKET_MORE;
    case WSLAY_CONNECTION_CLOSE: return end_close(ws);
    default: return ws->is_last ? end_message(ws) : WEBSOCKET_MORE;
    }
}

static enum websocket_result next(struct websocket *ws) {
    struct wslay_frame_iocb part;
    memset(&part, 0, sizeof part);
    bool begins = ws->left == 0;
    ssize_t n = wslay_frame_recv(ws->frames, &part);
    if (n == WSLAY_ERR_WANT_READ) {
        return WEBSOCKET_MORE;
    }
    if (n < 0) {
        return close_with(ws, WSLAY_CODE_PROTOCOL_ERROR);
    }
    enum websocket_result result = begins ? begin_frame(ws, &part) : WEBSOCKET_MORE;
    return result == WEBSOCKET_MORE ? take_part(ws, &part) : result;
}

enum websocket_result websocket_feed(struct websocket *ws, const uint8_t *bytes, size_t n,
                                     size_t *used) {
    if (!ws->in_message) {
        drop_text(ws); /* already delivered */
    }
    if (ws->n_control > 0 && ws->left == 0) {
        drop_control(ws);
    }
    *used = n;
    if (ws->is_closed) {
        return WEBSOCKET_MORE;
    }
    ws->in = bytes;
    ws->n_in = n;
    if (ws->frames == NULL) {
        if (n == 0) {
            return WEBSOCKET_MORE;
        }
        begin_frames(ws);
    }
    enum websocket_result result = WEBSOCKET_MORE;
    uint64_t seen;
    do {
        seen = ws->fed + ws->taken;
        result = next(ws);
    } while (result == WEBSOCKET_MORE && ws->fed + ws->taken != seen);
    *used = n - ws->n_in;
    ws->in = NULL;
    ws->n_in = 0;
    if (ws->left == 0 && ws->fed == ws->taken) {
        drop_frames(ws);
    }
    return result;
}

void websocket_accept(const char *key, char accept[static WEBSOCKET_ACCEPT_BYTES]) {
    char text[64 + sizeof ACCEPT_SALT];
    unsigned char hash[SHA_DIGEST_LENGTH];
    int n = snprintf(text, sizeof text, "%.60s" ACCEPT_SALT, key);
    SHA1((const unsigned char *)text, (size_t)n, hash);
    EVP_EncodeBlock((unsigned char *)accept, hash, SHA_DIGEST_LENGTH);
}
