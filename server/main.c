/* alead: reads its command line, listens, says so, and runs until it is told to stop. */
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "server/config.h"

/* Descriptors that are no connections: listeners, the loop's own, standard streams. */
#define SPARE_DESCRIPTORS 32

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

/* As many descriptors as we may have; says so if the connections allowed need more. */
static void raise_descriptors(const struct hub_config *config) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) {
        return;
    }
    files.rlim_cur = files.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_cur < (rlim_t)config->limits.connections + SPARE_DESCRIPTORS) {
        log_line(&config->log, LOG_WARN, "few_descriptors have=%llu connections=%lld",
                 (unsigned long long)files.rlim_cur,
                 (long long)config->limits.connections);
    }
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
    if (!config_make_directory(&config)) {
        return EXIT_CODE_FAILED;
    }
    raise_descriptors(&config.hub);
    signal(SIGPIPE, SIG_IGN); /* a peer that has gone is told by the write */
    signal(SIGXFSZ, SIG_IGN); /* and so is a file that may not grow */
    char fault[FAULT_BYTES];
    struct store *store = store_open(&config.hub.stored, fault);
    struct loop *loop = store != NULL ? loop_new(&config.hub, store, config.listen,
                                                 config.n_listen, fault)
                                      : NULL;
    if (loop == NULL) {
        log_line(&config.hub.log, LOG_ERROR, "%s", fault);
        store_close(store);
        return EXIT_CODE_FAILED;
    }
    loop_catch_signals(loop);
    if (!config.no_discovery) {
        loop_discover(loop, config.hub.title);
    }
    char endpoint[ENDPOINT_BYTES];
    for (size_t i = 0; loop_endpoint(loop, i, endpoint); i++) {
        log_line(&config.hub.log, LOG_INFO, "listening address=%s version=%s db=%s",
                 endpoint, ALEA_VERSION, config.hub.stored.path);
    }
    if (config.ready_fd >= 0) {
        tell_ready(loop, config.ready_fd);
    }
    loop_run(loop);
    log_line(&config.hub.log, LOG_INFO, "stopped");
    loop_free(loop);
    store_close(store);
    return EXIT_CODE_OK;
}
