#include "tests/fuzz/visit.h"

#include "tests/support/json.h"

void visit_init(struct visit *visit) {
    chance_begin();
    player_init(&visit->player, VISIT_NAME, "");
    visit->fd = -1;
    visit->ms = 1000000;
}

static void visit_close_server(struct visit *visit) {
    if (visit->fd >= 0) {
        close(visit->fd);
        lines_fini(&visit->said);
        visit->fd = -1;
    }
}

void visit_fini(struct visit *visit) {
    player_close(&visit->player);
    visit_close_server(visit);
}

bool visit_connect(struct visit *visit, const char *greeting) {
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

unsigned visit_check_said(struct visit *visit) {
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

void visit_check_player(const struct player *player) {
    assert(player->name[0] == '\0' || is_player_name(player->name));
    assert(player->token[0] == '\0' || is_token(player->token));
    assert(player->n_names <= 100);
    terminal_check(player->net.fault, strlen(player->net.fault), false);
    terminal_check(player_why_lost(player), strlen(player_why_lost(player)), false);
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        const struct player_room *room = &player->rooms[i];
        assert(room->code[0] == '\0' || is_room_code(room->code));
        assert(room->dice_check.n_throws <= DICE_CHECK_THROWS_MAX);
    }
}

/* Writes a state of the room SALI as an event; what: the letter after $, see visit.h.
 * False: there is no such letter. */
static bool visit_write_state(char what, unsigned seq,
                              char text[static VISIT_STATE_BYTES]) {
    static const struct {
        char what;
        const char *stage, *ready, *other_ready, *nonce, *away, *turn, *rest;
    } states[] = {
        {'W', "waiting", "false", "false", "null", "false", "white", "'roll':[]"},
        {'R', "waiting", "true", "false", "null", "false", "white", "'roll':[]"},
        {'Q', "opening", "true", "true", "null", "false", "white", "'roll':[]"},
        {'P', "playing", "true", "true", "'pear'", "false", "white",
         "'roll':[2],'moves':'1-3 in-2'"},
        {'V', "playing", "true", "true", "'pear'", "false", "white",
         "'roll':[2],'moves':'1-3 in-2','snapshot':true"},
        {'B', "playing", "true", "true", "'pear'", "false", "black", "'roll':[2]"},
        {'A', "playing", "true", "true", "'pear'", "true", "black", "'roll':[2]"},
        {'D', "adjourned", "false", "false", "'pear'", "false", "white", "'roll':[2]"},
        {'L', "over", "true", "true", "'pear'", "false", "black",
         "'roll':[2],'secret':'8d965ea344e681c5fb27889efb9e2945863fcf2aa3897c69f0"
         "2cbc97fe98b31f','result':{'outcome':'black','reason':'resign'},"
         "'happened':[{'what':'resign','side':'white'},{'what':'over'}]"},
        {'G', "over", "true", "true", "'pear'", "false", "black",
         "'roll':[2],'secret':'8d965ea344e681c5fb27889efb9e2945863fcf2aa3897c69f0"
         "2cbc97fe98b31f','result':{'outcome':'black','reason':'resign'},"
         "'happened':[{'what':'over'}]"},
    };
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        if (states[i].what == what) {
            snprintf(text, VISIT_STATE_BYTES,
                     "{'event':'state','room':'SALI','seq':%u,"
                     "'game_id':'%s','game':'royal-ur','options':'',"
                     "'stage':'%s','seats':{'white':{'name':'" VISIT_NAME
                     "','ready':%s,'away':false,'seal':null,'nonce':%s},"
                     "'black':{'name':'bob','ready':%s,'away':%s,"
                     "'seal':null,'nonce':%s}},'commitment':"
                     "'59b8329b5fee5bd840624ab3d2d9347e6f6d5c7363a23df055f82caaaee136c4',"
                     "'position':'7,7 - 0,0 %c %s',%s}",
                     seq, what == 'G' ? ".x" : "k3w5dhzicgcypz5h", states[i].stage,
                     states[i].ready, states[i].nonce, states[i].other_ready,
                     states[i].away, states[i].nonce, states[i].turn[0],
                     strstr(states[i].rest, "[2]") != NULL ? "2" : "-", states[i].rest);
            strcpy(text, json(text));
            return true;
        }
    }
    return false;
}

/* Longer than any text that is kept, so that it must be cut. */
static void visit_write_long(char text[static VISIT_STATE_BYTES]) {
    for (size_t at = 0; at < VISIT_STATE_BYTES / 2; at += 2) {
        memcpy(text + at, "\xc3\xb6", 3);
    }
}

char *visit_fill_in(struct visit *visit, const char *text, size_t len, size_t *filled) {
    static char value[VISIT_STATE_BYTES];
    char *out = NULL;
    FILE *all = open_memstream(&out, filled);
    assert(all != NULL);
    for (size_t i = 0; i < len; i++) {
        char next = text[i] == '$' && i + 1 < len ? text[i + 1] : '\0';
        bool is_there = true;
        if (next == 'T' || next == 'N') {
            snprintf(value, sizeof value, "%s", next == 'T' ? VISIT_TOKEN : VISIT_NAME);
        } else if (next == 'S') {
            snprintf(value, sizeof value, "%u", ++visit->seq);
        } else if (next == 'E') {
            visit_write_long(value);
        } else if (visit_write_state(next, visit->seq + 1, value)) {
            visit->seq++;
        } else {
            is_there = false;
            fputc(text[i], all);
        }
        fputs(is_there ? value : "", all);
        i += is_there;
    }
    fclose(all);
    return out; /* there is room: its NUL */
}

/* The server sends bytes, at most as many as a socket takes at once. */
static void visit_send(struct visit *visit, const char *bytes, size_t n) {
    n = n < VISIT_BYTES ? n : VISIT_BYTES;
    if (visit->fd >= 0 && n > 0) {
        ssize_t sent = send(visit->fd, bytes, n, MSG_NOSIGNAL);
        assert(sent == (ssize_t)n || visit->player.net.fd < 0);
    }
}

static void visit_pass(struct visit *visit, const char *text, size_t len) {
    char digits[4];
    snprintf(digits, sizeof digits, "%.*s", (int)len, text);
    uint64_t n = strtoull(digits, NULL, 10);
    visit->ms += n * n * 1000;
}

char *visit_do(struct visit *visit, const char *line, size_t len, size_t *n) {
    char *text = visit_fill_in(visit, line + 1, len - 1, n);
    const struct player *player = &visit->player;
    switch (line[0]) {
    case '<':
        text[*n] = '\n';
        visit_send(visit, text, *n + 1);
        break;
    case '|': visit_send(visit, text, *n); break;
    case 'c':
        if (player->net.fd < 0 && player_may_return(player)) {
            visit_connect(visit, text);
        }
        break;
    case 'x': visit_close_server(visit); break;
    case 't': visit_pass(visit, text, *n); break;
    default: break;
    }
    return text;
}
