/* Games that are over: games, game, record. */
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/shape.h"
#include "server/hub/dispatch.h"
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

enum error_code do_CMD_GAMES(struct ask *ask) {
    const char *name = ask_arg(ask, 0);
    if (ask->cmd->has[0] && !is_player_name(name)) {
        return ERR_BAD_NAME;
    }
    struct games_scratch *scratch = mem_new(1, sizeof *scratch);
    ask->scratch = scratch;
    size_t n = store_list_games(ask->hub->store, name, scratch->stored, LIST_ROWS_MAX);
    for (size_t i = 0; i < n; i++) {
        scratch->row[i] = row_of(&scratch->stored[i]);
    }
    ask->reply.games = scratch->row;
    ask->reply.n_rows = n;
    return ERR_OK;
}

/* The finished game that an argument names, played once more; owned.  NULL with *error:
 * there is none, it is damaged, or this client has had many. */
static struct room *replay_game(struct ask *ask, const char *game_id, int64_t *number,
                                enum error_code *error) {
    char fault[FAULT_BYTES];
    *error = ERR_UNKNOWN_RECORD;
    *number = is_game_id(game_id) ? store_find_game(ask->hub->store, game_id) : 0;
    if (*number == 0) {
        return NULL;
    }
    ask->reply.retry_after_ms = ask_may_replay(ask);
    if (ask->reply.retry_after_ms > 0) {
        *error = ask_fault(ask, ERR_TOO_FAST, "too many games at once: wait a little");
        return NULL;
    }
    struct room *room = history_game(ask->hub->store, *number, fault);
    if (room == NULL) {
        log_line(&ask->hub->config->log, LOG_ERROR, "game_damaged number=%lld why=%s",
                 (long long)*number, LOG_QUOTED(fault));
        ask_fault(ask, *error, "this game is damaged on the server's disk");
        return NULL;
    }
    ask_replayed(ask, room->seq - room->start_seq);
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

enum error_code do_CMD_GAME(struct ask *ask) {
    int64_t number;
    enum error_code error;
    struct room *room = replay_game(ask, ask_arg(ask, 0), &number, &error);
    if (room == NULL) {
        return error;
    }
    struct game_scratch *scratch = mem_new(1, sizeof *scratch);
    ask->scratch = scratch;
    bool listed = store_list_game(ask->hub->store, number, &scratch->stored);
    memcpy(scratch->position, room->record->position, sizeof scratch->position);
    scratch->row = row_of(&scratch->stored);
    scratch->row.position = scratch->position;
    scratch->row.time = room->record->time;
    scratch->row.n_moves = count_moves(room->record);
    ask->reply.games = &scratch->row;
    ask->reply.n_rows = 1;
    room_destroy(room);
    return listed ? ERR_OK : ERR_UNKNOWN_RECORD;
}

static void reply_record(struct ask *ask, const struct record *record) {
    char *json = record_to_json(record, 0);
    ask->scratch = json;
    ask->reply.record = json;
}

/* The room of his with this game, over, which need not be replayed; NULL: there is none.
 */
static const struct room *room_of_game(const struct ask *ask, const char *game_id) {
    for (size_t i = 0; ask->session != NULL && i < ask->session->n_rooms; i++) {
        const struct room *room = ask->session->rooms[i];
        if (!room->stale && room->stage == STAGE_OVER &&
            strcmp(room->game_id, game_id) == 0) {
            return room;
        }
    }
    return NULL;
}

/* Of the room: the game that runs or is over, or else the one before it. */
enum error_code do_CMD_RECORD(struct ask *ask) {
    const char *game_id = ask_arg(ask, 0);
    const struct room *own = room_of_game(ask, game_id);
    if (own != NULL) {
        reply_record(ask, own->record);
        return ERR_OK;
    }
    enum error_code error;
    if (!ask->cmd->has[0]) {
        error = ask_find_room(ask);
        if (error != ERR_OK) {
            return error;
        }
        if (ask->room->record != NULL) {
            room_write_position(ask->room);
            reply_record(ask, ask->room->record);
            return ERR_OK;
        }
        game_id = ask->room->last_game_id;
    }
    int64_t number;
    struct room *room = replay_game(ask, game_id, &number, &error);
    if (room == NULL) {
        if (error != ERR_UNKNOWN_RECORD || number != 0 || ask->cmd->has[0]) {
            return error;
        }
        return game_id[0] == '\0' ? ERR_NO_RECORD
                                  : ask_fault(ask, ERR_NO_RECORD,
                                              "the last game here is not kept: nobody "
                                              "had moved, or it was long ago");
    }
    reply_record(ask, room->record);
    room_destroy(room);
    return ERR_OK;
}
