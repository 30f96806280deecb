/* protocol.md is complete: it has every row of every table in the code, with the same
 * numbers.  So is the table of limits in docs/operating.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/message/discovery.h"
#include "proto/message/message.h"
#include "proto/name.h"
#include "server/limits/limits.h"
#include "server/net/responder.h"
#include "server/rating/rating.h"
#include "tests/support/cmocka.h"
#include "tests/support/file.h"

#define COLUMNS_MAX 100

static char *document; /* protocol.md */

static int read_document(void **state) {
    document = read_file("protocol.md");
    return 0;
}

static int free_document(void **state) {
    free(document);
    return 0;
}

static void expect(const char *text) {
    if (strstr(document, text) == NULL) {
        fail_msg("protocol.md does not have: %s", text);
    }
}

/* A row of a table, or a word of a list, that begins with `name`. */
static void expect_name(const char *name) {
    char quoted[80];
    snprintf(quoted, sizeof quoted, "`%s`", name);
    expect(quoted);
}

static void every_command_with_its_arguments(void **state) {
    for (int i = 0; i < COMMAND_COUNT; i++) {
        char usage[80];
        char row[96];
        struct text_out out = text_out_of(usage, sizeof usage);
        command_usage((enum command_kind)i, &out);
        snprintf(row, sizeof row, "| `%s` ", usage);
        expect(row);
    }
}

/* docs/playing.md lists each command for players, as it claims. */
static void every_command_for_players(void **state) {
    char *playing = read_file("docs/playing.md");
    assert_non_null(playing);
    for (int i = 0; i < COMMAND_COUNT; i++) {
        char alone[40], with_words[40];
        const char *word = command_spec((enum command_kind)i)->word;
        snprintf(alone, sizeof alone, "`%s`", word);
        snprintf(with_words, sizeof with_words, "`%s ", word);
        if (strstr(playing, alone) == NULL && strstr(playing, with_words) == NULL) {
            fail_msg("docs/playing.md does not have: %s", word);
        }
    }
    free(playing);
}

/* The sentence from `begin` to `end` names exactly the commands for which `has` holds. */
static void expect_list(const char *begin, const char *end,
                        bool has(const struct command_spec *spec)) {
    char text[1024];
    const char *from = strstr(document, begin);
    assert_non_null(from);
    from += strlen(begin);
    const char *to = strstr(from, end);
    assert_non_null(to);
    assert_in_range(to - from, 1, sizeof text - 1);
    snprintf(text, sizeof text, "%.*s", (int)(to - from), from);
    for (int i = 0; i < COMMAND_COUNT; i++) {
        const struct command_spec *spec = command_spec((enum command_kind)i);
        char word[40];
        snprintf(word, sizeof word, "`%s`", spec->word);
        if (has(spec) != (strstr(text, word) != NULL)) {
            fail_msg("protocol.md is wrong about %s after \"%s\"", word, begin);
        }
    }
}

static bool is_in_full(const struct command_spec *spec) {
    return (spec->flags & COMMAND_IN_FULL) != 0;
}

static bool takes_rest(const struct command_spec *spec) {
    return (spec->flags & COMMAND_REST) != 0;
}

static bool is_keyed(const struct command_spec *spec) {
    return (spec->flags & COMMAND_KEYED) != 0;
}

static bool begins(const struct command_spec *spec) {
    return (spec->flags & COMMAND_BEGINS) != 0;
}

static bool is_free(const struct command_spec *spec) {
    return spec->cost == 0;
}

static bool costs_more(const struct command_spec *spec) {
    return spec->cost > 1;
}

/* The lists of commands that are written or paid in a special way. */
static void every_list_of_commands(void **state) {
    expect_list("These must be typed", "the commands of operators", is_in_full);
    expect_list("takes the rest of the line:", "(So", takes_rest);
    expect_list("- The optional arguments of", "can also be", is_keyed);
    expect_list("- `drain`:", "fail with", begins);
    expect_list("4 KiB of an answer", "have a bucket of their own", is_free);
    expect_list("| command | tokens |", "| `join` and `watch` with", costs_more);
}

static void every_alias(void **state) {
#define X(word, kind) expect_name(word);
    ALIASES(X)
#undef X
}

static void every_error_with_its_text(void **state) {
    for (int i = ERR_OK + 1; i < ERROR_CODE_COUNT; i++) {
        char row[256];
        snprintf(row, sizeof row, "| `%s` | %s |", error_name((enum error_code)i),
                 error_text((enum error_code)i));
        expect(row);
    }
}

static void every_event_and_stage(void **state) {
    for (int i = 0; i < EVENT_KIND_COUNT; i++) {
        expect_name(event_name((enum event_kind)i));
    }
    for (int i = 0; i < STAGE_COUNT; i++) {
        expect_name(stage_name((enum stage)i));
    }
}

static void every_happening(void **state) {
    for (int i = 0; i < NOTE_KIND_COUNT; i++) {
        if (i != NOTE_RULE) { /* listed under the names of the rules */
            expect_name(note_name((enum note_kind)i));
        }
    }
    for (int i = 0; i < HAPPENING_KIND_COUNT; i++) {
        expect_name(happening_name((enum happening_kind)i));
    }
}

static void every_reason(void **state) {
    for (int i = END_NONE + 1; i < END_REASON_COUNT; i++) {
        expect_name(end_reason_name((enum end_reason)i));
    }
}

/* The table of limits in docs/operating.md is exactly that of the code.  `make docs`
 * writes it (ALEA_GOLDEN=write). */
static void the_table_of_limits(void **state) {
    static const char head[] = "| limit | default | range | what |\n|---|---|---|---|\n";
    static const char rows[] =
#define X(field, by_default, least, most, help)                                          \
    "| `" #field "` | " #by_default " | " #least " to " #most " | " help " |\n"
        LIMITS(X)
#undef X
        ;
    const char *golden = getenv("ALEA_GOLDEN");
    char *operating = read_file("docs/operating.md");
    assert_non_null(operating);
    char *table = strstr(operating, head);
    assert_non_null(table);
    table += strlen(head);
    char *after = strstr(table, "\n\n");
    assert_non_null(after);
    after++;
    bool is_same = (size_t)(after - table) == strlen(rows) &&
                   strncmp(table, rows, strlen(rows)) == 0;
    if (!is_same && golden != NULL && strcmp(golden, "write") == 0) {
        FILE *file = fopen("docs/operating.md", "w");
        assert_non_null(file);
        fprintf(file, "%.*s%s%s", (int)(table - operating), operating, rows, after);
        assert_int_equal(fclose(file), 0);
    } else if (!is_same) {
        fail_msg("the table of limits in docs/operating.md is not that of the code: "
                 "run make docs");
    }
    free(operating);
}

static void every_clock_of_a_rated_game(void **state) {
    for (const struct game *const *game = games; *game != NULL; game++) {
        struct time_control time = rating_terms(*game)->time;
        char row[80], id[32];
        snprintf(id, sizeof id, "`%s`", (*game)->id);
        snprintf(row, sizeof row, "| %-16s | `%u+%u`", id, time.minutes, time.bonus_s);
        expect(row);
    }
}

static void every_fixed_bound(void **state) {
    static const struct {
        const char *name;
        long value;
    } bound[] = {
        {"line_bytes", LINE_BYTES_MAX},  {"id_bytes", ID_BYTES_MAX},
        {"name_chars", NAME_CHARS_MAX},  {"name_bytes", NAME_BYTES_MAX},
        {"say_bytes", SAY_BYTES_MAX},    {"word_bytes", WORD_BYTES_MAX},
        {"game_entries", LOG_NOTES_MAX},
    };
    for (size_t i = 0; i < sizeof bound / sizeof bound[0]; i++) {
        char begin[40];
        snprintf(begin, sizeof begin, "| `%s`", bound[i].name);
        const char *row = strstr(document, begin);
        assert_non_null(row);
        assert_int_equal(strtol(row + strcspn(row, "0123456789"), NULL, 10),
                         bound[i].value);
    }
}

/* The table of keys has each letter that is mapped. */
static void every_key_of_a_letter(void **state) {
    static const char *const letters[] = {"æ", "ð", "ø", "þ", "ß", "đ", "ħ", "ı", "ĳ",
                                          "ĸ", "ł", "ŋ", "œ", "ŧ", "ǥ", "ə", "ʒ"};
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
        char key[NAME_KEY_BYTES], cell[80];
        name_fold(letters[i], key, sizeof key);
        snprintf(cell, sizeof cell, "| `%s`    | `%s`", letters[i], key);
        assert_non_null(strstr(document, cell));
    }
}

/* No line is longer than 100 columns. */
static void lines_that_fit(void **state) {
    unsigned number = 1, columns = 0;
    for (const char *at = document; *at != '\0'; at++) {
        if (*at == '\n') {
            number++;
            columns = 0;
        } else if (((unsigned char)*at & 0xc0) != 0x80) { /* the first byte of a
                                                           * character */
            columns++;
        }
        if (columns > COLUMNS_MAX) {
            fail_msg("protocol.md:%u has more than %d columns", number, COLUMNS_MAX);
        }
    }
}

/* Copies an example, whose lines begin with four spaces, as one line, with a space at
 * each line break.  Returns its length. */
static size_t take_example(const char *at, char *line, size_t cap) {
    size_t n = 0;
    for (; strncmp(at, "    ", 4) == 0; at += strcspn(at, "\n") + 1) {
        int len = (int)strcspn(at + 4, "\n");
        n += (size_t)snprintf(line + n, cap - n, "%s%.*s", n > 0 ? " " : "", len, at + 4);
        assert_true(n < cap);
    }
    return n;
}

/* The examples of discovery packets are valid, and their numbers are those of the
 * code. */
static void packets_on_a_lan(void **state) {
    char packet[DISCOVERY_BYTES], nonce[DISCOVERY_ID_BYTES + 1], fault[FAULT_BYTES];
    char numbers[160], answer[DISCOVERY_BYTES];
    struct discovery_answer told;
    const char *query = strstr(document, "\n    alea-find/");
    const char *example = strstr(document, "\n    alea-here/");
    assert_non_null(query);
    assert_non_null(example);
    query += 5;
    size_t n = take_example(example + 1, answer, sizeof answer);
    memset(packet, ' ', sizeof packet);
    memcpy(packet, query, strcspn(query, "\n"));
    assert_true(discovery_read_query(packet, sizeof packet, nonce));
    answer[n++] = '\n'; /* the line feed ends the packet */
    if (!discovery_read_answer(answer, n, &told, fault)) {
        fail_msg("the answer in protocol.md: %s", fault);
    }
    assert_string_equal(told.nonce, nonce);
    size_t len = discovery_write_answer(&told, packet);
    assert_int_equal(len, n);
    assert_memory_equal(packet, answer, len); /* the code writes the same bytes */
    snprintf(numbers, sizeof numbers, "**exactly %d bytes**", DISCOVERY_BYTES);
    expect(numbers);
    snprintf(numbers, sizeof numbers,
             "answered %d times at once and, after that, %d times",
             RESPONDER_SOURCE_BURST, RESPONDER_SOURCE_PER_S);
    expect(numbers);
    snprintf(numbers, sizeof numbers, "what the host calls it, at most %d bytes",
             TITLE_BYTES_MAX);
    expect(numbers);
    snprintf(numbers, sizeof numbers, "1 to %d bytes of printable ASCII",
             DISCOVERY_SERVER_BYTES_MAX);
    expect(numbers);
    snprintf(numbers, sizeof numbers, "given a name, 0 to %d", DISCOVERY_PLAYERS_MAX);
    expect(numbers);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command_with_its_arguments),
        cmocka_unit_test(every_command_for_players),
        cmocka_unit_test(every_list_of_commands),
        cmocka_unit_test(every_alias),
        cmocka_unit_test(every_error_with_its_text),
        cmocka_unit_test(every_event_and_stage),
        cmocka_unit_test(every_happening),
        cmocka_unit_test(every_reason),
        cmocka_unit_test(the_table_of_limits),
        cmocka_unit_test(every_clock_of_a_rated_game),
        cmocka_unit_test(every_fixed_bound),
        cmocka_unit_test(every_key_of_a_letter),
        cmocka_unit_test(lines_that_fit),
        cmocka_unit_test(packets_on_a_lan),
    };
    return cmocka_run_group_tests_name("documents", tests, read_document, free_document);
}
