/* The modules of server/lobby: codes of rooms, spectators, offers, profiles, bans,
 * reserved names. */
#include <stdio.h>
#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/test.h"

#include "server/base/address.h"
#include "server/lobby/ban.h"
#include "server/lobby/lobby.h"
#include "server/lobby/offers.h"
#include "server/lobby/profile.h"
#include "server/lobby/watchers.h"

static struct room *new_room(const char *code) {
    struct room_start start = {.game = &game_royal_ur, .draw.game_id = "g"};
    snprintf(start.code, sizeof start.code, "%s", code);
    return room_new(&start);
}

static void close_lobby(struct lobby *lobby) {
    for (size_t i = 0; i < lobby->rooms.n; i++) {
        room_destroy(lobby->rooms.room[i]);
    }
    lobby_fini(lobby);
}

static uint64_t random_state;

static void test_bytes(void *buf, size_t n) {
    for (size_t i = 0; i < n; i++) {
        ((unsigned char *)buf)[i] = (unsigned char)random_below(&random_state, 256);
    }
}

static void assert_is_sayable(const char *code) {
    size_t len = strlen(code);
    assert_in_range(len, 4, ROOM_BYTES_MAX);
    for (size_t i = 0; i < len; i++) {
        assert_non_null(strchr(i % 2 == 0 ? "BDLMNRSTV" : "AEIO", code[i]));
    }
}

TEST(test_codes_are_sayable_and_unique) {
    random_state = random_seed();
    struct lobby lobby = {0};
    for (int i = 0; i < 1500; i++) {
        char code[ROOM_BYTES_MAX + 1];
        lobby_new_code(&lobby, test_bytes, code);
        assert_is_sayable(code);
        assert_null(lobby_find(&lobby, code));
        lobby_add(&lobby, new_room(code));
    }
    assert_int_equal(strlen(lobby.rooms.room[499]->code), 4);
    assert_int_equal(strlen(lobby.rooms.room[500]->code), 6);
    close_lobby(&lobby);
}

/* Insults, obscenities, and words of hatred and death, in the capitals of codes. */
static const char bad_words[] =
    /* English */
    "NAZI KIKE DAGO NIGA NIGE NIG NEGRO FAG DIKE DYKE HOMO TIT ANAL RAPE PEDO "
    "VAGINA PENIS SEMEN BONER SODOMI SATAN DEMON DEVIL EVIL RETARD MORON IDIOT "
    "LOSER LAME VILE BAD SAD MAD BITE ORAL ENEMA LESI LESO LEZI LOLITA GIMP KKK "
    "XXX FCK FKK WTF CNT DCK PRN BTCH SEX LADEN OSAMA TALIBA SADAM ISIS SINE GOOK "
    "GOKO PAKI KAFIR LEPER TITO "
    /* German, Dutch, Nordic */
    "NASI FOTZE KAKE KAKA KANAKE NEGER TOD TOT MORD DEBIL SAFI GEIL KUK FITA HORA "
    "NIKER BEDE LEDA "
    /* French */
    "SALE SALO SOT NAZE RATE ZOBI ZIZI LOLO BITO NIKE NIKO TETE PEDE FIFI PTN "
    "BORDEL NENEGE TARE CACA "
    /* Spanish, Portuguese, Italian, Romanian */
    "PUTA PUTO KOLO CULO TETA TETO MATA MATO MORO MORI RABO FODA FODE FIGA FIKA "
    "SEGA BOBO BOBA TARADO TARADA RAMERA MAMADA MAMON NERO NERA NABO TOLO LELO "
    "MEMO MEMA RATA RATO SIDA MONA BOTA SIMIO GITANO ZIGANO SIMI ONAN LABA "
    /* Slavic, Hungarian, Finnish, Greek, Turkish */
    "ZIDI ZIDO ZIDA PIDOR BUZI GECI SIKI SIKE GOTE MALAKA GAMO SISI EBAT NEKERI "
    /* Hebrew, Arabic, Hindi, Malay, Tagalog, Japanese, Swahili */
    "ZONA KOSA ZEBI LODA LODE SALA BABI GILA BEGO TAMOD GAGO TITE TITI BAKA BOKE "
    "DEBU MATAKO MAVI KUMA ";

static void assert_is_no_insult(const char *code) {
    char word[8];
    for (const char *at = bad_words; *at != '\0'; at += strlen(word) + 1) {
        snprintf(word, sizeof word, "%.*s", (int)strcspn(at, " "), at);
        if (strstr(code, word) != NULL) {
            fail_msg("%s has %s inside", code, word);
        }
    }
}

/* Counts through all codes of 9 consonants and 4 vowels, whichever these are: the
 * k-th call is the k-th code. */
static void counting_bytes(void *buf, size_t n) {
    uint64_t k = random_state++;
    for (size_t i = 0; i < n; i++) {
        uint64_t base = i % 2 == 0 ? 9 : 4;
        ((unsigned char *)buf)[i] = (unsigned char)(k % base);
        k /= base;
    }
}

/* Draws all codes of a lobby with so many rooms, with 4 or 6 letters. */
static size_t draw_all(size_t n_rooms, uint64_t n_codes) {
    struct lobby lobby = {.rooms.n = n_rooms};
    char code[ROOM_BYTES_MAX + 1];
    size_t n = 0;
    for (random_state = 0; random_state < n_codes; n++) {
        lobby_new_code(&lobby, counting_bytes, code);
        assert_is_sayable(code);
        assert_is_no_insult(code);
    }
    return n;
}

/* All codes are drawn, and enough of them: twice as many as are in use before a lobby
 * goes on to longer ones. */
TEST(test_no_code_is_an_insult) {
    assert_in_range(draw_all(0, 36 * 36), 2 * 500, 36 * 36);
    assert_in_range(draw_all(500, 36 * 36 * 36), 2 * 15000, 36 * 36 * 36);
}

/* With 15,000 rooms, and with the most that a host can allow, codes are only
 * consonants. */
TEST(test_codes_of_a_very_full_lobby) {
    random_state = random_seed();
    struct lobby lobby[] = {{.rooms.n = 15000}, {.rooms.n = 100000}};
    char code[ROOM_BYTES_MAX + 1];
    for (int i = 0; i < 20000; i++) {
        lobby_new_code(&lobby[i % 2], test_bytes, code);
        assert_int_equal(strlen(code), ROOM_BYTES_MAX);
        assert_null(strpbrk(code, "AEIOUYKSG"));
        assert_is_no_insult(code);
    }
}

/* A source of randomness that repeats a code once. */
static void stuttering_bytes(void *buf, size_t n) {
    memset(buf, random_state++ < 2 ? 0 : 1, n);
}

TEST(test_a_code_in_use_is_drawn_again) {
    random_state = 0;
    struct lobby lobby = {0};
    char code[ROOM_BYTES_MAX + 1];
    lobby_new_code(&lobby, stuttering_bytes, code);
    assert_string_equal(code, "BABA");
    lobby_add(&lobby, new_room(code));
    lobby_new_code(&lobby, stuttering_bytes, code);
    assert_string_equal(code, "DEDE");
    close_lobby(&lobby);
}

/* --- watchers --- */

/* Lists of spectators: those who are up to date, and those who lag. */

#define MOST 20

/* Random changes, compared with a plain list of who watches and who is told. */
TEST(test_as_a_plain_list) {
    uint64_t rng = random_seed();
    struct watchers watchers = {0};
    bool is_there[MOST] = {false}, is_told[MOST] = {false};
    for (int step = 0; step < 5000; step++) {
        unsigned who = random_below(&rng, MOST);
        bool told = random_below(&rng, 2) == 1;
        switch (random_below(&rng, 3)) {
        case 0:
            if (!is_there[who]) {
                watchers_add(&watchers, who + 1);
                is_there[who] = is_told[who] = true;
            }
            break;
        case 1:
            assert_int_equal(watchers_remove(&watchers, who + 1), is_there[who]);
            is_there[who] = is_told[who] = false;
            break;
        default:
            watchers_set_told(&watchers, who + 1, told);
            is_told[who] = is_there[who] && told;
            break;
        }
        size_t n = 0, n_told = 0;
        for (size_t i = 0; i < MOST; i++) {
            n += is_there[i];
            n_told += is_told[i];
        }
        assert_int_equal(watchers.n, n);
        assert_int_equal(watchers.n_told, n_told);
        for (size_t i = 0; i < n; i++) {
            assert_true(is_there[watchers.session[i] - 1]);
            assert_int_equal(is_told[watchers.session[i] - 1], i < n_told);
        }
    }
    watchers_fini(&watchers);
}

TEST(test_held_lines) {
    struct watchers watchers = {0};
    for (int i = 0; i < WATCHERS_HELD_MAX + 3; i++) {
        watchers_hold(&watchers, "Ann", i == 3 ? "first" : "next");
    }
    assert_int_equal(watchers.n_held, WATCHERS_HELD_MAX);
    assert_string_equal(watchers.held[0]->text, "first");
    watchers_clear_held(&watchers);
    assert_int_equal(watchers.n_held, 0);
    watchers_hold(&watchers, "Bob", "again");
    assert_string_equal(watchers.held[0]->name, "Bob");
    watchers_fini(&watchers);
}

/* --- offers --- */

/* The list of offers. */

static uint64_t add(struct offers *offers, uint64_t from, uint64_t due_ms) {
    struct offer offer = {.from = from, .due_ms = due_ms, .terms = {.game = &game_ur}};
    return offers_add(offers, &offer)->id;
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

/* --- profile --- */

/* Profiles: which offers reach a player. */

static const struct refuse_row {
    const char *name;
    struct profile profile;
    struct wish wish;
    enum profile_part part;
} refuse_rows[] = {
    {"the usual profile", {0}, {.game = &game_ur}, PROFILE_WANTS},
    {"all at once", {0}, {&game_ur, true, true, true, 0}, PROFILE_WANTS},
    {"another game", {.no_games = 1}, {.game = &game_ur}, PROFILE_WANTS},
    {"not this game", {.no_games = 1}, {.game = NULL /* games[0] */}, PROFILE_GAMES},
    {"rated only", {.rated = CHOICE_YES}, {.game = &game_ur}, PROFILE_RATED},
    {"rated, as wanted", {.rated = CHOICE_YES}, {&game_ur, true, 0, 0, 0}, PROFILE_WANTS},
    {"not rated", {.rated = CHOICE_NO}, {&game_ur, true, 0, 0, 0}, PROFILE_UNRATED},
    {"no bots", {.no_bots = true}, {&game_ur, 0, 0, true, 0}, PROFILE_BOTS},
    {"no bots, and none asks", {.no_bots = true}, {.game = &game_ur}, PROFILE_WANTS},
    {"clocks only", {.clock = CHOICE_YES}, {.game = &game_ur}, PROFILE_CLOCK},
    {"no clocks", {.clock = CHOICE_NO}, {&game_ur, 0, true, 0, 0}, PROFILE_NO_CLOCK},
    {"playing", {0}, {.game = &game_ur, .n_running = 1}, PROFILE_BUSY},
    {"playing one of two",
     {.more = 1},
     {.game = &game_ur, .n_running = 1},
     PROFILE_WANTS},
    {"playing both", {.more = 1}, {.game = &game_ur, .n_running = 2}, PROFILE_BUSY},
};

TEST_ROWS(refuse_rows) {
    const struct refuse_row *row = table_row(state);
    struct wish wish = row->wish;
    wish.game = wish.game != NULL ? wish.game : games[0];
    enum profile_part part = profile_refuses(&row->profile, &wish);
    assert_int_equal(part, row->part);
    assert_int_equal(profile_part_text(part)[0] == '\0', part == PROFILE_WANTS);
}

static const struct games_row {
    const char *name;
    const char *read;
    const char *written; /* NULL: refused */
} games_rows[] = {
    {"all", "all", "all"},
    {"none", "none", "none"},
    {"one", "tablut", "tablut"},
    {"two, in any order", "tablut+royal-ur", "royal-ur+tablut"},
    {"twice", "tablut+tablut", "tablut"},
    {"nothing", "", NULL},
    {"a game that is none", "tablut+chess", NULL},
    {"a part of one", "tabl", NULL},
    {"a + too many at the end", "tablut+", NULL},
    {"and at the beginning", "+tablut", NULL},
    {"all and more", "all+tablut", NULL},
    {"capitals", "Tablut", NULL},
};

TEST_ROWS(games_rows) {
    const struct games_row *row = table_row(state);
    struct profile profile = {.no_games = 2, .rated = CHOICE_NO};
    char fault[FAULT_BYTES] = "", text[PROFILE_GAMES_BYTES];
    assert_int_equal(profile_read_games(&profile, row->read, fault),
                     row->written != NULL);
    assert_int_equal(fault[0] == '\0', row->written != NULL);
    if (row->written == NULL) {
        assert_int_equal(profile.no_games, 2);
        return;
    }
    struct text_out out = text_out_of(text, sizeof text);
    profile_write_games(&profile, &out);
    assert_string_equal(text, row->written);
    assert_int_equal(profile_wants_none(&profile), strcmp(text, "none") == 0);
    assert_int_equal(profile.rated, CHOICE_NO);
}

/* The longest list fits, and naming every game means all. */
TEST(test_every_game) {
    char text[2 * PROFILE_GAMES_BYTES] = "", fault[FAULT_BYTES];
    char written[PROFILE_GAMES_BYTES];
    struct profile profile = {0};
    struct text_out out;
    for (size_t i = 0; games[i] != NULL; i++) {
        out = text_out_of(written, sizeof written);
        assert_true(strlen(text) + strlen(games[i]->id) + 2 < sizeof text);
        strcat(strcat(text, i > 0 ? "+" : ""), games[i]->id);
        assert_true(profile_read_games(&profile, text, fault));
        profile_write_games(&profile, &out);
        assert_true(out.len < out.cap);
    }
    assert_string_equal(written, "all");
    assert_true(strlen(text) < PROFILE_GAMES_BYTES);
}

/* --- ban --- */

/* Banned names and addresses: their form, and the list. */

static const struct {
    const char *text;
    const char *who; /* NULL: neither a name nor an address */
} rows[] = {
    {"Bob", "Bob"},
    {"a-b_9", "a-b_9"},
    {"b", NULL},
    {"", NULL},
    {"bob!", NULL},
    {"192.0.2.1", "192.0.2.1"},
    {"192.0.2.256", NULL},
    {"192.0.2", NULL},
    {"192.0.2.1/64", NULL},
    {"192.0.2.1:2532", NULL},
    {"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"},
    {"2001:DB8:1:2::/64", "2001:db8:1:2::"},
    {"2001:db8::7/64", "2001:db8::"},
    {"2001:db8::/48", NULL},
    {"2001:db8::/640", NULL},
    {"/64", NULL},
    {"::ffff:192.0.2.1", "192.0.2.1"},
    {"::ffff:192.0.2.1/64", NULL},
    {"::1", "::1"},
    {"fe80::1", "fe80::"},
    {"fe80::1%eth0", NULL},
    {"[2001:db8::1]", NULL},
    {"2001:db8:1:2:3:4:5:6:7", NULL},
    {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa::/64", NULL},
};

TEST(who_is_meant) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char who[ADDRESS_BYTES] = "";
        bool good = ban_read_who(rows[i].text, who);
        if (good != (rows[i].who != NULL) || (good && strcmp(who, rows[i].who) != 0)) {
            fail_msg("%s is read as %s", rows[i].text, good ? who : "nothing");
        }
    }
}

TEST(until_its_time_is_over) {
    struct bans bans = {.n = 0};
    assert_true(bans_put(&bans, &(struct ban){.who = "Bob", .at_s = 10, .until_s = 20}));
    assert_true(bans_put(&bans, &(struct ban){.who = "192.0.2.1", .text = "why"}));
    assert_non_null(bans_find(&bans, "bob", 19));
    assert_null(bans_find(&bans, "bob", 20));
    assert_null(bans_find_over(&bans, 19));
    assert_string_equal(bans_find_over(&bans, 20)->who, "Bob");
    assert_string_equal(bans_find(&bans, "192.0.2.1", INT64_MAX)->text, "why");
    assert_null(bans_find(&bans, "192.0.2.11", 0));
    bans_fini(&bans);
}

TEST(there_are_not_too_many) {
    struct bans bans = {.n = 0};
    struct ban ban = {.who = ""};
    for (int i = 0; i <= BANS_MAX; i++) {
        snprintf(ban.who, sizeof ban.who, "n%d", i);
        assert_int_equal(bans_put(&bans, &ban), i < BANS_MAX);
    }
    assert_int_equal(bans.n, BANS_MAX);
    snprintf(ban.who, sizeof ban.who, "N7"); /* an old ban can still be changed */
    assert_true(bans_put(&bans, &ban));
    assert_true(bans_remove(&bans, "n500"));
    assert_non_null(bans_find(&bans, "n499", 0));
    assert_non_null(bans_find(&bans, "n501", 0));
    snprintf(ban.who, sizeof ban.who, "n1000");
    assert_true(bans_put(&bans, &ban));
    bans_fini(&bans);
}

/* --- reserved --- */

/* Names that look official. */

static const struct row {
    const char *name;
    bool expected;
} reserved_rows[] = {
    {"Admin", true},         {"ADMIN", true},      {"adm1n", true},
    {"Admln", true},         {"_admin_", true},    {"a-d-m-i-n", true},
    {"Ádmin", true},         {"Admın", true},      {"adrnin", true},
    {"Admin2", true},        {"Admin_007", true},  {"Administrator", true},
    {"4dm1n1strat0r", true}, {"0perator", true},   {"Operator", true},
    {"ServerAdmin", true},   {"the-host", true},   {"TheServer", true},
    {"Moderator", true},     {"mod", true},        {"5erver", true},
    {"Sysop", true},         {"alea", true},       {"alead", true},
    {"AleaTeam", true},      {"Host", true},       {"øperator", true},
    {"Ann", false},          {"Badminton", false}, {"Hostel", false},
    {"Modesty", false},      {"Theodor", false},   {"Aleah", false},
    {"Madmin", false},       {"Observer", false},  {"House", false},
    {"a1", false},           {"bot-1", false},     {"Wilhelm", false},
    {"Serverine", false},    {"m1", false},
};

TEST_ROWS(reserved_rows) {
    const struct row *row = table_row(state);
    assert_int_equal(is_reserved_name(row->name), row->expected);
}
