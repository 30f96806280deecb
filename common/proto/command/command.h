/* What a client can ask: the closed set of commands.  Converts between a line and struct
 * command, in text and JSON mode, for server and client. */
#ifndef ALEA_PROTO_COMMAND_COMMAND_H
#define ALEA_PROTO_COMMAND_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/bounds.h"
#include "proto/errors.h"
#include "proto/utf8.h"

#define COMMAND_ARGS_MAX 6
/* Longest name of an argument, with its NUL. */
#define ARG_NAME_BYTES 12

/* How a command may be written. */
enum command_flags {
    COMMAND_IN_FULL = 1,   /* text mode: no abbreviation, as it cannot be undone */
    COMMAND_REST = 2,      /* text mode: the last argument takes the rest of the line */
    COMMAND_IN_ROOM = 4,   /* needs a room: @ROOM in text mode, "room" in JSON mode */
    COMMAND_NAMED = 8,     /* needs a name first */
    COMMAND_MAY_ROOM = 16, /* may name a room the same way; the handler decides */
    COMMAND_KEYED = 32,    /* text mode: optional arguments may be written KEY=VALUE */
    COMMAND_OPERATOR = 64, /* only for operators; text mode: no abbreviation */
    COMMAND_BEGINS = 128,  /* leads to a new game: refused while the server drains */
    COMMAND_SECRET = 256,  /* its arguments are secret: never keep or show them */
    COMMAND_WATCHED = 512, /* also for rooms that the player only watches */
    COMMAND_STORES = 1024, /* changes what is stored: refused while nothing can be */
};

/* Id, word, arguments, flags, cost (tokens of the rate limit; 0: free if it succeeds,
 * because the game sets the pace), help line.  Arguments are named by their JSON keys:
 * ARGS_NONE, or ARGS(how many are required, all of them).  An argument "room" is the
 * command's room itself. */
#define COMMANDS(X)                                                                      \
    X(CMD_HELP, "help", ARGS(0, "topic"), COMMAND_REST, 1,                               \
      "what you can type; help COMMAND")                                                 \
    X(CMD_HELLO, "hello", ARGS(0, "client"), COMMAND_REST, 1,                            \
      "who this server is: version, games, limits")                                      \
    X(CMD_MODE, "mode", ARGS(1, "mode", "style"), 0, 1,                                  \
      "text or json; text may be plain, unicode or colour")                              \
    X(CMD_LANG, "lang", ARGS(0, "lang"), 0, 1,                                           \
      "the language you read: lang fr, lang en")                                         \
    X(CMD_NAME, "name", ARGS(1, "name"), COMMAND_STORES, 1, "say who you are")           \
    X(CMD_REGISTER, "register", ARGS(1, "password"),                                     \
      COMMAND_NAMED | COMMAND_REST | COMMAND_SECRET | COMMAND_STORES, 5,                 \
      "keep your name for good: from then on it needs PASSWORD")                         \
    X(CMD_LOGIN, "login", ARGS(2, "name", "password"),                                   \
      COMMAND_REST | COMMAND_SECRET | COMMAND_STORES, 5,                                 \
      "log in as NAME, which you registered; your rooms come with you")                  \
    X(CMD_PASSWORD, "password", ARGS(2, "old", "new"),                                   \
      COMMAND_NAMED | COMMAND_REST | COMMAND_SECRET | COMMAND_STORES, 5,                 \
      "change the password of your account")                                             \
    X(CMD_FORGET_ME, "forget-me", ARGS(1, "password"),                                   \
      COMMAND_NAMED | COMMAND_REST | COMMAND_SECRET | COMMAND_IN_FULL | COMMAND_STORES,  \
      5, "delete your account for good, and your name in all games")                     \
    X(CMD_WHOIS, "whois", ARGS(1, "name"), 0, 5,                                         \
      "a player: since when, here or not, where, games played")                          \
    X(CMD_WHO, "who", ARGS_NONE, 0, 1, "who is here")                                    \
    X(CMD_ROOMS, "rooms", ARGS_NONE, 0, 1, "the rooms and who sits there")               \
    X(CMD_RESUME, "resume", ARGS(0, "token", "room", "last"), COMMAND_MAY_ROOM, 5,       \
      "come back after a dropped line, with your TOKEN; without it: continue an "        \
      "adjourned game")                                                                  \
    X(CMD_MINE, "mine", ARGS_NONE, COMMAND_NAMED, 1,                                     \
      "your rooms, and where it is your turn")                                           \
    X(CMD_CREATE, "create", ARGS(1, "game", "side", "time", "rated", "word"),            \
      COMMAND_NAMED | COMMAND_KEYED | COMMAND_BEGINS | COMMAND_STORES, 5,                \
      "open a room for GAME and take a seat (white unless you say black); time=5+10: "   \
      "clocks of 5 minutes and 10 seconds more each move; word=WORD: only for those "    \
      "who know it")                                                                     \
    X(CMD_JOIN, "join", ARGS(1, "room", "side", "word"),                                 \
      COMMAND_NAMED | COMMAND_KEYED | COMMAND_STORES, 1, "take a free seat in ROOM")     \
    X(CMD_WATCH, "watch", ARGS(1, "room", "word"), COMMAND_NAMED | COMMAND_KEYED, 1,     \
      "see what happens in ROOM, without a seat")                                        \
    X(CMD_UNWATCH, "unwatch", ARGS(0, "room"), COMMAND_NAMED, 1, "stop watching ROOM")   \
    X(CMD_PLAY, "play", ARGS(1, "game", "side", "time", "rated", "level"),               \
      COMMAND_NAMED | COMMAND_KEYED | COMMAND_BEGINS | COMMAND_STORES, 5,                \
      "play GAME with whoever is free: the quickest way to a game; level=5: with "       \
      "the house, at this level, 1 to 8")                                                \
    X(CMD_SEEK, "seek", ARGS(1, "game", "side", "time", "rated"),                        \
      COMMAND_NAMED | COMMAND_KEYED | COMMAND_BEGINS | COMMAND_STORES, 5,                \
      "find an opponent for GAME: somebody who seeks the same, or accepts")              \
    X(CMD_SEEKS, "seeks", ARGS_NONE, COMMAND_NAMED, 1,                                   \
      "who seeks an opponent, and for what")                                             \
    X(CMD_UNSEEK, "unseek", ARGS(0, "offer"), COMMAND_NAMED, 1,                          \
      "take back what you seek")                                                         \
    X(CMD_CHALLENGE, "challenge",                                                        \
      ARGS(2, "name", "game", "side", "time", "rated", "level"),                         \
      COMMAND_NAMED | COMMAND_KEYED | COMMAND_BEGINS | COMMAND_STORES, 5,                \
      "offer NAME a game of GAME; LEVEL is for house bots")                              \
    X(CMD_CHALLENGES, "challenges", ARGS_NONE, COMMAND_NAMED, 1,                         \
      "the challenges to you and by you")                                                \
    X(CMD_ACCEPT, "accept", ARGS(0, "offer"),                                            \
      COMMAND_NAMED | COMMAND_BEGINS | COMMAND_STORES, 5,                                \
      "accept the offer with this number, or the only one there is")                     \
    X(CMD_DECLINE, "decline", ARGS(0, "offer", "reason"), COMMAND_NAMED | COMMAND_KEYED, \
      1, "decline a challenge, or take back your own; REASON: busy, game or later")      \
    X(CMD_PROFILE, "profile", ARGS(0, "games", "rated", "bots", "max", "time", "bot"),   \
      COMMAND_NAMED | COMMAND_KEYED, 1,                                                  \
      "whose offers reach you, and whether you are a bot")                               \
    X(CMD_READY, "ready", ARGS(0, "nonce"),                                              \
      COMMAND_IN_ROOM | COMMAND_BEGINS | COMMAND_STORES, 0,                              \
      "you are ready to play; any word you add goes into the dice")                      \
    X(CMD_UNSEAT, "unseat", ARGS_NONE,                                                   \
      COMMAND_IN_ROOM | COMMAND_IN_FULL | COMMAND_STORES, 1,                             \
      "send away an opponent who is not ready, in a room that you opened")               \
    X(CMD_OPEN, "open", ARGS(1, "nonce"), COMMAND_IN_ROOM | COMMAND_STORES, 0,           \
      "open the nonce that you sealed")                                                  \
    X(CMD_MOVE, "move", ARGS(1, "move", "seq"),                                          \
      COMMAND_IN_ROOM | COMMAND_KEYED | COMMAND_STORES, 0,                               \
      "play a move, as written in the list of moves or by its number")                   \
    X(CMD_MOVES, "moves", ARGS(0, "show"), COMMAND_IN_ROOM, 1,                           \
      "the legal moves, or those of one piece: moves d1; moves off: do not send them")   \
    X(CMD_AUTO, "auto", ARGS(0, "switch"), COMMAND_NAMED, 1,                             \
      "auto on: when you have only one move, it is played for you; auto off")            \
    X(CMD_WHY, "why", ARGS(1, "move"), COMMAND_IN_ROOM | COMMAND_WATCHED, 1,             \
      "may I play this, and if not, which rule forbids it?")                             \
    X(CMD_BOARD, "board", ARGS(0, "show"), COMMAND_MAY_ROOM | COMMAND_WATCHED, 1,        \
      "the board, the dice, whose turn it is; board words: in words from now on, "       \
      "board off, board on")                                                             \
    X(CMD_SAY, "say", ARGS(1, "text"),                                                   \
      COMMAND_IN_ROOM | COMMAND_REST | COMMAND_WATCHED | COMMAND_STORES, 1,              \
      "talk to the room")                                                                \
    X(CMD_TELL, "tell", ARGS(2, "name", "text"), COMMAND_NAMED | COMMAND_REST, 1,        \
      "talk to NAME only")                                                               \
    X(CMD_SHOUT, "shout", ARGS(1, "text"), COMMAND_NAMED | COMMAND_REST, 5,              \
      "talk to everybody here")                                                          \
    X(CMD_GAG, "gag", ARGS(0, "name", "show"), COMMAND_NAMED, 1,                         \
      "hide what NAME says; gag NAME off: show it again; gag: list them")                \
    X(CMD_RESIGN, "resign", ARGS(0, "sure"),                                             \
      COMMAND_IN_ROOM | COMMAND_IN_FULL | COMMAND_STORES, 1,                             \
      "give up the game: resign sure")                                                   \
    X(CMD_TAKEBACK, "takeback", ARGS_NONE, COMMAND_IN_ROOM | COMMAND_STORES, 1,          \
      "take back your last move against the house, in a game that is not rated")         \
    X(CMD_DRAW, "draw", ARGS_NONE, COMMAND_IN_ROOM | COMMAND_IN_FULL | COMMAND_STORES,   \
      1, "offer a draw, or accept your opponent's offer")                                \
    X(CMD_ABORT, "abort", ARGS_NONE, COMMAND_IN_ROOM | COMMAND_IN_FULL | COMMAND_STORES, \
      1, "call off a game that has only just begun")                                     \
    X(CMD_CLAIM, "claim", ARGS_NONE, COMMAND_IN_ROOM | COMMAND_IN_FULL | COMMAND_STORES, \
      1, "win, because your opponent has been away too long")                            \
    X(CMD_ADJOURN, "adjourn", ARGS_NONE,                                                 \
      COMMAND_IN_ROOM | COMMAND_IN_FULL | COMMAND_STORES, 1,                             \
      "offer to put off the game, or accept that; at once if your opponent is away "     \
      "too long")                                                                        \
    X(CMD_REMATCH, "rematch", ARGS_NONE,                                                 \
      COMMAND_IN_ROOM | COMMAND_BEGINS | COMMAND_STORES, 0,                              \
      "after a game: another one, with sides exchanged")                                 \
    X(CMD_RECORD, "record", ARGS(0, "game_id"), COMMAND_MAY_ROOM | COMMAND_WATCHED, 1,   \
      "the record of the game, or of the one with this id, for alea verify")             \
    X(CMD_GAME, "game", ARGS(1, "game_id"), 0, 1, "how the game with this id went")      \
    X(CMD_GAMES, "games", ARGS(0, "name", "before"), COMMAND_KEYED, 10,                  \
      "the finished games, the latest first; NAME: only theirs; before=GAME_ID: those "  \
      "before that one")                                                                 \
    X(CMD_RATING, "rating", ARGS(0, "name"), 0, 1,                                       \
      "your ratings, or NAME's: how strong you are in each game")                        \
    X(CMD_TOP, "top", ARGS(1, "game"), 0, 5, "the strongest players of GAME")            \
    X(CMD_DICESTATS, "dicestats", ARGS(0, "name"), 0, 1,                                 \
      "what the dice have shown in finished games, or the dice of NAME")                 \
    X(CMD_LEAVE, "leave", ARGS(0, "room", "sure"),                                       \
      COMMAND_IN_ROOM | COMMAND_IN_FULL | COMMAND_STORES, 1,                             \
      "leave the room; leave sure: in the middle of a game")                             \
    X(CMD_PING, "ping", ARGS_NONE, 0, 1, "ask whether the server is there")              \
    X(CMD_QUIT, "quit", ARGS(0, "sure"), COMMAND_IN_FULL, 0,                             \
      "say goodbye and close the connection; quit sure: in the middle of a game")        \
    /* for operators */                                                                  \
    X(CMD_STATS, "stats", ARGS_NONE, COMMAND_OPERATOR, 1,                                \
      "what the server has counted and measured")                                        \
    X(CMD_CLIENTS, "clients", ARGS(0, "who"), COMMAND_OPERATOR, 1,                       \
      "the connections; WHO: only this name, address or number")                         \
    X(CMD_ANNOUNCE, "announce", ARGS(1, "text"), COMMAND_OPERATOR | COMMAND_REST, 1,     \
      "tell everybody something")                                                        \
    X(CMD_LOGLEVEL, "loglevel", ARGS(0, "level"), COMMAND_OPERATOR, 1,                   \
      "how much is logged: error, warn, info or debug")                                  \
    X(CMD_KICK, "kick", ARGS(1, "who", "text"), COMMAND_OPERATOR | COMMAND_REST, 1,      \
      "end somebody's connection, by name or number; TEXT tells them why")               \
    X(CMD_BAN, "ban", ARGS(1, "who", "minutes", "text"),                                 \
      COMMAND_OPERATOR | COMMAND_REST | COMMAND_STORES, 1,                               \
      "ban a name or an address; TEXT tells them why")                                   \
    X(CMD_UNBAN, "unban", ARGS(1, "who"), COMMAND_OPERATOR | COMMAND_STORES, 1,          \
      "lift a ban")                                                                      \
    X(CMD_BANS, "bans", ARGS_NONE, COMMAND_OPERATOR, 1, "who is banned")                 \
    X(CMD_ADJUDICATE, "adjudicate", ARGS(2, "room", "winner"),                           \
      COMMAND_OPERATOR | COMMAND_STORES, 1,                                              \
      "end the adjourned game in ROOM: white or black wins, or none")                    \
    X(CMD_RESET_PASSWORD, "reset-password", ARGS(1, "name"),                             \
      COMMAND_OPERATOR | COMMAND_STORES, 5,                                              \
      "give a player who has lost their password a one-time password")                   \
    X(CMD_DRAIN, "drain", ARGS(0, "minutes"), COMMAND_OPERATOR, 1,                       \
      "no new games from now on, and stop in MINUTES; drain off")                        \
    X(CMD_SHUTDOWN, "shutdown", ARGS(0, "sure"), COMMAND_OPERATOR, 1,                    \
      "stop the server; its games continue after the next start")

/* Other words that people try.  Text mode accepts them only as whole words, so they make
 * no abbreviation ambiguous. */
#define ALIASES(X)                                                                       \
    X("?", CMD_HELP)                                                                     \
    X("bye", CMD_QUIT)                                                                   \
    X("exit", CMD_QUIT)                                                                  \
    X("m", CMD_MOVE)

enum command_kind {
#define X(id, word, args, flags, cost, help) id,
    COMMANDS(X)
#undef X
        COMMAND_COUNT
};

struct command_spec {
    const char *word;
    unsigned flags; /* enum command_flags */
    unsigned cost;  /* tokens of the rate limit */
    const char *help;
    uint8_t n_args, n_required;
    char arg[COMMAND_ARGS_MAX][ARG_NAME_BYTES];
};

/* Returns the row of the table. */
const struct command_spec *command_spec(enum command_kind kind);
/* Returns the command with exactly this word of len bytes, or COMMAND_COUNT. */
enum command_kind command_find(const char *word, size_t len);

/* Returns the command with this alias of len bytes in any case; COMMAND_COUNT: none. */
enum command_kind command_find_alias(const char *word, size_t len);
/* Writes the aliases of a command, separated by " or "; nothing if it has none. */
void command_write_aliases(enum command_kind kind, struct text_out *out);

/* Returns the number of the argument that is the command's room; n_args: none is. */
unsigned command_room_arg(enum command_kind kind);

/* Size of the arguments of a command, each with its NUL: all that a line can hold, and up
 * to three passwords that a client adds. */
#define COMMAND_TEXT_BYTES (LINE_BYTES_MAX + 512)

/* A command as sent: a plain value without pointers.  A zeroed one has no arguments. */
struct command {
    enum command_kind kind;
    char id[ID_BYTES_MAX + 1];     /* "" none; text mode writes it first, as #ID */
    char room[ROOM_BYTES_MAX + 1]; /* upper case; "" not given */
    bool is_typed;                 /* it came in text mode; not sent in JSON */
    bool is_bare;                  /* a move typed without the word "move" */
    bool has[COMMAND_ARGS_MAX];    /* whether each argument is given */
    uint16_t at[COMMAND_ARGS_MAX]; /* where each begins in text, see command_arg */
    uint16_t len;                  /* bytes of text in use; the rest is undefined */
    char text[COMMAND_TEXT_BYTES]; /* UTF-8 without control characters */
};

/* Makes *cmd a command without arguments.  Does not touch the bytes of text. */
void command_init(struct command *cmd, enum command_kind kind);
/* Returns an argument, "" if not given.  Borrowed until *cmd changes. */
const char *command_arg(const struct command *cmd, unsigned i);
/* Adds a copy of an argument.  Truncates it if it does not fit; then it is also too long
 * for a line. */
void command_put_arg(struct command *cmd, unsigned i, const char *text);
/* Copies a command, with only the used part of its text. */
void command_copy(struct command *to, const struct command *from);

/* What is wrong with a line: a code, and a sentence that says what would be right. */
struct command_fault {
    enum error_code code;
    char id[ID_BYTES_MAX + 1]; /* id of the request, if it could be read */
    char text[FAULT_BYTES];
};

/* The word nearest to a mistyped one; NULL: none is near enough.  words: ends with NULL.
 * Returns borrowed, from words. */
const char *command_nearest(const char *typed, size_t len, const char *const *words);
/* Reads a line without its end.  Returns ERR_OK, or the code that is also in *fault. */
enum error_code command_from_text(const char *line, size_t len, struct command *cmd,
                                  struct command_fault *fault);
enum error_code command_from_json(const char *line, size_t len, struct command *cmd,
                                  struct command_fault *fault);
/* Returns a line of JSON without its end; the caller frees it with free().  Out of memory
 * ends the program (mem.h). */
char *command_to_json(const struct command *cmd);
/* Writes a command with its arguments, "move MOVE [SEQ]", for help and error texts. */
void command_usage(enum command_kind kind, struct text_out *out);
#endif
