/* Every reply has a text. */
#include <stdlib.h>
#include <string.h>

#include "tests/unit/proto/samples.h"
#include "tests/unit/test.h"
#include "view/render.h"
#include "view/reply.h"

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

static void see_reply(const char *line, struct message *msg, void *arg) {
    (void)arg;
    if (msg->kind == MESSAGE_REPLY) {
        expect_words(msg, line);
    }
}

TEST(every_reply_says_something) {
    each_sample(see_reply, NULL);
}

/* An empty table, or one whose row has few values. */
TEST(every_table_says_something) {
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

/* --- widths --- */

#define LONGEST_NAME "Mmmmmmmmmmmmmmmm"

static void put_widest(struct table *table, enum cell_kind kind) {
    switch (kind) {
    case CELL_NAME: table_put_text(table, LONGEST_NAME); break;
    case CELL_TEXT: table_put_text(table, "BAKO KOTO LINI MUNE NODI ZEZA TABA"); break;
    case CELL_FLAG: table_put_flag(table, true); break;
    case CELL_NUMBER: table_put_number(table, 9999999); break;
    case CELL_SPAN: table_put_number(table, 119 * 60); break;
    case CELL_REAL: table_put_real(table, 2999.99); break;
    case CELL_TIME:
    case CELL_UNTIL: table_put_number(table, 1795258800); break;
    }
}

/* Returns the table as a reply shows it; owned. */
static char *page_of(const struct table *table) {
    static const struct style style = {.marks = true};
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    struct page page;
    page_init(&page, out, &style, '+');
    tables_put(&page, table);
    fclose(out);
    assert_int_equal(strlen(text), len);
    return text;
}

/* The widest rows fit a terminal, and each line of a list begins in the same column:
 * nothing is wrapped at the edge. */
TEST(every_table_fits) {
    for (int i = 0; i < COMMAND_COUNT; i++) {
        struct message msg = {.kind = MESSAGE_REPLY, .cmd = (enum command_kind)i};
        struct table table;
        if (table_of_reply(msg.cmd) == NULL || table_of_reply(msg.cmd)->key[0] == '\0') {
            continue;
        }
        table_init(&table, table_of_reply(msg.cmd));
        for (size_t c = 0; c < 2 * table.spec->n_columns; c++) {
            put_widest(&table, table.spec->column[c % table.spec->n_columns].kind);
        }
        char *text = page_of(&table);
        char *rest = NULL;
        for (const char *line = strtok_r(text, "\n", &rest); line != NULL;
             line = strtok_r(NULL, "\n", &rest)) {
            bool is_some = strstr(table.spec->some, line + 2) != NULL;
            if (strlen(line) > 80 || (!is_some && strncmp(line + 2, "  ", 2) != 0)) {
                fail_msg("%s: \"%s\"", command_spec(msg.cmd)->word, line);
            }
        }
        free(text);
        table_fini(&table);
    }
}

/* Long cells continue below, in their columns. */
TEST(long_cells_go_on_below) {
    struct table table;
    table_init(&table, table_of_reply(CMD_BANS));
    for (int i = 0; i < 2; i++) {
        table_put_text(&table, i == 0 ? "eve" : "2001:db8:1234:5678::/64");
        table_put_number(&table, 1795258800);
        table_put_number(&table, i == 0 ? 0 : 1795262400);
        table_put_text(&table, "shouts at everybody all day");
    }
    char *text = page_of(&table);
    assert_string_equal(
        text,
        "+ Banned:\n"
        "    who                      since, UTC        until, UTC        why\n"
        "    eve                      2026-11-21 11:00  always            shouts at\n"
        "                                                                 everybody all\n"
        "                                                                 day\n"
        "    2001:db8:1234:5678::/64  2026-11-21 11:00  2026-11-21 12:00  shouts at\n"
        "                                                                 everybody all\n"
        "                                                                 day\n");
    free(text);
    table_fini(&table);
}

/* Fills text with two-byte characters after head. */
static void make_long(char *text, size_t cap, const char *head) {
    size_t len = (size_t)snprintf(text, cap, "%s", head);
    for (; len + 2 < cap; len += 2) {
        memcpy(text + len, "\xc3\xb6", 3);
    }
}

/* Text that is too long is cut between two characters. */
TEST(longest_cells_are_cut) {
    for (size_t ascii = 0; ascii < 2; ascii++) {
        char long_text[401];
        make_long(long_text, sizeof long_text, ascii == 1 ? "a" : "");
        struct table table;
        table_init(&table, table_of_reply(CMD_LOGLEVEL));
        table_put_text(&table, long_text);
        char *text = page_of(&table);
        assert_true(strlen(text) > 200 && utf8_is_text(text, strlen(text)));
        free(text);
        table_fini(&table);
    }
}

/* A room, and a finished game, of an unknown game. */
TEST(longest_games_are_cut) {
    static const struct style style = {.marks = true};
    static const char *const heads[] = {"", "x", "ur:", "ur:x"};
    for (size_t i = 0; i < 4; i++) {
        char game[401], *text = NULL;
        size_t len = 0;
        make_long(game, sizeof game, heads[i]);
        struct room_row room = {.room = "SALI", .game = game, .name = {"ann", ""}};
        struct game_row over = {
            .game_id = "g1", .game = game, .name = {"ann", "bob"}, .ended_s = 1795258800};
        struct message msg = message_empty;
        msg.kind = MESSAGE_REPLY;
        msg.n_rows = 1;
        FILE *out = open_memstream(&text, &len);
        msg.cmd = CMD_ROOMS;
        msg.rooms = &room;
        render_message(out, &msg, &style);
        msg.cmd = CMD_GAMES;
        msg.games = &over;
        render_message(out, &msg, &style);
        fclose(out);
        assert_true(strstr(text, "SALI") != NULL && strstr(text, "g1") != NULL);
        assert_true(utf8_is_text(text, len));
        free(text);
    }
}
