/* Heads of HTTP requests: what is read of them, and what is refused. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/json.h"
#include "tests/unit/server/web/frames.h"
#include "tests/unit/test.h"

#include "proto/bounds.h"
#include "server/base/buf.h"
#include "server/web/card.h"
#include "server/web/http.h"
#include "server/web/origin.h"
#include "server/web/picture.h"
#include "server/web/web.h"
#include "server/web/websocket.h"

static enum http_status read_text(const char *text, struct http_request *request) {
    return http_read(text, strlen(text), request);
}

TEST(test_browser) {
    struct http_request request;
    static const char head[] = "GET /ws?x=1 HTTP/1.1\r\n"
                               "Host: example.org:8080\r\n"
                               "Origin: http://example.org:8080\r\n"
                               "Accept-Encoding: deflate, GZIP;q=0.5\r\n"
                               "If-None-Match: \"abc\"\r\n"
                               "connection: keep-alive, Upgrade\r\n"
                               "Upgrade: websocket\r\n"
                               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                               "Sec-WebSocket-Protocol: chat, alea.1.json\r\n"
                               "Sec-WebSocket-Version: 13\r\n\r\n";
    assert_int_equal(read_text(head, &request), HTTP_OK);
    assert_string_equal(request.path, "/ws");
    assert_string_equal(request.host, "example.org:8080");
    assert_string_equal(request.origin, "http://example.org:8080");
    assert_string_equal(request.etag, "\"abc\"");
    assert_string_equal(request.key, "dGhlIHNhbXBsZSBub25jZQ==");
    assert_true(request.upgrades && request.is_version_13 && request.names_protocol);
    assert_true(request.takes_gzip && request.keeps_open && !request.is_head);
}

TEST(test_connection) {
    static const struct {
        const char *head;
        bool keeps_open, upgrades, takes_gzip;
    } rows[] = {
        {"GET / HTTP/1.1\r\nHost: a\r\n\r\n", true, false, false},
        {"GET / HTTP/1.0\r\n\r\n", false, false, false},
        {"GET / HTTP/1.1\nHost: a\nConnection: CLOSE\n\n", false, false, false},
        {"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n\r\n", true, false, false},
        {"GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\n\r\n", true, false, false},
        {"GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip;q=0\r\n\r\n", true, false,
         false},
        {"GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzipped\r\n\r\n", true, false,
         false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct http_request request;
        assert_int_equal(read_text(rows[i].head, &request), HTTP_OK);
        assert_int_equal(request.keeps_open, rows[i].keeps_open);
        assert_int_equal(request.upgrades, rows[i].upgrades);
        assert_int_equal(request.takes_gzip, rows[i].takes_gzip);
    }
}

TEST(test_refused) {
    char long_path[400] = "GET /";
    memset(long_path + 5, 'a', 300);
    strcat(long_path, " HTTP/1.1\r\nHost: a\r\n\r\n");
    const struct {
        const char *head;
        enum http_status status;
    } rows[] = {
        {"GET / HTTP/1.1\r\n\r\n", HTTP_BAD_REQUEST}, /* no Host */
        {"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", HTTP_BAD_REQUEST},
        {"GET / HTTP/1.1\r\nHost: a\r\nOrigin: b\r\nOrigin: c\r\n\r\n", HTTP_BAD_REQUEST},
        {"GET / HTTP/1.1\r\nHost : a\r\n\r\n", HTTP_BAD_REQUEST},
        {"GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", HTTP_BAD_REQUEST},
        {"GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n", HTTP_BAD_REQUEST},
        {"GET / HTTP/1.1\r\nHost: a\x01\r\n\r\n", HTTP_BAD_REQUEST},
        {"GET /\x7F HTTP/1.1\r\nHost: a\r\n\r\n", HTTP_BAD_REQUEST},
        {"GET  / HTTP/1.1\r\nHost: a\r\n\r\n", HTTP_BAD_REQUEST},
        {"GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", HTTP_BAD_REQUEST},
        {"GET /\r\nHost: a\r\n\r\n", HTTP_BAD_REQUEST},
        {"\r\nHost: a\r\n\r\n", HTTP_BAD_REQUEST},
        {"POST / HTTP/1.1\r\nHost: a\r\n\r\n", HTTP_METHOD_NOT_ALLOWED},
        {"get / HTTP/1.1\r\nHost: a\r\n\r\n", HTTP_METHOD_NOT_ALLOWED},
        {"PRI * HTTP/2.0\r\n\r\n", HTTP_VERSION_NOT_SUPPORTED},
        {"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n",
         HTTP_CONTENT_TOO_LARGE},
        {"GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
         HTTP_CONTENT_TOO_LARGE},
        {long_path, HTTP_URI_TOO_LONG},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct http_request request;
        assert_int_equal(read_text(rows[i].head, &request), rows[i].status);
        assert_true(strlen(http_status_text(rows[i].status)) > 0);
    }
}

/* A key is used only if it is 16 bytes in base64. */
TEST(test_key) {
    static const char *const wrong[] = {
        "", "dGhlIHNhbXBsZSBub25jZQ",
        "dGhl IHNhbXBsZSBub25jZQ=", "dGhlIHNhbXBsZSBub25jZQ==="};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char head[200];
        struct http_request request;
        snprintf(head, sizeof head,
                 "GET /ws HTTP/1.1\r\nHost: a\r\nSec-WebSocket-Key: %s\r\n\r\n",
                 wrong[i]);
        assert_int_equal(read_text(head, &request), HTTP_OK);
        assert_string_equal(request.key, "");
    }
}

TEST(test_end) {
    assert_int_equal(http_head_bytes("a\r\n\r\nb", 6, 0), 5);
    assert_int_equal(http_head_bytes("a\n\nb", 4, 0), 3);
    assert_int_equal(http_head_bytes("a\n\r\nb", 5, 0), 4);
    assert_int_equal(http_head_bytes("a\r\n\r", 4, 0), 0);
    assert_int_equal(http_head_bytes("", 0, 0), 0);
    assert_int_equal(http_head_bytes("a\r\n\r\nb", 6, 4), 5);
}

/* --- websocket --- */

/* Frames of a WebSocket: messages, however they are cut, and everything that a peer must
 * not send. */

#define HEARD_BYTES 20000

/* What a WebSocket has made of bytes: "<line>", "!" for one too long, "?" for a ping with
 * its payload, "x1002" for an end. */
struct heard {
    char text[HEARD_BYTES];
    size_t len;
};

static void hear(struct heard *heard, char mark, const void *bytes, size_t n) {
    assert_true(heard->len + n + 2 < sizeof heard->text);
    heard->text[heard->len++] = mark;
    if (n > 0) {
        memcpy(heard->text + heard->len, bytes, n);
    }
    heard->len += n;
    heard->text[heard->len] = '\0';
}

static void feed(struct websocket *ws, const uint8_t *bytes, size_t n,
                 struct heard *heard) {
    for (;;) {
        size_t used;
        char code[8];
        enum websocket_result result = websocket_feed(ws, bytes, n, &used);
        assert_true(used <= n);
        bytes += used;
        n -= used;
        switch (result) {
        case WEBSOCKET_MORE: assert_int_equal(n, 0); return;
        case WEBSOCKET_LINE: hear(heard, '<', websocket_line(ws), ws->len); break;
        case WEBSOCKET_TOO_LONG: hear(heard, '!', NULL, 0); break;
        case WEBSOCKET_PING: hear(heard, '?', ws->control, ws->n_control); break;
        case WEBSOCKET_CLOSE:
            snprintf(code, sizeof code, "%d", ws->code);
            hear(heard, 'x', code, strlen(code));
            break;
        }
    }
}

/* Feeds the bytes in pieces of this many. */
static void hear_pieces(const uint8_t *bytes, size_t n, size_t piece,
                        struct heard *heard) {
    struct websocket ws = {.len = 0};
    heard->len = 0;
    heard->text[0] = '\0';
    for (size_t at = 0; at < n; at += piece) {
        feed(&ws, bytes + at, n - at < piece ? n - at : piece, heard);
    }
    websocket_fini(&ws);
}

/* Whatever the cuts, this is heard. */
static void expect(const uint8_t *bytes, size_t n, const char *expected) {
    static const size_t pieces[] = {1, 2, 3, 7, 100, 4095, 1000000};
    static struct heard heard;
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        hear_pieces(bytes, n, pieces[i], &heard);
        assert_string_equal(heard.text, expected);
    }
}

TEST(test_messages) {
    uint8_t bytes[400];
    size_t n = frame_write(bytes, FRAME_FIN | FRAME_TEXT, "one", 3);
    n += frame_write(bytes + n, FRAME_FIN | FRAME_TEXT, "", 0);
    n += frame_write(bytes + n, FRAME_TEXT, "t", 1);
    n += frame_write(bytes + n, FRAME_FIN | FRAME_PING, "hi", 2);
    n += frame_write(bytes + n, FRAME_MORE_PARTS, "", 0);
    n += frame_write(bytes + n, FRAME_FIN | FRAME_PONG, "who", 3);
    n += frame_write(bytes + n, FRAME_FIN | FRAME_MORE_PARTS, "wo", 2);
    n += frame_write(bytes + n, FRAME_FIN | FRAME_PING, NULL, 0);
    n += frame_write(bytes + n, FRAME_FIN | FRAME_CLOSE,
                     "\x03\xe8"
                     "bye",
                     5);
    n += frame_write(bytes + n, FRAME_FIN | FRAME_TEXT, "late", 4);
    expect(bytes, n, "<one<?hi<two?x1000");
}

TEST(test_long) {
    static uint8_t bytes[4 * LINE_BYTES_MAX];
    static char text[LINE_BYTES_MAX + 2], expected[LINE_BYTES_MAX + 10];
    memset(text, 'a', LINE_BYTES_MAX + 1);
    size_t n = frame_write(bytes, FRAME_FIN | FRAME_TEXT, text, LINE_BYTES_MAX);
    n += frame_write(bytes + n, FRAME_FIN | FRAME_TEXT, text, LINE_BYTES_MAX + 1);
    n += frame_write(bytes + n, FRAME_FIN | FRAME_TEXT, "b", 1);
    snprintf(expected, sizeof expected, "<%.*s!<b", LINE_BYTES_MAX, text);
    expect(bytes, n, expected);
}

/* 200 bytes have a longer header than 100, and 70,000 the longest. */
TEST(test_lengths) {
    static uint8_t bytes[70100];
    static char text[70000];
    memset(text, 'c', sizeof text);
    size_t n = frame_write(bytes, FRAME_FIN | FRAME_TEXT, text, sizeof text);
    n += frame_write(bytes + n, FRAME_FIN | FRAME_TEXT, "d", 1);
    expect(bytes, n, "!<d");
}

TEST(test_not_allowed) {
    static const struct {
        const char *what;
        const char *bytes;
        size_t n;
        const char *expected;
    } rows[] = {
        {"no mask",
         "\x81\x01"
         "a",
         3, "x1002"},
        {"a reserved bit",
         "\xC1\x81"
         "0000"
         "a",
         7, "x1002"},
        {"an unknown opcode",
         "\x83\x81"
         "0000"
         "a",
         7, "x1002"},
        {"an unknown control opcode",
         "\x8B\x80"
         "0000",
         6, "x1002"},
        {"a part without a beginning",
         "\x80\x81"
         "0000"
         "a",
         7, "x1002"},
        {"a beginning within a message",
         "\x01\x81"
         "0000"
         "a"
         "\x81\x81"
         "0000"
         "b",
         14, "x1002"},
        {"a ping in parts",
         "\x09\x80"
         "0000",
         6, "x1002"},
        {"a ping of 126 bytes",
         "\x89\xFE\x00\x7E"
         "0000",
         8, "x1002"},
        {"a length that is too long for its value",
         "\x81\xFE\x00\x01"
         "0000"
         "a",
         9, "x1002"},
        {"a length of 2^63",
         "\x81\xFF\x80\0\0\0\0\0\0\0"
         "0000",
         14, "x1002"},
        {"binary",
         "\x82\x81"
         "0000"
         "a",
         7, "x1003"},
        {"bad UTF-8", "\x81\x81\0\0\0\0\xFF", 7, "x1007"},
        {"a surrogate", "\x81\x83\0\0\0\0\xED\xA0\x80", 9, "x1007"},
        {"half a code to close with", "\x88\x81\0\0\0\0\x03", 7, "x1002"},
        {"code 1005", "\x88\x82\0\0\0\0\x03\xED", 8, "x1002"},
        {"code 2999", "\x88\x82\0\0\0\0\x0B\xB7", 8, "x1002"},
        {"a reason that is not UTF-8", "\x88\x83\0\0\0\0\x03\xE8\xFF", 9, "x1007"},
        {"closing without a code",
         "\x88\x80"
         "0000",
         6, "x1000"},
        {"closing with one's own code", "\x88\x82\0\0\0\0\x0B\xB8", 8, "x3000"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        print_message("%s\n", rows[i].what);
        expect((const uint8_t *)rows[i].bytes, rows[i].n, rows[i].expected);
    }
}

/* Between two messages a WebSocket has no memory of its own. */
TEST(test_memory) {
    uint8_t bytes[100];
    size_t n = frame_write(bytes, FRAME_FIN | FRAME_TEXT, "one", 3);
    n += frame_write(bytes + n, FRAME_FIN | FRAME_PING, "two", 3);
    static struct heard heard;
    for (size_t cut = 1; cut < n; cut++) {
        struct websocket ws = {.len = 0};
        feed(&ws, bytes, cut, &heard);
        feed(&ws, bytes + cut, n - cut, &heard);
        assert_null(ws.frames);
        assert_null(ws.text);
        assert_null(ws.control);
        websocket_fini(&ws);
    }
}

/* The example of RFC 6455, 1.3. */
TEST(test_accept) {
    char accept[WEBSOCKET_ACCEPT_BYTES];
    websocket_accept("dGhlIHNhbXBsZSBub25jZQ==", accept);
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}

static void expect_frame(size_t n, const char *header, size_t n_header) {
    char *line = malloc(n + 1);
    assert_non_null(line);
    memset(line, 'e', n + 1);
    struct buf *buf = buf_new_line(line, n);
    for (int i = 0; i < 2; i++) { /* made once, and used again */
        size_t len;
        const char *frame = buf_frame(buf, &len);
        assert_int_equal(len, n_header + n);
        assert_memory_equal(frame, header, n_header);
        assert_memory_equal(frame + n_header, line, n);
    }
    buf_unref(buf);
    free(line);
}

TEST(test_frames_out) {
    expect_frame(0, "\x81\x00", 2);
    expect_frame(125, "\x81\x7D", 2);
    expect_frame(126, "\x81\x7E\x00\x7E", 4);
    expect_frame(65535, "\x81\x7E\xFF\xFF", 4);
    expect_frame(65536, "\x81\x7F\0\0\0\0\0\x01\0\0", 10);
}

/* --- origin --- */

/* Origins: as browsers write them, or refused because no browser does. */

static const struct row {
    const char *name; /* as given */
    const char *read; /* NULL: refused */
} rows[] = {
    {"https://example.org", "https://example.org"},
    {"HTTPS://Example.ORG", "https://example.org"},
    {"https://example.org:443", "https://example.org"},
    {"http://example.org:80", "http://example.org"},
    {"http://example.org:443", "http://example.org:443"},
    {"http://example.org:08080", "http://example.org:8080"},
    {"http://my_host", "http://my_host"},
    {"http://example.org.", "http://example.org."},
    {"http://192.0.2.1:8080", "http://192.0.2.1:8080"},
    {"http://[2001:DB8:0::1]:80", "http://[2001:db8::1]"},
    {"https://xn--bcher-kva.example", "https://xn--bcher-kva.example"},
    {"https://b\xc3\xbc"
     "cher.example",
     NULL},
    {"https://example.org/", NULL},
    {"https://example.org?", NULL},
    {"https://*.example.org", NULL},
    {"https://me@example.org", NULL},
    {"https://example.org:", NULL},
    {"https://example.org:0", NULL},
    {"https://example.org:65536", NULL},
    {"https://example.org:https", NULL},
    {"https://example.org:443:443", NULL},
    {"https://", NULL},
    {"https://:443", NULL},
    {"https://.org", NULL},
    {"https://a..b", NULL},
    {"http://127.1", NULL},
    {"http://1.2.3.456", NULL},
    {"http://[::1", NULL},
    {"http://[]", NULL},
    {"http://[::1]1", NULL},
    {"http://[127.0.0.1]", NULL},
    {"example.org", NULL},
    {"ws://example.org", NULL},
    {"null", NULL},
    {"*", NULL},
    {"", NULL},
};

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    char origin[ORIGIN_BYTES] = "";
    assert_int_equal(origin_read(row->name, origin), row->read != NULL);
    if (row->read != NULL) {
        char again[ORIGIN_BYTES];
        assert_string_equal(origin, row->read);
        assert_true(origin_read(origin, again));
        assert_string_equal(again, origin);
    }
}

TEST(test_origin_long) {
    char text[ORIGIN_BYTES + 1] = "http://", origin[ORIGIN_BYTES];
    memset(text + 7, 'a', sizeof text - 8);
    text[sizeof text - 1] = '\0';
    assert_false(origin_read(text, origin));
    text[sizeof text - 2] = '\0';
    assert_true(origin_read(text, origin));
}

/* --- card --- */

/* The page of a finished game: what is asked, and what is made of each answer; and the
 * pictures of all games. */

/* --- what is asked --- */

static const struct card_row {
    const char *name; /* the path */
    const char *id;   /* NULL: no game */
    bool is_picture;
} card_rows[] = {
    {"/game/abc234", "abc234", false},
    {"/game/abc234.png", "abc234", true},
    {"/game/abcdefghijklmnopqrstuvwxyzABCDEF", "abcdefghijklmnopqrstuvwxyzABCDEF", false},
    {"/game/abcdefghijklmnopqrstuvwxyzABCDEFG", NULL, false},
    {"/game/.png", NULL, false},
    {"/game/", NULL, false},
    {"/game", NULL, false},
    {"/game/a/b", NULL, false},
    {"/game/a\"b", NULL, false},
    {"/game/a%20b", NULL, false},
    {"/game/a.svg", NULL, false},
    {"/games/abc", NULL, false},
};

TEST_ROWS(card_rows) {
    const struct card_row *row = table_row(state);
    struct card_ask ask;
    assert_int_equal(card_find(row->name, &ask), row->id != NULL);
    if (row->id != NULL) {
        char line[CARD_LINE_BYTES], expected[120];
        assert_string_equal(ask.id, row->id);
        assert_int_equal(ask.is_picture, row->is_picture);
        snprintf(expected, sizeof expected, "{'cmd':'game','game_id':'%s'}", row->id);
        size_t n = card_line(&ask, line);
        assert_int_equal(n, strlen(line));
        assert_string_equal(line, json(expected));
    }
}

/* --- a request --- */

static const char *const origins[] = {"https://there", "https://here"};
static const struct web_site site = {.origins = origins, .n_origins = 2};

/* Asks for a path, up to the line that the server gets. */
static struct web *ask(const char *path) {
    struct web *web = web_new(&site, false);
    char request[200];
    size_t used, len;
    int n = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: here\r\n\r\nGET",
                     path);
    const uint8_t *bytes = (const uint8_t *)request;
    assert_int_equal(web_feed(web, bytes, (size_t)n, &used), WEB_ASK);
    assert_true(web_is_asking(web));
    assert_int_equal(web_feed(web, bytes + used, (size_t)n - used, &used), WEB_LINE);
    assert_string_equal(web_line(web, &len), json("{'cmd':'game','game_id':'g42'}"));
    assert_int_equal(web_feed(web, bytes, 0, &used), WEB_MORE);
    return web;
}

/* The answer to the request for a path, once this message has come.  Returns owned. */
static struct buf *answer(const char *path, const char *message) {
    struct web *web = ask(path);
    const char *text = message != NULL ? json(message) : NULL;
    struct buf *made = web_answer_asked(web, text, text != NULL ? strlen(text) : 0);
    assert_non_null(made);
    assert_true(made->is_bare);
    assert_false(web_is_asking(web));
    assert_true(web_was_asked(web));
    assert_null(web_answer_asked(web, "{}", 2)); /* only once */
    web_free(web);
    return made;
}

static void expect_parts(const char *path, const char *message, const char *has,
                         const char *has_not) {
    struct buf *made = answer(path, message);
    char *text = strndup(made->data, made->len);
    if (strstr(text, has) == NULL || (has_not != NULL && strstr(text, has_not) != NULL)) {
        fail_msg("%s: %s", message, text);
    }
    free(text);
    buf_unref(made);
}

#define GAME(game, position)                                                             \
    "{'reply':'game','game_id':'g42','game':'" game "','white':'Ann','black':'Bob',"     \
    "'outcome':'white','reason':'resign','started':'2026-11-21T01:02:03Z',"              \
    "'ended':'2026-11-21T01:02:03Z','rated':false,'time':null,'n_moves':17,"             \
    "'position':'" position "'}"
#define ROYAL GAME("royal-ur", "7,7 - 0,0 w -")
#define UNKNOWN                                                                          \
    "{'error':'unknown_record','text':'there is no finished game with this id'}"
#define BUSY "{'error':'too_fast','text':'wait','retry_after_ms':100}"

TEST(test_page) {
    expect_parts("/game/g42", ROYAL, "og:title\" content=\"Royal Game of Ur: Ann", NULL);
    expect_parts("/game/g42", ROYAL, "17 moves, step by step.", NULL);
    expect_parts("/game/g42", ROYAL, "content=\"https://here/game/g42.png\"", "http://");
    expect_parts("/game/g42", ROYAL, "content=\"noindex\"", NULL);
    expect_parts("/game/g42", ROYAL, "</html>", NULL);
    const char *const others[] = {
        UNKNOWN, BUSY, "{'event':'bye','code':'banned'}", "x", GAME("chess", ""), NULL};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        expect_parts("/game/g42", others[i], "HTTP/1.1 200 OK", "og:");
    }
}

TEST(test_picture_answers) {
    expect_parts("/game/g42.png", ROYAL, "Content-Type: image/png", NULL);
    expect_parts("/game/g42.png", ROYAL, "Cache-Control: public, max-age=86400", NULL);
    expect_parts("/game/g42.png", UNKNOWN, "HTTP/1.1 404 ", "max-age");
    expect_parts("/game/g42.png", BUSY, "HTTP/1.1 503 ", "max-age");
    expect_parts("/game/g42.png", NULL, "HTTP/1.1 503 ", NULL);
    expect_parts("/game/g42.png", GAME("royal-ur", "no position"), "HTTP/1.1 503 ", NULL);
}

/* --- pictures --- */

static uint32_t number_at(const char *bytes) {
    const unsigned char *at = (const unsigned char *)bytes;
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* Whether the chunks of a PNG fill the file, and the last one ends it. */
static void expect_chunks(const char *png, size_t len) {
    size_t at = 8, last = 0;
    assert_memory_equal(png, "\x89PNG\r\n\x1a\n", 8);
    assert_int_equal(number_at(png + 16), PICTURE_WIDTH);
    assert_int_equal(number_at(png + 20), PICTURE_HEIGHT);
    while (at < len) {
        last = at;
        at += 12 + number_at(png + at);
    }
    assert_int_equal(at, len);
    assert_memory_equal(png + last, "\0\0\0\0IEND\xAE\x42\x60\x82", 12);
}

/* The start and the example of the rules differ, and both are small.  That a browser
 * reads them, and sees the pieces, is tested in tests/web/game.test.mjs. */
TEST(test_pictures) {
    for (size_t i = 0; games[i] != NULL; i++) {
        const struct options opt = {{0}};
        struct position start, example;
        struct text_in in = text_in_of(games[i]->example, strlen(games[i]->example));
        game_start(games[i], &opt, SIDE_WHITE, &start);
        assert_true(game_read(games[i], &opt, &in, &example));
        size_t len[2];
        char *png[] = {picture_png(games[i], &start, &len[0]),
                       picture_png(games[i], &example, &len[1])};
        for (int k = 0; k < 2; k++) {
            assert_in_range(len[k], 2000, 15000);
            expect_chunks(png[k], len[k]);
        }
        assert_false(len[0] == len[1] && memcmp(png[0], png[1], len[0]) == 0);
        free(png[0]);
        free(png[1]);
    }
}
