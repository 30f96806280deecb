#include "server/config/config.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "proto/bounds.h"
#include "server/base/server_time.h"
#include "server/base/text_file.h"
#include "server/config/option.h"
#include "view/page.h"

/* --- help --- */

/* Column where the help of options begins. */
#define HELP_COLUMN 26
/* Below 80, so that no terminal wraps a line. */
#define HELP_WIDTH 79

/* is_brief: only the first clause of what it does. */
static void print_option(struct page *page, const struct config_option *option,
                         bool is_brief) {
    struct page_text left;
    page_text_begin(&left);
    fprintf(left.out, "%c --%s%s", (option->flags & OPTION_IN_FILE) != 0 ? '=' : ' ',
            option->name, option->arg != NULL ? " " : "");
    tr_put_usage(left.out, page->lang, option->arg != NULL ? option->arg : "");
    fclose(left.out);
    const char *help = tr(page->lang, option->help);
    char clause[160];
    snprintf(clause, sizeof clause, "%.*s", (int)strcspn(help, ";."), help);
    page_put_option(page, HELP_COLUMN, left.text, is_brief ? clause : help);
    free(left.text);
}

static void print_options(struct page *page, bool is_all) {
    page_printf(page, "alead %s, a game server for old board games.", ALEA_VERSION);
    page_put_raw(page, "");
    page_put(page, "Usage: alead [OPTION]...");
    page_put_raw(page, "");
    for (size_t i = 0; i < CONFIG_OPTION_COUNT; i++) {
        if (is_all || (config_options[i].flags & OPTION_USUAL) != 0) {
            print_option(page, &config_options[i], !is_all);
        }
    }
    page_put_raw(page, "");
}

static void print_help(bool is_all) {
    struct page page;
    page_init(
        &page, stdout,
        &(struct style){.lang = (uint8_t)lang_of_environment(), .columns = HELP_WIDTH},
        0);
    print_options(&page, is_all);
    if (!is_all) {
        page_put(&page,
                 "Lines KEY = VALUE of FILE can have the options marked =, without "
                 "dashes.  Most hosts need no more.  Everything: alead --help limits, "
                 "and man alead.");
        return;
    }
    page_put(&page,
             "Limits, with their defaults (address: IPv4 or an IPv6 /64; network: /48):");
    config_print_limits(&page);
    page_put_raw(&page, "");
    page_put(&page,
             "Signals: INT and TERM stop the server cleanly; a second one stops it at "
             "once.  HUP reads the file of --welcome again, and the certificate and "
             "its key, which new connections then use.");
    page_put(&page,
             "Exit codes: 0 stopped cleanly, 1 cannot listen, open its file or load the "
             "certificate, or has lost its database, 2 wrong usage, 71 out of memory.");
}

/* Prints the settings as a file that --config reads. */
static void print_config(const struct config *config) {
    puts("# alead " ALEA_VERSION ": all is right; this is what is set.");
    for (size_t i = 0; i < CONFIG_OPTION_COUNT; i++) {
        if ((config_options[i].flags & OPTION_IN_FILE) != 0) {
            value_write(&config_options[i], config, stdout);
        }
    }
}

static bool usage_error(const char *what, const char *why) {
    fprintf(stderr, "alead: %s: %s (try alead --help)\n", what, why);
    return false;
}

/* --- the directory of the store --- */

/* The default file, as --help says. */
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
    } else if (home != NULL && home[0] == '/') {
        len = snprintf(config->db, cap, "%s/.local/state/alea/alea.db", home);
    } else {
        return usage_error("HOME is not set", "use --db FILE");
    }
    if (len < 0 || (size_t)len >= cap) {
        return usage_error("the name of the state directory is too long",
                           "use --db FILE");
    }
    config->makes_directory = true;
    return true;
}

bool config_make_directory(const struct config *config) {
    char path[PATH_BYTES];
    if (!config->makes_directory) {
        return true; /* a directory that you name must exist */
    }
    snprintf(path, sizeof path, "%s", config->db);
    for (char *at = path; (at = strchr(at + 1, '/')) != NULL;) {
        *at = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST) {
            log_line(&config->hub.log, LOG_ERROR, "directory_failed path=%s why=%s",
                     LOG_QUOTED(path), LOG_QUOTED(strerror(errno)));
            return false;
        }
        *at = '/';
    }
    return true;
}

/* --- the welcome text --- */

void config_read_welcome_again(struct config *config) {
    const struct log *log = &config->hub.log;
    const char *path = config->welcome.file;
    unsigned line = 0;
    char why[FAULT_BYTES] = TEXT_FILE_NOT_AGAIN;
    if (path[0] == '\0') {
        log_line(log, LOG_INFO, "reload_ignored");
    } else if (text_file_is_regular(path) &&
               welcome_read(path, config->welcome.text, &line, why)) {
        log_line(log, LOG_INFO, "welcome_reloaded file=%s", LOG_QUOTED(path));
    } else {
        log_line(log, LOG_ERROR, "welcome_wrong file=%s line=%u why=%s", LOG_QUOTED(path),
                 line, LOG_QUOTED(why));
    }
}

/* --- reading --- */

static void set_defaults(struct config *config) {
    *config = (struct config){
        .hub.random_bytes = randombytes_buf,
        .hub.lease_clock = boot_clock_ms,
        .hub.password_cost = JOB_COST,
        .hub.keep.bytes = -1, /* the default, see complete_store */
        .hub.log.level = LOG_INFO,
        .title = "Welcome to alea",
        .ready_fd = -1,
    };
    config->hub.title = config->title;
    config->hub.welcome = config->welcome.text;
    config->hub.stored.path = config->db;
    config->hub.bot_files = config->db;
    config->hub.stored.password_file = config->store_password_file;
    config_set_limits(&config->hub.limits);
}

/* Reads the options of the command line that are OPTION_FIRST, or those that are not. */
static bool read_words(struct config *config, int argc, char **argv, bool first) {
    struct option known[CONFIG_OPTION_COUNT + 1] = {{0}};
    int help = 0;
    for (int i = 0; i < CONFIG_OPTION_COUNT; i++) {
        known[i].name = config_options[i].name;
        known[i].has_arg =
            config_options[i].arg != NULL ? required_argument : no_argument;
        known[i].val = i;
        help = strcmp(known[i].name, "help") == 0 ? i : help;
    }
    bool is_given[CONFIG_OPTION_COUNT] = {false};
    opterr = 0;
    optind = 0; /* reset getopt, which may have read another command line */
    for (int i; (i = getopt_long(argc, argv, "h", known, NULL)) != -1;) {
        i = i == 'h' ? help : i;
        if (i < 0 || i >= CONFIG_OPTION_COUNT) {
            return usage_error(argv[optind - 1],
                               "unknown option, or its value is missing");
        }
        const struct config_option *option = &config_options[i];
        if (((option->flags & OPTION_FIRST) != 0) != first) {
            continue;
        }
        if (option->type == VALUE_ENDPOINTS && !is_given[i]) {
            /* These replace the addresses of the file. */
            ((struct texts *)(void *)((char *)config + option->at))->n = 0;
        }
        is_given[i] = true;
        char name[40], why[FAULT_BYTES];
        if (!value_read(option, config, option->arg != NULL ? optarg : NULL, why)) {
            snprintf(name, sizeof name, "--%s", option->name);
            return usage_error(name, why);
        }
    }
    if (config->shows_help && optind + 1 == argc && strcmp(argv[optind], "limits") == 0) {
        config->shows_limits = true;
        return true;
    }
    return optind == argc ||
           usage_error(argv[optind], "alead takes only options, such as --listen :2532");
}

static bool read_file(struct config *config) {
    unsigned line;
    char why[FAULT_BYTES];
    if (config->file[0] == '\0' || config_file_read(config, config->file, &line, why)) {
        return true;
    }
    if (line == 0) {
        fprintf(stderr, "alead: %s: %s\n", config->file, why);
    } else {
        fprintf(stderr, "alead: %s:%u: %s\n", config->file, line, why);
    }
    return false;
}

bool config_has_tls(const struct config *config) {
    return config->tls_listen.n > 0 || config->web_tls_listen.n > 0;
}

/* Completes and checks the settings of a database. */
static bool complete_database(struct config *config) {
    char why[FAULT_BYTES];
    if (config->db[0] != '\0') {
        return usage_error("--db and --store", "the games are kept in one of them");
    }
    if (!store_check_url(config->store, why)) {
        return usage_error("--store", why);
    }
    if (config->hub.keep.bytes > 0) {
        return usage_error("--keep-games",
                           "with --store games are kept always or for some days, as a "
                           "PostgreSQL database does not shrink");
    }
    if (config->hub.n_bots > 0 && !default_db(config)) { /* for their tokens */
        return false;
    }
    config->hub.stored.path = config->store;
    return true;
}

/* Completes and checks where the games are kept. */
static bool complete_store(struct config *config) {
    bool has_database = config->store[0] != '\0';
    if (config->hub.keep.bytes < 0) {
        config->hub.keep.bytes = has_database ? 0 : KEEP_BYTES;
    }
    if (has_database) {
        return complete_database(config);
    }
    if (config->store_password_file[0] != '\0') {
        return usage_error("--store-password-file", "it is for --store");
    }
    if (config->db[0] == '\0' && !default_db(config)) {
        return false;
    }
    return config->hub.n_bots == 0 || strcmp(config->db, STORE_MEMORY) != 0 ||
           usage_error("--bot",
                       "its token needs a file of the games, which --db " STORE_MEMORY
                       " does not have");
}

/* A node needs a database that others can reach. */
static bool complete_node(struct config *config) {
    if (config->node[0] == '\0') {
        return true;
    }
    config->hub.stored.node = config->node;
    return (config->store[0] != '\0' && config->trunk_listen[0] != '\0') ||
           usage_error("--node", "it needs --store and --trunk-listen");
}

bool config_is_node(const struct config *config) {
    return config->node[0] != '\0';
}

const uint8_t *config_trunk_key(const struct config *config) {
    return config->trunk_key_file[0] != '\0' ? config->trunk_key : NULL;
}

/* Reads and checks the key of a trunk.  Without one, only the user whom a Unix socket
 * belongs to can connect to it; an address is open to all. */
static bool complete_trunk(struct config *config) {
    char why[FAULT_BYTES];
    bool has_key = config->trunk_key_file[0] != '\0';
    const char *at = config->front[0] != '\0' ? config->front : config->trunk_listen;
    if (config_is_node(config) &&
        config->front[0] == '\0') { /* its key is in the store */
        return (!has_key && !endpoint_is_path(at)) ||
               usage_error("--node", "its --trunk-listen is an address where other nodes "
                                     "find it, and there is no --trunk-key");
    }
    if (has_key && at[0] == '\0') {
        return usage_error("--trunk-key", "it is for --trunk-listen and --front");
    }
    if (has_key && !trunk_key_read(config->trunk_key_file, config->trunk_key, why)) {
        fprintf(stderr, "alead: %s: %s\n", config->trunk_key_file, why);
        return false;
    }
    return has_key || at[0] == '\0' || endpoint_is_path(at) ||
           usage_error(at,
                       "it needs --trunk-key; without a key a trunk is a Unix socket");
}

/* A front has no games, and so none of what belongs to them. */
static bool complete_front(const struct config *config) {
    bool has_store = config->db[0] != '\0' || config->store[0] != '\0' ||
                     config->store_password_file[0] != '\0' || config->node[0] != '\0';
    bool has_people = config->hub.n_bots > 0 || config->hub.n_operators > 0 ||
                      config->hub.rated_levels || config->welcome.file[0] != '\0';
    return (!has_store && !has_people && config->trunk_listen[0] == '\0') ||
           usage_error("--front",
                       "give --db, --store, --node, --operator, --bot, --rated-levels, "
                       "--welcome and --trunk-listen to its hub");
}

/* Fills in defaults, and checks that the settings fit together. */
static bool complete(struct config *config) {
    const struct limits *limits = &config->hub.limits;
    if (limits->pause_bytes > limits->queue_bytes) {
        char why[FAULT_BYTES];
        snprintf(why, sizeof why,
                 "pause_bytes, %" PRId64 ", is at most queue_bytes, which is %" PRId64,
                 limits->pause_bytes, limits->queue_bytes);
        return usage_error("limit", why);
    }
    bool has_files = config->tls_cert[0] != '\0' && config->tls_key[0] != '\0';
    bool has_any = config->tls_cert[0] != '\0' || config->tls_key[0] != '\0';
    if (config_has_tls(config) ? !has_files : has_any) {
        return usage_error("these must be given together",
                           "--tls-listen or --web-tls-listen, --tls-cert and --tls-key");
    }
    if (config->listen.n == 0 && config->tls_listen.n == 0) {
        value_add_text(&config->listen, ":" DEFAULT_PORT);
    }
    if (!complete_trunk(config)) {
        return false;
    }
    if (config->announce[0] != '\0' && config->front[0] == '\0' &&
        !config_is_node(config)) {
        return usage_error("--announce", "it is for --front and --node");
    }
    if (config->hub_metrics_listen[0] != '\0' && !config_is_node(config)) {
        return usage_error("--hub-metrics-listen", "it is for --node");
    }
    return config->front[0] != '\0' ? complete_front(config)
                                    : complete_store(config) && complete_node(config);
}

/* For --check-config: the certificate and its key must exist and match. */
static bool check_certificate(const struct config *config) {
    char why[FAULT_BYTES];
    if (!config_has_tls(config)) {
        return true;
    }
    struct tls_context *context =
        tls_context_open(config->tls_cert, config->tls_key, why);
    if (context == NULL) {
        return usage_error("TLS", why);
    }
    if (tls_context_certificate(context).is_expired) {
        fprintf(stderr, "alead: %s: this certificate has expired\n", config->tls_cert);
    }
    tls_context_close(context);
    return true;
}

bool config_read(struct config *config, int argc, char **argv, enum exit_code *code) {
    set_defaults(config);
    *code = EXIT_CODE_USAGE;
    if (!read_words(config, argc, argv, true)) {
        return false;
    }
    if (config->shows_help || config->shows_version) {
        config->shows_help ? print_help(config->shows_limits)
                           : (void)puts("alead " ALEA_VERSION);
        *code = EXIT_CODE_OK;
        return false;
    }
    if (!read_file(config) || !read_words(config, argc, argv, false) ||
        !complete(config)) {
        return false;
    }
    if (!config->checks_only) {
        return true;
    }
    if (check_certificate(config)) {
        print_config(config);
        *code = EXIT_CODE_OK;
    }
    return false;
}
