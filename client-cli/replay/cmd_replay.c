/* alea replay: shows a finished game, step by step on its board. */
#include "client-cli/commands.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/check/record_file.h"
#include "client-cli/net/cli.h"
#include "client-cli/net/wait.h"
#include "client-cli/replay/replay.h"
#include "client-cli/term/full.h"
#include "client-cli/term/term.h"
#include "mem/mem.h"
#include "proto/shape.h"
#include "view/board.h"
#include "view/clocks.h"
#include "view/page.h"
#include "view/tell.h"

enum status { STATUS_GOOD, STATUS_WRONG, STATUS_UNREADABLE };

static const char help[] =
    "usage: alea replay [OPTION...] FILE     (- is the standard input)\n"
    "\n"
    "Shows a finished game on its board, step by step.  FILE is its record, from the\n"
    "server's command record or from alea play.  It refuses records that alea verify\n"
    "finds wrong.\n"
    "\n"
    "On a terminal, use these keys:\n"
    "  space, n, r, right, down   the next step\n"
    "  b, p, left, up             one step back\n"
    "  g, Home                    the start\n"
    "  G, End                     the end\n"
    "  a number, then Enter       that step\n"
    "  q                          quit\n"
    "Elsewhere it prints all steps one after the other.\n"
    "\n"
    "  --otn       write a game of tafl in the notation of OpenTafl instead, which\n"
    "              loads it as a replay (name the file .otg)\n"
    "  --all       print all steps on a terminal too\n"
    "  --plain     draw with plain characters and without colour, as with NO_COLOR=1\n"
    "              or when the output is a file\n"
    "  -h, --help  this text\n"
    "\n"
    "exit status:\n"
    "  0  it showed the game\n"
    "  1  the record is wrong, or is not the record of a game; or writing failed, or\n"
    "     the notation has no word for this game\n"
    "  2  wrong command line, or the file cannot be read\n";

/* --- a step as text --- */

/* The state at a step, to be told in the user's language. */
static struct state state_at(const struct replay *replay, size_t step) {
    struct state state = replay_state(replay, step);
    state.lang = (uint8_t)lang_of_environment();
    return state;
}

/* Describes the game and its players, before the first step. */
static void put_game(FILE *out, const struct record *record) {
    char time[TIME_TEXT_BYTES], started[TIMESTAMP_BYTES] = "", game[128];
    struct text_out text = text_out_of(time, sizeof time);
    time_control_write(&record->time, &text);
    text = text_out_of(game, sizeof game);
    game_write(record->game, &record->opt, &text);
    if (record->started_s > 0) {
        timestamp_write(record->started_s, started);
    }
    fprintf(out, said("Game %s of %s%s%s%s%s: %s (White) against %s (Black)."),
            record->game_id, game, time[0] != '\0' ? said(", clocks ") : "", time,
            started[0] != '\0' ? ", " : "", started, record->player[SIDE_WHITE].name,
            record->player[SIDE_BLACK].name);
}

/* Writes "3/55: White (ann) plays 3-5. Black (bob) throws 1."; at the end, the result
 * too. */
static void put_told(struct page *page, const struct replay *replay, size_t step,
                     const struct state *state) {
    struct page_text text;
    page_text_begin(&text);
    fprintf(text.out, "%zu/%zu: ", step, replay->n_steps - 1);
    if (step == 0) {
        put_game(text.out, replay->record);
        fputs(state->n_notes > 0 ? "  " : "", text.out);
    }
    tell_notes(text.out, state);
    page_text_end(&text, page);
    if (!replay_is_last(replay, step)) {
        return;
    }
    if (!state->result.over) {
        page_put(page, "The game is not over yet.");
        return;
    }
    tell_on_page(page, state, tell_result);
}

static void draw(FILE *out, const struct state *state, const struct style *style) {
    board_draw(out, state, style);
    clocks_draw(out, state, style);
}

/* --- all at once --- */

static void show_all(const struct replay *replay, const struct style *style) {
    struct page page;
    page_init(&page, stdout, style, ' ');
    for (size_t step = 0; step < replay->n_steps; step++) {
        struct state state = state_at(replay, step);
        put_told(&page, replay, step, &state);
        draw(stdout, &state, style);
        fputs(replay_is_last(replay, step) ? "" : "\n", stdout);
    }
}

/* --- on a terminal --- */

/* The view on a terminal. */
struct viewer {
    const struct replay *replay;
    struct style style;
    size_t step;
    size_t typed; /* digits typed of a step number */
    bool is_typing;
};

/* The board comes first, so it stays in place. */
static void show_step(struct full *full, const struct viewer *viewer) {
    struct state state = state_at(viewer->replay, viewer->step);
    char *text = NULL;
    size_t len;
    FILE *out = mem_stream(&text, &len);
    struct page page;
    page_init(&page, out, &viewer->style, ' ');
    draw(out, &state, &viewer->style);
    put_told(&page, viewer->replay, viewer->step, &state);
    if (viewer->is_typing) {
        page_printf(&page, "Go to step %zu: Enter", viewer->typed);
    } else {
        page_put(&page, "space next  b back  g start  G end  NUMBER Enter there  q quit");
    }
    fclose(out);
    full_show(full, text);
    free(text);
}

/* Numbers that are too large mean the end. */
static void type_digit(struct viewer *viewer, unsigned digit) {
    viewer->typed = viewer->is_typing ? viewer->typed : 0;
    viewer->is_typing = true;
    if (viewer->typed < viewer->replay->n_steps) {
        viewer->typed = 10 * viewer->typed + digit;
    }
}

/* Enter goes to the step that was typed, or to the next one. */
static void enter(struct viewer *viewer, bool was_typing) {
    size_t last = viewer->replay->n_steps - 1;
    size_t wanted = was_typing ? viewer->typed : viewer->step + 1;
    viewer->step = wanted < last ? wanted : last;
}

/* Letters that mean the same as other keys. */
static enum input_kind kind_of(const struct input *input) {
    if (input->kind != INPUT_TEXT || input->point >= 0x80) {
        return input->kind;
    }
    switch ((char)input->point) {
    case ' ':
    case 'n':
    case 'r':
    case 'l': return INPUT_RIGHT;
    case 'b':
    case 'p':
    case 'h': return INPUT_LEFT;
    case 'g': return INPUT_HOME;
    case 'G': return INPUT_END;
    case 'q':
    case 'Q': return INPUT_EOF;
    default: return INPUT_TEXT;
    }
}

/* False: the user wants to stop. */
static bool obey_key(struct viewer *viewer, const struct input *input) {
    size_t last = viewer->replay->n_steps - 1;
    enum input_kind kind = kind_of(input);
    bool is_digit = kind == INPUT_TEXT && input->point >= '0' && input->point <= '9';
    bool was_typing = viewer->is_typing;
    viewer->is_typing = was_typing && (is_digit || kind == INPUT_ERASE);
    switch ((int)kind) {
    case INPUT_RIGHT:
    case INPUT_WHEEL_DOWN:
    case INPUT_DOWN: viewer->step += viewer->step < last; break;
    case INPUT_LEFT:
    case INPUT_WHEEL_UP:
    case INPUT_UP: viewer->step -= viewer->step > 0; break;
    case INPUT_HOME: viewer->step = 0; break;
    case INPUT_END: viewer->step = last; break;
    case INPUT_TEXT:
        if (is_digit) {
            type_digit(viewer, input->point - '0');
        }
        break;
    case INPUT_ERASE: viewer->typed /= 10; break;
    case INPUT_ENTER: enter(viewer, was_typing); break;
    case INPUT_EOF: return false;
    default: break;
    }
    return true;
}

static void show_steps(struct full *full, const struct replay *replay,
                       const struct style *style) {
    struct viewer viewer = {.replay = replay, .style = *style};
    bool goes_on = true;
    while (goes_on) {
        struct wait_fd fds[] = {{.fd = STDIN_FILENO}, {.fd = wait_resume_fd()}};
        struct input input;
        show_step(full, &viewer);
        bool is_all = wait_for(fds, 2, full_due_ms(full)) == WAIT_TIMEOUT;
        if (wait_has_resumed()) {
            full_resume(full);
        }
        goes_on = !fds[0].is_ready || full_receive(full);
        while (goes_on && full_next(full, is_all, &input)) {
            goes_on = obey_key(&viewer, &input);
        }
    }
}

/* Makes the terminal standard input if the record came from standard input, so that keys
 * come from there.  False: there are no keys. */
static bool find_keys(const char *name) {
    int fd = strcmp(name, "-") == 0 ? open("/dev/tty", O_RDWR | O_CLOEXEC) : -1;
    if (fd >= 0) {
        dup2(fd, STDIN_FILENO);
        close(fd);
    }
    return isatty(STDIN_FILENO);
}

/* --- the command line --- */

struct arguments {
    const char *file;
    bool all;
    bool plain;
    bool otn;
};

/* Returns CLI_GO_ON, or the exit status. */
static int read_arguments(struct arguments *args, int argc, char **argv) {
    static const struct cli_option known[] = {
        CLI_FLAG("all", struct arguments, all),
        CLI_FLAG("plain", struct arguments, plain),
        CLI_FLAG("otn", struct arguments, otn),
        {.name = NULL},
    };
    static const struct cli cli = {"replay", help, known, NULL};
    *args = (struct arguments){0};
    int status = cli_read(&cli, argc, argv, args);
    if (status != CLI_GO_ON) {
        return status;
    }
    return cli_file("replay", argc, argv, &args->file) ? CLI_GO_ON : CLI_WRONG;
}

static void show(const struct arguments *args, const struct record *record) {
    struct replay replay;
    struct style style = term_style(stdout, args->plain);
    if (args->otn) {
        replay_init(&replay, record);
        otn_write(&replay, stdout);
        replay_fini(&replay);
        return;
    }
    replay_init(&replay, record);
    struct full *full = NULL;
    if (!args->all && find_keys(args->file)) {
        wait_catch_resume(); /* may end the program: before the screen is taken */
        wait_catch_resize();
        full = full_new();
    }
    if (full != NULL) {
        show_steps(full, &replay, &style);
        full_free(full);
    } else {
        show_all(&replay, &style);
    }
    replay_fini(&replay);
}

int cmd_replay(int argc, char **argv) {
    struct arguments args;
    int exit_status = read_arguments(&args, argc, argv);
    if (exit_status != CLI_GO_ON) {
        return exit_status;
    }
    struct record record;
    enum record_file_status status = record_file_load("replay", args.file, &record);
    if (status != RECORD_FILE_GOOD) {
        return status == RECORD_FILE_WRONG ? STATUS_WRONG : STATUS_UNREADABLE;
    }
    const char *fault = args.otn ? otn_fault(&record) : NULL;
    if (fault == NULL) {
        show(&args, &record);
    } else {
        fprintf(stderr, said("alea replay: %s: %s: %s\n"), args.file, record.game->id,
                said(fault));
    }
    record_fini(&record);
    if (fault != NULL) {
        return STATUS_WRONG;
    }
    if (fflush(stdout) != 0) {
        perror("alea replay");
        return STATUS_WRONG;
    }
    return STATUS_GOOD;
}
