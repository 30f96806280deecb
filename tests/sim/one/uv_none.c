/* Functions of libuv that alead links but never calls here, because the simulation has no
 * UDP and no clients of the metrics; and functions that do not need a loop. */
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <uv.h>

#include "tests/sim/sim.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"
#define NEVER(name, ...)                                                                 \
    int name(__VA_ARGS__) {                                                              \
        sim_fail("%s is called", #name);                                                 \
    }

NEVER(uv_udp_init, uv_loop_t *uv, uv_udp_t *udp)
NEVER(uv_udp_bind, uv_udp_t *udp, const struct sockaddr *address, unsigned flags)
NEVER(uv_udp_recv_start, uv_udp_t *udp, uv_alloc_cb alloc, uv_udp_recv_cb recv)
NEVER(uv_udp_try_send, uv_udp_t *udp, const uv_buf_t bufs[], unsigned n,
      const struct sockaddr *address)
NEVER(uv_interface_addresses, uv_interface_address_t **addresses, int *count)

NEVER(uv_getaddrinfo, uv_loop_t *uv, uv_getaddrinfo_t *req, uv_getaddrinfo_cb cb,
      const char *host, const char *port, const struct addrinfo *hints)
NEVER(uv_pipe_init, uv_loop_t *uv, uv_pipe_t *pipe, int ipc)
NEVER(uv_spawn, uv_loop_t *uv, uv_process_t *process, const uv_process_options_t *options)
NEVER(uv_process_kill, uv_process_t *process, int number)

NEVER(uv_async_init, uv_loop_t *uv, uv_async_t *async, uv_async_cb cb)
NEVER(uv_async_send, uv_async_t *async)

void uv_free_interface_addresses(uv_interface_address_t *addresses, int count) {
    (void)addresses, (void)count;
}

void uv_freeaddrinfo(struct addrinfo *found) {
    (void)found;
}

/* No server sleeps here. */
void uv_sleep(unsigned ms) {
    sim_fail("uv_sleep is called, for %u ms", ms);
}

const char *uv_strerror(int error) {
    return error == UV_EMFILE ? "too many open files" : "it does not work";
}

int uv_translate_sys_error(int error) {
    return -error;
}

const char *uv_err_name(int error) {
    return error == UV_EMFILE ? "EMFILE" : "E";
}

int uv_ip4_addr(const char *text, int port, struct sockaddr_in *to) {
    *to = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    return inet_pton(AF_INET, text, &to->sin_addr) == 1 ? 0 : UV_EINVAL;
}

int uv_ip6_addr(const char *text, int port, struct sockaddr_in6 *to) {
    *to = (struct sockaddr_in6){.sin6_family = AF_INET6,
                                .sin6_port = htons((uint16_t)port)};
    return inet_pton(AF_INET6, text, &to->sin6_addr) == 1 ? 0 : UV_EINVAL;
}

int uv_inet_ntop(int family, const void *from, char *to, size_t cap) {
    return inet_ntop(family, from, to, (socklen_t)cap) != NULL ? 0 : UV_ENOSPC;
}

int uv_ip4_name(const struct sockaddr_in *from, char *to, size_t cap) {
    return uv_inet_ntop(AF_INET, &from->sin_addr, to, cap);
}

int uv_ip6_name(const struct sockaddr_in6 *from, char *to, size_t cap) {
    return uv_inet_ntop(AF_INET6, &from->sin6_addr, to, cap);
}

uv_buf_t uv_buf_init(char *base, unsigned len) {
    return (uv_buf_t){.base = base, .len = len};
}
