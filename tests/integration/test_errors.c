/* Every error code is reached, in a session that a user could type.  A code without a
 * session fails here. */
#define _GNU_SOURCE /* prlimit */
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "proto/errors.h"
#include "tests/support/alead.h"
#include "tests/support/scene.h"
#include "tests/support/transcript.h"

/* How sessions begin.  $R is the room. */
#define ANN       "A> name Ann\nA~     resume $TA\n"
#define BOB       "B> name Bob\nB~     resume $TB\n"
#define ROOM      ANN "A> create royal-ur\nA< + You play white in room $R.\nA~ ...join $R\n"
#define BOB_JOINS BOB "B> join $R\nB~   Both: type ready...\nA~   Both: type ready...\n"
#define BOTH      ROOM BOB_JOINS
#define BEGIN                                                                            \
    "A> ready\nA~   Black (Bob): type ready...\nB> ready\nA~ * $R: Black (Bob) is "      \
    "ready...\n"
#define PLAYING BOTH BEGIN
/* In tablut, Black moves first. */
#define TABLUT ANN "A> create tablut\nA~ ...join $R\n" BOB_JOINS BEGIN
#define SEALED                                                                           \
    BOTH "A> ready sha256:2bd806c97f0e00af1a1fc3328fa763a9269723c8db8fac4f93af71db186d6" \
         "e90\nA~ ...type ready...\nB> ready\nA~ * $R: Black (Bob) is ready...\n"
#define PING_5 "A> ping\nA> ping\nA> ping\nA> ping\nA> ping\n"
/* Too many for ten at once and one a second, also on a machine that is busy meanwhile. */
#define PING_30 PING_5 PING_5 PING_5 PING_5 PING_5 PING_5

#define WATCHING ROOM BOB "B> watch $R\nB~   To sit down there, ...\n"

/* --- codes that a fixed session cannot reach --- */

static void line_too_long(struct scene *scene) {
    struct peer *peer = scene_text(scene);
    peer_send(peer, "%4097s", "");
    peer_expect_line(peer, "- A line may have at most 4096 bytes");
}

static void illegal_move(struct scene *scene) {
    struct pair pair = pair_begin(scene);
    struct peer *mover = pair_mover(&pair);
    peer_ask(mover, "{'cmd':'move','move':'14-2'}");
    json_t *error = peer_error(mover, "illegal_move");
    assert_string_equal(peer_text(error, "moves"), peer_text(mover->state, "moves"));
    assert_non_null(json_object_get(error, "rule"));
}

static void shutting_down(struct scene *scene) {
    struct peer *peer = scene_player(scene, "Ann");
    server_stop(&scene->server, SIGTERM);
    json_t *bye = peer_message(peer);
    assert_string_equal(peer_text(bye, "code"), "shutting_down");
    peer_expect_end(peer);
}

/* The hub that has a front's request is killed before it answers. */
static void interrupted(struct scene *scene) {
    struct alead front = alead_front(scene, "--web-listen 127.0.0.1:0");
    struct peer *ann = scene_text(scene);
    peer_send(ann, "ping");
    peer_await_line(ann, "+ pong");
    kill(scene->server.pid, SIGSTOP);
    peer_send(ann, "ping");
    alead_settle(&front);
    kill(scene->server.pid, SIGKILL);
    process_wait(scene->server.pid, SERVER_LIMIT_S);
    scene->server.pid = 0;
    struct alead hub =
        alead_start(scene, "--listen 127.0.0.1:0 --db :memory: " ALEAD_SOCKET);
    peer_await_line(ann, "- The server was interrupted: perhaps this was done, perhaps");
    alead_stop(&hub);
}

/* The file of the store cannot grow, as with a full disk. */
static void storage(struct scene *scene) {
    struct peer *peer = scene_player(scene, "Ann");
    struct rlimit none = {.rlim_cur = 0, .rlim_max = RLIM_INFINITY};
    assert_int_equal(prlimit(scene->server.pid, RLIMIT_FSIZE, &none, NULL), 0);
    peer_ask(peer, "{'cmd':'create','game':'royal-ur','id':'c'}");
    json_t *error = peer_error(peer, "storage");
    assert_string_equal(peer_text(error, "id"), "c");
    assert_int_equal(json_integer_value(json_object_get(error, "retry_after_ms")), 1000);
}

static void too_many_bans(struct scene *scene) {
    struct peer *peer = scene_player(scene, "Ann");
    for (int i = 0; i < 1000; i++) {
        peer_ask(peer, "{'cmd':'ban','who':'192.0.%d.%d'}", i / 200, i % 200);
        peer_reply_to(peer, "ban");
    }
    peer_ask(peer, "{'cmd':'ban','who':'192.1.0.0'}");
    peer_error(peer, "too_many_bans");
}

/* --- all codes --- */

#define SESSION(text)                                                                    \
    { (text), NULL, NULL }
#define SESSION_WITH(args, text)                                                         \
    { (text), (args), NULL }
#define RUN(run)                                                                         \
    { NULL, NULL, (run) }
#define RUN_WITH(args, run)                                                              \
    { NULL, (args), (run) }

/* From an address other than loopback. */
static void insecure(struct scene *scene) {
    struct ifaddrs *all;
    char address[INET_ADDRSTRLEN] = "";
    struct peer peer;
    assert_int_equal(getifaddrs(&all), 0);
    for (const struct ifaddrs *at = all; at != NULL; at = at->ifa_next) {
        if (at->ifa_addr != NULL && at->ifa_addr->sa_family == AF_INET &&
            (at->ifa_flags & IFF_LOOPBACK) == 0) {
            struct sockaddr_in own;
            memcpy(&own, at->ifa_addr, sizeof own);
            inet_ntop(AF_INET, &own.sin_addr, address, sizeof address);
        }
    }
    freeifaddrs(all);
    if (address[0] == '\0') {
        skip(); /* this machine has no other address */
    }
    peer_connect(&peer, address, scene->server.port[0]);
    peer_send(&peer, "name Ann");
    peer_await_line(&peer, "    resume ");
    peer_send(&peer, "register 12345678");
    peer_expect_line(&peer, "- Others on the way can read what you type");
    peer_await_line(&peer, "  ");
    peer_send(&peer, "register 12345678");
    peer_await_line(&peer, "+ The name Ann is yours");
    peer_fini(&peer);
}

static void tls_only(struct scene *scene) {
    struct peer peer;
    peer_connect(&peer, scene->server.tls_host[0], scene->server.tls_port[0]);
    peer_send(&peer, "hello");
    peer_expect_line(&peer, "- This port speaks TLS only");
    peer_expect_end(&peer);
    peer_fini(&peer);
}

static const struct {
    const char *session; /* shows the code or its text; NULL: `run` reaches it */
    const char *args;    /* arguments for alead */
    void (*run)(struct scene *scene);
} rows[ERROR_CODE_COUNT] = {
    [ERR_LINE_TOO_LONG] = RUN(line_too_long),
    [ERR_BAD_TEXT] = SESSION("A> n\xff\xff\nA< - Lines are UTF-8 without NUL.\n"),
    [ERR_BAD_JSON] = SESSION("A> {\nA< {\"error\":\"bad_json\",...}\n"),
    [ERR_BAD_ID] =
        SESSION("A> {\"cmd\":\"ping\",\"id\":[7]}\nA< {\"error\":\"bad_id\",...}\n"),
    [ERR_HTTP] = SESSION("A> GET / HTTP/1.1\n"
                         "A< * ...this is not a web server...\nA!\n"),
    [ERR_UNKNOWN_COMMAND] = SESSION("A> jion\nA< - ...did you mean join?\n"),
    [ERR_AMBIGUOUS_COMMAND] = SESSION("A> re\nA< - ...ready...rematch...\n"),
    [ERR_MISSING_ARGUMENT] = SESSION("A> name\nA< - ...name NAME.\n"),
    [ERR_EXTRA_ARGUMENT] = SESSION("A> name a b\nA< - ...name NAME.\n"),
    [ERR_BAD_ARGUMENT] = SESSION("A> mode xml\nA< - ...mode json...\n"),
    [ERR_UNKNOWN_TOPIC] = SESSION("A> help chess\nA< - No help on \"chess\": ...\n"),
    [ERR_TLS_ONLY] = RUN_WITH("--tls-listen 127.0.0.1:0", tls_only),
    [ERR_TOO_FAST] =
        SESSION_WITH("--limit commands_burst=10 --limit commands_per_s=1", PING_30
                     "A~ - Too many commands: slow down...\nA<   Try again in 1 s.\n"),
    [ERR_NO_NAME] = SESSION("A> create royal-ur\nA< - ...name YOURNAME.\n"),
    [ERR_BAD_NAME] = SESSION("A> name 4711\nA< - ...a Latin letter, then...\n"),
    [ERR_NAME_RESERVED] = SESSION("A> name adm1n\nA< - ...host...\n"),
    [ERR_NAME_TAKEN] =
        SESSION(ANN "B> name ANN\nB< - Somebody here has this name: choose another...\n"),
    [ERR_NAME_FIXED] = SESSION(ROOM "A> name Anna\nA< - Leave your rooms...\n"),
    [ERR_NAME_REGISTERED] =
        SESSION(ANN "A> register 12345678\nA< + The name Ann is yours...\n"
                    "A-\nB> name ann\nB< - ...login...\n"),
    [ERR_ALREADY_REGISTERED] =
        SESSION(ANN "A> register 12345678\nA< + The name Ann is yours...\n"
                    "A> register 12345678\nA< - Your name is registered already...\n"),
    [ERR_INSECURE] = RUN_WITH("--listen 0.0.0.0:0", insecure),
    [ERR_WRONG_PASSWORD] =
        SESSION(ANN "A> register 12345678\nA< + The name Ann is yours...\n"
                    "B> login ann 1234 5678\nB< - Wrong password...\n"),
    [ERR_BAD_PASSWORD] = SESSION(ANN "A> register 1234567\nA< - ...8 to 128 bytes.\n"),
    [ERR_TOO_MANY_ACCOUNTS] = SESSION_WITH(
        "--limit accounts=1", ANN
        "A> register 12345678\nA< + The name Ann is yours...\n" BOB
        "B> register 12345678\nB< - There are too many accounts: play without one...\n"),
    [ERR_UNKNOWN_TOKEN] = SESSION("A> resume abc\nA< - ...seats were given up...\n"),
    [ERR_TAKEN_OVER] = SESSION(ROOM "B> resume $TA\nB< + ...\n"
                                    "A< * ...come back on another connection\nA!\n"),
    [ERR_UNKNOWN_PLAYER] =
        SESSION_WITH("--operator-local",
                     "A> kick bob\nA< - There is no connection bob: type clients.\n"),
    [ERR_BANNED] =
        SESSION_WITH("--operator-local", "A> ban bob 5 not you\nA~     until:...\n"
                                         "B> name Bob\nB< - ...: not you.\n"),
    [ERR_KICKED] = SESSION_WITH("--operator-local",
                                ANN BOB "A> kick bob\nA~ ...\n"
                                        "B~ * ...an operator has ended...\nB!\n"),
    [ERR_NOT_BANNED] = SESSION_WITH("--operator-local",
                                    "A> unban bob\nA< - Bob is not banned: type bans.\n"),
    [ERR_TOO_MANY_BANS] =
        RUN_WITH("--operator-local --limit commands_burst=2000", too_many_bans),
    [ERR_NOT_OPERATOR] = SESSION("A> stats\nA< - Only an operator...\n"),
    [ERR_UNKNOWN_GAME] = SESSION(ANN "A> create chess\nA< - ...royal-ur...\n"),
    [ERR_BAD_OPTION] = SESSION(ANN "A> create royal-ur:king=armed\nA< - ...legs...\n"),
    [ERR_UNKNOWN_ROOM] = SESSION(ANN "A> join BABA\nA< - ...BABA: type rooms.\n"),
    [ERR_NO_ROOM] = SESSION(ANN "A> board\nA< - ...type rooms...\n"),
    [ERR_WHICH_ROOM] = SESSION(
        ROOM "A> create royal-ur\nA~ ...join $S\n"
             "A> board\nA< - You are in $R and $S: say which, as in @$R board.\n"),
    [ERR_NOT_IN_ROOM] = SESSION(ROOM BOB "B> @$R board\nB< - ...join it first.\n"),
    [ERR_IN_ROOM] = SESSION(ROOM "A> join $R\nA< - You are in this room already...\n"),
    [ERR_SEAT_TAKEN] = SESSION(ROOM BOB "B> join $R white\nB< - This seat is taken...\n"),
    [ERR_NOT_REGISTERED] = SESSION(ANN "A> create ur rated=yes\nA< - ...registered...\n"),
    [ERR_WRONG_WORD] = SESSION(ANN "A> create ur word=sesame\nA~ ...join $R word=WORD\n"
                                   "A~ ...send them: join $R word=sesame\n" BOB
                                   "B> join $R\nB< - ...join $R word=WORD.\n"
                                   "B> watch $R\nB< - ...watch $R word=WORD.\n"),
    [ERR_ROOM_FULL] = SESSION(
        BOTH
        "C> name Cid\nC~     resume ...\nC> join $R\nC< - Both seats are taken...\n"),
    [ERR_UNKNOWN_OFFER] = SESSION(ANN "A> accept 7\nA< - ...seeks...\n"),
    [ERR_OWN_OFFER] = SESSION(
        ANN "A> seek ur\nA< + Offer 1: ...\nA<   ...unseek\n"
            "A> accept 1\nA< - This is your own offer: somebody else has to...\n"),
    [ERR_NOT_WANTED] =
        SESSION(ANN BOB "B> profile games=none\nB~     games: ...none\n"
                        "A> challenge bob ur\nA< - Bob does not play this game now.\n"),
    [ERR_TOO_MANY_OFFERS] = SESSION_WITH(
        "--limit offers_per_player=1",
        ANN "A> seek ur\nA~   ...unseek\n"
            "A> seek tablut\nA< - You have made too many offers: take one back,...\n"),
    [ERR_TOO_MANY_ROOMS] = SESSION_WITH("--limit rooms_per_player=1",
                                        ROOM "A> create royal-ur\nA< - ...leave one.\n"),
    [ERR_LOBBY_FULL] = SESSION_WITH(
        "--limit rooms=1", ROOM BOB
        "B> create royal-ur\nB< - There are too many rooms: join one, or try...\n"),
    [ERR_GAGGED] = SESSION(
        ANN BOB "A> gag Bob\nA~ ...Bob\n"
                "B> tell Ann hi\nB< - This player does not want to hear you...\n"),
    [ERR_TOO_MANY_GAGS] = SESSION_WITH("--limit gags_per_player=1", ANN
                                       "A> gag Bob\nA~ ...Bob\nA> gag Cid\nA< - You gag "
                                       "too many players: type gag NAME off...\n"),
    [ERR_ALREADY_WATCHING] =
        SESSION(WATCHING "B> watch $R\nB< - You watch this room already...\n"),
    [ERR_NOT_WATCHING] =
        SESSION(ROOM BOB "B> unwatch $R\nB< - You do not watch this room...\n"),
    [ERR_TOO_MANY_WATCHED] = SESSION_WITH("--limit watched_per_player=1",
                                          WATCHING "A> create royal-ur\nA~ ...join $S\n"
                                                   "B> watch $S\nB< - ...unwatch one.\n"),
    [ERR_TOO_MANY_WATCHERS] = SESSION_WITH("--limit watchers_per_room=1",
                                           WATCHING "C> name Cid\nC~     resume ...\n"
                                                    "C> watch $R\nC< - ...try later.\n"),
    [ERR_IN_GAME] = SESSION(PLAYING "A> leave\nA~ - Your game against ...\n"
                                    "A> quit\nA~ - Your game against ...\n"),
    [ERR_NO_OPPONENT] = SESSION(ROOM "A> ready\nA< - You have no opponent yet...\n"),
    [ERR_ALREADY_READY] = SESSION(BOTH "A> ready\nA~ ...: type ready...\n"
                                       "A> ready\nA< - You are ready already...\n"),
    [ERR_NOT_OPENER] =
        SESSION(BOTH "B> unseat\nB~ - Only the player who opened this room may do...\n"),
    [ERR_CANNOT_UNSEAT] =
        SESSION(PLAYING "A> unseat\nA~ - Only a player who is not ready can be...\n"),
    [ERR_BAD_NONCE] =
        SESSION(BOTH "A> ready a:b\nA< - A nonce has at most 64 printable ASCII...\n"),
    [ERR_NOTHING_SEALED] =
        SESSION(BOTH "A> open x\nA< - You have no sealed nonce to open now...\n"),
    [ERR_WRONG_SEAL] =
        SESSION(SEALED "A> open bob\nA~ - This is not the nonce that you sealed...\n"),
    [ERR_NOT_PLAYING] = SESSION(BOTH "A> move 1\nA< - ...type ready.\n"),
    [ERR_NO_TAKEBACK] =
        SESSION(TABLUT "A> takeback\nA~ - Moves can be taken back only against...\n"),
    [ERR_NOT_YOUR_TURN] =
        SESSION(TABLUT "A> move 1\nA~ - It is the other side's turn...\n"),
    [ERR_ILLEGAL_MOVE] = RUN(illegal_move),
    [ERR_STALE] = SESSION(PLAYING "A> move 1 seq=1\nA~ - ...look at the board.\n"),
    [ERR_NOT_OVER] = SESSION(PLAYING "A> rematch\nA~ - The game is not over yet...\n"),
    [ERR_ALREADY_OFFERED] =
        SESSION(PLAYING "A> draw\nA~ + You want a draw.\n"
                        "A> draw\nA~ - ...with the same word, or moves.\n"),
    [ERR_TOO_LATE] =
        SESSION(TABLUT "B> move 1\nB~ + Played.\nA> move 1\nA~ + Played.\n"
                       "A> abort\nA~ - Too late to call it off: resign, or offer a...\n"),
    [ERR_NOT_ABSENT] = SESSION(PLAYING "A> claim\nA~ - Your opponent ...\n"),
    [ERR_NOT_ADJOURNED] =
        SESSION(PLAYING "A> resume\nA~ - No game is adjourned here...\n"),
    [ERR_NO_RECORD] = SESSION(
        BOTH "A> record\nA< - There is no record yet: the game has not begun...\n"),
    [ERR_UNKNOWN_RECORD] =
        SESSION("A> game abc\nA< - There is no finished game with this id...\n"
                "A> record abc\nA< - There is no finished game with this id...\n"),
    [ERR_INTERRUPTED] = RUN_WITH(ALEAD_SOCKET, interrupted),
    [ERR_STORAGE] = RUN_WITH("--db DIR/alea.db", storage),
    [ERR_TOO_MANY_CONNECTIONS] = SESSION_WITH(
        "--limit connections=1",
        "A> ping\nA< + pong\n"
        "B< - Too many connections: try again later [too_many_connections]\nB!\n"),
    [ERR_LOGIN_TIMEOUT] = SESSION_WITH("--limit login_ms=100",
                                       "A~ * ...you did not give a name in time\nA!\n"),
    [ERR_SHUTTING_DOWN] = RUN(shutting_down),
    [ERR_DRAINING] = SESSION_WITH("--operator-local",
                                  ANN "A> drain\nA~ + Everybody...\nA> create royal-ur\n"
                                      "A~ - ...no new game...\n"),
    [ERR_NOT_SURE] =
        SESSION_WITH("--operator-local", ANN BOB "A> shutdown\nA~ - ...drain...\n"),
};

static void reach(struct scene *scene) {
    enum error_code code = *(const enum error_code *)scene->test->param;
    const char *session = rows[code].session;
    if (session == NULL) {
        fail_msg("no session reaches this code");
    }
    transcript_play(scene, &(struct transcript){session, error_name(code), 1});
    /* Text mode shows the sentence instead of the code: in an error, or in a goodbye. */
    if (strstr(session, error_name(code)) == NULL && strstr(session, " - ") == NULL) {
        assert_non_null(strstr(session, "!\n"));
    }
}

BEFORE_TESTS {
    static enum error_code codes[ERROR_CODE_COUNT - 1];
    for (size_t i = 0; i < ERROR_CODE_COUNT - 1; i++) {
        codes[i] = (enum error_code)(i + 1); /* skips ERR_OK, which is 0 */
        scene_add(&(struct scene_test){
            .name = error_name(codes[i]),
            .run = rows[codes[i]].run != NULL ? rows[codes[i]].run : reach,
            .args = rows[codes[i]].args,
            .param = &codes[i],
        });
    }
}
