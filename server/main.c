/* alead: reads its command line, listens, says so, and runs until it is told to stop. */
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "server/config.h"

/* Tells whoever started us where we listen. */
static void tell_ready(const struct loop *loop, int fd) {
    char endpoint[ENDPOINT_BYTES];
    char line[ENDPOINT_BYTES + 8];
    for (size_t i = 0; loop_endpoint(loop, i, endpoint); i++) {
        int len = snprintf(line, sizeof line, "ready %s\n", endpoint);
        if (write(fd, line, (size_t)len) != len) {
            fprintf(stderr, "alead: nobody reads --ready-fd\n");
        }
    }
    close(fd);
}

int main(int argc, char **argv) {
    if (sodium_init() < 0) {
        fprintf(stderr, "alead: no source of randomness\n");
        return EXIT_CODE_FAILED;
    }
    struct config config;
    enum exit_code code;
    if (!config_read(&config, argc, argv, &code)) {
        return (int)code;
    }
    signal(SIGPIPE, SIG_IGN); /* a peer that has gone is told by the write */
    char fault[256];
    struct loop *loop =
        loop_new(&config.hub, config.listen, config.n_listen, fault, sizeof fault);
    if (loop == NULL) {
        log_line(&config.hub.log, LOG_ERROR, "%s", fault);
        return EXIT_CODE_FAILED;
    }
    loop_catch_signals(loop);
    char endpoint[ENDPOINT_BYTES];
    for (size_t i = 0; loop_endpoint(loop, i, endpoint); i++) {
        log_line(&config.hub.log, LOG_INFO, "listening address=%s version=%s", endpoint,
                 ALEA_VERSION);
    }
    if (config.ready_fd >= 0) {
        tell_ready(loop, config.ready_fd);
    }
    loop_run(loop);
    log_line(&config.hub.log, LOG_INFO, "stopped");
    loop_free(loop);
    return EXIT_CODE_OK;
}
