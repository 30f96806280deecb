/* A real alead: starts it on a free port, stops it, and checks how it ended. */
#ifndef ALEA_TESTS_SUPPORT_SERVER_H
#define ALEA_TESTS_SUPPORT_SERVER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define SERVER_PATH_BYTES 256
/* Most words of extra arguments. */
#define SERVER_ARGS_MAX 32
/* Most of them that are files in its directory. */
#define SERVER_PATHS_MAX 4
/* Most addresses that it listens on in a test. */
#define SERVER_PORTS_MAX 4
/* Seconds until it must have started or stopped; generous, for slow machines. */
#define SERVER_LIMIT_S 60

struct server {
    pid_t pid;                       /* 0: not running; of a front, if it has one */
    pid_t hub;                       /* its hub; 0: none */
    char dir[SERVER_PATH_BYTES];     /* its temporary directory */
    char log[SERVER_PATH_BYTES];     /* file with its standard output and error */
    char host[SERVER_PORTS_MAX][64]; /* where it listens, as it reports */
    uint16_t port[SERVER_PORTS_MAX];
    unsigned n_ports;
    char tls_host[SERVER_PORTS_MAX][64]; /* the same for TLS */
    uint16_t tls_port[SERVER_PORTS_MAX];
    unsigned n_tls_ports;
    uint16_t web_port, web_tls_port; /* for browsers; 0: none */
    uint16_t metrics_port;           /* 0: it has no metrics */
};

/* Writes the path of a program that was built: "alead" or "alea". */
void server_program(char path[static SERVER_PATH_BYTES], const char *name);
/* As server_program, but without sanitizers, if it was built so: for tests in which it
 * does the same thousands of times. */
void server_quick_program(char path[static SERVER_PATH_BYTES], const char *name);
/* Starts alead.  args: more arguments, separated by spaces; up to SERVER_PATHS_MAX may
 * begin with DIR/ for a file in the server's directory.  Without --listen, it listens on
 * 127.0.0.1; without
 * --db, it stores nothing; with --tls-listen but without --tls-cert, it gets a
 * self-signed certificate.  With the word FRONT, or $ALEA_FRONT, it is a hub and a front,
 * and clients connect to the front.  Fails the test unless the server reports that it is
 * ready. */
void server_start(struct server *server, const char *args);
/* Runs alead, which must end without a signal, and returns its exit code. */
int server_run_to_end(struct server *server, const char *args);
/* Sends the signal, waits for the end, and checks that the exit code is right and that no
 * sanitizer has reported anything. */
void server_stop(struct server *server, int signal);
/* Everything that the server has written; the caller frees it. */
char *server_read_log(const struct server *server);
/* Waits until that contains a text; fails the test after SERVER_LIMIT_S. */
void server_await_log(const struct server *server, const char *text);
/* Kills the server if it still runs, and removes its directory.  show_log: prints the
 * log. */
void server_fini(struct server *server, bool show_log);

#endif
