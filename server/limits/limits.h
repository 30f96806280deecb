/* Every limit that a host can set, with its default and range: one table for the command
 * line (--limit NAME=VALUE), `hello` and docs/operating.md (`make docs` writes it there).
 */
#ifndef ALEA_SERVER_LIMITS_LIMITS_H
#define ALEA_SERVER_LIMITS_LIMITS_H

#include <stdint.h>

/* field (its last word is the unit), default, least, most, what it is (at most 41
 * columns: --help limits fits 80); comments say why */
#define LIMITS(X)                                                                        \
    /* memory and descriptors; one address cannot take them all */                       \
    X(connections, 10000, 1, 1000000, "connections at once")                             \
    X(connections_per_address, 64, 1, 1000000, "connections at once from one address")   \
    /* a new connection costs more than an old one, a TLS handshake a millisecond */     \
    X(connects_per_minute, 240, 1, 10000000,                                             \
      "new connections a minute from one address")                                       \
    /* two round trips on a bad line, and as long for a proxy's header */                \
    X(tls_handshake_ms, 5000, 100, 600000, "time for a TLS handshake")                   \
    /* one request on a bad line */                                                      \
    X(web_request_ms, 10000, 100, 600000, "time for a request of a browser")             \
    /* networks drop idle connections after a minute or more */                          \
    X(web_ping_ms, 30000, 100, 86400000, "time between two pings of a WebSocket")        \
    /* long enough to read the help; idle sockets do not stay */                         \
    X(login_ms, 300000, 100, 86400000, "time to give a name")                            \
    /* nobody can guess a password, and only the guesser is slowed down */               \
    X(logins_per_minute, 10, 1, 100000, "wrong passwords a minute from one network")     \
    X(guesses_per_day, 100, 1, 1000000, "wrong passwords a day for one name")            \
    /* the disk; one address cannot fill it */                                           \
    X(registers_per_hour, 20, 1, 100000, "new accounts an hour from one network")        \
    X(accounts, 100000, 1, 10000000, "accounts in all")                                  \
    /* each keeps a core busy for about 30 ms */                                         \
    X(jobs, 64, 1, 10000, "passwords waiting to be checked")                             \
    /* no client takes the processor from others; in a game moves are free */            \
    X(commands_per_s, 50, 1, 1000000, "commands a second from one connection")           \
    X(commands_burst, 100, 10, 1000000, "commands at once, before the rate counts")      \
    X(refused_commands, 200, 1, 1000000, "retries a minute that come too early")         \
    /* memory; nobody can fill the lobby, take all seats and leave, or take all bots */  \
    X(rooms, 5000, 1, 100000, "rooms at once")                                           \
    X(rooms_per_address, 256, 1, 100000, "rooms at once opened from one address")        \
    X(rooms_per_player, 8, 1, 64, "rooms one player sits in")                            \
    X(rooms_per_bot, 250, 1, 256, "rooms one house bot (--bot) sits in")                 \
    X(bot_rooms_per_address, 64, 1, 256, "rooms of one address with one house bot")      \
    /* too few to guess a word */                                                        \
    X(words_per_minute, 5, 1, 100000, "wrong words a minute for one private room")       \
    /* every event of a room is sent to each of its spectators */                        \
    X(watched_per_player, 12, 1, 64, "rooms one player watches")                         \
    X(watchers_per_room, 1000, 1, 100000, "spectators of one room")                      \
    /* memory: each remembers who was told; each is sent to many */                      \
    X(offers, 1000, 1, 100000, "offers at once")                                         \
    X(offers_per_player, 8, 1, 1000, "offers one player makes at once")                  \
    X(offer_ms, 1800000, 1000, 86400000, "time an offer stands")                         \
    X(seeks_per_minute, 6, 1, 100000, "seeks a minute from one player")                  \
    X(challenges_per_minute, 20, 1, 100000, "challenges a minute from one player")       \
    /* people come first */                                                              \
    X(bot_wait_ms, 5000, 0, 600000, "time before a house bot may accept a seek")         \
    /* more is a flood */                                                                \
    X(say_per_minute, 30, 1, 100000, "lines of chat a minute from one player")           \
    X(shouts_per_minute, 2, 1, 1000, "shouts a minute from one player")                  \
    /* searched for each line sent to the player */                                      \
    X(gags_per_player, 50, 1, 1000, "names one player can gag")                          \
    /* nobody can block a seat */                                                        \
    X(ready_ms, 120000, 1000, 86400000, "time to get ready once both are seated")        \
    X(late_per_hour, 20, 1, 100000, "seats an hour lost for not being ready")            \
    /* a round trip of a program */                                                      \
    X(open_ms, 10000, 10, 600000, "time to open a sealed nonce")                         \
    /* nobody waits forever; two weeks outlast a holiday, and let nobody out of a game   \
     */                                                                                  \
    X(idle_ms, 86400000, 1000, 31536000000, "time to move in a game without clocks")     \
    X(adjourn_ms, 1209600000, 1000, 31536000000, "time to resume an adjourned game")     \
    X(keep_s, 2592000, 60, 31536000, "time a game waits once both players left")         \
    /* nobody can fill the disk; a game costs 100 */                                     \
    X(stored_per_hour, 60000, 1000, 1000000000, "events stored an hour for one address") \
    /* adds up over a game */                                                            \
    X(grace_ms, 120000, 100, 86400000, "time away before the opponent may claim")        \
    /* more than this: a snapshot instead */                                             \
    X(replay_events, 200, 0, 10000, "missed events sent again on resume")                \
    /* each causes two events in each room of the player */                              \
    X(resume_per_minute, 60, 1, 100000, "resumes a minute of one player")                \
    /* memory of slow readers; pause_bytes may be at most queue_bytes */                 \
    X(queue_bytes, 1048576, 16384, 1073741824, "unread output that ends a connection")   \
    X(skip_bytes, 16384, 1024, 1073741824, "unread output at which spectators skip")     \
    X(stall_ms, 20000, 100, 86400000, "longest time without reading any output")         \
    X(pause_bytes, 65536, 1024, 1073741824, "unread output at which input pauses")       \
    /* 256 bytes each, to anyone who asks: a class that looks at once */                 \
    X(finds_per_s, 50, 1, 1000, "answers a second to alea find")                         \
    X(finds_burst, 100, 1, 1000, "such answers at once, before the rate")

struct limits {
#define X(field, by_default, least, most, help) int64_t field;
    LIMITS(X)
#undef X
};

enum {
#define X(field, by_default, least, most, help) LIMIT_##field,
    LIMITS(X)
#undef X
        LIMIT_COUNT
};

#endif
