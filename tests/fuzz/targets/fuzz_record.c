/* The record of a game as a file.  What can be read is written again as it was, and can
 * be judged; a good or unfinished record can be replayed and exported. */
#include "tests/fuzz/terminal.h"

#include "client-cli/check/verify.h"
#include "client-cli/replay/replay.h"
#include "view/board.h"
#include "view/clocks.h"
#include "view/tell.h"

static bool decode(const char *text, size_t len, struct record *record) {
    char fault[FAULT_BYTES] = "";
    bool is_read = record_from_json(text, len, record, fault);
    assert(is_read == (fault[0] == '\0'));
    return is_read;
}

static void check_encoding(const struct record *record) {
    struct record again;
    char *text = record_to_json(record);
    assert(decode(text, strlen(text), &again));
    char *text_again = record_to_json(&again);
    assert(strcmp(text, text_again) == 0);
    record_fini(&again);
    free(text);
    free(text_again);
}

/* Each move was legal, for the side to move. */
static void check_moves(const struct replay *replay) {
    const struct record *record = replay->record;
    /* Throws for the start are a separate step. */
    size_t n = record->n_log > 0 && record->log[0].kind == NOTE_START_THROW;
    for (size_t i = 0; i < record->n_log; i++) {
        const struct note *note = &record->log[i];
        if (note->kind == NOTE_MOVE) {
            struct move m;
            assert(n < replay->n_steps);
            const struct position *pos = &replay->steps[n++].pos;
            assert(pos->phase == PHASE_MOVE && pos->turn == note->side);
            assert(game_find_move(record->game, pos, note->text, strlen(note->text), &m));
        }
    }
}

/* Shows the record as alea replay does. */
static void check_shown(const struct record *record, const struct style *style) {
    char *text = NULL;
    size_t len;
    struct replay replay;
    FILE *out = open_memstream(&text, &len);
    assert(out != NULL);
    replay_init(&replay, record);
    check_moves(&replay);
    for (size_t step = 0; step < replay.n_steps; step++) {
        struct state state = replay_state(&replay, step);
        tell_notes(out, &state);
        if (state.result.over) {
            tell_result(out, &state);
        }
        board_draw(out, &state, style);
        clocks_draw(out, &state, style);
    }
    assert(replay.n_steps <= record->n_log + 1);
    replay_fini(&replay);
    fclose(out);
    terminal_check(text, len, style->colour);
    free(text);
}

static void check_verdict(const struct record *record) {
    struct verification result;
    verify_record(record, &result);
    assert(strlen(result.fault) < sizeof result.fault);
    assert(strlen(result.remarks) < sizeof result.remarks);
    assert((result.verdict == VERDICT_WRONG) == (result.fault[0] != '\0'));
    assert(result.n_throws + result.n_moves <= record->n_log);
    assert(result.verdict != VERDICT_UNFINISHED || !record->result.over);
    if (result.verdict != VERDICT_WRONG) {
        check_shown(record, &(struct style){.unicode = false});
        check_shown(record, &(struct style){.unicode = true, .colour = true});
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct record record;
    if (decode((const char *)data, size, &record)) {
        check_encoding(&record);
        check_verdict(&record);
        record_fini(&record);
    }
    return 0;
}
