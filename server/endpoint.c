#include "server/endpoint.h"

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
