#include "client-cli/bench.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "client-cli/bench_poll.h"
#include "client-cli/bench_relay.h"
#include "client-cli/bench_watch.h"
#include "client-cli/wait.h"
#include "mem/mem.h"

#define NS_PER_MS UINT64_C(1000000)
#define NS_PER_S  UINT64_C(1000000000)
/* Time until everybody plays, and until everybody has left: on a slow disk, or a machine
 * that others use, too. */
#define LIMIT_S 60
/* Time between the first moves and the measuring. */
#define SETTLE_NS (250 * NS_PER_MS)
/* How often it is looked whether the user wants to stop. */
#define LOOK_NS (100 * NS_PER_MS)
/* Bytes read at once from one connection. */
#define READ_BYTES 65536

enum bench_stage {
    BENCH_BEGINNING, /* until every room has made a move, or could */
    BENCH_SETTLING,
    BENCH_MEASURING,
    BENCH_ENDING, /* until everybody has left */
    BENCH_DONE,
};

struct bench {
    const struct bench_plan *plan;
    struct bench_result *result;
    struct bench_room *rooms; /* owned */
    struct net *nets;         /* owned; of player p of room r: 2 r + p */
    struct bench_poll *poll;  /* owned */
    struct bench_tally tally;
    struct bench_watch watch;
    uint64_t bytes_in, bytes_out;
    uint64_t next_ns; /* plan->interval_ns: when the next move is due */
    uint64_t n_due;   /* moves that were due */
    unsigned n_begun; /* rooms that have */
    unsigned n_left;  /* rooms whose players have left */
    bool is_stopped;  /* by the user */
    enum bench_stage stage;
    uint64_t stage_ns; /* since when */
    uint64_t look_ns;  /* when the user was last asked */
    double cpu_s;      /* of this process, when the measuring began */
    struct bench_usage usage;
    char answer[BENCH_RELAY_BYTES_MAX]; /* of a relay */
    char *fault;
};

/* --- time --- */

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

/* False: it is not known. */
static bool read_usage(const struct bench *bench, struct bench_usage *usage) {
    return bench->plan->server_pid != 0 &&
           bench_usage_read(bench->plan->server_pid, usage);
}

/* --- connections --- */

static bool fail(struct bench *bench, const char *what, const char *why) {
    snprintf(bench->fault, BENCH_FAULT_BYTES, "%s: %s", what, why);
    return false;
}

static bool fail_room(struct bench *bench, const struct bench_room *room) {
    snprintf(bench->fault, BENCH_FAULT_BYTES, "%s", room->fault);
    return false;
}

static bool fail_to_connect(struct bench *bench, const struct net *net) {
    char what[NET_HOST_BYTES + 32] = "cannot connect to ";
    struct text_out out;
    text_out_init(&out, what + strlen(what), sizeof what - strlen(what));
    net_address_write(&bench->plan->address, &out);
    return fail(bench, what, net->fault);
}

/* Connects, and reads the greeting. */
static bool greet(struct bench *bench, size_t number) {
    static const int on = 1;
    struct net *net = &bench->nets[number];
    size_t len;
    char *line = NULL;
    if (!net_connect(net, &bench->plan->address)) {
        return fail_to_connect(bench, net);
    }
    setsockopt(net->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    while ((line = lines_next(&net->in, &len)) == NULL) {
        if (!net_wait(net, false) || !net_receive(net)) {
            return fail(bench, "not greeted", net->fault);
        }
    }
    bench->result->is_greeted = true;
    struct bench_room *room = &bench->rooms[number / 2];
    return bench->plan->talk->hear_greeting(room, number % 2, line) ||
           fail_room(bench, room);
}

/* What a player has to say.  It is less than what any connection takes at once. */
static bool flush(struct bench *bench, size_t number) {
    struct bench_player *player = &bench->rooms[number / 2].player[number % 2];
    if (player->out_len == 0) {
        return true;
    }
    ssize_t n = send(bench->nets[number].fd, player->out, player->out_len, MSG_NOSIGNAL);
    if (n != (ssize_t)player->out_len) {
        return fail(bench, player->name, n < 0 ? strerror(errno) : "the line is full");
    }
    bench->bytes_out += player->out_len;
    player->out_len = 0;
    return true;
}

static bool act(struct bench *bench, size_t room) {
    bench->plan->talk->act(&bench->rooms[room], now_ns());
    return flush(bench, 2 * room) && flush(bench, 2 * room + 1);
}

static bool hear_lines(struct bench *bench, size_t number, uint64_t at_ns) {
    struct bench_room *room = &bench->rooms[number / 2];
    size_t len;
    for (char *line; (line = lines_next(&bench->nets[number].in, &len)) != NULL;) {
        bool had_begun = room->has_begun;
        if (!bench->plan->talk->hear(room, number % 2, line, len, at_ns)) {
            return fail_room(bench, room);
        }
        bench->n_begun += room->has_begun && !had_begun;
    }
    return true;
}

/* Reads what has come to a connection, and answers it. */
static bool receive(struct bench *bench, size_t number) {
    struct net *net = &bench->nets[number];
    struct bench_room *room = &bench->rooms[number / 2];
    char bytes[READ_BYTES];
    ssize_t n = recv(net->fd, bytes, sizeof bytes, 0);
    uint64_t at_ns = now_ns();
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) {
        return true;
    }
    if (n > 0) {
        bench->bytes_in += (uint64_t)n;
        if (!lines_add(&net->in, bytes, (size_t)n)) {
            return fail(bench, room->code, "a line without an end");
        }
        return hear_lines(bench, number, at_ns) && act(bench, number / 2);
    }
    bench_poll_remove(bench->poll, number, net->fd);
    net_close(net);
    if (room->player[number % 2].step != BENCH_GONE) {
        return fail(bench, room->player[number % 2].name,
                    n == 0 ? "the server has closed the connection" : strerror(errno));
    }
    bench->n_left += bench_room_has_ended(room) && bench->nets[number ^ 1].fd < 0;
    return true;
}

/* --- the beginning --- */

/* Names that nobody else has: the same letters for all of this run. */
static void init_room(struct bench *bench, size_t number, unsigned run) {
    const struct bench_plan *plan = bench->plan;
    char name[2][NAME_BYTES_MAX + 1];
    for (unsigned who = 0; who < 2; who++) {
        snprintf(name[who], sizeof name[who], "%c%05x-%u", who == 0 ? 'w' : 'b',
                 run & 0xfffffU, (unsigned)number % 10000);
    }
    struct bench_room *room = &bench->rooms[number];
    bench_room_init(room, plan->game, (const char *const[]){name[0], name[1]},
                    &bench->tally, now_ns() + number);
    room->is_idle = plan->is_idle;
    room->is_seated = plan->is_seated;
    room->due = plan->is_idle ? 0 : plan->interval_ns == 0 ? BENCH_ALWAYS : 1;
    room->due_step_ns = plan->interval_ns * plan->rooms;
    room->answer = bench->answer;
    room->answer_len = plan->relay_bytes - (plan->relay_bytes > 0);
}

static bool seat_everybody(struct bench *bench) {
    unsigned run = (unsigned)getpid() * 2654435761U ^ (unsigned)(now_ns() >> 20);
    for (size_t room = 0; room < bench->plan->rooms; room++) {
        init_room(bench, room, run);
        for (size_t number = 2 * room; number < 2 * room + 2; number++) {
            if (wait_for(NULL, 0, 0) == WAIT_STOPPED) {
                return fail(bench, "stopped", "before everybody was connected");
            }
            if (!greet(bench, number) ||
                !bench_poll_add(bench->poll, number, bench->nets[number].fd)) {
                return false;
            }
        }
        bench->plan->talk->begin(&bench->rooms[room], room == 0);
        if (!act(bench, room)) {
            return false;
        }
    }
    return true;
}

/* --- stages --- */

static void enter(struct bench *bench, enum bench_stage stage, uint64_t at_ns) {
    bench->stage = stage;
    bench->stage_ns = at_ns;
}

static void begin_measuring(struct bench *bench, uint64_t at_ns) {
    bench->tally = (struct bench_tally){0};
    bench->bytes_in = 0;
    bench->bytes_out = 0;
    bench->watch.bytes_in = 0;
    bench->cpu_s = own_cpu_s();
    bench->result->knows_server = read_usage(bench, &bench->usage);
    enter(bench, BENCH_MEASURING, at_ns);
}

/* Everybody plays: those who watch come. */
static bool seat_spectators(struct bench *bench) {
    struct bench_watch *watch = &bench->watch;
    watch->n = bench->plan->spectators;
    watch->n_rooms = bench->plan->rooms;
    if (watch->n == 0) {
        return true;
    }
    if (bench->plan->they_read && (watch->poll = bench_poll_new(watch->n)) == NULL) {
        return fail(bench, "epoll", strerror(errno));
    }
    return bench_watch_begin(watch, &bench->plan->address, bench->rooms, bench->fault);
}

/* No more moves: everybody gives up and leaves. */
static bool begin_ending(struct bench *bench, uint64_t at_ns) {
    enter(bench, BENCH_ENDING, at_ns);
    for (size_t room = 0; room < bench->plan->rooms; room++) {
        bench_room_end(&bench->rooms[room]);
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
    result->bytes_watched = bench->watch.bytes_in;
    memcpy(result->durability, bench->rooms[0].durability, sizeof result->durability);
    if (result->knows_server) {
        result->knows_server = read_usage(bench, &result->server);
        result->server.cpu_s -= bench->usage.cpu_s;
    }
    bench_watch_end(&bench->watch);
    result->closed = bench->watch.closed;
    return begin_ending(bench, at_ns);
}

/* Somebody does not get what he waits for: says who. */
static bool fail_late(struct bench *bench) {
    char since[40];
    snprintf(since, sizeof since, "after %d s", LIMIT_S);
    for (size_t i = 0; i < bench->plan->rooms; i++) {
        const struct bench_room *room = &bench->rooms[i];
        bool is_late =
            bench->stage == BENCH_ENDING ? !bench_room_has_ended(room) : !room->has_begun;
        if (is_late) {
            char text[BENCH_FAULT_BYTES / 2];
            bench_room_tell(room, text, sizeof text);
            return fail(bench, since, text);
        }
    }
    return fail(bench, since, "a connection is not closed");
}

static bool step_stage(struct bench *bench, uint64_t at_ns) {
    uint64_t since_ns = at_ns - bench->stage_ns;
    switch (bench->stage) {
    case BENCH_BEGINNING:
        if (bench->n_begun == bench->plan->rooms) {
            bench->result->begin_s = (double)since_ns / (double)NS_PER_S;
            if (!seat_spectators(bench)) {
                return false;
            }
            bench->next_ns = now_ns();
            enter(bench, BENCH_SETTLING, bench->next_ns);
        }
        return since_ns < LIMIT_S * NS_PER_S || fail_late(bench);
    case BENCH_SETTLING:
        if (since_ns >= SETTLE_NS) {
            begin_measuring(bench, at_ns);
        }
        return true;
    case BENCH_MEASURING:
        return (double)since_ns < bench->plan->seconds * (double)NS_PER_S ||
               end_measuring(bench, at_ns);
    case BENCH_ENDING:
        if (bench->n_left == bench->plan->rooms) {
            enter(bench, BENCH_DONE, at_ns);
        }
        return since_ns < LIMIT_S * NS_PER_S || fail_late(bench);
    case BENCH_DONE: break;
    }
    return true;
}

/* --- the loop --- */

/* The moves that are due by now, of all rooms in turn. */
static bool make_due_moves(struct bench *bench, uint64_t at_ns) {
    const struct bench_plan *plan = bench->plan;
    bool is_due = bench->stage == BENCH_SETTLING || bench->stage == BENCH_MEASURING;
    for (; is_due && plan->interval_ns > 0 && bench->next_ns <= at_ns;
         bench->next_ns += plan->interval_ns) {
        size_t number = bench->n_due++ % plan->rooms;
        struct bench_room *room = &bench->rooms[number];
        bench_room_add_due(room, bench->next_ns, plan->is_paced);
        if (!act(bench, number)) {
            return false;
        }
    }
    return true;
}

/* Time to wait for bytes: until the next move is due, and not so long that the end would
 * be missed. */
static uint64_t patience_ns(const struct bench *bench, uint64_t at_ns) {
    uint64_t wait_ns = BENCH_POLL_FINE_NS;
    if (bench->plan->interval_ns > 0 && bench->next_ns < at_ns + wait_ns) {
        wait_ns = bench->next_ns > at_ns ? bench->next_ns - at_ns : 0;
    }
    return wait_ns;
}

/* Whether the user wants it to end; asked now and then. */
static bool wants_stop(struct bench *bench, uint64_t at_ns) {
    if (bench->is_stopped || at_ns - bench->look_ns < LOOK_NS) {
        return false;
    }
    bench->look_ns = at_ns;
    return wait_for(NULL, 0, 0) == WAIT_STOPPED;
}

static bool turn(struct bench *bench) {
    size_t ready[BENCH_POLL_MAX];
    size_t n = bench_poll_wait(bench->poll, patience_ns(bench, now_ns()), ready);
    for (size_t i = 0; i < n; i++) {
        if (!receive(bench, ready[i])) {
            return false;
        }
    }
    bench_watch_turn(&bench->watch);
    uint64_t at_ns = now_ns();
    if (wants_stop(bench, at_ns)) {
        bench->is_stopped = true;
        if (bench->stage < BENCH_ENDING && !begin_ending(bench, at_ns)) {
            return false;
        }
    }
    return make_due_moves(bench, at_ns) && step_stage(bench, at_ns);
}

static bool run(struct bench *bench) {
    uint64_t start_ns = now_ns();
    (void)read_usage(bench, &bench->result->before);
    if (!seat_everybody(bench)) {
        return false;
    }
    enter(bench, BENCH_BEGINNING, now_ns());
    bench->result->connect_s = (double)(bench->stage_ns - start_ns) / (double)NS_PER_S;
    while (bench->stage != BENCH_DONE) {
        if (!turn(bench)) {
            return false;
        }
    }
    return !bench->is_stopped || fail(bench, "stopped", "before the end");
}

bool bench_run(const struct bench_plan *plan, struct bench_result *result,
               char fault[static BENCH_FAULT_BYTES]) {
    size_t n = 2 * (size_t)plan->rooms;
    struct bench *bench = mem_new(1, sizeof *bench);
    struct bench_room *rooms = mem_new(plan->rooms, sizeof *rooms);
    struct net *nets = mem_new(n, sizeof *nets);
    *bench = (struct bench){.plan = plan,
                            .result = result,
                            .rooms = rooms,
                            .nets = nets,
                            .poll = bench_poll_new(n),
                            .fault = fault};
    memset(bench->answer, 'x', sizeof bench->answer);
    for (size_t i = 0; i < n; i++) {
        bench->nets[i].fd = -1;
    }
    fault[0] = '\0';
    bool is_good =
        bench->poll != NULL ? run(bench) : fail(bench, "epoll", strerror(errno));
    for (size_t i = 0; i < n; i++) {
        net_close(&bench->nets[i]);
    }
    bench_watch_fini(&bench->watch);
    bench_poll_free(bench->poll);
    free(bench->nets);
    free(bench->rooms);
    free(bench);
    return is_good;
}
