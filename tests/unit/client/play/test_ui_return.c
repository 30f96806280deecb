/* What the user of alea play sees of names, lost connections and returns. */
#include "tests/unit/client/ui_scene.h"
#include "tests/unit/test.h"

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
