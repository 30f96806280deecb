/* alea analyse: what was luck and what was skill in a recorded game. */
#include "client-cli/commands.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/analyse/analysis.h"
#include "client-cli/analyse/report.h"
#include "client-cli/check/record_file.h"
#include "client-cli/net/cli.h"
#include "client-cli/net/wait.h"
#include "client-cli/term/term.h"
#include "lang/lang.h"
#include "mem/mem.h"
#include "view/grid.h"

/* --- totals of several analysed games, for each player --- */

/* Most players with totals of their own; games of others are only counted. */
#define SERIES_PLAYERS_MAX 64

struct series_player {
    char name[NAME_BYTES_MAX + 1];
    unsigned n_games; /* analysed */
    double points;    /* a win counts 1, a draw 0.5 */
    double adjusted;  /* results without luck, of games with a result */
    struct analysis_sum sum;
};

struct series {
    struct series_player player[SERIES_PLAYERS_MAX];
    unsigned n_players;
    unsigned n_games;
};

static struct series_player *find(struct series *series, const char *name) {
    unsigned i = 0;
    while (i < series->n_players && strcmp(series->player[i].name, name) != 0) {
        i++;
    }
    if (i == SERIES_PLAYERS_MAX) {
        return NULL;
    }
    if (i == series->n_players) {
        series->n_players++;
        snprintf(series->player[i].name, sizeof series->player[i].name, "%s", name);
    }
    return &series->player[i];
}

static void add_sum(struct analysis_sum *to, const struct analysis_sum *from) {
    to->luck += from->luck;
    to->lost += from->lost;
    to->could_lose += from->could_lose;
    to->n_decisions += from->n_decisions;
    to->n_throws += from->n_throws;
}

/* Adds a game with at least one throw or move. */
static void series_add(struct series *series, const struct analysis *a) {
    series->n_games++;
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        struct series_player *player = find(series, a->record->player[side].name);
        if (player == NULL) {
            continue;
        }
        player->n_games++;
        add_sum(&player->sum, &a->sum[side]);
        if (a->has_result) {
            player->points += side == SIDE_WHITE ? a->result : 1 - a->result;
            player->adjusted += analysis_adjusted(a, side);
        }
    }
}

static void write_player(const struct series_player *player, FILE *out) {
    const struct analysis_sum *sum = &player->sum;
    double skill = 0;
    bool is_known = analysis_skill(sum, &skill);
    int width = grid_width(player->name);
    fprintf(out, "%s%*s %5u %5.1f %8.1f %10u %9.2f %% ", player->name,
            width < 24 ? 24 - width : 0, "", player->n_games, player->points,
            player->adjusted, sum->n_decisions,
            sum->n_decisions > 0 ? 100 * sum->lost / sum->n_decisions : 0);
    if (is_known) {
        fprintf(out, "%5.0f %%", 100 * skill);
    } else {
        fputs("      -", out);
    }
    fprintf(out, " %+6.2f\n", sum->luck);
}

/* Writes a row for each player, in the order they came. */
static void series_write(const struct series *series, enum lang lang, FILE *out) {
    fprintf(out, tr(lang, "%u games\n"), series->n_games);
    fprintf(out, "%22s%s\n", "",
            tr(lang, "   games   won  no luck  decisions   lost each  skill   luck"));
    for (unsigned i = 0; i < series->n_players; i++) {
        write_player(&series->player[i], out);
    }
}

enum status { STATUS_GOOD, STATUS_WRONG, STATUS_UNREADABLE };

/* Not given: as many as the judge usually looks ahead. */
#define NO_PLIES UINT_MAX
/* Progress is shown only after this time. */
#define SHORT_MS 1000

static const char help[] =
    "usage: alea analyse [OPTION]... RECORD...     (- is the standard input)\n"
    "\n"
    "Shows how well both players of a game played, and how lucky they were.  RECORD\n"
    "is what alea verify reads; a wrong one is refused, an unfinished game analysed\n"
    "up to its last move.\n"
    "\n"
    "V is a player's chance to win when both go on as well as the judge can.  A\n"
    "throw is lucky by how much it raises V.  A move loses V of the best move less\n"
    "V of the move played; moves without a choice are not counted.  Skill is 100 %\n"
    "for losing nothing, and about 0 % for choosing blindly; take it over ten games\n"
    "or so, as it varies by some 20 % from game to game.  ?! marks the worst 10 % of\n"
    "the game's decisions, ? the worst 3 %, ?? the worst 1 %.\n"
    "\n"
    "royal-ur is judged exactly with the table that alea solve makes, everything\n"
    "else by alea's own engine.  The last lines say how good that is.\n"
    "\n"
    "With several records it adds the games up for each player.\n"
    "\n"
    "  --all         also list every throw and every move; the numbers are the\n"
    "                chances, in per cent, of the side that throws or moves\n"
    "  --svg FILE    also draw the winning chances as a picture\n"
    "  --json        print everything as one line of JSON for each game instead\n"
    "  --table FILE  another table of alea solve than the usual one\n"
    "  --plies N     look this far ahead, 0 to 4 (default: 1 or 2, as the game\n"
    "                allows); each ply takes about ten times as long\n"
    "  --plain       draw with plain characters and without colour, as with\n"
    "                NO_COLOR=1 or when the output is a file\n"
    "  -h, --help    this text\n"
    "\n"
    "exit status:\n"
    "  0  it analysed the game\n"
    "  1  the record is wrong, or is not the record of a game; the table cannot be\n"
    "     used; or writing failed\n"
    "  2  wrong command line, or the record cannot be read\n";

struct arguments {
    const char *table, *svg; /* NULL: not given */
    bool json, all, plain;
    unsigned plies;
};

/* Analyses the game, and shows progress when it takes long. */
static void work(struct analysis *analysis) {
    struct progress progress;
    uint64_t began_ms = wait_now_ms();
    progress_begin(&progress, 0);
    while (analysis_step(analysis)) {
        if (wait_now_ms() - began_ms >= SHORT_MS) {
            progress_show(&progress, analysis_done(analysis));
        }
    }
    progress_end(&progress);
}

/* Whether a picture may be written there: an existing file must be a picture. */
static bool is_free(const char *path) {
    char first[4] = "";
    FILE *in = fopen(path, "r");
    if (in == NULL) {
        return true;
    }
    size_t n = fread(first, 1, sizeof first, in);
    fclose(in);
    return n == 0 || (n == sizeof first && memcmp(first, "<svg", sizeof first) == 0);
}

static bool write_svg(const struct analysis *analysis, const char *path) {
    FILE *out = NULL;
    bool is_written = false;
    if (!is_free(path)) {
        fprintf(stderr, said("alea analyse: %s: not replaced, it is not a picture\n"),
                path);
        return false;
    }
    if ((out = fopen(path, "w")) != NULL) {
        chart_svg(analysis, lang_of_environment(), out);
        is_written = !ferror(out);
        is_written = fclose(out) == 0 && is_written;
    }
    if (!is_written) {
        record_file_tell_unreadable("analyse", path);
    }
    return is_written;
}

static bool show(const struct analysis *analysis, const struct arguments *args,
                 struct series *series) {
    if (series != NULL && analysis->n > 0) {
        series_add(series, analysis);
    }
    if (args->json) {
        char *json = analysis_to_json(analysis);
        puts(json);
        free(json);
    } else if (series == NULL) {
        struct style style = term_style(stdout, args->plain);
        term_size(&style.columns, &(unsigned short){0});
        report_write(analysis, &style, stdout);
        if (args->all) {
            fputc('\n', stdout);
            report_write_all(analysis, lang_of_environment(), stdout);
        }
    }
    return args->svg == NULL || write_svg(analysis, args->svg);
}

/* series: collects the game's totals; NULL: it is the only game. */
static enum status analyse(const struct record *record, const struct arguments *args,
                           struct series *series) {
    struct judge judge;
    struct judge_setup setup = {.game = record->game,
                                .table = args->table,
                                .has_plies = args->plies != NO_PLIES,
                                .plies = args->plies};
    char fault[FAULT_BYTES];
    if (args->table != NULL && record->game->dice == NULL) {
        cli_refuse("analyse", "--table is for games with dice", NULL);
        return STATUS_UNREADABLE;
    }
    if (!judge_init(&judge, &setup, fault)) {
        cli_tell("analyse", fault);
        return STATUS_WRONG;
    }
    struct analysis *analysis = mem_new(1, sizeof *analysis);
    analysis_init(analysis, record, &judge);
    work(analysis);
    bool is_shown = show(analysis, args, series);
    analysis_fini(analysis);
    free(analysis);
    judge_fini(&judge);
    return is_shown ? STATUS_GOOD : STATUS_WRONG;
}

static enum status analyse_file(const char *name, const struct arguments *args,
                                struct series *series) {
    struct record record;
    enum status status = STATUS_WRONG;
    switch (record_file_load("analyse", name, &record)) {
    case RECORD_FILE_GOOD:
        status = analyse(&record, args, series);
        record_fini(&record);
        break;
    case RECORD_FILE_WRONG: break;
    case RECORD_FILE_UNREADABLE: status = STATUS_UNREADABLE; break;
    }
    return status;
}

int cmd_analyse(int argc, char **argv) {
    static const struct cli_option known[] = {
        CLI_FLAG("all", struct arguments, all),
        CLI_TEXT("svg", struct arguments, svg),
        CLI_FLAG("json", struct arguments, json),
        CLI_TEXT("table", struct arguments, table),
        CLI_NUMBER("plies", struct arguments, plies, 0, JUDGE_PLIES_MAX),
        CLI_FLAG("plain", struct arguments, plain),
        {.name = NULL},
    };
    static const struct cli cli = {"analyse", help, known, NULL};
    struct arguments args = {.plies = NO_PLIES};
    int read = cli_read(&cli, argc, argv, &args);
    if (read != CLI_GO_ON) {
        return read;
    }
    if (optind == argc) {
        cli_refuse("analyse", "which file?", NULL);
        return CLI_WRONG;
    }
    bool has_several = argc - optind > 1;
    if (has_several && (args.all || args.svg != NULL)) {
        cli_refuse("analyse", "one file at a time", args.all ? "--all" : "--svg");
        return CLI_WRONG;
    }
    struct series *series = has_several ? mem_new(1, sizeof *series) : NULL;
    enum status status = STATUS_GOOD;
    for (int i = optind; i < argc && status == STATUS_GOOD; i++) {
        status = analyse_file(argv[i], &args, series);
    }
    if (series != NULL && !args.json && status == STATUS_GOOD) {
        series_write(series, lang_of_environment(), stdout);
    }
    free(series);
    return (int)status;
}
