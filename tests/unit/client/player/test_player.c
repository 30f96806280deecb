/* What a player does by itself, message by message: name, seals, rooms, and the return
 * after a lost connection. */
#include <sodium.h>

#include "tests/support/json.h"
#include "tests/unit/client/script.h"
#include "tests/unit/test.h"

#include "client-cli/player/dice_check.h"
#include "client-cli/player/seal.h"

struct client {
    struct fake_server server;
    bool was_passed;                 /* the last message was for the program */
    enum dice_check_verdict verdict; /* on the last game that was over */
};

static void client_hear(void *arg, const char *text) {
    struct client *client = arg;
    struct message *msg = fake_server_says(&client->server, text);
    client->was_passed = msg != NULL;
    if (msg != NULL && msg->state != NULL && msg->state->stage == STAGE_OVER) {
        char verdict[FAULT_BYTES];
        struct text_out out = text_out_of(verdict, sizeof verdict);
        client->verdict = dice_check_judge(
            &player_find_room(&client->server.player, msg->room)->dice_check, msg->state,
            &out);
    }
    message_free(msg);
}

/* "ready", "ready WORD", "ready in ROOM", "ready in ROOM: WORD", without "ready". */
static void get_ready(struct player *player, const char *text) {
    char room[8] = "";
    if (strncmp(text, " in ", 4) == 0) {
        size_t len = strcspn(text + 4, ":");
        snprintf(room, sizeof room, "%.*s", (int)len, text + 4);
        text += 4 + len + (text[4 + len] == ':');
    }
    player_ready(player, room, text[0] == ' ' ? text + 1 : NULL);
}

/* The player opens the nonce whose seal is in the seat of the script. */
static void expect_open(struct fake_server *server) {
    const char *key = json("'nonce':'");
    char nonce[FAIR_NONCE_BYTES], hex[FAIR_HEX_BYTES];
    const char *line = fake_server_heard(server);
    assert_non_null(line);
    assert_has(line, "'cmd':'open'");
    const char *at = strstr(line, key) + strlen(key);
    snprintf(nonce, sizeof nonce, "%.*s", (int)strcspn(at, "\""), at);
    fair_seal(nonce, hex);
    assert_non_null(strstr(script_seat(), hex));
}

/* The seal of another ready is, or is not, that of the seat. */
static void expect_seal(struct fake_server *server, bool is_same) {
    char before[200];
    snprintf(before, sizeof before, "%s", script_seat());
    fake_server_seat(server, script_seat());
    assert_int_equal(strcmp(before, script_seat()) == 0, is_same);
}

static const char *after(const char *step, const char *begin) {
    size_t len = strlen(begin);
    return strncmp(step, begin, len) == 0 ? step + len : NULL;
}

/* Steps about a room. */
static bool room_step(struct player *player, const char *step) {
    const char *arg;
    if ((arg = after(step, "room ")) != NULL) {
        assert_non_null(player_find_room(player, arg));
    } else if ((arg = after(step, "no room ")) != NULL) {
        assert_null(player_find_room(player, arg));
    } else if ((arg = after(step, "promised in ")) != NULL) {
        assert_true(player_find_room(player, arg)->dice_check.is_ready);
    } else if ((arg = after(step, "not promised in ")) != NULL) {
        assert_false(player_find_room(player, arg)->dice_check.is_ready);
    } else if ((arg = after(step, "said ")) != NULL) {
        const struct dice_check *check = &player_find_room(player, "KOTO")->dice_check;
        assert_int_equal(check->n_said, 1);
        assert_string_equal(check->said[0], arg);
    } else if ((arg = after(step, "throws ")) != NULL) {
        assert_int_equal(player->rooms[0].dice_check.n_throws, atoi(arg));
    } else if (strcmp(step, "watches") == 0) {
        assert_int_equal(player_find_room(player, "")->side, SIDE_COUNT);
    } else if ((arg = after(step, "sits in ")) != NULL) {
        assert_string_equal(player_find_room(player, "")->code, arg);
    } else {
        return false;
    }
    return true;
}

/* Steps about who the player is. */
static bool name_step(struct player *player, const char *step) {
    const char *arg;
    if ((arg = after(step, "wants ")) != NULL) {
        player->name[0] = '\0';
        strcpy(player->wanted, arg);
        player->n_names = 1;
    } else if ((arg = after(step, "wanted ")) != NULL) {
        assert_string_equal(player->wanted, arg);
    } else if ((arg = after(step, "name ")) != NULL) {
        assert_string_equal(player->name, arg);
    } else if (strcmp(step, "no name") == 0) {
        assert_string_equal(player->name, "");
    } else if ((arg = after(step, "token ")) != NULL) {
        assert_string_equal(player->token, strcmp(arg, "-") == 0 ? "" : arg);
    } else if ((arg = after(step, "resume ")) != NULL) {
        player_ask(player,
                   &(struct request){.kind = CMD_RESUME, .arg = {arg, NULL, NULL}});
    } else if (strcmp(step, "has just started") == 0) {
        player->was_in = false;
    } else if ((arg = after(step, "lost seats ")) != NULL) {
        assert_int_equal(player->has_lost_seats, strcmp(arg, "yes") == 0);
    } else if ((arg = after(step, "may return ")) != NULL) {
        assert_int_equal(player_may_return(player), strcmp(arg, "yes") == 0);
    } else if ((arg = after(step, "why ")) != NULL) {
        assert_string_equal(player_why_lost(player), arg);
    } else {
        return false;
    }
    return true;
}

static bool client_step(void *arg, const char *step) {
    static const char *const verdicts[] = {[DICE_CHECK_NOTHING] = "nothing",
                                           [DICE_CHECK_KEPT] = "kept",
                                           [DICE_CHECK_BROKEN] = "broken"};
    struct client *client = arg;
    struct fake_server *server = &client->server;
    const char *rest;
    if ((rest = after(step, "ready")) != NULL) {
        get_ready(&server->player, rest);
    } else if (strcmp(step, "open") == 0) {
        expect_open(server);
    } else if (strcmp(step, "same seal") == 0 || strcmp(step, "new seal") == 0) {
        expect_seal(server, step[0] == 's');
    } else if (strcmp(step, "passed on") == 0 || strcmp(step, "not passed on") == 0) {
        assert_int_equal(client->was_passed, step[0] == 'p');
    } else if ((rest = after(step, "verdict ")) != NULL) {
        assert_string_equal(verdicts[client->verdict], rest);
    } else if (step[0] == '@') { /* "@TIME DUE" */
        char *due;
        uint64_t due_ms = player_act(&server->player, strtoull(step + 1, &due, 10));
        assert_true(due_ms == (due[1] == '-' ? UINT64_MAX : strtoull(due, NULL, 10)));
    } else {
        return room_step(&server->player, step) || name_step(&server->player, step);
    }
    return true;
}

struct row {
    const char *name;
    const char *steps;
};

static void play(void **state) {
    const struct row *row = table_row(state);
    struct client client = {.was_passed = false};
    const struct script script = {&client.server, &client, client_hear, client_step};
    fake_server_init(&client.server);
    script_play(&script, row->steps);
    fake_server_fini(&client.server);
}

#define ERROR(code, id) "< {'error':'" code "','id':'" id "','text':'no'}"
#define NAMED(name)     "< {'reply':'name','id':'player.name','name':'" name "'}"
#define ASKS(name)      ">{'cmd':'name','id':'player.name','name':'" name "'}"

/* --- ready --- */

/* What a player adds to the dice while commands are under way: the server decides which
 * nonce counts, and the player recognizes, opens and checks that one. */

/* Throws 0 and 5 of the vector in docs/fairness.md, for the nonces alice and bob. */
#define THROWS                                                                           \
    "<playing happened=[{'what':'start_throw','k':0,'white':[1,1,1],'black':[1,1,0]},"   \
    "{'what':'throw','k':5,'side':'black','dice':[1,0,0]}] | <over happened=[] | "
#define SEALED      "<waiting | ready | seat | "
#define OPENS       "<playing stage=opening; white=$SEAT | open | "
#define CYD(room)   "<playing room=" room "; white=" SAMPLE_UNREADY("cyd") " | "
#define SAY(word)   ">{'cmd':'ready','id':'KOTO','room':'KOTO','nonce':'" word "'}"
#define NEXT_SEALED "<playing game_id=g43; stage=opening; white=$SEAT | "

static const struct row ready_rows[] = {
    {"a name that is taken, and as long as may be",
     "wants abcdefghijklmnop | " ERROR("name_taken", "player.name") //
     " | not passed on | " ASKS("abcdefghijklmno2")                 //
     " | " NAMED("abcdefghijklmno2") " | passed on | name abcdefghijklmno2"},
    {"a second ready has the same seal", SEALED "ready in KOTO | same seal | " OPENS "."},
    {"a word",
     "<waiting | ready in KOTO: banana | " SAY("banana") //
     " | <playing stage=opening; white=" SAMPLE_SEAT("ann", "banana") " | ."},
    {"ready instead of resume: the promise for the running game still counts",
     "<waiting | ready in KOTO: banana | >* | <waiting stage=adjourned | " //
     "ready in KOTO: cherry | " SAY("cherry")                              //
     " | ready in KOTO | > sha256: | said banana"},
    {"the same in a program that has not seen the game begin",
     "<waiting stage=adjourned | ready in KOTO | not promised in KOTO"},
    {"ready is not for a watched room, and a closed room is forgotten",
     CYD("LINI")                                                        //
     "watches | <waiting | sits in KOTO | ready | > sha256: | "         //
     "< {'event':'closed','room':'LINI'} | no room LINI | " CYD("LINI") //
     "< {'reply':'unwatch','room':'LINI'} | no room LINI | room KOTO"},
    {"a line that cannot be understood is skipped, the next one is not",
     "< not even JSON | not passed on | < {'event':'notice','text':'hello','new':1} | "
     "passed on"},
    {"two words in quick succession",
     "<waiting | ready alice | ready carol | " THROWS "verdict kept"},
    {"two words, and the second one counts",
     "<waiting | ready carol | ready alice | " THROWS "verdict kept"},
    {"a word and a seal: only a seal that the server has accepted is opened",
     SEALED "ready alice | >* | " OPENS "<playing stage=opening; white=" //
     SAMPLE_SEAT("ann", "alice") " | ."},
    {"leaves, joins another room and is ready there before the server answers",
     SEALED "< {'reply':'leave','room':'KOTO'} | <waiting room=LINI; game_id=g43 | "
            "<waiting room=LINI; game_id=g43; white=$SEAT | . | promised in LINI | "
            "<playing room=LINI; game_id=g43; stage=opening; white=$SEAT | open"},
    {"a word that was sent before the commitment was seen promises nothing",
     "ready alice | >{'cmd':'ready','nonce':'alice'} | <waiting | " THROWS
     "verdict nothing"},
    {"ready for a rematch: the nonce is for the next game",
     SEALED OPENS "<playing stage=over; white=$SEAT | ready | new seal | "
                  "<waiting game_id=g43 | " NEXT_SEALED "open | promised in KOTO"},
    {"another opponent has come when ready arrives: it counts for another game",
     SEALED "<waiting game_id=g43 | " NEXT_SEALED "open"},
    {"a nonce that was opened is not used for another game",
     SEALED OPENS "<waiting game_id=g43 | " NEXT_SEALED ". | not promised in KOTO"},
    {"a spectator promises nothing",
     "<waiting white=" SAMPLE_UNREADY("cyd") //
     " | ready in KOTO: alice | not promised in KOTO"},
    {"an opening that came too fast is repeated later, once", SEALED OPENS
     "@1000 - | < {'error':'too_fast','id':'player.open','text':'no',"
     "'retry_after_ms':300} | not passed on | @1000 1300 | @1299 1300 | . | @1300 - | "
     "open | @9999 - | ."},
    {"a game without dice needs no nonce",
     "<waiting game=tablut | ready | >{'cmd':'ready'} | ready banana | "
     ">{'cmd':'ready','nonce':'banana'}"},
};

TEST_ROWS(ready_rows) {
    play(state);
}

/* --- return --- */

#define TOKEN "abcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqrstuvwxyz234567"
#define OTHER "zbcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqrstuvwxyz234567"
#define KNOWN "< {'reply':'name','id':'player.name','name':'ann','token':'" TOKEN "'} | "
/* It asks to return, with the room (",'room':'KOTO','last':'9'") if it names one. */
#define BACK(room)                                                                       \
    "lost | no name | >{'cmd':'hello','id':'player.hello','client':'alea " ALEA_VERSION  \
    "'} | >{'cmd':'resume','id':'player.resume','token':'" TOKEN "'" room "} | . | "
#define TO(room, last) BACK(",'room':'" room "','last':'" last "'")
#define MINE(code, seq)                                                                  \
    "< {'reply':'resume','id':'player.resume','name':'ann','mine':["                     \
    "{'room':'" code "','game':'royal-ur','stage':'playing','side':'white',"             \
    "'opponent':'bob','away':false,'your_turn':true,'seq':" seq "}]} | "
#define KOTO "<playing seq=9 | "
#define LINI "<playing room=LINI; stage=waiting; seq=40 | "
#define BABA                                                                             \
    "<playing room=BABA; seq=90; white=" SAMPLE_SEAT("cleo", "") "; black=" SAMPLE_SEAT( \
        "dora", "") " | "
#define GONE   ERROR("unknown_token", "player.resume") " | "
#define THROWN "happened=[{'what':'throw','side':'white','k':1,'dice':[1,0,0]}]"
/* The connection ends with this code. */
#define BYE(code, may)                                                                   \
    KNOWN "may return yes | < {'event':'bye','code':'" code "','text':'why'} | "         \
          "may return " may " | why why"

static const struct row return_rows[] = {
    {"no room",
     KNOWN BACK("") //
     "."},
    {"the room", KNOWN KOTO TO("KOTO", "9") //
     "."},
    {"the game that goes on", KNOWN KOTO LINI TO("KOTO", "9") //
     "."},
    {"in whatever order", KNOWN LINI KOTO TO("KOTO", "9") //
     "."},
    {"the one with more events",
     KNOWN KOTO "<playing room=RANO; seq=10 | " TO("RANO", "10") //
     "."},
    {"where we sit", KNOWN BABA LINI TO("LINI", "40") //
     "."},
    {"chat events have numbers, too",
     KNOWN KOTO                                                                //
     "< {'event':'say','room':'KOTO','seq':10,'name':'bob','text':'hello'} | " //
     TO("KOTO", "10") "."},
    {"an event that was seen is skipped, but a snapshot is not",
     KNOWN KOTO TO("KOTO", "9")                                         //
     MINE("KOTO", "9")                                                  //
     "name ann | " KOTO "not passed on | <playing seq=9; snapshot=1 | " //
     "passed on | <playing seq=10 | passed on"},
    {"the server has lost events", KNOWN KOTO TO("KOTO", "9") //
     MINE("KOTO", "6") "<playing seq=7 | passed on | " TO("KOTO", "7") "."},
    {"throws that are repeated in a snapshot are not counted twice",
     KNOWN "<waiting | ready in KOTO: alice | <playing " THROWN " | throws 1 | "
           "<playing seq=8; snapshot=1; " THROWN " | throws 1"},
    {"rooms where we no longer sit are forgotten; the others are not",
     KNOWN KOTO LINI TO("KOTO", "9") //
     MINE("LINI", "40") "no room KOTO | room LINI"},
    {"a sealed nonce is opened again even if no event asks for it",
     KNOWN SEALED OPENS TO("KOTO", "8") //
     MINE("KOTO", "8")                  //
     "open"},
    {"nothing to open if only the other seal is closed",
     KNOWN "<waiting | ready alice | >* | <playing stage=opening; white=" //
     SAMPLE_SEAT("ann", "alice") " | " TO("KOTO", "8") MINE("KOTO", "8") "."},
    {"the server no longer knows the player, who watches the rooms again",
     KNOWN CYD("LINI")                                               //
     CYD("BABA")                                                     //
     BACK("")                                                        //
     GONE "lost seats no | " ASKS("ann")                             //
     " | " NAMED("ann")                                              //
     " | >{'cmd':'watch','id':'player.watch.LINI','room':'LINI'} | " //
     ">{'cmd':'watch','id':'player.watch.BABA','room':'BABA'} | "    //
     ERROR("unknown_room", "player.watch.LINI")                      //
     " | not passed on | "                                           //
     "< {'reply':'watch','id':'player.watch.BABA','room':'BABA'} | " //
     "not passed on | no room LINI | room BABA"},
    {"an unknown token", KNOWN KOTO TO("KOTO", "9") //
     GONE "passed on | " ASKS("ann") " | token - | lost seats yes | no room KOTO"},
    {"an unknown token right after the start",
     KNOWN KOTO "has just started | " TO("KOTO", "9") //
     GONE "not passed on | " ASKS("ann")              //
     " | token - | lost seats yes | no room KOTO"},
    {"not now: it is as if the connection were lost",
     KNOWN BACK("")                                                    //
     "< {'error':'storage','id':'player.resume','text':'the disk'} | " //
     "not passed on | may return yes | why the disk | token " TOKEN},
    {"bye: we have quit", BYE("ok", "no")},
    {"bye: somebody else is us now", BYE("taken_over", "no")},
    {"bye: not for browsers", BYE("http", "no")},
    {"bye: too slow to say a name", BYE("login_timeout", "no")},
    {"bye: a reason that is not known here", BYE("banned", "no")},
    {"bye: the server goes down", BYE("shutting_down", "yes")},
    {"bye: the server is full", BYE("too_many_connections", "yes")},
    {"the token is that of the last name, or of a resume, but not of an adjourned game",
     KNOWN "< {'reply':'name','name':'bea','token':'" OTHER "'} | token " OTHER
           " | wanted bea | resume " TOKEN " | token " OTHER
           " | < {'reply':'resume','name':'ann','mine':[]} | token " TOKEN
           " | < {'reply':'resume','room':'KOTO'} | name ann"},
};

TEST_ROWS(return_rows) {
    play(state);
}

/* A long reason for a lost connection is cut between two characters. */
TEST(test_long_last_words) {
    static const char *const says[] = {"{'event':'bye','code':'kicked'",
                                       "{'error':'storage','id':'player.name'"};
    for (size_t i = 0; i < 4; i++) {
        char text[2 * FAULT_BYTES] = "x", line[3 * FAULT_BYTES];
        for (size_t at = i % 2; at + 2 < sizeof text; at += 2) {
            memcpy(text + at, "\xc3\xb6", 3);
        }
        snprintf(line, sizeof line, "%s,'text':'%s'}", says[i / 2], text);
        struct fake_server server;
        fake_server_init(&server);
        message_free(fake_server_says(&server, line));
        const char *why = player_why_lost(&server.player);
        assert_true(strlen(why) > FAULT_BYTES / 2 && utf8_is_text(why, strlen(why)));
        fake_server_fini(&server);
    }
}

BEFORE_TESTS {
    assert_true(sodium_init() >= 0);
}
