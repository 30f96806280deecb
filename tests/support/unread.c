#include "tests/support/unread.h"

#include <string.h>
#include <sys/socket.h>

#include "tests/support/scene.h"

/* Makes the kernel buffer little for this peer. */
static void read_in_small_bites(struct peer *peer) {
    int bytes = 2048;
    assert_int_equal(setsockopt(peer->fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes),
                     0);
}

static bool bob_is_away(const json_t *state) {
    const json_t *seats = json_object_get(state, "seats");
    return json_is_true(json_object_get(json_object_get(seats, "black"), "away"));
}

/* Bob does not read while Ann chats: the server closes his connection, and tells her. */
static void never_reads(struct scene *scene) {
    struct pair pair = pair_begin(scene);
    read_in_small_bites(pair.bob);
    char text[401];
    memset(text, '#', sizeof text);
    text[sizeof text - 1] = '\0';
    unsigned n_rounds = 0;
    while (!bob_is_away(pair.ann->state)) {
        assert_in_range(n_rounds++, 0, 1000);
        for (int i = 0; i < 100; i++) {
            peer_ask(pair.ann, "{'cmd':'say','text':'%s'}", text);
        }
        for (int i = 0; i < 100; i++) {
            peer_answer(pair.ann);
        }
    }
    assert_string_equal(peer_text(pair.ann->state, "stage"), "playing");
    scene_expect_health(scene);
}

void unread_queue_bytes(struct scene *scene) {
    never_reads(scene);
    peer_ask_for_help(scene_text(scene), 90); /* nothing is lost: she reads */
}

/* Whether Bob receives a line of chat.  The server answers his second ping in a later
 * iteration of its loop than the first; by then it has read everything that was sent
 * before. */
static bool hears_chat(struct peer *bob) {
    bool heard = false;
    for (int pings = 0; pings < 2; pings++) {
        peer_ask(bob, "{'cmd':'ping'}");
        while (json_object_get(peer_message(bob), "event") != NULL) {
            heard = true;
        }
    }
    return heard;
}

void unread_pause_bytes(struct scene *scene) {
    struct pair pair = pair_seat(scene);
    int n_said = 0;
    do {
        assert_in_range(n_said, 0, 1000);
        for (int i = 0; i < 10; i++) {
            peer_ask(pair.ann, "{'cmd':'help'}");
        }
        peer_ask(pair.ann, "{'cmd':'say','text':'still there?'}");
        n_said++;
    } while (hears_chat(pair.bob));
    while (n_said-- > 0) {
        peer_reply_to(pair.ann, "say");
    }
    assert_string_equal(peer_text(peer_message(pair.bob), "event"), "say");
}
