#include "tests/unit/proto/command_row.h"

enum error_code read_line(read_command *read, const char *line, size_t len,
                          struct command *cmd, struct command_fault *fault) {
    char *copy = test_malloc(len + 1); /* so that a read beyond the end is found */
    memcpy(copy, line, len);
    enum error_code error = read(copy, len, cmd, fault);
    test_free(copy);
    assert_int_equal(error, fault->code);
    assert_string_equal(cmd->id, fault->id);
    assert_true((error == ERR_OK) == (fault->text[0] == '\0'));
    assert_true(utf8_is_text(fault->text, strlen(fault->text)));
    return error;
}

void expect_row(read_command *read, const struct command_row *row) {
    struct command cmd;
    struct command_fault fault;
    const char *line = read == command_from_json ? json(row->line) : row->line;
    if (read_line(read, line, strlen(line), &cmd, &fault) == ERR_OK) {
        char *again = command_to_json(&cmd);
        assert_json(again, row->expected);
        free(again);
        return;
    }
    char text[2 * FAULT_BYTES];
    snprintf(text, sizeof text, "%s%s%s%s: %s", fault.id[0] != '\0' ? "#" : "", fault.id,
             fault.id[0] != '\0' ? " " : "", error_name(fault.code), fault.text);
    size_t len = strlen(row->expected), n_dots = strlen("...");
    if (len > n_dots && strcmp(row->expected + len - n_dots, "...") == 0) {
        text[len - n_dots] = '\0';
        strcat(text, "...");
    }
    if (strcmp(text, row->expected) != 0) {
        assert_json(text, row->expected);
    }
}

void expect_same_command(const struct command *a, const struct command *b) {
    assert_int_equal(a->kind, b->kind);
    assert_string_equal(a->id, b->id);
    assert_string_equal(a->room, b->room);
    for (unsigned i = 0; i < COMMAND_ARGS_MAX; i++) {
        assert_int_equal(a->has[i], b->has[i]);
        assert_string_equal(command_arg(a, i), command_arg(b, i));
    }
}
