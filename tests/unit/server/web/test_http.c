/* Heads of HTTP requests: what is read of them, and what is refused. */
#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>

#include "server/web/http.h"

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
