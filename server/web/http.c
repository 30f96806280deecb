#include "server/web/http.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* A piece of the head. */
struct piece {
    const char *at;
    size_t n;
};

size_t http_head_bytes(const char *bytes, size_t n, size_t seen) {
    for (size_t i = seen; i < n; i++) {
        bool is_end = bytes[i] == '\n' &&
                      ((i >= 1 && bytes[i - 1] == '\n') ||
                       (i >= 2 && bytes[i - 1] == '\r' && bytes[i - 2] == '\n'));
        if (is_end) {
            return i + 1;
        }
    }
    return 0;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

static struct piece trim(struct piece piece) {
    while (piece.n > 0 && is_blank(piece.at[0])) {
        piece.at++;
        piece.n--;
    }
    while (piece.n > 0 && is_blank(piece.at[piece.n - 1])) {
        piece.n--;
    }
    return piece;
}

/* Takes the bytes before the next `end`, or all. */
static struct piece take_until(struct piece *rest, char end) {
    const char *at = memchr(rest->at, end, rest->n);
    struct piece taken = {rest->at, at != NULL ? (size_t)(at - rest->at) : rest->n};
    size_t used = taken.n + (at != NULL);
    rest->at += used;
    rest->n -= used;
    return taken;
}

static bool is_word(struct piece piece, const char *word) {
    return piece.n == strlen(word) && strncasecmp(piece.at, word, piece.n) == 0;
}

/* Whether a list "a, b;q=1, c" has this word. */
static bool has_word(struct piece list, const char *word) {
    while (list.n > 0) {
        struct piece item = take_until(&list, ',');
        struct piece name = trim(take_until(&item, ';'));
        bool is_refused = is_word(trim(item), "q=0");
        if (is_word(name, word) && !is_refused) {
            return true;
        }
    }
    return false;
}

/* Copies a piece; false: it is too long, or has control characters. */
static bool copy(struct piece piece, char *to, size_t cap) {
    for (size_t i = 0; i < piece.n; i++) {
        if ((unsigned char)piece.at[i] < ' ' || piece.at[i] == 0x7F) {
            return false;
        }
    }
    if (piece.n >= cap) {
        return false;
    }
    memcpy(to, piece.at, piece.n);
    to[piece.n] = '\0';
    return true;
}

bool http_is_request(const char *line, size_t n) {
    static const char version[] = " HTTP/";
    for (size_t i = 0; i + strlen(version) <= n; i++) {
        if (memcmp(line + i, version, strlen(version)) == 0) {
            return true;
        }
    }
    return false;
}

/* The first line: METHOD PATH HTTP/1.x */
static enum http_status read_request_line(struct piece line,
                                          struct http_request *request) {
    struct piece method = take_until(&line, ' ');
    struct piece target = take_until(&line, ' ');
    if (line.n != 8 || memcmp(line.at, "HTTP/", 5) != 0 || line.at[6] != '.') {
        return HTTP_BAD_REQUEST;
    }
    if (line.at[5] != '1') {
        return HTTP_VERSION_NOT_SUPPORTED;
    }
    request->keeps_open = line.at[7] != '0';
    request->is_head = method.n == 4 && memcmp(method.at, "HEAD", 4) == 0;
    if (!request->is_head && (method.n != 3 || memcmp(method.at, "GET", 3) != 0)) {
        return HTTP_METHOD_NOT_ALLOWED;
    }
    if (target.n == 0 || target.at[0] != '/') {
        return HTTP_BAD_REQUEST;
    }
    struct piece path = take_until(&target, '?');
    return path.n >= HTTP_PATH_BYTES                         ? HTTP_URI_TOO_LONG
           : copy(path, request->path, sizeof request->path) ? HTTP_OK
                                                             : HTTP_BAD_REQUEST;
}

static bool is_key_char(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           c == '+' || c == '/';
}

/* A key is 22 characters of base64 and "==". */
static void read_key(struct piece value, char key[static HTTP_KEY_BYTES]) {
    bool right =
        value.n == HTTP_KEY_BYTES - 1 && value.at[22] == '=' && value.at[23] == '=';
    for (size_t i = 0; right && i < 22; i++) {
        right = is_key_char(value.at[i]);
    }
    if (right) {
        memcpy(key, value.at, value.n);
        key[value.n] = '\0';
    }
}

/* State while parsing a head. */
struct seen {
    bool says_upgrade, names_websocket; /* both are needed */
    bool closes;
};

static enum http_status read_field(struct piece name, struct piece value,
                                   struct http_request *request, struct seen *seen) {
    if (is_word(name, "Host")) {
        bool is_first = request->host[0] == '\0';
        bool fits = copy(value, request->host, sizeof request->host);
        return is_first && fits ? HTTP_OK : HTTP_BAD_REQUEST;
    }
    if (is_word(name, "Transfer-Encoding") ||
        (is_word(name, "Content-Length") && !is_word(value, "0"))) {
        return HTTP_CONTENT_TOO_LARGE;
    }
    if (is_word(name, "Origin")) {
        bool is_first = request->origin[0] == '\0';
        bool fits = copy(value, request->origin, sizeof request->origin);
        return is_first && fits ? HTTP_OK : HTTP_BAD_REQUEST;
    }
    if (is_word(name, "If-None-Match")) {
        (void)copy(value, request->etag, sizeof request->etag);
    } else if (is_word(name, "Accept-Encoding")) {
        request->takes_gzip = has_word(value, "gzip");
    } else if (is_word(name, "Connection")) {
        seen->says_upgrade = seen->says_upgrade || has_word(value, "Upgrade");
        seen->closes = seen->closes || has_word(value, "close");
    } else if (is_word(name, "Upgrade")) {
        seen->names_websocket = has_word(value, "websocket");
    } else if (is_word(name, "Sec-WebSocket-Key")) {
        read_key(value, request->key);
    } else if (is_word(name, "Sec-WebSocket-Version")) {
        request->is_version_13 = is_word(value, "13");
    } else if (is_word(name, "Sec-WebSocket-Protocol")) {
        request->names_protocol = has_word(value, WEB_PROTOCOL);
    }
    return HTTP_OK;
}

bool http_begins_cookies(const char *line, size_t n) {
    return is_word((struct piece){line, n}, "Cookie:");
}

static bool is_name(struct piece name) {
    for (size_t i = 0; i < name.n; i++) {
        unsigned char c = (unsigned char)name.at[i];
        if (c <= ' ' || c >= 0x7F) {
            return false;
        }
    }
    return name.n > 0;
}

enum http_status http_read(const char *head, size_t n, struct http_request *request) {
    *request = (struct http_request){.is_head = false};
    struct piece rest = {head, n};
    struct seen seen = {.closes = false};
    for (int i = 0; rest.n > 0; i++) {
        struct piece line = take_until(&rest, '\n');
        line.n -= line.n > 0 && line.at[line.n - 1] == '\r';
        if (line.n == 0 && i > 0) {
            break;
        }
        enum http_status status;
        if (i == 0) {
            status = read_request_line(line, request);
        } else {
            bool has_colon = memchr(line.at, ':', line.n) != NULL;
            struct piece name = take_until(&line, ':');
            status = has_colon && is_name(name)
                         ? read_field(name, trim(line), request, &seen)
                         : HTTP_BAD_REQUEST;
        }
        if (status != HTTP_OK) {
            return status;
        }
    }
    bool is_old = !request->keeps_open; /* HTTP/1.0 needs no Host */
    request->keeps_open = request->keeps_open && !seen.closes;
    request->upgrades = seen.says_upgrade && seen.names_websocket;
    return is_old || request->host[0] != '\0' ? HTTP_OK : HTTP_BAD_REQUEST;
}

const char *http_status_text(enum http_status status) {
    switch (status) {
    case HTTP_OK: return "OK";
    case HTTP_NOT_MODIFIED: return "Not Modified";
    case HTTP_BAD_REQUEST: return "Bad Request";
    case HTTP_FORBIDDEN: return "Forbidden";
    case HTTP_NOT_FOUND: return "Not Found";
    case HTTP_METHOD_NOT_ALLOWED: return "Method Not Allowed";
    case HTTP_CONTENT_TOO_LARGE: return "Content Too Large";
    case HTTP_URI_TOO_LONG: return "URI Too Long";
    case HTTP_UPGRADE_REQUIRED: return "Upgrade Required";
    case HTTP_HEAD_TOO_LARGE: return "Request Header Fields Too Large";
    case HTTP_UNAVAILABLE: return "Service Unavailable";
    case HTTP_VERSION_NOT_SUPPORTED: return "HTTP Version Not Supported";
    }
    return "";
}
