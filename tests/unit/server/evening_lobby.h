/* What people do in the lobby of an evening: names of their own, offers, watching, talk.
 */
#ifndef ALEA_TESTS_UNIT_SERVER_EVENING_LOBBY_H
#define ALEA_TESTS_UNIT_SERVER_EVENING_LOBBY_H

#include "server/hub_inside.h"
#include "tests/unit/server/evening_doors.h"

static inline struct person *pick_person(struct evening *e) {
    return &e->person[below(e, PEOPLE)];
}

static inline bool act_register(struct evening *e, struct person *p) {
    if (p->password[0] != '\0') {
        return false;
    }
    char password[sizeof p->password];
    snprintf(password, sizeof password, "secret of %s", p->name);
    do_line(e, p, "{'cmd':'register','password':'%s'}", password);
    if (has_failed(e, p)) {
        return true;
    }
    assert_int_equal(p->error, ERR_OK);
    strcpy(p->password, password);
    return true;
}

/* He comes again as somebody else. */
static inline bool act_forget(struct evening *e, struct person *p) {
    if (p->password[0] == '\0' || pick_place(e, p, is_playing) != NULL || !one_in(e, 4)) {
        return false;
    }
    do_line(e, p, "{'cmd':'forget-me','password':'%s'}", p->password);
    if (p->error != ERR_OK) {
        assert_true(p->error == ERR_IN_GAME || has_failed(e, p));
        return true;
    }
    hang_up(e, p);
    for (size_t i = 0; i < PLACES_MAX; i++) {
        forget_place(&p->place[i]);
    }
    p->password[0] = '\0';
    p->token[0] = '\0';
    snprintf(p->name, sizeof p->name, "New%u", ++e->n_forgotten);
    return true;
}

static inline bool act_seek(struct evening *e, struct person *p) {
    if (n_seats(p) > 2) {
        return false;
    }
    bool rated = p->password[0] != '\0' && one_in(e, 2);
    do_line(e, p, "{'cmd':'seek','game':'%s','time':'5+10','rated':'%s'}", pick_game(e),
            rated ? "yes" : "no");
    return true;
}

static inline bool act_challenge(struct evening *e, struct person *p) {
    struct person *other = pick_person(e);
    if (n_seats(p) > 2 || other == p) {
        return false;
    }
    bool rated = p->password[0] != '\0' && other->password[0] != '\0';
    do_line(e, p, "{'cmd':'challenge','name':'%s','game':'%s','rated':'%s'}", other->name,
            pick_game(e), rated ? "yes" : "no");
    return true;
}

/* The number of an offer that one has been told of; 0: none. */
static inline int64_t pick_offer(struct evening *e, const struct person *p) {
    return p->n_offers > 0 ? p->offer[below(e, (unsigned)p->n_offers)] : 0;
}

static inline bool act_accept(struct evening *e, struct person *p) {
    int64_t offer = pick_offer(e, p);
    if (offer == 0) {
        return false;
    }
    bool declines = one_in(e, 4);
    do_line(e, p, "{'cmd':'%s','offer':'%lld'}", declines ? "decline" : "accept",
            (long long)offer);
    assert_true(declines || p->error != ERR_UNKNOWN_OFFER);
    return true;
}

static inline bool act_unseek(struct evening *e, struct person *p) {
    do_line(e, p, "{'cmd':'unseek'}");
    return true;
}

static inline bool act_profile(struct evening *e, struct person *p) {
    static const char *const profiles[] = {
        "'games':'all','rated':'any','bots':'yes','max':'3'",
        "'games':'royal-ur+tablut'",
        "'bots':'no'",
        "'rated':'no'",
        "'time':'clock'",
        "'games':'none'"};
    do_line(e, p, "{'cmd':'profile',%s}", profiles[below(e, 6)]);
    assert_true(p->error == ERR_OK || has_failed(e, p));
    return true;
}

static inline bool act_watch(struct evening *e, struct person *p) {
    const struct lobby *lobby = &e->house->hub->lobby;
    if (lobby->n == 0) {
        return false;
    }
    do_line(e, p, "{'cmd':'%s','room':'%s'}", one_in(e, 4) ? "unwatch" : "watch",
            lobby->room[below(e, (unsigned)lobby->n)]->code);
    return true;
}

static inline bool act_tell(struct evening *e, struct person *p) {
    struct person *other = pick_person(e);
    if (other == p) {
        return false;
    }
    do_line(e, p, "{'cmd':'tell','name':'%s','text':'how are you?'}", other->name);
    return true;
}

static inline bool act_shout(struct evening *e, struct person *p) {
    do_line(e, p, "{'cmd':'shout','text':'good evening!'}");
    return true;
}

static inline bool act_gag(struct evening *e, struct person *p) {
    struct person *other = pick_person(e);
    if (other == p) {
        return false;
    }
    do_line(e, p, "{'cmd':'gag','name':'%s','show':'%s'}", other->name,
            one_in(e, 2) ? "on" : "off");
    return true;
}

static inline bool act_offer(struct evening *e, struct person *p) {
    static const char *const words[] = {"draw", "adjourn", "abort"};
    struct place *place = pick_place(e, p, is_playing);
    if (place == NULL) {
        return false;
    }
    do_line(e, p, "{'cmd':'%s','room':'%s'}", words[below(e, 3)], place->room);
    return true;
}

static inline bool act_leave_sure(struct evening *e, struct person *p) {
    struct place *place = pick_place(e, p, is_mine);
    if (place == NULL) {
        return false;
    }
    do_line(e, p, "{'cmd':'leave','room':'%s','sure':'sure'}", place->room);
    return true;
}

#endif
