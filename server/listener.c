#include "server/listener.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>

/* Connections that the kernel keeps for us between two turns of the loop, if it allows so
 * many: all who come back at once after a restart, else a second passes for the rest. */
#define BACKLOG 4096

/* Returns 0, or why it does not work; then the handle can be used again. */
static int listen_on(uv_loop_t *loop, uv_tcp_t *listener, const struct sockaddr *address,
                     uv_connection_cb on_connection) {
    uv_tcp_init(loop, listener);
    int error = uv_tcp_bind(listener, address, 0);
    if (error == 0) {
        error = uv_listen((uv_stream_t *)listener, BACKLOG, on_connection);
    }
    if (error != 0) {
        uv_close((uv_handle_t *)listener, NULL);
        uv_run(loop, UV_RUN_NOWAIT);
    }
    return error;
}

static int listen_on_all(uv_loop_t *loop, uv_tcp_t *listener, unsigned long port,
                         uv_connection_cb on_connection) {
    struct sockaddr_in6 all6;
    struct sockaddr_in all4;
    uv_ip6_addr("::", (int)port, &all6);
    uv_ip4_addr("0.0.0.0", (int)port, &all4);
    if (listen_on(loop, listener, (const struct sockaddr *)&all6, on_connection) == 0) {
        return 0; /* this one hears IPv4, too */
    }
    return listen_on(loop, listener, (const struct sockaddr *)&all4, on_connection);
}

const char *listener_open(uv_loop_t *loop, uv_tcp_t *listener, const char *text,
                          uv_connection_cb on_connection) {
    struct endpoint at;
    if (!endpoint_read(&at, text)) {
        return ENDPOINT_FORM;
    }
    if (at.host[0] == '\0') {
        int error =
            listen_on_all(loop, listener, strtoul(at.port, NULL, 10), on_connection);
        return error != 0 ? uv_strerror(error) : NULL;
    }
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    struct addrinfo *found = NULL;
    int why = getaddrinfo(at.host, at.port, &hints, &found);
    if (why != 0) {
        return gai_strerror(why);
    }
    int error = listen_on(loop, listener, found->ai_addr, on_connection);
    freeaddrinfo(found);
    return error != 0 ? uv_strerror(error) : NULL;
}

bool listener_endpoint(const uv_tcp_t *listener, char text[static ENDPOINT_BYTES]) {
    struct sockaddr_storage own;
    int len = sizeof own;
    char host[64];
    if (uv_tcp_getsockname(listener, (struct sockaddr *)&own, &len) != 0) {
        return false;
    }
    if (own.ss_family == AF_INET6) {
        const struct sockaddr_in6 *own6 = (const struct sockaddr_in6 *)&own;
        uv_ip6_name(own6, host, sizeof host);
        snprintf(text, ENDPOINT_BYTES, "[%s]:%u", host, ntohs(own6->sin6_port));
    } else {
        const struct sockaddr_in *own4 = (const struct sockaddr_in *)&own;
        uv_ip4_name(own4, host, sizeof host);
        snprintf(text, ENDPOINT_BYTES, "%s:%u", host, ntohs(own4->sin_port));
    }
    return true;
}
