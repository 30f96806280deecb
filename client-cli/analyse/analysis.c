#include "client-cli/analyse/analysis.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"

/* Values that differ by less are equal: rounding alone can cause that. */
#define SAME 1e-9
/* Smaller losses are shown as 0.0 % and are not marked. */
#define MARKED_LOSS 0.0005

static double view(double white, enum side side) {
    return side == SIDE_WHITE ? white : 1 - white;
}

/* --- following the log --- */

/* White's chances in the current position, in which no move is due. */
static double judge_now(struct analysis *a) {
    bool is_exact;
    double value = judge_value(a->judge, &a->play, &is_exact);
    a->is_exact = a->is_exact && is_exact;
    return value;
}

static void begin(struct analysis *a, enum side first) {
    const struct record *record = a->record;
    play_start(&a->play, record->game, &record->opt, first);
    a->pos = a->play.pos;
    a->has_begun = true;
}

void analysis_init(struct analysis *a, const struct record *record,
                   const struct judge *judge) {
    *a = (struct analysis){.record = record, .judge = judge, .is_exact = true};
    a->item = mem_new(record->n_log + 1, sizeof *a->item);
    a->has_result = record->result.over && !record->result.called_off;
    enum side first = side_find(record->first);
    if (first != SIDE_COUNT) {
        begin(a, first);
    }
}

void analysis_fini(struct analysis *a) {
    free(a->item);
}

static struct analysis_item *add_item(struct analysis *a) {
    struct analysis_item *item = &a->item[a->n++];
    *item = (struct analysis_item){
        .note = a->next, .side = (enum side)a->play.pos.turn, .number = a->n_moves + 1};
    return item;
}

static void take_throw(struct analysis *a, const struct note *note) {
    struct analysis_item *item = add_item(a);
    struct roll roll = roll_of_faces(a->record->game->dice, note->faces[note->side]);
    item->before = view(judge_now(a), item->side);
    play_roll(&a->play, &roll, NULL, NULL);
}

/* Stores the judge's values of the moves that were not played. */
static void keep_others(struct analysis_item *item, const struct engine_result *result,
                        const struct move *played) {
    item->best_other = -1;
    for (size_t i = 0; i < result->n; i++) {
        const struct engine_choice *choice = &result->choice[i];
        if (memcmp(&choice->move, played, sizeof *played) == 0) {
            continue;
        }
        item->mean += choice->value; /* a sum until the values are final */
        if (choice->value > item->best_other) {
            item->best_other = choice->value;
            item->best_move = choice->move;
        }
    }
}

static void take_move(struct analysis *a, const struct note *note) {
    const struct game *game = a->record->game;
    struct analysis_item *item = add_item(a);
    struct move played;
    bool found =
        game_find_move(game, &a->play.pos, note->text, strlen(note->text), &played);
    assert(found); /* verify_record checked it */
    struct move moves[MOVES_MAX];
    item->n_legal = (uint32_t)game->moves(&a->play.pos, moves);
    text_copy(item->best, sizeof item->best, note->text);
    if (item->n_legal > 1) {
        struct engine_result result = judge_moves(a->judge, &a->play);
        a->is_exact = a->is_exact && result.is_exact;
        keep_others(item, &result, &played);
        if (item->best_other >= 0) {
            struct text_out out = text_out_of(item->best, sizeof item->best);
            game->write_move(&a->play.pos, &item->best_move, &out);
        }
    }
    play_move(&a->play, &played, NULL, NULL);
    a->n_moves++;
}

static void take(struct analysis *a, const struct note *note) {
    if (note->kind == NOTE_THROW) {
        take_throw(a, note);
    } else if (note->kind == NOTE_MOVE) {
        take_move(a, note);
    }
}

/* --- final values, from the end back to the start --- */

/* Sets a move's value to that of the position after it, and the value of the position
 * before it to that of its best move. */
static void settle_move(const struct analysis *a, struct analysis_item *item) {
    bool is_best = item->best_other <= item->after + SAME;
    item->before = item->n_legal == 1 || is_best ? item->after : item->best_other;
    item->mean = (item->mean + item->after) / item->n_legal;
    if (is_best) {
        text_copy(item->best, sizeof item->best, a->record->log[item->note].text);
    }
}

static void settle(struct analysis *a) {
    double white = a->last;
    for (size_t i = a->n; i-- > 0;) {
        struct analysis_item *item = &a->item[i];
        item->after = view(white, item->side);
        if (!analysis_is_throw(item)) {
            settle_move(a, item);
        }
        white = view(item->before, item->side);
    }
    a->start = white;
}

/* --- sums and marks --- */

static void add_up(struct analysis *a) {
    for (size_t i = 0; i < a->n; i++) {
        const struct analysis_item *item = &a->item[i];
        struct analysis_sum *sum = &a->sum[item->side];
        if (analysis_is_throw(item)) {
            sum->luck += analysis_gain(item);
            sum->n_throws++;
        } else if (item->n_legal > 1) {
            sum->lost -= analysis_gain(item);
            sum->could_lose += item->before - item->mean;
            sum->n_decisions++;
        }
    }
}

static int compare_losses(const void *a, const void *b) {
    const struct analysis_item *const *x = a, *const *y = b;
    double left = analysis_gain(*x), right = analysis_gain(*y);
    return left != right ? (left < right ? -1 : 1) : *x < *y ? -1 : 1;
}

static enum analysis_mark mark_of(size_t rank, size_t n) {
    return 100 * rank < n        ? MARK_WORST_1
           : 100 * rank < 3 * n  ? MARK_WORST_3
           : 100 * rank < 10 * n ? MARK_WORST_10
                                 : MARK_NONE;
}

static void mark(struct analysis *a) {
    struct analysis_item **worst = mem_new(a->n + 1, sizeof(struct analysis_item *));
    size_t n = 0;
    for (size_t i = 0; i < a->n; i++) {
        if (a->item[i].n_legal > 1) {
            worst[n++] = &a->item[i];
        }
    }
    qsort(worst, n, sizeof(struct analysis_item *), compare_losses);
    for (size_t i = 0; i < n && analysis_gain(worst[i]) <= -MARKED_LOSS; i++) {
        worst[i]->mark = mark_of(i, n);
    }
    free(worst);
}

static double result_of(const struct analysis *a) {
    switch ((enum outcome)a->record->result.outcome) {
    case OUTCOME_WHITE: return 1;
    case OUTCOME_BLACK: return 0;
    case OUTCOME_DRAW: break;
    }
    return 0.5;
}

bool analysis_step(struct analysis *a) {
    if (a->next < a->record->n_log) {
        take(a, &a->record->log[a->next]);
        a->next++;
        return true;
    }
    if (a->has_begun) {
        a->pos = a->play.pos;
        a->last = judge_now(a);
        settle(a);
        add_up(a);
        mark(a);
    }
    a->result = a->has_result ? result_of(a) : a->last;
    return false;
}

double analysis_done(const struct analysis *a) {
    return a->record->n_log > 0 ? (double)a->next / (double)a->record->n_log : 1;
}

/* --- derived figures --- */

double analysis_rest(const struct analysis *a) {
    return a->result - a->last;
}

double analysis_adjusted(const struct analysis *a, enum side side) {
    return view(a->start, side) - a->sum[side].lost + a->sum[side_other(side)].lost;
}

bool analysis_skill(const struct analysis_sum *sum, double *skill) {
    if (sum->could_lose <= SAME) {
        return false;
    }
    *skill = 1 - sum->lost / sum->could_lose;
    return true;
}

const char *analysis_mark_text(enum analysis_mark mark) {
    static const char *const text[] = {[MARK_NONE] = "",
                                       [MARK_WORST_10] = "?!",
                                       [MARK_WORST_3] = "?",
                                       [MARK_WORST_1] = "??"};
    return text[mark];
}
