#include "lang/lang.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* How deep texts may stand in texts: "%s: use alea play --tls%s", whose first part is a
 * text of its own. */
#define DEPTH_MAX 3
/* Most conversions of a format. */
#define CONVERSIONS_MAX 12
/* A format says something only with as many characters of its own: "%s %s" is none.  A
 * text of its own may be anything, so it takes more; "%s and %s" is only found in others.
 */
#define OWN_LEAST        7
#define OWN_LEAST_WITHIN 4

static const struct {
    const char *code, *name;
} langs[] = {
#define X(id, code, name) {code, name},
    LANGS(X)
#undef X
};

const char *lang_code(enum lang lang) {
    return langs[lang].code;
}

const char *lang_name(enum lang lang) {
    return langs[lang].name;
}

enum lang lang_find(const char *code) {
    enum lang lang = LANG_EN;
    while (lang < LANG_COUNT && strcmp(langs[lang].code, code) != 0) {
        lang++;
    }
    return lang;
}

enum lang lang_of_locale(const char *locale) {
    char code[3] = "";
    if (strcspn(locale, "_.@") == 2) {
        memcpy(code, locale, 2);
    }
    enum lang lang = lang_find(code);
    return lang < LANG_COUNT ? lang : LANG_EN;
}

enum lang lang_of_environment(void) {
    static const char *const variables[] = {LANG_VARIABLE, "LC_ALL", "LC_MESSAGES",
                                            "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *value = getenv(variables[i]);
        if (value != NULL && value[0] != '\0') {
            return lang_of_locale(value);
        }
    }
    return LANG_EN;
}

static const struct translations *table_of(enum lang lang) {
    switch (lang) {
    case LANG_FR: return &lang_fr;
    case LANG_EN:
    case LANG_COUNT: break;
    }
    return NULL;
}

/* Whether n things are several. */
static bool is_plural(enum lang lang, uint64_t n) {
    return lang == LANG_FR ? n > 1 : n != 1;
}

static int compare(const void *english, const void *entry) {
    return strcmp(english, ((const struct translation *)entry)->english);
}

static const struct translation *find(enum lang lang, const char *english) {
    const struct translations *table = table_of(lang);
    return table == NULL
               ? NULL
               : bsearch(english, table->all, table->n, sizeof *table->all, compare);
}

static const char *without_context(const char *english) {
    const char *end = strchr(english, LANG_CONTEXT);
    return end != NULL ? end + 1 : english;
}

const char *tr(enum lang lang, const char *english) {
    const struct translation *found = find(lang, english);
    return found != NULL ? found->text : without_context(english);
}

const char *tr_n(enum lang lang, uint64_t n, const char *one, const char *many) {
    const struct translation *found = find(lang, one);
    if (found == NULL || found->many == NULL) {
        return without_context(is_plural(LANG_EN, n) ? many : one);
    }
    return is_plural(lang, n) ? found->many : found->text;
}

/* --- texts that were made with printf --- */

/* A part of a text: what a conversion has become. */
struct part {
    const char *at;
    size_t len;
};

/* Returns the length of the conversion that begins here, "%s" or "%.40s"; 0: none does.
 * *letter: its last one; *place: the n of "%n$s"; 0: the next one. */
static size_t conversion(const char *format, char *letter, unsigned *place) {
    if (format[0] != '%') {
        return 0;
    }
    size_t digits = strspn(format + 1, "0123456789"), len = 1;
    *place = 0;
    if (digits > 0 && format[1 + digits] == '$') {
        *place = (unsigned)strtoul(format + 1, NULL, 10);
        len = digits + 2;
    }
    len += strspn(format + len, "-+ #0123456789.*");
    len += strspn(format + len, "hlzjt");
    *letter = format[len];
    return format[len] != '\0' ? len + 1 : 0;
}

/* Copies the format's own characters up to the next conversion. */
static size_t own_text(const char *format, char *own, size_t cap) {
    size_t n = 0;
    char letter;
    unsigned place;
    while (*format != '\0' && n + 1 < cap &&
           (format[0] == '%' && format[1] == '%'
                ? true
                : conversion(format, &letter, &place) == 0)) {
        own[n++] = *format;
        format += format[0] == '%' ? 2 : 1;
    }
    own[n] = '\0';
    return n;
}

/* The characters of a format up to the next conversion, with "%%" for "%". */
static size_t format_len(const char *format) {
    size_t n = 0;
    char letter;
    unsigned place;
    while (format[n] != '\0' && (strncmp(format + n, "%%", 2) == 0 ||
                                 conversion(format + n, &letter, &place) == 0)) {
        n += format[n] == '%' ? 2 : 1;
    }
    return n;
}

static bool is_number(const char *text, size_t len) {
    return len > 0 && strspn(text, "+-.0123456789") >= len;
}

/* Finds the parts of a text that this format makes.  Returns how many characters are the
 * format's own; 0: it makes no such text. */
static size_t match(const char *format, const char *text,
                    struct part part[static CONVERSIONS_MAX]) {
    char own[512], letter = '\0';
    size_t n_own = 0, n = 0;
    unsigned place;
    for (bool is_first = true;; is_first = false) {
        size_t len = own_text(format, own, sizeof own), used = format_len(format);
        bool is_last = format[used] == '\0';
        size_t left = strlen(text);
        const char *at = is_first  ? (strncmp(text, own, len) == 0 ? text : NULL)
                         : is_last ? (left >= len ? text + left - len : NULL)
                                   : strstr(text, own);
        if (at == NULL || len + 1 == sizeof own || (is_last && strcmp(at, own) != 0)) {
            return 0;
        }
        if (!is_first) {
            part[n] = (struct part){text, (size_t)(at - text)};
            if (letter != 's' && letter != 'c' && !is_number(text, part[n].len)) {
                return 0;
            }
            n++;
        }
        n_own += len;
        if (is_last) {
            return n_own;
        }
        text = at + len;
        format += used;
        format += conversion(format, &letter, &place);
        if (n == CONVERSIONS_MAX) {
            return 0;
        }
    }
}

static void put_depth(FILE *out, enum lang lang, const char *english, unsigned depth);

static void put_part(FILE *out, enum lang lang, const struct part *part, unsigned depth) {
    char text[512];
    if (part->len >= sizeof text) {
        fwrite(part->at, 1, part->len, out);
        return;
    }
    memcpy(text, part->at, part->len);
    text[part->len] = '\0';
    put_depth(out, lang, text, depth);
}

/* Writes a translated format with its parts. */
static void put_parts(FILE *out, enum lang lang, const char *format,
                      const struct part *part, unsigned depth) {
    for (unsigned next = 0; *format != '\0';) {
        char letter;
        unsigned place;
        if (strncmp(format, "%%", 2) == 0) {
            fputc('%', out);
            format += 2;
            continue;
        }
        size_t len = conversion(format, &letter, &place);
        if (len == 0) {
            fputc(*format++, out);
            continue;
        }
        put_part(out, lang, &part[place > 0 ? place - 1 : next++], depth);
        format += len;
    }
}

void tr_put_usage(FILE *out, enum lang lang, const char *usage) {
    while (*usage != '\0') {
        char key[32];
        size_t len = strspn(usage, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
        if (len == 0 || len > 16) {
            fputc(*usage++, out);
            continue;
        }
        snprintf(key, sizeof key, "usage%c%.*s", LANG_CONTEXT, (int)len, usage);
        fputs(tr(lang, key), out);
        usage += len;
    }
}

static void put_depth(FILE *out, enum lang lang, const char *english, unsigned depth) {
    const struct translations *table = table_of(lang);
    /* A single word within another text is what people type. */
    bool is_word = depth > 0 && strchr(english, ' ') == NULL;
    const struct translation *found = is_word ? NULL : find(lang, english), *best = NULL;
    if (table == NULL || found != NULL || depth == DEPTH_MAX || english[0] == '\0') {
        fputs(found != NULL ? found->text : english, out);
        return;
    }
    struct part part[CONVERSIONS_MAX], parts[CONVERSIONS_MAX];
    size_t most = (depth == 0 ? OWN_LEAST : OWN_LEAST_WITHIN) - 1;
    for (size_t i = 0; i < table->n; i++) {
        const char *format = table->all[i].english;
        /* most begin with something else: without this an error costs 0.5 ms */
        bool may_match = format[0] == '%' || format[0] == english[0];
        size_t n =
            may_match && strchr(format, '%') != NULL ? match(format, english, part) : 0;
        if (n > most) {
            most = n;
            best = &table->all[i];
            memcpy(parts, part, sizeof parts);
        }
    }
    if (best == NULL && depth > 0 && islower((unsigned char)english[0])) {
        tr_put_usage(out, lang, english);
    } else if (best == NULL) {
        fputs(english, out);
    } else {
        put_parts(out, lang, best->text, parts, depth + 1);
    }
}

void tr_put(FILE *out, enum lang lang, const char *english) {
    put_depth(out, lang, english, 0);
}
