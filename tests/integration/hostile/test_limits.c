/* Every limit that a host can set is set low, and reached.  A limit without a test fails
 * here. */
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "proto/message/discovery.h"
#include "server/limits/limits.h"
#include "tests/support/scene.h"
#include "tests/support/tls_peer.h"
#include "tests/support/transcript.h"
#include "tests/support/unread.h"

#define ANN        "A> name Ann\nA~     resume $TA\n"
#define SOUGHT     "A> name Ann\nA~     resume ...\nA> seek ur\nA~   ...unseek\n"
#define ROOM       ANN "A> create royal-ur\nA~ ...join $R\n"
#define REGISTERED ANN "A> register 12345678\nA< + The name Ann is yours...\n"
#define PING_5     "A> ping\nA> ping\nA> ping\nA> ping\nA> ping\n"
/* Too many for ten at once and one a second, also on a machine that is busy meanwhile. */
#define PING_30 PING_5 PING_5 PING_5 PING_5 PING_5 PING_5

/* A counter of the server. */
static int64_t stat_of(struct peer *operator, const char * name) {
    peer_ask(operator, "{'cmd':'stats'}");
    json_t *rows = json_object_get(peer_reply_to(operator, "stats"), "stats");
    for (size_t i = 0; i < json_array_size(rows); i++) {
        json_t *row = json_array_get(rows, i);
        if (strcmp(peer_text(row, "stat"), name) == 0) {
            return json_integer_value(json_object_get(row, "value"));
        }
    }
    fail_msg("stats have no %s", name);
    return -1;
}

/* Returns a spectator of the pair's game who requests so much without reading that they
 * miss events. */
static struct peer *fall_behind(struct scene *scene, const struct pair *pair,
                                struct peer *operator, char token[TOKEN_BYTES + 1]) {
    struct peer *cyd = scene_text(scene);
    peer_ask(cyd, "{'cmd':'name','name':'Cyd'}");
    snprintf(token, TOKEN_BYTES + 1, "%s", peer_text(peer_reply(cyd), "token"));
    peer_ask(cyd, "{'cmd':'watch','room':'%s'}", pair->room);
    peer_reply_to(cyd, "watch");
    for (int i = 0; stat_of(operator, "skipped") == 0; i++) {
        assert_in_range(i, 0, 1000);
        for (int asked = 0; asked < 20; asked++) {
            peer_ask(cyd, "{'cmd':'help'}");
        }
        peer_ask(pair->ann, "{'cmd':'say','text':'still there?'}");
        peer_reply_to(pair->ann, "say");
    }
    return cyd;
}

/* Connects House, the host's bot, with its token. */
static struct peer *come_as_house(struct scene *scene) {
    char path[SERVER_PATH_BYTES + 40], token[TOKEN_BYTES + 1] = "";
    snprintf(path, sizeof path, "%s/alea.db.bot-House", scene->server.dir);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    assert_non_null(fgets(token, sizeof token, in));
    fclose(in);
    struct peer *house = scene_connect(scene);
    peer_expect_line(house, "* Welcome to alea");
    peer_ask(house, "{'cmd':'resume','token':'%s'}", token);
    peer_reply_to(house, "resume");
    return house;
}

/* A player challenges House, which accepts. */
static void play_house(struct peer *house, struct peer *player) {
    peer_ask(player, "{'cmd':'challenge','name':'House','game':'ur'}");
    int offer = (int)json_integer_value(
        json_object_get(peer_reply_to(player, "challenge"), "offer"));
    peer_ask(house, "{'cmd':'accept','offer':%d}", offer);
    peer_reply_to(house, "accept");
}

static void rooms_of_bot(struct scene *scene) {
    struct peer *house = come_as_house(scene), *ann = scene_player(scene, "Ann");
    play_house(house, ann);
    peer_ask(ann, "{'cmd':'challenge','name':'House','game':'tablut'}");
    peer_error(ann, "too_many_rooms");
}

static void bot_wait_ms(struct scene *scene) {
    struct peer *house = come_as_house(scene), *ann = scene_player(scene, "Ann");
    peer_ask(ann, "{'cmd':'play','game':'ur'}");
    peer_reply_to(ann, "play");
    peer_ask(house, "{'cmd':'accept','offer':1}");
    const json_t *error = peer_error(house, "too_fast");
    assert_in_range(json_integer_value(json_object_get(error, "retry_after_ms")), 1,
                    600000);
}

static void skip_bytes(struct scene *scene) {
    struct pair pair = pair_begin(scene);
    struct peer *operator= scene_player(scene, "Olga");
    char token[TOKEN_BYTES + 1];
    struct peer *cyd = fall_behind(scene, &pair, operator, token);
    peer_ask(pair.ann, "{'cmd':'say','text':'the last'}");
    json_int_t last =
        json_integer_value(json_object_get(peer_reply_to(pair.ann, "say"), "seq"));
    json_int_t seq = 0, heard = 0;
    const json_t *msg;
    do {
        msg = peer_message(cyd);
        heard = seq > 0 ? seq : heard;
        seq = json_integer_value(json_object_get(msg, "seq"));
    } while (json_object_get(msg, "snapshot") == NULL || seq < last);
    assert_int_equal(seq, last);
    assert_true(heard < last - 1); /* so some events were skipped */
    peer_ask(pair.ann, "{'cmd':'say','text':'welcome back'}");
    do {
        msg = peer_message(cyd); /* answers to earlier requests may come first */
    } while (json_object_get(msg, "event") == NULL);
    assert_string_equal(peer_text(msg, "text"), "welcome back");
    assert_int_equal(json_integer_value(json_object_get(msg, "seq")), last + 1);
}

/* A client that reads nothing at all is disconnected; it can come back to the rooms that
 * it watched. */
static void stall_ms(struct scene *scene) {
    struct pair pair = pair_begin(scene);
    struct peer *operator= scene_player(scene, "Olga");
    char token[TOKEN_BYTES + 1];
    fall_behind(scene, &pair, operator, token);
    int64_t begin_ms = peer_now_ms();
    while (stat_of(operator, "readers_closed") == 0) {
        assert_in_range(peer_now_ms(), begin_ms, begin_ms + PEER_LIMIT_MS);
    }
    assert_int_equal(stat_of(operator, "readers_closed"), 1); /* but no other client */
    struct peer *again = scene_text(scene);
    peer_ask(again, "{'cmd':'resume','token':'%s'}", token);
    assert_string_equal(peer_text(peer_reply_to(again, "resume"), "name"), "Cyd");
    assert_non_null(json_object_get(peer_message(again), "snapshot"));
}

/* A handshake that never begins: a client that waits for the greeting is told what is
 * wrong. A handshake that stops halfway: the connection is just closed. */
static void tls_handshake_ms(struct scene *scene) {
    static const char part[] = "\x16\x03\x01\x02";
    struct peer idle, slow, good;
    const struct server *server = &scene->server;
    peer_connect_tls(&good, server->tls_host[0], server->tls_port[0], 0);
    peer_expect_line(&good, "* Welcome to alea: type help [alea/1 alead/");
    peer_connect(&idle, server->tls_host[0], server->tls_port[0]);
    peer_connect(&slow, server->tls_host[0], server->tls_port[0]);
    assert_true(peer_send_bytes(&slow, part, sizeof part - 1));
    peer_expect_line(&idle, "- This port speaks TLS only");
    peer_expect_end(&idle);
    assert_null(peer_line(&slow));
    peer_send(&good, "ping"); /* a connection with a timely handshake stays */
    peer_expect_line(&good, "+ pong");
    peer_fini(&idle);
    peer_fini(&slow);
    peer_fini(&good);
}

/* A browser that asks for nothing is closed. */
static void web_request_ms(struct scene *scene) {
    struct peer idle, slow;
    peer_connect(&idle, "127.0.0.1", scene->server.web_port);
    peer_connect(&slow, "127.0.0.1", scene->server.web_port);
    assert_true(peer_send_bytes(&slow, "GET / HTTP/1.1\r\n", 16));
    assert_null(peer_line(&idle));
    assert_null(peer_line(&slow));
    peer_fini(&idle);
    peer_fini(&slow);
}

/* A WebSocket that says nothing is pinged, and stays. */
static void web_ping_ms(struct scene *scene) {
    static const char open[] = "GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n"
                               "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    struct peer peer;
    peer_connect(&peer, "127.0.0.1", scene->server.web_port);
    assert_true(peer_send_bytes(&peer, open, sizeof open - 1));
    peer_await_line(&peer, "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    peer_expect_line(&peer, "");
    while (peer.end - peer.begin < 4) { /* two pings */
        assert_true(peer_fill(&peer, peer_now_ms() + PEER_LIMIT_MS));
    }
    assert_memory_equal(peer.buf + peer.begin, "\x89\0\x89\0", 4);
    peer_fini(&peer);
}

static void ask_for_servers(int fd) {
    char query[DISCOVERY_BYTES];
    discovery_write_query("abcdefghijklmnop", query);
    assert_int_equal(send(fd, query, sizeof query, 0), sizeof query);
}

/* Discovery queries: this many are answered at once, and then this many a second. */
static void finds(struct scene *scene) {
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons(scene->server.port[0]),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    char answer[DISCOVERY_BYTES];
    int64_t begin_ms = peer_now_ms(), n = 0;
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    assert_true(fd >= 0);
    assert_int_equal(connect(fd, (const struct sockaddr *)&at, sizeof at), 0);
    for (int i = 0; i < 5; i++) { /* fewer than one address may send */
        ask_for_servers(fd);
    }
    scene_expect_health(scene);
    while (recv(fd, answer, sizeof answer, MSG_DONTWAIT) > 0) {
        n++;
    }
    assert_in_range(n, 2, 2 + (peer_now_ms() - begin_ms) / 1000);
    struct pollfd wait = {fd, POLLIN, 0};
    do {
        assert_in_range(peer_now_ms(), begin_ms, begin_ms + PEER_LIMIT_MS);
        ask_for_servers(fd);
    } while (poll(&wait, 1, 50) == 0);
    close(fd);
}

/* The limit is reported, and in seconds.  A minute would be too long here: tests of the
 * hub check in virtual time that nothing is kept forever. */
static void keep_s(struct scene *scene) {
    struct peer *ann = scene_player(scene, "Ann");
    peer_ask(ann, "{'cmd':'hello'}");
    const json_t *limits = json_object_get(peer_reply(ann), "limits");
    assert_int_equal(json_integer_value(json_object_get(limits, "keep_s")), 60);
}

/* Nobody comes to resume the game, so it is called off. */
static void adjourn_ms(struct scene *scene) {
    struct pair pair = pair_begin(scene);
    peer_ask(pair.ann, "{'cmd':'adjourn'}");
    peer_reply_to(pair.ann, "adjourn");
    peer_ask(pair.bob, "{'cmd':'adjourn'}");
    peer_await_stage(pair.bob, "over");
}

/* test_hub_claim.c tests its effect. */
static void idle_ms(struct scene *scene) {
    struct pair pair = pair_begin(scene);
    const json_t *left = json_object_get(pair.ann->state, "idle_ms");
    assert_true(json_is_integer(left) && json_integer_value(left) <= 1000);
}

/* A game counts 100, and each ready, resign and rematch counts 1.  The tenth game is
 * played to its end; after it, no game can begin. */
static void stored_per_hour(struct scene *scene) {
    struct pair pair = pair_begin(scene);
    for (int game = 1; game < 10; game++) {
        peer_ask(pair.ann, "{'cmd':'resign'}");
        peer_reply_to(pair.ann, "resign");
        peer_ask(pair.ann, "{'cmd':'rematch'}");
        peer_reply_to(pair.ann, "rematch");
        peer_ask(pair.ann, "{'cmd':'ready'}");
        peer_reply_to(pair.ann, "ready");
        peer_ask(pair.bob, "{'cmd':'ready'}");
        peer_reply_to(pair.bob, "ready");
    }
    peer_ask(pair.ann, "{'cmd':'resign'}");
    peer_reply_to(pair.ann, "resign");
    peer_ask(pair.ann, "{'cmd':'rematch'}");
    const json_t *error = peer_error(pair.ann, "too_fast");
    assert_true(json_integer_value(json_object_get(error, "retry_after_ms")) > 0);
    peer_ask(pair.bob, "{'cmd':'say','text':'well'}");
    peer_error(pair.bob, "too_fast");
}

/* Two clients log in at once, and one of them must wait.  The lines that came with each
 * login are answered after it, in order. */
static void jobs(struct scene *scene) {
    struct peer *ann = scene_text(scene), *peer[2];
    static const char lines[] = "login ann 1234 5678\nping\nwho\n";
    unsigned refused = 0;
    peer_send(ann, "name Ann");
    peer_send(ann, "register 12345678");
    peer_await_line(ann, "+ The name Ann is yours");
    for (size_t i = 0; i < 2; i++) {
        peer[i] = scene_text(scene);
    }
    for (int tries = 0; refused == 0 && tries < 50; tries++) {
        for (size_t i = 0; i < 2; i++) {
            assert_true(peer_send_bytes(peer[i], lines, sizeof lines - 1));
        }
        for (size_t i = 0; i < 2; i++) {
            refused +=
                strncmp(peer_expect_line(peer[i], "- "), "- Many passwords", 16) == 0;
            peer_await_line(peer[i], "+ pong");
            peer_await_line(peer[i], "+ Who is here:");
        }
    }
    assert_true(refused > 0);
}

/* --- all limits --- */

#define SESSION(args, text)                                                              \
    { (args), (text), NULL }
#define RUN(args, run)                                                                   \
    { (args), NULL, (run) }

static const struct {
    const char *args;    /* arguments for alead */
    const char *session; /* NULL: `run` tests it */
    void (*run)(struct scene *scene);
} rows[LIMIT_COUNT] = {
    [LIMIT_connections] =
        SESSION("--limit connections=1",
                "A> ping\nA< + pong\nB< - Too many connections...\nB!\n"),
    [LIMIT_connections_per_address] = SESSION("--limit connections_per_address=2",
                                              "A> ping\nA< + pong\nB> ping\nB< + pong\n"
                                              "C< - Too many connections...\nC!\n"),
    [LIMIT_connects_per_minute] =
        SESSION("--limit connects_per_minute=2",
                "A> ping\nA< + pong\nA-\nB> ping\nB< + pong\n"
                "C< - Too many connections come from your "
                "address: try again in ... s [too_many_connections]\nC!\n"),
    [LIMIT_tls_handshake_ms] =
        RUN("--limit tls_handshake_ms=3000 --tls-listen 127.0.0.1:0", tls_handshake_ms),
    [LIMIT_web_request_ms] =
        RUN("--limit web_request_ms=100 --web-listen 127.0.0.1:0", web_request_ms),
    [LIMIT_web_ping_ms] =
        RUN("--limit web_ping_ms=100 --web-listen 127.0.0.1:0", web_ping_ms),
    [LIMIT_login_ms] = SESSION("--limit login_ms=100", "A~ * ...in time\nA!\n"),
    [LIMIT_logins_per_minute] =
        SESSION("--limit logins_per_minute=1",
                REGISTERED "B> login ann 1234 5678\nB< - Wrong password...\n"
                           "B> login ann 12345678\nB< - Too many wrong passwords...\n"
                           "B~   Try again in ... s.\n"),
    [LIMIT_guesses_per_day] =
        SESSION("--limit guesses_per_day=1",
                REGISTERED "B> login ann 1234 5678\nB< - Wrong password...\n"
                           "B> login ann 12345678\nB< - Somebody is guessing...\n"
                           "B~   Try again in ... s.\n"),
    [LIMIT_registers_per_hour] =
        SESSION("--limit registers_per_hour=1",
                REGISTERED "B> name Bob\nB~     resume ...\n"
                           "B> register 12345678\nB< - Too many accounts...\n"),
    [LIMIT_accounts] = SESSION("--limit accounts=1", REGISTERED
                               "B> name Bob\nB~     resume ...\n"
                               "B> register 12345678\n"
                               "B< - There are too many accounts: play without one...\n"),
    [LIMIT_jobs] = RUN("--limit jobs=1 --limit logins_per_minute=1000", jobs),
    [LIMIT_commands_per_s] =
        SESSION("--limit commands_per_s=1 --limit commands_burst=10",
                PING_30 "A~ - Too many commands...\nA<   Try again in 1 s.\n"),
    [LIMIT_commands_burst] =
        SESSION("--limit commands_per_s=1 --limit commands_burst=10",
                "A> {\"cmd\":\"ping\"}\nA< {\"reply\":\"ping\"}\n"
                "A> {\"cmd\":\"create\",\"game\":\"royal-ur\"}\n"
                "A< {\"error\":\"no_name\",...\n"
                "A> {\"cmd\":\"create\",\"game\":\"royal-ur\"}\n"
                "A> {\"cmd\":\"create\",\"game\":\"royal-ur\"}\n"
                "A> {\"cmd\":\"create\",\"game\":\"royal-ur\"}\n"
                "A~ {\"error\":\"too_fast\",...\"retry_after_ms\":$MS}\n"),
    [LIMIT_refused_commands] =
        SESSION("--limit commands_per_s=1 --limit commands_burst=10 "
                "--limit refused_commands=2",
                PING_30 "A~ - Too many commands...\n"
                        "A~ * ...too many commands...\nA!\n"),
    [LIMIT_rooms] = SESSION("--limit rooms=1", ROOM
                            "A> create royal-ur\nA< - There are too many rooms...\n"),
    [LIMIT_rooms_per_player] =
        SESSION("--limit rooms_per_player=1",
                ROOM "A> create royal-ur\nA< - You are in too many rooms...\n"),
    [LIMIT_rooms_per_bot] =
        RUN("--db DIR/alea.db --bot House --limit rooms_per_bot=1", rooms_of_bot),
    [LIMIT_bot_rooms_per_address] =
        RUN("--db DIR/alea.db --bot House --limit bot_rooms_per_address=1", rooms_of_bot),
    [LIMIT_bot_wait_ms] =
        RUN("--db DIR/alea.db --bot House --limit bot_wait_ms=600000", bot_wait_ms),
    [LIMIT_rooms_per_address] = SESSION("--limit rooms_per_address=1",
                                        ROOM "B> name Bob\nB~     resume ...\nB> create "
                                             "ur\nB< - There are too many rooms...\n"),
    [LIMIT_resume_per_minute] = SESSION(
        "--limit resume_per_minute=1",
        ROOM "B> resume $TA\nB< + ...\nC> resume $TA\nC~ - You come back too often...\n"),
    [LIMIT_say_per_minute] =
        SESSION("--limit say_per_minute=1",
                ROOM "A> say one\nA~ + Said.\nA> say two\nA~ - ...wait a little...\n"),
    [LIMIT_shouts_per_minute] =
        SESSION("--limit shouts_per_minute=1",
                "A> name Ann\nA~     resume ...\nA> shout one\nA~ + Shouted.\n"
                "A> shout two\nA~ - ...wait a little...\n"),
    [LIMIT_words_per_minute] =
        SESSION("--limit words_per_minute=1", ANN
                "A> create ur word=sesame\nA~ ...join $R word=WORD\nB> name Bob\n"
                "B~     resume ...\nB> join $R word=x\nB< - Wrong word for this room...\n"
                "A~ * The server: Bob tried to join $R with a wrong word.\n"
                "B> watch $R word=y\nB< - ...wrong words...\n"),
    [LIMIT_gags_per_player] =
        SESSION("--limit gags_per_player=1",
                "A> name Ann\nA~     resume ...\nA> gag Bob\nA~ ...Bob\n"
                "A> gag Cid\nA< - You gag too many players...\n"),
    [LIMIT_offers] = SESSION("--limit offers=1",
                             SOUGHT "B> name Bob\nB~     resume ...\nB> seek tablut\n"
                                    "B< - There are too many...\n"),
    [LIMIT_offers_per_player] = SESSION("--limit offers_per_player=1",
                                        SOUGHT "A> seek tablut\nA< - You have made...\n"),
    [LIMIT_offer_ms] = SESSION("--limit offer_ms=1000", SOUGHT
                               "A< * Offer 1 is over: nobody accepted it in time.\n"),
    [LIMIT_seeks_per_minute] = SESSION("--limit seeks_per_minute=1",
                                       SOUGHT "A> seek tablut\nA< - You seek a lot...\n"),
    [LIMIT_challenges_per_minute] =
        SESSION("--limit challenges_per_minute=1",
                "A> name Ann\nA~     resume ...\nB> name Bob\nB~     resume ...\n"
                "A> challenge bob ur\nA~ + Offer 1: ...\n"
                "A> challenge bob tablut\nA~ - You challenge a lot...\n"),
    [LIMIT_grace_ms] =
        SESSION("--limit grace_ms=100",
                ROOM "B> name Bob\nB~     resume ...\nB> join $R\nB~   Both: ...\n"
                     "B-\nA~ * $R: Bob leaves the room....\n"),
    [LIMIT_stored_per_hour] = RUN("--limit stored_per_hour=1000", stored_per_hour),
    [LIMIT_idle_ms] = RUN("--limit idle_ms=1000", idle_ms),
    [LIMIT_ready_ms] =
        SESSION("--limit ready_ms=1000",
                ROOM "B> name Bob\nB~     resume ...\nB> join $R\nB~   Both: ...\n"
                     "B~ * $R: Black was not ready in time....\n"
                     "A~ * $R: Black was not ready in time....\n"),
    [LIMIT_late_per_hour] =
        SESSION("--limit ready_ms=1000 --limit late_per_hour=1", ROOM
                "B> name Bob\nB~     resume ...\nB> join $R\nB~   Both: ...\n"
                "B~ ... was not ready in time...\nB> join $R\nB~ - ...too often...\n"),
    [LIMIT_adjourn_ms] = RUN("--limit adjourn_ms=1000", adjourn_ms),
    [LIMIT_keep_s] = RUN("--limit keep_s=60", keep_s),
    [LIMIT_replay_events] =
        SESSION("--limit replay_events=1",
                ROOM "B> name Bob\nB~     resume ...\nB> join $R\nB~   Both: ...\n"
                     "A-\nB~ * $R: White (Ann) is away...\nB> say one\nB~ + Said.\n"
                     "A> resume $TA $R 3\nA~ * $R Bob: one\nA-\nB~ * $R: ...is away...\n"
                     "A> resume $TA $R 3\nA~ * $R: this is how things stand...\n"),
    [LIMIT_finds_per_s] = RUN("--limit finds_burst=2 --limit finds_per_s=1", finds),
    [LIMIT_finds_burst] = RUN("--limit finds_burst=2 --limit finds_per_s=1", finds),
    [LIMIT_open_ms] =
        SESSION("--limit open_ms=10",
                ROOM "B> name Bob\nB~ +...\nB> join $R\nB~   Both: type ready...\n"
                     "B> ready sha256:00000000000000000000000000000000"
                     "00000000000000000000000000000000\nB~ + You are ready.\n"
                     "A> ready\nA~   The game is called off: ...not opened in time...\n"),
    [LIMIT_queue_bytes] = RUN("--limit queue_bytes=16384 --limit pause_bytes=4096 "
                              "--limit say_per_minute=100000 "
                              "--limit commands_burst=1000000",
                              unread_queue_bytes),
    [LIMIT_skip_bytes] = RUN("--limit skip_bytes=1024 --limit say_per_minute=100000 "
                             "--limit commands_burst=1000000 --operator-local",
                             skip_bytes),
    [LIMIT_stall_ms] = RUN("--limit stall_ms=200 --limit say_per_minute=100000 "
                           "--limit commands_burst=1000000 --operator-local",
                           stall_ms),
    [LIMIT_watched_per_player] =
        SESSION("--limit watched_per_player=1",
                ROOM "B> name Bob\nB~     resume ...\nB> watch $R\nB~   To sit...\n"
                     "A> create ur\nA~ ...join $S\nB> watch $S\n"
                     "B< - You watch too many rooms...\n"),
    [LIMIT_watchers_per_room] =
        SESSION("--limit watchers_per_room=1",
                ROOM "B> name Bob\nB~     resume ...\nB> watch $R\nB~   To sit...\n"
                     "C> name Cid\nC~     resume ...\nC> watch $R\n"
                     "C< - Too many people watch this room...\n"),
    [LIMIT_pause_bytes] = RUN("--limit pause_bytes=1024 --limit say_per_minute=100000 "
                              "--limit commands_burst=1000000",
                              unread_pause_bytes),
};

static void hit(struct scene *scene) {
    const char *const *session = scene->test->param;
    if (*session == NULL) {
        fail_msg("nothing hits this limit");
    }
    transcript_play(scene, &(struct transcript){*session, scene->test->name, 1});
}

BEFORE_TESTS {
    struct scene_test tests[LIMIT_COUNT] = {
#define X(field, by_default, least, most, help) [LIMIT_##field] = {.name = #field},
        LIMITS(X)
#undef X
    };
    for (size_t i = 0; i < LIMIT_COUNT; i++) {
        tests[i].run = rows[i].run != NULL ? rows[i].run : hit;
        tests[i].args = rows[i].args;
        tests[i].param = &rows[i].session;
        scene_add(&tests[i]);
    }
    /* Output for clients that do not read is bounded with TLS as well. */
    static const int with_tls[] = {LIMIT_queue_bytes, LIMIT_pause_bytes};
    static char args[2][256];
    for (size_t i = 0; i < 2; i++) {
        struct scene_test test = tests[with_tls[i]];
        snprintf(args[i], sizeof args[i], "--tls-listen 127.0.0.1:0 %s", test.args);
        test.name = i == 0 ? "queue_bytes with TLS" : "pause_bytes with TLS";
        test.args = args[i];
        test.tls = true;
        scene_add(&test);
    }
}
