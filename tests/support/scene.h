/* A test against a real server: a new alead, its clients, and the programs that the test
 * runs.  At the end of a test, the server is stopped and its exit status checked; if the
 * test has failed, the server's log is shown. */
#ifndef ALEA_TESTS_SUPPORT_SCENE_H
#define ALEA_TESTS_SUPPORT_SCENE_H

#include "tests/support/peer.h"
#include "tests/support/process.h"
#include "tests/support/server.h"
#include "tests/unit/test.h"

#define SCENE_PEERS_MAX     32
#define SCENE_PROCESSES_MAX 16

struct scene;

/* A test; SCENE makes one. */
struct scene_test {
    const char *name;
    void (*run)(struct scene *scene);
    const char *args;  /* arguments for alead, see server_start; NULL: none */
    const void *param; /* for the use of `run` */
    bool tls;          /* its clients use TLS; args must have --tls-listen */
};

struct scene {
    const struct scene_test *test;
    struct server server;
    struct peer peer[SCENE_PEERS_MAX];
    size_t n_peers;
    struct process process[SCENE_PROCESSES_MAX];
    size_t n_processes;
    bool has_passed;
};

/* SCENE(what_it_shows) { ... } */
#define SCENE(name) SCENE_WITH(name, .tls = false)
/* The same with other members of the row: SCENE_WITH(name, .args = "...") { ... } */
#define SCENE_WITH(name, ...)                                                            \
    static void name(struct scene *scene);                                               \
    SCENE_ROW(name, name, __VA_ARGS__)                                                   \
    static void name(__attribute__((unused)) struct scene *scene)
/* One more test that runs such a function. */
#define SCENE_ALSO(name, run, ...)                                                       \
    SCENE_ROW(name, run, __VA_ARGS__)                                                    \
    struct scene
#define SCENE_ROW(name_, run_, ...)                                                      \
    TEST_AT_START(add_##name_) {                                                         \
        scene_add(&(struct scene_test){.name = #name_, .run = run_, __VA_ARGS__});       \
    }
/* Adds a test, for BEFORE_TESTS. */
void scene_add(const struct scene_test *test);

/* A new connection; its greeting is not read yet. */
struct peer *scene_connect(struct scene *scene);
/* A new connection in text mode; its greeting is read. */
struct peer *scene_text(struct scene *scene);
/* A new connection in JSON mode with this name. */
struct peer *scene_player(struct scene *scene, const char *name);
/* Starts a program; argv ends with NULL. */
struct process *scene_run(struct scene *scene, enum process_stdio how,
                          const char *const *argv);
/* Makes a new request, to see that the server still works. */
void scene_expect_health(struct scene *scene);

/* Two players in JSON mode in one room: Ann, who opened it and plays white, and Bob. */
struct pair {
    struct peer *ann, *bob;
    char room[8];
};

/* Seats both in a new room for royal-ur; Bob has read everything that was sent to him. */
struct pair pair_seat(struct scene *scene);
/* Ann opens this room ("GAME", or "GAME','time':'1+0"), Bob joins it, and both are
 * ready: the game is running, and both have read the event. */
struct pair pair_play(struct peer *ann, struct peer *bob, const char *game);
/* The same between two new players of royal-ur. */
struct pair pair_begin(struct scene *scene);
/* The player to move, according to the last state that Ann has read. */
struct peer *pair_mover(const struct pair *pair);
/* The player who waits. */
struct peer *pair_other(const struct pair *pair);
/* The player to move plays the first legal move; both read the next state. */
void pair_move(const struct pair *pair);
/* Reads until a state event with this number or a later one arrives. */
json_t *pair_await_seq(struct peer *peer, json_int_t seq);

#endif
