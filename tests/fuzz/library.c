#include "tests/fuzz/library.h"

#include "server/hub/hub.h"
#include "server/hub/state.h"
#include "server/people/clients.h"
#include "server/rooms/state.h"
#include "server/turn/config.h"
#include "server/turn/turn.h"

struct library library;

/* Sends the lines of two players; the second one's begin with >.  JSON has ' for ". */
static void library_play(const char *const *lines) {
    for (; *lines != NULL; lines++) {
        size_t conn = (*lines)[0] == '>' ? 2 : 1;
        char line[512], room[8] = "";
        if (fixture->hub->rooms->lobby.rooms.n > 0) {
            const struct room *last = fixture->hub->rooms->lobby.rooms
                                          .room[fixture->hub->rooms->lobby.rooms.n - 1];
            snprintf(room, sizeof room, "%s", last->code);
        }
        size_t len = 0;
        for (const char *c = *lines + (conn == 2); *c != '\0'; c++) {
            if (*c == '$') {
                len += (size_t)snprintf(line + len, sizeof line - len, "%s", room);
            } else {
                line[len++] = *c == '\'' ? '"' : *c;
            }
        }
        line[len] = '\0';
        const char *answer = ask(conn, line);
        if (strstr(answer, "{\"error\"") != NULL) {
            fprintf(stderr, "%s: %s", line, answer);
            abort();
        }
        advance(20000);
    }
}

static void library_live(void) {
    static const char *const lines[] = {
        "{'cmd':'name','name':'Ann'}",
        ">{'cmd':'name','name':'Bob'}",
        "{'cmd':'register','password':'a long word'}",
        ">{'cmd':'register','password':'a longer word'}",
        "{'cmd':'profile','rated':'any','time':'clock'}",
        ">{'cmd':'gag','name':'Carl'}",
        "{'cmd':'ban','who':'192.0.2.77','minutes':60,'text':'floods'}",
        "{'cmd':'ban','who':'Dora'}",
        /* a finished game, rated, with dice and clocks */
        "{'cmd':'create','game':'royal-ur','time':'5+10','rated':'yes'}",
        ">{'cmd':'join','room':'$'}",
        "{'cmd':'ready','room':'$','nonce':'apple'}",
        ">{'cmd':'ready','room':'$','nonce':'pear'}",
        "{'cmd':'say','room':'$','text':'good luck'}",
        "{'cmd':'resign','room':'$'}",
        ">{'cmd':'say','room':'$','text':'thanks'}",
        "{'cmd':'leave','room':'$'}",
        ">{'cmd':'leave','room':'$'}",
        /* a running game, without dice */
        "{'cmd':'create','game':'tablut','time':'10+5','side':'black'}",
        ">{'cmd':'join','room':'$'}",
        "{'cmd':'ready','room':'$','nonce':'plum'}",
        ">{'cmd':'ready','room':'$','nonce':'fig'}",
        "{'cmd':'move','room':'$','move':'1'}",
        ">{'cmd':'move','room':'$','move':'1'}",
        ">{'cmd':'draw','room':'$'}",
        /* a leg of a match, and a room that waits */
        "{'cmd':'create','game':'stelpur:legs=2'}",
        ">{'cmd':'join','room':'$'}",
        "{'cmd':'ready','room':'$','nonce':''}",
        ">{'cmd':'ready','room':'$','nonce':''}",
        ">{'cmd':'resign','room':'$'}",
        "{'cmd':'create','game':'morris','word':'sesame'}",
        NULL,
    };
    come_from(1, "127.0.0.1");
    come_from(2, "127.0.0.1");
    library_play(lines);
    pass(2000); /* long enough to drop everything temporary */
}

/* The record of a game in the store, and the number of the event that ended it.  Returns
 * owned; NULL: it is damaged, or there is none. */
static char *library_read_record(struct store *store, int64_t game) {
    char fault[FAULT_BYTES] = "";
    struct room *room = history_game(store, game, fault);
    bool has_record = room != NULL && room->record != NULL && room->result.over;
    assert((room == NULL) == (fault[0] != '\0'));
    char *json = has_record ? record_to_json(room->record) : NULL, *both = NULL;
    size_t len;
    FILE *out = has_record ? open_memstream(&both, &len) : NULL;
    if (out != NULL) {
        fprintf(out, "%s %llu", json, (unsigned long long)room->seq);
        fclose(out);
    }
    free(json);
    room_destroy(room);
    return both;
}

static void library_remember_records(const struct store_config *config) {
    char fault[FAULT_BYTES] = "";
    struct store *store = store_open(config, fault);
    assert(store != NULL);
    int64_t n = 0;
    while ((n = store_next_game(store, n, false)) > 0) {
        assert(n <= LIBRARY_GAMES_MAX);
        library.record[n] = library_read_record(store, n);
    }
    store_close(store);
}

void library_make(void) {
    if (library.bytes == NULL) {
        char args[DISK_PATH_BYTES + 64], path[DISK_PATH_BYTES];
        store_set_up_sqlite(); /* as check-db does, but it is too late when check-db does
                                * it */
        disk_path("good.db", path);
        snprintf(args, sizeof args, "--operator-local --db %s", path);
        open_fixture(args);
        library_live();
        struct store_config config = {.path = path};
        close_fixture();
        library_remember_records(&config);
        library.bytes = disk_read(path, &library.n);
        assert(library.bytes != NULL && library.record[1] != NULL);
        disk_clear();
    }
}

int library_check(const char *path) {
    char name[] = "check-db", file[DISK_PATH_BYTES];
    char *argv[] = {name, file, NULL};
    snprintf(file, sizeof file, "%s", path);
    return cmd_check_db(2, argv);
}

/* Checks that a game that can be read is as it was played.  If check-db finds nothing
 * wrong (is_good), every game that had a record must still have it. */
static void library_compare(struct store *store, bool is_good) {
    int64_t n = 0;
    unsigned seen = 0;
    while ((n = store_next_game(store, n, false)) > 0 && seen++ < LIBRARY_GAMES_MAX) {
        char *record = library_read_record(store, n);
        if (record != NULL && n <= LIBRARY_GAMES_MAX) {
            assert(library.record[n] != NULL);
            assert(strcmp(record, library.record[n]) == 0);
        }
        bool had_record = n <= LIBRARY_GAMES_MAX && library.record[n] != NULL;
        assert(!is_good || (record != NULL) == had_record);
        free(record);
    }
}

bool library_serve(const char *path, bool is_good) {
    static const char *const lines[] = {
        "name Carl",
        "rooms",
        "games Ann",
        "games",
        "dicestats",
        "dicestats Ann",
        "top royal-ur",
        "who",
        "rating Bob",
        "profile Ann",
        "bans",
        "stats",
        "login Bob a longer word",
    };
    static struct config config;
    char fault[FAULT_BYTES] = "", name[] = "alead", memory[] = "--operator-local";
    char *argv[] = {name, memory, NULL};
    enum exit_code code;
    bool is_set = config_read(&config, 2, argv, &code);
    assert(is_set);
    config.hub.stored.path = path;
    config.hub.random_bytes = test_bytes;
    config.hub.log.level = LOG_ERROR;
    config.hub.password_cost = JOB_COST_LEAST;
    struct fixture damaged = {.ms = START_MS};
    fixture = &damaged;
    fixture->store = store_open(&config.hub.stored, fault);
    assert((fixture->store == NULL) == (fault[0] != '\0'));
    if (fixture->store == NULL) {
        fixture = NULL;
        return false;
    }
    library_compare(fixture->store, is_good);
    fixture->hub =
        hub_new(&config.hub, fixture->store, (struct hub_time){START_MS, START_MS});
    people_set_jobs(hub_people(fixture->hub), take_job, fixture);
    come_from(1, "127.0.0.1");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        say(1, lines[i]);
        end_turn();
    }
    pass(200000);
    kill_fixture();
    fixture = NULL;
    return true;
}
