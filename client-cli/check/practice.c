#include "client-cli/check/practice.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/check/shell.h"
#include "mem/mem.h"
#include "proto/command/command.h"
#include "proto/command/typed_move.h"
#include "view/board.h"
#include "view/page.h"
#include "view/tell.h"

static const char help[] =
    "  moves               the legal moves, numbered; moves d1: those from d1\n"
    "  4, 3-5, 3 5         a number or a move alone plays that move\n"
    "  roll                throw the dice; roll 2, roll 6,1: this throw\n"
    "  undo                take back the last throw or move\n"
    "  new [white|black]   begin again, that side first\n"
    "  state               the board again\n"
    "  position TEXT       set a position, as alea rules --book writes them\n"
    "  rolls, perft N, announce\n"
    "                      every throw; ways to go on; tafl: raichi, tuichi or gare\n"
    "  quit                end\n";

/* Words of alea play that also work here. */
static const struct {
    const char *word;
    const char *meant;
} aliases[] = {{"?", "help"}, {"board", "state"}, {"exit", "quit"}, {"bye", "quit"}};

struct practice {
    const struct game *game;
    struct shell *shell; /* owned */
    struct style style;
};

struct practice *practice_new(const struct game *game, const struct options *opt,
                              const struct style *style) {
    struct practice *practice = mem_new(1, sizeof *practice);
    *practice = (struct practice){.game = game, .style = *style};
    practice->shell = shell_new(game, opt);
    return practice;
}

void practice_free(struct practice *practice) {
    shell_free(practice->shell);
    free(practice);
}

bool practice_is_done(const struct practice *practice) {
    return shell_is_done(practice->shell);
}

static const char *ask(struct practice *practice, const char *line) {
    return shell_line(practice->shell, line, strlen(line));
}

/* The legal moves, separated by spaces; owned.  "" if no move is due. */
static char *list_moves(const struct practice *practice) {
    return typed_move_list(practice->game, shell_position(practice->shell));
}

static void tell_due(struct practice *practice, struct page *page) {
    const struct position *pos = shell_position(practice->shell);
    const char *colour =
        tell_colour((enum lang)practice->style.lang, (enum side)pos->turn);
    switch ((enum phase)pos->phase) {
    case PHASE_ROLL:
        page_printf(page, "%s is to throw: roll, or roll and the dice.", colour);
        return;
    case PHASE_MOVE: {
        char *moves = list_moves(practice);
        size_t n = typed_move_count(moves);
        page_printf(page,
                    n == 1 ? "%s is to move: moves lists the %zu legal move."
                           : "%s is to move: moves lists the %zu legal moves.",
                    colour, n);
        free(moves);
        return;
    }
    case PHASE_OVER:
        if (pos->outcome == OUTCOME_DRAW) {
            page_printf(page, "It is a draw (%s).",
                        tell_reason_word(page->lang, end_reason_name(pos->end)));
        } else {
            bool is_white = pos->outcome == OUTCOME_WHITE;
            page_printf(page, "%s has won (%s).",
                        tell_colour((enum lang)practice->style.lang,
                                    is_white ? SIDE_WHITE : SIDE_BLACK),
                        tell_reason_word(page->lang, end_reason_name(pos->end)));
        }
        page_put(page, "undo takes the last move back, new begins again.");
        return;
    }
}

static void show_board(struct practice *practice, FILE *out) {
    struct page page;
    page_init(&page, out, &practice->style, ' ');
    board_draw_position(out, practice->game, shell_position(practice->shell),
                        &practice->style);
    tell_due(practice, &page);
}

void practice_greet(struct practice *practice, FILE *out) {
    struct page page;
    page_init(&page, out, &practice->style, ' ');
    page_printf(&page,
                "%s: try it out, for both sides and without a server.\n"
                "Type help for the commands.  The rules: alea rules %s --book\n",
                tr((enum lang)practice->style.lang, practice->game->title),
                practice->game->id);
    fputc('\n', out);
    show_board(practice, out);
}

/* Throws the dice, and writes the command for it: "roll 6,1". */
static void throw_dice(const struct dice_kind *kind, char *line, size_t cap) {
    uint8_t faces[DICE_MAX];
    for (unsigned i = 0; i < kind->n_dice; i++) {
        faces[i] = (uint8_t)(kind->lowest + randombytes_uniform(kind->n_faces));
    }
    struct roll roll = roll_of_faces(kind, faces);
    struct text_out text = text_out_of(line, cap);
    text_put(&text, "roll ");
    roll_write(&roll, &text);
}

/* The typed move as the shell expects it; "" for a number that is not in the list.  Keeps
 * an illegal move, so the shell can say why it is illegal. */
static void find_move(struct practice *practice, const char *typed,
                      char move[static MOVE_TEXT_BYTES]) {
    char *moves = list_moves(practice);
    if (!typed_move_read(moves, typed, move) &&
        typed_move_spell(moves, typed, move) != move) {
        snprintf(move, MOVE_TEXT_BYTES, "%s", typed); /* too long for a move */
    }
    free(moves);
}

static void show_moves(struct practice *practice, const char *square, FILE *out) {
    struct page page;
    page_init(&page, out, &practice->style, ' ');
    char *moves = list_moves(practice), *from = typed_move_list_from(moves, square);
    if (square[0] != '\0' && moves[0] != '\0') {
        page_put(&page, from[0] != '\0' ? from : "There is no move from there.");
    } else if (moves[0] == '\0') {
        page_put(&page, "No move is due.");
    } else {
        page_put_numbered(&page, moves);
    }
    free(from);
    free(moves);
}

static void show_error(struct practice *practice, const char *answer, FILE *out) {
    struct page page;
    page_init(&page, out, &practice->style, ' ');
    answer += strlen("error ");
    if (strncmp(answer, "unknown_command ", strlen("unknown_command ")) == 0) {
        page_put(&page, "This is neither a command nor a move: type help, or moves.");
        return;
    }
    answer += strcspn(answer, " ");
    page_put_sentence(&page, answer + strspn(answer, " "));
}

static void show_answer(struct practice *practice, const char *answer, FILE *out) {
    struct page page;
    page_init(&page, out, &practice->style, ' ');
    if (strncmp(answer, "error", strlen("error")) == 0) {
        show_error(practice, answer, out);
    } else if (strstr(answer, " | ") != NULL) { /* a position */
        show_board(practice, out);
    } else if (!shell_is_done(practice->shell)) {
        page_put(&page, answer[2] == ' ' ? answer + strlen("ok ") : "Nothing.");
    }
}

/* Trims a line, and replaces an alias by its command. */
static void tidy(const char *line, char *typed, size_t cap) {
    line += strspn(line, " \t");
    snprintf(typed, cap, "%s", line);
    for (size_t len = strlen(typed);
         len > 0 && strchr(" \t\r", typed[len - 1]) != NULL;) {
        typed[--len] = '\0';
    }
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++) {
        if (strcmp(typed, aliases[i].word) == 0) {
            snprintf(typed, cap, "%s", aliases[i].meant);
        }
    }
}

/* Handles input that alea play understands too: a move in any spelling, the moves of a
 * piece. */
static bool is_of_play(const char *typed, struct command *cmd) {
    struct command_fault fault;
    return command_from_text(typed, strlen(typed), cmd, &fault) == ERR_OK &&
           (cmd->kind == CMD_MOVE || cmd->kind == CMD_MOVES);
}

void practice_line(struct practice *practice, const char *line, FILE *out) {
    const struct dice_kind *dice = practice->game->dice;
    char typed[SHELL_LINE_BYTES_MAX + 2], move[MOVE_TEXT_BYTES] = "";
    struct command cmd;
    tidy(line, typed, sizeof typed);
    if (typed[0] == '\0') {
        return;
    }
    if (strcmp(typed, "help") == 0) {
        fputs(help, out);
        return;
    }
    bool is_read = is_of_play(typed, &cmd);
    if (is_read && cmd.kind == CMD_MOVES) {
        show_moves(practice, command_arg(&cmd, 0), out);
        return;
    }
    if (is_read) {
        find_move(practice, command_arg(&cmd, 0), move);
        if (move[0] == '\0') {
            fputs(tr((enum lang)practice->style.lang,
                     "There is no move with this number: moves lists them.\n"),
                  out);
            return;
        }
        snprintf(typed, sizeof typed, "move %s", move);
    } else if (strcmp(typed, "roll") == 0 && dice != NULL) {
        throw_dice(dice, typed, sizeof typed);
        fprintf(out, tr((enum lang)practice->style.lang, "Thrown: %s\n"),
                typed + strlen("roll "));
    }
    show_answer(practice, ask(practice, typed), out);
}
