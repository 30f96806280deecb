/* A whole server in this process, with virtual time, and four guests who are connected to
 * it as by sockets: bytes come in whatever pieces, ends and half ends, passwords are
 * checked meanwhile. */
#ifndef ALEA_TESTS_FUZZ_HUB_FIXTURE_H
#define ALEA_TESTS_FUZZ_HUB_FIXTURE_H

#include "tests/fuzz/chance.h"
#include "tests/fuzz/disk.h"

#include "proto/frame.h"
#include "proto/message/message.h"
#include "server/config/option.h"
#include "server/hub/clients.h"
#include "server/hub/sessions.h"
#include "server/hub/state.h"
#include "server/hub/watchers.h"
#include "tests/support/fault_vfs.h"

#define GUESTS     4
#define JOBS_MAX   2
#define PLACES_MAX 8
#define OFFERS_MAX 16

/* A room as a guest in JSON mode knows it. */
struct place {
    char room[ROOM_BYTES_MAX + 1]; /* "" unused */
    uint64_t last;                 /* number of the latest event */
    bool watched;
};

struct guest {
    uint64_t conn;   /* of this connection; 0: not connected */
    uint64_t client; /* 0: he has ended his half */
    bool closed;     /* the server has said so since the last check */
    bool held;       /* his bytes wait for a job */
    bool ends_later; /* and his end */
    bool lags;       /* he does not read: what he only watches is left out */
    struct frame frame;
    char *rest; /* owned; bytes that wait */
    size_t n_rest;
    unsigned asked; /* requests that are not answered yet */
    char token[TOKEN_BYTES + 1];
    struct place place[PLACES_MAX];
    int64_t offer[OFFERS_MAX]; /* that he knows of, and that are not over */
    size_t n_offers;
};

struct fixture {
    struct hub_config config;
    struct store *store;
    struct hub *hub;
    struct hub_time now;
    struct guest guest[GUESTS];
    uint64_t n_conns; /* so far */
    struct job *job[JOBS_MAX];
    size_t n_jobs;
    bool holds_jobs;                     /* they take longer than the next line */
    bool bad_disk;                       /* something was not stored, or may not be */
    char game_id[GAME_ID_BYTES_MAX + 1]; /* the latest that anybody was told about */
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
/* As by SIGKILL: all is lost that is not in the store. */
void fixture_kill(struct fixture *fixture);
/* on_disk: its store is a file, on a disk that can fail. */
void fixture_open(struct fixture *fixture, bool on_disk);
void fixture_close(struct fixture *fixture);

#endif
