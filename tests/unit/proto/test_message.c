/* Messages as JSON and back.  The samples are what goes over the wire, byte by byte:
 * programs rely on the names and the order of members, so a change of a sample is a
 * change of the protocol. */
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "tests/support/json.h"
#include "tests/unit/proto/decode.h"
#include "tests/unit/random.h"
#include "tests/unit/rules/random_play.h"
#include "tests/unit/test.h"

#include "proto/json/wire_out.h"

/* --- every message reads back --- */

/* Writes a message without the members of a hello that samples lack.  Returns owned. */
static char *written(const struct message *msg) {
    size_t len;
    char *line = message_to_json(msg, &len);
    assert_int_equal(strlen(line), len);
    assert_null(strchr(line, '\n'));
    if (msg->hello != NULL) {
        json_t *tree = json_loads(line, 0, NULL);
        assert_int_equal(json_object_del(tree, "games"), 0);
        assert_int_equal(json_object_del(tree, "capabilities"), 0);
        free(line);
        line = json_dumps(tree, JSON_COMPACT);
        json_decref(tree);
    }
    return line;
}

static void see_sample(const char *line, struct message *msg, void *arg) {
    (void)arg;
    char *again = written(msg);
    assert_string_equal(again, line);
    free(again);
}

TEST(test_samples) {
    each_sample(see_sample, NULL);
}

struct kinds {
    bool reply[COMMAND_COUNT], event[EVENT_KIND_COUNT], note[NOTE_KIND_COUNT];
};

static void see_kinds(const char *line, struct message *msg, void *arg) {
    (void)line;
    struct kinds *seen = arg;
    seen->reply[msg->cmd] |= msg->kind == MESSAGE_REPLY;
    seen->event[msg->event] |= msg->kind == MESSAGE_EVENT;
    for (size_t i = 0; msg->state != NULL && i < msg->state->n_notes; i++) {
        seen->note[msg->state->notes[i].kind] = true;
    }
}

TEST(test_samples_have_every_kind) {
    struct kinds seen = {{false}, {false}, {false}};
    each_sample(see_kinds, &seen);
    for (int i = 0; i < COMMAND_COUNT; i++) { /* test_table has these */
        seen.reply[i] |= table_of_reply((enum command_kind)i) != NULL;
    }
    for (int i = 0; i < EVENT_KIND_COUNT; i++) {
        seen.event[i] |= table_of_event((enum event_kind)i) != NULL;
    }
    assert_null(memchr(&seen, false, sizeof seen));
}

/* A state whose time is used up says 0. */
TEST(test_no_time_left) {
    struct message *msg = find_sample("{'event':'state','room':'KOTO','seq':1,");
    struct state room = *msg->state;
    room.ready_ms = -1;
    msg->state = &room;
    char *line = written(msg);
    assert_has(line, "'secret':null,'ready_ms':0,'position'");
    free(line);
    message_free(msg);
}

TEST(test_hello_says_what_there_is) {
    struct message *msg = find_sample("{'reply':'hello','id':'7'");
    size_t len;
    char *line = message_to_json(msg, &len);
    assert_has(line, "'games':[{'id':'royal-ur','title':'Royal Game of Ur','options':"
                     "{'legs':['1','2']}},");
    const char *at = strstr(line, json("'capabilities':["));
    assert_non_null(at);
    for (unsigned kind = 0; kind < COMMAND_COUNT; kind++) {
        at = strstr(at + 1, command_spec((enum command_kind)kind)->word);
        assert_non_null(at);
    }
    assert_has(at, "],'limits':{");
    free(line);
    message_free(msg);
}

static void expect_reads_back(const struct message *sent) {
    char fault[FAULT_BYTES], *line = written(sent);
    struct message *read = decode(line, strlen(line), fault);
    if (read == NULL) {
        fail_msg("%s\n%s", fault, line);
    }
    char *again = written(read);
    assert_string_equal(again, line);
    if (sent->state != NULL) {
        assert_memory_equal(&read->state->pos, &sent->state->pos,
                            sizeof read->state->pos);
    }
    message_free(read);
    free(again);
    free(line);
}

TEST(test_every_happening) {
    struct note notes[HAPPENING_KIND_COUNT];
    for (unsigned kind = 0; kind < HAPPENING_KIND_COUNT; kind++) {
        uint8_t side = kind % SIDE_COUNT;
        notes[kind] = (struct note){.kind = NOTE_RULE, .side = side};
        notes[kind].happening = (struct happening){(uint8_t)kind, side, 255, "s19"};
    }
    struct message *msg = find_sample("{'event':'state'");
    struct state room = *msg->state;
    room.notes = notes;
    room.n_notes = HAPPENING_KIND_COUNT;
    msg->state = &room;
    expect_reads_back(msg);
    message_free(msg);
}

/* --- states of games as they are played --- */

/* Games of each, so that different options are played. */
#define ROUNDS 3

static struct options random_options(const struct game *game, uint64_t *rng) {
    struct options opt = {0};
    for (size_t i = 0; game->options[i].name != NULL; i++) {
        opt.value[i] = (uint8_t)random_below(rng, option_values(&game->options[i]));
    }
    return opt;
}

TEST(test_played_games) {
    uint64_t rng = random_seed();
    struct message *msg = find_sample("{'event':'state'");
    struct state room = *msg->state;
    msg->state = &room;
    for (size_t i = 0; games[i / ROUNDS] != NULL; i++) {
        static struct play play;
        const struct options opt = random_options(games[i / ROUNDS], &rng);
        room.game = game_with(games[i / ROUNDS], &opt);
        struct position start;
        game_start(room.game, &opt, game_first(room.game, &opt), &start);
        play_init(&play, room.game, &start);
        for (int steps = 0; steps < 2000 && play.pos.phase != PHASE_OVER; steps++) {
            random_step(&play, &rng);
            room.pos = play.pos;
            if (play.pos.phase == PHASE_OVER) {
                room.result = (struct result){.over = true, .outcome = play.pos.outcome};
                strcpy(room.result.reason, end_reason_name(play.pos.end));
            }
            expect_reads_back(msg);
        }
        room.result = (struct result){.over = false};
    }
    message_free(msg);
}

/* --- the moves and the head of a state --- */

/* Moves that are added to a finished line are in the same place as if they had been
 * written with the rest. */
static void see_moves(const char *line, struct message *msg, void *arg) {
    (void)line;
    (void)arg;
    if (msg->kind == MESSAGE_EVENT && msg->state != NULL) {
        struct wire_out out = {.len = 0};
        struct state room = *msg->state;
        room.moves = NULL;
        msg->state = &room;
        message_write(&out, msg);
        message_put_moves(&out, "in-2 w2-w3");
        room.moves = "in-2 w2-w3";
        char *whole = written(msg);
        assert_int_equal(out.len, strlen(whole));
        assert_memory_equal(out.text, whole, out.len);
        free(whole);
        wire_out_fini(&out);
    }
}

TEST(test_moves_of_the_mover) {
    each_sample(see_moves, NULL);
}

/* An event of a game is the same with a head and without one. */
static void expect_same_with_head(struct state_head *head, struct state *room,
                                  bool has_head) {
    struct message msg = message_empty;
    msg.kind = MESSAGE_EVENT;
    msg.event = EVENT_STATE;
    msg.state = room;
    state_head_update(head, room);
    assert_int_equal(room->head != NULL, has_head);
    char *sent = written(&msg);
    room->head = NULL;
    char *plain = written(&msg);
    assert_string_equal(sent, plain);
    free(sent);
    free(plain);
}

TEST(test_head) {
    struct message *msg = find_sample("{'event':'state','room':'KOTO','seq':3,");
    struct state room = *msg->state;
    struct state_head head = {.len = 0};
    expect_same_with_head(&head, &room, false); /* there is an offer */
    struct seat_view *white = &room.seat[SIDE_WHITE], *black = &room.seat[SIDE_BLACK];
    white->offer = black->offer = SEAT_OFFER_NONE;
    expect_same_with_head(&head, &room, false); /* black is away */
    assert_null(head.text);
    black->away = false;
    expect_same_with_head(&head, &room, true);
    const char *text = head.text;
    expect_same_with_head(&head, &room, true);
    assert_ptr_equal(head.text, text);
    white->away = true; /* the head is kept until they are back */
    expect_same_with_head(&head, &room, false);
    assert_ptr_equal(head.text, text);
    white->away = false;
    room.stage = STAGE_OVER;
    room.secret = HEX_B;
    expect_same_with_head(&head, &room, false);
    room.stage = STAGE_PLAYING;
    room.secret = "";
    static const char *const ids[] = {"g4", "g45x", "h45", "g45"};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        room.game_id = ids[i]; /* another game, of other players */
        white->name = i % 2 == 0 ? "cid" : "dan";
        expect_same_with_head(&head, &room, true);
    }
    state_head_fini(&head);
    message_free(msg);
}
