/* How people of an evening come and go. */
#ifndef ALEA_TESTS_UNIT_SERVER_EVENING_DOORS_H
#define ALEA_TESTS_UNIT_SERVER_EVENING_DOORS_H

#include "tests/unit/server/evening.h"

static inline void arrive(struct evening *e, struct person *p) {
    char address[32];
    size_t i = (size_t)(p - e->person);
    snprintf(address, sizeof address, "127.0.1.%u", (unsigned)i + 1);
    p->conn = i + 1;
    assert_true(come_from(e->house, p->conn, address));
    settle(e);
}

static inline void enter_new(struct evening *e, struct person *p) {
    do {
        if (p->password[0] != '\0') {
            do_line(e, p, "{'cmd':'login','name':'%s','password':'%s'}", p->name,
                    p->password);
        } else {
            do_line(e, p, "{'cmd':'name','name':'%s'}", p->name);
        }
    } while (has_failed(e, p));
    assert_int_equal(p->error, ERR_OK);
}

/* Comes, or comes back: with the token, or, who has a password, perhaps with that. */
static inline void enter_again(struct evening *e, struct person *p) {
    arrive(e, p);
    for (size_t i = 0; i < PLACES_MAX; i++) {
        p->place[i].last = 0; /* a snapshot comes first */
    }
    p->error = ERR_UNKNOWN_TOKEN;
    if (p->token[0] != '\0' && (p->password[0] == '\0' || one_in(e, 2))) {
        do {
            do_line(e, p, "{'cmd':'resume','token':'%s'}", p->token);
        } while (has_failed(e, p));
    }
    if (p->error == ERR_UNKNOWN_TOKEN) {
        enter_new(e, p);
    }
    for (size_t i = 0; i < PLACES_MAX; i++) {
        if (p->place[i].last == 0) { /* lost in the meantime */
            forget_place(&p->place[i]);
        }
    }
}

static inline void hang_up(struct evening *e, struct person *p) {
    hub_close(e->house->hub, e->house->client[p->conn]);
    p->conn = 0;
    p->n_offers = 0;
    settle(e);
}

#endif
