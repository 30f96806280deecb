#include "client-cli/analyse/analysis.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/json/wire_out.h"

static void put_sum(struct wire_out *out, const struct analysis *a, enum side side) {
    const struct analysis_sum *sum = &a->sum[side];
    double skill;
    wire_begin_object(out, side_name(side));
    wire_put_text(out, "name", a->record->player[side].name);
    wire_put_number(out, "decisions", sum->n_decisions);
    wire_put_real(out, "lost", sum->lost);
    wire_put_real(out, "could_lose", sum->could_lose);
    if (analysis_skill(sum, &skill)) {
        wire_put_real(out, "skill", skill);
    } else {
        wire_put_null(out, "skill");
    }
    wire_put_number(out, "throws", sum->n_throws);
    wire_put_real(out, "luck", sum->luck);
    wire_put_real(out, "adjusted", analysis_adjusted(a, side));
    wire_end_object(out);
}

static void put_judge(struct wire_out *out, const struct analysis *a) {
    char *text;
    size_t len;
    FILE *told = mem_stream(&text, &len);
    judge_tell(a->judge, a->is_exact, LANG_EN, told);
    fclose(told);
    wire_put_flag(out, "exact", a->is_exact);
    wire_put_number(out, "plies", a->judge->plies);
    wire_put_text(out, "judge", text);
    free(text);
}

static void put_position(struct wire_out *out, const struct play *play) {
    char text[POSITION_TEXT_BYTES];
    struct text_out position = text_out_of(text, sizeof text);
    play->game->write(&play->pos, &position);
    wire_put_text(out, "position", text);
}

static void put_item(struct wire_out *out, const struct analysis *a,
                     const struct analysis_item *item, struct play *play) {
    const struct note *note = &a->record->log[item->note];
    bool is_throw = analysis_is_throw(item);
    wire_begin_object(out, NULL);
    wire_put_text(out, "what", is_throw ? "throw" : "move");
    wire_put_number(out, "log", (int64_t)item->note);
    wire_put_number(out, "number", item->number);
    wire_put_text(out, "side", side_name(item->side));
    if (is_throw) {
        wire_put_numbers(out, "dice", note->faces[item->side], note->n_faces);
    } else {
        wire_put_text(out, "played", note->text);
        wire_put_text(out, "best", item->best);
        wire_put_number(out, "legal", item->n_legal);
    }
    wire_put_real(out, "before", item->before);
    wire_put_real(out, "after", item->after);
    wire_put_real(out, is_throw ? "luck" : "loss",
                  is_throw ? analysis_gain(item) : item->before - item->after);
    if (!is_throw) {
        wire_put_text_or_null(out, "mark", analysis_mark_text(item->mark));
    }
    bool is_due = note_play(note, play, NULL);
    assert(is_due); /* verify_record checked it */
    put_position(out, play);
    wire_end_object(out);
}

/* The start position, and every throw and move with the position after it. */
static void put_items(struct wire_out *out, const struct analysis *a) {
    struct play play;
    if (a->has_begun) {
        play_start(&play, a->record->game, &a->record->opt, side_find(a->record->first));
        put_position(out, &play);
    }
    wire_begin_array(out, "items");
    for (size_t i = 0; i < a->n; i++) {
        put_item(out, a, &a->item[i], &play);
    }
    wire_end_array(out);
}

static void put_result(struct wire_out *out, const struct analysis *a) {
    if (a->has_result) {
        wire_put_real(out, "result", a->result);
        wire_put_text(out, "reason", a->record->result.reason);
    } else {
        wire_put_null(out, "result");
    }
}

char *analysis_to_json(const struct analysis *a) {
    struct wire_out out = {.text = NULL};
    char game[GAME_TEXT_BYTES];
    struct text_out text = text_out_of(game, sizeof game);
    game_write(a->record->game, &a->record->opt, &text);
    wire_begin_object(&out, NULL);
    wire_put_text(&out, "game_id", a->record->game_id);
    wire_put_text(&out, "game", game);
    put_judge(&out, a);
    put_result(&out, a);
    if (a->has_begun) {
        wire_put_real(&out, "start", a->start);
        wire_put_real(&out, "last", a->last);
        wire_put_real(&out, "rest", analysis_rest(a));
    }
    put_sum(&out, a, SIDE_WHITE);
    put_sum(&out, a, SIDE_BLACK);
    put_items(&out, a);
    wire_end_object(&out);
    return wire_out_take(&out);
}
