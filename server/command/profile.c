/* The player's profile: whose offers reach the player, and whether forced moves are
 * played automatically. */
#include <string.h>

#include "lang/lang.h"
#include "server/command/request.h"
#include "server/rooms/ops.h"
#include "server/turn/work.h"

/* Reads an argument that is one of these words; if it is not given, *choice stays
 * unchanged.  False with a fault. */
static bool read_choice(struct request *request, const char *key,
                        const char *const words[], size_t n_words, uint8_t *choice) {
    const char *text = request_named(request, key);
    for (size_t i = 0; text != NULL && i < n_words; i++) {
        if (strcmp(text, words[i]) == 0) {
            *choice = (uint8_t)i;
            return true;
        }
    }
    if (text != NULL) {
        request_fault(request, ERR_BAD_ARGUMENT, "%s is %s%s%s%s%s, not %.40s", key,
                      words[0], n_words > 2 ? ", " : "", n_words > 2 ? words[1] : "",
                      " or ", words[n_words - 1], text);
    }
    return text == NULL;
}

/* In the order of enum profile_choice. */
static const char *const rated_words[] = {"any", "yes", "no"};
static const char *const time_words[] = {"any", "clock", "none"};
static const char *const yes_words[] = {"no", "yes"};

static bool read_max(struct request *request, struct profile *profile) {
    const char *text = request_named(request, "max");
    unsigned max;
    if (text == NULL) {
        return true;
    }
    struct text_in in = text_in_of(text, strlen(text));
    if (!text_take_number(&in, PROFILE_MAX_MOST, "the number", &max) ||
        !text_at_end(&in) || max == 0) {
        request_fault(request, ERR_BAD_ARGUMENT,
                      "max is how many games at once you play, 1 to %d; not %.40s",
                      PROFILE_MAX_MOST, text);
        return false;
    }
    profile->more = (uint8_t)(max - 1);
    return true;
}

static bool read_games(struct request *request, struct profile *profile) {
    const char *text = request_named(request, "games");
    return text == NULL || profile_read_games(profile, text, request->text);
}

static void answer(struct request *request, const struct profile *profile) {
    char list[PROFILE_GAMES_BYTES];
    struct text_out out = text_out_of(list, sizeof list);
    profile_write_games(profile, &out);
    struct table *table = request_table(request);
    table_put_text(table, list);
    table_put_text(table, rated_words[profile->rated]);
    table_put_text(table, yes_words[!profile->no_bots]);
    table_put_number(table, profile_max(profile));
    table_put_text(table, time_words[profile->clock]);
    table_put_text(table, yes_words[profile->is_bot]);
}

/* Changes the profile.  ERR_STORAGE. */
static enum error_code keep(struct request *request, const struct profile *profile) {
    struct session *s = request->client->session;
    if (!turn_may_write(request->turns)) {
        return ERR_STORAGE;
    }
    writes_put_profile(request->writes, store_owner(s->id, s->account), profile);
    s->profile = *profile;
    return ERR_OK;
}

enum error_code profile_keep_lang(struct request *request) {
    const struct session *s = request->client->session;
    uint8_t lang = (uint8_t)(1 + request->client->style.lang);
    if (s == NULL || s->profile.lang == lang) {
        return ERR_OK;
    }
    struct profile profile = s->profile;
    profile.lang = lang;
    return keep(request, &profile);
}

void profile_take_lang(struct request *request) {
    struct client *client = request->client;
    uint8_t lang = client->session->profile.lang;
    if (lang > 0) {
        client->style.lang = lang - 1;
    } else if (client->style.lang != LANG_EN) {
        (void)profile_keep_lang(request);
    }
}

/* Whether any argument is given. */
static bool says_something(const struct request *request) {
    unsigned i = 0;
    while (i < command_spec(CMD_PROFILE)->n_args && !request->cmd->has[i]) {
        i++;
    }
    return i < command_spec(CMD_PROFILE)->n_args;
}

enum error_code do_CMD_PROFILE(struct request *request) {
    struct profile profile = request->session->profile;
    uint8_t bots = !profile.no_bots, bot = profile.is_bot;
    if (!read_games(request, &profile) ||
        !read_choice(request, "rated", rated_words, 3, &profile.rated) ||
        !read_choice(request, "bots", yes_words, 2, &bots) ||
        !read_max(request, &profile) ||
        !read_choice(request, "time", time_words, 3, &profile.clock) ||
        !read_choice(request, "bot", yes_words, 2, &bot)) {
        return ERR_BAD_ARGUMENT;
    }
    profile.no_bots = bots == 0;
    profile.is_bot = bot != 0;
    enum error_code error = says_something(request) ? keep(request, &profile) : ERR_OK;
    answer(request, &profile);
    return error;
}

/* --- forced moves --- */

/* Plays the player's move in a room, if it is the only legal one. */
static void play_forced(struct request *request, struct room *room) {
    struct op op = {.kind = OP_MOVE};
    bool is_asked = room_side_of(room, request->session->id, &op.side) &&
                    room->stage == STAGE_PLAYING && room_is_waiting_for(room, op.side) &&
                    strchr(room->moves, ' ') == NULL;
    if (is_asked) {
        text_copy(op.text, sizeof op.text, room->moves);
        rooms_do_and_tell(request->rooms, room, &op);
    }
}

/* Plays all forced moves pending in the player's rooms. */
static void play_all_forced(struct request *request) {
    for (size_t i = 0; i < request->session->n_rooms; i++) {
        rooms_run_due_ops(request->rooms,
                          request->session->rooms[i]); /* its time may be over by now */
        play_forced(request, request->session->rooms[i]);
    }
}

enum error_code do_CMD_AUTO(struct request *request) {
    struct profile profile = request->session->profile;
    const char *text = request_arg(request, 0);
    bool on = strcmp(text, "on") == 0;
    if (request->cmd->has[0] && !on && strcmp(text, "off") != 0) {
        return request_fault(request, ERR_BAD_ARGUMENT, "it is: auto, auto on, auto off");
    }
    enum error_code error = ERR_OK;
    if (request->cmd->has[0]) {
        profile.auto_moves = on;
        error = keep(request, &profile);
        request->after = on ? play_all_forced : NULL;
    }
    table_put_text(request_table(request), profile.auto_moves ? "on" : "off");
    return error;
}
