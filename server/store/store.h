/* The store: logs of games, sessions, accounts and what belongs to them, in an SQLite
 * file or a PostgreSQL database.  Only the files of this folder include sqlite3.h.
 *
 * All writes since the last commit are one transaction, which the first write begins.
 * If one of them fails, the whole transaction fails: later writes do nothing, and
 * store_commit rolls everything back and returns false.
 *
 * Reads see what is written and not committed yet. */
#ifndef ALEA_SERVER_STORE_STORE_H
#define ALEA_SERVER_STORE_STORE_H

#include "proto/message/message.h"
#include "room/room.h"
#include "server/base/disk.h"
#include "server/lobby/ban.h"
#include "server/lobby/profile.h"
#include "server/rating/dicestats.h"
#include "server/rating/rating.h"

#define STORE_MEMORY   ":memory:"
#define STORE_POSTGRES "postgresql://"
/* Bytes of the hash of a token. */
#define TOKEN_HASH_BYTES 32
/* Longest hash of a password, with its NUL: Argon2id's as libsodium writes it. */
#define PASSWORD_HASH_BYTES 128

/* What a commit survives. */
enum durability {
    DURABILITY_FULL,    /* loss of power: each commit is synced (synchronous=FULL) */
    DURABILITY_PROCESS, /* a crash of the process (synchronous=NORMAL) */
};

/* NOT_READ: the disk failed or the file is damaged; store_fault says why. */
enum found { FOUND, NOT_FOUND, NOT_READ };

struct store;

/* --- opening, transactions, time (store.c) --- */

struct db_kind;

/* What it points to is borrowed until the store is closed. */
struct store_config {
    /* A file, created if it does not exist; STORE_MEMORY; or the URL of a PostgreSQL
     * database, which begins with STORE_POSTGRES. */
    const char *path;
    const char *password_file; /* has the database's password; "" or NULL: none */
    enum durability durability;
    const char *vfs; /* SQLite's name of the file system to use; NULL: the default */
    bool read_only;  /* changes and creates nothing; works beside a running server */
    /* How many of the latest events are kept in table `recent` (recent.c); 0: as many
     * as suits a server. */
    int64_t recent_events;
    /* From so many pages of its write-ahead log on, SQLite copies it into the file; 0: as
     * many as suits a server. */
    int log_pages;
    /* The name of this node (lease.h); NULL: the store needs no lease.  The database must
     * be PostgreSQL, or that of a test. */
    const char *node;
    /* Called with why the store cannot be opened, again and again, while another server
     * has the database, and if that is away later; NULL: opening fails then. */
    void (*on_wait)(void *arg, const char *why);
    /* Meanwhile, with where the server that has it listens for fronts, and the key, as
     * hex digits; NULL: not called.  Otherwise this server does not wait for the end of a
     * lease whose holder has lost its connection to the database. */
    void (*on_hub)(void *arg, const char *trunk, const char *key);
    void *arg;
    /* For tests: this keeps everything, and path is STORE_MEMORY; borrowed.  NULL: path
     * says what does. */
    struct db_kind *kind;
};

/* Configures SQLite for this program: one thread, and out of memory ends the program
 * (mem.h); otherwise a game that cannot be read for lack of memory would look damaged.
 * Call it before anything else here; a second call changes nothing. */
void store_set_up_sqlite(void);
/* The version of the files that this server makes. */
int store_version(void);
/* Whether this may be the URL of a database: it begins with STORE_POSTGRES, and has no
 * password in it.  False with a fault. */
bool store_check_url(const char *url, char fault[static FAULT_BYTES]);
/* Opens a store, and migrates a file of an older version.  Returns owned; NULL with a
 * fault: not ours, of a later version, in use by another process, or the disk's reason.
 */
struct store *store_open(const struct store_config *config,
                         char fault[static FAULT_BYTES]);
/* Rolls back what is not committed. */
void store_close(struct store *store);
/* Whether the file is sound as SQLite sees it; reads all of it.  False with a fault. */
bool store_is_sound(struct store *store, char fault[static FAULT_BYTES]);
/* Whether the table of the latest events was found damaged since the last call, and
 * another one is in use now.  *n_lost: unfinished games that may have lost their last
 * events; their logs cannot be read any more. */
bool store_was_renewed(struct store *store, int *n_lost);
/* How many such damaged tables the file has. */
int64_t store_n_damaged_tables(struct store *store);
/* Whether anything is written and not committed. */
bool store_is_dirty(const struct store *store);
/* Commits the transaction.  True: everything written is stored, as far as the
 * durability promises, or nothing was written.  False: nothing of it is stored;
 * store_fault says why. */
ALEA_MUST_USE bool store_commit(struct store *store);
/* Whether there is work for when the store has nothing else to do. */
bool store_is_untidy(const struct store *store);
/* Does a small part of that work, about 0.4 ms, unless something is written and not
 * committed.  If the store is never idle, store_commit does it. */
void store_tidy(struct store *store);
/* Between calls with true and false, reading many games is faster.  Commit nothing in
 * between. */
void store_hold_reads(struct store *store, bool holds);
/* Why the last commit, or the last read, failed; "" if it did not. */
const char *store_fault(const struct store *store);
/* Whether the store is of no use any more: another server took the database, or nobody
 * knows what became of the last commit.  Tell nobody anything of that turn. */
bool store_is_lost(const struct store *store);
/* Whether the file can get lost while the server has it open: moved, deleted, replaced.
 * Then store_look is worth calling. */
bool store_may_get_lost(const struct store *store);
/* Looks whether the file is still in its place, as each commit does.  False with
 * store_fault: it is not, and no commit will succeed any more. */
bool store_look(struct store *store);
/* Makes the store's thread stop waiting for a database that is away.  Any thread may
 * call it. */
void store_give_up(struct store *store);
/* How many reads failed because of the disk, not because of damage.  A later read may
 * succeed. */
unsigned store_read_failures(const struct store *store);
/* Whether a start must fail: the database was away for some reads, so their results are
 * missing.  False for a disk: what it cannot read now it cannot read later, so a start
 * goes on with the rest. */
bool store_was_away(const struct store *store);
/* Stores the server time. */
void store_put_time(struct store *store, uint64_t at_ms);
/* The latest server time that was stored, by store_put_time or with an op; 0: none. */
uint64_t store_time(struct store *store);

/* --- sessions (account.c) --- */

struct stored_session {
    uint64_t id;
    char name[NAME_BYTES_MAX + 1];
    uint8_t token_hash[TOKEN_HASH_BYTES];
    int64_t account; /* 0: a guest's */
};

/* Deletes the session with this id, if there is one, with a guest's profile and gags.
 * False: the transaction has failed. */
bool store_remove_session(struct store *store, uint64_t id);
/* Under which number the profile and the gags of a player are stored: the account, or for
 * a guest (account 0) the session's id, negative. */
int64_t store_owner(uint64_t session, int64_t account);
/* The lowest number above `after` under which a guest has a profile or gags; INT64_MIN
 * finds the first.  0: there is none, or the disk failed. */
int64_t store_next_guest(struct store *store, int64_t after);
/* The session with the lowest id above this one.  NOT_READ: with store_fault. */
enum found store_next_session(struct store *store, uint64_t after,
                              struct stored_session *session);

/* --- games: which there are (recent.c), how they begin (game.c) --- */

/* The highest number that a game has had in the store; 0: none. */
int64_t store_last_game(struct store *store);
/* Adds a game of a room under a number above all others.  The room's earlier games are
 * no longer live. */
void store_add_game(struct store *store, int64_t game, const struct room_start *start,
                    int64_t now_s);
/* Call it when the game's room has another game or is closed.  A game without a result
 * is dead from then on: nobody finds it, and store_prune deletes it. */
void store_retire_game(struct store *store, int64_t game);
/* Marks a game that cannot be replayed: it is no longer live, and the reason is stored.
 * Does nothing if its row cannot be read. */
void store_set_aside(struct store *store, int64_t game, const char *why);
/* Whether any game is set aside. */
bool store_has_set_aside(struct store *store);
/* The game with the lowest number above this one.  live_only: only games that rooms
 * have now.  Returns its number; 0: there is none; -1: it cannot
 * be read, with store_fault. */
int64_t store_next_game(struct store *store, int64_t after, bool live_only);
/* How the game began.  False with a fault: damaged; then start has only the id and the
 * room code, as far as they could be read. */
bool store_load_start(struct store *store, int64_t game, struct room_start *start,
                      char fault[static FAULT_BYTES]);

/* --- games: their logs (log.c) --- */

struct stored_op {
    uint64_t seq;
    struct op op;
    char dice[DICE_TEXT_BYTES];
};

enum stored { STORED_OP, STORED_END, STORED_DAMAGED };

/* Appends to the log of a game.  seq: number of the event; dice: what the op threw
 * (room_dice_text), which a replay checks. */
void store_add_op(struct store *store, int64_t game, uint64_t seq, const struct op *op,
                  const char *dice);
/* The op after event `after` of a game; 0: the first.  If `after` is the seq of the op
 * read last, this continues one query.  STORED_DAMAGED with a fault. */
enum stored store_next_op(struct store *store, int64_t game, uint64_t after,
                          struct stored_op *op, char fault[static FAULT_BYTES]);

/* --- finished games (list.c) --- */

/* In the order in which finished games are deleted when there are too many. */
enum game_class {
    CLASS_GUESTS,  /* neither player has an account */
    CLASS_ACCOUNT, /* not rated, or rated for the loser only */
    CLASS_RATED,
    CLASS_COUNT
};

/* One line of the list of finished games. */
struct stored_game {
    char game_id[FAIR_GAME_ID_BYTES];
    char game[GAME_TEXT_BYTES]; /* with its options */
    char name[SIDE_COUNT][NAME_BYTES_MAX + 1];
    struct result result;
    int64_t started_s, ended_s;
    bool rated;
    uint64_t rating[SIDE_COUNT]; /* as the day of the game began; 0: none */
};

/* Stores the result of a game: from now on the list has it. */
void store_end_game(struct store *store, int64_t game, const struct record *record,
                    enum game_class class);
/* A place in the list of finished games: that of a game. */
struct list_place {
    int64_t ended_s, number;
};
/* The finished games of this player ("": of all) that come after a place (NULL: all), the
 * latest first.  Returns how many, at most cap. */
size_t store_list_games(struct store *store, const char *name,
                        const struct list_place *before, struct stored_game *row,
                        size_t cap);
/* The line of this game.  False: it is not over, or there is no such game. */
bool store_list_game(struct store *store, int64_t game, struct stored_game *row);
/* The number of the finished game with this id; 0: there is none. */
int64_t store_find_game(struct store *store, const char *game_id);

/* --- games that are not kept (prune.c) --- */

/* For messages about a wrong value of --keep-games. */
#define KEEP_FORM                                                                        \
    "games are kept always, for so many days (365d), in so many bytes (500M, 2G), or "   \
    "both (365d,2G)"
#define KEEP_DAYS_MAX 36500

#define KEEP_BYTES_MAX (INT64_C(1) << 50)
/* The default. */
#define KEEP_BYTES (INT64_C(2) << 30)

/* Which finished games are kept. */
struct keep_rule {
    int64_t days;  /* maximum age; 0: no limit */
    int64_t bytes; /* maximum used in the file by everything; 0: no limit */
};

/* Reads "always", "365d", "2G", "500M" or "365d,2G".  False: wrong; rule is unchanged. */
bool keep_rule_read(struct keep_rule *rule, const char *text);
/* Appends it in the same form. */
void keep_rule_write(const struct keep_rule *rule, struct text_out *out);

struct store_size {
    int64_t file_bytes; /* with the write-ahead log merged; in memory: no file */
    int64_t used_bytes; /* part of file_bytes */
    int64_t games;      /* finished games that are kept */
    struct disk_use disk;
};

/* How large the store is, and how full its disk. */
void store_measure(struct store *store, struct store_size *size);
/* Marks the oldest finished game that the rule does not keep as dead.  False: there is
 * none, or it could not be found or changed: see store_is_dirty and store_fault. */
bool store_drop_game(struct store *store, const struct keep_rule *rule, int64_t now_s);
/* Deletes about `most` rows of dead games with numbers above *after.  *after becomes
 * the number of the last game that is deleted, or that cannot be.  True: there may be
 * more.  False: there are no more. */
bool store_prune(struct store *store, int64_t *after, int most);

/* --- accounts (account.c) --- */

/* A one-time password that an operator has set for a player who lost theirs. */
struct stored_once {
    char hash[PASSWORD_HASH_BYTES]; /* "": none is valid */
    int64_t until_s;                /* it is valid until then */
    int64_t set_s;                  /* when the latest was set; 0: never */
    bool is_used;                   /* it was used, and the owner has not been told so
                                       yet */
};

/* Instead of a hash: no password opens this account.  Bots of the host have it. */
#define PASSWORD_NONE "!"

struct stored_account {
    int64_t id;
    char name[NAME_BYTES_MAX + 1];      /* as it was registered */
    char password[PASSWORD_HASH_BYTES]; /* hash, with its salt and cost */
    int64_t created_s;
    struct stored_once once;
    bool is_forgotten; /* it is being deleted: nobody can log in, and the name is not
                          free yet */
};

/* The highest id that an account has had; 0: none. */
int64_t store_last_account(struct store *store);
enum found store_find_account(struct store *store, const char *name,
                              struct stored_account *account);
/* The number of accounts, including those being deleted; -1: unknown.  They are counted
 * when the store is opened, and again after a failure. */
int64_t store_n_accounts(struct store *store);
/* The number of finished games of the player of this name. */
int64_t store_count_games(struct store *store, const char *name);

/* The account that writes_put_operator has stored for this name, case ignored. */
enum found store_find_operator(struct store *store, const char *name, int64_t *account);

/* How many games were called off for this reason (note_reason) because of the account. */
int64_t store_count_call_offs(struct store *store, int64_t account, const char *reason);

/* The profile of an account, or of a guest (store_owner); the default if there is none or
 * it is damaged.  If the disk fails *profile stays as it is. */
void store_get_profile(struct store *store, int64_t account, struct profile *profile);

/* Replaces *gags by all names that an account's owner, or a guest, does not want to hear.
 * If the disk fails *gags stays as it is. */
void store_load_gags(struct store *store, int64_t account, struct gags *gags);

/* The ban with the lowest number above this one.  Returns its number; 0: there is none;
 * -1: the disk failed, with store_fault. */
int64_t store_next_ban(struct store *store, int64_t after, struct ban *ban);

/* --- deleting an account (forget.c) --- */

/* The account to be forgotten with the lowest id above this one.  Of a damaged row only
 * the id is set, and the name is "". */
enum found store_next_forgotten(struct store *store, int64_t after,
                                struct stored_account *account);
/* Forgets a part of such an account.  In stored games, live ones too, FORGOTTEN_PREFIX
 * and the id replace the name, and its chat is removed.  Its ratings, statistics and
 * gags are deleted; last, the account itself is, which frees the name.  most_rows:
 * rewrites about this many events, in whole games.  True: that was all.  False: there
 * is more, or the transaction has failed. */
bool store_forget_some(struct store *store, const struct stored_account *account,
                       int most_rows);

/* --- dice totals (rating.c) --- */

/* The throws of dice of this kind of this name; "": of all players.  False: none. */
bool store_find_dice(struct store *store, const char *name, const struct dice_kind *kind,
                     struct dice_tally *tally);
/* Deletes the totals of a name; those of all players stay as they are. */
void store_forget_dice(struct store *store, const char *name);

/* --- ratings (rating.c) --- */

/* A rated game, with all that is needed to compute its ratings again. */
struct rated_game {
    int64_t game;               /* number of the game */
    char kind[GAME_TEXT_BYTES]; /* royal-ur, without options */
    int64_t period;
    int white_halves;                /* 2: white has won, 1: a draw, 0: black has won */
    int64_t account[SIDE_COUNT];     /* 0: forgotten since, or not rated for this side */
    struct glicko start[SIDE_COUNT]; /* as the period began */
};

/* Most entries of games[]. */
#define RATED_GAMES_MAX 16

/* The ratings of an account in all games; of[i] is that in games[i]. */
struct player_ratings {
    struct player_rating {
        enum found found; /* NOT_READ: it cannot be read, and no game is rated */
        struct rating rating;
    } of[RATED_GAMES_MAX];
};

struct stored_rating {
    char kind[GAME_TEXT_BYTES];
    char name[NAME_BYTES_MAX + 1]; /* of the account */
    struct rating rating;
};

/* The rating of an account in a game (kind: royal-ur). */
void store_put_rating(struct store *store, int64_t account, const char *kind,
                      const struct rating *rating);
/* NOT_FOUND: the account has no rated game of this kind. */
enum found store_find_rating(struct store *store, int64_t account, const char *kind,
                             struct rating *rating);
/* All of them. */
void store_load_ratings(struct store *store, int64_t account,
                        struct player_ratings *ratings);
/* An account's ratings in all games, ordered by kind.  Returns how many, at most cap. */
size_t store_list_ratings(struct store *store, int64_t account, struct stored_rating *row,
                          size_t cap);
/* The best players of a game, the best first: those with a deviation of at most
 * RATING_LISTED_DEVIATION in this period, and at least RATING_LISTED_OPPONENTS opponents.
 * Returns how many, at most cap. */
size_t store_list_top(struct store *store, const char *kind, int64_t period,
                      struct stored_rating *row, size_t cap);
void store_add_rated(struct store *store, const struct rated_game *rated);
/* Stores a rated game and the new ratings of the accounts that it counts for.
 * Opponents are counted here, not taken from rating. */
void store_rate(struct store *store, const struct rated_game *rated,
                const struct rating rating[SIDE_COUNT]);
/* Whether two accounts have a game of this kind that was rated for both. */
enum found store_find_pair(struct store *store, int64_t account, int64_t opponent,
                           const char *kind);
/* The rated game with the lowest number above this one. */
enum found store_next_rated(struct store *store, int64_t after, struct rated_game *rated);
/* The account and kind of the next rating after this one, in a fixed order; kind "": the
 * first. */
enum found store_next_rating(struct store *store, int64_t *account,
                             char kind[static GAME_TEXT_BYTES]);
/* Computes that rating again, from the rated games alone.  False with a fault: they
 * cannot be read, or one of them disagrees about the rating before it. */
bool store_recompute_rating(struct store *store, int64_t account, const char *kind,
                            struct rating *rating, char fault[static FAULT_BYTES]);
/* Deletes the ratings of an account, at most `most` rows of each kind; its opponents keep
 * theirs.  True: there may be more. */
bool store_forget_ratings(struct store *store, int64_t account, int most);

#endif
