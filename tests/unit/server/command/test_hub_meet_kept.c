/* What of meeting is kept: rated games by accounts, profiles, offers when the disk fails.
 */
#define _GNU_SOURCE /* memmem */
#include "tests/unit/server/bad_disk.h"

#define REGISTER "{\"cmd\":\"register\",\"password\":\"seven blue herons\"}"
#define LOGIN    "{\"cmd\":\"login\",\"name\":\"Ann\",\"password\":\"seven blue herons\"}"
#define RATED    "{\"cmd\":\"seek\",\"game\":\"ur\",\"rated\":\"yes\"}"
#define SEEK_UR  "{\"cmd\":\"seek\",\"game\":\"ur\"}"

/* Ann (1) and Bob (2) have accounts, Cid (3) is a guest. */
static struct house *open_registered(struct ticket ticket[3]) {
    static const char *const names[] = {"Ann", "Bob", "Cid"};
    struct house *house = open_filed_house("");
    house->tls = true;
    for (size_t i = 0; i < 3; i++) {
        enter(house, i + 1, names[i], &ticket[i]);
        if (i < 2) {
            assert_begins(ask(house, i + 1, REGISTER), "{\"reply\":\"register\"");
        }
    }
    return house;
}

/* --- rated games --- */

static void test_rated_by_an_offer(void **state) {
    (void)state;
    struct ticket ticket[3];
    struct house *house = open_registered(ticket);
    assert_has(ask(house, 3, RATED), "\"error\":\"not_registered\"");
    assert_has(ask(house, 1, RATED), "{\"reply\":\"seek\",\"offer\":1}");
    assert_has(ask(house, 3, "{\"cmd\":\"accept\",\"offer\":1}"), "\"not_registered\"");
    assert_has(ask(house, 3, SEEK_UR), "\"offer\":2"); /* not the same */
    assert_has(ask(house, 1,
                   "{\"cmd\":\"challenge\",\"name\":\"Cid\",\"game\":\"ur\","
                   "\"rated\":\"yes\"}"),
               "Cid is not registered");
    const char *told = ask(house, 2, RATED);
    assert_has(told, "{\"reply\":\"seek\",\"room\"");
    assert_has(told, "\"rated\":true,\"private\":false");
    assert_has(ask(house, 3, "{\"cmd\":\"rooms\"}"), "\"rated\":true");
    close_filed_house(house);
}

/* It stays rated through a restart and a rematch, and is listed so. */
static void test_rated_in_a_room(void **state) {
    (void)state;
    struct ticket ticket[3];
    struct house *house = open_registered(ticket);
    const char *room = ticket[0].room;
    create_room(house, 1, "{\"cmd\":\"create\",\"game\":\"ur\",\"rated\":\"yes\"}",
                ticket[0].room);
    assert_has(ask_about(house, 3, "join", room), "\"error\":\"not_registered\"");
    assert_has(ask_about(house, 2, "join", room), "{\"reply\":\"join\"");
    end_turn(house);
    restart_house(house);
    assert_has(come_back(house, 1, &ticket[0], -1), "\"rated\":true");
    come_back(house, 2, &ticket[1], -1);
    be_ready(house);
    ask(house, 1, "{\"cmd\":\"resign\"}");
    assert_has(ask(house, 2, "{\"cmd\":\"games\"}"), "\"rated\":true}]");
    assert_has(ask(house, 2, "{\"cmd\":\"rematch\"}"), "\"rated\":true");
    close_filed_house(house);
}

/* --- profiles --- */

static void test_the_profile_of_an_account(void **state) {
    (void)state;
    struct ticket ticket[3];
    struct house *house = open_registered(ticket);
    const char *usual = "{\"reply\":\"profile\",\"games\":\"all\",\"rated\":\"any\","
                        "\"bots\":\"yes\",\"max\":1,\"time\":\"any\",\"bot\":\"no\"}\n";
    assert_string_equal(ask(house, 1, "{\"cmd\":\"profile\"}"), usual);
    char kept[256];
    snprintf(kept, sizeof kept, "%s",
             ask(house, 1,
                 "{\"cmd\":\"profile\",\"games\":\"morris+tablut\",\"rated\":\"no\","
                 "\"bots\":\"no\",\"max\":3,\"time\":\"clock\",\"bot\":\"yes\"}"));
    assert_has(kept, "\"rated\":\"no\",\"bots\":\"no\",\"max\":3,\"time\":\"clock\","
                     "\"bot\":\"yes\"}\n");
    ask(house, 3, "{\"cmd\":\"profile\",\"max\":7}");
    restart_house(house);
    assert_true(come(house, 1));
    ask(house, 1, LOGIN);
    assert_string_equal(ask(house, 1, "{\"cmd\":\"profile\"}"), kept);
    assert_string_equal(ask(house, 1, "{\"cmd\":\"profile\",\"rated\":\"no\"}"), kept);
    struct ticket cid; /* a guest's is not */
    enter(house, 3, "Cid", &cid);
    assert_string_equal(ask(house, 3, "{\"cmd\":\"profile\"}"), usual);
    close_filed_house(house);
}

static const struct wrong_row {
    const char *name, *said, *expected;
} wrong_rows[] = {
    {"games", "\"games\":\"chess\"", "games is all, none, or games"},
    {"rated", "\"rated\":\"often\"", "rated is any, yes or no, not often"},
    {"bots", "\"bots\":\"any\"", "bots is no or yes, not any"},
    {"max 0", "\"max\":0", "max is how many games at once you play, 1 to 64; not 0"},
    {"max 65", "\"max\":\"65\"", "1 to 64; not 65"},
    {"max text", "\"max\":\"1x\"", "1 to 64; not 1x"},
    {"time", "\"time\":\"5+10\"", "time is any, clock or none, not 5+10"},
    {"bot", "\"bot\":\"perhaps\"", "bot is no or yes, not perhaps"},
};

/* And what was right beside it is not taken. */
static void test_wrong(void **state) {
    const struct wrong_row *row = table_row(state);
    struct house *house = open_house("");
    struct ticket ann;
    char line[160];
    enter(house, 1, "Ann", &ann);
    bool is_max = strncmp(row->said, "\"max", 4) == 0;
    snprintf(line, sizeof line, "{\"cmd\":\"profile\",%s,%s}", row->said,
             is_max ? "\"bot\":\"no\",\"bots\":\"no\"" : "\"max\":9");
    const char *told = ask(house, 1, line);
    assert_begins(told, "{\"error\":\"bad_argument\"");
    assert_has(told, row->expected);
    assert_has(ask(house, 1, "{\"cmd\":\"profile\"}"), "\"bots\":\"yes\",\"max\":1,");
    close_house(house);
}

/* --- the disk fails --- */

/* Nothing was done: the offers stand that were taken, and are not there that were made.
 */
static void test_offers_when_the_disk_fails(void **state) {
    (void)state;
    struct ticket ticket[3];
    struct house *house = open_registered(ticket);
    ask(house, 1, SEEK_UR);
    ask(house, 1, "{\"cmd\":\"challenge\",\"name\":\"Cid\",\"game\":\"ur\"}");
    break_disk();
    hear(house, 2);
    say(house, 2, "{\"cmd\":\"accept\",\"offer\":1,\"id\":\"a\"}");
    say(house, 3, "{\"cmd\":\"decline\",\"offer\":2,\"id\":\"d\"}");
    say(house, 3, "{\"cmd\":\"seek\",\"game\":\"tablut\",\"id\":\"s\"}");
    end_turn(house);
    struct outbox *outbox = hub_outbox(house->hub);
    size_t n_errors = 0;
    for (size_t i = 0; i < outbox->n; i++) {
        const struct buf *buf = outbox->item[i].buf;
        assert_null(memmem(buf->data, buf->len, "offer_over", 10));
        n_errors += memmem(buf->data, buf->len, "{\"error\":\"storage\"", 18) != NULL;
    }
    assert_int_equal(n_errors, 3);
    repair_disk();
    const char *told = ask(house, 3, "{\"cmd\":\"seeks\"}");
    assert_has(told, "\"offer\":1,");
    assert_int_equal(count(told, "\"offer\""), 1);
    assert_has(ask(house, 3, "{\"cmd\":\"challenges\"}"), "\"offer\":2,");
    assert_has(ask(house, 2, "{\"cmd\":\"accept\",\"offer\":1}"),
               "{\"reply\":\"accept\"");
    close_filed_house(house);
}

#define PROFILE "{\"cmd\":\"profile\",\"max\":3}"
#define GAG     "{\"cmd\":\"gag\",\"name\":\"Cid\"}"

/* Profiles and gags of accounts are as they were. */
static void test_settings_when_the_disk_fails(void **state) {
    (void)state;
    struct ticket ticket[3];
    struct house *house = open_registered(ticket);
    ask(house, 1, "{\"cmd\":\"gag\",\"name\":\"Bob\"}");
    ask(house, 1, "{\"cmd\":\"profile\",\"max\":2}");
    break_disk();
    assert_has(ask(house, 1, GAG), "\"error\":\"storage\"");
    assert_has(ask(house, 1, "{\"cmd\":\"gag\",\"name\":\"Bob\",\"show\":\"off\"}"),
               "\"error\":\"storage\"");
    assert_has(ask(house, 1, PROFILE), "\"error\":\"storage\"");
    assert_has(ask(house, 1, "{\"cmd\":\"profile\"}"), "\"max\":2");
    assert_has(ask(house, 1, "{\"cmd\":\"gag\"}"), "[{\"name\":\"Bob\"}]");
    repair_disk();
    assert_has(ask(house, 1, PROFILE), "\"max\":3");
    close_filed_house(house);
}

/* Whatever is changed in a turn of the loop is one commit: nobody makes the disk sync
 * for each of his lines. */
static void test_settings_of_a_turn_are_one_commit(void **state) {
    (void)state;
    struct ticket ticket[3];
    struct house *house = open_registered(ticket);
    hear(house, 1);
    int64_t commits = hub_metrics(house->hub)->commits;
    for (int i = 0; i < 5; i++) {
        say(house, 1, GAG);
        say(house, 1, "{\"cmd\":\"gag\",\"name\":\"Cid\",\"show\":\"off\"}");
        say(house, 2, PROFILE);
    }
    assert_int_equal(count(hear(house, 1), "\"reply\":\"gag\""), 10);
    assert_int_equal(hub_metrics(house->hub)->commits, commits + 1);
    close_filed_house(house);
}

/* Who has gone in that turn has no offers after it either. */
static void test_gone_when_the_disk_fails(void **state) {
    (void)state;
    struct ticket ticket[3];
    struct house *house = open_registered(ticket);
    ask(house, 1, SEEK_UR);
    break_disk();
    hear(house, 2);
    say(house, 2, "{\"cmd\":\"accept\",\"offer\":1}");
    drop(house, 1);
    end_turn(house);
    repair_disk();
    assert_has(ask(house, 3, "{\"cmd\":\"seeks\"}"), "\"seeks\":[]");
    close_filed_house(house);
}

static int use_faulty_disk(void **state) {
    (void)state;
    use_bad_disk();
    return 0;
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rated_by_an_offer),
        cmocka_unit_test(test_rated_in_a_room),
        cmocka_unit_test(test_the_profile_of_an_account),
        cmocka_unit_test(test_offers_when_the_disk_fails),
        cmocka_unit_test(test_gone_when_the_disk_fails),
        cmocka_unit_test(test_settings_when_the_disk_fails),
        cmocka_unit_test(test_settings_of_a_turn_are_one_commit),
    };
    return TABLE_RUN("hub/profile", test_wrong, wrong_rows) +
           cmocka_run_group_tests_name("hub/meet/kept", tests, use_faulty_disk, NULL);
}
