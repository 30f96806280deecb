/* The server's process is stopped for a while (SIGSTOP), as a virtual machine or a
 * swapping host may be.  A client that acts in time during the pause counts as in time,
 * and no player's clock is charged for it.
 *
 * These tests wait in real time, because pauses are what they test. */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "proto/bounds.h"
#include "server/base/server_time.h"
#include "server/net/loop.h"
#include "tests/support/scene.h"

/* Most time that a pause may cost a player, in ms. */
#define COST_MS (LOOP_SLEEP_MS + SERVER_TIME_LATE_MS)
/* Rounding to ms, on both sides. */
#define SLACK_MS 20

static void wait_ms(int64_t ms) {
    int64_t until_ms = peer_now_ms() + ms;
    for (int64_t left_ms; (left_ms = until_ms - peer_now_ms()) > 0;) {
        poll(NULL, 0, (int)left_ms);
    }
}

/* Stops the server's process. */
static void pause_server(const struct scene *scene) {
    siginfo_t info;
    assert_int_equal(kill(scene->server.pid, SIGSTOP), 0);
    assert_int_equal(waitid(P_PID, (id_t)scene->server.pid, &info, WSTOPPED), 0);
}

static void continue_server(const struct scene *scene) {
    assert_int_equal(kill(scene->server.pid, SIGCONT), 0);
}

/* Ann and Bob begin tablut with this clock. */
static struct pair begin(struct scene *scene, const char *time) {
    char game[32];
    struct peer *ann = scene_player(scene, "Ann");
    snprintf(game, sizeof game, "tablut','time':'%s", time);
    return pair_play(ann, scene_player(scene, "Bob"), game);
}

static int64_t left_ms(const json_t *state, const char *side) {
    char key[16];
    snprintf(key, sizeof key, "%s_ms", side);
    return json_integer_value(json_object_get(json_object_get(state, "clock"), key));
}

/* The player to move has two seconds, and moves while the server is stopped; the server
 * continues after the two seconds. */
SCENE(moves_in_time) {
    struct pair pair = begin(scene, "0+2");
    struct peer *mover = pair_mover(&pair);
    char side[8];
    snprintf(side, sizeof side, "%s", peer_text(pair.ann->state, "turn"));
    pause_server(scene);
    wait_ms(300);
    peer_ask(mover, "{'cmd':'move','move':1}");
    wait_ms(2200);
    continue_server(scene);
    json_int_t seq = json_integer_value(json_object_get(peer_reply(mover), "seq"));
    const json_t *state = pair_await_seq(mover, seq);
    assert_string_equal(peer_text(state, "stage"), "playing");
    assert_string_not_equal(peer_text(state, "turn"), side);
    assert_in_range(left_ms(state, side), 2000, 4000);
}

/* Players pay for the time that they think, but not for pauses. */
SCENE(thinks_through_pauses) {
    int64_t began_ms = peer_now_ms(), paused_ms = 0;
    struct pair pair = begin(scene, "1+0");
    struct peer *mover = pair_mover(&pair);
    char side[8];
    snprintf(side, sizeof side, "%s", peer_text(pair.ann->state, "turn"));
    const int n_pauses = 3;
    for (int i = 0; i < n_pauses; i++) {
        wait_ms(20 + 15 * i); /* at different moments of its sleep */
        pause_server(scene);
        int64_t stopped_ms = peer_now_ms();
        wait_ms(i == 0 ? 1000 : 500);
        paused_ms += peer_now_ms() - stopped_ms;
        continue_server(scene);
        peer_ask(pair_other(&pair), "{'cmd':'ping'}"); /* it runs again */
        peer_reply(pair_other(&pair));
    }
    peer_ask(mover, "{'cmd':'move','move':1}");
    json_int_t seq = json_integer_value(json_object_get(peer_reply(mover), "seq"));
    int64_t thought_ms = peer_now_ms() - began_ms - paused_ms;
    int64_t used_ms = 60000 - left_ms(pair_await_seq(mover, seq), side);
    if (used_ms > thought_ms + n_pauses * COST_MS + SLACK_MS) {
        fail_msg("%lld ms are charged of %lld, with %lld ms of pauses",
                 (long long)used_ms, (long long)thought_ms, (long long)paused_ms);
    }
}

#define SEAL_OF_ALICE "2bd806c97f0e00af1a1fc3328fa763a9269723c8db8fac4f93af71db186d6e90"

/* A seal that is opened in time, while the server is stopped, counts as open. */
SCENE_WITH(opens_in_time, .args = "--limit open_ms=2000") {
    struct pair pair = pair_seat(scene);
    peer_ask(pair.ann, "{'cmd':'ready','nonce':'sha256:%s'}", SEAL_OF_ALICE);
    peer_reply(pair.ann);
    peer_ask(pair.bob, "{'cmd':'ready','nonce':'pear'}");
    peer_await_stage(pair.ann, "opening");
    pause_server(scene);
    peer_ask(pair.ann, "{'cmd':'open','nonce':'alice'}");
    wait_ms(2200);
    continue_server(scene);
    peer_reply(pair.ann);
    peer_await_stage(pair.ann, "playing");
}

/* Checks that the next event about a player's connection is this one. */
static void await_line(struct peer *peer, const char *what) {
    for (;;) {
        const json_t *happened = json_object_get(peer_message(peer), "happened");
        const json_t *first = json_array_get(happened, 0);
        const char *told = first != NULL ? peer_text(first, "what") : "";
        if (strcmp(told, "away") == 0 || strcmp(told, "back") == 0 ||
            strcmp(told, "overdue") == 0) {
            assert_string_equal(told, what);
            return;
        }
    }
}

/* A player who reconnects while the server is stopped is back in time: the connection and
 * its bytes wait for the server. */
SCENE_WITH(comes_back_in_time, .args = "--limit grace_ms=2000") {
    struct peer *ann = scene_player(scene, "Ann"), *bob = scene_connect(scene);
    char token[TOKEN_BYTES + 1];
    peer_line(bob);
    peer_ask(bob, "{'cmd':'name','name':'Bob'}");
    snprintf(token, sizeof token, "%s", peer_text(peer_reply(bob), "token"));
    pair_play(bob, ann, "royal-ur");
    peer_fini(bob);
    await_line(ann, "away");
    pause_server(scene);
    struct peer *again = scene_connect(scene);
    peer_ask(again, "{'cmd':'resume','token':'%s'}", token);
    wait_ms(2500);
    continue_server(scene);
    await_line(ann, "back"); /* and not "overdue" */
}
