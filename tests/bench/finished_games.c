/* For finished_games.sh: fills a store with finished games, as the server does but
 * without its clients, and asks a server that has it.
 *
 *   finished_games fill FILE N ROOMS   N finished games, then rooms where one is played
 *   finished_games ids FILE COUNT      ids of so many finished games, from all of its age
 *   finished_games ask PORT            says each line of standard input (JSON) to the
 *                                      server there; prints the median of the times to
 *                                      the answers (us), and of their lengths (bytes)
 *
 * The games of two stores are the same, as far as both have them. */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "proto/bounds.h"
#include "server/base/slots.h"
#include "server/store/store.h"
#include "tests/unit/random.h"

/* Games in one transaction. */
#define GAMES_PER_COMMIT 1000
/* One game of so many is played to its end; of the others somebody resigns after less
 * than so many moves. */
#define PLAYED_OUT   10
#define RESIGNED_MAX 40
/* Players, and the one who has a part in one game of so many, as a house bot has. */
#define PLAYERS    2000
#define HOST       "Host"
#define HOST_PART  4
#define NONCE_LEN  20
#define FIRST_S    1700000000
#define GAME_S     60
#define MOVE_MS    1000
#define ASKS_MAX   1000
#define LINE_BYTES (1 << 20)

static void die(const char *what, const char *why) {
    fprintf(stderr, "finished_games: %s: %s\n", what, why);
    exit(1);
}

/* --- fill --- */

struct filler {
    int64_t game; /* number of the game that is played now */
    struct store *store;
    uint64_t random;
    uint64_t ms;           /* server time */
    int64_t s;             /* Unix time */
    struct slots sessions; /* of those who sit somewhere */
};

static void random_text(struct filler *f, char *text, size_t len) {
    static const char base32[] = "abcdefghijklmnopqrstuvwxyz234567";
    for (size_t i = 0; i < len; i++) {
        text[i] = base32[random_below(&f->random, 32)];
    }
    text[len] = '\0';
}

/* Does what hub_do does with an op that is right. */
static void do_op(struct filler *f, struct room *room, struct op *op) {
    char dice[DICE_TEXT_BYTES];
    op->at_ms = f->ms += MOVE_MS;
    op->at_s = f->s;
    enum stage stage = room->stage;
    enum error_code error = room_apply(room, op);
    if (error != ERR_OK) {
        die(op_name(op->kind), error_text(error));
    }
    room_dice_text(room, dice);
    store_add_op(f->store, f->game, room->seq, op, dice);
    if (stage != STAGE_OVER && room->stage == STAGE_OVER) {
        store_end_game(f->store, f->game, room->record, CLASS_GUESTS);
    }
    room_clear_notes(room);
}

/* The code of a room: codes come again when the rooms that had them are closed. */
static void write_code(unsigned n, char code[static ROOM_BYTES_MAX + 1]) {
    for (int i = 0; i < 4; i++) {
        code[i] = (char)('A' + n % 26);
        n /= 26;
    }
    code[4] = '\0';
}

static struct room *open_room(struct filler *f, unsigned n) {
    struct room_start start = {.game = &game_royal_ur};
    write_code(n, start.code);
    random_text(f, start.draw.game_id, 16);
    for (int i = 0; i < FAIR_SECRET_BYTES; i++) {
        start.draw.secret[i] = (uint8_t)random_below(&f->random, 256);
    }
    room_start_match(start.game, &start.opt, &start.match);
    struct room *room = room_new(&start);
    f->game = store_add_game(f->store, &start, f->s);
    return room;
}

static void sit_down(struct filler *f, struct room *room, enum side side, bool is_host) {
    struct op op = {
        .kind = OP_SIT, .side = side, .session = slots_add(&f->sessions, room)};
    unsigned player = random_below(&f->random, PLAYERS);
    if (is_host) {
        snprintf(op.name, sizeof op.name, HOST);
    } else {
        snprintf(op.name, sizeof op.name, "Player-%04u", player);
    }
    do_op(f, room, &op);
}

/* Both sit down and are ready. */
static void begin(struct filler *f, struct room *room, unsigned n) {
    bool host_plays = n % HOST_PART == 0;
    enum side host = (enum side)(n / HOST_PART % SIDE_COUNT);
    sit_down(f, room, SIDE_WHITE, host_plays && host == SIDE_WHITE);
    sit_down(f, room, SIDE_BLACK, host_plays && host == SIDE_BLACK);
    for (int side = 0; side < SIDE_COUNT; side++) {
        struct op op = {.kind = OP_READY, .side = (enum side)side};
        random_text(f, op.text, NONCE_LEN);
        do_op(f, room, &op);
    }
}

/* Any move of those that are possible. */
static void move(struct filler *f, struct room *room) {
    const char *from = room->moves;
    unsigned n = 1;
    for (const char *at = from; (at = strchr(at, ' ')) != NULL; at++) {
        n++;
    }
    for (unsigned skip = random_below(&f->random, n); skip > 0; skip--) {
        from = strchr(from, ' ') + 1;
    }
    struct op op = {.kind = OP_MOVE,
                    .side = (enum side)room->play->pos.turn,
                    .seq = room->decision_seq};
    snprintf(op.text, sizeof op.text, "%.*s", (int)strcspn(from, " "), from);
    do_op(f, room, &op);
}

static void finish_game(struct filler *f, unsigned n) {
    struct room *room = open_room(f, n);
    begin(f, room, n);
    unsigned most = random_below(&f->random, RESIGNED_MAX);
    for (unsigned i = 0; room->stage != STAGE_OVER; i++) {
        if (n % PLAYED_OUT == 0 || i < most) {
            move(f, room);
        } else {
            struct op op = {.kind = OP_RESIGN,
                            .side = (enum side)random_below(&f->random, SIDE_COUNT)};
            do_op(f, room, &op);
        }
    }
    f->s += GAME_S;
    for (int side = 0; side < SIDE_COUNT; side++) {
        struct op op = {.kind = OP_STAND, .side = (enum side)side};
        uint64_t session = room->seat[side].session;
        do_op(f, room, &op);
        slots_remove(&f->sessions, session);
    }
    store_retire_game(f->store, f->game);
    room_destroy(room);
}

/* A room where a game has begun and is not over. */
static void leave_game(struct filler *f, unsigned n) {
    struct room *room = open_room(f, n);
    begin(f, room, n);
    for (unsigned i = 0; room->stage != STAGE_OVER && i < RESIGNED_MAX; i++) {
        move(f, room);
    }
    for (int side = 0; side < SIDE_COUNT; side++) {
        uint8_t hash[TOKEN_HASH_BYTES] = {(uint8_t)n, (uint8_t)side};
        const struct room_seat *seat = &room->seat[side];
        store_put_session(f->store, seat->session, seat->name, hash, 0);
    }
    room_destroy(room);
}

static void commit(struct filler *f) {
    if (!store_commit(f->store)) {
        die("commit", store_fault(f->store));
    }
}

static struct store *open_file(const char *path, bool read_only) {
    char fault[FAULT_BYTES];
    struct store_config config = {
        .path = path, .durability = DURABILITY_PROCESS, .read_only = read_only};
    struct store *store = store_open(&config, fault);
    if (store == NULL) {
        die("open", fault);
    }
    return store;
}

static void fill(const char *path, unsigned n_games, unsigned n_rooms) {
    struct filler f = {.store = open_file(path, false), .s = FIRST_S};
    for (unsigned n = 0; n < n_games; n++) {
        finish_game(&f, n);
        if (n % GAMES_PER_COMMIT == GAMES_PER_COMMIT - 1) {
            commit(&f);
        }
    }
    for (unsigned n = 0; n < n_rooms; n++) {
        leave_game(&f, n);
    }
    commit(&f);
    slots_fini(&f.sessions);
    store_close(f.store);
}

/* --- ids --- */

/* Games that were played to their end: the others are short. */
static void print_ids(const char *path, unsigned count) {
    struct store *store = open_file(path, true);
    struct stored_game *row = calloc(1, sizeof *row);
    int64_t n = 0, last = 0;
    while ((n = store_next_game(store, n, false)) > 0) {
        last = store_list_game(store, n, row) ? n : last;
    }
    for (unsigned i = 0; i < count && last > 0; i++) {
        n = last * i / count / PLAYED_OUT * PLAYED_OUT + 1;
        if (store_list_game(store, n, row)) {
            puts(row->game_id);
        }
    }
    free(row);
    store_close(store);
}

/* --- ask --- */

static double now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *value, size_t n) {
    qsort(value, n, sizeof *value, compare);
    return n == 0 ? 0 : (value[(n - 1) / 2] + value[n / 2]) / 2;
}

static int connect_to(const char *port) {
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)strtoul(port, NULL, 10)),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0 || connect(fd, (const struct sockaddr *)&to, sizeof to) != 0) {
        die(port, "cannot connect");
    }
    return fd;
}

/* Reads one line.  Nothing comes unasked after the greeting.  Returns its length. */
static size_t hear(int fd, char line[static LINE_BYTES]) {
    size_t len = 0;
    do {
        ssize_t n = recv(fd, line + len, LINE_BYTES - 1 - len, 0);
        if (n <= 0) {
            die("ask", "no answer");
        }
        len += (size_t)n;
    } while (line[len - 1] != '\n');
    line[len] = '\0';
    return len;
}

static size_t say(int fd, const char *text, char line[static LINE_BYTES]) {
    if (send(fd, text, strlen(text), 0) < 0) {
        die("ask", "cannot send");
    }
    size_t len = hear(fd, line);
    if (strncmp(line, "{\"reply\"", 8) != 0) {
        die(text, line);
    }
    return len;
}

static void ask(const char *port) {
    static char line[LINE_BYTES], text[LINE_BYTES_MAX + 2];
    static double us[ASKS_MAX], bytes[ASKS_MAX];
    int fd = connect_to(port);
    size_t n = 0;
    hear(fd, line);
    say(fd, "{\"cmd\":\"name\",\"name\":\"Asker\"}\n", line);
    while (n < ASKS_MAX && fgets(text, sizeof text, stdin) != NULL) {
        double since = now_us();
        bytes[n] = (double)say(fd, text, line);
        us[n++] = now_us() - since;
    }
    close(fd);
    if (n > 0) {
        printf("%.0f %.0f\n", median(us, n), median(bytes, n));
    }
}

int main(int argc, char **argv) {
    const char *verb = argc > 2 ? argv[1] : "";
    if (strcmp(verb, "fill") == 0 && argc == 5) {
        fill(argv[2], (unsigned)strtoul(argv[3], NULL, 10),
             (unsigned)strtoul(argv[4], NULL, 10));
    } else if (strcmp(verb, "ids") == 0 && argc == 4) {
        print_ids(argv[2], (unsigned)strtoul(argv[3], NULL, 10));
    } else if (strcmp(verb, "ask") == 0 && argc == 3) {
        ask(argv[2]);
    } else {
        die("usage", "fill FILE N ROOMS, ids FILE COUNT, or ask PORT");
    }
    return 0;
}
