/* The languages in which people read what alea says.  The sources are English; a language
 * is a file of translations, fr.po, which the build compiles to a table. */
#ifndef ALEA_LANG_LANG_H
#define ALEA_LANG_LANG_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Code, name in the language itself. */
#define LANGS(X)                                                                         \
    X(LANG_EN, "en", "English")                                                          \
    X(LANG_FR, "fr", "français")

enum lang {
#define X(id, code, name) id,
    LANGS(X)
#undef X
        LANG_COUNT
};

/* Before a text whose translation depends on where it stands: "within\4White". */
#define LANG_CONTEXT '\4'

/* The environment variable that option --lang of alea sets. */
#define LANG_VARIABLE "ALEA_LANG"

/* Marks a text that is translated where it is shown. */
#define N_(english) english

/* "fr". */
const char *lang_code(enum lang lang);
/* "français". */
const char *lang_name(enum lang lang);
/* Finds the language of a code; LANG_COUNT: alea does not speak it. */
enum lang lang_find(const char *code);
/* The language of a locale, such as "fr_CA.UTF-8"; English if alea does not speak it. */
enum lang lang_of_locale(const char *locale);
/* The language of ALEA_LANG, or of the locale: LC_ALL, LC_MESSAGES or LANG, whichever is
 * the first that is set. */
enum lang lang_of_environment(void);

/* Returns a text in a language: static, or english itself if it has no translation.  The
 * context, if there is one, is left out. */
__attribute__((format_arg(2))) const char *tr(enum lang lang, const char *english);
/* The same, of two texts: one is for one thing, many for n of them. */
__attribute__((format_arg(3), format_arg(4))) const char *
tr_n(enum lang lang, uint64_t n, const char *one, const char *many);
/* Writes a text that may have been made with printf, such as the error of a server: finds
 * the format, and translates that.  A text that comes from no format stays as it is. */
void tr_put(FILE *out, enum lang lang, const char *english);

/* Writes how a command is typed, "join ROOM [SIDE]": its words in capitals are
 * translated. */
void tr_put_usage(FILE *out, enum lang lang, const char *usage);

/* --- the tables, which the build makes of the .po files --- */

struct translation {
    const char *english; /* the table is sorted by it, as strcmp does */
    const char *text;
    const char *many; /* for several things; NULL: it says nothing of a number */
};

struct translations {
    const struct translation *all;
    size_t n;
};

extern const struct translations lang_fr;

#endif
