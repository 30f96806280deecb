/* A real alead: started on a free port, stopped, and its end checked. */
#ifndef ALEA_TESTS_SUPPORT_SERVER_H
#define ALEA_TESTS_SUPPORT_SERVER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define SERVER_PATH_BYTES 256
/* Most words of extra arguments. */
#define SERVER_ARGS_MAX 32
/* Most addresses it listens on in a test. */
#define SERVER_PORTS_MAX 4
/* Seconds until it must have started or stopped; much, for slow machines. */
#define SERVER_LIMIT_S 20

struct server {
    pid_t pid;                       /* 0: not running */
    char dir[SERVER_PATH_BYTES];     /* a temporary directory of its own */
    char log[SERVER_PATH_BYTES];     /* its standard output and error */
    char host[SERVER_PORTS_MAX][64]; /* where it listens, as it told us */
    uint16_t port[SERVER_PORTS_MAX];
    unsigned n_ports;
    char tls_host[SERVER_PORTS_MAX][64]; /* the same for TLS */
    uint16_t tls_port[SERVER_PORTS_MAX];
    unsigned n_tls_ports;
    uint16_t metrics_port; /* 0: none */
};

/* Path of a program that was built, "alead" or "alea". */
void server_program(char path[static SERVER_PATH_BYTES], const char *name);
/* Starts alead.  args: more arguments, separated by spaces, one of which may begin with
 * DIR/ for a file in its directory; without --listen it listens on 127.0.0.1, without
 * --db it keeps nothing, with --tls-listen and without --tls-cert it gets a certificate
 * that it has signed itself.  Fails the test unless it says that it is ready. */
void server_start(struct server *server, const char *args);
/* Runs alead, which must end by itself, and returns its exit code. */
int server_run_to_end(struct server *server, const char *args);
/* Sends the signal, waits for the end, and checks the exit code and that no sanitizer
 * has reported anything. */
void server_stop(struct server *server, int signal);
/* Everything that it has written; the caller frees it. */
char *server_read_log(const struct server *server);
/* Kills it if it still runs, and removes its directory.  show_log: prints the log. */
void server_fini(struct server *server, bool show_log);

#endif
