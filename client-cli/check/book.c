#include "client-cli/check/book.h"

#include <string.h>

#include "rules/play.h"
#include "view/board.h"
#include "view/tell.h"

/* Most moves shown for an example. */
#define MOVES_SHOWN  12
#define COLUMNS_MOST 100

static const char preface[] =
    "# The games\n"
    "\n"
    "<!-- Written by `alea rules --book`; `make docs` writes it anew, `make check` "
    "compares. -->\n"
    "\n"
    "These are the rules for players, as `help GAME` shows them, with boards as the "
    "terminal draws them.\n"
    "Where a source does not say, or its figure is lost, we decided, and say so: *(house "
    "rule)*.\n"
    "\n"
    "The same in all games:\n"
    "\n"
    "- There are two sides, white and black. In the games with dice, both throw all the "
    "dice for the\n"
    "  start, and the higher total begins; ties are thrown again (house rule for the "
    "mill). The side that\n"
    "  begins then throws afresh.\n"
    "- If you can move, you must (house rule in ur, stelpur, morris). After a throw that "
    "allows no move,\n"
    "  your turn passes by itself.\n"
    "- Too many moves of both sides together without a capture, or a piece taken off the "
    "board, are a\n"
    "  draw (house rule). Each game says how many. The Royal Game of Ur and Akalamdung "
    "have no such\n"
    "  limit.\n"
    "- Options follow the game: `create tablut:king=unarmed,throne=hostile`. The first "
    "value of each is\n"
    "  the default. `legs=2` makes a match of two games with sides exchanged: a win "
    "counts 1, a draw a\n"
    "  half; more points win, then more captured pieces (the king not counted).\n"
    "- In tafl one side is much stronger: between two good players the king's side won "
    "18 of 20 games of\n"
    "  tablut, and the attackers all 5 of Alea Evangelii. So Alea Evangelii is a match "
    "of "
    "two games by\n"
    "  default, and tablut too in rated games and against the house; `legs=1` makes it "
    "one, but\n"
    "  not in rated games against the house.\n"
    "- You can write positions as text, and try everything without a server: `alea rules "
    "GAME`.\n";

static void write_options(FILE *out, const struct game *game) {
    fputs("\nOptions:\n\n", out);
    for (const struct option_kind *o = game->options; o->name != NULL; o++) {
        for (unsigned v = 0; v < option_values(o); v++) {
            fprintf(out, "%s `%s=%s`", v == 0 ? "-" : " or", o->name, o->values[v]);
        }
        fprintf(out, ": %s\n", o->help);
    }
}

static void write_board(FILE *out, const struct game *game, const struct position *pos) {
    fputs("\n```\n", out);
    board_draw_position(out, game, pos, &(struct style){.unicode = false});
    fputs("```\n", out);
}

static void write_moves(FILE *out, const struct game *game, const struct position *pos) {
    struct move move[MOVES_MAX];
    char text[MOVES_MAX][MOVE_TEXT_BYTES];
    size_t n = game_moves_sorted(game, pos, move, text);
    int column = fprintf(out, "%s may play", tell_colour(LANG_EN, (enum side)pos->turn));
    for (size_t i = 0; i < n && i < MOVES_SHOWN; i++) {
        int width = (int)strlen(text[i]) + 4; /* blank, backquotes and comma */
        bool breaks = column + width > COLUMNS_MOST;
        fprintf(out, "%s`%s`%s", breaks ? "\n" : " ", text[i],
                i + 1 < n && i + 1 < MOVES_SHOWN ? "," : "");
        column = breaks ? width - 1 : column + width;
    }
    if (n > MOVES_SHOWN) {
        fprintf(out, "%sand %zu more", column + 16 > COLUMNS_MOST ? "\n" : " ",
                n - MOVES_SHOWN);
    }
    fputs(".\n", out);
}

static void write_example(FILE *out, const struct game *game) {
    struct options opt = {{0}};
    struct position pos;
    struct text_in in = text_in_of(game->example, strlen(game->example));
    if (!game_read(game, &opt, &in, &pos)) {
        fprintf(out, "\n%s\n",
                in.fault); /* a test makes sure that this does not happen */
        return;
    }
    fprintf(out, "\nAn example:\n`%s`", game->example);
    if (pos.roll.n > 0) {
        char roll[16];
        struct text_out text = text_out_of(roll, sizeof roll);
        roll_write(&pos.roll, &text);
        fprintf(out, " (%s has thrown %s)", side_name((enum side)pos.turn), roll);
    }
    fputc('\n', out);
    write_board(out, game, &pos);
    fputc('\n', out);
    write_moves(out, game, &pos);
}

/* Adds the blank lines that Markdown needs around lists. */
static void write_page(FILE *out, const char *page) {
    bool was_list = false;
    for (const char *line = page; *line != '\0';) {
        int len = (int)strcspn(line, "\n");
        bool is_list = line[0] == '-' || (was_list && line[0] == ' ');
        fprintf(out, "%s%.*s\n", is_list != was_list ? "\n" : "", len, line);
        was_list = is_list;
        line += len + (line[len] == '\n');
    }
}

void book_write_game(FILE *out, const struct game *game) {
    game = game_base(game);
    fprintf(out, "## %s (`%s`)\n\nGoal: %s.\nSource: %s.\n", game->title, game->id,
            game->goal, game->source);
    struct options opt = {{0}};
    struct position pos;
    game_start(game, &opt, game_first(game, &opt), &pos);
    write_board(out, game, &pos);
    fputc('\n', out);
    write_page(out, game->rules);
    write_options(out, game);
    write_example(out, game);
}

void book_write(FILE *out) {
    fputs(preface, out);
    for (size_t i = 0; games[i] != NULL; i++) {
        fputc('\n', out);
        book_write_game(out, games[i]);
    }
}
