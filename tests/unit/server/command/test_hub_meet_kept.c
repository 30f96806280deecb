/* What is stored about offers: rated games by accounts, profiles, offers when the disk
 * fails. */
#define _GNU_SOURCE /* memmem */
#include "server/hub/hub.h"
#include "server/turn/clock.h"
#include "server/turn/turn.h"
#include "tests/unit/server/account.h"
#include "tests/unit/server/bad_disk.h"
#include "tests/unit/test.h"

#define SEEK_UR "{'cmd':'seek','game':'ur'}"

/* Ann (1) and Bob (2) have accounts, Cid (3) is a guest. */
static void open_registered(void) {
    open_filed_fixture("");
    enter_registered(1, "Ann", &ticket[0]);
    enter_registered(2, "Bob", &ticket[1]);
    enter(3, "Cid", &ticket[2]);
}

/* --- rated games --- */

/* It stays rated through a restart and a rematch, and the list says so. */
TEST(test_rated_in_a_room) {
    open_registered();
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
    assert_has(
        ask(2, "{'cmd':'games'}"),
        "'rated':true,'white_rating':1500,'black_rating':null}]"); /* who won too soon */
    assert_has(ask(2, "{'cmd':'rematch'}"), "'rated':true");
}

/* --- profiles --- */

TEST(test_the_profile_of_an_account) {
    open_registered();
    const char *usual = "{'reply':'profile','games':'all','rated':'any','bots':'yes','"
                        "max':1,'time':'any','bot':'no'}\n";
    assert_json(ask(1, "{'cmd':'profile'}"), usual);
    char kept[256];
    snprintf(kept, sizeof kept, "%s",
             ask(1,
                 "{'cmd':'profile','games':'morris+tablut','rated':'no','bots':'no','max'"
                 ":3,'time':'clock','bot':'yes'}"));
    assert_has(kept, "'rated':'no','bots':'no','max':3,'time':'clock','bot':'yes'}\n");
    ask(3, "{'cmd':'profile','max':7}");
    restart_fixture();
    assert_true(come(1));
    ask(1, LOGIN);
    assert_json(ask(1, "{'cmd':'profile'}"), kept);
    assert_json(ask(1, "{'cmd':'profile','rated':'no'}"), kept);
    struct ticket cid; /* a guest's profile is not kept */
    enter(3, "Cid", &cid);
    assert_json(ask(3, "{'cmd':'profile'}"), usual);
}

static const struct wrong_row {
    const char *name, *said, *expected;
} wrong_rows[] = {
    {"games", "'games':'chess'", "games is all, none, or games"},
    {"rated", "'rated':'often'", "rated is any, yes or no, not often"},
    {"bots", "'bots':'any'", "bots is no or yes, not any"},
    {"max 0", "'max':0", "max is how many games at once you play, 1 to 64; not 0"},
    {"max 65", "'max':'65'", "1 to 64; not 65"},
    {"max text", "'max':'1x'", "1 to 64; not 1x"},
    {"time", "'time':'5+10'", "time is any, clock or none, not 5+10"},
    {"bot", "'bot':'perhaps'", "bot is no or yes, not perhaps"},
};

/* Valid settings in the same command are not applied either. */
TEST_ROWS(wrong_rows) {
    const struct wrong_row *row = table_row(state);
    enter(1, "Ann", NULL);
    bool is_max = strncmp(row->said, "'max", 4) == 0;
    const char *told = askf(1, "{'cmd':'profile',%s,%s}", row->said,
                            is_max ? "'bot':'no','bots':'no'" : "'max':9");
    assert_begins(told, "{'error':'bad_argument'");
    assert_has(told, row->expected);
    assert_has(ask(1, "{'cmd':'profile'}"), "'bots':'yes','max':1,");
}

/* --- the disk fails --- */

/* Nothing has happened but that offers have ended, and who was told of one hears so. */
TEST(test_offers_when_the_disk_fails) {
    open_registered();
    ask(1, SEEK_UR);
    ask(1, "{'cmd':'challenge','name':'Cid','game':'ur'}");
    break_disk();
    hear(2);
    say(2, "{'cmd':'accept','offer':1,'id':'a'}");
    say(3, "{'cmd':'decline','offer':2,'id':'d'}");
    say(3, "{'cmd':'seek','game':'tablut','id':'s'}");
    end_turn();
    struct outbox *outbox = turn_outbox(hub_turns(fixture->hub));
    size_t n_errors = 0, n_over = 0;
    for (size_t i = 0; i < outbox->n; i++) {
        const struct buf *buf = outbox->item[i].buf;
        n_over += memmem(buf->data, buf->len, "offer_over", 10) != NULL;
        assert_null(memmem(buf->data, buf->len, "\"offer\":3", 10));
        n_errors += memmem(buf->data, buf->len, "{\"error\":\"storage\"", 18) != NULL;
    }
    assert_int_equal(n_errors, 3);
    assert_int_equal(n_over, 5); /* the seek for all three, the challenge for both */
    repair_disk();
    pass(2000);
    assert_has(ask(3, "{'cmd':'seeks'}"), "'seeks':[]");
    assert_has(ask(3, "{'cmd':'challenges'}"), "'challenges':[]");
    assert_has(ask(2, "{'cmd':'accept','offer':1}"), "'error':'unknown_offer'");
}

#define PROFILE "{'cmd':'profile','max':3}"
#define GAG     "{'cmd':'gag','name':'Cid'}"

/* All changes of one loop iteration are one commit: clients cannot make the disk sync for
 * each line. */
TEST(test_settings_of_a_turn_are_one_commit) {
    open_registered();
    hear(1);
    int64_t commits = turn_metrics(hub_turns(fixture->hub))->commits;
    for (int i = 0; i < 5; i++) {
        say(1, GAG);
        say(1, "{'cmd':'gag','name':'Cid','show':'off'}");
        say(2, PROFILE);
    }
    assert_int_equal(count(hear(1), "'reply':'gag'"), 10);
    assert_int_equal(turn_metrics(hub_turns(fixture->hub))->commits, commits + 1);
}

BEFORE_TESTS {
    use_bad_disk();
}
