/* What a server can do to a bot.  The first byte selects the bot: a house bot ('h'), one
 * that joins a room ('j'), or one that looks for a game; all but the house bot think.  As
 * with a user: output cannot control a terminal, files are records in the bot's directory
 * only, and a server can understand what the bot sends. */
#include "tests/fuzz/visit.h"
#include "tests/fuzz/visit_mutate.h"

#include "client-cli/bot/bot.h"
#include "engine/engine.h"
#include "view/render.h"

/* The minds of a bot that thinks.  Made only once, because that takes time. */
static struct minds *minds(void) {
    static struct minds *made;
    char fault[FAULT_BYTES];
    if (made == NULL) {
        made = minds_new(ENGINE_LEVELS, 1, 1);
        bool good = minds_add(made, &game_royal_ur, &(struct options){{0}}, fault) &&
                    minds_add(made, &game_tablut, &(struct options){{0}}, fault);
        assert(good);
        (void)good;
    }
    return made;
}

struct guest {
    struct visit visit;
    struct bot_plan plan;
    struct bot bot;
    FILE *out;
};

/* Files are records, named "[a-z0-9]*.json". */
static void check_files(void) {
    DIR *dir = opendir(disk_dir());
    assert(dir != NULL);
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        const char *name = entry->d_name;
        size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789");
        assert(strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
               strcmp(name + n, ".json") == 0);
    }
    closedir(dir);
}

/* Handles received messages as cmd_bot.c does, and does what is due. */
static void receive(struct guest *guest) {
    struct player *player = &guest->visit.player;
    static const struct style style = {.unicode = true, .colour = true};
    net_receive(&player->net);
    for (struct message *msg; (msg = player_next(player)) != NULL;) {
        bot_hear(&guest->bot, msg, guest->visit.ms, guest->out);
        if (msg->kind == MESSAGE_EVENT && msg->event == EVENT_STATE) {
            render_message(guest->out, msg, &style);
        }
        message_free(msg);
    }
    uint64_t due_ms = bot_act(&guest->bot, guest->visit.ms);
    assert(due_ms > guest->visit.ms || player->net.fd < 0);
}

static void step(struct guest *guest, const char *line, size_t len) {
    struct visit *visit = &guest->visit;
    size_t n, shown_len;
    char *shown;
    guest->out = open_memstream(&shown, &shown_len);
    assert(guest->out != NULL);
    free(visit_do(visit, line, len, &n));
    receive(guest);
    fclose(guest->out);
    terminal_check(shown, shown_len, true);
    free(shown);
    assert(visit_check_said(visit) <= VISIT_ANSWERS_MAX);
    visit_check_player(&visit->player);
    check_files();
}

unsigned fuzz_rounds(void) {
    return 500;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz_in in = {(const char *)data, size};
    if (size == 0) {
        return 0;
    }
    struct guest *guest = calloc(1, sizeof *guest);
    assert(guest != NULL);
    guest->plan = (struct bot_plan){.games = {"royal-ur", "tablut"},
                                    .n_games = data[0] == 'h' ? 2 : 1,
                                    .join = data[0] == 'j' ? "SALI" : NULL,
                                    .n_plays = 3,
                                    .is_house = data[0] == 'h',
                                    .tables = 2,
                                    .minds = data[0] == 'h' ? NULL : minds(),
                                    .save_dir = disk_dir()};
    guest->bot =
        (struct bot){.plan = &guest->plan, .player = &guest->visit.player, .random = 1};
    visit_init(&guest->visit);
    bot_begin(&guest->bot);
    visit_connect(&guest->visit, "* x [alea/1]");
    char *line;
    in.at++;
    in.len--;
    for (size_t len; !bot_is_done(&guest->bot) && !guest->bot.has_failed &&
                     (line = fuzz_take_line(&in, &len)) != NULL;
         free(line)) {
        if (len > 0) {
            step(guest, line, len);
        }
    }
    visit_fini(&guest->visit);
    free(guest);
    disk_clear();
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
    return mutate(data, size, max, seed, visit_new_line);
}
