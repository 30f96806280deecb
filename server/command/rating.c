/* How strong the players are: rating, top. */
#include <stdio.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/shape.h"
#include "server/hub/dispatch.h"

/* Ratings that one account can have. */
#define KINDS_MAX 32

/* Whose ratings are asked for: NAME's, or one's own. */
static enum error_code find_player(struct ask *ask, struct stored_account *account) {
    const char *name = ask_arg(ask, 0);
    if (!ask->cmd->has[0]) {
        if (ask->session == NULL) {
            return ERR_NO_NAME;
        }
        name = ask->session->name;
        if (ask->session->account == 0) {
            return ask_fault(ask, ERR_NOT_REGISTERED,
                             "guests have no rating: type register and a password, or "
                             "rating NAME for somebody else's");
        }
    }
    if (!is_player_name(name)) {
        return ERR_BAD_NAME;
    }
    switch (store_find_account(ask->hub->store, name, account)) {
    case FOUND: return ERR_OK;
    case NOT_READ: return ERR_STORAGE;
    case NOT_FOUND: break;
    }
    return ask_fault(ask, ERR_NOT_REGISTERED,
                     "nobody has registered %s, and guests have no rating", name);
}

enum error_code do_CMD_RATING(struct ask *ask) {
    struct stored_account account = {.id = 0};
    enum error_code error = find_player(ask, &account);
    if (error != ERR_OK) {
        return error;
    }
    struct table *table = ask_table(ask);
    struct stored_rating row[KINDS_MAX];
    int64_t period = rating_period(hub_now_s(ask->hub));
    size_t n = store_list_ratings(ask->hub->store, account.id, row, KINDS_MAX);
    for (size_t i = 0; i < n; i++) {
        struct glicko now = rating_now(&row[i].rating, period);
        table_put_text(table, row[i].kind);
        table_put_real(table, now.rating);
        table_put_real(table, now.deviation);
        table_put_real(table, now.volatility);
        table_put_number(table, row[i].rating.games);
        table_put_number(table, row[i].rating.opponents);
        table_put_number(table, RATING_LISTED_OPPONENTS);
    }
    char *name = mem_new(sizeof account.name, 1);
    memcpy(name, account.name, sizeof account.name);
    ask->scratch = name;
    ask->reply.name = name;
    return ERR_OK;
}

/* Of all games: their ids, numbers and what is between. */
#define RATINGS_BYTES ((size_t)KINDS_MAX * (GAME_TEXT_BYTES + 16))

void ask_put_ratings(struct ask *ask, int64_t account) {
    char text[RATINGS_BYTES], number[32];
    struct stored_rating row[KINDS_MAX];
    struct text_out out;
    int64_t period = rating_period(hub_now_s(ask->hub));
    size_t n = store_list_ratings(ask->hub->store, account, row, KINDS_MAX);
    text_out_init(&out, text, sizeof text);
    for (size_t i = 0; i < n; i++) {
        text_put(&out, i > 0 ? ", " : "");
        text_put(&out, row[i].kind);
        snprintf(number, sizeof number, " %.0f",
                 rating_now(&row[i].rating, period).rating);
        text_put(&out, number);
    }
    table_put_text(&ask->table, text);
}

enum error_code do_CMD_TOP(struct ask *ask) {
    const char *kind = ask_arg(ask, 0);
    const struct game *game = game_find(kind, strlen(kind));
    if (game == NULL) { /* in the words of create, which list the games */
        struct options opt;
        struct text_in in;
        text_in_init(&in, kind, strlen(kind));
        (void)game_parse(&in, &game, &opt);
        return ask_fault(ask, ERR_UNKNOWN_GAME, "%s", in.fault);
    }
    struct table *table = ask_table(ask);
    int64_t period = rating_period(hub_now_s(ask->hub));
    struct stored_rating *row = mem_new(LIST_ROWS_MAX, sizeof *row);
    ask->scratch = row;
    size_t n = store_list_top(ask->hub->store, game->id, period, row, LIST_ROWS_MAX);
    for (size_t i = 0; i < n; i++) {
        struct glicko now = rating_now(&row[i].rating, period);
        table_put_number(table, (int64_t)i + 1);
        table_put_text(table, row[i].name);
        table_put_real(table, now.rating);
        table_put_real(table, now.deviation);
        table_put_number(table, row[i].rating.games);
    }
    return ERR_OK;
}
