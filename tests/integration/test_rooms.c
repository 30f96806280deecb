/* What can happen in a room before, during and after a game.  Transcripts cannot show it,
 * because it depends on who is to move. */
#include <string.h>

#include "tests/support/scene.h"

static json_int_t seq_of(const json_t *message) {
    return json_integer_value(json_object_get(message, "seq"));
}

SCENE(a_move_sent_again_is_one_move) {
    struct pair pair = pair_begin(scene);
    struct peer *mover = pair_mover(&pair);
    json_int_t answered = seq_of(mover->state);
    peer_ask(mover, "{'cmd':'move','move':'1','seq':%lld}", (long long)answered);
    json_int_t told = seq_of(peer_reply(mover));
    assert_int_equal(told, answered + 1);
    for (int i = 0; i < 3; i++) {
        peer_ask(mover, "{'cmd':'move','move':'1','seq':%lld}", (long long)answered);
        assert_int_equal(seq_of(peer_reply(mover)), told);
    }
    peer_ask(mover, "{'cmd':'board'}");
    assert_int_equal(seq_of(peer_reply(mover)), told);
}

SCENE(a_move_that_comes_too_late_changes_nothing) {
    struct pair pair = pair_begin(scene);
    json_int_t first = seq_of(pair.ann->state);
    pair_move(&pair);
    struct peer *mover = pair_mover(&pair);
    json_int_t now = seq_of(mover->state);
    peer_ask(mover, "{'cmd':'move','move':'2','seq':%lld}", (long long)first);
    peer_error(mover, "stale");
    peer_ask(mover, "{'cmd':'board'}");
    assert_int_equal(seq_of(peer_reply(mover)), now);
}

/* Chat does not make a decision stale. */
SCENE(a_move_may_answer_the_event_of_before_the_chat) {
    struct pair pair = pair_begin(scene);
    struct peer *mover = pair_mover(&pair);
    json_int_t decision = seq_of(mover->state);
    peer_ask(pair_other(&pair), "{'cmd':'say','text':'hurry up'}");
    peer_reply(pair_other(&pair));
    peer_ask(mover, "{'cmd':'move','move':'1','seq':%lld}", (long long)decision);
    assert_int_equal(seq_of(peer_reply(mover)), decision + 2);
}

SCENE(moves_go_to_the_mover_only) {
    struct pair pair = pair_begin(scene);
    struct peer *mover = pair_mover(&pair), *other = pair_other(&pair);
    assert_null(json_object_get(other->state, "moves"));
    peer_ask(other, "{'cmd':'moves'}");
    peer_error(other, "not_your_turn");
    peer_ask(other, "{'cmd':'board'}");
    assert_null(json_object_get(json_object_get(peer_reply(other), "state"), "moves"));
    peer_ask(mover, "{'cmd':'moves'}");
    assert_string_equal(peer_text(peer_reply(mover), "moves"),
                        peer_text(mover->state, "moves"));
}

/* With two games at once, commands about both name their room. */
SCENE(a_player_in_two_rooms) {
    struct pair one = pair_begin(scene);
    struct peer *cid = scene_player(scene, "Cid");
    peer_ask(cid, "{'cmd':'create','game':'royal-ur'}");
    const char *room = peer_text(peer_reply(cid), "room");
    peer_ask(one.ann, "{'cmd':'join','room':'%s'}", room);
    peer_reply(one.ann);
    peer_ask(one.ann, "{'cmd':'board'}");
    peer_error(one.ann, "which_room");
    peer_ask(one.ann, "{'cmd':'resign','room':'%s'}", one.room);
    assert_string_equal(peer_text(peer_reply(one.ann), "room"), one.room);
    peer_await_stage(one.bob, "over");
}

/* Both ask for another game, and get one. */
SCENE(two_who_want_a_rematch) {
    struct pair pair = pair_begin(scene);
    peer_ask(pair.ann, "{'cmd':'resign'}");
    peer_await_stage(pair.bob, "over");
    peer_ask(pair.ann, "{'cmd':'rematch'}");
    assert_true(seq_of(peer_reply_to(pair.ann, "rematch")) > 0);
    peer_await_stage(pair.bob, "waiting");
    peer_ask(pair.bob, "{'cmd':'rematch'}");
    /* The first request has done it. */
    assert_null(json_object_get(peer_reply_to(pair.bob, "rematch"), "seq"));
}

/* --- players who leave --- */

/* Reads until a state event in which this happened first. */
static void await_what(struct peer *peer, const char *what) {
    for (;;) {
        json_t *message = peer_message(peer);
        const json_t *happened = json_object_get(message, "happened");
        const json_t *first = json_array_get(happened, 0);
        if (first != NULL && strcmp(peer_text(first, "what"), what) == 0) {
            return;
        }
    }
}

/* Reads until two events have come, of which each begins with one of these, in any
 * order. */
static void await_both(struct peer *peer, const char *one, const char *other) {
    const char *await[] = {one, other};
    while (await[0] != NULL || await[1] != NULL) {
        const json_t *happened = json_object_get(peer_message(peer), "happened");
        const json_t *first = json_array_get(happened, 0);
        const char *what = first != NULL ? peer_text(first, "what") : "";
        for (size_t i = 0; i < 2; i++) {
            if (await[i] != NULL && strcmp(what, await[i]) == 0) {
                await[i] = NULL;
            }
        }
    }
}

/* Bob closes his sending direction, but reads the answers to his requests, which are more
 * than the kernel takes at once.  His opponent is told without delay. */
SCENE_WITH(one_who_hangs_up_is_answered,
           .args = "--limit commands_burst=1000000 --limit queue_bytes=1073741824 "
                   "--limit pause_bytes=1073741824") {
    enum { PAGES = 3000 };
    struct pair pair = pair_begin(scene);
    for (int i = 0; i < PAGES; i++) {
        peer_ask(pair.bob, "{'cmd':'help'}");
    }
    peer_hang_up(pair.bob);
    await_what(pair.ann, "away");
    for (int i = 0; i < PAGES; i++) {
        peer_await_line(pair.bob, "{\"reply\":\"help\"");
    }
    peer_expect_end(pair.bob);
}

static void take_nothing(struct pair *pair) {
    (void)pair;
}

static void be_ready(struct pair *pair) {
    peer_ask(pair->bob, "{'cmd':'ready','nonce':'pear'}");
    peer_reply(pair->bob);
}

static void seal(struct pair *pair) {
    peer_ask(pair->ann, "{'cmd':'ready','nonce':'sha256:%064d'}", 0);
    peer_reply(pair->ann);
    be_ready(pair);
    peer_await_stage(pair->ann, "opening");
}

static void begin(struct pair *pair) {
    be_ready(pair);
    peer_ask(pair->ann, "{'cmd':'ready','nonce':'apple'}");
    peer_await_stage(pair->ann, "playing");
    peer_await_stage(pair->bob, "playing");
}

/* Plays until it is Bob's turn, or is not. */
static void begin_until_bobs_turn_is(struct pair *pair, bool wanted) {
    begin(pair);
    while ((pair_mover(pair) == pair->bob) != wanted) {
        pair_move(pair);
    }
}

static void reach_own_turn(struct pair *pair) {
    begin_until_bobs_turn_is(pair, true);
}

static void reach_others_turn(struct pair *pair) {
    begin_until_bobs_turn_is(pair, false);
}

static void finish(struct pair *pair) {
    begin(pair);
    peer_ask(pair->ann, "{'cmd':'resign'}");
    peer_await_stage(pair->ann, "over");
}

/* What Bob has reached when his connection is lost, and what the server does then. */
struct departure {
    void (*reach)(struct pair *pair);
    const char *what; /* what happened first in the state event */
};

#define SOON "--limit open_ms=100 --limit grace_ms=200"

static const struct departure nobody_is_ready = {take_nothing, "gone"},
                              he_was_ready = {be_ready, "gone"},
                              seal_is_due = {seal, "unopened"},
                              his_turn = {reach_own_turn, "overdue"},
                              others_turn = {reach_others_turn, "overdue"},
                              game_is_over = {finish, "gone"};

SCENE_WITH(bob_goes, .args = SOON, .param = &nobody_is_ready) {
    const struct departure *departure = scene->test->param;
    struct pair pair = pair_seat(scene);
    departure->reach(&pair);
    peer_fini(pair.bob);
    await_both(pair.ann, "away", departure->what);
    peer_ask(pair.ann, "{'cmd':'who'}");
    assert_int_equal(json_array_size(json_object_get(peer_reply(pair.ann), "who")), 1);
    if (strcmp(departure->what, "overdue") == 0) {
        peer_ask(pair.ann, "{'cmd':'claim'}");
        peer_reply(pair.ann);
        await_what(pair.ann, "absent");
    }
    if (strcmp(departure->what, "gone") != 0) {
        await_what(pair.ann, "gone");
    }
    peer_ask(pair.ann, "{'cmd':'leave'}");
    peer_reply(pair.ann);
    peer_ask(pair.ann, "{'cmd':'rooms'}");
    assert_int_equal(json_array_size(json_object_get(peer_reply(pair.ann), "rooms")), 0);
    scene_expect_health(scene);
}
SCENE_ALSO(goes_he_was_ready, bob_goes, .args = SOON, .param = &he_was_ready);
SCENE_ALSO(goes_seal_is_due, bob_goes, .args = SOON, .param = &seal_is_due);
SCENE_ALSO(goes_his_turn, bob_goes, .args = SOON, .param = &his_turn);
SCENE_ALSO(goes_others_turn, bob_goes, .args = SOON, .param = &others_turn);
SCENE_ALSO(goes_game_is_over, bob_goes, .args = SOON, .param = &game_is_over);

/* Clients who leave without a game. */
SCENE_WITH(strangers_go, .args = "--limit grace_ms=100 --limit commands_burst=1000000") {
    struct peer *nameless = scene_connect(scene);
    struct peer *half_a_line = scene_text(scene);
    struct peer *named = scene_player(scene, "Ann");
    struct peer *alone = scene_player(scene, "Bob");
    assert_true(peer_send_bytes(half_a_line, "name Ci", 7));
    peer_ask(alone, "{'cmd':'create','game':'royal-ur'}");
    peer_reply(alone);
    struct peer *gone[] = {nameless, half_a_line, named, alone};
    for (size_t i = 0; i < 4; i++) {
        peer_fini(gone[i]);
        scene_expect_health(scene);
    }
    struct peer *last = scene_player(scene, "Cy");
    size_t n_rooms = 1;
    while (n_rooms > 0) { /* Bob's seat is kept for the grace time */
        peer_ask(last, "{'cmd':'rooms'}");
        n_rooms = json_array_size(json_object_get(peer_reply(last), "rooms"));
    }
    peer_ask(last, "{'cmd':'name','name':'Bob'}");
    peer_reply(last);
}
