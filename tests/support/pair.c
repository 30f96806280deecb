#include "tests/support/pair.h"

#include <stdio.h>
#include <string.h>

struct pair pair_seat(struct scene *scene) {
    struct pair pair = {scene_player(scene, "Ann"), scene_player(scene, "Bob"), ""};
    peer_ask(pair.ann, "{'cmd':'create','game':'royal-ur'}");
    snprintf(pair.room, sizeof pair.room, "%s", peer_text(peer_reply(pair.ann), "room"));
    peer_ask(pair.bob, "{'cmd':'join','room':'%s'}", pair.room);
    peer_reply(pair.bob);
    peer_await_stage(pair.bob, "waiting");
    return pair;
}

struct pair pair_begin(struct scene *scene) {
    struct pair pair = pair_seat(scene);
    peer_ask(pair.ann, "{'cmd':'ready','nonce':'apple'}");
    peer_reply(pair.ann);
    peer_ask(pair.bob, "{'cmd':'ready','nonce':'pear'}");
    peer_await_stage(pair.ann, "playing");
    peer_await_stage(pair.bob, "playing");
    return pair;
}

struct peer *pair_mover(const struct pair *pair) {
    bool white = strcmp(peer_text(pair->ann->state, "turn"), "white") == 0;
    return white ? pair->ann : pair->bob;
}

struct peer *pair_other(const struct pair *pair) {
    return pair_mover(pair) == pair->ann ? pair->bob : pair->ann;
}

json_t *pair_await_seq(struct peer *peer, json_int_t seq) {
    while (peer->state == NULL ||
           json_integer_value(json_object_get(peer->state, "seq")) < seq) {
        peer_message(peer);
    }
    return peer->state;
}

void pair_move(const struct pair *pair) {
    struct peer *mover = pair_mover(pair);
    peer_ask(mover, "{'cmd':'move','move':'1'}");
    json_int_t seq = json_integer_value(json_object_get(peer_reply(mover), "seq"));
    pair_await_seq(pair->ann, seq);
    pair_await_seq(pair->bob, seq);
}
