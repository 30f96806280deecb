/* The exact bytes of messages: names and order of members. */
#include <stdlib.h>
#include <string.h>

#include "tests/support/json.h"
#include "tests/unit/proto/samples.h"
#include "tests/unit/test.h"

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
