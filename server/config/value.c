
#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "proto/command/command.h"
#include "proto/name.h"
#include "proto/shape.h"
#include "server/config/option.h"
#include "server/store/lease.h"
#include "server/turn/config.h"

static bool fail(char fault[static FAULT_BYTES], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool fail(char fault[static FAULT_BYTES], const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(fault, FAULT_BYTES, format, args);
    va_end(args);
    return false;
}

/* The readers and writers.  at: the member of struct config at offset option->at. */
typedef bool reader(const struct config_option *option, void *at, const char *value,
                    char fault[static FAULT_BYTES]);
typedef void writer(const struct config_option *option, const void *at, FILE *out);

/* --- flags, numbers, choices --- */

static bool read_flag(const struct config_option *option, void *at, const char *value,
                      char fault[static FAULT_BYTES]) {
    (void)option;
    bool is_yes = value == NULL || strcmp(value, "yes") == 0;
    if (!is_yes && strcmp(value, "no") != 0) {
        return fail(fault, "it is yes or no, not \"%.40s\"", value);
    }
    *(bool *)at = is_yes;
    return true;
}

static void write_flag(const struct config_option *option, const void *at, FILE *out) {
    fprintf(out, "%s = %s\n", option->name, *(const bool *)at ? "yes" : "no");
}

static bool read_number(const struct config_option *option, void *at, const char *value,
                        char fault[static FAULT_BYTES]) {
    char *end;
    long number = strtol(value, &end, 10);
    if (end == value || *end != '\0' || number < 0 || number > option->most) {
        return fail(fault, "%s from 0 to %d, not \"%.40s\"", option->form, option->most,
                    value);
    }
    *(int *)at = (int)number;
    return true;
}

static void write_number(const struct config_option *option, const void *at, FILE *out) {
    fprintf(out, "%s = %d\n", option->name, *(const int *)at);
}

_Static_assert(sizeof(enum durability) == sizeof(int) &&
                   sizeof(enum plain_passwords) == sizeof(int) &&
                   sizeof(enum log_level) == sizeof(int),
               "a choice is copied as an int");

static bool read_choice(const struct config_option *option, void *at, const char *value,
                        char fault[static FAULT_BYTES]) {
    for (int i = 0; option->words[i] != NULL; i++) {
        if (strcmp(option->words[i], value) == 0) {
            memcpy(at, &i, sizeof i);
            return true;
        }
    }
    return fail(fault, "%s, not \"%.40s\"", option->form, value);
}

static void write_choice(const struct config_option *option, const void *at, FILE *out) {
    int i;
    memcpy(&i, at, sizeof i);
    fprintf(out, "%s = %s\n", option->name, option->words[i]);
}

/* --- texts --- */

/* For all types that are, or begin with, one line of text. */
static void write_text(const struct config_option *option, const void *at, FILE *out) {
    const char *text = at;
    if (text[0] != '\0') {
        fprintf(out, "%s = %s\n", option->name, text);
    }
}

static bool read_path(const struct config_option *option, void *at, const char *value,
                      char fault[static FAULT_BYTES]) {
    char *path = at;
    if (path[0] != '\0' && (option->flags & OPTION_ONCE) != 0) {
        return fail(fault, "there can be only one file");
    }
    if (value[0] == '\0' || strlen(value) >= PATH_BYTES) {
        return fail(fault, "the name of a file has 1 to %d bytes", PATH_BYTES - 1);
    }
    if (strpbrk(value, "\r\n") != NULL) {
        return fail(fault, "the name of a file must be one line");
    }
    snprintf(path, PATH_BYTES, "%s", value);
    return true;
}

static bool read_title(const struct config_option *option, void *at, const char *value,
                       char fault[static FAULT_BYTES]) {
    (void)option;
    size_t len = strlen(value);
    if (len == 0 || len >= TITLE_BYTES) {
        return fail(fault, "a title has 1 to %d bytes, not %zu", TITLE_BYTES - 1, len);
    }
    char clean[TITLE_BYTES];
    utf8_clean(value, len, clean, sizeof clean);
    if (strcmp(clean, value) != 0 || strchr(value, '\t') != NULL) {
        return fail(fault, "a title is UTF-8 without control characters");
    }
    snprintf(at, TITLE_BYTES, "%s", value);
    return true;
}

/* Requires an address: by default metrics must not be open to everybody. */
static bool read_endpoint(const struct config_option *option, void *at, const char *value,
                          char fault[static FAULT_BYTES]) {
    (void)option;
    struct endpoint endpoint;
    if (!endpoint_read(&endpoint, value) || endpoint.host[0] == '\0') {
        return fail(fault,
                    "it is ADDRESS:PORT or [ADDRESS]:PORT, as 127.0.0.1:9532, "
                    "not \"%.40s\"",
                    value);
    }
    snprintf(at, ENDPOINT_BYTES, "%s", value);
    return true;
}

static bool read_trunk(const struct config_option *option, void *at, const char *value,
                       char fault[static FAULT_BYTES]) {
    if (!endpoint_is_path(value)) {
        return read_endpoint(option, at, value, fault);
    }
    if (strlen(value) >= ENDPOINT_BYTES) {
        return fail(fault, "the path of a socket has at most %d bytes",
                    ENDPOINT_BYTES - 1);
    }
    snprintf(at, ENDPOINT_BYTES, "%s", value);
    return true;
}

void value_add_text(struct texts *list, const char *text) {
    text_copy(list->text[list->n], sizeof list->text[list->n], text);
    list->item[list->n] = list->text[list->n];
    list->n++;
}

/* Adds a value to a list of at most so many. */
static bool add_text(struct texts *list, const char *value, int most, const char *what,
                     char fault[static FAULT_BYTES]) {
    if (list->n == (size_t)most) {
        return fail(fault, "there can be only %d %s", most, what);
    }
    value_add_text(list, value);
    return true;
}

static void write_texts(const struct config_option *option, const void *at, FILE *out) {
    const struct texts *list = at;
    for (size_t i = 0; i < list->n; i++) {
        write_text(option, list->text[i], out);
    }
}

static bool read_endpoints(const struct config_option *option, void *at,
                           const char *value, char fault[static FAULT_BYTES]) {
    struct endpoint endpoint;
    (void)option;
    return endpoint_read(&endpoint, value)
               ? add_text(at, value, LISTEN_MAX, "addresses", fault)
               : fail(fault, ENDPOINT_FORM ", not \"%.40s\"", value);
}

static bool read_origins(const struct config_option *option, void *at, const char *value,
                         char fault[static FAULT_BYTES]) {
    char origin[ORIGIN_BYTES];
    (void)option;
    return origin_read(value, origin)
               ? add_text(at, origin, WEB_ORIGINS_MAX, "other origins", fault)
               : fail(fault, ORIGIN_FORM ", not \"%.40s\"", value);
}

static bool read_networks(const struct config_option *option, void *at, const char *value,
                          char fault[static FAULT_BYTES]) {
    struct networks *networks = at;
    struct network network;
    (void)option;
    if (!network_read(value, &network)) {
        return fail(fault,
                    "it is an address, or ADDRESS/BITS where the bits after those are 0, "
                    "not \"%.40s\"",
                    value);
    }
    if (!add_text(&networks->given, value, PROXIES_MAX, "of them", fault)) {
        return false;
    }
    networks->item[networks->given.n - 1] = network;
    return true;
}

static bool read_host(const struct config_option *option, void *at, const char *value,
                      char fault[static FAULT_BYTES]) {
    static const char in_hosts[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                   "0123456789.-_:";
    size_t len = strlen(value);
    const char *colon = strchr(value, ':');
    bool has_port = colon != NULL && strchr(colon + 1, ':') == NULL;
    (void)option;
    if (len == 0 || len >= FRONT_HOST_BYTES || strspn(value, in_hosts) != len ||
        has_port) {
        return fail(fault, "it is a name or an address, without a port, not \"%.40s\"",
                    value);
    }
    snprintf(at, FRONT_HOST_BYTES, "%s", value);
    return true;
}

static bool read_node(const struct config_option *option, void *at, const char *value,
                      char fault[static FAULT_BYTES]) {
    (void)option;
    if (!store_is_node_name(value)) {
        return fail(
            fault,
            "the name of a node is 1 to %d of a-z, 0-9 and - between them, not \"%.40s\"",
            NODE_NAME_BYTES - 1, value);
    }
    snprintf(at, NODE_NAME_BYTES, "%s", value);
    return true;
}

static bool read_welcome(const struct config_option *option, void *at, const char *value,
                         char fault[static FAULT_BYTES]) {
    struct welcome *welcome = at;
    unsigned line;
    char why[FAULT_BYTES];
    if (!read_path(option, welcome->file, value, fault)) {
        return false;
    }
    if (welcome_read(value, welcome->text, &line, why)) {
        return true;
    }
    return line == 0 ? fail(fault, "%.60s: %.80s", value, why)
                     : fail(fault, "%.60s:%u: %.80s", value, line, why);
}

static bool read_keep(const struct config_option *option, void *at, const char *value,
                      char fault[static FAULT_BYTES]) {
    (void)option;
    return keep_rule_read(at, value) || fail(fault, KEEP_FORM ", not \"%.20s\"", value);
}

static void write_keep(const struct config_option *option, const void *at, FILE *out) {
    char text[64];
    struct text_out to = text_out_of(text, sizeof text);
    keep_rule_write(at, &to);
    write_text(option, text, out);
}

/* --- players --- */

static bool read_name(char name[static NAME_BYTES_MAX + 1], const char *value, size_t len,
                      char fault[static FAULT_BYTES]) {
    name_compose(value, len, name, NAME_BYTES_MAX + 1);
    return is_player_name(name) ||
           fail(fault, "%s, not \"%.40s\"", error_text(ERR_BAD_NAME), value);
}

/* NAME, or NAME:ACCOUNT. */
static bool read_operator(const struct config_option *option, void *at, const char *value,
                          char fault[static FAULT_BYTES]) {
    (void)option;
    struct hub_config *hub = at;
    struct named_operator given = {.account = 0};
    size_t len = strcspn(value, ":");
    if (hub->n_operators == OPERATORS_MAX) {
        return fail(fault, "there can be only %d operators", OPERATORS_MAX);
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
    if (!read_name(given.name, value, len, fault)) {
        return false;
    }
    hub->operators[hub->n_operators++] = given;
    return true;
}

static void write_operators(const struct config_option *option, const void *at,
                            FILE *out) {
    const struct hub_config *hub = at;
    for (size_t i = 0; i < hub->n_operators; i++) {
        const struct named_operator *given = &hub->operators[i];
        fprintf(out, "%s = %s", option->name, given->name);
        if (given->account != 0) {
            fprintf(out, ":%" PRId64, given->account);
        }
        fputs("\n", out);
    }
}

static bool read_bot(const struct config_option *option, void *at, const char *value,
                     char fault[static FAULT_BYTES]) {
    (void)option;
    struct hub_config *hub = at;
    if (hub->n_bots == BOTS_MAX) {
        return fail(fault, "there can be only %d bots of the host", BOTS_MAX);
    }
    if (!read_name(hub->bots[hub->n_bots], value, strlen(value), fault)) {
        return false;
    }
    hub->n_bots++;
    return true;
}

static void write_bots(const struct config_option *option, const void *at, FILE *out) {
    const struct hub_config *hub = at;
    for (size_t i = 0; i < hub->n_bots; i++) {
        write_text(option, hub->bots[i], out);
    }
}

/* --- limits --- */

static const struct limit_row {
    const char *name;
    size_t at; /* offset in struct limits */
    int64_t least, most, by_default;
    const char *help;
} limit_rows[LIMIT_COUNT] = {
#define X(field, by_default, least, most, help)                                          \
    [LIMIT_##field] = {#field, offsetof(struct limits, field), least, most, by_default,  \
                       help},
    LIMITS(X)
#undef X
};

static int64_t *limit_of(struct limits *limits, const struct limit_row *row) {
    return (int64_t *)(void *)((char *)limits + row->at);
}

void config_set_limits(struct limits *limits) {
    for (size_t i = 0; i < LIMIT_COUNT; i++) {
        *limit_of(limits, &limit_rows[i]) = limit_rows[i].by_default;
    }
}

void config_print_limits(struct page *page) {
    for (size_t i = 0; i < LIMIT_COUNT; i++) {
        fprintf(page->out, "  %-24s %10" PRId64 "  %s\n", limit_rows[i].name,
                limit_rows[i].by_default, tr(page->lang, limit_rows[i].help));
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

static bool read_limit(const struct config_option *option, void *at, const char *text,
                       char fault[static FAULT_BYTES]) {
    (void)option;
    size_t len = strcspn(text, "=");
    if (text[len] != '=') {
        return fail(fault, "a limit is NAME=VALUE, as in rooms=100, not \"%.40s\"", text);
    }
    const struct limit_row *row = find_limit(text, len);
    if (row == NULL) {
        return fail(fault, "there is no limit \"%.*s\": alead --help limits lists them",
                    len < 40 ? (int)len : 40, text);
    }
    char *end;
    const char *digits = text + len + 1;
    long long value = strtoll(digits, &end, 10);
    if (end == digits || *end != '\0' || value < row->least || value > row->most) {
        return fail(fault, "%s is from %" PRId64 " to %" PRId64 ", not \"%.40s\"",
                    row->name, row->least, row->most, digits);
    }
    *limit_of(at, row) = value;
    return true;
}

static void write_limits(const struct config_option *option, const void *at, FILE *out) {
    struct limits limits = *(const struct limits *)at;
    for (size_t i = 0; i < LIMIT_COUNT; i++) {
        fprintf(out, "%s = %s=%" PRId64 "\n", option->name, limit_rows[i].name,
                *limit_of(&limits, &limit_rows[i]));
    }
}

/* --- the types --- */

static const struct {
    reader *read;
    writer *write;
} types[VALUE_TYPE_COUNT] = {
    [VALUE_FLAG] = {read_flag, write_flag},
    [VALUE_NUMBER] = {read_number, write_number},
    [VALUE_CHOICE] = {read_choice, write_choice},
    [VALUE_PATH] = {read_path, write_text},
    [VALUE_TITLE] = {read_title, write_text},
    [VALUE_ENDPOINT] = {read_endpoint, write_text},
    [VALUE_TRUNK] = {read_trunk, write_text},
    [VALUE_ENDPOINTS] = {read_endpoints, write_texts},
    [VALUE_ORIGINS] = {read_origins, write_texts},
    [VALUE_NETWORKS] = {read_networks, write_texts},
    [VALUE_WELCOME] = {read_welcome, write_text},
    [VALUE_HOST] = {read_host, write_text},
    [VALUE_NODE] = {read_node, write_text},
    [VALUE_KEEP] = {read_keep, write_keep},
    [VALUE_OPERATOR] = {read_operator, write_operators},
    [VALUE_BOT] = {read_bot, write_bots},
    [VALUE_LIMIT] = {read_limit, write_limits},
};

bool value_read(const struct config_option *option, struct config *config,
                const char *value, char fault[static FAULT_BYTES]) {
    return types[option->type].read(option, (char *)config + option->at, value, fault);
}

void value_write(const struct config_option *option, const struct config *config,
                 FILE *out) {
    types[option->type].write(option, (const char *)config + option->at, out);
}
