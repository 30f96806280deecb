/* A house bot keeps its identity when it is restarted: it comes back to its rooms and its
 * opponents. */
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/scene.h"

/* Seconds until it must have ended; generous, for slow machines. */
#define LIMIT_S 60
/* For clients that keep asking whether a room exists. */
#define QUICK "--limit commands_per_s=1000000 --limit commands_burst=1000000"

/* Starts a house bot that keeps its token in the directory of the scene's server. */
static struct process *start_house_of(struct scene *scene, const char *game,
                                      const char *tables) {
    char program[SERVER_PATH_BYTES], state[SERVER_PATH_BYTES + 20], address[32];
    server_program(program, "alea");
    snprintf(state, sizeof state, "XDG_STATE_HOME=%s", scene->server.dir);
    snprintf(address, sizeof address, "127.0.0.1:%u", scene->server.port[0]);
    return scene_run(scene, PROCESS_SOCKET,
                     (const char *const[]){"env", state, program, "bot", "--house",
                                           "--name", "House", "--game", game, "--tables",
                                           tables, address, NULL});
}

static struct process *start_house(struct scene *scene) {
    return start_house_of(scene, "tablut", "1");
}

/* How many tokens it has kept. */
static unsigned n_tokens(const struct scene *scene) {
    char path[SERVER_PATH_BYTES + 20];
    unsigned n = 0;
    snprintf(path, sizeof path, "%s/alea/tokens", scene->server.dir);
    DIR *dir = opendir(path);
    assert_non_null(dir);
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        n += entry->d_name[0] != '.';
    }
    closedir(dir);
    return n;
}

/* The house bot opens its room when it arrives.  Returns the row of the room. */
static const json_t *await_room(struct peer *ann) {
    const json_t *rows;
    do {
        peer_ask(ann, "{'cmd':'rooms'}");
        rows = json_object_get(peer_reply(ann), "rooms");
    } while (json_array_size(rows) == 0);
    assert_int_equal(json_array_size(rows), 1);
    assert_string_equal(peer_text(json_array_get(rows, 0), "white"), "House");
    return json_array_get(rows, 0);
}

static void join_house(struct peer *ann) {
    char room[16];
    snprintf(room, sizeof room, "%s", peer_text(await_room(ann), "room"));
    peer_ask(ann, "{'cmd':'join','room':'%s'}", room);
    peer_reply_to(ann, "join");
}

/* Reads until the house bot, who sits as white, is away or present. */
static void await_house(struct peer *ann, bool is_away) {
    for (;;) {
        const json_t *seats = json_object_get(ann->state, "seats");
        const json_t *house = json_object_get(seats, "white");
        if (house != NULL && json_is_true(json_object_get(house, "away")) == is_away) {
            assert_string_equal(peer_text(house, "name"), "House");
            return;
        }
        peer_message(ann);
    }
}

/* Waits until it is ann's turn. */
static void await_turn(struct peer *ann) {
    while (json_object_get(ann->state, "moves") == NULL) {
        peer_message(ann);
    }
}

/* Ann and the house bot move once each: in tablut, the turns alternate. */
static void play(struct peer *ann) {
    await_turn(ann);
    json_int_t seq = json_integer_value(json_object_get(ann->state, "seq"));
    peer_ask(ann, "{'cmd':'move','move':'1'}");
    while (json_integer_value(json_object_get(ann->state, "seq")) == seq) {
        peer_message(ann);
    }
    await_turn(ann);
}

static struct peer *begin_game(struct scene *scene) {
    struct peer *ann = scene_player(scene, "ann");
    join_house(ann);
    peer_ask(ann, "{'cmd':'ready'}");
    peer_await_stage(ann, "playing");
    play(ann);
    return ann;
}

/* Stops the house bot as Ctrl-C does.  Returns its output. */
static const char *stop_house(struct process *house) {
    const char *output;
    assert_int_equal(kill(house->pid, SIGINT), 0);
    assert_int_equal(process_finish(house, LIMIT_S, &output), 0);
    return house->stdio.end > 0 ? output : ""; /* with no bytes, output is not
                                                * NUL-terminated */
}

SCENE_WITH(killed_in_a_game, .args = QUICK) {
    struct process *house = start_house(scene);
    struct peer *ann = begin_game(scene);
    process_fini(house); /* kill -9 */
    await_house(ann, true);
    start_house(scene);
    await_house(ann, false);
    play(ann);
}

/* It adjourns and resumes when its opponent wants to, but declines draws and plays the
 * game to its end. */
SCENE_WITH(another_time, .args = QUICK) {
    start_house(scene);
    struct peer *ann = begin_game(scene);
    peer_ask(ann, "{'cmd':'adjourn'}");
    peer_await_stage(ann, "adjourned");
    peer_ask(ann, "{'cmd':'resume'}");
    peer_await_stage(ann, "playing");
    peer_ask(ann, "{'cmd':'draw'}");
    peer_await_stage(ann, "playing"); /* the event about the draw offer */
    play(ann);
    assert_string_equal(peer_text(ann->state, "stage"), "playing");
}

SCENE_WITH(stopped_in_a_game, .args = QUICK) {
    struct process *house = start_house(scene);
    struct peer *ann = begin_game(scene);
    assert_non_null(strstr(stop_house(house), "its seats are kept for a while"));
    await_house(ann, true);
    start_house(scene);
    await_house(ann, false);
    play(ann);
}

/* Ann sits with it, but no game is running. */
SCENE_WITH(stopped_after_a_game, .args = QUICK) {
    struct process *house = start_house(scene);
    struct peer *ann = begin_game(scene);
    peer_ask(ann, "{'cmd':'resign'}");
    peer_await_stage(ann, "over");
    stop_house(house);
    await_house(ann, true);
    start_house(scene);
    await_house(ann, false);
    peer_ask(ann, "{'cmd':'rematch'}");
    peer_await_stage(ann, "waiting");
    peer_ask(ann, "{'cmd':'ready'}");
    peer_await_stage(ann, "playing");
}

/* A house bot that was killed after saying ready cannot open its seal: the game is called
 * off, and a rematch follows.  Needs dice: in other games nothing is sealed. */
SCENE_WITH(killed_when_ready, .args = QUICK " --limit open_ms=1000") {
    struct process *house = start_house_of(scene, "royal-ur", "1");
    struct peer *ann = scene_player(scene, "ann");
    join_house(ann);
    for (const json_t *white = NULL; !json_is_true(json_object_get(white, "ready"));) {
        peer_message(ann);
        white = json_object_get(json_object_get(ann->state, "seats"), "white");
    }
    process_fini(house);
    await_house(ann, true);
    start_house_of(scene, "royal-ur", "1");
    await_house(ann, false);
    peer_ask(ann, "{'cmd':'ready'}");
    const json_t *result = json_object_get(peer_await_stage(ann, "over"), "result");
    assert_string_equal(peer_text(result, "reason"), "unopened");
    const char *stage;
    do { /* on a busy machine, the house may be late again */
        peer_ask(ann, "{'cmd':'rematch'}");
        peer_await_stage(ann, "waiting");
        peer_ask(ann, "{'cmd':'ready'}");
        do {
            peer_message(ann);
            stage = peer_text(ann->state, "stage");
        } while (strcmp(stage, "playing") != 0 && strcmp(stage, "over") != 0);
    } while (strcmp(stage, "over") == 0);
}

/* It accepts a challenge, and leaves the room where it was waiting. */
SCENE_WITH(challenged, .args = QUICK) {
    start_house(scene);
    struct peer *ann = scene_player(scene, "ann");
    await_room(ann);
    peer_ask(ann, "{'cmd':'challenge','name':'house','game':'ur'}");
    peer_error(ann, "not_wanted");
    peer_ask(ann, "{'cmd':'challenge','name':'house','game':'tablut','side':'black'}");
    peer_reply_to(ann, "challenge");
    peer_await_stage(ann, "waiting");
    peer_ask(ann, "{'cmd':'ready'}");
    peer_await_stage(ann, "playing");
    play(ann);
    size_t n_rooms;
    do {
        peer_ask(ann, "{'cmd':'rooms'}");
        n_rooms = json_array_size(json_object_get(peer_reply(ann), "rooms"));
    } while (n_rooms != 1);
}

/* Challenges it, and leaves the room if there is one.  Returns whether it has
 * accepted. */
static bool challenge_and_leave(struct peer *ann) {
    peer_ask(ann, "{'cmd':'challenge','name':'house','game':'tablut:king=unarmed'}");
    json_int_t offer =
        json_integer_value(json_object_get(peer_reply_to(ann, "challenge"), "offer"));
    const json_t *over;
    do {
        over = peer_message(ann);
    } while (json_integer_value(json_object_get(over, "offer")) != offer ||
             json_object_get(over, "why") == NULL);
    if (strcmp(peer_text(over, "why"), "taken") != 0) {
        assert_string_equal(peer_text(over, "why"), "declined");
        return false;
    }
    peer_await_stage(ann, "waiting");
    char room[16];
    snprintf(room, sizeof room, "%s", peer_text(ann->state, "room"));
    peer_ask(ann, "{'cmd':'leave','room':'%s'}", room);
    peer_reply_to(ann, "leave");
    /* The house bot leaves the room, too. */
    int64_t deadline_ms = peer_now_ms() + PEER_LIMIT_MS;
    bool is_there = true;
    while (is_there) {
        assert_true(peer_now_ms() < deadline_ms);
        peer_ask(ann, "{'cmd':'rooms'}");
        const json_t *rows = json_object_get(peer_reply_to(ann, "rooms"), "rooms");
        const json_t *row;
        size_t i;
        is_there = false;
        json_array_foreach(rows, i, row) {
            is_there = is_there || strcmp(peer_text(row, "room"), room) == 0;
        }
    }
    return true;
}

/* It may have two rooms at a time, and can accept any number of challenges in a row. */
SCENE_WITH(challenged_again, .args = QUICK " --limit rooms_per_player=2") {
    start_house(scene);
    struct peer *ann = scene_player(scene, "ann");
    await_room(ann);
    for (int i = 0; i < 3; i++) {
        assert_true(challenge_and_leave(ann));
    }
}

/* It declines a challenge for which it has no room. */
SCENE_WITH(challenged_without_room, .args = QUICK " --limit rooms_per_player=1") {
    start_house_of(scene, "tablut", "2");
    struct peer *ann = scene_player(scene, "ann");
    struct peer *bob = scene_player(scene, "bob");
    join_house(ann); /* the one room that it may have */
    assert_false(challenge_and_leave(bob));
}

/* --- the host's bot --- */

/* With the host's rules: every game, in any number of rooms.  dir: where the server has
 * its file. */
static struct process *start_host_bot_in(struct scene *scene, const char *dir,
                                         const char *name, const char *level) {
    char program[SERVER_PATH_BYTES], token[SERVER_PATH_BYTES + 40], address[32];
    server_program(program, "alea");
    snprintf(token, sizeof token, "%s/alea.db.bot-%s", dir, name);
    snprintf(address, sizeof address, "127.0.0.1:%u", scene->server.port[0]);
    return scene_run(scene, PROCESS_SOCKET,
                     (const char *const[]){program, "bot", "--house", "--name", name,
                                           "--token", token, address,
                                           level != NULL ? "--challenges" : NULL,
                                           "--level", level, NULL});
}

static struct process *start_host_bot_at(struct scene *scene, const char *name,
                                         const char *level) {
    return start_host_bot_in(scene, scene->server.dir, name, level);
}

static struct process *start_host_bot(struct scene *scene) {
    return start_host_bot_at(scene, "House", NULL);
}

static bool is_house_here(struct peer *ann) {
    peer_ask(ann, "{'cmd':'whois','name':'House'}");
    const json_t *here = json_object_get(peer_reply(ann), "here");
    return json_is_true(here);
}

static void await_host_bot(struct peer *ann) {
    while (!is_house_here(ann)) {
    }
}

/* House plays with this many players at the same time, each of whom has just typed play.
 * It does not join the room of a player who waits for a friend. */
SCENE_WITH(plays_with_many,
           .args = QUICK " --db DIR/alea.db --bot House --limit bot_wait_ms=0") {
    struct peer *ann = scene_player(scene, "ann"), *guest[20];
    start_host_bot(scene);
    await_host_bot(ann);
    peer_ask(ann, "{'cmd':'create','game':'tablut'}");
    char room[16];
    snprintf(room, sizeof room, "%s", peer_text(peer_reply_to(ann, "create"), "room"));
    for (int i = 0; i < 20; i++) {
        char name[20];
        snprintf(name, sizeof name, "guest%d", i);
        guest[i] = scene_player(scene, name);
        peer_ask(guest[i], "{'cmd':'play','game':'royal-ur'}");
        assert_string_equal(peer_text(peer_reply_to(guest[i], "play"), "bot"), "House");
        peer_await_stage(guest[i], "waiting"); /* otherwise they would be paired with each
                                                * other */
        peer_ask(guest[i], "{'cmd':'ready'}");
    }
    for (int i = 0; i < 20; i++) {
        if (guest[i]->state == NULL ||
            strcmp(peer_text(guest[i]->state, "stage"), "playing") != 0) {
            peer_await_stage(guest[i], "playing");
        }
    }
    /* They can get another game with it. */
    peer_ask(guest[0], "{'cmd':'challenge','name':'House','game':'ur'}");
    peer_reply_to(guest[0], "challenge");
    peer_ask(ann, "{'cmd':'board','room':'%s'}", room);
    const json_t *seats =
        json_object_get(json_object_get(peer_reply_to(ann, "board"), "state"), "seats");
    assert_true(json_is_null(json_object_get(seats, "black")));
}

/* Asks House-5 for a game of tablut, as soon as it is here. */
static void ask_level_5(struct peer *ann, const char *side, const char *rated) {
    const json_t *reply;
    do {
        peer_ask(ann,
                 "{'cmd':'play','game':'tablut','side':'%s','level':'5','rated':'%s'}",
                 side, rated);
        reply = peer_answer(ann);
    } while (json_object_get(reply, "error") != NULL &&
             strcmp(peer_text(reply, "error"), "unknown_player") == 0);
    assert_string_equal(peer_text(reply, "reply"), "play");
    peer_await_stage(ann, "waiting");
}

/* Ann takes her move back, and with it the bot's: she plays from there once more. */
static void take_back(struct peer *ann) {
    char before[200], after[200];
    snprintf(before, sizeof before, "%s", peer_text(ann->state, "position"));
    play(ann);
    snprintf(after, sizeof after, "%s", peer_text(ann->state, "position"));
    assert_string_not_equal(before, after);
    peer_ask(ann, "{'cmd':'takeback'}");
    while (strcmp(peer_text(ann->state, "position"), before) != 0) {
        peer_message(ann);
    }
    play(ann);
}

/* Plays with the bot of the level that is asked for, which opens no rooms of its own,
 * leaves the room when its opponent does, and has no level that somebody else chose. */
SCENE_WITH(plays_at_a_level,
           .args = QUICK " --db DIR/alea.db --bot House-2 --bot House-5") {
    struct peer *ann = scene_player(scene, "ann");
    start_host_bot_at(scene, "House-2", "2");
    start_host_bot_at(scene, "House-5", "5");
    ask_level_5(ann, "black", "no");
    const json_t *seats = json_object_get(ann->state, "seats");
    assert_string_equal(peer_text(json_object_get(seats, "white"), "name"), "House-5");
    assert_string_equal(peer_text(ann->state, "game"), "tablut");
    peer_ask(ann, "{'cmd':'ready'}");
    peer_await_stage(ann, "playing");
    await_turn(ann);
    take_back(ann);
    peer_ask(ann, "{'cmd':'rooms'}");
    assert_int_equal(
        json_array_size(json_object_get(peer_reply_to(ann, "rooms"), "rooms")), 1);
    peer_ask(ann, "{'cmd':'leave','sure':'sure'}");
    peer_reply_to(ann, "leave");
    int64_t deadline_ms = peer_now_ms() + PEER_LIMIT_MS;
    size_t n = 1;
    while (n > 0) {
        assert_true(peer_now_ms() < deadline_ms);
        peer_ask(ann, "{'cmd':'rooms'}");
        n = json_array_size(json_object_get(peer_reply_to(ann, "rooms"), "rooms"));
    }
}

/* The rating of this name in tablut. */
static double rating_of(struct peer *peer, const char *name) {
    peer_ask(peer, "{'cmd':'rating','name':'%s'}", name);
    const json_t *ratings = json_object_get(peer_reply_to(peer, "rating"), "ratings");
    return json_number_value(json_object_get(json_array_get(ratings, 0), "rating"));
}

/* Ann, who has an account, plays for ratings with level 5: both are rated then, also
 * after the server and the bot have been started again. */
SCENE(plays_for_ratings) {
    char dir[] = "/tmp/alea-rated-XXXXXX", args[200];
    assert_non_null(mkdtemp(dir));
    snprintf(args, sizeof args, QUICK " --db %s/alea.db --bot House-5 --rated-levels",
             dir);
    server_stop(&scene->server, SIGTERM);
    server_fini(&scene->server, false);
    server_start(&scene->server, args);
    struct process *house = start_host_bot_in(scene, dir, "House-5", "5");
    struct peer *ann = scene_player(scene, "ann");
    peer_ask(ann, "{'cmd':'register','password':'correct horse'}");
    peer_reply_to(ann, "register");
    ask_level_5(ann, "white", "yes"); /* as black she may lose before it counts */
    assert_string_equal(peer_text(ann->state, "options"), "legs=2");
    peer_ask(ann, "{'cmd':'ready'}");
    peer_await_stage(ann, "playing");
    for (int i = 0; i < 6; i++) { /* then it counts for both */
        play(ann);
    }
    peer_ask(ann, "{'cmd':'adjourn'}"); /* but it is not put off: it would never count */
    play(ann);
    assert_string_equal(peer_text(ann->state, "stage"), "playing");
    peer_ask(ann, "{'cmd':'resign'}");
    while (strcmp(peer_text(ann->state, "stage"), "playing") == 0) {
        peer_message(ann);
    }
    double ann_has = rating_of(ann, "ann"), house_has = rating_of(ann, "House-5");
    assert_true(ann_has > 0 && ann_has < 1500 && house_has > 1500);
    process_fini(house);
    server_stop(&scene->server, SIGTERM);
    server_fini(&scene->server, false);
    server_start(&scene->server, args);
    start_host_bot_in(scene, dir, "House-5", "5");
    ann = scene_text(scene);
    peer_ask(ann, "{'cmd':'login','name':'ann','password':'correct horse'}");
    peer_reply_to(ann, "login");
    assert_true(rating_of(ann, "ann") == ann_has);
    assert_true(rating_of(ann, "House-5") == house_has);
    ask_level_5(ann, "white", "yes");
    process_finish(
        scene_run(scene, PROCESS_SOCKET, (const char *const[]){"rm", "-r", dir, NULL}),
        LIMIT_S, NULL);
}

/* No player can take the name House, neither before it comes nor while it is away.  It
 * comes back to a restarted server, with the new token. */
SCENE_WITH(its_name_is_kept, .args = QUICK " --db DIR/alea.db --bot House") {
    struct peer *ann = scene_player(scene, "ann");
    peer_ask(ann, "{'cmd':'name','name':'House'}");
    peer_error(ann, "name_taken");
    struct process *house = start_host_bot(scene);
    await_host_bot(ann);
    process_fini(house); /* kill -9 */
    while (is_house_here(ann)) {
    }
    peer_ask(ann, "{'cmd':'name','name':'HOUSE'}");
    peer_error(ann, "name_taken");
    start_host_bot(scene);
    await_host_bot(ann);
}

/* If it is stopped without an opponent, it gives up its seats, and keeps no token. */
SCENE_WITH(stopped_alone, .args = QUICK) {
    struct process *house = start_house(scene);
    struct peer *ann = scene_player(scene, "ann");
    await_room(ann);
    assert_int_equal(n_tokens(scene), 1);
    assert_string_equal(stop_house(house), "");
    assert_int_equal(n_tokens(scene), 0);
    peer_ask(ann, "{'cmd':'rooms'}");
    assert_int_equal(json_array_size(json_object_get(peer_reply(ann), "rooms")), 0);
}
