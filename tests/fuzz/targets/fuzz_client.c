/* What a server can do to a user of alea play.  Whatever it sends: the terminal gets only
 * what our renderer writes, no file is written without the user's request, none is
 * overwritten, and a server can understand what the client sends. */
#include "tests/fuzz/visit.h"
#include "tests/fuzz/visit_mutate.h"

#include "client-cli/play/ui.h"

struct guest {
    struct visit visit;
    struct ui ui;
    char *sheet;
    size_t sheet_len;
    char save_path[DISK_PATH_BYTES]; /* the path for every file that is saved */
    char *saved;                     /* owned; content of the file; NULL: there is none */
    bool is_trying;                  /* the user knows that the connection is lost */
};

static void begin_sheet(struct guest *guest) {
    guest->ui.out = open_memstream(&guest->sheet, &guest->sheet_len);
    guest->ui.now_ms = guest->visit.ms;
    assert(guest->ui.out != NULL);
}

static void end_sheet(struct guest *guest) {
    fclose(guest->ui.out);
    terminal_check(guest->sheet, guest->sheet_len, guest->ui.style.colour);
    free(guest->sheet);
}

/* Replaces the path in a command to save, so that an input never writes elsewhere. */
static void lead_save(struct guest *guest) {
    if (guest->ui.save_path[0] != '\0') {
        snprintf(guest->ui.save_path, sizeof guest->ui.save_path, "%s", guest->save_path);
    }
}

/* A saved record does not change. */
static void check_saved(struct guest *guest) {
    size_t len;
    char *now = disk_read(guest->save_path, &len);
    assert(guest->saved == NULL || (now != NULL && strcmp(now, guest->saved) == 0));
    free(guest->saved);
    guest->saved = now;
}

/* Handles received messages as cmd_play.c does. */
static void receive(struct guest *guest) {
    struct player *player = &guest->visit.player;
    guest->is_trying = guest->is_trying && player->net.fd < 0;
    net_receive(&player->net);
    for (struct message *msg; (msg = player_next(player)) != NULL;) {
        ui_hear(&guest->ui, msg);
        message_free(msg);
    }
    if (player->net.fd < 0 && !guest->is_trying && player_may_return(player)) {
        ui_tell_loss(&guest->ui, "The connection is lost", 3000);
        guest->is_trying = true;
    }
}

static void type(struct guest *guest, const char *text, size_t len) {
    char *line = strndup(text, len);
    char *clean = malloc(len + 1);
    assert(line != NULL && clean != NULL);
    utf8_clean(line, strlen(line), clean, len + 1); /* as a terminal would pass it on */
    if (guest->visit.player.net.fd >= 0) {
        ui_type(&guest->ui, clean);
    } else {
        ui_type_in_vain(&guest->ui, clean);
    }
    free(line);
    free(clean);
}

/* Does what a line says.  False: the program ends. */
static bool step(struct guest *guest, const char *line, size_t len) {
    struct visit *visit = &guest->visit;
    size_t n;
    begin_sheet(guest);
    char *text = visit_do(visit, line, len, &n);
    if (line[0] == '>') {
        type(guest, text, n);
    }
    lead_save(guest);
    receive(guest);
    ui_wake(&guest->ui);
    end_sheet(guest);
    free(text);
    const char *prompt = ui_prompt(&guest->ui);
    if (prompt != NULL) {
        terminal_check(prompt, strlen(prompt), false);
    }
    assert(visit_check_said(visit) <= VISIT_ANSWERS_MAX);
    visit_check_player(&visit->player);
    check_saved(guest);
    return !guest->ui.has_quit;
}

unsigned fuzz_rounds(void) {
    return 500;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz_in in = {(const char *)data, size};
    struct guest *guest = calloc(1, sizeof *guest);
    assert(guest != NULL);
    visit_init(&guest->visit);
    guest->ui.player = &guest->visit.player;
    guest->ui.style = (struct style){.unicode = size % 2 == 0, .colour = size % 2 == 0};
    disk_path("record.json", guest->save_path);
    bool goes_on = true;
    char *line;
    visit_connect(&guest->visit, "* x [alea/1]");
    for (size_t len; goes_on && (line = fuzz_take_line(&in, &len)) != NULL; free(line)) {
        goes_on = len == 0 || step(guest, line, len);
    }
    visit_fini(&guest->visit);
    ui_fini(&guest->ui);
    free(guest->saved);
    free(guest);
    disk_clear();
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
    return mutate(data, size, max, seed, visit_new_line);
}
