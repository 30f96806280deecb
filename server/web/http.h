/* Parses the head of an HTTP/1.1 request, as far as the page and its WebSocket need it.
 * Pure: bytes in, values out. */
#ifndef ALEA_SERVER_WEB_HTTP_H
#define ALEA_SERVER_WEB_HTTP_H

#include <stdbool.h>
#include <stddef.h>

/* Longest head of a request without its cookies, in bytes: browsers send less than
 * 2 KiB. */
#define HTTP_HEAD_BYTES_MAX 8192
/* The same with its cookies, which are dropped as they come: they belong to the other
 * services on the same host.  No other server takes so many. */
#define HTTP_REQUEST_BYTES_MAX 262144
/* Longest values that are kept, with their NULs; a longer path or host is refused. */
#define HTTP_PATH_BYTES 128
#define HTTP_HOST_BYTES 264
#define HTTP_ETAG_BYTES 80
/* A Sec-WebSocket-Key: 16 bytes in base64. */
#define HTTP_KEY_BYTES 25

/* The status codes that we send. */
enum http_status {
    HTTP_OK = 200,
    HTTP_NOT_MODIFIED = 304,
    HTTP_BAD_REQUEST = 400,
    HTTP_FORBIDDEN = 403,
    HTTP_NOT_FOUND = 404,
    HTTP_METHOD_NOT_ALLOWED = 405,
    HTTP_CONTENT_TOO_LARGE = 413,
    HTTP_URI_TOO_LONG = 414,
    HTTP_UPGRADE_REQUIRED = 426,
    HTTP_HEAD_TOO_LARGE = 431,
    HTTP_UNAVAILABLE = 503,
    HTTP_VERSION_NOT_SUPPORTED = 505,
};

struct http_request {
    char path[HTTP_PATH_BYTES];   /* without its query, not decoded */
    char host[HTTP_HOST_BYTES];   /* of Host */
    char origin[HTTP_HOST_BYTES]; /* of Origin; "": none */
    char etag[HTTP_ETAG_BYTES];   /* of If-None-Match; "": none, or too long */
    char key[HTTP_KEY_BYTES];     /* of Sec-WebSocket-Key; "": none, or invalid */
    bool is_head;                 /* HEAD, else GET */
    bool keeps_open;              /* another request may follow */
    bool takes_gzip;
    bool upgrades;       /* Connection: Upgrade and Upgrade: websocket */
    bool is_version_13;  /* Sec-WebSocket-Version */
    bool names_protocol; /* Sec-WebSocket-Protocol has WEB_PROTOCOL */
};

/* The subprotocol of our WebSocket, which a client may name. */
#define WEB_PROTOCOL "alea.1.json"

/* Length of the request head in n bytes, including the empty line at its end; 0: it is
 * incomplete.  The caller knows that it does not end within the first `seen` bytes. */
size_t http_head_bytes(const char *bytes, size_t n, size_t seen);
/* Whether the first line of a request, with its end, is one of HTTP; else the peer speaks
 * something else. */
bool http_is_request(const char *line, size_t n);
/* Whether a line that has come up to its first colon is a field of cookies. */
bool http_begins_cookies(const char *line, size_t n);
/* Reads a whole head of n bytes.  Returns HTTP_OK, or the error to answer with. */
enum http_status http_read(const char *head, size_t n, struct http_request *request);
/* The name of a status: "Not Found". */
const char *http_status_text(enum http_status status);

#endif
