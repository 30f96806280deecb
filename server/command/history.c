/* Games that are over: games, game, record. */
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/shape.h"
#include "server/command/cost.h"
#include "server/queue/job.h"
#include "server/store/history/history.h"

/* Finished games, as stored. */
struct games_read {
    struct stored_game stored[LIST_ROWS_MAX];
    size_t n;
    bool is_unknown; /* the game after which the list goes on is not kept */
};

static void read_games(struct job *job, struct store *store) {
    struct games_read *read = mem_new(1, sizeof *read);
    job->data = read;
    const char *name = command_arg(&job->cmd, 0);
    if (!job->cmd.has[1]) {
        read->n = store_list_games(store, name, NULL, read->stored, LIST_ROWS_MAX);
        return;
    }
    int64_t number = store_find_game(store, command_arg(&job->cmd, 1));
    read->is_unknown = number == 0 || !store_list_game(store, number, &read->stored[0]);
    if (!read->is_unknown) {
        struct list_place before = {read->stored[0].ended_s, number};
        read->n = store_list_games(store, name, &before, read->stored, LIST_ROWS_MAX);
    }
}

static struct game_row row_of(const struct stored_game *stored) {
    return (struct game_row){
        .game_id = stored->game_id,
        .game = stored->game,
        .name = {stored->name[SIDE_WHITE], stored->name[SIDE_BLACK]},
        .result = stored->result,
        .started_s = stored->started_s,
        .rated = stored->rated,
        .rating = {stored->rating[SIDE_WHITE], stored->rating[SIDE_BLACK]},
        .ended_s = stored->ended_s,
        .position = "",
    };
}

enum error_code do_CMD_GAMES(struct request *request) {
    const char *name = request_arg(request, 0);
    if (request->cmd->has[0] && !is_player_name(name)) {
        return ERR_BAD_NAME;
    }
    if (request->cmd->has[1] && !is_game_id(request_arg(request, 1))) {
        return ERR_UNKNOWN_RECORD;
    }
    if (!request_ask(request, read_games)) {
        return ERR_OK;
    }
    const struct games_read *read = request->job->data;
    if (read->is_unknown) {
        return ERR_UNKNOWN_RECORD;
    }
    struct game_row *row = mem_new(read->n + 1, sizeof *row);
    request->scratch = row;
    for (size_t i = 0; i < read->n; i++) {
        row[i] = row_of(&read->stored[i]);
    }
    request->reply.games = row;
    request->reply.n_rows = read->n;
    request->reply.text = request->cmd->has[1] ? "No earlier games." : "";
    return ERR_OK;
}

/* A finished game that was replayed. */
struct replayed {
    int64_t number;    /* 0: there is none with this id */
    struct room *room; /* owned; NULL: it is damaged */
    bool listed;
    struct stored_game stored; /* its line in the list, if it is there */
    char fault[FAULT_BYTES];
};

static void drop_replayed(void *data) {
    const struct replayed *replayed = data;
    if (replayed->room != NULL) {
        room_destroy(replayed->room);
    }
}

/* The game with the id job->about. */
static void read_game(struct job *job, struct store *store) {
    struct replayed *replayed = mem_new(1, sizeof *replayed);
    job->data = replayed;
    job->drop = drop_replayed;
    replayed->number = store_find_game(store, job->about);
    if (replayed->number != 0) {
        replayed->room = history_game(store, replayed->number, replayed->fault);
        replayed->listed = store_list_game(store, replayed->number, &replayed->stored);
    }
}

/* Replays the finished game with this id; as request_ask.  True with *error: it does not
 * exist or is damaged, or the client has used up its replays. */
static bool replay_game(struct request *request, const char *game_id,
                        const struct replayed **found, enum error_code *error) {
    *error = ERR_UNKNOWN_RECORD;
    *found = NULL;
    if (!is_game_id(game_id)) {
        return true;
    }
    int64_t wait_ms = cost_replay_wait_ms(request);
    if (request->job == NULL && wait_ms > 0) {
        request->reply.retry_after_ms = wait_ms;
        request_fault(request, ERR_TOO_FAST, "too many games at once: wait a little");
        *error = ERR_TOO_FAST;
        return true;
    }
    if (!request_ask_about(request, read_game, game_id)) {
        *error = ERR_OK;
        return false;
    }
    const struct replayed *replayed = request->job->data;
    *found = replayed;
    if (replayed->room != NULL) {
        *error = ERR_OK;
        cost_charge_replay(request, replayed->room->seq - replayed->room->start_seq);
    } else if (replayed->number != 0) {
        log_line(request->log, LOG_ERROR, "game_damaged number=%lld why=%s",
                 (long long)replayed->number, LOG_QUOTED(replayed->fault));
        request_fault(request, *error, "this game is damaged on the server's disk");
    }
    return true;
}

static uint32_t count_moves(const struct record *record) {
    uint32_t n = 0;
    for (size_t i = 0; i < record->n_log; i++) {
        n += record->log[i].kind == NOTE_MOVE;
    }
    return n;
}

enum error_code do_CMD_GAME(struct request *request) {
    const struct replayed *replayed;
    enum error_code error;
    if (!replay_game(request, request_arg(request, 0), &replayed, &error) ||
        error != ERR_OK) {
        return error;
    }
    const struct record *record = replayed->room->record;
    struct game_row *row = mem_new(1, sizeof *row);
    request->scratch = row;
    *row = row_of(&replayed->stored);
    row->position = record->position;
    row->time = record->time;
    row->n_moves = count_moves(record);
    request->reply.games = row;
    request->reply.n_rows = 1;
    return replayed->listed ? ERR_OK : ERR_UNKNOWN_RECORD;
}

static void reply_record(struct request *request, const struct record *record) {
    char *json = record_to_json(record);
    request->scratch = json;
    request->reply.record = json;
}

/* A room of the player that still has this finished game, so no replay is needed; NULL:
 * none. */
static const struct room *room_of_game(const struct request *request,
                                       const char *game_id) {
    for (size_t i = 0; request->session != NULL && i < request->session->n_rooms; i++) {
        const struct room *room = request->session->rooms[i];
        if (room->stage == STAGE_OVER && strcmp(room->game_id, game_id) == 0) {
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
    const struct replayed *replayed;
    if (!replay_game(request, game_id, &replayed, &error)) {
        return ERR_OK;
    }
    if (error == ERR_OK) {
        reply_record(request, replayed->room->record);
        return ERR_OK;
    }
    bool is_known = replayed != NULL && replayed->number != 0;
    if (error != ERR_UNKNOWN_RECORD || is_known || request->cmd->has[0]) {
        return error;
    }
    return game_id[0] == '\0' ? ERR_NO_RECORD
                              : request_fault(request, ERR_NO_RECORD,
                                              "the last game here is not kept: nobody "
                                              "had moved, or it was long ago");
}
