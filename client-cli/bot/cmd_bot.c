/* alea bot: a bot that plays random moves, or good ones. */
#include "client-cli/commands.h"

#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/bot/visit.h"
#include "client-cli/engine/thinker.h"
#include "client-cli/net/cli.h"
#include "client-cli/player/save.h"
#include "mem/lossy.h"
#include "proto/name.h"
#include "proto/shape.h"

/* Longest time before a move: games must end some day. */
#define PACE_MOST_MS 60000
/* Most time to think about a move: other tables wait meanwhile. */
#define THINK_MOST_MS 5000
/* How long the rest of the output of a house bot has at the end, in ms. */
#define OUTPUT_END_MS 200

static const char help[] =
    "usage: alea bot [OPTION...] [HOST[:PORT]]\n"
    "\n"
    "A bot that plays random moves, or with --level good ones.  By default it joins\n"
    "somebody who is waiting for an opponent, in a match of two games (legs=2) or\n"
    "not, or opens a room and waits there.  It also accepts every challenge:\n"
    "challenge bot royal-ur.\n"
    "\n"
    "  --game GAME    which game, with options if you like: royal-ur (the default),\n"
    "                 tablut:king=unarmed\n"
    "  --games N      how many games to play, one after the other (default 1); a\n"
    "                 match counts as one.  At the end it says how they ended\n"
    "  --join ROOM    join this room\n"
    "  --name NAME    its name (default bot); if somebody has it, it gets a number\n"
    "                 after it\n"
    "  --level N      how well it plays, 1 to 8 (default: random moves)\n"
    "  --exec 'PROGRAM ARGS'\n"
    "                 ask this program for the moves; docs/bots.md says how\n"
    "  --think MS     with --level or --exec: think at most this long about a move,\n"
    "                 all tables together (default 1000, at most 5000); less when\n"
    "                 its clock runs low\n"
    "  --seed N       choose the same moves as another bot with this seed\n"
    "  --pace MS      wait this long before each move\n"
    "  --show         draw the game as it goes on\n"
    "  --slow MS      with --show on a terminal: show each of the first pictures\n"
    "                 this long, later ones a tenth of it; Enter skips the waiting\n"
    "  --save DIR     write the record of each game to DIR/GAMEID.json\n"
    "  --house        a house bot: keep rooms open, wait there for opponents without\n"
    "                 a time limit, and accept seeks that nobody else accepts;\n"
    "                 --game may be given several times (default: every game)\n"
    "  --token FILE   house: be the bot of the server's host, by the token in FILE,\n"
    "                 which the server writes (option bot of alead)\n"
    "  --challenges   house: open no rooms and accept no seeks, only challenges\n"
    "  --tables N     house: open at most N rooms for each game (default: as many as\n"
    "                 the server allows)\n"
    "  --wait MS      house: accept a seek when nobody else has for this long\n"
    "                 (default: what the server says, else 5000)\n" TRUST_HELP
    "  --retry        never give up waiting for the server or for opponents\n"
    "  -h, --help     this text\n"
    "\n" NET_ADDRESS_HELP "\n"
    "The server must be there when the bot starts.  If it loses the connection\n"
    "later, it tries again, at least once a minute, and continues where it was.\n"
    "After two minutes without a connection it gives up (a house bot never does).\n"
    "With --games it also gives up when no opponent comes for five minutes.  With\n"
    "--retry it never gives up.\n"
    "\n"
    "If a house bot has stopped, start it again with the same name, and it comes\n"
    "back to its seats: it keeps what it needs in\n"
    "${XDG_STATE_HOME:-~/.local/state}/alea/tokens.\n\n" TRUST_HELP_FILE "\n"
    "exit status:\n"
    "  0  it played all games; or a house bot was stopped\n"
    "  1  it was stopped before that; it gave up, because there is no such host or\n"
    "     nobody answers; or it cannot do what you ask\n"
    "  2  wrong command line\n"
    "  3  the dice of a game were not what the server had promised\n";

enum status { STATUS_GOOD, STATUS_FAILED, STATUS_USAGE, STATUS_CHEATED };

struct bot_options {
    struct visit_plan visit;
    struct trust trust;
    unsigned level;                             /* 0: not given */
    const char *exec;                           /* NULL: not given */
    unsigned think_ms;                          /* 0: not given */
    char games[BOT_GAMES_MAX][GAME_TEXT_BYTES]; /* what visit.bot.games points to */
};

static bool refuse(const char *what, const char *word) {
    return cli_refuse("bot", what, word);
}

static bool add_game(struct bot_options *options, const char *text) {
    struct bot_plan *plan = &options->visit.bot;
    if (plan->n_games == BOT_GAMES_MAX) {
        return refuse("too many games", text);
    }
    char *game = options->games[plan->n_games];
    if (!cli_game("bot", text, game)) {
        return false;
    }
    plan->games[plan->n_games++] = game;
    return true;
}

static bool read_number(const char *option, unsigned least, unsigned most, unsigned *n) {
    return cli_number("bot", option, least, most, n);
}

static bool read_seed(const char *text, uint64_t *seed) {
    char *end;
    errno = 0;
    *seed = strtoull(text, &end, 10);
    return (text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0) ||
           refuse("--seed: not a number", text);
}

static bool read_name(char *text, const char **name) {
    name_compose(text, strlen(text), text, strlen(text) + 1);
    *name = text;
    return is_player_name(text) || refuse(error_text(ERR_BAD_NAME), text);
}

static bool take_trust(struct bot_options *options, int id) {
    char fault[FAULT_BYTES];
    return trust_take(&options->trust, id, optarg, fault) || refuse(fault, optarg);
}

static bool take_option(void *owner, int id) {
    struct bot_options *options = owner;
    struct visit_plan *visit = &options->visit;
    struct bot_plan *plan = &visit->bot;
    switch (id) {
    case 'g': return add_game(options, optarg);
    case 'n':
        visit->says_games = true;
        return read_number("--games", 1, 1000000, &plan->n_plays);
    case 'N': return read_name(optarg, &visit->name);
    case 's': return read_seed(optarg, &visit->seed);
    case 'T':
        visit->token_file = optarg;
        plan->is_of_host = true;
        return true;
    case 'W':
        plan->has_seek_wait = true;
        return read_number("--wait", 0, 600000, &plan->seek_wait_ms);
    default: return take_trust(options, id);
    }
}

/* Checks which options go together, and adds the default games. */
static bool complete_options(struct bot_options *options) {
    struct bot_plan *plan = &options->visit.bot;
    if (plan->is_house && plan->join != NULL) {
        return refuse("a house bot opens its own rooms", "--join");
    }
    if (!plan->is_house &&
        (plan->is_of_host || plan->has_seek_wait || plan->only_challenges)) {
        return refuse("only with --house", plan->is_of_host      ? "--token"
                                           : plan->has_seek_wait ? "--wait"
                                                                 : "--challenges");
    }
    if (options->think_ms > 0 && options->level == 0 && options->exec == NULL) {
        return refuse("only with --level or --exec", "--think");
    }
    if (options->level > 0 && options->exec != NULL) {
        return refuse("either --level or --exec", NULL);
    }
    if (!plan->is_house && plan->n_games > 1) {
        return refuse("several games need --house", plan->games[1]);
    }
    if (!plan->is_house && plan->n_games == 0) {
        return add_game(options, games[0]->id);
    }
    if (plan->n_games == 0) {
        for (size_t i = 0; i < BOT_GAMES_MAX && games[i] != NULL; i++) {
            add_game(options, games[i] == &game_tablut ? "tablut:legs=2" : games[i]->id);
        }
    }
    return true;
}

/* Makes the engines for all games of the plan.  NULL, after printing why, if a game has
 * none. */
static struct minds *make_minds(const struct bot_options *options) {
    const struct bot_plan *plan = &options->visit.bot;
    unsigned think_ms = options->think_ms > 0 ? options->think_ms : THINK_MS;
    uint64_t seed = options->visit.seed;
    struct minds *minds = options->exec != NULL
                              ? minds_new_programs(options->exec, think_ms, seed)
                              : minds_new(options->level, think_ms, seed);
    for (unsigned i = 0; i < plan->n_games; i++) {
        const struct game *game;
        struct options opt;
        struct text_in in = text_in_of(plan->games[i], strlen(plan->games[i]));
        char fault[FAULT_BYTES];
        if (!game_parse(&in, &game, &opt) || !minds_add(minds, game, &opt, fault)) {
            fprintf(stderr, "alea bot: --level: %s\n", fault);
            minds_free(minds);
            return NULL;
        }
    }
    return minds;
}

/* Returns CLI_GO_ON, or the exit status. */
static int read_options(struct bot_options *options, int argc, char **argv) {
    static const struct cli_option known[] = {
        CLI_OWN("game", required_argument, 'g'),
        CLI_OWN("games", required_argument, 'n'),
        CLI_TEXT("join", struct bot_options, visit.bot.join),
        CLI_OWN("name", required_argument, 'N'),
        CLI_OWN("seed", required_argument, 's'),
        CLI_NUMBER("level", struct bot_options, level, 1, ENGINE_LEVELS),
        CLI_TEXT("exec", struct bot_options, exec),
        CLI_NUMBER("think", struct bot_options, think_ms, 1, THINK_MOST_MS),
        CLI_NUMBER("pace", struct bot_options, visit.bot.pace_ms, 0, PACE_MOST_MS),
        CLI_FLAG("show", struct bot_options, visit.show),
        CLI_NUMBER("slow", struct bot_options, visit.slow_ms, 0, PACE_MOST_MS),
        CLI_FLAG("retry", struct bot_options, visit.retry),
        CLI_TEXT("save", struct bot_options, visit.bot.save_dir),
        CLI_FLAG("house", struct bot_options, visit.bot.is_house),
        CLI_FLAG("challenges", struct bot_options, visit.bot.only_challenges),
        CLI_NUMBER("tables", struct bot_options, visit.bot.tables, 1, PLAYER_ROOMS_MAX),
        CLI_OWN("token", required_argument, 'T'),
        CLI_OWN("wait", required_argument, 'W'),
        TRUST_OPTIONS,
        {.name = NULL},
    };
    static const struct cli cli = {"bot", help, known, take_option};
    struct visit_plan *visit = &options->visit;
    *options = (struct bot_options){
        .visit = {.name = "bot",
                  .out = stdout,
                  .err = stderr,
                  .bot = {.n_plays = 1, .tables = PLAYER_ROOMS_MAX}}};
    trust_init(&options->trust, stderr);
    randombytes_buf(&visit->seed, sizeof visit->seed);
    int status = cli_read(&cli, argc, argv, options);
    if (status != CLI_GO_ON) {
        return status;
    }
    return cli_address("bot", argc, argv, &options->trust, &visit->address) &&
                   complete_options(options)
               ? CLI_GO_ON
               : CLI_WRONG;
}

/* --- output --- */

/* The streams of a house bot, which must not wait for a reader: people sit with it. */
struct lossy_output {
    struct lossy *out, *err; /* owned; NULL: another bot */
};

static size_t write_gap(char text[static LOSSY_GAP_BYTES], size_t n) {
    return (size_t)snprintf(text, LOSSY_GAP_BYTES, "alea bot: %zu lines dropped\n", n);
}

static void open_output(struct lossy_output *output, struct bot_options *options) {
    struct visit_plan *visit = &options->visit;
    if (!visit->bot.is_house) {
        return;
    }
    output->out = lossy_open(STDOUT_FILENO, write_gap);
    output->err = lossy_open(STDERR_FILENO, write_gap);
    if (output->out != NULL) {
        visit->out = lossy_stream(output->out);
    }
    if (output->err != NULL) {
        visit->err = lossy_stream(output->err);
    }
    options->trust.tell = visit->err;
    if (visit->bot.minds != NULL) {
        minds_tell(visit->bot.minds, visit->err);
    }
}

int cmd_bot(int argc, char **argv) {
    struct bot_options options;
    int status = read_options(&options, argc, argv);
    if (status != CLI_GO_ON) {
        return status;
    }
    const char *save_dir = options.visit.bot.save_dir;
    char fault[FAULT_BYTES];
    if (save_dir != NULL && !save_check_dir(save_dir, fault)) {
        fprintf(stderr, "alea bot: --save: %s\n", fault);
        return STATUS_FAILED;
    }
    if (options.level > 0 || options.exec != NULL) {
        options.visit.bot.minds = make_minds(&options);
        if (options.visit.bot.minds == NULL) {
            return STATUS_FAILED;
        }
    }
    struct lossy_output output = {NULL, NULL};
    open_output(&output, &options);
    enum visit_end end = visit_run(&options.visit);
    lossy_close(output.out, OUTPUT_END_MS);
    lossy_close(output.err, OUTPUT_END_MS);
    minds_free(options.visit.bot.minds);
    switch (end) {
    case VISIT_GOOD: return STATUS_GOOD;
    case VISIT_CHEATED: return STATUS_CHEATED;
    case VISIT_FAILED: break;
    }
    return STATUS_FAILED;
}
