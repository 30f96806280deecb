#include "server/net/endpoint.h"

#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool endpoint_read(struct endpoint *endpoint, const char *text) {
    const char *colon = strrchr(text, ':');
    if (colon == NULL || strlen(text) >= ENDPOINT_BYTES) {
        return false;
    }
    const char *port = colon + 1;
    size_t digits = strspn(port, "0123456789");
    if (digits == 0 || digits >= sizeof endpoint->port || port[digits] != '\0' ||
        strtoul(port, NULL, 10) > UINT16_MAX) {
        return false;
    }
    size_t len = (size_t)(colon - text);
    if (len >= 2 && text[0] == '[' && text[len - 1] == ']') {
        text++;
        len -= 2;
    }
    memcpy(endpoint->host, text, len);
    endpoint->host[len] = '\0';
    memcpy(endpoint->port, port, digits + 1);
    return strpbrk(endpoint->host, "[]") == NULL;
}

void endpoint_write(const struct sockaddr *address, char text[static ENDPOINT_BYTES]) {
    bool is_v6 = address->sa_family == AF_INET6;
    size_t len = is_v6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
    char host[64] = "?", port[8] = "?";
    (void)getnameinfo(address, (socklen_t)len, host, sizeof host, port, sizeof port,
                      NI_NUMERICHOST | NI_NUMERICSERV);
    snprintf(text, ENDPOINT_BYTES, is_v6 ? "[%s]:%s" : "%s:%s", host, port);
}
