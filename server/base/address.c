#include "server/base/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
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
