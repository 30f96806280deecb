#include "server/net/endpoint.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/un.h>

#include "rules/text.h"

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
    if (strcmp(endpoint->host, "*") == 0) {
        endpoint->host[0] = '\0';
    }
    memcpy(endpoint->port, port, digits + 1);
    return strpbrk(endpoint->host, "[]") == NULL;
}

/* --- several endpoints --- */

/* What an endpoint takes. */
struct taken {
    bool v4, v6;        /* addresses of these families; a name: none that we know */
    bool is_any;        /* all of them */
    char address[16];   /* with one family: this one */
    const char *text;   /* borrowed */
    unsigned long port; /* 0: any, so no other one meets it */
};

static void take(struct taken *taken, const char *text) {
    static const char any[sizeof taken->address];
    struct endpoint endpoint;
    *taken = (struct taken){.text = text};
    if (!endpoint_read(&endpoint, text)) {
        return;
    }
    bool is_all = endpoint.host[0] == '\0';
    taken->port = strtoul(endpoint.port, NULL, 10);
    taken->v4 = is_all || inet_pton(AF_INET, endpoint.host, taken->address) == 1;
    taken->v6 = is_all || inet_pton(AF_INET6, endpoint.host, taken->address) == 1;
    taken->is_any = (taken->v4 || taken->v6) &&
                    memcmp(taken->address, any, sizeof taken->address) == 0;
}

static bool includes(const struct taken *a, const struct taken *b) {
    if (a->port == 0 || a->port != b->port) {
        return false;
    }
    if (strcasecmp(a->text, b->text) == 0) {
        return true;
    }
    bool is_known = b->v4 || b->v6;
    bool has_families = is_known && (a->v4 || !b->v4) && (a->v6 || !b->v6);
    return has_families &&
           (a->is_any || memcmp(a->address, b->address, sizeof a->address) == 0);
}

bool endpoint_is_covered(const char *const *list, size_t n, size_t i) {
    struct taken own, other;
    bool is_covered = false;
    take(&own, list[i]);
    for (size_t j = 0; j < n; j++) {
        take(&other, list[j]);
        is_covered = is_covered || (j != i && includes(&other, &own) &&
                                    (j < i || !includes(&own, &other)));
    }
    return is_covered;
}

bool endpoint_is_v6_only(const char *const *list, size_t n, size_t i) {
    struct taken own, other;
    bool has_v4 = false;
    take(&own, list[i]);
    for (size_t j = 0; j < n; j++) {
        take(&other, list[j]);
        has_v4 = has_v4 || (other.v4 && !other.v6 && other.port == own.port);
    }
    return own.is_any && !own.v4 && own.port != 0 && has_v4;
}

bool endpoint_is_path(const char *text) {
    return strchr(text, '/') != NULL;
}

void endpoint_write(const struct sockaddr *address, char text[static ENDPOINT_BYTES]) {
    if (address->sa_family == AF_UNIX) {
        text_copy(text, ENDPOINT_BYTES, ((const struct sockaddr_un *)address)->sun_path);
        return;
    }
    bool is_v6 = address->sa_family == AF_INET6;
    size_t len = is_v6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
    char host[64] = "?", port[8] = "?";
    (void)getnameinfo(address, (socklen_t)len, host, sizeof host, port, sizeof port,
                      NI_NUMERICHOST | NI_NUMERICSERV);
    snprintf(text, ENDPOINT_BYTES, is_v6 ? "[%s]:%s" : "%s:%s", host, port);
}
