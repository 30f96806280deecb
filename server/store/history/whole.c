#include "server/store/history/whole.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/store/history/history.h"

/* How often to try to read a game while the disk fails. */
#define READ_TRIES 3
/* What is read at once: about 50 ms of work. */
#define PART_ROOMS    256
#define PART_SESSIONS 4096

void whole_leave_out(struct whole *whole, int64_t game, const struct room_start *start,
                     bool by_disk, const char *why) {
    MEM_ROOM(whole->left_out, whole->n_left_out, whole->cap_left_out, 16);
    struct left_out *left = &whole->left_out[whole->n_left_out++];
    *left = (struct left_out){.game = game, .start = *start, .by_disk = by_disk};
    text_copy(left->why, sizeof left->why, why);
}

/* A game that the disk does not give is tried again. */
static void read_game(struct whole *whole, struct store *store, int64_t game) {
    char fault[FAULT_BYTES];
    struct room *room = NULL;
    bool by_disk = true;
    for (int i = 0; room == NULL && by_disk && i < READ_TRIES; i++) {
        unsigned before = store_read_failures(store);
        room = history_room(store, game, 0, NULL, NULL, fault);
        by_disk = store_read_failures(store) != before;
    }
    if (room == NULL) {
        struct room_start start = {.code = ""};
        char ignored[FAULT_BYTES];
        (void)store_load_start(store, game, &start, ignored);
        whole->fails = whole->fails || by_disk;
        whole_leave_out(whole, game, &start, by_disk,
                        by_disk ? store_fault(store) : fault);
        return;
    }
    MEM_ROOM(whole->rooms, whole->n_rooms, whole->cap_rooms, 16);
    whole->rooms[whole->n_rooms++] = (struct whole_room){room, game};
}

static bool read_games(struct whole *whole, struct store *store) {
    int64_t game = 1;
    unsigned before = store_read_failures(store);
    for (size_t i = 0; i < PART_ROOMS && game > 0; i++) {
        game = store_next_game(store, whole->at, true);
        if (game > 0) {
            whole->at = game;
            read_game(whole, store, game);
        }
    }
    if (game < 0) {
        whole->no_games = true;
        whole->fails = whole->fails || store_read_failures(store) != before;
        text_copy(whole->fault, sizeof whole->fault, store_fault(store));
    }
    return game <= 0;
}

static void read_session(struct whole *whole, struct store *store,
                         const struct stored_session *stored) {
    MEM_ROOM(whole->sessions, whole->n_sessions, whole->cap_sessions, 16);
    struct whole_session *session = &whole->sessions[whole->n_sessions++];
    *session = (struct whole_session){.stored = *stored};
    if (stored->account != 0) {
        session->ratings = mem_new(1, sizeof *session->ratings);
        store_get_profile(store, stored->account, &session->profile);
        store_load_gags(store, stored->account, &session->gags);
        store_load_ratings(store, stored->account, session->ratings);
    }
}

static bool read_sessions(struct whole *whole, struct store *store) {
    struct stored_session stored;
    for (size_t i = 0; i < PART_SESSIONS; i++) {
        enum found found = store_next_session(store, (uint64_t)whole->at, &stored);
        if (found != FOUND) {
            whole->no_sessions = found == NOT_READ;
            whole->fails = whole->fails || whole->no_sessions;
            return true;
        }
        whole->at = (int64_t)stored.id;
        read_session(whole, store, &stored);
    }
    return false;
}

static int by_id(const void *key, const void *item) {
    const uint64_t *id = key;
    const struct whole_session *session = item;
    return (*id > session->stored.id) - (*id < session->stored.id);
}

struct whole_session *whole_find_session(const struct whole *whole, uint64_t id) {
    if (whole->n_sessions == 0) {
        return NULL;
    }
    return bsearch(&id, whole->sessions, whole->n_sessions, sizeof *whole->sessions,
                   by_id);
}

/* Few guests have a profile or gags. */
static bool read_guests(struct whole *whole, struct store *store) {
    int64_t owner = INT64_MIN;
    while ((owner = store_next_guest(store, owner)) != 0) {
        struct whole_session *session = whole_find_session(whole, (uint64_t)-owner);
        if (session != NULL && session->stored.account == 0) {
            store_get_profile(store, owner, &session->profile);
            store_load_gags(store, owner, &session->gags);
        }
    }
    return true;
}

static bool read_rest(struct whole *whole, struct store *store) {
    struct ban ban;
    int64_t n = 0;
    while ((n = store_next_ban(store, n, &ban)) > 0) {
        (void)bans_put(&whole->bans, &ban); /* false: BANS_MAX are in already */
    }
    if (n < 0) {
        whole->no_bans = true;
        text_copy(whole->fault, sizeof whole->fault, store_fault(store));
    }
    whole->has_aside = store_has_set_aside(store);
    whole->n_accounts = store_n_accounts(store);
    whole->is_renewed = store_was_renewed(store, &whole->n_lost);
    return true;
}

bool whole_read(struct whole *whole, struct store *store) {
    unsigned before = store_read_failures(store);
    bool is_done = true;
    store_hold_reads(store, true);
    switch (whole->part) {
    case WHOLE_GAMES: is_done = read_games(whole, store); break;
    case WHOLE_SESSIONS: is_done = read_sessions(whole, store); break;
    case WHOLE_GUESTS: is_done = read_guests(whole, store); break;
    case WHOLE_REST: is_done = read_rest(whole, store); break;
    case WHOLE_DONE: break;
    }
    store_hold_reads(store, false);
    whole->fails = whole->fails ||
                   (whole->part != WHOLE_GAMES && store_read_failures(store) != before);
    if (whole->fails && whole->fault[0] == '\0') {
        text_copy(whole->fault, sizeof whole->fault, store_fault(store));
    }
    if (is_done && whole->part != WHOLE_DONE) {
        whole->part++;
        whole->at = 0;
    }
    return whole->part == WHOLE_DONE;
}

void whole_fini(struct whole *whole) {
    for (size_t i = 0; i < whole->n_rooms; i++) {
        if (whole->rooms[i].room != NULL) {
            room_destroy(whole->rooms[i].room);
        }
    }
    for (size_t i = 0; i < whole->n_sessions; i++) {
        gags_fini(&whole->sessions[i].gags);
        free(whole->sessions[i].ratings);
    }
    free(whole->rooms);
    free(whole->sessions);
    free(whole->left_out);
    bans_fini(&whole->bans);
    *whole = (struct whole){.n_rooms = 0};
}
