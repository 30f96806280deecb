/* All metrics of a server: one table for `stats`, --metrics-listen and docs/operating.md
 * (a test compares). */
#ifndef ALEA_SERVER_BASE_METRICS_H
#define ALEA_SERVER_BASE_METRICS_H

#include <stddef.h>
#include <stdint.h>

enum metric_kind {
    METRIC_GAUGE,   /* the current value */
    METRIC_COUNTER, /* since the start of the server; never decreases */
};

/* Key (stable; ends with its unit), kind, name in Prometheus after "alea_", our units in
 * one of Prometheus's, description. */
#define METRICS(X)                                                                       \
    X(uptime_s, METRIC_GAUGE, "uptime_seconds", 1, "time since the start")               \
    X(draining, METRIC_GAUGE, "draining", 1, "1: no new games begin")                    \
    X(connections, METRIC_GAUGE, "connections", 1, "connections")                        \
    X(trunks, METRIC_GAUGE, "trunks", 1, "fronts; of a front: 1, it has a hub")          \
    X(players, METRIC_GAUGE, "players", 1, "connections that have given a name")         \
    X(sessions, METRIC_GAUGE, "sessions", 1, "players who are connected or have a seat") \
    X(accounts, METRIC_GAUGE, "accounts", 1,                                             \
      "accounts; -1: cannot be counted, nobody can register")                            \
    X(rooms, METRIC_GAUGE, "rooms", 1, "rooms")                                          \
    X(rooms_frozen, METRIC_GAUGE, "rooms_frozen", 1,                                     \
      "rooms paused because the disk fails")                                             \
    X(games_running, METRIC_GAUGE, "games_running", 1, "games being played")             \
    X(watchers, METRIC_GAUGE, "watchers", 1, "spectators, counted once for each room")   \
    X(offers, METRIC_GAUGE, "offers", 1, "seeks and challenges waiting for somebody")    \
    X(bans, METRIC_GAUGE, "bans", 1, "banned names and addresses")                       \
    X(games_kept, METRIC_GAUGE, "games_kept", 1, "finished games that are kept")         \
    X(db_bytes, METRIC_GAUGE, "db_bytes", 1, "size of the database")                     \
    X(db_live_bytes, METRIC_GAUGE, "db_live_bytes", 1,                                   \
      "how much of it is in use; the rest is reused")                                    \
    X(wal_bytes, METRIC_GAUGE, "wal_bytes", 1,                                           \
      "size of its write-ahead log; -1: not known")                                      \
    X(disk_free_bytes, METRIC_GAUGE, "disk_free_bytes", 1,                               \
      "free space for the database; -1: not known")                                      \
    X(connections_opened, METRIC_COUNTER, "connections_opened_total", 1,                 \
      "new, refused ones included")                                                      \
    X(connections_refused, METRIC_COUNTER, "connections_refused_total", 1,               \
      "connections refused at once")                                                     \
    X(readers_closed, METRIC_COUNTER, "readers_closed_total", 1,                         \
      "closed because they did not read")                                                \
    X(skipped, METRIC_COUNTER, "skipped_events_total", 1,                                \
      "events that slow spectators skipped")                                             \
    X(commands, METRIC_COUNTER, "commands_total", 1,                                     \
      "commands executed, successful or not")                                            \
    X(errors, METRIC_COUNTER, "errors_total", 1, "requests answered with an error")      \
    X(refused, METRIC_COUNTER, "refused_total", 1, "requests refused as too fast")       \
    X(moves, METRIC_COUNTER, "moves_total", 1, "moves played")                           \
    X(said, METRIC_COUNTER, "said_total", 1, "lines of chat in rooms")                   \
    X(games_begun, METRIC_COUNTER, "games_begun_total", 1, "games begun")                \
    X(games_over, METRIC_COUNTER, "games_over_total", 1, "games that ended")             \
    X(bytes_in, METRIC_COUNTER, "received_bytes_total", 1, "bytes from clients")         \
    X(bytes_out, METRIC_COUNTER, "sent_bytes_total", 1, "bytes to clients")              \
    X(commits, METRIC_COUNTER, "commits_total", 1, "transactions written to the disk")   \
    X(commits_failed, METRIC_COUNTER, "commits_failed_total", 1,                         \
      "transactions that failed")                                                        \
    X(commit_us, METRIC_COUNTER, "commit_seconds_total", 1000000,                        \
      "time spent on commits at the end of turns")                                       \
    X(commit_us_max, METRIC_GAUGE, "commit_max_seconds", 1000000,                        \
      "the longest such commit so far")

struct metrics {
#define X(key, kind, prometheus, per_unit, help) int64_t key;
    METRICS(X)
#undef X
};

enum {
#define X(key, kind, prometheus, per_unit, help) METRIC_##key,
    METRICS(X)
#undef X
        METRIC_COUNT
};

/* The key and the value of row i of METRICS; i must be below METRIC_COUNT. */
const char *metrics_key(size_t i);
int64_t metrics_value(const struct metrics *metrics, size_t i);
/* All metrics in the text format of Prometheus (0.0.4).  Returns owned; *len is its
 * length. */
char *metrics_text(const struct metrics *metrics, size_t *len);

#endif
