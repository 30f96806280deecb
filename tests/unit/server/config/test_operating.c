/* docs/operating.md lists exactly the log's events, with level and fields; and every line
 * of the log has the form "event key=value ...". */
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "tests/support/file.h"
#include "tests/unit/test.h"

#define ROWS_MAX  80
#define ROW_BYTES 200
#define LETTERS   "abcdefghijklmnopqrstuvwxyz_"

/* Rows "event level key key", from the document or the sources. */
struct rows {
    char row[ROWS_MAX][ROW_BYTES];
    size_t n;
};

static void add_row(struct rows *rows, const char *row) {
    assert_true(rows->n < ROWS_MAX);
    snprintf(rows->row[rows->n++], ROW_BYTES, "%s", row);
}

static bool has_row(const struct rows *rows, const char *row) {
    for (size_t i = 0; i < rows->n; i++) {
        if (strcmp(rows->row[i], row) == 0) {
            return true;
        }
    }
    return false;
}

/* --- the sources --- */

static const char *level_name_of(const char *id, size_t len) {
    static const struct {
        const char *id, *name;
    } levels[] = {
#define X(id, name) {#id, (name)},
        LOG_LEVELS(X)
#undef X
    };
    for (size_t i = 0; i < LOG_LEVEL_COUNT; i++) {
        if (strlen(levels[i].id) == len && strncmp(levels[i].id, id, len) == 0) {
            return levels[i].name;
        }
    }
    fail_msg("no level: %.*s", (int)len, id);
    return NULL;
}

/* Joins the pieces of the string literal at text. */
static void join_literal(const char *text, char joined[static ROW_BYTES]) {
    size_t len = 0;
    while (*text == '"') {
        size_t n = strcspn(++text, "\"");
        assert_true(len + n < ROW_BYTES);
        memcpy(joined + len, text, n);
        len += n;
        text += n + 1;
        text += strspn(text, " \n");
    }
    joined[len] = '\0';
}

/* Adds a row for a format "event key=%s key=%d"; fails if it has another form. */
static void add_format(struct rows *rows, const char *level, const char *format) {
    char row[ROW_BYTES], word[ROW_BYTES], *rest;
    size_t name = strspn(format, LETTERS);
    size_t len = (size_t)snprintf(row, sizeof row, "%.*s %s", (int)name, format, level);
    bool good = name > 0 && (format[name] == ' ' || format[name] == '\0');
    snprintf(word, sizeof word, "%s", format + name);
    for (char *at = strtok_r(word, " ", &rest); at != NULL;
         at = strtok_r(NULL, " ", &rest)) {
        size_t key = strspn(at, LETTERS "0123456789");
        size_t value = strspn(at + key + 1, "%0123456789lzu" LETTERS);
        good = good && key > 0 && at[key] == '=' && at[key + 1] == '%' &&
               at[key + 1 + value] == '\0';
        at[key] = '\0';
        len += (size_t)snprintf(row + len, sizeof row - len, " %s", at);
    }
    if (!good) {
        fail_msg("not of the form \"event key=value\": %s", format);
    }
    if (!has_row(rows, row)) {
        add_row(rows, row);
    }
}

/* The value of `why` is a message of the system or of SQLite, with spaces: it must be
 * quoted. */
static void check_quotes(const char *call, const char *format) {
    char text[600];
    snprintf(text, sizeof text, "%.*s", (int)(strstr(call, ";\n") - call), call);
    if (strstr(format, "why=%s") != NULL && strstr(text, "LOG_QUOTED(") == NULL &&
        strstr(text, "error_name(") == NULL) {
        fail_msg("a value that is not quoted: %s", text);
    }
}

static void add_calls(struct rows *rows, const char *text, const char *function) {
    for (const char *at = text; (at = strstr(at, function)) != NULL;) {
        at += strlen(function);
        const char *level = strstr(at, "LOG_");
        assert_non_null(level);
        size_t len = strcspn(level, ",");
        const char *literal = level + len + 1;
        literal += strspn(literal, " \n");
        if (literal[0] != '"') {
            fail_msg("no literal format: %.60s", at);
        }
        char format[ROW_BYTES];
        join_literal(literal, format);
        check_quotes(at, format);
        add_format(rows, level_name_of(level, len), format);
    }
}

static void read_sources(struct rows *rows) {
    glob_t files;
    assert_int_equal(glob("server/*/*.c", 0, NULL, &files), 0);
    assert_int_equal(glob("server/*/*/*.c", GLOB_APPEND, NULL, &files), 0);
    assert_int_equal(glob("server/*.c", GLOB_APPEND, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        if (strcmp(files.gl_pathv[i], "server/base/log.c") != 0) { /* this file defines
                                                                    * it */
            char *text = read_file(files.gl_pathv[i]);
            add_calls(rows, text, "log_line(");
            add_calls(rows, text, "log_format(");
            free(text);
        }
    }
    globfree(&files);
}

/* --- the document --- */

/* Adds an entry "- `event` (`key` `key`): what", below a heading "### level". */
static void add_entry(struct rows *rows, const char *level, const char *line) {
    char row[ROW_BYTES], keys[ROW_BYTES] = "", *end;
    const char *event = line + strlen("- `");
    size_t name = strspn(event, LETTERS);
    const char *rest = event + name + strlen("` ");
    if (rest[0] == '(') {
        snprintf(keys, sizeof keys, "%.*s", (int)strcspn(rest, ")") - 1, rest + 1);
        rest += strcspn(rest, ":");
    } else {
        rest--; /* no field: the colon follows at once */
    }
    if (strncmp(rest, ": ", 2) != 0) {
        fail_msg("not of the form \"- `event` (`field`): what\": %s", line);
    }
    size_t len = (size_t)snprintf(row, sizeof row, "%.*s %s", (int)name, event, level);
    for (const char *key = strtok_r(keys, " `", &end); key != NULL;
         key = strtok_r(NULL, " `", &end)) {
        len += (size_t)snprintf(row + len, sizeof row - len, " %s", key);
    }
    assert_false(has_row(rows, row));
    add_row(rows, row);
}

/* Reads the section "The log", which has a heading for each level, with entries below. */
static void read_document(struct rows *rows) {
    char *text = read_file("docs/operating.md"), *rest;
    char *section = strstr(text, "\n## The log\n"), level[ROW_BYTES] = "";
    assert_non_null(section);
    section += strlen("\n## ");
    char *after = strstr(section, "\n## ");
    assert_non_null(after);
    *after = '\0';
    for (char *line = strtok_r(section, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        if (strncmp(line, "### ", 4) == 0) {
            snprintf(level, sizeof level, "%.*s", (int)strspn(line + 4, LETTERS),
                     line + 4);
        } else if (line[0] == '-') {
            add_entry(rows, level, line);
        }
    }
    free(text);
}

/* --- the tests --- */

TEST(the_document_has_every_event) {
    static struct rows sources, document;
    read_sources(&sources);
    read_document(&document);
    assert_true(sources.n > 20);
    for (size_t i = 0; i < sources.n; i++) {
        if (!has_row(&document, sources.row[i])) {
            fail_msg("docs/operating.md does not have: %s", sources.row[i]);
        }
    }
    for (size_t i = 0; i < document.n; i++) {
        if (!has_row(&sources, document.row[i])) {
            fail_msg("docs/operating.md has, but nothing logs: %s", document.row[i]);
        }
    }
}

TEST(values_are_quoted) {
    assert_string_equal(LOG_QUOTED(""), "\"\"");
    assert_string_equal(LOG_QUOTED("a b=c"), "\"a b=c\"");
    assert_string_equal(LOG_QUOTED("\"\\"), "\"\\\"\\\\\"");
    assert_string_equal(LOG_QUOTED("a\nb\x1b[1m\x7f\xc3\xa9"),
                        "\"a\\nb\\x1b[1m\\x7f\xc3\xa9\"");
}

/* A value of any length and content ends with its quote. */
TEST(long_values_are_cut) {
    static const char bytes[] = "a\"\\\n\x01";
    for (size_t b = 0; b < sizeof bytes - 1; b++) {
        for (size_t len = LOG_QUOTED_BYTES / 5; len < 2 * LOG_QUOTED_BYTES; len++) {
            char text[2 * LOG_QUOTED_BYTES] = "", out[LOG_QUOTED_BYTES];
            memset(text, bytes[b], len);
            size_t n = strlen(log_quote(out, text));
            assert_in_range(n, 2, LOG_QUOTED_BYTES - 1);
            assert_int_equal(out[n - 1], '"');
        }
    }
}
