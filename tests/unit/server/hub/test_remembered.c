/* What a connection keeps when everything else is read again from the store. */
#define _GNU_SOURCE /* memmem */
#include "server/hub/hub.h"
#include "server/hub/state.h"
#include "server/people/clients.h"
#include "server/people/sessions.h"
#include "server/rooms/remembered.h"
#include "server/rooms/rooms.h"
#include "server/turn/clock.h"
#include "tests/unit/server/fixture.h"
#include "tests/unit/test.h"

static struct client *client_of(size_t conn) {
    return people_find_client(hub_people(fixture->hub), fixture->client[conn]);
}

/* Cid (3) watches a room of Ann (1). */
static void open_watching(char room[static 8]) {
    open_three("");
    create_room(1, ROYAL_UR, room);
    assert_has(watch(3, room), "'reply':'watch'");
}

TEST(test_mode_and_style) {
    char room[8];
    open_watching(room);
    struct client *cid = client_of(3);
    struct remembered was;
    remembered_take(&was, cid);
    assert_true(was.json && was.n_watched == 1);
    cid->json = false;
    cid->style.colour = cid->no_moves = cid->quits = cid->told_role = true;
    remembered_put_back(hub_rooms(fixture->hub), &was);
    assert_true(cid->json);
    assert_false(cid->style.colour || cid->no_moves || cid->quits || cid->told_role);
    remembered_fini(&was);
}

TEST(test_what_is_watched) {
    char room[8], other[8];
    open_watching(room);
    struct remembered was;
    create_room(2, ROYAL_UR, other);
    remembered_take(&was, client_of(3));
    ask_about(3, "unwatch", room);
    watch(3, other);
    remembered_put_back(hub_rooms(fixture->hub), &was);
    hear(3);
    say_about(2, "say", other);
    say(2, "{'cmd':'say','text':'two'}");
    say(1, "{'cmd':'say','text':'one'}");
    const char *told = hear(3);
    assert_has(told, "'text':'one'");
    assert_null(strstr(told, json("'text':'two'")));
    remembered_fini(&was);
}

TEST(test_a_watched_room_that_has_closed) {
    char room[8];
    open_watching(room);
    struct remembered was;
    remembered_take(&was, client_of(3));
    ask_about(3, "unwatch", room);
    ask(1, "{'cmd':'leave'}");
    remembered_put_back(hub_rooms(fixture->hub), &was);
    assert_has(hear(3), "'event':'closed'");
    remembered_fini(&was);
}

/* Bob takes over Cid's session, and gives it back. */
TEST(test_a_session) {
    char room[8];
    open_watching(room);
    struct client *bob = client_of(2), *cid = client_of(3);
    struct session *of_bob = bob->session, *of_cid = cid->session;
    struct remembered was[2];
    remembered_take(&was[0], bob);
    remembered_take(&was[1], cid);
    of_bob->client = 0;
    of_cid->client = bob->id;
    bob->session = of_cid;
    cid->session = NULL;
    remembered_put_back(hub_rooms(fixture->hub), &was[1]);
    remembered_put_back(hub_rooms(fixture->hub), &was[0]);
    assert_ptr_equal(bob->session, of_bob);
    assert_ptr_equal(cid->session, of_cid);
    assert_true(of_bob->client == bob->id && of_cid->client == cid->id);
    remembered_fini(&was[0]);
    remembered_fini(&was[1]);
}

/* A goodbye that was dropped is not said; one that was sent stays. */
TEST(test_a_goodbye) {
    for (int is_sent = 0; is_sent <= 1; is_sent++) {
        char room[8];
        open_watching(room);
        struct client *cid = client_of(3);
        struct remembered was;
        remembered_take(&was, cid);
        cid->closing = true;
        cid->is_dismissed = is_sent;
        remembered_put_back(hub_rooms(fixture->hub), &was);
        assert_int_equal(cid->closing, is_sent);
        remembered_fini(&was);
        close_fixture();
    }
}

/* What a front remembers of Ann's connection, which took her session with this number;
 * versions before 3 know neither that nor the token. */
static void recall_ann(size_t conn, uint8_t version, uint64_t order, uint8_t token) {
    const struct session *session = client_of(1)->session;
    uint8_t memory[35] = {version, 1};
    for (size_t i = 0; i < 8; i++) {
        memory[3 + i] = (uint8_t)(session->id >> 8 * i);
        memory[19 + i] = (uint8_t)(order >> 8 * i);
        memory[27 + i] = session->token_hash[i];
    }
    memory[27] ^= token;
    rooms_recall(hub_rooms(fixture->hub), fixture->client[conn], memory,
                 (size_t[]){11, 19, 35}[version - 1]);
}

/* Two connections of Ann come back, in any order: the one that was the last to take her
 * session stays. */
TEST(test_two_connections_of_a_player) {
    static const struct {
        uint8_t version;
        int order;     /* of the second, beside the first one's */
        bool is_newer; /* the second stays */
    } cases[] = {{1, 1, false}, {2, 1, false}, {3, -1, false}, {3, 1, true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        open_three("");
        struct client *ann = client_of(1);
        struct session *session = ann->session;
        size_t stays = cases[i].is_newer ? 3 : 1, goes = 4 - stays;
        recall_ann(3, cases[i].version, ann->order + (uint64_t)cases[i].order, 0);
        assert_has(hear(goes), "'taken_over'");
        assert_int_equal(session->client, fixture->client[stays]);
        close_fixture();
    }
}

/* A session that has ended at a hub before may have had the id that Ann's has now:
 * whoever had it is not Ann. */
TEST(test_a_session_with_the_id_of_another) {
    open_three("");
    struct client *ann = client_of(1);
    recall_ann(3, 3, ann->order + 1, 1);
    assert_has(hear(3), "'shutting_down'");
    assert_int_equal(ann->session->client, fixture->client[1]);
}

/* A bot of the host gets another token at each start, and comes back all the same. */
TEST(test_a_bot_comes_back) {
    open_three("");
    for (int i = 0; i < 2; i++) {
        struct session *session = client_of(1)->session;
        struct remembered was, is;
        session->of_host = i == 1;
        remembered_take(&was, client_of(1));
        session->token_hash[0] ^= 1;
        remembered_take(&is, client_of(1));
        assert_int_equal(was.proof == is.proof, session->of_host);
        session->of_host = false;
        remembered_fini(&was);
        remembered_fini(&is);
    }
}

/* Whatever gives Ann another token tells her front. */
TEST(test_a_new_token) {
    static const char *const lines[] = {
        "{'cmd':'password','old':'12345678','new':'87654321'}",
        "{'cmd':'login','name':'ann','password':'87654321'}",
        "{'cmd':'name','name':'anna'}",
    };
    open_three("");
    client_of(1)->front = 1;
    client_of(1)->secure = true;
    assert_has(ask(1, "{'cmd':'register','password':'12345678'}"), "'reply'");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        memset(fixture->heard, 0, sizeof fixture->heard);
        ask(1, lines[i]);
        assert_non_null(memmem(fixture->heard, sizeof fixture->heard,
                               client_of(1)->session->token_hash, 8));
    }
}

/* Whoever took a session at a hub did so after all that came to the hubs before it, which
 * may have stored nothing. */
TEST(test_hubs_have_an_order) {
    uint64_t last = 0;
    open_filed_fixture("");
    fixture->config.hub.has_fronts = true;
    for (int i = 0; i < 3; i++) {
        restart_fixture();
        uint64_t order = turn_next_order(hub_turns(fixture->hub));
        assert_true(order > last);
        fixture->ms += 5000;
        last = turn_next_order(hub_turns(fixture->hub));
    }
}

TEST(test_who_has_gone) {
    char room[8];
    open_watching(room);
    struct remembered was;
    remembered_take(&was, client_of(3));
    drop(3);
    remembered_put_back(hub_rooms(fixture->hub), &was);
    assert_int_equal(rooms_n_watchers(hub_rooms(fixture->hub)),
                     1); /* for the grace time */
    remembered_fini(&was);
}
