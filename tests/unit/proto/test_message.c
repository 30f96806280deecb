/* Messages as JSON and back: they read back unchanged. */
#include <stdlib.h>
#include <string.h>

#include "tests/unit/proto/samples.h"
#include "tests/unit/random.h"
#include "tests/unit/table.h"

#include "rules/play.h"

/* Equal, or both NULL. */
static void expect_text(const char *read, const char *sent) {
    assert_int_equal(read == NULL, sent == NULL);
    if (sent != NULL) {
        assert_string_equal(read, sent);
    }
}

/* --- states --- */

static void expect_seat(const struct seat_view *read, const struct seat_view *sent) {
    expect_text(read->name, sent->name);
    assert_int_equal(read->ready, sent->ready);
    assert_int_equal(read->away, sent->away);
    assert_int_equal(read->grace_ms, sent->grace_ms);
    expect_text(read->seal, sent->seal);
    expect_text(read->nonce, sent->nonce);
}

static void expect_note(const struct note *read, const struct note *sent) {
    assert_int_equal(read->kind, sent->kind);
    assert_int_equal(read->side, sent->side);
    assert_int_equal(read->sealed, sent->sealed);
    assert_int_equal(read->n_faces, sent->n_faces);
    assert_int_equal(read->k, sent->k);
    assert_memory_equal(read->faces, sent->faces, sizeof sent->faces);
    assert_string_equal(read->text, sent->text);
    assert_int_equal(read->left_ms, sent->left_ms);
    if (read->kind == NOTE_JOINED || read->kind == NOTE_GONE) {
        assert_string_equal(read->name, sent->name);
        return;
    }
    assert_int_equal(read->happening.kind, sent->happening.kind);
    assert_int_equal(read->happening.side, sent->happening.side);
    assert_int_equal(read->happening.n, sent->happening.n);
    assert_string_equal(read->happening.at, sent->happening.at);
}

static void expect_result(const struct result *read, const struct result *sent) {
    assert_int_equal(read->over, sent->over);
    assert_int_equal(read->called_off, sent->called_off);
    assert_int_equal(read->outcome, sent->outcome);
    assert_string_equal(read->reason, sent->reason);
}

static void expect_match(const struct match *read, const struct match *sent) {
    assert_int_equal(read->legs, sent->legs);
    assert_int_equal(read->leg, sent->leg);
    assert_memory_equal(read->halves, sent->halves, sizeof sent->halves);
    assert_memory_equal(read->captured, sent->captured, sizeof sent->captured);
}

static void expect_time(const struct time_control *read,
                        const struct time_control *sent) {
    assert_int_equal(read->minutes, sent->minutes);
    assert_int_equal(read->bonus_s, sent->bonus_s);
}

static void expect_clock(const struct state *read, const struct state *sent) {
    expect_time(&read->time, &sent->time);
    assert_int_equal(read->left_ms[SIDE_WHITE], sent->left_ms[SIDE_WHITE]);
    assert_int_equal(read->left_ms[SIDE_BLACK], sent->left_ms[SIDE_BLACK]);
    assert_int_equal(read->running, sent->running);
}

static void expect_state(const struct state *read, const struct state *sent) {
    expect_text(read->game_id, sent->game_id);
    assert_ptr_equal(read->game, sent->game);
    assert_memory_equal(&read->pos, &sent->pos, sizeof sent->pos);
    assert_int_equal(read->stage, sent->stage);
    for (int side = 0; side < SIDE_COUNT; side++) {
        expect_seat(&read->seat[side], &sent->seat[side]);
    }
    expect_text(read->commitment, sent->commitment);
    expect_text(read->secret, sent->secret);
    assert_int_equal(read->open_ms, sent->open_ms);
    assert_int_equal(read->n_faces, sent->n_faces);
    assert_memory_equal(read->faces, sent->faces, sizeof sent->faces);
    assert_int_equal(read->n_notes, sent->n_notes);
    for (size_t i = 0; i < sent->n_notes; i++) {
        expect_note(&read->notes[i], &sent->notes[i]);
    }
    expect_result(&read->result, &sent->result);
    expect_match(&read->match, &sent->match);
    expect_clock(read, sent);
    assert_int_equal(read->match_over, sent->match_over);
    assert_int_equal(read->rated, sent->rated);
    assert_int_equal(read->is_private, sent->is_private);
    expect_text(read->moves, sent->moves);
}

/* --- the other parts --- */

static void expect_hello(const struct hello *read, const struct hello *sent) {
    assert_int_equal(read->protocol, sent->protocol);
    expect_text(read->server, sent->server);
    expect_text(read->version, sent->version);
    expect_text(read->title, sent->title);
    expect_text(read->welcome, sent->welcome);
    expect_text(read->boot, sent->boot);
    expect_text(read->durability, sent->durability);
    assert_int_equal(read->time_ms, sent->time_ms);
    assert_int_equal(read->draining, sent->draining);
    assert_int_equal(read->tls, sent->tls);
    expect_text(read->you, sent->you);
    assert_int_equal(read->n_fronts, sent->n_fronts);
    for (size_t i = 0; i < sent->n_fronts; i++) {
        expect_text(read->fronts[i], sent->fronts[i]);
    }
    assert_int_equal(read->n_limits, sent->n_limits);
    for (size_t i = 0; i < sent->n_limits; i++) {
        expect_text(read->limits[i].name, sent->limits[i].name);
        assert_int_equal(read->limits[i].value, sent->limits[i].value);
    }
}

static void expect_mine(const struct mine_row *read, const struct mine_row *sent) {
    expect_text(read->room, sent->room);
    expect_text(read->game, sent->game);
    assert_int_equal(read->stage, sent->stage);
    expect_text(read->side, sent->side);
    expect_text(read->opponent, sent->opponent);
    assert_int_equal(read->away, sent->away);
    assert_int_equal(read->your_turn, sent->your_turn);
    assert_int_equal(read->seq, sent->seq);
    assert_int_equal(read->resume_by_s, sent->resume_by_s);
}

static void expect_game(const struct game_row *read, const struct game_row *sent) {
    expect_text(read->game_id, sent->game_id);
    expect_text(read->game, sent->game);
    expect_text(read->name[SIDE_WHITE], sent->name[SIDE_WHITE]);
    expect_text(read->name[SIDE_BLACK], sent->name[SIDE_BLACK]);
    expect_result(&read->result, &sent->result);
    assert_int_equal(read->started_s, sent->started_s);
    assert_int_equal(read->ended_s, sent->ended_s);
    assert_int_equal(read->rated, sent->rated);
    assert_memory_equal(read->rating, sent->rating, sizeof sent->rating);
    expect_text(read->position, sent->position);
    expect_time(&read->time, &sent->time);
    assert_int_equal(read->n_moves, sent->n_moves);
}

static void expect_rows(const struct message *read, const struct message *sent) {
    assert_int_equal(read->n_rows, sent->n_rows);
    for (size_t i = 0; i < sent->n_rows && sent->rooms != NULL; i++) {
        expect_text(read->rooms[i].room, sent->rooms[i].room);
        expect_text(read->rooms[i].game, sent->rooms[i].game);
        expect_time(&read->rooms[i].time, &sent->rooms[i].time);
        assert_int_equal(read->rooms[i].stage, sent->rooms[i].stage);
        expect_text(read->rooms[i].name[SIDE_WHITE], sent->rooms[i].name[SIDE_WHITE]);
        expect_text(read->rooms[i].name[SIDE_BLACK], sent->rooms[i].name[SIDE_BLACK]);
        assert_int_equal(read->rooms[i].watchers, sent->rooms[i].watchers);
        assert_int_equal(read->rooms[i].rated, sent->rooms[i].rated);
        assert_int_equal(read->rooms[i].is_private, sent->rooms[i].is_private);
    }
    for (size_t i = 0; i < sent->n_rows && sent->mine != NULL; i++) {
        expect_mine(&read->mine[i], &sent->mine[i]);
    }
    for (size_t i = 0; i < sent->n_rows && sent->games != NULL; i++) {
        expect_game(&read->games[i], &sent->games[i]);
    }
}

static void expect_rule(const struct rule *read, const struct rule *sent) {
    expect_text(read->id, sent->id);
    expect_text(read->text, sent->text);
    expect_text(read->source, sent->source);
}

static void expect_message(const struct message *read, const struct message *sent) {
    assert_int_equal(read->kind, sent->kind);
    assert_int_equal(read->cmd, sent->cmd);
    assert_int_equal(read->event, sent->event);
    assert_int_equal(read->error, sent->error);
    expect_text(read->id, sent->id);
    expect_text(read->text, sent->text);
    assert_int_equal(read->retry_after_ms, sent->retry_after_ms);
    expect_text(read->moves, sent->moves);
    expect_text(read->move, sent->move);
    expect_text(read->room, sent->room);
    assert_int_equal(read->seq, sent->seq);
    assert_int_equal(read->snapshot, sent->snapshot);
    assert_int_equal(read->is_watcher, sent->is_watcher);
    assert_int_equal(read->is_gagged, sent->is_gagged);
    expect_text(read->name, sent->name);
    expect_text(read->token, sent->token);
    expect_text(read->side, sent->side);
    expect_text(read->record, sent->record);
    expect_rows(read, sent);
    assert_int_equal(read->rule == NULL, sent->rule == NULL);
    assert_int_equal(read->state == NULL, sent->state == NULL);
    assert_int_equal(read->hello == NULL, sent->hello == NULL);
    if (sent->rule != NULL) {
        expect_rule(read->rule, sent->rule);
    }
    if (sent->state != NULL) {
        expect_state(read->state, sent->state);
    }
    if (sent->hello != NULL) {
        expect_hello(read->hello, sent->hello);
    }
}

/* --- every message reads back --- */

static void expect_reads_back(const struct message *sent) {
    char fault[FAULT_BYTES];
    size_t len, len_again;
    char *json = message_to_json(sent, &len);
    assert_int_equal(strlen(json), len);
    assert_null(strchr(json, '\n'));
    struct message *read = message_from_json(json, len, fault);
    if (read == NULL) {
        fail_msg("%s\n%s", fault, json);
    }
    expect_message(read, sent);
    char *again = message_to_json(read, &len_again);
    assert_string_equal(again, json);
    message_free(read);
    free(again);
    free(json);
}

static void test_sample(void **state) {
    struct state its_state;
    struct message sent = sample_fill(table_row(state), &its_state);
    expect_reads_back(&sent);
}

static void test_samples_have_every_kind(void **state) {
    bool replies[COMMAND_COUNT] = {false}, events[EVENT_KIND_COUNT] = {false};
    bool notes[NOTE_KIND_COUNT] = {false};
    for (size_t i = 0; samples[i].name != NULL; i++) {
        const struct message *msg = &samples[i].msg;
        replies[msg->cmd] |= msg->kind == MESSAGE_REPLY;
        events[msg->event] |= msg->kind == MESSAGE_EVENT;
    }
    for (size_t i = 0; i < N_SAMPLE_NOTES; i++) {
        notes[sample_notes[i].kind] = true;
    }
    for (int i = 0; i < COMMAND_COUNT; i++) { /* test_table has these */
        replies[i] |= table_of_reply((enum command_kind)i) != NULL;
    }
    for (int i = 0; i < EVENT_KIND_COUNT; i++) {
        events[i] |= table_of_event((enum event_kind)i) != NULL;
    }
    assert_null(memchr(replies, false, sizeof replies));
    assert_null(memchr(events, false, sizeof events));
    assert_null(memchr(notes, false, sizeof notes));
}

static void test_every_error(void **state) {
    for (unsigned code = ERR_OK + 1; code < ERROR_CODE_COUNT; code++) {
        struct message sent = message_empty;
        sent.kind = MESSAGE_ERROR;
        sent.error = (enum error_code)code;
        sent.text = error_text((enum error_code)code);
        expect_reads_back(&sent);
    }
}

static void test_every_happening(void **state) {
    struct note notes[HAPPENING_KIND_COUNT];
    for (unsigned kind = 0; kind < HAPPENING_KIND_COUNT; kind++) {
        uint8_t side = kind % SIDE_COUNT;
        notes[kind] = (struct note){.kind = NOTE_RULE, .side = side};
        notes[kind].happening = (struct happening){(uint8_t)kind, side, 255, "s19"};
    }
    struct state its_state;
    struct message sent =
        sample_fill(&(struct message_sample){.msg = {EVENT(EVENT_STATE), .room = "KOTO",
                                                     .seq = 1, .state = &sample_waiting}},
                    &its_state);
    its_state.notes = notes;
    its_state.n_notes = HAPPENING_KIND_COUNT;
    expect_reads_back(&sent);
}

/* --- states of games as they are played --- */

static void random_throw(struct play *play, struct state *room, uint64_t *rng,
                         struct happened *h) {
    const struct dice_kind *kind = play->game->dice;
    room->n_faces = kind->n_dice;
    for (unsigned i = 0; i < kind->n_dice; i++) {
        room->faces[i] = (uint8_t)(kind->lowest + random_below(rng, kind->n_faces));
    }
    struct roll roll = roll_of_faces(kind, room->faces);
    play_roll(play, &roll, h, NULL);
}

static void random_move(struct play *play, uint64_t *rng, struct happened *h) {
    static struct move moves[MOVES_MAX];
    size_t n = play->game->moves(&play->pos, moves);
    play_move(play, &moves[random_below(rng, (unsigned)n)], h, NULL);
}

/* Writes one step as a server does, and reads it back. */
static void step_reads_back(struct play *play, struct state *room, uint64_t *rng) {
    struct happened h = {0};
    struct note notes[HAPPENED_MAX] = {{0}};
    if (play->pos.phase == PHASE_ROLL) {
        random_throw(play, room, rng, &h);
    } else {
        random_move(play, rng, &h);
    }
    for (size_t i = 0; i < h.n; i++) {
        notes[i].kind = NOTE_RULE;
        notes[i].side = h.item[i].side;
        notes[i].happening = h.item[i];
    }
    room->pos = play->pos;
    room->notes = notes;
    room->n_notes = h.n;
    if (play->pos.phase == PHASE_OVER) {
        room->stage = STAGE_OVER;
        room->result = (struct result){.over = true, .outcome = play->pos.outcome};
        strcpy(room->result.reason, end_reason_name(play->pos.end));
    }
    struct message sent = message_empty;
    sent.kind = MESSAGE_EVENT;
    sent.event = EVENT_STATE;
    sent.state = room;
    expect_reads_back(&sent);
}

static void play_reads_back(const struct game *game, uint64_t *rng, bool *ended) {
    struct options opt = {{0}};
    for (size_t i = 0; game->options[i].name != NULL; i++) {
        opt.value[i] = (uint8_t)random_below(rng, option_values(&game->options[i]));
    }
    struct position start;
    struct play play;
    game = game_with(game, &opt);
    game_start(game, &opt, game_first(game, &opt), &start);
    play_init(&play, game, &start);
    struct state room = sample_waiting;
    room.game = game;
    room.stage = STAGE_PLAYING;
    for (int steps = 0; steps < 2000 && play.pos.phase != PHASE_OVER; steps++) {
        step_reads_back(&play, &room, rng);
    }
    ended[play.pos.end] = true;
}

static void test_played_games(void **state) {
    uint64_t rng = random_seed();
    bool ended[END_REASON_COUNT] = {false};
    for (size_t i = 0; games[i] != NULL; i++) {
        for (int round = 0; round < 3; round++) {
            play_reads_back(games[i], &rng, ended);
        }
    }
    assert_true(ended[END_OFF]); /* some game was played to its end */
}

/* The text of such a position does not show that the game is over. */
static void test_draws_by_history(void **state) {
    static const enum end_reason reasons[] = {END_REPETITION, END_NOPROGRESS};
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        struct state room = sample_over;
        const struct options usual = {{0}};
        game_start(room.game, &usual, SIDE_BLACK, &room.pos);
        room.pos.phase = PHASE_OVER;
        room.pos.outcome = OUTCOME_DRAW;
        room.pos.end = (uint8_t)reasons[i];
        room.result = (struct result){.over = true, .outcome = OUTCOME_DRAW};
        strcpy(room.result.reason, end_reason_name(reasons[i]));
        struct message sent = message_empty;
        sent.kind = MESSAGE_REPLY;
        sent.cmd = CMD_BOARD;
        sent.state = &room;
        expect_reads_back(&sent);
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_draws_by_history),
        cmocka_unit_test(test_samples_have_every_kind),
        cmocka_unit_test(test_every_error),
        cmocka_unit_test(test_every_happening),
        cmocka_unit_test(test_played_games),
    };
    size_t n = 0;
    while (samples[n].name != NULL) {
        n++;
    }
    return table_run("message", test_sample, samples, n, sizeof samples[0]) +
           cmocka_run_group_tests_name("message, all and random", tests, NULL, NULL);
}
