/* What a browser sends: the first byte chooses whether it has opened a WebSocket, and a
 * length; the others are received at once, byte by byte, and in pieces of that length.
 * Each way the same must be heard and answered. */
#include "tests/fuzz/fuzz.h"

#include "proto/bounds.h"
#include "server/web/web.h"

static const char handshake[] = "GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n"
                                "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/* What was heard and answered. */
struct heard {
    char *text; /* owned */
    size_t len, cap;
};

static void hear(struct heard *heard, char mark, const char *bytes, size_t n) {
    if (heard->cap - heard->len < n + 1) {
        heard->cap = 2 * (heard->len + n + 1);
        heard->text = realloc(heard->text, heard->cap);
        assert(heard->text != NULL);
    }
    heard->text[heard->len++] = mark;
    if (n > 0) {
        memcpy(heard->text + heard->len, bytes, n);
    }
    heard->len += n;
}

static void hear_answer(struct heard *heard, char mark, struct web *web) {
    struct buf *answer = web_take_answer(web);
    assert(answer != NULL && answer->is_bare);
    hear(heard, mark, answer->data, answer->len);
    buf_unref(answer);
}

static void feed(struct web *web, const uint8_t *bytes, size_t n, struct heard *heard) {
    for (;;) {
        size_t used, len;
        enum web_result result = web_feed(web, bytes, n, &used);
        assert(used <= n);
        bytes += used;
        n -= used;
        switch (result) {
        case WEB_MORE: assert(n == 0); return;
        case WEB_LINE: {
            const char *line = web_line(web, &len);
            assert(len <= LINE_BYTES_MAX);
            hear(heard, '<', line, len);
            break;
        }
        case WEB_TOO_LONG: hear(heard, '!', NULL, 0); break;
        case WEB_SEND: hear_answer(heard, '>', web); break;
        case WEB_OPEN:
            hear_answer(heard, 'o', web);
            assert(web_is_open(web));
            break;
        case WEB_ASK: hear(heard, '?', NULL, 0); break; /* its line follows */
        case WEB_END: hear_answer(heard, 'x', web); break;
        }
    }
}

static struct heard hear_pieces(const uint8_t *bytes, size_t n, size_t piece,
                                bool is_open) {
    static const char *const origins[] = {"https://b"};
    static const struct web_site site = {.origins = origins, .n_origins = 1};
    struct heard heard = {NULL, 0, 0};
    struct web *web = web_new(&site, false);
    if (is_open) {
        feed(web, (const uint8_t *)handshake, sizeof handshake - 1, &heard);
        assert(web_is_open(web));
    }
    for (size_t at = 0; at < n; at += piece) {
        size_t len = piece < n - at ? piece : n - at;
        char *copy = fuzz_copy((const char *)bytes + at, len);
        feed(web, (const uint8_t *)copy, len, &heard);
        free(copy);
    }
    struct buf *close = web_close(web, WEB_CLOSE_NORMAL, "ok");
    if (close != NULL) {
        assert(web_is_open(web));
        hear(&heard, 'c', close->data, close->len);
        buf_unref(close);
    }
    web_free(web);
    return heard;
}

static void expect(const struct heard *expected, struct heard heard) {
    assert(heard.len == expected->len);
    assert(heard.len == 0 || memcmp(heard.text, expected->text, heard.len) == 0);
    free(heard.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) {
        return 0;
    }
    bool is_open = (data[0] & 1) != 0;
    struct heard whole = hear_pieces(data + 1, size - 1, size, is_open);
    expect(&whole, hear_pieces(data + 1, size - 1, 1, is_open));
    expect(&whole, hear_pieces(data + 1, size - 1, (size_t)2 + data[0] / 2, is_open));
    free(whole.text);
    return 0;
}
