/* Whatever a server sends becomes a message or a fault. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "tests/unit/proto/decode.h"
#include "tests/unit/test.h"

/* --- unknown members and values are ignored --- */

static struct message *expect_decodes(const char *line) {
    char fault[FAULT_BYTES];
    struct message *msg = decode(json(line), strlen(line), fault);
    if (msg == NULL) {
        fail_msg("%s", fault);
    }
    return msg;
}

TEST(test_unknown_things) {
    struct message *msg = expect_decodes("{'event':'comet','text':'hi','x':[{}]}");
    assert_int_equal(msg->kind, MESSAGE_EVENT);
    assert_int_equal(msg->event, EVENT_KIND_COUNT);
    message_free(msg);
    msg = expect_decodes("{'error':'too_lazy','text':'no'}");
    assert_int_equal(msg->error, ERROR_CODE_COUNT);
    assert_string_equal(msg->text, "no");
    message_free(msg);
    msg = expect_decodes("{'event':'bye','code':'rain'}");
    assert_int_equal(msg->error, ERROR_CODE_COUNT);
    message_free(msg);
    msg = expect_decodes(STATE("'happened':[{'what':'sang'},{'what':'rule'},{'what':'"
                               "over','x':1},{'what':''}],'x':{}"));
    assert_int_equal(msg->state->n_notes, 1);
    assert_int_equal(msg->state->notes[0].kind, NOTE_OVER);
    message_free(msg);
}

TEST(test_absent_things) {
    struct message *msg = expect_decodes("{'reply':'ping','id':null,'seq':null}");
    assert_string_equal(msg->id, "");
    assert_string_equal(msg->room, "");
    assert_null(msg->moves);
    assert_null(msg->rule);
    message_free(msg);
    msg = expect_decodes("{'reply':'name','name':'ann'}");
    assert_string_equal(msg->token, "");
    message_free(msg);
    msg = expect_decodes("{'reply':'resume','room':'KOTO','seq':3}");
    assert_null(msg->mine);
    message_free(msg);
    msg = expect_decodes("{'reply':'hello','protocol':1,'draining':true}");
    assert_string_equal(msg->hello->durability, "");
    assert_string_equal(msg->hello->welcome, "");
    message_free(msg);
    msg = expect_decodes(
        STATE("'seats':{'white':{'name':'ann','ready':true,'grace_ms':9}}"));
    assert_false(msg->state->seat[SIDE_WHITE].away);
    assert_int_equal(msg->state->seat[SIDE_WHITE].grace_ms, 0);
    message_free(msg);
    msg = expect_decodes(STATE("'result':null"));
    assert_string_equal(msg->state->seat[SIDE_BLACK].name, "");
    assert_int_equal(msg->state->n_notes, 0);
    assert_int_equal(msg->state->match.legs, 1);
    assert_int_equal(msg->state->running, SIDE_COUNT);
    assert_false(msg->snapshot);
    assert_null(msg->state->moves);
    message_free(msg);
    message_free(NULL);
}

/* A game without dice has no throws, even if a server sends some. */
TEST(test_dice_of_a_game_without) {
    const struct game *tablut = game_find("tablut", 6);
    struct message *msg = find_sample("{'event':'state'");
    struct state room = *msg->state;
    const struct options usual = {{0}};
    room.game = tablut;
    game_start(tablut, &usual, SIDE_BLACK, &room.pos);
    room.n_faces = 3;
    msg->state = &room;
    size_t len;
    char fault[FAULT_BYTES];
    char *json = message_to_json(msg, &len);
    assert_null(decode(json, len, fault));
    assert_string_equal(fault, "dice: this game has no dice");
    free(json);
    message_free(msg);
}

/* --- control characters --- */

#define EVIL "a\\u001b[2J\\u009b\\u202e\\r\\nb"
#define TAME "a[2Jb"

TEST(test_strings_are_cleaned) {
    struct message *msg =
        expect_decodes("{'event':'notice','id':'" EVIL "','text':'" EVIL "'}");
    assert_string_equal(msg->id, TAME);
    assert_string_equal(msg->text, TAME);
    message_free(msg);
    msg = expect_decodes("{'error':'x','moves':'" EVIL "','rule':{'id':'" EVIL
                         "','text':'" EVIL "'}}");
    assert_string_equal(msg->moves, TAME);
    assert_string_equal(msg->rule->id, TAME);
    assert_string_equal(msg->rule->text, TAME);
    assert_string_equal(msg->rule->source, "");
    message_free(msg);
    msg = expect_decodes("{'reply':'hello','protocol':1,'draining':true,"
                         "'title':'" EVIL "','welcome':'" EVIL "\\n" EVIL
                         "','limits':{'" EVIL "':1}}");
    assert_string_equal(msg->hello->title, TAME);
    assert_string_equal(msg->hello->welcome, "a[2J\nb\na[2J\nb"); /* lines are kept */
    assert_string_equal(msg->hello->limits[0].name, TAME);
    message_free(msg);
    msg = expect_decodes("{'reply':'game','game_id':'g1','outcome':'none',"
                         "'reason':'off','n_moves':0,'game':'" EVIL "','position':'" EVIL
                         "'}");
    assert_string_equal(msg->games->game, TAME);
    assert_string_equal(msg->games->position, TAME);
    message_free(msg);
    msg = expect_decodes("{'reply':'mine','mine':[{'room':'KOTO','stage':'over',"
                         "'side':'white','away':false,'your_turn':true,'seq':1,"
                         "'game':'" EVIL "'}]}");
    assert_string_equal(msg->mine->game, TAME);
    message_free(msg);
    msg = expect_decodes("{'reply':'help','text':'" EVIL "\\n\\nc'}");
    assert_string_equal(msg->text, "a[2J\nb\n\nc");
    message_free(msg);
}

TEST(test_record_is_ascii) {
    struct message *msg =
        expect_decodes("{'reply':'record','record':{'a\\u0007':'\xc3\xa9\x7f\\u202e'}}");
    assert_json(msg->record, "{'a\\u0007':'\\u00E9\\u202E'}");
    message_free(msg);
}

TEST(test_fault_is_clean) {
    static const char line[] = "{'event':'x'}\x1b[2J\xc2\x9b";
    char fault[FAULT_BYTES];
    assert_null(decode(json(line), sizeof line - 1, fault));
    assert_null(strpbrk(fault, "\x1b\x9b"));
    static const char limit[] = "{'reply':'hello','protocol':1,'draining':true,"
                                "'limits':{'" EVIL "':-1}}";
    assert_null(decode(json(limit), sizeof limit - 1, fault));
    assert_string_equal(fault, "limits." TAME
                               ": expected an integer from 0 to 9223372036854775807");
}

/* --- any values; fuzz_message has any bytes --- */

/* Tries a changed message: if it can be read, it can be written. */
static void try_line(const char *line, size_t len) {
    char fault[FAULT_BYTES];
    struct message *msg = decode(line, len, fault);
    if (msg != NULL && msg->event != EVENT_KIND_COUNT) {
        char *again = message_to_json(msg, &len);
        assert_non_null(again);
        free(again);
    }
    message_free(msg);
}

/* Replaces each value of a message by these, which changed bytes would never give. */
static const char *const others[] = {
    "null", "true", "0",   "-1",           "9223372036854775807",
    "1.5",  "''",   "'x'", "[]",           "[0]",
    "[[]]", "[{}]", "{}",  "{'white':{}}", "{'what':'throw','k':1}",
};

static void replace_each(json_t *root, json_t *in) {
    const char *key;
    json_t *value;
    void *next;
    json_object_foreach_safe(in, next, key, value) {
        for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
            json_t *kept = json_incref(value);
            json_object_set_new(in, key,
                                json_loads(json(others[i]), JSON_DECODE_ANY, NULL));
            char *line = json_dumps(root, JSON_COMPACT);
            try_line(line, strlen(line));
            free(line);
            json_object_set_new(in, key, kept);
        }
        replace_each(root, value);
        for (size_t i = 0; i < json_array_size(value); i++) {
            replace_each(root, json_array_get(value, i));
        }
    }
}

static void see_values(const char *line, struct message *msg, void *arg) {
    (void)msg;
    (void)arg;
    json_t *root = json_loads(line, 0, NULL);
    replace_each(root, root);
    json_decref(root);
}

TEST(test_changed_values) {
    each_sample(see_values, NULL);
}
