/* alea export: writes a finished game in a notation that other programs read. */
#include "client-cli/commands.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "client-cli/check/record_file.h"
#include "client-cli/net/cli.h"
#include "client-cli/replay/opentafl.h"

enum status { STATUS_GOOD, STATUS_WRONG, STATUS_USAGE };

static const char help[] =
    "usage: alea export [--format FORMAT] FILE     (- is the standard input)\n"
    "\n"
    "Writes the game of a record to standard output, in a notation for other\n"
    "programs.  It refuses records that alea verify finds wrong.  The only FORMAT so\n"
    "far, and the default:\n"
    "  opentafl   OpenTafl's notation of saved games, for tablut and alea-evangelii\n"
    "\n"
    "exit status:\n"
    "  0  it wrote the game\n"
    "  1  the record is wrong, or is not the record of a game, or the notation does\n"
    "     not know this game; or writing failed\n"
    "  2  wrong command line, or the file cannot be read\n";

/* To add a format, add a row. */
static const struct format {
    const char *name;
    bool (*knows)(const struct game *game);
    const char *which; /* the games it can express, for an error message */
    void (*write)(FILE *out, const struct record *record);
} formats[] = {
    {"opentafl", opentafl_knows, "games of tafl (tablut, alea-evangelii) only",
     opentafl_write},
};

#define N_FORMATS (sizeof formats / sizeof formats[0])

struct arguments {
    const char *file;
    const struct format *format;
};

static const struct format *find_format(const char *name) {
    for (size_t i = 0; i < N_FORMATS; i++) {
        if (strcmp(formats[i].name, name) == 0) {
            return &formats[i];
        }
    }
    return NULL;
}

static bool take_option(void *owner, int id) {
    struct arguments *args = owner;
    (void)id; /* there is only one format */
    args->format = find_format(optarg);
    return args->format != NULL || cli_refuse("export", "unknown format", optarg);
}

/* Returns CLI_GO_ON, or the exit status. */
static int read_arguments(struct arguments *args, int argc, char **argv) {
    static const struct option known[] = {
        {"format", required_argument, NULL, 'f'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    static const struct cli cli = {"export", help, known, take_option};
    *args = (struct arguments){.format = &formats[0]};
    int status = cli_read(&cli, argc, argv, args);
    if (status != CLI_GO_ON) {
        return status;
    }
    return cli_file("export", argc, argv, &args->file) ? CLI_GO_ON : CLI_WRONG;
}

static enum status export_record(const struct arguments *args,
                                 const struct record *record) {
    const struct format *format = args->format;
    if (!format->knows(record->game)) {
        fprintf(stderr,
                "alea export: %s: it is a game of %s; the notation %s is for %s\n",
                args->file, record->game->id, format->name, format->which);
        return STATUS_WRONG;
    }
    format->write(stdout, record);
    if (fflush(stdout) != 0) {
        perror("alea export");
        return STATUS_WRONG;
    }
    return STATUS_GOOD;
}

int cmd_export(int argc, char **argv) {
    struct arguments args;
    int exit_status = read_arguments(&args, argc, argv);
    if (exit_status != CLI_GO_ON) {
        return exit_status;
    }
    struct record record;
    enum record_file_status status = record_file_load("export", args.file, &record);
    if (status != RECORD_FILE_GOOD) {
        return status == RECORD_FILE_WRONG ? STATUS_WRONG : STATUS_USAGE;
    }
    exit_status = (int)export_record(&args, &record);
    record_fini(&record);
    return exit_status;
}
