/* Games that are called off: who may do it, until when, and what whois counts. */
#include "tests/unit/server/account.h"
#include "tests/unit/server/shelf.h"
#include "tests/unit/test.h"

#define ABORT "{'cmd':'abort'}"
#define SEAL  "sha256:2bd806c97f0e00af1a1fc3328fa763a9269723c8db8fac4f93af71db186d6e90"

/* Ann (1), who has an account, and Bob (2), a guest, sit in a new room. */
static void seat_registered(const char *create, const char *args) {
    open_ann(args, NULL);
    char room[8];
    enter(2, "Bob", NULL);
    create_room(1, create, room);
    ask_about(2, "join", room);
}

static const char *whois(const char *name) {
    return askf(2, "{'cmd':'whois','name':'%s'}", name);
}

/* Leaving is no way around it. */
TEST(test_leaving_resigns_then) {
    seat_registered(ROYAL_UR, "");
    be_ready();
    size_t first = who_moves();
    assert_has(ask(first, "{'cmd':'leave'}"), "to resign and go");
    hear(1);
    say(first, "{'cmd':'leave','sure':'sure'}");
    assert_has(hear(3 - first), "'reason':'resign'");
}

TEST(test_whois_counts) {
    seat_registered(TABLUT, "");
    assert_has(whois("ann"), "'called_off':0,'unopened':0");
    for (int n = 1; n <= 2; n++) {
        char expected[64];
        be_ready();
        ask(1, ABORT);
        snprintf(expected, sizeof expected, "'called_off':%d,'unopened':0", n);
        assert_has(whois("ann"), expected);
        ask(2, "{'cmd':'rematch'}");
    }
    be_ready();
    assert_has(ask(2, ABORT), "'reason':'aborted'");
    assert_has(whois("ann"), "'called_off':2,'unopened':0");
    assert_has(whois("bob"), "'called_off':null,'unopened':null");
}

TEST(test_a_seal_not_opened_counts) {
    seat_registered(ROYAL_UR, "");
    ask(1, "{'cmd':'ready','nonce':'" SEAL "'}");
    ask(2, "{'cmd':'ready'}");
    pass(11000);
    assert_has(whois("ann"), "'called_off':0,'unopened':1");
}

/* The count is kept as long as the account. */
TEST(test_it_is_kept) {
    struct shelf *shelf = make_shelf();
    char args[SHELF_PATH_BYTES + 16];
    snprintf(args, sizeof args, "--db %s", shelf->path);
    seat_registered(TABLUT, args);
    be_ready();
    ask(1, ABORT);
    ask(1, "{'cmd':'leave'}");
    restart_fixture();
    assert_has(ask_anew(3, "{'cmd':'whois','name':'ann'}"), "'called_off':1");
    assert_has(ask(3, LOGIN), "'reply':'login'");
    assert_has(ask(3, "{'cmd':'forget-me','password':'" PASSWORD "'}"),
               "'reply':'forget-me'");
    pass(1000);
    close_fixture();
    assert_int_equal(n_rows(shelf, "accounts"), 0);
    assert_int_equal(n_rows(shelf, "call_offs"), 0);
}
