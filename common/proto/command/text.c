/* Text mode: a typed line -> struct command. */
#include <stdio.h>
#include <string.h>

#include "proto/command/inside.h"
#include "proto/command/typed_move.h"
#include "rules/game.h"

/* A part of the line; only the line itself ends with a NUL. */
struct word {
    const char *at;
    size_t len;
};

static const char *skip_blanks(const char *at) {
    return at + strspn(at, " \t");
}

/* Returns the next word; empty at the end. */
static struct word peek_word(const char *at) {
    at = skip_blanks(at);
    return (struct word){at, strcspn(at, " \t")};
}

static struct word take_word(const char **rest) {
    struct word word = peek_word(*rest);
    *rest = word.at + word.len;
    return word;
}

/* Takes the rest of the line, trimmed. */
static struct word take_rest(const char **rest) {
    struct word all = {skip_blanks(*rest), 0};
    all.len = strlen(all.at);
    *rest = all.at + all.len;
    while (all.len > 0 && strchr(" \t", all.at[all.len - 1]) != NULL) {
        all.len--;
    }
    return all;
}

static bool is_number(struct word word) {
    return word.len > 0 && strspn(word.at, "0123456789") >= word.len;
}

/* Whether this is "GET / HTTP/1.1" or the like, from a browser or a network scan. */
static bool is_http(const char *line) {
    static const char *const methods[] = {"GET",     "HEAD",  "POST",  "PUT", "DELETE",
                                          "CONNECT", "PATCH", "TRACE", "PRI", "OPTIONS"};
    struct word first = peek_word(line);
    const char *target = first.at + first.len;
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        if (strlen(methods[i]) == first.len &&
            memcmp(methods[i], first.at, first.len) == 0) {
            return strncmp(target, " /", 2) == 0 || strstr(target, " HTTP/") != NULL;
        }
    }
    return false;
}

/* --- the verb --- */

static bool begins_with(const char *word, struct word typed) {
    for (size_t i = 0; i < typed.len; i++) {
        if (word[i] == '\0' || word[i] != ascii_lower(typed.at[i])) {
            return false;
        }
    }
    return true;
}

/* --- moves --- */

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_letter(char c) {
    return ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z';
}

/* Whether this is "in", the reserve from which pieces enter. */
static bool is_reserve(struct word word) {
    return word.len == 2 && begins_with("in", word);
}

/* Length of the square that a word begins with ("14", "14w", "e4", "in"); 0: none. */
static size_t square_len(struct word word) {
    size_t i = 0;
    if (word.len >= 2 && is_reserve((struct word){word.at, 2})) {
        return 2;
    }
    bool has_file = word.len > 1 && is_letter(word.at[0]);
    for (i = has_file; i < word.len && is_digit(word.at[i]); i++) {
    }
    if (i == (size_t)has_file) {
        return 0;
    }
    return !has_file && i < word.len && ascii_lower(word.at[i]) == 'w' ? i + 1 : i;
}

/* Whether the first word of a line can only be a move.  It begins with a square, as no
 * command does, and has only characters of moves.  "in" alone is not enough. */
static bool looks_like_move(struct word word, struct word next) {
    if (word.len >= MOVE_TEXT_BYTES || square_len(word) == 0) {
        return false;
    }
    for (size_t i = 0; i < word.len; i++) {
        if (!is_digit(word.at[i]) && !is_letter(word.at[i]) &&
            strchr("-:,", word.at[i]) == NULL) {
            return false;
        }
    }
    if (is_reserve((struct word){word.at, 2})) {
        return word.len == 2 ? next.len > 0 && is_digit(next.at[0])
                             : strchr("-:", word.at[2]) != NULL || is_digit(word.at[2]);
    }
    return true;
}

/* Whether two words are FROM and TO of a move.  The first is a square and nothing else.
 * A number after "e4" is SEQ; after "4" or "in" it is a square. */
static bool are_from_and_to(struct word from, struct word to) {
    if (to.len == 0 || memchr(to.at, '=', to.len) != NULL ||
        square_len(from) != from.len) {
        return false;
    }
    return !is_number(to) || is_digit(from.at[0]) || is_reserve(from);
}

/* --- the verb, continued --- */

/* Letters of an operator's command before it is told: "ann" is somebody's name. */
#define OPERATOR_LEAST 4

/* The commands that a word can stand for. */
struct matches {
    unsigned n;                 /* commands that the word may abbreviate */
    enum command_kind kind;     /* the last of them */
    const char *in_full;        /* a command that must be written in full, or NULL */
    struct text_out list;       /* names of the n commands, for a sentence; in text */
    char text[FAULT_BYTES / 2]; /* fits all commands with the same first letter */
};

/* Whether this command is the other one with more letters (moves, move).  An abbreviation
 * of both means the shorter one, which comes first in the table. */
static bool is_longer(const struct command_spec *spec, const struct command_spec *other) {
    return strncmp(spec->word, other->word, strlen(other->word)) == 0;
}

/* Fills *found.  True if the word is exactly a command, which is then found->kind. */
static bool match(struct word typed, struct matches *found) {
    *found = (struct matches){.n = 0};
    found->list = text_out_of(found->text, sizeof found->text);
    for (unsigned kind = 0; kind < COMMAND_COUNT; kind++) {
        const struct command_spec *spec = command_spec((enum command_kind)kind);
        if (!begins_with(spec->word, typed)) {
            continue;
        }
        if (strlen(spec->word) == typed.len) {
            found->kind = (enum command_kind)kind;
            return true;
        }
        if ((spec->flags & (COMMAND_IN_FULL | COMMAND_OPERATOR)) != 0) {
            if ((spec->flags & COMMAND_OPERATOR) != 0 && typed.len < OPERATOR_LEAST) {
                continue;
            }
            found->in_full = found->in_full != NULL ? found->in_full : spec->word;
            continue;
        }
        if (found->n > 0 && is_longer(spec, command_spec(found->kind))) {
            continue;
        }
        text_put(&found->list, found->n > 0 ? ", " : "");
        text_put(&found->list, spec->word);
        found->kind = (enum command_kind)kind;
        found->n++;
    }
    return false;
}

static enum error_code find_verb(struct word verb, const char *rest, struct command *cmd,
                                 struct command_fault *fault) {
    if (verb.len == 0) {
        return command_fail(fault, ERR_UNKNOWN_COMMAND,
                            "type help to see what you can do", NULL, NULL);
    }
    if (verb.at[0] == '{') {
        return command_fail(fault, ERR_UNKNOWN_COMMAND,
                            "this is text mode: before you send JSON, send mode json",
                            NULL, NULL);
    }
    cmd->kind = command_find_alias(verb.at, verb.len);
    if (cmd->kind != COMMAND_COUNT) {
        return ERR_OK;
    }
    struct matches found;
    bool is_exact = match(verb, &found);
    cmd->kind = found.kind;
    if (is_exact || found.n == 1) {
        return ERR_OK;
    }
    if (found.n == 0 && found.in_full == NULL && looks_like_move(verb, peek_word(rest))) {
        cmd->kind = CMD_MOVE;
        cmd->is_bare = true;
        return ERR_OK;
    }
    if (found.n > 1) {
        return command_fail(fault, ERR_AMBIGUOUS_COMMAND,
                            "this could be one of: ", found.text, NULL);
    }
    if (found.in_full != NULL) {
        return command_fail(fault, ERR_UNKNOWN_COMMAND, "if you mean it, type ",
                            found.in_full, " in full");
    }
    return command_fail_unknown(fault, verb.at, verb.len);
}

/* --- the line --- */

/* Takes "#ID" and "@ROOM", if present.  *room: the code, empty if not given.  It is
 * checked when it is known that the command is about a room. */
static enum error_code take_prefixes(const char **rest, struct word *room,
                                     struct command *cmd, struct command_fault *fault) {
    *room = (struct word){*rest, 0};
    if (*peek_word(*rest).at == '#') {
        struct word id = take_word(rest);
        if (id.len == 1) {
            return command_fail_plainly(fault, ERR_BAD_ID);
        }
        enum error_code error = command_set_id(cmd, id.at + 1, id.len - 1, fault);
        if (error != ERR_OK) {
            return error;
        }
    }
    if (*peek_word(*rest).at == '@') {
        *room = take_word(rest);
    }
    return ERR_OK;
}

/* Takes the command word.  A bare move has none, and stays in the line. */
static enum error_code take_verb(const char **rest, struct command *cmd,
                                 struct command_fault *fault) {
    const char *line = *rest;
    struct word verb = take_word(rest);
    enum error_code error = find_verb(verb, *rest, cmd, fault);
    if (cmd->is_bare) {
        *rest = line;
    }
    return error;
}

static enum error_code set_room(struct word room, struct command *cmd,
                                struct command_fault *fault) {
    const struct command_spec *spec = command_spec(cmd->kind);
    if (room.len == 0) {
        return ERR_OK;
    }
    if ((spec->flags & (COMMAND_IN_ROOM | COMMAND_MAY_ROOM)) == 0) {
        return command_fail_usage(fault, ERR_EXTRA_ARGUMENT, "no @ROOM before this",
                                  cmd->kind);
    }
    return command_set_room(cmd, room.at + 1, room.len - 1, fault);
}

/* Whether case does not matter: the word is one of ours, not free text. */
static bool is_our_word(const char *key) {
    static const char *const keys[] = {"topic", "game",  "side",    "mode",   "style",
                                       "show",  "level", "minutes", "sure",   "rated",
                                       "games", "bots",  "bot",     "switch", "winner"};
    size_t i = 0;
    while (i < sizeof keys / sizeof keys[0] && strcmp(keys[i], key) != 0) {
        i++;
    }
    return i < sizeof keys / sizeof keys[0];
}

static void lower(char *arg) {
    for (; *arg != '\0'; arg++) {
        *arg = ascii_lower(*arg);
    }
}

static enum error_code set_arg(struct word arg, unsigned i, struct command *cmd,
                               struct command_fault *fault) {
    char spelled[TYPED_GAME_BYTES];
    if (strcmp(command_spec(cmd->kind)->arg[i], "game") == 0) {
        arg = (struct word){spelled, typed_game_spell(arg.at, arg.len, spelled)};
    }
    enum error_code error = command_set_arg(cmd, i, arg.at, arg.len, fault);
    if (error == ERR_OK && is_our_word(command_spec(cmd->kind)->arg[i])) {
        lower(cmd->text + cmd->at[i]);
    }
    return error;
}

/* Records "KEY= WHY: it is USAGE". */
static enum error_code fail_key(struct command_fault *fault, enum error_code code,
                                struct word key, const char *why,
                                enum command_kind kind) {
    char shown[EXCERPT_BYTES], what[FAULT_BYTES];
    utf8_clean(key.at, key.len, shown, sizeof shown);
    struct text_out out = text_out_of(what, sizeof what);
    text_put(&out, shown);
    text_put(&out, "= ");
    text_put(&out, why);
    return command_fail_usage(fault, code, what, kind);
}

/* Splits KEY=VALUE.  False: the word has another form. */
static bool split(struct word word, struct word *key, struct word *value) {
    const char *equals = memchr(word.at, '=', word.len);
    if (equals == NULL) {
        return false;
    }
    *key = (struct word){word.at, (size_t)(equals - word.at)};
    *value = (struct word){equals + 1, word.len - key->len - 1};
    return true;
}

/* Returns the number of the optional argument with this key; n_args: none. */
static unsigned find_key(const struct command_spec *spec, struct word key) {
    unsigned i = spec->n_required;
    while (i < spec->n_args &&
           (strlen(spec->arg[i]) != key.len || !begins_with(spec->arg[i], key))) {
        i++;
    }
    return i;
}

/* Returns the first argument from i on that is not given yet. */
static unsigned next_free(const struct command *cmd, unsigned i) {
    while (i < command_spec(cmd->kind)->n_args && cmd->has[i]) {
        i++;
    }
    return i;
}

/* Returns the game given so far, with options; "" if none.  *i: the number of that
 * argument. */
static const char *game_said(const struct command *cmd, unsigned *i) {
    const struct command_spec *spec = command_spec(cmd->kind);
    for (*i = 0; *i < spec->n_args; ++*i) {
        if (strcmp(spec->arg[*i], "game") == 0) {
            return command_arg(cmd, *i);
        }
    }
    return "";
}

static bool has_option(const struct game *game, struct word key) {
    const struct option_kind *o = game->options;
    while (o->name != NULL &&
           (strlen(o->name) != key.len || !begins_with(o->name, key))) {
        o++;
    }
    return o->name != NULL;
}

/* Takes KEY=VALUE that is an option of the game given before: create tablut king=unarmed
 * means create tablut:king=unarmed.  Refuses a bad list here: repeated words must not
 * fill the command. */
static enum error_code take_game_option(struct word option, struct word key,
                                        struct command *cmd,
                                        struct command_fault *fault) {
    unsigned i;
    const char *said = game_said(cmd, &i);
    const struct game *game = game_find(said, strcspn(said, ":"));
    if (game == NULL || !has_option(game, key)) {
        return fail_key(fault, ERR_BAD_ARGUMENT, key,
                        game == NULL ? "is not known here"
                                     : "is not known here (help GAME lists its options)",
                        cmd->kind);
    }
    char joined[2 * LINE_BYTES_MAX], shown[EXCERPT_BYTES];
    snprintf(joined, sizeof joined, "%s%c%.*s", said,
             strchr(said, ':') != NULL ? ',' : ':', (int)option.len, option.at);
    lower(joined);
    struct options opt;
    struct text_in in = text_in_of(joined, strlen(joined));
    if (!game_parse(&in, &game, &opt)) {
        utf8_clean(option.at, option.len, shown, sizeof shown);
        return command_fail(fault, ERR_BAD_OPTION, shown, ": ", in.fault);
    }
    command_put_arg(cmd, i, joined);
    return ERR_OK;
}

/* Takes KEY=VALUE for an optional argument or an option of the game.  *is_keyed: it has
 * that form, valid or not.  Otherwise the word is for argument `next`. */
static enum error_code take_keyed(struct word word, unsigned next, struct command *cmd,
                                  struct command_fault *fault, bool *is_keyed) {
    const struct command_spec *spec = command_spec(cmd->kind);
    struct word key, value;
    *is_keyed = (spec->flags & COMMAND_KEYED) != 0 && split(word, &key, &value);
    if (!*is_keyed) {
        return ERR_OK;
    }
    unsigned i = find_key(spec, key);
    if (i == spec->n_args) {
        *is_keyed = next >= spec->n_required; /* the first one may itself contain a '=' */
        return *is_keyed ? take_game_option(word, key, cmd, fault) : ERR_OK;
    }
    if (cmd->has[i]) {
        return fail_key(fault, ERR_EXTRA_ARGUMENT, key, "is said twice", cmd->kind);
    }
    return value.len > 0
               ? set_arg(value, i, cmd, fault)
               : fail_key(fault, ERR_MISSING_ARGUMENT, key, "is empty", cmd->kind);
}

/* Returns the argument that a word without a key is for.  That is `next`, the first one
 * not given; but 5+10 is always the time, and sure is never a room. */
static unsigned place_of(struct word word, unsigned next, const struct command *cmd) {
    const struct command_spec *spec = command_spec(cmd->kind);
    bool is_time = next >= spec->n_required && is_number((struct word){word.at, 1}) &&
                   memchr(word.at, '+', word.len) != NULL;
    unsigned i = is_time ? find_key(spec, (struct word){"time", 4})
                 : word.len == 4 && begins_with("sure", word) ? find_key(spec, word)
                                                              : spec->n_args;
    return i < spec->n_args && !cmd->has[i] ? i : next;
}

/* Takes "FROM TO" as one argument, "FROM-TO". */
static enum error_code take_from_and_to(const char **rest, unsigned next,
                                        struct command *cmd,
                                        struct command_fault *fault) {
    char move[LINE_BYTES_MAX + 1];
    struct word from = take_word(rest), to = take_word(rest);
    memcpy(move, from.at, from.len);
    move[from.len] = '-';
    memcpy(move + from.len + 1, to.at, to.len);
    return set_arg((struct word){move, from.len + 1 + to.len}, next, cmd, fault);
}

/* Whether the next two words are a move. */
static bool is_move_in_two(const char *rest, unsigned next, const struct command *cmd) {
    const struct command_spec *spec = command_spec(cmd->kind);
    if (next >= spec->n_args || strcmp(spec->arg[next], "move") != 0) {
        return false;
    }
    struct word from = take_word(&rest);
    return are_from_and_to(from, peek_word(rest));
}

/* Takes one word, or the rest of the line, as argument *next. */
static enum error_code take_arg(const char **rest, unsigned next, struct command *cmd,
                                struct command_fault *fault) {
    const struct command_spec *spec = command_spec(cmd->kind);
    if (is_move_in_two(*rest, next, cmd)) {
        return take_from_and_to(rest, next, cmd, fault);
    }
    bool all = next + 1U == spec->n_args && (spec->flags & COMMAND_REST) != 0;
    struct word word = all ? take_rest(rest) : take_word(rest);
    bool is_keyed;
    enum error_code error = take_keyed(word, next, cmd, fault, &is_keyed);
    if (is_keyed) {
        return error;
    }
    return next < spec->n_args ? set_arg(word, place_of(word, next, cmd), cmd, fault)
                               : command_fail_usage(fault, ERR_EXTRA_ARGUMENT,
                                                    "too many words", cmd->kind);
}

static enum error_code take_args(const char *rest, struct command *cmd,
                                 struct command_fault *fault) {
    const struct command_spec *spec = command_spec(cmd->kind);
    enum error_code error = ERR_OK;
    unsigned next = 0;
    while (error == ERR_OK && *skip_blanks(rest) != '\0') {
        error = take_arg(&rest, next, cmd, fault);
        next = next_free(cmd, next);
    }
    if (error == ERR_OK && next < spec->n_required) {
        return command_fail_usage(fault, ERR_MISSING_ARGUMENT, "something is missing",
                                  cmd->kind);
    }
    unsigned room = command_room_arg(cmd->kind);
    if (error == ERR_OK && cmd->room[0] != '\0' && room < spec->n_args &&
        cmd->has[room]) {
        return command_fail_usage(fault, ERR_EXTRA_ARGUMENT, "the room is said twice",
                                  cmd->kind);
    }
    return error;
}

enum error_code command_from_text(const char *line, size_t len, struct command *cmd,
                                  struct command_fault *fault) {
    enum error_code begins = command_begin(line, len, cmd, fault);
    cmd->is_typed = true;
    char clean[LINE_BYTES_MAX + 1];
    utf8_clean(line, len, clean, sizeof clean);
    if (begins == ERR_OK && is_http(clean)) {
        return command_fail_plainly(fault, ERR_HTTP);
    }
    const char *rest = clean;
    struct word room;
    enum error_code error = take_prefixes(&rest, &room, cmd, fault);
    if (begins != ERR_OK) {
        return command_fail_plainly(fault, begins);
    }
    error = error != ERR_OK ? error : take_verb(&rest, cmd, fault);
    error = error != ERR_OK ? error : set_room(room, cmd, fault);
    return error != ERR_OK ? error : take_args(rest, cmd, fault);
}
