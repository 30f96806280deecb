/* Both ends of a trunk as bytes: keys, versions, cuts, changes, and bytes sent again. */
#include "server/trunk/cipher.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/table.h"

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

static void test_texts_arrive_however_they_are_cut(void **state) {
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
static void test_a_cut_stream_is_not_over(void **state) {
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
static void test_a_changed_byte_is_found(void **state) {
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
static void test_nothing_can_be_sent_again(void **state) {
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

static void test_after_the_end_nothing_comes(void **state) {
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

static void refuse(void **state) {
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
static void test_consecutive_versions_meet(void **state) {
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts_arrive_however_they_are_cut),
        cmocka_unit_test(test_a_cut_stream_is_not_over),
        cmocka_unit_test(test_a_changed_byte_is_found),
        cmocka_unit_test(test_nothing_can_be_sent_again),
        cmocka_unit_test(test_after_the_end_nothing_comes),
        cmocka_unit_test(test_consecutive_versions_meet),
    };
    int failed = cmocka_run_group_tests_name("cipher", tests, NULL, NULL);
    return failed + TABLE_RUN("cipher: refusals", refuse, refusals);
}
