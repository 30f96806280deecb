#include "server/config/option.h"

#include "server/turn/config.h"

#include <stddef.h>

#define STRING_OF(n) #n
#define STRING(n)    STRING_OF(n)

static const char *const durability_words[] = {
    [DURABILITY_FULL] = "full",
    [DURABILITY_PROCESS] = "process",
    NULL,
};
static const char *const plain_passwords_words[] = {
    [PLAIN_PASSWORDS_WARN] = "warn",
    [PLAIN_PASSWORDS_REFUSE] = "refuse",
    NULL,
};
static const char *const log_level_words[] = {
#define X(id, name) [id] = (name),
    LOG_LEVELS(X)
#undef X
        NULL,
};

/* What an option sets in struct config. */
#define SETS(member) .at = offsetof(struct config, member)

const struct config_option config_options[] = {
    {"config", "FILE", OPTION_FIRST | OPTION_ONCE | OPTION_USUAL,
     "read FILE first; lines KEY = VALUE, where KEY is one of the "
     "options marked = here, without its dashes; lines that begin "
     "with # are comments; the command line overrides the file; "
     "without this option the server reads no file",
     VALUE_PATH, SETS(file)},
    {"check-config", NULL, OPTION_FIRST,
     "do not start: check the file, the command line, and the "
     "certificate and its key; print all settings as such a file.  "
     "It opens neither the file of the games nor a port",
     VALUE_FLAG, SETS(checks_only)},
    {"listen", "ADDR:PORT", OPTION_IN_FILE | OPTION_REPEATS | OPTION_USUAL,
     "listen there (default :" DEFAULT_PORT "); ADDR may be [IPv6], a name "
     "(its addresses that this machine has are used), or empty or * for all; PORT 0 "
     "is any free one; up to " STRING(LISTEN_MAX) " times",
     VALUE_ENDPOINTS, SETS(listen)},
    {"tls-listen", "ADDR:PORT", OPTION_IN_FILE | OPTION_REPEATS | OPTION_USUAL,
     "the same for TLS; if used, --listen has no default: leave it "
     "out for TLS only",
     VALUE_ENDPOINTS, SETS(tls_listen)},
    {"web-listen", "ADDR:PORT", OPTION_IN_FILE | OPTION_REPEATS | OPTION_USUAL,
     "serve browsers there; the page for playing, over HTTP, and "
     "its WebSocket (default: nowhere)",
     VALUE_ENDPOINTS, SETS(web_listen)},
    {"web-tls-listen", "ADDR:PORT", OPTION_IN_FILE | OPTION_REPEATS,
     "the same for HTTPS, with the certificate of TLS", VALUE_ENDPOINTS,
     SETS(web_tls_listen)},
    {"web-origin", "ORIGIN", OPTION_IN_FILE | OPTION_REPEATS,
     "pages of this origin (https://example.org) may open "
     "WebSockets, too; our own page always may.  Up to " STRING(WEB_ORIGINS_MAX) " "
                                                                                 "times",
     VALUE_ORIGINS, SETS(web_origins)},
    {"proxy-from", "ADDR[/BITS]", OPTION_IN_FILE | OPTION_REPEATS,
     "proxies: each connection from there must begin with a header "
     "of the PROXY protocol, version 2, which names the client's "
     "address.  Up to " STRING(PROXIES_MAX) " times",
     VALUE_NETWORKS, SETS(proxies)},
    {"tls-cert", "FILE", OPTION_IN_FILE | OPTION_USUAL,
     "the server's certificate, followed by its chain, in PEM", VALUE_PATH,
     SETS(tls_cert)},
    {"tls-key", "FILE", OPTION_IN_FILE | OPTION_USUAL,
     "the key of the certificate, in PEM, without a passphrase", VALUE_PATH,
     SETS(tls_key)},
    {"metrics-listen", "ADDR:PORT", OPTION_IN_FILE,
     "serve metrics to Prometheus there: GET /metrics over HTTP, "
     "for everybody who can connect (default: nowhere)",
     VALUE_ENDPOINT, SETS(metrics_listen)},
    {"hub-metrics-listen", "ADDR:PORT", OPTION_IN_FILE,
     "with --node: the same for the hub, while this node is it", VALUE_ENDPOINT,
     SETS(hub_metrics_listen)},
    {"title", "TEXT", OPTION_IN_FILE | OPTION_USUAL,
     "the name of your server, shown in its greeting", VALUE_TITLE, SETS(title)},
    {"db", "FILE", OPTION_IN_FILE | OPTION_USUAL,
     "the file of the games; \":memory:\" stores nothing (default "
     "alea.db in the state directory: $STATE_DIRECTORY, "
     "/var/lib/alea for root, else $XDG_STATE_HOME/alea or "
     "~/.local/state/alea)",
     VALUE_PATH, SETS(db)},
    {"store", "URL", OPTION_IN_FILE,
     "keep the games in a PostgreSQL database instead of a file: "
     "postgresql://USER@HOST:PORT/DATABASE (needs libpq)",
     VALUE_PATH, SETS(store)},
    {"store-password-file", "FILE", OPTION_IN_FILE,
     "a file whose first line is the password of that database; "
     "or use $PGPASSFILE or $PGPASSWORD",
     VALUE_PATH, SETS(store_password_file)},
    {"node", "NAME", OPTION_IN_FILE,
     "share the database of --store with other alead, each with a "
     "NAME (1 to 16 of a-z, 0-9 and -): one is the hub, the "
     "others are its fronts, and take its place when it is gone",
     VALUE_NODE, SETS(node)},
    {"trunk-listen", "WHERE", OPTION_IN_FILE,
     "be the hub of fronts (--front), which connect there: "
     "ADDR:PORT, or the path of a Unix socket, with a / in it",
     VALUE_TRUNK, SETS(trunk_listen)},
    {"front", "WHERE", OPTION_IN_FILE,
     "be a front of the hub that listens there: serve its players "
     "and pages at the addresses of --listen and so on, and leave "
     "the games to the hub.  Other fronts may share the addresses",
     VALUE_TRUNK, SETS(front)},
    {"trunk-key", "FILE", OPTION_IN_FILE,
     "the key that hub and fronts share: 64 hex digits, in a file "
     "that only its owner can read; a Unix socket needs none",
     VALUE_PATH, SETS(trunk_key_file)},
    {"announce", "HOST", OPTION_IN_FILE,
     "with --front or --node: the name or address at which clients "
     "reach this front, for those of fronts that die",
     VALUE_HOST, SETS(announce)},
    {"durability", "LEVEL", OPTION_IN_FILE,
     "what acknowledged changes survive: full, a power cut "
     "(default); process, a crash of the server",
     VALUE_CHOICE, SETS(hub.stored.durability), .form = "durability is full or process",
     .words = durability_words},
    {"keep-games", "HOW", OPTION_IN_FILE,
     "how long to keep finished games: always; a number of days, "
     "365d; until the file reaches a size, 500M or 2G (default "
     "2G; always with --store); or both, 365d,2G.  The oldest go "
     "first: those between guests before all others, rated ones "
     "last",
     VALUE_KEEP, SETS(hub.keep)},
    {"plain-passwords", "WHAT", OPTION_IN_FILE,
     "passwords sent without TLS from other machines: warn, and "
     "accept one that is sent again (default); refuse",
     VALUE_CHOICE, SETS(hub.plain_passwords),
     .form = "passwords without TLS: warn or refuse", .words = plain_passwords_words},
    {"no-discovery", NULL, OPTION_IN_FILE,
     "do not answer alea find, which looks for servers on the "
     "local network (UDP, same number as the TCP port); in the "
     "file yes or no",
     VALUE_FLAG, SETS(no_discovery)},
    {"operator", "NAME[:NUMBER]", OPTION_IN_FILE | OPTION_REPEATS | OPTION_USUAL,
     "anyone logged in to this account has the operator's role.  "
     "Register it first: the account that has the name at the "
     "first start with this option keeps the role; a later one "
     "gets it only by its NUMBER, which the log shows.  "
     "Up to 16 times",
     VALUE_OPERATOR, SETS(hub)},
    {"operator-local", NULL, OPTION_IN_FILE,
     "everybody who connects from this machine has the "
     "operator's role (help operator); in the file yes or no",
     VALUE_FLAG, SETS(hub.operator_local)},
    {"bot", "NAME", OPTION_IN_FILE | OPTION_REPEATS | OPTION_USUAL,
     "a bot of yours; nobody else can have this name, and the bot "
     "may sit in rooms_per_bot rooms.  It proves its identity with "
     "a token, which each start writes to DB.bot-NAME, beside the "
     "file of the games; see alea bot.  Up to " STRING(BOTS_MAX) " times",
     VALUE_BOT, SETS(hub)},
    {"rated-levels", NULL, OPTION_IN_FILE,
     "bots of yours with a level (House-1 to House-8) play rated "
     "games, too, each with its own account, which has no "
     "password; in the file yes or no",
     VALUE_FLAG, SETS(hub.rated_levels)},
    {"welcome", "FILE", OPTION_IN_FILE,
     "your own welcome text, read again at SIGHUP: up to " STRING(
         WELCOME_LINES_MAX) " lines of " STRING(WELCOME_COLUMNS) " characters",
     VALUE_WELCOME, SETS(welcome)},
    {"log-level", "LEVEL", OPTION_IN_FILE,
     "error, warn, info (default) or debug, on standard error", VALUE_CHOICE,
     SETS(hub.log.level), .form = "a log level is error, warn, info or debug",
     .words = log_level_words},
    {"limit", "NAME=VALUE", OPTION_IN_FILE | OPTION_REPEATS,
     "set a limit; may be given many times", VALUE_LIMIT, SETS(hub.limits)},
    {"ready-fd", "FD", 0,
     "write \"ready ADDR:PORT\" to this descriptor for each address, "
     "once the server accepts connections; for TLS it is "
     "\"ready tls ADDR:PORT\", for --metrics-listen "
     "\"ready metrics ADDR:PORT\", for --trunk-listen \"ready trunk "
     "WHERE\"",
     VALUE_NUMBER, SETS(ready_fd), .form = "a file descriptor is a number",
     .most = 65535},
    {"help", NULL, OPTION_FIRST | OPTION_USUAL,
     "show this text; also -h.  --help limits shows everything", VALUE_FLAG,
     SETS(shows_help)},
    {"version", NULL, OPTION_FIRST | OPTION_USUAL, "show the version", VALUE_FLAG,
     SETS(shows_version)},
};
_Static_assert(sizeof config_options / sizeof config_options[0] == CONFIG_OPTION_COUNT,
               "the number of rows");
