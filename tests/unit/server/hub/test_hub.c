/* What one address, and one player, may do in total, whatever the number of connections
 * and names: everything beyond is refused, and others are served.  Also what spectators
 * may ask, and who is remembered; connections of a front that come to the next hub; seats
 * that are never stored; and the memory of a long message. */
#include "server/hub/hub.h"
#include "server/hub/state.h"
#include "server/people/clients.h"
#include "server/people/come.h"
#include "server/people/send.h"
#include "server/people/sessions.h"
#include "server/people/state.h"
#include "server/rooms/remembered.h"
#include "server/rooms/rooms.h"
#include "tests/unit/server/slow_store.h"
#include "tests/unit/test.h"

#define EVIL "192.0.2.66"
#define GOOD "192.0.2.7"
#define FAR  "198.51.100.7"
#define PING "{'cmd':'ping'}"
#define PONG "{'reply':'ping'}\n"

/* --- commands --- */

/* A game goes on even if the players exceed commands_per_s: no time passes here at
 * all. */
TEST(test_moves_that_count_are_free) {
    open_fixture("--limit commands_burst=40 --limit commands_per_s=1");
    seat(ROYAL_UR);
    say(1, "{'cmd':'ready'}");
    const char *told = ask(2, "{'cmd':'ready'}");
    int n_moves = 0;
    while (strstr(told, json("'stage':'playing'")) != NULL) {
        size_t mover = strstr(told, json("'turn':'white'")) != NULL ? 1 : 2;
        told = ask(mover, "{'cmd':'move','move':'1'}");
        assert_has(told, "{'reply':'move'");
        n_moves++;
    }
    assert_true(n_moves > 2 * 40);
}

TEST(test_commands_of_an_address) {
    open_fixture("--limit commands_burst=10 --limit commands_per_s=1");
    assert_true(come_from(1, GOOD));
    unsigned n_answered = 0;
    for (size_t conn = 2; conn < 22; conn++) {
        assert_true(come_from(conn, EVIL));
        for (int i = 0; i < 10; i++) {
            const char *told = ask(conn, PING);
            n_answered += strcmp(told, json(PONG)) == 0;
            if (strcmp(told, json(PONG)) != 0) {
                assert_has(told, "come from your address");
                assert_has(told, "'retry_after_ms':100}");
            }
        }
    }
    assert_int_equal(n_answered, 10 * 10);
    for (int i = 0; i < 10; i++) {
        assert_json(ask(1, PING), PONG);
    }
    pass(100);
    assert_json(ask(21, PING), PONG);
}

/* Visits of browsers have a bound of their own, whether they open a WebSocket or not. */
TEST(test_visits_of_an_address) {
    open_fixture("--limit connects_per_minute=2");
    struct hub *hub = fixture->hub;
    for (int i = 0; i < 80; i++) {
        struct address_counts *visitor = people_add_visitor(hub_people(hub), EVIL);
        assert_non_null(visitor);
        people_remove_visitor(hub_people(hub), visitor);
    }
    assert_null(people_add_visitor(hub_people(hub), EVIL));
    assert_true(come_from(1, EVIL));
    people_remove_visitor(hub_people(hub), people_add_visitor(hub_people(hub), GOOD));
    pass(1000);
    people_remove_visitor(hub_people(hub), people_add_visitor(hub_people(hub), EVIL));
    assert_null(people_add_visitor(hub_people(hub), EVIL));
}

/* --- what is stored --- */

/* Ann (1) and Bob (2), from these addresses; their first game has begun. */
static void open_two(const char *args, const char *ann, const char *bob) {
    open_fixture(args);
    char room[8];
    assert_true(come_from(1, ann));
    assert_true(come_from(2, bob));
    ask(1, "{'cmd':'name','name':'Ann'}");
    ask(2, "{'cmd':'name','name':'Bob'}");
    create_room(1, "{'cmd':'create','game':'tablut'}", room);
    assert_has(ask_about(2, "join", room), "{'reply':'join'");
    be_ready();
}

/* They play short games as long as the limit allows.  Returns how many, including the
 * first. */
static int play_short_games(void) {
    int n = 1;
    for (; n < 1000; n++) {
        ask(1, "{'cmd':'resign'}");
        if (strstr(ask(1, "{'cmd':'rematch'}"), json("'too_fast'")) != NULL) {
            break;
        }
        ask(1, "{'cmd':'ready'}");
        if (strstr(ask(2, "{'cmd':'ready'}"), json("'too_fast'")) != NULL) {
            break;
        }
        if (n % 10 == 0) {
            pass(1000);
        }
    }
    return n;
}

/* Two addresses have two quotas, so that a player whose opponent has used up theirs can
 * play on with somebody else.  The host's own bots are exempt, and do not pay for
 * others. */
static const struct quota_row {
    const char *name, *args, *ann, *bob;
    int least, most; /* games */
} quota_rows[] = {
    {"one address", "", GOOD, GOOD, 9, 11},
    {"two addresses", "", GOOD, FAR, 18, 21},
    {"the host's bots", "--operator-local", "127.0.0.1", "127.0.0.1", 1000, 1000},
    {"a bot of the host", "--operator-local", "127.0.0.1", FAR, 9, 11},
};

TEST_ROWS(quota_rows) {
    const struct quota_row *row = table_row(state);
    char args[100];
    snprintf(args, sizeof args, "--limit stored_per_hour=1000 %s", row->args);
    open_two(args, row->ann, row->bob);
    assert_in_range(play_short_games(), row->least, row->most);
    if (strcmp(row->ann, row->bob) == 0 && row->most < 1000) {
        const char *told = ask(1, "{'cmd':'rematch'}");
        const char *wait = strstr(told, json("'retry_after_ms':"));
        assert_non_null(wait);
        pass(strtoull(wait + strlen("'retry_after_ms':"), NULL, 10) - 1000);
        assert_has(ask(1, "{'cmd':'rematch'}"), "'too_fast'");
        pass(2000);
        assert_has(ask(1, "{'cmd':'rematch'}"), "'reply':'rematch'");
    }
}

/* A running game goes on at a pace that people do not notice; chat is refused. */
TEST(test_a_running_game_goes_on) {
    random_state = 1; /* how many moves there are depends on the throws */
    open_two("--limit stored_per_hour=1000", HERE, HERE);
    int lines = 0;
    for (;
         strstr(askf(1, "{'cmd':'say','text':'%0390d'}", 0), json("'too_fast'")) == NULL;
         lines++) {
        pass(2500);
    }
    assert_in_range(lines, 200, 300); /* each counts 4 */
    assert_has(ask(1, "{'cmd':'say','text':'hello'}"), "you can talk again in");
    int n_moves = 0;
    for (unsigned i = 0; i < 150; i++) {
        for (size_t conn = 1; conn <= 2; conn++) {
            const char *told = askf(conn, "{'cmd':'move','move':%u}", i % 9 + 1);
            n_moves += strstr(told, json("'reply':'move'")) != NULL;
        }
        pass(100);
    }
    assert_true(n_moves > 20);
}

/* --- spectators --- */

/* What they may ask about a room, and which one is meant; a seat ends the watching. */
TEST(test_commands_of_watchers) {
    char own[8], other[8];
    begin(TABLUT);
    enter(3, "Cyd", NULL);
    watch(3, ticket[0].room);
    assert_has(ask(3, "{'cmd':'rooms'}"), "'watchers':1");
    assert_begins(ask(3, "{'cmd':'board'}"), "{'reply':'board'");
    assert_begins(ask(3, "{'cmd':'record'}"), "{'reply':'record'");
    assert_begins(ask(3, "{'cmd':'why','move':'a1-a2'}"), "{'reply':'why'");
    create_room(1, ROYAL_UR, other);
    watch(3, other);
    assert_has(ask(3, "{'cmd':'board'}"), "'which_room'");
    assert_has(ask(3, "{'cmd':'unwatch'}"), "'which_room'");
    assert_has(ask_about(3, "board", other), "'reply':'board'");
    assert_int_equal(count(ask_about(3, "join", other), "'event':'state'"), 1);
    assert_has(ask_about(3, "unwatch", other), "'not_watching'");
    take(ask(3, "{'cmd':'board'}"), "room", own, sizeof own);
    assert_string_equal(other, own); /* the room where they sit has precedence */
}

/* For each address, no more sessions are kept than it may have connections: clients who
 * watch, disconnect and come again fill neither the room nor the memory. */
TEST(test_those_who_are_remembered) {
    open_fixture("--limit connections_per_address=4");
    struct ticket eve;
    begin(TABLUT);
    for (int i = 0; i < 6; i++) {
        char name[16];
        snprintf(name, sizeof name, "Eve%d", i);
        enter(4, name, &eve);
        watch(4, ticket[0].room);
        drop(4);
        assert_int_equal(rooms_n_watchers(hub_rooms(fixture->hub)), i < 4 ? i + 1 : 4);
    }
    assert_has(come_back(4, &eve, -1), "'unknown_token'");
    drop(4);
    assert_true(come_from(5, "192.0.2.2"));
    take(ask(5, "{'cmd':'name','name':'Fay'}"), "token", eve.token, sizeof eve.token);
    watch(5, ticket[0].room);
    drop(5);
    assert_has(come_back(4, &eve, -1), "'snapshot':true");
}

/* --- connections of a front that come to the next hub --- */

static struct client *client_of(size_t conn) {
    return people_find_client(hub_people(fixture->hub), fixture->client[conn]);
}

/* What a front remembers of the connection of who is at `of`, which took its session with
 * this number, and may watch a room. */
static void recall(size_t conn, size_t of, uint64_t order, uint8_t token,
                   const char *room) {
    const struct session *session = client_of(of)->session;
    uint8_t memory[35 + ROOM_BYTES_MAX] = {3, 1};
    for (size_t i = 0; i < 8; i++) {
        memory[3 + i] = (uint8_t)(session->id >> 8 * i);
        memory[19 + i] = (uint8_t)(order >> 8 * i);
        memory[27 + i] = session->token_hash[i];
    }
    memory[27] ^= token;
    memcpy(memory + 35, room, strlen(room));
    rooms_recall(hub_rooms(fixture->hub), fixture->client[conn], memory,
                 room[0] != '\0' ? sizeof memory : 35);
}

/* Two connections of Ann come back, in any order: the one that was the last to take her
 * session stays.  One of a session that had the id of hers before, with another token,
 * is not Ann's. */
TEST(test_connections_of_a_player_come_back) {
    for (int is_newer = 0; is_newer <= 1; is_newer++) {
        open_three("");
        const struct client *ann = client_of(1);
        recall(3, 1, ann->order + 1, 1, "");
        assert_has(hear(3), "'shutting_down'");
        recall(2, 1, is_newer ? ann->order + 1 : ann->order - 1, 0, "");
        assert_has(hear(is_newer ? 1 : 2), "'taken_over'");
        close_fixture();
    }
}

/* Bob watches, and sits down in a turn that cannot be stored; meanwhile his connection is
 * cut from the hub, and comes back.  He still watches. */
TEST(test_a_seat_that_is_not_stored) {
    char room[8];
    open_watched(room);
    say_about(2, "join", room);
    end_turn();
    assert_true(come(4));
    recall(4, 2, client_of(2)->order + 1, 0, room);
    break_disk();
    finish();
    repair_disk();
    for (int i = 0; i < 5; i++) {
        pass(1000);
        finish_all();
    }
    hear(4);
    say(1, "{'cmd':'say','text':'two'}");
    end_turn();
    finish_all();
    assert_has(hear(4), "'text':'two'");
}

/* Who takes a seat stops watching, even if the seat is left before it is stored. */
TEST(test_a_seat_that_is_left_at_once) {
    char room[8];
    open_watched(room);
    say_about(2, "join", room);
    say_about(2, "leave", room);
    end_turn();
    finish_all();
    assert_has(hear(2), "{'reply':'leave'");
    assert_has(ask(2, "{'cmd':'unwatch'}"), "'error':'not_watching'");
}

/* --- memory --- */

/* The memory of one long message is freed later. */
TEST(test_a_long_message) {
    static char text[100000];
    assert_true(come(1));
    say(1, "mode json");
    memset(text, 'x', sizeof text - 1);
    people_announce(hub_people(fixture->hub), text, true);
    assert_true(hub_people(fixture->hub)->json.cap >= sizeof text);
    assert_has(ask(1, PING), "{'reply':'ping'}");
    assert_in_range(hub_people(fixture->hub)->json.cap, 1, 65536);
}

BEFORE_TESTS {
    use_bad_disk();
    random_state = random_seed();
}
