/* Statistics: rating, top, dicestats. */
#include <stdio.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/shape.h"
#include "server/command/request.h"
#include "server/queue/job.h"
#include "server/rating/dicestats.h"
#include "server/turn/clock.h"

/* --- ratings --- */

/* The ratings of an account. */
struct ratings {
    struct stored_rating row[KINDS_MAX];
    size_t n;
};

static void read_ratings(struct job *job, struct store *store) {
    struct ratings *ratings = mem_new(1, sizeof *ratings);
    job->data = ratings;
    job->found = store_find_account(store, job->about, &job->account);
    if (job->found == FOUND) {
        ratings->n = store_list_ratings(store, job->account.id, ratings->row, KINDS_MAX);
    }
}

/* The player whose ratings are requested: NAME, or the asker. */
static enum error_code find_name(struct request *request, const char **name) {
    *name = request_arg(request, 0);
    if (!request->cmd->has[0]) {
        if (request->session == NULL) {
            return ERR_NO_NAME;
        }
        *name = request->session->name;
        if (request->session->account == 0) {
            return request_fault(
                request, ERR_NOT_REGISTERED,
                "guests have no rating: type register and a password, or "
                "rating NAME for somebody else's");
        }
    }
    return is_player_name(*name) ? ERR_OK : ERR_BAD_NAME;
}

static void put_rating(struct table *table, const char *kind, const struct rating *rating,
                       int64_t period) {
    struct glicko now = rating_now(rating, period);
    table_put_text(table, kind);
    table_put_real(table, now.rating);
    table_put_real(table, now.deviation);
    table_put_real(table, now.volatility);
    table_put_number(table, rating->games);
    table_put_number(table, rating->opponents);
    table_put_number(table, RATING_LISTED_OPPONENTS);
}

static bool has_kind(const struct ratings *ratings, const char *kind) {
    size_t i = 0;
    while (i < ratings->n && strcmp(ratings->row[i].kind, kind) != 0) {
        i++;
    }
    return i < ratings->n;
}

static bool is_at_stake(const struct room *room) {
    return room->rated && room->stage == STAGE_ADJOURNED;
}

/* Adds what the player begins with in games where the first rated one is adjourned: it
 * may be weeks until its end. */
static void put_first_ratings(struct request *request, const struct ratings *ratings,
                              int64_t period) {
    const struct session *s =
        people_find_account(request->people, request->job->account.id);
    struct rating first = rating_new(period);
    for (size_t i = 0; s != NULL && i < s->n_rooms; i++) {
        const struct game *game = game_base(s->rooms[i]->game);
        bool is_known = !is_at_stake(s->rooms[i]) || has_kind(ratings, game->id);
        for (size_t k = 0; k < i; k++) {
            is_known = is_known ||
                       (game_base(s->rooms[k]->game) == game && is_at_stake(s->rooms[k]));
        }
        if (!is_known) {
            put_rating(&request->table, game->id, &first, period);
        }
    }
}

enum error_code do_CMD_RATING(struct request *request) {
    const char *name;
    enum error_code error = find_name(request, &name);
    if (error != ERR_OK || !request_ask_about(request, read_ratings, name)) {
        return error;
    }
    if (request->job->found != FOUND) {
        return request->job->found == NOT_READ
                   ? ERR_STORAGE
                   : request_fault(request, ERR_NOT_REGISTERED,
                                   "nobody has registered %s, and guests have no rating",
                                   name);
    }
    struct table *table = request_table(request);
    const struct ratings *ratings = request->job->data;
    int64_t period = rating_period(turn_now_s(request->turns));
    for (size_t i = 0; i < ratings->n; i++) {
        put_rating(table, ratings->row[i].kind, &ratings->row[i].rating, period);
    }
    put_first_ratings(request, ratings, period);
    request->reply.name = request->job->account.name;
    return ERR_OK;
}

/* Room for the ids and ratings of all games, with separators. */
#define RATINGS_BYTES ((size_t)KINDS_MAX * (GAME_TEXT_BYTES + 16))

void request_put_ratings(struct request *request, const struct stored_rating *row,
                         size_t n) {
    char text[RATINGS_BYTES], number[32];
    int64_t period = rating_period(turn_now_s(request->turns));
    struct text_out out = text_out_of(text, sizeof text);
    text[0] = '\0';
    for (size_t i = 0; i < n; i++) {
        text_put(&out, i > 0 ? ", " : "");
        text_put(&out, row[i].kind);
        snprintf(number, sizeof number, " %.0f",
                 rating_now(&row[i].rating, period).rating);
        text_put(&out, number);
    }
    table_put_text(&request->table, text);
}

/* The best players of a game. */
struct top {
    struct stored_rating row[LIST_ROWS_MAX];
    size_t n;
};

static void read_top(struct job *job, struct store *store) {
    struct top *top = mem_new(1, sizeof *top);
    const char *kind = command_arg(&job->cmd, 0);
    job->data = top;
    top->n = store_list_top(store, game_find(kind, strlen(kind))->id,
                            rating_period(job->now_s), top->row, LIST_ROWS_MAX);
}

enum error_code do_CMD_TOP(struct request *request) {
    const char *kind = request_arg(request, 0);
    const struct game *game = game_find(kind, strlen(kind));
    if (game == NULL) { /* the same fault as create's, which lists the games */
        struct options opt;
        struct text_in in = text_in_of(kind, strlen(kind));
        (void)game_parse(&in, &game, &opt);
        return request_fault(request, ERR_UNKNOWN_GAME, "%s", in.fault);
    }
    if (!request_ask(request, read_top)) {
        return ERR_OK;
    }
    struct table *table = request_table(request);
    const struct top *top = request->job->data;
    int64_t period = rating_period(turn_now_s(request->turns));
    for (size_t i = 0; i < top->n; i++) {
        const struct stored_rating *row = &top->row[i];
        struct glicko now = rating_now(&row->rating, period);
        table_put_number(table, (int64_t)i + 1);
        table_put_text(table, row->name);
        table_put_real(table, now.rating);
        table_put_real(table, now.deviation);
        table_put_number(table, row->rating.games);
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

/* The dice of a name, or all. */
struct dicestats {
    struct dice_tally tally[DICE_KINDS];
    size_t n;
};

static void read_dicestats(struct job *job, struct store *store) {
    struct dicestats *stats = mem_new(1, sizeof *stats);
    const struct dice_kind *kind;
    job->data = stats;
    for (size_t i = 0; (kind = dicestats_kind(i)) != NULL; i++) {
        stats->n += store_find_dice(store, command_arg(&job->cmd, 0), kind,
                                    &stats->tally[stats->n]);
    }
}

enum error_code do_CMD_DICESTATS(struct request *request) {
    const char *name = request_arg(request, 0);
    bool is_player = request->cmd->has[0];
    if (is_player && !is_player_name(name)) {
        return ERR_BAD_NAME;
    }
    if (!request_ask(request, read_dicestats)) {
        return ERR_OK;
    }
    struct table *table = request_table(request);
    const struct dicestats *stats = request->job->data;
    struct dice_verdict verdict[DICE_KINDS];
    for (size_t i = 0; i < stats->n; i++) {
        dicestats_judge(&stats->tally[i], &verdict[i]);
        put_row(table, &stats->tally[i], &verdict[i], is_player);
    }
    if (stats->n > 0) {
        char *text = mem_new(DICE_TOLD_BYTES, 1);
        dicestats_tell(stats->tally, verdict, stats->n, is_player, text);
        request->scratch = text;
        request->reply.text = text;
    }
    return ERR_OK;
}
