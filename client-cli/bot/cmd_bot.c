/* alea bot: a bot that plays random moves. */
#include "client-cli/commands.h"

#include <errno.h>
#include <getopt.h>
#include <poll.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/bot/bot.h"
#include "client-cli/bot/bot_show.h"
#include "client-cli/bot/patience.h"
#include "client-cli/net/number.h"
#include "client-cli/net/reconnect.h"
#include "client-cli/net/token.h"
#include "client-cli/net/wait.h"
#include "client-cli/player/save.h"
#include "mem/mem.h"
#include "proto/name.h"
#include "proto/shape.h"
#include "view/tell.h"

/* Longest time before a move: a game should end some day. */
#define PACE_MOST_MS 60000

/* How long to wait for the server's goodbye. */
#define GOODBYE_MS 1000

static const char help[] =
    "usage: alea bot [OPTION...] [HOST[:PORT]]\n"
    "\n"
    "A bot that plays random moves.  By default it joins somebody who is waiting for\n"
    "an opponent, or opens a room and waits there.  It also accepts every challenge:\n"
    "challenge bot royal-ur.\n"
    "\n"
    "  --game GAME    which game, with options if you like: royal-ur (the default),\n"
    "                 tablut:king=unarmed\n"
    "  --games N      how many games to play, one after the other (default 1)\n"
    "  --join ROOM    join this room\n"
    "  --name NAME    its name (default bot); if somebody has it, it gets a number\n"
    "                 after it\n"
    "  --seed N       choose the same moves as another bot with this seed\n"
    "  --pace MS      wait this long before each move\n"
    "  --show         draw the game as it goes on\n"
    "  --slow MS      with --show on a terminal: show each of the first pictures\n"
    "                 this long, later ones a tenth of it; Enter skips the waiting\n"
    "  --save DIR     write the record of each game to DIR/GAMEID.json\n"
    "  --house        a house bot: wait for opponents in rooms of its own, for ever,\n"
    "                 and accept seeks that nobody else accepts; --game may be given\n"
    "                 several times (default: every game)\n"
    "  --token FILE   house: be the bot of the server's host, by the token in FILE,\n"
    "                 which the server writes (option bot of alead)\n"
    "  --tables N     house: open at most N rooms for each game (default: as many as\n"
    "                 the server allows)\n"
    "  --wait MS      house: accept a seek when nobody else has for this long\n"
    "                 (default: what the server says, else 5000)\n" TRUST_HELP
    "  --retry        wait for ever for the server, and for opponents\n"
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
    "${XDG_STATE_HOME:-~/.local/state}/alea/tokens.\n" TRUST_HELP_FILE "\n"
    "exit status:\n"
    "  0  it played all games; or a house bot was stopped\n"
    "  1  it was stopped before that; it gave up, because there is no such host or\n"
    "     nobody answers; or it cannot do what you ask\n"
    "  2  wrong command line\n"
    "  3  the dice of a game were not what the server had promised\n";

enum status { STATUS_GOOD, STATUS_FAILED, STATUS_USAGE, STATUS_CHEATED };

struct bot_options {
    struct net_address address;
    struct trust trust;
    const char *name;
    const char *token_file; /* NULL none */
    bool show;
    unsigned slow_ms;
    bool retry;
    bool says_games; /* --games was given */
    uint64_t seed;
    struct bot_plan plan;
    char games[BOT_GAMES_MAX][GAME_TEXT_BYTES]; /* what plan.games points to */
};

/* --- options --- */

static bool usage_error(const char *what, const char *word) {
    fprintf(stderr, "alea bot: %s: %s (see alea bot --help)\n", what, word);
    return false;
}

static bool add_game(struct bot_options *options, const char *text) {
    struct bot_plan *plan = &options->plan;
    const struct game *game;
    struct options opt;
    struct text_in in = text_in_of(text, strlen(text));
    if (!game_parse(&in, &game, &opt)) {
        return usage_error(text, in.fault);
    }
    if (plan->n_games == BOT_GAMES_MAX) {
        return usage_error("too many games", text);
    }
    char *name = options->games[plan->n_games];
    struct text_out out = text_out_of(name, GAME_TEXT_BYTES);
    game_write(game, &opt, &out);
    plan->games[plan->n_games++] = name;
    return true;
}

static bool read_number(const char *option, unsigned least, unsigned most, unsigned *n) {
    char fault[FAULT_BYTES];
    return number_read(option, optarg, least, most, n, fault) ||
           usage_error(fault, optarg);
}

static bool read_seed(const char *text, uint64_t *seed) {
    char *end;
    errno = 0;
    *seed = strtoull(text, &end, 10);
    return (text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0) ||
           usage_error("--seed: not a number", text);
}

static bool read_name(char *text, const char **name) {
    name_compose(text, strlen(text), text, strlen(text) + 1);
    *name = text;
    return is_player_name(text) || usage_error(error_text(ERR_BAD_NAME), text);
}

static bool take_trust(struct bot_options *options, int id) {
    char fault[FAULT_BYTES];
    return trust_take(&options->trust, id, optarg, fault) || usage_error(fault, optarg);
}

/* word: the option as it was written. */
static bool take_option(struct bot_options *options, int id, const char *word) {
    struct bot_plan *plan = &options->plan;
    switch (id) {
    case 'g': return add_game(options, optarg);
    case 'n':
        options->says_games = true;
        return read_number("--games", 1, 1000000, &plan->n_plays);
    case 'j': plan->join = optarg; return true;
    case 'N': return read_name(optarg, &options->name);
    case 's': return read_seed(optarg, &options->seed);
    case 'p': return read_number("--pace", 0, PACE_MOST_MS, &plan->pace_ms);
    case 'w': options->show = true; return true;
    case 'l': return read_number("--slow", 0, PACE_MOST_MS, &options->slow_ms);
    case 'r': options->retry = true; return true;
    case 'S': plan->save_dir = optarg; return true;
    case 'H': plan->is_house = true; return true;
    case 't': return read_number("--tables", 1, PLAYER_ROOMS_MAX, &plan->tables);
    case 'T':
        options->token_file = optarg;
        plan->is_of_host = true;
        return true;
    case 'W':
        plan->has_seek_wait = true;
        return read_number("--wait", 0, 600000, &plan->seek_wait_ms);
    case TRUST_TLS:
    case TRUST_CA:
    case TRUST_FINGERPRINT: return take_trust(options, id);
    default: return usage_error("no such option, or without its value", word);
    }
}

/* What is not said, and what does not go together. */
static bool complete_options(struct bot_options *options) {
    struct bot_plan *plan = &options->plan;
    if (plan->is_house && plan->join != NULL) {
        return usage_error("a house has rooms of its own", "--join");
    }
    if (!plan->is_house && (plan->is_of_host || plan->has_seek_wait)) {
        return usage_error("this is for --house",
                           plan->is_of_host ? "--token" : "--wait");
    }
    if (!plan->is_house && plan->n_games > 1) {
        return usage_error("several games are for --house", plan->games[1]);
    }
    if (!plan->is_house && plan->n_games == 0) {
        return add_game(options, games[0]->id);
    }
    if (plan->n_games == 0) {
        for (size_t i = 0; i < BOT_GAMES_MAX && games[i] != NULL; i++) {
            add_game(options, games[i]->id);
        }
    }
    return true;
}

static bool read_address(struct bot_options *options, int argc, char **argv) {
    if (argc - optind > 1) {
        return usage_error("what is this", argv[optind + 1]);
    }
    const char *address = optind < argc ? argv[optind] : "";
    char fault[FAULT_BYTES];
    return net_address_read(address, &options->trust, &options->address, fault) ||
           usage_error(fault, address);
}

/* What reading the command line comes to. */
enum parsed { PARSED_GOOD, PARSED_HELP, PARSED_WRONG };

static enum parsed read_options(struct bot_options *options, int argc, char **argv) {
    static const struct option known[] = {
        {"game", required_argument, NULL, 'g'},
        {"games", required_argument, NULL, 'n'},
        {"join", required_argument, NULL, 'j'},
        {"name", required_argument, NULL, 'N'},
        {"seed", required_argument, NULL, 's'},
        {"pace", required_argument, NULL, 'p'},
        {"show", no_argument, NULL, 'w'},
        {"slow", required_argument, NULL, 'l'},
        {"retry", no_argument, NULL, 'r'},
        {"save", required_argument, NULL, 'S'},
        {"house", no_argument, NULL, 'H'},
        {"tables", required_argument, NULL, 't'},
        {"token", required_argument, NULL, 'T'},
        {"wait", required_argument, NULL, 'W'},
        {"help", no_argument, NULL, 'h'},
        TRUST_OPTIONS,
        {NULL, 0, NULL, 0},
    };
    *options = (struct bot_options){.name = "bot",
                                    .plan = {.n_plays = 1, .tables = PLAYER_ROOMS_MAX}};
    trust_init(&options->trust, stderr);
    randombytes_buf(&options->seed, sizeof options->seed);
    opterr = 0;
    for (int id; (id = getopt_long(argc, argv, "h", known, NULL)) != -1;) {
        if (id == 'h') {
            return PARSED_HELP;
        }
        if (!take_option(options, id, argv[optind - 1])) {
            return PARSED_WRONG;
        }
    }
    return read_address(options, argc, argv) && complete_options(options) ? PARSED_GOOD
                                                                          : PARSED_WRONG;
}

/* --- showing --- */

static void tell_end(const struct bot *bot, const struct message *msg) {
    if (!msg->state->result.over) {
        return;
    }
    printf("game %u, %s in %s: ", bot->n_played, msg->state->game_id, msg->room);
    tell_result(stdout, msg->state);
    putchar('\n');
    fflush(stdout);
}

/* --- playing --- */

/* A bot at a server. */
struct visit {
    const struct bot_options *options;
    struct bot *bot;
    struct player *player;
    struct reconnect reconnect;
    struct bot_show show;
    struct patience patience;
    uint64_t connected_ms;  /* since when there is a connection */
    struct token_file file; /* used by a house only */
};

/* How playing on a connection ends. */
enum play_end { PLAY_DONE, PLAY_LOST, PLAY_STOPPED };

/* Takes in all that has been received. */
static void hear(struct visit *visit) {
    struct bot *bot = visit->bot;
    for (struct message *msg; (msg = player_next(visit->player)) != NULL;) {
        unsigned n_played = bot->n_played;
        bot_hear(bot, msg, wait_now_ms(), stderr);
        bool is_state = msg->kind == MESSAGE_EVENT && msg->event == EVENT_STATE;
        if (is_state && visit->options->show) {
            bot_show_state(&visit->show, msg);
        } else if (is_state && bot->n_played > n_played) {
            tell_end(bot, msg);
        }
        message_free(msg);
    }
}

static void keep_token(struct visit *visit) {
    char fault[FAULT_BYTES];
    if (!token_keep(&visit->file, visit->player->token, fault)) {
        fprintf(stderr, "alea bot: it cannot come back after it has ended: %s\n", fault);
    }
}

/* Takes in what has come.  False when the connection is lost. */
static bool receive(struct visit *visit) {
    struct player *player = visit->player;
    bool was_in = player->name[0] != '\0';
    net_receive(&player->net);
    hear(visit);
    if (!was_in && player->name[0] != '\0') {
        reconnect_is_back(&visit->reconnect, wait_now_ms());
    }
    keep_token(visit);
    return player->net.fd >= 0;
}

/* Whether somebody sits with the bot, playing or not. */
static bool has_company(const struct bot *bot) {
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        if (bot->tables[i].code[0] != '\0' && bot->tables[i].has_opponent) {
            return true;
        }
    }
    return false;
}

/* Waits no longer than is good: closes the connection to a server that does not let the
 * bot in, and ends when no opponent comes.  Returns when to call again. */
static uint64_t mind_time(struct visit *visit, uint64_t now_ms) {
    struct player *player = visit->player;
    if (player->name[0] == '\0') {
        uint64_t due_ms = visit->connected_ms + PATIENCE_NAME_MS;
        if (player->net.fd >= 0 && now_ms >= due_ms) {
            net_lose(&player->net, "the server does not let it in");
        }
        return due_ms;
    }
    patience_is_in(&visit->patience, has_company(visit->bot), now_ms);
    uint64_t due_ms = patience_opponent_due_ms(&visit->patience);
    if (now_ms >= due_ms) {
        fputs("alea bot: nobody has come to play (see --retry)\n", stderr);
        visit->bot->has_failed = true;
    }
    return due_ms;
}

/* Plays on a connection until it is lost or there is nothing more to do. */
static enum play_end play(struct visit *visit) {
    struct bot *bot = visit->bot;
    while (!bot_is_done(bot) && !bot->has_failed) {
        uint64_t now_ms = wait_now_ms();
        uint64_t act_ms = bot_act(bot, now_ms), mind_ms = mind_time(visit, now_ms);
        uint64_t due_ms = act_ms < mind_ms ? act_ms : mind_ms;
        struct wait_fd fd = {.fd = visit->player->net.fd};
        int64_t timeout_ms = due_ms == UINT64_MAX ? -1
                             : due_ms > now_ms    ? (int64_t)(due_ms - now_ms)
                                                  : 0;
        if (fd.fd < 0) {
            timeout_ms = 0; /* lost while something was sent */
        }
        if (wait_for(&fd, 1, timeout_ms) == WAIT_STOPPED) {
            return PLAY_STOPPED;
        }
        if ((fd.fd < 0 || fd.is_ready) && !receive(visit)) {
            return PLAY_LOST;
        }
    }
    return PLAY_DONE;
}

/* Tells that there is no connection, and waits before the next try. */
static enum play_end back_off(struct visit *visit) {
    if (wait_for(NULL, 0, 0) == WAIT_STOPPED) {
        return PLAY_STOPPED;
    }
    char server[NET_HOST_BYTES + 16], again[40];
    struct text_out text = text_out_of(server, sizeof server);
    net_address_write(&visit->options->address, &text);
    text = text_out_of(again, sizeof again);
    bool goes_on = patience_tries_again(&visit->patience, wait_now_ms());
    uint32_t delay_ms =
        reconnect_plan(&visit->reconnect, wait_now_ms(), randombytes_random());
    if (goes_on) {
        reconnect_write(delay_ms, &text);
    } else {
        text_put(&text, "it gives up (see --retry)");
        visit->bot->has_failed = true;
    }
    fprintf(stderr, "alea bot: %s: %s; %s\n", server, player_why_lost(visit->player),
            again);
    if (!goes_on) {
        return PLAY_DONE;
    }
    return wait_for(NULL, 0, delay_ms) == WAIT_STOPPED ? PLAY_STOPPED : PLAY_LOST;
}

/* The token of the host's bot, which is another one after each start of the server. False
 * with player->net.fault. */
static bool read_token(struct visit *visit) {
    const char *path = visit->options->token_file;
    struct player *player = visit->player;
    if (path == NULL) {
        return true;
    }
    char line[TOKEN_BYTES + 2] = "";
    FILE *in = fopen(path, "r");
    bool is_read = in != NULL && fgets(line, sizeof line, in) != NULL;
    int error = errno;
    if (in != NULL) {
        fclose(in);
    }
    line[strcspn(line, "\r\n")] = '\0';
    if (is_read && is_token(line)) {
        memcpy(player->token, line, sizeof player->token);
        sodium_memzero(line, sizeof line);
        return true;
    }
    net_close(&player->net);
    snprintf(player->net.fault, sizeof player->net.fault, "%.80s: %s", path,
             in == NULL ? strerror(error) : "there is no token in it");
    return false;
}

static enum play_end play_on(struct visit *visit) {
    struct player *player = visit->player;
    for (;;) {
        if (read_token(visit) && player_connect(player, &visit->options->address)) {
            visit->connected_ms = wait_now_ms();
            enum play_end end = play(visit);
            if (end != PLAY_LOST) {
                return end;
            }
            if (player->name[0] != '\0') { /* it was in until now */
                patience_is_in(&visit->patience, has_company(visit->bot), wait_now_ms());
            }
        }
        if (!player_may_return(player)) {
            fprintf(stderr, "alea bot: %s\n", player_why_lost(player));
            visit->bot->has_failed = true;
            return PLAY_DONE;
        }
        enum play_end end = back_off(visit);
        if (end != PLAY_LOST) {
            return end;
        }
    }
}

/* --- going --- */

/* Gives the seats back.  Returns whether the server has confirmed it. */
static bool say_goodbye(struct visit *visit) {
    struct player *player = visit->player;
    uint64_t now_ms = wait_now_ms(), until_ms = now_ms + GOODBYE_MS;
    player_ask(player, &(struct request){.kind = CMD_QUIT});
    for (; player->net.fd >= 0 && now_ms < until_ms; now_ms = wait_now_ms()) {
        /* wait_for would end at once: the bot was stopped. */
        struct pollfd polled = {.fd = player->net.fd, .events = POLLIN};
        if (poll(&polled, 1, (int)(until_ms - now_ms)) > 0) {
            net_receive(&player->net);
            hear(visit);
        }
    }
    return player->has_bye && player->bye == ERR_OK;
}

/* A house that people sit with just hangs up: it can come back to them.  So it can when
 * the server has not taken its goodbye. */
static void leave(struct visit *visit) {
    struct player *player = visit->player;
    bool is_in = player->net.fd >= 0 && player->name[0] != '\0';
    bool is_gone = player->token[0] == '\0';
    if (is_in && !(visit->options->plan.is_house && has_company(visit->bot))) {
        is_gone = say_goodbye(visit) || is_gone;
    }
    if (!is_gone && visit->file.fd >= 0) {
        fputs("alea bot: its seats are kept for a while: start it again to come back\n",
              stderr);
    }
    token_close(&visit->file, !is_gone);
}

/* Connects and plays, again and again, until there is nothing more to do. */
static int run(const struct bot_options *options, struct bot *bot) {
    struct visit visit = {.options = options,
                          .bot = bot,
                          .player = bot->player,
                          .show.slow_ms = options->slow_ms,
                          .patience = {.is_endless = options->retry,
                                       .is_house = options->plan.is_house,
                                       .wants_opponent = options->says_games},
                          .file.fd = -1};
    char fault[FAULT_BYTES];
    bool is_house = options->plan.is_house;
    bool keeps_token = is_house && options->token_file == NULL;
    if (keeps_token &&
        !token_find(&visit.file, &options->address, options->name, fault)) {
        fprintf(stderr, "alea bot: it cannot come back after it has ended: %s\n", fault);
    }
    reconnect_init(&visit.reconnect);
    player_init(bot->player, options->name, visit.file.token);
    bot->player->is_by_token = options->token_file != NULL;
    bot_begin(bot);
    enum play_end end = play_on(&visit);
    leave(&visit);
    player_close(bot->player);
    if (bot->is_cheated) {
        return STATUS_CHEATED;
    }
    bool is_good = end == PLAY_DONE ? !bot->has_failed : is_house;
    return is_good ? STATUS_GOOD : STATUS_FAILED;
}

int cmd_bot(int argc, char **argv) {
    struct bot_options options;
    switch (read_options(&options, argc, argv)) {
    case PARSED_GOOD: break;
    case PARSED_HELP: fputs(help, stdout); return STATUS_GOOD;
    case PARSED_WRONG: return STATUS_USAGE;
    }
    char fault[FAULT_BYTES];
    if (options.plan.save_dir != NULL && !save_check_dir(options.plan.save_dir, fault)) {
        fprintf(stderr, "alea bot: --save: %s\n", fault);
        return STATUS_FAILED;
    }
    struct bot *bot = mem_new(1, sizeof *bot);
    struct player *player = mem_new(1, sizeof *player);
    *bot = (struct bot){.plan = &options.plan, .player = player, .random = options.seed};
    wait_catch_signals();
    int status = run(&options, bot);
    free(player);
    free(bot);
    return status;
}
