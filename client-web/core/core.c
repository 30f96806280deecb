#include "client-web/core/core.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/analyse/analysis.h"
#include "mem/mem.h"

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name))) name
#else
#define EXPORT(name) name
#endif

/* The longest line of core_follow is a position, of core_judged: numbers and a move. */
#define LINE_BYTES (POSITION_TEXT_BYTES + 32)

/* A page has one module for each game, so this is the memory of one game. */
static struct core {
    char text[CORE_TEXT_BYTES + 1];
    char *answer; /* owned */
    size_t len, cap;
    struct record record;
    struct judge judge;
    struct analysis analysis;
    bool has_judge, has_analysis;
} core;

char *EXPORT(core_text)(void) {
    return core.text;
}

/* --- the answer --- */

static void begin_answer(void) {
    core.len = 0;
}

static void put_line(const char *line) {
    size_t n = strlen(line) + 2;
    if (core.len + n > core.cap) {
        core.cap = 2 * (core.len + n);
        core.answer = mem_grow(core.answer, core.cap, 1);
    }
    memcpy(core.answer + core.len, line, n - 2);
    memcpy(core.answer + core.len + n - 2, "\n", 2);
    core.len += n - 1;
}

static void put_position(const char *what, const struct play *play) {
    char line[LINE_BYTES];
    struct text_out out = text_out_of(line, sizeof line);
    text_put(&out, what);
    text_put_char(&out, ' ');
    play->game->write(&play->pos, &out);
    put_line(line);
}

/* --- reading the game --- */

static void forget(void) {
    if (core.has_analysis) {
        analysis_fini(&core.analysis);
    }
    if (core.has_judge) {
        judge_fini(&core.judge);
    }
    free(core.record.log);
    core.record = (struct record){.game = NULL};
    core.has_analysis = core.has_judge = false;
}

/* "GAME:OPTIONS REST".  Returns the rest; NULL: there is no such game. */
static const char *read_game(const char *line) {
    struct record *record = &core.record;
    const char *blank = strchr(line, ' ');
    if (blank == NULL) {
        return NULL;
    }
    struct text_in in = text_in_of(line, (size_t)(blank - line));
    return game_parse(&in, &record->game, &record->opt) && text_at_end(&in) ? blank + 1
                                                                            : NULL;
}

/* "GAME:OPTIONS SIDE" */
static bool read_head(const char *line) {
    const char *side = read_game(line);
    if (side == NULL || side_find(side) == SIDE_COUNT) {
        return false;
    }
    text_copy(core.record.first, sizeof core.record.first, side);
    return true;
}

/* Reads a throw into the note.  False: it is none of this game. */
static bool read_throw(const char *line, struct note *note) {
    const struct dice_kind *dice = core.record.game->dice;
    if (dice == NULL || strlen(line) != 2U * dice->n_dice - 1) {
        return false;
    }
    note->kind = NOTE_THROW;
    note->n_faces = dice->n_dice;
    for (unsigned i = 0; i < dice->n_dice; i++) {
        unsigned face = (unsigned char)line[2 * i] - (unsigned)'0';
        if (face < dice->lowest || face >= (unsigned)dice->lowest + dice->n_faces) {
            return false;
        }
        note->faces[SIDE_WHITE][i] = note->faces[SIDE_BLACK][i] = (uint8_t)face;
    }
    return true;
}

/* Plays a line.  False: it breaks the rules, and nothing has changed. */
static bool play_line(struct play *play, const char *line, struct note *note) {
    struct move move;
    *note = (struct note){.side = play->pos.turn};
    if (strncmp(line, "throw ", 6) == 0 && play->pos.phase == PHASE_ROLL &&
        read_throw(line + 6, note)) {
        struct roll roll = roll_of_faces(play->game->dice, note->faces[SIDE_WHITE]);
        play_roll(play, &roll, NULL, NULL);
        return true;
    }
    if (strncmp(line, "move ", 5) == 0 && play->pos.phase == PHASE_MOVE &&
        game_find_move(play->game, &play->pos, line + 5, strlen(line + 5), &move)) {
        note->kind = NOTE_MOVE;
        text_copy(note->text, sizeof note->text, line + 5);
        play_move(play, &move, NULL, NULL);
        return true;
    }
    return false;
}

static void add_note(const struct note *note) {
    struct record *record = &core.record;
    MEM_ROOM(record->log, record->n_log, record->cap_log, 64);
    record->log[record->n_log++] = *note;
}

/* The next line of a text, as a string; NULL: there is none. */
static char *take_line(char **rest) {
    char *line = *rest, *end = line != NULL ? strchr(line, '\n') : NULL;
    if (end != NULL) {
        *end++ = '\0';
    }
    *rest = end;
    return line;
}

const char *EXPORT(core_follow)(size_t len) {
    struct play play;
    forget();
    begin_answer();
    put_line(""); /* so that there is an answer */
    core.text[len <= CORE_TEXT_BYTES ? len : CORE_TEXT_BYTES] = '\0';
    char *rest = core.text, *line = take_line(&rest);
    if (!read_head(line)) {
        return core.answer;
    }
    begin_answer();
    play_start(&play, core.record.game, &core.record.opt, side_find(core.record.first));
    put_position("start", &play);
    struct note note;
    while ((line = take_line(&rest)) != NULL && play_line(&play, line, &note)) {
        add_note(&note);
        put_position(side_name((enum side)note.side), &play);
    }
    return core.answer;
}

/* --- judging --- */

static bool begin_judge(void) {
    struct judge_setup setup = {.game = core.record.game};
    char fault[FAULT_BYTES];
    if (core.record.game == NULL || !judge_init(&core.judge, &setup, fault)) {
        return false;
    }
    core.has_judge = core.has_analysis = true;
    analysis_init(&core.analysis, &core.record, &core.judge);
    return true;
}

bool EXPORT(core_judge)(void) {
    return (core.has_judge || begin_judge()) && analysis_step(&core.analysis);
}

/* A chance in millionths: a printf that knows fractions costs the page 10 kB. */
static void put_chance(struct text_out *out, double chance) {
    text_put_number(out, (uint64_t)lround(1e6 * chance));
}

const char *EXPORT(core_judged)(void) {
    const struct analysis *a = &core.analysis;
    char line[LINE_BYTES];
    struct text_out out = text_out_of(line, sizeof line);
    begin_answer();
    put_chance(&out, a->start);
    put_line(line);
    for (size_t i = 0; i < a->n; i++) {
        const struct analysis_item *item = &a->item[i];
        out = text_out_of(line, sizeof line);
        put_chance(&out, item->before);
        text_put_char(&out, ' ');
        put_chance(&out, item->after);
        text_put_char(&out, ' ');
        text_put_number(&out, item->n_legal);
        text_put_char(&out, ' ');
        text_put(&out, item->best[0] != '\0' ? item->best : "-");
        text_put_char(&out, ' ');
        text_put(&out, item->mark != MARK_NONE ? analysis_mark_text(item->mark) : "-");
        put_line(line);
    }
    return core.answer;
}

/* The text of a game and a position in it. */
static bool read_position(const char *text, struct play *play) {
    struct position pos;
    const char *rest = read_game(text);
    if (rest == NULL) {
        return false;
    }
    struct text_in in = text_in_of(rest, strlen(rest));
    if (!game_read(core.record.game, &core.record.opt, &in, &pos)) {
        return false;
    }
    play_init(play, core.record.game, &pos);
    return pos.phase == PHASE_MOVE;
}

/* The best of the choices but one; n: there is no other. */
static size_t best_but(const struct engine_result *result, size_t but) {
    size_t best = result->n;
    for (size_t i = 0; i < result->n; i++) {
        bool is_better =
            best == result->n || result->choice[i].value > result->choice[best].value;
        if (i != but && is_better) {
            best = i;
        }
    }
    return best;
}

static void put_choice(const struct play *play, const struct engine_choice *choice) {
    char line[LINE_BYTES];
    struct text_out out = text_out_of(line, sizeof line);
    play->game->write_move(&play->pos, &choice->move, &out);
    text_put_char(&out, ' ');
    put_chance(&out, choice->value);
    put_line(line);
}

const char *EXPORT(core_hint)(size_t len) {
    struct play play;
    forget();
    begin_answer();
    put_line(""); /* so that there is an answer */
    core.text[len <= CORE_TEXT_BYTES ? len : CORE_TEXT_BYTES] = '\0';
    if (!read_position(core.text, &play) || !begin_judge()) {
        return core.answer;
    }
    begin_answer();
    struct engine_result result = judge_moves(&core.judge, &play);
    size_t best = best_but(&result, result.n), second = best_but(&result, best);
    put_choice(&play, &result.choice[best]);
    if (second < result.n) {
        put_choice(&play, &result.choice[second]);
    }
    return core.answer;
}

unsigned EXPORT(core_plies)(void) {
    return core.judge.plies;
}

double EXPORT(core_luck)(unsigned side) {
    return core.analysis.sum[side % SIDE_COUNT].luck;
}

double EXPORT(core_skill)(unsigned side) {
    double skill;
    return analysis_skill(&core.analysis.sum[side % SIDE_COUNT], &skill) ? skill : -1;
}
