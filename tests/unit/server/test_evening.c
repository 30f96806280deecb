/* A scripted evening: thirty people and bots come, play, talk, watch, drop, come back,
 * and go home; the server crashes in between.  Whatever they do: every request is
 * answered once, nobody sits twice in a game, everybody sees the same events with the
 * same numbers, every offer ends, every room ends or is stored, and ratings add up. */
#include "server/history.h"
#include "server/hub_inside.h"
#include "tests/support/fault_vfs.h"
#include "tests/unit/server/evening_lobby.h"
#include "tests/unit/server/evening_rooms.h"

#define STEPS 6000

/* False: there was nothing of the kind to be done. */
typedef bool act(struct evening *e, struct person *p);

static const struct {
    act *run;
    unsigned weight;
} acts[] = {
    /* in rooms */
    {act_move, 600},
    {act_ready, 60},
    {act_create, 6},
    {act_join, 10},
    {act_say, 10},
    {act_rematch, 4},
    {act_leave, 3},
    {act_resume, 10},
    {act_claim, 10},
    {act_resign, 1},
    {act_offer, 4},
    {act_leave_sure, 1},
    /* in the lobby */
    {act_register, 5},
    {act_forget, 1},
    {act_seek, 10},
    {act_challenge, 10},
    {act_accept, 30},
    {act_unseek, 2},
    {act_profile, 5},
    {act_watch, 10},
    {act_tell, 5},
    {act_shout, 1},
    {act_gag, 2},
    {act_look, 5},
    {act_drop, 3},
};

static act *pick_act(struct evening *e) {
    unsigned sum = 0, i = 0;
    for (size_t k = 0; k < sizeof acts / sizeof acts[0]; k++) {
        sum += acts[k].weight;
    }
    for (unsigned at = below(e, sum); at >= acts[i].weight; i++) {
        at -= acts[i].weight;
    }
    return acts[i].run;
}

/* --- the evening --- */

static void open_doors(struct evening *e) {
    e->rng = random_seed();
    random_state = e->rng;
    e->house = open_filed_house("--durability process --limit connections_per_address=4");
    for (size_t i = 0; i < PEOPLE; i++) {
        snprintf(e->person[i].name, sizeof e->person[i].name, "%s%zu",
                 i % 5 == 0 ? "Bot" : "Person", i);
    }
}

static void let_time_pass(struct evening *e, uint64_t ms) {
    pass(e->house, ms);
    settle(e);
}

/* As by SIGKILL: what everybody has been told is still true afterwards. */
static void crash(struct evening *e) {
    size_t n_rooms = hub_n_rooms(e->house->hub);
    settle(e);
    kill_house(e->house);
    start_house(e->house);
    assert_int_equal(hub_n_rooms(e->house->hub), n_rooms);
    for (size_t i = 0; i < PEOPLE; i++) {
        e->person[i].conn = 0;
        e->person[i].n_offers = 0;
    }
}

static void step(struct evening *e) {
    if (e->bad_disk && one_in(e, 20)) {
        fault_vfs_set(1 + (int)below(e, 8), 0, SQLITE_FULL, false);
    }
    struct person *p = &e->person[below(e, PEOPLE)];
    if (p->conn == 0) {
        if (one_in(e, 4)) {
            enter_again(e, p);
        }
    } else {
        for (int tries = 0; tries < 20 && !pick_act(e)(e, p); tries++) {
        }
    }
    let_time_pass(e, one_in(e, 1000) ? 150000 : below(e, 200));
}

static unsigned n_games_stored(const struct evening *e) {
    enum { MOST = 10000 };
    struct stored_game *row = calloc(MOST, sizeof *row);
    size_t n = store_list_games(e->house->store, "", row, MOST);
    free(row);
    return (unsigned)n;
}

/* When time has passed and nobody has done anything: no offer stands any more. */
static void wait_for_offers(struct evening *e) {
    for (size_t i = 0; i < PEOPLE; i++) {
        if (e->person[i].conn == 0) {
            enter_again(e, &e->person[i]);
        }
    }
    let_time_pass(e, (uint64_t)e->house->config.hub.limits.offer_ms + 1000);
    for (size_t i = 0; i < PEOPLE; i++) {
        if (e->person[i].n_offers > 0) {
            fail_msg("%s has never heard of the end of offer %lld", e->person[i].name,
                     (long long)e->person[i].offer[0]);
        }
    }
    size_t at = 0;
    assert_null(offers_next(&e->house->hub->offers, &at));
}

/* Everybody comes once more and gives up what is still running: the house is empty then,
 * also after another crash, and has all games that anybody saw the end of. */
static void go_home(struct evening *e) {
    for (size_t i = 0; i < PEOPLE; i++) {
        struct person *p = &e->person[i];
        if (p->conn == 0) {
            enter_again(e, p);
        }
        let_time_pass(e, 3000);
        while (act_leave_sure(e, p)) {
            let_time_pass(e, 1000);
            assert_int_equal(p->error, ERR_OK);
        }
        hang_up(e, p);
    }
    let_time_pass(e, 150000);
    assert_int_equal(hub_n_rooms(e->house->hub), 0);
    assert_int_equal(e->house->hub->sessions.n_used, 0);
    crash(e);
    assert_int_equal(hub_n_rooms(e->house->hub), 0);
    assert_int_equal(n_games_stored(e), e->n_over);
}

/* Each game that was stored can be played once more, also where names were taken out. */
static void replay_all(struct evening *e) {
    char fault[FAULT_BYTES] = "";
    int64_t game = 0;
    while ((game = store_next_game(e->house->store, game, false)) > 0) {
        struct room *room =
            history_room(e->house->store, game, UINT64_MAX, NULL, NULL, fault);
        assert_string_equal(fault, "");
        room_free(room);
    }
}

/* What everybody's ratings are is what follows from the games that were seen. */
static void check_all_ratings(struct evening *e) {
    enter_again(e, &e->person[0]);
    for (size_t i = 0; i < PEOPLE; i++) {
        e->asked = e->person[i].name;
        if (e->person[i].password[0] != '\0') {
            do_line(e, &e->person[0], "{'cmd':'rating','name':'%s'}", e->asked);
            assert_int_equal(e->person[0].error, ERR_OK);
        }
    }
    hang_up(e, &e->person[0]);
    printf("%zu rated games, %u ratings; offers told of %u times, "
           "%u asides; %u forgotten\n",
           e->n_rated, e->n_ratings, e->n_offers, e->n_asides, e->n_forgotten);
}

static void close_doors(struct evening *e) {
    for (size_t i = 0; i < PEOPLE; i++) {
        for (size_t k = 0; k < PLACES_MAX; k++) {
            forget_place(&e->person[i].place[k]);
        }
    }
    for (size_t i = 0; i < e->n_logs; i++) {
        free(e->log[i].event);
    }
    close_filed_house(e->house);
    free(e);
}

static void spend(bool bad_disk, unsigned steps) {
    struct evening *e = calloc(1, sizeof *e);
    open_doors(e);
    e->bad_disk = bad_disk;
    for (unsigned i = 0; i < steps; i++) {
        step(e);
        if (i % (steps / 4) == steps / 5) {
            crash(e);
        }
    }
    fault_vfs_set(0, 0, SQLITE_OK, false);
    let_time_pass(e, 2 * HUB_THAW_MS);
    e->bad_disk = false;
    wait_for_offers(e);
    go_home(e);
    check_all_ratings(e);
    replay_all(e);
    printf("%u events, %u of them seen by others before; %u games have ended\n",
           e->n_events, e->n_equal, e->n_over);
    for (int i = 0; i < ERROR_CODE_COUNT; i++) {
        if (e->errors[i] > 0) {
            printf("  %6u %s\n", e->errors[i], error_name((enum error_code)i));
        }
    }
    close_doors(e);
}

static void an_evening(void **state) {
    (void)state;
    spend(false, STEPS);
}

static void an_evening_with_a_bad_disk(void **state) {
    (void)state;
    spend(true, STEPS / 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(an_evening),
                                       cmocka_unit_test(an_evening_with_a_bad_disk)};
    fault_vfs_register();
    house_vfs = FAULT_VFS;
    return cmocka_run_group_tests_name("an evening", tests, NULL, NULL);
}
