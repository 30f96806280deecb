#include "server/store/writes.h"

#include <assert.h>
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

/* --- what the store must look at first --- */

static void put_time(struct store *store, const void *args) {
    store_put_time(store, *(const uint64_t *)args);
}

void writes_put_time(struct writes *writes, uint64_t at_ms) {
    *(uint64_t *)add(writes, put_time, sizeof at_ms) = at_ms;
}

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

struct end_args {
    int64_t game;
    enum game_class class;
    struct record record; /* without its log */
};

static void end_game(struct store *store, const void *args) {
    const struct end_args *end = args;
    store_end_game(store, end->game, &end->record, end->class);
}

void writes_end_game(struct writes *writes, int64_t game, const struct record *record,
                     enum game_class class) {
    struct end_args *args = add(writes, end_game, sizeof *args);
    *args = (struct end_args){game, class, *record};
    args->record.log = NULL;
    args->record.n_log = 0;
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

/* --- rows --- */

/* Most values of a row. */
#define VALUES_MAX 9

/* A row to write, as its values; the bytes of texts and blobs follow them in order. */
struct row_args {
    enum statement id;
    int n;
    struct value value[VALUES_MAX];
    char bytes[];
};

static bool has_bytes(const struct value *value) {
    return value->type == VALUE_TEXT || value->type == VALUE_BLOB;
}

static void put_row(struct store *store, const void *args) {
    const struct row_args *row = args;
    struct value value[VALUES_MAX];
    const char *at = row->bytes;
    for (int i = 0; i < row->n; i++) {
        value[i] = row->value[i];
        if (has_bytes(&value[i])) {
            value[i].bytes = at;
            at += value[i].len + 1;
        }
    }
    if (store_write(store) && store_run_with(store, row->id, value, (size_t)row->n) &&
        row->id == SQL_ADD_ACCOUNT) {
        store->n_accounts += store->n_accounts >= 0;
    }
}

static void add_row(struct writes *writes, enum statement id, const struct value *value,
                    size_t n) {
    assert(n <= VALUES_MAX);
    size_t bytes = 0;
    for (size_t i = 0; i < n; i++) {
        bytes += has_bytes(&value[i]) ? (size_t)value[i].len + 1 : 0;
    }
    struct row_args *row = add(writes, put_row, sizeof *row + bytes);
    char *at = row->bytes;
    row->id = id;
    row->n = (int)n;
    memcpy(row->value, value, n * sizeof *value);
    for (size_t i = 0; i < n; i++) {
        if (has_bytes(&value[i])) {
            memcpy(at, value[i].bytes, (size_t)value[i].len);
            at[value[i].len] = '\0';
            at += value[i].len + 1;
        }
    }
}

/* Records a statement with these values. */
#define ROW(writes, id, ...)                                                             \
    add_row(writes, id, VALUES(__VA_ARGS__), N_VALUES(__VA_ARGS__))

void writes_put_session(struct writes *writes, const struct stored_session *session) {
    ROW(writes, SQL_PUT_SESSION, value_int(store_key(session->id)),
        value_text(session->name), value_blob(session->token_hash, TOKEN_HASH_BYTES),
        session->account != 0 ? value_int(session->account) : value_none());
}

void writes_add_account(struct writes *writes, int64_t account, const char *name,
                        const char *password, int64_t now_s) {
    char key[NAME_KEY_BYTES];
    name_fold(name, key, sizeof key);
    ROW(writes, SQL_ADD_ACCOUNT, value_text(name), value_text(password), value_int(now_s),
        value_text(key), value_int(account));
}

void writes_put_password(struct writes *writes, int64_t account, const char *password) {
    ROW(writes, SQL_PUT_PASSWORD, value_int(account), value_text(password));
}

void writes_put_once(struct writes *writes, int64_t account,
                     const struct stored_once *once) {
    ROW(writes, SQL_PUT_ONCE, value_int(account),
        once->hash[0] != '\0' ? value_text(once->hash) : value_none(),
        value_int(once->until_s), value_int(once->set_s), value_int(once->is_used));
}

void writes_put_operator(struct writes *writes, const char *name, int64_t account) {
    char key[NAME_KEY_BYTES];
    name_fold(name, key, sizeof key);
    ROW(writes, SQL_PUT_OPERATOR, value_int(account), value_text(key));
}

void writes_add_call_off(struct writes *writes, int64_t account, const char *reason) {
    ROW(writes, SQL_ADD_CALL_OFF, value_int(account), value_text(reason));
}

void writes_put_profile(struct writes *writes, int64_t account,
                        const struct profile *profile) {
    char list[PROFILE_GAMES_BYTES];
    struct text_out out = text_out_of(list, sizeof list);
    profile_write_games(profile, &out);
    ROW(writes, SQL_PUT_PROFILE, value_int(account), value_text(list),
        value_int(profile->rated), value_int(profile->clock), value_int(profile->no_bots),
        value_int(profile->is_bot), value_int(profile->more),
        value_int(profile->auto_moves + PROFILE_AUTO_VALUES * profile->lang));
}

void writes_add_gag(struct writes *writes, int64_t account, const char *name) {
    char key[NAME_KEY_BYTES];
    name_fold(name, key, sizeof key);
    ROW(writes, SQL_ADD_GAG, value_int(account), value_text(name), value_text(key));
}

void writes_remove_gag(struct writes *writes, int64_t account, const char *name) {
    char key[NAME_KEY_BYTES];
    name_fold(name, key, sizeof key);
    ROW(writes, SQL_REMOVE_GAG, value_int(account), value_text(key));
}

void writes_put_ban(struct writes *writes, const struct ban *ban) {
    ROW(writes, SQL_PUT_BAN, value_text(ban->who), value_int(ban->at_s),
        value_int(ban->until_s), value_text(ban->text));
}

void writes_remove_ban(struct writes *writes, const char *who) {
    ROW(writes, SQL_REMOVE_BAN, value_text(who));
}

void writes_begin_forgetting(struct writes *writes, int64_t account) {
    ROW(writes, SQL_BEGIN_FORGETTING, value_int(account));
}

void writes_add_dice(struct writes *writes, const char *name,
                     const struct dice_tally *tally) {
    char dice[DICE_NAME_BYTES], key[NAME_KEY_BYTES];
    struct value value[3 + DICE_CELLS_MAX];
    if (tally->throws == 0) {
        return;
    }
    dicestats_name(tally->kind, dice);
    name_fold(name, key, sizeof key);
    value[0] = value_text(key);
    value[1] = value_text(dice);
    value[2] = value_int(store_key(tally->throws));
    for (int i = 0; i < DICE_CELLS_MAX; i++) {
        value[3 + i] = value_int(store_key(tally->count[i]));
    }
    add_row(writes, SQL_ADD_DICE, value, 3 + DICE_CELLS_MAX);
}
