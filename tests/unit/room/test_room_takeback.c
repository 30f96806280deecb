/* Moves that are taken back: the game goes on from there with the same throws. */
#include "tests/unit/room/place.h"

#define MOVES 12

/* A game that has begun; teardown frees it. */
static struct place *begin(const struct game *game) {
    struct place *place = calloc(1, sizeof *place);
    struct room_start start = {.code = "BABA", .game = game};
    start.draw = next_draw(place);
    room_start_match(start.game, &start.opt, &start.match);
    place->room = room_new(&start);
    place->ms = 1;
    steps(place, BEGIN);
    return place;
}

static bool has_choice(const struct room *room) {
    return strchr(room->moves, ' ') != NULL;
}

/* Plays one of the legal moves: the same one at the same point of a game, and others
 * later, as nobody may go to and fro in some games. */
static void move_one(struct place *place) {
    size_t n = 1, which = place->room->record->n_log;
    for (const char *at = place->room->moves; (at = strchr(at, ' ')) != NULL; at++) {
        n++;
    }
    char text[40];
    snprintf(text, sizeof text, "move mover %zu;", 1 + which * 7 % n);
    steps(place, text);
}

/* What a game shows. */
struct look {
    char moves[256], position[POSITION_TEXT_BYTES];
    uint32_t k;
    uint8_t n_faces, faces[DICE_MAX];
    uint16_t captured[SIDE_COUNT];
    size_t n_log;
};

static struct look look_at(struct room *room) {
    struct look look = {.k = room->k, .n_faces = room->n_faces};
    snprintf(look.moves, sizeof look.moves, "%s", room->moves);
    room_write_position(room);
    memcpy(look.position, room->record->position, sizeof look.position);
    memcpy(look.faces, room->faces, room->n_faces);
    memcpy(look.captured, room->match.captured, sizeof look.captured);
    look.n_log = room->record->n_log;
    return look;
}

static void assert_same(struct look a, struct look b) {
    assert_string_equal(a.moves, b.moves);
    assert_string_equal(a.position, b.position);
    assert_int_equal(a.k, b.k);
    assert_int_equal(a.n_faces, b.n_faces);
    assert_memory_equal(a.faces, b.faces, sizeof a.faces);
    assert_memory_equal(a.captured, b.captured, sizeof a.captured);
    assert_int_equal(a.n_log, b.n_log);
}

/* Plays legal moves until this side may choose again; at most n.  False:
 * the game is over. */
static bool play_on(struct place *place, enum side side, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        move_one(place);
        if (place->room->stage != STAGE_PLAYING) {
            return false;
        }
        if (place->room->play->pos.turn == side && has_choice(place->room)) {
            return true;
        }
    }
    return true;
}

/* In each game: what one chose is taken back, and the one before it; then the same moves
 * lead to the same throws. */
static void test_back_and_again(void **state) {
    (void)state;
    for (const struct game *const *game = games; *game != NULL; game++) {
        struct place *place = begin(*game);
        struct room *room = place->room;
        for (unsigned i = 0; i < MOVES || !has_choice(room); i++) {
            move_one(place);
        }
        enum side side = (enum side)room->play->pos.turn;
        const char *back = side == SIDE_WHITE ? "takeback white" : "takeback black";
        struct look first = look_at(room);
        assert_true(play_on(place, side, 100));
        struct look second = look_at(room);
        assert_true(play_on(place, side, 100));
        uint64_t seq = room->seq;
        assert_int_equal(step(place, back), ERR_OK);
        assert_string_equal(place->happened, "takeback");
        assert_int_equal(room->seq, seq + 1);
        assert_int_equal(room->decision_seq, seq + 1);
        assert_same(look_at(room), second);
        assert_int_equal(step(place, back), ERR_OK);
        assert_same(look_at(room), first);
        assert_true(play_on(place, side, 100));
        assert_same(look_at(room), second);
        teardown((void *[]){place});
    }
}

/* The opponent is thinking: what it has not answered yet is taken back, too. */
static void test_while_the_other_thinks(void **state) {
    (void)state;
    struct place *place = begin(&game_tablut);
    struct room *room = place->room;
    struct look before = look_at(room);
    steps(place, "move black 1; takeback black;");
    assert_same(look_at(room), before);
    assert_int_equal(try_step(place, "move", SIDE_WHITE, "1", room->seq - 1), ERR_STALE);
    teardown((void *[]){place});
}

static void test_bound(void **state) {
    (void)state;
    struct place *place = begin(&game_tablut);
    for (unsigned i = 0; i < TAKEN_BACK_MAX; i++) {
        steps(place, "move black 1; takeback black;");
    }
    steps(place, "move black 1;");
    assert_int_equal(step(place, "takeback black"), ERR_NO_TAKEBACK);
    steps(place, "resign white; rematch white; ready white x; ready black x; "
                 "move black 1; takeback black;");
    teardown((void *[]){place});
}

static void test_not_here(void **state) {
    (void)state;
    struct place *place = begin(&game_tablut);
    struct room *room = place->room;
    assert_int_equal(step(place, "takeback mover"), ERR_NO_TAKEBACK);
    steps(place, "move mover 1;");
    assert_int_equal(step(place, "takeback mover"), ERR_NO_TAKEBACK);
    room->rated = true;
    assert_int_equal(step(place, "takeback other"), ERR_NO_TAKEBACK);
    room->rated = false;
    room->clock.time.minutes = 5;
    assert_int_equal(step(place, "takeback other"), ERR_NO_TAKEBACK);
    room->clock.time.minutes = 0;
    steps(place, "takeback other; resign white;");
    assert_int_equal(step(place, "takeback white"), ERR_NOT_PLAYING);
    teardown((void *[]){place});
}

/* What was offered before is not accepted by a move that is taken back. */
static void test_offers_end(void **state) {
    (void)state;
    struct place *place = begin(&game_tablut);
    steps(place, "move mover 1; draw white; takeback other;");
    for (int side = 0; side < SIDE_COUNT; side++) {
        assert_int_equal(place->room->seat[side].offer, SEAT_OFFER_NONE);
    }
    teardown((void *[]){place});
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_back_and_again),
        cmocka_unit_test(test_while_the_other_thinks),
        cmocka_unit_test(test_bound),
        cmocka_unit_test(test_not_here),
        cmocka_unit_test(test_offers_end),
    };
    return cmocka_run_group_tests_name("room, takeback", tests, NULL, NULL);
}
