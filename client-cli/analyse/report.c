#include "client-cli/analyse/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/check/record_file.h"
#include "mem/mem.h"
#include "proto/utf8.h"
#include "view/grid.h"
#include "view/page.h"
#include "view/tell.h"

/* Turning points: the most decisions and throws to list, and the least change that
 * counts. */
#define WORST_DECISIONS 5
#define WILDEST_THROWS  3
#define TURNING_LEAST   0.01

/* Longest throw, with its NUL. */
#define DICE_BYTES 16
/* Widths of the table. */
#define LABEL_COLUMNS 36
#define VALUE_COLUMNS 20

static const struct style plain_page = {.unicode = false};

/* --- words --- */

/* Writes "2" or "6,1": the throw of an item. */
static void write_dice(const struct analysis *a, const struct analysis_item *item,
                       char text[static DICE_BYTES]) {
    struct text_out out = text_out_of(text, DICE_BYTES);
    dice_write(a->record->game->dice, a->record->log[item->note].faces[item->side], ",",
               &out);
}

void report_decision(const struct analysis *a, const struct analysis_item *item,
                     enum lang lang, FILE *out) {
    fprintf(out,
            tr(lang, "move %u, %s: %s instead of %s lost %.1f %% (%.0f %% to %.0f %%)"),
            item->number, tell_colour_within(lang, item->side),
            a->record->log[item->note].text, item->best, -100 * analysis_gain(item),
            100 * item->before, 100 * item->after);
}

static void tell_throw(const struct analysis *a, const struct analysis_item *item,
                       enum lang lang, FILE *out) {
    char dice[DICE_BYTES];
    write_dice(a, item, dice);
    double luck = 100 * analysis_gain(item);
    fprintf(out,
            luck < 0
                ? tr(lang, "before move %u, %s threw %s: %.1f %% worse than an average "
                           "throw")
                : tr(lang, "before move %u, %s threw %s: %.1f %% better than an average "
                           "throw"),
            item->number, tell_colour_within(lang, item->side), dice, fabs(luck));
}

/* --- the table --- */

/* The blanks before or after a text in so many columns, at least one. */
static int blanks(const char *text, int columns) {
    int n = grid_width(text);
    return n < columns ? columns - n : 1;
}

static void put_right(FILE *out, const char *text) {
    fprintf(out, "%*s%s", blanks(text, VALUE_COLUMNS), "", text);
}

static void put_row(FILE *out, const char *label, const char *white, const char *black) {
    fprintf(out, "  %s%*s", label, blanks(label, LABEL_COLUMNS - 2), "");
    put_right(out, white);
    put_right(out, black);
    fputc('\n', out);
}

static void put_percents(FILE *out, const char *label, int decimals, double white,
                         double black) {
    char left[32], right[32];
    snprintf(left, sizeof left, "%.*f %%", decimals, 100 * white);
    snprintf(right, sizeof right, "%.*f %%", decimals, 100 * black);
    put_row(out, label, left, right);
}

static void put_players(const struct analysis *a, enum lang lang, FILE *out) {
    char name[SIDE_COUNT][PLAYER_BYTES];
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        snprintf(name[side], PLAYER_BYTES, "%s (%s)", tell_colour_label(lang, side),
                 a->record->player[side].name);
    }
    put_row(out, "", name[SIDE_WHITE], name[SIDE_BLACK]);
}

static double per_decision(const struct analysis_sum *sum) {
    return sum->n_decisions > 0 ? sum->lost / sum->n_decisions : 0;
}

static void put_skill(const struct analysis *a, enum lang lang, FILE *out) {
    char text[SIDE_COUNT][32] = {"-", "-"};
    for (int side = 0; side < SIDE_COUNT; side++) {
        double skill;
        if (analysis_skill(&a->sum[side], &skill)) {
            snprintf(text[side], sizeof text[side], "%.0f %%", 100 * skill);
        }
    }
    put_row(out, tr(lang, "skill (100 % lost nothing)"), text[SIDE_WHITE],
            text[SIDE_BLACK]);
}

static void put_luck(const struct analysis *a, enum lang lang, FILE *out) {
    char luck[SIDE_COUNT][32];
    for (int side = 0; side < SIDE_COUNT; side++) {
        snprintf(luck[side], sizeof luck[side], "%+.1f %%", 100 * a->sum[side].luck);
    }
    put_row(out, tr(lang, "luck of the dice"), luck[SIDE_WHITE], luck[SIDE_BLACK]);
    put_percents(out, tr(lang, "result without luck"), 0,
                 analysis_adjusted(a, SIDE_WHITE), analysis_adjusted(a, SIDE_BLACK));
}

static void put_table(const struct analysis *a, enum lang lang, FILE *out) {
    const struct analysis_sum *white = &a->sum[SIDE_WHITE], *black = &a->sum[SIDE_BLACK];
    char left[16], right[16];
    put_players(a, lang, out);
    snprintf(left, sizeof left, "%u", white->n_decisions);
    snprintf(right, sizeof right, "%u", black->n_decisions);
    put_row(out, tr(lang, "decisions with a choice"), left, right);
    put_percents(out, tr(lang, "winning chances lost per decision"), 2,
                 per_decision(white), per_decision(black));
    put_skill(a, lang, out);
    if (a->record->game->dice != NULL) {
        put_luck(a, lang, out);
    }
}

/* "White: 50.3 % at the start, +24.1 % luck, ..., makes 100 %." */
static void put_account(const struct analysis *a, struct page *page) {
    const struct analysis_sum *white = &a->sum[SIDE_WHITE], *black = &a->sum[SIDE_BLACK];
    struct page_text text;
    page_text_begin(&text);
    enum lang lang = page->lang;
    fprintf(text.out, tr(lang, "White's chances: %.1f %% at the start"), 100 * a->start);
    if (a->record->game->dice != NULL) {
        fprintf(text.out, tr(lang, ", %+.1f %% own luck, %+.1f %% Black's"),
                100 * white->luck, -100 * black->luck);
    }
    fprintf(text.out, tr(lang, ", %+.1f %% own losses, %+.1f %% Black's"),
            -100 * white->lost, 100 * black->lost);
    if (a->has_result && analysis_rest(a) != 0 && a->pos.phase != PHASE_OVER) {
        fprintf(text.out, tr(lang, ", %+.1f %% not played (%s)"), 100 * analysis_rest(a),
                tell_reason_word(lang, a->record->result.reason));
    }
    fprintf(text.out, tr(lang, ": %.1f %%%s."), 100 * a->result,
            a->has_result ? "" : tr(lang, " in the last position"));
    page_text_end(&text, page);
}

/* --- turning points --- */

static int compare_changes(const void *a, const void *b) {
    const struct analysis_item *const *x = a, *const *y = b;
    double left = fabs(analysis_gain(*x)), right = fabs(analysis_gain(*y));
    return left != right ? (left > right ? -1 : 1) : *x < *y ? -1 : 1;
}

static int compare_places(const void *a, const void *b) {
    const struct analysis_item *const *x = a, *const *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* Moves the items of a kind with the largest changes to the front of the list.  Returns
 * their number. */
static size_t find_turns(const struct analysis *a, bool throws, size_t most,
                         const struct analysis_item **list) {
    size_t n = 0, n_turns = 0;
    for (size_t i = 0; i < a->n; i++) {
        if (analysis_is_throw(&a->item[i]) == throws) {
            list[n++] = &a->item[i];
        }
    }
    qsort(list, n, sizeof(struct analysis_item *), compare_changes);
    while (n_turns < n && n_turns < most &&
           fabs(analysis_gain(list[n_turns])) >= TURNING_LEAST) {
        n_turns++;
    }
    return n_turns;
}

static void put_turns(const struct analysis *a, struct page *page) {
    const struct analysis_item **list =
        mem_new(2 * a->n + 1, sizeof(const struct analysis_item *));
    size_t n = find_turns(a, false, WORST_DECISIONS, list);
    n += find_turns(a, true, WILDEST_THROWS, list + n);
    qsort(list, n, sizeof(struct analysis_item *), compare_places);
    page_put(page, n > 0 ? "Turning points:" : "There were no turning points.");
    for (size_t i = 0; i < n; i++) {
        struct page_text text;
        page_text_begin(&text);
        fputs("- ", text.out);
        if (analysis_is_throw(list[i])) {
            tell_throw(a, list[i], page->lang, text.out);
        } else {
            report_decision(a, list[i], page->lang, text.out);
        }
        const char *mark = analysis_mark_text(list[i]->mark);
        fprintf(text.out, "%s%s", mark[0] != '\0' ? " " : "", mark);
        page_text_end(&text, page);
    }
    free(list);
}

/* --- the whole report --- */

static void put_judge(const struct analysis *a, struct page *page) {
    struct page_text text;
    page_text_begin(&text);
    judge_tell(a->judge, a->is_exact, page->lang, text.out);
    page_text_end(&text, page);
}

static void put_game(const struct analysis *a, struct page *page) {
    const struct record *record = a->record;
    struct state state = record_file_state(record, page->lang);
    char game[GAME_TEXT_BYTES];
    struct text_out out = text_out_of(game, sizeof game);
    struct page_text text;
    game_write(record->game, &record->opt, &out);
    page_text_begin(&text);
    fprintf(text.out, tr(page->lang, "Game %s of %s.  "), record->game_id, game);
    if (record->result.over) {
        tell_result(text.out, &state);
    } else {
        fputs(tr(page->lang, "The game is not over yet."), text.out);
    }
    page_text_end(&text, page);
}

void report_write(const struct analysis *a, const struct style *style, FILE *out) {
    struct page page;
    struct style pages = plain_page;
    pages.columns = style->columns;
    pages.lang = style->lang;
    page_init(&page, out, &pages, ' ');
    put_game(a, &page);
    if (a->n == 0) {
        page_put(&page, "Nothing was thrown or played.");
        return;
    }
    fputc('\n', out);
    put_table(a, page.lang, out);
    fputc('\n', out);
    put_account(a, &page);
    fputc('\n', out);
    put_turns(a, &page);
    fputc('\n', out);
    chart_draw(a, style, out);
    fputc('\n', out);
    put_judge(a, &page);
}

/* --- every decision --- */

static void put_item(const struct analysis *a, const struct analysis_item *item,
                     enum lang lang, FILE *out) {
    char dice[DICE_BYTES] = "", text[64];
    bool is_throw = analysis_is_throw(item);
    bool is_best = is_throw || item->after >= item->before;
    if (is_throw) {
        write_dice(a, item, dice);
    }
    fprintf(out, "%5u %-*s ", item->number,
            (int)strlen(tell_colour_label(lang, SIDE_WHITE)), /* the longer one: ASCII */
            tell_colour_label(lang, item->side));
    if (is_throw) {
        snprintf(text, sizeof text, tr(lang, "throws %s"), dice);
    } else {
        snprintf(text, sizeof text, "%-13s %s", a->record->log[item->note].text,
                 is_best ? "" : item->best);
    }
    fprintf(out, "%s%*s", text, blanks(text, 28) - 1, "");
    fprintf(out, " %6.1f %6.1f %+7.1f", 100 * item->before, 100 * item->after,
            is_best && !is_throw ? 0 : 100 * analysis_gain(item));
    const char *mark = analysis_mark_text(item->mark);
    fprintf(out, "%s%s\n", mark[0] != '\0' ? " " : "", mark);
}

void report_write_all(const struct analysis *a, enum lang lang, FILE *out) {
    fputs(tr(lang, " move side  played        better        before  after  change\n"),
          out);
    for (size_t i = 0; i < a->n; i++) {
        put_item(a, &a->item[i], lang, out);
    }
}
