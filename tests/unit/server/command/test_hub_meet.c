/* Seeks and challenges, with a whole server in this process. */
#include "tests/unit/server/fixture.h"
#include "tests/unit/test.h"

#define SEEK_UR     "{'cmd':'seek','game':'ur'}"
#define SEEK_TABLUT "{'cmd':'seek','game':'tablut'}"

/* Sends a line and returns what another connection receives. */
static const char *overhear(size_t conn, const char *line, size_t by) {
    hear(conn);
    say(conn, line);
    return hear(by);
}

/* Guests cannot accept rated seeks, and do not get them. */
TEST(test_guests_do_not_hear_of_rated_seeks) {
    open_three("");
    assert_true(come_from(4, "127.0.0.1"));
    ask(4, "{'cmd':'name','name':'Dan'}");
    assert_has(ask(4, "{'cmd':'register','password':'correct horse'}"),
               "{'reply':'register'");
    say(4, "{'cmd':'seek','game':'ur','rated':'yes'}");
    assert_string_equal(hear(2), "");
    say(4, "{'cmd':'seek','game':'ur'}");
    assert_has(hear(2), "{'event':'offer'");
}

/* A player who wants a side gets it, whoever asked first; otherwise it is drawn, and both
 * results occur. */
TEST(test_sides) {
    bool drawn[SIDE_COUNT] = {false};
    for (int i = 0; i < 40; i++) {
        open_three("");
        ask(1, SEEK_UR);
        drawn[strstr(ask(2, SEEK_UR), json("'side':'white'")) != NULL] = true;
        close_fixture();
    }
    assert_true(drawn[0] && drawn[1]);
    open_three("");
    ask(1, SEEK_UR);
    assert_has(ask(2, "{'cmd':'seek','game':'ur','side':'black'}"),
               "'seq':1,'side':'black'");
    close_fixture();
    open_three("");
    ask(1, "{'cmd':'seek','game':'ur','side':'white'}");
    assert_has(ask(2, "{'cmd':'seek','game':'ur','side':'white'}"),
               "{'reply':'seek','offer':2}");
}

/* Only those who were told about an offer are told how it ends, and who made it. */
TEST(test_who_hears_what) {
    open_three("");
    ask(2, "{'cmd':'profile','games':'tablut'}");
    assert_string_equal(overhear(1, SEEK_UR, 2), "");
    assert_string_equal(overhear(1, "{'cmd':'unseek'}", 2), "");
    assert_has(overhear(1, SEEK_TABLUT, 2), "{'event':'offer'");
    enter(4, "Dora", NULL); /* after the event */
    assert_string_equal(overhear(1, "{'cmd':'unseek','offer':2}", 4), "");
    assert_has(overhear(1, SEEK_UR, 4), "'offer':3");
    assert_has(ask(2, "{'cmd':'seeks'}"), "{'offer':3,'kind':'seek'");
    assert_has(overhear(1, "{'cmd':'unseek'}", 2), /* they have seen it in the list */
               "{'event':'offer_over','offer':3,'why':'withdrawn','reason':null}");
    say(1, SEEK_UR);
    drop(2);
    enter(2, "Eva", NULL); /* on the old connection */
    assert_string_equal(overhear(1, "{'cmd':'unseek'}", 2), "");
}

TEST(test_unseek) {
    open_three("");
    assert_has(ask(1, "{'cmd':'unseek'}"), "'error':'unknown_offer'");
    ask(1, SEEK_UR);
    ask(1, SEEK_TABLUT);
    ask(1, "{'cmd':'challenge','name':'Bob','game':'ur'}");
    assert_has(ask(2, "{'cmd':'unseek','offer':1}"), "'unknown_offer'");
    assert_has(ask(1, "{'cmd':'unseek','offer':3}"), "this is not your seek");
    assert_has(ask(1, "{'cmd':'unseek'}"), "{'reply':'unseek','ended':2}");
    assert_has(ask(2, "{'cmd':'challenges'}"), "'offer':3");
}

TEST(test_a_challenge) {
    open_three("");
    hear(1);
    say(1, "{'cmd':'challenge','name':'bob','game':'ur','side':'white'}");
    assert_has(hear(2), "'offer':1,'kind':'challenge','name':'Ann','to':'Bob'");
    assert_string_equal(hear(3), "");
    assert_has(ask(3, "{'cmd':'accept','offer':1}"), "'unknown_offer'");
    assert_has(ask(3, "{'cmd':'decline','offer':1}"), "'unknown_offer'");
    assert_has(ask(3, "{'cmd':'challenges'}"), "'challenges':[]");
    assert_has(ask(1, "{'cmd':'challenges'}"), "'to':'Bob'");
    assert_has(overhear(2, "{'cmd':'decline','offer':1}", 1),
               "{'event':'offer_over','offer':1,'why':'declined','reason':null}");
    ask(1, "{'cmd':'challenge','name':'Bob','game':'ur'}");
    assert_has(overhear(1, "{'cmd':'decline','offer':2}", 2),
               "{'event':'offer_over','offer':2,'why':'withdrawn','reason':null}");
    ask(1, "{'cmd':'challenge','name':'Bob','game':'ur','side':'white'}");
    assert_has(ask(2, "{'cmd':'accept','offer':3}"), "'side':'black'");
}

static const struct refused_row {
    const char *name;
    const char *by_ann, *by_bob; /* typed before */
    const char *line;            /* then typed by Ann */
    const char *expected;
} refused_rows[] = {
    {"no such game", "", "", "{'cmd':'seek','game':'chess'}", "'unknown_game'"},
    {"no such option", "", "", "{'cmd':'seek','game':'ur:a=b'}", "'bad_option'"},
    {"no such side", "", "", "{'cmd':'seek','game':'ur','side':'red'}", "'bad_argument'"},
    {"rated, by a guest", "", "", "{'cmd':'seek','game':'ur','rated':'yes'}",
     "type register and a password"},
    {"nobody", "", "", "{'cmd':'challenge','name':'Zoe','game':'ur'}",
     "nobody here has the name Zoe"},
    {"oneself", "", "", "{'cmd':'challenge','name':'ann','game':'ur'}", "'bad_argument'"},
    {"one's own", SEEK_UR, "", "{'cmd':'accept','offer':1}", "'own_offer'"},
    {"no number", "", "", "{'cmd':'accept','offer':'x'}", "'bad_argument'"},
    {"no such offer", "", "", "{'cmd':'accept','offer':1}", "'unknown_offer'"},
    {"a seek of another", "", SEEK_UR, "{'cmd':'decline','offer':1}", "'unknown_offer'"},
    {"not wanted: game", "", "{'cmd':'profile','games':'tablut'}",
     "{'cmd':'challenge','name':'Bob','game':'ur'}",
     "'not_wanted','text':'Bob does not play this game now'"},
    {"not wanted: clocks", "", "{'cmd':'profile','time':'clock'}",
     "{'cmd':'challenge','name':'Bob','game':'ur'}", "Bob wants games with clocks only"},
    {"not wanted: bots", "{'cmd':'profile','bot':'yes'}", "{'cmd':'profile','bots':'no'}",
     "{'cmd':'challenge','name':'Bob','game':'ur'}", "Bob does not play with bots"},
    {"a bot, by one who wants none", "{'cmd':'profile','bot':'yes'}",
     "{'cmd':'profile','bots':'no'}", "{'cmd':'accept','offer':1}", "'unknown_offer'"},
};

TEST_ROWS(refused_rows) {
    const struct refused_row *row = table_row(state);
    open_three("");
    if (row->by_ann[0] != '\0') {
        assert_begins(ask(1, row->by_ann), "{'reply'");
    }
    if (row->by_bob[0] != '\0') {
        assert_begins(ask(2, row->by_bob), "{'reply'");
    }
    const char *told = ask(1, row->line);
    assert_has(told, "{'error':'");
    assert_has(told, row->expected);
}

/* A bot neither meets nor accepts the seek of a player who does not want bots. */
TEST(test_bots) {
    open_three("");
    ask(1, "{'cmd':'profile','bot':'yes'}");
    ask(2, "{'cmd':'profile','bots':'no'}");
    ask(2, SEEK_UR);
    assert_has(ask(1, "{'cmd':'accept','offer':1}"), "'not_wanted'");
    assert_string_equal(overhear(1, SEEK_UR, 2), "");
    assert_has(ask(2, "{'cmd':'seeks'}"), "'bot':true");
    ask(2, "{'cmd':'unseek'}");
    assert_has(ask(2, SEEK_UR), "'offer':3"); /* not paired with the bot */
    assert_has(ask(3, SEEK_UR), "'room'");
}

/* A gagged player can neither send the other one offers nor be paired with them. */
TEST(test_gags) {
    open_three("");
    ask(2, "{'cmd':'gag','name':'Ann'}");
    assert_string_equal(overhear(1, SEEK_UR, 2), "");
    assert_has(ask(2, "{'cmd':'seeks'}"), "'seeks':[]");
    assert_has(ask(2, SEEK_UR), "'offer':2"); /* not paired with her */
    assert_has(ask(1, "{'cmd':'accept','offer':2}"), "'error':'gagged'");
    assert_has(ask(1, "{'cmd':'challenge','name':'Bob','game':'ur'}"),
               "'error':'gagged'");
    ask(1, "{'cmd':'unseek'}");
    assert_has(ask(1, SEEK_UR), "'offer':3");
    assert_has(ask(3, SEEK_UR), "'room'");
}

TEST(test_rates) {
    open_three("--limit seeks_per_minute=2 --limit challenges_per_minute=1");
    for (int i = 0; i < 2; i++) {
        assert_has(ask(1, SEEK_UR), "{'reply'");
        ask(1, "{'cmd':'unseek'}");
    }
    assert_has(ask(1, SEEK_UR), "'retry_after_ms':30000");
    assert_has(ask(2, SEEK_UR), "{'reply'");
    assert_has(ask(1, SEEK_UR), "'room'"); /* causes no event */
    assert_has(ask(3, "{'cmd':'challenge','name':'Bob','game':'ur'}"), "{'reply'");
    assert_has(ask(3, "{'cmd':'challenge','name':'Ann','game':'ur'}"),
               "'error':'too_fast'");
    pass(60000);
    assert_has(ask(3, "{'cmd':'challenge','name':'Ann','game':'ur'}"), "{'reply'");
}

/* Ten sessions of one address make one offer each; then they must wait for a bucket. */
static void make_ten(const char *offer) {
    for (size_t i = 0; i < 11; i++) {
        char name[8];
        snprintf(name, sizeof name, "Eve%zu", i);
        enter(4, name, NULL);
        assert_has(ask(4, offer), i < 10 ? "{'reply'" : "'too_fast'");
        assert_has(ask(4, offer), i < 10 ? "{'reply'" : "'too_fast'");
        drop(4);
    }
}

/* A player who reconnects each time has a new name and session, but not a new address. */
TEST(test_rates_of_an_address) {
    open_three("--limit seeks_per_minute=1 --limit challenges_per_minute=1");
    const char *challenge = "{'cmd':'challenge','name':'Ann','game':'ur'}";
    make_ten(SEEK_UR);
    make_ten(challenge);
    assert_true(come_from(4, "192.0.2.2"));
    say(4, "{'cmd':'name','name':'Dan'}");
    assert_has(ask(4, SEEK_UR), "{'reply'");
    assert_has(ask(4, challenge), "{'reply'");
    pass(6000);
    assert_has(ask(2, SEEK_TABLUT), "{'reply'");
    assert_has(ask(3, SEEK_TABLUT), "'room'"); /* causes no event */
}

/* A refusal because of the address's other seeks uses up nothing of the player's own
 * limits. */
TEST(test_a_refused_seek_takes_nothing) {
    open_three("--limit seeks_per_minute=1");
    make_ten(SEEK_UR);
    enter(4, "Dan", NULL);
    assert_has(ask(4, SEEK_UR), "come from your address");
    pass(6000);
    assert_has(ask(4, SEEK_UR), "{'reply'");
}

TEST(test_rooms) {
    open_three("--limit rooms_per_player=1");
    ask(1, SEEK_UR);
    ask(1, ROYAL_UR);
    assert_has(ask(1, SEEK_TABLUT), "'error':'too_many_rooms'");
    assert_has(ask(2, "{'cmd':'accept','offer':1}"), "Ann sits in too many rooms");
    assert_has(ask(2, SEEK_UR), "'offer':2"); /* not paired with her any more */
    ask(2, ROYAL_UR);
    assert_has(ask(2, "{'cmd':'accept','offer':1}"), "'too_many_rooms'");
    close_fixture();
    open_three("--limit rooms=1");
    ask(1, SEEK_UR);
    ask(3, ROYAL_UR);
    assert_has(ask(2, SEEK_UR), "'error':'lobby_full'");
    assert_has(ask(2, "{'cmd':'seeks'}"), "'offer':1"); /* and the seek stays
                                                         * open */
}

/* A player in a game is not free, unless their profile allows more games at once. */
TEST(test_who_is_free) {
    begin(ROYAL_UR);
    enter(3, "Cid", NULL);
    assert_has(ask(3, "{'cmd':'challenge','name':'Ann','game':'ur'}"),
               "Ann is playing: try again later");
    assert_has(ask(3, "{'cmd':'who'}"), "'name':'Ann','rooms':'");
    assert_has(ask(3, "{'cmd':'who'}"), "'free':null,'bot':false,'account':false}");
    assert_has(ask(3, "{'cmd':'who'}"), "'free':'all'");
    ask(1, "{'cmd':'profile','max':2,'games':'ur+tablut','bot':'yes'}");
    assert_has(ask(3, "{'cmd':'who'}"), "'free':'ur+tablut','bot':true");
    assert_has(ask(3, "{'cmd':'challenge','name':'Ann','game':'ur'}"),
               "{'reply':'challenge'");
}

/* Who looks for people finds them first, and rooms of people before those of bots. */
TEST(test_people_before_bots) {
    open_three("");
    char bots[8], peoples[8], expected[80];
    create_room(1, ROYAL_UR, bots);
    ask(1, "{'cmd':'profile','bot':'yes'}");
    create_room(2, ROYAL_UR, peoples);
    const char *told = ask(3, "{'cmd':'who'}");
    assert_true(strstr(told, "Ann") > strstr(told, "Cid"));
    assert_true(strstr(told, "Ann") > strstr(told, "Bob"));
    snprintf(expected, sizeof expected, "{'reply':'rooms','rooms':[{'room':'%s'",
             peoples);
    told = ask(3, "{'cmd':'rooms'}");
    assert_begins(told, expected);
    assert_has(told, "'bots':true}]}");
}
