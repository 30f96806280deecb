#include "client-cli/play/play_options.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/engine/thinker.h"
#include "client-cli/local/local.h"
#include "client-cli/net/cli.h"
#include "client-cli/net/wait.h"
#include "client-cli/play/console.h"
#include "client-cli/play/records.h"
#include "mem/mem.h"
#include "proto/message/record.h"
#include "proto/name.h"

_Static_assert(KEEP_LEVEL_MAX == ENGINE_LEVELS, "every level can be kept");

struct alone {
    struct console console;
    struct player *player;
    struct local local;
    struct keep keep;
    struct thought *opponent;          /* owned */
    uint64_t asked;                    /* number of the position that it thinks about */
    uint64_t seed;                     /* for the opponent's random choices */
    bool is_broken;                    /* the opponent cannot think */
    char fault[FAULT_BYTES];           /* with is_broken: why */
    char recorded[FAIR_GAME_ID_BYTES]; /* the last game whose record was kept */
    char record_path[PATH_MAX];        /* its file; "": none was kept */
};

/* --- which game --- */

/* Longest text about an opponent, with its NUL. */
#define OPPONENT_BYTES 48

static void write_opponent(unsigned level, char text[static OPPONENT_BYTES]) {
    if (level > 0) {
        snprintf(text, OPPONENT_BYTES, said("against level %u"), level);
    } else {
        snprintf(text, OPPONENT_BYTES, "%s", said("of two people"));
    }
}

static void list_games(void) {
    puts(said("Games to play right here, for example: alea play --local royal-ur"));
    for (size_t i = 0; games[i] != NULL; i++) {
        char opponent[OPPONENT_BYTES];
        unsigned level;
        printf("  %-15s %s\n", games[i]->id, said(games[i]->title));
        switch (keep_peek(games[i], &level)) {
        case KEEP_NONE: break;
        case KEEP_GAME:
            write_opponent(level, opponent);
            printf(said("  %-15s   unfinished, %s: it goes on\n"), "", opponent);
            break;
        case KEEP_DAMAGED:
            printf(said("  %-15s   unfinished, but its file is damaged\n"), "");
            break;
        }
    }
    puts(said("More: alea play --help; the rules: alea rules GAME --book."));
}

static bool is_same_game(const struct play_options *options, const struct keep *keep) {
    enum side side = SIDE_WHITE;
    room_side_of(keep->room, KEEP_PERSON, &side);
    bool has_level = options->level > 0 || options->is_two;
    return (!has_level || options->level == keep->level) &&
           (options->side == SIDE_COUNT || options->side == side) &&
           (!options->has_opt ||
            memcmp(&options->opt, &keep->room->opt, sizeof options->opt) == 0);
}

/* Drops the stored game if the command line wants a new one.  Otherwise returns an exit
 * status, or CLI_GO_ON if the command line fits the stored game. */
static int choose_game(const struct play_options *options, struct keep *keep) {
    if (options->is_new) {
        room_destroy(keep->room);
        keep->room = NULL;
        return CLI_GO_ON;
    }
    if (keep->found == KEEP_DAMAGED) {
        fprintf(stderr,
                said("alea: the file of an unfinished game is damaged: %s\n"
                     "Keep a copy if you want to mend it.  To begin another game, add "
                     "--new.\n"),
                keep->path);
        return PLAY_LOST;
    }
    if (keep->room == NULL || is_same_game(options, keep)) {
        return CLI_GO_ON;
    }
    char opponent[OPPONENT_BYTES], fault[2 * FAULT_BYTES];
    write_opponent(keep->level, opponent);
    snprintf(
        fault, sizeof fault,
        said("a game %s is unfinished: to go on with it, type only alea play --local "
             "%s; to begin another one, add --new"),
        opponent, options->game->id);
    cli_refuse("play", fault, NULL);
    return CLI_WRONG;
}

static struct local_start start_of(const struct play_options *options) {
    struct local_start start = {
        .game = options->game,
        .opt = options->opt,
        .level = options->is_two      ? 0
                 : options->level > 0 ? options->level
                                      : PLAY_LEVEL,
        .side = options->side < SIDE_COUNT ? options->side : SIDE_WHITE,
    };
    const char *other = options->other[0] != '\0' ? options->other : "friend";
    if (start.level > 0) {
        snprintf(start.other, sizeof start.other, "level-%u", start.level);
    } else {
        snprintf(start.other, sizeof start.other, "%s", other);
    }
    snprintf(start.name, sizeof start.name, "%s",
             name_is_same(options->name, start.other) ? "guest" : options->name);
    return start;
}

/* --- the loop --- */

/* Shows the answers of the game. */
static void hear(struct alone *alone) {
    for (struct message *msg; (msg = player_next(alone->player)) != NULL;) {
        ui_hear(&alone->console.ui, msg);
        message_free(msg);
    }
}

/* Lets the opponent think if it is its turn.  Stops it if the game has gone on without
 * its move, as when the person resigned. */
static void ask_opponent(struct alone *alone) {
    const struct play *play = local_awaits(&alone->local);
    uint64_t number = local_number(&alone->local);
    struct thought_task task = {
        .play = play, .level = alone->local.level, .seed = alone->seed};
    if (thought_is_open(alone->opponent) && alone->asked != number) {
        thought_end(alone->opponent);
    }
    if (play != NULL && !thought_is_open(alone->opponent)) {
        alone->asked = number;
        alone->is_broken = !thought_begin(alone->opponent, &task, alone->fault);
    }
}

/* Whether to read typed lines now.  Lines from a file wait while an engine thinks. */
static bool wants_typed(const struct alone *alone) {
    bool is_thinking =
        local_awaits(&alone->local) != NULL || ui_hint_fd(&alone->console.ui) >= 0;
    return !is_thinking || isatty(STDIN_FILENO);
}

/* Carries out typed lines. */
static void obey(struct alone *alone) {
    const char *line;
    while (!alone->local.has_quit && wants_typed(alone) &&
           (line = console_line(&alone->console)) != NULL) {
        ui_type(&alone->console.ui, line);
        hear(alone);
    }
}

/* Keeps the record of a game that has just ended. */
static void keep_record(struct alone *alone) {
    struct room *room = alone->local.room;
    bool is_new = room->stage == STAGE_OVER && room->record != NULL &&
                  strcmp(alone->recorded, room->game_id) != 0;
    if (!is_new || alone->keep.file == NULL) {
        return;
    }
    text_copy(alone->recorded, sizeof alone->recorded, room->game_id);
    room_write_position(room);
    text_copy(room->record->server, sizeof room->record->server, "alea " ALEA_VERSION);
    char *record = record_to_json(room->record), path[PATH_MAX];
    if (records_keep(room->game_id, record, path)) {
        memcpy(alone->record_path, path, strlen(path) + 1);
    }
    free(record);
}

/* What an iteration of the loop waits for. */
enum { WAIT_TYPED, WAIT_RESUME, WAIT_HINT, WAIT_OPPONENT, N_WAITS };

/* Tells the screen what only we know. */
static void set_scene(struct alone *alone) {
    if (alone->console.scene != NULL) {
        alone->console.scene->level = alone->local.level;
        alone->console.scene->is_shared = alone->local.level == 0;
        alone->console.scene->is_auto = alone->local.is_auto;
    }
}

static bool take_turn(struct alone *alone) {
    struct wait_fd fds[N_WAITS] = {
        [WAIT_TYPED] = {.fd = wants_typed(alone) ? STDIN_FILENO : -1},
        [WAIT_RESUME] = {.fd = wait_resume_fd()},
        [WAIT_HINT] = {.fd = ui_hint_fd(&alone->console.ui)},
        [WAIT_OPPONENT] = {.fd = thought_fd(alone->opponent)},
    };
    if (wait_for(fds, N_WAITS, console_due_ms(&alone->console)) == WAIT_STOPPED) {
        return console_goes_on(&alone->console);
    }
    if (wait_has_resumed()) {
        console_resume(&alone->console);
    }
    console_gather(&alone->console);
    if (fds[WAIT_HINT].is_ready) {
        ui_tell_hint(&alone->console.ui);
    }
    if (fds[WAIT_OPPONENT].is_ready) {
        struct thought_result result = thought_end(alone->opponent);
        local_move(&alone->local, alone->asked, &result.move);
        hear(alone);
    }
    if (fds[WAIT_TYPED].is_ready) {
        console_receive(&alone->console);
    }
    set_scene(alone);
    console_wake(&alone->console);
    obey(alone);
    keep_record(alone);
    ask_opponent(alone);
    console_show(&alone->console);
    return !alone->local.has_quit &&
           !(console_is_done(&alone->console) && wants_typed(alone));
}

/* Shows the start of the game, before the user types anything. */
static void begin(struct alone *alone, bool goes_on, bool plain) {
    console_open(&alone->console, plain);
    console_gather(&alone->console);
    set_scene(alone);
    if (goes_on) {
        fputs(said("Your unfinished game goes on.\n"), alone->console.ui.out);
    }
    hear(alone);
    ask_opponent(alone);
    console_show(&alone->console);
}

static void tell_kept(const struct alone *alone) {
    const struct room *room = alone->local.room;
    if (alone->record_path[0] != '\0') {
        printf(said("The record of your last game: %s\n"), alone->record_path);
    }
    if (alone->keep.file != NULL && alone->keep.has_moved) {
        printf(said("Your game is kept.  To go on: alea play --local %s\n"),
               room->game->id);
    } else if (room->stage == STAGE_PLAYING && alone->keep.file == NULL) {
        puts(said("Your game is not kept."));
    }
}

static int play(struct alone *alone, const struct play_options *options) {
    char fault[FAULT_BYTES];
    struct local_start start = start_of(options);
    if (!keep_open(&alone->keep, options->game, fault)) {
        char *why = said_made(fault);
        fprintf(stderr, said("alea: an unfinished game will not be kept: %s\n"), why);
        free(why);
    }
    int status = choose_game(options, &alone->keep);
    if (status != CLI_GO_ON) {
        keep_close(&alone->keep);
        return status;
    }
    bool goes_on = alone->keep.room != NULL;
    player_init(alone->player, start.name, "");
    console_init(&alone->console, alone->player, options->plain);
    alone->console.ui.is_kiosk = options->is_kiosk;
    alone->console.ui.is_local = true;
    local_init(&alone->local, &start, &alone->player->net, &alone->keep);
    snprintf(alone->player->name, sizeof alone->player->name, "%s",
             local_name(&alone->local));
    begin(alone, goes_on, options->plain);
    while (!alone->is_broken && take_turn(alone)) {
    }
    console_fini(&alone->console);
    if (alone->is_broken) {
        char *why = said_made(alone->fault);
        fprintf(stderr, said("alea: your opponent cannot think: %s\n"), why);
        free(why);
    }
    tell_kept(alone);
    local_fini(&alone->local);
    keep_close(&alone->keep);
    return alone->is_broken ? PLAY_LOST : PLAY_GOOD;
}

int alone_play(const struct play_options *options) {
    if (options->game == NULL) {
        list_games();
        return PLAY_GOOD;
    }
    struct alone *alone = mem_new(1, sizeof *alone);
    alone->player = mem_new(1, sizeof *alone->player);
    alone->opponent = thought_new();
    randombytes_buf(&alone->seed, sizeof alone->seed);
    int status = play(alone, options);
    thought_free(alone->opponent);
    player_close(alone->player);
    free(alone->player);
    free(alone);
    return status;
}
