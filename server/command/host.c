/* Commands of operators: what goes on, what all are told, and the end. */
#include <string.h>

#include "server/hub/dispatch.h"

enum error_code do_CMD_STATS(struct ask *ask) {
    const struct metrics *metrics = hub_measure(ask->hub);
    struct table *table = ask_table(ask);
    for (size_t i = 0; i < METRIC_COUNT; i++) {
        table_put_text(table, metrics_key(i));
        table_put_number(table, metrics_value(metrics, i));
    }
    return ERR_OK;
}

/* --- clients --- */

/* Whether who is this client's name, address or number; "" is everybody's. */
static bool is_meant(const struct client *c, const char *who, uint64_t number) {
    return who[0] == '\0' || (int64_t)number == c->number ||
           strcmp(who, c->counts->address) == 0 ||
           (c->session != NULL && name_is_same(who, c->session->name));
}

static void add_client(const struct hub *hub, const struct client *c,
                       struct table *table) {
    table_put_number(table, c->number);
    table_put_text(table, c->session != NULL ? c->session->name : "");
    table_put_text(table, c->counts->address);
    table_put_number(table, (int64_t)(hub->now.ms - c->opened_ms) / 1000);
    table_put_number(table, (int64_t)(hub->now.ms - c->active_ms) / 1000);
    if (hub->queue_bytes != NULL) {
        table_put_number(table, (int64_t)hub->queue_bytes(hub->queue_owner, c->conn));
    } else {
        table_put_null(table);
    }
    table_put_text(table, c->last < COMMAND_COUNT ? command_spec(c->last)->word : "");
    table_put_flag(table, c->tls);
    table_put_text(table, c->json ? "json" : "text");
}

enum error_code do_CMD_CLIENTS(struct ask *ask) {
    struct table *table = ask_table(ask);
    uint64_t number = 0;
    (void)ask_number(ask, 0, &number);
    uint32_t at = 0;
    for (const struct client *c; table_n_rows(table) < LIST_ROWS_MAX &&
                                 (c = slots_next(&ask->hub->clients, &at)) != NULL;) {
        if (!c->closing && is_meant(c, ask_arg(ask, 0), number)) {
            add_client(ask->hub, c, table);
        }
    }
    return ERR_OK;
}

/* --- what all are told, and what is logged --- */

enum error_code do_CMD_ANNOUNCE(struct ask *ask) {
    const char *text = ask_arg(ask, 0);
    if (text[0] == '\0') {
        return ask_fault(ask, ERR_MISSING_ARGUMENT,
                         "announce what? it is: announce TEXT");
    }
    if (strlen(text) > SAY_BYTES_MAX) {
        return ask_fault(ask, ERR_BAD_ARGUMENT, "at most %d bytes at once",
                         SAY_BYTES_MAX);
    }
    table_put_number(ask_table(ask), hub_announce(ask->hub, text));
    return ERR_OK;
}

/* After what was asked for has been logged. */
static void set_level(struct ask *ask) {
    const char *level = ask_arg(ask, 0);
    for (int i = 0; i < LOG_LEVEL_COUNT; i++) {
        if (strcmp(level, log_level_name((enum log_level)i)) == 0) {
            ask->hub->config->log.level = (enum log_level)i;
        }
    }
}

static bool is_level(const char *name) {
    int i = 0;
    while (i < LOG_LEVEL_COUNT && strcmp(name, log_level_name((enum log_level)i)) != 0) {
        i++;
    }
    return i < LOG_LEVEL_COUNT;
}

enum error_code do_CMD_LOGLEVEL(struct ask *ask) {
    const char *level =
        ask->cmd->has[0] ? ask_arg(ask, 0) : log_level_name(ask->hub->config->log.level);
    if (!is_level(level)) {
        return ask_fault(ask, ERR_BAD_ARGUMENT,
                         "a log level is error, warn, info or debug, not %.40s", level);
    }
    table_put_text(ask_table(ask), level);
    ask->after = set_level;
    return ERR_OK;
}

/* --- the end --- */

/* Longest time that draining can be told to take: a day. */
#define DRAIN_MINUTES_MAX 1440

enum error_code do_CMD_DRAIN(struct ask *ask) {
    struct hub *hub = ask->hub;
    uint64_t minutes = 0;
    bool off = strcmp(ask_arg(ask, 0), "off") == 0;
    if (ask->cmd->has[0] && !off &&
        (!ask_number(ask, 0, &minutes) || minutes == 0 || minutes > DRAIN_MINUTES_MAX)) {
        return ask_fault(ask, ERR_BAD_ARGUMENT,
                         "it is: drain, drain off, or drain and the minutes until the "
                         "end, 1 to %d, not %.40s",
                         DRAIN_MINUTES_MAX, ask_arg(ask, 0));
    }
    if (off) {
        hub_end_drain(hub);
    } else {
        hub_drain(hub, minutes);
    }
    struct table *table = ask_table(ask);
    table_put_flag(table, !off);
    table_put_number(table, minutes > 0 ? hub_now_s(hub) + (int64_t)minutes * 60 : 0);
    table_put_number(table, hub_n_running(hub));
    return ERR_OK;
}

enum error_code do_CMD_SHUTDOWN(struct ask *ask) {
    struct hub *hub = ask->hub;
    const char *sure = ask_arg(ask, 0);
    if (sure[0] != '\0' && strcmp(sure, "sure") != 0) {
        return ask_fault(ask, ERR_BAD_ARGUMENT, "it is: shutdown, or shutdown sure");
    }
    size_t n_others = hub_n_players(hub) - (ask->session != NULL);
    int64_t n_running = hub_n_running(hub);
    if (sure[0] == '\0' && (n_others > 0 || n_running > 0)) {
        return ask_fault(ask, ERR_NOT_SURE,
                         "other players here: %zu, running games: %lld; drain lets them "
                         "finish, shutdown sure does not wait",
                         n_others, (long long)n_running);
    }
    hub->wants_stop = true;
    return ERR_OK;
}
