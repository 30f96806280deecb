#include "server/config/option.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "proto/bounds.h"
#include "proto/command/command.h"
#include "proto/name.h"
#include "proto/shape.h"

static bool fail(char fault[static FAULT_BYTES], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool fail(char fault[static FAULT_BYTES], const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(fault, FAULT_BYTES, format, args);
    va_end(args);
    return false;
}

/* --- files --- */

static bool read_path(char path[static PATH_BYTES], const char *value,
                      char fault[static FAULT_BYTES]) {
    if (value[0] == '\0' || strlen(value) >= PATH_BYTES) {
        return fail(fault, "the name of a file has 1 to %d bytes", PATH_BYTES - 1);
    }
    if (strpbrk(value, "\r\n") != NULL) {
        return fail(fault, "the name of a file is one line");
    }
    snprintf(path, PATH_BYTES, "%s", value);
    return true;
}

static bool read_config(struct config *config, const char *value,
                        char fault[static FAULT_BYTES]) {
    if (config->file[0] != '\0') {
        return fail(fault, "there can be one file only");
    }
    return read_path(config->file, value, fault);
}

static bool read_db(struct config *config, const char *value,
                    char fault[static FAULT_BYTES]) {
    return read_path(config->db, value, fault);
}

static void write_db(const struct config *config, FILE *out) {
    fprintf(out, "db = %s\n", config->db);
}

static bool read_tls_cert(struct config *config, const char *value,
                          char fault[static FAULT_BYTES]) {
    return read_path(config->tls_cert, value, fault);
}

static void write_tls_cert(const struct config *config, FILE *out) {
    if (config->tls_cert[0] != '\0') {
        fprintf(out, "tls-cert = %s\n", config->tls_cert);
    }
}

static bool read_tls_key(struct config *config, const char *value,
                         char fault[static FAULT_BYTES]) {
    return read_path(config->tls_key, value, fault);
}

static void write_tls_key(const struct config *config, FILE *out) {
    if (config->tls_key[0] != '\0') {
        fprintf(out, "tls-key = %s\n", config->tls_key);
    }
}

static bool read_welcome(struct config *config, const char *value,
                         char fault[static FAULT_BYTES]) {
    unsigned line;
    char why[FAULT_BYTES];
    if (!read_path(config->welcome_file, value, fault)) {
        return false;
    }
    if (welcome_read(value, config->welcome, &line, why)) {
        return true;
    }
    if (line == 0) {
        return fail(fault, "%.60s: %.80s", value, why);
    }
    return fail(fault, "%.60s:%u: %.80s", value, line, why);
}

static void write_welcome(const struct config *config, FILE *out) {
    if (config->welcome_file[0] != '\0') {
        fprintf(out, "welcome = %s\n", config->welcome_file);
    }
}

/* --- the server --- */

/* Adds an address to those of a kind. */
static bool add_address(const char *listen[static LISTEN_MAX],
                        char texts[static LISTEN_MAX][ENDPOINT_BYTES], size_t *n,
                        const char *value, char fault[static FAULT_BYTES]) {
    struct endpoint endpoint;
    if (*n == LISTEN_MAX) {
        return fail(fault, "there can be %d addresses", LISTEN_MAX);
    }
    if (!endpoint_read(&endpoint, value)) {
        return fail(fault, ENDPOINT_FORM ", not \"%.40s\"", value);
    }
    snprintf(texts[*n], ENDPOINT_BYTES, "%s", value);
    listen[*n] = texts[*n];
    (*n)++;
    return true;
}

static bool read_listen(struct config *config, const char *value,
                        char fault[static FAULT_BYTES]) {
    return add_address(config->listen, config->listen_text, &config->n_listen, value,
                       fault);
}

static void write_listen(const struct config *config, FILE *out) {
    for (size_t i = 0; i < config->n_listen; i++) {
        fprintf(out, "listen = %s\n", config->listen[i]);
    }
}

static bool read_tls_listen(struct config *config, const char *value,
                            char fault[static FAULT_BYTES]) {
    return add_address(config->tls_listen, config->tls_listen_text, &config->n_tls_listen,
                       value, fault);
}

static void write_tls_listen(const struct config *config, FILE *out) {
    for (size_t i = 0; i < config->n_tls_listen; i++) {
        fprintf(out, "tls-listen = %s\n", config->tls_listen[i]);
    }
}

static bool read_metrics_listen(struct config *config, const char *value,
                                char fault[static FAULT_BYTES]) {
    struct endpoint endpoint;
    if (!endpoint_read(&endpoint, value) || endpoint.host[0] == '\0') {
        return fail(fault,
                    "it is ADDRESS:PORT or [ADDRESS]:PORT, as 127.0.0.1:9532, "
                    "not \"%.40s\"",
                    value);
    }
    snprintf(config->metrics_listen, sizeof config->metrics_listen, "%s", value);
    return true;
}

static void write_metrics_listen(const struct config *config, FILE *out) {
    if (config->metrics_listen[0] != '\0') {
        fprintf(out, "metrics-listen = %s\n", config->metrics_listen);
    }
}

static bool read_title(struct config *config, const char *value,
                       char fault[static FAULT_BYTES]) {
    size_t len = strlen(value);
    if (len == 0 || len >= TITLE_BYTES) {
        return fail(fault, "a title has 1 to %d bytes, not %zu", TITLE_BYTES - 1, len);
    }
    char clean[TITLE_BYTES];
    utf8_clean(value, len, clean, sizeof clean);
    if (strcmp(clean, value) != 0 || strchr(value, '\t') != NULL) {
        return fail(fault, "a title is UTF-8 without control characters");
    }
    snprintf(config->title, sizeof config->title, "%s", value);
    return true;
}

static void write_title(const struct config *config, FILE *out) {
    fprintf(out, "title = %s\n", config->title);
}

static const char *const durability_names[] = {
    [DURABILITY_FULL] = "full",
    [DURABILITY_PROCESS] = "process",
};

static bool read_durability(struct config *config, const char *value,
                            char fault[static FAULT_BYTES]) {
    for (size_t i = 0; i < sizeof durability_names / sizeof durability_names[0]; i++) {
        if (strcmp(durability_names[i], value) == 0) {
            config->hub.stored.durability = (enum durability)i;
            return true;
        }
    }
    return fail(fault, "durability is full or process, not \"%.40s\"", value);
}

static void write_durability(const struct config *config, FILE *out) {
    fprintf(out, "durability = %s\n", durability_names[config->hub.stored.durability]);
}

static bool read_keep_games(struct config *config, const char *value,
                            char fault[static FAULT_BYTES]) {
    return keep_rule_read(&config->hub.keep, value) ||
           fail(fault, KEEP_FORM ", not \"%.20s\"", value);
}

static void write_keep_games(const struct config *config, FILE *out) {
    char text[64];
    struct text_out to;
    text_out_init(&to, text, sizeof text);
    keep_rule_write(&config->hub.keep, &to);
    fprintf(out, "keep-games = %s\n", text);
}

static const char *const plain_passwords_names[] = {
    [PLAIN_PASSWORDS_WARN] = "warn",
    [PLAIN_PASSWORDS_REFUSE] = "refuse",
};

static bool read_plain_passwords(struct config *config, const char *value,
                                 char fault[static FAULT_BYTES]) {
    for (size_t i = 0; i < sizeof plain_passwords_names / sizeof plain_passwords_names[0];
         i++) {
        if (strcmp(plain_passwords_names[i], value) == 0) {
            config->hub.plain_passwords = (enum plain_passwords)i;
            return true;
        }
    }
    return fail(fault, "passwords without TLS: warn or refuse, not \"%.40s\"", value);
}

static void write_plain_passwords(const struct config *config, FILE *out) {
    fprintf(out, "plain-passwords = %s\n",
            plain_passwords_names[config->hub.plain_passwords]);
}

/* NAME, or NAME:ACCOUNT. */
static bool read_operator(struct config *config, const char *value,
                          char fault[static FAULT_BYTES]) {
    struct hub_config *hub = &config->hub;
    struct named_operator given = {.account = 0};
    size_t len = strcspn(value, ":");
    if (hub->n_operators == OPERATORS_MAX) {
        return fail(fault, "there can be %d operators", OPERATORS_MAX);
    }
    if (value[len] == ':') {
        const char *digits = value + len + 1;
        size_t n = strlen(digits);
        given.account = n <= 18 ? strtoll(digits, NULL, 10) : 0;
        if (strspn(digits, "0123456789") != n || given.account <= 0) {
            return fail(fault,
                        "after the name comes the number of the account, as the log has "
                        "it: ann:17, not \"%.40s\"",
                        value);
        }
    }
    name_compose(value, len, given.name, sizeof given.name);
    if (!is_player_name(given.name)) {
        return fail(fault, "%s, not \"%.40s\"", error_text(ERR_BAD_NAME), value);
    }
    hub->operators[hub->n_operators++] = given;
    return true;
}

static void write_operators(const struct config *config, FILE *out) {
    for (size_t i = 0; i < config->hub.n_operators; i++) {
        const struct named_operator *given = &config->hub.operators[i];
        fprintf(out, "operator = %s", given->name);
        if (given->account != 0) {
            fprintf(out, ":%" PRId64, given->account);
        }
        fputs("\n", out);
    }
}

static void write_operator_local(const struct config *config, FILE *out) {
    fprintf(out, "operator-local = %s\n", config->hub.operator_local ? "yes" : "no");
}

static bool read_bot(struct config *config, const char *value,
                     char fault[static FAULT_BYTES]) {
    struct hub_config *hub = &config->hub;
    if (hub->n_bots == BOTS_MAX) {
        return fail(fault, "there can be %d bots of the host", BOTS_MAX);
    }
    char *name = hub->bots[hub->n_bots];
    name_compose(value, strlen(value), name, NAME_BYTES_MAX + 1);
    if (!is_player_name(name)) {
        return fail(fault, "%s, not \"%.40s\"", error_text(ERR_BAD_NAME), value);
    }
    hub->n_bots++;
    return true;
}

static void write_bots(const struct config *config, FILE *out) {
    for (size_t i = 0; i < config->hub.n_bots; i++) {
        fprintf(out, "bot = %s\n", config->hub.bots[i]);
    }
}

static void write_no_discovery(const struct config *config, FILE *out) {
    fprintf(out, "no-discovery = %s\n", config->no_discovery ? "yes" : "no");
}

static bool read_log_level(struct config *config, const char *value,
                           char fault[static FAULT_BYTES]) {
    for (int i = 0; i < LOG_LEVEL_COUNT; i++) {
        if (strcmp(log_level_name((enum log_level)i), value) == 0) {
            config->hub.log.level = (enum log_level)i;
            return true;
        }
    }
    return fail(fault, "a log level is error, warn, info or debug, not \"%.40s\"", value);
}

static void write_log_level(const struct config *config, FILE *out) {
    fprintf(out, "log-level = %s\n", log_level_name(config->hub.log.level));
}

static bool read_ready_fd(struct config *config, const char *value,
                          char fault[static FAULT_BYTES]) {
    char *end;
    long fd = strtol(value, &end, 10);
    if (end == value || *end != '\0' || fd < 0 || fd > 65535) {
        return fail(fault, "a file descriptor is a number from 0 to 65535, not \"%.40s\"",
                    value);
    }
    config->ready_fd = (int)fd;
    return true;
}

/* --- limits --- */

static const struct limit_row {
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

static void set_limit(struct limits *limits, const struct limit_row *row, int64_t value) {
    memcpy((char *)limits + row->offset, &value, sizeof value);
}

static int64_t get_limit(const struct limits *limits, const struct limit_row *row) {
    int64_t value;
    memcpy(&value, (const char *)limits + row->offset, sizeof value);
    return value;
}

void config_set_limits(struct limits *limits) {
    for (size_t i = 0; i < LIMIT_COUNT; i++) {
        set_limit(limits, &limit_rows[i], limit_rows[i].by_default);
    }
}

void config_print_limits(FILE *out) {
    for (size_t i = 0; i < LIMIT_COUNT; i++) {
        fprintf(out, "  %-24s %10" PRId64 "  %s\n", limit_rows[i].name,
                limit_rows[i].by_default, limit_rows[i].help);
    }
}

static const struct limit_row *find_limit(const char *name, size_t len) {
    for (size_t i = 0; i < LIMIT_COUNT; i++) {
        const char *known = limit_rows[i].name;
        if (strlen(known) == len && strncmp(known, name, len) == 0) {
            return &limit_rows[i];
        }
    }
    return NULL;
}

static bool read_limit(struct config *config, const char *text,
                       char fault[static FAULT_BYTES]) {
    size_t len = strcspn(text, "=");
    if (text[len] != '=') {
        return fail(fault, "a limit is NAME=VALUE, as in rooms=100, not \"%.40s\"", text);
    }
    const struct limit_row *row = find_limit(text, len);
    if (row == NULL) {
        return fail(fault, "there is no limit \"%.*s\": alead --help lists them",
                    len < 40 ? (int)len : 40, text);
    }
    char *end;
    const char *digits = text + len + 1;
    long long value = strtoll(digits, &end, 10);
    if (end == digits || *end != '\0' || value < row->least || value > row->most) {
        return fail(fault, "%s is from %" PRId64 " to %" PRId64 ", not \"%.40s\"",
                    row->name, row->least, row->most, digits);
    }
    set_limit(&config->hub.limits, row, value);
    return true;
}

static void write_limits(const struct config *config, FILE *out) {
    for (size_t i = 0; i < LIMIT_COUNT; i++) {
        fprintf(out, "limit = %s=%" PRId64 "\n", limit_rows[i].name,
                get_limit(&config->hub.limits, &limit_rows[i]));
    }
}

#define STRING_OF(n) #n
#define STRING(n)    STRING_OF(n)

const struct config_option config_options[CONFIG_OPTION_COUNT] = {
    [OPT_CONFIG] = {"config", "FILE", OPTION_FIRST,
                    "read FILE first: lines KEY = VALUE, where KEY is one of the\n"
                    "options marked = here, without its dashes; lines that begin\n"
                    "with # are comments; the command line overrides the file;\n"
                    "without this option no file is read\n",
                    read_config, NULL, 0},
    [OPT_CHECK] = {"check-config", NULL, OPTION_FIRST,
                   "do not start: check the file, the command line, and the\n"
                   "certificate and its key; print all settings as such a file\n",
                   NULL, NULL, offsetof(struct config, checks_only)},
    [OPT_LISTEN] = {"listen", "ADDR:PORT", OPTION_IN_FILE | OPTION_REPEATS,
                    "listen there; ADDR may be [IPv6], a name (all its addresses\n"
                    "are used), or empty for all addresses; PORT 0 is any free\n"
                    "one; up to " STRING(LISTEN_MAX) " times (default :" DEFAULT_PORT
                                                     ")\n",
                    read_listen, write_listen, 0},
    [OPT_TLS_LISTEN] = {"tls-listen", "ADDR:PORT", OPTION_IN_FILE | OPTION_REPEATS,
                        "the same for TLS; with it --listen has no default, so you\n"
                        "can leave that out if you want TLS only\n",
                        read_tls_listen, write_tls_listen, 0},
    [OPT_TLS_CERT] = {"tls-cert", "FILE", OPTION_IN_FILE,
                      "its certificate, and those up to the root, in PEM\n",
                      read_tls_cert, write_tls_cert, 0},
    [OPT_TLS_KEY] = {"tls-key", "FILE", OPTION_IN_FILE,
                     "the key of the certificate, in PEM, without a passphrase\n",
                     read_tls_key, write_tls_key, 0},
    [OPT_METRICS] = {"metrics-listen", "ADDR:PORT", OPTION_IN_FILE,
                     "serve metrics to Prometheus there: GET /metrics over HTTP,\n"
                     "for everybody who can connect (default nowhere)\n",
                     read_metrics_listen, write_metrics_listen, 0},
    [OPT_TITLE] = {"title", "TEXT", OPTION_IN_FILE,
                   "the name of your server, shown in its greeting\n", read_title,
                   write_title, 0},
    [OPT_DB] = {"db", "FILE", OPTION_IN_FILE,
                "the file of the games; \":memory:\" keeps none (default\n"
                "alea.db in the state directory: $STATE_DIRECTORY,\n"
                "/var/lib/alea for root, else $XDG_STATE_HOME/alea or\n"
                "~/.local/state/alea)\n",
                read_db, write_db, 0},
    [OPT_DURABILITY] = {"durability", "LEVEL", OPTION_IN_FILE,
                        "what an answer of the server survives: full, a power cut\n"
                        "(default); process, a crash of the server\n",
                        read_durability, write_durability, 0},
    [OPT_KEEP_GAMES] = {"keep-games", "HOW", OPTION_IN_FILE,
                        "how long to keep finished games: always; a number of days,\n"
                        "365d; until the file holds this much, 500M or 2G (default\n"
                        "2G); or both, 365d,2G.  The oldest go first: those between\n"
                        "guests before all others, rated ones last\n",
                        read_keep_games, write_keep_games, 0},
    [OPT_PLAIN_PASSWORDS] = {"plain-passwords", "WHAT", OPTION_IN_FILE,
                             "passwords sent without TLS from other machines: warn,\n"
                             "accept one that is sent twice (default); refuse\n",
                             read_plain_passwords, write_plain_passwords, 0},
    [OPT_NO_DISCOVERY] = {"no-discovery", NULL, OPTION_IN_FILE,
                          "do not answer alea find, which looks for servers on the\n"
                          "local network (UDP, same number as the TCP port); in the\n"
                          "file yes or no\n",
                          NULL, write_no_discovery,
                          offsetof(struct config, no_discovery)},
    [OPT_OPERATOR] = {"operator", "NAME[:NUMBER]", OPTION_IN_FILE | OPTION_REPEATS,
                      "whoever is logged in to this account has the operator's\n"
                      "role.  Register it first: the account that has the name at\n"
                      "the first start with this option keeps the role; a later\n"
                      "one gets it only by its NUMBER, which the log shows.\n"
                      "Up to 16 times\n",
                      read_operator, write_operators, 0},
    [OPT_OPERATOR_LOCAL] = {"operator-local", NULL, OPTION_IN_FILE,
                            "everybody who connects from this machine has the\n"
                            "operator's role (help operator); in the file yes or no\n",
                            NULL, write_operator_local,
                            offsetof(struct config, hub.operator_local)},
    [OPT_BOT] = {"bot", "NAME", OPTION_IN_FILE | OPTION_REPEATS,
                 "a bot of yours: nobody else can have this name, and the bot\n"
                 "may sit in rooms_per_bot rooms.  It proves who it is by a\n"
                 "token, which each start writes into DB.bot-NAME, beside the\n"
                 "file of the games; see alea bot.  Up to " STRING(BOTS_MAX) " times\n",
                 read_bot, write_bots, 0},
    [OPT_WELCOME] =
        {"welcome", "FILE", OPTION_IN_FILE,
         "your own welcome text, read again at SIGHUP: up to\n" STRING(
             WELCOME_LINES_MAX) " lines of " STRING(WELCOME_COLUMNS) " characters\n",
         read_welcome, write_welcome, 0},
    [OPT_LOG] = {"log-level", "LEVEL", OPTION_IN_FILE,
                 "error, warn, info (default) or debug, on standard error\n",
                 read_log_level, write_log_level, 0},
    [OPT_LIMIT] = {"limit", "NAME=VALUE", OPTION_IN_FILE | OPTION_REPEATS,
                   "set a limit; may be given many times\n", read_limit, write_limits, 0},
    [OPT_READY] = {"ready-fd", "FD", 0,
                   "write \"ready ADDR:PORT\" there for each address, once the\n"
                   "server accepts connections; \"ready tls ADDR:PORT\" for TLS,\n"
                   "\"ready metrics ADDR:PORT\" for --metrics-listen\n",
                   read_ready_fd, NULL, 0},
    [OPT_HELP] = {"help", NULL, OPTION_FIRST, "this text; also -h\n", NULL, NULL,
                  offsetof(struct config, shows_help)},
    [OPT_VERSION] = {"version", NULL, OPTION_FIRST, "the version\n", NULL, NULL,
                     offsetof(struct config, shows_version)},
};
