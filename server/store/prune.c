/* Deletes games that are not kept: those without a result, and the oldest of too many.
 * Marking a game as dead is one small write; later transactions delete its rows, a few
 * at a time. */
#include <inttypes.h>
#include <stdlib.h>

#include "server/store/sql.h"

/* --- which --- */

/* Sets file_bytes and used_bytes.  If they cannot be read, both are 0, and what is stored
 * in the same transaction fails. */
static void measure_db(struct store *store, struct store_size *size) {
    struct stmt *stmt = store_stmt(store, SQL_SIZE);
    (void)store_step(store, stmt);
    size->file_bytes = stmt_int(stmt, 0);
    size->used_bytes = stmt_int(stmt, 1);
    stmt_reset(stmt);
}

void store_measure(struct store *store, struct store_size *size) {
    measure_db(store, size);
    disk_measure(store->path, &size->disk);
    size->games = store_query_number(store, store_stmt(store, SQL_N_KEPT));
}

/* The first game to drop of those that ended before this time; 0: there is none. */
static int64_t first_to_go(struct store *store, int64_t before_s) {
    int64_t game = 0;
    for (int class = 0; class < CLASS_COUNT && game == 0; class ++) {
        struct stmt *stmt = store_bind(store, SQL_OLDEST_OF_CLASS, class);
        stmt_bind_int(stmt, 2, before_s);
        game = store_query_number(store, stmt);
    }
    return game;
}

static bool is_too_large(struct store *store, int64_t bytes) {
    struct store_size size;
    measure_db(store, &size);
    return size.used_bytes > bytes;
}

bool store_count_kept(struct store *store, int n) {
    return STORE_RUN(store, SQL_COUNT_KEPT, value_int(n));
}

bool store_drop_game(struct store *store, const struct keep_rule *rule, int64_t now_s) {
    int64_t game = 0;
    if (rule->days != 0) {
        game = first_to_go(store, now_s - rule->days * 86400);
    }
    if (game == 0 && rule->bytes != 0 && is_too_large(store, rule->bytes)) {
        game = first_to_go(store, INT64_MAX);
    }
    return game != 0 && store_touch(store, game) &&
           STORE_RUN(store, SQL_DROP_GAME, value_int(game)) &&
           store_count_kept(store, -1);
}

/* --- their rows --- */

/* Rows of a game besides its events: itself, seats, dice. */
#define OTHER_ROWS 5

/* Runs a statement about a game, for at most `most` rows if it takes that parameter.
 * Returns how many rows it changed; -1: it failed. */
static int run_for(struct store *store, enum statement id, int64_t game, int most) {
    struct stmt *stmt = store_bind(store, id, game);
    if (stmt->n_params > 1) {
        stmt_bind_int(stmt, 2, most);
    }
    return store_run(store, id) ? (int)store_n_changed(store) : -1;
}

/* Deletes the other rows of a game; with a guest's last game, also the guest's dice
 * statistics. */
static bool delete_game(struct store *store, int64_t game) {
    static const enum statement rows[] = {SQL_DELETE_SEATS, SQL_DELETE_DICE,
                                          SQL_DELETE_GAME};
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof rows / sizeof rows[0]; i++) {
        ok = run_for(store, rows[i], game, 0) >= 0;
    }
    *store_tail_place(store, game) = (struct tail){0};
    return ok;
}

/* Deletes at most this many events of a game.  Returns how many; -1: it failed. */
static int delete_events(struct store *store, int64_t game, int most) {
    int recent = store_delete_recent(store, game, most);
    int filed = recent >= 0 ? run_for(store, SQL_DELETE_EVENTS, game, most - recent) : -1;
    return filed >= 0 ? recent + filed : -1;
}

bool store_prune(struct store *store, int64_t *after, int most) {
    while (most > 0) {
        int64_t game =
            store_query_number(store, store_bind(store, SQL_DEAD_GAME, *after));
        if (game == 0) {
            return false;
        }
        if (!store_touch(store, game)) {
            return true;
        }
        int n = delete_events(store, game, most);
        *after = n < most ? game : *after;
        if (n < 0 || (n < most && !delete_game(store, game))) {
            return true;
        }
        most -= n + OTHER_ROWS;
    }
    return true;
}

/* --- the rule --- */

/* Reads "365d", "500M" or "2G" into its part of the rule.  Returns what follows; NULL: it
 * is wrong, or that part is set already. */
static const char *read_part(struct keep_rule *rule, const char *text) {
    char *end;
    if (text[0] < '1' || text[0] > '9') {
        return NULL;
    }
    long long n = strtoll(text, &end, 10);
    int shift = *end == 'G' ? 30 : 20;
    if (*end == 'd' && rule->days == 0 && n <= KEEP_DAYS_MAX) {
        rule->days = n;
        return end + 1;
    }
    if ((*end == 'M' || *end == 'G') && rule->bytes == 0 &&
        n <= KEEP_BYTES_MAX >> shift) {
        rule->bytes = (int64_t)n << shift;
        return end + 1;
    }
    return NULL;
}

bool keep_rule_read(struct keep_rule *rule, const char *text) {
    struct keep_rule read = {.days = 0};
    const char *at = text;
    if (strcmp(text, "always") != 0) {
        at = read_part(&read, at);
        if (at != NULL && *at == ',') {
            at = read_part(&read, at + 1);
        }
        if (at == NULL || *at != '\0') {
            return false;
        }
    }
    *rule = read;
    return true;
}

void keep_rule_write(const struct keep_rule *rule, struct text_out *out) {
    char number[32];
    if (rule->days == 0 && rule->bytes == 0) {
        text_put(out, "always");
    }
    if (rule->days != 0) {
        snprintf(number, sizeof number, "%" PRId64 "d", rule->days);
        text_put(out, number);
    }
    if (rule->bytes != 0) {
        bool is_g = rule->bytes % (INT64_C(1) << 30) == 0;
        snprintf(number, sizeof number, "%s%" PRId64 "%s", rule->days != 0 ? "," : "",
                 rule->bytes >> (is_g ? 30 : 20), is_g ? "G" : "M");
        text_put(out, number);
    }
}
