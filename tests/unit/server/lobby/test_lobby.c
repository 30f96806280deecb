/* Rooms by their codes. */
#include "server/lobby/lobby.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/table.h"

static struct room *new_room(const char *code) {
    struct room_start start = {.game = &game_royal_ur, .draw.game_id = "g"};
    snprintf(start.code, sizeof start.code, "%s", code);
    return room_new(&start);
}

static void close_lobby(struct lobby *lobby) {
    for (size_t i = 0; i < lobby->rooms.n; i++) {
        room_destroy(lobby->rooms.room[i]);
    }
    lobby_fini(lobby);
}

static void test_find_and_remove(void **state) {
    struct lobby lobby = {0};
    struct room *first = new_room("AAAA"), *second = new_room("BBBB");
    lobby_add(&lobby, first);
    lobby_add(&lobby, second);
    assert_ptr_equal(lobby_find(&lobby, "AAAA"), first);
    assert_null(lobby_find(&lobby, "AAA"));
    assert_null(lobby_find(&lobby, "CCCC"));
    assert_null(lobby_find(&lobby, ""));
    lobby_remove(&lobby, first);
    room_destroy(first);
    assert_null(lobby_find(&lobby, "AAAA"));
    assert_ptr_equal(lobby_find(&lobby, "BBBB"), second);
    assert_int_equal(lobby.rooms.n, 1);
    close_lobby(&lobby);
}

static uint64_t random_state;

static void test_bytes(void *buf, size_t n) {
    for (size_t i = 0; i < n; i++) {
        ((unsigned char *)buf)[i] = (unsigned char)random_below(&random_state, 256);
    }
}

static void assert_is_sayable(const char *code) {
    size_t len = strlen(code);
    assert_in_range(len, 4, ROOM_BYTES_MAX);
    for (size_t i = 0; i < len; i++) {
        assert_non_null(strchr(i % 2 == 0 ? "BDFGKLMNRSTVZ" : "AEIO", code[i]));
    }
}

static void test_codes_are_sayable_and_unique(void **state) {
    random_state = random_seed();
    struct lobby lobby = {0};
    for (int i = 0; i < 1500; i++) {
        char code[ROOM_BYTES_MAX + 1];
        lobby_new_code(&lobby, 0, test_bytes, code);
        assert_is_sayable(code);
        assert_null(lobby_find(&lobby, code));
        lobby_add(&lobby, new_room(code));
    }
    assert_int_equal(strlen(lobby.rooms.room[999]->code), 4);
    assert_int_equal(strlen(lobby.rooms.room[1000]->code), 6);
    close_lobby(&lobby);
}

/* Two nodes of a cluster never draw the same code, not in a full lobby either. */
static void test_makers(void **state) {
    random_state = random_seed();
    struct lobby lobby[] = {{.maker = 1}, {.maker = 63}};
    char code[ROOM_BYTES_MAX + 1];
    for (int i = 0; i < 3000; i++) {
        for (int k = 0; k < 2; k++) {
            lobby_new_code(&lobby[k], 0, test_bytes, code);
            assert_null(lobby_find(&lobby[1 - k], code));
            if (i < 500) {
                assert_is_sayable(code);
            }
            lobby_add(&lobby[k], new_room(code));
        }
    }
    close_lobby(&lobby[0]);
    close_lobby(&lobby[1]);
}

/* A source of randomness that repeats a code once. */
static void stuttering_bytes(void *buf, size_t n) {
    memset(buf, random_state++ < 2 ? 0 : 1, n);
}

static void test_a_code_in_use_is_drawn_again(void **state) {
    random_state = 0;
    struct lobby lobby = {0};
    char code[ROOM_BYTES_MAX + 1];
    lobby_new_code(&lobby, 0, stuttering_bytes, code);
    assert_string_equal(code, "BABA");
    lobby_add(&lobby, new_room(code));
    lobby_new_code(&lobby, 0, stuttering_bytes, code);
    assert_string_equal(code, "DEDE");
    close_lobby(&lobby);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_find_and_remove),
        cmocka_unit_test(test_codes_are_sayable_and_unique),
        cmocka_unit_test(test_makers),
        cmocka_unit_test(test_a_code_in_use_is_drawn_again),
    };
    return cmocka_run_group_tests_name("lobby", tests, NULL, NULL);
}
