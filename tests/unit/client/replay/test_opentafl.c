/* Games of tafl in OpenTafl's notation. */
#include "client-cli/replay/opentafl.h"

#include <stdlib.h>
#include <string.h>

#include "rules/play.h"
#include "tests/unit/table.h"

#define SET_TEXT(array, text) snprintf(array, sizeof(array), "%s", text)

/* Plays moves, "a6-b6 d5-d8", into the log of a record, and sets its result. */
static void play_moves(struct record *record, struct play *play, const char *moves) {
    while (*moves != '\0') {
        size_t len = strcspn(moves, " ");
        struct note note = {.kind = NOTE_MOVE, .side = play->pos.turn};
        struct move m;
        snprintf(note.text, sizeof note.text, "%.*s", (int)len, moves);
        assert_true(game_find_move(record->game, &play->pos, note.text, len, &m));
        record_add(record, &note);
        play_move(play, &m, NULL, NULL);
        moves += len + strspn(moves + len, " ");
    }
    if (play->pos.phase == PHASE_OVER) {
        record->result = (struct result){.over = true, .outcome = play->pos.outcome};
        SET_TEXT(record->result.reason, end_reason_name(play->pos.end));
    }
}

/* A game with options, "tablut:king=unarmed"; free *record with record_fini. */
static void make(struct record *record, const char *game, const char *moves) {
    static struct play play;
    struct position pos;
    record_init(record);
    struct text_in in = text_in_of(game, strlen(game));
    assert_true(game_parse(&in, &record->game, &record->opt));
    SET_TEXT(record->game_id, "g42");
    SET_TEXT(record->player[SIDE_WHITE].name, "ann");
    SET_TEXT(record->player[SIDE_BLACK].name, "bob");
    SET_TEXT(record->first, side_name(game_first(record->game, &record->opt)));
    record->started_s = 1700000000;
    game_start(record->game, &record->opt, game_first(record->game, &record->opt), &pos);
    play_init(&play, record->game, &pos);
    play_moves(record, &play, moves);
}

/* Returns owned. */
static char *export_record(struct record *record) {
    char *text = NULL;
    size_t len;
    FILE *out = open_memstream(&text, &len);
    assert_non_null(out);
    opentafl_write(out, record);
    fclose(out);
    record_fini(record);
    return text;
}

static const struct moves_row {
    const char *name;
    const char *moves;
    const char *result;
    const char *written; /* the part after the empty line */
} moves_rows[] = {
    {"no moves", "", "?", NULL},
    {"two a line, the last one alone", "a6-b6 d5-d8 b6-a6", "?",
     "1. a6-b6 d5-d8\n2. b6-a6\n"},
    {"black captures", "d9-d7 c5-c6 f9-f7", "?", "1. d9-d7 c5-c6\n2. f9-f7xe7\n"},
    {"white captures", "a6-b6 d5-d8 b6-a6 f5-f8", "?",
     "1. a6-b6 d5-d8\n2. b6-a6 f5-f8xe8\n"},
    {"the king threatens to escape, and does",
     "a6-b6 d5-d8 b6-a6 e5-d5 a6-b6 d5-d2 b6-a6 d2-a2 a6-b6 a2-a1", "-1",
     "1. a6-b6 d5-d8\n2. b6-a6 Ke5-d5\n3. a6-b6 Kd5-d2\n4. b6-a6 Kd2-a2-\n"
     "5. a6-b6 Ka2-a1--\n"},
    {"the king is threatened", "i4-f4 e4-b4 f4-e4 d5-d2 d9-d5 f5-f4 a6-b6 e6-d6 f9-f5",
     "?",
     "1. i4-f4 e4-b4\n2. f4-e4xe3 d5-d2\n3. d9-d5xc5 f5-f4\n4. a6-b6 e6-d6\n"
     "5. f9-f5xg5+\n"},
    {"the king is captured, and a defender with the same move",
     "i4-f4 e4-b4 f4-e4 d5-d2 d9-d5 f5-f4 f9-f5 e6-d6 i6-e6", "1",
     "1. i4-f4 e4-b4\n2. f4-e4xe3 d5-d2\n3. d9-d5xc5 f5-f4\n4. f9-f5xg5 e6-d6\n"
     "5. i6-e6xe7/Ke5++\n"},
};

static void test_moves(void **state) {
    const struct moves_row *row = table_row(state);
    struct record record;
    char result[32];
    make(&record, "tablut", row->moves);
    char *text = export_record(&record);
    snprintf(result, sizeof result, "[result:%s]\n", row->result);
    assert_non_null(strstr(text, result));
    const char *moves = strstr(text, "]\n\n");
    if (row->written == NULL) {
        assert_null(moves);
    } else {
        assert_non_null(moves);
        assert_string_equal(moves + 3, row->written);
    }
    free(text);
}

#define TABLUT_START "start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/]"

static const struct rules_row {
    const char *name;
    const char *game;
    const char *rules; /* start of the rules */
} rules_rows[] = {
    {"tablut", "tablut",
     "dim:9 name:Tablut surf:n atkf:y cen: cenh: cenhe: " TABLUT_START},
    {"an unarmed king", "tablut:king=unarmed",
     "dim:9 name:Tablut surf:n atkf:y ka:n cen: cenh: cenhe: " TABLUT_START},
    {"a hostile throne", "tablut:throne=hostile",
     "dim:9 name:Tablut surf:n atkf:y cenh: " TABLUT_START},
    {"white begins", "tablut:first=white",
     "dim:9 name:Tablut surf:n atkf:n cen: cenh: cenhe: " TABLUT_START},
    {"alea-evangelii", "alea-evangelii",
     "dim:19 name:Alea_Evangelii surf:n atkf:n ka:n cenh: start:/2t2t7t2t2/19/"},
    {"a king of one step", "alea-evangelii:king=step",
     "dim:19 name:Alea_Evangelii surf:n atkf:n spd:-1,-1,-1,-1,-1,-1,-1,1, cenh: "
     "start:/2t2t7t2t2/19/"},
};

static void test_rules(void **state) {
    const struct rules_row *row = table_row(state);
    struct record record;
    make(&record, row->game, "");
    char *text = export_record(&record);
    const char *rules = strstr(text, "[rules:");
    assert_non_null(rules);
    if (strncmp(rules + strlen("[rules:"), row->rules, strlen(row->rules)) != 0) {
        fail_msg("the rules are: %s", rules);
    }
    free(text);
}

/* A whole game with all tags. */
static void test_whole(void **state) {
    struct record record;
    make(&record, "tablut", "a6-b6 d5-d8");
    record.time = (struct time_control){.minutes = 5, .bonus_s = 10};
    record.result = (struct result){.over = true, .outcome = OUTCOME_BLACK};
    SET_TEXT(record.result.reason, "resign");
    record_add(&record, &(struct note){.kind = NOTE_RESIGN, .side = SIDE_WHITE});
    char *text = export_record(&record);
    assert_string_equal(
        text,
        "[date:2023.11.14]\n"
        "[result:1]\n"
        "[attackers:bob]\n"
        "[defenders:ann]\n"
        "[time-control:300 0/0 10i]\n"
        "[termination:the loser resigned]\n"
        "[variant:Tablut]\n"
        "[compiler:alea]\n"
        "[starting-comment:Game g42 of alea.  The rules record cannot say all of "
        "its rules: 200 moves without a capture are a draw, and a side that cannot move "
        "has "
        "lost.]\n"
        "[rules:dim:9 name:Tablut surf:n atkf:y cen: cenh: cenhe: " TABLUT_START "\n"
        "\n"
        "1. a6-b6 d5-d8\n");
    free(text);
}

static void test_knows(void **state) {
    for (const struct game *const *game = games; *game != NULL; game++) {
        assert_int_equal(opentafl_knows(*game),
                         *game == &game_tablut || *game == &game_alea_evangelii);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole),
        cmocka_unit_test(test_knows),
    };
    return TABLE_RUN("opentafl/moves", test_moves, moves_rows) +
           TABLE_RUN("opentafl/rules", test_rules, rules_rows) +
           cmocka_run_group_tests_name("opentafl", tests, NULL, NULL);
}
