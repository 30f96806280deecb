/* Lists in a cluster: merges the rows of all nodes into one answer. */
#include "server/cluster/cluster.h"
#include "server/command/request.h"

#include <stdio.h>
#include <string.h>

#include "mem/mem.h"

static size_t n_rows(const struct request *request, const struct cluster_lists *lists) {
    size_t n = request->reply.n_rows;
    for (size_t i = 0; i < lists->n; i++) {
        n += lists->part[i]->n_rows;
    }
    return n;
}

/* Free seats come first, as in the list of one node. */
static bool is_full(const struct room_row *row) {
    return row->name[SIDE_WHITE][0] != '\0' && row->name[SIDE_BLACK][0] != '\0';
}

static size_t add_rooms(struct room_row *rows, size_t n, const struct message *part,
                        bool full) {
    for (size_t i = 0; i < part->n_rows && n < LIST_ROWS_MAX; i++) {
        if (is_full(&part->rooms[i]) == full) {
            rows[n++] = part->rooms[i];
        }
    }
    return n;
}

static void merge_rooms(struct request *request, const struct cluster_lists *lists) {
    struct room_row *rows = mem_new(n_rows(request, lists) + 1, sizeof *rows);
    size_t n = 0;
    for (int full = 0; full <= 1; full++) {
        n = add_rooms(rows, n, &request->reply, full);
        for (size_t i = 0; i < lists->n; i++) {
            n = add_rooms(rows, n, lists->part[i], full);
        }
    }
    request->merged = rows;
    request->reply.rooms = rows;
    request->reply.n_rows = n;
}

/* While a room moves between nodes, both or neither may list it. */
static size_t add_mine(struct mine_row *rows, size_t n, const struct message *part) {
    for (size_t i = 0; i < part->n_rows; i++) {
        size_t at = 0;
        while (at < n && strcmp(rows[at].room, part->mine[i].room) != 0) {
            at++;
        }
        if (at == n || rows[at].seq < part->mine[i].seq) {
            rows[at] = part->mine[i];
        }
        n += at == n;
    }
    return n;
}

static void merge_mine(struct request *request, const struct cluster_lists *lists) {
    struct mine_row *rows = mem_new(n_rows(request, lists) + 1, sizeof *rows);
    size_t n = add_mine(rows, 0, &request->reply);
    for (size_t i = 0; i < lists->n; i++) {
        n = add_mine(rows, n, lists->part[i]);
    }
    request->merged = rows;
    request->reply.mine = rows;
    request->reply.n_rows = n;
}

static void merge_tables(struct request *request, const struct cluster_lists *lists) {
    for (size_t i = 0; i < lists->n; i++) {
        if (lists->part[i]->table != NULL && request->reply.table != NULL) {
            table_append(&request->table, lists->part[i]->table, LIST_ROWS_MAX);
        }
    }
}

void merge_lists(struct request *request) {
    const struct cluster_lists *lists = request->lists;
    switch ((int)request->cmd->kind) {
    case CMD_ROOMS: merge_rooms(request, lists); break;
    case CMD_MINE:
    case CMD_LOGIN:
    case CMD_RESUME: merge_mine(request, lists); break;
    default: merge_tables(request, lists); break;
    }
    if (!lists->is_whole && request->notice[0] == '\0') {
        snprintf(request->notice, sizeof request->notice,
                 "a part of the lobby cannot be reached now: this list is not complete.");
    }
}
