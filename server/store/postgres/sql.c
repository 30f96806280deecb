/* The SQL of a PostgreSQL store: tables, and statements that differ from SQLite's. */
#include "server/store/postgres/postgres.h"

#include "server/store/postgres/pipeline.h"

/* The columns are those of schema.c, where they are explained; but events are added to
 * their table at once, and the numbers that were given are kept in meta.  Names are
 * compared by their keys, and everything else bytewise. */
const char *const postgres_tables[] = {
    "CREATE TABLE meta("
    " one BIGINT PRIMARY KEY CHECK(one = 1),"
    " application TEXT NOT NULL,"
    " version BIGINT NOT NULL,"
    " games BIGINT NOT NULL,"     /* finished games that are kept */
    " last_game BIGINT NOT NULL," /* the highest number that one has had */
    " last_account BIGINT NOT NULL"
    ");"
    "INSERT INTO meta VALUES(1, 'alea', 1, 0, 0, 0);"
    /* Who may write: each connection of a server takes a new epoch, and each transaction
     * says with which it was made, and its number. */
    "CREATE TABLE servers("
    " name TEXT PRIMARY KEY,"
    " holder TEXT NOT NULL," /* a process and its id */
    " epoch BIGINT NOT NULL,"
    " turn BIGINT NOT NULL,"
    " time_ms BIGINT NOT NULL" /* server time of the last transaction */
    ");"
    "INSERT INTO servers VALUES('alead', 'nobody', 0, 0, 0);"
    "CREATE FUNCTION end_turn(my_epoch BIGINT, my_turn BIGINT, my_time_ms BIGINT)"
    " RETURNS VOID LANGUAGE plpgsql AS $$ BEGIN"
    " UPDATE servers SET turn = my_turn, time_ms = my_time_ms"
    "  WHERE name = 'alead' AND epoch = my_epoch;"
    " IF NOT FOUND THEN"
    "  RAISE EXCEPTION 'another alead has taken over this database'"
    "   USING ERRCODE = '" PIPELINE_FENCED "';"
    " END IF; END $$;"
    "CREATE TABLE sessions("
    " id BIGINT PRIMARY KEY,"
    " name TEXT NOT NULL,"
    " token_hash BYTEA NOT NULL,"
    " account BIGINT"
    ");",
    "CREATE TABLE games("
    " n BIGINT PRIMARY KEY,"
    " id TEXT COLLATE \"C\" NOT NULL UNIQUE,"
    " room TEXT COLLATE \"C\" NOT NULL,"
    " game TEXT NOT NULL,"
    " time TEXT,"
    " secret BYTEA NOT NULL,"
    " seq BIGINT NOT NULL,"
    " last_game_id TEXT,"
    " legs BIGINT NOT NULL,"
    " leg BIGINT NOT NULL,"
    " created_s BIGINT NOT NULL,"
    " sum BIGINT NOT NULL,"
    " live BIGINT NOT NULL,"
    " damage TEXT,"
    " end_seq BIGINT,"
    " white TEXT,"
    " black TEXT,"
    " outcome TEXT,"
    " reason TEXT,"
    " started_s BIGINT,"
    " ended_s BIGINT,"
    " end_sum BIGINT,"
    " rated BIGINT,"
    " word_hash BYTEA,"
    " white_key TEXT COLLATE \"C\","
    " black_key TEXT COLLATE \"C\","
    " class BIGINT,"
    " opener BIGINT,"
    " seated_ms BIGINT"
    ");"
    "CREATE INDEX games_live ON games(n) WHERE live = 1;"
    "CREATE INDEX games_room ON games(room) WHERE live = 1;"
    "CREATE INDEX games_damaged ON games(n) WHERE damage IS NOT NULL;"
    "CREATE INDEX games_ended ON games(ended_s DESC, n DESC) WHERE ended_s IS NOT NULL;"
    "CREATE INDEX games_white ON games(white_key, ended_s DESC, n DESC)"
    " WHERE ended_s IS NOT NULL;"
    "CREATE INDEX games_black ON games(black_key, ended_s DESC, n DESC)"
    " WHERE ended_s IS NOT NULL;"
    "CREATE INDEX games_class ON games(class, ended_s, n)"
    " WHERE live = 0 AND ended_s IS NOT NULL;"
    "CREATE INDEX games_dead ON games(n)"
    " WHERE live = 0 AND ended_s IS NULL AND damage IS NULL;"
    "CREATE TABLE seats("
    " game BIGINT NOT NULL,"
    " side BIGINT NOT NULL,"
    " session BIGINT,"
    " name TEXT,"
    " away BIGINT NOT NULL,"
    " overdue BIGINT,"
    " by_server BIGINT,"
    " since_ms BIGINT,"
    " due_ms BIGINT,"
    " held_ms BIGINT,"
    " last_from BIGINT,"
    " last_to BIGINT,"
    " last_move TEXT,"
    " halves BIGINT NOT NULL,"
    " captured BIGINT NOT NULL,"
    " key TEXT COLLATE \"C\","
    " PRIMARY KEY(game, side)"
    ");"
    "CREATE INDEX seats_key ON seats(key) WHERE key IS NOT NULL;",
    "CREATE TABLE events("
    " game BIGINT NOT NULL,"
    " seq BIGINT NOT NULL,"
    " at_ms BIGINT NOT NULL,"
    " at_s BIGINT NOT NULL,"
    " kind TEXT NOT NULL,"
    " side BIGINT,"
    " session BIGINT,"
    " name TEXT,"
    " text TEXT,"
    " answers BIGINT,"
    " since_ms BIGINT,"
    " due_ms BIGINT,"
    " dice TEXT,"
    " sum BIGINT NOT NULL,"
    " key TEXT COLLATE \"C\","
    " PRIMARY KEY(game, seq)"
    ");"
    "CREATE INDEX events_key ON events(key) WHERE key IS NOT NULL;"
    "CREATE TABLE dice("
    " name TEXT COLLATE \"C\" NOT NULL,"
    " dice TEXT COLLATE \"C\" NOT NULL,"
    " throws BIGINT NOT NULL,"
    " n0 BIGINT NOT NULL,"
    " n1 BIGINT NOT NULL,"
    " n2 BIGINT NOT NULL,"
    " n3 BIGINT NOT NULL,"
    " n4 BIGINT NOT NULL,"
    " n5 BIGINT NOT NULL,"
    " PRIMARY KEY(name, dice)"
    ");"
    "CREATE TABLE accounts("
    " id BIGINT PRIMARY KEY,"
    " name TEXT NOT NULL,"
    " password TEXT NOT NULL,"
    " created_s BIGINT NOT NULL,"
    " forgotten BIGINT,"
    " key TEXT COLLATE \"C\" NOT NULL UNIQUE,"
    " once TEXT,"
    " once_until_s BIGINT,"
    " once_set_s BIGINT,"
    " once_used BIGINT"
    ");"
    "CREATE INDEX accounts_forgotten ON accounts(id) WHERE forgotten = 1;"
    "CREATE TABLE bans("
    " n BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,"
    " who TEXT COLLATE \"C\" NOT NULL,"
    " at_s BIGINT NOT NULL,"
    " until_s BIGINT NOT NULL,"
    " text TEXT NOT NULL"
    ");"
    "CREATE UNIQUE INDEX bans_who ON bans(lower(who));" /* ASCII, as the collation is C */
    "CREATE TABLE ratings("
    " account BIGINT NOT NULL,"
    " kind TEXT COLLATE \"C\" NOT NULL,"
    " period BIGINT NOT NULL,"
    " rating DOUBLE PRECISION NOT NULL,"
    " deviation DOUBLE PRECISION NOT NULL,"
    " volatility DOUBLE PRECISION NOT NULL,"
    " n BIGINT NOT NULL,"
    " information BIGINT NOT NULL,"
    " surprise BIGINT NOT NULL,"
    " games BIGINT NOT NULL,"
    " now DOUBLE PRECISION NOT NULL,"
    " listed_until BIGINT NOT NULL,"
    " opponents BIGINT NOT NULL,"
    " PRIMARY KEY(account, kind)"
    ");"
    "CREATE INDEX ratings_top ON"
    " ratings(kind, now DESC, account, listed_until, opponents);"
    "CREATE TABLE rated("
    " game BIGINT PRIMARY KEY,"
    " kind TEXT COLLATE \"C\" NOT NULL,"
    " period BIGINT NOT NULL,"
    " white_halves BIGINT NOT NULL,"
    " white BIGINT,"
    " white_rating DOUBLE PRECISION NOT NULL,"
    " white_deviation DOUBLE PRECISION NOT NULL,"
    " white_volatility DOUBLE PRECISION NOT NULL,"
    " black BIGINT,"
    " black_rating DOUBLE PRECISION NOT NULL,"
    " black_deviation DOUBLE PRECISION NOT NULL,"
    " black_volatility DOUBLE PRECISION NOT NULL"
    ");"
    "CREATE INDEX rated_white ON rated(white, black, kind) WHERE white IS NOT NULL;"
    "CREATE INDEX rated_black ON rated(black) WHERE black IS NOT NULL;"
    "CREATE TABLE gags("
    " account BIGINT NOT NULL,"
    " name TEXT COLLATE \"C\" NOT NULL,"
    " key TEXT COLLATE \"C\" NOT NULL"
    ");"
    "CREATE UNIQUE INDEX gags_name ON gags(account, lower(name));"
    "CREATE INDEX gags_key ON gags(key);"
    "CREATE TABLE profiles("
    " account BIGINT PRIMARY KEY,"
    " games TEXT NOT NULL,"
    " rated BIGINT NOT NULL,"
    " clock BIGINT NOT NULL,"
    " no_bots BIGINT NOT NULL,"
    " is_bot BIGINT NOT NULL,"
    " more BIGINT NOT NULL,"
    " auto_moves BIGINT NOT NULL"
    ");"
    "CREATE TABLE operators("
    " name TEXT COLLATE \"C\" PRIMARY KEY,"
    " account BIGINT NOT NULL"
    ");"
    "CREATE TABLE call_offs("
    " account BIGINT NOT NULL,"
    " reason TEXT COLLATE \"C\" NOT NULL,"
    " n BIGINT NOT NULL,"
    " PRIMARY KEY(account, reason)"
    ");",
    NULL};

const char postgres_add_events[] =
    "INSERT INTO events(" EVENT_COLUMNS ", key) SELECT * FROM unnest("
    "$1::int8[], $2::int8[], $3::int8[], $4::int8[], $5::text[], $6::int8[], $7::int8[], "
    "$8::text[], $9::text[], $10::int8[], $11::int8[], $12::int8[], $13::text[], "
    "$14::int8[], $15::text[])";

#define UNUSED                                                                           \
    { .is_unused = true }

const struct postgres_sql postgres_sql[STATEMENT_COUNT] = {
    [SQL_BEGIN] = {.text = "BEGIN"},
    [SQL_PUT_TIME] = {.text = "SELECT end_turn($1, $2, $3)"},
    [SQL_TIME] = {.text = "SELECT time_ms FROM servers WHERE name = 'alead'"},
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
    [SQL_PAGES] = UNUSED,
    [SQL_FREE_PAGES] = UNUSED,
    [SQL_PAGE_BYTES] = {.text = "SELECT pg_database_size(current_database())"},
    [SQL_HAS_SET_ASIDE] = {.text =
                               "SELECT 1 FROM games WHERE damage IS NOT NULL LIMIT 1"},
    [SQL_NEXT_LIVE] = {.text = "SELECT n FROM games WHERE live = 1 AND n > $1 ORDER BY n "
                               "LIMIT 1"},
    [SQL_NEXT_LIVE_SCAN] = {.text = "SELECT n FROM games WHERE live = 1 AND n > $1 "
                                    "ORDER BY n LIMIT 1"},
    [SQL_LIST] = {.text = "SELECT " LIST_COLUMNS " FROM games WHERE ended_s IS NOT NULL "
                          "AND $1::text IS NULL "
                          "ORDER BY ended_s DESC, n DESC LIMIT $2"},
    [SQL_PUT_RATING] =
        {.text =
             "INSERT INTO ratings(account, kind, " RATING_COLUMNS ", now, "
             "listed_until) VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, "
             "$13) ON CONFLICT(account, kind) DO UPDATE SET period = $3, rating = $4, "
             "deviation = $5, volatility = $6, n = $7, information = $8, "
             "surprise = $9, games = $10, opponents = $11, now = $12, "
             "listed_until = $13"},
};
