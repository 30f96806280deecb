/* What short strings may look like. */
#include "tests/unit/test.h"

#include "proto/shape.h"

#define HEX_64  "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define HASH_63 "###############################################################"

#define BASE32_63 "abcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqrstuvwxyz23456"

static const struct row {
    const char *name;
    bool (*is)(const char *text);
    const char *text;
    bool expected;
} rows[] = {
    {"name: shortest", is_player_name, "ab", true},
    {"name: longest", is_player_name, "Abcdefgh1234567-", true},
    {"name: all kinds", is_player_name, "z_9-Z", true},
    {"name: too short", is_player_name, "a", false},
    {"name: too long", is_player_name, "Abcdefgh1234567-x", false},
    {"name: empty", is_player_name, "", false},
    {"name: digit first", is_player_name, "1ab", false},
    {"name: hyphen first", is_player_name, "-ab", false},
    {"name: underscore first", is_player_name, "_ab", false},
    {"name: space", is_player_name, "a b", false},
    {"name: accent", is_player_name, "am\xc3\xa9", true},
    {"name: accent, decomposed", is_player_name, "ame\xcc\x81", false},
    {"room: shortest", is_room_code, "K", true},
    {"room: longest", is_room_code, "KOTOLA", true},
    {"room: too long", is_room_code, "KOTOLAM", false},
    {"room: empty", is_room_code, "", false},
    {"room: lower case", is_room_code, "koto", false},
    {"room: digit", is_room_code, "KOT0", false},
    {"nonce: empty", is_nonce, "", true},
    {"nonce: longest", is_nonce, HASH_63 "~", true},
    {"nonce: too long", is_nonce, HASH_63 "~~", false},
    {"nonce: space", is_nonce, "a b", false},
    {"nonce: colon", is_nonce, "a:b", false},
    {"nonce: first and last", is_nonce, "!~", true},
    {"nonce: DEL", is_nonce, "\x7f", false},
    {"nonce: accent", is_nonce, "\xc3\xa9", false},
    {"game id: longest", is_game_id, "0123456789abcdef0123456789abcdef", true},
    {"game id: too long", is_game_id, "0123456789abcdef0123456789abcdef0", false},
    {"game id: empty", is_game_id, "", false},
    {"game id: colon", is_game_id, "g:1", false},
    {"hex: 64 digits", is_hex, HEX_64, true},
    {"hex: 65 digits", is_hex, HEX_64 "0", false},
    {"hex: empty", is_hex, "", false},
    {"hex: upper case", is_hex,
     "A123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", false},
    {"hex: g", is_hex, "g123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
     false},
    {"token: 64 characters", is_token, BASE32_63 "7", true},
    {"token: 63 characters", is_token, BASE32_63, false},
    {"token: 65 characters", is_token, BASE32_63 "77", false},
    {"token: empty", is_token, "", false},
    {"token: upper case", is_token, BASE32_63 "A", false},
    {"token: 1", is_token, BASE32_63 "1", false},
    {"token: 8", is_token, BASE32_63 "8", false},
    {"token: padding", is_token, BASE32_63 "=", false},
    {"move: longest known", is_move, "d6-f6xa1,g7", true},
    {"move: 15 bytes", is_move, "012345678901234", true},
    {"move: 16 bytes", is_move, "0123456789012345", false},
    {"move: empty", is_move, "", false},
    {"move: space", is_move, "in 2", false},
    {"square: longest", is_square, "s19", true},
    {"square: too long", is_square, "s190", false},
    {"square: empty", is_square, "", false},
    {"square: upper case", is_square, "A1", false},
    {"side: white", is_side_name, "white", true},
    {"side: black", is_side_name, "black", true},
    {"side: empty", is_side_name, "", false},
    {"side: another", is_side_name, "whit", false},
    {"reason: longest", is_reason, "abcdefghijklmno", true},
    {"reason: too long", is_reason, "abcdefghijklmnop", false},
    {"reason: empty", is_reason, "", false},
    {"reason: two words", is_reason, "off off", false},
};

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    assert_int_equal(row->is(row->text), row->expected);
}
