#include "client-cli/check/record_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/check/verify.h"
#include "client-cli/net/cli.h"
#include "mem/mem.h"
#include "proto/command/command.h"
#include "proto/message/message.h"

/* Largest file, in bytes: a server sends a record as one line. */
#define FILE_BYTES_MAX ((size_t)LINE_OUT_BYTES_MAX)

/* Reads to the end, but at most FILE_BYTES_MAX. */
static char *read_all(FILE *in, size_t *len) {
    char *text = mem_alloc(FILE_BYTES_MAX + 1);
    *len = fread(text, 1, FILE_BYTES_MAX + 1, in);
    if (ferror(in) || *len > FILE_BYTES_MAX) {
        int error = ferror(in) ? errno : EFBIG;
        free(text);
        errno = error;
        return NULL;
    }
    return text;
}

char *record_file_read(const char *name, size_t *len) {
    if (strcmp(name, "-") == 0) {
        return read_all(stdin, len);
    }
    FILE *in = fopen(name, "rb");
    if (in == NULL) {
        return NULL;
    }
    char *text = read_all(in, len);
    int error = errno;
    fclose(in);
    errno = error;
    return text;
}

struct state record_file_state(const struct record *record, enum lang lang) {
    struct state state = {
        .game = record->game, .result = record->result, .lang = (uint8_t)lang};
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        state.seat[side].name = record->player[side].name;
    }
    return state;
}

void record_file_put_fault(FILE *out, const char *fault) {
    char clean[VERIFY_FAULT_BYTES];
    utf8_clean(fault, strlen(fault), clean, sizeof clean);
    size_t place = clean[0] == '\0' ? 0 : strcspn(clean, ": ");
    bool has_place = strncmp(clean + place, ": ", 2) == 0;
    if (has_place) {
        fprintf(out, "%.*s", (int)place, clean);
        fputs(said("label\4: "), out);
    }
    tr_put(out, lang_of_environment(), clean + (has_place ? place + 2 : 0));
}

static enum record_file_status tell_wrong(const char *command, const char *name,
                                          const char *what, const char *fault) {
    fprintf(stderr, said("alea %s: "), command);
    fprintf(stderr, "%s%s%s", name, said("label\4: "), said(what));
    fputs(said("label\4: "), stderr);
    record_file_put_fault(stderr, fault);
    fputs("\n", stderr);
    return RECORD_FILE_WRONG;
}

void record_file_tell_unreadable(const char *command, const char *name) {
    char fault[FAULT_BYTES];
    snprintf(fault, sizeof fault, "%.120s: %s", name, strerror(errno));
    cli_tell(command, fault);
}

enum record_file_status record_file_load(const char *command, const char *name,
                                         struct record *record) {
    size_t len;
    char fault[FAULT_BYTES];
    char *text = record_file_read(name, &len);
    if (text == NULL) {
        record_file_tell_unreadable(command, name);
        return RECORD_FILE_UNREADABLE;
    }
    bool is_record = record_from_json(text, len, record, fault);
    free(text);
    if (!is_record) {
        return tell_wrong(command, name, N_("not a record"), fault);
    }
    struct verification v;
    verify_record(record, &v);
    if (v.verdict == VERDICT_WRONG) {
        record_fini(record);
        return tell_wrong(command, name, N_("the record is wrong"), v.fault);
    }
    return RECORD_FILE_GOOD;
}
