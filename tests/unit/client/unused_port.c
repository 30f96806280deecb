#include "tests/unit/client/unused_port.h"

int bind_unused_port(char address[static UNUSED_ADDRESS_BYTES]) {
    struct sockaddr_in in = {.sin_family = AF_INET,
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof in;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&in, sizeof in), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&in, &len), 0);
    snprintf(address, UNUSED_ADDRESS_BYTES, "127.0.0.1:%u", ntohs(in.sin_port));
    return fd;
}
