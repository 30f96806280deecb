/* The loop: start and end, and the callbacks of connections, jobs and signals. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

#include "mem/mem.h"
#include "server/command/dispatch.h"
#include "server/hub/host.h"
#include "server/hub/hub.h"
#include "server/net/loop_state.h"
#include "server/net/work.h"
#include "server/people/bots.h"
#include "server/people/clients.h"
#include "server/people/come.h"
#include "server/rooms/leave.h"
#include "server/rooms/remembered.h"
#include "server/rooms/sessions.h"
#include "server/turn/clock.h"
#include "server/turn/config.h"
#include "server/turn/turn.h"
#include "server/turn/work.h"

/* --- connections --- */

static void on_line(struct conn *conn, const char *line, size_t len) {
    dispatch_line(loop_hub_now(conn->shared->owner), conn->client, line, len);
}

static void on_line_too_long(struct conn *conn) {
    dispatch_line_too_long(loop_hub_now(conn->shared->owner), conn->client);
}

/* Stops reading while too much waits for the store. */
static void on_heard(struct conn *conn) {
    struct loop *loop = conn->shared->owner;
    loop_heard(loop, conn);
    if (turn_is_full(hub_turns(loop->hub)) && !conn->held) {
        conn_hold(conn);
        door_yield(conn);
    }
}

_Static_assert(REMEMBERED_BYTES <= TRUNK_MEMORY_BYTES, "a front remembers it");

static void on_interrupted(struct conn *conn, const char *line, size_t len) {
    dispatch_interrupted(loop_hub_now(conn->shared->owner), conn->client, line, len);
}

static void on_back(struct conn *conn) {
    rooms_come_back(hub_rooms(loop_hub_now(conn->shared->owner)), conn->client);
}

static void on_garbage(struct conn *conn) {
    people_garbage(hub_people(loop_hub_now(conn->shared->owner)), conn->client);
}

static void on_not_tls(struct conn *conn) {
    people_not_tls(hub_people(loop_hub_now(conn->shared->owner)), conn->client);
}

/* The player counts as away at once; pending requests are still answered before the
 * connection closes. */
static void on_conn_ended(struct conn *conn) {
    struct loop *loop = conn->shared->owner;
    rooms_end_client(hub_rooms(loop_hub_now(loop)), conn->client, conn->id);
    conn->client = 0;
}

static void on_conn_closed(struct conn *conn) {
    struct loop *loop = conn->shared->owner;
    door_forget(conn);
    rooms_remove_client(hub_rooms(loop_hub_now(loop)), conn->client);
}

static void on_drained(struct conn *conn) {
    rooms_drained(hub_rooms(loop_hub_now(conn->shared->owner)), conn->client);
}

static void accepted(void *owner) {
    struct loop *loop = owner;
    (void)loop_now(loop); /* the first deadline counts from now, not from the last turn */
    loop->has_come = true;
}

static bool add_front(void *owner, int fd) {
    const struct loop *loop = owner;
    return gate_accept(loop->gate, fd);
}

static bool add_pending(void *owner) {
    return people_add_pending(hub_people(loop_hub_now(owner)));
}

static void remove_pending(void *owner) {
    const struct loop *loop = owner;
    people_remove_pending(hub_people(loop->hub));
}

static struct address_counts *add_visitor(void *owner, const char *address) {
    return people_add_visitor(hub_people(loop_hub_now(owner)), address);
}

static void remove_visitor(void *owner, struct address_counts *visitor) {
    const struct loop *loop = owner;
    people_remove_visitor(hub_people(loop->hub), visitor);
}

static void add_client(void *owner, struct conn *conn, const char *address) {
    struct hub *hub = loop_hub_now(owner);
    const struct come come = {.tls = conn->has_tls,
                              .web = (conn->kind & LISTENER_WEB) != 0,
                              .proxied = conn->is_proxied};
    conn->client = people_add_client(hub_people(hub), conn->id, address, &come);
}

static bool is_waiting(void *owner, const struct conn *conn) {
    const struct loop *loop = owner;
    return people_is_waiting(hub_people(loop->hub), conn->client);
}

static void stop(void *owner) {
    struct loop *loop = owner;
    if (loop->door.is_stopping) {
        return;
    }
    loop->door.is_stopping = true;
    store_give_up(loop->tasks.store);
    turn_gather(hub_turns(loop->hub), false);
    hub_shut_down(loop_hub_now(loop));
    door_close(&loop->door);
    if (loop->gate != NULL) {
        gate_stop(loop->gate);
    }
}

static const struct metrics *measure(void *owner) {
    return hub_measure(loop_hub_now(owner));
}

static size_t n_players(void *owner) {
    const struct loop *loop = owner;
    return people_n_players(hub_people(loop->hub));
}

static const struct door_ops door_ops = {
    .accepted = accepted,
    .add_front = add_front,
    .add_pending = add_pending,
    .remove_pending = remove_pending,
    .add_visitor = add_visitor,
    .remove_visitor = remove_visitor,
    .add_client = add_client,
    .is_waiting = is_waiting,
    .stop = stop,
    .measure = measure,
    .n_players = n_players,
};

static const struct conn_ops conn_ops = {
    .line = on_line,
    .line_too_long = on_line_too_long,
    .interrupted = on_interrupted,
    .back = on_back,
    .heard = on_heard,
    .garbage = on_garbage,
    .yields = door_yield,
    .not_tls = on_not_tls,
    .proxied = door_proxied,
    .not_proxied = door_not_proxied,
    .opened = door_opened,
    .ended = on_conn_ended,
    .drained = on_drained,
    .closed = on_conn_closed,
};

/* --- jobs --- */

/* Continues a held connection, but in a later turn: the hub may be in the middle of
 * something. */
static void release(void *owner, uint64_t id) {
    struct loop *loop = owner;
    struct conn *conn = slots_get(&loop->door.conns, id);
    if (conn != NULL) {
        door_yield(conn);
    }
}

static void hold(void *owner, uint64_t id) {
    const struct loop *loop = owner;
    struct conn *conn = slots_get(&loop->door.conns, id);
    if (conn != NULL) {
        conn_hold(conn);
    }
}

static void run_job(struct store_task *task, struct store *store) {
    (void)store;
    job_do((struct job *)task);
}

static void on_job_done(void *owner, struct store_task *task) {
    struct loop *loop = owner;
    struct job *job = (struct job *)task;
    uint64_t id = job->conn, client = job->client;
    dispatch_job(loop_hub_now(loop), job);
    if (!people_is_waiting(hub_people(loop->hub), client)) {
        release(loop, id);
    }
}

/* Starts a job.  Holds its connection meanwhile, so that requests are answered in
 * order. */
static void on_job(void *owner, struct job *job) {
    struct loop *loop = owner;
    hold(loop, job->conn);
    job->task.run = run_job;
    work_start(&loop->jobs, &job->task);
}

/* Sends what is now durable at once, and hands the next turn to the store. */
static void on_task_done(void *owner, struct store_task *task) {
    struct loop *loop = owner;
    int64_t n = loop->door.shared.metrics->commits;
    turn_task_done(hub_turns(loop_hub_now(loop)), task);
    if (loop->door.shared.metrics->commits != n) {
        loop_gather(loop);
    }
    loop_end_turn(loop);
}

static void on_task(void *owner, struct store_task *task) {
    struct loop *loop = owner;
    work_start(&loop->tasks, task);
}

/* --- fronts --- */

/* A front names the client's address, and says what it is. */
static void on_channel(void *owner, struct conn *conn, const struct trunk_open *open,
                       const char *front) {
    struct loop *loop = owner;
    const struct come come = {.front = (uint8_t)(gate_front_of(conn) + 1),
                              .tls = (open->flags & TRUNK_TLS) != 0,
                              .web = (open->flags & TRUNK_WEB) != 0,
                              .proxied = (open->flags & TRUNK_PROXIED) != 0,
                              .local = (open->flags & TRUNK_LOCAL) != 0,
                              .again = (open->flags & TRUNK_AGAIN) != 0,
                              .greeted = (open->flags & TRUNK_GREETED) != 0,
                              .spoken = (open->flags & TRUNK_SPOKEN) != 0,
                              .json = (open->flags & TRUNK_JSON) != 0};
    struct hub *hub = loop_hub_now(loop);
    conn->id = slots_add(&loop->door.conns, conn);
    conn->kind = come.web ? LISTENER_WEB : 0;
    conn->has_tls = come.tls;
    conn->is_proxied = come.proxied;
    loop->has_come = true;
    conn->client = people_add_client(hub_people(hub), conn->id, open->address, &come);
    if (open->n_memory > 0) {
        rooms_recall(hub_rooms(hub), conn->client, open->memory, open->n_memory);
    }
    log_line(loop->log, LOG_DEBUG, "through_front client=%lld front=%s",
             (long long)people_number_of(hub_people(loop->hub), conn->client),
             LOG_QUOTED(front));
}

/* More may come before a deadline acts. */
static void on_trunk_heard(void *owner) {
    struct loop *loop = owner;
    loop->has_come = true;
}

bool loop_listen_for_fronts(struct loop *loop, const char *endpoint, const uint8_t *key,
                            struct front_ways *ways, char fault[static FAULT_BYTES]) {
    const struct gate_config config = {
        .log = loop->log,
        .key = key,
        .name = hub_boot(loop->hub),
        .shared = &loop->door.shared,
        .ways = ways,
        .open = on_channel,
        .heard = on_trunk_heard,
        .n_players = n_players,
        .owner = loop,
    };
    loop->gate = gate_new(&loop->uv, &config);
    return door_listen(&loop->door, LISTENER_TRUNK, &endpoint, 1, fault);
}

/* --- tokens of house bots --- */

/* Longest file name, with its NUL. */
#define PATH_BYTES 4200

/* Writes a new file, then renames it over the old one: a bot reads either the old or the
 * new token, and a process that has the old file open cannot read the new one.  False
 * with errno. */
static bool write_file(const char *path, const char *token) {
    char fresh[PATH_BYTES + 8], line[TOKEN_BYTES + 2];
    snprintf(fresh, sizeof fresh, "%s.new", path);
    int len = snprintf(line, sizeof line, "%s\n", token);
    unlink(fresh); /* may be left by a killed server */
    int fd = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (fd < 0) {
        return false;
    }
    bool is_written = write(fd, line, (size_t)len) == len && fsync(fd) == 0;
    bool is_good = close(fd) == 0 && is_written && rename(fresh, path) == 0;
    int error = errno;
    if (!is_good) {
        unlink(fresh);
    }
    sodium_memzero(line, sizeof line);
    errno = error;
    return is_good;
}

void loop_write_tokens(struct hub *hub, const struct hub_config *config) {
    for (size_t i = 0; i < config->n_bots; i++) {
        char path[PATH_BYTES], token[TOKEN_BYTES + 1];
        snprintf(path, sizeof path, "%s.bot-%s", config->bot_files, config->bots[i]);
        if (people_draw_bot_token(hub_people(hub), i, token) &&
            !write_file(path, token)) {
            log_line(&config->log, LOG_ERROR, "bot_token_failed file=%s why=%s",
                     LOG_QUOTED(path), LOG_QUOTED(strerror(errno)));
        }
        sodium_memzero(token, sizeof token);
    }
}

/* --- start and end --- */

static size_t queue_bytes(void *owner, uint64_t id) {
    const struct loop *loop = owner;
    const struct conn *conn = slots_get(&loop->door.conns, id);
    return conn != NULL ? conn_waiting_bytes(conn) : 0;
}

void loop_use_memory(void) {
    int error = uv_replace_allocator(mem_alloc, mem_realloc, mem_new, free);
    assert(error == 0);
    (void)error;
}

struct loop *loop_new(struct hub_config *config, struct store *store,
                      const char *const *endpoint, size_t n,
                      char fault[static FAULT_BYTES]) {
    struct loop *loop = mem_new(1, sizeof *loop);
    if (uv_loop_init(&loop->uv) != 0) {
        snprintf(fault, FAULT_BYTES, "cannot start an event loop");
        free(loop);
        return NULL;
    }
    loop->uv.data = loop;
    server_time_begin(&loop->time, uv_now(&loop->uv));
    loop->log = &config->log;
    loop->door.ops = &door_ops;
    loop->door.shared.ops = &conn_ops;
    loop->door.shared.owner = loop;
    loop->stall_ms = (uint64_t)config->limits.stall_ms;
    loop->hub = hub_new(config, store, loop_now(loop));
    loop->door.shared.metrics = turn_metrics(hub_turns(loop->hub));
    people_set_queue_bytes(hub_people(loop->hub), queue_bytes, loop);
    people_set_jobs(hub_people(loop->hub), on_job, loop);
    loop->jobs = (struct work){
        .uv = &loop->uv, .done = on_job_done, .owner = loop, .n_places = WORK_JOBS_MAX};
    loop->tasks = (struct work){.uv = &loop->uv,
                                .store = store,
                                .done = on_task_done,
                                .owner = loop,
                                .n_places = 1};
    if (strcmp(config->stored.path, STORE_MEMORY) != 0) { /* memory is fast enough */
        const struct store_thread thread = {on_task, hold, release, loop};
        turn_set_store_thread(hub_turns(loop->hub), &thread);
    }
    loop_begin_turns(loop);
    door_init(&loop->door, &loop->uv, &config->limits, loop->log);
    if (!door_listen(&loop->door, 0, endpoint, n, fault)) {
        loop_free(loop);
        return NULL;
    }
    loop_write_tokens(loop->hub, config);
    return loop;
}

struct door *loop_door(struct loop *loop) {
    return &loop->door;
}

static void on_leader(uv_poll_t *leader, int status, int events) {
    (void)status;
    (void)events;
    uv_poll_stop(leader);
    door_stop(&loop_of((uv_handle_t *)leader)->door);
}

void loop_follow(struct loop *loop, int fd) {
    uv_poll_init(&loop->uv, &loop->leader, fd);
    uv_poll_start(&loop->leader, UV_READABLE | UV_DISCONNECT, on_leader);
    uv_unref((uv_handle_t *)&loop->leader);
}

void loop_free(struct loop *loop) {
    stop(loop);
    loop_end_turn(loop);
    uint32_t at = 0;
    for (struct conn *conn; (conn = slots_next(&loop->door.conns, &at)) != NULL;) {
        conn_close(conn);
    }
    if (loop->gate != NULL) {
        gate_close(loop->gate);
    }
    loop_close_turns(loop);
    if (loop->leader.loop != NULL) {
        uv_close((uv_handle_t *)&loop->leader, NULL);
    }
    door_end(&loop->door);
    while (uv_run(&loop->uv, UV_RUN_DEFAULT) != 0) {
    }
    uv_loop_close(&loop->uv);
    gate_free(loop->gate);
    door_fini(&loop->door);
    hub_free(loop->hub);
    free(loop);
}

struct hub *loop_hub(struct loop *loop) {
    return loop->hub;
}
