/* The list of offers. */
#include "server/lobby/offers.h"
#include "tests/unit/test.h"

static uint64_t add(struct offers *offers, uint64_t from, uint64_t due_ms) {
    struct offer offer = {.from = from, .due_ms = due_ms, .terms = {.game = &game_ur}};
    return offers_add(offers, &offer)->id;
}

TEST(test_numbers_are_not_used_again) {
    struct offers offers = {0};
    assert_int_equal(add(&offers, 7, 0), 1);
    assert_int_equal(add(&offers, 8, 0), 2);
    offers_remove(&offers, 2);
    assert_null(offers_find(&offers, 2));
    assert_int_equal(add(&offers, 7, 0), 3);
    assert_int_equal(offers_count(&offers, 7), 2);
    assert_int_equal(offers_count(&offers, 8), 0);
    assert_null(offers_find(&offers, 0));
    offers_fini(&offers);
}

TEST(test_many_in_order) {
    struct offers offers = {0};
    for (uint64_t i = 1; i <= 100; i++) {
        add(&offers, i, 1000 - i);
    }
    for (uint64_t i = 1; i <= 100; i += 2) {
        offers_remove(&offers, i);
    }
    uint64_t expected = 2;
    size_t at = 0;
    for (const struct offer *offer; (offer = offers_next(&offers, &at)) != NULL;) {
        assert_int_equal(offer->id, expected);
        expected += 2;
    }
    assert_int_equal(expected, 102);
    assert_int_equal(offers_due_ms(&offers), 900);
    offers_fini(&offers);
    assert_true(offers_due_ms(&offers) == UINT64_MAX);
}

/* An offer that is over is found no more; it is removed later. */
TEST(test_over) {
    struct offers offers = {0};
    uint64_t ended = add(&offers, 1, 0), stands = add(&offers, 1, 0);
    offers_end(offers_find(&offers, ended));
    assert_null(offers_find(&offers, ended));
    assert_non_null(offers_find(&offers, stands));
    assert_int_equal(offers_count(&offers, 1), 1);
    assert_int_equal(offers.n, 2);
    offers_remove(&offers, ended);
    assert_int_equal(offers.n, 1);
    offers_fini(&offers);
}

TEST(test_who_was_told) {
    struct offers offers = {0};
    uint64_t id = add(&offers, 1, 0);
    struct offer *offer = offers_find(&offers, id);
    static const uint32_t places[] = {0, 63, 64, 999999};
    for (size_t i = 0; i < 4; i++) {
        assert_false(offer_was_told(offer, places[i]));
        offer_tell(offer, places[i]);
        assert_true(offer_was_told(offer, places[i]));
        assert_false(offer_was_told(offer, places[i] + 1));
    }
    offers_forget(&offers, 64);
    offers_forget(&offers, 5000000);
    assert_false(offer_was_told(offer, 64));
    assert_true(offer_was_told(offer, 63));
    offers_fini(&offers);
}

#define UR     .game = &game_ur
#define EITHER .side = SIDE_COUNT

static const struct fit_row {
    const char *name;
    struct terms a, b;
    bool is_same, fits;
} fit_rows[] = {
    {"either side", {UR, EITHER}, {UR, EITHER}, true, true},
    {"one side", {UR, .side = SIDE_WHITE}, {UR, EITHER}, true, true},
    {"both", {UR, .side = SIDE_WHITE}, {UR, .side = SIDE_BLACK}, true, true},
    {"the same side", {UR, .side = SIDE_WHITE}, {UR, .side = SIDE_WHITE}, true, false},
    {"another game", {UR, EITHER}, {.game = &game_tablut, EITHER}, false, false},
    {"other options", {UR, EITHER}, {UR, EITHER, .opt = {{1}}}, false, false},
    {"clocks", {UR, EITHER}, {UR, EITHER, .time = {5, 10}}, false, false},
    {"another bonus",
     {UR, EITHER, .time = {5, 11}},
     {UR, EITHER, .time = {5, 10}},
     false,
     false},
    {"rated", {UR, EITHER, .rated = true}, {UR, EITHER}, false, false},
};

TEST_ROWS(fit_rows) {
    const struct fit_row *row = table_row(state);
    assert_int_equal(terms_are_same(&row->a, &row->b), row->is_same);
    assert_int_equal(terms_fit(&row->a, &row->b), row->fits);
    assert_int_equal(terms_fit(&row->b, &row->a), row->fits);
}

TEST(test_the_same_offer) {
    struct offers offers = {0};
    struct offer offer = {.from = 1, .to = 2, .terms = {UR, EITHER}};
    assert_null(offers_find_same(&offers, &offer));
    offers_add(&offers, &offer);
    assert_non_null(offers_find_same(&offers, &offer));
    offer.terms.side = SIDE_WHITE;
    assert_null(offers_find_same(&offers, &offer));
    offer.terms.side = SIDE_COUNT;
    offer.to = 0;
    assert_null(offers_find_same(&offers, &offer));
    offer.to = 2;
    offer.from = 3;
    assert_null(offers_find_same(&offers, &offer));
    offers_fini(&offers);
}

/* The legs that a game gets by default: tafl two, others as they say. */
TEST(test_default_legs) {
    static const struct {
        const char *game;
        const char *expected;
    } rows[] = {
        {"tablut", "tablut:legs=2"},
        {"tablut:king=unarmed", "tablut:king=unarmed,legs=2"},
        {"tablut:legs=1", "tablut"},
        {"alea-evangelii", "alea-evangelii"},
        {"alea-evangelii:legs=1", "alea-evangelii:legs=1"},
        {"royal-ur", "royal-ur"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct terms terms = {.has_legs = strstr(rows[i].game, "legs=") != NULL};
        struct text_in in = text_in_of(rows[i].game, strlen(rows[i].game));
        assert_true(game_parse(&in, &terms.game, &terms.opt));
        terms_default_legs(&terms);
        char game[GAME_TEXT_BYTES];
        struct text_out out = text_out_of(game, sizeof game);
        game_write(terms.game, &terms.opt, &out);
        assert_string_equal(game, rows[i].expected);
    }
}
