/* The bot hears and answers while its engine thinks. */
#include "client-cli/bot/bot.h"

#include <sodium.h>
#include <unistd.h>

#include "client-cli/bot/table.h"
#include "engine/engine.h"
#include "tests/support/json.h"
#include "tests/unit/client/bot_scene.h"
#include "tests/unit/test.h"

static struct bot_plan with_minds(void) {
    char fault[FAULT_BYTES];
    struct bot_plan plan = guest;
    plan.minds = minds_new(ENGINE_LEVELS, 300, 1);
    assert_true(minds_add(plan.minds, &game_royal_ur, &(struct options){{0}}, fault));
    assert_true(minds_add(plan.minds, &game_tablut, &(struct options){{0}}, fault));
    return plan;
}

/* What arrives while the bot thinks. */
struct meanwhile {
    struct scene *scene;
    const struct sample *state;
    bool is_heard, hurries;
};

static bool hear_meanwhile(void *arg) {
    struct meanwhile *meanwhile = arg;
    char byte;
    assert_int_equal(read(meanwhile->scene->server.player.net.fd, &byte, 1), 1);
    bot_hears(meanwhile->scene, meanwhile->state, 0);
    meanwhile->is_heard = true;
    meanwhile->hurries = bot_answer(&meanwhile->scene->bot, 0);
    return meanwhile->hurries;
}

#define TABLUT_START "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 w"

/* All moves of the first position of tablut. */
static const char *tablut_moves(void) {
    static char text[MOVES_MAX * MOVE_TEXT_BYTES];
    static struct move move[MOVES_MAX];
    static char each[MOVES_MAX][MOVE_TEXT_BYTES];
    struct position pos;
    game_start(&game_tablut, &(struct options){{0}}, SIDE_WHITE, &pos);
    size_t n = game_moves_sorted(&game_tablut, &pos, move, each);
    struct text_out out = text_out_of(text, sizeof text);
    for (size_t i = 0; i < n; i++) {
        text_put(&out, i > 0 ? " " : "");
        text_put(&out, each[i]);
    }
    return text;
}

static void expect(struct scene *scene, const char *word) {
    if (word != NULL) {
        expect_command(scene, word);
    } else {
        fake_server_expect_nothing(&scene->server);
    }
}

/* It answers while it thinks; only a table that needs a move shortens that; and if the
 * state of its table changes, it drops what it has thought of. */
TEST(test_answers_while_it_thinks) {
    static const struct sample turn = {.moves = "in-2", .position = "7,7 - 0,0 w 2"};
    struct sample waits = both_sit, other_turn = turn, ended = over;
    waits.room = other_turn.room = "SALI";
    const struct {
        const struct sample *state;
        const char *first, *then; /* what the bot sends; NULL: nothing */
        bool hurries;
    } rows[] = {
        {&waits, "'cmd':'ready'", "'cmd':'move','id':'KOTO'", false},
        {&other_turn, "'cmd':'move','id':'KOTO'", "'cmd':'move','id':'SALI'", true},
        {&turn, NULL, "'move':'in-2'", true},
        {&ended, "'cmd':'rematch'", NULL, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bot_plan plan = with_minds();
        struct scene scene;
        struct meanwhile meanwhile = {.scene = &scene, .state = rows[i].state};
        plan.n_plays = 5;
        bot_scene_init(&scene, &plan);
        scene.bot.lobby_due_ms = UINT64_MAX;
        scene.bot.on_input = hear_meanwhile;
        scene.bot.input_arg = &meanwhile;
        bot_hears(&scene,
                  &(struct sample){.game = "tablut",
                                   .position = TABLUT_START,
                                   .moves = tablut_moves()},
                  0);
        assert_true(bot_table_thinks(&scene.bot.tables[0]));
        assert_int_equal(write(scene.server.fd, "x", 1), 1);
        assert_int_equal(bot_act(&scene.bot, 0), 0); /* again, at once */
        assert_true(meanwhile.is_heard);
        assert_int_equal(meanwhile.hurries, rows[i].hurries);
        expect(&scene, rows[i].first);
        bot_act(&scene.bot, 0);
        expect(&scene, rows[i].then);
        bot_scene_fini(&scene);
        minds_free(plan.minds);
    }
}

BEFORE_TESTS {
    assert_true(sodium_init() >= 0);
}
