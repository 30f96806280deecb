/* Games that are over: games, game, record. */
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/shape.h"
#include "server/command/cost.h"
#include "server/store/history.h"

struct games_scratch {
    struct stored_game stored[LIST_ROWS_MAX];
    struct game_row row[LIST_ROWS_MAX];
};

static struct game_row row_of(const struct stored_game *stored) {
    return (struct game_row){
        .game_id = stored->game_id,
        .game = stored->game,
        .name = {stored->name[SIDE_WHITE], stored->name[SIDE_BLACK]},
        .result = stored->result,
        .started_s = stored->started_s,
        .rated = stored->rated,
        .ended_s = stored->ended_s,
        .position = "",
    };
}

enum error_code do_CMD_GAMES(struct request *request) {
    const char *name = request_arg(request, 0);
    if (request->cmd->has[0] && !is_player_name(name)) {
        return ERR_BAD_NAME;
    }
    struct games_scratch *scratch = mem_new(1, sizeof *scratch);
    request->scratch = scratch;
    size_t n = store_list_games(request->store, name, scratch->stored, LIST_ROWS_MAX);
    for (size_t i = 0; i < n; i++) {
        scratch->row[i] = row_of(&scratch->stored[i]);
    }
    request->reply.games = scratch->row;
    request->reply.n_rows = n;
    return ERR_OK;
}

/* Replays the finished game that an argument names; owned.  NULL with *error: there is
 * none, it is damaged, or the client has had too many replayed. */
static struct room *replay_game(struct request *request, const char *game_id,
                                int64_t *number, enum error_code *error) {
    char fault[FAULT_BYTES];
    *error = ERR_UNKNOWN_RECORD;
    *number = is_game_id(game_id) ? store_find_game(request->store, game_id) : 0;
    if (*number == 0) {
        return NULL;
    }
    request->reply.retry_after_ms = cost_replay_wait_ms(request);
    if (request->reply.retry_after_ms > 0) {
        *error =
            request_fault(request, ERR_TOO_FAST, "too many games at once: wait a little");
        return NULL;
    }
    struct room *room = history_game(request->store, *number, fault);
    if (room == NULL) {
        log_line(request->log, LOG_ERROR, "game_damaged number=%lld why=%s",
                 (long long)*number, LOG_QUOTED(fault));
        request_fault(request, *error, "this game is damaged on the server's disk");
        return NULL;
    }
    cost_charge_replay(request, room->seq - room->start_seq);
    return room;
}

struct game_scratch {
    struct stored_game stored;
    struct game_row row;
    char position[POSITION_TEXT_BYTES];
};

static uint32_t count_moves(const struct record *record) {
    uint32_t n = 0;
    for (size_t i = 0; i < record->n_log; i++) {
        n += record->log[i].kind == NOTE_MOVE;
    }
    return n;
}

enum error_code do_CMD_GAME(struct request *request) {
    int64_t number;
    enum error_code error;
    struct room *room = replay_game(request, request_arg(request, 0), &number, &error);
    if (room == NULL) {
        return error;
    }
    struct game_scratch *scratch = mem_new(1, sizeof *scratch);
    request->scratch = scratch;
    bool listed = store_list_game(request->store, number, &scratch->stored);
    memcpy(scratch->position, room->record->position, sizeof scratch->position);
    scratch->row = row_of(&scratch->stored);
    scratch->row.position = scratch->position;
    scratch->row.time = room->record->time;
    scratch->row.n_moves = count_moves(room->record);
    request->reply.games = &scratch->row;
    request->reply.n_rows = 1;
    room_destroy(room);
    return listed ? ERR_OK : ERR_UNKNOWN_RECORD;
}

static void reply_record(struct request *request, const struct record *record) {
    char *json = record_to_json(record, 0);
    request->scratch = json;
    request->reply.record = json;
}

/* A room of the player where this game is over, so that it need not be replayed; NULL:
 * none. */
static const struct room *room_of_game(const struct request *request,
                                       const char *game_id) {
    for (size_t i = 0; request->session != NULL && i < request->session->n_rooms; i++) {
        const struct room *room = request->session->rooms[i];
        if (!hub_room_status(room).stale && room->stage == STAGE_OVER &&
            strcmp(room->game_id, game_id) == 0) {
            return room;
        }
    }
    return NULL;
}

/* The game of the room, running or over, or else the one before it. */
enum error_code do_CMD_RECORD(struct request *request) {
    const char *game_id = request_arg(request, 0);
    const struct room *own = room_of_game(request, game_id);
    if (own != NULL) {
        reply_record(request, own->record);
        return ERR_OK;
    }
    enum error_code error;
    if (!request->cmd->has[0]) {
        error = request_find_room(request);
        if (error != ERR_OK) {
            return error;
        }
        if (request->room->record != NULL) {
            room_write_position(request->room);
            reply_record(request, request->room->record);
            return ERR_OK;
        }
        game_id = request->room->last_game_id;
    }
    int64_t number;
    struct room *room = replay_game(request, game_id, &number, &error);
    if (room == NULL) {
        if (error != ERR_UNKNOWN_RECORD || number != 0 || request->cmd->has[0]) {
            return error;
        }
        return game_id[0] == '\0'
                   ? ERR_NO_RECORD
                   : request_fault(request, ERR_NO_RECORD,
                                   "the last game here is not kept: nobody "
                                   "had moved, or it was long ago");
    }
    reply_record(request, room->record);
    room_destroy(room);
    return ERR_OK;
}
