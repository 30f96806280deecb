/* What people do in rooms on an evening: sit down, play, talk, get up. */
#ifndef ALEA_TESTS_UNIT_SERVER_EVENING_ROOMS_H
#define ALEA_TESTS_UNIT_SERVER_EVENING_ROOMS_H

#include "server/hub_inside.h"
#include "tests/unit/server/evening_doors.h"

static inline bool act_move(struct evening *e, struct person *p) {
    struct place *place = pick_place(e, p, is_my_turn);
    if (place == NULL) {
        return false;
    }
    unsigned n = 1;
    for (const char *c = place->moves; *c != '\0'; c++) {
        n += *c == ' ';
    }
    do_line(e, p, "{'cmd':'move','room':'%s','move':%u}", place->room, below(e, n) + 1);
    if (p->error != ERR_OK && !has_failed(e, p) &&
        place->stage != STAGE_OVER) { /* by the clock, in time */
        fail_msg("%s in %s: %s stage %d seated %d last %llu", p->name, place->room,
                 error_name(p->error), place->stage, place->seated,
                 (unsigned long long)place->last);
    }
    return true;
}

static inline bool act_ready(struct evening *e, struct person *p) {
    struct place *place = pick_place(e, p, is_waiting);
    if (place != NULL) {
        do_line(e, p, "{'cmd':'ready','room':'%s','nonce':'%u'}", place->room,
                below(e, 1000));
        return true;
    }
    return false;
}

static inline bool act_create(struct evening *e, struct person *p) {
    if (n_seats(p) < 2) {
        bool rated = p->password[0] != '\0' && one_in(e, 2);
        do_line(e, p, "{'cmd':'create','game':'%s','time':'%s','rated':'%s'}",
                pick_game(e), one_in(e, 2) ? "5+10" : "1+2", rated ? "yes" : "no");
        return true;
    }
    return false;
}

static inline bool act_join(struct evening *e, struct person *p) {
    const struct lobby *lobby = &e->house->hub->lobby;
    if (lobby->n > 0 && n_seats(p) < 3) {
        do_line(e, p, "{'cmd':'join','room':'%s'}",
                lobby->room[below(e, (unsigned)lobby->n)]->code);
        return true;
    }
    return false;
}

static inline bool is_watched(const struct place *place) {
    return place->watched;
}

static inline bool act_say(struct evening *e, struct person *p) {
    struct place *place = pick_place(e, p, one_in(e, 2) ? is_mine : is_watched);
    if (place != NULL) {
        do_line(e, p, "{'cmd':'say','room':'%s','text':'hello %u'}", place->room,
                below(e, 100));
        return true;
    }
    return false;
}

static inline bool act_rematch(struct evening *e, struct person *p) {
    struct place *place = pick_place(e, p, is_over);
    if (place != NULL) {
        do_line(e, p, "{'cmd':'rematch','room':'%s'}", place->room);
        return true;
    }
    return false;
}

static inline bool act_leave(struct evening *e, struct person *p) {
    struct place *place = pick_place(e, p, is_idle);
    if (place != NULL) {
        do_line(e, p, "{'cmd':'leave','room':'%s'}", place->room);
        return true;
    }
    return false;
}

static inline bool act_resume(struct evening *e, struct person *p) {
    struct place *place = pick_place(e, p, is_adjourned);
    if (place != NULL) {
        do_line(e, p, "{'cmd':'resume','room':'%s'}", place->room);
        return true;
    }
    return false;
}

static inline bool act_claim(struct evening *e, struct person *p) {
    struct place *place = pick_place(e, p, is_deserted);
    if (place != NULL) {
        do_line(e, p, "{'cmd':'%s','room':'%s'}", one_in(e, 2) ? "claim" : "adjourn",
                place->room);
        return true;
    }
    return false;
}

static inline bool act_resign(struct evening *e, struct person *p) {
    struct place *place = pick_place(e, p, is_mine);
    if (place != NULL && place->stage == STAGE_PLAYING) {
        do_line(e, p, "{'cmd':'resign','room':'%s'}", place->room);
        return true;
    }
    return false;
}

static inline bool act_drop(struct evening *e, struct person *p) {
    hang_up(e, p);
    return true;
}

static inline bool act_look(struct evening *e, struct person *p) {
    static const char *const looks[] = {"who", "rooms", "mine", "games", "hello"};
    do_line(e, p, "{'cmd':'%s'}", looks[below(e, 5)]);
    return true;
}

#endif
