/* Texts in another language. */
#include "lang/lang.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "tests/unit/test.h"
#include "view/page.h"

TEST(test_texts) {
    assert_string_equal(tr(LANG_EN, "You are ready."), "You are ready.");
    assert_string_equal(tr(LANG_FR, "You are ready."), "Vous êtes prêt.");
    assert_string_equal(tr(LANG_FR, "no text of alea"), "no text of alea");
    assert_string_equal(tr(LANG_EN, "within\4White"), "White");
    assert_string_equal(tr(LANG_FR, "within\4White"), "les blancs");
    assert_string_equal(tr(LANG_FR, "label\4White"), "Blancs");
    assert_string_equal(tr(LANG_FR, "elsewhere\4White"), "White");
}

TEST(test_numbers) {
    static const struct {
        enum lang lang;
        uint64_t n;
        const char *text;
    } rows[] = {
        {LANG_EN, 0, "%u hours"}, {LANG_EN, 1, "%u hour"},  {LANG_EN, 2, "%u hours"},
        {LANG_FR, 0, "%u heure"}, {LANG_FR, 1, "%u heure"}, {LANG_FR, 2, "%u heures"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_string_equal(tr_n(rows[i].lang, rows[i].n, "%u hour", "%u hours"),
                            rows[i].text);
    }
    assert_string_equal(tr_n(LANG_FR, 2, "%u cow", "%u cows"), "%u cows");
}

TEST(test_languages) {
    assert_int_equal(lang_find("fr"), LANG_FR);
    assert_int_equal(lang_find("FR"), LANG_COUNT);
    assert_int_equal(lang_find(""), LANG_COUNT);
    assert_int_equal(lang_of_locale("fr_CA.UTF-8"), LANG_FR);
    assert_int_equal(lang_of_locale("fr"), LANG_FR);
    assert_int_equal(lang_of_locale("fr@euro"), LANG_FR);
    assert_int_equal(lang_of_locale("fy_NL"), LANG_EN);
    assert_int_equal(lang_of_locale("french"), LANG_EN);
    assert_int_equal(lang_of_locale("C"), LANG_EN);
    assert_int_equal(lang_of_locale(""), LANG_EN);
}

static const struct told {
    const char *name;
    const char *english;
    const char *french;
} told[] = {
    {"as it stands", "wrong password", "mauvais mot de passe"},
    {"with a word", "there is no room BAKO: type rooms",
     "il n'y a pas de table BAKO : tapez rooms"},
    {"the most specific format", "it is: board, board words, board off, board on",
     "c'est : board, board words, board off, board on"},
    {"texts in texts", "this server takes passwords over TLS only: use alea play --tls",
     "ce serveur ne prend de mots de passe que par TLS : prenez alea play --tls"},
    {"how a command is typed", "something is missing: it is join ROOM [SIDE] [WORD]",
     "il manque quelque chose : c'est join TABLE [COULEUR] [MOT]"},
    {"a list", "you are in BAKO and VIGI: say which, as in @BAKO ready",
     "vous êtes à BAKO et VIGI : dites laquelle, comme dans @BAKO ready"},
    {"a number that is none", "at most many bytes at once", "at most many bytes at once"},
    {"a number", "at most 400 bytes at once", "au plus 400 octets à la fois"},
    {"an announcement", "cake and tea at five", "cake and tea at five"},
    {"a word that people type",
     "there is no who without a server: alea find looks for servers",
     "il n'y a pas de who sans serveur : alea find cherche des serveurs"},
    {"parts of one sentence", "bob wants rated games only",
     "bob ne veut que des parties classées"},
    {"a part with a blank",
     "to lose your rated game against bob in BAKO, type resign sure",
     "pour perdre votre partie classée contre bob à BAKO, tapez resign sure"},
    {"a ban", "you may not play here until 2026-11-27 20:05 UTC: spam",
     "vous ne pouvez pas jouer ici jusqu'au 2026-11-27 20:05 UTC : spam"},
    {"signs of printf", "100 %s and %d", "100 %s and %d"},
    {"nothing", "", ""},
};

TEST_ROWS(told) {
    const struct told *row = table_row(state);
    char *text = NULL;
    size_t len = 0;
    FILE *out = mem_stream(&text, &len);
    tr_put(out, LANG_FR, row->english);
    fclose(out);
    assert_string_equal(text, row->french);
    free(text);
}

/* No line of a page begins with one of the marks that have a blank before them, and
 * letters of two bytes take one column. */
TEST(test_wrapping) {
    struct page page;
    char *text = NULL;
    size_t len = 0;
    FILE *out = mem_stream(&text, &len);
    page_init(&page, out, &(struct style){.columns = 10, .lang = LANG_FR}, ' ');
    page_put(&page, "ééé ééé ég : ééééé ééé ?");
    fclose(out);
    assert_string_equal(text, "ééé ééé\nég : ééééé\nééé ?\n");
    free(text);
}
