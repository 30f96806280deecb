/* alea check-db: replays every game of a store, and verifies its record.  It uses the
 * server's code: the code that restores rooms there must restore them here. */
#include "client-cli/commands.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "client-cli/check/verify.h"
#include "client-cli/net/cli.h"
#include "server/store/history/history.h"

static const char help[] =
    "usage: alea check-db [--list] FILE\n"
    "\n"
    "Checks the file in which alead keeps its games: replays every game, finished or\n"
    "not, recomputes every rating, and reports what is damaged.  It cannot know\n"
    "whether the last events of a running game are missing.  It changes nothing, and\n"
    "can run while the server does.\n"
    "\n"
    "  --list      name the good games too\n"
    "  -h, --help  this text\n"
    "\n"
    "exit status:\n"
    "  0  every game is as it was played\n"
    "  1  the file cannot be read, or is not alead's\n"
    "  2  wrong command line\n"
    "  3  games or ratings are damaged\n";

enum status { STATUS_GOOD, STATUS_UNREADABLE, STATUS_DAMAGED = 3 };

/* Checks that the list of finished games agrees with a game's record. */
static bool check_listed(const struct stored_game *listed, const struct record *record,
                         char fault[static VERIFY_FAULT_BYTES]) {
    bool same = strcmp(listed->game_id, record->game_id) == 0 &&
                listed->result.called_off == record->result.called_off &&
                listed->result.outcome == record->result.outcome &&
                strcmp(listed->result.reason, record->result.reason) == 0 &&
                listed->started_s == record->started_s &&
                listed->ended_s == record->ended_s;
    for (int i = 0; i < SIDE_COUNT; i++) {
        same = same && strcmp(listed->name[i], record->player[i].name) == 0;
    }
    if (!same) {
        snprintf(fault, VERIFY_FAULT_BYTES, "the list of games tells it otherwise");
    }
    return same;
}

/* Checks the record of a finished game. */
static bool check_finished(struct store *store, int64_t game,
                           const struct stored_game *listed,
                           char fault[static VERIFY_FAULT_BYTES]) {
    char why[FAULT_BYTES];
    struct room *room = history_game(store, game, why);
    if (room == NULL) {
        snprintf(fault, VERIFY_FAULT_BYTES, "%s", why);
        return false;
    }
    struct verification v;
    verify_record(room->record, &v);
    if (v.verdict == VERDICT_WRONG) {
        snprintf(fault, VERIFY_FAULT_BYTES, "%s", v.fault);
    }
    bool good = v.verdict == VERDICT_GOOD && check_listed(listed, room->record, fault);
    room_destroy(room);
    return good;
}

struct check {
    struct store *store;
    bool lists;
    unsigned n_games, n_live, n_damaged;
};

static void check_game(struct check *check, int64_t game) {
    char fault[VERIFY_FAULT_BYTES] = "", why[FAULT_BYTES] = "";
    struct stored_game listed = {.game_id = ""};
    struct room_start start = {.code = ""};
    /* Both stay empty if they cannot be read. */
    (void)store_load_start(check->store, game, &start, why);
    bool is_over = store_list_game(check->store, game, &listed);
    struct room *room = history_room(check->store, game, 0, NULL, NULL, why);
    bool good = room != NULL;
    if (good) {
        good = !is_over || check_finished(check->store, game, &listed, fault);
    } else {
        snprintf(fault, sizeof fault, "%s", why);
    }
    room_destroy(room);
    check->n_games++;
    check->n_live += !is_over;
    check->n_damaged += !good;
    if (!good || check->lists) {
        printf("game %" PRId64 ", id %s, room %s: %s\n", game, start.draw.game_id,
               start.code, good ? (is_over ? "over, good" : "not over, good") : fault);
    }
}

/* Whether a rating follows from its games, to within a millionth. */
static bool check_rating(struct store *store, int64_t account, const char *kind) {
    char fault[FAULT_BYTES] = "it is not what its games make of it";
    struct rating kept, computed;
    bool good = store_recompute_rating(store, account, kind, &computed, fault) &&
                store_find_rating(store, account, kind, &kept) == FOUND &&
                rating_is_same(&kept, &computed);
    if (!good) {
        printf("rating of account %" PRId64 " in %s: %s\n", account, kind, fault);
    }
    return good;
}

/* Returns the number of wrong ratings. */
static unsigned check_ratings(struct store *store) {
    char kind[GAME_TEXT_BYTES] = "";
    int64_t account = 0;
    unsigned n_wrong = 0;
    enum found found;
    while ((found = store_next_rating(store, &account, kind)) == FOUND) {
        n_wrong += !check_rating(store, account, kind);
    }
    if (found == NOT_READ) {
        printf("ratings after account %" PRId64 " cannot be read: %s\n", account,
               store_fault(store));
        n_wrong++;
    }
    return n_wrong;
}

static enum status check_file(const char *path, bool lists) {
    char fault[FAULT_BYTES];
    struct store_config config = {.path = path, .read_only = true};
    struct check check = {.store = store_open(&config, fault), .lists = lists};
    if (check.store == NULL) {
        fprintf(stderr, "alea check-db: %s\n", fault);
        return STATUS_UNREADABLE;
    }
    bool sound = store_is_sound(check.store, fault);
    if (!sound) {
        printf("%s: the file is damaged: %s\n", path, fault);
    }
    int64_t game = 0, last = 0;
    while ((game = store_next_game(check.store, game, false)) > 0) {
        check_game(&check, game);
        last = game;
    }
    if (game < 0) {
        printf("%s: games after number %" PRId64 " cannot be read: %s\n", path, last,
               store_fault(check.store));
    }
    int64_t n_tables = store_n_damaged_tables(check.store);
    if (n_tables > 0) {
        printf("%s: %" PRId64 " damaged table%s set aside\n", path, n_tables,
               n_tables == 1 ? " of events is" : "s of events are");
    }
    unsigned n_wrong = check_ratings(check.store);
    store_close(check.store);
    printf("%s: %u games, %u of them not over; %u damaged%s\n", path, check.n_games,
           check.n_live, check.n_damaged,
           game < 0 || !sound ? ", and the file itself" : "");
    return check.n_damaged == 0 && n_wrong == 0 && sound && game == 0 ? STATUS_GOOD
                                                                      : STATUS_DAMAGED;
}

int cmd_check_db(int argc, char **argv) {
    static const struct cli_option known[] = {
        {"list", CLI_FLAG, 0, 0, 0, 0, no_argument},
        {.name = NULL},
    };
    static const struct cli cli = {"check-db", help, known, NULL};
    const char *path;
    bool lists = false;
    int status = cli_read(&cli, argc, argv, &lists);
    if (status != CLI_GO_ON) {
        return status;
    }
    if (!cli_file("check-db", argc, argv, &path)) {
        return CLI_WRONG;
    }
    store_set_up_sqlite();
    return (int)check_file(path, lists);
}
