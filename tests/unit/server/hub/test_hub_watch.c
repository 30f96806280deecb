/* Spectators: what they see, how many there can be, and how long they stay. */
#define _GNU_SOURCE /* memmem */

#include "server/hub/hub.h"
#include "server/rooms/rooms.h"
#include "server/rooms/watchers.h"
#include "server/rooms/watching.h"
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

TEST(test_a_snapshot_then_every_event) {
    open_fixture("");
    const char *room = watchable();
    const char *told = watch(3, room);
    assert_begins(told, "{'reply':'watch','room':'");
    assert_has(told, "'snapshot':true");
    assert_has(told, "'seq':4");
    assert_int_equal(count(told, "\n"), 2);
    play();
    told = hear(3);
    assert_begins(told, "{'event':'state'");
    assert_has(told, "'seq':5");
    assert_has(told, "'what':'move'");
    assert_null(strstr(told, json("'moves':")));
    assert_null(strstr(told, json("'snapshot'")));
    say(1, "{'cmd':'say','text':'hello'}");
    assert_has(hear(3), "'text':'hello'");
    assert_has(ask(1, "{'cmd':'rooms'}"), "'watchers':1");
    assert_begins(ask_about(3, "unwatch", room), "{'reply':'unwatch'");
    play();
    assert_string_equal(hear(3), "");
    assert_has(ask(1, "{'cmd':'rooms'}"), "'watchers':0");
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

/* The bytes of the last thing sent to conn in this iteration. */
static const struct buf *last_sent(size_t conn) {
    const struct outbox *outbox = turn_outbox(hub_turns(fixture->hub));
    const struct buf *last = NULL;
    for (size_t i = 0; i < outbox->n; i++) {
        if (outbox->item[i].conn == conn) {
            last = outbox->item[i].buf;
        }
    }
    assert_non_null(last);
    return last;
}

/* The player to move gets the same as the others, and the legal moves at the end. */
TEST(test_the_mover_gets_his_moves_too) {
    open_watched();
    for (int turn = 0; turn < 4; turn++) {
        play();
        end_turn();
        const struct buf *all = last_sent(3), *mover = last_sent(1);
        const struct buf *other = last_sent(2);
        if (mover == all) {
            mover = other;
            other = all;
        }
        static const char moves[] = ",\"moves\":\"";
        assert_ptr_equal(other, all);
        assert_true(mover->len > all->len);
        assert_memory_equal(mover->data, all->data, all->len - strlen("}\n"));
        assert_memory_equal(mover->data + all->len - strlen("}\n"), moves, strlen(moves));
        assert_memory_equal(mover->data + mover->len - 3, "\"}\n", 3);
        assert_non_null(memchr(mover->data + all->len, ' ', mover->len - all->len));
    }
}

/* Also when the player or the opponent uses text mode. */
TEST(test_the_mover_reads_text) {
    open_watched();
    ask(1, "{'cmd':'mode','mode':'text'}");
    unsigned n_lists = 0, n_members = 0;
    for (int turn = 0; turn < 4; turn++) {
        const char *told = ask(2, "{'cmd':'board'}");
        bool is_white = strstr(told, json("'turn':'white'")) != NULL;
        say(is_white ? 1 : 2, is_white ? "move 1" : "{'cmd':'move','move':'1'}");
        end_turn();
        const struct buf *text = last_sent(1), *json = last_sent(2);
        assert_memory_equal(text->data, "* ", 2);
        assert_memory_equal(json->data, "{\"event\":\"state\"", 16);
        n_lists += memmem(text->data, text->len, "Type one of your", 16) != NULL;
        n_members += memmem(json->data, json->len, "\"moves\":", 8) != NULL;
        assert_null(memmem(last_sent(3)->data, last_sent(3)->len, "\"moves\":", 8));
        hear(1);
    }
    assert_int_equal(n_lists, 2);
    assert_int_equal(n_members, 2);
}

TEST(test_refusals) {
    open_fixture("--limit watched_per_player=1 --limit watchers_per_room=1");
    const char *room = watchable();
    char other[8];
    come(5);
    say(5, "mode json");
    assert_has(watch(5, room), "'no_name'");
    assert_has(watch(3, "ZUZU"), "'unknown_room'");
    assert_has(watch(1, room), "'in_room'");
    assert_has(ask_about(3, "unwatch", room), "'not_watching'");
    assert_has(ask(3, "{'cmd':'unwatch'}"), "'not_watching'");
    assert_begins(watch(3, room), "{'reply'");
    assert_has(watch(3, room), "'already_watching'");
    assert_has(ask_about(3, "move','move':'1", room), "you only watch");
    assert_has(ask(3, "{'cmd':'leave'}"), "'no_room'");
    enter(4, "Dan", NULL);
    assert_has(watch(4, room), "'too_many_watchers'");
    create_room(4, ROYAL_UR, other);
    assert_has(watch(3, other), "'too_many_watched'");
    assert_has(ask_about(3, "unwatch", other), "'not_watching'");
    assert_begins(ask(3, "{'cmd':'unwatch'}"), "{'reply'");
    assert_begins(watch(3, other), "{'reply'");
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

/* The record of a running game has the current position, though it is not updated after
 * every move. */
TEST(test_the_record_shows_the_position) {
    open_watched();
    char before[200], now[200];
    take(ask(1, "{'cmd':'board'}"), "position", before, sizeof before);
    play();
    take(ask(1, "{'cmd':'board'}"), "position", now, sizeof now);
    assert_string_not_equal(now, before);
    hear(3);
    assert_has(ask(3, "{'cmd':'record'}"), now);
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

TEST(test_the_end_of_a_room) {
    seat_ann(ROYAL_UR);
    const char *room = ticket[0].room;
    watch(2, room);
    say(1, "{'cmd':'leave'}");
    const char *told = hear(2);
    char last[64];
    snprintf(last, sizeof last, "{'event':'closed','room':'%s'}\n", room);
    assert_has(told, "'what':'gone'");
    assert_has(told, last);
    assert_int_equal(rooms_n_watchers(hub_rooms(fixture->hub)), 0);
    assert_has(ask(2, "{'cmd':'unwatch'}"), "'not_watching'");
}

/* A spectator who reconnects still watches the room, but not after a long time. */
TEST(test_coming_back) {
    open_fixture("--limit grace_ms=5000");
    const char *room = watchable();
    watch(3, room);
    drop(3);
    pass(4900);
    assert_int_equal(rooms_n_watchers(hub_rooms(fixture->hub)), 1);
    const char *told = come_back(3, &ticket[2], -1);
    assert_begins(told, "{'reply':'resume','name':'Cyd','mine':[]}\n");
    assert_has(told, "'snapshot':true");
    pass(10000); /* nothing ends while they are connected */
    play();
    assert_has(hear(3), "'what':'move'");
    drop(3);
    pass(5100);
    assert_int_equal(rooms_n_watchers(hub_rooms(fixture->hub)), 0);
    assert_has(come_back(3, &ticket[2], -1), "'unknown_token'");
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

/* After a reconnect, events go to the new connection and no longer to the old one. */
TEST(test_taken_over) {
    open_watched();
    const char *room = ticket[0].room;
    enter(4, "Dan", NULL);
    watch(4, room); /* as Dan, whose session has ended */
    assert_has(askf(4, "{'cmd':'resume','token':'%s'}", ticket[2].token),
               "'snapshot':true");
    assert_int_equal(rooms_n_watchers(hub_rooms(fixture->hub)), 1);
    play();
    assert_int_equal(count(hear(4), "'what':'move'"), 1);
}

TEST(test_quit_ends_it) {
    open_watched();
    say(3, "{'cmd':'quit'}");
    assert_int_equal(rooms_n_watchers(hub_rooms(fixture->hub)), 0);
    drop(3);
    assert_has(come_back(3, &ticket[2], -1), "'unknown_token'");
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

/* A spectator who reconnects does not lag on the new connection. */
TEST(test_skipping_ends_with_the_connection) {
    open_watched();
    rooms_mark_lagging(hub_rooms(fixture->hub), fixture->client[3]);
    drop(3);
    assert_has(come_back(3, &ticket[2], -1), "'snapshot':true");
    play();
    assert_has(hear(3), "'what':'move'");
    rooms_mark_lagging(hub_rooms(fixture->hub), fixture->client[3]);
    assert_has(come_back(4, &ticket[2], -1), "'snapshot':true"); /* on another
                                                                  * connection */
    play();
    assert_has(hear(4), "'what':'move'");
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

TEST(test_text_mode) {
    open_fixture("");
    const char *room = watchable();
    come(5);
    ask(5, "name Eve");
    const char *told = askf(5, "watch %s", room);
    assert_begins(told, "+ You watch ");
    assert_has(told, "this is how things stand.");
    assert_has(ask(5, "rooms"), "clocks 1+0, 1 watching");
    play();
    assert_begins(hear(5), "* ");
    assert_begins(ask(5, "unwatch"), "+ You no longer watch ");
}

BEFORE_TESTS {
    random_state = random_seed();
}
