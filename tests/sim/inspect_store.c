/* Invariants of the store, regardless of what clients have seen. */
#include <string.h>

#include "server/store/history/history.h"
#include "tests/sim/people.h"
#include "tests/sim/referee.h"
#include "tests/sim/server.h"

/* The end of a game in the store is the end that clients were sent. */
static void check_finished(struct store *store, const struct finished *finished) {
    struct stored_game row;
    int64_t game = store_find_game(store, finished->game_id);
    if (game == 0 && !finished->has_moves &&
        strcmp(finished->result.reason, note_reason(NOTE_UNOPENED)) != 0) {
        return; /* not kept */
    }
    SIM_CHECK(game > 0 && store_list_game(store, game, &row),
              "the end of game %s is not stored", finished->game_id);
    SIM_CHECK(
        row.result.called_off == finished->result.called_off &&
            strcmp(row.result.reason, finished->result.reason) == 0 &&
            (row.result.called_off || row.result.outcome == finished->result.outcome) &&
            row.rated == finished->rated,
        "the end of game %s is stored as another one", finished->game_id);
    for (int i = 0; i < SIDE_COUNT; i++) {
        SIM_CHECK(strcmp(row.name[i], finished->name[i]) == 0 ||
                      strncmp(row.name[i], FORGOTTEN_PREFIX, 5) == 0,
                  "game %s: %s is stored, not %s", finished->game_id, row.name[i],
                  finished->name[i]);
    }
}

/* The store does not name anybody whose data the server has promised to delete. */
static void check_forgotten(struct store *store) {
    struct stored_account account;
    SIM_CHECK(store_next_forgotten(store, 0, &account) == NOT_FOUND,
              "%s is not forgotten yet", account.name);
    for (size_t i = 0; i < people.n_forgotten; i++) {
        const char *name = people.forgotten[i];
        SIM_CHECK(store_count_games(store, name) == 0, "%s is in a game", name);
        SIM_CHECK(store_find_account(store, name, &account) == NOT_FOUND,
                  "%s has an account", name);
    }
}

/* Facts about all stored games, collected one by one. */
struct retold {
    uint64_t at_ms;                     /* time of the latest event of this game */
    struct dice_tally dice[DICE_KINDS]; /* of all games that have ended */
};

static void add_dice(struct retold *retold, const struct record *record) {
    struct dice_tally tally[SIDE_COUNT];
    if (record->game->dice == NULL) {
        return;
    }
    dicestats_count(record, tally);
    for (int side = 0; side < SIDE_COUNT; side++) {
        for (size_t i = 0; dicestats_kind(i) != NULL; i++) {
            if (dicestats_kind(i) != tally[side].kind) {
                continue;
            }
            retold->dice[i].throws += tally[side].throws;
            for (size_t k = 0; k < DICE_CELLS_MAX; k++) {
                retold->dice[i].count[k] += tally[side].count[k];
            }
        }
    }
}

static void see_op(void *arg, const struct room *room, const struct op *op) {
    struct retold *retold = arg;
    SIM_CHECK(op->at_ms >= retold->at_ms, "%s: time goes back at event %llu", room->code,
              (unsigned long long)room->seq);
    retold->at_ms = op->at_ms;
    for (size_t i = 0; i < room->n_notes; i++) {
        if (room->notes[i].kind == NOTE_OVER) {
            add_dice(retold, room->record);
        }
    }
}

static void check_dice(struct store *store, const struct retold *retold) {
    const struct dice_kind *kind;
    for (size_t i = 0; (kind = dicestats_kind(i)) != NULL; i++) {
        struct dice_tally stored = {.throws = 0};
        (void)store_find_dice(store, "", kind, &stored);
        bool all = stored.throws >= retold->dice[i].throws;
        for (int cell = 0; cell < DICE_CELLS_MAX; cell++) {
            all = all && stored.count[cell] >= retold->dice[i].count[cell];
        }
        SIM_CHECK(all, /* includes games that are not kept */
                  "%llu throws are counted of %llu", (unsigned long long)stored.throws,
                  (unsigned long long)retold->dice[i].throws);
    }
}

static void replay_all(struct store *store) {
    char fault[FAULT_BYTES] = "";
    struct retold retold = {0};
    int64_t game = 0;
    while ((game = store_next_game(store, game, false)) > 0) {
        retold.at_ms = 0;
        struct room *room = history_room(store, game, 0, see_op, &retold, fault);
        SIM_CHECK(fault[0] == '\0', "game %lld: %s", (long long)game, fault);
        room_destroy(room);
    }
    check_dice(store, &retold);
}

static void recompute_all(struct store *store) {
    char fault[FAULT_BYTES] = "", kind[GAME_TEXT_BYTES] = "";
    int64_t account = 0;
    while (store_next_rating(store, &account, kind) == FOUND) {
        struct rating stored, computed;
        SIM_CHECK(store_find_rating(store, account, kind, &stored) == FOUND &&
                      store_recompute_rating(store, account, kind, &computed, fault),
                  "the rating of account %lld: %s", (long long)account, fault);
        SIM_CHECK(rating_is_same(&stored, &computed),
                  "the rating of account %lld in %s is not that of its games",
                  (long long)account, kind);
    }
}

void inspect_store(struct store *store) {
    char fault[FAULT_BYTES] = "";
    struct stored_session session;
    SIM_CHECK(store_is_sound(store, fault), "the store is not sound: %s", fault);
    SIM_CHECK(store_next_game(store, 0, true) == 0 &&
                  store_next_session(store, 0, &session) == NOT_FOUND,
              "a room, or a session, is left in the store");
    for (const struct finished *f = referee.finished; f != NULL; f = f->next) {
        check_finished(store, f);
    }
    check_forgotten(store);
    replay_all(store);
    recompute_all(store);
    inspect_ratings(store);
}
