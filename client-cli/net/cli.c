#include "client-cli/net/cli.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "client-cli/net/wait.h"
#include "mem/mem.h"
#include "view/page.h"

/* Numbers of options for getopt_long: beyond all characters. */
#define FIRST_ID 256
/* Of --help; below 80, so that no terminal wraps a line. */
#define COLUMNS 79

void cli_tell(const char *command, const char *fault) {
    fprintf(stderr, said("alea %s: "), command);
    tr_put(stderr, lang_of_environment(), fault);
    fputc('\n', stderr);
}

/* Writes what is wrong, and the word, in front of it or after it. */
static bool refuse(const char *command, const char *before, const char *what,
                   const char *after) {
    char *text = said_made(what);
    if (before == NULL && after == NULL) {
        fprintf(stderr, said("alea %s: %s (see alea %s --help)\n"), command, text,
                command);
    } else {
        fprintf(stderr, said("alea %s: %s: %s (see alea %s --help)\n"), command,
                before != NULL ? before : text, before != NULL ? text : after, command);
    }
    free(text);
    return false;
}

bool cli_refuse(const char *command, const char *what, const char *word) {
    return refuse(command, NULL, what, word);
}

bool cli_refuse_word(const char *command, const char *word, const char *why) {
    return refuse(command, word, why, NULL);
}

/* Letters outside ASCII mean nothing to a shell. */
static bool is_safe(char c) {
    return isalnum((unsigned char)c) || (unsigned char)c > 127 ||
           strchr("-_./:@%+=,", c) != NULL;
}

void cli_write_word(const char *word, struct text_out *out) {
    size_t len = 0;
    while (word[len] != '\0' && is_safe(word[len])) {
        len++;
    }
    if (word[len] == '\0' && len > 0) {
        text_put(out, word);
        return;
    }
    text_put(out, "'");
    for (const char *at = word; *at != '\0'; at++) {
        text_put(out, *at == '\'' ? "'\\''" : (const char[]){*at, '\0'});
    }
    text_put(out, "'");
}

bool cli_takes_escapes(int fd) {
    const char *name = getenv("TERM");
    return isatty(fd) == 1 && name != NULL && name[0] != '\0' &&
           strcmp(name, "dumb") != 0;
}

/* The word that getopt_long has just refused.  In a word of several short options, optind
 * advances only after the last of them. */
static const char *refused_word(int argc, char **argv) {
    bool is_here = optopt != 0 && optind < argc && argv[optind][0] == '-' &&
                   argv[optind][1] == optopt;
    return argv[is_here ? optind : optind - 1];
}

static bool take(const struct cli *cli, const struct cli_option *option, void *owner) {
    char *to = (char *)owner + option->at;
    char name[40];
    switch (option->kind) {
    case CLI_FLAG: *(bool *)to = true; return true;
    case CLI_TEXT: *(const char **)(void *)to = optarg; return true;
    case CLI_NUMBER:
        snprintf(name, sizeof name, "--%s", option->name);
        return cli_number(cli->command, name, option->least, option->most,
                          (unsigned *)(void *)to);
    case CLI_OWN: break;
    }
    return cli->take(owner, option->id);
}

void cli_put_help(FILE *out, const char *help) {
    const struct style style = {.lang = (uint8_t)lang_of_environment(),
                                .columns = COLUMNS};
    struct page page;
    page_init(&page, out, &style, 0);
    page_put_usage(&page, help);
}

int cli_read(const struct cli *cli, int argc, char **argv, void *owner) {
    static const struct cli_option none[] = {{.name = NULL}};
    const struct cli_option *options = cli->options != NULL ? cli->options : none;
    struct option known[CLI_OPTIONS_MAX + 2] = {{"help", no_argument, NULL, 'h'}};
    for (int i = 0; options[i].name != NULL; i++) {
        assert(i < CLI_OPTIONS_MAX);
        known[i + 1] =
            (struct option){options[i].name, options[i].has_value, NULL, FIRST_ID + i};
    }
    optind = 1;
    opterr = 0;
    for (int id; (id = getopt_long(argc, argv, "h", known, NULL)) != -1;) {
        if (id == 'h') {
            cli_put_help(stdout, cli->help);
            return 0;
        }
        if (id == '?') {
            cli_refuse(cli->command, "unknown option, or its value is missing",
                       refused_word(argc, argv));
            return CLI_WRONG;
        }
        if (!take(cli, &options[id - FIRST_ID], owner)) {
            return CLI_WRONG;
        }
    }
    return CLI_GO_ON;
}

bool cli_number(const char *command, const char *option, unsigned least, unsigned most,
                unsigned *n) {
    char fault[FAULT_BYTES];
    struct text_in in = text_in_of(optarg, strlen(optarg));
    if (text_take_number(&in, most, "the number", n) && text_at_end(&in) && *n >= least) {
        return true;
    }
    snprintf(fault, sizeof fault, "%s: not a number from %u to %u", option, least, most);
    return cli_refuse(command, fault, optarg);
}

bool cli_read_game(const char *command, const char *text, const struct game **game,
                   struct options *opt) {
    struct text_in in = text_in_of(text, strlen(text));
    return game_parse_typed(&in, game, opt) || cli_refuse_word(command, text, in.fault);
}

bool cli_game(const char *command, const char *text, char game[static GAME_TEXT_BYTES]) {
    const struct game *found;
    struct options opt;
    if (!cli_read_game(command, text, &found, &opt)) {
        return false;
    }
    struct text_out out = text_out_of(game, GAME_TEXT_BYTES);
    game_write(found, &opt, &out);
    return true;
}

bool cli_address(const char *command, int argc, char **argv, struct trust *trust,
                 struct net_address *address) {
    const char *text = optind < argc ? argv[optind] : "";
    char fault[FAULT_BYTES];
    if (argc - optind > 1) {
        return cli_refuse(command, "unexpected argument", argv[optind + 1]);
    }
    return net_address_read(text, trust, address, fault) ||
           cli_refuse(command, fault, text);
}

bool cli_file(const char *command, int argc, char **argv, const char **file) {
    if (argc - optind != 1) {
        return cli_refuse(command, optind < argc ? "one file at a time" : "which file?",
                          optind < argc ? argv[optind + 1] : NULL);
    }
    *file = argv[optind];
    return true;
}

/* --- texts --- */

const char *said(const char *english) {
    return tr(lang_of_environment(), english);
}

char *said_made(const char *english) {
    char *text;
    size_t len;
    FILE *out = mem_stream(&text, &len);
    tr_put(out, lang_of_environment(), english);
    fclose(out);
    return text;
}

/* --- files --- */

const char *home_dir(void) {
    const char *home = getenv("HOME");
    const struct passwd *user = home == NULL ? getpwuid(getuid()) : NULL;
    home = user != NULL ? user->pw_dir : home;
    return home != NULL && home[0] == '/' ? home : NULL;
}

/* alea/NAME in the directory that an environment variable names, or, if it is not set, in
 * `usual` below the home directory. */
static bool user_path(const char *variable, const char *usual, const char *name,
                      char path[static PATH_MAX]) {
    const char *base = getenv(variable);
    const char *home = home_dir();
    int len = -1;
    if (base != NULL &&
        base[0] == '/') { /* the specification says to ignore relative paths */
        len = snprintf(path, PATH_MAX, "%s/alea/%s", base, name);
    } else if (home != NULL) {
        len = snprintf(path, PATH_MAX, "%s/%s/alea/%s", home, usual, name);
    }
    return len > 0 && len < PATH_MAX;
}

bool state_dir_path(const char *name, char path[static PATH_MAX]) {
    return user_path("XDG_STATE_HOME", ".local/state", name, path);
}

bool data_dir_path(const char *name, char path[static PATH_MAX]) {
    return user_path("XDG_DATA_HOME", ".local/share", name, path);
}

bool state_dir_make(const char *dir) {
    char part[PATH_MAX];
    snprintf(part, sizeof part, "%s", dir);
    for (char *slash = strchr(part + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(part, 0700); /* it may exist; the last step reports other errors */
        *slash = '/';
    }
    return mkdir(part, 0700) == 0 || errno == EEXIST;
}

/* --- progress --- */

#define BAR_COLUMNS 40
#define DRAW_MS     200 /* time between two updates of the bar */
#define GUESS_S     2   /* time before the bar estimates the time left */
#define LEFT_BYTES  32

void progress_begin(struct progress *progress, double fraction) {
    *progress = (struct progress){.has_bar = cli_takes_escapes(STDERR_FILENO),
                                  .started = fraction,
                                  .started_ms = wait_now_ms(),
                                  .tenths = (unsigned)(fraction * 10)};
}

/* ", 3 min left", or "" while it is too early to estimate. */
static void write_left(const struct progress *progress, uint64_t now_ms, double fraction,
                       char text[static LEFT_BYTES]) {
    double elapsed_s = (double)(now_ms - progress->started_ms) / 1000;
    double done = fraction - progress->started;
    text[0] = '\0';
    if (elapsed_s < GUESS_S || done <= 0) {
        return;
    }
    double left_s = elapsed_s * (1 - fraction) / done;
    if (left_s < 60) {
        snprintf(text, LEFT_BYTES, said(", %.0f s left"), left_s);
    } else {
        snprintf(text, LEFT_BYTES, said(", %.0f min left"), left_s / 60);
    }
}

static void draw_bar(double fraction, const char *left) {
    char bar[BAR_COLUMNS + 1];
    unsigned full = (unsigned)(fraction * BAR_COLUMNS);
    memset(bar, '.', BAR_COLUMNS);
    memset(bar, '#', full);
    bar[BAR_COLUMNS] = '\0';
    fprintf(stderr, "\r[%s] %3.0f %%%s\033[K", bar, fraction * 100, left);
}

void progress_show(struct progress *progress, double fraction) {
    uint64_t now_ms = wait_now_ms();
    char left[LEFT_BYTES];
    fraction = fraction < 0 ? 0 : fraction > 1 ? 1 : fraction;
    write_left(progress, now_ms, fraction, left);
    if (progress->has_bar) {
        if (progress->shown_ms == 0 || now_ms - progress->shown_ms >= DRAW_MS) {
            progress->shown_ms = now_ms;
            draw_bar(fraction, left);
        }
        return;
    }
    unsigned tenths = (unsigned)(fraction * 10);
    if (tenths > progress->tenths) {
        progress->tenths = tenths;
        fprintf(stderr, "%u %%%s\n", tenths * 10, left);
    }
}

double progress_end(struct progress *progress) {
    if (progress->has_bar) {
        fputs("\r\033[K", stderr);
    }
    return (double)(wait_now_ms() - progress->started_ms) / 1000;
}
