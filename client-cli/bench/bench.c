#define _GNU_SOURCE /* ppoll */
#include "client-cli/bench/bench.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "client-cli/bench/line.h"
#include "client-cli/net/wait.h"
#include "mem/mem.h"

#define NS_PER_MS UINT64_C(1000000)
#define NS_PER_S  UINT64_C(1000000000)
/* Timeout until all play, and until all have left: generous, for slow disks and busy
 * machines. */
#define LIMIT_S 60
/* Time between the first moves and the measurement. */
#define SETTLE_NS (250 * NS_PER_MS)
/* Longest wait for bytes; then it checks whether the user wants to stop. */
#define LOOK_MS 10
/* Bytes read from a connection at once; connections handled in one iteration. */
#define READ_BYTES  65536
#define EVENTS_ONCE 256

enum stage_of_bench {
    BEGINNING, /* until every room has made a move; if idle, until it could */
    SETTLING,
    MEASURING,
    ENDING, /* until all have left */
    DONE,
};

struct bench {
    const struct bench_plan *plan;
    struct bench_result *result;
    struct bench_room *rooms; /* owned */
    struct bench_line *lines; /* owned; player p of room r: 2 r + p; then spectators */
    size_t n_lines;
    int epoll;
    struct bench_tally tally;
    uint64_t bytes_in, bytes_out, bytes_watched;
    uint64_t next_ns; /* plan->interval_ns: when the next move is due */
    uint64_t n_due;   /* moves due so far */
    unsigned n_begun; /* rooms that have begun to play */
    unsigned n_left;  /* players' connections that are closed */
    bool is_stopped;  /* by the user */
    enum stage_of_bench stage;
    uint64_t stage_ns; /* when this stage began */
    uint64_t look_ns;  /* when it last checked whether the user wants to stop */
    double cpu_s;      /* CPU time of this process when the measurement began */
    struct bench_usage usage;
    char *fault;
};

static uint64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * NS_PER_S + (uint64_t)now.tv_nsec;
}

static double own_cpu_s(void) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec + (double)used.tv_nsec / (double)NS_PER_S;
}

/* False: the system does not provide it. */
static bool read_usage(const struct bench *bench, struct bench_usage *usage) {
    return bench->plan->server_pid != 0 &&
           bench_usage_read((pid_t)bench->plan->server_pid, usage);
}

static bool fail(struct bench *bench, const char *what, const char *why) {
    snprintf(bench->fault, BENCH_FAULT_BYTES, "%s: %s", what, why);
    return false;
}

static bool fail_room(struct bench *bench, const struct bench_room *room) {
    memcpy(bench->fault, room->fault, sizeof room->fault);
    return false;
}

static size_t n_players(const struct bench *bench) {
    return 2 * (size_t)bench->plan->rooms;
}

/* --- connections --- */

static bool add(struct bench *bench, size_t number) {
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = number};
    return epoll_ctl(bench->epoll, EPOLL_CTL_ADD, bench->lines[number].net.fd, &event) ==
               0 ||
           fail(bench, "epoll", strerror(errno));
}

static bool fail_to_connect(struct bench *bench, size_t number) {
    char what[NET_HOST_BYTES + 32] = "cannot connect to ";
    struct text_out out = text_out_of(what + strlen(what), sizeof what - strlen(what));
    net_address_write(&bench->plan->address, &out);
    return fail(bench, what, bench->lines[number].net.fault);
}

/* Connects.  Returns the greeting, borrowed ("" for a WebSocket); NULL with a fault. */
static const char *connect_one(struct bench *bench, size_t number) {
    static const int on = 1;
    struct bench_line *line = &bench->lines[number];
    struct net *net = &line->net;
    if (wait_for(NULL, 0, 0) == WAIT_STOPPED) {
        fail(bench, "stopped", "before everybody was connected");
        return NULL;
    }
    if (!net_connect(net, &bench->plan->address)) {
        fail_to_connect(bench, number);
        return NULL;
    }
    setsockopt(net->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (bench->plan->is_web) {
        return bench_line_open_web(line, &bench->plan->address, bench->fault) ? "" : NULL;
    }
    char *greeting = bench_line_await(line);
    if (greeting == NULL) {
        fail(bench, "not greeted", net->fault);
    } else if (strncmp(greeting, "- ", 2) == 0) {
        /* The server's limit connections_per_address may be too low for us. */
        bench->result->is_greeted = true;
        fail(bench, "the server says", greeting + 2);
        greeting = NULL;
    }
    bench->result->is_greeted = bench->result->is_greeted || greeting != NULL;
    return greeting;
}

/* Sends the output of a player. */
static bool flush(struct bench *bench, size_t number) {
    struct bench_player *player = &bench->rooms[number / 2].player[number % 2];
    if (player->out_len == 0) {
        return true;
    }
    size_t n = bench_line_send(&bench->lines[number], player->out, player->out_len);
    if (n == 0) {
        return fail(bench, player->name, "the connection is lost, or full");
    }
    bench->bytes_out += n;
    player->out_len = 0;
    return true;
}

static bool act(struct bench *bench, size_t room) {
    bench_room_act(&bench->rooms[room], now_ns());
    return flush(bench, 2 * room) && flush(bench, 2 * room + 1);
}

static bool hear_lines(struct bench *bench, size_t number, uint64_t at_ns) {
    struct bench_room *room = &bench->rooms[number / 2];
    size_t len;
    for (char *line; (line = lines_next(&bench->lines[number].net.in, &len)) != NULL;) {
        bool had_begun = room->has_begun;
        if (!bench_room_hear(room, number % 2, line, len, at_ns)) {
            return fail_room(bench, room);
        }
        bench->n_begun += room->has_begun && !had_begun;
    }
    return true;
}

static bool hear_end(struct bench *bench, size_t number, const char *why) {
    const struct bench_player *player = &bench->rooms[number / 2].player[number % 2];
    net_close(&bench->lines[number].net);
    bench->n_left++;
    return player->step == BENCH_GONE || fail(bench, player->name, why);
}

/* Reads what has arrived on a connection, and answers it. */
static bool receive(struct bench *bench, size_t number) {
    static char bytes[READ_BYTES];
    struct bench_line *line = &bench->lines[number];
    bool is_player = number < n_players(bench);
    ssize_t n = recv(line->net.fd, bytes, sizeof bytes, 0);
    uint64_t at_ns = now_ns();
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
        return true;
    }
    if (n <= 0) {
        const char *why =
            n == 0 ? "the server has closed the connection" : strerror(errno);
        return is_player ? hear_end(bench, number, why) : fail(bench, "a spectator", why);
    }
    *(is_player ? &bench->bytes_in : &bench->bytes_watched) += (uint64_t)n;
    if (!bench_line_take(line, bytes, (size_t)n, is_player)) {
        return fail(bench, "players", "a wrong frame, or a line without an end");
    }
    if (!is_player) {
        return true;
    }
    return hear_lines(bench, number, at_ns) && act(bench, number / 2) &&
           (!line->is_closed || hear_end(bench, number, "the server has said goodbye"));
}

/* --- setting up --- */

/* Makes unique names: all names of a run begin with the same random letters. */
static void init_room(struct bench *bench, size_t number, unsigned run) {
    const struct bench_plan *plan = bench->plan;
    char name[2][NAME_BYTES_MAX + 1];
    for (unsigned who = 0; who < 2; who++) {
        snprintf(name[who], sizeof name[who], "%c%05x-%u", who == 0 ? 'w' : 'b',
                 run & 0xfffffU, (unsigned)number % 10000);
    }
    struct bench_room *room = &bench->rooms[number];
    bench_room_init(room, plan->game, (const char *const[]){name[0], name[1]},
                    &bench->tally, plan->relay_bytes - (plan->relay_bytes > 0));
    room->is_idle = plan->is_idle;
    room->is_seated = plan->is_seated;
    room->due = plan->is_idle ? 0 : plan->interval_ns == 0 ? BENCH_ALWAYS : 1;
}

static bool seat_players(struct bench *bench) {
    unsigned run = (unsigned)getpid() * 2654435761U ^ (unsigned)(now_ns() >> 20);
    for (size_t room = 0; room < bench->plan->rooms; room++) {
        init_room(bench, room, run);
        for (size_t number = 2 * room; number < 2 * room + 2; number++) {
            const char *greeting = connect_one(bench, number);
            if (greeting == NULL || !add(bench, number)) {
                return false;
            }
            if (!bench->plan->is_web &&
                !bench_room_greet(&bench->rooms[room], number % 2, greeting)) {
                return fail_room(bench, &bench->rooms[room]);
            }
        }
        bench_room_begin(&bench->rooms[room], room == 0);
        if (!act(bench, room)) {
            return false;
        }
    }
    return true;
}

/* Waits for the reply to a spectator. */
static bool ask_for_spectator(struct bench *bench, size_t number, const char *request) {
    struct bench_line *line = &bench->lines[number];
    char *said;
    (void)bench_line_send(line, request, strlen(request));
    do {
        said = bench_line_await(line);
        if (said == NULL || strncmp(said, "{\"error\"", 8) == 0) {
            return fail(bench, "a spectator", said != NULL ? said : line->net.fault);
        }
    } while (strncmp(said, "{\"reply\"", 8) != 0);
    return true;
}

static bool seat_spectators(struct bench *bench) {
    char request[128];
    for (unsigned i = 0; i < bench->plan->spectators; i++) {
        size_t number = n_players(bench) + i;
        const struct bench_room *room = &bench->rooms[i % bench->plan->rooms];
        if (connect_one(bench, number) == NULL) {
            return false;
        }
        snprintf(request, sizeof request, "{\"cmd\":\"name\",\"name\":\"s%.5s-%u\"}\n",
                 bench->rooms[0].player[0].name + 1, i);
        if (!ask_for_spectator(bench, number, request)) {
            return false;
        }
        snprintf(request, sizeof request, "{\"cmd\":\"watch\",\"room\":\"%s\"}\n",
                 room->code);
        if (!ask_for_spectator(bench, number, request) || !add(bench, number)) {
            return false;
        }
    }
    return true;
}

/* --- stages --- */

static void enter(struct bench *bench, enum stage_of_bench stage, uint64_t at_ns) {
    bench->stage = stage;
    bench->stage_ns = at_ns;
}

static void begin_measuring(struct bench *bench, uint64_t at_ns) {
    bench->tally = (struct bench_tally){0};
    bench->bytes_in = bench->bytes_out = bench->bytes_watched = 0;
    bench->cpu_s = own_cpu_s();
    bench->result->knows_server = read_usage(bench, &bench->usage);
    enter(bench, MEASURING, at_ns);
}

/* Ends the measurement: all players leave. */
static bool begin_ending(struct bench *bench, uint64_t at_ns) {
    enter(bench, ENDING, at_ns);
    for (size_t room = 0; room < bench->plan->rooms; room++) {
        bench->rooms[room].is_ending = true;
        if (!act(bench, room)) {
            return false;
        }
    }
    return true;
}

static bool end_measuring(struct bench *bench, uint64_t at_ns) {
    struct bench_result *result = bench->result;
    result->seconds = (double)(at_ns - bench->stage_ns) / (double)NS_PER_S;
    result->generator_cpu_s = own_cpu_s() - bench->cpu_s;
    result->tally = bench->tally;
    result->bytes_in = bench->bytes_in;
    result->bytes_out = bench->bytes_out;
    result->bytes_watched = bench->bytes_watched;
    memcpy(result->durability, bench->rooms[0].durability, sizeof result->durability);
    if (result->knows_server) {
        result->knows_server = read_usage(bench, &result->server);
        result->server.cpu_s -= bench->usage.cpu_s;
    }
    return begin_ending(bench, at_ns);
}

/* Fails because a player has waited too long, and says which. */
static bool fail_late(struct bench *bench) {
    char since[40], text[BENCH_FAULT_BYTES / 2] = "a connection is not closed";
    snprintf(since, sizeof since, "after %d s", LIMIT_S);
    for (size_t i = 0; i < bench->plan->rooms; i++) {
        const struct bench_room *room = &bench->rooms[i];
        if (bench->stage == ENDING ? !bench_room_has_ended(room) : !room->has_begun) {
            bench_room_tell(room, text, sizeof text);
            break;
        }
    }
    return fail(bench, since, text);
}

static bool step_stage(struct bench *bench, uint64_t at_ns) {
    uint64_t since_ns = at_ns - bench->stage_ns;
    bool is_late = since_ns >= LIMIT_S * NS_PER_S;
    switch (bench->stage) {
    case BEGINNING:
        if (bench->n_begun < bench->plan->rooms) {
            return !is_late || fail_late(bench);
        }
        bench->result->begin_s = (double)since_ns / (double)NS_PER_S;
        bench->next_ns = now_ns();
        enter(bench, SETTLING, bench->next_ns);
        return seat_spectators(bench);
    case SETTLING:
        if (since_ns >= SETTLE_NS) {
            begin_measuring(bench, at_ns);
        }
        return true;
    case MEASURING:
        return (double)since_ns < bench->plan->seconds * (double)NS_PER_S ||
               end_measuring(bench, at_ns);
    case ENDING:
        if (bench->n_left == n_players(bench)) {
            enter(bench, DONE, at_ns);
        }
        return !is_late || fail_late(bench);
    case DONE: break;
    }
    return true;
}

/* --- the loop --- */

/* Hands out the moves that are due, to one room after the other. */
static bool make_due_moves(struct bench *bench, uint64_t at_ns) {
    const struct bench_plan *plan = bench->plan;
    bool is_due = bench->stage == SETTLING || bench->stage == MEASURING;
    for (; is_due && plan->interval_ns > 0 && bench->next_ns <= at_ns;
         bench->next_ns += plan->interval_ns) {
        size_t number = bench->n_due++ % plan->rooms;
        bench_room_add_due(&bench->rooms[number], bench->next_ns);
        if (!act(bench, number)) {
            return false;
        }
    }
    return true;
}

/* Waits for bytes until the next move is due, but at most LOOK_MS.  When moves are due,
 * ppoll waits: epoll_wait counts in milliseconds. */
static int wait_for_bytes(const struct bench *bench, struct epoll_event *ready) {
    if (bench->plan->interval_ns == 0) {
        return epoll_wait(bench->epoll, ready, EVENTS_ONCE, LOOK_MS);
    }
    uint64_t at_ns = now_ns(), wait_ns = LOOK_MS * NS_PER_MS;
    if (bench->next_ns < at_ns + wait_ns) {
        wait_ns = bench->next_ns > at_ns ? bench->next_ns - at_ns : 0;
    }
    struct pollfd epoll = {.fd = bench->epoll, .events = POLLIN};
    (void)ppoll(&epoll, 1, &(struct timespec){.tv_nsec = (long)wait_ns}, NULL);
    return epoll_wait(bench->epoll, ready, EVENTS_ONCE, 0);
}

/* Whether the user wants to stop; checked every LOOK_MS. */
static bool wants_stop(struct bench *bench, uint64_t at_ns) {
    if (bench->is_stopped || at_ns - bench->look_ns < LOOK_MS * NS_PER_MS) {
        return false;
    }
    bench->look_ns = at_ns;
    return wait_for(NULL, 0, 0) == WAIT_STOPPED;
}

static bool turn(struct bench *bench) {
    struct epoll_event ready[EVENTS_ONCE];
    int n = wait_for_bytes(bench, ready);
    for (int i = 0; i < n; i++) {
        if (!receive(bench, (size_t)ready[i].data.u64)) {
            return false;
        }
    }
    uint64_t at_ns = now_ns();
    if (wants_stop(bench, at_ns)) {
        bench->is_stopped = true;
        if (bench->stage < ENDING && !begin_ending(bench, at_ns)) {
            return false;
        }
    }
    return make_due_moves(bench, at_ns) && step_stage(bench, at_ns);
}

static bool run(struct bench *bench) {
    uint64_t start_ns = now_ns();
    (void)read_usage(bench, &bench->result->before);
    if (bench->epoll < 0) {
        return fail(bench, "epoll", strerror(errno));
    }
    if (!seat_players(bench)) {
        return false;
    }
    enter(bench, BEGINNING, now_ns());
    bench->result->connect_s = (double)(bench->stage_ns - start_ns) / (double)NS_PER_S;
    while (bench->stage != DONE) {
        if (!turn(bench)) {
            return false;
        }
    }
    return !bench->is_stopped || fail(bench, "stopped", "before the end");
}

bool bench_run(const struct bench_plan *plan, struct bench_result *result,
               char fault[static BENCH_FAULT_BYTES]) {
    struct bench *bench = mem_new(1, sizeof *bench);
    *bench = (struct bench){.plan = plan,
                            .result = result,
                            .rooms = mem_new(plan->rooms, sizeof *bench->rooms),
                            .n_lines = 2 * (size_t)plan->rooms + plan->spectators,
                            .epoll = epoll_create1(EPOLL_CLOEXEC),
                            .fault = fault};
    bench->lines = mem_new(bench->n_lines, sizeof *bench->lines);
    for (size_t i = 0; i < bench->n_lines; i++) {
        bench->lines[i].net.fd = -1;
    }
    fault[0] = '\0';
    bool is_good = run(bench);
    for (size_t i = 0; i < bench->n_lines; i++) {
        net_close(&bench->lines[i].net);
    }
    close(bench->epoll);
    free(bench->lines);
    free(bench->rooms);
    free(bench);
    return is_good;
}
