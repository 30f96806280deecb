/* Statistics: rating, top, dicestats. */
#include <stdio.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/shape.h"
#include "server/command/request.h"
#include "server/rating/dicestats.h"

/* --- ratings --- */

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

/* --- dice --- */

/* Longest list of numbers, with its NUL: of 19 digits each. */
#define NUMBERS_BYTES (DICE_CELLS_MAX * 20 + 1)

static void put_number(struct text_out *out, unsigned i, uint64_t number) {
    char text[24];
    snprintf(text, sizeof text, "%s%llu", i > 0 ? " " : "", (unsigned long long)number);
    text_put(out, text);
}

static void put_row(struct table *table, const struct dice_tally *tally,
                    const struct dice_verdict *verdict, bool is_player) {
    char name[DICE_NAME_BYTES], faces[NUMBERS_BYTES], counts[NUMBERS_BYTES];
    struct text_out face, count;
    unsigned lowest, n_cells = dicestats_cells(tally->kind, &lowest);
    face = text_out_of(faces, sizeof faces);
    count = text_out_of(counts, sizeof counts);
    for (unsigned i = 0; i < n_cells; i++) {
        put_number(&face, i, lowest + i);
        put_number(&count, i, tally->count[i]);
    }
    dicestats_name(tally->kind, name);
    table_put_text(table, name);
    table_put_number(table, (int64_t)tally->throws);
    table_put_text(table, faces);
    table_put_text(table, counts);
    table_put_real(table, verdict->chi2);
    table_put_number(table, verdict->df);
    if (verdict->enough) {
        table_put_real(table, verdict->p);
    } else {
        table_put_null(table);
    }
    if (is_player) {
        table_put_real(table, verdict->luck);
    } else {
        table_put_null(table);
    }
}

enum error_code do_CMD_DICESTATS(struct request *request) {
    const char *name = request_arg(request, 0);
    bool is_player = request->cmd->has[0];
    if (is_player && !is_player_name(name)) {
        return ERR_BAD_NAME;
    }
    struct table *table = request_table(request);
    struct dice_tally tally[DICE_KINDS];
    struct dice_verdict verdict[DICE_KINDS];
    const struct dice_kind *kind;
    size_t n = 0;
    for (size_t i = 0; (kind = dicestats_kind(i)) != NULL; i++) {
        if (store_find_dice(request->store, name, kind, &tally[n])) {
            dicestats_judge(&tally[n], &verdict[n]);
            put_row(table, &tally[n], &verdict[n], is_player);
            n++;
        }
    }
    if (n > 0) {
        char *text = mem_new(DICE_TOLD_BYTES, 1);
        dicestats_tell(tally, verdict, n, is_player, text);
        request->scratch = text;
        request->reply.text = text;
    }
    return ERR_OK;
}
