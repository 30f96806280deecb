/* Sessions of nodes: one name, one home; and requests that are done once.  With
 * ALEA_STORE in PostgreSQL. */
#include "server/store/db.h"
#include "tests/unit/server/cluster_shelf.h"

/* A claim of a new session; its token's hash is its id. */
static struct claim claim_of(enum claim_by by, uint64_t id, const char *name,
                             int64_t account) {
    struct claim claim = {.by = by, .session = {.id = id, .account = account}};
    snprintf(claim.session.name, sizeof claim.session.name, "%s", name);
    claim.session.token_hash[0] = (uint8_t)id;
    return claim;
}

static struct claim resume_of(uint64_t id) {
    return claim_of(CLAIM_TOKEN, id, "", 0);
}

static void assert_claimed(struct store *store, struct claim *claim, bool is_new,
                           int former, uint64_t homes) {
    assert_int_equal(store_claim_session(store, claim), FOUND);
    assert_int_equal(claim->is_new, is_new);
    assert_int_equal(claim->former, former);
    assert_int_equal(claim->homes, homes);
}

static void test_one_name(void **state) {
    struct cluster cluster;
    open_cluster(&cluster);
    struct claim ann = claim_of(CLAIM_NAME, 5, "Ann", 0);
    assert_claimed(cluster.a, &ann, true, NODE_NOBODY, 1);
    struct claim again = claim_of(CLAIM_NAME, 5, "Ann", 0); /* the answer was lost */
    assert_claimed(cluster.a, &again, true, 1, 1);
    struct claim other = claim_of(CLAIM_NAME, 6, "\xC3\x84nn", 0);
    assert_int_equal(store_claim_session(cluster.b, &other), NOT_FOUND);
    assert_int_equal(other.session.id, 5);
    assert_string_equal(other.session.name, "Ann");
    assert_int_equal(other.former, 1);
    other = claim_of(CLAIM_NAME, 6, "bob", 0);
    assert_claimed(cluster.b, &other, true, NODE_NOBODY, 1);
    close_cluster(&cluster);
}

static void test_another_name(void **state) {
    struct cluster cluster;
    open_cluster(&cluster);
    struct claim ann = claim_of(CLAIM_NAME, 5, "ann", 0);
    struct claim bob = claim_of(CLAIM_NAME, 6, "bob", 0);
    assert_claimed(cluster.a, &ann, true, NODE_NOBODY, 1);
    assert_claimed(cluster.a, &bob, true, NODE_NOBODY, 1);
    snprintf(ann.session.name, sizeof ann.session.name, "bob");
    assert_int_equal(store_claim_session(cluster.a, &ann), NOT_FOUND);
    assert_int_equal(ann.session.id, 6);
    ann = claim_of(CLAIM_NAME, 5, "anna", 0);
    ann.homes = 1;
    assert_claimed(cluster.a, &ann, false, 1, 1);
    struct claim free = claim_of(CLAIM_NAME, 7, "ann", 0);
    assert_claimed(cluster.b, &free, true, NODE_NOBODY, 1);
    /* It has moved meanwhile: the former home does not name it any more. */
    struct claim moved = resume_of(5);
    assert_claimed(cluster.b, &moved, false, 1, 2);
    ann = claim_of(CLAIM_NAME, 5, "andy", 0);
    ann.homes = 1;
    assert_int_equal(store_claim_session(cluster.a, &ann), NOT_FOUND);
    assert_int_equal(ann.homes, 2);
    close_cluster(&cluster);
}

static void test_resume(void **state) {
    struct cluster cluster;
    struct stored_session session;
    open_cluster(&cluster);
    struct claim ann = claim_of(CLAIM_NAME, 5, "ann", 3), resumed = resume_of(5);
    assert_claimed(cluster.a, &ann, true, NODE_NOBODY, 1);
    assert_claimed(cluster.b, &resumed, false, 1, 2);
    assert_string_equal(resumed.session.name, "ann");
    assert_int_equal(resumed.session.account, 3);
    resumed = resume_of(5);
    assert_claimed(cluster.b, &resumed, false, 2, 3);
    struct claim wrong = resume_of(5);
    wrong.session.token_hash[0] = 6;
    assert_int_equal(store_claim_session(cluster.a, &wrong), NOT_FOUND);
    wrong = resume_of(6);
    assert_int_equal(store_claim_session(cluster.a, &wrong), NOT_FOUND);
    /* What the former home stores late changes nothing. */
    store_put_session(cluster.a, 5, "anna", wrong.session.token_hash, 0);
    assert_true(store_commit(cluster.a));
    assert_true(store_next_session(cluster.a, 4, &session));
    assert_string_equal(session.name, "ann");
    store_put_session(cluster.b, 5, "anna", wrong.session.token_hash, 0);
    assert_true(store_commit(cluster.b));
    assert_true(store_next_session(cluster.a, 4, &session));
    assert_string_equal(session.name, "anna");
    close_cluster(&cluster);
}

static void test_login(void **state) {
    struct cluster cluster;
    open_cluster(&cluster);
    store_add_account(cluster.a, 3, "ann", "hash", 7);
    assert_true(store_commit(cluster.a));
    struct claim guest = claim_of(CLAIM_NAME, 4, "ann", 0);
    assert_int_equal(store_claim_session(cluster.a, &guest), NOT_FOUND);
    struct claim first = claim_of(CLAIM_ACCOUNT, 5, "ann", 3);
    assert_claimed(cluster.a, &first, true, NODE_NOBODY, 1);
    struct claim second = claim_of(CLAIM_ACCOUNT, 6, "ann", 3);
    assert_claimed(cluster.b, &second, false, 1, 2);
    assert_int_equal(second.session.id, 5);
    assert_int_equal(second.session.token_hash[0], 5);
    struct claim other = claim_of(CLAIM_ACCOUNT, 6, "ann", 4);
    assert_int_equal(store_claim_session(cluster.b, &other), NOT_FOUND);
    close_cluster(&cluster);
}

static void test_release(void **state) {
    struct cluster cluster;
    struct stored_session session;
    struct room_place place[2];
    uint64_t id = 0, homes = 0;
    open_cluster(&cluster);
    struct room_start start = sample_start("KOFI", "00000000000game1");
    struct claim ann = claim_of(CLAIM_NAME, 17, "ann", 0); /* sits there */
    struct claim cid = claim_of(CLAIM_NAME, 20, "cid", 0);
    assert_claimed(cluster.a, &ann, true, NODE_NOBODY, 1);
    assert_claimed(cluster.a, &cid, true, NODE_NOBODY, 1);
    int64_t game = add_next_game(cluster.b, &start, 0);
    store_put_done(cluster.b, 20, 1, "x", 1);
    assert_true(store_commit(cluster.b));
    assert_int_equal(store_session_rooms(cluster.a, 17, place, 2), 1);
    assert_int_equal(place[0].game, game);
    assert_string_equal(place[0].code, "KOFI");
    assert_int_equal(place[0].slot, 2);
    assert_int_equal(store_session_rooms(cluster.a, 20, place, 2), 0);
    struct op sit = {.kind = OP_SIT, .session = 20, .side = SIDE_WHITE, .at_ms = 1000};
    snprintf(sit.name, sizeof sit.name, "cid");
    store_add_op(cluster.b, game, 1, &sit, "");
    assert_true(store_commit(cluster.b));
    assert_int_equal(store_session_rooms(cluster.a, 20, place, 2), 1);
    assert_int_equal(store_next_homed(cluster.b, 1, 17, &id, &homes), FOUND);
    assert_int_equal(id, 20);
    assert_true(store_release_session(cluster.b, 20, 2)); /* it moved, as b sees it */
    assert_int_equal(store_next_homed(cluster.b, 1, 17, &id, &homes), FOUND);
    assert_true(store_release_session(cluster.b, 20, homes));
    assert_int_equal(store_next_homed(cluster.b, 1, 17, &id, &homes), NOT_FOUND);
    assert_int_equal(store_next_homed(cluster.b, NODE_NOBODY, 0, &id, &homes), FOUND);
    store_retire_game(cluster.b, game);
    assert_true(store_commit(cluster.b));
    assert_true(store_release_session(cluster.a, 20, homes));
    assert_false(store_next_session(cluster.a, 17, &session));
    assert_int_equal(store_find_done(cluster.a, 20, 1, place, 1, &(size_t){0}),
                     NOT_FOUND);
    close_cluster(&cluster);
}

/* A server that was alone stored no keys of names. */
static void test_keys_of_older_sessions(void **state) {
    struct cluster cluster;
    const uint8_t hash[TOKEN_HASH_BYTES] = {5};
    open_cluster(&cluster);
    store_put_session(cluster.a, 5, "Ann", hash, 0);
    store_put_session(cluster.a, 6, "ann", hash, 0); /* it was over */
    store_put_session(cluster.a, 7, "bob", hash, 0);
    assert_true(store_commit(cluster.a));
    store_close(cluster.b);
    cluster.b = open_node(&cluster, "b");
    struct claim other = claim_of(CLAIM_NAME, 8, "ann", 0);
    assert_int_equal(store_claim_session(cluster.b, &other), NOT_FOUND);
    assert_int_equal(other.session.id, 5);
    other = claim_of(CLAIM_NAME, 8, "bob", 0);
    assert_int_equal(store_claim_session(cluster.b, &other), NOT_FOUND);
    close_cluster(&cluster);
}

/* --- requests --- */

static void test_done_with_its_op(void **state) {
    struct cluster cluster;
    struct writes writes = {.n = 0};
    char answer[16];
    size_t n = 0;
    open_cluster(&cluster);
    struct room_start start = sample_start("KOFI", "00000000000game1");
    int64_t game = add_next_game(cluster.a, &start, 0);
    assert_true(store_commit(cluster.a));
    struct op say = {.kind = OP_SAY, .at_ms = 1000, .text = "hi"};
    writes_add_op(&writes, game, 1, &say, "");
    writes_put_done(&writes, 17, 4, "an\0swer", 7);
    writes_apply(&writes, cluster.a);
    assert_int_equal(store_find_done(cluster.a, 17, 3, answer, sizeof answer, &n),
                     NOT_FOUND);
    assert_true(store_commit(cluster.a));
    assert_int_equal(store_find_done(cluster.b, 17, 4, answer, sizeof answer, &n), FOUND);
    assert_int_equal(n, 7);
    assert_memory_equal(answer, "an\0swer", 7);
    assert_int_equal(store_find_done(cluster.b, 17, 4, answer, 2, &n), FOUND);
    assert_int_equal(n, 7);
    /* A transaction that fails has neither. */
    writes_clear(&writes);
    writes_put_done(&writes, 17, 5, "", 0);
    writes_add_op(&writes, game, 1, &say, ""); /* the number of an earlier one */
    writes_apply(&writes, cluster.a);
    assert_false(store_commit(cluster.a));
    assert_int_equal(store_find_done(cluster.b, 17, 5, answer, 2, &n), NOT_FOUND);
    writes_clear(&writes);
    writes_put_done(&writes, 17, 5, "", 0);
    writes_apply(&writes, cluster.a);
    assert_true(store_commit(cluster.a));
    assert_int_equal(store_find_done(cluster.b, 17, 5, answer, 2, &n), FOUND);
    assert_int_equal(n, 0);
    assert_int_equal(store_find_done(cluster.b, 17, 4, answer, 2, &n), NOT_FOUND);
    writes_fini(&writes);
    close_cluster(&cluster);
}

/* --- accounts --- */

/* While another node has a live game with the name, its log must not be changed. */
static void test_forget(void **state) {
    struct cluster cluster;
    struct stored_account account;
    open_cluster(&cluster);
    struct room_start start = sample_start("KOFI", "00000000000game1");
    store_add_account(cluster.a, 3, "ann", "hash", 7);
    store_put_done(cluster.a, 17, 1, "x", 1);
    int64_t game = add_next_game(cluster.a, &start, 0);
    store_begin_forgetting(cluster.a, 3);
    assert_true(store_commit(cluster.a));
    struct claim ann = claim_of(CLAIM_ACCOUNT, 17, "ann", 3);
    assert_claimed(cluster.a, &ann, true, NODE_NOBODY, 1);
    assert_int_equal(store_next_forgotten(cluster.b, 0, &account), NOT_FOUND);
    assert_int_equal(store_next_forgotten(cluster.a, 0, &account), FOUND);
    store_retire_game(cluster.a, game);
    assert_true(store_commit(cluster.a));
    assert_int_equal(store_next_forgotten(cluster.b, 0, &account), FOUND);
    assert_true(store_forget_some(cluster.b, &account, 100));
    assert_true(store_commit(cluster.b));
    assert_int_equal(store_find_account(cluster.a, "ann", &account), NOT_FOUND);
    assert_int_equal(ask_store(cluster.a, "SELECT count(*) FROM done"), 0);
    assert_int_equal(ask_store(cluster.a, "SELECT count(*) FROM sessions"), 0);
    close_cluster(&cluster);
}

/* Two nodes rate games of one player; the first one does not know of the other's. */
static void test_ratings(void **state) {
    struct cluster cluster;
    struct rating known[SIDE_COUNT], stored, computed;
    char fault[FAULT_BYTES];
    open_cluster(&cluster);
    for (int i = 0; i < 2; i++) {
        struct rated_game rated = {.game = 1 + i,
                                   .kind = "tablut",
                                   .period = 20000,
                                   .white_halves = 2,
                                   .account = {5, 6 + i}};
        for (int side = 0; side < SIDE_COUNT; side++) {
            known[side] = rating_new(20000);
            rated.start[side] = known[side].start;
        }
        rating_play(known, rated.period, rated.white_halves);
        store_rate(i == 0 ? cluster.a : cluster.b, &rated, known);
        assert_true(store_commit(i == 0 ? cluster.a : cluster.b));
    }
    assert_int_equal(store_find_rating(cluster.a, 5, "tablut", &stored), FOUND);
    assert_int_equal(stored.games, 2);
    assert_int_equal(stored.opponents, 2);
    assert_true(store_recompute_rating(cluster.a, 5, "tablut", &computed, fault));
    assert_true(rating_is_same(&stored, &computed));
    close_cluster(&cluster);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_name),
        cmocka_unit_test(test_another_name),
        cmocka_unit_test(test_resume),
        cmocka_unit_test(test_login),
        cmocka_unit_test(test_release),
        cmocka_unit_test(test_keys_of_older_sessions),
        cmocka_unit_test(test_done_with_its_op),
        cmocka_unit_test(test_forget),
        cmocka_unit_test(test_ratings),
    };
    return cmocka_run_group_tests_name("sessions of nodes", tests, NULL, NULL);
}
