#include "server/bus/url.h"

#include <stdio.h>
#include <string.h>

#define PLAIN "nats://"
#define TLS   "tls://"

static bool fail(char fault[static FAULT_BYTES], const char *why) {
    snprintf(fault, FAULT_BYTES, "%s", why);
    return false;
}

/* Whether these bytes are HOST or HOST:PORT; HOST may be [IPv6]. */
static bool is_server(const char *text, size_t len) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_:[]";
    return len > 0 && text[0] != ':' && strspn(text, letters) >= len;
}

static bool add(struct bus_urls *urls, const char *text, size_t len,
                char fault[static FAULT_BYTES]) {
    bool has_tls = strncmp(text, TLS, strlen(TLS)) == 0;
    size_t scheme = has_tls ? strlen(TLS) : strlen(PLAIN);
    bool is_known = has_tls || strncmp(text, PLAIN, strlen(PLAIN)) == 0;
    if (!is_known || len >= BUS_URL_BYTES || !is_server(text + scheme, len - scheme)) {
        return fail(fault,
                    "it is nats://HOST:PORT or tls://HOST:PORT, and commas between "
                    "several");
    }
    if (urls->n == BUS_URLS_MAX) {
        return fail(fault, "there can be only 8 servers");
    }
    if (urls->n > 0 && urls->has_tls != has_tls) {
        return fail(fault, "all servers have TLS, or none has");
    }
    memcpy(urls->text[urls->n], text, len);
    urls->item[urls->n] = urls->text[urls->n];
    urls->n++;
    urls->has_tls = has_tls;
    return true;
}

bool bus_urls_read(struct bus_urls *urls, const char *text,
                   char fault[static FAULT_BYTES]) {
    *urls = (struct bus_urls){.n = 0};
    if (strchr(text, '@') != NULL) {
        return fail(fault, "a user or password in the URL can be seen by others: use "
                           "--bus-creds, or ALEA_BUS_USER and ALEA_BUS_PASSWORD");
    }
    for (const char *at = text;; at++) {
        size_t len = strcspn(at, ",");
        if (!add(urls, at, len, fault)) {
            return false;
        }
        at += len;
        if (*at == '\0') {
            return true;
        }
    }
}
