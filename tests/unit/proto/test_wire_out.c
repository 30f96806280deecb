/* The exact bytes of messages: names and order of members. */
#include <float.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/json.h"
#include "tests/unit/proto/samples.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

#include "proto/command/command.h"
#include "proto/json/wire_out.h"

#define START_POSITION                                                                   \
    "'position':'7,7 - 0,0 w -','phase':'roll','turn':'white','roll':[],"                \
    "'left':[],"
#define START_BOARD "'board':{'squares':{},'reserve':[7,7],'off':[0,0]},"

/* Programs rely on these: a change here is a change of the protocol. */
static const struct row {
    const char *name; /* of the sample */
    const char *json; /* the whole line, or its beginning */
} rows[] = {
    {"reply create", "{'reply':'create','room':'KOTO','seq':1,'side':'white'}"},
    {"reply ping", "{'reply':'ping'}"},
    {"reply moves", "{'reply':'moves','room':'KOTO','seq':5,'moves':'3-5 in-2'}"},
    {"reply why, illegal",
     "{'reply':'why','room':'KOTO','seq':5,'move':'3-9','legal':false,'rule':{'id':'"
     "royal-ur.rosette','text':'A piece stops there.','source':'Jeu Royal de Ur'}}"},
    {"reply rooms",
     "{'reply':'rooms','rooms':[{'room':'KOTO','game':'royal-ur','time':'5+10','stage':'"
     "playing','white':'ann','black':'bob','watchers':3,'rated':true,'private':false,'"
     "bots':true},{'"
     "room':'RIBA','game':'tablut:king=unarmed','time':null,'stage':'waiting','white':"
     "null,'black':'cid','watchers':0,'rated':false,'private':true,'bots':false}]}"},
    {"reply record", "{'reply':'record','room':'KOTO','record':{'a':[1,{'b':'\\'c'}]}}"},
    {"reply hello", "{'reply':'hello','id':'7','protocol':1,'server':'alead',"
                    "'version':'0.1.0','title':'caf\xc3\xa9 \\'Ur\\'',"
                    "'welcome':'h\xc3\xb6"
                    "fn\\n\\n  \\\\o/','boot':'b1','durability':'full',"
                    "'time_ms':1795222923000,'draining':true,'tls':true,'you':'ann',"
                    "'passwords':'warn','account':true,"
                    "'fronts':['games.example:2532','[::1]:2'],'games':"
                    "[{'id':'royal-ur','title':'Royal Game of Ur',"
                    "'options':{'legs':['1','2']}},"},
    {"error", "{'error':'no_name','text':'first say who you are'}"},
    {"error too_fast", "{'error':'too_fast','text':'wait','retry_after_ms':250}"},
    {"error illegal_move", "{'error':'illegal_move','room':'KOTO','text':'no','moves':'3-"
                           "5 in-2','rule':{'id':'royal-ur.rosette',"},
    {"event state, waiting",
     "{'event':'state','room':'KOTO','seq':1,'game_id':'g42','game':'royal-ur','options':"
     "'','stage':'waiting','seats':{'white':null,'black':null},'commitment':'" HEX_A
     "','secret':null," START_POSITION "'dice':[]," START_BOARD
     "'happened':[],'result':null,'match':null,'clock':null,'rated':false,'private':"
     "false}"},
    {"event state, opening",
     "{'event':'state','room':'KOTO','seq':2,'game_id':'0123456789abcdef0123456789abcdef'"
     ",'game':'royal-ur','options':'','stage':'opening','seats':{'white':{'name':'ann','"
     "ready':true,'away':false,'seal':null,'nonce':'','offer':null},'black':{'name':'Bob_"
     "1','house':true,'ready':true,'away':false,'seal':'" HEX_B
     "','nonce':null,'offer':null}},'commitment':'" HEX_A
     "','secret':null,'open_ms':9500," START_POSITION "'dice':[]," START_BOARD
     "'happened':[{'what':'joined','side':'black','name':'bob'},{'what':'gone','side':'"
     "white','name':'Þórafgh1234567-x'},{'what':'new_game'},{'what':'ready','side':'"
     "black','sealed':true},{'what':'ready','side':'white','sealed':false},{'what':'"
     "opened','side':'black'},{'what':'start_throw','k':0,'white':[1,0,1],'black':[0,0,1]"
     "},{'what':'begins','side':'white'},{'what':'throw','k':4294967295,'side':'black','"
     "dice':[1,1,0]},{'what':'move','side':'white','move':'in-2'},{'what':'move','side':'"
     "black','move':'in-3','left_ms':86400000},{'what':'capture','side':'white','at':'"
     "w14','n':1},{'what':'pass','side':'black'},{'what':'takeback','side':'white'},{'"
     "what':'"
     "resign','side':'black'},{'what'"
     ":'abort','side':'white'},{'what':'offers_draw','side':'black'},{'what':'draw','"
     "side':'white'},{'what':'offers_adjourn','side':'black'},{'what':'away','side':'"
     "black'},{'what':'overdue','side':'black'},{'what':'back','side':'black'},{'what':'"
     "adjourned','side':'white'},{'what':'resumes','side':'black'},{'what':'absent','"
     "side':'white'},{'what':'flag','side':'black'},{'what':'idle','side':'white'},{'"
     "what':'late','side':'white'},{'what':'unseated','side':'black'},{'what':'abandoned'"
     "},{'what':'unresumed','side':'white'},{'what':'lapsed'},{'what':'adjudicated','"
     "side':'black'},{'what':'unopened','side':'black'},{'what':'endless'},{'what':'over'"
     "}],'result':"
     "null,'match':{'legs':2,'leg':2,'half_points':[2,0],'captured':[3,400],'outcome':"
     "null},'clock':null,'rated':false,'private':false}"},
    {"reply board",
     "{'reply':'board','room':'KOTO','seq':6,'state':{'game_id':'g43',"
     "'game':'royal-ur','options':'','stage':'over','seats':{'white':{"
     "'name':'ann','ready':true,'away':false,'seal':null,'nonce':"
     "'heads\\'\\\\','offer':null},"
     "'black':{'name':'bob','ready':true,'away':false,'seal':'" HEX_B
     "','nonce':'tails','offer':null}},'commitment':'" HEX_A "','secret':'" HEX_B
     "'," START_POSITION "'dice':[1,0,1]," START_BOARD
     "'happened':[],'result':{'outcome':'black','reason':'resign'},'match':{'legs':2,'"
     "leg':2,'half_points':[1,3],'captured':[3,4],'outcome':'black'},'clock':null,'rated'"
     ":false,'private':false,'moves':'3-5 in-2'}}"},
    {"reply name", "{'reply':'name','name':'ann','token':'" TOKEN "'}"},
    {"reply resume",
     "{'reply':'resume','name':'ann','mine':[{'room':'KOTO','game':'royal-ur','stage':'"
     "adjourned','side':'black','opponent':'ann','away':true,'your_turn':true,'seq':"
     "9223372036854775807,'resume_by':'2026-11-21T01:02:03Z'},{'room':'RIBA','game':'"
     "tablut:king=unarmed','stage':'waiting',"
     "'side':'white','opponent':null,'away':false,'your_turn':false,'seq':1}]}"},
    {"reply resume, no rooms", "{'reply':'resume','name':'ann','mine':[]}"},
    {"reply resume, a game", "{'reply':'resume','room':'KOTO','seq':9}"},
    {"reply mine, none", "{'reply':'mine','mine':[]}"},
    {"reply games",
     "{'reply':'games','games':[{'game_id':'g43','game':'royal-ur','white':'ann','black':"
     "'bob','outcome':'draw','reason':'repetition','started':'2026-11-21T01:02:03Z','"
     "ended':'2026-11-21T01:12:03Z','rated':true,'white_rating':1500,'black_rating':"
     "1623},{'game_id':'g44','game':'tablut:king=unarmed','white':'cid','black':'ann','"
     "outcome':'none','reason':'abandoned','started':null,'ended':'2026-11-21T01:12:03Z',"
     "'rated':false,'white_rating':null,'black_rating':null}]}"},
    {"reply game", "{'reply':'game','game_id':'g42','game':'royal-ur','white':'ann','"
                   "black':'bob','outcome':'white','reason':'flag','started':'2026-11-"
                   "21T01:02:03Z','ended':'2026-11-21T01:12:03Z','rated':false,'white_"
                   "rating':null,'black_rating':null,'time':'180+180',"
                   "'n_moves':17,'position':'6,7 w2=w 0,0 b 1'}"},
    {"error not_absent",
     "{'error':'not_absent','room':'KOTO','text':'not yet','retry_after_ms':90000}"},
    {"event bye, elsewhere", "{'event':'bye','code':'taken_over','text':'elsewhere'}"},
    {"event state, playing",
     "{'event':'state','room':'KOTO','seq':3,'game_id':'g45','game':'royal-ur','options':"
     "'','stage':'playing','seats':{'white':{'name':'ann','ready':true,'away':false,'"
     "seal':null,'nonce':'heads','offer':'draw'},'black':{'name':'bob','ready':true,'"
     "away':true,'grace_ms':120000,'seal':null,'nonce':'tails','offer':'adjourn'}},'"
     "commitment':'" HEX_A "','secret':null," START_POSITION "'dice':[]," START_BOARD
     "'happened':[],'result':null,'match':null,'clock':{'time':'5+10','white_ms':290000,'"
     "black_ms':86400000,'running':'white'},'rated':true,'private':true}"},
    {"event state, snapshot",
     "{'event':'state','room':'KOTO','seq':17,'snapshot':true,'game_id':'g46','game':'"
     "royal-ur','options':'','stage':'adjourned','seats':{'white':{'name':'ann','ready':"
     "false,'away':false,'seal':null,'nonce':'heads','offer':null},'black':{'name':'bob',"
     "'ready':false,'away':true,'grace_ms':0,'seal':null,'nonce':'tails','offer':null}},'"
     "commitment':'" HEX_A "','secret':null," START_POSITION "'dice':[]," START_BOARD
     "'happened':[],'result':null,'match':null,'clock':{'time':'0+180','white_ms':1,'"
     "black_ms':0,'running':null},'rated':false,'private':false}"},
    {"event say", "{'event':'say','room':'KOTO','seq':5,'name':'ann',"
                  "'text':'\\t\xe2\x82\xac'}"},
    {"event bye", "{'event':'bye','code':'ok','text':'Goodbye.'}"},
};

static const struct message_sample *find_sample(const char *name) {
    for (size_t i = 0; samples[i].name != NULL; i++) {
        if (strcmp(samples[i].name, name) == 0) {
            return &samples[i];
        }
    }
    fail_msg("no sample %s", name);
    return samples;
}

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    struct state its_state;
    struct message msg = sample_fill(find_sample(row->name), &its_state);
    size_t len;
    char *sent = message_to_json(&msg, &len);
    if (row->json[strlen(row->json) - 1] != '}') {
        assert_true(len > strlen(row->json));
        sent[strlen(row->json)] = '\0';
    }
    assert_json(sent, row->json);
    free(sent);
}

TEST(test_capabilities_are_the_commands) {
    size_t len;
    struct state its_state;
    struct message msg = sample_fill(find_sample("reply hello"), &its_state);
    char *sent = message_to_json(&msg, &len);
    const char *at = strstr(sent, json("'capabilities':["));
    assert_non_null(at);
    for (unsigned kind = 0; kind < COMMAND_COUNT; kind++) {
        at = strstr(at + 1, command_spec((enum command_kind)kind)->word);
        assert_non_null(at);
    }
    assert_non_null(strstr(at, json("],'limits':{'line_bytes':4096,'open_ms':10000}}")));
    free(sent);
}

TEST(test_board) {
    static const char position[] = "5,6 w2=w,8=b 1,0 b 1";
    const struct options usual = {{0}};
    struct state room = sample_waiting;
    struct text_in in = text_in_of(position, strlen(position));
    assert_true(game_read(room.game, &usual, &in, &room.pos));
    struct message msg = message_empty;
    msg.kind = MESSAGE_EVENT;
    msg.event = EVENT_STATE;
    msg.state = &room;
    size_t len;
    char *sent = message_to_json(&msg, &len);
    assert_non_null(strstr(
        sent,
        json("'position':'5,6 w2=w,8=b 1,0 b "
             "1','phase':'move','turn':'black','roll':[1],'left':[],'dice':[],'board':{'"
             "squares':{'w2':'w','8':'b'},'reserve':[5,6],'off':[1,0]},")));
    free(sent);
}

/* An event of a game is the same with a head and without one. */
static void expect_same_with_head(struct state_head *head, struct state *room,
                                  bool has_head) {
    struct message msg = message_empty;
    msg.kind = MESSAGE_EVENT;
    msg.event = EVENT_STATE;
    msg.room = "KOTO";
    msg.seq = 7;
    msg.state = room;
    size_t len, plain_len;
    state_head_update(head, room);
    assert_int_equal(room->head != NULL, has_head);
    char *sent = message_to_json(&msg, &len);
    room->head = NULL;
    char *plain = message_to_json(&msg, &plain_len);
    assert_string_equal(sent, plain);
    free(sent);
    free(plain);
}

TEST(test_head) {
    struct state room;
    struct state_head head = {.len = 0};
    sample_fill(find_sample("event state, playing"), &room);
    expect_same_with_head(&head, &room, false); /* there is an offer */
    struct seat_view *white = &room.seat[SIDE_WHITE], *black = &room.seat[SIDE_BLACK];
    white->offer = black->offer = SEAT_OFFER_NONE;
    expect_same_with_head(&head, &room, false); /* black is away */
    assert_null(head.text);
    black->away = false;
    expect_same_with_head(&head, &room, true);
    const char *text = head.text;
    expect_same_with_head(&head, &room, true);
    assert_ptr_equal(head.text, text);
    white->away = true; /* the head is kept until they are back */
    expect_same_with_head(&head, &room, false);
    assert_ptr_equal(head.text, text);
    white->away = false;
    room.stage = STAGE_OVER;
    room.secret = HEX_B;
    expect_same_with_head(&head, &room, false);
    room.stage = STAGE_PLAYING;
    room.secret = "";
    static const char *const ids[] = {"g4", "g45x", "h45", "g45"};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        room.game_id = ids[i]; /* another game, of other players */
        white->name = i % 2 == 0 ? "cid" : "dan";
        expect_same_with_head(&head, &room, true);
    }
    state_head_fini(&head);
    assert_null(head.text);
}

/* A text that was cut in the middle of a character can still be sent. */
TEST(test_text_cut_in_a_character) {
    struct message msg = message_empty;
    msg.kind = MESSAGE_ERROR;
    msg.error = ERR_ILLEGAL_MOVE;
    msg.text = "caf\xc3";
    size_t len;
    char *sent = message_to_json(&msg, &len);
    assert_json(sent, "{'error':'illegal_move','text':'caf'}");
    free(sent);
}

/* --- wire out --- */

/* JSON is written with the same bytes as jansson would write. */

/* --- strings --- */

static const struct text_row {
    const char *name;
    const char *text;
    const char *json;
} texts[] = {
    {"empty", "", "\"\""},
    {"plain", "Ann's 5+10 ~/", "\"Ann's 5+10 ~/\""},
    {"quotation mark", "say \"hi\"", "\"say \\\"hi\\\"\""},
    {"backslash", "\\", "\"\\\\\""},
    {"escapes with a letter", "\b\f\n\r\t", "\"\\b\\f\\n\\r\\t\""},
    {"escapes without", "\x01\x1f", "\"\\u0001\\u001F\""},
    {"DEL stands for itself", "\x7f", "\"\x7f\""},
    {"UTF-8", "caf\u00e9 \u20ac \U0001F600", "\"caf\u00e9 \u20ac \U0001F600\""},
    {"cut in a character", "caf\xc3", "\"caf\""},
    {"cut, and cleaned", "\x01\xff\"", "\"\\\"\""},
};

TEST_ROWS(texts) {
    const struct text_row *row = table_row(state);
    struct wire_out out = {.len = 0};
    wire_put_text(&out, NULL, row->text);
    char *json = wire_out_take(&out);
    assert_string_equal(json, row->json);
    free(json);
}

/* A text of len bytes with c at one place, among letters or among bytes that are 1
 * less. */
static void expect_byte(unsigned c, size_t len, size_t place, bool among_letters) {
    char text[20] = "";
    assert_in_range(len, place + 1, sizeof text - 1);
    memset(text, among_letters || c == 1 ? 'a' : (int)c - 1, len);
    text[place] = (char)c;
    struct wire_out out = {.len = 0};
    wire_put_text(&out, NULL, text);
    char *json = wire_out_take(&out);
    json_t *tree = json_string(text);
    char *expected = json_dumps(tree, JSON_ENCODE_ANY);
    assert_string_equal(json, expected);
    json_decref(tree);
    free(expected);
    free(json);
}

/* Up to eight bytes are checked and copied at a time, so this tries each byte that a text
 * may have at each place of texts of each length. */
TEST(test_every_byte_everywhere) {
    for (unsigned c = 1; c < 0x80; c++) {
        for (size_t len = 1; len < 20; len++) {
            for (size_t place = 0; place < len; place++) {
                expect_byte(c, len, place, true);
                expect_byte(c, len, place, false);
            }
        }
    }
}

/* --- numbers --- */

static void expect_real(double n, const char *expected) {
    struct wire_out out = {.len = 0};
    wire_put_real(&out, NULL, n);
    char *json = wire_out_take(&out);
    assert_string_equal(json, expected);
    free(json);
}

TEST(test_reals) {
    expect_real(0, "0.0");
    expect_real(-1500, "-1500.0");
    expect_real(0.1, "0.1");
    expect_real(1234.567891, "1234.567891");
    expect_real(0.000001, "1e-6");
    expect_real(-0.000012, "-1.2e-5");
    expect_real(1e15, "1e15");
    expect_real(DBL_MAX, "1.79769313486232e308");
}

TEST(test_numbers) {
    struct wire_out out = {.len = 0};
    wire_begin_array(&out, NULL);
    wire_put_number(&out, NULL, INT64_MIN);
    wire_put_number(&out, NULL, INT64_MAX);
    wire_put_number(&out, NULL, 0);
    wire_put_number(&out, NULL, -10);
    wire_end_array(&out);
    char *json = wire_out_take(&out);
    assert_string_equal(json, "[-9223372036854775808,9223372036854775807,0,-10]");
    free(json);
}

/* Every small number, alone and after another one. */
TEST(test_small_numbers) {
    for (unsigned n = 0; n <= UINT8_MAX; n++) {
        const uint8_t values[2] = {(uint8_t)(UINT8_MAX - n), (uint8_t)n};
        struct wire_out out = {.len = 0};
        wire_begin_object(&out, NULL);
        wire_put_numbers(&out, "two", values, 2);
        wire_put_numbers(&out, "none", values, 0);
        wire_put_numbers(&out, "one", values + 1, 1);
        wire_end_object(&out);
        char *json = wire_out_take(&out), expected[64];
        snprintf(expected, sizeof expected, "{\"two\":[%u,%u],\"none\":[],\"one\":[%u]}",
                 UINT8_MAX - n, n, n);
        assert_string_equal(json, expected);
        free(json);
    }
}

/* Short texts and small numbers, on one line and on several. */
TEST(test_short) {
    static const char *const expected[] = {
        "{\"e5\":\"wb\",\"\":\"\",\"n\":[7,12]}",
        "{\n  \"e5\": \"wb\",\n  \"\": \"\",\n  \"n\": [\n    7,\n    12\n  ]\n}"};
    for (unsigned i = 0; i < 2; i++) {
        struct wire_out out = {.indent = 2 * i};
        wire_begin_object(&out, NULL);
        wire_put_short(&out, "e5", "wb", 4);
        wire_put_short(&out, "", "", 0);
        wire_put_numbers(&out, "n", (const uint8_t[]){7, 12}, 2);
        wire_end_object(&out);
        char *json = wire_out_take(&out);
        assert_string_equal(json, expected[i]);
        free(json);
    }
}

/* --- whole texts --- */

TEST(test_timestamps) {
    struct wire_out out = {.len = 0};
    wire_begin_object(&out, NULL);
    wire_put_timestamp(&out, "never", 0);
    wire_put_timestamp(&out, "then", 1);
    wire_end_object(&out);
    char *json = wire_out_take(&out);
    assert_string_equal(json, "{\"never\":null,\"then\":\"1970-01-01T00:00:01Z\"}");
    free(json);
}

static void put_two(struct wire_out *out) {
    wire_begin_object(out, NULL);
    wire_put_text_if(out, "no", "");
    wire_put_text_or_null(out, "a", "");
    wire_end_object(out);
}

/* Clearing keeps the memory; a finished object can be reopened. */
TEST(test_used_again) {
    struct wire_out out = {.len = 0};
    wire_begin_object(&out, NULL);
    wire_begin_array(&out, "left open");
    size_t cap = out.cap;
    wire_out_clear(&out);
    assert_int_equal(out.len, 0);
    put_two(&out);
    assert_int_equal(out.cap, cap);
    wire_reopen_object(&out);
    wire_put_flag(&out, "b", true);
    wire_end_object(&out);
    char *json = wire_out_take(&out);
    assert_string_equal(json, "{\"a\":null,\"b\":true}");
    free(json);
    put_two(&out); /* after wire_out_take it is empty */
    assert_int_equal(out.len, strlen("{\"a\":null}"));
    assert_memory_equal(out.text, "{\"a\":null}", out.len);
    wire_out_fini(&out);
}

/* Moves that are added to a finished line are in the same place as if they had been
 * written with the rest. */
TEST(test_moves_of_the_mover) {
    for (size_t i = 0; samples[i].name != NULL; i++) {
        struct state its_state;
        struct message msg = sample_fill(&samples[i], &its_state);
        if (msg.kind != MESSAGE_EVENT || msg.event != EVENT_STATE) {
            continue;
        }
        its_state.moves = NULL;
        struct wire_out out = {.len = 0};
        message_write(&out, &msg);
        message_put_moves(&out, "in-2 w2-w3");
        its_state.moves = "in-2 w2-w3";
        size_t len;
        char *whole = message_to_json(&msg, &len);
        assert_int_equal(out.len, len);
        assert_memory_equal(out.text, whole, len);
        free(whole);
        wire_out_fini(&out);
    }
}

/* --- random values, compared with jansson --- */

#define TEXT_BYTES 24
#define ITEMS_MAX  6
#define LEVELS     5
#define TREES      2000

/* Random bytes, mostly ones common in text; not always UTF-8. */
static void random_text(uint64_t *rng, char text[static TEXT_BYTES]) {
    static const char *const pieces[] = {"a",  "Z",      "9",      " ",          "\"",
                                         "\\", "/",      "\n",     "\t",         "\x01",
                                         "~",  "\u00e9", "\u20ac", "\U0001F600", "\u2028",
                                         "\0", "\xc3",   "\xff",   "\x80",       "\x7f"};
    size_t n = random_below(rng, TEXT_BYTES - 4), len = 0;
    bool is_odd = random_below(rng, 4) == 0;
    while (len < n) {
        const char *piece = pieces[random_below(rng, is_odd ? 20 : 15)];
        memcpy(text + len, piece, strlen(piece));
        len += strlen(piece);
        if (random_below(rng, 8) == 0) { /* any byte, including NUL */
            text[len++] = (char)(1 + random_below(rng, is_odd ? 255 : 127));
        }
    }
    text[len] = '\0';
}

static json_t *put_random_text(uint64_t *rng, struct wire_out *out, const char *key) {
    char text[2 * TEXT_BYTES], clean[2 * TEXT_BYTES];
    random_text(rng, text);
    wire_put_text(out, key, text);
    utf8_clean(text, strlen(text), clean, sizeof clean);
    return json_string_nocheck(utf8_is_text(text, strlen(text)) ? text : clean);
}

static int64_t random_number(uint64_t *rng) {
    return (int64_t)(random_next(rng) >> random_below(rng, 64));
}

static json_t *put_random(uint64_t *rng, struct wire_out *out, const char *key,
                          unsigned levels);

/* Writes an object or an array of random values. */
static json_t *put_random_many(uint64_t *rng, struct wire_out *out, const char *key,
                               unsigned levels) {
    bool is_object = random_below(rng, 2) == 0;
    json_t *tree = is_object ? json_object() : json_array();
    (is_object ? wire_begin_object : wire_begin_array)(out, key);
    for (unsigned n = random_below(rng, ITEMS_MAX + 1), i = 0; i < n; i++) {
        char name[16];
        snprintf(name, sizeof name, "key_%u", i);
        json_t *item = put_random(rng, out, is_object ? name : NULL, levels - 1);
        assert_int_equal(is_object ? json_object_set_new(tree, name, item)
                                   : json_array_append_new(tree, item),
                         0);
    }
    (is_object ? wire_end_object : wire_end_array)(out);
    return tree;
}

/* Writes a random value, and returns the same value as a tree. */
static json_t *put_random(uint64_t *rng, struct wire_out *out, const char *key,
                          unsigned levels) {
    unsigned kind = random_below(rng, levels > 0 ? 9 : 5);
    int64_t n = random_number(rng);
    switch (kind) {
    case 0: wire_put_null(out, key); return json_null();
    case 1: wire_put_flag(out, key, n % 2 != 0); return json_boolean(n % 2 != 0);
    case 2: wire_put_number(out, key, n); return json_integer(n);
    case 3: wire_put_real(out, key, (double)n / 1e6); return json_real((double)n / 1e6);
    case 4: return put_random_text(rng, out, key);
    default: return put_random_many(rng, out, key, levels);
    }
}

static void expect_as_jansson(uint64_t *rng, unsigned indent) {
    struct wire_out out = {.indent = indent};
    json_t *tree = put_random_many(rng, &out, NULL, LEVELS);
    size_t flags = indent > 0 ? JSON_INDENT(indent) : JSON_COMPACT;
    char *expected = json_dumps(tree, flags | JSON_REAL_PRECISION(15));
    char *json = wire_out_take(&out);
    assert_string_equal(json, expected);
    json_t *read = json_loads(json, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(read);
    json_decref(read);
    json_decref(tree);
    free(expected);
    free(json);
}

TEST(test_as_jansson) {
    uint64_t rng = random_seed();
    for (unsigned i = 0; i < TREES; i++) {
        expect_as_jansson(&rng, 0);
        expect_as_jansson(&rng, 1 + i % 4);
    }
}
