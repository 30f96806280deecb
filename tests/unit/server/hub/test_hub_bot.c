/* The host's bots: their names, seats and limits, with a whole server in this process. */
#include <sys/stat.h>

#include "server/hub/hub.h"
#include "server/net/loop.h"
#include "server/people/bots.h"
#include "tests/unit/server/fixture.h"
#include "tests/unit/server/shelf.h"
#include "tests/unit/test.h"

#define PLAY "{'cmd':'play','game':'royal-ur'}"

/* A fixture with a file; the tokens of bots are next to it. */
static void open_bot_fixture(const char *args) {
    char all[200];
    snprintf(all, sizeof all, "--bot House %s", args);
    open_filed_fixture(all);
}

static void take_token(struct ticket *own) {
    assert_true(people_draw_bot_token(hub_people(fixture->hub), 0, own->token));
}

/* Connects House (1). */
static void bring_bot(void) {
    struct ticket own;
    take_token(&own);
    assert_begins(come_back(1, &own, -1), "{'reply':'resume','name':'House','mine':[]}");
}

/* Only the host's bot can have its name: before it comes, while it is here, after it has
 * left, and after a restart. */
static void assert_is_kept(void) {
    static const char *const names[] = {"House", "HOUSE", "house"};
    enter(9, "Stranger", NULL);
    for (size_t i = 0; i < 3; i++) {
        const char *told = askf(9, "{'cmd':'name','name':'%s'}", names[i]);
        assert_has(told, "'error':'name_taken'");
        assert_has(told, "kept for a bot of the host");
    }
    assert_has(ask(9, "{'cmd':'login','name':'House','password':'correct horse'}"),
               "'error':'");
    assert_has(ask(9, "{'cmd':'whois','name':'House'}"), "'away':false");
    ask(9, "{'cmd':'quit'}");
    drop(9);
}

TEST(test_the_name_is_kept) {
    open_bot_fixture("");
    assert_is_kept();
    bring_bot();
    assert_is_kept();
    assert_has(ask(1, "{'cmd':'name','name':'Other'}"), "'error':'name_fixed'");
    assert_has(ask(1, "{'cmd':'register','password':'correct horse'}"),
               "'error':'already_registered'");
    ask(1, "{'cmd':'quit'}");
    drop(1);
    assert_is_kept();
    restart_fixture();
    assert_is_kept();
    bring_bot();
    /* It has a seat, so it is stored. */
    assert_begins(ask(1, ROYAL_UR), "{'reply':'create'");
    restart_fixture();
    struct ticket own;
    take_token(&own);
    assert_has(come_back(1, &own, -1), "'stage':'waiting'");
}

/* Each start makes a new token; older ones are invalid. */
TEST(test_old_tokens_are_worth_nothing) {
    open_bot_fixture("");
    struct ticket old, fresh;
    take_token(&old);
    take_token(&fresh);
    assert_has(come_back(1, &old, -1), "'error':'unknown_token'");
    assert_has(come_back(2, &fresh, -1), "'name':'House'");
    restart_fixture();
    assert_has(come_back(3, &fresh, -1), "'error':'unknown_token'");
}

/* A name that a player has registered stays theirs. */
TEST(test_an_account_keeps_its_name) {
    open_filed_fixture("");
    struct ticket own;
    enter(1, "House", &own);
    fixture->tls = true;
    assert_true(come(2));
    ask(1, "{'cmd':'quit'}");
    drop(1);
    ask(2, "{'cmd':'name','name':'House'}");
    assert_has(ask(2, "{'cmd':'register','password':'correct horse'}"),
               "{'reply':'register'");
    strcpy(fixture->config.hub.bots[fixture->config.hub.n_bots++], "House");
    fixture->config.hub.log.level = LOG_LEVEL_COUNT; /* the warning is not shown in
                                                      * tests */
    restart_fixture();
    assert_false(people_draw_bot_token(hub_people(fixture->hub), 0, own.token));
    assert_true(come(3));
    assert_has(ask(3, "{'cmd':'login','name':'House','password':'correct horse'}"),
               "{'reply':'login'");
}

/* The bot does not get a name whose account row is damaged: it belongs to somebody. */
TEST(test_a_damaged_account_keeps_its_name) {
    open_filed_fixture("");
    struct ticket own;
    fixture->tls = true;
    enter(1, "House", &own);
    assert_has(ask(1, "{'cmd':'register','password':'correct horse'}"),
               "{'reply':'register'");
    kill_fixture();
    run_sql(fixture->config.db, "UPDATE accounts SET name = '?'");
    strcpy(fixture->config.hub.bots[fixture->config.hub.n_bots++], "House");
    fixture->config.hub.log.level = LOG_LEVEL_COUNT; /* the warning is not shown in
                                                      * tests */
    start_fixture();
    assert_false(people_draw_bot_token(hub_people(fixture->hub), 0, own.token));
}

/* Only this user can read the file, and each start writes a new one. */
TEST(test_the_file) {
    open_bot_fixture("");
    char path[80], token[2][TOKEN_BYTES + 2] = {"", ""};
    snprintf(path, sizeof path, "%s/alea.db.bot-House", fixture->dir);
    for (size_t i = 0; i < 2; i++) {
        mode_t mask = umask(0);
        loop_write_tokens(fixture->hub, &fixture->config.hub);
        umask(mask);
        struct stat file;
        assert_int_equal(stat(path, &file), 0);
        assert_int_equal(file.st_mode & 0777, 0600);
        FILE *in = fopen(path, "r");
        assert_non_null(in);
        assert_non_null(fgets(token[i], sizeof token[i], in));
        fclose(in);
    }
    assert_string_not_equal(token[0], token[1]);
    struct ticket own;
    memcpy(own.token, token[1], TOKEN_BYTES);
    own.token[TOKEN_BYTES] = '\0';
    assert_has(come_back(1, &own, -1), "'name':'House'");
    unlink(path);
}

/* A person seeks; the bot may accept only after a time for people. */
TEST(test_waits_for_people) {
    open_bot_fixture("");
    bring_bot();
    enter(2, "Ann", NULL);
    hear(1);
    assert_json(ask(2, PLAY),
                "{'reply':'play','offer':1,'bot':'House','wait_ms':5000}\n");
    const char *told = ask(1, "{'cmd':'accept','offer':1}");
    assert_has(told, "'error':'too_fast'");
    assert_has(told, "'retry_after_ms':5000");
    pass(3000);
    assert_json(ask(2, PLAY),
                "{'reply':'play','offer':1,'bot':'House','wait_ms':2000}\n");
    pass(2000);
    assert_has(ask(1, "{'cmd':'accept','offer':1}"), "{'reply':'accept'");
    /* A challenge is for the bot alone. */
    assert_has(ask(2, "{'cmd':'challenge','name':'House','game':'ur'}"), "'offer':2");
    assert_has(ask(1, "{'cmd':'accept','offer':2}"), "{'reply':'accept'");
}

/* The bot is not promised if it would not play. */
TEST(test_promises_nothing_else) {
    static const char *const lines[] = {
        "{'cmd':'profile','bots':'no'}",
        "{'cmd':'profile','bot':'yes'}",
        "{'cmd':'gag','name':'House'}",
    };
    for (size_t i = 0; i < 4; i++) {
        open_bot_fixture("");
        bring_bot();
        enter(2, "Ann", NULL);
        if (i < 3) {
            ask(2, lines[i]);
        } else {
            drop(1);
        }
        assert_has(ask(2, PLAY), "'bot':null");
        close_filed_fixture();
    }
}

/* `play` does not use the bot's open rooms, as it asks people first. */
TEST(test_play_leaves_its_rooms_alone) {
    open_bot_fixture("");
    bring_bot();
    ask(1, ROYAL_UR);
    enter(2, "Ann", NULL);
    assert_has(ask(2, PLAY), "'bot':'House'");
}

/* Its opponent is told what it is, in events and by board; nobody else is marked. */
TEST(test_is_marked) {
    open_bot_fixture("");
    bring_bot();
    enter(2, "Ann", NULL);
    ask(2, "{'cmd':'challenge','name':'House','game':'ur','side':'white'}");
    ask(1, "{'cmd':'accept','offer':1}");
    ask(1, "{'cmd':'ready','nonce':'a'}");
    hear(2);
    const char *const marked = "{'white':{'name':'Ann','ready':false,'away':false,'seal':"
                               "null,'nonce':null,'offer':null},'black':{'name':'House',"
                               "'house':true,'ready':true,";
    assert_has(ask(2, "{'cmd':'board'}"), marked);
    assert_has(ask(2, "{'cmd':'ready','nonce':'b'}"),
               "'black':{'name':'House','house':true,'ready':true,");
}

/* This many players, with names and addresses from number i on, challenge the bot, which
 * accepts. Returns how many rooms it has got. */
static size_t challenge(size_t first, size_t n, const char *address) {
    size_t n_taken = 0;
    for (size_t i = first; i < first + n; i++) {
        char name[32], number[16];
        snprintf(name, sizeof name, "Guest%zu", i);
        assert_true(come_from(i, address));
        askf(i, "{'cmd':'name','name':'%s'}", name);
        const char *told = ask(i, "{'cmd':'challenge','name':'House','game':'ur'}");
        const char *at = strstr(told, json("'offer':"));
        if (at == NULL) {
            assert_has(told, "'error':'too_many_rooms'");
            assert_has(told, "House plays as many games as it can");
            continue;
        }
        snprintf(number, sizeof number, "%.*s", (int)strspn(at + 8, "0123456789"),
                 at + 8);
        n_taken += strstr(askf(1, "{'cmd':'accept','offer':%s}", number),
                          json("{'reply':'accept'")) != NULL;
    }
    return n_taken;
}

/* The bot may play with more opponents than others, at any speed, and the rooms count for
 * the opponents' addresses. */
TEST(test_plays_with_many) {
    open_bot_fixture("--limit rooms_per_address=20 --limit commands_burst=20 "
                     "--limit commands_per_s=1");
    bring_bot();
    assert_int_equal(challenge(2, 20, "192.0.2.7"), 20);
    assert_int_equal(challenge(22, 20, "192.0.2.8"), 20);
    assert_int_equal(count(ask(1, "{'cmd':'mine'}"), "'room':"), 40);
}

TEST(test_its_seats_have_an_end) {
    open_bot_fixture("--limit rooms_per_bot=3");
    bring_bot();
    assert_int_equal(challenge(2, 4, HERE), 3);
}

/* Players at one address leave seats with the bot for others, even while they are away; a
 * player who leaves makes room. */
TEST(test_one_address_does_not_take_all) {
    open_bot_fixture("--limit bot_rooms_per_address=3");
    bring_bot();
    char own[8], line[64];
    create_room(1, ROYAL_UR, own);
    assert_int_equal(challenge(2, 4, "192.0.2.7"), 3);
    drop(3);
    snprintf(line, sizeof line, "{'cmd':'join','room':'%s'}", own);
    assert_has(ask(5, line), "'error':'too_many_rooms'");
    assert_has(ask(5, PLAY), "'bot':null");
    assert_int_equal(challenge(6, 1, "192.0.2.8"), 1);
    ask(4, "{'cmd':'leave'}");
    assert_begins(ask(5, line), "{'reply':'join'");
}

/* The address of a bot is not slowed down by its activity. */
TEST(test_others_are_not_slowed_down) {
    open_bot_fixture("--limit commands_burst=10 --limit commands_per_s=1");
    bring_bot();
    for (int i = 0; i < 300; i++) {
        assert_has(ask(1, "{'cmd':'ping'}"), "{'reply':'ping'");
    }
    assert_true(come(2));
    assert_has(ask(2, "{'cmd':'ping'}"), "{'reply':'ping'");
}

/* A declined challenge may have a reason. */
TEST(test_declines_with_a_reason) {
    open_bot_fixture("");
    bring_bot();
    enter(2, "Ann", NULL);
    ask(2, "{'cmd':'challenge','name':'House','game':'ur'}");
    assert_has(ask(1, "{'cmd':'decline','offer':1,'reason':'rude'}"),
               "'error':'bad_argument'");
    say(1, "{'cmd':'decline','offer':1,'reason':'busy'}");
    assert_json(hear(2),
                "{'event':'offer_over','offer':1,'why':'declined','reason':'busy'}\n");
    ask(2, "{'cmd':'challenge','name':'House','game':'ur'}");
    say(1, "{'cmd':'decline','offer':2}");
    assert_has(hear(2), "'why':'declined','reason':null}\n");
}

/* Connects House (1), House-5 (2), and Ann (3). */
static void open_levels(void) {
    open_bot_fixture("--bot House-5");
    struct ticket own;
    bring_bot();
    assert_true(people_draw_bot_token(hub_people(fixture->hub), 1, own.token));
    assert_has(come_back(2, &own, -1), "'name':'House-5'");
    enter(3, "Ann", &own);
}

/* The bot of the level is challenged, by either command and by its own name. */
TEST(test_a_level_is_chosen) {
    open_levels();
    hear(2);
    const char *play = "{'cmd':'play','game':'ur','level':'5'}";
    const char *answer = "{'reply':'play','offer':1,'bot':'House-5','wait_ms':0}\n";
    say(3, play);
    assert_has(hear(2), "'name':'Ann','to':'House-5'");
    assert_json(ask(3, play), answer);
    assert_has(ask(2, "{'cmd':'accept','offer':1}"), "{'reply':'accept'");
    assert_has(ask(3, play), "{'reply':'play','room':");
    assert_has(ask(3, "{'cmd':'play','game':'ur'}"), "{'reply':'play','room':");
    ask(3, "{'cmd':'leave'}");
    for (size_t i = 0; i < 2; i++) {
        assert_has(askf(3, "{'cmd':'challenge','name':'%s','game':'morris','level':'5'}",
                        i == 0 ? "house" : "House-5"),
                   "{'reply':'challenge','offer':2}");
    }
}

/* Who has a level is not promised to those who have not asked for it. */
TEST(test_levels_only_when_asked) {
    open_levels();
    assert_has(ask(3, PLAY), "'bot':'House'");
    drop(1);
    assert_has(ask(3, PLAY), "'bot':null");
}

TEST(test_no_such_level) {
    static const struct {
        const char *line, *error, *text;
    } rows[] = {
        {"{'cmd':'play','game':'ur','level':'9'}", "'error':'bad_argument'",
         "the levels of the house are 1 to 8, not 9"},
        {"{'cmd':'play','game':'ur','level':'55'}", "'error':'bad_argument'", "not 55"},
        {"{'cmd':'play','game':'ur','level':'0'}", "'error':'bad_argument'", "not 0"},
        {"{'cmd':'play','game':'ur','level':'4'}", "'error':'unknown_player'",
         "no house bot plays at level 4 here"},
        {"{'cmd':'challenge','name':'House','game':'ur','level':'4'}",
         "'error':'unknown_player'", "House does not play at level 4 here"},
        {"{'cmd':'challenge','name':'Bob','game':'ur','level':'5'}",
         "'error':'bad_argument'", "Bob is no house bot, and has no levels"},
    };
    open_levels();
    enter(4, "Bob", NULL);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *told = ask(3, rows[i].line);
        assert_has(told, rows[i].error);
        assert_has(told, rows[i].text);
    }
}

/* Against the house, tafl is a match of two legs, unless the player wants one. */
TEST(test_both_sides_of_tafl) {
    static const struct {
        const char *line, *game;
    } rows[] = {
        {"{'cmd':'play','game':'tablut','level':'5'}", "'game':'tablut:legs=2'"},
        {"{'cmd':'play','game':'tablut:legs=1','level':'5'}", "'game':'tablut'"},
        {"{'cmd':'challenge','name':'House-5','game':'tablut'}",
         "'game':'tablut:legs=2'"},
        {"{'cmd':'play','game':'ur','level':'5'}", "'game':'ur'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        open_levels();
        hear(2);
        say(3, rows[i].line);
        assert_has(hear(2), rows[i].game);
        close_filed_fixture();
    }
    open_levels();
    const char *play = "{'cmd':'play','game':'tablut'}";
    ask(3, play);
    pass(5000);
    assert_has(ask(1, "{'cmd':'accept','offer':1}"), "{'reply':'accept'");
    assert_has(ask(3, "{'cmd':'rooms'}"), "'game':'tablut:legs=2'");
    assert_has(ask(3, play), "{'reply':'play','room':");
}

BEFORE_TESTS {
    fault_vfs_register();
}
