/* Commands about the player's own session and about the server. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/lang.h"
#include "mem/mem.h"
#include "proto/shape.h"
#include "server/command/request.h"
#include "server/hub/host.h"
#include "server/lobby/ban.h"
#include "server/people/offers.h"
#include "server/people/people.h"
#include "server/queue/job.h"
#include "server/rooms/remembered.h"
#include "server/turn/clock.h"
#include "server/turn/config.h"
#include "view/render.h"

enum error_code do_CMD_HELP(struct request *request) {
    char *text = NULL;
    size_t len = 0;
    FILE *out = mem_stream(&text, &len);
    const struct client *client = request->client;
    const char *topic = request_arg(request, 0);
    bool found = client->json
                     ? render_help(out, LANG_EN, topic)
                     : render_help_page(out, (enum lang)client->style.lang, topic);
    fclose(out);
    request->scratch = text;
    request->reply.text = text;
    return found ? ERR_OK
                 : request_fault(request, ERR_UNKNOWN_TOPIC,
                                 "no help on \"%.40s\": type help for what there is",
                                 topic);
}

/* What hello says: the fixed bounds and the host's limits, in one list. */
static const struct {
    const char *name;
    int64_t value;
} fixed_bounds[] = {
    {"line_bytes", LINE_BYTES_MAX}, {"id_bytes", ID_BYTES_MAX},
    {"name_chars", NAME_CHARS_MAX}, {"name_bytes", (int64_t)NAME_BYTES_MAX},
    {"say_bytes", SAY_BYTES_MAX},   {"nonce_bytes", FAIR_NONCE_BYTES - 1},
    {"list_rows", LIST_ROWS_MAX},   {"game_entries", LOG_NOTES_MAX},
    {"word_bytes", WORD_BYTES_MAX},
};
#define FIXED_BOUNDS (sizeof fixed_bounds / sizeof fixed_bounds[0])

/* Most fronts in a reply to hello: a client tries each for up to 10 s. */
#define HELLO_FRONTS_MAX 8

struct hello_scratch {
    struct hello hello;
    const char *front[FRONTS_MAX], *told[HELLO_FRONTS_MAX];
    struct limit_view limit[FIXED_BOUNDS + LIMIT_COUNT];
};

/* What a commit survives, for hello. */
static const char *durability_name(const struct store_config *stored) {
    if (strcmp(stored->path, STORE_MEMORY) == 0) {
        return "memory";
    }
    return stored->durability == DURABILITY_FULL ? "full" : "process";
}

/* Lists other ways in for this client.  Each client gets another order, so that not all
 * clients of a front that dies go to the same one.  Its own front is the last: it is the
 * one that is gone.  None for browsers, which may not go to another origin, nor for those
 * behind a proxy, which speaks something else, perhaps. */
static size_t list_fronts(const struct request *request, struct hello_scratch *scratch) {
    const struct client *c = request->client;
    const struct front_ways *ways = turn_config(request->turns)->ways;
    const char *own = c->front > 0 ? ways[c->front - 1].at[c->tls] : "";
    size_t n = 0, n_told = 0;
    for (size_t i = 0; i < FRONTS_MAX && !c->browser && !c->proxied; i++) {
        bool is_new =
            ways[i].at[c->tls][0] != '\0' && strcmp(ways[i].at[c->tls], own) != 0;
        for (size_t k = 0; k < n && is_new; k++) {
            is_new = strcmp(scratch->front[k], ways[i].at[c->tls]) != 0;
        }
        scratch->front[n] = ways[i].at[c->tls];
        n += is_new;
    }
    for (; n_told < n && n_told < HELLO_FRONTS_MAX - 1; n_told++) {
        scratch->told[n_told] = scratch->front[((size_t)c->number + n_told) % n];
    }
    if (n > 0 && own[0] != '\0') {
        scratch->told[n_told++] = own;
    }
    return n_told;
}

/* How passwords over this connection are treated. */
static const char *passwords_name(const struct request *request) {
    if (request->client->secure) {
        return "any";
    }
    return turn_config(request->turns)->plain_passwords == PLAIN_PASSWORDS_WARN
               ? "warn"
               : "refuse";
}

enum error_code do_CMD_HELLO(struct request *request) {
    const struct hub_config *config = turn_config(request->turns);
    struct hello_scratch *scratch = mem_new(1, sizeof *scratch);
    request->scratch = scratch;
    size_t n = 0;
    for (size_t i = 0; i < FIXED_BOUNDS; i++) {
        scratch->limit[n++] =
            (struct limit_view){fixed_bounds[i].name, fixed_bounds[i].value};
    }
#define X(field, by_default, least, most, help)                                          \
    scratch->limit[n++] = (struct limit_view){#field, request->limits->field};
    LIMITS(X)
#undef X
    scratch->hello = (struct hello){
        .protocol = PROTOCOL_VERSION,
        .server = "alead",
        .version = ALEA_VERSION,
        .title = config->title,
        .welcome = config->welcome != NULL ? config->welcome : "",
        .boot = hub_boot(request->hub),
        .time_ms = request->now.unix_ms,
        .draining = hub_is_draining(request->hub),
        .tls = request->client->tls,
        .durability = durability_name(&config->stored),
        .you = request->session != NULL ? request->session->name : "",
        .passwords = passwords_name(request),
        .account = request->session != NULL && request->session->account != 0,
        .fronts = scratch->told,
        .n_fronts = list_fronts(request, scratch),
        .limits = scratch->limit,
        .n_limits = n,
    };
    request->reply.hello = &scratch->hello;
    return ERR_OK;
}

enum error_code do_CMD_MODE(struct request *request) {
    const char *mode = request_arg(request, 0);
    const char *style = request_arg(request, 1);
    struct client *s = request->client;
    rooms_remember(request->rooms, s);
    if (strcmp(mode, "json") == 0 && style[0] == '\0') {
        s->json = true;
        return ERR_OK;
    }
    bool unicode = strcmp(style, "unicode") == 0;
    bool colour = strcmp(style, "colour") == 0;
    bool plain = style[0] == '\0' || strcmp(style, "plain") == 0;
    if (strcmp(mode, "text") != 0 || !(unicode || colour || plain)) {
        return request_fault(
            request, ERR_BAD_ARGUMENT,
            "it is: mode json, or mode text with plain, unicode or colour");
    }
    s->json = false;
    s->style.unicode = unicode || colour;
    s->style.colour = colour;
    return ERR_OK;
}

enum error_code do_CMD_LANG(struct request *request) {
    struct client *client = request->client;
    const char *code = request_arg(request, 0);
    enum lang lang =
        request->cmd->has[0] ? lang_find(code) : (enum lang)client->style.lang;
    if (lang == LANG_COUNT) {
        char all[LANG_COUNT * 16];
        struct text_out out = text_out_of(all, sizeof all);
        for (enum lang one = LANG_EN; one < LANG_COUNT; one++) {
            text_put(&out, one == LANG_EN ? "lang " : ", lang ");
            text_put(&out, lang_code(one));
        }
        return request_fault(request, ERR_BAD_ARGUMENT, "it is: %s", all);
    }
    enum error_code error = ERR_OK;
    if (request->cmd->has[0]) {
        rooms_remember(request->rooms, client);
        client->style.lang = (uint8_t)lang;
        error = profile_keep_lang(request);
    }
    table_put_text(request_table(request), lang_code(lang));
    return error;
}

/* A guest cannot have a registered name. */
static enum error_code check_owner(const struct request *request) {
    enum found found = request->job->found;
    if (found == FOUND && request->session != NULL &&
        request->session->account == request->job->account.id) {
        return ERR_OK;
    }
    return found == NOT_FOUND ? ERR_OK
           : found == FOUND   ? ERR_NAME_REGISTERED
                              : ERR_STORAGE;
}

/* Whether the asker may change their name now. */
static enum error_code check_change(struct request *request) {
    const struct session *s = request->session;
    if (s == NULL) {
        return ERR_OK;
    }
    if (s->of_host) {
        return request_fault(request, ERR_NAME_FIXED, "the host has given you this name");
    }
    return s->n_rooms > 0 ? ERR_NAME_FIXED : ERR_OK;
}

/* Whether the name is free. */
static enum error_code check_free(struct request *request, const char *name) {
    const struct session *other = people_find_name(request->people, name);
    if (other == NULL || other == request->session) {
        return ERR_OK;
    }
    if (other->of_host) {
        return request_fault(request, ERR_NAME_TAKEN,
                             "this name is kept for a bot of the host: choose another");
    }
    return other->client != 0
               ? ERR_NAME_TAKEN
               : request_fault(request, ERR_NAME_TAKEN,
                               "a player who is away has this name: if that is you, type "
                               "resume and your token, else choose another");
}

/* Whether the player may have this name. */
static enum error_code check_name(struct request *request, const char *name,
                                  const char *key) {
    const struct session *s = request->session;
    if (strncmp(key, FORGOTTEN_PREFIX, strlen(FORGOTTEN_PREFIX)) == 0) {
        return request_fault(request, ERR_BAD_NAME,
                             "such names stand for deleted accounts: choose another");
    }
    if (people_is_banned(request->people, name, request->text)) {
        return ERR_BANNED;
    }
    enum error_code error = check_change(request);
    error = error == ERR_OK ? check_owner(request) : error;
    if (error != ERR_OK) {
        return error;
    }
    bool is_own = s != NULL && strcmp(s->key, key) == 0;
    return !is_own && is_reserved_name(name) &&
                   !people_is_operator(request->people, request->client)
               ? ERR_NAME_RESERVED
               : check_free(request, name);
}

/* The player of an account takes another name, and keeps profile and gags. */
static void become_guest(struct request *request, struct session *s) {
    int64_t owner = store_owner(s->id, 0);
    people_set_account(request->people, s, 0);
    writes_put_profile(request->writes, owner, &s->profile);
    for (size_t i = 0; i < s->gags.n; i++) {
        writes_add_gag(request->writes, owner, s->gags.gag[i].name);
    }
}

enum error_code do_CMD_NAME(struct request *request) {
    const char *name = request_arg(request, 0);
    struct session *s = request->session;
    char key[NAME_KEY_BYTES];
    if (!is_player_name(name)) {
        return ERR_BAD_NAME;
    }
    if (!request_ask(request, request_read_named)) {
        return ERR_OK;
    }
    name_fold(name, key, sizeof key);
    enum error_code error = check_name(request, name, key);
    if (error != ERR_OK) {
        return error;
    }
    rooms_remember(request->rooms, request->client);
    if (s != NULL) {
        people_end_offers_of(request->people, s); /* they show the old name */
    } else {
        s = people_add_session(request->people, 0, name, 0);
        people_give_session(request->people, request->client, s);
        people_note_address(request->people, s, request->client);
        profile_take_lang(request);
    }
    if (strcmp(s->key, key) != 0 && s->account != 0) {
        become_guest(request, s);
    }
    people_name_session(request->people, s, name);
    request->reply.name = s->name;
    request_give_token(request, s);
    return ERR_OK;
}

/* Writes the games for which the player would receive an offer now; "": none. */
static void write_free(const struct session *s, struct text_out *out) {
    bool is_busy = !s->of_host && people_running_games(s) >= profile_max(&s->profile);
    if (!is_busy && !profile_wants_none(&s->profile)) {
        profile_write_games(&s->profile, out);
    }
}

static void put_player(const struct request *request, struct table *table,
                       const struct client *c) {
    char codes[CODES_BYTES], list[PROFILE_GAMES_BYTES];
    session_list_codes(c->session, codes);
    table_put_text(table, c->session->name);
    table_put_text(table, codes);
    table_put_number(table, (int64_t)(request->now.ms - c->active_ms) / 1000);
    struct text_out out = text_out_of(list, sizeof list);
    write_free(c->session, &out);
    table_put_text(table, list);
    table_put_flag(table, c->session->profile.is_bot);
    table_put_flag(table, session_is_registered(c->session));
}

/* People first. */
enum error_code do_CMD_WHO(struct request *request) {
    struct table *table = request_table(request);
    for (int bots = 0; bots <= 1; bots++) {
        uint32_t at = 0;
        for (const struct client *c;
             table_n_rows(table) < LIST_ROWS_MAX &&
             (c = people_next_client(request->people, &at)) != NULL;) {
            if (c->session != NULL && !c->closing &&
                c->session->profile.is_bot == (bots == 1)) {
                put_player(request, table, c);
            }
        }
    }
    return ERR_OK;
}

enum error_code do_CMD_PING(struct request *request) {
    (void)request;
    return ERR_OK;
}
