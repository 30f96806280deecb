/* What the dice have shown: dicestats. */
#include <stdio.h>

#include "mem/mem.h"
#include "proto/shape.h"
#include "server/command/request.h"
#include "server/rating/dicestats.h"

/* Longest list of numbers, with its NUL: of 19 digits each. */
#define NUMBERS_BYTES (DICE_CELLS_MAX * 20 + 1)

static void put_number(struct text_out *out, unsigned i, uint64_t number) {
    char text[24];
    snprintf(text, sizeof text, "%s%llu", i > 0 ? " " : "", (unsigned long long)number);
    text_put(out, text);
}

static void put_row(struct table *table, const struct dice_tally *tally,
                    const struct dice_verdict *verdict, bool is_player) {
    char name[DICE_NAME_BYTES], faces[NUMBERS_BYTES], counts[NUMBERS_BYTES];
    struct text_out face, count;
    unsigned lowest, n_cells = dicestats_cells(tally->kind, &lowest);
    face = text_out_of(faces, sizeof faces);
    count = text_out_of(counts, sizeof counts);
    for (unsigned i = 0; i < n_cells; i++) {
        put_number(&face, i, lowest + i);
        put_number(&count, i, tally->count[i]);
    }
    dicestats_name(tally->kind, name);
    table_put_text(table, name);
    table_put_number(table, (int64_t)tally->throws);
    table_put_text(table, faces);
    table_put_text(table, counts);
    table_put_real(table, verdict->chi2);
    table_put_number(table, verdict->df);
    if (verdict->enough) {
        table_put_real(table, verdict->p);
    } else {
        table_put_null(table);
    }
    if (is_player) {
        table_put_real(table, verdict->luck);
    } else {
        table_put_null(table);
    }
}

enum error_code do_CMD_DICESTATS(struct request *request) {
    const char *name = request_arg(request, 0);
    bool is_player = request->cmd->has[0];
    if (is_player && !is_player_name(name)) {
        return ERR_BAD_NAME;
    }
    struct table *table = request_table(request);
    struct dice_tally tally[DICE_KINDS];
    struct dice_verdict verdict[DICE_KINDS];
    const struct dice_kind *kind;
    size_t n = 0;
    for (size_t i = 0; (kind = dicestats_kind(i)) != NULL; i++) {
        if (store_find_dice(request->store, name, kind, &tally[n])) {
            dicestats_judge(&tally[n], &verdict[n]);
            put_row(table, &tally[n], &verdict[n], is_player);
            n++;
        }
    }
    if (n > 0) {
        char *text = mem_new(DICE_TOLD_BYTES, 1);
        dicestats_tell(tally, verdict, n, is_player, text);
        request->scratch = text;
        request->reply.text = text;
    }
    return ERR_OK;
}
