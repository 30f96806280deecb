#include "server/cluster/wire.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/shape.h"
#include "server/bus/bus.h"

/* All flags: no message may have a larger number. */
#define RUN_FLAGS_ALL  (RUN_AGAIN | RUN_CHECKS | RUN_PART | RUN_MEETS)
#define DONE_FLAGS_ALL (DONE_GIVES_BACK | DONE_LOST | DONE_REFUSED | DONE_MOVED)
/* Most tokens that a request may cost. */
#define COST_MOST 1000000

/* --- players --- */

void wire_attach_fini(struct wire_attach *attach) {
    gags_fini(&attach->gags);
    free(attach->ratings);
    free(attach->watched);
    attach->ratings = NULL;
    attach->watched = NULL;
}

static void put_profile(struct pack *out, const struct profile *profile) {
    pack_number(out, profile->no_games);
    pack_number(out, profile->rated);
    pack_number(out, profile->clock);
    pack_number(out, profile->no_bots);
    pack_number(out, profile->is_bot);
    pack_number(out, profile->more);
    pack_number(out, profile->auto_moves);
}

static void take_profile(struct unpack *in, struct profile *profile) {
    *profile = (struct profile){0};
    profile->no_games = (uint32_t)unpack_number(in, UINT32_MAX);
    profile->rated = (uint8_t)unpack_number(in, CHOICE_NO);
    profile->clock = (uint8_t)unpack_number(in, CHOICE_NO);
    profile->no_bots = unpack_flag(in);
    profile->is_bot = unpack_flag(in);
    profile->more = (uint8_t)unpack_number(in, PROFILE_MAX_MOST - 1);
    profile->auto_moves = unpack_flag(in);
}

static void put_rating(struct pack *out, const struct player_rating *rating) {
    pack_number(out, rating->found);
    if (rating->found != FOUND) {
        return;
    }
    const struct rating *r = &rating->rating;
    const double real[] = {r->start.rating, r->start.deviation, r->start.volatility};
    const int64_t number[] = {r->period,        r->sums.n, r->sums.information,
                              r->sums.surprise, r->games,  r->opponents};
    for (size_t i = 0; i < sizeof real / sizeof real[0]; i++) {
        pack_real(out, real[i]);
    }
    for (size_t i = 0; i < sizeof number / sizeof number[0]; i++) {
        pack_signed(out, number[i]);
    }
}

static void take_rating(struct unpack *in, struct player_rating *rating) {
    struct rating *r = &rating->rating;
    double *const real[] = {&r->start.rating, &r->start.deviation, &r->start.volatility};
    int64_t *const number[] = {&r->period,        &r->sums.n, &r->sums.information,
                               &r->sums.surprise, &r->games,  &r->opponents};
    rating->found = (enum found)unpack_number(in, NOT_READ);
    for (size_t i = 0; rating->found == FOUND && i < sizeof real / sizeof real[0]; i++) {
        *real[i] = unpack_real(in);
        in->fails |= !(*real[i] > -1e9 && *real[i] < 1e9); /* refuses NAN, too */
    }
    for (size_t i = 0; rating->found == FOUND && i < sizeof number / sizeof number[0];
         i++) {
        *number[i] = unpack_signed(in);
    }
}

static void take_ratings(struct unpack *in, struct wire_attach *attach) {
    if (unpack_flag(in)) {
        attach->ratings = mem_new(1, sizeof *attach->ratings);
        for (size_t i = 0; i < RATED_GAMES_MAX; i++) {
            take_rating(in, &attach->ratings->of[i]);
        }
    }
}

static void take_watched(struct unpack *in, struct wire_attach *attach) {
    size_t n = (size_t)unpack_number(in, WIRE_ROOMS_MAX);
    attach->watched = mem_new(n + 1, sizeof *attach->watched);
    for (; attach->n_watched < n && !in->fails; attach->n_watched++) {
        char *code = attach->watched[attach->n_watched].code;
        unpack_text(in, code, ROOM_BYTES_MAX + 1);
        in->fails |= !is_room_code(code);
    }
}

void wire_put_attach(struct pack *out, const struct wire_attach *attach) {
    pack_number(out, WIRE_ATTACH);
    pack_number(out, attach->session);
    pack_number(out, attach->homes);
    pack_signed(out, attach->account);
    pack_text(out, attach->name);
    pack_text(out, attach->address);
    pack_number(out, attach->json);
    pack_number(out, attach->unicode);
    pack_number(out, attach->colour);
    pack_number(out, attach->no_moves);
    pack_number(out, attach->is_operator);
    pack_number(out, attach->shows);
    pack_number(out, attach->n_away);
    put_profile(out, &attach->profile);
    pack_number(out, attach->gags.n);
    for (size_t i = 0; i < attach->gags.n; i++) {
        pack_text(out, attach->gags.gag[i].name);
    }
    pack_number(out, attach->n_watched);
    for (size_t i = 0; i < attach->n_watched; i++) {
        pack_text(out, attach->watched[i].code);
    }
    pack_number(out, attach->ratings != NULL);
    for (size_t i = 0; attach->ratings != NULL && i < RATED_GAMES_MAX; i++) {
        put_rating(out, &attach->ratings->of[i]);
    }
    pack_number(out, attach->op);
}

/* A player's name.  Its letters are not checked: old names may break today's rules. */
static void take_name(struct unpack *in, char name[static NAME_BYTES_MAX + 1]) {
    unpack_text(in, name, NAME_BYTES_MAX + 1);
    in->fails |= name[0] == '\0';
}

bool wire_take_attach(struct unpack *in, struct wire_attach *attach) {
    char name[NAME_BYTES_MAX + 1];
    *attach = (struct wire_attach){.session = unpack_number(in, INT64_MAX)};
    attach->homes = unpack_number(in, INT64_MAX);
    attach->account = unpack_signed(in);
    take_name(in, attach->name);
    unpack_text(in, attach->address, sizeof attach->address);
    attach->json = unpack_flag(in);
    attach->unicode = unpack_flag(in);
    attach->colour = unpack_flag(in);
    attach->no_moves = unpack_flag(in);
    attach->is_operator = unpack_flag(in);
    attach->shows = unpack_flag(in);
    attach->n_away = (size_t)unpack_number(in, WIRE_ROOMS_MAX);
    take_profile(in, &attach->profile);
    for (uint64_t n = unpack_number(in, WIRE_GAGS_MAX); n > 0 && !in->fails; n--) {
        take_name(in, name);
        if (!in->fails) {
            gags_add(&attach->gags, name);
        }
    }
    take_watched(in, attach);
    take_ratings(in, attach);
    attach->op = in->left > 0 ? unpack_number(in, UINT64_MAX) : 0;
    if (in->fails || attach->session == 0 || attach->address[0] == '\0') {
        wire_attach_fini(attach);
        return false;
    }
    return true;
}

/* --- requests --- */

void wire_put_run(struct pack *out, const struct wire_run *run) {
    char *line = command_to_json(&run->cmd);
    pack_number(out, WIRE_RUN);
    pack_number(out, run->session);
    pack_number(out, run->op);
    pack_number(out, run->flags);
    pack_number(out, run->n_away);
    pack_text(out, run->room);
    pack_number(out, run->cmd.is_typed);
    pack_number(out, run->cmd.is_bare);
    pack_text(out, line);
    free(line);
}

bool wire_take_run(struct unpack *in, struct wire_run *run) {
    struct command_fault fault;
    size_t n;
    run->session = unpack_number(in, INT64_MAX);
    run->op = unpack_number(in, UINT64_MAX);
    run->flags = (unsigned)unpack_number(in, RUN_FLAGS_ALL);
    run->n_away = (size_t)unpack_number(in, WIRE_ROOMS_MAX);
    unpack_text(in, run->room, sizeof run->room);
    bool is_typed = unpack_flag(in), is_bare = unpack_flag(in);
    const char *line = unpack_bytes(in, &n, WIRE_LINE_MAX);
    if (in->fails || run->op == 0 ||
        command_from_json(line, n, &run->cmd, &fault) != ERR_OK) {
        return false;
    }
    run->cmd.is_typed = is_typed;
    run->cmd.is_bare = is_bare;
    return true;
}

void wire_put_session(struct pack *out, enum wire_kind kind, uint64_t session) {
    pack_number(out, kind);
    pack_number(out, session);
}

bool wire_take_session(struct unpack *in, uint64_t *session) {
    *session = unpack_number(in, INT64_MAX);
    return !in->fails;
}

void wire_put_detach(struct pack *out, const struct wire_detach *detach) {
    wire_put_session(out, WIRE_DETACH, detach->session);
    pack_number(out, detach->stays);
    pack_number(out, detach->op);
}

bool wire_take_detach(struct unpack *in, struct wire_detach *detach) {
    detach->session = unpack_number(in, INT64_MAX);
    detach->stays = in->left > 0 && unpack_flag(in);
    detach->op = in->left > 0 ? unpack_number(in, UINT64_MAX) : 0;
    return !in->fails;
}

void wire_put_played(struct pack *out, uint64_t session, size_t n) {
    pack_number(out, WIRE_PLAYED);
    pack_number(out, session);
    pack_number(out, n);
}

bool wire_take_played(struct unpack *in, uint64_t *session, size_t *n) {
    *session = unpack_number(in, INT64_MAX);
    *n = (size_t)unpack_number(in, WIRE_ROOMS_MAX);
    return !in->fails;
}

/* --- questions --- */

void wire_put_find(struct pack *out, const struct wire_find *find) {
    pack_number(out, WIRE_FIND);
    pack_number(out, find->query);
    pack_number(out, find->kind);
    pack_text(out, find->key);
}

bool wire_take_find(struct unpack *in, struct wire_find *find) {
    find->query = unpack_number(in, UINT64_MAX);
    find->kind = (enum wire_find_kind)unpack_number(in, FIND_KIND_COUNT - 1);
    unpack_text(in, find->key, sizeof find->key);
    return !in->fails;
}

void wire_put_found(struct pack *out, uint64_t query, bool is_here) {
    pack_number(out, WIRE_FOUND);
    pack_number(out, query);
    pack_number(out, is_here);
}

bool wire_take_found(struct unpack *in, uint64_t *query, bool *is_here) {
    *query = unpack_number(in, UINT64_MAX);
    *is_here = unpack_flag(in);
    return !in->fails;
}

/* --- lists --- */

/* A command travels as its word, so that nodes of different versions agree. */
void wire_put_list(struct pack *out, const struct wire_list *list) {
    pack_number(out, WIRE_LIST);
    pack_number(out, list->query);
    pack_number(out, list->session);
    pack_text(out, command_spec(list->cmd)->word);
    if (list->cmd == CMD_PLAY) {
        char *line = command_to_json(&list->play);
        pack_text(out, line);
        free(line);
    }
}

bool wire_take_list(struct unpack *in, struct wire_list *list) {
    char word[32];
    list->query = unpack_number(in, UINT64_MAX);
    list->session = unpack_number(in, INT64_MAX);
    unpack_text(in, word, sizeof word);
    int i = 0;
    while (i < COMMAND_COUNT &&
           strcmp(word, command_spec((enum command_kind)i)->word) != 0) {
        i++;
    }
    list->cmd = (enum command_kind)i;
    if (in->fails || list->cmd != CMD_PLAY) {
        return !in->fails && i < COMMAND_COUNT;
    }
    struct command_fault fault;
    size_t n;
    const char *line = unpack_bytes(in, &n, WIRE_LINE_MAX);
    return !in->fails && command_from_json(line, n, &list->play, &fault) == ERR_OK &&
           list->play.kind == CMD_PLAY;
}

void wire_put_rows(struct pack *out, uint64_t query, const char *json, size_t len) {
    pack_number(out, WIRE_ROWS);
    pack_number(out, query);
    pack_bytes(out, json, len);
}

bool wire_take_rows(struct unpack *in, uint64_t *query, const char **json, size_t *len) {
    *query = unpack_number(in, UINT64_MAX);
    *json = unpack_bytes(in, len, WIRE_BYTES_MAX);
    return !in->fails;
}

/* --- rooms and sessions that move --- */

void wire_put_room(struct pack *out, const char *code) {
    pack_number(out, WIRE_ROOM);
    pack_text(out, code);
}

bool wire_take_room(struct unpack *in, char code[static ROOM_BYTES_MAX + 1]) {
    unpack_text(in, code, ROOM_BYTES_MAX + 1);
    return !in->fails && is_room_code(code);
}

void wire_put_given(struct pack *out, const char *code, int slot) {
    pack_number(out, WIRE_GIVEN);
    pack_text(out, code);
    pack_number(out, (uint64_t)slot);
}

bool wire_take_given(struct unpack *in, char code[static ROOM_BYTES_MAX + 1], int *slot) {
    unpack_text(in, code, ROOM_BYTES_MAX + 1);
    *slot = (int)unpack_number(in, BUS_SLOTS - 1);
    return !in->fails && is_room_code(code) && *slot > 0;
}

void wire_put_fenced(struct pack *out, int slot, uint64_t epoch) {
    pack_number(out, WIRE_FENCED);
    pack_number(out, (uint64_t)slot);
    pack_number(out, epoch);
}

bool wire_take_fenced(struct unpack *in, int *slot, uint64_t *epoch) {
    *slot = (int)unpack_number(in, BUS_SLOTS - 1);
    *epoch = unpack_number(in, UINT32_MAX);
    return !in->fails;
}

void wire_put_drains(struct pack *out, bool drains) {
    pack_number(out, WIRE_DRAINS);
    pack_number(out, drains);
}

bool wire_take_drains(struct unpack *in, bool *drains) {
    *drains = unpack_flag(in);
    return !in->fails;
}

void wire_put_taken(struct pack *out, uint64_t session, uint64_t homes) {
    pack_number(out, WIRE_TAKEN);
    pack_number(out, session);
    pack_number(out, homes);
}

bool wire_take_taken(struct unpack *in, uint64_t *session, uint64_t *homes) {
    *session = unpack_number(in, INT64_MAX);
    *homes = unpack_number(in, INT64_MAX);
    return !in->fails;
}

/* --- feeds --- */

void feed_put(struct pack *out, const struct feed_item *item) {
    pack_number(out, item->kind);
    if (item->kind == FEED_BYTES) {
        pack_bytes(out, item->bytes, item->n);
        return;
    }
    pack_number(out, item->session);
    switch (item->kind) {
    case FEED_GIVE:
        pack_number(out, item->n);
        pack_number(out, item->watched);
        break;
    case FEED_ANSWER:
        pack_number(out, item->n);
        pack_number(out, item->op);
        break;
    case FEED_ROOMS: pack_number(out, item->n); break;
    case FEED_DONE:
        pack_number(out, item->op);
        pack_number(out, item->flags);
        pack_number(out, item->cost < COST_MOST ? item->cost : COST_MOST);
        break;
    case FEED_BYTES:
    case FEED_KIND_COUNT: break;
    }
}

void feed_put_room(struct pack *out, const char *code, bool sits) {
    pack_text(out, code);
    pack_number(out, sits);
}

bool feed_take(struct unpack *in, struct feed_item *item) {
    if (in->left == 0) {
        return false;
    }
    uint64_t kind = unpack_number(in, FEED_KIND_COUNT - 1);
    *item = (struct feed_item){.kind = (enum feed_kind)kind};
    in->fails |= kind == 0;
    if (kind == FEED_BYTES) {
        item->bytes = unpack_bytes(in, &item->n, WIRE_BYTES_MAX);
        return !in->fails;
    }
    item->session = unpack_number(in, INT64_MAX);
    if (kind == FEED_GIVE) {
        item->n = (size_t)unpack_number(in, UINT32_MAX);
        item->watched = unpack_flag(in);
    } else if (kind == FEED_ANSWER) {
        item->n = (size_t)unpack_number(in, UINT32_MAX);
        item->op = unpack_number(in, UINT64_MAX);
    } else if (kind == FEED_ROOMS) {
        item->n = (size_t)unpack_number(in, WIRE_ROOMS_MAX);
    } else if (kind == FEED_DONE) {
        item->op = unpack_number(in, UINT64_MAX);
        item->flags = (unsigned)unpack_number(in, DONE_FLAGS_ALL);
        item->cost = unpack_number(in, COST_MOST);
    }
    return !in->fails;
}

void feed_take_room(struct unpack *in, char code[static ROOM_BYTES_MAX + 1], bool *sits) {
    unpack_text(in, code, ROOM_BYTES_MAX + 1);
    *sits = unpack_flag(in);
    in->fails |= !is_room_code(code);
}
