/* A player at a server that is not to be trusted, over a pair of sockets; for the targets
 * that play a client.  An input has a line for each thing that happens:
 *
 *     <TEXT      the server sends a line
 *     |TEXT      the server sends this without its end
 *     cTEXT      the player connects, perhaps once more; TEXT is the greeting
 *     x          the server hangs up
 *     t9         9 * 9 seconds pass
 *     >TEXT      for the target: what a person types
 *
 * $T in TEXT is a token, $N a name that the player asks for, $C a commitment. */
#ifndef ALEA_TESTS_FUZZ_VISIT_H
#define ALEA_TESTS_FUZZ_VISIT_H

#include <fcntl.h>
#include <sys/socket.h>

#include "tests/fuzz/chance.h"
#include "tests/fuzz/disk.h"
#include "tests/fuzz/terminal.h"

#include "client-cli/player.h"
#include "proto/shape.h"

#define VISIT_NAME "ann"
/* So much of an answer at once as a socket takes without waiting. */
#define VISIT_BYTES 32768
/* One line of a server makes the player say so many at most: each of his rooms, and what
 * he says of himself. */
#define VISIT_ANSWERS_MAX (2 * PLAYER_ROOMS_MAX + 8)

struct visit {
    struct player player;
    int fd; /* the server's end; -1: not connected */
    struct lines said;
    uint64_t ms;
};

static inline void visit_init(struct visit *visit) {
    chance_begin();
    player_init(&visit->player, VISIT_NAME, "");
    visit->fd = -1;
    visit->ms = 1000000;
}

static inline void visit_close_server(struct visit *visit) {
    if (visit->fd >= 0) {
        close(visit->fd);
        lines_fini(&visit->said);
        visit->fd = -1;
    }
}

static inline void visit_fini(struct visit *visit) {
    player_close(&visit->player);
    visit_close_server(visit);
}

/* Connects as player_connect does.  False: the greeting is not that of a server. */
static inline bool visit_connect(struct visit *visit, const char *greeting) {
    int fds[2];
    struct player *player = &visit->player;
    net_close(&player->net);
    visit_close_server(visit);
    player->has_bye = false;
    player->net = (struct net){.fd = -1};
    if (!player_check_greeting(greeting, player->net.fault)) {
        assert(player->net.fault[0] != '\0');
        return false;
    }
    int made = socketpair(AF_UNIX, SOCK_STREAM, 0, fds);
    assert(made == 0);
    fcntl(fds[0], F_SETFL, O_NONBLOCK);
    fcntl(fds[1], F_SETFL, O_NONBLOCK);
    player->net.fd = fds[0];
    lines_init(&player->net.in, LINE_OUT_BYTES_MAX);
    visit->fd = fds[1];
    lines_init(&visit->said, LINE_OUT_BYTES_MAX);
    player_begin(player);
    return true;
}

/* What the player has said since the last call is what a server understands.  Returns how
 * many lines. */
static inline unsigned visit_check_said(struct visit *visit) {
    static char bytes[65536];
    static struct command cmd;
    struct command_fault fault;
    unsigned n_lines = 0;
    size_t len;
    if (visit->fd < 0) {
        return 0;
    }
    for (ssize_t n; (n = recv(visit->fd, bytes, sizeof bytes, 0)) > 0;) {
        bool fits = lines_add(&visit->said, bytes, (size_t)n);
        assert(fits);
        for (char *line; (line = lines_next(&visit->said, &len)) != NULL; n_lines++) {
            enum error_code error = command_from_json(line, len, &cmd, &fault);
            assert(error == ERR_OK && len <= LINE_BYTES_MAX);
        }
    }
    return n_lines;
}

static inline void visit_check_player(const struct player *player) {
    assert(player->name[0] == '\0' || is_player_name(player->name));
    assert(player->token[0] == '\0' || is_token(player->token));
    assert(player->n_names <= 100);
    terminal_check(player->net.fault, strlen(player->net.fault), false);
    terminal_check(player_why_lost(player), strlen(player_why_lost(player)), false);
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        const struct player_room *room = &player->rooms[i];
        assert(room->code[0] == '\0' || is_room_code(room->code));
        assert(room->witness.n_throws <= WITNESS_THROWS_MAX);
    }
}

/* Puts in what $T, $N and $C stand for.  Returns owned. */
static inline char *visit_fill_in(const char *text, size_t len, size_t *filled) {
    static const char token[] =
        "abcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqrstuvwxyz234567";
    static const char commitment[] =
        "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
    char *out = malloc(len * sizeof token + 2);
    assert(out != NULL);
    *filled = 0;
    for (size_t i = 0; i < len; i++) {
        char next = text[i] == '$' && i + 1 < len ? text[i + 1] : '\0';
        const char *value = next == 'T'   ? token
                            : next == 'N' ? VISIT_NAME
                            : next == 'C' ? commitment
                                          : NULL;
        size_t n = value != NULL ? strlen(value) : 1;
        memcpy(out + *filled, value != NULL ? value : &text[i], n);
        *filled += n;
        i += value != NULL;
    }
    out[*filled] = '\0';
    return out;
}

/* The server sends bytes, as many as a socket takes at once. */
static inline void visit_send(struct visit *visit, const char *bytes, size_t n) {
    n = n < VISIT_BYTES ? n : VISIT_BYTES;
    if (visit->fd >= 0 && n > 0) {
        ssize_t sent = send(visit->fd, bytes, n, MSG_NOSIGNAL);
        assert(sent == (ssize_t)n || visit->player.net.fd < 0);
    }
}

static inline void visit_pass(struct visit *visit, const char *text, size_t len) {
    char digits[4];
    snprintf(digits, sizeof digits, "%.*s", (int)len, text);
    uint64_t n = strtoull(digits, NULL, 10);
    visit->ms += n * n * 1000;
}

#endif
