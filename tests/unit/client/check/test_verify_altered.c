/* verify_record and docs/examples/verify.py notice every changed character of a record,
 * except where nothing else in the record depends on it. */
#include "tests/unit/client/records.h"
#include "tests/unit/test.h"

/* A record does not prove everything.  After these texts, changes up to the next
 * quotation mark are not noticed. */
static const char *const unproven[] = {"\"name\":\"", "\"server\":\"", "\"started\":\"",
                                       "\"ended\":\"", NULL};
/* As above, in a short game of any kind: another move may also be legal, and without dice
 * nothing follows from the game id. */
static const char *const unproven_of_any[] = {"\"move\":\"", "\"game_id\":\"", NULL};
/* As above, in Python, which does not check the position. */
static const char *const unproven_in_python[] = {"\"position\":\"", NULL};
/* Keys that the Python example does not read: their names can change. */
static const char *const keys_unproven_in_python[] = {
    "position", "options", "server", "started", "ended", "name", NULL};

static void mark(const char *text, const char *const *beginnings, bool *mask) {
    for (; *beginnings != NULL; beginnings++) {
        const char *at = text;
        while ((at = strstr(at, *beginnings)) != NULL) {
            for (at += strlen(*beginnings); *at != '"'; at++) {
                mask[at - text] = true;
            }
        }
    }
}

static void mark_keys(const char *text, const char *const *keys, bool *mask) {
    for (; *keys != NULL; keys++) {
        char quoted[24];
        size_t len = strlen(*keys);
        snprintf(quoted, sizeof quoted, "\"%s\":", *keys);
        for (const char *at = text; (at = strstr(at, quoted)) != NULL; at += len) {
            memset(mask + (at - text) + 1, true, len * sizeof *mask);
        }
    }
}

/* A text to change, one character at a time. */
struct altered {
    char *text; /* owned */
    size_t len;
    bool *may_differ; /* owned; for each character: whether a change may go unnoticed */
    bool in_python;   /* the Python example must notice changes as well */
    unsigned missed;  /* changes that were not noticed */
};

static struct altered altered_of(const struct game *game, enum ending ending,
                                 const char *const *more_unproven, uint64_t *rng) {
    struct altered a = {.text = make_text(game, ending, rng)};
    a.len = strlen(a.text);
    a.may_differ = calloc(a.len, sizeof *a.may_differ);
    assert_non_null(a.may_differ);
    mark(a.text, unproven, a.may_differ);
    if (more_unproven != NULL) {
        mark(a.text, more_unproven, a.may_differ);
    }
    return a;
}

static void altered_end(struct altered *a) {
    free(a->text);
    free(a->may_differ);
    assert_int_equal(a->missed, 0);
}

/* Changes one character to c; counts and prints it if the change is not noticed. */
static void alter(struct altered *a, size_t at, char c) {
    char was = a->text[at];
    char fault[VERIFY_FAULT_BYTES];
    a->text[at] = c;
    bool missed = verify_text(a->text, a->len, fault) != VERDICT_WRONG ||
                  (a->in_python && verify_in_python(a->text, a->len) != VERDICT_WRONG);
    a->text[at] = was;
    if (missed) {
        size_t from = at > 40 ? at - 40 : 0;
        print_error("not noticed: '%c' for '%c' after %.*s\n", c, was, (int)(at - from),
                    a->text + from);
        a->missed++;
    }
}

static void alter_at_random(struct altered *a, unsigned times, uint64_t *rng) {
    while (times > 0) {
        size_t at = random_next(rng) % a->len;
        char c = (char)(' ' + random_next(rng) % ('~' - ' ' + 1));
        if (!a->may_differ[at] && c != a->text[at]) {
            alter(a, at, c);
            times--;
        }
    }
}

TEST(test_every_character) {
    uint64_t rng = random_seed();
    struct altered a = altered_of(&game_royal_ur, RESIGNED, NULL, &rng);
    for (size_t at = 0; at < a.len; at++) {
        const char others[] = {(char)(a.text[at] ^ 1), '0', '3', 'b', 'w', ' ', '"', ','};
        for (size_t i = 0; i < sizeof others && !a.may_differ[at]; i++) {
            if (others[i] != a.text[at]) {
                alter(&a, at, others[i]);
            }
        }
    }
    altered_end(&a);
}

TEST(test_whole_game) {
    uint64_t rng = random_seed();
    struct altered a = altered_of(&game_royal_ur, BY_RULES, NULL, &rng);
    alter_at_random(&a, 500, &rng);
    altered_end(&a);
}

TEST(test_any_game) {
    uint64_t rng = random_seed();
    for (size_t g = 0; games[g] != NULL; g++) {
        struct altered a = altered_of(games[g], ABSENT, unproven_of_any, &rng);
        alter_at_random(&a, 100, &rng);
        altered_end(&a);
    }
}

TEST(test_python) {
    uint64_t rng = random_seed();
    struct altered a = altered_of(&game_royal_ur, BY_RULES, unproven_in_python, &rng);
    mark_keys(a.text, keys_unproven_in_python, a.may_differ);
    a.in_python = true;
    alter_at_random(&a, 40, &rng);
    altered_end(&a);
}
