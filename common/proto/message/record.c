#include "proto/message/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/message/inside.h"
#include "proto/shape.h"

void record_init(struct record *record) {
    *record = (struct record){.game = NULL};
}

void record_fini(struct record *record) {
    free(record->log);
    record_init(record);
}

void record_add(struct record *record, const struct note *note) {
    MEM_ROOM(record->log, record->n_log, record->cap_log, 8);
    record->log[record->n_log++] = *note;
}

/* --- writing --- */

static void put_player(struct wire_out *out, const char *key,
                       const struct record_player *player) {
    wire_begin_object(out, key);
    wire_put_text(out, "name", player->name);
    wire_put_text(out, "nonce", player->nonce);
    wire_put_text_or_null(out, "seal", player->seal);
    wire_put_flag(out, "opened", player->opened);
    wire_end_object(out);
}

static void put_record(struct wire_out *out, const struct record *record) {
    wire_begin_object(out, NULL);
    wire_put_number(out, "format", RECORD_FORMAT);
    wire_put_text(out, "game_id", record->game_id);
    game_json_put(out, record->game, &record->opt);
    time_json_put(out, &record->time);
    wire_put_text(out, "server", record->server);
    wire_put_timestamp(out, "started", record->started_s);
    wire_put_timestamp(out, "ended", record->ended_s);
    wire_begin_object(out, "players");
    for (unsigned side = 0; side < SIDE_COUNT; side++) {
        put_player(out, side_name((enum side)side), &record->player[side]);
    }
    wire_end_object(out);
    wire_put_text(out, "commitment", record->commitment);
    wire_put_text_or_null(out, "secret", record->secret);
    wire_put_text_or_null(out, "first", record->first);
    wire_begin_array(out, "log");
    for (size_t i = 0; i < record->n_log; i++) {
        note_json_put(out, &record->log[i]);
    }
    wire_end_array(out);
    wire_put_text(out, "position", record->position);
    result_json_put(out, &record->result);
    wire_end_object(out);
}

char *record_to_json(const struct record *record) {
    struct wire_out out = {.len = 0};
    put_record(&out, record);
    return wire_out_take(&out);
}

/* --- reading --- */

/* Copies a string that is known to fit. */
#define COPY(to, from) snprintf(to, sizeof(to), "%s", from)

/* Whether this is a name and version ("alead 0.1.0") that is safe to show. */
static bool is_server(const char *text) {
    size_t len = strlen(text);
    return len > 0 && len < sizeof((struct record *)0)->server &&
           strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                        "0123456789 .+~_-") == len;
}

static void read_player(struct wire_in *in, struct record_player *player) {
    wire_only(in, "name nonce seal opened");
    COPY(player->name, wire_shaped(in, "name", is_player_name, "a player's name"));
    COPY(player->nonce, wire_shaped(in, "nonce", is_nonce, "a nonce"));
    COPY(player->seal, wire_shaped_if(in, "seal", is_hex, "a SHA-256"));
    player->opened = wire_flag(in, "opened");
    if (!player->opened && (player->nonce[0] != '\0' || player->seal[0] == '\0')) {
        wire_fail(in, "opened", "false, so there is a seal and no nonce");
    }
}

static void read_players(struct wire_in *in, struct record *record) {
    struct wire_in players = wire_member(in, "players");
    wire_only(&players, "white black");
    for (unsigned side = 0; side < SIDE_COUNT; side++) {
        struct wire_in player = wire_member(&players, side_name((enum side)side));
        read_player(&player, &record->player[side]);
    }
}

static void read_end(struct wire_in *in, struct record *record) {
    record->ended_s = wire_timestamp_if(in, "ended");
    COPY(record->secret, wire_shaped_if(in, "secret", is_hex, "32 bytes in hex"));
    result_read(in, &record->result);
    bool over = record->result.over;
    if (over) {
        struct wire_in result = wire_member(in, "result");
        wire_only(&result, "outcome reason");
    }
    if (over != (record->ended_s != 0) || over != (record->secret[0] != '\0')) {
        wire_fail(in, "result", "there is one exactly if ended and secret are there");
    }
    if (over && record->ended_s < record->started_s) {
        wire_fail(in, "ended", "before it started");
    }
}

static void read_head(struct wire_in *in, struct record *record) {
    record->time = time_json_read(in);
    COPY(record->game_id, wire_shaped(in, "game_id", is_game_id, "an id"));
    COPY(record->server, wire_shaped(in, "server", is_server, "a name and a version"));
    record->started_s = wire_timestamp_if(in, "started");
    COPY(record->commitment, wire_shaped(in, "commitment", is_hex, "a SHA-256"));
    COPY(record->first, wire_shaped_if(in, "first", is_side_name, "white or black"));
}

static void read_log(struct wire_in *in, struct record *record) {
    json_t *array = wire_array_if(in, "log");
    size_t n = json_array_size(array);
    if (n == 0) {
        return;
    }
    record->log = mem_new(n, sizeof *record->log);
    record->cap_log = n;
    for (size_t i = 0; i < n && !wire_failed(in); i++) {
        struct wire_in item = wire_item(in, "log", array, i);
        struct note *note = &record->log[record->n_log++];
        if (note_read(&item, record->game, note) &&
            note_is_logged((enum note_kind)note->kind)) {
            note_only(&item, note, time_control_is_set(&record->time));
        } else {
            wire_fail(&item, "what", "not what a log tells");
        }
    }
}

static void read_record(struct wire_in *in, struct record *record) {
    if (wire_number(in, "format", INT32_MAX) != RECORD_FORMAT) {
        wire_fail(in, "format", "not a format that is known here");
    }
    wire_only(in, "format game_id game options time server started ended players "
                  "commitment secret first log position result");
    record->game = game_json_read(in, &record->opt);
    struct position pos;
    if (record->game == NULL ||
        !position_json_read(in, record->game, &record->opt, &pos)) {
        return;
    }
    COPY(record->position, wire_text(in, "position"));
    read_head(in, record);
    read_players(in, record);
    read_end(in, record);
    read_log(in, record);
}

bool record_from_json(const char *text, size_t len, struct record *record,
                      char fault[static FAULT_BYTES]) {
    json_t *root = wire_parse(text, len, fault);
    if (root == NULL) {
        return false;
    }
    struct wire_in in = wire_in_of(root, NULL, fault);
    record_init(record);
    read_record(&in, record);
    json_decref(root);
    if (wire_failed(&in)) {
        record_fini(record);
        return false;
    }
    return true;
}
