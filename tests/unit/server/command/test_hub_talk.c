/* Chat: of spectators, to one player, to everybody; and gags. */
#include "tests/unit/server/account.h"
#include "tests/unit/test.h"

static const char *ask_text(size_t conn, const char *cmd, const char *text) {
    return askf(conn, "{'cmd':'%s','text':'%s'}", cmd, text);
}

static const char *tell(size_t conn, const char *name, const char *text) {
    return askf(conn, "{'cmd':'tell','name':'%s','text':'%s'}", name, text);
}

static const char *gag(size_t conn, const char *name, const char *show) {
    return askf(conn, "{'cmd':'gag','name':'%s'%s%s%s}", name,
                show[0] != '\0' ? ",'show':'" : "", show, show[0] != '\0' ? "'" : "");
}

/* Ann (1) and Bob (2) play; Cyd (3) and Dan (4) watch. */
static void watched_game(void) {
    begin(TABLUT);
    enter(3, "Cyd", &ticket[2]);
    enter(4, "Dan", &ticket[3]);
    watch(3, ticket[0].room);
    watch(4, ticket[0].room);
}

/* --- spectators --- */

TEST(test_watchers_talk) {
    open_fixture("");
    char expected[128], reply[64];
    watched_game();
    snprintf(expected, sizeof expected,
             "{'event':'say','room':'%s','name':'Cyd','text':'hm','watcher':true}\n",
             ticket[0].room);
    snprintf(reply, sizeof reply, "{'reply':'say','room':'%s'}\n", ticket[0].room);
    hear(4);
    say(3, "{'cmd':'say','text':'hm'}");
    assert_json(hear(4), expected);
    const char *told = ask_text(3, "say", "hm");
    assert_has(told, reply);
    assert_has(told, expected); /* players get their own chat */
    say(1, "{'cmd':'say','text':'my move'}");
    assert_has(hear(4), "'seq':5,'name':'Ann'");
}

/* Spectators must not help the players, who get their chat only when the game is over: in
 * order, and only the last lines. */
TEST(test_players_hear_watchers_after_the_game) {
    open_fixture("--limit say_per_minute=100000");
    watched_game();
    for (int i = 1; i <= 53; i++) {
        char line[64];
        snprintf(line, sizeof line, "{'cmd':'say','text':'line %d.'}", i);
        say(3, line);
        assert_string_equal(hear(1), "");
    }
    say(2, "{'cmd':'resign'}");
    const char *told = hear(1);
    assert_null(strstr(told, "line 3."));
    const char *over = strstr(told, json("'stage':'over'"));
    assert_non_null(over);
    assert_int_equal(count(told, "'watcher':true"), 50);
    assert_non_null(strstr(over, "line 4."));
    assert_true(strstr(over, "line 4.") < strstr(over, "line 53."));
    ask_text(3, "say", "well played");
    say(3, "{'cmd':'say','text':'well played'}");
    told = hear(2); /* now at once, and only once */
    assert_int_equal(count(told, "'text':'well played'"), 1);
    assert_int_equal(count(told, "'watcher':true"), 1);
}

TEST(test_all_watchers_of_a_room_say_so_much) {
    open_fixture("--limit say_per_minute=100000 --limit commands_burst=1000");
    watched_game();
    for (int i = 0; i < 120; i++) {
        assert_has(ask_text(3 + (size_t)i % 2, "say", "x"), "'reply'");
    }
    assert_has(ask_text(4, "say", "x"), "'retry_after_ms':500");
    assert_has(ask_text(1, "say", "x"), "'reply'"); /* not for players */
    pass(500);
    assert_has(ask_text(4, "say", "x"), "'reply'");
}

/* --- to one --- */

TEST(test_tell) {
    open_fixture("--limit say_per_minute=2");
    enter(1, "Ann", NULL);
    enter(2, "Bob", NULL);
    enter(3, "Cyd", NULL);
    assert_json(tell(1, "bOB", "hi"), "{'reply':'tell','name':'Bob'}\n");
    say(1, "{'cmd':'tell','name':'Bob','text':'again'}");
    assert_json(hear(2), "{'event':'tell','name':'Ann','text':'again'}\n");
    assert_has(tell(1, "Bob", "hi"), "'retry_after_ms':30000");
    assert_has(tell(2, "Bob", "hi"), "that is you");
    assert_has(tell(2, "Eve", "hi"), "'unknown_player'");
    assert_has(tell(2, "1", "hi"), "'bad_name'");
    assert_has(tell(2, "Ann", ""), "'missing_argument'");
    say(3, "{'cmd':'mode','mode':'text'}");
    say(2, "{'cmd':'tell','name':'Cyd','text':'psst'}");
    assert_has(hear(3), "* Bob tells you: psst");
}

/* --- to all --- */

TEST(test_shout) {
    open_fixture("--limit shouts_per_minute=1");
    enter(1, "Ann", NULL);
    enter(2, "Bob", NULL);
    come(3);
    hear(3);
    assert_json(ask_text(1, "shout", "hey"),
                "{'event':'shout','name':'Ann','text':'hey'}\n{'reply':'shout'}\n");
    assert_has(ask_text(1, "shout", "hey"), "'retry_after_ms':60000");
    say(2, "{'cmd':'shout','text':'ho'}");
    assert_string_equal(hear(3), ""); /* a client without a name does not get
                                       * it */
    say(3, "name Cyd");
    pass(60000);
    hear(3);
    say(1, "{'cmd':'shout','text':'hey'}");
    assert_string_equal(hear(3), "* Ann shouts: hey\r\n");
    assert_has(ask_text(1, "shout", ""), "'missing_argument'");
}

/* Names are free, so all names together have a limit. */
/* A player with this name, from the n-th address, in JSON mode. */
static void enter_from(size_t conn, size_t n) {
    char address[16], line[64];
    snprintf(address, sizeof address, "192.0.2.%zu", n);
    snprintf(line, sizeof line, "{'cmd':'name','name':'Dan%zu'}", conn);
    assert_true(come_from(conn, address));
    assert_has(ask(conn, line), "'reply':'name'");
}

TEST(test_shouts_of_all) {
    open_fixture("--limit shouts_per_minute=1");
    for (size_t conn = 1; conn <= 11; conn++) {
        enter_from(conn, conn);
        const char *told = ask_text(conn, "shout", "hey");
        assert_has(told, conn <= 10 ? "'reply'" : "many have shouted");
    }
}

/* Names are free: those of one address cannot use up all shouts of the server. */
TEST(test_shouts_of_an_address) {
    open_fixture("--limit shouts_per_minute=1");
    for (size_t conn = 1; conn <= 20; conn++) {
        enter_from(conn, 1);
        const char *told = ask_text(conn, "shout", "hey");
        assert_has(told, conn <= 2 ? "'reply'" : "'retry_after_ms':30000");
    }
    enter_from(21, 2);
    assert_has(ask_text(21, "shout", "hey"), "'reply'");
}

/* A refusal because of what others have said uses up nothing of the player's own
 * limits. */
TEST(test_a_refusal_takes_nothing) {
    open_fixture("--limit say_per_minute=1");
    enter_from(1, 1);
    for (size_t conn = 2; conn <= 11; conn++) { /* the address has used up its limit */
        enter_from(conn, 2);
        assert_has(tell(conn, "Dan1", "hey"), "'reply'");
    }
    enter_from(12, 2);
    assert_has(tell(12, "Dan1", "hey"), "people at your address have said a lot");
    pass(6000);
    assert_has(tell(12, "Dan1", "hey"), "'reply'");
}

TEST(test_a_refused_shout_takes_nothing) {
    open_fixture("--limit shouts_per_minute=1");
    for (size_t conn = 1; conn <= 10; conn++) { /* the server's limit is used up */
        enter_from(conn, conn);
        assert_has(ask_text(conn, "shout", "hey"), "'reply'");
    }
    enter_from(11, 11);
    assert_has(ask_text(11, "shout", "hey"), "many have shouted");
    pass(6000);
    assert_has(ask_text(11, "shout", "hey"), "'reply'");
}

/* As above, for `tell` to a player who cannot gag all names. */
TEST(test_tells_of_an_address) {
    open_fixture("--limit say_per_minute=2");
    enter_from(1, 1);
    size_t n_told = 0;
    for (size_t conn = 2; conn <= 20; conn++) {
        enter_from(conn, 2);
        for (int i = 0; i < 2; i++) {
            const char *told = tell(conn, "Dan1", "hey");
            n_told += strstr(told, json("'reply'")) != NULL;
            assert_true(strstr(told, json("'reply'")) != NULL ||
                        strstr(told, json("'retry_after_ms':3000,")) != NULL ||
                        strstr(told, json("'retry_after_ms':3000}")) != NULL);
        }
    }
    assert_int_equal(n_told, 20);
    enter_from(21, 3);
    assert_has(tell(21, "Dan1", "hey"), "'reply'");
}

/* --- gags --- */

/* Events keep their numbers, so that programs see no gap; people see nothing. */
TEST(test_gagged_chat) {
    open_fixture("");
    watched_game();
    gag(1, "bob", "");
    gag(3, "bob", "");
    gag(4, "Cyd", "");
    char expected[128];
    snprintf(expected, sizeof expected,
             "{'event':'say','room':'%s','seq':5,'name':'Bob','gagged':true}\n",
             ticket[0].room);
    hear(1);
    say(2, "{'cmd':'say','text':'psst!'}");
    assert_json(hear(1), expected);
    say(2, "{'cmd':'say','text':'psst!'}");
    assert_has(hear(4), "'text':'psst!'");
    say(3, "{'cmd':'say','text':'psst!'}");
    assert_string_equal(hear(4), ""); /* text mode has no number */
    say(1, "{'cmd':'mode','mode':'text'}");
    hear(1);
    say(2, "{'cmd':'say','text':'psst!'}");
    assert_string_equal(hear(1), "");
    drop(1);
    ticket[0].room[4] = '\0';
    say(2, "{'cmd':'say','text':'psst!'}");
    assert_null(strstr(come_back(1, &ticket[0], 4), "psst!")); /* not sent again
                                                                * either */
}

/* Gags of an account are permanent, including those from before it was registered. */
TEST(test_gags_of_accounts) {
    open_secure_file("");
    enter(1, "Ann", NULL);
    gag(1, "Bob", "");
    assert_has(ask(1, REGISTER), "'reply':'register'");
    gag(1, "Cyd", "");
    gag(1, "Dan", "");
    gag(1, "DAN", "off");
    drop(1);
    restart_fixture();
    assert_has(ask_anew(1, LOGIN), "'reply':'login'");
    assert_has(ask(1, "{'cmd':'gag'}"), "[{'name':'Bob'},{'name':'Cyd'}]");
}

BEFORE_TESTS {
    random_state = random_seed();
}
