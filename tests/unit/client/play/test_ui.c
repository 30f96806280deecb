/* What the user types at alea play, and what they see. */
#include <poll.h>

#include "tests/support/json.h"
#include "tests/unit/client/records.h"
#include "tests/unit/client/ui_scene.h"
#include "tests/unit/test.h"

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
    ui_hears(&scene, &our_turn);
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

/* Typed numbers do not refer to the list of moves of one piece. */
TEST(test_moves_of_one_piece) {
    struct scene scene;
    ui_scene_init(&scene);
    ui_hears(&scene, &our_turn);
    ui_hears_json(&scene, "{'reply':'moves','room':'KOTO','seq':7,'from':'in',"
                          "'moves':'in-2'}");
    type(&scene, "1");
    fake_server_expect(&scene.server, "{'cmd':'move','id':'ui.move','room':'KOTO',"
                                      "'move':'1-3','seq':'7'}");
    ui_scene_fini(&scene);
}

/* The list becomes invalid when the game goes on, but not when a game in another room
 * does. */
TEST(test_list_goes_with_the_turn) {
    struct scene scene;
    ui_scene_init(&scene);
    ui_hears(&scene, &our_turn);
    ui_hears_json(&scene, "{'event':'say','room':'LINI','seq':1,'name':'bob',"
                          "'text':'hello'}");
    assert_string_equal(scene.shown, "LINI bob: hello\n");
    ui_hears(&scene, &(struct sample){.room = "LINI"});
    type(&scene, "1");
    fake_server_expect(
        &scene.server,
        "{'cmd':'move','id':'ui.move','room':'KOTO','move':'1-3','seq':'7'}");
    ui_hears(&scene, &(struct sample){.position = "6,7 w3=w 0,0 b 1"});
    type(&scene, "1");
    fake_server_expect(&scene.server, "{'cmd':'move','id':'ui.move','move':'1'}");
    ui_scene_fini(&scene);
}

/* A number that is typed just when the list of another room appears is not sent. */
TEST(test_list_of_another_room_comes) {
    struct scene scene;
    struct sample elsewhere = our_turn;
    elsewhere.room = "LINI";
    elsewhere.seq = 7;
    ui_scene_init(&scene);
    scene.ui.now_ms = 5000;
    ui_hears(&scene, &our_turn);
    scene.ui.now_ms = 9000;
    ui_hears(&scene, &elsewhere);
    scene.ui.now_ms += SHOWN_SURPRISE_MS - 1;
    type(&scene, "1");
    assert_string_equal(scene.shown,
                        "Not sent: you have just been asked in LINI; type it again.\n");
    fake_server_expect_nothing(&scene.server);
    type(&scene, "1");
    fake_server_expect(
        &scene.server,
        "{'cmd':'move','id':'ui.move','room':'LINI','move':'1-3','seq':'7'}");
    ui_hears(&scene, &our_turn);
    scene.ui.now_ms += SHOWN_SURPRISE_MS;
    type(&scene, "1");
    assert_non_null(strstr(fake_server_heard(&scene.server), "KOTO"));
    ui_scene_fini(&scene);
}

/* `ready` seals a nonce; opening the seals is not shown; the dice are checked at the
 * end. */
TEST(test_a_game) {
    struct scene scene;
    char seat[200];
    ui_scene_init(&scene);
    ui_hears(&scene,
             &(struct sample){.stage = "waiting", .white = SAMPLE_UNREADY("ann")});
    type(&scene, "ready");
    ui_hears(&scene, &(struct sample){.stage = "opening",
                                      .white = fake_server_seat(&scene.server, seat)});
    assert_string_equal(scene.shown, "");
    ui_hears(&scene, &(struct sample){
                         .stage = "over",
                         .secret = SAMPLE_SECRET,
                         .happened = "[{'what':'resign','side':'black'},{'what':'over'}]",
                         .result = "{'outcome':'white','reason':'resign'}",
                     });
    assert_non_null(strstr(scene.shown, "The dice are as promised"));
    ui_scene_fini(&scene);
}

/* A record is saved to a new file, never over an existing one. */
TEST(test_save) {
    char dir[] = "/tmp/alea-test-XXXXXX", path[60], command[80], saved[100] = "";
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
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(saved, sizeof saved, file));
    assert_json(saved, "{'a':1}\n");
    fclose(file);
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
    assert_int_equal(poll(&polled, 1, 20000), 1);
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

/* A player who has left can still save the last game whose end they saw. */
TEST(test_save_after_leaving) {
    struct scene scene;
    ui_scene_init(&scene);
    ui_hears(&scene, &(struct sample){.stage = "over",
                                      .secret = SAMPLE_SECRET,
                                      .happened = "[{'what':'over'}]",
                                      .result = "{'outcome':'white','reason':'resign'}"});
    type(&scene, "save game.json");
    fake_server_expect(&scene.server, "{'cmd':'record','id':'ui.save'}");
    ui_hears_json(&scene, "{'reply':'leave','room':'KOTO'}");
    type(&scene, "save game.json");
    fake_server_expect(&scene.server, "{'cmd':'record','id':'ui.save','game_id':'g42'}");
    ui_scene_fini(&scene);
}

/* Guests of an account save nothing. */
TEST(test_kiosk) {
    struct scene scene;
    ui_scene_init(&scene);
    scene.ui.is_kiosk = true;
    type(&scene, "save game.json");
    assert_string_equal(scene.shown, "Here nothing is saved.\n");
    ui_scene_fini(&scene);
}

/* Text from the server cannot control the terminal. */
TEST(test_hostile_text) {
    struct scene scene;
    ui_scene_init(&scene);
    ui_hears_json(&scene, "{'event':'say','room':'KOTO','seq':1,'name':'bob',"
                          "'text':'a\\u001b[2Jb\\u0007\\u009bc\\u202ed'}");
    assert_string_equal(scene.shown, "KOTO bob: a[2Jbcd\n");
    ui_hears_json(&scene, "{'error':'bad_text','text':'x\\u001b]0;y\\u0007z\\r'}");
    assert_string_equal(scene.shown, "x]0;yz.\n");
    ui_scene_fini(&scene);
}

/* Messages of the server, and what is shown. */
static const struct hear_row {
    const char *name;
    const char *json; /* written with ' instead of " */
    const char *shown;
} hear_rows[] = {
    {"an error is a sentence",
     "{'error':'unknown_room','text':'no such room: type rooms'}",
     "No such room: type rooms.\n"},
    {"a move stays as it is written", "{'error':'illegal_move','text':'in-9 is no move'}",
     "in-9 is no move.\n"},
    {"quit in a game", "{'error':'in_game','id':'ui.quit','text':'type quit sure'}",
     "Type quit sure.\nTo hang up, and keep your seat, press Ctrl-C.\n"},
    {"something else in a game", "{'error':'in_game','text':'your game is running'}",
     "Your game is running.\n"},
    {"nobody's games", "{'reply':'games','games':[]}", "No finished games yet.\n"},
    {"no games of that name", "{'reply':'games','id':'ui.games.bobx','games':[]}",
     "No finished games of bobx.\n"},
};

TEST_ROWS(hear_rows) {
    const struct hear_row *row = table_row(state);
    struct scene scene;
    ui_scene_init(&scene);
    ui_hears_json(&scene, json(row->json));
    assert_string_equal(scene.shown, row->shown);
    ui_scene_fini(&scene);
}

/* A goodbye after quit is not treated as a lost connection. */
TEST(test_bye) {
    struct scene scene;
    ui_scene_init(&scene);
    ui_hears_json(&scene, "{'event':'bye','code':'shutting_down','text':'x'}");
    assert_false(scene.ui.has_quit);
    ui_hears_json(&scene, "{'event':'bye','code':'ok','text':'x'}");
    assert_true(scene.ui.has_quit);
    ui_scene_fini(&scene);
}

/* The user confirms once that others could read the password.  If the server warns as
 * well, the command is repeated without asking again. */
TEST(test_an_insecure_line) {
    static const char sent[] = "{'cmd':'login','id':'ui.secret',"
                               "'name':'ann','password':'herons'}";
    static const char warning[] = "{'error':'insecure','id':'ui.secret','text':'no'}";
    struct scene scene;
    ui_scene_init(&scene);
    ui_hears_json(&scene, "{'reply':'hello','id':'player.hello','protocol':1,"
                          "'server':'alead','version':'1','title':'t',"
                          "'boot':'b','time_ms':1,'draining':false,'you':null,"
                          "'passwords':'warn','limits':{}}");
    type(&scene, "login ann herons");
    assert_null(fake_server_heard(&scene.server));
    assert_null(ui_prompt(&scene.ui));
    type(&scene, "yes");
    fake_server_expect(&scene.server, sent);
    ui_hears_json(&scene, warning);
    assert_string_equal(scene.shown, "");
    fake_server_expect(&scene.server, sent);
    ui_hears_json(&scene, warning); /* only once */
    assert_string_equal(scene.shown, "No.\n");
    assert_null(fake_server_heard(&scene.server));
    static const char nothing[COMMAND_TEXT_BYTES];
    assert_memory_equal(scene.ui.secret.cmd.text, nothing, sizeof nothing);
    ui_scene_fini(&scene);
}

/* The name has an account: the client tells its owner how to log in. */
TEST(test_a_registered_name) {
    struct scene scene;
    struct message *msg;
    ui_scene_init(&scene);
    player_begin(&scene.server.player);
    msg = fake_server_says(&scene.server, "{'error':'name_registered',"
                                          "'id':'player.name','text':'no'}");
    assert_null(msg);
    ui_hears_json(&scene, "{'reply':'name','id':'player.name','name':'ann2'}");
    assert_string_equal(scene.shown, "The name ann is registered: you are ann2 until "
                                     "you type login ann.\n"
                                     "Type play royal-ur to play, or help for "
                                     "everything.\n");
    ui_scene_fini(&scene);
}

/* The name is reserved for the host: the client asks the server for another one. */
TEST(test_a_reserved_name) {
    struct scene scene;
    ui_scene_init(&scene);
    player_begin(&scene.server.player);
    assert_null(fake_server_says(&scene.server, "{'error':'name_reserved',"
                                                "'id':'player.name','text':'no'}"));
    assert_null(fake_server_says(&scene.server, "{'error':'name_taken',"
                                                "'id':'player.name','text':'no'}"));
    ui_hears_json(&scene, "{'reply':'name','id':'player.name','name':'guest2'}");
    assert_memory_equal(scene.shown, "The name ann is kept for the host: you are guest2.",
                        50);
    ui_scene_fini(&scene);
}

/* Help is shown page by page; events in between are shown as usual. */
TEST(test_help_in_pages) {
    struct scene scene;
    ui_scene_init(&scene);
    ui_resize(&scene.ui, 40, 6);
    ui_hears_json(&scene,
                  "{'reply':'help','text':'One two three four five six seven eight "
                  "nine ten.\\n2\\n3\\n4\\n5\\n6\\n7\\n8\\n9\\n'}");
    assert_string_equal(scene.shown,
                        "One two three four five six seven eight\n"
                        "nine ten.\n2\n3\n-- Enter shows more, q skips the rest --\n");
    ui_hears_json(&scene, "{'event':'notice','text':'the end is near'}");
    assert_non_null(strstr(scene.shown, "he end is near"));
    type(&scene, "");
    assert_string_equal(scene.shown,
                        "4\n5\n6\n7\n-- Enter shows more, q skips the rest --\n");
    type(&scene, "");
    assert_string_equal(scene.shown, "8\n9\n");
    type(&scene, "");
    assert_string_equal(scene.shown, "");
    ui_scene_fini(&scene);
}

/* So is any other long answer. */
TEST(test_lists_in_pages) {
    struct scene scene;
    ui_scene_init(&scene);
    ui_resize(&scene.ui, 80, 5);
    ui_hears_json(&scene, "{'reply':'rooms','rooms':["
                          "{'room':'KOTO','game':'ur','stage':'waiting'},"
                          "{'room':'LINI','game':'ur','stage':'waiting'},"
                          "{'room':'BARO','game':'ur','stage':'waiting'},"
                          "{'room':'VISI','game':'ur','stage':'waiting'}]}");
    assert_non_null(strstr(scene.shown, "Enter shows more"));
    assert_null(strstr(scene.shown, "VISI"));
    type(&scene, "");
    assert_non_null(strstr(scene.shown, "VISI"));
    ui_scene_fini(&scene);
}

/* Typing anything else leaves the pages; without a terminal, everything is shown at
 * once. */
TEST(test_help_is_not_read_on) {
    static const char help[] = "{'reply':'help','text':'1\\n2\\n3\\n4\\n5\\n6\\n7\\n'}";
    struct scene scene;
    ui_scene_init(&scene);
    ui_resize(&scene.ui, 80, 6);
    ui_hears_json(&scene, help);
    assert_non_null(strstr(scene.shown, "Enter shows more"));
    type(&scene, "who");
    type(&scene, "");
    assert_string_equal(scene.shown, "");
    ui_hears_json(&scene, help);
    type(&scene, "q");
    assert_string_equal(scene.shown, "");
    type(&scene, "");
    assert_string_equal(scene.shown, "");
    ui_resize(&scene.ui, 0, 0);
    ui_hears_json(&scene, help);
    assert_string_equal(scene.shown, "1\n2\n3\n4\n5\n6\n7\n");
    ui_scene_fini(&scene);
}

/* What to send on is the whole line, with the address and the word. */
TEST(test_create_says_what_to_send_on) {
    struct scene scene;
    ui_scene_init(&scene);
    scene.ui.address = "192.168.1.20:2532";
    type(&scene, "create royal-ur word=sesame");
    ui_hears_json(&scene, "{'reply':'create','room':'VIBO','seq':1,'side':'white'}");
    assert_has(scene.shown,
               "alea play 192.168.1.20:2532, and there: join VIBO word=sesame");
    type(&scene, "create royal-ur");
    ui_hears_json(&scene, "{'reply':'create','room':'LANI','seq':1,'side':'white'}");
    assert_has(scene.shown, "and there: join LANI\n");
    ui_scene_fini(&scene);
}

/* --- ui return --- */

/* What the user of alea play sees of names, lost connections and returns. */

#define TOKEN "abcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqrstuvwxyz234567"

/* A token that comes with a name is kept, but not shown. */
TEST(test_no_token_shown) {
    struct scene scene;
    ui_scene_init(&scene);
    type(&scene, "name bea");
    fake_server_expect(&scene.server, "{'cmd':'name','name':'bea'}");
    ui_hears_json(&scene, "{'reply':'name','name':'bea','token':'" TOKEN "'}");
    assert_non_null(strstr(scene.shown, "You are bea."));
    assert_null(strstr(scene.shown, TOKEN));
    assert_null(strstr(scene.shown, "resume"));
    assert_string_equal(scene.server.player.token, TOKEN);
    ui_scene_fini(&scene);
}

TEST(test_back) {
    struct scene scene;
    ui_scene_init(&scene);
    ui_hears_json(&scene, "{'reply':'resume','id':'player.resume','name':'ann',"
                          "'mine':[]}");
    assert_string_equal(scene.shown, "Back again as ann.\n");
    ui_scene_fini(&scene);
}

/* Moves that were shown for lost rooms can no longer be played. */
TEST(test_forgotten) {
    struct scene scene;
    ui_scene_init(&scene);
    ui_hears(&scene, &our_turn);
    ui_hears_json(&scene, "{'error':'unknown_token','id':'player.resume','text':'no'}");
    assert_non_null(strstr(scene.shown, "The server no longer knows you"));
    fake_server_expect(&scene.server, "{'cmd':'name','id':'player.name','name':'ann'}");
    type(&scene, "in-2");
    fake_server_expect(&scene.server, "{'cmd':'move','id':'ui.move','move':'in-2'}");
    fake_server_expect_nothing(&scene.server);
    ui_scene_fini(&scene);
}

/* The dice of a game are checked even if its end was missed. */
TEST(test_end_was_missed) {
    struct scene scene;
    ui_scene_init(&scene);
    ui_hears(&scene,
             &(struct sample){.stage = "waiting", .white = SAMPLE_UNREADY("ann")});
    type(&scene, "ready");
    assert_non_null(fake_server_heard(&scene.server));
    ui_hears(&scene, &(struct sample){
                         .stage = "over",
                         .snapshot = true,
                         .secret = SAMPLE_SECRET,
                         .result = "{'outcome':'white','reason':'absent'}",
                     });
    assert_non_null(strstr(scene.shown, "The dice are as promised"));
    ui_scene_fini(&scene);
}

/* Without a connection, the user is told that nothing is sent; they can still quit. */
TEST(test_typed_in_vain) {
    static const struct {
        const char *typed, *shown;
        bool has_quit;
    } cases[] = {
        {"move 1-3", "Not sent: there is no connection.", false},
        {"quitt", "Not sent: there is no connection.", false},
        {"  ", "", false},
        {"quit", "", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scene scene;
        ui_scene_init(&scene);
        SAMPLE_WRITTEN(scene.shown, {
            scene.ui.out = out;
            ui_type_in_vain(&scene.ui, cases[i].typed);
        });
        assert_memory_equal(scene.shown, cases[i].shown, strlen(cases[i].shown));
        assert_int_equal(scene.shown[0] == '\0', cases[i].shown[0] == '\0');
        assert_int_equal(scene.ui.has_quit, cases[i].has_quit);
        fake_server_expect_nothing(&scene.server);
        ui_scene_fini(&scene);
    }
}

/* --- a name with a number --- */

TEST(test_name_taken) {
    struct scene scene;
    ui_scene_init(&scene);
    ui_hears_json(&scene, "{'reply':'name','id':'player.name','name':'ann2',"
                          "'token':'" TOKEN "'}");
    assert_string_equal(scene.shown,
                        "The name ann is taken: you are ann2.\n"
                        "Type play royal-ur to play, or help for everything.\n");
    ui_hears_json(&scene, "{'reply':'name','id':'player.name','name':'ann'}");
    assert_non_null(strstr(scene.shown, "You are ann.  Type play"));
    ui_hears_json(&scene, "{'reply':'name','name':'bea'}");
    assert_non_null(strstr(scene.shown, "You are bea.  Type play"));
    ui_scene_fini(&scene);
}

/* --- the board after a return --- */

#define BACK(side) "[{'what':'back','side':'" side "'}]"
#define AWAY(name)                                                                       \
    "{'name':'" name "','ready':true,'seal':null,'nonce':'x','away':true,"               \
    "'grace_ms':60000}"
#define RESUMED                                                                          \
    "{'reply':'resume','id':'player.resume','name':'ann','mine':["                       \
    "{'room':'KOTO','game':'royal-ur','stage':'playing','side':'white',"                 \
    "'opponent':'bob','away':false,'your_turn':true,'seq':7}]}"

static const struct back_row {
    const char *name;
    const struct sample *missed; /* NULL: nothing */
    const struct sample back;
    bool has_board; /* the last output has a board */
} back_rows[] = {
    {"we are back", NULL, {.happened = BACK("white")}, true},
    {"the other one is back", NULL, {.happened = BACK("black")}, false},
    {"what was missed has shown it",
     &(const struct sample){.snapshot = true},
     {.happened = BACK("white")},
     false},
    {"what was missed has not shown it",
     &(const struct sample){
         .happened = "[{'what':'away','side':'white'}]",
         .white = AWAY("ann"),
     },
     {.happened = BACK("white")},
     true},
};

TEST_ROWS(back_rows) {
    const struct back_row *row = table_row(state);
    struct scene scene;
    ui_scene_init(&scene);
    ui_hears(&scene, &our_turn);
    ui_hears_json(&scene, RESUMED);
    if (row->missed != NULL) {
        ui_hears(&scene, row->missed);
    }
    ui_hears(&scene, &row->back);
    assert_int_equal(strstr(scene.shown, "White (ann)\n") != NULL, row->has_board);
    ui_scene_fini(&scene);
}

/* Players are not told how long they themselves may stay away. */
TEST(test_own_absence) {
    struct scene scene;
    ui_scene_init(&scene);
    ui_hears(&scene, &(struct sample){.white = AWAY("ann")});
    assert_null(strstr(scene.shown, "left to come back"));
    ui_hears(&scene, &(struct sample){.black = AWAY("bob")});
    assert_non_null(strstr(scene.shown, "Black (bob) is away: 1:00 left to come back."));
    ui_scene_fini(&scene);
}

/* --- moves without an answer --- */

static const char *wake(struct scene *scene, uint64_t now_ms) {
    free(scene->shown);
    SAMPLE_WRITTEN(scene->shown, {
        scene->ui.out = out;
        scene->ui.now_ms = now_ms;
        ui_wake(&scene->ui);
    });
    return scene->shown;
}

#define MOVED   "{'reply':'move','id':'ui.move','room':'KOTO','move':'in-2'}"
#define REFUSED "{'error':'stale','id':'ui.move','text':'no'}"

TEST(test_no_answer_yet) {
    struct scene scene;
    ui_scene_init(&scene);
    ui_hears(&scene, &our_turn);
    assert_int_equal(ui_due_ms(&scene.ui), -1);
    scene.ui.now_ms = 1000;
    type(&scene, "in-2");
    assert_int_equal(ui_due_ms(&scene.ui), UI_ANSWER_MS);
    assert_string_equal(wake(&scene, 1000 + UI_ANSWER_MS - 1), "");
    assert_string_equal(wake(&scene, 1000 + UI_ANSWER_MS), "No answer yet.\n");
    assert_int_equal(ui_due_ms(&scene.ui), -1);
    assert_string_equal(wake(&scene, 1000 + 2 * UI_ANSWER_MS), "");
    static const char *const answers[] = {MOVED, REFUSED};
    for (size_t i = 0; i < 2; i++) {
        type(&scene, "in-2");
        ui_hears_json(&scene, answers[i]);
        assert_int_equal(ui_due_ms(&scene.ui), -1);
    }
    ui_scene_fini(&scene);
}

/* The connection is lost after a move, and restored. */
static const struct repeat_row {
    const char *name;
    const char *typed;
    const char *answer; /* before the loss; NULL: none */
    const char *sent;   /* after it is restored; NULL: nothing */
    const char *shown;
} repeat_rows[] = {
    {"a move from the list", "2", NULL,
     "{'cmd':'move','id':'ui.move','room':'KOTO','move':'in-2','seq':'7'}",
     "Back again as ann.\nSent again: in-2\n"},
    {"a move from the list, in other letters", "move IN 2", NULL,
     "{'cmd':'move','id':'ui.move','room':'KOTO','move':'in-2','seq':'7'}",
     "Back again as ann.\nSent again: in-2\n"},
    {"a move of one's own", "move in-9", NULL, NULL,
     "Back again as ann.\n"
     "Your move in-9 was not answered: type it again if it is your turn.\n"},
    {"one that was answered", "2", MOVED, NULL, "Back again as ann.\n"},
    {"one that was refused", "2", REFUSED, NULL, "Back again as ann.\n"},
    {"in a room that is gone", "@LINI move 1-3 9", NULL, NULL, "Back again as ann.\n"},
};

TEST_ROWS(repeat_rows) {
    const struct repeat_row *row = table_row(state);
    struct scene scene;
    ui_scene_init(&scene);
    ui_hears(&scene, &our_turn);
    type(&scene, row->typed);
    assert_non_null(fake_server_heard(&scene.server));
    if (row->answer != NULL) {
        ui_hears_json(&scene, row->answer);
    }
    ui_hears_json(&scene, RESUMED);
    assert_string_equal(scene.shown, row->shown);
    if (row->sent != NULL) {
        fake_server_expect(&scene.server, row->sent);
    }
    fake_server_expect_nothing(&scene.server);
    ui_scene_fini(&scene);
}

/* Nothing is sent again to a server that no longer knows the room. */
TEST(test_not_repeated) {
    struct scene scene;
    ui_scene_init(&scene);
    ui_hears(&scene, &our_turn);
    type(&scene, "in-2");
    ui_hears_json(&scene, "{'error':'unknown_token','id':'player.resume','text':'no'}");
    assert_int_equal(ui_due_ms(&scene.ui), -1);
    ui_scene_fini(&scene);
}

/* The advice after a lost connection starts a new line, for every fault. */
TEST(test_loss) {
    struct scene scene;
    ui_scene_init(&scene);
    net_lose(&scene.ui.player->net, "the server has closed the connection");
    free(scene.shown);
    SAMPLE_WRITTEN(scene.shown, {
        scene.ui.out = out;
        ui_tell_loss(&scene.ui, "The connection is lost", 500);
    });
    assert_string_equal(scene.shown,
                        "The connection is lost: the server has closed the connection.\n"
                        "Trying again at once (Ctrl-C ends).\n");
    ui_scene_fini(&scene);
}

BEFORE_TESTS {
    assert_true(sodium_init() >= 0);
}
