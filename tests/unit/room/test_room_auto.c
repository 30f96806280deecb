/* Forced moves that a room plays by itself, for players who have turned that on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room/room.h"
#include "tests/unit/test.h"

#define BOTH      3U
#define BEGIN_MS  1000
#define BONUS_MS  10000
#define MAX_CHAIN 32 /* FORCED_MAX of common/room/game.c */

static enum error_code apply(struct room *room, enum op_kind kind, enum side side,
                             unsigned auto_sides, uint64_t at_ms) {
    struct op op = {.kind = kind,
                    .side = side,
                    .at_ms = at_ms,
                    .session = (uint64_t)side + 1,
                    .auto_sides = (uint8_t)auto_sides,
                    .draw.game_id = "next"};
    snprintf(op.name, sizeof op.name, "%s", side == SIDE_WHITE ? "Ann" : "Bob");
    snprintf(op.text, sizeof op.text, "%s", kind == OP_MOVE ? "1" : "");
    room_clear_notes(room);
    return room_apply(room, &op);
}

static void must(struct room *room, enum op_kind kind, enum side side,
                 unsigned auto_sides, uint64_t at_ms) {
    assert_string_equal(error_name(apply(room, kind, side, auto_sides, at_ms)), "ok");
}

/* A game of royal-ur that has begun, with the secret of this number. */
static struct room *begin(unsigned number, struct time_control time,
                          unsigned auto_sides) {
    struct room_start start = {
        .code = "BABA", .game = &game_royal_ur, .time = time, .draw.game_id = "first"};
    memcpy(start.draw.secret, &number, sizeof number);
    room_start_match(start.game, &start.opt, &start.match);
    struct room *room = room_new(&start);
    must(room, OP_SIT, SIDE_WHITE, 0, 1);
    must(room, OP_SIT, SIDE_BLACK, 0, 1);
    must(room, OP_READY, SIDE_WHITE, auto_sides, 1);
    must(room, OP_READY, SIDE_BLACK, auto_sides, BEGIN_MS);
    return room;
}

/* Sets the position, in which white has just thrown this. */
static void set_position(struct room *room, const char *text) {
    struct position pos;
    struct text_in in = text_in_of(text, strlen(text));
    assert_true(game_read(room->game, &room->opt, &in, &pos));
    play_init(room->play, room->game, &pos);
    room_set_quiet(room, false);
}

static unsigned count_moves(const struct room *room) {
    unsigned n = 0;
    for (size_t i = 0; i < room->n_notes; i++) {
        n += room->notes[i].kind == NOTE_MOVE;
    }
    return n;
}

static bool has_choice(const struct room *room) {
    return room->moves != NULL && strchr(room->moves, ' ') != NULL;
}

static void assert_same(const struct room *a, const struct room *b) {
    assert_int_equal(a->seq, b->seq);
    assert_int_equal(a->stage, b->stage);
    assert_int_equal(a->k, b->k);
    assert_memory_equal(&a->play->pos, &b->play->pos, sizeof a->play->pos);
}

/* Plays a game to its end.  Returns the number of events. */
static uint64_t play(struct room *room, unsigned auto_sides) {
    while (room->stage == STAGE_PLAYING) {
        must(room, OP_MOVE, (enum side)room->play->pos.turn, auto_sides, BEGIN_MS);
    }
    return room->seq;
}

/* The first throw of royal-ur always leaves one legal move: it is played in the event of
 * the throw. */
TEST(test_in_the_event_of_its_throw) {
    struct room *room = begin(1, (struct time_control){0}, BOTH);
    assert_int_equal(room->seq, 4);
    assert_true(count_moves(room) > 0);
    assert_true(has_choice(room));
    assert_int_equal(room->decision_seq, 4);
    for (size_t i = 1; i < room->n_notes; i++) {
        if (room->notes[i].kind == NOTE_MOVE) { /* moves of the side that has just
                                                 * thrown */
            assert_int_equal(room->notes[i - 1].kind, NOTE_THROW);
            assert_int_equal(room->notes[i - 1].side, room->notes[i].side);
        }
    }
    room_destroy(room);
}

TEST(test_off_unless_asked_for) {
    struct room *room = begin(1, (struct time_control){0}, 0);
    assert_int_equal(count_moves(room), 0);
    assert_false(has_choice(room));
    room_destroy(room);
}

/* No moves are played for the other player. */
TEST(test_of_one_side) {
    for (unsigned number = 0; number < 40; number++) {
        struct room *room = begin(number, (struct time_control){0}, 1U << SIDE_WHITE);
        while (room->stage == STAGE_PLAYING) {
            enum side side = (enum side)room->play->pos.turn;
            assert_true(side == SIDE_BLACK || has_choice(room) ||
                        count_moves(room) > MAX_CHAIN);
            must(room, OP_MOVE, side, 1U << SIDE_WHITE, BEGIN_MS);
            for (size_t i = 1; i < room->n_notes; i++) {
                assert_true(room->notes[i].kind != NOTE_MOVE ||
                            room->notes[i].side == SIDE_WHITE);
            }
        }
        room_destroy(room);
    }
}

/* The same choices lead to the same end in fewer events, and the record has all moves. */
TEST(test_the_same_game) {
    for (unsigned number = 0; number < 20; number++) {
        struct room *by_hand = begin(number, (struct time_control){0}, 0);
        struct room *by_room = begin(number, (struct time_control){0}, BOTH);
        struct room *again = begin(number, (struct time_control){0}, BOTH);
        assert_true(play(by_hand, 0) > play(by_room, BOTH));
        play(again, BOTH);
        assert_same(by_room, again);
        assert_int_equal(by_hand->result.outcome, by_room->result.outcome);
        assert_int_equal(by_hand->k, by_room->k);
        assert_int_equal(by_hand->record->n_log, by_room->record->n_log);
        for (size_t i = 0; i < by_hand->record->n_log; i++) {
            assert_string_equal(by_hand->record->log[i].text,
                                by_room->record->log[i].text);
            assert_int_equal(by_hand->record->log[i].side, by_room->record->log[i].side);
        }
        room_destroy(by_hand);
        room_destroy(by_room);
        room_destroy(again);
    }
}

/* Each side has one piece left: every throw forces a move. */
#define ONE_EACH "1,1 - 6,6 w 2"

/* However long the chain is, one op plays at most this many moves. */
TEST(test_bound) {
    unsigned longest = 0;
    for (unsigned number = 0; number < 3000; number++) {
        struct room *room = begin(number, (struct time_control){0}, 0);
        set_position(room, ONE_EACH);
        must(room, OP_MOVE, SIDE_WHITE, BOTH, BEGIN_MS);
        unsigned n = count_moves(room) - 1;
        assert_true(n <= MAX_CHAIN);
        assert_true(room->stage == STAGE_OVER || n == MAX_CHAIN);
        if (n == MAX_CHAIN && room->stage == STAGE_PLAYING) {
            assert_false(has_choice(room));
            assert_non_null(room->moves);
            must(room, OP_MOVE, (enum side)room->play->pos.turn, BOTH, BEGIN_MS);
        }
        longest = n > longest ? n : longest;
        room_destroy(room);
    }
    assert_int_equal(longest, MAX_CHAIN);
}

/* A forced move costs no time, and earns the bonus like any move. */
TEST(test_clocks) {
    struct time_control time = {.minutes = 1, .bonus_s = 10};
    struct room *room = begin(1, time, 0);
    set_position(room, ONE_EACH);
    room->clock.running = SIDE_COUNT;
    clock_run(&room->clock, SIDE_WHITE, BEGIN_MS);
    must(room, OP_MOVE, SIDE_WHITE, BOTH, BEGIN_MS + 5000);
    int64_t left_ms[SIDE_COUNT] = {60000 - 5000, 60000};
    for (size_t i = 0; i < room->n_notes; i++) {
        const struct note *note = &room->notes[i];
        if (note->kind == NOTE_MOVE) {
            left_ms[note->side] += BONUS_MS;
            assert_int_equal(note->left_ms, left_ms[note->side]);
        }
    }
    assert_true(count_moves(room) > 2);
    room_destroy(room);
}

/* A forced move is not a decision: the opponent's offer stays open and can be
 * accepted. */
TEST(test_offers_stand) {
    unsigned n_moves = 0;
    for (unsigned number = 0; n_moves < 2; number++) {
        struct room *room = begin(number, (struct time_control){0}, 0);
        set_position(room, "1,1 - 6,6 b 2");
        must(room, OP_DRAW, SIDE_BLACK, 0, BEGIN_MS);
        must(room, OP_MOVE, SIDE_BLACK, 1U << SIDE_WHITE, BEGIN_MS);
        n_moves = count_moves(room);
        assert_int_equal(room->seat[SIDE_BLACK].offer, SEAT_OFFER_DRAW);
        must(room, OP_DRAW, SIDE_WHITE, 0, BEGIN_MS);
        assert_string_equal(room->result.reason, "agreed");
        room_destroy(room);
    }
}
