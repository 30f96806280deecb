/* The closed list of error codes, each with its default sentence.  The wire carries the
 * name, never the number. */
#ifndef ALEA_PROTO_ERRORS_H
#define ALEA_PROTO_ERRORS_H

#include "rules/text.h"

#define ERROR_CODES(X)                                                                   \
    /* the line itself */                                                                \
    X(ERR_LINE_TOO_LONG, "line_too_long", "a line may have at most 4096 bytes")          \
    X(ERR_BAD_TEXT, "bad_text", "lines are UTF-8 without NUL")                           \
    X(ERR_BAD_JSON, "bad_json", "not a JSON object: send {\"cmd\":\"help\"}")            \
    X(ERR_BAD_ID, "bad_id", "an id is a string of at most 64 bytes, or a number")        \
    X(ERR_HTTP, "http", "this is not a web server: use telnet, nc or alea play")         \
    X(ERR_TLS_ONLY, "tls_only", "this port speaks TLS only: use alea play --tls")        \
    /* the command */                                                                    \
    X(ERR_UNKNOWN_COMMAND, "unknown_command", "no such command: type help")              \
    X(ERR_AMBIGUOUS_COMMAND, "ambiguous_command", "this could be several commands")      \
    X(ERR_MISSING_ARGUMENT, "missing_argument", "something is missing: type help")       \
    X(ERR_EXTRA_ARGUMENT, "extra_argument", "too many words: type help")                 \
    X(ERR_BAD_ARGUMENT, "bad_argument", "not what this command takes: type help")        \
    X(ERR_UNKNOWN_TOPIC, "unknown_topic", "no help on this: type help")                  \
    X(ERR_TOO_FAST, "too_fast", "too many commands: slow down")                          \
    /* who you are */                                                                    \
    X(ERR_NO_NAME, "no_name", "first say who you are: name YOURNAME")                    \
    X(ERR_BAD_NAME, "bad_name",                                                          \
      "a name is a Latin letter, then 1 to 15 letters, digits, _ or -")                  \
    X(ERR_NAME_RESERVED, "name_reserved",                                                \
      "this name is kept for the host: choose another")                                  \
    X(ERR_NAME_TAKEN, "name_taken", "somebody here has this name: choose another")       \
    X(ERR_NAME_FIXED, "name_fixed", "leave your rooms before you change your name")      \
    X(ERR_NAME_REGISTERED, "name_registered",                                            \
      "this name is registered: login with its password, or choose another")             \
    X(ERR_ALREADY_REGISTERED, "already_registered", "your name is registered already")   \
    X(ERR_INSECURE, "insecure",                                                          \
      "others could read a password on the way: use alea play --tls")                    \
    X(ERR_WRONG_PASSWORD, "wrong_password", "wrong password")                            \
    X(ERR_BAD_PASSWORD, "bad_password", "a password has 8 to 128 bytes")                 \
    X(ERR_TOO_MANY_ACCOUNTS, "too_many_accounts",                                        \
      "there are too many accounts: play without one")                                   \
    X(ERR_UNKNOWN_TOKEN, "unknown_token",                                                \
      "no such token, or its seats were given up: say who you are with name")            \
    X(ERR_TAKEN_OVER, "taken_over", "you have come back on another connection")          \
    X(ERR_UNKNOWN_PLAYER, "unknown_player", "nobody here has this name: type who")       \
    X(ERR_BANNED, "banned", "you may not play here")                                     \
    X(ERR_KICKED, "kicked", "an operator has ended your connection")                     \
    X(ERR_NOT_OPERATOR, "not_operator", "only an operator of this server may do this")   \
    X(ERR_NOT_REGISTERED, "not_registered",                                              \
      "rated games are for registered players: type register and a password")            \
    X(ERR_NOT_BANNED, "not_banned", "there is no such ban: type bans")                   \
    X(ERR_TOO_MANY_BANS, "too_many_bans", "there are 1000 bans: unban some first")       \
    /* rooms and seats */                                                                \
    X(ERR_UNKNOWN_GAME, "unknown_game", "no such game")                                  \
    X(ERR_BAD_OPTION, "bad_option", "no such option of this game")                       \
    X(ERR_UNKNOWN_ROOM, "unknown_room", "no such room: type rooms")                      \
    X(ERR_NO_ROOM, "no_room",                                                            \
      "you are in no room: type rooms, join ROOM or create GAME")                        \
    X(ERR_WHICH_ROOM, "which_room",                                                      \
      "you are in several rooms: put @ROOM before the command")                          \
    X(ERR_NOT_IN_ROOM, "not_in_room", "you are not in this room: join it first")         \
    X(ERR_IN_ROOM, "in_room", "you are in this room already")                            \
    X(ERR_SEAT_TAKEN, "seat_taken", "this seat is taken")                                \
    X(ERR_ROOM_FULL, "room_full", "both seats are taken")                                \
    X(ERR_WRONG_WORD, "wrong_word", "this room is private: join ROOM word=WORD")         \
    X(ERR_UNKNOWN_OFFER, "unknown_offer",                                                \
      "there is no such offer (any more): type seeks or challenges")                     \
    X(ERR_OWN_OFFER, "own_offer",                                                        \
      "this is your own offer: somebody else has to accept it")                          \
    X(ERR_NOT_WANTED, "not_wanted", "this player does not want such games now")          \
    X(ERR_TOO_MANY_OFFERS, "too_many_offers",                                            \
      "you have made too many offers: take one back, with unseek or decline")            \
    X(ERR_TOO_MANY_ROOMS, "too_many_rooms", "you are in too many rooms: leave one")      \
    X(ERR_LOBBY_FULL, "lobby_full", "there are too many rooms: join one, or try later")  \
    X(ERR_GAGGED, "gagged", "this player does not want to hear you")                     \
    X(ERR_TOO_MANY_GAGS, "too_many_gags", "you gag too many players: type gag NAME off") \
    X(ERR_ALREADY_WATCHING, "already_watching", "you watch this room already")           \
    X(ERR_NOT_WATCHING, "not_watching", "you do not watch this room")                    \
    X(ERR_TOO_MANY_WATCHED, "too_many_watched", "you watch too many rooms: unwatch one") \
    X(ERR_TOO_MANY_WATCHERS, "too_many_watchers",                                        \
      "too many people watch this room: try later")                                      \
    X(ERR_IN_GAME, "in_game", "your game is running: leave sure gives it up")            \
    /* before the game */                                                                \
    X(ERR_NO_OPPONENT, "no_opponent", "you have no opponent yet")                        \
    X(ERR_ALREADY_READY, "already_ready", "you are ready already")                       \
    X(ERR_NOT_OPENER, "not_opener", "only the player who opened this room may do this")  \
    X(ERR_CANNOT_UNSEAT, "cannot_unseat",                                                \
      "only a player who is not ready can be unseated, not within a match")              \
    X(ERR_BAD_NONCE, "bad_nonce",                                                        \
      "a nonce has at most 64 printable ASCII characters, no space, no colon")           \
    X(ERR_NOTHING_SEALED, "nothing_sealed", "you have no sealed nonce to open now")      \
    X(ERR_WRONG_SEAL, "wrong_seal", "this is not the nonce that you sealed")             \
    /* the game */                                                                       \
    X(ERR_NOT_PLAYING, "not_playing", "no game is running here: type ready")             \
    X(ERR_NOT_YOUR_TURN, "not_your_turn", "it is the other side's turn")                 \
    X(ERR_ILLEGAL_MOVE, "illegal_move", "this is not a legal move: type moves")          \
    X(ERR_STALE, "stale", "the game has gone on since that event: look at the board")    \
    X(ERR_NO_TAKEBACK, "no_takeback", "there is no move of yours to take back")          \
    X(ERR_NOT_OVER, "not_over", "the game is not over yet")                              \
    X(ERR_ALREADY_OFFERED, "already_offered",                                            \
      "you have offered this: your opponent accepts with the same word, or "             \
      "moves")                                                                           \
    X(ERR_TOO_LATE, "too_late", "too late to call it off: resign, or offer a draw")      \
    X(ERR_NOT_ABSENT, "not_absent", "your opponent has not been away long enough")       \
    X(ERR_NOT_ADJOURNED, "not_adjourned", "no game is adjourned here")                   \
    X(ERR_NO_RECORD, "no_record", "there is no record yet: the game has not begun")      \
    X(ERR_UNKNOWN_RECORD, "unknown_record", "there is no finished game with this id")    \
    /* the server */                                                                     \
    X(ERR_INTERRUPTED, "interrupted",                                                    \
      "the server was interrupted: perhaps this was done, perhaps not")                  \
    X(ERR_STORAGE, "storage", "the server cannot write to its disk: nothing was done")   \
    X(ERR_TOO_MANY_CONNECTIONS, "too_many_connections",                                  \
      "too many connections: try again later")                                           \
    X(ERR_LOGIN_TIMEOUT, "login_timeout", "you did not give a name in time")             \
    X(ERR_SHUTTING_DOWN, "shutting_down", "the server is shutting down")                 \
    X(ERR_DRAINING, "draining",                                                          \
      "the server is about to stop: no new games begin, running ones are kept")          \
    X(ERR_NOT_SURE, "not_sure", "this cannot be undone: type it with sure")

enum error_code {
    ERR_OK,
#define X(id, name, text) id,
    ERROR_CODES(X)
#undef X
        ERROR_CODE_COUNT
};

/* Returns "line_too_long" and so on; "ok" for ERR_OK, "unknown" for ERROR_CODE_COUNT. */
const char *error_name(enum error_code code);
const char *error_text(enum error_code code); /* the default sentence */
/* Whether the same request may well succeed a little later: it came too early, or the
 * server could not carry it out, or does not know whether it has. */
bool error_is_passing(enum error_code code);
/* Returns the code with this name, or ERROR_CODE_COUNT. */
enum error_code error_find(const char *name);

#endif
