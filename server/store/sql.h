/* The private header of the store: its SQL statements, struct store, and what its files
 * share.  Nobody else includes it, or sqlite3.h.  db.h has what depends on the
 * database. */
#ifndef ALEA_SERVER_STORE_SQL_H
#define ALEA_SERVER_STORE_SQL_H

#include <sodium.h>
#include <sqlite3.h>

#include "proto/name.h"
#include "server/store/lease.h"
#include "server/store/recent.h"
#include "server/store/stmt.h"
#include "server/store/store.h"

/* --- statements --- */

/* Columns that a sum covers come in the order of their INSERT; the sum itself comes last.
 */
/* How a game ended. */
#define END_COLUMNS   "end_seq, white, black, outcome, reason, started_s, ended_s"
#define N_END_COLUMNS 7
#define EVENT_COLUMNS                                                                    \
    "game, seq, at_ms, at_s, kind, side, session, name, text, answers, since_ms, "       \
    "due_ms, dice, sum"
#define N_EVENT_COLUMNS 13
#define START_COLUMNS                                                                    \
    "id, room, game, time, secret, seq, last_game_id, legs, leg, created_s"
#define N_START_COLUMNS 10
/* Columns of games that later versions added; a sum covers them only if one of them is
 * not NULL. */
#define TERM_COLUMNS   "rated, word_hash, opener, seated_ms"
#define N_TERM_COLUMNS 4
#define N_OLD_TERMS    2 /* the first of them: summed alone if the others are NULL */
#define ACCOUNT_COLUMNS                                                                  \
    "id, name, password, created_s, forgotten, once, once_until_s, once_set_s, "         \
    "once_used"
#define SEAT_COLUMNS                                                                     \
    "game, side, session, name, away, overdue, by_server, since_ms, due_ms, held_ms, "   \
    "last_from, last_to, last_move, halves, captured"
#define N_SEAT_COLUMNS 15
/* The rating of a side as the day of a rated game began; NULL: not rated, or forgotten.
 */
#define RATED_AT(side)                                                                   \
    "(SELECT CAST(round(" side "_rating) AS BIGINT) FROM rated "                         \
    "WHERE rated.game = n AND " side " IS NOT NULL)"
#define LIST_COLUMNS                                                                     \
    "n, id, game, end_sum, " END_COLUMNS                                                 \
    ", rated, " RATED_AT("white") ", " RATED_AT("black")
#define LIST_END     4                        /* index of END_COLUMNS */
#define DICE_COLUMNS "n0, n1, n2, n3, n4, n5" /* DICE_CELLS_MAX */
#define DICE_SUM(n)  "CAST(sum(" n ") AS BIGINT)"
#define DICE_SUMS                                                                        \
    DICE_SUM("throws")                                                                   \
    ", " DICE_SUM("n0") ", " DICE_SUM("n1") ", " DICE_SUM("n2") ", " DICE_SUM(           \
        "n3") ", " DICE_SUM("n4") ", " DICE_SUM("n5")
#define RATING_COLUMNS                                                                   \
    "period, rating, deviation, volatility, n, information, surprise, games, opponents"
#define RATED_COLUMNS                                                                    \
    "game, kind, period, white_halves, white, white_rating, white_deviation, "           \
    "white_volatility, black, black_rating, black_deviation, black_volatility"
/* A dead game: nobody can see it, and its rows will be deleted. */
#define DEAD "live = 0 AND ended_s IS NULL AND damage IS NULL"
/* Where a list goes on: after the game ?4, which ended at ?3. */
#define BEFORE "AND (ended_s, n) < (?3, ?4)"
#define ENDED_BY(column)                                                                 \
    "SELECT n FROM (SELECT n FROM games WHERE " column                                   \
    " = ?1 AND ended_s IS NOT NULL " BEFORE                                              \
    " ORDER BY ended_s DESC, n DESC LIMIT ?2) AS ended"

/* id, SQL.  All are prepared when the store is opened. */
#define STATEMENTS(X)                                                                    \
    X(SQL_BEGIN, "BEGIN IMMEDIATE")                                                      \
    X(SQL_COMMIT, "COMMIT")                                                              \
    X(SQL_PUT_TIME, "UPDATE meta SET time_ms = ?1")                                      \
    X(SQL_TIME, "SELECT time_ms FROM meta")                                              \
    X(SQL_PUT_SESSION, "INSERT INTO sessions(id, name, token_hash, account) "            \
                       "VALUES(?1, ?2, ?3, ?4) ON CONFLICT(id) "                         \
                       "DO UPDATE SET name = ?2, token_hash = ?3, account = ?4")         \
    X(SQL_REMOVE_SESSION, "DELETE FROM sessions WHERE id = ?1")                          \
    X(SQL_REMOVE_GAGS, "DELETE FROM gags WHERE account = ?1")                            \
    X(SQL_GUESTS, "SELECT min(account) FROM (SELECT min(account) AS account "            \
                  "FROM profiles WHERE account > ?1 AND account < 0 UNION ALL "          \
                  "SELECT min(account) FROM gags WHERE account > ?1 AND account < 0) "   \
                  "AS owners")                                                           \
    X(SQL_SESSIONS, "SELECT id, name, token_hash, account FROM sessions WHERE id > ?1 "  \
                    "ORDER BY id LIMIT 1")                                               \
    X(SQL_ADD_ACCOUNT, "INSERT INTO accounts(name, password, created_s, key, id) "       \
                       "VALUES(?1, ?2, ?3, ?4, ?5)")                                     \
    X(SQL_FIND_ACCOUNT, "SELECT " ACCOUNT_COLUMNS " FROM accounts WHERE key = ?1")       \
    X(SQL_PUT_PASSWORD, "UPDATE accounts SET password = ?2 WHERE id = ?1")               \
    X(SQL_PUT_ONCE, "UPDATE accounts SET once = ?2, once_until_s = ?3, "                 \
                    "once_set_s = ?4, once_used = ?5 WHERE id = ?1")                     \
    X(SQL_COUNT_GAMES, "SELECT (SELECT count(*) FROM games WHERE white_key = ?1 "        \
                       "AND ended_s IS NOT NULL) + (SELECT count(*) FROM games "         \
                       "WHERE black_key = ?1 AND ended_s IS NOT NULL)")                  \
    X(SQL_PUT_PROFILE, "INSERT OR REPLACE INTO profiles(account, games, rated, clock, "  \
                       "no_bots, is_bot, more, auto_moves) "                             \
                       "VALUES(?, ?, ?, ?, ?, ?, ?, ?)")                                 \
    X(SQL_PROFILE, "SELECT games, rated, clock, no_bots, is_bot, more, auto_moves "      \
                   "FROM profiles WHERE account = ?1")                                   \
    X(SQL_REMOVE_PROFILE, "DELETE FROM profiles WHERE account = ?1")                     \
    X(SQL_BEGIN_FORGETTING,                                                              \
      "UPDATE accounts SET forgotten = 1, password = '*', once = NULL "                  \
      "WHERE id = ?1")                                                                   \
    X(SQL_NEXT_FORGOTTEN, "SELECT " ACCOUNT_COLUMNS " FROM accounts "                    \
                          "WHERE forgotten = 1 AND id > ?1 ORDER BY id LIMIT 1")         \
    X(SQL_FIND_NAMED, "SELECT game FROM seats WHERE key = ?1 "                           \
                      "UNION ALL SELECT game FROM events WHERE key = ?1 "                \
                      "UNION ALL SELECT game FROM recent WHERE key = ?1 LIMIT 1")        \
    /* ?3 is the placeholder for a name; it is its own key. */                           \
    X(SQL_RENAME_SEAT, "UPDATE seats SET name = ?3, key = ?3 "                           \
                       "WHERE game = ?1 AND key = ?2")                                   \
    X(SQL_RENAME_WHITE, "UPDATE games SET white = ?3, white_key = ?3 "                   \
                        "WHERE n = ?1 AND white_key = ?2")                               \
    X(SQL_RENAME_BLACK, "UPDATE games SET black = ?3, black_key = ?3 "                   \
                        "WHERE n = ?1 AND black_key = ?2")                               \
    X(SQL_RENAME_EVENT, "UPDATE events SET name = ?3, key = ?3 "                         \
                        "WHERE game = ?1 AND seq = ?2")                                  \
    X(SQL_SILENCE, "UPDATE events SET text = ?3 WHERE game = ?1 AND seq = ?2")           \
    X(SQL_SUM_EVENT, "UPDATE events SET sum = ?3 WHERE game = ?1 AND seq = ?2")          \
    X(SQL_SUM_END, "UPDATE games SET end_sum = ?2 WHERE n = ?1")                         \
    X(SQL_FORGET_GAGS, "DELETE FROM gags WHERE account = ?1 OR key = ?2")                \
    X(SQL_FORGET_SESSIONS, "DELETE FROM sessions WHERE account = ?1")                    \
    X(SQL_FORGET_ACCOUNT, "DELETE FROM accounts WHERE id = ?1")                          \
    X(SQL_PUT_OPERATOR, "INSERT OR REPLACE INTO operators(name, account) "               \
                        "VALUES(?2, ?1)")                                                \
    X(SQL_OPERATOR, "SELECT account FROM operators WHERE name = ?1")                     \
    X(SQL_ADD_CALL_OFF,                                                                  \
      "INSERT INTO call_offs(account, reason, n) VALUES(?1, ?2, 1) "                     \
      "ON CONFLICT(account, reason) DO UPDATE SET n = call_offs.n + 1")                  \
    X(SQL_CALL_OFFS, "SELECT n FROM call_offs WHERE account = ?1 AND reason = ?2")       \
    X(SQL_FORGET_CALL_OFFS, "DELETE FROM call_offs WHERE account = ?1")                  \
    X(SQL_COUNT_ACCOUNTS, "SELECT count(*) FROM accounts")                               \
    X(SQL_ADD_GAG, "INSERT OR IGNORE INTO gags(account, name, key) VALUES(?1, ?2, ?3)")  \
    X(SQL_REMOVE_GAG, "DELETE FROM gags WHERE account = ?1 AND key = ?2")                \
    X(SQL_GAGS, "SELECT name FROM gags WHERE account = ?1")                              \
    X(SQL_ADD_GAME,                                                                      \
      "INSERT INTO games(" START_COLUMNS ", " TERM_COLUMNS ", live, sum, n) "            \
      "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 0, ?)")                       \
    X(SQL_LAST_GAME, "SELECT max(seq) FROM sqlite_sequence WHERE name = 'games'")        \
    X(SQL_LAST_ACCOUNT, "SELECT max(seq) FROM sqlite_sequence WHERE name = 'accounts'")  \
    X(SQL_PUT_BAN, "INSERT INTO bans(who, at_s, until_s, text) VALUES(?1, ?2, ?3, ?4) "  \
                   "ON CONFLICT(who) DO UPDATE SET at_s = ?2, until_s = ?3, text = ?4")  \
    X(SQL_REMOVE_BAN, "DELETE FROM bans WHERE who = ?1")                                 \
    X(SQL_BANS,                                                                          \
      "SELECT n, who, at_s, until_s, text FROM bans WHERE n > ?1 ORDER BY n LIMIT 1")    \
    X(SQL_ADD_SEAT, "INSERT INTO seats(" SEAT_COLUMNS ", key) "                          \
                    "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")            \
    X(SQL_SUM_START, "UPDATE games SET sum = ?2 WHERE n = ?1")                           \
    X(SQL_START, "SELECT " START_COLUMNS ", " TERM_COLUMNS ", sum FROM games "           \
                 "WHERE n = ?1")                                                         \
    X(SQL_SEATS, "SELECT " SEAT_COLUMNS " FROM seats WHERE game = ?1 ORDER BY side")     \
    X(SQL_ADD_EVENT, "INSERT INTO recent(" EVENT_COLUMNS ", key, n) "                    \
                     "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")           \
    X(SQL_RECENT, "SELECT n, game, seq, at_ms FROM recent WHERE n > ?1 ORDER BY n")      \
    X(SQL_RECENT_SUM, "SELECT seq, sum FROM recent WHERE game = ?1 AND n = ?2")          \
    X(SQL_RECENT_EVENT, "SELECT " EVENT_COLUMNS " FROM recent "                          \
                        "WHERE game = ?1 AND n = ?2")                                    \
    X(SQL_IS_FILED, "SELECT 1 FROM events WHERE game = ?1 AND seq = ?2")                 \
    /* A row that cannot be filed is damaged; reading its game reports that. */          \
    X(SQL_FILE_EVENT, "INSERT OR IGNORE INTO events(" EVENT_COLUMNS ", key) "            \
                      "SELECT " EVENT_COLUMNS ", key FROM recent WHERE n = ?1")          \
    X(SQL_DELETE_RECENT, "DELETE FROM recent WHERE n = ?1")                              \
    X(SQL_DELETE_FILED, "DELETE FROM recent WHERE n < ?1")                               \
    X(SQL_EVENTS, "SELECT " EVENT_COLUMNS " FROM events WHERE game = ?1 AND seq > ?2 "   \
                  "ORDER BY seq")                                                        \
    X(SQL_LAST_EVENT, "SELECT seq, sum FROM events WHERE game = ?1 AND seq <= ?2 "       \
                      "ORDER BY seq DESC LIMIT 1")                                       \
    X(SQL_START_SUM, "SELECT sum FROM games WHERE n = ?1")                               \
    X(SQL_END_GAME, "UPDATE games SET end_seq = ?, white = ?, black = ?, outcome = ?, "  \
                    "reason = ?, started_s = ?, ended_s = ?, end_sum = ?, "              \
                    "white_key = ?, black_key = ?, class = ? WHERE n = ?")               \
    X(SQL_COUNT_KEPT, "UPDATE meta SET games = games + ?1")                              \
    X(SQL_N_KEPT, "SELECT games FROM meta")                                              \
    X(SQL_END, "SELECT end_sum, " END_COLUMNS " FROM games "                             \
               "WHERE n = ?1 AND ended_s IS NOT NULL")                                   \
    X(SQL_LIVE_IN_ROOM, "SELECT n FROM games INDEXED BY games_room "                     \
                        "WHERE live = 1 AND room = ?1 LIMIT 1")                          \
    X(SQL_DEAD_GAME, "SELECT n FROM games INDEXED BY games_dead "                        \
                     "WHERE " DEAD " AND n > ?1 ORDER BY n LIMIT 1")                     \
    X(SQL_DELETE_EVENTS, "DELETE FROM events WHERE game = ?1 AND seq IN "                \
                         "(SELECT seq FROM events WHERE game = ?1 LIMIT ?2)")            \
    X(SQL_DELETE_SEATS, "DELETE FROM seats WHERE game = ?1")                             \
    X(SQL_DELETE_GAME, "DELETE FROM games WHERE n = ?1")                                 \
    X(SQL_DELETE_DICE,                                                                   \
      "DELETE FROM dice WHERE name IN (SELECT white_key FROM games WHERE n = ?1 UNION "  \
      "SELECT black_key FROM games WHERE n = ?1) AND name <> '' "                        \
      "AND NOT EXISTS (SELECT 1 FROM accounts WHERE key = dice.name) "                   \
      "AND NOT EXISTS (SELECT 1 FROM games WHERE white_key = dice.name "                 \
      "AND ended_s IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM games "                    \
      "WHERE black_key = dice.name AND ended_s IS NOT NULL)")                            \
    X(SQL_OLDEST_OF_CLASS, "SELECT n FROM games INDEXED BY games_class "                 \
                           "WHERE class = ?1 AND live = 0 AND ended_s < ?2 "             \
                           "ORDER BY ended_s, n LIMIT 1")                                \
    X(SQL_DROP_GAME, "UPDATE games SET ended_s = NULL "                                  \
                     "WHERE n = ?1 AND ended_s IS NOT NULL AND live = 0")                \
    X(SQL_SIZE, "SELECT page_count * page_size, "                                        \
                "(page_count - freelist_count) * page_size FROM pragma_page_count(), "   \
                "pragma_freelist_count(), pragma_page_size()")                           \
    /* A dead game gives its id up: another one may get it. */                           \
    X(SQL_FREE_ID, "UPDATE games SET id = id || '-' || n, damage = NULL "                \
                   "WHERE id = ?1 AND live = 0 AND ended_s IS NULL")                     \
    X(SQL_RETIRE, "UPDATE games SET live = 0 WHERE n = ?1")                              \
    X(SQL_SET_ASIDE, "UPDATE games SET live = 0, damage = ?2 WHERE n = ?1")              \
    X(SQL_MARK_LOST, "UPDATE games SET damage = ?2 WHERE n = ?1 AND ended_s IS NULL")    \
    X(SQL_DAMAGE, "SELECT damage FROM games WHERE n = ?1 AND damage IS NOT NULL")        \
    X(SQL_HAS_SET_ASIDE, "SELECT 1 FROM games INDEXED BY games_damaged "                 \
                         "WHERE damage IS NOT NULL LIMIT 1")                             \
    X(SQL_NEXT_GAME, "SELECT n FROM games WHERE n > ?1 AND NOT (" DEAD ") "              \
                     "ORDER BY n LIMIT 1")                                               \
    X(SQL_NEXT_LIVE, "SELECT n FROM games INDEXED BY games_live "                        \
                     "WHERE live = 1 AND n > ?1 ORDER BY n LIMIT 1")                     \
    X(SQL_NEXT_LIVE_SCAN, "SELECT n FROM games NOT INDEXED "                             \
                          "WHERE live = 1 AND n > ?1 ORDER BY n LIMIT 1")                \
    X(SQL_FIND_GAME, "SELECT n FROM games WHERE id = ?1 AND ended_s IS NOT NULL")        \
    X(SQL_LIST_GAME, "SELECT " LIST_COLUMNS " FROM games "                               \
                     "WHERE n = ?1 AND ended_s IS NOT NULL")                             \
    X(SQL_LIST, "SELECT " LIST_COLUMNS " FROM games WHERE ended_s IS NOT NULL " BEFORE   \
                " ORDER BY ended_s DESC, n DESC LIMIT ?2")                               \
    X(SQL_ADD_DICE,                                                                      \
      "INSERT INTO dice(name, dice, throws, " DICE_COLUMNS ") "                          \
      "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(name, dice) DO UPDATE SET "         \
      "throws = dice.throws + excluded.throws, n0 = dice.n0 + excluded.n0, "             \
      "n1 = dice.n1 + excluded.n1, n2 = dice.n2 + excluded.n2, "                         \
      "n3 = dice.n3 + excluded.n3, n4 = dice.n4 + excluded.n4, "                         \
      "n5 = dice.n5 + excluded.n5")                                                      \
    X(SQL_FORGET_DICE, "DELETE FROM dice WHERE name = ?1 AND name <> ''")                \
    X(SQL_DICE, "SELECT " DICE_SUMS " FROM dice WHERE dice = ?2 AND (name = ?1 "         \
                "OR (?1 = '' AND name >= '/' AND name < '0'))")                          \
    X(SQL_PUT_RATING,                                                                    \
      "INSERT OR REPLACE INTO ratings(account, kind, " RATING_COLUMNS ", now, "          \
      "listed_until) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")                     \
    X(SQL_RATING, "SELECT " RATING_COLUMNS " FROM ratings "                              \
                  "WHERE account = ?1 AND kind = ?2")                                    \
    X(SQL_RATINGS_KEPT, "SELECT kind, " RATING_COLUMNS " FROM ratings "                  \
                        "WHERE account = ?1")                                            \
    X(SQL_RATINGS_OF, "SELECT kind, name, " RATING_COLUMNS " FROM ratings "              \
                      "JOIN accounts ON id = account WHERE account = ?1 ORDER BY kind")  \
    /* The index alone decides who is listed; only their rows are read. */               \
    X(SQL_RATINGS_TOP,                                                                   \
      "SELECT kind, name, " RATING_COLUMNS " FROM "                                      \
      "(SELECT account AS best FROM ratings WHERE kind = ?1 AND listed_until >= ?2 "     \
      "AND opponents >= ?4 "                                                             \
      "ORDER BY now DESC, account LIMIT ?3) AS top "                                     \
      "JOIN ratings ON account = best AND kind = ?1 JOIN accounts ON id = best "         \
      "ORDER BY now DESC, account")                                                      \
    X(SQL_ADD_RATED, "INSERT INTO rated(" RATED_COLUMNS ") "                             \
                     "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")                       \
    X(SQL_RATED_PAIR, "SELECT 1 FROM rated WHERE white = ?1 AND black = ?2 "             \
                      "AND kind = ?3 UNION ALL SELECT 1 FROM rated "                     \
                      "WHERE white = ?2 AND black = ?1 AND kind = ?3 LIMIT 1")           \
    X(SQL_NEXT_RATED, "SELECT " RATED_COLUMNS " FROM rated WHERE game > ?1 "             \
                      "ORDER BY game LIMIT 1")                                           \
    X(SQL_RATED_OF, "SELECT " RATED_COLUMNS " FROM rated WHERE kind = ?2 AND game IN "   \
                    "(SELECT game FROM rated WHERE white = ?1 UNION ALL "                \
                    "SELECT game FROM rated WHERE black = ?1) "                          \
                    "ORDER BY period, game") /* a game may take days */                  \
    X(SQL_NEXT_RATING, "SELECT account, kind FROM ratings "                              \
                       "WHERE (account, kind) > (?1, ?2) "                               \
                       "ORDER BY account, kind LIMIT 1")                                 \
    X(SQL_FORGET_RATINGS, "DELETE FROM ratings WHERE account = ?1 AND kind IN "          \
                          "(SELECT kind FROM ratings WHERE account = ?1 LIMIT ?2)")      \
    X(SQL_FORGET_RATED_WHITE, "UPDATE rated SET white = NULL WHERE game IN "             \
                              "(SELECT game FROM rated WHERE white = ?1 LIMIT ?2)")      \
    X(SQL_FORGET_RATED_BLACK, "UPDATE rated SET black = NULL WHERE game IN "             \
                              "(SELECT game FROM rated WHERE black = ?1 LIMIT ?2)")      \
    X(SQL_LIST_OF, "SELECT " LIST_COLUMNS                                                \
                   " FROM games WHERE n IN (" ENDED_BY("white_key") " UNION " ENDED_BY(  \
                       "black_key") ") "                                                 \
                                    "ORDER BY ended_s DESC, n DESC LIMIT ?2")

#define STORE_STRING_(x) #x
#define STORE_STRING(x)  STORE_STRING_(x)

/* The same for the table of servers, which a file does not have.  Both kinds of database
 * that have it have the function now_ms(), the database's clock. */
#define SERVER_STATEMENTS(X)                                                             \
    /* ?1 the epoch that the server had, 0: it has just started, ?2 who it is, ?3 1: it  \
     * needs a lease. */                                                                 \
    X(SQL_TAKE_EPOCH,                                                                    \
      "UPDATE servers SET epoch = epoch + 1, "                                           \
      "trunk = CASE WHEN holder = ?2 THEN trunk ELSE '' END, holder = ?2, "              \
      "until_ms = CAST(?3 AS BIGINT) * (now_ms() + " STORE_STRING(                       \
          STORE_LEASE_MS) ") WHERE epoch = ?1 OR holder = ?2 "                           \
                          "OR (CAST(?1 AS BIGINT) = 0 AND until_ms <= now_ms()) "        \
                          "RETURNING epoch, turn")                                       \
    X(SQL_RENEW, "UPDATE servers SET until_ms = now_ms() + " STORE_STRING(               \
                     STORE_LEASE_MS) " WHERE holder = ?1 RETURNING 1")                   \
    /* ?1 the holder, ?2 where its trunk is. */                                          \
    X(SQL_TELL_TRUNK, "UPDATE servers SET trunk = ?2 WHERE holder = ?1 "                 \
                      "RETURNING trunk_key")                                             \
    X(SQL_END_LEASE, "UPDATE servers SET until_ms = 0 WHERE holder = ?1 RETURNING 1")    \
    /* ?1 epoch, ?2 number of the transaction, ?3 server time. */                        \
    X(SQL_END_TURN, "UPDATE servers SET turn = ?2, time_ms = ?3 WHERE epoch = ?1")

enum statement {
#define X(id, sql) id,
    STATEMENTS(X) SERVER_STATEMENTS(X)
#undef X
        STATEMENT_COUNT
};
#define FIRST_OF_SERVERS SQL_TAKE_EPOCH

/* Their SQL. */
extern const char *const store_sql[STATEMENT_COUNT];

/* --- the store --- */

/* Tails in memory; others are read when needed. */
#define TAILS 16384

/* A log that is being read: the filed events, then the recent ones. */
struct log_reader {
    int64_t game;           /* 0: none */
    struct stmt *stmt;      /* running */
    bool is_recent;         /* the filed events have all been read */
    struct row_list recent; /* rows that will be read after them, the last one first */
    uint64_t after;         /* a call with this `after` continues */
    struct tail last;       /* the last event read */
    bool has_end;           /* the game is over, */
    uint64_t end_seq;       /* with this event */
};

/* Games that share a place in struct store.touched have the same number modulo this. */
#define TOUCHED_PLACES 8192

struct store {
    struct db *db;    /* owned */
    const char *path; /* borrowed; see struct store_config */
    /* Whether this transaction has written the game, or one that shares its place. */
    bool touched[TOUCHED_PLACES];
    bool index_damaged;      /* that of live games */
    bool is_open;            /* store_open was successful */
    bool reads_only;         /* see struct store_config */
    unsigned n_listed;       /* calls of store_next_game */
    int64_t recent_events;   /* see struct store_config */
    bool in_memory;          /* there is no file */
    int64_t file_from;       /* no games are filed before `recent` has this row */
    unsigned n_ops;          /* written by this transaction */
    unsigned n_runs;         /* statements that it has run */
    bool dirty;              /* a transaction has begun, or should have */
    bool failed;             /* a step of the transaction failed: ignore the rest */
    bool append_fails;       /* nothing can be added to `recent`: it is damaged */
    bool is_renewed;         /* `recent` was set aside, and store_was_renewed has not said
                                so yet */
    int n_lost;              /* games that may have lost events there */
    uint64_t time_ms;        /* the latest server time, this transaction included */
    uint64_t committed_ms;   /* the latest that is committed */
    uint64_t meta_ms;        /* that of table meta */
    uint64_t op_ms;          /* of the latest op of this transaction */
    int64_t n_accounts;      /* this transaction included; -1: unknown */
    int64_t n_accounts_kept; /* committed; -1: unknown */
    struct tail tail[TAILS]; /* cleared by a rollback */
    struct recent recent;
    struct log_reader reader;
    char fault[FAULT_BYTES];
};

/* Writes SQLite's reason for its last failure, with the system's if there is one. */
void store_sqlite_error(sqlite3 *db, char fault[static FAULT_BYTES]);
/* Column i of the current row; texts are borrowed until the next step. */
struct value store_sqlite_column(sqlite3_stmt *row, int i);
/* Makes a read-only store see the file as it is now, until the next call.  False: it
 * cannot be read. */
bool store_renew_snapshot(struct store *store);
/* Begins a transaction if none is open.  False: it has failed, write nothing. */
bool store_write(struct store *store);
/* Commits the transaction.  False: it had failed, or fails now, and is rolled back. */
bool store_end_transaction(struct store *store);
/* As store_write, before something of this game is written. */
bool store_touch(struct store *store, int64_t game);
/* Makes the transaction fail, with this reason; NULL: with the database's. */
void store_fail(struct store *store, const char *why);
struct stmt *store_stmt(struct store *store, enum statement id);
/* Counts n more finished games.  False: the transaction has failed. */
bool store_count_kept(struct store *store, int n);
/* Runs a statement that returns no rows, then resets it and clears its parameters.
 * False: it failed, and the transaction with it. */
bool store_run(struct store *store, enum statement id);
/* The same with these n values, which are all of its parameters. */
bool store_run_with(struct store *store, enum statement id, const struct value *value,
                    size_t n);
#define STORE_RUN(store, id, ...)                                                        \
    store_run_with(store, id, VALUES(__VA_ARGS__), N_VALUES(__VA_ARGS__))
/* How many rows the statement that ran last has changed; -1: the transaction failed. */
int64_t store_n_changed(struct store *store);
/* Stops the statement that reads a log, as its rows may change. */
void store_stop_reading(struct store *store);

/* Binds the key of a name (name.h); NULL if the name is "".  Writes the key into `key`,
 * which must stay there until the statement has run. */
void store_bind_key(struct stmt *stmt, int column, const char *name,
                    char key[static NAME_KEY_BYTES]);
/* A statement of the main connection, reset, with its first parameter bound. */
struct stmt *store_bind(struct store *store, enum statement id, int64_t number);
/* The same for reading a game: of the second connection, if there is one and the
 * transaction has not written the game. */
struct stmt *store_bind_game(struct store *store, enum statement id, int64_t game);
/* Steps to the next row.  The caller resets the statement. */
enum found store_step(struct store *store, struct stmt *stmt);
/* The same for rows whose first column must be above `after`.  In a damaged file it may
 * not be: then NOT_READ, as a loop over the rows might never end. */
enum found store_step_beyond(struct store *store, struct stmt *stmt, int64_t after);
/* Sets store_fault to "out of order".  Returns NOT_READ. */
enum found store_out_of_order(struct store *store);
/* Resets a statement and clears its parameters. */
void store_done(struct stmt *stmt);
/* The number in the first column of the first row; 0: there is none, or it cannot be
 * read.  Resets the statement. */
int64_t store_query_number(struct store *store, struct stmt *stmt);

/* The last event of a game up to this number, or its start. */
enum found store_find_tail(struct store *store, int64_t game, uint64_t up_to,
                           struct tail *tail);
/* Where the tail of a game is kept in memory, or of another game. */
struct tail *store_tail_place(struct store *store, int64_t game);
/* The last event of a game, from memory if it is there.  Borrowed; NULL: the transaction
 * has failed. */
struct tail *store_get_tail(struct store *store, int64_t game);
/* A number for SQLite, at most INT64_MAX. */
int64_t store_key(uint64_t number);

/* Reads a row of ACCOUNT_COLUMNS.  False: damaged. */
bool store_read_account(struct stmt *stmt, struct stored_account *account);
/* Column auto_moves of a profile also has the language: this many times its number. */
#define PROFILE_AUTO_VALUES 2

/* Files all recent events, in a transaction of its own.  False: that failed. */
bool store_file_now(struct store *store);

/* --- opening: sqlite/schema.c --- */

/* Checks that the open file is a store, and migrates it.  False with a fault. */
bool store_prepare_schema(sqlite3 *db, const struct store_config *config,
                          char fault[static FAULT_BYTES]);
/* Migrates an open file from one version to a later one.  False with a fault. */
bool store_migrate(sqlite3 *db, int64_t from, int64_t to, char fault[static FAULT_BYTES]);

/* --- rows: row.c --- */

/* A chained checksum over the rows of a game: 64 bits of a BLAKE2b of the sum before and
 * of all columns, each with its type and length.  It detects what a disk or a careless
 * hand has changed; it is no proof against an attacker, who can compute it too. */
struct sum {
    crypto_generichash_state state;
    uint8_t waiting[256]; /* not hashed yet: nearly all values have eight bytes */
    size_t n_waiting;
};

/* A row to write: its values are bound one after the other, and summed. */
struct row_out {
    struct stmt *stmt;
    int n; /* values bound */
    struct sum sum;
};

void row_begin(struct row_out *row, struct stmt *stmt, int64_t sum_before);
void row_put_int(struct row_out *row, int64_t value);
void row_put_u64(struct row_out *row, uint64_t value);    /* 0: NULL */
void row_put_text(struct row_out *row, const char *text); /* borrowed; "": NULL */
void row_put_blob(struct row_out *row, const uint8_t *bytes, int len); /* borrowed */
/* The columns that follow belong to another sum, which continues from this one. */
void row_sum_anew(struct row_out *row, int64_t sum_before);
/* Ends the sum.  Call it once, or again after row_sum_anew. */
int64_t row_sum(struct row_out *row);

/* The sum of a row of SQL_START. */
int64_t store_sum_start(struct stmt *stmt);
/* The sum of n columns of a row that was read. */
int64_t row_sum_columns(const struct stmt *stmt, int first, int n, int64_t sum_before);

/* A row to read: its values are taken one after the other.  A value of another type, or
 * out of bounds, makes the row wrong. */
struct row_in {
    struct stmt *stmt;
    int n;      /* values taken */
    bool wrong; /* one of them is not what it should be */
};

int64_t row_take_int(struct row_in *row, int64_t least, int64_t most); /* not NULL */
uint64_t row_take_u64(struct row_in *row);                             /* NULL: 0 */
void row_take_text(struct row_in *row, char *text, size_t cap);        /* NULL: "" */
void row_take_blob(struct row_in *row, uint8_t *bytes, int len);
/* The same, or NULL.  Returns whether it is not NULL. */
bool row_take_blob_if(struct row_in *row, uint8_t *bytes, int len);
/* Makes the row wrong unless this holds. */
void row_require(struct row_in *row, bool holds);

#endif
