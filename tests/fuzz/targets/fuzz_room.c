/* A room and its log.  First the game (fuzz_take_game), then a byte for clocks
 * ('c').  Then each line is an op to try:
 *
 *     sit b 0 bob      its kind, the side, the time that passes before it (this number
 *     move w 3 e5-e1   squared, in seconds), and its text or name
 *     !move w 0 e5-e1  the same, written to the log even if it is impossible
 *
 * An impossible op changes nothing, and the record of a finished game is right.  When the
 * room is restored from the store, it is the same as before; a log with an impossible op
 * counts as damaged. */
#include "tests/fuzz/fuzz.h"

#include <stdio.h>

#include "client-cli/check/verify.h"
#include "proto/command/command.h"
#include "proto/shape.h"
#include "server/store/history/history.h"

#define SESSION_OF(side) (17 + (uint64_t)(side))
/* A new store is made after this many inputs. */
#define STORE_INPUTS 500

static const struct room_limits limits = {
    .keep_ms = 3600000, .idle_ms = 600000, .ready_ms = 60000};

struct log {
    struct store *store;
    struct room *room;
    int64_t game; /* number of the game in the store */
    uint64_t ms;
    unsigned n_games;
    bool is_damaged;
};

/* Describes everything visible of a room.  Returns owned. */
static char *look(struct room *room, uint64_t now_ms) {
    struct state state;
    struct message msg = message_empty;
    size_t len;
    room_state(room, &limits, now_ms, true, &state);
    msg.kind = MESSAGE_EVENT;
    msg.event = EVENT_STATE;
    msg.seq = room->seq;
    msg.room = room->code;
    msg.state = &state;
    char *text = message_to_json(&msg, &len);
    if (room->record != NULL) {
        room_write_position(room);
    }
    char *record = room->record != NULL ? record_to_json(room->record) : strdup("");
    assert(text != NULL && record != NULL);
    size_t cap = len + strlen(record) + 1;
    char *both = realloc(text, cap);
    assert(both != NULL);
    memcpy(both + len, record, cap - len);
    free(record);
    return both;
}

static struct draw next_draw(struct log *log) {
    struct draw draw;
    static unsigned long id; /* the store may still have games of other inputs */
    log->n_games++;
    memset(draw.secret, (int)log->n_games, sizeof draw.secret);
    snprintf(draw.game_id, sizeof draw.game_id, "g%lu", id++ % 1000000000);
    return draw;
}

static void store_start(struct log *log) {
    struct room_start start;
    room_start_of(log->room, &start);
    log->game = store_last_game(log->store) + 1;
    store_add_game(log->store, log->game, &start, 1700000000);
    log->room->start_seq = log->room->seq;
}

/* Takes the next word of a line, "" at its end. */
static void take_word(struct fuzz_in *in, char *word, size_t cap) {
    const char *end = in->len > 0 ? memchr(in->at, ' ', in->len) : NULL;
    size_t len = end != NULL ? (size_t)(end - in->at) : in->len;
    snprintf(word, cap, "%.*s", (int)len, in->at);
    in->at += len + (end != NULL);
    in->len -= len + (end != NULL);
}

/* Whether the hub would pass the op to a room at all.  Nobody moves who is away. */
static bool is_right(const struct room *room, const struct op *op) {
    static const char seal[] = FAIR_SEAL_PREFIX;
    switch ((int)op->kind) {
    case OP_SIT: return is_player_name(op->name);
    case OP_READY:
        return is_nonce(op->text) || (strncmp(op->text, seal, strlen(seal)) == 0 &&
                                      is_hex(op->text + strlen(seal)));
    case OP_OPEN: return is_nonce(op->text);
    case OP_MOVE: return is_move(op->text) && !room->seat[op->side].absence.away;
    case OP_SAY: return utf8_is_text(op->text, strlen(op->text));
    case OP_KIND_COUNT: return false;
    default: return true;
    }
}

/* Reads an op from a line.  False: the line is not an op. */
static bool read_op(struct log *log, struct fuzz_in in, struct op *op) {
    char kind[16], side[4], number[8];
    take_word(&in, kind, sizeof kind);
    take_word(&in, side, sizeof side);
    take_word(&in, number, sizeof number);
    *op = (struct op){.kind = op_find(kind),
                      .side = side[0] == 'b' ? SIDE_BLACK : SIDE_WHITE};
    unsigned n = (unsigned)atoi(number) % 1000;
    log->ms += (uint64_t)n * n * 1000;
    op->at_ms = log->ms;
    op->at_s = 1700000000 + (int64_t)(log->ms / 1000);
    op->due_ms = log->ms + 60000;
    op->draw = next_draw(log);
    op->auto_sides = op_goes_on(op->kind) ? (uint8_t)(n % (1 << SIDE_COUNT)) : 0;
    if (op->kind == OP_SIT) {
        op->session = SESSION_OF(op->side);
        snprintf(op->name, sizeof op->name, "%.*s", (int)in.len, in.at);
    } else if (op->kind == OP_READY || op->kind == OP_OPEN || op->kind == OP_MOVE ||
               op->kind == OP_SAY) {
        snprintf(op->text, sizeof op->text, "%.*s", (int)in.len, in.at);
    }
    if (op->kind == OP_MOVE) {
        op->seq = log->room->decision_seq;
    }
    return is_right(log->room, op);
}

/* Applies an op as the hub does. */
static void try_op(struct log *log, const struct op *op, bool by_force) {
    struct room *room = log->room;
    char game_id[FAIR_GAME_ID_BYTES], dice[DICE_TEXT_BYTES] = "";
    memcpy(game_id, room->game_id, sizeof game_id);
    char *before = look(room, log->ms);
    if (room_apply(room, op) != ERR_OK) {
        char *after = look(room, log->ms);
        assert(strcmp(before, after) == 0);
        free(after);
        if (by_force) {
            store_add_op(log->store, log->game, room->seq + 1, op, dice);
            log->is_damaged = true;
        }
    } else {
        room_dice_text(room, dice);
        store_add_op(log->store, log->game, room->seq, op, dice);
        room_clear_notes(room);
        if (strcmp(game_id, room->game_id) != 0) {
            store_retire_game(log->store, log->game);
            store_start(log);
        }
    }
    free(before);
}

/* The record of a finished game is right. */
static void check_record(const struct room *room) {
    struct verification result;
    if (room->record != NULL && room->result.over) {
        verify_record(room->record, &result);
        if (result.verdict != VERDICT_GOOD) {
            fprintf(stderr, "%s\n", result.fault);
            abort();
        }
    }
}

static void check_log(struct log *log) {
    char fault[FAULT_BYTES] = "";
    struct room *room = history_room(log->store, log->game, 0, NULL, NULL, fault);
    assert((room == NULL) == (fault[0] != '\0'));
    assert((room == NULL) == log->is_damaged);
    if (room != NULL) {
        char *is = look(room, log->ms), *was = look(log->room, log->ms);
        assert(strcmp(is, was) == 0);
        assert(room_due_ms(room, &limits) == room_due_ms(log->room, &limits));
        free(is);
        free(was);
    }
    room_destroy(room);
}

/* A store that many inputs share, because opening it takes longer than everything else;
 * each has its own games. */
static struct store *borrow_store(void) {
    static const struct store_config config = {.path = STORE_MEMORY};
    static struct store *store;
    static unsigned n_inputs;
    char fault[FAULT_BYTES];
    if (n_inputs++ % STORE_INPUTS == 0) {
        store_close(store);
        store = store_open(&config, fault);
        assert(store != NULL);
    }
    return store;
}

static void open_log(struct log *log, const struct game *game, const struct options *opt,
                     bool has_clocks) {
    struct room_start start = {.code = "SALI", .game = game, .opt = *opt};
    *log = (struct log){.store = borrow_store(), .ms = 1000000};
    start.draw = next_draw(log);
    start.time.minutes = has_clocks ? 5 : 0;
    start.time.bonus_s = has_clocks ? 3 : 0;
    room_start_match(game, opt, &start.match);
    log->room = room_new(&start);
    store_start(log);
}

unsigned fuzz_rounds(void) {
    return 1000;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz_in in = {(const char *)data, size};
    const struct game *game;
    struct options opt;
    if (!fuzz_take_game(&in, &game, &opt) || in.len == 0) {
        return 0;
    }
    struct log log;
    open_log(&log, game, &opt, *in.at == 'c');
    in.at++;
    in.len--;
    char *line;
    for (size_t len; !log.is_damaged && (line = fuzz_take_line(&in, &len)) != NULL;
         free(line)) {
        bool by_force = len > 0 && line[0] == '!';
        struct op op;
        if (read_op(&log, (struct fuzz_in){line + by_force, len - by_force}, &op)) {
            try_op(&log, &op, by_force);
        }
    }
    check_log(&log);
    check_record(log.room);
    store_retire_game(log.store, log.game);
    room_destroy(log.room);
    return 0;
}
