#include "client-cli/bot/visit.h"

#include <errno.h>
#include <poll.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/net/cli.h"
#include "client-cli/net/token.h"
#include "client-cli/net/wait.h"
#include "client-cli/term/term.h"
#include "mem/mem.h"
#include "proto/shape.h"
#include "view/render.h"
#include "view/tell.h"

/* How long to wait for the server's goodbye. */
#define GOODBYE_MS 1000
/* How many boards stay for the whole --slow; later ones stay for 1 / SLOW_PART of it. */
#define SLOW_PICTURES 20
#define SLOW_PART     10

/* --- showing --- */

struct picture {
    unsigned slow_ms;    /* of --slow; 0: do not wait, also after Enter */
    unsigned n_pictures; /* shown so far */
};

/* Leaves a picture on the screen for a while, or until the user presses Enter. */
static void stay(struct picture *picture) {
    bool is_early = picture->n_pictures <= SLOW_PICTURES;
    struct wait_fd keys = {.fd = isatty(STDIN_FILENO) ? STDIN_FILENO : -1};
    char typed[80];
    if (wait_for(&keys, 1, is_early ? picture->slow_ms : picture->slow_ms / SLOW_PART) ==
            WAIT_READY &&
        read(STDIN_FILENO, typed, sizeof typed) != 0) {
        picture->slow_ms = 0;
    }
}

/* Draws a state.  On a terminal it replaces the last one, and stays for a while;
 * elsewhere it goes below. */
static void show_state(struct picture *picture, const struct message *msg, FILE *out) {
    bool is_live = isatty(STDOUT_FILENO);
    struct style style = term_style(stdout, false);
    picture->n_pictures++;
    fputs(cli_takes_escapes(STDOUT_FILENO) ? "\033[H\033[2J" : "", out);
    render_message(out, msg, &style);
    fputs(!is_live               ? "\n"
          : picture->slow_ms > 0 ? "(Enter: skip to the end)\n"
                                 : "",
          out);
    fflush(out);
    if (is_live && picture->slow_ms > 0) {
        stay(picture);
    }
}

static void tell_end(const struct bot *bot, const struct message *msg, FILE *out) {
    if (!msg->state->result.over) {
        return;
    }
    fprintf(out, "game %u, %s in %s: ", bot->n_over, msg->state->game_id, msg->room);
    tell_result(out, msg->state);
    fputc('\n', out);
    fflush(out);
}

/* "10 games: 6 won, 1 drawn, 3 lost": a match counts as one. */
static void tell_totals(const struct bot *bot, FILE *out) {
    static const struct {
        enum bot_end end;
        const char *name;
        bool always; /* also if there are none */
    } ends[] = {
        {BOT_WON, " won", true},
        {BOT_DRAWN, " drawn", true},
        {BOT_LOST, " lost", true},
        {BOT_CALLED_OFF, " called off", false},
        {BOT_UNSEEN, " ended while it had no connection", false},
    };
    const char *between = ": ";
    fprintf(out, "%u %s", bot->n_played, bot->n_played == 1 ? "game" : "games");
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        unsigned n = bot->n_ends[ends[i].end];
        if (n > 0 || ends[i].always) {
            fprintf(out, "%s%u%s", between, n, ends[i].name);
            between = ", ";
        }
    }
    fputc('\n', out);
    fflush(out);
}

/* --- playing --- */

/* A bot at a server. */
struct visit {
    const struct visit_plan *plan;
    struct bot *bot;
    struct player *player;
    struct reconnect reconnect;
    struct picture picture;
    struct patience patience;
    uint64_t connected_ms;  /* when the connection was made */
    struct token_file file; /* of a house bot only */
};

/* How playing on a connection ends. */
enum play_end { PLAY_DONE, PLAY_LOST, PLAY_STOPPED };

/* Handles all received messages. */
static void hear(struct visit *visit) {
    struct bot *bot = visit->bot;
    for (struct message *msg; (msg = player_next(visit->player)) != NULL;) {
        unsigned n_over = bot->n_over;
        bot_hear(bot, msg, wait_now_ms(), visit->plan->err);
        bool is_state = msg->kind == MESSAGE_EVENT && msg->event == EVENT_STATE;
        if (is_state && visit->plan->show) {
            show_state(&visit->picture, msg, visit->plan->out);
        } else if (is_state && bot->n_over > n_over) {
            tell_end(bot, msg, visit->plan->out);
        }
        message_free(msg);
    }
}

static void keep_token(struct visit *visit) {
    char fault[FAULT_BYTES];
    if (!token_keep(&visit->file, visit->player->token, fault)) {
        fprintf(visit->plan->err,
                "alea bot: if it ends, it cannot come back to its seats: %s\n", fault);
    }
}

/* Receives and handles what has arrived.  False when the connection is lost. */
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

/* Whether anybody sits with the bot in any room, even without a running game. */
static bool has_company(const struct bot *bot) {
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        if (bot->tables[i].code[0] != '\0' && bot->tables[i].has_opponent) {
            return true;
        }
    }
    return false;
}

/* Enforces the timeouts: drops the connection if the server does not accept the bot's
 * name, and gives up when no opponent comes.  Returns when to call again. */
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
        fputs("alea bot: no opponent has come (see --retry)\n", visit->plan->err);
        visit->bot->has_failed = true;
    }
    return due_ms;
}

/* See on_input in struct bot. */
static bool answer(void *arg) {
    struct visit *visit = arg;
    return !receive(visit) || visit->player->name[0] == '\0' ||
           bot_answer(visit->bot, wait_now_ms());
}

/* Plays on a connection until it is lost or there is nothing more to do. */
static enum play_end play(struct visit *visit) {
    struct bot *bot = visit->bot;
    while (!bot_is_done(bot) && !bot->has_failed) {
        uint64_t now_ms = wait_now_ms();
        uint64_t act_ms = bot_act(bot, now_ms);
        now_ms = wait_now_ms(); /* thinking may have taken time */
        uint64_t mind_ms = mind_time(visit, now_ms);
        uint64_t due_ms = act_ms < mind_ms ? act_ms : mind_ms;
        struct wait_fd fds[1 + BOT_GAMES_MAX] = {{.fd = visit->player->net.fd}};
        unsigned n_fds = 1 + minds_fds(bot->plan->minds, fds + 1);
        int64_t timeout_ms = due_ms == UINT64_MAX ? -1
                             : due_ms > now_ms    ? (int64_t)(due_ms - now_ms)
                                                  : 0;
        if (fds[0].fd < 0) {
            timeout_ms = 0; /* the connection was lost while sending */
        }
        if (wait_for(fds, n_fds, timeout_ms) == WAIT_STOPPED) {
            return PLAY_STOPPED;
        }
        if ((fds[0].fd < 0 || fds[0].is_ready) && !receive(visit)) {
            return PLAY_LOST;
        }
    }
    return PLAY_DONE;
}

/* Reports that the connection is lost, and waits before the next try. */
static enum play_end back_off(struct visit *visit) {
    if (wait_for(NULL, 0, 0) == WAIT_STOPPED) {
        return PLAY_STOPPED;
    }
    char server[NET_HOST_BYTES + 16], again[40];
    struct text_out text = text_out_of(server, sizeof server);
    net_address_write(&visit->plan->address, &text);
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
    fprintf(visit->plan->err, "alea bot: %s: %s; %s\n", server,
            player_why_lost(visit->player), again);
    if (!goes_on) {
        return PLAY_DONE;
    }
    return wait_for(NULL, 0, delay_ms) == WAIT_STOPPED ? PLAY_STOPPED : PLAY_LOST;
}

/* Reads the token of the host's bot, which changes with each start of the server.  False
 * with player->net.fault. */
static bool read_token(struct visit *visit) {
    const char *path = visit->plan->token_file;
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
        if (read_token(visit) && player_connect(player, &visit->plan->address)) {
            visit->connected_ms = wait_now_ms();
            enum play_end end = play(visit);
            if (end != PLAY_LOST) {
                return end;
            }
            if (player->name[0] != '\0') { /* the server had accepted it */
                patience_is_in(&visit->patience, has_company(visit->bot), wait_now_ms());
            }
        }
        if (!player_may_return(player)) {
            fprintf(visit->plan->err, "alea bot: %s\n", player_why_lost(player));
            visit->bot->has_failed = true;
            return PLAY_DONE;
        }
        enum play_end end = back_off(visit);
        if (end != PLAY_LOST) {
            return end;
        }
    }
}

/* --- leaving --- */

/* Leaves the server and all seats.  Returns whether the server has confirmed it. */
static bool say_goodbye(struct visit *visit) {
    struct player *player = visit->player;
    uint64_t now_ms = wait_now_ms(), until_ms = now_ms + GOODBYE_MS;
    player_ask(player, &(struct request){.kind = CMD_QUIT});
    for (; player->net.fd >= 0 && now_ms < until_ms; now_ms = wait_now_ms()) {
        /* Does not use wait_for, which returns at once after a signal. */
        struct pollfd polled = {.fd = player->net.fd, .events = POLLIN};
        if (poll(&polled, 1, (int)(until_ms - now_ms)) > 0) {
            net_receive(&player->net);
            hear(visit);
        }
    }
    return player->has_bye && player->bye == ERR_OK;
}

/* A house bot with opponents just disconnects: the server keeps its seats for its return.
 * It also keeps them if it has not confirmed the goodbye. */
static void leave(struct visit *visit) {
    struct player *player = visit->player;
    bool is_in = player->net.fd >= 0 && player->name[0] != '\0';
    bool is_gone = player->token[0] == '\0';
    if (is_in && !(visit->plan->bot.is_house && has_company(visit->bot))) {
        is_gone = say_goodbye(visit) || is_gone;
    }
    if (!is_gone && visit->file.fd >= 0) {
        fputs("alea bot: its seats are kept for a while: start it again to come back\n",
              visit->plan->err);
    }
    token_close(&visit->file, !is_gone);
}

/* Connects and plays, again and again, until nothing is left to do. */
static enum visit_end play_and_leave(struct visit *visit) {
    const struct visit_plan *plan = visit->plan;
    struct bot *bot = visit->bot;
    char fault[FAULT_BYTES];
    bool is_house = plan->bot.is_house;
    bool keeps_token = is_house && plan->token_file == NULL;
    if (keeps_token && !token_find(&visit->file, &plan->address, plan->name, fault)) {
        fprintf(visit->plan->err,
                "alea bot: if it ends, it cannot come back to its seats: %s\n", fault);
    }
    reconnect_init(&visit->reconnect);
    player_init(bot->player, plan->name, visit->file.token);
    bot->player->is_by_token = plan->token_file != NULL;
    bot_begin(bot);
    enum play_end end = play_on(visit);
    leave(visit);
    if (plan->says_games && bot->n_played > 0) {
        tell_totals(bot, plan->out);
    }
    player_close(bot->player);
    if (bot->is_cheated) {
        return VISIT_CHEATED;
    }
    bool is_good = end == PLAY_DONE ? !bot->has_failed : is_house;
    return is_good ? VISIT_GOOD : VISIT_FAILED;
}

enum visit_end visit_run(const struct visit_plan *plan) {
    struct bot *bot = mem_new(1, sizeof *bot);
    struct player *player = mem_new(1, sizeof *player);
    *bot = (struct bot){.plan = &plan->bot, .player = player, .random = plan->seed};
    struct visit visit = {.plan = plan,
                          .bot = bot,
                          .player = player,
                          .picture.slow_ms = plan->slow_ms,
                          .patience = {.is_endless = plan->retry,
                                       .is_house = plan->bot.is_house,
                                       .wants_opponent = plan->says_games},
                          .file.fd = -1};
    bot->on_input = answer;
    bot->input_arg = &visit;
    wait_catch_signals();
    enum visit_end end = play_and_leave(&visit);
    free(player);
    free(bot);
    return end;
}

/* --- patience --- */

void patience_is_in(struct patience *patience, bool has_opponent, uint64_t now_ms) {
    if (has_opponent || !patience->was_in) {
        patience->last_played_ms = now_ms;
    }
    patience->was_in = true;
    patience->last_in_ms = now_ms;
}

bool patience_tries_again(const struct patience *patience, uint64_t now_ms) {
    if (patience->is_endless || !patience->was_in) {
        return patience->is_endless;
    }
    return patience->is_house || now_ms - patience->last_in_ms < PATIENCE_SERVER_MS;
}

uint64_t patience_opponent_due_ms(const struct patience *patience) {
    bool is_bounded = patience->wants_opponent && !patience->is_endless;
    return is_bounded ? patience->last_played_ms + PATIENCE_OPPONENT_MS : UINT64_MAX;
}
