/* Source: "OpenTafl Notation", opentafl-notation-spec.txt in the repository of OpenTafl
 * (github.com/jslater89/OpenTafl, 2016), in the form where the rules are the last tag.
 * Where it leaves a choice, or OpenTafl differs from it, this follows what OpenTafl reads
 * and writes (RulesSerializer, MoveSerializer, GameSerializer in the same repository):
 *
 * - `name:` and `spd:` in the rules are OpenTafl's; the document lacks them.  spd: says
 *   how far the pieces t c n k T C N K go, -1 for any distance.
 * - A time control has an overtime, which is always 0 for us: "300 0/0 10i".
 * - Only the tags result and termination report a resignation: OpenTafl does not read the
 *   document's move record ---, and either side may resign, not just the one to move.
 * - `-` after a move is what we announce as raichi or tuichi, `+` is gare.  A move that
 *   escapes has --, one that captures the king ++.
 *
 * The notation cannot express all of our rules; the tag starting-comment has the rest. */
#include "client-cli/replay/opentafl.h"

#include <string.h>

#include "client-cli/replay/replay.h"
#include "proto/timestamp.h"
#include "rules/tafl/tafl.h"

#define DAY_BYTES 11 /* "2026.11.21", with its NUL */

bool opentafl_knows(const struct game *game) {
    return strcmp(game->drawing, "tafl") == 0;
}

/* --- tags --- */

/* Tags must not contain brackets or line ends; ours contain only names and words. */
static void write_tag(FILE *out, const char *tag, const char *value) {
    fprintf(out, "[%s:%s]\n", tag, value);
}

static void write_date(FILE *out, const struct record *record) {
    char started[TIMESTAMP_BYTES];
    if (record->started_s == 0) {
        return;
    }
    timestamp_write(record->started_s, started);
    char day[DAY_BYTES];
    snprintf(day, sizeof day, "%.4s.%.2s.%.2s", started, started + 5, started + 8);
    write_tag(out, "date", day);
}

static const char *result_of(const struct result *result) {
    if (!result->over || result->called_off) {
        return "?";
    }
    return result->outcome == OUTCOME_DRAW    ? "0"
           : result->outcome == OUTCOME_BLACK ? "1"
                                              : "-1";
}

static const char *termination_of(const struct result *result) {
    static const struct {
        const char *reason;
        const char *text;
    } texts[] = {
        {"captured", "the king is captured"},
        {"corner", "the king has reached a corner"},
        {"blocked", "the loser cannot move"},
        {"repetition", "the third occurrence of a position"},
        {"noprogress", "too many moves without a capture"},
        {"resign", "the loser resigned"},
        {"agreed", "the players agreed on a draw"},
        {"aborted", "called off as it had begun"},
        {"absent", "the loser was away too long"},
        {"flag", "the loser ran out of time"},
        {"idle", "the loser did not move for too long"},
        {"abandoned", "called off: nobody came back to it"},
        {"unresumed", "the loser did not come to resume"},
        {"lapsed", "called off: adjourned, and never resumed"},
        {"adjudicated", "the host decided"},
        {"unopened", "called off before it began"},
        {"endless", "called off: too many moves"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (strcmp(texts[i].reason, result->reason) == 0) {
            return texts[i].text;
        }
    }
    return result->over ? result->reason : "not over yet";
}

/* Writes the seconds for the game, no overtime, and the bonus for each move. */
static void write_time(FILE *out, const struct record *record) {
    struct clock clock;
    if (!time_control_is_set(&record->time)) {
        return;
    }
    clock_start(&clock, &record->time);
    char text[32];
    snprintf(text, sizeof text, "%lld 0/0 %ui",
             (long long)clock.left_ms[SIDE_WHITE] / 1000, record->time.bonus_s);
    write_tag(out, "time-control", text);
}

/* Writes the rules that write_rules cannot express. */
static void write_unsaid(FILE *out, const struct record *record, const struct tafl *t) {
    fprintf(out,
            "[starting-comment:Game %s of alea.  The rules record cannot say all of its "
            "rules: %s%s%u moves without a capture are a draw, and a side that cannot "
            "move has "
            "lost.]\n",
            record->game_id,
            (t->rules & TAFL_EDGE) != 0 ? "the edge is hostile to the king, " : "",
            (t->rules & TAFL_COMPANION) != 0
                ? "the king can be captured together with one defender beside him, "
                : "",
            record->game->quiet_max);
}

/* --- rules --- */

/* Our position text adds the turn to OpenTafl's, and has no slashes at its ends. */
static void write_start(FILE *out, const struct game *game, const struct position *pos) {
    char text[POSITION_TEXT_BYTES];
    struct text_out ranks = text_out_of(text, sizeof text);
    game->write(pos, &ranks);
    fprintf(out, "start:/%.*s/", (int)strcspn(text, " "), text);
}

static void write_rules(FILE *out, const struct game *game, const struct position *pos) {
    const struct tafl *t = &pos->u.tafl;
    bool has_throne = (t->rules & TAFL_THRONE) != 0;
    fprintf(out, "[rules:dim:%u name:", t->size);
    for (const char *c = game->title; *c != '\0'; c++) {
        fputc(*c == ' ' ? '_' : *c, out);
    }
    /* The defaults are right for a strong king and the usual corners. */
    fprintf(out, " surf:n atkf:%s", pos->turn == SIDE_BLACK ? "y" : "n");
    fputs((t->rules & TAFL_ARMED) != 0 ? "" : " ka:n", out);
    fputs((t->rules & TAFL_STEPS) != 0 ? " spd:-1,-1,-1,-1,-1,-1,-1,1," : "", out);
    /* A throne is hostile while it is empty; without one, the centre is ordinary. */
    fputs(has_throne ? " cenh: " : " cen: cenh: cenhe: ", out);
    write_start(out, game, pos);
    fputs("]\n", out);
}

static void write_head(FILE *out, const struct record *record,
                       const struct position *start) {
    write_date(out, record);
    write_tag(out, "result", result_of(&record->result));
    write_tag(out, "attackers", record->player[SIDE_BLACK].name);
    write_tag(out, "defenders", record->player[SIDE_WHITE].name);
    write_time(out, record);
    write_tag(out, "termination", termination_of(&record->result));
    write_tag(out, "variant", record->game->title);
    write_tag(out, "compiler", "alea");
    write_unsaid(out, record, &start->u.tafl);
    write_rules(out, record->game, start);
}

/* --- moves --- */

/* Writes "Ke5-e1" for "e5-e1" if the king stands on e5. */
static void write_piece(FILE *out, const struct position *before, const char *move) {
    char king[SQUARE_BYTES] = "";
    struct text_out text = text_out_of(king, sizeof king);
    tafl_write_square(before->u.tafl.king, &text);
    size_t len = strlen(king);
    bool is_king = strncmp(move, king, len) == 0 && move[len] == '-';
    fprintf(out, "%s%s", is_king ? "K" : "", move);
}

/* Writes what the move captured, and what it threatens. */
static void write_effects(FILE *out, const struct state *after) {
    const char *before = "x";
    const char *info = "";
    for (size_t i = 0; i < after->n_notes; i++) {
        const struct happening *h = &after->notes[i].happening;
        if (after->notes[i].kind != NOTE_RULE) {
            continue;
        }
        switch ((int)h->kind) {
        case HAPPENED_CAPTURE:
        case HAPPENED_KING_CAPTURED:
            fprintf(out, "%s%s%s", before, h->kind == HAPPENED_CAPTURE ? "" : "K", h->at);
            before = "/";
            break;
        case HAPPENED_RAICHI:
        case HAPPENED_TUICHI: info = "-"; break;
        case HAPPENED_GARE: info = "+"; break;
        default: break;
        }
    }
    if (after->pos.phase == PHASE_OVER) {
        info = after->pos.end == END_CAPTURED ? "++"
               : after->pos.end == END_CORNER ? "--"
                                              : "";
    }
    fputs(info, out);
}

static void write_moves(FILE *out, const struct replay *replay) {
    unsigned n = 0;
    for (size_t step = 1; step < replay->n_steps; step++) {
        struct state after = replay_state(replay, step);
        if (after.notes[0].kind != NOTE_MOVE) {
            break;
        }
        if (n % 2 == 0) {
            fprintf(out, "\n%u. ", n / 2 + 1);
        } else {
            fputc(' ', out);
        }
        write_piece(out, &replay->steps[step - 1].pos, after.notes[0].text);
        write_effects(out, &after);
        n++;
    }
    fputs(n > 0 ? "\n" : "", out);
}

void opentafl_write(FILE *out, const struct record *record) {
    struct replay replay;
    replay_init(&replay, record);
    write_head(out, record, &replay.steps[0].pos);
    write_moves(out, &replay);
    replay_fini(&replay);
}
