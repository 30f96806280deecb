#include "client-cli/net/cli.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/net/said.h"
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

bool cli_game(const char *command, const char *text, char game[static GAME_TEXT_BYTES]) {
    const struct game *found;
    struct options opt;
    struct text_in in = text_in_of(text, strlen(text));
    if (!game_parse_typed(&in, &found, &opt)) {
        return cli_refuse_word(command, text, in.fault);
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
