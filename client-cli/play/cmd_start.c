/* alea without a word, on a terminal: asks at most three questions, then plays. */
#include "client-cli/commands.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/local/keep.h"
#include "client-cli/net/cli.h"
#include "client-cli/net/find.h"
#include "client-cli/net/net.h"
#include "client-cli/play/records.h"
#include "client-cli/player/greeting.h"
#include "mem/mem.h"
#include "proto/name.h"
#include "proto/shape.h"

#define LINE_BYTES 256
/* How long to look for servers on the network. */
#define FIND_MS 700

/* The ways to play, as the second question lists them. */
enum way { WAY_ALONE, WAY_FRIEND, WAY_SERVER, WAY_LEARN, WAY_COUNT };

static const char *const ways[WAY_COUNT] = {
    N_("alone, against the computer"), N_("with a friend at this keyboard"),
    N_("on a server, with people elsewhere"), N_("learn a game first")};

/* Reads a line, without blanks around it.  False: the input has ended. */
static bool ask(const char *question, char line[static LINE_BYTES]) {
    fputs(question, stdout);
    fflush(stdout);
    if (fgets(line, LINE_BYTES, stdin) == NULL) {
        return false;
    }
    size_t len = strlen(line), skip = strspn(line, " \t");
    while (len > skip && isspace((unsigned char)line[len - 1])) {
        len--;
    }
    memmove(line, line + skip, len - skip);
    line[len - skip] = '\0';
    return true;
}

/* Asks for a number from 1 to n; an empty line is 1.  0: the input has ended. */
static unsigned ask_number(const char *question, unsigned n) {
    char line[LINE_BYTES];
    while (ask(question, line)) {
        unsigned number = line[0] == '\0' ? 1 : (unsigned)strtoul(line, NULL, 10);
        if (number >= 1 && number <= n) {
            return number;
        }
        printf(said("A number from 1 to %u, please.\n"), n);
    }
    return 0;
}

/* --- the name, which is asked for only once --- */

static bool read_name(char name[static NAME_BYTES_MAX + 1]) {
    char path[PATH_MAX], line[LINE_BYTES] = "";
    FILE *file = state_dir_path("name", path) ? fopen(path, "r") : NULL;
    bool is_there = file != NULL && fgets(line, sizeof line, file) != NULL;
    if (file != NULL) {
        fclose(file);
    }
    line[strcspn(line, "\n")] = '\0';
    if (is_there && is_player_name(line)) {
        snprintf(name, NAME_BYTES_MAX + 1, "%.*s", NAME_BYTES_MAX, line);
        return true;
    }
    return false;
}

/* If it cannot be kept it is asked for again the next time. */
static void keep_name(const char *name) {
    char path[PATH_MAX], dir[PATH_MAX];
    if (state_dir_path("name", path)) {
        memcpy(dir, path, sizeof dir);
        *strrchr(dir, '/') = '\0';
        FILE *file = state_dir_make(dir) ? fopen(path, "w") : NULL;
        if (file != NULL) {
            fprintf(file, "%s\n", name);
            fclose(file);
        }
    }
}

static bool ask_name(char name[static NAME_BYTES_MAX + 1]) {
    char question[LINE_BYTES], line[LINE_BYTES], usual[NAME_BYTES_MAX + 1];
    const char *user = getenv("USER");
    player_fit_name(user != NULL ? user : "", usual);
    snprintf(question, sizeof question, said("What is your name? [%s] "), usual);
    while (ask(question, line)) {
        const char *typed = line[0] != '\0' ? line : usual;
        char composed[LINE_BYTES];
        name_compose(typed, strlen(typed), composed, sizeof composed);
        if (is_player_name(composed)) {
            snprintf(name, NAME_BYTES_MAX + 1, "%.*s", NAME_BYTES_MAX, composed);
            keep_name(name);
            return true;
        }
        printf("%s\n", said(error_text(ERR_BAD_NAME)));
    }
    return false;
}

/* --- what to play --- */

/* What to expect of each game. */
static const struct {
    const struct game *game;
    const char *text;
} tastes[] = {
    {&game_royal_ur, "a race on the board from the royal tombs of Ur"},
    {&game_finkel, "the same race by the rules most people know"},
    {&game_blitz, "a short race where captures throw again"},
    {&game_masters, "a long race around the end of the board"},
    {&game_aseb, "the Egyptian race on twenty squares"},
    {&game_akalamdung, "the same race with twins and warriors"},
    {&game_ur, "capture on the same board: prisoners, officers"},
    {&game_stelpur, "the Icelandic chase around a ring"},
    {&game_morris, "from the book of games of Alfonso X, 1283"},
    {&game_tablut, "the king's game of the Sami"},
    {&game_ashton, "the same with four camps; the edge wins"},
    {&game_brandubh, "the small king's game of Ireland, 7 by 7"},
    {&game_fetlar, "the Vikings' game, 11 by 11"},
    {&game_copenhagen, "the same with shieldwalls and forts"},
    {&game_alea_evangelii, "the great king's game, 19 by 19"},
};
GAMES_HAVE(sizeof tastes / sizeof tastes[0]);

static const struct game *ask_game(void) {
    puts(said("\nWhich game?"));
    for (unsigned i = 0; i < GAMES_N; i++) {
        printf("  %u  %-28s %s\n", i + 1, said(tastes[i].game->title),
               said(tastes[i].text));
    }
    unsigned n = ask_number(said("The number of a game: [1] "), GAMES_N);
    return n > 0 ? tastes[n - 1].game : NULL;
}

/* Asks for a server: one of those on the network, or any address. */
static bool ask_server(char server[static LINE_BYTES], bool *is_tls) {
    struct found *found = mem_new(1, sizeof *found);
    struct find find = {.wait_ms = FIND_MS};
    char fault[FAULT_BYTES];
    puts(said("\nLooking for servers on your network ..."));
    (void)find_servers(&find, found, fault); /* then there are none */
    found_sort(found);
    for (size_t i = 0; i < found->n; i++) {
        printf("  %zu  %s  %s\n", i + 1, found->server[i].address[0].text,
               found->server[i].told.title);
    }
    bool is_there = ask(found->n > 0 ? said("Which one? Its number, or an address: [1] ")
                                     : said("There are none.  The address of a server: "),
                        server);
    char *end;
    unsigned long n = server[0] == '\0' ? 1 : strtoul(server, &end, 10);
    bool is_number =
        is_there && n >= 1 && n <= found->n && (server[0] == '\0' || *end == '\0');
    *is_tls = false;
    if (is_number) {
        snprintf(server, LINE_BYTES, "%s", found->server[n - 1].address[0].text);
        *is_tls = found->server[n - 1].address[0].is_tls;
    }
    free(found);
    return is_there && server[0] != '\0';
}

/* --- playing --- */

static int play(char **argv) {
    int argc = 0;
    while (argv[argc] != NULL) {
        argc++;
    }
    return cmd_play(argc, argv);
}

static int play_at(char *name) {
    char server[LINE_BYTES];
    bool is_tls;
    if (!ask_server(server, &is_tls)) {
        return 1;
    }
    char word[] = "play", name_option[] = "--name", tls[] = "--tls";
    char *argv[] = {word, name_option, name, server, is_tls ? tls : NULL, NULL};
    return play(argv);
}

static int play_here(enum way way, char *name) {
    const struct game *game = ask_game();
    unsigned level;
    if (game == NULL) {
        return 1;
    }
    char id[GAME_TEXT_BYTES], word[] = "play", local[] = "--local",
                              name_option[] = "--name";
    char two[] = "--two", first[] = "--level=1", learn[] = "learn";
    snprintf(id, sizeof id, "%s", game->id);
    if (way == WAY_LEARN) {
        char *argv[] = {learn, id, NULL};
        return cmd_learn(2, argv);
    }
    bool is_kept = keep_peek(game, &level) != KEEP_NONE;
    if (game == &game_tablut && !is_kept) { /* the usual options favour white */
        snprintf(id, sizeof id, "tablut:king=weak,escape=edge");
    }
    char *more = is_kept              ? NULL
                 : way == WAY_FRIEND  ? two
                 : records_are_none() ? first /* the first game */
                                      : NULL;
    char *argv[] = {word, local, id, name_option, name, more, NULL};
    return play(argv);
}

int cmd_start(void) {
    char name[NAME_BYTES_MAX + 1];
    puts(said("alea: old board games, with dice that nobody can cheat with.\n"));
    if (!read_name(name) && !ask_name(name)) {
        return 1;
    }
    printf(said("\nHow do you want to play, %s?\n"), name);
    for (unsigned i = 0; i < WAY_COUNT; i++) {
        printf("  %u  %s\n", i + 1, said(ways[i]));
    }
    unsigned n = ask_number(said("A number: [1] "), WAY_COUNT);
    return n == 0                ? 1
           : n - 1 == WAY_SERVER ? play_at(name)
                                 : play_here((enum way)(n - 1), name);
}
