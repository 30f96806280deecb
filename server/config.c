#include "server/config.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <sodium.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "proto/bounds.h"

static const struct {
    const char *name;
    size_t offset; /* in struct limits */
    int64_t least, most, by_default;
    const char *help;
} limit_rows[LIMIT_COUNT] = {
#define X(field, by_default, least, most, help)                                          \
    [LIMIT_##field] = {#field, offsetof(struct limits, field), least, most, by_default,  \
                       help},
    LIMITS(X)
#undef X
};

static void set_limit(struct limits *limits, size_t i, int64_t value) {
    memcpy((char *)limits + limit_rows[i].offset, &value, sizeof value);
}

static void print_help(void) {
    printf(
        "alead %s, a game server for old board games.\n\n"
        "Usage: alead [OPTION]...\n\n"
        "  --listen ADDR:PORT    listen there; ADDR may be [IPv6], a name, or empty for\n"
        "                        all addresses; PORT 0 is any free one; may be given\n"
        "                        up to %d times (default :" DEFAULT_PORT ")\n"
        "  --tls-listen ADDR:PORT\n"
        "                        the same for TLS; then --listen has no default, and "
        "may\n"
        "                        be left away for a server that speaks nothing else\n"
        "  --tls-cert FILE       its certificate, with those up to the root, in PEM\n"
        "  --tls-key FILE        the key of the certificate, in PEM, without passphrase\n"
        "  --title TEXT          what your server is called in its greeting\n"
        "  --db FILE             where games are kept, so that none is lost; "
        "\":memory:\"\n"
        "                        keeps none (default alea.db in the state directory:\n"
        "                        $STATE_DIRECTORY, /var/lib/alea for root, else\n"
        "                        $XDG_STATE_HOME/alea or ~/.local/state/alea)\n"
        "  --durability LEVEL    what an answer of the server survives: full, a loss of\n"
        "                        power (default); process, a crash of the server\n"
        "  --no-discovery        do not answer alea find, which looks for servers on "
        "the\n"
        "                        local network (UDP, the number of the TCP port)\n"
        "  --log-level LEVEL     error, warn, info (default) or debug, on standard "
        "error\n"
        "  --limit NAME=VALUE    set a limit; may be given often\n"
        "  --ready-fd FD         write \"ready ADDR:PORT\" there for each address, once\n"
        "                        connections are accepted; \"ready tls ADDR:PORT\" for "
        "TLS\n"
        "  --help, --version\n\n"
        "Limits, with their defaults:\n",
        ALEA_VERSION, LISTEN_MAX);
    for (size_t i = 0; i < LIMIT_COUNT; i++) {
        printf("  %-24s %10" PRId64 "  %s\n", limit_rows[i].name,
               limit_rows[i].by_default, limit_rows[i].help);
    }
    puts("\nSignals: INT and TERM end it cleanly; a second one ends it at once.  HUP, "
         "with\n"
         "TLS, reads the certificate and its key again, for new connections.\n"
         "Exit codes: 0 ended cleanly, 1 cannot listen or open its file, 2 wrong usage.");
}

static bool usage_error(const char *what, const char *value) {
    fprintf(stderr, "alead: %s: %s (try alead --help)\n", what, value);
    return false;
}

static bool read_limit(struct limits *limits, const char *text) {
    size_t len = strcspn(text, "=");
    for (size_t i = 0; i < LIMIT_COUNT; i++) {
        if (strlen(limit_rows[i].name) != len ||
            strncmp(limit_rows[i].name, text, len) != 0 || text[len] != '=') {
            continue;
        }
        char *end;
        const char *digits = text + len + 1;
        long long value = strtoll(digits, &end, 10);
        if (end == digits || *end != '\0' || value < limit_rows[i].least ||
            value > limit_rows[i].most) {
            fprintf(stderr, "alead: %s is from %" PRId64 " to %" PRId64 "\n",
                    limit_rows[i].name, limit_rows[i].least, limit_rows[i].most);
            return false;
        }
        set_limit(limits, i, value);
        return true;
    }
    return usage_error("unknown limit", text);
}

static bool read_log_level(enum log_level *level, const char *text) {
    for (int i = 0; i < LOG_LEVEL_COUNT; i++) {
        if (strcmp(log_level_name((enum log_level)i), text) == 0) {
            *level = (enum log_level)i;
            return true;
        }
    }
    return usage_error("no such log level", text);
}

static bool read_fd(int *fd, const char *text) {
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || value < 0 || value > 65535) {
        return usage_error("not a file descriptor", text);
    }
    *fd = (int)value;
    return true;
}

/* The greeting is one line: a title is short and has no control characters. */
static bool read_title(const char **title, const char *text) {
    for (const char *at = text; *at != '\0'; at++) {
        if ((unsigned char)*at < ' ' || *at == 0x7f) {
            return usage_error("a title has no control characters", text);
        }
    }
    if (text[0] == '\0' || strlen(text) > TITLE_BYTES_MAX) {
        return usage_error("a title has 1 to 60 bytes", text);
    }
    *title = text;
    return true;
}

static bool read_listen(const char *listen[static LISTEN_MAX], size_t *n,
                        const char *text) {
    if (*n == LISTEN_MAX) {
        return usage_error("too many addresses to listen on", text);
    }
    listen[(*n)++] = text;
    return true;
}

static bool read_db(struct config *config, const char *text) {
    if (text[0] == '\0' || strlen(text) >= sizeof config->db) {
        return usage_error("not a file name", text);
    }
    snprintf(config->db, sizeof config->db, "%s", text);
    return true;
}

static bool read_durability(enum durability *durability, const char *text) {
    bool is_full = strcmp(text, "full") == 0;
    if (!is_full && strcmp(text, "process") != 0) {
        return usage_error("durability is full or process", text);
    }
    *durability = is_full ? DURABILITY_FULL : DURABILITY_PROCESS;
    return true;
}

/* The file where nobody has said one: see print_help. */
static bool default_db(struct config *config) {
    const char *service = getenv("STATE_DIRECTORY");
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    size_t cap = sizeof config->db;
    int len;
    if (service != NULL && service[0] == '/') {
        len = snprintf(config->db, cap, "%s/alea.db", service);
    } else if (geteuid() == 0) {
        len = snprintf(config->db, cap, "/var/lib/alea/alea.db");
    } else if (state != NULL && state[0] == '/') {
        len = snprintf(config->db, cap, "%s/alea/alea.db", state);
    } else {
        len = snprintf(config->db, cap, "%s/.local/state/alea/alea.db",
                       home != NULL ? home : "");
    }
    if (len < 0 || (size_t)len >= cap) {
        return usage_error("too long, say where with --db FILE", config->db);
    }
    config->makes_directory = true;
    return true;
}

bool config_make_directory(const struct config *config) {
    char path[DB_PATH_BYTES];
    if (!config->makes_directory) {
        return true; /* a directory that somebody has named is there, or it is a slip */
    }
    snprintf(path, sizeof path, "%s", config->db);
    for (char *at = path; (at = strchr(at + 1, '/')) != NULL;) {
        *at = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST) {
            log_line(&config->hub.log, LOG_ERROR,
                     "cannot make %s: %s; say where with --db FILE", path,
                     strerror(errno));
            return false;
        }
        *at = '/';
    }
    return true;
}

enum option_id {
    OPT_LISTEN,
    OPT_TLS_LISTEN,
    OPT_TLS_CERT,
    OPT_TLS_KEY,
    OPT_TITLE,
    OPT_DB,
    OPT_DURABILITY,
    OPT_NO_DISCOVERY,
    OPT_LOG,
    OPT_LIMIT,
    OPT_READY,
    OPT_HELP,
    OPT_VER
};

static const struct option options[] = {
    {"listen", required_argument, NULL, OPT_LISTEN},
    {"tls-listen", required_argument, NULL, OPT_TLS_LISTEN},
    {"tls-cert", required_argument, NULL, OPT_TLS_CERT},
    {"tls-key", required_argument, NULL, OPT_TLS_KEY},
    {"title", required_argument, NULL, OPT_TITLE},
    {"db", required_argument, NULL, OPT_DB},
    {"durability", required_argument, NULL, OPT_DURABILITY},
    {"no-discovery", no_argument, NULL, OPT_NO_DISCOVERY},
    {"log-level", required_argument, NULL, OPT_LOG},
    {"limit", required_argument, NULL, OPT_LIMIT},
    {"ready-fd", required_argument, NULL, OPT_READY},
    {"help", no_argument, NULL, OPT_HELP},
    {"version", no_argument, NULL, OPT_VER},
    {NULL, 0, NULL, 0},
};

/* Takes one option.  False: stop with *code. */
static bool take_option(struct config *config, int id, enum exit_code *code) {
    *code = EXIT_CODE_USAGE;
    switch (id) {
    case OPT_LISTEN: return read_listen(config->listen, &config->n_listen, optarg);
    case OPT_TLS_LISTEN:
        return read_listen(config->tls_listen, &config->n_tls_listen, optarg);
    case OPT_TLS_CERT: config->tls_cert = optarg; return true;
    case OPT_TLS_KEY: config->tls_key = optarg; return true;
    case OPT_TITLE: return read_title(&config->hub.title, optarg);
    case OPT_DB: return read_db(config, optarg);
    case OPT_DURABILITY: return read_durability(&config->hub.stored.durability, optarg);
    case OPT_NO_DISCOVERY: config->no_discovery = true; return true;
    case OPT_LOG: return read_log_level(&config->hub.log.level, optarg);
    case OPT_LIMIT: return read_limit(&config->hub.limits, optarg);
    case OPT_READY: return read_fd(&config->ready_fd, optarg);
    case OPT_HELP:
        print_help();
        *code = EXIT_CODE_OK;
        return false;
    case OPT_VER:
        puts("alead " ALEA_VERSION);
        *code = EXIT_CODE_OK;
        return false;
    default: return usage_error("usage", "alead [OPTION]...");
    }
}

bool config_read(struct config *config, int argc, char **argv, enum exit_code *code) {
    *config = (struct config){
        .hub =
            {
                .title = "welcome to alea",
                .random_bytes = randombytes_buf,
                .log.level = LOG_INFO,
            },
        .ready_fd = -1,
    };
    for (size_t i = 0; i < LIMIT_COUNT; i++) {
        set_limit(&config->hub.limits, i, limit_rows[i].by_default);
    }
    optind = 1;
    for (int id; (id = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (!take_option(config, id, code)) {
            return false;
        }
    }
    *code = EXIT_CODE_USAGE;
    if (optind < argc) {
        return usage_error("what is this", argv[optind]);
    }
    if (config->hub.limits.pause_bytes > config->hub.limits.queue_bytes) {
        return usage_error("pause_bytes is more than", "queue_bytes");
    }
    bool has_files = config->tls_cert != NULL && config->tls_key != NULL;
    bool has_any = config->tls_cert != NULL || config->tls_key != NULL;
    if (config->n_tls_listen > 0 ? !has_files : has_any) {
        return usage_error("these belong together",
                           "--tls-listen, --tls-cert and --tls-key");
    }
    config->hub.stored.path = config->db;
    if (config->db[0] == '\0' && !default_db(config)) {
        return false;
    }
    if (config->n_listen == 0 && config->n_tls_listen == 0) {
        config->listen[config->n_listen++] = ":" DEFAULT_PORT;
    }
    return true;
}
