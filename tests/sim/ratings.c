/* Recomputes the ratings from the ends of games that people were sent. */
#include <stdlib.h>
#include <string.h>

#include "server/store/history/history.h"
#include "tests/sim/referee.h"
#include "tests/sim/server.h"

struct counted {
    const struct finished *finished;
    int64_t period, number;
    bool for_both; /* otherwise it counts for the loser only */
};

struct entry {
    const char *name;
    const struct game *game;
    struct rating rating;
};

struct book {
    struct entry *entry; /* owned */
    size_t n;
};

/* Sorts by day; within a day the order does not matter. */
static int compare(const void *left, const void *right) {
    const struct counted *a = left, *b = right;
    if (a->period != b->period) {
        return a->period < b->period ? -1 : 1;
    }
    return a->number < b->number ? -1 : a->number > b->number;
}

static struct entry *find(struct book *book, const char *name, const struct game *game,
                          int64_t period) {
    for (size_t i = 0; i < book->n; i++) {
        struct entry *entry = &book->entry[i];
        if (entry->game == game && strcmp(entry->name, name) == 0) {
            return entry;
        }
    }
    book->entry[book->n] = (struct entry){name, game, rating_new(period)};
    return &book->entry[book->n++];
}

static void count(struct book *book, const struct counted *counted) {
    const struct finished *f = counted->finished;
    struct rating rating[SIDE_COUNT];
    enum outcome outcome = (enum outcome)f->result.outcome;
    int halves = outcome == OUTCOME_DRAW ? 1 : outcome == OUTCOME_WHITE ? 2 : 0;
    for (int i = 0; i < SIDE_COUNT; i++) {
        rating[i] = find(book, f->name[i], f->game, counted->period)->rating;
    }
    rating_play(rating, counted->period, halves);
    for (int i = 0; i < SIDE_COUNT; i++) {
        bool has_won = outcome == (i == SIDE_WHITE ? OUTCOME_WHITE : OUTCOME_BLACK);
        if (counted->for_both || !has_won) {
            find(book, f->name[i], f->game, counted->period)->rating = rating[i];
        }
    }
}

/* Whether people saw all games of the opponents and of their opponents; otherwise the
 * rating may differ.  The number of games of a forgotten account is unknown. */
static bool is_all_seen(struct store *store, const struct entry *entry) {
    struct stored_account account;
    struct rating stored;
    if (store_find_account(store, entry->name, &account) != FOUND ||
        account.is_forgotten) {
        return !referee.has_forgotten;
    }
    if (store_find_rating(store, account.id, entry->game->id, &stored) != FOUND) {
        stored.games = 0;
    }
    SIM_CHECK(stored.games >= entry->rating.games,
              "%s has played %lld rated games of %s, and not all count", entry->name,
              (long long)entry->rating.games, entry->game->id);
    return stored.games == entry->rating.games;
}

static void check_entry(struct store *store, const struct entry *entry) {
    struct stored_account account;
    struct rating stored;
    if (entry->rating.games == 0 || /* no game has counted */
        store_find_account(store, entry->name, &account) != FOUND ||
        account.is_forgotten) {
        return;
    }
    SIM_CHECK(store_find_rating(store, account.id, entry->game->id, &stored) == FOUND,
              "%s has no rating in %s", entry->name, entry->game->id);
    SIM_CHECK(rating_is_same(&stored, &entry->rating),
              "%s has the rating %f in %s, which should be %f", entry->name,
              rating_now(&stored, stored.period).rating, entry->game->id,
              rating_now(&entry->rating, stored.period).rating);
}

/* Whether both players have made enough decisions. */
static bool counts_for_both(struct store *store, int64_t number) {
    char fault[FAULT_BYTES] = "";
    struct room *room = history_game(store, number, fault);
    SIM_CHECK(room != NULL, "a rated game cannot be replayed: %s", fault);
    unsigned least = rating_terms(room->game)->decisions;
    bool enough = room->seat[SIDE_WHITE].decisions >= least &&
                  room->seat[SIDE_BLACK].decisions >= least;
    room_destroy(room);
    return enough;
}

void inspect_ratings(struct store *store) {
    size_t most = referee.n_finished + 1, n = 0;
    struct counted *counted = calloc(most, sizeof *counted);
    struct book book = {.entry = calloc(2 * most, sizeof *book.entry)};
    SIM_CHECK(counted != NULL && book.entry != NULL, "out of memory");
    for (const struct finished *f = referee.finished; f != NULL; f = f->next) {
        struct stored_game row;
        int64_t number = store_find_game(store, f->game_id);
        if (!f->rated || f->result.called_off || !store_list_game(store, number, &row)) {
            continue;
        }
        bool for_both = counts_for_both(store, number);
        if (for_both || f->result.outcome != OUTCOME_DRAW) {
            counted[n++] =
                (struct counted){f, rating_period(row.ended_s), number, for_both};
        }
    }
    qsort(counted, n, sizeof *counted, compare);
    for (size_t i = 0; i < n; i++) {
        count(&book, &counted[i]);
    }
    bool all = true;
    for (size_t i = 0; i < book.n; i++) {
        all = all && is_all_seen(store, &book.entry[i]);
    }
    for (size_t i = 0; i < book.n && all; i++) {
        check_entry(store, &book.entry[i]);
    }
    free(counted);
    free(book.entry);
}
