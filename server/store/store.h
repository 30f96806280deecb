/* The store: games as append-only logs of ops, and sessions, in an SQLite file.  Only
 * the files of the store include sqlite3.h.
 *
 * Everything written since the last commit belongs to one transaction, which the first
 * write begins.  A write that fails makes the whole transaction fail: what follows is
 * ignored, and store_commit returns false and has rolled all of it back.
 *
 * Reads see what is written and not committed yet. */
#ifndef ALEA_SERVER_STORE_STORE_H
#define ALEA_SERVER_STORE_STORE_H

#include "proto/message/message.h"
#include "server/lobby/ban.h"
#include "server/lobby/gags.h"
#include "server/lobby/profile.h"
#include "server/rating/dicestats.h"
#include "server/rating/rating.h"
#include "server/room/room.h"
#include "server/store/keep.h"

#define STORE_MEMORY ":memory:"
/* Bytes of the hash of a token. */
#define TOKEN_HASH_BYTES 32
/* Longest hash of a password, with its NUL: Argon2id's as libsodium writes it. */
#define PASSWORD_HASH_BYTES 128

/* What an answer survives. */
enum durability {
    DURABILITY_FULL, /* loss of power: every commit is on the disk (synchronous=FULL) */
    DURABILITY_PROCESS, /* a crash of the process (synchronous=NORMAL) */
};

struct store;

struct store_config {
    const char *path; /* a file, made if it is not there; or STORE_MEMORY */
    enum durability durability;
    const char *vfs; /* SQLite's name of the file system to use; NULL the usual one */
    bool read_only;  /* for looking at a file: nothing is made or changed, and a server
                        that has it open does not mind */
};

/* Sets SQLite up for this program, which uses it in one thread.  From now on it ends the
 * program when it gets no memory (mem.h): without this a game that could not be read
 * looks like a damaged one.  Before anything else here; once more changes nothing. */
void store_set_up_sqlite(void);
/* The version of the stores that this server makes. */
int store_version(void);
/* Opens a store and brings an older one up to date.  NULL with a fault: not ours, of a
 * later version, in use by another process, or the disk's own reason. */
struct store *store_open(const struct store_config *config,
                         char fault[static FAULT_BYTES]);
/* Rolls back what is not committed. */
void store_close(struct store *store);

/* --- writing --- */

/* A new game of a room; its earlier one, if any, is live no longer.  Returns the number
 * of the game in the store, or 0 when that failed. */
int64_t store_add_game(struct store *store, const struct room_start *start,
                       int64_t now_s);
/* Appends to the log of a game.  seq: number of the event; dice: what it threw
 * (room_dice_text), checked when it is replayed. */
void store_add_op(struct store *store, int64_t game, uint64_t seq, const struct op *op,
                  const char *dice);
/* Finished games, in the order in which they are deleted when there are too many. */
enum game_class {
    CLASS_GUESTS,  /* neither player has an account */
    CLASS_ACCOUNT, /* not rated, or for the loser only */
    CLASS_RATED,
    CLASS_COUNT
};

/* The game is over and is kept: `games` lists it.  Without this call it has no result. */
void store_end_game(struct store *store, int64_t game, const struct record *record,
                    enum game_class class);
/* The room has another game, or is closed.  A game without a result is dead then: nobody
 * finds it any more, and store_sweep deletes it. */
void store_retire_game(struct store *store, int64_t game);
/* A game that cannot be replayed: it is live no longer, and why is kept. */
void store_set_aside(struct store *store, int64_t game, const char *why);
/* Adds a session, or changes the one with this id. */
void store_put_session(struct store *store, uint64_t id, const char *name,
                       const uint8_t token_hash[static TOKEN_HASH_BYTES],
                       int64_t account);
/* Deletes the session with this id, if it is there.  False: the transaction has failed.
 */
bool store_remove_session(struct store *store, uint64_t id);
/* Adds throws to the total of a name, or of all: "". */
void store_add_dice(struct store *store, const char *name,
                    const struct dice_tally *tally);
/* Adds a ban, or changes that of the same name or address. */
void store_put_ban(struct store *store, const struct ban *ban);
void store_remove_ban(struct store *store, const char *who);
/* --- store_keep.c: games that are not kept --- */

/* Lets the oldest finished game that the rule does not keep die.  False: there is none,
 * or it could not be found or changed: see store_is_dirty and store_fault. */
bool store_drop_game(struct store *store, const struct keep_rule *rule, int64_t now_s);
/* Deletes about `most` rows of dead games whose numbers are above *after, which is then
 * the number of the last one that is gone, or that cannot be deleted.  True: there may be
 * more. */
bool store_sweep(struct store *store, int64_t *after, int most);
/* How much there is; an in-memory store has no file. */
struct store_size {
    int64_t file_bytes; /* as it will be when the write-ahead log is in it */
    int64_t used_bytes; /* of that */
    int64_t games;      /* finished ones that are kept */
};

void store_measure(struct store *store, struct store_size *size);

/* Forgets the totals of a name; those of all stay as they are. */
void store_forget_dice(struct store *store, const char *name);
/* Where an account stands in a game (its id: royal-ur). */
void store_put_rating(struct store *store, int64_t account, const char *kind,
                      const struct rating *rating);

/* A rated game, as ratings can be computed from it once more. */
struct rated_game {
    int64_t game;               /* number of the game */
    char kind[GAME_TEXT_BYTES]; /* royal-ur, without options */
    int64_t period;
    int white_halves;                /* 2 white has won, 1 a draw, 0 */
    int64_t account[SIDE_COUNT];     /* 0: forgotten since, or it did not count for him */
    struct glicko start[SIDE_COUNT]; /* as the period began */
};

void store_add_rated(struct store *store, const struct rated_game *rated);
/* Forgets what an account had, in at most `most` rows of each kind; its opponents keep
 * theirs.  True: there may be more. */
bool store_forget_ratings(struct store *store, int64_t account, int most);
/* The profile of an account; get: the usual one if there is none, or it is damaged; when
 * the disk does not tell *profile stays. */
void store_put_profile(struct store *store, int64_t account,
                       const struct profile *profile);
void store_get_profile(struct store *store, int64_t account, struct profile *profile);
/* Remembers the server time. */
void store_put_time(struct store *store, uint64_t at_ms);

/* A new account of this name, which no other has in any case.  Returns its id, which is
 * never used again, or 0 when that failed. */
int64_t store_add_account(struct store *store, const char *name, const char *password,
                          int64_t now_s);
/* A game was called off for this reason (note_reason), because of this account. */
void store_add_call_off(struct store *store, int64_t account, const char *reason);
/* Another password of an account; its hash. */
void store_put_password(struct store *store, int64_t account, const char *password);
/* This account has the operator's role that the host has given to a name; 0: nobody has
 * it, whoever registers the name. */
void store_put_operator(struct store *store, const char *name, int64_t account);
/* This account is to be forgotten: from now on nobody can log in. */
void store_begin_forgetting(struct store *store, int64_t account);
struct stored_account;
struct stored_once;
/* The one-time password of an account, as it is from now on. */
void store_put_once(struct store *store, int64_t account, const struct stored_once *once);
/* Forgets some of such an account: in stored games, live ones too, FORGOTTEN_PREFIX and
 * its id stand for its name, what it has said is gone, and so are its ratings, statistics
 * and gags; at last it is gone itself, and its name is free. most_rows: about so many
 * events are rewritten at once, whole games.  True: that was all of it.  False: there is
 * more, or it has failed, and so does store_commit. */
bool store_forget_some(struct store *store, const struct stored_account *account,
                       int most_rows);
/* Whether anything is written and not committed. */
bool store_is_dirty(const struct store *store);
/* True: it is there for good, as far as the durability promises; also when nothing was
 * written.  False: nothing of it is; why is in store_fault. */
ALEA_MUST_USE bool store_commit(struct store *store);
/* Why the last commit, or the last read, failed; "" */
const char *store_fault(const struct store *store);

/* --- reading --- */

struct stored_session {
    uint64_t id;
    char name[NAME_BYTES_MAX + 1];
    uint8_t token_hash[TOKEN_HASH_BYTES];
    int64_t account; /* 0: a guest's */
};

/* The latest server time that is stored; 0: none.  That of a put_time or of an op. */
uint64_t store_time(struct store *store);
/* How often something could not be read because the disk failed, and not because it is
 * damaged: it may be read the next time. */
unsigned store_read_failures(const struct store *store);
/* The session with the lowest id above this one.  False: there is none. */
bool store_next_session(struct store *store, uint64_t after,
                        struct stored_session *session);
/* The ban with the lowest number above this one.  Returns its number; 0: there is none;
 * -1: the disk does not tell, with store_fault. */
int64_t store_next_ban(struct store *store, int64_t after, struct ban *ban);
/* A password that an operator has set for somebody who has lost theirs. */
struct stored_once {
    char hash[PASSWORD_HASH_BYTES]; /* "" none is good any more */
    int64_t until_s;                /* it is good until then */
    int64_t set_s;                  /* when the latest was set; 0: never */
    bool is_used; /* somebody has used it, and its owner has not been told yet */
};

struct stored_account {
    int64_t id;
    char name[NAME_BYTES_MAX + 1];      /* as it was registered */
    char password[PASSWORD_HASH_BYTES]; /* hash, with its salt and cost */
    int64_t created_s;
    struct stored_once once;
    bool is_forgotten; /* to be: nobody has it any more, and nobody can have its name yet
                        */
};

enum found { FOUND, NOT_FOUND, NOT_READ };

/* The account of this name.  NOT_READ: with store_fault. */
enum found store_find_account(struct store *store, const char *name,
                              struct stored_account *account);
/* The account that store_put_operator has given to this name, case ignored.  NOT_READ:
 * with store_fault. */
enum found store_find_operator(struct store *store, const char *name, int64_t *account);
/* The account to be forgotten with the lowest id above this one.  Of a damaged row only
 * the id is known, and the name is "".  NOT_READ: with store_fault. */
enum found store_next_forgotten(struct store *store, int64_t after,
                                struct stored_account *account);
/* Finished games of the player of this name. */
int64_t store_count_games(struct store *store, const char *name);
/* Games called off for this reason, because of this account. */
int64_t store_count_call_offs(struct store *store, int64_t account, const char *reason);
/* How many there are, those to be forgotten too.  Counted once, when the store is opened,
 * and kept up to date; where that failed it is tried again.  -1: they cannot be read. */
int64_t store_n_accounts(struct store *store);
/* The game with the lowest number above this one; live_only: that a room has now.
 * Returns its number; 0: there is none; -1: the list cannot be read there, store_fault
 * says why.  Those set aside are not live. */
int64_t store_next_game(struct store *store, int64_t after, bool live_only);
/* Whether the file is sound as SQLite sees it; reads all of it.  False with a fault. */
bool store_is_sound(struct store *store, char fault[static FAULT_BYTES]);
/* Whether any game was set aside, and nobody has put it right. */
bool store_has_set_aside(struct store *store);
/* The finished game with this id; 0: there is none. */
int64_t store_find_game(struct store *store, const char *game_id);
/* How the game began, with its id and room code as far as they could be read.  False with
 * a fault: damaged. */
bool store_load_start(struct store *store, int64_t game, struct room_start *start,
                      char fault[static FAULT_BYTES]);

struct stored_op {
    uint64_t seq;
    struct op op;
    char dice[DICE_TEXT_BYTES];
};

enum stored { STORED_OP, STORED_END, STORED_DAMAGED };

/* The op after number `after` of a game; 0: the first.  Calls with each other's seq in
 * turn read on in one query.  STORED_DAMAGED with a fault. */
enum stored store_next_op(struct store *store, int64_t game, uint64_t after,
                          struct stored_op *op, char fault[static FAULT_BYTES]);

/* One line of the list of finished games. */
struct stored_game {
    char game_id[FAIR_GAME_ID_BYTES];
    char game[GAME_TEXT_BYTES]; /* with its options */
    char name[SIDE_COUNT][NAME_BYTES_MAX + 1];
    struct result result;
    int64_t started_s, ended_s;
    bool rated;
};

/* The finished games of this player ("": of all), the latest first.
 * Returns how many, at most cap. */
size_t store_list_games(struct store *store, const char *name, struct stored_game *row,
                        size_t cap);
/* What the list says of this game.  False: it is not over, or there is none. */
bool store_list_game(struct store *store, int64_t game, struct stored_game *row);

/* The throws of dice of this kind of this name, or of all: "".  False:
 * there are none. */
bool store_find_dice(struct store *store, const char *name, const struct dice_kind *kind,
                     struct dice_tally *tally);

/* Where an account stands in a game.  NOT_FOUND: it has no rated game there; NOT_READ:
 * with store_fault. */
enum found store_find_rating(struct store *store, int64_t account, const char *kind,
                             struct rating *rating);

struct stored_rating {
    char kind[GAME_TEXT_BYTES];
    char name[NAME_BYTES_MAX + 1]; /* of the account */
    struct rating rating;
};

/* An account's ratings in all games, by their ids.  Returns how many, at most cap. */
size_t store_list_ratings(struct store *store, int64_t account, struct stored_rating *row,
                          size_t cap);
/* The best of a game, the best first, of those whose deviation is at most
 * RATING_LISTED_DEVIATION in this period, and who have had RATING_LISTED_OPPONENTS.
 * Returns how many, at most cap. */
size_t store_list_top(struct store *store, const char *kind, int64_t period,
                      struct stored_rating *row, size_t cap);
/* Whether two accounts have a rated game in this kind that counted for both. */
enum found store_find_pair(struct store *store, int64_t account, int64_t opponent,
                           const char *kind);
/* The rated game with the lowest number above this one.  NOT_READ: with store_fault. */
enum found store_next_rated(struct store *store, int64_t after, struct rated_game *rated);

/* The rating of the next account and game after this one, in a fixed order; kind ""
 * is the first.  NOT_READ: with store_fault. */
enum found store_next_rating(struct store *store, int64_t *account,
                             char kind[static GAME_TEXT_BYTES]);
/* Computes that rating once more, from the rated games alone.  False with a fault: they
 * cannot be read, or one of them says that the account had another rating before it. */
bool store_recompute_rating(struct store *store, int64_t account, const char *kind,
                            struct rating *rating, char fault[static FAULT_BYTES]);

/* --- store_gag.c: whom the holder of an account does not want to hear --- */

void store_add_gag(struct store *store, int64_t account, const char *name);
void store_remove_gag(struct store *store, int64_t account, const char *name);
/* Makes *gags all of them; when the disk does not tell it stays. */
void store_load_gags(struct store *store, int64_t account, struct gags *gags);

#endif
