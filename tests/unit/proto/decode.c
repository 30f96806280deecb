#include "tests/unit/proto/decode.h"

struct message *decode(const char *line, size_t len, char fault[static FAULT_BYTES]) {
    char *copy = test_malloc(len + 1); /* so that a read beyond the end is found */
    memcpy(copy, line, len);
    memset(fault, 'x', FAULT_BYTES);
    struct message *msg = message_from_json(copy, len, fault);
    test_free(copy);
    assert_non_null(memchr(fault, '\0', FAULT_BYTES));
    assert_int_equal(msg == NULL, fault[0] != '\0');
    return msg;
}
