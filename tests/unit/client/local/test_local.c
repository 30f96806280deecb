/* Local games: what a person types, and what they see. */
#include "tests/fuzz/chance.h"
#include "tests/unit/client/local_scene.h"
#include "tests/unit/test.h"

/* Most turns until a game between people who play their first moves is over. */
#define TURNS_MAX 5000
/* Bytes of a turn with boards in words, on average of each game. */
#define WORDS_BYTES 300

static const struct row {
    const char *name;
    const char *game;
    unsigned level; /* of the opponent, who is white's; 0: two people */
    const char *typed;
    const char *shown; /* a part of it */
} rows[] = {
    {"a move", "tablut:first=white", 0, "e4-b4", "White (ann) plays e4-b4."},
    {"its number", "tablut:first=white", 0, "1", "White (ann) plays"},
    {"in two words", "tablut:first=white", 0, "e4 b4", "White (ann) plays e4-b4."},
    {"the next player", "tablut:first=white", 0, "e4-b4; a6-b6", "Black (bob) plays"},
    {"no move", "tablut:first=white", 0, "e4-e9", "(rule tafl."},
    {"no number", "tablut:first=white", 0, "999", "no move with this number"},
    {"number 0", "tablut:first=white", 0, "move 0", "no move with this number"},
    {"a number without a list", "tablut:first=white", 0, "resign sure; 1",
     "The game is over: type rematch, or quit."},
    {"not our turn", "tablut", 3, "a4-b4", "Your opponent is thinking."},
    {"moves", "tablut:first=white", 3, "moves", "e4-b4"},
    {"moves of a piece", "tablut:first=white", 3, "moves e4", "e4-b4"},
    {"moves of none", "tablut:first=white", 3, "moves a9", "You have no move from a9."},
    {"moves too early", "tablut", 3, "moves", "Your opponent is thinking."},
    {"why", "tablut:first=white", 3, "why e4-e9", "(rule tafl."},
    {"why not", "tablut:first=white", 3, "why e4-b4", "e4-b4"},
    {"why with a number", "tablut:first=white", 3, "why 1", "is a legal move"},
    {"why with a wrong number", "tablut:first=white", 3, "why 999",
     "There is no move number 999."},
    {"why too late", "tablut:first=white", 3, "resign sure; why 1", "The game is over"},
    {"board", "tablut:first=white", 3, "board", "this is how things stand."},
    {"help", "tablut", 3, "help", "resign sure"},
    {"help has analyse", "tablut", 3, "help", "  analyse  "},
    {"help on a game", "tablut", 3, "help tablut", "king to a corner"},
    {"help on nothing", "tablut", 3, "help chess", "No help on \"chess\""},
    {"help hint", "tablut", 3, "help hint", "  hint "},
    {"auto", "tablut", 3, "auto", "You play all your moves yourself."},
    {"auto on", "tablut", 3, "auto on", "Where you have only one move"},
    {"auto maybe", "tablut", 3, "auto maybe", "It is: auto, auto on, auto off."},
    {"take back, not yet", "tablut:first=white", 3, "takeback", "There is no move of"},
    {"take back too early", "tablut", 3, "takeback", "Your opponent is thinking."},
    {"take back, of two", "tablut", 0, "takeback", "only against the computer"},
    {"resign", "tablut", 3, "resign", "type: resign sure"},
    {"resign sure", "tablut", 3, "resign sure",
     "Black (bob) wins: White (ann) resigned."},
    {"resign, of two", "tablut", 0, "resign sure",
     "White (ann) wins: Black (bob) resigned."},
    {"after the end", "tablut", 3, "resign sure; moves", "The game is over"},
    {"rematch", "tablut", 3, "resign sure; rematch", "Black: ann"},
    {"another game", "tablut", 3, "resign sure; play morris", "Nine Men's Morris"},
    {"another game too early", "tablut", 3, "play morris", "or another game type quit"},
    {"another level", "tablut", 3, "resign sure; play tablut level=5", "Black: level-5"},
    {"a level", "tablut", 3, "resign sure; level 7", "Black: level-7"},
    {"the other side", "tablut", 3, "resign sure; play tablut black", "Black: ann"},
    {"no such level", "tablut", 3, "resign sure; level 9", "It is: play GAME"},
    {"no such game", "tablut", 3, "resign sure; play chess", "Unknown game; known games"},
    {"another game of two", "tablut", 0, "resign sure; play tablut", "Black: bob"},
    {"rematch too early", "tablut", 3, "rematch", "The game is not over yet."},
    {"draw", "tablut", 3, "draw", "agrees to no draws"},
    {"draw offered", "tablut", 0, "draw", "Black (bob) offers a draw."},
    {"draw accepted", "tablut", 0, "draw; draw", "White (ann) accepts the draw."},
    {"abort", "tablut", 3, "abort", "The game is called off"},
    {"abort too late", "tablut:first=white", 0, "e4-b4; a6-b6; abort",
     "It is too late to call the game off"},
    {"a leg", "tablut:legs=2", 3, "resign sure", "To begin the next leg: ready"},
    {"the next leg", "tablut:legs=2", 3, "resign sure; ready", "Leg 2 of 2"},
    {"a leg is over", "tablut:legs=2", 3, "resign sure; a4-b4",
     "The game is over: type ready, or quit."},
    {"the match is over", "tablut:legs=2", 3, "resign sure; ready; resign sure; ready",
     "The game has begun already"},
    {"ready", "tablut", 3, "ready", "The game has begun already: type board."},
    {"open", "tablut", 3, "open x", "You have no sealed nonce to open now."},
    {"a record that cannot be saved", "tablut", 3, "save /nowhere/at/all", "Not saved"},
    {"leave", "tablut", 3, "leave", "Type quit: the game is kept"},
    {"adjourn", "tablut", 3, "adjourn", "Type quit: the game is kept"},
    {"say", "tablut", 3, "say hello", "Nobody else is here to read this."},
    {"play", "tablut", 3, "play chess", "alea play --local GAME."},
    {"play a game", "tablut", 3, "play royalur", "alea play --local royal-ur."},
    {"play the same game", "tablut", 3, "play Tablut", "alea play --local tablut --new."},
    {"without the sign", "tablut:first=white", 0, "e4b4", "White (ann) plays e4-b4."},
    {"help, in capitals", "tablut", 3, "help Tablut", "king to a corner"},
    {"nearly a command", "tablut", 3, "hnit", "did you mean hint?"},
    {"nearly a command of servers", "tablut", 3, "sekk", "type help."},
    {"a blank behind a command", "tablut", 3, "hint ", "only when it is your turn"},
    {"who", "tablut", 3, "who", "There is no who without a server"},
    {"register", "tablut", 3, "register", "There are no accounts without a server."},
    {"login", "tablut", 3, "login ann", "There are no accounts without a server."},
    {"last", "tablut:first=white", 0, "e4-b4; a6-b6; b4-c4; last",
     "White (ann) plays b4-c4.\n"},
    {"history", "tablut:first=white", 0, "e4-b4; a6-b6; history",
     "White (ann) plays e4-b4.\nBlack (bob) plays a6-b6.\n"},
    {"history of a room", "tablut:first=white", 0, "e4-b4; @local history",
     "White (ann) plays e4-b4.\n"},
    {"history of another room", "tablut:first=white", 0, "e4-b4; @KOTO history",
     "Nothing has happened."},
    {"nothing has happened", "tablut", 3, "@local last", "\n"},
    {"what is no command", "tablut", 3, "juggle", "There is no such command here"},
    {"hint too early", "tablut", 3, "hint", "only when it is your turn"},
};

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    struct local_scene scene;
    local_scene_init(&scene, row->game, row->level, NULL);
    local_scene_type(&scene, row->typed);
    if (strstr(scene.shown, row->shown) == NULL) {
        fail_msg("shown: %s", scene.shown);
    }
    local_scene_fini(&scene);
}

/* The dice are promised before the game, and checked after it. */
TEST(test_dice) {
    struct local_scene scene;
    local_scene_init(&scene, "royal-ur", 3, NULL);
    char *commitment = strstr(scene.shown, scene.local.room->commitment);
    assert_non_null(commitment);
    assert_non_null(strstr(commitment, "begins."));
    local_scene_answer(&scene);
    local_scene_type(&scene, "resign sure");
    assert_non_null(strstr(scene.shown, "The dice are as promised"));
    local_scene_fini(&scene);
}

/* The engine plays, and its forced moves are part of one event. */
TEST(test_whole_game) {
    for (size_t i = 0; games[i] != NULL; i++) {
        struct local_scene scene;
        local_scene_init(&scene, games[i]->id, 1, NULL);
        local_scene_type(&scene, "auto on");
        for (int n = 0; n < TURNS_MAX && scene.local.room->stage == STAGE_PLAYING; n++) {
            local_scene_answer(&scene);
            local_scene_type(&scene, "1");
        }
        assert_int_equal(scene.local.room->stage, STAGE_OVER);
        local_scene_fini(&scene);
    }
}

/* With boards in words a turn is short: all that was said from one decision to the next.
 */
TEST(test_words) {
    chance_begin();
    for (size_t i = 0; games[i] != NULL; i++) {
        struct local_scene scene;
        size_t bytes = 0, turns = 0;
        local_scene_init(&scene, games[i]->id, 1, NULL);
        local_scene_type(&scene, "board words");
        while (turns < 100 && scene.local.room->stage == STAGE_PLAYING) {
            local_scene_answer(&scene);
            bytes += strlen(scene.shown);
            local_scene_type(&scene, "1");
            bytes += strlen(scene.shown);
            turns++;
        }
        print_message("%s: %zu bytes a turn\n", games[i]->id, bytes / turns);
        assert_in_range(bytes / turns, 1, WORDS_BYTES);
        local_scene_fini(&scene);
    }
}

/* The engine's move belongs to the position it was asked for: it is not played for the
 * person, nor in another game. */
TEST(test_late_move) {
    struct local_scene scene;
    struct move moves[MOVES_MAX];
    local_scene_init(&scene, "tablut", 3, NULL);
    const struct play *play = local_awaits(&scene.local);
    uint64_t number = local_number(&scene.local);
    assert_true(play->game->moves(&play->pos, moves) > 0);
    local_scene_type(&scene, "resign sure");
    local_move(&scene.local, number, &moves[0]);
    assert_int_equal(scene.local.room->stage, STAGE_OVER);
    local_scene_type(&scene, "rematch"); /* black begins: the person */
    local_move(&scene.local, number, &moves[0]);
    assert_int_equal(scene.local.room->play->ply, 0);
    local_scene_type(&scene, "resign sure; rematch"); /* the engine begins again */
    local_move(&scene.local, number, &moves[0]);
    assert_int_equal(scene.local.room->play->ply, 0);
    local_scene_fini(&scene);
}

TEST(test_quit) {
    struct local_scene scene;
    local_scene_init(&scene, "tablut", 3, NULL);
    assert_false(scene.local.has_quit);
    local_scene_type(&scene, "quit");
    assert_true(scene.local.has_quit);
    local_scene_fini(&scene);
}

/* When a game is over, leave is as good as quit. */
TEST(test_leave) {
    struct local_scene scene;
    local_scene_init(&scene, "tablut", 3, NULL);
    local_scene_type(&scene, "resign sure; leave");
    assert_true(scene.local.has_quit);
    local_scene_fini(&scene);
}

/* A line that is no command is answered. */
TEST(test_no_command) {
    struct local_scene scene;
    local_scene_init(&scene, "tablut", 3, NULL);
    net_send_line(&scene.player.net, "{\"cmd\":\"juggle\",\"id\":\"x\"}");
    struct message *msg = player_next(&scene.player);
    assert_non_null(msg);
    assert_int_equal(msg->kind, MESSAGE_ERROR);
    assert_string_equal(msg->id, "x");
    message_free(msg);
    local_scene_fini(&scene);
}
