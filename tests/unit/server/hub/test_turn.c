/* Turns while the store's thread is slow: what is kept, what is undone, and what is told
 * in which order.  Here the test is the thread: it does a task when it likes. */
#include "server/hub/hub.h"
#include "server/hub/state.h"
#include "server/people/clients.h"
#include "server/rooms/rooms.h"
#include "server/rooms/sessions.h"
#include "server/store/sql.h"
#include "server/turn/state.h"
#include "server/turn/turn.h"
#include "tests/unit/server/slow_store.h"
#include "tests/unit/test.h"

#define NAME "{'cmd':'name','name':'Eve','id':'n'}"
#define PING "{'cmd':'ping','id':'p'}"
#define SAY  "{'cmd':'say','text':'x','id':'s'}"

/* The present turn has something to store. */
static void write_something(void) {
    writes_put_time(turn_writes(hub_turns(fixture->hub)), fixture->ms);
}

/* --- what follows a turn --- */

/* What was done, a letter each. */
static char seen[64];

static void see(void *owner, uint64_t letter) {
    (void)owner;
    size_t len = strlen(seen);
    assert_true(len + 1 < sizeof seen);
    seen[len] = (char)letter;
    seen[len + 1] = '\0';
}

static void note(const char *letters) {
    for (; *letters != '\0'; letters++) {
        turn_after(hub_turns(fixture->hub), see, NULL, (uint64_t)*letters);
    }
}

/* a and b belong to the turn that the store has, c and d to the next one. */
static void note_in_two_turns(void) {
    seen[0] = '\0';
    write_something();
    note("ab");
    end_turn();
    write_something();
    note("cd");
    assert_string_equal(seen, "");
}

TEST(test_done_in_order) {
    open_slow();
    note_in_two_turns();
    finish();
    assert_string_equal(seen, "ab");
    finish();
    assert_string_equal(seen, "abcd");
    close_slow();
    assert_string_equal(seen, "abcd");
}

TEST(test_not_done_for_a_turn_that_fails) {
    open_slow();
    note_in_two_turns();
    break_disk();
    finish();
    assert_string_equal(seen, "");
    close_slow();
    assert_string_equal(seen, "");
}

TEST(test_done_at_the_end_of_a_turn_without_writes) {
    open_slow();
    seen[0] = '\0';
    note("ab");
    assert_string_equal(seen, "");
    end_turn();
    assert_string_equal(seen, "ab");
}

/* What wrote nothing itself stands on what the store has. */
TEST(test_done_after_the_turn_before) {
    open_slow();
    seen[0] = '\0';
    write_something();
    end_turn();
    note("a");
    end_turn();
    assert_string_equal(seen, "");
    finish();
    assert_string_equal(seen, "a");
}

/* The memory of a turn is used again, but not that of a long one. */
TEST(test_used_again) {
    open_slow();
    write_something();
    const struct turn *turn = fixture->hub->turns->turn;
    end_turn();
    finish();
    assert_ptr_equal(fixture->hub->turns->spare, turn);
    assert_true(turn->writes.cap > 0 && turn->writes.used == 0);
    end_turn();
    write_something();
    end_turn();
    assert_ptr_equal(fixture->hub->turns->turn, turn);
    for (size_t n = 0; n < TURN_KEPT_BYTES; n += sizeof(uint64_t)) {
        write_something();
    }
    finish();
    finish();
    assert_ptr_not_equal(fixture->hub->turns->spare, turn);
    close_slow();
}

TEST(test_only_freed) {
    open_slow();
    note_in_two_turns();
    finish(); /* the second turn is with the store now */
    struct store_task *task = store_tasks_take(&tasks);
    task->run(task, fixture->store);
    close_filed_fixture();
    assert_string_equal(seen, "ab");
}

/* --- several changes at once --- */

/* Two names, a ban, a seek and the end of another one, in two turns; one of the sessions
 * is over by then. */
TEST(test_all_is_as_it_was) {
    open_slow();
    assert_has(ask(2, "{'cmd':'seek','game':'ur'}"), "'offer':1");
    say(1, NAME);
    say(3, "{'cmd':'name','name':'Dan'}");
    end_turn(); /* the store looks up both names */
    write_something();
    finish(); /* Ann is Eve, in a turn that the store has now */
    finish(); /* Cid is Dan, in the next one */
    drop(3);
    say(9, "{'cmd':'ban','who':'192.0.2.77','id':'b'}");
    say(2, "{'cmd':'seek','game':'tablut','id':'o'}");
    say(2, "{'cmd':'unseek','offer':1}");
    end_turn();
    assert_string_equal(hear(1), "");
    break_disk();
    finish();
    repair_disk();
    const char *told = hear(1);
    assert_int_equal(count(told, "'id':'n'"), 1);
    assert_has(told, "'error':'storage'");
    finish_all();
    pass(2000);
    finish_all();
    told = ask(2, "{'cmd':'who'}");
    assert_has(told, "'name':'Ann'");
    assert_has(told, "'name':'Bob'");
    assert_null(strstr(told, json("'name':'Eve'")));
    assert_null(strstr(told, json("'name':'Fay'")));
    assert_null(strstr(told, json("'name':'Dan'")));
    assert_null(strstr(told, json("'name':'Cid'")));
    assert_has(ask(2, "{'cmd':'seeks'}"), "'seeks':[]");
    assert_null(strstr(ask(9, "{'cmd':'bans'}"), "192.0.2.77"));
}

/* --- messages --- */

/* Ann opens a room, and talks there in the next turn. */
static void open_and_talk(void) {
    say(1, "{'cmd':'create','game':'tablut','id':'c'}");
    end_turn();
    say(1, SAY);
    say(1, PING);
    say(2, PING);
}

/* --- they go while their turn is with the store --- */

TEST(test_who_has_gone) {
    for (int is_bad = 0; is_bad <= 1; is_bad++) {
        open_slow();
        open_and_talk();
        drop(1);
        if (is_bad) {
            break_disk();
        }
        finish();
        repair_disk();
        finish_all();
        pass(2000);
        finish_all();
        assert_int_equal(rooms_n(hub_rooms(fixture->hub)), is_bad ? 0 : 1);
        assert_has(ask(2, PING), "'reply':'ping'");
        close_slow();
    }
}

/* Ann could not leave, and hangs up while everything is read again: her seat is hers,
 * after a restart, too. */
TEST(test_who_hangs_up_while_it_loads) {
    open_slow();
    say(1, "{'cmd':'create','game':'tablut'}");
    end_turn();
    finish_all();
    say(1, "{'cmd':'leave','id':'l'}");
    end_turn();
    break_disk();
    finish();
    repair_disk();
    assert_has(hear(1), "'error':'storage','id':'l'");
    drop(1);
    end_turn();
    finish_all();
    for (int i = 0; i < 15; i++) {
        pass(1000);
        finish_all();
    }
    restart_fixture();
    assert_int_equal(rooms_n(hub_rooms(fixture->hub)), 1);
    assert_has(come_back(4, &ticket[0], -1), "'stage':'waiting'");
}

/* An event that Bob watches, and that waits for the store: how often he had caught up
 * when it was decided.  Sends it. */
static unsigned drained_at(void) {
    struct outbox *outbox = turn_outbox(hub_turns(fixture->hub));
    finish_all();
    size_t i = 0;
    while (i < outbox->n && !(outbox->item[i].conn == 2 && outbox->item[i].watched)) {
        i++;
    }
    assert_true(i < outbox->n);
    unsigned n_drained = outbox->item[i].n_drained;
    hear(2);
    return n_drained;
}

/* What was decided before Bob caught up would come before the snapshot that covers it. */
TEST(test_who_caught_up) {
    open_slow();
    char room[8];
    say(1, "{'cmd':'create','game':'tablut'}");
    end_turn();
    finish_all();
    take(hear(1), "room", room, sizeof room);
    watch(2, room);
    say(1, SAY);
    end_turn();
    rooms_mark_lagging(hub_rooms(fixture->hub), fixture->client[2]);
    rooms_drained(hub_rooms(fixture->hub), fixture->client[2]);
    assert_int_equal(drained_at(), 0);
    say(1, SAY);
    end_turn();
    assert_int_equal(drained_at(), 1);
}

/* --- a full turn --- */

TEST(test_full) {
    open_slow();
    size_t n = 0;
    while (turn_writes(hub_turns(fixture->hub))->used < TURN_BYTES) {
        write_something();
    }
    assert_false(turn_is_full(hub_turns(fixture->hub))); /* the store is idle */
    end_turn();
    assert_false(turn_is_full(hub_turns(fixture->hub)));
    while (turn_writes(hub_turns(fixture->hub))->used < TURN_BYTES) {
        assert_false(turn_is_full(hub_turns(fixture->hub)));
        write_something();
        n++;
    }
    assert_true(n > 1000);
    assert_true(turn_is_full(hub_turns(fixture->hub)));
    finish();
    assert_false(turn_is_full(hub_turns(fixture->hub)));
}

/* --- work for when there is nothing else to do --- */

/* The store files events when it has nothing else to do, a part at a time. */
TEST(test_tidying) {
    enum { MOST = 400 };
    open_slow();
    const struct recent *recent = &fixture->store->recent;
    fixture->store->recent_events = MOST;
    say(1, "{'cmd':'create','game':'tablut'}");
    for (uint64_t seq = 2; seq < MOST + 150; seq++) {
        struct op op = {.kind = OP_SAY, .text = "x", .at_ms = fixture->ms};
        writes_add_op(turn_writes(hub_turns(fixture->hub)), 1, seq, &op, "");
    }
    end_turn();
    say(2, "{'cmd':'create','game':'tablut'}");
    end_turn();
    assert_null(tasks.first->next); /* the store is busy */
    finish();
    assert_null(tasks.first->next); /* and again */
    finish();
    assert_int_equal(recent->next - recent->first, MOST + 150);
    assert_non_null(tasks.first);
    say(3, "{'cmd':'create','game':'tablut'}");
    end_turn();
    finish();
    assert_in_range(recent->next - recent->first, MOST, MOST + 149);
    assert_null(tasks.first->next); /* the turn waits for one part only */
    finish_all();
    assert_false(store_is_untidy(fixture->store));
}

BEFORE_TESTS {
    use_bad_disk();
}
