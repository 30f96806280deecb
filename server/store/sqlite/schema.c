/* The file of a store: tables and migrations, its version. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "server/store/sqlite/sqlite.h"

/* "alea": marks an SQLite file as a store. */
#define APPLICATION_ID      0x616C6561
#define APPLICATION_ID_TEXT "1634493793"

/* The columns of an event, except `key`, the primary key and the row number.  at_ms:
 * server time, at_s: Unix time; side: 0 white, 1 black; session: of sit: the player's, of
 * ready, open and move: op.auto_sides; answers: the event that a move answers; sum: of
 * all before it, after the event before or the start. */
#define EVENT_TYPES                                                                      \
    " game INTEGER NOT NULL,"                                                            \
    " seq INTEGER NOT NULL,"                                                             \
    " at_ms INTEGER NOT NULL,"                                                           \
    " at_s INTEGER NOT NULL,"                                                            \
    " kind TEXT NOT NULL,"                                                               \
    " side INTEGER,"                                                                     \
    " session INTEGER,"                                                                  \
    " name TEXT,"                                                                        \
    " text TEXT,"                                                                        \
    " answers INTEGER,"                                                                  \
    " since_ms INTEGER,"                                                                 \
    " due_ms INTEGER,"                                                                   \
    " dice TEXT,"                                                                        \
    " sum INTEGER NOT NULL"
#define RECENT_TABLE                                                                     \
    "TABLE recent(n INTEGER PRIMARY KEY," EVENT_TYPES ", key TEXT) STRICT;"

/* Migration i brings a store from version i to i + 1; an empty file is version 0.  Never
 * change a row that has been released: add the next one.
 *
 * NULL means absent.  Server times (ms) are the bits of a uint64_t. */
static const char *const migrations[] = {
    /* The store as a whole. */
    "PRAGMA application_id = " APPLICATION_ID_TEXT ";"
    "CREATE TABLE meta("
    " one INTEGER PRIMARY KEY CHECK(one = 1),"
    " time_ms INTEGER NOT NULL" /* server time of the last transaction */
    ") STRICT;"
    "INSERT INTO meta VALUES(1, 0);"
    /* Sessions. */
    "CREATE TABLE sessions("
    " id INTEGER PRIMARY KEY,"
    " name TEXT NOT NULL,"
    " token_hash BLOB NOT NULL"
    ") STRICT;"
    /* Games: how they began, what became of them, how they ended. */
    "CREATE TABLE games("
    " n INTEGER PRIMARY KEY AUTOINCREMENT," /* never used again */
    " id TEXT NOT NULL UNIQUE,"
    " room TEXT NOT NULL,"
    " game TEXT NOT NULL," /* with its options */
    " time TEXT,"          /* 5+10 */
    " secret BLOB NOT NULL,"
    " seq INTEGER NOT NULL,"
    " last_game_id TEXT,"
    " legs INTEGER NOT NULL,"
    " leg INTEGER NOT NULL,"
    " created_s INTEGER NOT NULL,"
    " sum INTEGER NOT NULL,"  /* of all above but n, and of the seats */
    " live INTEGER NOT NULL," /* 1: its room has no other game yet */
    " damage TEXT,"           /* why it was set aside */
    " end_seq INTEGER,"       /* the last event of the game; talk may follow */
    " white TEXT COLLATE NOCASE,"
    " black TEXT COLLATE NOCASE,"
    " outcome TEXT," /* NULL: called off */
    " reason TEXT,"
    " started_s INTEGER,"
    " ended_s INTEGER," /* NULL: not over */
    " end_sum INTEGER"  /* of end_seq to ended_s, after that event */
    ") STRICT;"
    "CREATE INDEX games_live ON games(live) WHERE live = 1;"
    "CREATE INDEX games_room ON games(room, live) WHERE live = 1;"
    "CREATE INDEX games_damaged ON games(n) WHERE damage IS NOT NULL;"
    "CREATE INDEX games_ended ON games(ended_s) WHERE ended_s IS NOT NULL;"
    "CREATE INDEX games_white ON games(white, ended_s) WHERE ended_s IS NOT NULL;"
    "CREATE INDEX games_black ON games(black, ended_s) WHERE ended_s IS NOT NULL;"
    /* The players as a game begins. */
    "CREATE TABLE seats("
    " game INTEGER NOT NULL,"
    " side INTEGER NOT NULL," /* 0 white, 1 black */
    " session INTEGER,"
    " name TEXT,"
    " away INTEGER NOT NULL,"
    " overdue INTEGER,"
    " by_server INTEGER,"
    " since_ms INTEGER,"
    " due_ms INTEGER,"
    " held_ms INTEGER,"
    " last_from INTEGER,"
    " last_to INTEGER,"
    " last_move TEXT,"
    " halves INTEGER NOT NULL,"
    " captured INTEGER NOT NULL,"
    " PRIMARY KEY(game, side)"
    ") STRICT, WITHOUT ROWID;"
    /* The logs. */
    "CREATE TABLE events(" EVENT_TYPES ","
    " PRIMARY KEY(game, seq)"
    ") STRICT, WITHOUT ROWID;",
    /* Dice totals of finished games; name '': of all players. */
    "CREATE TABLE dice("
    " name TEXT NOT NULL COLLATE NOCASE,"
    " dice TEXT NOT NULL," /* 2 six-sided */
    " throws INTEGER NOT NULL,"
    " n0 INTEGER NOT NULL," /* how often the lowest value, then the next ones */
    " n1 INTEGER NOT NULL,"
    " n2 INTEGER NOT NULL,"
    " n3 INTEGER NOT NULL,"
    " n4 INTEGER NOT NULL,"
    " n5 INTEGER NOT NULL,"
    " PRIMARY KEY(name, dice)"
    ") STRICT, WITHOUT ROWID;",
    /* rated: 1 or NULL; word_hash: of a private room. */
    ("ALTER TABLE games ADD COLUMN rated INTEGER;"
     "ALTER TABLE games ADD COLUMN word_hash BLOB;"),
    /* Accounts. */
    "CREATE TABLE accounts("
    " id INTEGER PRIMARY KEY AUTOINCREMENT," /* never used again */
    " name TEXT NOT NULL UNIQUE COLLATE NOCASE,"
    " password TEXT NOT NULL," /* hash, with its salt and cost */
    " created_s INTEGER NOT NULL"
    ") STRICT;"
    "ALTER TABLE sessions ADD COLUMN account INTEGER;", /* NULL: a guest's */
    /* Banned names and addresses. */
    "CREATE TABLE bans("
    " n INTEGER PRIMARY KEY,"
    " who TEXT NOT NULL UNIQUE COLLATE NOCASE,"
    " at_s INTEGER NOT NULL,"    /* Unix time */
    " until_s INTEGER NOT NULL," /* 0: forever */
    " text TEXT NOT NULL"        /* why; '' */
    ") STRICT;",
    /* Ratings: as the period of the latest rated game began, the sums of that period
     * (rating.h), and what `top` selects by. */
    "CREATE TABLE ratings("
    " account INTEGER NOT NULL,"
    " kind TEXT NOT NULL,"      /* royal-ur, without options */
    " period INTEGER NOT NULL," /* days since 1970 */
    " rating REAL NOT NULL,"
    " deviation REAL NOT NULL,"
    " volatility REAL NOT NULL,"
    " n INTEGER NOT NULL,"
    " information INTEGER NOT NULL,"
    " surprise INTEGER NOT NULL,"
    " games INTEGER NOT NULL,"        /* in all periods */
    " now REAL NOT NULL,"             /* the rating, those games included */
    " listed_until INTEGER NOT NULL," /* last period in which it is listed; -1: none */
    " PRIMARY KEY(account, kind)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX ratings_top ON ratings(kind, now DESC, account, listed_until);"
    /* Each rated game, with both ratings as its period began: all ratings can be computed
     * again from these rows. */
    "CREATE TABLE rated("
    " game INTEGER PRIMARY KEY," /* its number */
    " kind TEXT NOT NULL,"
    " period INTEGER NOT NULL,"
    " white_halves INTEGER NOT NULL," /* 2: white has won, 1: a draw, 0: black has won */
    " white INTEGER,"                 /* account; NULL: forgotten */
    " white_rating REAL NOT NULL,"
    " white_deviation REAL NOT NULL,"
    " white_volatility REAL NOT NULL,"
    " black INTEGER,"
    " black_rating REAL NOT NULL,"
    " black_deviation REAL NOT NULL,"
    " black_volatility REAL NOT NULL"
    ") STRICT;"
    "CREATE INDEX rated_white ON rated(white) WHERE white IS NOT NULL;"
    "CREATE INDEX rated_black ON rated(black) WHERE black IS NOT NULL;",
    /* Gags: names that an account's owner does not want to hear. */
    "CREATE TABLE gags("
    " account INTEGER NOT NULL,"
    " name TEXT NOT NULL COLLATE NOCASE,"
    " PRIMARY KEY(account, name)"
    ") STRICT, WITHOUT ROWID;",
    /* Profiles, as struct profile. */
    "CREATE TABLE profiles("
    " account INTEGER PRIMARY KEY,"
    " games TEXT NOT NULL," /* all, none, or their ids with + between */
    " rated INTEGER NOT NULL,"
    " clock INTEGER NOT NULL,"
    " no_bots INTEGER NOT NULL,"
    " is_bot INTEGER NOT NULL,"
    " more INTEGER NOT NULL"
    ") STRICT;",
    /* Accounts to be forgotten, and indexes to find their names. */
    ("ALTER TABLE accounts ADD COLUMN forgotten INTEGER;" /* 1: to be deleted */
     "CREATE INDEX accounts_forgotten ON accounts(id) WHERE forgotten = 1;"
     "CREATE INDEX seats_name ON seats(name COLLATE NOCASE) WHERE name IS NOT NULL;"
     "CREATE INDEX events_name ON events(name COLLATE NOCASE) WHERE name IS NOT NULL;"
     "CREATE INDEX gags_name ON gags(name);"),
    /* Whether the server plays forced moves. */
    "ALTER TABLE profiles ADD COLUMN auto_moves INTEGER NOT NULL DEFAULT 0;",
    /* The account that has the operator's role, for each name given with --operator. */
    "CREATE TABLE operators("
    " name TEXT PRIMARY KEY NOT NULL COLLATE NOCASE,"
    " account INTEGER NOT NULL" /* 0: nobody had the name at the first start with the
                                   option */
    ") STRICT, WITHOUT ROWID;",
    /* Names are compared by their keys (proto/name.h).  So far all names were ASCII, for
     * which lower() makes the key, and unique without case: no two accounts clash. */
    ("ALTER TABLE accounts ADD COLUMN key TEXT NOT NULL DEFAULT '';"
     "UPDATE accounts SET key = lower(name);"
     "CREATE UNIQUE INDEX accounts_key ON accounts(key);"
     "ALTER TABLE gags ADD COLUMN key TEXT NOT NULL DEFAULT '';"
     "UPDATE gags SET key = lower(name);"
     "DROP INDEX gags_name;"
     "CREATE INDEX gags_key ON gags(key);"
     "ALTER TABLE games ADD COLUMN white_key TEXT;"
     "ALTER TABLE games ADD COLUMN black_key TEXT;"
     "DROP INDEX games_white;"
     "DROP INDEX games_black;"
     "UPDATE games SET white_key = lower(white), black_key = lower(black) "
     "WHERE ended_s IS NOT NULL;"
     "CREATE INDEX games_white ON games(white_key, ended_s) WHERE ended_s IS NOT NULL;"
     "CREATE INDEX games_black ON games(black_key, ended_s) WHERE ended_s IS NOT NULL;"
     "ALTER TABLE seats ADD COLUMN key TEXT;"
     "UPDATE seats SET key = lower(name) WHERE name IS NOT NULL;"
     "DROP INDEX seats_name;"
     "CREATE INDEX seats_key ON seats(key) WHERE key IS NOT NULL;"
     "ALTER TABLE events ADD COLUMN key TEXT;"
     "UPDATE events SET key = lower(name) WHERE name IS NOT NULL;"
     "DROP INDEX events_name;"
     "CREATE INDEX events_key ON events(key) WHERE key IS NOT NULL;"),
    /* How many games were called off because of an account. */
    "CREATE TABLE call_offs("
    " account INTEGER NOT NULL,"
    " reason TEXT NOT NULL," /* aborted, unopened */
    " n INTEGER NOT NULL,"
    " PRIMARY KEY(account, reason)"
    ") STRICT, WITHOUT ROWID;",
    /* One-time passwords, which operators set. */
    ("ALTER TABLE accounts ADD COLUMN once TEXT;" /* hash; NULL: none is valid */
     "ALTER TABLE accounts ADD COLUMN once_until_s INTEGER;"
     "ALTER TABLE accounts ADD COLUMN once_set_s INTEGER;" /* kept after it expires */
     "ALTER TABLE accounts ADD COLUMN once_used INTEGER;" /* 1: tell the owner */),
    /* The class of finished games (enum game_class), to delete the oldest of too many;
     * how many there are; an index of dead games. */
    ("ALTER TABLE games ADD COLUMN class INTEGER;"
     "UPDATE games SET class = CASE"
     " WHEN n IN (SELECT game FROM rated) THEN 2"
     " WHEN white_key IN (SELECT key FROM accounts)"
     "  OR black_key IN (SELECT key FROM accounts) THEN 1"
     " ELSE 0 END WHERE ended_s IS NOT NULL;"
     "CREATE INDEX games_class ON games(class, ended_s, n)"
     " WHERE live = 0 AND ended_s IS NOT NULL;"
     "CREATE INDEX games_dead ON games(n)"
     " WHERE live = 0 AND ended_s IS NULL AND damage IS NULL;"
     "ALTER TABLE meta ADD COLUMN games INTEGER NOT NULL DEFAULT 0;"
     "UPDATE meta SET games ="
     " (SELECT count(*) FROM games WHERE ended_s IS NOT NULL);"),
    /* The number of different rated opponents, and an index to find a new one. */
    ("ALTER TABLE ratings ADD COLUMN opponents INTEGER NOT NULL DEFAULT 0;"
     "DROP INDEX rated_white;"
     "CREATE INDEX rated_white ON rated(white, black, kind) WHERE white IS NOT NULL;"
     "UPDATE ratings SET opponents = (SELECT count(*) FROM"
     " (SELECT black FROM rated WHERE white = account AND rated.kind = ratings.kind"
     "   AND black IS NOT NULL"
     "  UNION SELECT white FROM rated WHERE black = account"
     "   AND rated.kind = ratings.kind AND white IS NOT NULL));"
     "DROP INDEX ratings_top;"
     "CREATE INDEX ratings_top ON"
     " ratings(kind, now DESC, account, listed_until, opponents);"),
    /* The session that has sat in a room longest, and since when both seats are taken. */
    ("ALTER TABLE games ADD COLUMN opener INTEGER;" /* session */
     "ALTER TABLE games ADD COLUMN seated_ms INTEGER;"),
    /* Dice totals belong to keys, too; they are compared with those of accounts and
       games. */
    "UPDATE dice SET name = lower(name);",
    /* The latest events of all games, in the order in which they came (recent.c).  The
     * view `log` shows all events. */
    ("CREATE " RECENT_TABLE
     "CREATE INDEX recent_key ON recent(key) WHERE key IS NOT NULL;"
     "CREATE VIEW log AS SELECT " EVENT_COLUMNS " FROM events UNION "
     "SELECT " EVENT_COLUMNS " FROM recent;"),
};
#define VERSION ((int)(sizeof migrations / sizeof migrations[0]))

/* The last version in which all events are in `events`. */
#define VERSION_WITHOUT_RECENT 18
_Static_assert(VERSION == VERSION_WITHOUT_RECENT + 1, "what a reader must know");

int store_version(void) {
    return VERSION;
}

/* --- version --- */

void store_sqlite_error(sqlite3 *db, char fault[static FAULT_BYTES]) {
    int system = sqlite3_system_errno(db);
    int code = sqlite3_errcode(db);
    bool by_system = (code == SQLITE_IOERR || code == SQLITE_CANTOPEN) && system != 0;
    snprintf(fault, FAULT_BYTES, "%s%s%s", sqlite3_errmsg(db), by_system ? ": " : "",
             by_system ? strerror(system) : "");
}

/* Reads the number that a pragma or a SELECT returns.  False with a fault. */
static bool ask(sqlite3 *db, const char *sql, int64_t *number,
                char fault[static FAULT_BYTES]) {
    sqlite3_stmt *stmt = NULL;
    bool ok = sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) == SQLITE_OK &&
              sqlite3_step(stmt) == SQLITE_ROW;
    if (ok) {
        *number = sqlite3_column_int64(stmt, 0);
    } else if (sqlite3_errcode(db) == SQLITE_NOTADB) {
        snprintf(fault, FAULT_BYTES, "not a database of alead");
    } else {
        store_sqlite_error(db, fault);
    }
    sqlite3_finalize(stmt);
    return ok;
}

static bool run(sqlite3 *db, const char *sql, char fault[static FAULT_BYTES]) {
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK) {
        return true;
    }
    store_sqlite_error(db, fault);
    return false;
}

/* The version of a store; 0: an empty file. */
static bool find_version(sqlite3 *db, int64_t *version, char fault[static FAULT_BYTES]) {
    int64_t id, n_tables;
    if (!ask(db, "PRAGMA application_id", &id, fault) ||
        !ask(db, "PRAGMA user_version", version, fault) ||
        !ask(db, "SELECT count(*) FROM sqlite_schema", &n_tables, fault)) {
        return false;
    }
    bool is_empty = id == 0 && *version == 0 && n_tables == 0;
    if (id != APPLICATION_ID && !is_empty) {
        snprintf(fault, FAULT_BYTES, "not a database of alead");
        return false;
    }
    if (*version > VERSION || *version < 0) {
        snprintf(fault, FAULT_BYTES,
                 "made by a later alead: it has version %lld, this one knows %d",
                 (long long)*version, VERSION);
        return false;
    }
    return true;
}

bool store_migrate(sqlite3 *db, int64_t from, int64_t to,
                   char fault[static FAULT_BYTES]) {
    for (int64_t version = from; version < to; version++) {
        char set[64];
        snprintf(set, sizeof set, "PRAGMA user_version = %d; COMMIT", (int)version + 1);
        if (!run(db, "BEGIN IMMEDIATE", fault) || !run(db, migrations[version], fault) ||
            !run(db, set, fault)) {
            sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
            return false;
        }
    }
    return true;
}

/* Bytes of a page of a new file.  A commit writes whole pages, and for a single move
 * little else.  So SQLite's smallest page is best, and it is no worse for many moves at
 * once.  A file that exists keeps its page size: SQLite changes it only by rewriting
 * the whole file. */
#define PAGE_SIZE "512"

/* Uses a write-ahead log: readers do not wait, and a commit is one write. */
static bool use_wal(sqlite3 *db, char fault[static FAULT_BYTES]) {
    sqlite3_stmt *stmt = NULL;
    bool ok = run(db, "PRAGMA page_size = " PAGE_SIZE, fault) &&
              sqlite3_prepare_v2(db, "PRAGMA journal_mode = WAL", -1, &stmt, NULL) ==
                  SQLITE_OK &&
              sqlite3_step(stmt) == SQLITE_ROW;
    if (!ok) {
        store_sqlite_error(db, fault);
    } else if (strcmp((const char *)sqlite3_column_text(stmt, 0), "wal") != 0) {
        snprintf(fault, FAULT_BYTES, "this file system cannot hold a database in use");
        ok = false;
    }
    sqlite3_finalize(stmt);
    return ok;
}

/* Uses no journal in memory.  No write fails there, as out of memory ends the program,
 * so nothing needs to be rolled back. */
static bool use_no_journal(sqlite3 *db, char fault[static FAULT_BYTES]) {
    return run(db, "PRAGMA journal_mode = OFF", fault);
}

/* Out of descriptors, SQLite opens the file, or the shared memory beside it, read-only.
 * It reports that only at the first write; then no game could go on until the next start.
 * So this tries a write.  Another tool that is writing just now is no failure. */
static bool can_write(sqlite3 *db, char fault[static FAULT_BYTES]) {
    if (sqlite3_db_readonly(db, "main") != 0) {
        snprintf(fault, FAULT_BYTES, "it could be opened for reading only");
        return false;
    }
    int rc = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    if (rc == SQLITE_OK) {
        rc = sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    }
    if (rc != SQLITE_OK && (rc & 0xFF) != SQLITE_BUSY) {
        store_sqlite_error(db, fault);
        return false;
    }
    return true;
}

/* A file of version 18 has no recent events, and is otherwise the same. */
static bool prepare_for_reading(sqlite3 *db, int64_t version,
                                char fault[static FAULT_BYTES]) {
    if (version == VERSION_WITHOUT_RECENT) {
        return run(db, "PRAGMA temp_store = MEMORY; CREATE TEMP " RECENT_TABLE, fault);
    }
    if (version < VERSION) {
        snprintf(fault, FAULT_BYTES, "made by an earlier alead: start alead with it");
    }
    return version == VERSION;
}

#define DAMAGED_TABLES                                                                   \
    "SELECT count(*) FROM sqlite_schema WHERE type = 'table' "                           \
    "AND name GLOB 'recent_damaged_*'"

int64_t sqlite_n_damaged(struct db *db) {
    int64_t n = 0;
    char fault[FAULT_BYTES];
    return ask(((struct sqlite_db *)db)->main, DAMAGED_TABLES, &n, fault) ? n : 0;
}

/* The index of the old table keeps its name, as it may be damaged, too.  The view `log`
 * shows the new table: with legacy_alter_table it does not follow the old one. */
bool sqlite_renew_recent(struct db *db) {
    sqlite3 *sqlite = ((struct sqlite_db *)db)->main;
    int64_t n;
    char sql[1024];
    if (!ask(sqlite, DAMAGED_TABLES, &n, db->fault)) {
        return false;
    }
    int len = snprintf(sql, sizeof sql,
                       "PRAGMA legacy_alter_table = ON;"
                       "ALTER TABLE recent RENAME TO recent_damaged_%d;"
                       "CREATE " RECENT_TABLE
                       "CREATE INDEX recent_key_%d ON recent(key) WHERE key IS NOT NULL;",
                       (int)n + 1, (int)n + 1);
    assert(len < (int)sizeof sql);
    bool ok = run(sqlite, sql, db->fault);
    sqlite3_exec(sqlite, "PRAGMA legacy_alter_table = OFF", NULL, NULL, NULL);
    return ok;
}

bool store_prepare_schema(sqlite3 *db, const struct store_config *config,
                          char fault[static FAULT_BYTES]) {
    int64_t version;
    if (!run(db, "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON", fault) ||
        !find_version(db, &version, fault)) {
        return false;
    }
    if (config->read_only) {
        return prepare_for_reading(db, version, fault);
    }
    if (!(strcmp(config->path, STORE_MEMORY) == 0 ? use_no_journal(db, fault)
                                                  : use_wal(db, fault))) {
        return false;
    }
    const char *sync = config->durability == DURABILITY_FULL
                           ? "PRAGMA synchronous = FULL"
                           : "PRAGMA synchronous = NORMAL";
    /* secure_delete: overwrites what is deleted, such as names and chat. */
    return run(db, sync, fault) && run(db, "PRAGMA secure_delete = ON", fault) &&
           store_migrate(db, version, VERSION, fault) && can_write(db, fault);
}
