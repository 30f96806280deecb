#include "server/web/origin.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define HOST_CHARS "abcdefghijklmnopqrstuvwxyz0123456789-._"

static const struct scheme {
    const char *begin;
    unsigned long port;
} schemes[] = {{"https://", 443}, {"http://", 80}};

/* A host whose last label is a number is an IPv4 address, which browsers write in full:
 * they turn 127.1 into 127.0.0.1. */
static bool is_name_or_v4(const char *host) {
    struct in_addr v4;
    const char *dot = strrchr(host, '.');
    const char *last = dot != NULL ? dot + 1 : host;
    bool is_number = last[0] != '\0' && last[strspn(last, "0123456789")] == '\0';
    return host[0] != '\0' && host[0] != '.' && strstr(host, "..") == NULL &&
           host[strspn(host, HOST_CHARS)] == '\0' &&
           (!is_number || inet_pton(AF_INET, host, &v4) == 1);
}

/* Writes an IPv6 address, "[...]", in its shortest form. */
static bool shorten_v6(char host[static ORIGIN_BYTES]) {
    struct in6_addr v6;
    size_t len = strlen(host);
    host[len - 1] = '\0';
    if (inet_pton(AF_INET6, host + 1, &v6) != 1) {
        return false;
    }
    (void)inet_ntop(AF_INET6, &v6, host + 1, ORIGIN_BYTES - 2);
    strcat(host, "]");
    return true;
}

/* Splits off ":PORT".  False: it is no port. */
static bool take_port(char *host, unsigned long *port) {
    const char *bracket = strchr(host, ']');
    char *colon = strchr(bracket != NULL ? bracket : host, ':');
    if (colon == NULL) {
        return true;
    }
    *colon = '\0';
    size_t digits = strspn(colon + 1, "0123456789");
    *port = strtoul(colon + 1, NULL, 10);
    return digits > 0 && digits <= 5 && colon[1 + digits] == '\0' && *port > 0 &&
           *port <= UINT16_MAX;
}

bool origin_read(const char *text, char origin[static ORIGIN_BYTES]) {
    const struct scheme *scheme = NULL;
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        if (strncasecmp(text, schemes[i].begin, strlen(schemes[i].begin)) == 0) {
            scheme = &schemes[i];
        }
    }
    if (scheme == NULL || strlen(text) >= ORIGIN_BYTES) {
        return false;
    }
    char host[ORIGIN_BYTES];
    unsigned long port = scheme->port;
    snprintf(host, sizeof host, "%s", text + strlen(scheme->begin));
    for (char *at = host; *at != '\0'; at++) {
        *at = (char)tolower((unsigned char)*at);
    }
    if (!take_port(host, &port) ||
        !(host[0] == '[' && strchr(host, ']') != NULL && strchr(host, ']')[1] == '\0'
              ? shorten_v6(host)
              : is_name_or_v4(host))) {
        return false;
    }
    int n = port == scheme->port
                ? snprintf(origin, ORIGIN_BYTES, "%s%s", scheme->begin, host)
                : snprintf(origin, ORIGIN_BYTES, "%s%s:%lu", scheme->begin, host, port);
    return n < ORIGIN_BYTES;
}
