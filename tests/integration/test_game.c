/* Whole games with the real server.  The players read only events; every state is
 * compared with the rules, and the record of the game is verified. */
#include <stdlib.h>
#include <string.h>

#include "client-cli/check/verify.h"
#include "fair/fair.h"
#include "rules/game.h"
#include "tests/support/scene.h"

/* A client that follows the events of a room, and what it has seen so far. */
struct watcher {
    struct peer *peer;
    const char *side; /* "white" or "black" */
    json_int_t seq;   /* number of the last event */
    char commitment[FAIR_HEX_BYTES];
};

static json_int_t number(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    assert_true(json_is_integer(value));
    return json_integer_value(value);
}

static bool is_null(const json_t *object, const char *key) {
    return json_is_null(json_object_get(object, key));
}

/* --- checks of every state --- */

static struct position read_position(const json_t *state) {
    const struct options opt = {0};
    const char *text = peer_text(state, "position");
    struct position pos;
    struct text_in in = text_in_of(text, strlen(text));
    assert_string_equal(peer_text(state, "game"), "royal-ur");
    if (!game_read(&game_royal_ur, &opt, &in, &pos)) {
        fail_msg("%s: %s", text, in.fault);
    }
    return pos;
}

static void check_board(const json_t *state, const struct position *pos) {
    struct board board = {0};
    game_royal_ur.board(pos, &board);
    const json_t *shown = json_object_get(state, "board");
    const json_t *squares = json_object_get(shown, "squares");
    assert_int_equal(json_object_size(squares), board.n_squares);
    for (size_t i = 0; i < board.n_squares; i++) {
        assert_string_equal(peer_text(squares, board.square[i].name),
                            board.square[i].pieces);
    }
    for (size_t i = 0; i < board.n_counts; i++) {
        const json_t *count = json_object_get(shown, board.count[i].name);
        for (size_t side = 0; side < SIDE_COUNT; side++) {
            assert_int_equal(json_integer_value(json_array_get(count, side)),
                             board.count[i].n[side]);
        }
    }
}

/* The side to move gets exactly the legal moves; the other side gets none. */
static void check_moves(const struct watcher *watcher, const json_t *state,
                        const struct position *pos) {
    static struct move move[MOVES_MAX];
    static char text[MOVES_MAX][MOVE_TEXT_BYTES];
    bool mine = strcmp(peer_text(state, "turn"), watcher->side) == 0;
    bool playing = strcmp(peer_text(state, "stage"), "playing") == 0;
    if (!mine || !playing) {
        assert_null(json_object_get(state, "moves"));
        return;
    }
    const char *moves = peer_text(state, "moves");
    size_t n = game_moves_sorted(&game_royal_ur, pos, move, text);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(strncmp(moves, text[i], strlen(text[i])), 0);
        moves += strlen(text[i]);
        assert_int_equal(*moves, i + 1 < n ? ' ' : '\0');
        moves += i + 1 < n;
    }
}

/* The secret is hidden until the end, and then fits the commitment. */
static void check_secret(struct watcher *watcher, const json_t *state) {
    const char *commitment = peer_text(state, "commitment");
    if (watcher->commitment[0] == '\0') {
        strcpy(watcher->commitment, commitment);
    }
    assert_string_equal(commitment, watcher->commitment);
    bool over = strcmp(peer_text(state, "stage"), "over") == 0;
    assert_int_equal(is_null(state, "secret"), !over);
    assert_int_equal(is_null(state, "result"), !over);
    if (over) {
        uint8_t secret[FAIR_SECRET_BYTES];
        char hex[FAIR_HEX_BYTES];
        assert_true(fair_secret_from_hex(peer_text(state, "secret"), secret));
        fair_commitment(secret, hex);
        assert_string_equal(hex, commitment);
    }
}

static void check_state(struct watcher *watcher, const json_t *state) {
    struct position pos = read_position(state);
    assert_string_equal(peer_text(state, "turn"), side_name((enum side)pos.turn));
    assert_string_equal(peer_text(state, "phase"), phase_name((enum phase)pos.phase));
    check_board(state, &pos);
    check_moves(watcher, state, &pos);
    check_secret(watcher, state);
}

/* The next event of the room; its number must be the next one. */
static json_t *next_event(struct watcher *watcher) {
    for (;;) {
        json_t *message = peer_message(watcher->peer);
        if (json_object_get(message, "error") != NULL) {
            fail_msg("error: %s", peer_text(message, "text"));
        }
        if (json_object_get(message, "event") == NULL) {
            continue;
        }
        json_int_t seq = number(message, "seq");
        if (watcher->seq != 0) {
            assert_int_equal(seq, watcher->seq + 1);
        }
        watcher->seq = seq;
        if (message == watcher->peer->state) {
            check_state(watcher, message);
        }
        return message;
    }
}

/* The next event, which must be a state. */
static json_t *next_state(struct watcher *watcher) {
    json_t *message = next_event(watcher);
    assert_string_equal(peer_text(message, "event"), "state");
    return message;
}

static void verify(struct peer *peer) {
    peer_ask(peer, "{'cmd':'record'}");
    const json_t *reply = peer_reply_to(peer, "record");
    char *text = json_dumps(json_object_get(reply, "record"), JSON_COMPACT);
    char fault[FAULT_BYTES] = "";
    struct record record;
    bool is_record = record_from_json(text, strlen(text), &record, fault);
    free(text);
    assert_string_equal(fault, "");
    assert_true(is_record);
    struct verification verification;
    verify_record(&record, &verification);
    record_fini(&record);
    assert_string_equal(verification.fault, "");
    assert_int_equal(verification.verdict, VERDICT_GOOD);
}

/* --- the games --- */

static void take_seats(struct scene *scene, struct watcher *white,
                       struct watcher *black) {
    *white = (struct watcher){.peer = scene_player(scene, "Ann"), .side = "white"};
    *black = (struct watcher){.peer = scene_player(scene, "Bob"), .side = "black"};
    peer_ask(white->peer, "{'cmd':'create','game':'royal-ur'}");
    next_state(white);
    assert_int_equal(white->seq, 1);
    peer_ask(black->peer, "{'cmd':'join','room':'%s'}",
             peer_text(white->peer->state, "room"));
    next_state(white);
    next_state(black);
    assert_int_equal(black->seq, 2);
}

/* Both play their first legal move until the game is over.  Returns how many moves. */
static unsigned play(struct watcher *white, struct watcher *black) {
    unsigned n_moves = 0;
    while (is_null(white->peer->state, "result")) {
        bool whites = json_object_get(white->peer->state, "moves") != NULL;
        const struct watcher *mover = whites ? white : black;
        const char *moves = peer_text(mover->peer->state, "moves");
        peer_ask(mover->peer, "{'cmd':'move','move':'%.*s','seq':%lld}",
                 (int)strcspn(moves, " "), moves, (long long)mover->seq);
        next_state(white);
        next_state(black);
        if (n_moves % 20 == 0) { /* chat events are numbered as well */
            peer_ask(mover->peer, "{'cmd':'say','text':'move %u'}", n_moves);
            assert_string_equal(peer_text(next_event(white), "event"), "say");
            assert_string_equal(peer_text(next_event(black), "event"), "say");
        }
        n_moves++;
    }
    return n_moves;
}

static void play_with_nonces(struct scene *scene, const char *white_ready,
                             const char *white_open, const char *black_ready,
                             const char *black_open) {
    struct watcher white, black;
    take_seats(scene, &white, &black);
    const char *say[] = {white_ready, black_ready, white_open, black_open};
    for (size_t i = 0; i < 4; i++) {
        if (say[i] != NULL) {
            peer_ask(i % 2 == 0 ? white.peer : black.peer, "%s", say[i]);
            next_state(&white);
            next_state(&black);
        }
    }
    assert_string_equal(peer_text(white.peer->state, "stage"), "playing");
    assert_true(play(&white, &black) >= 14);
    const json_t *result = json_object_get(white.peer->state, "result");
    assert_string_equal(peer_text(result, "reason"), "off");
    verify(white.peer);
    verify(black.peer);
}

#define READY_ALICE                                                                      \
    "{'cmd':'ready','nonce':"                                                            \
    "'sha256:2bd806c97f0e00af1a1fc3328fa763a9269723c8db8fac4f93af71db186d6e90'}"
#define READY_BOB                                                                        \
    "{'cmd':'ready','nonce':"                                                            \
    "'sha256:81b637d8fcd2c6da6359e6963113a1170de795e4b725b84d1e0b4cfd9ec58ce9'}"
#define READY_PLAIN "{'cmd':'ready','nonce':'banana'}"
#define READY_EMPTY "{'cmd':'ready'}"
#define OPEN_ALICE  "{'cmd':'open','nonce':'alice'}"
#define OPEN_BOB    "{'cmd':'open','nonce':'bob'}"

SCENE(both_sealed) {
    play_with_nonces(scene, READY_ALICE, OPEN_ALICE, READY_BOB, OPEN_BOB);
}

SCENE(both_plain) {
    play_with_nonces(scene, READY_PLAIN, NULL, READY_EMPTY, NULL);
}

SCENE(one_sealed) {
    play_with_nonces(scene, READY_PLAIN, NULL, READY_BOB, OPEN_BOB);
}

/* Black follows the board in text mode, and types only numbers. */
SCENE(one_in_text_mode) {
    struct watcher white = {.peer = scene_player(scene, "Ann"), .side = "white"};
    struct peer *black = scene_text(scene);
    peer_ask(white.peer, "{'cmd':'create','game':'royal-ur'}");
    next_state(&white);
    peer_send(black, "name Bob");
    peer_send(black, "join %s", peer_text(white.peer->state, "room"));
    next_state(&white);
    peer_await_line(black, "  Both: type ready");
    peer_send(black, "ready banana");
    next_state(&white);
    peer_ask(white.peer, READY_PLAIN);
    while (is_null(next_state(&white), "result")) {
        if (json_object_get(white.peer->state, "moves") != NULL) {
            peer_ask(white.peer, "{'cmd':'move','move':1}");
        } else {
            peer_await_line(black, "  Your turn, Black.");
            peer_send(black, "1");
        }
    }
    peer_await_line(black, "  The secret behind the dice was:");
    const char *secret = peer_expect_line(black, "    ") + 4;
    assert_string_equal(secret, peer_text(white.peer->state, "secret"));
    verify(white.peer);
}
