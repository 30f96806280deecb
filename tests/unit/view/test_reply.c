/* Every reply says something. */
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"
#include "tests/unit/proto/samples.h"
#include "view/render.h"

static void expect_words(const struct message *msg, const char *what) {
    static const struct style style = {.marks = true};
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    assert_non_null(out);
    render_message(out, msg, &style);
    fclose(out);
    if (len < sizeof "+ x." - 1 || text[0] != '+') {
        fail_msg("%s: \"%s\"", what, text);
    }
    free(text);
}

static void every_reply_says_something(void **state) {
    (void)state;
    for (size_t i = 0; i < N_SAMPLES; i++) {
        if (samples[i].msg.kind == MESSAGE_REPLY) {
            struct state filled;
            struct message msg = sample_fill(&samples[i], &filled);
            expect_words(&msg, samples[i].name);
        }
    }
}

/* A table with nothing in it, or with one row that tells little. */
static void every_table_says_something(void **state) {
    (void)state;
    for (int i = 0; i < COMMAND_COUNT; i++) {
        struct message msg = message_empty;
        struct table table;
        msg.kind = MESSAGE_REPLY;
        msg.cmd = (enum command_kind)i;
        msg.name = "ann";
        if (table_of_reply(msg.cmd) == NULL) {
            continue;
        }
        table_init(&table, table_of_reply(msg.cmd));
        msg.table = &table;
        if (table.spec->key[0] != '\0') {
            expect_words(&msg, command_spec(msg.cmd)->word);
        }
        for (size_t c = 0; c < table.spec->n_columns; c++) {
            enum cell_kind kind = table.spec->column[c].kind;
            if (kind == CELL_TEXT || kind == CELL_NAME) {
                table_put_text(&table, "ann");
            } else if (kind == CELL_FLAG) {
                table_put_flag(&table, false);
            } else {
                table_put_null(&table);
            }
        }
        expect_words(&msg, command_spec(msg.cmd)->word);
        table_fini(&table);
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_reply_says_something),
        cmocka_unit_test(every_table_says_something),
    };
    return cmocka_run_group_tests_name("reply", tests, NULL, NULL);
}
