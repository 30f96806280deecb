/* Rooms by their codes. */
#include "server/lobby/lobby.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/test.h"

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

TEST(test_find_and_remove) {
    struct lobby lobby = {0};
    struct room *first = new_room("AAAA"), *second = new_room("BBBB");
    lobby_add(&lobby, first);
    lobby_add(&lobby, second);
    assert_ptr_equal(lobby_find(&lobby, "AAAA"), first);
    assert_null(lobby_find(&lobby, "AAA"));
    assert_null(lobby_find(&lobby, "CCCC"));
    assert_null(lobby_find(&lobby, ""));
    lobby_remove(&lobby, first);
    room_destroy(first);
    assert_null(lobby_find(&lobby, "AAAA"));
    assert_ptr_equal(lobby_find(&lobby, "BBBB"), second);
    assert_int_equal(lobby.rooms.n, 1);
    close_lobby(&lobby);
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
static const char *const bad_words[] = {
    /* English */
    "NAZI",
    "KIKE",
    "DAGO",
    "NIGA",
    "NIGE",
    "NIG",
    "NEGRO",
    "FAG",
    "DIKE",
    "DYKE",
    "HOMO",
    "TIT",
    "ANAL",
    "RAPE",
    "PEDO",
    "VAGINA",
    "PENIS",
    "SEMEN",
    "BONER",
    "SODOMI",
    "SATAN",
    "DEMON",
    "DEVIL",
    "EVIL",
    "RETARD",
    "MORON",
    "IDIOT",
    "LOSER",
    "LAME",
    "VILE",
    "BAD",
    "SAD",
    "MAD",
    "BITE",
    "ORAL",
    "ENEMA",
    "LESI",
    "LESO",
    "LEZI",
    "LOLITA",
    "GIMP",
    "KKK",
    "XXX",
    "FCK",
    "FKK",
    "WTF",
    "CNT",
    "DCK",
    "PRN",
    "BTCH",
    "SEX",
    "LADEN",
    "OSAMA",
    "TALIBA",
    "SADAM",
    "ISIS",
    "SINE",
    "GOOK",
    "GOKO",
    "PAKI",
    "KAFIR",
    "LEPER",
    "TITO",
    /* German, Dutch, Nordic */
    "NASI",
    "FOTZE",
    "KAKE",
    "KAKA",
    "KANAKE",
    "NEGER",
    "TOD",
    "TOT",
    "MORD",
    "DEBIL",
    "SAFI",
    "GEIL",
    "KUK",
    "FITA",
    "HORA",
    "NIKER",
    "BEDE",
    "LEDA",
    /* French */
    "SALE",
    "SALO",
    "SOT",
    "NAZE",
    "RATE",
    "ZOBI",
    "ZIZI",
    "LOLO",
    "BITO",
    "NIKE",
    "NIKO",
    "TETE",
    "PEDE",
    "FIFI",
    "PTN",
    "BORDEL",
    "NENEGE",
    "TARE",
    "CACA",
    /* Spanish, Portuguese, Italian, Romanian */
    "PUTA",
    "PUTO",
    "KOLO",
    "CULO",
    "TETA",
    "TETO",
    "MATA",
    "MATO",
    "MORO",
    "MORI",
    "RABO",
    "FODA",
    "FODE",
    "FIGA",
    "FIKA",
    "SEGA",
    "BOBO",
    "BOBA",
    "TARADO",
    "TARADA",
    "RAMERA",
    "MAMADA",
    "MAMON",
    "NERO",
    "NERA",
    "NABO",
    "TOLO",
    "LELO",
    "MEMO",
    "MEMA",
    "RATA",
    "RATO",
    "SIDA",
    "MONA",
    "BOTA",
    "SIMIO",
    "GITANO",
    "ZIGANO",
    "SIMI",
    "ONAN",
    "LABA",
    /* Slavic, Hungarian, Finnish, Greek, Turkish */
    "ZIDI",
    "ZIDO",
    "ZIDA",
    "PIDOR",
    "BUZI",
    "GECI",
    "SIKI",
    "SIKE",
    "GOTE",
    "MALAKA",
    "GAMO",
    "SISI",
    "EBAT",
    "NEKERI",
    /* Hebrew, Arabic, Hindi, Malay, Tagalog, Japanese, Swahili */
    "ZONA",
    "KOSA",
    "ZEBI",
    "LODA",
    "LODE",
    "SALA",
    "BABI",
    "GILA",
    "BEGO",
    "TAMOD",
    "GAGO",
    "TITE",
    "TITI",
    "BAKA",
    "BOKE",
    "DEBU",
    "MATAKO",
    "MAVI",
    "KUMA",
};

static void assert_is_no_insult(const char *code) {
    for (size_t i = 0; i < sizeof bad_words / sizeof bad_words[0]; i++) {
        if (strstr(code, bad_words[i]) != NULL) {
            fail_msg("%s has %s inside", code, bad_words[i]);
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
