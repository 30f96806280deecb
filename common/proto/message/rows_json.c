#include "proto/message/inside.h"

#include "proto/shape.h"

/* --- writing --- */

static void put_names(struct wire_out *out, const char *const name[static SIDE_COUNT]) {
    for (unsigned side = 0; side < SIDE_COUNT; side++) {
        wire_put_text_or_null(out, side_name((enum side)side), name[side]);
    }
}

static void put_room(struct wire_out *out, const struct message *msg, size_t i) {
    const struct room_row *room = &msg->rooms[i];
    wire_put_text(out, "room", room->room);
    wire_put_text(out, "game", room->game);
    time_json_put(out, &room->time);
    wire_put_text(out, "stage", stage_name(room->stage));
    put_names(out, room->name);
    wire_put_number(out, "watchers", room->watchers);
    wire_put_flag(out, "rated", room->rated);
    wire_put_flag(out, "private", room->is_private);
    wire_put_flag(out, "bots", room->is_of_bots);
}

static void put_mine(struct wire_out *out, const struct message *msg, size_t i) {
    const struct mine_row *mine = &msg->mine[i];
    wire_put_text(out, "room", mine->room);
    wire_put_text(out, "game", mine->game);
    wire_put_text(out, "stage", stage_name(mine->stage));
    wire_put_text(out, "side", mine->side);
    wire_put_text_or_null(out, "opponent", mine->opponent);
    wire_put_flag(out, "away", mine->away);
    wire_put_flag(out, "your_turn", mine->your_turn);
    wire_put_number(out, "seq", (int64_t)mine->seq);
    if (mine->resume_by_s != 0) {
        wire_put_timestamp(out, "resume_by", mine->resume_by_s);
    }
}

/* No rating of the server comes near this. */
#define RATING_MAX 100000

static void put_rating(struct wire_out *out, const char *key, uint64_t rating) {
    if (rating > 0) {
        wire_put_number(out, key, (int64_t)rating);
    } else {
        wire_put_null(out, key);
    }
}

static void put_game(struct wire_out *out, const struct message *msg, size_t i) {
    const struct game_row *game = &msg->games[i];
    wire_put_text(out, "game_id", game->game_id);
    wire_put_text(out, "game", game->game);
    put_names(out, game->name);
    result_put(out, &game->result);
    wire_put_timestamp(out, "started", game->started_s);
    wire_put_timestamp(out, "ended", game->ended_s);
    wire_put_flag(out, "rated", game->rated);
    put_rating(out, "white_rating", game->rating[SIDE_WHITE]);
    put_rating(out, "black_rating", game->rating[SIDE_BLACK]);
}

/* Puts what `game` adds to a row of a list. */
static void put_game_details(struct wire_out *out, const struct game_row *game) {
    time_json_put(out, &game->time);
    wire_put_number(out, "n_moves", game->n_moves);
    wire_put_text(out, "position", game->position);
}

static void put_list(struct wire_out *out, const char *key, const struct message *msg,
                     void (*put)(struct wire_out *out, const struct message *msg,
                                 size_t i)) {
    wire_begin_array(out, key);
    for (size_t i = 0; i < msg->n_rows; i++) {
        wire_begin_object(out, NULL);
        put(out, msg, i);
        wire_end_object(out);
    }
    wire_end_array(out);
}

void rows_put(struct wire_out *out, const struct message *msg) {
    switch ((int)msg->cmd) {
    case CMD_ROOMS: put_list(out, "rooms", msg, put_room); break;
    case CMD_MINE:
    case CMD_LOGIN: put_list(out, "mine", msg, put_mine); break;
    case CMD_RESUME:
        if (msg->name[0] != '\0') { /* resume with a token */
            put_list(out, "mine", msg, put_mine);
        }
        break;
    case CMD_GAMES: put_list(out, "games", msg, put_game); break;
    case CMD_GAME:
        put_game(out, msg, 0);
        put_game_details(out, &msg->games[0]);
        break;
    default: break;
    }
}

/* --- reading --- */

static const char *read_code(struct wire_in *in) {
    return arena_clean(in->arena, wire_shaped(in, "room", is_room_code, "a room code"));
}

static void read_names(struct wire_in *in, const char *name[static SIDE_COUNT]) {
    for (unsigned side = 0; side < SIDE_COUNT; side++) {
        name[side] = name_read(in, side_name((enum side)side));
    }
}

static void read_room(struct wire_in *in, void *row) {
    struct room_row *room = row;
    room->room = read_code(in);
    room->game = text_read(in, "game");
    room->time = time_json_read(in);
    room->stage = stage_read(in);
    read_names(in, room->name);
    room->watchers = wire_number_if(in, "watchers", INT64_MAX);
    room->rated = wire_flag_if(in, "rated");
    room->is_private = wire_flag_if(in, "private");
    room->is_of_bots = wire_flag_if(in, "bots");
}

static void read_mine(struct wire_in *in, void *row) {
    struct mine_row *mine = row;
    mine->room = read_code(in);
    mine->game = text_read(in, "game");
    mine->stage = stage_read(in);
    mine->side =
        arena_clean(in->arena, wire_shaped(in, "side", is_side_name, "white or black"));
    mine->opponent = name_read(in, "opponent");
    mine->away = wire_flag(in, "away");
    mine->your_turn = wire_flag(in, "your_turn");
    mine->seq = (uint64_t)wire_number(in, "seq", INT64_MAX);
    mine->resume_by_s = wire_timestamp_if(in, "resume_by");
}

static void read_game(struct wire_in *in, void *row) {
    struct game_row *game = row;
    game->game_id =
        arena_clean(in->arena, wire_shaped(in, "game_id", is_game_id, "an id"));
    game->game = text_read(in, "game");
    read_names(in, game->name);
    result_read_members(in, &game->result);
    game->started_s = wire_timestamp_if(in, "started");
    game->ended_s = wire_timestamp_if(in, "ended");
    game->rated = wire_flag_if(in, "rated");
    game->rating[SIDE_WHITE] = (uint64_t)wire_number_if(in, "white_rating", RATING_MAX);
    game->rating[SIDE_BLACK] = (uint64_t)wire_number_if(in, "black_rating", RATING_MAX);
    game->position = "";
}

/* Reads the rows of a list, size bytes each; *n: their number. */
static void *read_list(struct wire_in *in, const char *key, size_t size,
                       void (*read)(struct wire_in *in, void *row), size_t *n) {
    json_t *array = wire_array_if(in, key);
    char *rows = arena_alloc(in->arena, json_array_size(array), size);
    for (size_t i = 0; i < json_array_size(array); i++) {
        struct wire_in item = wire_item(in, key, array, i);
        read(&item, rows + i * size);
        *n = i + 1;
    }
    return rows;
}

static void *read_one_game(struct wire_in *in, size_t *n) {
    struct game_row *game = arena_alloc(in->arena, 1, sizeof *game);
    read_game(in, game);
    game->time = time_json_read(in);
    game->n_moves = (uint32_t)wire_number(in, "n_moves", UINT32_MAX);
    game->position = text_read(in, "position");
    *n = 1;
    return game;
}

#define READ_LIST(key, row, read)                                                        \
    read_list(in, key, sizeof(struct row), read, &msg->n_rows)

void rows_read(struct wire_in *in, struct message *msg) {
    switch ((int)msg->cmd) {
    case CMD_ROOMS: msg->rooms = READ_LIST("rooms", room_row, read_room); break;
    case CMD_MINE:
    case CMD_LOGIN: msg->mine = READ_LIST("mine", mine_row, read_mine); break;
    case CMD_RESUME:
        if (wire_has(in, "mine")) {
            msg->mine = READ_LIST("mine", mine_row, read_mine);
        }
        break;
    case CMD_GAMES: msg->games = READ_LIST("games", game_row, read_game); break;
    case CMD_GAME: msg->games = read_one_game(in, &msg->n_rows); break;
    default: break;
    }
}
