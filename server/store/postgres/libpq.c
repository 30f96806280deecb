#include "server/store/postgres/libpq.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Most options of a connection. */
#define PAIRS_MAX  80
#define HOST_BYTES 64
#define LINE_BYTES 1024

bool libpq_load(struct libpq *pq, char fault[static FAULT_BYTES]) {
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        snprintf(fault, FAULT_BYTES,
                 "PostgreSQL's library libpq.so.5 is not installed (Debian: libpq5)");
        return false;
    }
    const char *missing = NULL;
    void *at;
#define X(name, result, params)                                                          \
    at = dlsym(library, #name);                                                          \
    missing = at == NULL ? #name : missing;                                              \
    memcpy(&pq->name, &at, sizeof at);
    PQ_FUNCTIONS(X)
#undef X
    if (missing != NULL) {
        snprintf(fault, FAULT_BYTES, "libpq.so.5 is too old: it has no %s", missing);
    }
    return missing == NULL; /* it stays loaded: unloading it would leak what it keeps */
}

void libpq_fault(const struct libpq *pq, const PGconn *conn,
                 char fault[static FAULT_BYTES]) {
    const char *said = pq->PQerrorMessage(conn);
    snprintf(fault, FAULT_BYTES, "%s", said[0] != '\0' ? said : "the connection is lost");
    size_t len = strlen(fault);
    while (len > 0 && fault[len - 1] == '\n') {
        fault[--len] = '\0';
    }
    for (char *at = fault; *at != '\0'; at++) {
        *at = *at == '\n' || *at == '\t' ? ' ' : *at;
    }
}

/* --- options --- */

struct options_list {
    const char *keyword[PAIRS_MAX + 1], *value[PAIRS_MAX + 1];
    int n;
};

static const char *find(const struct options_list *list, const char *keyword) {
    for (int i = 0; i < list->n; i++) {
        if (strcmp(list->keyword[i], keyword) == 0) {
            return list->value[i];
        }
    }
    return NULL;
}

/* Adds an option, unless the URL or the environment has it. */
static void add(struct options_list *list, const char *keyword, const char *variable,
                const char *value) {
    bool is_set =
        find(list, keyword) != NULL || (variable != NULL && getenv(variable) != NULL);
    if (!is_set && list->n < PAIRS_MAX) {
        list->keyword[list->n] = keyword;
        list->value[list->n++] = value;
    }
}

/* Whether these `len` bytes are an address 127.x.x.x: a name may begin like one. */
static bool is_loopback(const char *host, size_t len) {
    char text[INET_ADDRSTRLEN] = "";
    struct in_addr address;
    if (len >= sizeof text) {
        return false;
    }
    memcpy(text, host, len);
    return strncmp(text, "127.", 4) == 0 && inet_pton(AF_INET, text, &address) == 1;
}

/* Whether a host, the first `len` bytes, is this machine. */
static bool is_here(const char *host, size_t len) {
    static const char *const names[] = {"localhost", "::1"};
    if (len == 0 || host[0] == '/' || host[0] == '@' || is_loopback(host, len)) {
        return true;
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (len == strlen(names[i]) && strncmp(host, names[i], len) == 0) {
            return true;
        }
    }
    return false;
}

/* The same for all hosts of a list; NULL: the default, which is a socket. */
static bool are_here(const char *hosts) {
    while (hosts != NULL) {
        size_t len = strcspn(hosts, ",");
        if (!is_here(hosts, len)) {
            return false;
        }
        hosts = hosts[len] == ',' ? hosts + len + 1 : NULL;
    }
    return true;
}

static const char *option_or_variable(const struct options_list *list,
                                      const char *keyword, const char *variable) {
    const char *value = find(list, keyword);
    return value != NULL ? value : getenv(variable);
}

/* Adds defaults for options that the URL does not set. */
static void add_defaults(struct options_list *list) {
    const char *host = option_or_variable(list, "host", "PGHOST");
    const char *address = option_or_variable(list, "hostaddr", "PGHOSTADDR");
    /* The file of a service may name a host, too; only libpq reads it. */
    bool has_service = option_or_variable(list, "service", "PGSERVICE") != NULL;
    if (has_service || !are_here(host) || !are_here(address)) {
        add(list, "sslmode", "PGSSLMODE", "verify-full");
    }
    add(list, "connect_timeout", "PGCONNECT_TIMEOUT", "5");
    add(list, "application_name", "PGAPPNAME", "alead");
    add(list, "client_encoding", NULL, "UTF8");
    add(list, "target_session_attrs", "PGTARGETSESSIONATTRS", "read-write");
    add(list, "keepalives_idle", NULL, "10"); /* s */
    add(list, "keepalives_interval", NULL, "5");
    add(list, "keepalives_count", NULL, "3");
    add(list, "tcp_user_timeout", NULL, "10000"); /* ms */
}

/* --- the password --- */

/* Reads the first line of a file.  False with a fault. */
static bool read_password(const char *path, char password[static LINE_BYTES],
                          char fault[static FAULT_BYTES]) {
    FILE *file = fopen(path, "re");
    struct stat status;
    if (file == NULL || fstat(fileno(file), &status) != 0) {
        snprintf(fault, FAULT_BYTES, "the password file %.100s: %s", path,
                 strerror(errno));
    } else if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        snprintf(fault, FAULT_BYTES,
                 "the password file %.100s can be read by others: chmod 600 it", path);
    } else if (fgets(password, LINE_BYTES, file) == NULL ||
               strcspn(password, "\n") == 0) {
        snprintf(fault, FAULT_BYTES, "the password file %.100s is empty", path);
    } else {
        password[strcspn(password, "\n")] = '\0';
        fault[0] = '\0';
    }
    if (file != NULL) {
        fclose(file);
    }
    return fault[0] == '\0';
}

/* --- connecting --- */

static void ignore_notice(void *arg, const char *text) {
    (void)arg;
    (void)text;
}

/* Collects what the URL sets.  False with a fault. */
static bool take_options(const struct pq_option *option, struct options_list *list,
                         char fault[static FAULT_BYTES]) {
    for (; option->keyword != NULL; option++) {
        if (option->val == NULL || list->n == PAIRS_MAX) {
            continue;
        }
        if (strcmp(option->keyword, "password") == 0) {
            snprintf(fault, FAULT_BYTES,
                     "a password in the URL can be seen by others: give it with "
                     "--store-password-file, PGPASSFILE or PGPASSWORD");
            return false;
        }
        list->keyword[list->n] = option->keyword;
        list->value[list->n++] = option->val;
    }
    return true;
}

static PGconn *connect_with(const struct libpq *pq, struct options_list *list,
                            const char *password_file, char fault[static FAULT_BYTES]) {
    char password[LINE_BYTES];
    if (password_file != NULL && password_file[0] != '\0') {
        if (!read_password(password_file, password, fault)) {
            return NULL;
        }
        add(list, "password", NULL, password);
    }
    PGconn *conn = pq->PQconnectdbParams(list->keyword, list->value, 0);
    sodium_memzero(password, sizeof password);
    if (conn != NULL && pq->PQstatus(conn) == PQ_CONNECTION_OK) {
        pq->PQsetNoticeProcessor(conn, ignore_notice, NULL);
        return conn;
    }
    libpq_fault(pq, conn, fault);
    pq->PQfinish(conn);
    return NULL;
}

PGconn *libpq_connect(const struct libpq *pq, const char *url, const char *password_file,
                      char fault[static FAULT_BYTES]) {
    char *wrong = NULL;
    fault[0] = '\0';
    struct pq_option *options = pq->PQconninfoParse(url, &wrong);
    if (options == NULL) {
        /* libpq repeats parts of the URL, which may have a password. */
        snprintf(fault, FAULT_BYTES,
                 "the URL of the database is wrong; it is "
                 "postgresql://USER@HOST:PORT/DATABASE?OPTIONS");
        pq->PQfreemem(wrong);
        return NULL;
    }
    struct options_list list = {.n = 0};
    PGconn *conn = NULL;
    if (take_options(options, &list, fault)) {
        add_defaults(&list);
        conn = connect_with(pq, &list, password_file, fault);
    }
    pq->PQconninfoFree(options);
    return conn;
}
