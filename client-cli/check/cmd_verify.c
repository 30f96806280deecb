/* alea verify: checks the records of games. */
#include "client-cli/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/check/record_file.h"
#include "client-cli/check/verify.h"
#include "client-cli/net/cli.h"
#include "proto/command/command.h"
#include "view/page.h"
#include "view/tell.h"

enum status { STATUS_GOOD, STATUS_WRONG, STATUS_UNREADABLE, STATUS_UNFINISHED };

static const char help[] =
    "usage: alea verify FILE...     (- is the standard input)\n"
    "\n"
    "Checks records of games, as you get them from the server's command record and\n"
    "from alea play.  It checks that the commitment is the hash of the secret, that\n"
    "the nonces are the sealed ones, that every throw follows from the secret and\n"
    "both nonces, that every move is legal and made by the side to move, that no\n"
    "clock gained time, and that the result is right.  It cannot check names, dates,\n"
    "how long anybody thought, or who was away.  docs/fairness.md says how the dice\n"
    "work.\n"
    "\n"
    "exit status:\n"
    "  0  everything is right\n"
    "  1  a record is wrong, or is not the record of a game\n"
    "  2  wrong command line, or a file cannot be read\n"
    "  3  nothing is wrong, but a game is not over: its secret is not known yet, so\n"
    "     its dice cannot be checked\n"
    "With several files, 1 comes before 2, and 2 before 3.\n";

/* --- messages --- */

static void tell_game(struct page *page, const struct record *record) {
    char time[TIME_TEXT_BYTES];
    struct text_out out = text_out_of(time, sizeof time);
    time_control_write(&record->time, &out);
    page_printf(page, "Game %s of %s%s%s: %s (white) against %s (black).",
                record->game_id, record->game->id,
                time[0] != '\0' ? said(", clocks ") : "", time,
                record->player[SIDE_WHITE].name, record->player[SIDE_BLACK].name);
    if (!record->result.over) {
        page_put(page, "The game is not over.");
        return;
    }
    struct state state = record_file_state(record, page->lang);
    tell_on_page(page, &state, tell_result);
}

/* A remark a line. */
static void put_remarks(struct page *page, const char *remarks) {
    while (*remarks != '\0') {
        char line[VERIFY_REMARKS_BYTES];
        size_t len = strcspn(remarks, "\n");
        snprintf(line, sizeof line, "%.*s", (int)len, remarks);
        page_put_told(page, line);
        remarks += len + (remarks[len] == '\n');
    }
}

/* Says what was checked in a good record, and what the reader still has to check. */
static void tell_good(struct page *page, const struct record *record,
                      const struct verification *v) {
    if (v->n_throws + v->n_moves == 0) {
        page_put(page, "All is right.  Nothing was thrown or played.");
    } else if (record->game->dice == NULL) {
        page_printf(page,
                    "All is right.  It is a game without dice; each of the %u moves is "
                    "legal, and the result follows from them.",
                    v->n_moves);
    } else {
        page_printf(page,
                    "All is right.  Each of the %u throws follows from the commitment "
                    "and both nonces, each of the %u moves is legal, and the result "
                    "follows from them.",
                    v->n_throws, v->n_moves);
    }
    put_remarks(page, v->remarks);
    if (v->n_throws > 0) {
        page_put(page,
                 "Compare the commitment with the one that you saw before the game:");
        page_put(page, record->commitment);
    }
}

static void tell_unfinished(struct page *page, const struct record *record,
                            const struct verification *v) {
    page_printf(page, "Nothing is wrong in %u throws and %u moves.", v->n_throws,
                v->n_moves);
    if (record->game->dice != NULL) {
        page_put(page, "The dice cannot be checked before the end of the game, when the "
                       "secret is published.");
    }
    put_remarks(page, v->remarks);
}

static enum status tell_verdict(struct page *page, const struct record *record,
                                const struct verification *v) {
    struct page_text text;
    switch (v->verdict) {
    case VERDICT_GOOD:
        tell_game(page, record);
        tell_good(page, record, v);
        return STATUS_GOOD;
    case VERDICT_UNFINISHED:
        tell_game(page, record);
        tell_unfinished(page, record, v);
        return STATUS_UNFINISHED;
    case VERDICT_WRONG: break;
    }
    page_text_begin(&text);
    fputs(said("WRONG: "), text.out);
    record_file_put_fault(text.out, v->fault);
    page_text_end(&text, page);
    return STATUS_WRONG;
}

static enum status verify_file(const char *name) {
    size_t len;
    char *text = record_file_read(name, &len);
    if (text == NULL) {
        record_file_tell_unreadable("verify", name);
        return STATUS_UNREADABLE;
    }
    printf("%s:\n", name);
    struct page page;
    struct style indented = {.marks = true, .lang = (uint8_t)lang_of_environment()};
    page_init(&page, stdout, &indented, ' ');
    struct record record;
    char fault[FAULT_BYTES];
    enum status status = STATUS_WRONG;
    if (record_from_json(text, len, &record, fault)) {
        struct verification v;
        verify_record(&record, &v);
        status = tell_verdict(&page, &record, &v);
        record_fini(&record);
    } else {
        struct page_text told;
        page_text_begin(&told);
        fputs(said("WRONG: not a record: "), told.out);
        record_file_put_fault(told.out, fault);
        page_text_end(&told, &page);
    }
    free(text);
    return status;
}

/* --- the command line --- */

/* The more important of two exit statuses. */
static enum status worse(enum status a, enum status b) {
    static const int rank[] = {
        [STATUS_GOOD] = 0,
        [STATUS_UNFINISHED] = 1,
        [STATUS_UNREADABLE] = 2,
        [STATUS_WRONG] = 3,
    };
    return rank[a] >= rank[b] ? a : b;
}

int cmd_verify(int argc, char **argv) {
    static const struct cli cli = {"verify", help, NULL, NULL};
    int read = cli_read(&cli, argc, argv, NULL);
    if (read != CLI_GO_ON) {
        return read;
    }
    if (optind == argc) {
        cli_refuse("verify", "which file?", NULL);
        return CLI_WRONG;
    }
    enum status status = STATUS_GOOD;
    for (int i = optind; i < argc; i++) {
        status = worse(status, verify_file(argv[i]));
    }
    return (int)status;
}
