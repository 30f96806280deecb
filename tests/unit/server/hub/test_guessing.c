/* Guessing passwords is slow, and does not lock other players out. */
#include "tests/unit/server/account.h"
#include "tests/unit/test.h"

#define DAY_MS 86400000

/* One try on a new connection. */
static void try_from(const char *address, const char *line, const char *expected) {
    assert_has(ask_from(2, address, line), expected);
    drop(2);
}

static void guess(const char *address, const char *expected) {
    try_from(address, WRONG, expected);
}

/* As many wrong passwords as the limit allows, from different addresses. */
static void guess_from_many(int n) {
    for (int i = 0; i < n; i++) {
        char address[24];
        snprintf(address, sizeof address, "203.0.%d.%d", 1 + i / 250, 1 + i % 250);
        guess(address, "wrong_password");
    }
}

/* One guesser, however fast: the owner can log in from anywhere, each time. */
TEST(test_nobody_is_locked_out) {
    open_ann("--limit resume_per_minute=1000", NULL);
    drop(1);
    for (int i = 0; i < 10; i++) {
        guess("192.0.2.66", "wrong_password");
    }
    for (int i = 0; i < 40; i++) {
        guess("192.0.2.66", "'retry_after_ms':6000");
        try_from(i % 2 == 0 ? "198.51.100.7" : HERE, LOGIN, "'reply':'login'");
    }
}

TEST(test_an_address_for_all_names) {
    struct ticket own;
    open_ann("--limit logins_per_minute=2", &own);
    enter(3, "Bob", &own);
    ask(3, REGISTER);
    guess("192.0.2.9", "wrong_password");
    guess("192.0.2.9", "wrong_password");
    try_from("192.0.2.9", "{'cmd':'login','name':'Bob','password':'12345678'}",
             "too many wrong passwords came from your address");
}

/* A botnet: when strangers have used up the day's tries, each further address has one. */
TEST(test_many_guessers) {
    open_ann("", NULL);
    drop(1);
    guess_from_many(100);
    guess("203.0.1.1", "somebody is guessing this password");
    guess("203.0.9.1", "wrong_password");
    guess("203.0.9.1", "'retry_after_ms':864000"); /* a hundredth of a day */
    /* The owner can log in from a new place, and from then on is known there. */
    try_from("198.51.100.7", LOGIN, "'reply':'login'");
    guess("198.51.100.7", "wrong_password");
    try_from("198.51.100.7", LOGIN, "'reply':'login'");
    /* And where they have registered. */
    guess(HERE, "wrong_password");
    try_from(HERE, LOGIN, "'reply':'login'");
}

/* An attacker with all addresses of a network counts as one. */
TEST(test_a_network) {
    open_ann("--limit guesses_per_day=1", NULL);
    drop(1);
    guess("192.0.2.9", "wrong_password");
    guess("2001:db8:0:1::", "wrong_password");
    guess("2001:db8:0:2::", "somebody is guessing this password");
    guess("2001:db8:1:1::", "wrong_password");
}

/* A single try counts as one, even if an attacker sends many at once. */
TEST(test_one_try_at_once) {
    open_ann("--limit guesses_per_day=1", NULL);
    drop(1);
    guess("192.0.2.9", "wrong_password");
    fixture->holds_jobs = true;
    assert_string_equal(ask_from(3, "192.0.2.10", WRONG), "");
    assert_has(ask_from(4, "192.0.2.10", WRONG), "too_fast");
    do_jobs();
    assert_has(hear(3), "wrong_password");
}

/* A neighbour of the owner guesses: the daily limit applies to them, too. */
TEST(test_guessing_at_home) {
    open_ann("--limit guesses_per_day=3", NULL);
    drop(1);
    for (int i = 0; i < 3; i++) {
        guess(HERE, "wrong_password");
    }
    guess(HERE, "'retry_after_ms':28800000");
    try_from("198.51.100.7", LOGIN, "'reply':'login'");
}

/* However many tries follow, there are new ones the next day. */
TEST(test_the_next_day) {
    open_ann("--limit guesses_per_day=2", NULL);
    drop(1);
    guess_from_many(40);
    guess("203.0.1.40", "too_fast");
    pass(DAY_MS / 2);
    guess("203.0.1.40", "wrong_password");
    guess("203.0.1.40", "too_fast");
    pass(DAY_MS);
    guess("203.0.1.40", "wrong_password");
    guess("203.0.1.40", "wrong_password");
    guess("203.0.1.40", "too_fast");
}
