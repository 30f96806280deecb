/* alea learn: the lessons of a game. */
#include "client-cli/commands.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/learn/lessons.h"
#include "client-cli/net/cli.h"
#include "client-cli/net/said.h"
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
struct course {
    const struct lesson *lesson;
    struct position pos;
    struct style style;
    char *moves; /* owned: separated by spaces */
};

static void put(const struct course *course, const char *text) {
    struct page page;
    page_init(&page, stdout, &course->style, ' ');
    page_put(&page, text);
}

static void show(const struct course *course) {
    board_draw_position(stdout, course->lesson->game, &course->pos, &course->style);
    put(course, course->lesson->text);
}

static char *list_moves(const struct game *game, const struct position *pos) {
    struct move *moves = mem_new(MOVES_MAX, sizeof *moves);
    char(*text)[MOVE_TEXT_BYTES] = mem_new(MOVES_MAX, sizeof *text);
    size_t n = game_moves_sorted(game, pos, moves, text), len;
    char *list;
    FILE *out = mem_stream(&list, &len);
    for (size_t i = 0; i < n; i++) {
        fprintf(out, "%s%s", i > 0 ? " " : "", text[i]);
    }
    fclose(out);
    free(moves);
    free(text);
    return list;
}

/* Finds a typed number or move among the moves; "": it is none. */
static void find_move(const struct course *course, const char *line,
                      char move[static MOVE_TEXT_BYTES]) {
    unsigned n = 0;
    struct text_in in = text_in_of(line, strlen(line));
    move[0] = '\0';
    if (!text_take_number(&in, MOVES_MAX, "", &n) || !text_at_end(&in)) {
        if (!typed_move_find(course->moves, line, move)) {
            move[0] = '\0';
        }
        return;
    }
    const char *at = course->moves;
    for (; n > 1 && *at != '\0'; n--) {
        at += strcspn(at, " ");
        at += *at == ' ';
    }
    snprintf(move, MOVE_TEXT_BYTES, "%.*s", n > 0 ? (int)strcspn(at, " ") : 0, at);
}

/* Says which rule forbids a move. */
static void refuse(const struct course *course, const char *line) {
    const struct game *game = course->lesson->game;
    const struct rule *rule = game_why(game, &course->pos, line, strlen(line));
    printf("%s\n", said(rule != NULL ? rule->text : N_("That is no move here.")));
}

/* Whether the move is one of those to find. */
static bool is_good(const struct lesson *lesson, const char *move) {
    size_t len = strlen(move);
    for (const char *at = lesson->good; *at != '\0'; at += *at == ' ') {
        size_t n = strcspn(at, " ");
        if (n == len && strncmp(at, move, n) == 0) {
            return true;
        }
        at += n;
    }
    return false;
}

/* Takes a line.  Returns whether the lesson is learnt. */
static bool take(struct course *course, const char *line) {
    const struct lesson *lesson = course->lesson;
    char move[MOVE_TEXT_BYTES];
    struct move m;
    if (strcmp(line, "moves") == 0) {
        struct page page;
        page_init(&page, stdout, &course->style, ' ');
        page_put_numbered(&page, course->moves);
        return false;
    }
    find_move(course, line, move);
    if (move[0] == '\0' ||
        !game_find_move(lesson->game, &course->pos, move, strlen(move), &m)) {
        refuse(course, line);
        return false;
    }
    if (!is_good(lesson, move)) {
        printf(said("You may play %s, but there is another move to find.  moves lists "
                    "them.\n"),
               move);
        return false;
    }
    struct position after = course->pos;
    lesson->game->apply(&after, &m, NULL);
    board_draw_position(stdout, lesson->game, &after, &course->style);
    put(course, lesson->praise);
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
    struct course course = {.lesson = lesson, .style = *style};
    struct options opt = lesson_options(lesson);
    struct text_in in = text_in_of(lesson->position, strlen(lesson->position));
    bool goes_on = game_read(lesson->game, &opt, &in, &course.pos);
    course.moves = list_moves(lesson->game, &course.pos);
    show(&course);
    for (bool is_done = !goes_on; !is_done;) {
        *is_end = !read_line(line);
        goes_on = !*is_end && strcmp(line, "quit") != 0 && strcmp(line, "q") != 0;
        is_done = !goes_on || strcmp(line, "skip") == 0 ||
                  (line[0] != '\0' && take(&course, line));
    }
    free(course.moves);
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
    struct course course = {.style = style};
    printf(said("%s.  Goal: %s.\n\n"), said(game->title), said(game->goal));
    for (size_t i = 0; i < GAMES_N; i++) {
        put(&course, lesson_histories[i].game == game ? lesson_histories[i].text : "");
    }
    putchar('\n');
    for (const struct lesson *lesson = lessons; lesson->game != NULL; lesson++) {
        bool is_end = false;
        if (game_base(lesson->game) == game && !teach(lesson, &style, &is_end)) {
            return is_end;
        }
    }
    printf(said("That is all.  The rules: alea rules %s --book.  To play: alea play "
                "--local %s "
                "--level 1\n"),
           game->id, game->id);
    return 0;
}
