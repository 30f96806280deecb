/* SQL statements of nodes (nodes.h), in the dialect of a shared SQLite database
 * (sqlite/shared.c); where PostgreSQL's differ, they are in postgres/sql.c.  Both have
 * the functions now_ms(), the database's clock, and node_is_gone(name, instance).  Part
 * of sql.h. */
#ifndef ALEA_SERVER_STORE_NODE_SQL_H
#define ALEA_SERVER_STORE_NODE_SQL_H

#define NODE_STRING_(x) #x
#define NODE_STRING(x)  NODE_STRING_(x)

#define PLACE_COLUMNS "n, room, owner"
#define HOMED_COLUMNS "id, name, token_hash, account, home, homes"
/* The games in which session ?1 has sat, as far as their logs say. */
#define GAMES_SAT                                                                        \
    "(SELECT game FROM seats WHERE session = ?1 UNION "                                  \
    "SELECT game FROM events WHERE session = ?1 AND kind = 'sit')"
/* The lease of a node ends now, if it has not ended before. */
#define LEASE_ENDS                                                                       \
    "until_ms = CASE WHEN until_ms < now_ms() THEN until_ms ELSE now_ms() END"

/* id, SQL.  Prepared in the store of a node only. */
#define NODE_STATEMENTS(X)                                                               \
    /* ?1 slot, ?2 epoch, ?3 number of the transaction, ?4 server time. */               \
    X(SQL_END_TURN,                                                                      \
      "UPDATE nodes SET turn = ?3, time_ms = ?4 WHERE slot = ?1 AND epoch = ?2")         \
    X(SQL_ADD_NODE,                                                                      \
      "INSERT INTO nodes(slot, name) SELECT n, CAST(?1 AS TEXT) FROM "                   \
      "(SELECT 1 AS n UNION ALL SELECT slot + 1 FROM nodes) AS next "                    \
      "WHERE n NOT IN (SELECT slot FROM nodes) "                                         \
      "AND n <= " NODE_STRING(                                                           \
          NODE_SLOT_MAX) " "                                                             \
                         "AND NOT EXISTS (SELECT 1 FROM nodes WHERE name = ?1) "         \
                         "ORDER BY n LIMIT 1 ON CONFLICT DO NOTHING")                    \
    /* ?1 the epoch that it had, 0: it has just started, ?2 who it is, ?3 name,          \
     * ?4 address, ?5 1: no other process with this name is connected. */                \
    X(SQL_TAKE_EPOCH, "UPDATE nodes SET epoch = epoch + 1, holder = ?2, address = ?4, "  \
                      "instance = db_instance(), until_ms = now_ms() + " NODE_STRING(    \
                          NODE_LEASE_MS) " "                                             \
                                         "WHERE name = ?3 AND (epoch = ?1 OR holder = "  \
                                         "?2 OR (CAST(?1 AS BIGINT) = 0 "                \
                                         "AND (until_ms <= now_ms() OR holder = '' OR "  \
                                         "CAST(?5 AS BIGINT) = 1))) "                    \
                                         "RETURNING epoch, turn, slot, now_ms()")        \
    X(SQL_HOLDER, "SELECT holder FROM nodes WHERE name = ?1")                            \
    X(SQL_PUT_BUS_KEY, "UPDATE meta SET bus_key = ?1 WHERE bus_key IS NULL")             \
    X(SQL_BUS_KEY, "SELECT bus_key FROM meta")                                           \
    X(SQL_RENEW,                                                                         \
      "UPDATE nodes SET until_ms = now_ms() + " NODE_STRING(                             \
          NODE_LEASE_MS) " WHERE slot = ?1 AND holder = ?2 RETURNING now_ms()")          \
    X(SQL_LEAVE, "UPDATE nodes SET holder = '', " LEASE_ENDS                             \
                 " WHERE slot = ?1 AND holder = ?2 RETURNING slot")                      \
    /* A shared database: the store was closed. */                                       \
    X(SQL_DISCONNECT, "UPDATE nodes SET holder = '' WHERE slot = ?1 AND holder = ?2")    \
    X(SQL_NODES,                                                                         \
      "SELECT slot, name, address, epoch, CAST(until_ms <= now_ms() AS INTEGER), "       \
      "CAST(until_ms <= now_ms() AND holder = '' AS INTEGER), "                          \
      "CAST(until_ms > now_ms() AND (holder = '' OR node_is_gone(name, instance)) "      \
      "AS INTEGER), CAST(EXISTS (SELECT 1 FROM games WHERE live = 1 AND owner = slot) "  \
      "AS INTEGER) FROM nodes UNION ALL SELECT 0, '', '', 0, 1, 0, 0, 1 "                \
      "WHERE EXISTS (SELECT 1 FROM games WHERE live = 1 AND owner = 0) ORDER BY 1")      \
    X(SQL_FENCE, "UPDATE nodes SET epoch = epoch + 1, holder = '', " LEASE_ENDS          \
                 " WHERE slot = ?1 AND epoch = ?2 AND slot <> ?3 "                       \
                 "AND (until_ms <= now_ms() OR holder = '' "                             \
                 "OR node_is_gone(name, instance))")                                     \
    /* Ends a connection that a dead node has left open. */                              \
    X(SQL_CUT, "SELECT 1 WHERE ?1 IS NULL")                                              \
    X(SQL_LOCK_FENCED, "SELECT slot FROM nodes WHERE slot = ?1 AND holder = ''")         \
    /* Games in play come before those that are over, whose rooms are left. */           \
    X(SQL_TAKE_ROOMS, "UPDATE games SET owner = ?2 WHERE n IN (SELECT n FROM games "     \
                      "WHERE live = 1 AND owner = ?1 ORDER BY ended_s IS NOT NULL, n "   \
                      "LIMIT ?3) RETURNING n")                                           \
    X(SQL_GIVE_ROOM,                                                                     \
      "UPDATE games SET owner = ?2 WHERE n = ?1 AND owner = ?3 AND live = 1")            \
    X(SQL_NEXT_OWN, "SELECT n FROM games WHERE live = 1 AND n > ?1 AND owner = ?2 "      \
                    "ORDER BY n LIMIT 1")                                                \
    X(SQL_FIND_ROOM,                                                                     \
      "SELECT " PLACE_COLUMNS " FROM games WHERE live = 1 AND room = ?1 LIMIT 1")        \
    X(SQL_ROOMS_ELSEWHERE, "SELECT " PLACE_COLUMNS " FROM games WHERE live = 1 "         \
                           "AND n > ?1 AND owner <> ?2 ORDER BY n LIMIT ?3")             \
    X(SQL_ROOMS_HERE, "SELECT " PLACE_COLUMNS " FROM games WHERE live = 1 "              \
                      "AND n > ?1 AND owner = ?2 ORDER BY n LIMIT ?3")                   \
    X(SQL_SESSION_ROOMS, "SELECT " PLACE_COLUMNS " FROM games WHERE live = 1 "           \
                         "AND n IN " GAMES_SAT " ORDER BY n LIMIT ?2")                   \
    X(SQL_LOCK_NAME, "SELECT 1 WHERE ?1 IS NULL")                                        \
    X(SQL_SESSION_OF_KEY, "SELECT " HOMED_COLUMNS " FROM sessions WHERE key = ?1")       \
    X(SQL_SESSION_OF_ID, "SELECT " HOMED_COLUMNS " FROM sessions WHERE id = ?1")         \
    X(SQL_ADD_SESSION, "INSERT INTO sessions(id, name, token_hash, account, home, "      \
                       "homes, key) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)")                 \
    X(SQL_MOVE_SESSION, "UPDATE sessions SET name = ?2, token_hash = ?3, account = ?4, " \
                        "home = ?5, homes = ?6, key = ?7 WHERE id = ?1")                 \
    /* As SQL_PUT_SESSION, but changes no session whose home is elsewhere. */            \
    X(SQL_PUT_HOMED, "INSERT INTO sessions(id, name, token_hash, account, home, homes) " \
                     "VALUES(?1, ?2, ?3, ?4, ?5, 1) ON CONFLICT(id) DO UPDATE SET "      \
                     "name = ?2, token_hash = ?3, account = ?4 "                         \
                     "WHERE sessions.home = ?5")                                         \
    X(SQL_END_SESSION, "DELETE FROM sessions WHERE id = ?1 AND homes = ?2 "              \
                       "AND NOT EXISTS (SELECT 1 FROM games WHERE live = 1 "             \
                       "AND n IN " GAMES_SAT ")")                                        \
    X(SQL_END_HOME, "UPDATE sessions SET home = 0 WHERE id = ?1 AND homes = ?2")         \
    X(SQL_NEXT_HOMED, "SELECT id, homes FROM sessions WHERE id > ?1 AND home = ?2 "      \
                      "ORDER BY id LIMIT 1")                                             \
    X(SQL_NEXT_KEYLESS, "SELECT id, name FROM sessions WHERE id > ?1 AND key IS NULL "   \
                        "ORDER BY id LIMIT 1")                                           \
    X(SQL_PUT_KEY, "UPDATE sessions SET key = ?2 WHERE id = ?1 AND NOT EXISTS "          \
                   "(SELECT 1 FROM sessions AS other WHERE other.key = ?2)")             \
    X(SQL_PUT_DONE, "INSERT INTO done(session, op, answer) VALUES(?1, ?2, ?3) "          \
                    "ON CONFLICT(session) DO UPDATE SET op = ?2, answer = ?3")           \
    X(SQL_FIND_DONE, "SELECT answer FROM done WHERE session = ?1 AND op = ?2")           \
    X(SQL_FORGET_DONE, "DELETE FROM done WHERE session = ?1 AND NOT EXISTS "             \
                       "(SELECT 1 FROM sessions WHERE id = ?1)")                         \
    /* Only one node at a time deletes games. */                                         \
    X(SQL_TRY_SWEEP, "SELECT 1")                                                         \
    /* As SQL_NEXT_FORGOTTEN, without names that are in live games of other nodes. */    \
    X(SQL_NEXT_FORGOTTEN_HERE,                                                           \
      "SELECT " ACCOUNT_COLUMNS " FROM accounts AS a WHERE forgotten = 1 AND id > ?1 "   \
      "AND NOT EXISTS (SELECT 1 FROM games WHERE live = 1 AND owner <> ?2 AND n IN "     \
      "(SELECT game FROM seats WHERE seats.key = a.key UNION "                           \
      "SELECT game FROM events WHERE events.key = a.key)) ORDER BY id LIMIT 1")          \
    X(SQL_FORGET_DONES, "DELETE FROM done WHERE session IN "                             \
                        "(SELECT id FROM sessions WHERE account = ?1)")

#endif
