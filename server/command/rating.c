/* How strong the players are: rating, top. */
#include <stdio.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/shape.h"
#include "server/command/request.h"

/* Ratings that one account can have. */
#define KINDS_MAX 32

/* Whose ratings are asked for: NAME's, or one's own. */
static enum error_code find_player(struct request *request,
                                   struct stored_account *account) {
    const char *name = request_arg(request, 0);
    if (!request->cmd->has[0]) {
        if (request->session == NULL) {
            return ERR_NO_NAME;
        }
        name = request->session->name;
        if (request->session->account == 0) {
            return request_fault(
                request, ERR_NOT_REGISTERED,
                "guests have no rating: type register and a password, or "
                "rating NAME for somebody else's");
        }
    }
    if (!is_player_name(name)) {
        return ERR_BAD_NAME;
    }
    switch (store_find_account(request->store, name, account)) {
    case FOUND: return ERR_OK;
    case NOT_READ: return ERR_STORAGE;
    case NOT_FOUND: break;
    }
    return request_fault(request, ERR_NOT_REGISTERED,
                         "nobody has registered %s, and guests have no rating", name);
}

enum error_code do_CMD_RATING(struct request *request) {
    struct stored_account account = {.id = 0};
    enum error_code error = find_player(request, &account);
    if (error != ERR_OK) {
        return error;
    }
    struct table *table = request_table(request);
    struct stored_rating row[KINDS_MAX];
    int64_t period = rating_period(hub_now_s(request->hub));
    size_t n = store_list_ratings(request->store, account.id, row, KINDS_MAX);
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
    request->scratch = name;
    request->reply.name = name;
    return ERR_OK;
}

/* Of all games: their ids, numbers and what is between. */
#define RATINGS_BYTES ((size_t)KINDS_MAX * (GAME_TEXT_BYTES + 16))

void request_put_ratings(struct request *request, int64_t account) {
    char text[RATINGS_BYTES], number[32];
    struct stored_rating row[KINDS_MAX];
    int64_t period = rating_period(hub_now_s(request->hub));
    size_t n = store_list_ratings(request->store, account, row, KINDS_MAX);
    struct text_out out = text_out_of(text, sizeof text);
    for (size_t i = 0; i < n; i++) {
        text_put(&out, i > 0 ? ", " : "");
        text_put(&out, row[i].kind);
        snprintf(number, sizeof number, " %.0f",
                 rating_now(&row[i].rating, period).rating);
        text_put(&out, number);
    }
    table_put_text(&request->table, text);
}

enum error_code do_CMD_TOP(struct request *request) {
    const char *kind = request_arg(request, 0);
    const struct game *game = game_find(kind, strlen(kind));
    if (game == NULL) { /* in the words of create, which list the games */
        struct options opt;
        struct text_in in = text_in_of(kind, strlen(kind));
        (void)game_parse(&in, &game, &opt);
        return request_fault(request, ERR_UNKNOWN_GAME, "%s", in.fault);
    }
    struct table *table = request_table(request);
    int64_t period = rating_period(hub_now_s(request->hub));
    struct stored_rating *row = mem_new(LIST_ROWS_MAX, sizeof *row);
    request->scratch = row;
    size_t n = store_list_top(request->store, game->id, period, row, LIST_ROWS_MAX);
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
