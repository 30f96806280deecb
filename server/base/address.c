#include "server/base/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool address_read(const char *text, char address[static ADDRESS_BYTES]) {
    static const char network[] = "/64";
    char host[ADDRESS_BYTES];
    struct in_addr four;
    struct in6_addr six;
    size_t len = strlen(text);
    size_t end = len - strlen(network);
    bool is_network = len > strlen(network) && strcmp(text + end, network) == 0;
    if (len >= sizeof host) {
        return false;
    }
    snprintf(host, sizeof host, "%.*s", (int)(is_network ? end : len), text);
    if (!is_network && inet_pton(AF_INET, host, &four) == 1) {
        return inet_ntop(AF_INET, &four, address, ADDRESS_BYTES) != NULL;
    }
    if (inet_pton(AF_INET6, host, &six) != 1) {
        return false;
    }
    if (IN6_IS_ADDR_V4MAPPED(&six)) {
        return !is_network &&
               inet_ntop(AF_INET, &six.s6_addr[12], address, ADDRESS_BYTES) != NULL;
    }
    if (is_network || !IN6_IS_ADDR_LOOPBACK(&six)) {
        memset(&six.s6_addr[8], 0, 8);
    }
    return inet_ntop(AF_INET6, &six, address, ADDRESS_BYTES) != NULL;
}

void address_network(const char *address, char network[static ADDRESS_BYTES]) {
    struct in6_addr six;
    snprintf(network, ADDRESS_BYTES, "%s", address);
    if (inet_pton(AF_INET6, address, &six) == 1 && !IN6_IS_ADDR_LOOPBACK(&six)) {
        memset(&six.s6_addr[6], 0, 10);
        (void)inet_ntop(AF_INET6, &six, network, ADDRESS_BYTES);
    }
}

bool address_is_loopback(const char *address) {
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0;
}

/* --- networks --- */

/* Clears all but the first bits of an address. */
static void keep_bits(uint8_t bytes[static 16], unsigned bits) {
    for (unsigned i = 0; i < 16; i++) {
        unsigned n = bits > 8 * i ? bits - 8 * i : 0;
        bytes[i] = (uint8_t)(bytes[i] & (n >= 8 ? 0xFFU : 0xFF00U >> n));
    }
}

static bool read_bits(const char *text, unsigned most, unsigned *bits) {
    char *end;
    unsigned long n = strtoul(text, &end, 10);
    *bits = (unsigned)n;
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && n <= most;
}

bool network_read(const char *text, struct network *network) {
    char host[ADDRESS_BYTES];
    uint8_t cut[16];
    const char *slash = strchr(text, '/');
    size_t n = slash != NULL ? (size_t)(slash - text) : strlen(text);
    if (n >= sizeof host) {
        return false;
    }
    memcpy(host, text, n);
    host[n] = '\0';
    *network = (struct network){.bytes = {[10] = 0xFF, [11] = 0xFF}};
    bool is_4 = inet_pton(AF_INET, host, network->bytes + 12) == 1;
    if (!is_4 && inet_pton(AF_INET6, host, network->bytes) != 1) {
        return false;
    }
    unsigned all = is_4 ? 32 : 128, bits = all;
    if (slash != NULL && !read_bits(slash + 1, all, &bits)) {
        return false;
    }
    network->bits = (uint8_t)(bits + (is_4 ? 96 : 0));
    memcpy(cut, network->bytes, sizeof cut);
    keep_bits(cut, network->bits);
    return memcmp(cut, network->bytes, sizeof cut) == 0;
}

bool network_has(const struct network *network, const uint8_t bytes[static 16]) {
    uint8_t cut[16];
    memcpy(cut, bytes, sizeof cut);
    keep_bits(cut, network->bits);
    return memcmp(cut, network->bytes, sizeof cut) == 0;
}
