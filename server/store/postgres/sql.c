/* The statements of a PostgreSQL store that differ from SQLite's. */
#include "server/store/postgres/session.h"

#include "server/store/postgres/pipeline.h"

const char postgres_add_events[] =
    "INSERT INTO events(" EVENT_COLUMNS ", key) SELECT * FROM unnest("
    "$1::int8[], $2::int8[], $3::int8[], $4::int8[], $5::text[], $6::int8[], $7::int8[], "
    "$8::text[], $9::text[], $10::int8[], $11::int8[], $12::int8[], $13::text[], "
    "$14::int8[], $15::text[])";

#define UNUSED                                                                           \
    { .is_unused = true }

const struct postgres_sql postgres_sql[STATEMENT_COUNT] = {
    [SQL_BEGIN] = {.text = "BEGIN"},
    [SQL_PUT_TIME] = UNUSED,
    [SQL_TIME] = {.text = "SELECT max(time_ms) FROM servers"},
    [SQL_PUT_SESSION] =
        {.text = "INSERT INTO sessions(id, name, token_hash, account) "
                 "VALUES($1, $2, $3, $4) ON CONFLICT(id) DO UPDATE SET name = $2, "
                 "token_hash = $3, account = $4"},
    [SQL_ADD_ACCOUNT] =
        {.text =
             "WITH last AS (UPDATE meta SET last_account = greatest(last_account, $5)) "
             "INSERT INTO accounts(name, password, created_s, key, id) "
             "VALUES($1, $2, $3, $4, $5)"},
    [SQL_LAST_ACCOUNT] = {.text = "SELECT last_account FROM meta"},
    [SQL_PUT_PROFILE] =
        {.text =
             "INSERT INTO profiles(account, games, rated, clock, no_bots, is_bot, more, "
             "auto_moves) VALUES($1, $2, $3, $4, $5, $6, $7, $8) "
             "ON CONFLICT(account) DO UPDATE SET games = $2, rated = $3, clock = $4, "
             "no_bots = $5, is_bot = $6, more = $7, auto_moves = $8"},
    [SQL_FIND_NAMED] = {.text =
                            "SELECT game FROM seats WHERE key = $1 "
                            "UNION ALL SELECT game FROM events WHERE key = $1 LIMIT 1"},
    [SQL_PUT_OPERATOR] = {.text = "INSERT INTO operators(name, account) VALUES($2, $1) "
                                  "ON CONFLICT(name) DO UPDATE SET account = $1"},
    [SQL_ADD_GAG] = {.text = "INSERT INTO gags(account, name, key) VALUES($1, $2, $3) "
                             "ON CONFLICT DO NOTHING"},
    [SQL_REMOVE_GAG] = {.text = "DELETE FROM gags WHERE account = $1 AND key = $3 "
                                "AND $2::text IS NULL"},
    [SQL_ADD_GAME] =
        {.text = "WITH last AS (UPDATE meta SET last_game = greatest(last_game, $15)) "
                 "INSERT INTO games(" START_COLUMNS ", " TERM_COLUMNS ", live, sum, n) "
                 "VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 1, "
                 "0, $15)"},
    [SQL_LAST_GAME] = {.text = "SELECT last_game FROM meta"},
    [SQL_PUT_BAN] =
        {.text = "INSERT INTO bans(who, at_s, until_s, text) VALUES($1, $2, $3, $4) "
                 "ON CONFLICT(lower(who)) DO UPDATE SET at_s = $2, until_s = $3, "
                 "text = $4"},
    [SQL_REMOVE_BAN] = {.text = "DELETE FROM bans "
                                "WHERE lower(who) = lower($1::text COLLATE \"C\")"},
    /* One event; many are added by postgres_add_events. */
    [SQL_ADD_EVENT] = {.text = "INSERT INTO events(" EVENT_COLUMNS
                               ", key) VALUES($1, $2, $3, $4, $5, $6, "
                               "$7, $8, $9, $10, $11, $12, $13, $14, $15)"},
    [SQL_RECENT] = UNUSED,
    [SQL_RECENT_SUM] = UNUSED,
    [SQL_RECENT_EVENT] = UNUSED,
    [SQL_IS_FILED] = UNUSED,
    [SQL_FILE_EVENT] = UNUSED,
    [SQL_DELETE_RECENT] = UNUSED,
    [SQL_DELETE_FILED] = UNUSED,
    [SQL_LIVE_IN_ROOM] = {.text = "SELECT n FROM games WHERE live = 1 AND room = $1 "
                                  "LIMIT 1"},
    [SQL_DEAD_GAME] = {.text = "SELECT n FROM games WHERE " DEAD " AND n > $1 ORDER BY n "
                               "LIMIT 1"},
    [SQL_OLDEST_OF_CLASS] = {.text = "SELECT n FROM games WHERE class = $1 AND live = 0 "
                                     "AND ended_s < $2 ORDER BY ended_s, n LIMIT 1"},
    [SQL_SIZE] = {.text = "SELECT n, n FROM "
                          "(SELECT pg_database_size(current_database()) AS n) AS size"},
    [SQL_HAS_SET_ASIDE] = {.text =
                               "SELECT 1 FROM games WHERE damage IS NOT NULL LIMIT 1"},
    /* LIMIT: one, unless ahead.c says how many. */
    [SQL_NEXT_LIVE] = {.text = "SELECT n FROM games WHERE live = 1 AND n > $1 ORDER BY n "
                               "LIMIT coalesce($2::int8, 1)"},
    [SQL_SESSIONS] = {.text = "SELECT id, name, token_hash, account FROM sessions "
                              "WHERE id > $1 ORDER BY id LIMIT coalesce($2::int8, 1)"},
    [SQL_NEXT_LIVE_SCAN] = {.text = "SELECT n FROM games WHERE live = 1 AND n > $1 "
                                    "ORDER BY n LIMIT 1"},
    [SQL_LIST] = {.text = "SELECT " LIST_COLUMNS " FROM games WHERE ended_s IS NOT NULL "
                          "AND $1::text IS NULL AND (ended_s, n) < ($3, $4) "
                          "ORDER BY ended_s DESC, n DESC LIMIT $2"},
    [SQL_PUT_RATING] =
        {.text =
             "INSERT INTO ratings(account, kind, " RATING_COLUMNS ", now, "
             "listed_until) VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, "
             "$13) ON CONFLICT(account, kind) DO UPDATE SET period = $3, rating = $4, "
             "deviation = $5, volatility = $6, n = $7, information = $8, "
             "surprise = $9, games = $10, opponents = $11, now = $12, "
             "listed_until = $13"},
    [SQL_END_TURN] = {.text = "SELECT end_turn($1, $2, $3)"},
};
