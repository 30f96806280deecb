/* A whole server in this process, with virtual time and four guests.  Their connections
 * behave like sockets: bytes arrive in any pieces, connections end, or only one direction
 * does, and passwords are checked in the meantime. */
#ifndef ALEA_TESTS_FUZZ_HUB_FIXTURE_H
#define ALEA_TESTS_FUZZ_HUB_FIXTURE_H

#include "tests/fuzz/chance.h"
#include "tests/fuzz/disk.h"

#include "proto/frame.h"
#include "proto/message/message.h"
#include "server/config/option.h"
#include "server/hub/state.h"
#include "server/people/clients.h"
#include "server/people/sessions.h"
#include "server/turn/work.h"
#include "tests/support/fault_vfs.h"

#define GUESTS     4
#define JOBS_MAX   2
#define PLACES_MAX 8
#define OFFERS_MAX 16

/* A room as a guest in JSON mode sees it. */
struct place {
    char room[ROOM_BYTES_MAX + 1]; /* "" unused */
    uint64_t last;                 /* number of the latest event */
    bool watched;
};

struct guest {
    uint64_t conn;   /* id of the connection; 0: not connected */
    uint64_t client; /* 0: the guest has closed the sending direction */
    bool closed;     /* the server has closed the connection since the last check */
    bool held;       /* its bytes wait for a job */
    bool ends_later; /* its end waits, too */
    bool lags;       /* does not read: gets no events of rooms that it only watches */
    struct frame frame;
    char *rest; /* owned; the bytes that wait */
    size_t n_rest;
    unsigned asked;   /* requests without an answer */
    unsigned n_empty; /* lines that may be answered or not */
    char token[TOKEN_BYTES + 1];
    struct place place[PLACES_MAX];
    int64_t offer[OFFERS_MAX]; /* open offers that the guest has heard of */
    size_t n_offers;
};

struct fixture {
    struct hub_config config;
    struct store *store;
    struct hub *hub;
    struct hub_time now;
    struct guest guest[GUESTS];
    uint64_t n_conns; /* connections so far */
    struct job *job[JOBS_MAX];
    size_t n_jobs;
    bool holds_jobs;                     /* jobs take longer than the next line */
    bool bad_disk;                       /* the store has failed, or may fail */
    char game_id[GAME_ID_BYTES_MAX + 1]; /* the latest game in any event */
};

/* --- jobs --- */

struct guest *fixture_find(struct fixture *fixture, uint64_t conn);

/* --- bytes --- */

void guest_end_half(struct fixture *fixture, struct guest *guest);
void guest_feed(struct fixture *fixture, struct guest *guest, const uint8_t *bytes,
                size_t n);
void fixture_do_job(struct fixture *fixture);

/* --- coming and going --- */

void guest_hang_up(struct fixture *fixture, struct guest *guest);
void guest_come(struct fixture *fixture, struct guest *guest);

/* --- the fixture --- */

void fixture_start(struct fixture *fixture);
/* As by SIGKILL: everything that is not in the store is lost. */
void fixture_kill(struct fixture *fixture);
/* on_disk: the store is a file, on a disk that can fail. */
void fixture_open(struct fixture *fixture, bool on_disk);
void fixture_close(struct fixture *fixture);

#endif
