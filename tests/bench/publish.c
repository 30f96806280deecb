/* Plays on a Redis server as `alea bench --relay` plays on a relay: two players in each
 * room, who publish in turn in the channel of the room, which both have subscribed to.
 * Redis sends the publisher a reply, and both of them the message, in two writes: what
 * alead sends for a move.  One thing differs: the publisher sends the whole message.
 *
 *   publish PORT ROOMS SECONDS BYTES PID
 *
 * BYTES is the length of the message as a player receives it, PID the server's process.
 * Prints what alea bench --json prints.  Needs Redis 6 (RESP3: a connection that has
 * subscribed may also publish). */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "client-cli/bench/report.h"
#include "mem/mem.h"

#define READ_BYTES  65536
#define EVENTS_ONCE 256
#define NS_PER_S    1e9
/* From the first moves to the measurement, as in alea bench. */
#define SETTLE_S 0.25
/* A message as its subscribers receive it, and the reply to its publisher. */
#define MESSAGE ">3\r\n$7\r\nmessage\r\n$5\r\nr%04u\r\n$%u\r\n%.*s\r\n"
#define REPLY   ":2\r\n"
/* Least and most bytes of a message. */
#define BYTES_LEAST 64
#define BYTES_MOST  16384

struct player {
    int fd;
    size_t n_left;     /* bytes of the message that have not arrived */
    size_t reply_left; /* the same of the reply */
};

struct room {
    struct player player[2];
    unsigned publisher; /* 0 or 1 */
    uint64_t sent_ns;
    size_t message_len; /* up to one byte less than the plan says */
    char request[BYTES_MOST + BYTES_LEAST];
    size_t request_len;
};

struct bench {
    struct bench_plan plan;
    struct bench_result result;
    struct room *rooms;
    struct sockaddr_in address;
    int epoll;
};

static void die(const char *what) {
    perror(what);
    exit(1);
}

static uint64_t now_ns(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * (uint64_t)NS_PER_S + (uint64_t)now.tv_nsec;
}

static void send_all(const struct player *player, const char *bytes, size_t n) {
    if (send(player->fd, bytes, n, MSG_NOSIGNAL) != (ssize_t)n) {
        die("publish: send");
    }
}

/* Connects and subscribes. */
static void join(const struct bench *bench, struct player *player, unsigned room) {
    static const int on = 1;
    char text[1024], last[32];
    size_t len = 0;
    player->fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(player->fd, (const struct sockaddr *)&bench->address,
                sizeof bench->address) != 0) {
        die("publish: connect");
    }
    setsockopt(player->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    int n = snprintf(text, sizeof text, "HELLO 3\r\nSUBSCRIBE r%04u\r\n", room);
    send_all(player, text, (size_t)n);
    snprintf(last, sizeof last, "\r\nr%04u\r\n:1\r\n", room);
    do {
        ssize_t more = recv(player->fd, text + len, sizeof text - 1 - len, 0);
        if (more <= 0) {
            die("publish: this is no Redis 6");
        }
        len += (size_t)more;
        text[len] = '\0';
    } while (strstr(text, last) == NULL);
}

static void publish(struct bench *bench, struct room *room, uint64_t at_ns) {
    struct player *player = &room->player[room->publisher];
    room->player[0].n_left = room->player[1].n_left = room->message_len;
    player->reply_left = strlen(REPLY);
    room->sent_ns = at_ns;
    send_all(player, room->request, room->request_len);
    bench->result.bytes_out += room->request_len;
}

static void open_room(struct bench *bench, unsigned number) {
    static char text[BYTES_MOST];
    struct room *room = &bench->rooms[number];
    size_t around = (size_t)snprintf(NULL, 0, MESSAGE, number, 1000U, 0, text);
    unsigned len = (unsigned)(bench->plan.relay_bytes - around);
    memset(text, 'x', len);
    room->message_len = (size_t)snprintf(NULL, 0, MESSAGE, number, len, (int)len, text);
    room->request_len =
        (size_t)snprintf(room->request, sizeof room->request,
                         "*3\r\n$7\r\nPUBLISH\r\n$5\r\nr%04u\r\n$%u\r\n%.*s\r\n", number,
                         len, (int)len, text);
    for (unsigned who = 0; who < 2; who++) {
        struct epoll_event event = {.events = EPOLLIN, .data.u64 = 2 * number + who};
        join(bench, &room->player[who], number);
        epoll_ctl(bench->epoll, EPOLL_CTL_ADD, room->player[who].fd, &event);
    }
}

/* The reply and the message come in either order; only their lengths are checked. */
static void hear(struct bench *bench, size_t number) {
    static char bytes[READ_BYTES];
    struct room *room = &bench->rooms[number / 2];
    struct player *player = &room->player[number % 2];
    ssize_t n = recv(player->fd, bytes, sizeof bytes, 0);
    uint64_t at_ns = now_ns(CLOCK_MONOTONIC);
    size_t left = player->n_left + player->reply_left;
    if (n <= 0 || (size_t)n > left) {
        die("publish: not what was published");
    }
    bench->result.bytes_in += (uint64_t)n;
    left -= (size_t)n;
    player->reply_left = left < player->reply_left ? left : player->reply_left;
    player->n_left = left - player->reply_left;
    if (left > 0) {
        return;
    }
    bench->result.tally.events++;
    bench->result.tally.event_bytes += room->message_len;
    if (number % 2 == room->publisher) {
        bench->result.tally.moves++;
        hist_add(&bench->result.tally.latency, at_ns - room->sent_ns);
    }
    if (room->player[0].n_left + room->player[1].n_left == 0) {
        room->publisher = 1 - room->publisher;
        publish(bench, room, at_ns);
    }
}

/* Plays for some seconds. */
static void play(struct bench *bench, double seconds) {
    struct epoll_event ready[EVENTS_ONCE];
    uint64_t end_ns = now_ns(CLOCK_MONOTONIC) + (uint64_t)(seconds * NS_PER_S);
    while (now_ns(CLOCK_MONOTONIC) < end_ns) {
        int n = epoll_wait(bench->epoll, ready, EVENTS_ONCE, 10);
        for (int i = 0; i < n; i++) {
            hear(bench, (size_t)ready[i].data.u64);
        }
    }
}

static void measure(struct bench *bench) {
    struct bench_result *result = &bench->result;
    struct bench_usage before;
    play(bench, SETTLE_S);
    *result = (struct bench_result){.durability = "none"};
    result->knows_server = bench_usage_read(bench->plan.server_pid, &before);
    uint64_t at_ns = now_ns(CLOCK_MONOTONIC);
    uint64_t cpu_ns = now_ns(CLOCK_PROCESS_CPUTIME_ID);
    play(bench, bench->plan.seconds);
    result->seconds = (double)(now_ns(CLOCK_MONOTONIC) - at_ns) / NS_PER_S;
    result->generator_cpu_s =
        (double)(now_ns(CLOCK_PROCESS_CPUTIME_ID) - cpu_ns) / NS_PER_S;
    (void)bench_usage_read(bench->plan.server_pid, &result->server);
    result->server.cpu_s -= before.cpu_s;
}

int main(int argc, char **argv) {
    static struct bench bench;
    if (argc != 6) {
        fprintf(stderr, "usage: publish PORT ROOMS SECONDS BYTES PID\n");
        return 2;
    }
    bench.plan = (struct bench_plan){.game = "publish",
                                     .rooms = (unsigned)strtoul(argv[2], NULL, 10),
                                     .seconds = strtod(argv[3], NULL),
                                     .relay_bytes = strtoul(argv[4], NULL, 10),
                                     .server_pid = (pid_t)strtol(argv[5], NULL, 10)};
    if (bench.plan.rooms == 0 || bench.plan.rooms > BENCH_ROOMS_MAX ||
        bench.plan.relay_bytes < BYTES_LEAST || bench.plan.relay_bytes > BYTES_MOST) {
        fprintf(stderr, "publish: 1 to %d rooms, messages of %d to %d bytes\n",
                BENCH_ROOMS_MAX, BYTES_LEAST, BYTES_MOST);
        return 2;
    }
    bench.address = (struct sockaddr_in){
        .sin_family = AF_INET, .sin_port = htons((uint16_t)strtoul(argv[1], NULL, 10))};
    bench.address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    bench.epoll = epoll_create1(0);
    bench.rooms = mem_new(bench.plan.rooms, sizeof *bench.rooms);
    for (unsigned room = 0; room < bench.plan.rooms; room++) {
        open_room(&bench, room);
    }
    for (unsigned room = 0; room < bench.plan.rooms; room++) {
        publish(&bench, &bench.rooms[room], now_ns(CLOCK_MONOTONIC));
    }
    measure(&bench);
    bench_report_json(stdout, &bench.plan, &bench.result);
    free(bench.rooms);
    return 0;
}
