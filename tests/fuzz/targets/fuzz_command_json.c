/* A client's line in JSON mode.  Most valid lines are read without jansson.  A leading
 * tab, which JSON ignores, makes jansson read them: both must give the same result. */
#include "tests/fuzz/command.h"

static void check_same(const struct command *a, const struct command *b) {
    assert(a->kind == b->kind && a->len == b->len);
    assert(strcmp(a->id, b->id) == 0 && strcmp(a->room, b->room) == 0);
    assert(memcmp(a->has, b->has, sizeof a->has) == 0);
    assert(memcmp(a->at, b->at, sizeof a->at) == 0);
    assert(memcmp(a->text, b->text, a->len) == 0);
}

static void check_slow_reader(const uint8_t *data, size_t size) {
    static struct command cmd, slow_cmd;
    static char slow[LINE_BYTES_MAX];
    struct command_fault fault, slow_fault;
    if (size >= sizeof slow) {
        return;
    }
    slow[0] = '\t';
    if (size > 0) {
        memcpy(slow + 1, data, size);
    }
    enum error_code error = command_from_json((const char *)data, size, &cmd, &fault);
    assert(error == command_from_json(slow, size + 1, &slow_cmd, &slow_fault));
    assert(strcmp(fault.id, slow_fault.id) == 0);
    if (error != ERR_BAD_JSON) { /* the text of bad_json has a byte number, which
                                  * differs */
        assert(strcmp(fault.text, slow_fault.text) == 0);
    }
    if (error == ERR_OK) {
        check_same(&cmd, &slow_cmd);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_command(command_from_json, data, size);
    check_slow_reader(data, size);
    return 0;
}
