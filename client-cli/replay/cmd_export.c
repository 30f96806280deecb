/* alea export: writes a finished game in a notation that other programs read. */
#include "client-cli/commands.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "client-cli/check/record_file.h"
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

/* One more format is one more row. */
static const struct format {
    const char *name;
    bool (*knows)(const struct game *game);
    const char *which; /* the games that it knows, for an error */
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

/* What reading the command line comes to. */
enum parsed { PARSED_GOOD, PARSED_HELP, PARSED_WRONG };

static enum parsed usage_error(const char *what, const char *word) {
    fprintf(stderr, "alea export: %s%s (see alea export --help)\n", what, word);
    return PARSED_WRONG;
}

static const struct format *find_format(const char *name) {
    for (size_t i = 0; i < N_FORMATS; i++) {
        if (strcmp(formats[i].name, name) == 0) {
            return &formats[i];
        }
    }
    return NULL;
}

static enum parsed read_arguments(struct arguments *args, int argc, char **argv) {
    static const struct option known[] = {
        {"format", required_argument, NULL, 'f'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    *args = (struct arguments){.format = &formats[0]};
    opterr = 0;
    for (int id; (id = getopt_long(argc, argv, "h", known, NULL)) != -1;) {
        switch (id) {
        case 'f': args->format = find_format(optarg); break;
        case 'h': return PARSED_HELP;
        default:
            return usage_error("no such option, or without its value: ",
                               argv[optind - 1]);
        }
        if (args->format == NULL) {
            return usage_error("unknown format: ", optarg);
        }
    }
    if (argc - optind != 1) {
        return usage_error("which file?", argc > optind ? "  One at a time" : "");
    }
    args->file = argv[optind];
    return PARSED_GOOD;
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
    switch (read_arguments(&args, argc, argv)) {
    case PARSED_GOOD: break;
    case PARSED_HELP: fputs(help, stdout); return STATUS_GOOD;
    case PARSED_WRONG: return STATUS_USAGE;
    }
    struct record record;
    enum record_file_status status = record_file_load("export", args.file, &record);
    if (status != RECORD_FILE_GOOD) {
        return status == RECORD_FILE_WRONG ? STATUS_WRONG : STATUS_USAGE;
    }
    int exit_status = (int)export_record(&args, &record);
    record_fini(&record);
    return exit_status;
}
