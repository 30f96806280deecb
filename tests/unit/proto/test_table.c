/* Every table, filled, written and read back. */
#include <stdlib.h>
#include <string.h>

#include "proto/message/message.h"
#include "tests/support/json.h"
#include "tests/unit/test.h"

#define ROWS 3

static const struct {
    const char *text, *name;
    int64_t number, time_s, millionths;
    bool flag, is_null;
} values[ROWS] = {
    {"KOTO RIBA", "ann", 0, 1795222923, 1500000000, true, false},
    {"caf\xc3\xa9 \"Ur\"", "Bob_1-", -7, 1, -59996, false, false},
    {"", "", 0, 0, 0, false, true},
};

static void fill(struct table *table) {
    for (size_t row = 0; row < ROWS; row++) {
        for (size_t i = 0; i < table->spec->n_columns; i++) {
            switch (table->spec->column[i].kind) {
            case CELL_TEXT: table_put_text(table, values[row].text); break;
            case CELL_NAME: table_put_text(table, values[row].name); break;
            case CELL_FLAG: table_put_flag(table, values[row].flag); break;
            case CELL_TIME:
            case CELL_UNTIL: table_put_number(table, values[row].time_s); break;
            case CELL_NUMBER:
            case CELL_SPAN:
            case CELL_REAL:
                if (values[row].is_null) {
                    table_put_null(table);
                } else {
                    table_put_number(table, table->spec->column[i].kind == CELL_REAL
                                                ? values[row].millionths
                                                : values[row].number);
                }
            }
        }
    }
}

static void expect_same(const struct table *read, const struct table *sent,
                        size_t n_rows) {
    assert_non_null(read);
    assert_ptr_equal(read->spec, sent->spec);
    assert_int_equal(table_n_rows(read), n_rows);
    for (size_t row = 0; row < n_rows; row++) {
        for (size_t i = 0; i < sent->spec->n_columns; i++) {
            const struct cell *a = table_at(read, row, i), *b = table_at(sent, row, i);
            assert_string_equal(a->text, b->text);
            assert_int_equal(a->number, b->number);
        }
    }
}

/* Sends a message with this table, and reads it. */
static void travel(struct message *msg, const struct table_spec *spec) {
    struct table table;
    size_t len;
    char fault[FAULT_BYTES];
    bool is_card = spec->key[0] == '\0';
    for (int is_empty = 0; is_empty <= !is_card; is_empty++) {
        table_init(&table, spec);
        if (!is_empty) {
            fill(&table);
        }
        msg->table = &table;
        char *line = message_to_json(msg, &len);
        struct message *read = message_from_json(line, len, fault);
        if (read == NULL) {
            fail_msg("%s: %s", line, fault);
            return;
        }
        expect_same(read->table, &table, is_card ? 1 : table_n_rows(&table));
        char *again = message_to_json(read, &len);
        assert_string_equal(again, line); /* nothing has changed its meaning */
        free(again);
        message_free(read);
        free(line);
        table_fini(&table);
    }
}

TEST(every_table_reads_back) {
    for (int i = 0; i < COMMAND_COUNT; i++) {
        struct message msg = message_empty;
        msg.kind = MESSAGE_REPLY;
        msg.cmd = (enum command_kind)i;
        if (table_of_reply(msg.cmd) != NULL) {
            travel(&msg, table_of_reply(msg.cmd));
        }
    }
    for (int i = 0; i < EVENT_KIND_COUNT; i++) {
        struct message msg = message_empty;
        msg.kind = MESSAGE_EVENT;
        msg.event = (enum event_kind)i;
        if (table_of_event(msg.event) != NULL) {
            travel(&msg, table_of_event(msg.event));
        }
    }
}

/* A number may have no fraction. */
TEST(whole_numbers_are_read) {
    static const char line[] = "{'reply':'rating','ratings':[{'rating':1500}]}";
    char fault[FAULT_BYTES];
    struct message *msg = message_from_json(json(line), strlen(line), fault);
    assert_non_null(msg);
    const struct table *table = msg->table;
    for (size_t i = 0; i < table->spec->n_columns; i++) {
        bool is_rating = strcmp(table->spec->column[i].key, "rating") == 0;
        assert_int_equal(table_at(table, 0, i)->is_null, !is_rating);
        assert_int_equal(table_at(table, 0, i)->number, is_rating ? 1500000000 : 0);
    }
    message_free(msg);
}
