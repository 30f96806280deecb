/* Spectators: what they see, how many there can be, and how long they stay. */

#include "server/hub/hub.h"
#include "server/rooms/rooms.h"
#include "server/rooms/sessions.h"
#include "server/turn/clock.h"
#include "server/turn/turn.h"
#include "tests/unit/server/fixture.h"
#include "tests/unit/test.h"

/* Ann (1) and Bob (2) play in a room, whose code is returned; Cyd is 3. */
static const char *watchable(void) {
    begin(TABLUT);
    enter(3, "Cyd", &ticket[2]);
    strcpy(ticket[2].room, ticket[0].room);
    return ticket[0].room;
}

/* A fixture in which Cyd watches them. */
static void open_watched(void) {
    open_fixture("");
    assert_begins(watch(3, watchable()), "{'reply':'watch'");
}

/* The player to move plays the first move of the list. */
static void play(void) {
    size_t mover = who_moves();
    hear(mover);
    say(mover, "{'cmd':'move','move':'1'}");
}

/* Clients that get the same event share its bytes, which are encoded once. */
TEST(test_one_encoding_for_all_watchers) {
    open_watched();
    const char *room = ticket[0].room;
    for (size_t conn = 4; conn < 10; conn++) {
        char name[8];
        snprintf(name, sizeof name, "Dan%zu", conn);
        enter(conn, name, NULL);
        watch(conn, room);
    }
    play();
    end_turn();
    const struct outbox *outbox = turn_outbox(hub_turns(fixture->hub));
    const struct buf *shared = NULL;
    size_t n = 0;
    for (size_t i = 0; i < outbox->n; i++) {
        if (outbox->item[i].conn >= 3) {
            assert_true(shared == NULL || shared == outbox->item[i].buf);
            shared = outbox->item[i].buf;
            n++;
        }
    }
    assert_int_equal(n, 7);
}

/* The room ends in the turn in which its watcher turns away, and hears nothing of it. */
TEST(test_unwatch_as_the_room_ends) {
    seat_ann(ROYAL_UR);
    assert_begins(watch(2, ticket[0].room), "{'reply'");
    say(1, "{'cmd':'leave'}");
    say(2, "{'cmd':'unwatch'}");
    const char *told = hear(2);
    assert_has(told, "'reply':'unwatch'");
    assert_null(strstr(told, "'closed'"));
    assert_int_equal(rooms_n_watchers(hub_rooms(fixture->hub)), 0);
}

/* What spectators may ask about the room, and which room is meant. */
TEST(test_commands_of_watchers) {
    open_watched();
    char own[8], other[8];
    assert_has(ask(3, "{'cmd':'rooms'}"), "'watchers':1");
    assert_begins(ask(3, "{'cmd':'board'}"), "{'reply':'board'");
    assert_begins(ask(3, "{'cmd':'record'}"), "{'reply':'record'");
    assert_begins(ask(3, "{'cmd':'why','move':'a1-a2'}"), "{'reply':'why'");
    create_room(1, ROYAL_UR, other);
    watch(3, other);
    assert_has(ask(3, "{'cmd':'board'}"), "'which_room'");
    assert_has(ask(3, "{'cmd':'unwatch'}"), "'which_room'");
    assert_has(ask_about(3, "board", other), "'reply':'board'");
    create_room(3, ROYAL_UR, own);
    take(ask(3, "{'cmd':'board'}"), "room", other, sizeof other);
    assert_string_equal(other, own); /* the room where they sit has precedence */
}

/* A seat shows everything: taking one ends the watching, and no event is sent twice. */
TEST(test_who_sits_down_watches_no_longer) {
    seat_ann(ROYAL_UR);
    const char *room = ticket[0].room;
    watch(2, room);
    const char *told = ask_about(2, "join", room);
    assert_int_equal(count(told, "'event':'state'"), 1);
    assert_int_equal(rooms_n_watchers(hub_rooms(fixture->hub)), 0);
    assert_has(ask_about(2, "unwatch", room), "'not_watching'");
}

/* For each address, no more sessions are kept than it may have connections: clients who
 * watch, disconnect and come again fill neither the room nor the memory. */
TEST(test_those_who_are_remembered) {
    open_fixture("--limit connections_per_address=4");
    struct ticket eve;
    const char *room = watchable();
    watch(3, room);
    for (int i = 0; i < 6; i++) {
        char name[16];
        snprintf(name, sizeof name, "Eve%d", i);
        enter(4, name, &eve);
        watch(4, room);
        drop(4);
        assert_int_equal(rooms_n_watchers(hub_rooms(fixture->hub)), i < 4 ? i + 2 : 5);
    }
    assert_has(come_back(4, &eve, -1), "'unknown_token'");
    drop(4);
    assert_true(come_from(5, "192.0.2.2"));
    take(ask(5, "{'cmd':'name','name':'Fay'}"), "token", eve.token, sizeof eve.token);
    watch(5, room);
    drop(5);
    assert_has(come_back(4, &eve, -1), "'snapshot':true");
}

/* A spectator who reads too slowly skips events, and gets the current state later;
 * players never skip events. */
TEST(test_skipping) {
    open_fixture("");
    char other[8];
    const char *room = watchable();
    enter(4, "Dan", NULL);
    create_room(4, ROYAL_UR, other);
    watch(3, room);
    watch(3, other);
    rooms_mark_lagging(hub_rooms(fixture->hub), fixture->client[3]);
    play();
    assert_string_equal(hear(3), "");
    assert_begins(ask(3, "{'cmd':'ping'}"), "{'reply':'ping'}");
    rooms_drained(hub_rooms(fixture->hub), fixture->client[3]);
    const char *told = hear(3);
    assert_int_equal(count(told, "'snapshot':true"), 2); /* of each watched room */
    assert_has(told, "'seq':5");
    play();
    assert_has(hear(3), "'seq':6");
    rooms_drained(hub_rooms(fixture->hub),
                  fixture->client[3]); /* they have missed nothing */
    assert_string_equal(hear(3), "");
    rooms_mark_lagging(hub_rooms(fixture->hub), fixture->client[1]);
    play();
    assert_has(hear(1), "'seq':7");
}

/* The same in a room that they start to watch while they lag. */
TEST(test_skipping_where_he_has_just_come) {
    open_fixture("");
    const char *room = watchable();
    rooms_mark_lagging(hub_rooms(fixture->hub), fixture->client[3]);
    watch(3, room);
    int64_t skipped = turn_metrics(hub_turns(fixture->hub))->skipped;
    play();
    assert_string_equal(hear(3), "");
    assert_int_equal(turn_metrics(hub_turns(fixture->hub))->skipped, skipped + 1);
    rooms_drained(hub_rooms(fixture->hub), fixture->client[3]);
    const char *told = hear(3);
    assert_int_equal(count(told, "'snapshot':true"), 1);
    assert_has(told, "'seq':5");
    play();
    assert_has(hear(3), "'seq':6");
}

/* Only the events of spectators are marked as ones that the loop may skip. */
TEST(test_what_may_be_left_out) {
    open_watched();
    play();
    say(3, "{'cmd':'board'}");
    end_turn();
    const struct outbox *outbox = turn_outbox(hub_turns(fixture->hub));
    for (size_t i = 0; i < outbox->n; i++) {
        const struct outbox_item *item = &outbox->item[i];
        bool is_event = strncmp(item->buf->data, "{\"event\"", 8) == 0;
        assert_int_equal(item->watched, item->conn == 3 && is_event);
    }
}

BEFORE_TESTS {
    random_state = random_seed();
}
