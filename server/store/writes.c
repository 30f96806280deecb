#include "server/store/writes.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/store/sql.h"

/* Carries out one record. */
typedef void writes_do(struct store *store, const void *args);

/* What comes before the arguments of each record. */
struct head {
    writes_do *run;
    size_t bytes; /* of the record, its head included */
};

void writes_fini(struct writes *writes) {
    free(writes->bytes);
    *writes = (struct writes){.n = 0};
}

void writes_clear(struct writes *writes) {
    writes->used = writes->n = writes->n_done = 0;
}

void writes_apply(struct writes *writes, struct store *store) {
    while (writes->n_done < writes->used) {
        const char *at = writes->bytes + writes->n_done;
        const struct head *head = (const void *)at;
        head->run(store, at + sizeof *head);
        writes->n_done += head->bytes;
    }
}

bool writes_commit(struct writes *writes, struct store *store) {
    writes_apply(writes, store);
    return store_commit(store);
}

/* Room for the arguments of a new record; borrowed, valid until the next one. */
static void *add(struct writes *writes, writes_do *run, size_t bytes) {
    size_t align = _Alignof(max_align_t);
    struct head head = {run, (sizeof head + bytes + align - 1) / align * align};
    size_t cap = writes->cap == 0 ? 4096 : writes->cap;
    while (cap < writes->used + head.bytes) {
        cap *= 2;
    }
    if (cap > writes->cap) {
        writes->bytes = mem_grow(writes->bytes, cap, 1);
        writes->cap = cap;
    }
    char *at = writes->bytes + writes->used;
    memcpy(at, &head, sizeof head);
    writes->used += head.bytes;
    writes->n++;
    return at + sizeof head;
}

/* --- time and sessions --- */

static void put_time(struct store *store, const void *args) {
    store_put_time(store, *(const uint64_t *)args);
}

void writes_put_time(struct writes *writes, uint64_t at_ms) {
    *(uint64_t *)add(writes, put_time, sizeof at_ms) = at_ms;
}

static void put_session(struct store *store, const void *args) {
    const struct stored_session *session = args;
    store_put_session(store, session->id, session->name, session->token_hash,
                      session->account);
}

void writes_put_session(struct writes *writes, const struct stored_session *session) {
    memcpy(add(writes, put_session, sizeof *session), session, sizeof *session);
}

/* --- games --- */

struct game_args {
    int64_t game, now_s;
    struct room_start start;
};

static void add_game(struct store *store, const void *args) {
    const struct game_args *game = args;
    store_add_game(store, game->game, &game->start, game->now_s);
}

void writes_add_game(struct writes *writes, int64_t game, const struct room_start *start,
                     int64_t now_s) {
    struct game_args *args = add(writes, add_game, sizeof *args);
    *args = (struct game_args){game, now_s, *start};
}

static void retire_game(struct store *store, const void *args) {
    store_retire_game(store, *(const int64_t *)args);
}

void writes_retire_game(struct writes *writes, int64_t game) {
    *(int64_t *)add(writes, retire_game, sizeof game) = game;
}

struct aside_args {
    int64_t game;
    char why[FAULT_BYTES];
};

static void set_aside(struct store *store, const void *args) {
    const struct aside_args *aside = args;
    store_set_aside(store, aside->game, aside->why);
}

void writes_set_aside(struct writes *writes, int64_t game, const char *why) {
    struct aside_args *args = add(writes, set_aside, sizeof *args);
    args->game = game;
    text_copy(args->why, sizeof args->why, why);
}

struct op_args {
    int64_t game;
    uint64_t seq;
    size_t op_bytes; /* the op up to the end of its text */
    char bytes[];    /* the op, then the dice */
};

static void add_op(struct store *store, const void *args) {
    const struct op_args *kept = args;
    struct op op;
    memcpy(&op, kept->bytes, kept->op_bytes);
    store_add_op(store, kept->game, kept->seq, &op, kept->bytes + kept->op_bytes);
}

void writes_add_op(struct writes *writes, int64_t game, uint64_t seq, const struct op *op,
                   const char *dice) {
    size_t len = strlen(dice) + 1;
    size_t op_bytes = offsetof(struct op, text) + strlen(op->text) + 1;
    struct op_args *args = add(writes, add_op, sizeof *args + op_bytes + len);
    args->game = game;
    args->seq = seq;
    args->op_bytes = op_bytes;
    memcpy(args->bytes, op, op_bytes);
    memcpy(args->bytes + op_bytes, dice, len);
}

/* Of the record only what its row in the store has. */
struct end_args {
    int64_t game;
    enum game_class class;
    struct record_player player[SIDE_COUNT];
    struct result result;
    int64_t started_s, ended_s;
};

static void end_game(struct store *store, const void *args) {
    const struct end_args *end = args;
    struct record record = {
        .result = end->result, .started_s = end->started_s, .ended_s = end->ended_s};
    memcpy(record.player, end->player, sizeof record.player);
    store_end_game(store, end->game, &record, end->class);
}

void writes_end_game(struct writes *writes, int64_t game, const struct record *record,
                     enum game_class class) {
    struct end_args *args = add(writes, end_game, sizeof *args);
    *args = (struct end_args){.game = game,
                              .class = class,
                              .result = record->result,
                              .started_s = record->started_s,
                              .ended_s = record->ended_s};
    memcpy(args->player, record->player, sizeof args->player);
}

/* --- accounts --- */

/* What most changes of an account need. */
struct account_args {
    int64_t account, now_s;
    char name[NAME_BYTES_MAX + 1];
    char text[PASSWORD_HASH_BYTES];
};

static void put_account(struct writes *writes, writes_do *run,
                        const struct account_args *account) {
    memcpy(add(writes, run, sizeof *account), account, sizeof *account);
}

static void add_account(struct store *store, const void *args) {
    const struct account_args *account = args;
    store_add_account(store, account->account, account->name, account->text,
                      account->now_s);
}

void writes_add_account(struct writes *writes, int64_t account, const char *name,
                        const char *password, int64_t now_s) {
    struct account_args args = {.account = account, .now_s = now_s};
    text_copy(args.name, sizeof args.name, name);
    text_copy(args.text, sizeof args.text, password);
    put_account(writes, add_account, &args);
}

static void put_password(struct store *store, const void *args) {
    const struct account_args *account = args;
    store_put_password(store, account->account, account->text);
}

void writes_put_password(struct writes *writes, int64_t account, const char *password) {
    struct account_args args = {.account = account};
    text_copy(args.text, sizeof args.text, password);
    put_account(writes, put_password, &args);
}

static void put_operator(struct store *store, const void *args) {
    const struct account_args *account = args;
    store_put_operator(store, account->name, account->account);
}

void writes_put_operator(struct writes *writes, const char *name, int64_t account) {
    struct account_args args = {.account = account};
    text_copy(args.name, sizeof args.name, name);
    put_account(writes, put_operator, &args);
}

static void add_call_off(struct store *store, const void *args) {
    const struct account_args *account = args;
    store_add_call_off(store, account->account, account->text);
}

void writes_add_call_off(struct writes *writes, int64_t account, const char *reason) {
    struct account_args args = {.account = account};
    text_copy(args.text, sizeof args.text, reason);
    put_account(writes, add_call_off, &args);
}

static void add_gag(struct store *store, const void *args) {
    const struct account_args *account = args;
    store_add_gag(store, account->account, account->name);
}

static void remove_gag(struct store *store, const void *args) {
    const struct account_args *account = args;
    store_remove_gag(store, account->account, account->name);
}

void writes_add_gag(struct writes *writes, int64_t account, const char *name) {
    struct account_args args = {.account = account};
    text_copy(args.name, sizeof args.name, name);
    put_account(writes, add_gag, &args);
}

void writes_remove_gag(struct writes *writes, int64_t account, const char *name) {
    struct account_args args = {.account = account};
    text_copy(args.name, sizeof args.name, name);
    put_account(writes, remove_gag, &args);
}

static void begin_forgetting(struct store *store, const void *args) {
    store_begin_forgetting(store, *(const int64_t *)args);
}

void writes_begin_forgetting(struct writes *writes, int64_t account) {
    *(int64_t *)add(writes, begin_forgetting, sizeof account) = account;
}

struct once_args {
    int64_t account;
    struct stored_once once;
};

static void put_once(struct store *store, const void *args) {
    const struct once_args *once = args;
    store_put_once(store, once->account, &once->once);
}

void writes_put_once(struct writes *writes, int64_t account,
                     const struct stored_once *once) {
    struct once_args *args = add(writes, put_once, sizeof *args);
    *args = (struct once_args){account, *once};
}

struct profile_args {
    int64_t account;
    struct profile profile;
};

static void put_profile(struct store *store, const void *args) {
    const struct profile_args *profile = args;
    store_put_profile(store, profile->account, &profile->profile);
}

void writes_put_profile(struct writes *writes, int64_t account,
                        const struct profile *profile) {
    struct profile_args *args = add(writes, put_profile, sizeof *args);
    *args = (struct profile_args){account, *profile};
}

/* --- bans --- */

static void put_ban(struct store *store, const void *args) {
    store_put_ban(store, args);
}

void writes_put_ban(struct writes *writes, const struct ban *ban) {
    memcpy(add(writes, put_ban, sizeof *ban), ban, sizeof *ban);
}

static void remove_ban(struct store *store, const void *args) {
    store_remove_ban(store, args);
}

void writes_remove_ban(struct writes *writes, const char *who) {
    size_t len = strlen(who) + 1;
    memcpy(add(writes, remove_ban, len), who, len);
}

/* --- dice and ratings --- */

struct dice_args {
    struct dice_tally tally;
    char name[NAME_BYTES_MAX + 1];
};

static void add_dice(struct store *store, const void *args) {
    const struct dice_args *dice = args;
    store_add_dice(store, dice->name, &dice->tally);
}

void writes_add_dice(struct writes *writes, const char *name,
                     const struct dice_tally *tally) {
    struct dice_args *args = add(writes, add_dice, sizeof *args);
    args->tally = *tally;
    text_copy(args->name, sizeof args->name, name);
}

struct rate_args {
    struct rated_game rated;
    struct rating rating[SIDE_COUNT];
};

static void rate(struct store *store, const void *args) {
    const struct rate_args *game = args;
    store_rate(store, &game->rated, game->rating);
}

void writes_rate(struct writes *writes, const struct rated_game *rated,
                 const struct rating rating[SIDE_COUNT]) {
    struct rate_args *args = add(writes, rate, sizeof *args);
    args->rated = *rated;
    memcpy(args->rating, rating, sizeof args->rating);
}
