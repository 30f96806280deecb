/* Both ends of a trunk as bytes: keys, versions, cuts, changes, and bytes sent again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/test.h"

#include "server/trunk/cipher.h"
#include "server/trunk/wire.h"

static const uint8_t key_a[TRUNK_KEY_BYTES] = {1}, key_b[TRUNK_KEY_BYTES] = {2};

/* Everything that an end sends: its greeting, the header, packets. */
struct sent {
    uint8_t bytes[4 * CIPHER_PACKET_BYTES];
    size_t n;
};

struct end {
    struct cipher cipher;
    struct sent sent;
    char heard[256]; /* the texts of packets, each followed by a "|" */
    bool is_over;    /* the last packet has come */
};

static void end_init(struct end *end, enum cipher_role role, const uint8_t *key) {
    memset(end, 0, sizeof *end);
    cipher_init(&end->cipher, role, key);
    memcpy(end->sent.bytes, end->cipher.hello, CIPHER_HELLO_BYTES);
    end->sent.n = CIPHER_HELLO_BYTES;
}

static void say(struct end *end, const char *text, bool is_last) {
    end->sent.n += cipher_write(&end->cipher, (const uint8_t *)text, strlen(text),
                                is_last, end->sent.bytes + end->sent.n);
}

/* Hears n bytes, in pieces of at most `step`.  NULL: all is right; else what is wrong. */
static const char *hear(struct end *end, const uint8_t *bytes, size_t n, size_t step) {
    for (size_t at = 0, used; at < n; at += used) {
        size_t len, part = n - at < step ? n - at : step;
        switch (cipher_feed(&end->cipher, bytes + at, part, &used, &len)) {
        case CIPHER_MORE: assert_int_equal(used, part); break;
        case CIPHER_MET:
            end->sent.n += cipher_begin(&end->cipher, end->sent.bytes + end->sent.n);
            break;
        case CIPHER_LAST:
        case CIPHER_TEXT:
            end->is_over = end->cipher.state == CIPHER_ENDED;
            snprintf(end->heard + strlen(end->heard),
                     sizeof end->heard - strlen(end->heard), "%.*s|", (int)len,
                     (const char *)end->cipher.text);
            break;
        case CIPHER_FAILED: assert_non_null(end->cipher.why); return end->cipher.why;
        }
    }
    return NULL;
}

/* Lets both ends greet.  Returns what the hub finds wrong. */
static const char *meet(struct end *front, struct end *hub) {
    const char *why = hear(hub, front->sent.bytes, front->sent.n, SIZE_MAX);
    if (why == NULL) {
        (void)hear(front, hub->sent.bytes, hub->sent.n, SIZE_MAX);
    }
    return why;
}

static struct end front, hub;

static void begin(const uint8_t *key) {
    end_init(&front, CIPHER_FRONT, key);
    end_init(&hub, CIPHER_HUB, key);
    assert_null(meet(&front, &hub));
    say(&front, "I am a front", false);
    say(&front, "", false);
    say(&front, "goodbye", true);
}

static const char *rest_for_hub(size_t step) {
    return hear(&hub, front.sent.bytes + CIPHER_HELLO_BYTES,
                front.sent.n - CIPHER_HELLO_BYTES, step);
}

TEST(test_texts_arrive_however_they_are_cut) {
    (void)state;
    const uint8_t *const keys[] = {key_a, NULL};
    for (size_t i = 0; i < 2; i++) {
        for (size_t step = 1; step < 100; step++) {
            begin(keys[i]);
            assert_null(rest_for_hub(step));
            assert_string_equal(hub.heard, "I am a front||goodbye|");
            assert_true(hub.is_over);
        }
    }
}

/* A stream that ends early, at whatever byte, gives the beginning of the texts, and never
 * the end. */
TEST(test_a_cut_stream_is_not_over) {
    (void)state;
    begin(key_a);
    struct sent sent = front.sent;
    struct cipher before = hub.cipher;
    for (size_t n = CIPHER_HELLO_BYTES; n < sent.n; n++) {
        hub.cipher = before;
        hub.heard[0] = '\0';
        assert_null(hear(&hub, sent.bytes + CIPHER_HELLO_BYTES, n - CIPHER_HELLO_BYTES,
                         SIZE_MAX));
        assert_false(hub.is_over);
        assert_int_equal(strncmp("I am a front||goodbye|", hub.heard, strlen(hub.heard)),
                         0);
        assert_true(strstr(hub.heard, "goodbye") == NULL);
    }
}

/* No byte after the greeting can be changed without being found out; and a greeting that
 * was changed makes other keys. */
TEST(test_a_changed_byte_is_found) {
    (void)state;
    begin(key_a);
    struct sent sent = front.sent;
    struct cipher before = hub.cipher;
    for (size_t i = CIPHER_HELLO_BYTES; i < sent.n; i++) {
        hub.cipher = before;
        hub.is_over = false;
        front.sent = sent;
        front.sent.bytes[i] ^= 0x10;
        const char *why = rest_for_hub(SIZE_MAX);
        assert_true(why != NULL || !hub.is_over); /* a length too large: it waits */
    }
    end_init(&front, CIPHER_FRONT, key_a);
    end_init(&hub, CIPHER_HUB, key_a);
    front.sent.bytes[CIPHER_HELLO_BYTES - 1] ^= 1;
    assert_null(meet(&front, &hub));
    say(&front, "hello", false);
    assert_string_equal(rest_for_hub(SIZE_MAX), "it has another --trunk-key");
}

/* The same bytes, sent to the same hub on another connection, or back to the front. */
TEST(test_nothing_can_be_sent_again) {
    (void)state;
    begin(key_a);
    struct sent sent = front.sent;
    end_init(&hub, CIPHER_HUB, key_a);
    assert_string_equal(hear(&hub, sent.bytes, sent.n, SIZE_MAX),
                        "it has another --trunk-key");
    end_init(&front, CIPHER_FRONT, key_a); /* what it says itself, after a hub's hello */
    end_init(&hub, CIPHER_HUB, key_a);
    assert_null(hear(&front, hub.sent.bytes, CIPHER_HELLO_BYTES, SIZE_MAX));
    say(&front, "goodbye", true);
    assert_string_equal(hear(&front, front.sent.bytes + CIPHER_HELLO_BYTES,
                             front.sent.n - CIPHER_HELLO_BYTES, SIZE_MAX),
                        "it has another --trunk-key");
    end_init(&front, CIPHER_FRONT, key_a);
    assert_string_equal(hear(&front, front.cipher.hello, CIPHER_HELLO_BYTES, SIZE_MAX),
                        "it is a front, not a hub");
    begin(key_a); /* a packet twice */
    size_t first = CIPHER_LENGTH_BYTES + strlen("I am a front") + CIPHER_MORE_BYTES;
    uint8_t *packet = front.sent.bytes + CIPHER_HELLO_BYTES + CIPHER_HEADER_BYTES;
    memcpy(packet + first, packet, first);
    assert_string_equal(rest_for_hub(SIZE_MAX), "a packet was changed on the way");
}

TEST(test_after_the_end_nothing_comes) {
    (void)state;
    begin(key_a);
    front.sent.n++;
    assert_string_equal(rest_for_hub(SIZE_MAX), "something comes after the end");
}

/* --- ends that refuse each other --- */

struct refusal {
    const char *name;
    enum cipher_role role; /* of the end that calls the hub */
    const uint8_t *key, *hub_key;
    size_t at; /* a byte of its greeting that is changed by so much; 0: none */
    int by;
    const char *why;
};

/* Where a greeting has versions. */
enum { AT_OLDEST = 4, AT_VERSION = 5 };

static const struct refusal refusals[] = {
    {"another key", CIPHER_FRONT, key_b, key_a, 0, 0, "it has another --trunk-key"},
    {"no key", CIPHER_FRONT, NULL, key_a, 0, 0, "it has no --trunk-key, but we have"},
    {"a key", CIPHER_FRONT, key_a, NULL, 0, 0, "it has a --trunk-key, but we have none"},
    {"a hub", CIPHER_HUB, key_a, key_a, 0, 0, "it is a hub, not a front"},
    {"an old version", CIPHER_FRONT, key_a, key_a, AT_VERSION,
     TRUNK_OLDEST - 1 - TRUNK_VERSION, "its version of alead is too old for this one"},
    {"a new version", CIPHER_FRONT, key_a, key_a, AT_OLDEST,
     TRUNK_VERSION + 1 - TRUNK_OLDEST, "its version of alead is too new for this one"},
    {"another protocol", CIPHER_FRONT, key_a, key_a, 3, 1, "it speaks another protocol"},
};

TEST_ROWS(refusals) {
    const struct refusal *row = table_row(state);
    end_init(&front, row->role, row->key);
    end_init(&hub, CIPHER_HUB, row->hub_key);
    if (row->at > 0) {
        front.sent.bytes[row->at] = (uint8_t)(front.sent.bytes[row->at] + row->by);
    }
    const char *why = meet(&front, &hub);
    if (why == NULL) {
        say(&front, "hello", false);
        why = rest_for_hub(SIZE_MAX);
    }
    assert_string_equal(why, row->why);
    assert_string_equal(hub.heard, "");
}

/* An end of the next version, and one of the oldest that is spoken. */
TEST(test_consecutive_versions_meet) {
    (void)state;
    end_init(&front, CIPHER_FRONT, NULL);
    end_init(&hub, CIPHER_HUB, NULL);
    front.sent.bytes[AT_OLDEST] = TRUNK_VERSION;
    front.sent.bytes[AT_VERSION] = TRUNK_VERSION + 1;
    assert_null(meet(&front, &hub));
    assert_int_equal(hub.cipher.version, TRUNK_VERSION);
    end_init(&front, CIPHER_FRONT, NULL);
    end_init(&hub, CIPHER_HUB, NULL);
    front.sent.bytes[AT_OLDEST] = front.sent.bytes[AT_VERSION] = TRUNK_OLDEST;
    assert_null(meet(&front, &hub));
    assert_int_equal(hub.cipher.version, TRUNK_OLDEST);
}

/* --- wire --- */

/* The frames of a trunk, and its key. */

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
TEST_ROWS(frames) {
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

TEST(test_open_is_read_as_written) {
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
TEST(test_the_shortest_open) {
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

TEST(test_wrong_opens_are_refused) {
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

TEST_ROWS(keys) {
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
