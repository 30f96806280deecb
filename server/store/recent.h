/* Recent events, in the order in which they came (recent.c).  Private to the store. */
#ifndef ALEA_SERVER_STORE_RECENT_H
#define ALEA_SERVER_STORE_RECENT_H

#include "server/store/store.h"

/* The last event of a game, or its start.  The next sum continues from it. */
struct tail {
    int64_t game; /* 0: none */
    uint64_t seq; /* 0: the start */
    int64_t sum;
};

struct row_list {
    int64_t *n; /* owned */
    size_t len, cap;
};

/* A row of `recent`.  Rows whose games have the same number modulo RECENT_CHAINS form a
 * chain. */
struct recent_row {
    int64_t game;  /* 0: the row was deleted */
    uint32_t back; /* how many rows before it the previous row of its chain is; 0: none */
    bool is_filed; /* `events` has it too */
};

#define RECENT_CHAINS 65536

/* Why a game is set aside if a page of `recent` cannot be read. */
#define EVENTS_LOST "its last events may be lost: a page of recent events is damaged"

/* Which rows of `recent` belong to which game (recent.c). */
struct recent {
    bool is_known;               /* the rest agrees with the table */
    int64_t first, next;         /* row[] has the rows from first to next - 1 */
    int64_t sound_from;          /* the row after the last unreadable one; 0: none */
    int64_t lost_up_to;          /* the last game that may have lost events there */
    struct recent_row *row;      /* row n at n modulo cap */
    size_t cap;                  /* a power of two, or 0 */
    int64_t last[RECENT_CHAINS]; /* the last row of each chain; below first: none */
};

/* Reads which rows of `recent` belong to which game, unless they are known.  False: the
 * disk fails. */
bool store_know_recent(struct store *store);
/* Drops the index: rows may have changed.  store_know_recent reads them again. */
void store_forget_recent(struct store *store);
/* Notes that a row of this game was appended. */
void store_add_recent(struct store *store, int64_t game);
/* The latest recent row of a game before row n (recent->next: of all); 0: none. */
int64_t store_recent_before(const struct recent *recent, int64_t game, int64_t n);
/* The same for rows that are not filed, which come after the filed ones. */
int64_t store_unfiled_before(const struct recent *recent, int64_t game, int64_t n);
/* Finds the latest recent event of a game with a number up to this one.  Adds the rows of
 * the later ones to *later (NULL: not wanted), the last one first. */
enum found store_find_recent(struct store *store, int64_t game, uint64_t up_to,
                             struct row_list *later, struct tail *tail);
void store_list_row(struct row_list *list, int64_t n);
/* Whether the last events of a game may be lost: some rows cannot be read, and the game
 * has none after them. */
bool store_may_lack_events(const struct recent *recent, int64_t game);
/* Files recent events of a game, at most this many, the oldest first.  Returns how many;
 * -1: the transaction failed. */
int store_file_game(struct store *store, int64_t game, int most);
/* Deletes at most this many recent rows of a game, filed ones too.  Returns how many; -1:
 * the transaction failed. */
int store_delete_recent(struct store *store, int64_t game, int most);
/* Files all recent events, and deletes none.  False: the transaction failed. */
bool store_file_all(struct store *store);
/* Whether there are so many recent events that some should be filed. */
bool store_should_file(const struct store *store);
/* Whether there are so many that filing cannot wait until the store is idle. */
bool store_must_file(const struct store *store);
/* Files about `most` events, the games with the oldest ones first; INT_MAX: all events.
 * False: the transaction failed. */
bool store_file_oldest(struct store *store, int most);

#endif
