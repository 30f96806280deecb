/* Help on what is neither a command nor a game, and help in pages that fit a terminal of
 * 24 lines, for text mode. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "view/page.h"
#include "view/render.h"

static const char *const help_dice =
    "Every player can check the dice.\n"
    "\n"
    "Before you type ready, the server shows the SHA-256 of a secret: from then on\n"
    "it cannot choose another one.  You and your opponent each add a word to ready\n"
    "(ready banana): any word that nobody else can guess.  Every throw is computed\n"
    "from the secret and both words, so neither the server nor a player can steer\n"
    "it.  After the game the server shows the secret.  To check the game:\n"
    "  record             shows the record of the game; save it as a file\n"
    "  alea verify FILE   recomputes every throw and replays every move\n"
    "What all dice have shown so far: dicestats.\n"
    "\n"
    "The operator could still help your opponent to choose a word after yours is\n"
    "known.  Against that, programs such as alea play seal their word: they send\n"
    "ready sha256:HEX, the SHA-256 of the word, and open WORD when both players\n"
    "are ready.\n"
    "\n"
    "What this does not prevent: the operator knows the secret, and so could\n"
    "foresee throws, but cannot change them.\n";

static const char *const help_clock =
    "A game may have clocks: create royal-ur 5+10.  Each player then has 5\n"
    "minutes for the whole game, and gets 10 seconds more with every move.  Both\n"
    "numbers are from 0 to 180, but not both 0.  Without them there are no clocks,\n"
    "except in rated games, which always have some.  Without clocks your opponent\n"
    "may claim the game when you have not moved for a long time, usually a day.\n"
    "\n"
    "Your clock runs while it is your turn to move; throwing the dice costs no\n"
    "time.  If you run out of time, you lose.  The clocks are below the board,\n"
    "with > before the one that is running.\n"
    "\n"
    "If your line drops, your clock stops for a tenth of the first number, at\n"
    "most 10 seconds in one game altogether; then it runs again.  It does not run\n"
    "while the game is adjourned, or while the server is down.\n";

/* Topics that are neither a command nor a game. */
static const struct {
    const char *topic;
    const char *const *text;
} topics[] = {
    {"dice", &help_dice},
    {"clock", &help_clock},
    {"clocks", &help_clock},
    {"time", &help_clock},
};

const char *help_about(const char *topic) {
    for (size_t i = 0; i < sizeof topics / sizeof topics[0]; i++) {
        if (strcmp(topics[i].topic, topic) == 0) {
            return *topics[i].text;
        }
    }
    return NULL;
}

void render_usage(enum lang lang, enum command_kind kind, struct text_out *out) {
    const struct command_spec *spec = command_spec(kind);
    text_put(out, spec->word);
    for (unsigned i = 0; i < spec->n_args; i++) {
        char argument[ARG_NAME_BYTES + 8];
        size_t len =
            (size_t)snprintf(argument, sizeof argument, "usage\4%s", spec->arg[i]);
        for (size_t k = 6; k < len; k++) {
            argument[k] = (char)toupper((unsigned char)argument[k]);
        }
        text_put(out, i < spec->n_required ? " " : " [");
        text_put(out, tr(lang, argument));
        text_put(out, i < spec->n_required ? "" : "]");
    }
}

/* If there are several pages, each has one more line with its number. */
#define ROWS (HELP_ROWS - 1)

/* Splits "commands 2" into the topic, which stays in text, and the page number, from
 * 1. */
static unsigned take_number(char *text) {
    char *blank = strrchr(text, ' ');
    unsigned n = 1;
    if (blank == NULL) {
        return n;
    }
    struct text_in in = text_in_of(blank + 1, strlen(blank + 1));
    if (text_take_number(&in, 99, "", &n) && text_at_end(&in)) {
        *blank = '\0';
        return n;
    }
    return 1;
}

/* Returns the text wrapped; owned. */
static char *wrap(const char *text) {
    struct page page;
    struct page_text wrapped;
    page_text_begin(&wrapped);
    page_init(&page, wrapped.out, &(struct style){.unicode = false}, ' ');
    page_put(&page, text);
    fclose(wrapped.out);
    return wrapped.text;
}

/* Puts one page.  False: there is no such page. */
static bool put_page(FILE *out, enum lang lang, const char *text, const char *topic,
                     unsigned n) {
    size_t n_lines = page_count_lines(text);
    size_t n_pages = n_lines <= HELP_ROWS ? 1 : (n_lines + ROWS - 1) / ROWS;
    if (n == 0 || n > n_pages) {
        return false;
    }
    if (n_pages == 1) {
        fputs(text, out);
        return true;
    }
    const char *begin = page_after_lines(text, (size_t)(n - 1) * ROWS);
    const char *end = page_after_lines(begin, ROWS);
    fprintf(out, "%.*s", (int)(end - begin), begin);
    fprintf(out, tr(lang, "Page %u of %zu"), n, n_pages);
    if (n < n_pages) {
        fprintf(out, tr(lang, ".  Go on: help %s %u"), topic, n + 1);
    }
    fputc('\n', out);
    return true;
}

bool render_help_page(FILE *out, enum lang lang, const char *topic) {
    struct page_text whole;
    char name[80];
    snprintf(name, sizeof name, "%s", topic);
    unsigned n = take_number(name);
    page_text_begin(&whole);
    bool found = render_help(whole.out, lang, name);
    fclose(whole.out);
    char *wrapped = wrap(whole.text);
    found = found && put_page(out, lang, wrapped, name, n);
    free(wrapped);
    free(whole.text);
    return found;
}
