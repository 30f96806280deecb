/* The manual pages, in each language, have exactly the options of --help, and man prints
 * no warnings about them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/file.h"
#include "tests/support/process.h"
#include "tests/support/server.h"
#include "tests/unit/test.h"

#define WORDS_MAX  40
#define WORD_BYTES 32
#define LIMIT_S    60

/* A set of words: options, or commands. */
struct words {
    char word[WORDS_MAX][WORD_BYTES];
    size_t n;
};

static bool has(const struct words *words, const char *word) {
    for (size_t i = 0; i < words->n; i++) {
        if (strcmp(words->word[i], word) == 0) {
            return true;
        }
    }
    return false;
}

static void add(struct words *words, const char *begin, size_t len) {
    char word[WORD_BYTES];
    assert_true(len < sizeof word);
    memcpy(word, begin, len);
    word[len] = '\0';
    if (!has(words, word)) {
        assert_true(words->n < WORDS_MAX);
        strcpy(words->word[words->n++], word);
    }
}

static void expect_same(const char *where, const struct words *help,
                        const struct words *manual) {
    for (size_t i = 0; i < help->n; i++) {
        if (!has(manual, help->word[i])) {
            fail_msg("%s: the manual page has no %s", where, help->word[i]);
        }
    }
    for (size_t i = 0; i < manual->n; i++) {
        if (!has(help, manual->word[i])) {
            fail_msg("%s: --help has no %s, the manual page has", where, manual->word[i]);
        }
    }
}

#define LETTERS "abcdefghijklmnopqrstuvwxyz"

/* Everything in text that looks like --an-option. */
static struct words options_in(const char *text) {
    struct words words = {.n = 0};
    for (const char *at = text; (at = strstr(at, "--")) != NULL;) {
        size_t len = 2 + strspn(at + 2, LETTERS "-");
        bool is_option = strchr(LETTERS, at[2]) != NULL && at[2] != '\0' &&
                         (at == text || at[-1] != '-');
        if (is_option) {
            add(&words, at, len);
        }
        at += len;
    }
    return words;
}

/* The output of a program, which must succeed; the caller frees it. */
static char *output_of(const char *name, const char *command, const char *option) {
    char program[SERVER_PATH_BYTES];
    const char *output;
    struct process process = {0};
    server_program(program, name);
    const char *const with[] = {program, command, option, NULL};
    const char *const without[] = {program, option, NULL};
    process_start(&process, PROCESS_SOCKET, command != NULL ? with : without);
    assert_int_equal(process_finish(&process, LIMIT_S, &output), 0);
    char *copy = strdup(output);
    process_fini(&process);
    return copy;
}

/* Where the build has written a page. */
static void page_path(char path[static SERVER_PATH_BYTES], const char *name) {
    snprintf(path, SERVER_PATH_BYTES, "%s/man/%s", getenv("ALEA_BUILD"), name);
}

/* A page with roff's backslashes resolved; the caller frees it. */
static char *read_page(const char *name) {
    char path[SERVER_PATH_BYTES];
    page_path(path, name);
    char *text = read_file(path);
    char *to = text;
    for (const char *at = text; *at != '\0';) {
        if (strncmp(at, "\\f", 2) == 0) {
            at += 3;
        } else if (strncmp(at, "\\-", 2) == 0) {
            *to++ = '-';
            at += 2;
        } else {
            *to++ = *at++;
        }
    }
    *to = '\0';
    return text;
}

static const char *const alea_pages[] = {"alea.1", "fr/alea.1"}, *const alead_pages[] = {
                                                                     "alead.8",
                                                                     "fr/alead.8"};
#define LANGUAGES (sizeof alea_pages / sizeof alea_pages[0])

TEST(alead_has_the_options_of_its_pages) {
    char *help = output_of("alead", "--help", "limits");
    struct words in_help = options_in(help);
    assert_true(in_help.n > 8);
    for (size_t i = 0; i < LANGUAGES; i++) {
        char *page = read_page(alead_pages[i]);
        struct words in_page = options_in(page);
        expect_same(alead_pages[i], &in_help, &in_page);
        free(page);
    }
    free(help);
}

/* The list of `alea --help`: "  play      play on a server". */
static struct words commands_in_help(const char *help) {
    struct words words = {.n = 0};
    for (const char *line = help; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        size_t len = strspn(line, " ");
        size_t word = strspn(line + len, LETTERS "-");
        if (len == 2 && word > 0 && line[len + word] == ' ') {
            add(&words, line + len, word);
        }
    }
    return words;
}

/* The sections ".SS alea play ...". */
static struct words commands_in_page(const char *page) {
    static const char heading[] = "\n.SS alea ";
    struct words words = {.n = 0};
    for (const char *at = page; (at = strstr(at, heading)) != NULL;) {
        at += strlen(heading);
        add(&words, at, strspn(at, LETTERS "-"));
    }
    return words;
}

TEST(alea_has_the_commands_of_its_pages) {
    char *help = output_of("alea", NULL, "--help");
    struct words in_help = commands_in_help(help);
    assert_true(in_help.n >= 8);
    for (size_t i = 0; i < LANGUAGES; i++) {
        char *page = read_page(alea_pages[i]);
        struct words in_page = commands_in_page(page);
        expect_same(alea_pages[i], &in_help, &in_page);
        free(page);
    }
    free(help);
}

/* Cuts the section of a command out of a page, which is changed. */
static const char *cut_section(char *page, const char *command) {
    char heading[64];
    snprintf(heading, sizeof heading, "\n.SS alea %s\n", command);
    char *begin = strstr(page, heading);
    assert_non_null(begin);
    begin += strlen(heading);
    char *end = strstr(begin, "\n.S");
    assert_non_null(end);
    *end = '\0';
    return begin;
}

TEST(its_commands_have_the_options_of_their_sections) {
    for (size_t i = 0; i < LANGUAGES; i++) {
        char *page = read_page(alea_pages[i]);
        struct words commands = commands_in_page(page);
        for (size_t k = 0; k < commands.n; k++) {
            const char *command = commands.word[k];
            char *help = output_of("alea", command, "--help");
            char *copy = strdup(page);
            struct words in_help = options_in(help);
            struct words in_page = options_in(cut_section(copy, command));
            expect_same(command, &in_help, &in_page);
            free(help);
            free(copy);
        }
        free(page);
    }
}

/* Checks that no line is longer than 79 columns, so that a terminal of 80 does not wrap
 * it. */
static void expect_narrow(const char *help, const char *command) {
    for (const char *line = help; *line != '\0'; line += *line == '\n') {
        size_t len = strcspn(line, "\n");
        if (len > 79) {
            fail_msg("alea %s --help: %zu columns: %.*s", command, len, (int)len, line);
        }
        line += len;
    }
}

/* help COMMAND, -h and --help are the same. */
TEST(help_is_found_in_every_way) {
    char *page = read_page("alea.1");
    struct words commands = commands_in_page(page);
    for (size_t i = 0; i < commands.n; i++) {
        const char *command = commands.word[i];
        char *help = output_of("alea", command, "--help");
        char *short_help = output_of("alea", command, "-h");
        char *help_command = output_of("alea", "help", command);
        expect_narrow(help, command);
        assert_string_equal(short_help, help);
        assert_string_equal(help_command, help);
        free(help);
        free(short_help);
        free(help_command);
    }
    char *help = output_of("alea", NULL, "--help"),
         *again = output_of("alea", NULL, "-h");
    expect_narrow(help, "");
    assert_string_equal(again, help);
    free(help);
    free(again);
    free(page);
}

/* What a page consists of: its sections, and its items, of which those with a digit are
 * exit statuses; the caller frees it. */
static char *skeleton_of(const char *name) {
    char *page = read_page(name), *text = calloc(1, strlen(page) + 1);
    bool is_item = false;
    for (const char *line = page; *line != '\0'; line += *line == '\n') {
        size_t len = strcspn(line, "\n");
        bool is_request = strncmp(line, ".S", 2) == 0 || strncmp(line, ".TP", 3) == 0;
        if (is_request || (is_item && strspn(line, ".B 0123456789") == len)) {
            strncat(text, line, is_request ? 3 : len);
            strcat(text, "\n");
        }
        is_item = strncmp(line, ".TP", 3) == 0;
        line += len;
    }
    free(page);
    return text;
}

TEST(pages_have_the_same_in_each_language) {
    for (size_t i = 1; i < LANGUAGES; i++) {
        for (size_t k = 0; k < 2; k++) {
            const char *const *names = k == 0 ? alea_pages : alead_pages;
            char *english = skeleton_of(names[0]), *other = skeleton_of(names[i]);
            assert_non_null(strstr(english, ".TP\n.B 71\n"));
            assert_string_equal(other, english);
            free(english);
            free(other);
        }
    }
}

static const char *const pages[] = {"alea.1", "alead.8", "fr/alea.1", "fr/alead.8"};
#define PAGES (sizeof pages / sizeof pages[0])

TEST(pages_have_our_version) {
    for (size_t i = 0; i < PAGES; i++) {
        char *page = read_page(pages[i]);
        assert_non_null(strstr(page, "\"alea " ALEA_VERSION "\""));
        free(page);
    }
}

/* Skipped where man is not installed. */
TEST(man_does_not_warn) {
    for (size_t i = 0; i < PAGES; i++) {
        char path[SERVER_PATH_BYTES];
        page_path(path, pages[i]);
        const char *const argv[] = {
            "sh",
            "-c",
            "command -v man >/dev/null || exit 0\n"
            "MANROFFSEQ= man --warnings -E UTF-8 -l -Tutf8 -Z \"$1\" 2>&1 >/dev/null",
            "sh",
            path,
            NULL};
        const char *output;
        struct process process = {0};
        process_start(&process, PROCESS_SOCKET, argv);
        assert_int_equal(process_finish(&process, LIMIT_S, &output), 0);
        assert_string_equal(output != NULL ? output : "", "");
        process_fini(&process);
    }
}
