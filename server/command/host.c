/* Operator commands: monitoring, announcements, shutdown. */
#include <string.h>

#include "mem/mem.h"
#include "server/command/cost.h"
#include "server/command/request.h"
#include "server/hub/host.h"
#include "server/people/clients.h"
#include "server/people/send.h"
#include "server/queue/job.h"
#include "server/rooms/ops.h"
#include "server/rooms/rooms.h"
#include "server/turn/clock.h"
#include "server/turn/turn.h"

/* The store is measured by its own thread. */
static void read_size(struct job *job, struct store *store) {
    job->data = mem_new(1, sizeof(struct store_size));
    store_measure(store, job->data);
}

enum error_code do_CMD_STATS(struct request *request) {
    if (!request_ask(request, read_size)) {
        return ERR_OK;
    }
    hub_set_store_size(request->hub, request->job->data);
    const struct metrics *metrics = hub_measure(request->hub);
    struct table *table = request_table(request);
    for (size_t i = 0; i < METRIC_COUNT; i++) {
        table_put_text(table, metrics_key(i));
        table_put_number(table, metrics_value(metrics, i));
    }
    return ERR_OK;
}

/* --- clients --- */

/* Whether `who` is the client's name, address or number; "" means all clients. */
static bool is_meant(const struct client *c, const char *who, uint64_t number) {
    return who[0] == '\0' || (int64_t)number == c->number ||
           strcmp(who, c->counts->address) == 0 ||
           (c->session != NULL && name_is_same(who, c->session->name));
}

static void add_client(const struct request *request, const struct client *c,
                       struct table *table) {
    table_put_number(table, c->number);
    table_put_text(table, c->session != NULL ? c->session->name : "");
    table_put_text(table, c->counts->address);
    table_put_number(table, (int64_t)(request->now.ms - c->opened_ms) / 1000);
    table_put_number(table, (int64_t)(request->now.ms - c->active_ms) / 1000);
    size_t queued;
    if (people_queued_bytes(request->people, c, &queued)) {
        table_put_number(table, (int64_t)queued);
    } else {
        table_put_null(table);
    }
    table_put_text(table, c->last < COMMAND_COUNT ? command_spec(c->last)->word : "");
    table_put_flag(table, c->tls);
    table_put_text(table, c->json ? "json" : "text");
}

enum error_code do_CMD_CLIENTS(struct request *request) {
    struct table *table = request_table(request);
    uint64_t number = 0;
    (void)request_number(request, 0, &number);
    uint32_t at = 0;
    for (const struct client *c;
         table_n_rows(table) < LIST_ROWS_MAX &&
         (c = people_next_client(request->people, &at)) != NULL;) {
        if (!c->closing && is_meant(c, request_arg(request, 0), number)) {
            add_client(request, c, table);
        }
    }
    return ERR_OK;
}

/* --- announcements and log --- */

enum error_code do_CMD_ANNOUNCE(struct request *request) {
    const char *text = request_arg(request, 0);
    if (text[0] == '\0') {
        return request_fault(request, ERR_MISSING_ARGUMENT,
                             "announce what? it is: announce TEXT");
    }
    if (strlen(text) > SAY_BYTES_MAX) {
        return request_fault(request, ERR_BAD_ARGUMENT, "at most %d bytes at once",
                             SAY_BYTES_MAX);
    }
    table_put_number(request_table(request),
                     people_announce(request->people, text, false));
    return ERR_OK;
}

/* Once the command is logged, and its answer certain. */
static void set_level(void *owner, uint64_t level) {
    struct log *log = owner;
    log->level = (enum log_level)level;
}

/* LOG_LEVEL_COUNT: none. */
static enum log_level find_level(const char *name) {
    int i = 0;
    while (i < LOG_LEVEL_COUNT && strcmp(name, log_level_name((enum log_level)i)) != 0) {
        i++;
    }
    return (enum log_level)i;
}

enum error_code do_CMD_LOGLEVEL(struct request *request) {
    const char *name = request_arg(request, 0);
    enum log_level level = request->cmd->has[0] ? find_level(name) : request->log->level;
    if (level == LOG_LEVEL_COUNT) {
        return request_fault(request, ERR_BAD_ARGUMENT,
                             "a log level is error, warn, info or debug, not %.40s",
                             name);
    }
    table_put_text(request_table(request), log_level_name(level));
    turn_after(request->turns, set_level, request->log, (uint64_t)level);
    return ERR_OK;
}

/* --- adjourned games --- */

/* Ends an adjourned game whose players cannot meet again. */
enum error_code do_CMD_ADJUDICATE(struct request *request) {
    const char *code = request_arg(request, 0), *winner = request_arg(request, 1);
    bool is_off = strcmp(winner, "none") == 0;
    enum side side = side_find(winner), own;
    struct room *room = rooms_find(request->rooms, code);
    if (room == NULL) {
        return request_fault(request, ERR_UNKNOWN_ROOM, "there is no room %s: type rooms",
                             code);
    }
    if (side == SIDE_COUNT && !is_off) {
        return request_fault(request, ERR_BAD_ARGUMENT,
                             "the winner is white, black or none, not %.40s", winner);
    }
    rooms_run_due_ops(request->rooms, room);
    request->room = room;
    request->reply.room = room->code;
    if (request->session != NULL && room_side_of(room, request->session->id, &own)) {
        return request_fault(request, ERR_IN_ROOM, "you cannot decide your own game");
    }
    request->side = is_off ? SIDE_WHITE : side;
    return act_in_room(request, is_off ? OP_ANNUL : OP_ADJUDICATE, NULL);
}

/* --- the end --- */

/* Longest drain, in minutes: a day. */
#define DRAIN_MINUTES_MAX 1440

enum error_code do_CMD_DRAIN(struct request *request) {
    uint64_t minutes = 0;
    bool off = strcmp(request_arg(request, 0), "off") == 0;
    if (request->cmd->has[0] && !off &&
        (!request_number(request, 0, &minutes) || minutes == 0 ||
         minutes > DRAIN_MINUTES_MAX)) {
        return request_fault(
            request, ERR_BAD_ARGUMENT,
            "it is: drain, drain off, or drain and the minutes until the "
            "end, 1 to %d, not %.40s",
            DRAIN_MINUTES_MAX, request_arg(request, 0));
    }
    if (off) {
        hub_end_drain(request->hub);
    } else if (hub_hand_over(request->hub)) {
        snprintf(request->notice, sizeof request->notice,
                 "another node goes on in a moment.");
        minutes = 0;
        off = true;
    } else {
        hub_drain(request->hub, minutes);
    }
    struct table *table = request_table(request);
    table_put_flag(table, !off);
    table_put_number(
        table, minutes > 0 ? turn_now_s(request->turns) + (int64_t)minutes * 60 : 0);
    table_put_number(table, rooms_n_running(request->rooms));
    return ERR_OK;
}

enum error_code do_CMD_SHUTDOWN(struct request *request) {
    const char *sure = request_arg(request, 0);
    if (sure[0] != '\0' && strcmp(sure, "sure") != 0) {
        return request_fault(request, ERR_BAD_ARGUMENT,
                             "it is: shutdown, or shutdown sure");
    }
    size_t n_others = people_n_players(request->people) - (request->session != NULL);
    int64_t n_running = rooms_n_running(request->rooms);
    if (sure[0] == '\0' && (n_others > 0 || n_running > 0)) {
        return request_fault(request, ERR_NOT_SURE,
                             "other players here: %zu, running games: %lld; drain lets "
                             "them finish, shutdown sure does not wait",
                             n_others, (long long)n_running);
    }
    hub_stop(request->hub);
    return ERR_OK;
}
