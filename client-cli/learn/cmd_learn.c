/* alea learn: the lessons of a game. */
#include "client-cli/commands.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/learn/lessons.h"
#include "client-cli/net/cli.h"
#include "client-cli/term/term.h"
#include "mem/mem.h"
#include "proto/command/typed_move.h"
#include "view/board.h"
#include "view/page.h"

#define LINE_BYTES 256

static const char help[] =
    "usage: alea learn [GAME]\n"
    "\n"
    "A few positions of a game, each with something for you to find.  Without\n"
    "GAME it lists the games.  Type a move or its number; moves lists them, skip\n"
    "goes on to the next position, quit ends.\n"
    "\n"
    "  -h, --help  this text\n"
    "\n"
    "exit status:\n"
    "  0  you have seen them all, or typed quit\n"
    "  1  the input ended before\n"
    "  2  wrong command line\n";

/* A lesson that is being learnt. */
struct attempt {
    const struct lesson *lesson;
    const struct game *game; /* or a variant */
    struct position pos;
    struct style style;
    char *moves; /* owned: separated by spaces */
};

static void put(const struct style *style, const char *const *texts) {
    const char *text = texts[style->lang];
    struct page page;
    page_init(&page, stdout, style, ' ');
    page_put(&page, text != NULL ? text : texts[LANG_EN]);
}

static void show(const struct attempt *attempt) {
    board_draw_position(stdout, attempt->game, &attempt->pos, &attempt->style);
    put(&attempt->style, attempt->lesson->text);
}

/* Says which rule forbids a move. */
static void refuse(const struct attempt *attempt, const char *line) {
    const struct game *game = attempt->game;
    const struct rule *rule = game_why(game, &attempt->pos, line, strlen(line));
    printf("%s\n", said(rule != NULL ? rule->text : N_("That is no move here.")));
}

/* Takes a line.  Returns whether the lesson is learnt. */
static bool take(struct attempt *attempt, const char *line) {
    const struct lesson *lesson = attempt->lesson;
    char move[MOVE_TEXT_BYTES], good[MOVE_TEXT_BYTES];
    struct move m;
    if (strcmp(line, "moves") == 0) {
        struct page page;
        page_init(&page, stdout, &attempt->style, ' ');
        page_put_numbered(&page, attempt->moves);
        return false;
    }
    if (!typed_move_read(attempt->moves, line, move) ||
        !game_find_move(attempt->game, &attempt->pos, move, strlen(move), &m)) {
        refuse(attempt, line);
        return false;
    }
    if (!typed_move_find(lesson->good, move, good)) {
        printf(said("You may play %s, but there is another move to find.  moves lists "
                    "them.\n"),
               move);
        return false;
    }
    struct position after = attempt->pos;
    attempt->game->apply(&after, &m, NULL);
    board_draw_position(stdout, attempt->game, &after, &attempt->style);
    put(&attempt->style, lesson->praise);
    putchar('\n');
    return true;
}

/* Reads a line without its end.  False: there is none. */
static bool read_line(char line[static LINE_BYTES]) {
    fputs("> ", stdout);
    fflush(stdout);
    if (fgets(line, LINE_BYTES, stdin) == NULL) {
        return false;
    }
    line[strcspn(line, "\r\n")] = '\0';
    return true;
}

/* Teaches one position.  False: the user has left; *is_end: at the end of the input. */
static bool teach(const struct lesson *lesson, const struct style *style, bool *is_end) {
    char line[LINE_BYTES];
    struct attempt attempt = {.lesson = lesson, .style = *style};
    struct options opt;
    struct text_in game = text_in_of(lesson->game, strlen(lesson->game));
    struct text_in in = text_in_of(lesson->position, strlen(lesson->position));
    bool goes_on = game_parse(&game, &attempt.game, &opt) &&
                   game_read(attempt.game, &opt, &in, &attempt.pos);
    assert(goes_on); /* tests read all of them */
    attempt.moves = typed_move_list(attempt.game, &attempt.pos);
    show(&attempt);
    for (bool is_done = false; !is_done;) {
        *is_end = !read_line(line);
        goes_on = !*is_end && strcmp(line, "quit") != 0 && strcmp(line, "q") != 0;
        is_done = !goes_on || strcmp(line, "skip") == 0 ||
                  (line[0] != '\0' && take(&attempt, line));
    }
    free(attempt.moves);
    return goes_on;
}

static void list_games(void) {
    puts(said("What do you want to learn?  For example: alea learn royal-ur"));
    for (size_t i = 0; games[i] != NULL; i++) {
        printf("  %-15s %s\n", games[i]->id, said(games[i]->title));
    }
}

int cmd_learn(int argc, char **argv) {
    static const struct cli cli = {"learn", help, NULL, NULL};
    int status = cli_read(&cli, argc, argv, NULL);
    if (status != CLI_GO_ON) {
        return status;
    }
    if (optind == argc) {
        list_games();
        return 0;
    }
    const struct game *game = game_find_typed(argv[optind], strlen(argv[optind]));
    if (game == NULL || optind + 1 < argc) {
        cli_refuse("learn", game == NULL ? "no such game" : "unexpected argument",
                   argv[optind + (game != NULL)]);
        return CLI_WRONG;
    }
    struct style style = term_style(stdout, false);
    const struct course *course = courses;
    while (course->game != NULL && strcmp(course->game, game->id) != 0) {
        course++;
    }
    printf(said("%s.  Goal: %s.\n\n"), said(game->title), said(game->goal));
    put(&style, course->history);
    putchar('\n');
    for (const struct lesson *lesson = course->lessons; lesson->game != NULL; lesson++) {
        bool is_end = false;
        if (!teach(lesson, &style, &is_end)) {
            return is_end;
        }
    }
    printf(said("That is all.  The rules: alea rules %s --book.  To play: alea play "
                "--local %s "
                "--level 1\n"),
           game->id, game->id);
    return 0;
}
