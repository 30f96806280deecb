#include "tests/fuzz/command.h"

static bool fuzz_read_command(read_command *read, const char *line, size_t len,
                              struct command *cmd) {
    struct command_fault fault;
    enum error_code error = read(line, len, cmd, &fault);
    assert(error == fault.code && error < ERROR_CODE_COUNT);
    assert((error == ERR_OK) == (fault.text[0] == '\0'));
    assert(utf8_is_text(fault.text, strlen(fault.text)));
    assert(strcmp(fault.id, cmd->id) == 0);
    return error == ERR_OK;
}

/* Index of the argument that names the room itself; COMMAND_ARGS_MAX: none does. */
static unsigned fuzz_room_arg(const struct command *cmd) {
    const struct command_spec *spec = command_spec(cmd->kind);
    unsigned i = 0;
    while (i < spec->n_args && strcmp(spec->arg[i], "room") != 0) {
        i++;
    }
    return i < spec->n_args ? i : COMMAND_ARGS_MAX;
}

/* The room of a command, whether it is an argument or not. */
static const char *fuzz_room(const struct command *cmd) {
    unsigned i = fuzz_room_arg(cmd);
    return i < COMMAND_ARGS_MAX && cmd->has[i] ? command_arg(cmd, i) : cmd->room;
}

static void fuzz_check_command(const struct command *cmd) {
    const struct command_spec *spec = command_spec(cmd->kind);
    assert(cmd->kind < COMMAND_COUNT);
    assert(utf8_is_text(cmd->id, strlen(cmd->id)));
    assert(cmd->room[0] == '\0' || is_room_code(cmd->room));
    assert(cmd->room[0] == '\0' || fuzz_room(cmd) == cmd->room); /* the room is given only
                                                                  * once */
    assert(fuzz_room(cmd)[0] == '\0' || is_room_code(fuzz_room(cmd)));
    assert(cmd->len <= LINE_BYTES_MAX + COMMAND_ARGS_MAX);
    for (unsigned i = 0; i < COMMAND_ARGS_MAX; i++) {
        assert(i >= spec->n_required || cmd->has[i]);
        assert(i < spec->n_args || !cmd->has[i]);
        const char *arg = command_arg(cmd, i);
        assert(cmd->has[i] || arg[0] == '\0');
        assert(utf8_is_text(arg, strlen(arg)));
        assert(!cmd->has[i] || cmd->at[i] + strlen(arg) < cmd->len);
    }
}

/* A command that is written as JSON can be read again, and is the same. */
static void fuzz_check_as_json(const struct command *cmd) {
    static struct command again;
    char *json = command_to_json(cmd);
    size_t len = strlen(json);
    assert(strchr(json, '\n') == NULL);
    /* Escapes can make a line too long that was short enough in text mode. */
    if (len <= LINE_BYTES_MAX) {
        assert(fuzz_read_command(command_from_json, json, len, &again));
        assert(again.kind == cmd->kind);
        assert(strcmp(again.id, cmd->id) == 0);
        assert(strcmp(fuzz_room(&again), fuzz_room(cmd)) == 0);
        for (unsigned i = 0; i < COMMAND_ARGS_MAX; i++) {
            if (i != fuzz_room_arg(cmd)) {
                assert(again.has[i] == cmd->has[i]);
                assert(strcmp(command_arg(&again, i), command_arg(cmd, i)) == 0);
            }
        }
    }
    free(json);
}

void fuzz_command(read_command *read, const uint8_t *data, size_t size) {
    static struct command cmd;
    if (fuzz_read_command(read, (const char *)data, size, &cmd)) {
        fuzz_check_command(&cmd);
        fuzz_check_as_json(&cmd);
    }
}
