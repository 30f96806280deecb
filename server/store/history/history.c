#include "server/store/history/history.h"

#include <stdio.h>
#include <string.h>

/* Writes why an op cannot be applied. */
static void tell_fault(const struct stored_op *stored, const char *what,
                       char fault[static FAULT_BYTES]) {
    snprintf(fault, FAULT_BYTES, "event %llu (%s): %s", (unsigned long long)stored->seq,
             op_name(stored->op.kind), what);
}

/* Applies an op, and compares the result with the log.  False with a fault: they differ.
 */
static bool apply(struct room *room, const struct stored_op *stored,
                  char fault[static FAULT_BYTES]) {
    enum error_code error = room_apply(room, &stored->op);
    if (error != ERR_OK) {
        tell_fault(stored, error_text(error), fault);
        return false;
    }
    if (room->seq != stored->seq) {
        tell_fault(stored, "an event before it is missing", fault);
        return false;
    }
    char dice[DICE_TEXT_BYTES];
    room_dice_text(room, dice);
    if (strcmp(dice, stored->dice) != 0) {
        tell_fault(stored, "the dice are not those that were thrown", fault);
        return false;
    }
    return true;
}

struct replay {
    history_seen *seen;
    uint64_t after;
    void *arg;
    bool until_over;
    bool until_after; /* stops after event `after` */
};

/* Whether to list the legal moves: only if needed, as that is most of the work. */
static bool needs_moves(const struct replay *replay, const struct stored_op *stored) {
    bool is_seen = replay->seen != NULL && stored->seq > replay->after;
    return is_seen ||
           (stored->op.kind == OP_MOVE && room_is_move_number(stored->op.text));
}

static bool apply_and_show(struct room *room, const struct replay *replay,
                           const struct stored_op *stored,
                           char fault[static FAULT_BYTES]) {
    if (room->is_quiet == needs_moves(replay, stored)) {
        room_set_quiet(room, !room->is_quiet);
    }
    if (!apply(room, stored, fault)) {
        return false;
    }
    if (replay->seen != NULL && stored->seq > replay->after) {
        replay->seen(replay->arg, room, &stored->op);
    }
    room_clear_notes(room);
    return true;
}

static struct room *replay_log(struct store *store, int64_t game,
                               const struct replay *replay,
                               char fault[static FAULT_BYTES]) {
    struct room_start start;
    if (!store_load_start(store, game, &start, fault)) {
        return NULL;
    }
    struct room *room = room_new(&start);
    room_set_quiet(room, true);
    enum stored found = STORED_OP;
    struct stored_op stored = {.seq = 0};
    while (!(replay->until_over && room->stage == STAGE_OVER) &&
           (found = store_next_op(store, game, stored.seq, &stored, fault)) ==
               STORED_OP) {
        if (replay->until_after && stored.seq > replay->after) {
            found = STORED_END;
            break;
        }
        if (!apply_and_show(room, replay, &stored, fault)) {
            found = STORED_DAMAGED;
            break;
        }
    }
    if (found == STORED_DAMAGED) {
        room_destroy(room);
        return NULL;
    }
    room_set_quiet(room, false);
    return room;
}

struct room *history_room(struct store *store, int64_t game, uint64_t after,
                          history_seen *seen, void *arg, char fault[static FAULT_BYTES]) {
    struct replay replay = {.seen = seen, .after = after, .arg = arg};
    return replay_log(store, game, &replay, fault);
}

struct room *history_until(struct store *store, int64_t game, uint64_t last,
                           char fault[static FAULT_BYTES]) {
    struct replay replay = {.after = last, .until_after = true};
    return replay_log(store, game, &replay, fault);
}

struct room *history_game(struct store *store, int64_t game,
                          char fault[static FAULT_BYTES]) {
    struct replay replay = {.until_over = true};
    struct room *room = replay_log(store, game, &replay, fault);
    if (room != NULL && room->stage != STAGE_OVER) {
        snprintf(fault, FAULT_BYTES, "its end is missing");
        room_destroy(room);
        return NULL;
    }
    return room;
}
