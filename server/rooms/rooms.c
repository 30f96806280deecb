#include "server/rooms/rooms.h"

#include <stdlib.h>

#include "mem/mem.h"
#include "server/base/prefetch.h"
#include "server/people/clients.h"
#include "server/people/come.h"
#include "server/rooms/state.h"

struct room_limits rooms_limits(const struct rooms *rooms) {
    const struct limits *limits = &rooms->config->limits;
    return (struct room_limits){
        .keep_ms = (uint64_t)limits->keep_s * 1000,
        .idle_ms = (uint64_t)limits->idle_ms,
        .ready_ms = (uint64_t)limits->ready_ms,
    };
}

int64_t rooms_resume_by_s(const struct rooms *rooms, const struct room *room) {
    bool lapses = room->stage == STAGE_ADJOURNED && room->resume_by_ms != 0;
    return lapses ? turn_now_s(rooms->turns) + ((int64_t)room->resume_by_ms -
                                                (int64_t)turn_now_ms(rooms->turns)) /
                                                   1000
                  : 0;
}

static void count_clock(struct rooms *rooms, struct room *room, bool is_timed) {
    rooms->n_clocks += (size_t)is_timed - (size_t)kept_room(room)->is_timed;
    kept_room(room)->is_timed = is_timed;
}

/* Never sets a time in the past: the tick would not end. */
void rooms_update_deadline(struct rooms *rooms, struct room *room) {
    bool is_still = kept_room(room)->is_closed;
    count_clock(rooms, room, !is_still && room->clock.running < SIDE_COUNT);
    struct room_limits limits = rooms_limits(rooms);
    uint64_t at_ms = is_still ? DEADLINE_NEVER : room_due_ms(room, &limits);
    at_ms = at_ms > turn_now_ms(rooms->turns) ? at_ms : turn_now_ms(rooms->turns) + 1;
    deadline_heap_set(&rooms->deadlines, &kept_room(room)->deadline, at_ms);
    turn_wake_at(rooms->turns, at_ms);
}

/* Frees a room that is in no list any more. */
static void free_room(struct rooms *rooms, struct kept_room *room) {
    people_uncount_room(rooms->people, room->counts);
    deadline_heap_set(&rooms->deadlines, &room->deadline, DEADLINE_NEVER);
    watchers_fini(&room->watchers);
    free(room->news);
    state_head_fini(&room->head);
    room_fini(&room->room);
    free(room);
}

void rooms_remove(struct rooms *rooms, struct room *room) {
    if (kept_room(room)->in_shown) {
        room_list_remove(&rooms->shown, room);
    }
    count_clock(rooms, room, false);
    lobby_remove(&rooms->lobby, room);
    free_room(rooms, kept_room(room));
}

struct rooms *rooms_new(struct hub_config *config, struct turns *turns,
                        struct people *people) {
    struct rooms *rooms = mem_new(1, sizeof *rooms);
    rooms->config = config;
    rooms->metrics = turn_metrics(turns);
    rooms->turns = turns;
    rooms->people = people;
    rooms->last_game = store_last_game(turn_store(turns));
    return rooms;
}

void rooms_free(struct rooms *rooms) {
    for (size_t i = 0; i < rooms->lobby.rooms.n; i++) {
        free_room(rooms, kept_room(rooms->lobby.rooms.room[i]));
    }
    lobby_fini(&rooms->lobby);
    deadline_heap_fini(&rooms->deadlines);
    free(rooms->changed.item);
    free(rooms->handed.item);
    free(rooms->shown.room);
    free(rooms);
}

bool rooms_is_closed(const struct room *room) {
    return const_kept_room(room)->is_closed;
}

uint64_t rooms_turn_of(const struct room *room) {
    return room != NULL ? const_kept_room(room)->turn : 0;
}

int64_t rooms_game_number(const struct room *room) {
    return const_kept_room(room)->stored;
}

struct room *rooms_find(const struct rooms *rooms, const char *code) {
    struct room *room = lobby_find(&rooms->lobby, code);
    return room != NULL && !kept_room(room)->is_closed ? room : NULL;
}

struct room *rooms_next(const struct rooms *rooms, size_t *at) {
    return *at < rooms->lobby.rooms.n ? rooms->lobby.rooms.room[(*at)++] : NULL;
}

void rooms_forget(struct rooms *rooms, const char *name, const char *other) {
    size_t at = 0;
    for (struct room *room; (room = rooms_next(rooms, &at)) != NULL;) {
        struct record *record = room->record;
        for (int side = 0; record != NULL && side < SIDE_COUNT; side++) {
            char *player = record->player[side].name;
            if (name_is_same(player, name)) {
                text_copy(player, sizeof record->player[side].name, other);
            }
        }
        watchers_forget(&kept_room(room)->watchers, name);
    }
}

struct kept_room *rooms_new_room(void) {
    struct kept_room *kept = mem_new(1, sizeof *kept);
    kept->self = kept;
    return kept;
}

struct room *rooms_adopt(struct rooms *rooms, struct room *room, int64_t game) {
    struct kept_room *kept = rooms_new_room();
    room_relocate(&kept->room, room);
    kept->stored = kept->committed = game;
    kept->seq = kept->room.seq;
    lobby_add(&rooms->lobby, &kept->room);
    return &kept->room;
}

void rooms_draw_code(const struct rooms *rooms, char code[static ROOM_BYTES_MAX + 1]) {
    lobby_new_code(&rooms->lobby, rooms->config->random_bytes, code);
}

/* A player in several rooms gets only the first one prefetched. */
void rooms_prefetch(const struct client *client) {
    const struct session *session = client->session;
    if (session != NULL && session->n_rooms > 0) {
        prefetch(session->rooms[0], sizeof(struct kept_room));
    }
}

size_t rooms_n(const struct rooms *rooms) {
    return rooms->lobby.rooms.n;
}

size_t rooms_n_watchers(const struct rooms *rooms) {
    size_t n = 0;
    for (size_t i = 0; i < rooms->lobby.rooms.n; i++) {
        n += kept_room(rooms->lobby.rooms.room[i])->watchers.n;
    }
    return n;
}

bool rooms_has_clocks(const struct rooms *rooms) {
    return rooms->n_clocks > 0 && turn_may_write(rooms->turns);
}

int64_t rooms_n_running(const struct rooms *rooms) {
    int64_t n = 0;
    for (size_t i = 0; i < rooms->lobby.rooms.n; i++) {
        n += rooms->lobby.rooms.room[i]->stage == STAGE_PLAYING;
    }
    return n;
}

void rooms_touch(struct rooms *rooms, struct room *room) {
    struct changed_rooms *changed = &rooms->changed;
    uint64_t turn = turn_number(rooms->turns);
    if (kept_room(room)->turn == turn) {
        return;
    }
    kept_room(room)->turn = turn;
    turn_open(rooms->turns);
    MEM_ROOM(changed->item, changed->n, changed->cap, 16);
    changed->item[changed->n++].room = room;
}

uint64_t rooms_sweep_ms(const struct rooms *rooms) {
    return rooms->sweep_ms;
}

void rooms_set_sweep_ms(struct rooms *rooms, uint64_t at_ms) {
    rooms->sweep_ms = at_ms;
    turn_wake_at(rooms->turns, at_ms);
}
