/* The frames of a trunk, and its key. */
#include "server/trunk/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/trunk/key.h"
#include "tests/unit/table.h"

struct row {
    const char *name;
    uint64_t channel;
    enum trunk_kind kind;
    size_t n;
    bool by_front, by_hub; /* whether it is right from there */
};

static const struct row frames[] = {
    {"hello", 0, TRUNK_HELLO, 5, true, true},
    {"hello of a channel", 1, TRUNK_HELLO, 5, false, false},
    {"long hello", 0, TRUNK_HELLO, TRUNK_HELLO_BYTES + 1, false, false},
    {"alive", 0, TRUNK_ALIVE, 4, true, true},
    {"short alive", 0, TRUNK_ALIVE, 3, false, false},
    {"open", UINT64_C(1) << 40, TRUNK_OPEN, 9, true, false},
    {"open without a channel", 0, TRUNK_OPEN, 9, false, false},
    {"records", 7, TRUNK_RECORDS, TRUNK_WINDOW, true, false},
    {"too many records", 7, TRUNK_RECORDS, TRUNK_WINDOW + 1, false, false},
    {"no record", 7, TRUNK_RECORDS, 2, false, false},
    {"taken", 7, TRUNK_TAKEN, 4, true, false},
    {"closed", 7, TRUNK_CLOSED, 1, true, false},
    {"empty message", 7, TRUNK_SEND, 0, false, true},
    {"part", 7, TRUNK_PART, TRUNK_PART_BYTES, false, true},
    {"long part", 7, TRUNK_PART, TRUNK_PART_BYTES + 1, false, false},
    {"read", 7, TRUNK_READ, 4, false, true},
    {"remember", 7, TRUNK_REMEMBER, TRUNK_MEMORY_BYTES, false, true},
    {"remember too much", 7, TRUNK_REMEMBER, TRUNK_MEMORY_BYTES + 1, false, false},
    {"end", 7, TRUNK_END, 2, false, true},
    {"end without a code", 7, TRUNK_END, 1, false, false},
    {"close", 7, TRUNK_CLOSE, 0, false, true},
    {"unknown", 7, TRUNK_KINDS_N, 0, false, false},
};

/* Each frame is read as it was written, and only whole. */
static void frame(void **state) {
    const struct row *row = table_row(state);
    static uint8_t bytes[TRUNK_HEAD_BYTES + TRUNK_WINDOW + 1];
    size_t n = TRUNK_HEAD_BYTES + row->n;
    struct trunk_frame read;
    trunk_head_write(bytes, row->channel, row->kind, row->n);
    assert_int_equal(trunk_frame_read(&read, false, bytes, n), row->by_front ? n : 0);
    if (row->by_front || row->by_hub) {
        assert_int_equal(trunk_frame_read(&read, row->by_hub, bytes, n), n);
        assert_true(read.channel == row->channel);
        assert_int_equal(read.kind, row->kind);
        assert_int_equal(read.n, row->n);
        assert_ptr_equal(read.rest, bytes + TRUNK_HEAD_BYTES);
    }
    assert_int_equal(trunk_frame_read(&read, true, bytes, n), row->by_hub ? n : 0);
    for (size_t cut = 0; cut < n; cut++) {
        assert_int_equal(trunk_frame_read(&read, row->by_hub, bytes, cut), 0);
    }
}

static bool read_open(struct trunk_open *open, const uint8_t *rest, size_t n) {
    const struct trunk_frame from = {
        .channel = 1, .kind = TRUNK_OPEN, .n = (uint16_t)n, .rest = rest};
    return trunk_open_read(open, &from);
}

static void test_open_is_read_as_written(void **state) {
    (void)state;
    uint8_t rest[3 + ADDRESS_BYTES + TRUNK_MEMORY_BYTES], memory[TRUNK_MEMORY_BYTES];
    struct trunk_open read, open = {.flags = TRUNK_TLS | TRUNK_LOCAL, .memory = memory};
    memset(memory, 0xA5, sizeof memory);
    for (size_t n = 0; n <= sizeof memory; n += sizeof memory / 4) {
        open.n_memory = n;
        snprintf(open.address, sizeof open.address, n == 0 ? "?" : "2001:db8::");
        size_t len = trunk_open_write(&open, rest);
        assert_true(read_open(&read, rest, len));
        assert_int_equal(read.flags, open.flags);
        assert_string_equal(read.address, open.address);
        assert_int_equal(read.n_memory, n);
        assert_memory_equal(read.memory, memory, n);
    }
}

/* The shortest one: a client whose address nobody knows. */
static void test_the_shortest_open(void **state) {
    (void)state;
    uint8_t bytes[TRUNK_HEAD_BYTES + 3 + ADDRESS_BYTES + TRUNK_MEMORY_BYTES];
    struct trunk_open read, open = {.address = "?"};
    struct trunk_frame frame;
    size_t n = trunk_open_write(&open, bytes + TRUNK_HEAD_BYTES);
    trunk_head_write(bytes, 7, TRUNK_OPEN, n);
    assert_int_equal(trunk_frame_read(&frame, false, bytes, TRUNK_HEAD_BYTES + n),
                     TRUNK_HEAD_BYTES + n);
    assert_true(trunk_open_read(&read, &frame));
    assert_string_equal(read.address, "?");
}

static void test_wrong_opens_are_refused(void **state) {
    (void)state;
    struct trunk_open open;
    static const struct {
        uint8_t rest[8];
        size_t n;
    } wrong[] = {
        {{0, 5, '1', '.', '2', '.'}, 6},   /* an address that is cut */
        {{0, 0, 'a', 'b'}, 4},             /* no address */
        {{0, 4, '1', ' ', '.', '2'}, 6},   /* a character that no address has */
        {{0, ADDRESS_BYTES, '1', '.'}, 4}, /* too long */
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(read_open(&open, wrong[i].rest, wrong[i].n));
    }
}

/* --- the key --- */

#define HEX_32 "00112233445566778899aabbccddeeff"

struct key_row {
    const char *name;
    const char *text; /* of the file; NULL: there is none */
    mode_t mode;
    const char *why; /* NULL: it is a key */
};

static const struct key_row keys[] = {
    {"a key", HEX_32 HEX_32 "\n", 0600, NULL},
    {"read only, no line end", HEX_32 HEX_32, 0400, NULL},
    {"CR LF", HEX_32 HEX_32 "\r\n", 0600, NULL},
    {"its group may read it", HEX_32 HEX_32 "\n", 0640, "other users may read"},
    {"all may read it", HEX_32 HEX_32 "\n", 0604, "other users may read"},
    {"all may write it", HEX_32 HEX_32 "\n", 0602, "other users may read"},
    {"short", HEX_32 "\n", 0600, "a key is 64 hex digits"},
    {"long", HEX_32 HEX_32 "00", 0600, "a key is 64 hex digits"},
    {"longer", HEX_32 HEX_32 "0000", 0600, "has more than 66 bytes"},
    {"another letter", HEX_32 "x0112233445566778899aabbccddeeff\n", 0600,
     "a key is 64 hex digits"},
    {"empty", "", 0600, "a key is 64 hex digits"},
    {"missing", NULL, 0, "cannot be read: No such file"},
};

static void key(void **state) {
    const struct key_row *row = table_row(state);
    char path[] = "/tmp/alea-key.XXXXXX", why[FAULT_BYTES] = "";
    uint8_t bytes[TRUNK_KEY_BYTES];
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    if (row->text != NULL) {
        assert_int_equal(write(fd, row->text, strlen(row->text)), strlen(row->text));
        assert_int_equal(fchmod(fd, row->mode), 0);
    } else {
        unlink(path);
    }
    close(fd);
    bool is_key = trunk_key_read(path, bytes, why);
    unlink(path);
    assert_int_equal(is_key, row->why == NULL);
    if (is_key) {
        assert_memory_equal(bytes, "\x00\x11\x22\x33\x44\x55\x66\x77\x88\x99", 10);
    } else {
        assert_int_equal(strncmp(why, row->why, strlen(row->why)), 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_open_is_read_as_written),
        cmocka_unit_test(test_the_shortest_open),
        cmocka_unit_test(test_wrong_opens_are_refused),
    };
    int failed = cmocka_run_group_tests_name("wire", tests, NULL, NULL);
    failed += TABLE_RUN("wire: frames", frame, frames);
    return failed + TABLE_RUN("key", key, keys);
}
