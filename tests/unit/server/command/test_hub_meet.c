/* Seeks and challenges: who hears of them, who may accept, decline or take them back, who
 * is free, and what a player who makes many pays.  Also offers in a game, and how many
 * commits many settings are. */
#include "server/hub/hub.h"
#include "server/turn/clock.h"
#include "tests/unit/server/account.h"
#include "tests/unit/test.h"

#define SEEK_UR     "{'cmd':'seek','game':'ur'}"
#define SEEK_TABLUT "{'cmd':'seek','game':'tablut'}"
#define ASK_ANN     "{'cmd':'challenge','name':'Ann','game':'ur'}"
#define ASK_BOB     "{'cmd':'challenge','name':'Bob','game':'ur'}"
#define ASK_CID     "{'cmd':'challenge','name':'Cid','game':'ur'}"
#define GAG(name)   "{'cmd':'gag','name':'" name "'}"

/* Sends a line and returns what another connection receives. */
static const char *overhear(size_t conn, const char *line, size_t by) {
    hear(conn);
    say(conn, line);
    return hear(by);
}

/* Guests hear nothing of rated seeks, and cannot join a rated room, which stays rated
 * through a restart and a rematch. */
TEST(test_rated) {
    open_filed_fixture("");
    enter_registered(1, "Ann", &ticket[0]);
    enter_registered(2, "Bob", &ticket[1]);
    enter(3, "Cid", &ticket[2]);
    assert_string_equal(overhear(1, "{'cmd':'seek','game':'ur','rated':'yes'}", 3), "");
    assert_has(overhear(1, SEEK_UR, 3), "{'event':'offer'");
    const char *room = ticket[0].room;
    create_room(1, "{'cmd':'create','game':'ur','rated':'yes'}", ticket[0].room);
    assert_has(ask_about(3, "join", room), "'error':'not_registered'");
    assert_has(ask_about(2, "join", room), "{'reply':'join'");
    end_turn();
    restart_fixture();
    assert_has(come_back(1, &ticket[0], -1), "'rated':true");
    come_back(2, &ticket[1], -1);
    be_ready();
    ask(1, "{'cmd':'resign'}");
    assert_has(ask(2, "{'cmd':'rematch'}"), "'rated':true");
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

/* Only those who were told about an offer are told how it ends; a challenge is for one.
 */
TEST(test_who_hears_what) {
    open_three("");
    ask(2, "{'cmd':'profile','games':'tablut'}");
    assert_string_equal(overhear(1, SEEK_UR, 2), "");
    assert_string_equal(overhear(1, "{'cmd':'unseek'}", 2), "");
    assert_has(overhear(1, SEEK_TABLUT, 2), "{'event':'offer'");
    drop(2);
    enter(2, "Eva", NULL); /* on the old connection */
    assert_string_equal(overhear(1, "{'cmd':'unseek'}", 2), "");
    hear(1);
    say(1, "{'cmd':'challenge','name':'eva','game':'ur','side':'white'}");
    assert_has(hear(2), "'offer':3,'kind':'challenge','name':'Ann','to':'Eva'");
    assert_string_equal(hear(3), "");
    assert_has(ask(3, "{'cmd':'accept','offer':3}"), "'unknown_offer'");
    assert_has(ask(3, "{'cmd':'decline','offer':3}"), "'unknown_offer'");
    assert_has(ask(3, "{'cmd':'challenges'}"), "'challenges':[]");
    assert_has(ask(2, "{'cmd':'accept','offer':3}"), "'side':'black'");
}

/* Without a number, all seeks are taken back, but no challenge. */
TEST(test_unseek) {
    open_three("");
    ask(1, SEEK_UR);
    ask(1, SEEK_TABLUT);
    ask(1, ASK_BOB);
    assert_has(ask(1, "{'cmd':'unseek'}"), "{'reply':'unseek','ended':2}");
    assert_has(ask(2, "{'cmd':'challenges'}"), "'offer':3");
}

static const struct refused_row {
    const char *name;
    const char *by_ann, *by_bob; /* typed before */
    const char *line;            /* then typed by Ann */
    const char *expected;
} refused_rows[] = {
    {"rated, by a guest", "", "", "{'cmd':'seek','game':'ur','rated':'yes'}",
     "type register and a password"},
    {"nobody", "", "", "{'cmd':'challenge','name':'Zoe','game':'ur'}",
     "nobody here has the name Zoe"},
    {"oneself", "", "", "{'cmd':'challenge','name':'ann','game':'ur'}", "'bad_argument'"},
    {"a seek of another", "", SEEK_UR, "{'cmd':'decline','offer':1}", "'unknown_offer'"},
    {"not wanted: game", "", "{'cmd':'profile','games':'tablut'}",
     "{'cmd':'challenge','name':'Bob','game':'ur'}",
     "'not_wanted','text':'Bob does not play this game now'"},
    {"not wanted: bots", "{'cmd':'profile','bot':'yes'}", "{'cmd':'profile','bots':'no'}",
     "{'cmd':'challenge','name':'Bob','game':'ur'}", "Bob does not play with bots"},
    {"to take back another's", "", SEEK_UR, "{'cmd':'unseek','offer':1}",
     "'unknown_offer'"},
    {"to take back a challenge so", "{'cmd':'challenge','name':'Bob','game':'ur'}", "",
     "{'cmd':'unseek','offer':1}", "this is not your seek"},
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

/* A player who reconnects each time has a new name and session, but not a new address.
 * A refusal because of its other seeks uses up nothing of the player's own limits. */
TEST(test_rates_of_an_address) {
    open_three("--limit seeks_per_minute=1 --limit challenges_per_minute=1");
    make_ten(SEEK_UR);
    make_ten(ASK_ANN);
    assert_true(come_from(4, "192.0.2.2"));
    say(4, "{'cmd':'name','name':'Dan'}");
    assert_has(ask(4, SEEK_UR), "{'reply'");
    assert_has(ask(4, ASK_ANN), "{'reply'");
    assert_has(ask(2, SEEK_TABLUT), "come from your address");
    pass(6000);
    assert_has(ask(2, SEEK_TABLUT), "{'reply'");
    assert_has(ask(3, SEEK_TABLUT), "'room'"); /* causes no event */
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

/* --- accept and decline without a number: the only suitable offer --- */

/* What Bob gets when he accepts or declines without a number, after these lines of the
 * others. */
static const struct only_row {
    const char *name;
    const char *by_bob, *by_ann, *by_cid; /* sent before, in this order */
    const char *line, *expected;
} only_rows[] = {
    {"the only challenge", "", ASK_BOB, "", "accept", "'reply':'accept'"},
    {"the only challenge, not the seek", "", ASK_BOB, SEEK_TABLUT, "accept",
     "'game':'ur'"},
    {"the only seek", "", SEEK_UR, "", "accept", "'reply':'accept'"},
    {"nothing", "", "", "", "accept",
     "'unknown_offer','text':'nobody has offered you a game: type seeks, or seek GAME; a "
     "draw is accepted with draw'"},
    {"one's own is none", SEEK_UR, "", "", "accept", "nobody has offered you a game"},
    {"a challenge to somebody else is none", "", ASK_CID, "", "accept",
     "nobody has offered you a game"},
    {"a seek of which one was not told is none", "{'cmd':'profile','games':'tablut'}",
     SEEK_UR, "", "accept", "nobody has offered you a game"},
    {"of one who is gagged", GAG("Ann"), SEEK_UR, "", "accept",
     "nobody has offered you a game"},
    {"two challenges", "", ASK_BOB, ASK_BOB, "accept",
     "'missing_argument','text':'there are 2: say which, as in accept 2 (challenges "
     "lists them)"},
    {"decline the only challenge", "", ASK_BOB, SEEK_UR, "decline", "'reply':'decline'"},
};

TEST_ROWS(only_rows) {
    const struct only_row *row = table_row(state);
    open_three("");
    const char *said[] = {row->by_bob, row->by_ann, row->by_cid};
    const size_t by[] = {2, 1, 3};
    for (size_t i = 0; i < 3; i++) {
        if (said[i][0] != '\0') {
            assert_begins(ask(by[i], said[i]), "{'reply'");
        }
    }
    assert_has(askf(2, "{'cmd':'%s'}", row->line), row->expected);
}

/* --- in a game, and many at once --- */

/* An offer to an absent player stays open; after the grace time, the opponent needs no
 * answer. */
TEST(test_an_offer_to_who_is_away) {
    open_fixture("--limit grace_ms=5000");
    begin(TABLUT);
    drop(1);
    pass(1000);
    assert_has(ask(2, "{'cmd':'adjourn'}"), "'what':'offers_adjourn'");
    assert_has(ask(2, "{'cmd':'adjourn'}"), "'retry_after_ms':4000");
    assert_has(come_back(3, &ticket[0], -1), "'offer':'adjourn'");
    drop(3);
    pass(5100);
    assert_has(ask(2, "{'cmd':'adjourn'}"), "'stage':'adjourned'");
}

/* All changes of one loop iteration are one commit: clients cannot make the disk sync for
 * each line. */
TEST(test_settings_of_a_turn_are_one_commit) {
    open_fixture("");
    enter_registered(1, "Ann", NULL);
    hear(1);
    int64_t commits = turn_metrics(hub_turns(fixture->hub))->commits;
    for (int i = 0; i < 5; i++) {
        say(1, GAG("Cid"));
        say(1, "{'cmd':'profile','max':3}");
        say(1, "{'cmd':'gag','name':'Cid','show':'off'}");
    }
    assert_int_equal(count(hear(1), "'reply'"), 15);
    assert_int_equal(turn_metrics(hub_turns(fixture->hub))->commits, commits + 1);
}

BEFORE_TESTS {
    random_state = random_seed();
}
