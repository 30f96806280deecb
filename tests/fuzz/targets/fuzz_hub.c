/* A whole server: what its guests send, in any pieces, and what else happens to it.
 * Guests are 0 to 3; 0 is an operator, 3 uses TLS.  Each line is something that happens:
 *
 *     0who           guest 0, who connects if necessary, sends "who" and a line end
 *     0:who          the same in JSON
 *     0|wh           guest 0 sends "wh", without a line end
 *     0^             sends a line that is too long
 *     0!             disconnects
 *     0/             closes the sending direction, but can still read
 *     0~             stops reading for a while; 0_ reads again
 *     0#             sends bytes that should be TLS, but are not
 *     t12            12 * 12 s pass
 *     j              checking passwords takes long from now on, or no longer
 *     r              the server is killed and restarted
 *     q              the server shuts down
 *     m              the metrics are read
 *     f3             after three more writes the disk is full once; F: permanently; d: it
 *                    works again.  Only if the input begins with a line "disk".
 *
 * In what is sent, $R is the code of the latest room, $G the latest game, $O the latest
 * offer, $0 to $3 the latest token of a guest; $n a line feed, $r CR, $i telnet's IAC.
 *
 * After every line, everything that was sent must follow the protocol (hub/ears.h), and
 * the fixture must be in order (hub/order.h).  Nothing may be lost when the server is
 * killed. Some time after all guests have left, the server must be empty. */
#include "server/hub/host.h"
#include "server/hub/hub.h"
#include "server/hub/state.h"
#include "server/people/clients.h"
#include "server/people/come.h"
#include "server/people/state.h"
#include "server/rooms/rooms.h"
#include "server/rooms/sessions.h"
#include "server/rooms/state.h"
#include "server/turn/clock.h"
#include "server/turn/state.h"
#include "server/turn/turn.h"
#include "server/turn/work.h"
#include "tests/fuzz/hub/mutate.h"
#include "tests/fuzz/hub/order.h"

/* Takes what is in the outbox, as the loop does. */
static void end_turn(struct fixture *fixture) {
    struct outbox *outbox = turn_outbox(hub_turns(fixture->hub));
    do {
        turn_commit(hub_turns(fixture->hub));
        size_t n = outbox->n;
        for (size_t i = 0; i < n; i++) {
            struct outbox_item item = outbox->item[i];
            ears_take(fixture, &item);
        }
        outbox_drop(outbox, n);
        hub_sent(fixture->hub, fixture->now);
    } while (!turn_is_settled(hub_turns(fixture->hub)));
}

static void do_jobs(struct fixture *fixture) {
    while (fixture->n_jobs > 0 && !fixture->holds_jobs) {
        fixture_do_job(fixture);
    }
}

/* Ends an iteration: all requests are answered, and connections that the server has
 * closed are gone. */
static void settle(struct fixture *fixture) {
    do_jobs(fixture);
    end_turn(fixture);
    for (size_t i = 0; i < GUESTS; i++) {
        struct guest *guest = &fixture->guest[i];
        assert(guest->asked <= guest->held || guest->closed);
        if (guest->closed) {
            guest_hang_up(fixture, guest);
        }
    }
    end_turn(fixture);
    order_check(fixture);
}

/* --- actions --- */

static void end_half(struct fixture *fixture, struct guest *guest) {
    guest_end_half(fixture, guest);
    settle(fixture);
    assert(guest->conn == 0 || guest->held); /* all requests are answered, and the
                                              * connection is closed */
}

static void read_again(struct fixture *fixture, struct guest *guest) {
    guest->lags = false;
    if (guest->client != 0) {
        rooms_drained(hub_rooms(fixture->hub), guest->client);
    }
}

static void send_long_line(struct fixture *fixture, struct guest *guest) {
    static uint8_t bytes[LINE_BYTES_MAX + 3];
    memset(bytes, 'x', sizeof bytes);
    bytes[sizeof bytes - 1] = '\n';
    guest_feed(fixture, guest, bytes, sizeof bytes);
}

/* Replaces $0 to $3, $R, $G, $O, $n, $r and $i.  Returns owned, with room for one more
 * byte. */
static char *fill_in(const struct fixture *fixture, const char *line, size_t len,
                     size_t *filled) {
    size_t n_rooms = fixture->hub->rooms->lobby.rooms.n;
    char offer[24], *text = malloc((len + 2) * TOKEN_BYTES);
    assert(text != NULL);
    snprintf(offer, sizeof offer, "%llu",
             (unsigned long long)fixture->hub->people->offers.last_id);
    *filled = 0;
    for (size_t i = 0; i < len; i++) {
        const char *value = NULL;
        char next = line[i] == '$' && i + 1 < len ? line[i + 1] : '\0';
        switch (next) {
        case '0':
        case '1':
        case '2':
        case '3': value = fixture->guest[next - '0'].token; break;
        case 'R':
            value = n_rooms > 0 ? fixture->hub->rooms->lobby.rooms.room[n_rooms - 1]->code
                                : "X";
            break;
        case 'G': value = fixture->game_id; break;
        case 'O': value = offer; break;
        case 'n': value = "\n"; break;
        case 'r': value = "\r"; break;
        case 'i': value = "\xff"; break;
        default: break;
        }
        size_t n = value != NULL ? strlen(value) : 1;
        memcpy(text + *filled, value != NULL ? value : &line[i], n);
        *filled += n;
        i += value != NULL;
    }
    return text;
}

/* Converts a command of text mode to JSON; other text stays as it is.  Takes text;
 * returns owned, with room for one more byte. */
static char *as_json(char *text, size_t *len) {
    struct command cmd;
    struct command_fault fault;
    if (command_from_text(text, *len, &cmd, &fault) != ERR_OK) {
        return text;
    }
    free(text);
    char *json = command_to_json(&cmd);
    *len = strlen(json);
    return json; /* there is room: its NUL */
}

static void say(struct fixture *fixture, struct guest *guest, const char *line,
                size_t len) {
    bool is_json = len > 0 && line[0] == ':', is_part = len > 0 && line[0] == '|';
    size_t n, skip = is_json || is_part;
    char *text = fill_in(fixture, line + skip, len - skip, &n);
    text = is_json ? as_json(text, &n) : text;
    if (!is_part) {
        text[n++] = '\n';
    }
    guest_feed(fixture, guest, (const uint8_t *)text, n);
    free(text);
}

static void do_guest_line(struct fixture *fixture, struct guest *guest, const char *line,
                          size_t len) {
    if (guest->conn == 0) {
        guest_come(fixture, guest);
        settle(fixture);
    }
    char what = len == 1 ? line[0] : '\0';
    switch (guest->client != 0 ? what : '!') {
    case '!': guest_hang_up(fixture, guest); break;
    case '/': end_half(fixture, guest); break;
    case '~': guest->lags = true; break;
    case '_': read_again(fixture, guest); break;
    case '^': send_long_line(fixture, guest); break;
    case '#': people_not_tls(hub_people(fixture->hub), guest->client); break;
    default: say(fixture, guest, line, len); break;
    }
}

static unsigned number_of(const char *text, size_t len) {
    char digits[4];
    snprintf(digits, sizeof digits, "%.*s", (int)len, text);
    return (unsigned)strtoul(digits, NULL, 10) % 301;
}

static void pass_time(struct fixture *fixture, unsigned n) {
    fixture->now.ms += (uint64_t)n * n * 1000;
    fixture->now.unix_ms += (int64_t)n * n * 1000;
    turn_set_time(hub_turns(fixture->hub), fixture->now);
    hub_tick(fixture->hub);
    assert(turn_deadline(hub_turns(fixture->hub)) > fixture->now.ms);
}

static void set_disk(struct fixture *fixture, unsigned fails_at, bool for_good) {
    if (fixture->config.stored.vfs != NULL) {
        fault_vfs_set((int)fails_at, 0, SQLITE_FULL, for_good);
        fixture->bad_disk = fixture->bad_disk || fails_at > 0;
    }
}

/* Loses everything that is not in the store; time goes on. */
static void restart(struct fixture *fixture) {
    struct memory memory[GUESTS];
    set_disk(fixture, 0, false);
    size_t n = fixture->hub->rooms->lobby.rooms.n;
    assert(n <= GUESTS);
    for (size_t i = 0; i < n; i++) {
        memory[i] =
            order_memorize(fixture->hub, fixture->hub->rooms->lobby.rooms.room[i]);
    }
    fixture_kill(fixture);
    fixture->now.ms += 1000000;
    fixture_start(fixture);
    assert(fixture->hub->rooms->lobby.rooms.n == n || fixture->bad_disk);
    for (size_t i = 0; i < n; i++) {
        order_check_memory(fixture->hub, &memory[i]);
        order_forget(&memory[i]);
    }
}

static void do_line(struct fixture *fixture, const char *line, size_t len) {
    if (len == 0) {
        return;
    }
    unsigned n = number_of(line + 1, len - 1);
    switch (line[0]) {
    case '0':
    case '1':
    case '2':
    case '3':
        do_guest_line(fixture, &fixture->guest[line[0] - '0'], line + 1, len - 1);
        break;
    case 't': pass_time(fixture, n); break;
    case 'j': fixture->holds_jobs = !fixture->holds_jobs; break;
    case 'r': restart(fixture); break;
    case 'q': hub_shut_down(fixture->hub); break;
    case 'm': hub_measure(fixture->hub); break;
    case 'f': set_disk(fixture, n + 1, false); break;
    case 'F': set_disk(fixture, n + 1, true); break;
    case 'd': set_disk(fixture, 0, false); break;
    default: break;
    }
    settle(fixture);
    if (turn_wants_stop(hub_turns(fixture->hub)) && !fixture->hub->turns->is_ending) {
        hub_shut_down(fixture->hub);
        settle(fixture);
    }
}

static void everybody_goes(struct fixture *fixture) {
    set_disk(fixture, 0, false);
    fixture->holds_jobs = false;
    settle(fixture);
    for (size_t i = 0; i < GUESTS; i++) {
        guest_hang_up(fixture, &fixture->guest[i]);
        settle(fixture);
    }
    assert(people_n_clients(hub_people(fixture->hub)) == 0);
    if (fixture->hub->turns->is_ending) {
        restart(fixture); /* the absences of guests begin only after the restart */
        settle(fixture);
    }
    pass_time(fixture, 3); /* for a disk that failed */
    settle(fixture);
    for (int i = 0; i < 2; i++) { /* longer than anything is kept; twice, because of seats
                                   * in games that were given up */
        pass_time(fixture, 90);
        settle(fixture);
    }
    assert(rooms_n(hub_rooms(fixture->hub)) == 0 &&
           turn_may_write(hub_turns(fixture->hub)));
    assert(fixture->hub->people->sessions.n_used == 0 &&
           fixture->hub->people->offers.n == 0);
}

unsigned fuzz_rounds(void) {
    return 300;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fixture fixture;
    struct fuzz_in in = {(const char *)data, size};
    bool on_disk = size > 5 && memcmp(data, "disk\n", 5) == 0;
    ears_forget_all();
    fixture_open(&fixture, on_disk);
    in.at += on_disk ? 5 : 0;
    in.len -= on_disk ? 5 : 0;
    char *line;
    for (size_t len; (line = fuzz_take_line(&in, &len)) != NULL; free(line)) {
        do_line(&fixture, line, len);
    }
    everybody_goes(&fixture);
    order_check_games(fixture.store);
    fixture_close(&fixture);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
    return mutate(data, size, max, seed, hub_new_line);
}
