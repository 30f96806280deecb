/* Hints: who may have one on a server, and what is shown. */
#include <poll.h>

#include "tests/unit/client/local_scene.h"
#include "tests/unit/client/run_cmd.h"
#include "tests/unit/client/ui_scene.h"
#include "tests/unit/client/unused_port.h"
#include "tests/unit/test.h"

#include "client-cli/commands.h"

#define HOUSE "{'name':'House','house':true,'ready':true,'seal':null,'nonce':'b'}"

/* A state event of a game of ann, as white, against this seat; it is her turn. */
#define STATE(black, rated) STATE_IN("KOTO", black, rated)
#define STATE_IN(room, black, rated)                                                     \
    "{'event':'state','room':'" room                                                     \
    "','seq':9,'game_id':'g42','game':'royal-ur','options'"                              \
    ":'','stage':'playing','seats':{'white':" SAMPLE_SEAT(                               \
        "ann", "a") ",'black':" black "},'commitment':'" SAMPLE_COMMITMENT               \
                    "','secret':null,'position':"                                        \
                    "'6,6 w4=w,5=b 0,0 w "                                               \
                    "1','phase':'move','turn':'white','roll':[1],'left':[1],'dice':"     \
                    "[1,0,0],'happened':[],'result':null,'match':null,'clock':null,'"    \
                    "rated':" rated ",'private':false,'moves':'4-5 in-1'}"

/* Waits for the hint that was asked for, and shows it. */
static void await_hint(struct ui *ui, char **shown) {
    struct pollfd hint = {ui_hint_fd(ui), POLLIN, 0};
    assert_true(hint.fd >= 0);
    assert_int_equal(poll(&hint, 1, 60000), 1);
    free(*shown);
    SAMPLE_WRITTEN(*shown, {
        ui->out = out;
        ui_tell_hint(ui);
    });
    assert_int_equal(ui_hint_fd(ui), -1);
}

static const struct refused_row {
    const char *name;
    const char *event; /* what is heard; NULL: nothing */
    const char *shown;
} refused_rows[] = {
    {"nowhere", NULL, "There are hints only when it is your turn.\n"},
    {"against a person", STATE(SAMPLE_SEAT("bob", "b"), "false"),
     "There are no hints against other people"},
    {"a rated game", STATE(HOUSE, "true"), "There are no hints in rated games.\n"},
    {"somebody else's turn",
     "{'event':'state','room':'KOTO','seq':9,'game_id':'g42','game':'royal-ur','options'"
     ":'','stage':'playing','seats':{'white':" SAMPLE_SEAT(
         "ann", "a") ",'black':" HOUSE "},'commitment':'" SAMPLE_COMMITMENT
                     "','secret':null,'position':'6,6 w4=w,5=b 0,0 b 1','phase':'move',"
                     "'turn':'black','roll':[1],'left':[1],'dice':[1,0,0],'happened':[],"
                     "'result':null,'match':null,'clock':null,'rated':false,'private':"
                     "false}",
     "There are hints only when it is your turn.\n"},
};

TEST_ROWS(refused_rows) {
    const struct refused_row *row = table_row(state);
    struct scene scene;
    ui_scene_init(&scene);
    if (row->event != NULL) {
        ui_hears_json(&scene, row->event);
    }
    type(&scene, "hint");
    assert_non_null(strstr(scene.shown, row->shown));
    assert_int_equal(ui_hint_fd(&scene.ui), -1);
    fake_server_expect_nothing(&scene.server);
    ui_scene_fini(&scene);
}

TEST(test_against_the_house) {
    struct scene scene;
    ui_scene_init(&scene);
    ui_hears_json(&scene, STATE(HOUSE, "false"));
    type(&scene, "hint");
    await_hint(&scene.ui, &scene.shown);
    assert_non_null(strstr(scene.shown, "4-5 takes Black's piece on 5 and throws again"));
    fake_server_expect_nothing(&scene.server);
    ui_scene_fini(&scene);
}

/* Another room's event does not take the hint away. */
TEST(test_another_room) {
    struct scene scene;
    ui_scene_init(&scene);
    ui_hears_json(&scene, STATE(HOUSE, "false"));
    ui_plays(&scene, "<playing room=LINI");
    type(&scene, "hint");
    await_hint(&scene.ui, &scene.shown);
    assert_non_null(strstr(scene.shown, "4-5"));
    ui_scene_fini(&scene);
}

/* Another room where it is the user's turn, with the same number: the hint is not for it.
 */
TEST(test_same_number) {
    struct scene scene;
    ui_scene_init(&scene);
    ui_hears_json(&scene, STATE(HOUSE, "false"));
    type(&scene, "hint");
    ui_hears_json(&scene, STATE_IN("LINI", HOUSE, "false"));
    await_hint(&scene.ui, &scene.shown);
    assert_string_equal(scene.shown, "");
    ui_scene_fini(&scene);
}

/* A hint that comes too late is not shown; the next one is about the new position. */
TEST(test_too_late) {
    struct local_scene scene;
    local_scene_init(&scene, "tablut:first=white", 0, NULL);
    local_scene_type(&scene, "hint; e4-b4");
    await_hint(&scene.ui, &scene.shown);
    assert_string_equal(scene.shown, "");
    local_scene_type(&scene, "hint; hint");
    await_hint(&scene.ui, &scene.shown);
    assert_non_null(strstr(scene.shown, " % to win"));
    local_scene_fini(&scene);
}

/* --- cmd play --- */

/* `alea play` without a server. */

TEST(says_where_servers_are) {
    char address[UNUSED_ADDRESS_BYTES];
    int fd = bind_unused_port(address);
    char args[80];
    snprintf(args, sizeof args, "--name ann %s", address);
    const struct cli_row row = {"no server", args, 1, "alea find"};
    char *said = run_row(cmd_play, &row, "/dev/null");
    assert_non_null(strstr(said, "Connection refused"));
    assert_non_null(strstr(said, "make run"));
    assert_non_null(strstr(said, "alea play --local"));
    free(said);
    close(fd);
}

/* --- help --- */

/* The help texts of the commands. */

/* On a terminal of 80 columns that wraps after the 80th, a line has room for 79. */
#define HELP_COLUMNS 79

static const struct help_row {
    const char *name;
    int (*run)(int argc, char **argv);
} help_rows[] = {
    {"bench", cmd_bench},   {"bot", cmd_bot},     {"play", cmd_play},
    {"replay", cmd_replay}, {"rules", cmd_rules}, {"verify", cmd_verify},
};

TEST_ROWS(help_rows) {
    const struct help_row *row = table_row(state);
    const struct cli_row help = {row->name, "--help", 0, "usage: alea "};
    char *said = run_row(row->run, &help, "/dev/null");
    for (char *line = strtok(said, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        if (strlen(line) > HELP_COLUMNS) {
            fail_msg("too wide: %s", line);
        }
    }
    free(said);
}
