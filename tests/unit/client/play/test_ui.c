/* What the user types at alea play, and what they see. */
#include <poll.h>

#include "tests/support/file.h"
#include "tests/support/json.h"
#include "tests/unit/client/records.h"
#include "tests/unit/client/ui_scene.h"
#include "tests/unit/test.h"

/* The usual turn: two legal moves in room KOTO. */
#define TURN "<turn position=6,7 w1=w 0,0 w 2; moves=1-3 in-2"
#define MOVES(move)                                                                      \
    ">{'cmd':'move','id':'ui.move','room':'KOTO','move':'" move "','seq':'7'}"

static const struct type_row {
    const char *name;
    const char *typed;
    const char *sent;  /* written with ' instead of "; NULL: nothing */
    const char *shown; /* part of it; NULL: nothing */
} type_rows[] = {
    {"a number plays the move that is shown", "2",
     "{'cmd':'move','id':'ui.move','room':'KOTO','move':'in-2','seq':'7'}", NULL},
    {"so does move and a number", "move 1",
     "{'cmd':'move','id':'ui.move','room':'KOTO','move':'1-3','seq':'7'}", NULL},
    {"a number in the room that is meant", "@KOTO 1",
     "{'cmd':'move','id':'ui.move','room':'KOTO','move':'1-3','seq':'7'}", NULL},
    {"a number in another room is for the server", "@LINI 1",
     "{'cmd':'move','id':'ui.move','room':'LINI','move':'1'}", NULL},
    {"a move that is shown needs no more", "in-2",
     "{'cmd':'move','id':'ui.move','room':'KOTO','move':'in-2','seq':'7'}", NULL},
    {"nor in capitals", "IN-2",
     "{'cmd':'move','id':'ui.move','room':'KOTO','move':'in-2','seq':'7'}", NULL},
    {"nor in two words", "1 3",
     "{'cmd':'move','id':'ui.move','room':'KOTO','move':'1-3','seq':'7'}", NULL},
    {"a move in two words after move", "move in 2",
     "{'cmd':'move','id':'ui.move','room':'KOTO','move':'in-2','seq':'7'}", NULL},
    {"one that is not shown is for the server, which says why", "in-3",
     "{'cmd':'move','id':'ui.move','move':'in-3'}", NULL},
    {"so is its spelling", "IN 3", "{'cmd':'move','id':'ui.move','move':'in-3'}", NULL},
    {"why, in capitals", "why IN 3", "{'cmd':'why','move':'in-3'}", NULL},
    {"a move that is shown, after move", "move 1-3",
     "{'cmd':'move','id':'ui.move','room':'KOTO','move':'1-3','seq':'7'}", NULL},
    {"a move with the number of its event is sent as it is", "move 1-3 5",
     "{'cmd':'move','id':'ui.move','move':'1-3','seq':'5'}", NULL},
    {"to give up is asked once more", "resign", NULL, "type: resign sure"},
    {"to give up for sure", "resign sure", "{'cmd':'resign','sure':'sure'}", NULL},
    {"no such number", "3", NULL, "no move with this number"},
    {"number 0", "0", NULL, "no move with this number"},
    {"nothing", "   ", NULL, NULL},
    {"what is no command", "juggle now", NULL,
     "No command \"juggle\": type play royal-ur, or help.\n"},
    {"what is missing", "move", NULL, "Something is missing: it is move MOVE [SEQ].\n"},
    {"a room that cannot be", "@K-TO save x", NULL,
     "There is no room K-TO: type rooms.\n"},
    {"quit", "quit", "{'cmd':'quit','id':'ui.quit'}", NULL},
    {"an abbreviation", "ro", "{'cmd':'rooms'}", NULL},
    {"the mode is ours", "mode text", NULL, "alea play draws by itself"},
    {"help on this program", "help save", NULL, "save FILE"},
    {"help", "help", "{'cmd':'help','id':'ui.help'}", NULL},
    {"help on a topic", "help dice", "{'cmd':'help','topic':'dice'}", NULL},
    {"save", "save my game.json", "{'cmd':'record','id':'ui.save'}", NULL},
    {"save a room", "@KOTO save x.json", "{'cmd':'record','id':'ui.save','room':'KOTO'}",
     NULL},
    {"save a room in small letters", "@koto  save  x.json",
     "{'cmd':'record','id':'ui.save','room':'KOTO'}", NULL},
    {"analyse", "analyse", "{'cmd':'record','id':'ui.analyse'}", NULL},
    {"analyse a room", "@KOTO analyze",
     "{'cmd':'record','id':'ui.analyse','room':'KOTO'}", NULL},
    {"help on analyse", "help analyse", NULL, "analyse  "},
    {"save something else", "saver x", NULL, "saver"},
    {"save nothing", "save ", NULL, "save FILE"},
    {"on with an adjourned game", "resume", "{'cmd':'resume'}", NULL},
    {"on with that one", "@KOTO resume", "{'cmd':'resume','room':'KOTO'}", NULL},
    {"games", "games", "{'cmd':'games'}", NULL},
    {"somebody's games", "games ann", "{'cmd':'games','id':'ui.games.ann','name':'ann'}",
     NULL},
    {"a word of one's own", "ready banana", "{'cmd':'ready','nonce':'banana'}", NULL},
};

TEST_ROWS(type_rows) {
    const struct type_row *row = table_row(state);
    struct scene scene;
    ui_scene_init(&scene);
    ui_plays(&scene, TURN);
    type(&scene, row->typed);
    if (row->sent != NULL) {
        fake_server_expect(&scene.server, row->sent);
    }
    fake_server_expect_nothing(&scene.server);
    if (row->shown == NULL) {
        assert_string_equal(scene.shown, "");
    } else if (strstr(scene.shown, row->shown) == NULL) {
        fail_msg("shown: %s", scene.shown);
    }
    ui_scene_fini(&scene);
}

struct row {
    const char *name;
    const char *steps;
};

static void play(void **state) {
    const struct row *row = table_row(state);
    struct scene scene;
    ui_scene_init(&scene);
    ui_plays(&scene, row->steps);
    ui_scene_fini(&scene);
}

#define TOKEN           "abcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqrstuvwxyz234567"
#define GONE            "< {'error':'unknown_token','id':'player.resume','text':'no'} | "
#define ASKED(id, code) "<! {'error':'" code "','id':'" id "','text':'no'} | "
#define CALLED(name)    "< {'reply':'name','id':'player.name','name':'" name "'} | "
#define HELP(text)      "< {'reply':'help','text':'" text "'} | "
#define PROMPT          "-- Enter shows more, q skips the rest --\n"
#define AWAY(name)                                                                       \
    "{'name':'" name "','ready':true,'seal':null,'nonce':'x','away':true,"               \
    "'grace_ms':60000}"
#define RESUMED                                                                          \
    "< {'reply':'resume','id':'player.resume','name':'ann','mine':["                     \
    "{'room':'KOTO','game':'royal-ur','stage':'playing','side':'white',"                 \
    "'opponent':'bob','away':false,'your_turn':true,'seq':7}]} | "
#define BACK(side)    "happened=[{'what':'back','side':'" side "'}]"
#define MOVED         "< {'reply':'move','id':'ui.move','room':'KOTO','move':'in-2'} | "
#define REFUSED       "< {'error':'stale','id':'ui.move','text':'no'} | "
#define LOGIN         ">{'cmd':'login','id':'ui.secret','name':'ann','password':'herons'}"
#define INSECURE      "< {'error':'insecure','id':'ui.secret','text':'no'} | "
#define CREATED(room) "< {'reply':'create','room':'" room "','seq':1,'side':'white'} | "

static const struct row talk_rows[] = {
    {"numbers do not refer to the moves of one piece",
     TURN " | "                                                                     //
          "< {'reply':'moves','room':'KOTO','seq':7,'from':'in','moves':'in-2'} | " //
          "type 1 | " MOVES("1-3")},
    {"the list goes with the turn, but not with a game in another room",
     TURN " | "                                                                    //
          "< {'event':'say','room':'LINI','seq':1,'name':'bob','text':'hello'} | " //
          "shown LINI bob: hello\n | <playing room=LINI | type 1 | " MOVES("1-3")  //
     " | <playing position=6,7 w3=w 0,0 b 1 | type 1 | "                           //
     ">{'cmd':'move','id':'ui.move','move':'1'}"},
    {"a number typed just when the list of another room appears is not sent",
     "=5000 | " TURN " | =9000 | " TURN "; room=LINI; seq=7 | =9999 | type 1 | "
     "shown Not sent: you have just been asked in LINI; type it again.\n | . | type 1 | "
     ">{'cmd':'move','id':'ui.move','room':'LINI','move':'1-3','seq':'7'} | " TURN
     " | =10999 | type 1 | > KOTO"},
    {"ready seals a nonce, and the dice are checked at the end",
     "<waiting | type ready | seat | <playing stage=opening; white=$SEAT | shown | <over "
     "| "
     "has The dice are as promised"},
    {"the same if the end was missed",
     "<waiting | type ready | >* | <over snapshot=1; happened=[] | "
     "has The dice are as promised"},
    {"who has left can still save the last game whose end they saw",
     "<over | type save game.json | >{'cmd':'record','id':'ui.save'} | "
     "< {'reply':'leave','room':'KOTO'} | type save game.json | "
     ">{'cmd':'record','id':'ui.save','game_id':'g42'}"},
    {"guests of an account save nothing",
     "kiosk | type save game.json | shown Here nothing is saved.\n"},
    {"text from the server cannot control the terminal",
     "< {'event':'say','room':'KOTO','seq':1,'name':'bob',"
     "'text':'a\\u001b[2Jb\\u0007\\u009bc\\u202ed'} | shown KOTO bob: a[2Jbcd\n | "
     "< {'error':'bad_text','text':'x\\u001b]0;y\\u0007z\\r'} | shown x]0;yz.\n"},
    {"an error is a sentence",
     "< {'error':'unknown_room','text':'no such room: type rooms'} | "
     "shown No such room: type rooms.\n"},
    {"a move stays as it is written",
     "< {'error':'illegal_move','text':'in-9 is no move'} | shown in-9 is no move.\n"},
    {"quit in a game",
     "< {'error':'in_game','id':'ui.quit','text':'type quit sure'} | "
     "shown Type quit sure.\nTo hang up, and keep your seat, press Ctrl-C.\n"},
    {"something else in a game", "< {'error':'in_game','text':'your game is running'} | "
                                 "shown Your game is running.\n"},
    {"nobody's games", "< {'reply':'games','games':[]} | shown No finished games yet.\n"},
    {"no games of that name", "< {'reply':'games','id':'ui.games.bobx','games':[]} | "
                              "shown No finished games of bobx.\n"},
    {"a goodbye after quit is not a lost connection",
     "< {'event':'bye','code':'shutting_down','text':'x'} | stays | "
     "< {'event':'bye','code':'ok','text':'x'} | has quit"},
    {"the name has an account", "begin | >* | " ASKED("player.name", "name_registered") //
     CALLED("ann2")                                                                     //
     "shown The name ann is registered: you are ann2 until you type login ann.\nType "
     "play royal-ur to play, or help for everything.\n"},
    {"the name is kept for the host",
     "begin | >* | " ASKED("player.name", "name_reserved") //
     ASKED("player.name", "name_taken")                    //
     CALLED("guest2") "has The name ann is kept for the host: you are guest2."},
    {"the name is taken",
     "< {'reply':'name','id':'player.name','name':'ann2','token':'" TOKEN "'} | " //
     "shown The name ann is taken: you are ann2.\nType play royal-ur to play, or help "
     "for everything.\n | "                                             //
     CALLED("ann")                                                      //
     "has You are ann.  Type play | < {'reply':'name','name':'bea'} | " //
     "has You are bea.  Type play"},
    {"a token that comes with a name is kept, but not shown",
     "type name bea | >{'cmd':'name','name':'bea'} | "
     "< {'reply':'name','name':'bea','token':'" TOKEN "'} | has You are bea. | "
     "not " TOKEN " | not resume | token " TOKEN},
    {"back again", "< {'reply':'resume','id':'player.resume','name':'ann','mine':[]} | "
                   "shown Back again as ann.\n"},
    {"moves that were shown for lost rooms can no longer be played",
     TURN " | " GONE "has The server no longer knows you | "
          ">{'cmd':'name','id':'player.name','name':'ann'} | type in-2 | "
          ">{'cmd':'move','id':'ui.move','move':'in-2'} | ."},
    {"players are not told how long they themselves may stay away",
     "<playing white=" AWAY("ann")                            //
     " | not left to come back | <playing black=" AWAY("bob") //
     " | has Black (bob) is away: 1:00 left to come back."},
    {"what to send on is the whole line, with the address and the word",
     "address | type create royal-ur word=sesame | " CREATED("VIBO")        //
     "has alea play 192.168.1.20:2532, and there: join VIBO word=sesame | " //
     "type create royal-ur | " CREATED("LANI") "has and there: join LANI\n"},
    {"the password could be read by others: one yes is enough, and it is forgotten",
     "< {'reply':'hello','id':'player.hello','protocol':1,'server':'alead','version':'1',"
     "'title':'t','boot':'b','time_ms':1,'draining':false,'you':null,'passwords':'warn',"
     "'limits':{}} | type login ann herons | . | no prompt | type yes | " LOGIN
     " | " INSECURE "shown | " LOGIN " | " INSECURE "shown No.\n | . | secret forgotten"},
};

TEST_ROWS(talk_rows) {
    play(state);
}

/* --- pages --- */

static const struct row page_rows[] = {
    {"help is shown page by page; events in between as usual",
     "screen 40 6 | " //
     HELP("One two three four five six seven eight nine "
          "ten.\\n2\\n3\\n4\\n5\\n6\\n7\\n8\\n9\\n")                            //
     "shown One two three four five six seven eight\nnine ten.\n2\n3\n" PROMPT  //
     " | < {'event':'notice','text':'the end is near'} | has he end is near | " //
     "type  | shown 4\n5\n6\n7\n" PROMPT " | type  | shown 8\n9\n | type  | "   //
     "shown"},
    {"so is any other long answer", "screen 80 5 | < {'reply':'rooms','rooms':["
                                    "{'room':'KOTO','game':'ur','stage':'waiting'},"
                                    "{'room':'LINI','game':'ur','stage':'waiting'},"
                                    "{'room':'BARO','game':'ur','stage':'waiting'},"
                                    "{'room':'VISI','game':'ur','stage':'waiting'}]} | "
                                    "has Enter shows more | not VISI | "
                                    "type  | has VISI"},
    {"typing anything else leaves the pages",
     "screen 80 6 | " HELP("1\\n2\\n3\\n4\\n5\\n6\\n7\\n") //
     "has Enter shows more | type who | type  | shown | "  //
     HELP("1\\n2\\n3\\n4\\n5\\n6\\n7\\n") "type q | shown | type  | shown"},
    {"one line more than fits is no page of its own",
     "screen 80 6 | < {'reply':'help','text':'1\\n2\\n3\\n4\\n5\\n'} | "
     "shown 1\n2\n3\n4\n5\n | < {'reply':'help','text':'1\\n2\\n3\\n4\\n5\\n6\\n'} | "
     "has Enter shows more"},
    {"without a terminal everything is shown at once",
     "screen 0 0 | " HELP("1\\n2\\n3\\n4\\n5\\n6\\n7\\n") //
     "shown 1\n2\n3\n4\n5\n6\n7\n"},
};

TEST_ROWS(page_rows) {
    play(state);
}

/* --- a return --- */

/* The connection is lost after something was typed, and restored. */
#define RETURN(typed, answer, then)                                                      \
    TURN " | type " typed " | >* | " answer RESUMED "shown Back again as ann.\n" then    \
         " | ."
#define AGAIN "Sent again: in-2\n | " MOVES("in-2")

static const struct row return_rows[] = {
    {"a move from the list", RETURN("2", "", AGAIN)},
    {"a move from the list, in other letters", RETURN("move IN 2", "", AGAIN)},
    {"a move of one's own",
     RETURN("move in-9", "",
            "Your move in-9 was not answered: type it again if it is your turn.\n")},
    {"one that was answered", RETURN("2", MOVED, "")},
    {"one that was refused", RETURN("2", REFUSED, "")},
    {"in a room that is gone", RETURN("@LINI move 1-3 9", "", "")},
    {"to a server that no longer knows the room", TURN " | type in-2 | " GONE "due -1"},
    {"no answer yet",
     TURN " | due -1 | =1000 | type in-2 | due 5000 | wake 5999 | shown | wake 6000 | "
          "shown No answer yet.\n | due -1 | wake 11000 | shown | type in-2 | " MOVED
          "due -1 | type in-2 | " REFUSED "due -1"},
    {"the board: we are back",
     TURN " | " RESUMED "<playing " BACK("white") //
     " | has White (ann)\n"},
    {"the board: the other one is back",
     TURN " | " RESUMED "<playing " BACK("black") //
     " | not White (ann)\n"},
    {"the board: what was missed has shown it",
     TURN " | " RESUMED "<playing snapshot=1 | <playing " BACK("white") //
     " | not White (ann)\n"},
    {"the board: what was missed has not shown it",
     TURN " | " RESUMED                                                            //
          "<playing happened=[{'what':'away','side':'white'}]; white=" AWAY("ann") //
     " | <playing " BACK("white") " | has White (ann)\n"},
    {"the advice after a lost connection starts a new line",
     "loss | shown The connection is lost: the server has closed the connection.\n"
     "Trying again at once (Ctrl-C ends).\n"},
};

TEST_ROWS(return_rows) {
    play(state);
}

/* Without a connection, the user is told that nothing is sent; they can still quit. */
static const struct row vain_rows[] = {
    {"a move", "in vain move 1-3 | has Not sent: there is no connection. | stays"},
    {"nearly quit", "in vain quitt | has Not sent: there is no connection. | stays"},
    {"nothing", "in vain    | shown | stays | ."},
    {"quit", "in vain quit | shown | has quit | ."},
};

TEST_ROWS(vain_rows) {
    play(state);
}

/* --- records --- */

/* A record is saved to a new file, never over an existing one. */
TEST(test_save) {
    char dir[] = "/tmp/alea-test-XXXXXX", path[60], command[80];
    struct scene scene;
    ui_scene_init(&scene);
    assert_non_null(mkdtemp(dir));
    snprintf(path, sizeof path, "%s/game.json", dir);
    snprintf(command, sizeof command, "save %s", path);
    for (int i = 0; i < 2; i++) {
        type(&scene, command);
        ui_hears_json(&scene, "{'reply':'record','id':'ui.save','room':'KOTO',"
                              "'record':{'a':1}}");
        assert_non_null(strstr(scene.shown, i == 0 ? "Saved." : "File exists"));
    }
    char *saved = read_file(path);
    assert_json(saved, "{'a':1}\n");
    free(saved);
    unlink(path);
    rmdir(dir);
    ui_scene_fini(&scene);
}

/* The report comes when the analysis is complete, page by page. */
TEST(test_analyse) {
    char *record = read_example();
    char *json = malloc(EXAMPLE_BYTES + 100);
    struct scene scene;
    ui_scene_init(&scene);
    ui_resize(&scene.ui, 80, 12);
    assert_non_null(json);
    for (char *at = record; (at = strchr(at, '\n')) != NULL;) {
        *at = ' '; /* a message is one line */
    }
    snprintf(json, EXAMPLE_BYTES + 100,
             "{'reply':'record','id':'ui.analyse','room':'KOTO','record':%s}", record);
    assert_int_equal(ui_hint_fd(&scene.ui), -1);
    ui_hears_json(&scene, json);
    assert_string_equal(scene.shown, "Analysing the game ...\n");
    struct pollfd polled = {.fd = ui_hint_fd(&scene.ui), .events = POLLIN};
    assert_int_equal(poll(&polled, 1, 60000), 1);
    free(scene.shown);
    SAMPLE_WRITTEN(scene.shown, scene.ui.out = out; ui_tell_hint(&scene.ui));
    assert_non_null(strstr(scene.shown, "Game 483a50dd234a of royal-ur."));
    assert_non_null(strstr(scene.shown, "Enter shows more"));
    type(&scene, "");
    assert_null(strstr(scene.shown, "Game 483a50dd234a of royal-ur."));
    assert_int_equal(ui_hint_fd(&scene.ui), -1);
    ui_scene_fini(&scene);
    free(json);
    free(record);
}

BEFORE_TESTS {
    assert_true(sodium_init() >= 0);
}
