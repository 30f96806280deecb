#include "client-cli/replay/replay.h"

#include <assert.h>
#include <string.h>

#include "client-cli/check/record_file.h"
#include "proto/shape.h"
#include "rules/tafl/tafl.h"
#include "view/tell.h"

/* OpenTafl reads no move with more. */
#define CAPTURES_MAX 4

const char *otn_fault(const struct record *record) {
    struct position start;
    if (strcmp(record->game->drawing, "tafl") != 0) {
        return "OTN has only games of tafl, without dice";
    }
    game_start(record->game, &record->opt, game_first(record->game, &record->opt),
               &start);
    if ((start.u.tafl.rules & TAFL_CAMPS) != 0) {
        return "OTN has no rule for camps that attackers leave but never enter, nor for "
               "a draw by the second occurrence of a position";
    }
    return (start.u.tafl.rules & TAFL_COMPANION) != 0
               ? "OTN has no rule for a king captured together with a defender"
               : NULL;
}

/* Where the notation's default differs from the game. */
static void write_rules(const struct record *record, FILE *out) {
    const struct game *game = record->game;
    enum side first = game_first(game, &record->opt);
    struct position start;
    char ranks[POSITION_TEXT_BYTES];
    game_start(game, &record->opt, first, &start);
    struct text_out text = text_out_of(ranks, sizeof ranks);
    game->write(&start, &text);
    uint32_t rules = start.u.tafl.rules;
    fprintf(out, "[rules:dim:%u name:%s atkf:%s ", start.u.tafl.size, game->id,
            first == SIDE_BLACK ? "y" : "n");
    fputs((rules & TAFL_EDGE_WINS) != 0 ? "esc:e cor: " : "", out);
    fputs((rules & TAFL_FORTS) != 0 ? "sw:s efe:y " : "surf:n ", out);
    fputs(game->repeating_loses ? "tfr:l " : "", out);
    fputs((rules & TAFL_ARMED) == 0 ? "ka:n " : "", out);
    fputs((rules & TAFL_WEAK) == 0        ? ""
          : (rules & TAFL_BY_THRONE) != 0 ? "ks:c "
                                          : "ks:w ",
          out);
    fputs((rules & TAFL_THRONE) != 0 ? "cenh: " : "cen: cenh: cenhe: ", out);
    fputs((rules & TAFL_LEFT) != 0 ? "cenre: " : "", out);
    /* Our ranks are from above. */
    fprintf(out, "starti:/%.*s/]\n", (int)strcspn(ranks, " "), ranks);
}

static void write_tags(const struct record *record, FILE *out) {
    const struct result *result = &record->result;
    char started[TIMESTAMP_BYTES];
    const char *outcome = !result->over || result->called_off ? "?"
                          : result->outcome == OUTCOME_DRAW   ? "0"
                          : result->outcome == OUTCOME_BLACK  ? "1"
                                                              : "-1";
    if (record->started_s > 0) {
        timestamp_write(record->started_s, started);
        fprintf(out, "[date:%.4s.%.2s.%.2s]\n", started, started + 5, started + 8);
    }
    fprintf(out, "[attackers:%s]\n[defenders:%s]\n[result:%s]\n[compiler:alea]\n",
            record->player[SIDE_BLACK].name, record->player[SIDE_WHITE].name, outcome);
    if (result->over) {
        struct state state = record_file_state(record, LANG_EN);
        fputs("[termination:", out);
        tell_result(out, &state);
        fputs("]\n", out);
    }
    fprintf(out, "[variant:%s]\n", record->game->title);
}

/* What the move captured: "xe5/f5".  With more than OpenTafl reads, nothing: its rules
 * know. */
static void write_captures(const struct note *note, size_t n, FILE *out) {
    unsigned found = 0;
    for (size_t i = 0; i < n; i++) {
        found += note[i].kind == NOTE_RULE &&
                 (note[i].happening.kind == HAPPENED_CAPTURE ||
                  note[i].happening.kind == HAPPENED_KING_CAPTURED);
    }
    const char *before = "x";
    for (size_t i = 0; i < n && found <= CAPTURES_MAX; i++) {
        const struct happening *h = &note[i].happening;
        bool is_king = h->kind == HAPPENED_KING_CAPTURED;
        if (note[i].kind == NOTE_RULE && (is_king || h->kind == HAPPENED_CAPTURE)) {
            fprintf(out, "%s%s%s", before, is_king ? "K" : "", h->at);
            before = "/";
        }
    }
}

/* "+": the king can be captured, "-": he can win; twice: that has happened. */
static const char *info(const struct record *record, const struct position *pos) {
    switch ((int)pos->end) {
    case END_CAPTURED:
    case END_ENCLOSED: return "++";
    case END_CORNER:
    case END_EDGE:
    case END_FORT: return "--";
    default: break;
    }
    return record->game->announce(pos) == NULL ? "" : pos->turn == SIDE_WHITE ? "+" : "-";
}

void otn_write(const struct replay *replay, FILE *out) {
    const struct record *record = replay->record;
    assert(otn_fault(record) == NULL);
    write_tags(record, out);
    write_rules(record, out);
    unsigned n_moves = 0;
    for (size_t step = 1; step < replay->n_steps; step++) {
        const struct replay_step *at = &replay->steps[step];
        const struct note *note = replay->notes + at->first_note;
        if (at->n_notes == 0 || note->kind != NOTE_MOVE) {
            continue;
        }
        const struct tafl *before = &replay->steps[step - 1].pos.u.tafl;
        char king[SQUARE_BYTES];
        struct text_out text = text_out_of(king, sizeof king);
        tafl_write_square(before->king, &text);
        bool is_king = strcspn(note->text, "-") == strlen(king) &&
                       strncmp(note->text, king, strlen(king)) == 0;
        if (n_moves % 2 == 0) {
            fprintf(out, "\n%u. ", n_moves / 2 + 1);
        } else {
            fputc(' ', out);
        }
        fprintf(out, "%s%s", is_king ? "K" : "", note->text);
        write_captures(note, at->n_notes, out);
        fputs(info(record, &at->pos), out);
        n_moves++;
    }
    fputc('\n', out);
}
