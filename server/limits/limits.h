/* Every bound that a host can set, with its default, its range and its reason: one table
 * for the command line (--limit NAME=VALUE), `hello` and protocol.md (a test compares).
 */
#ifndef ALEA_SERVER_LIMITS_LIMITS_H
#define ALEA_SERVER_LIMITS_LIMITS_H

#include <stdint.h>

/* field (the unit is its last word), default, least, most, what it is and why */
#define LIMITS(X)                                                                        \
    X(connections, 10000, 1, 1000000,                                                    \
      "connections at once: memory and file descriptors of the host")                    \
    X(connections_per_address, 64, 1, 1000000,                                           \
      "connections at once from one address or IPv6 /64: none takes them all")           \
    X(connects_per_minute, 240, 1, 10000000,                                             \
      "new connections a minute from one address or IPv6 /64: coming costs more than "   \
      "staying, a TLS handshake a millisecond")                                          \
    X(tls_handshake_ms, 5000, 100, 600000,                                               \
      "time for a TLS handshake: two round trips of a bad line, not idle sockets")       \
    X(login_ms, 300000, 100, 86400000,                                                   \
      "time to give a name: idle sockets do not stay, readers of help do")               \
    X(logins_per_minute, 10, 1, 100000,                                                  \
      "wrong passwords a minute from one address or IPv6 /48, and ten times as many "    \
      "right ones: who guesses slows down only themselves")                              \
    X(guesses_per_day, 100, 1, 1000000,                                                  \
      "wrong passwords a day for one name, of strangers and of each address that the "   \
      "owner has logged in from; then one a day from each further address")              \
    X(registers_per_hour, 20, 1, 100000,                                                 \
      "accounts made from one address or IPv6 /48 an hour: none fills the store")        \
    X(accounts, 100000, 1, 10000000, "accounts: disk of the host")                       \
    X(jobs, 64, 1, 10000,                                                                \
      "passwords that wait to be checked: each takes a core for some 30 ms")             \
    X(commands_per_s, 50, 1, 1000000,                                                    \
      "commands a second, ten times as many from one address; what moves a game on is "  \
      "free for a player, the game paces it")                                            \
    X(commands_burst, 100, 10, 1000000, "commands at once, before the rate counts")      \
    X(refused_commands, 200, 1, 1000000,                                                 \
      "commands in a minute that come before the time that a refusal has told: then "    \
      "goodbye")                                                                         \
    X(rooms, 5000, 1, 100000, "rooms at once: memory of the host")                       \
    X(rooms_per_address, 256, 1, 100000,                                                 \
      "rooms opened from one address or IPv6 /64: none fills the lobby and goes")        \
    X(rooms_per_player, 8, 1, 64, "rooms one player sits in: nobody takes all seats")    \
    X(rooms_per_bot, 250, 1, 256,                                                        \
      "rooms one bot of the host (--bot) sits in: it plays with everybody")              \
    X(bot_rooms_per_address, 64, 1, 256,                                                 \
      "rooms where people from one address or IPv6 /64 sit with one bot of the host: "   \
      "some are left for others")                                                        \
    X(bot_wait_ms, 5000, 0, 600000,                                                      \
      "time before a bot of the host may accept a seek: people come first")              \
    X(words_per_minute, 5, 1, 100000,                                                    \
      "wrong words a minute for one private room from one address, four times as many "  \
      "from there for all rooms: no word is guessed, and others can still come in")      \
    X(watched_per_player, 8, 1, 64,                                                      \
      "rooms one player watches: each of their moves is sent to him")                    \
    X(watchers_per_room, 1000, 1, 100000,                                                \
      "watchers of one room: each of its moves is sent to all of them")                  \
    X(say_per_minute, 30, 1, 100000,                                                     \
      "lines of chat a minute, to rooms and players, ten times as many from one "        \
      "address: more is a flood")                                                        \
    X(shouts_per_minute, 2, 1, 1000,                                                     \
      "shouts a minute, twice as many from one address, ten times as many of all "       \
      "together: each is sent to everybody")                                             \
    X(gags_per_player, 50, 1, 1000,                                                      \
      "names one player gags: looked through for each line that he is told")             \
    X(offers, 1000, 1, 100000, "offers at once: the memory of who was told of them")     \
    X(offers_per_player, 8, 1, 1000,                                                     \
      "offers one player makes at once: nobody is flooded")                              \
    X(offer_ms, 1800000, 1000, 86400000,                                                 \
      "time that an offer stands: who made it may wait for it no longer")                \
    X(seeks_per_minute, 6, 1, 100000,                                                    \
      "seeks a minute, ten times as many from one address: many are told of each")       \
    X(challenges_per_minute, 20, 1, 100000,                                              \
      "challenges a minute, ten times as many from one address: more is pestering")      \
    X(stored_per_hour, 60000, 1000, 1000000000,                                          \
      "events of games stored for one address an hour, a game counts 100: when they "    \
      "are "                                                                             \
      "used up no new game begins there; none fills the disk")                           \
    X(grace_ms, 120000, 100, 86400000,                                                   \
      "time to come back, in all of a game, before the opponent may claim or adjourn")   \
    X(idle_ms, 86400000, 1000, 31536000000,                                              \
      "time to move in a game without clocks before the opponent may claim")             \
    X(keep_s, 2592000, 60, 31536000,                                                     \
      "time that a game is kept which both players have left")                           \
    X(replay_events, 200, 0, 10000,                                                      \
      "missed events that are sent again to who comes back; more: a snapshot")           \
    X(resume_per_minute, 60, 1, 100000,                                                  \
      "times that one comes back a minute: each is two events in each of his rooms")     \
    X(finds_per_s, 50, 1, 1000,                                                          \
      "answers a second to alea find on the LAN: 256 bytes each, whoever asks")          \
    X(finds_burst, 100, 1, 1000,                                                         \
      "such answers at once, before the rate counts: a class that asks at once")         \
    X(ready_ms, 120000, 1000, 86400000,                                                  \
      "time to get ready once both seats are taken: none holds a seat for nothing")      \
    X(late_per_hour, 20, 1, 100000,                                                      \
      "seats an hour lost from one address for not being ready: then no more by join")   \
    X(open_ms, 10000, 10, 600000, "time to open a sealed nonce: a program's round trip") \
    X(queue_bytes, 1048576, 16384, 1073741824,                                           \
      "output waiting for one reader: a longer queue closes the connection")             \
    X(skip_bytes, 16384, 1024, 1073741824,                                               \
      "output waiting at which a watcher skips events, and sees the room later")         \
    X(stall_ms, 20000, 100, 86400000,                                                    \
      "time in which nothing could be written: the reader is gone")                      \
    X(pause_bytes, 65536, 1024, 1073741824,                                              \
      "output waiting at which nothing more is read from that connection")

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
