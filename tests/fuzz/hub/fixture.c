#include "tests/fuzz/hub/fixture.h"

#include "server/command/dispatch.h"
#include "server/hub/hub.h"
#include "server/people/clients.h"
#include "server/people/come.h"
#include "server/rooms/leave.h"

/* Sets limits so low that inputs of a few lines reach all of them. */
static void fixture_limit(struct limits *few) {
    config_set_limits(few);
    few->connections = 3;
    few->connections_per_address = 2;
    few->connects_per_minute = 1000; /* high, so that inputs can go on after many
                                      * connections */
    few->login_ms = 60000;
    few->commands_per_s = 1;
    few->commands_burst = 60;
    few->refused_commands = 3;
    few->rooms = 3;
    few->rooms_per_player = 2;
    few->rooms_per_address = 2;
    few->watched_per_player = 1;
    few->watchers_per_room = 2;
    few->resume_per_minute = 2;
    few->say_per_minute = 2;
    few->gags_per_player = 2;
    few->offers = 4;
    few->offers_per_player = 2;
    few->offer_ms = 100000;
    few->seeks_per_minute = 4;
    few->challenges_per_minute = 4;
    few->logins_per_minute = 3;
    few->guesses_per_day = 2;
    few->registers_per_hour = 3;
    few->accounts = 3;
    few->jobs = JOBS_MAX;
    few->grace_ms = 60000;
    few->adjourn_ms = 60000;
    few->keep_s = 3600;
    few->replay_events = 20;
}

/* --- jobs --- */

struct guest *fixture_find(struct fixture *fixture, uint64_t conn) {
    struct guest *guest = &fixture->guest[conn % GUESTS];
    return guest->conn == conn ? guest : NULL;
}

static void fixture_take_job(void *owner, struct job *job) {
    struct fixture *fixture = owner;
    struct guest *guest = fixture_find(fixture, job->conn);
    assert(fixture->n_jobs < JOBS_MAX && guest != NULL && !guest->held);
    fixture->job[fixture->n_jobs++] = job;
    guest->held = true;
}

/* --- bytes --- */

void guest_end_half(struct fixture *fixture, struct guest *guest) {
    if (guest->held) {
        guest->ends_later = true;
    } else if (guest->client != 0) {
        rooms_end_client(hub_rooms(fixture->hub), guest->client, guest->conn);
        guest->client = 0;
    }
}

/* Keeps input that arrives during a job. */
static void guest_keep(struct guest *guest, const uint8_t *bytes, size_t n) {
    guest->rest = realloc(guest->rest, guest->n_rest + n + 1);
    assert(guest->rest != NULL);
    memcpy(guest->rest + guest->n_rest, bytes, n);
    guest->n_rest += n;
}

/* Whether a line may be no request: one of blanks, or behind a byte order mark. */
static bool may_be_empty(const char *line, size_t len) {
    size_t at = utf8_mark_len(line, len);
    while (at < len && (line[at] == ' ' || line[at] == '\t')) {
        at++;
    }
    return at == len;
}

void guest_feed(struct fixture *fixture, struct guest *guest, const uint8_t *bytes,
                size_t n) {
    enum frame_result result = FRAME_LINE;
    while (result != FRAME_MORE && !guest->held && guest->client != 0) {
        size_t used;
        result = frame_feed(&guest->frame, bytes, n, &used);
        bytes += used;
        n -= used;
        if (result == FRAME_LINE) {
            bool is_empty = may_be_empty(guest->frame.line, guest->frame.len);
            guest->asked += !is_empty;
            guest->n_empty += is_empty;
            char *line = fuzz_copy(guest->frame.line, guest->frame.len);
            dispatch_line(fixture->hub, guest->client, line, guest->frame.len);
            free(line);
        } else if (result == FRAME_TOO_LONG) {
            guest->asked++;
            dispatch_line_too_long(fixture->hub, guest->client);
        }
    }
    if (guest->held && n > 0) {
        guest_keep(guest, bytes, n);
    }
}

/* The job of the guest's request is done. */
static void guest_release(struct fixture *fixture, struct guest *guest) {
    char *rest = guest->rest;
    size_t n = guest->n_rest;
    guest->held = false;
    guest->rest = NULL;
    guest->n_rest = 0;
    if (n > 0) {
        guest_feed(fixture, guest, (const uint8_t *)rest, n);
    }
    free(rest);
    if (!guest->held && guest->ends_later) {
        guest->ends_later = false;
        guest_end_half(fixture, guest);
    }
}

void fixture_do_job(struct fixture *fixture) {
    struct job *job = fixture->job[0];
    uint64_t conn = job->conn;
    fixture->n_jobs--;
    memmove(fixture->job, fixture->job + 1, fixture->n_jobs * sizeof job);
    job_do(job);
    dispatch_job(fixture->hub, job);
    struct guest *guest = fixture_find(fixture, conn);
    if (guest != NULL) {
        guest_release(fixture, guest);
    }
}

/* --- connecting and leaving --- */

/* Forgets everything about the guest's connection. */
static void guest_forget(struct guest *guest) {
    char token[sizeof guest->token];
    memcpy(token, guest->token, sizeof token);
    frame_fini(&guest->frame);
    free(guest->rest);
    *guest = (struct guest){.conn = 0};
    memcpy(guest->token, token, sizeof token);
}

void guest_hang_up(struct fixture *fixture, struct guest *guest) {
    if (guest->client != 0) {
        rooms_remove_client(hub_rooms(fixture->hub), guest->client);
    }
    guest_forget(guest);
}

void guest_come(struct fixture *fixture, struct guest *guest) {
    static const char *const addresses[GUESTS] = {"127.0.0.1", "2001:db8::", "192.0.2.1",
                                                  "2001:db8::"};
    size_t i = (size_t)(guest - fixture->guest);
    guest->conn = ++fixture->n_conns * GUESTS + i;
    guest->client = people_add_client(hub_people(fixture->hub), guest->conn, addresses[i],
                                      &(struct come){.tls = i == 3});
}

/* --- the fixture --- */

static size_t fixture_queue_bytes(void *owner, uint64_t conn) {
    (void)owner;
    return (size_t)conn * 100;
}

void fixture_start(struct fixture *fixture) {
    char fault[FAULT_BYTES];
    if (fixture->store == NULL) {
        fixture->store = store_open(&fixture->config.stored, fault);
        assert(fixture->store != NULL);
    }
    fixture->hub = hub_new(&fixture->config, fixture->store, fixture->now);
    people_set_jobs(hub_people(fixture->hub), fixture_take_job, fixture);
    people_set_queue_bytes(hub_people(fixture->hub), fixture_queue_bytes, fixture);
}

void fixture_kill(struct fixture *fixture) {
    while (fixture->n_jobs > 0) {
        job_free(fixture->job[--fixture->n_jobs]);
    }
    hub_free(fixture->hub);
    fixture->hub = NULL;
    for (size_t i = 0; i < GUESTS; i++) {
        guest_forget(&fixture->guest[i]);
    }
    if (strcmp(fixture->config.stored.path, STORE_MEMORY) != 0) {
        store_close(fixture->store);
        fixture->store = NULL;
    }
}

void fixture_open(struct fixture *fixture, bool on_disk) {
    static char path[DISK_PATH_BYTES];
    static char *empty; /* bytes of a new store, which takes long to create */
    static size_t n_empty;
    chance_begin();
    *fixture = (struct fixture){
        .config = {.title = "fuzz",
                   .welcome = "Welcome.",
                   .stored.path = STORE_MEMORY,
                   .stored.durability = DURABILITY_PROCESS,
                   .random_bytes = chance_bytes,
                   .password_cost = JOB_COST_LEAST,
                   .operator_local = true,         /* guest 0 is an operator, */
                   .operators = {{.name = "Ann"}}, /* and so is Ann, if she has an
                                                    * account */
                   .n_operators = 1,
                   .log = {.level = LOG_ERROR}},
        .now = {.ms = 1000000, .unix_ms = 1700000000000},
    };
    fixture_limit(&fixture->config.limits);
    if (on_disk) {
        fault_vfs_register();
        fault_vfs_set(0, 0, 0, false);
        disk_path("alea.db", path);
        fixture->config.stored.path = path;
        fixture->config.stored.vfs = FAULT_VFS;
        if (empty != NULL) {
            disk_write(path, empty, n_empty);
        } else {
            char fault[FAULT_BYTES];
            store_close(store_open(&fixture->config.stored, fault));
            empty = disk_read(path, &n_empty);
        }
    }
    fixture_start(fixture);
}

void fixture_close(struct fixture *fixture) {
    bool on_disk = fixture->config.stored.vfs != NULL;
    fixture_kill(fixture);
    store_close(fixture->store);
    if (on_disk) {
        disk_clear();
    }
}
