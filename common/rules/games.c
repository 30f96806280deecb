/* The registry of games, and what they all share. */
#include "rules/game.h"

#include <assert.h>
#include <string.h>

const struct game *const games[] = {
    &game_royal_ur,       /* on the board of Ur */
    &game_finkel,         /* on the board of Ur */
    &game_blitz,          /* on the board of Ur */
    &game_masters,        /* on the board of Ur */
    &game_aseb,           /* on a long board of Ur */
    &game_akalamdung,     /* on the board of Ur */
    &game_ur,             /* on the board of Ur */
    &game_stelpur,        /* on a ring */
    &game_morris,         /* on three squares */
    &game_tablut,         /* tafl, 9 by 9 */
    &game_ashton,         /* tafl, 9 by 9 with camps */
    &game_brandubh,       /* tafl, 7 by 7 */
    &game_fetlar,         /* tafl, 11 by 11 */
    &game_copenhagen,     /* tafl, 11 by 11 */
    &game_alea_evangelii, /* tafl, 19 by 19 */
    NULL,
};
GAMES_HAVE(sizeof games / sizeof games[0] - 1);

const struct game *game_find(const char *id, size_t len) {
    for (size_t i = 0; games[i] != NULL; i++) {
        if (strlen(games[i]->id) == len && memcmp(games[i]->id, id, len) == 0) {
            return games[i];
        }
    }
    return NULL;
}

/* The next letter of a game's name as typed, in lower case; 0: the end.  Skips hyphens,
 * underscores and blanks. */
static char next_letter(const char **at, const char *end) {
    while (*at < end && (**at == '-' || **at == '_' || **at == ' ')) {
        ++*at;
    }
    if (*at == end) {
        return 0;
    }
    char c = *(*at)++;
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

const struct game *game_find_typed(const char *typed, size_t len) {
    for (size_t i = 0; games[i] != NULL; i++) {
        const char *at = typed, *id = games[i]->id, *id_end = id + strlen(id);
        char c;
        do {
            c = next_letter(&at, typed + len);
        } while (c == next_letter(&id, id_end) && c != 0);
        if (c == 0 && at == typed + len && id == id_end && id > games[i]->id) {
            return games[i];
        }
    }
    return NULL;
}

const struct game *game_with(const struct game *game, const struct options *opt) {
    return game->variant != NULL ? game->variant(opt) : game;
}

const struct game *game_base(const struct game *game) {
    return game->base != NULL ? game->base : game;
}

unsigned game_index(const struct game *game) {
    unsigned i = 0;
    while (games[i] != game_base(game)) {
        i++;
    }
    return i;
}

static bool fault_known_games(struct text_in *in) {
    char list[FAULT_BYTES];
    struct text_out out = text_out_of(list, sizeof list);
    for (size_t i = 0; games[i] != NULL; i++) {
        text_put(&out, i > 0 ? ", " : "");
        text_put(&out, games[i]->id);
    }
    return text_fault(in, "unknown game; known games: ", list, NULL);
}

static bool parse(struct text_in *in, const struct game *(*find)(const char *, size_t),
                  const struct game **game, struct options *opt) {
    size_t rest = (size_t)(in->end - in->at);
    const char *colon = memchr(in->at, ':', rest);
    size_t len = colon != NULL ? (size_t)(colon - in->at) : rest;
    const struct game *found = find(in->at, len);
    if (found == NULL) {
        return fault_known_games(in);
    }
    in->at += len;
    struct options read = {{0}};
    if (text_take(in, ':') && !options_read(found->options, in, &read)) {
        return false;
    }
    *game = game_with(found, &read);
    *opt = read;
    return true;
}

bool game_parse(struct text_in *in, const struct game **game, struct options *opt) {
    return parse(in, game_find, game, opt);
}

bool game_parse_typed(struct text_in *in, const struct game **game, struct options *opt) {
    return parse(in, game_find_typed, game, opt);
}

void game_write(const struct game *game, const struct options *opt,
                struct text_out *out) {
    char list[OPTIONS_TEXT_BYTES];
    struct text_out options = text_out_of(list, sizeof list);
    options_write(game->options, opt, &options);
    text_put(out, game->id);
    text_put(out, options.len > 0 ? ":" : "");
    text_put(out, list);
}

enum side game_first(const struct game *game, const struct options *opt) {
    for (unsigned i = 0; game->options[i].name != NULL; i++) {
        if (strcmp(game->options[i].name, "first") == 0) {
            const char *value = game->options[i].values[opt->value[i]];
            return side_find(value);
        }
    }
    return game->first;
}

bool game_read(const struct game *game, const struct options *opt, struct text_in *in,
               struct position *pos) {
    const char *text = in->at;
    size_t len = (size_t)(in->end - in->at);
    assert(game_with(game, opt) == game);
    struct position read = {.opt = *opt};
    if (!game->read(&read, in)) {
        assert(in->fault[0] != '\0');
        return false;
    }
    char canonical[POSITION_TEXT_BYTES];
    struct text_out out = text_out_of(canonical, sizeof canonical);
    game->write(&read, &out);
    assert(out.len < out.cap);
    if (out.len != len || memcmp(canonical, text, len) != 0) {
        return text_fault(in, "not the canonical form, which is ", canonical, NULL);
    }
    *pos = read;
    return true;
}

void game_start(const struct game *game, const struct options *opt, enum side first,
                struct position *pos) {
    char text[POSITION_TEXT_BYTES];
    struct text_out out = text_out_of(text, sizeof text);
    for (const char *c = game->start; *c != '\0'; c++) {
        if (*c == '#') {
            text_put(&out, game->options[0].values[opt->value[0]]);
        } else {
            text_put_char(&out, *c == '?' ? side_letter(first) : *c);
        }
    }
    struct text_in in = text_in_of(text, out.len);
    bool is_read = game_read(game, opt, &in, pos);
    assert(is_read);
}

static void write_move(const struct game *game, const struct position *pos,
                       const struct move *m, char text[static MOVE_TEXT_BYTES]) {
    struct text_out out = text_out_of(text, MOVE_TEXT_BYTES);
    game->write_move(pos, m, &out);
    assert(out.len < out.cap);
}

/* Moves and their texts during sorting; both are swapped together. */
struct sorted {
    struct move *move;
    char (*text)[MOVE_TEXT_BYTES];
};

static bool is_before(const struct sorted *s, size_t a, size_t b) {
    return strcmp(s->text[a], s->text[b]) < 0;
}

static void swap_moves(struct sorted *s, size_t a, size_t b) {
    struct move move = s->move[a];
    s->move[a] = s->move[b];
    s->move[b] = move;
    char text[MOVE_TEXT_BYTES];
    memcpy(text, s->text[a], sizeof text);
    memcpy(s->text[a], s->text[b], sizeof text);
    memcpy(s->text[b], text, sizeof text);
}

/* Moves item `at` of the heap of n down until no child comes after it. */
static void sift_down(struct sorted *s, size_t at, size_t n) {
    for (size_t child = 2 * at + 1; child < n; child = 2 * at + 1) {
        if (child + 1 < n && is_before(s, child, child + 1)) {
            child++;
        }
        if (!is_before(s, at, child)) {
            return;
        }
        swap_moves(s, at, child);
        at = child;
    }
}

/* Heap sort: in place, without recursion, and never quadratic. */
static void sort_moves(struct sorted *s, size_t n) {
    for (size_t at = n / 2; at-- > 0;) {
        sift_down(s, at, n);
    }
    for (size_t last = n; last-- > 1;) {
        swap_moves(s, 0, last);
        sift_down(s, 0, last);
    }
}

size_t game_moves_sorted(const struct game *game, const struct position *pos,
                         struct move out[static MOVES_MAX],
                         char text[static MOVES_MAX][MOVE_TEXT_BYTES]) {
    if (pos->phase != PHASE_MOVE) {
        return 0;
    }
    size_t n = game->moves(pos, out);
    assert(n > 0 && n <= MOVES_MAX);
    for (size_t i = 0; i < n; i++) {
        write_move(game, pos, &out[i], text[i]);
    }
    sort_moves(&(struct sorted){out, text}, n);
    return n;
}

bool game_find_move(const struct game *game, const struct position *pos, const char *text,
                    size_t len, struct move *m) {
    if (pos->phase != PHASE_MOVE) {
        return false;
    }
    struct move moves[MOVES_MAX];
    size_t n = game->moves(pos, moves);
    for (size_t i = 0; i < n; i++) {
        char canonical[MOVE_TEXT_BYTES];
        write_move(game, pos, &moves[i], canonical);
        if (strlen(canonical) == len && memcmp(canonical, text, len) == 0) {
            *m = moves[i];
            return true;
        }
    }
    return false;
}

const struct rule *game_why(const struct game *game, const struct position *pos,
                            const char *text, size_t len) {
    static const struct rule roll_first = {"turn.roll", "The dice must be thrown first.",
                                           "[house]"};
    static const struct rule over = {"turn.over", "The game is over.", "[house]"};
    struct move legal;
    switch ((enum phase)pos->phase) {
    case PHASE_ROLL: return &roll_first;
    case PHASE_OVER: return &over;
    case PHASE_MOVE: break;
    }
    return game_find_move(game, pos, text, len, &legal) ? NULL
                                                        : game->why(pos, text, len);
}

const char *end_reason_name(enum end_reason reason) {
    static const char *const names[END_REASON_COUNT] = {
#define X(id, name) [id] = (name),
        END_REASONS(X)
#undef X
    };
    return names[reason];
}

const char *side_name(enum side side) {
    return side == SIDE_WHITE ? "white" : "black";
}

enum side side_find(const char *name) {
    return strcmp(name, "white") == 0   ? SIDE_WHITE
           : strcmp(name, "black") == 0 ? SIDE_BLACK
                                        : SIDE_COUNT;
}

char side_letter(enum side side) {
    return side == SIDE_WHITE ? 'w' : 'b';
}

bool side_take(struct text_in *in, uint8_t *side) {
    if (text_take(in, 'w')) {
        *side = SIDE_WHITE;
        return true;
    }
    if (text_take(in, 'b')) {
        *side = SIDE_BLACK;
        return true;
    }
    return text_fault(in, "the turn must be w or b", NULL, NULL);
}

const char *outcome_name(enum outcome won) {
    static const char *const names[] = {
        [OUTCOME_WHITE] = "white", [OUTCOME_BLACK] = "black", [OUTCOME_DRAW] = "draw"};
    return names[won];
}

const char *phase_name(enum phase phase) {
    static const char *const names[] = {
        [PHASE_ROLL] = "roll", [PHASE_MOVE] = "move", [PHASE_OVER] = "over"};
    return names[phase];
}

void position_write_state(const struct position *pos, struct text_out *out) {
    text_put(out, phase_name(pos->phase));
    if (pos->phase == PHASE_OVER) {
        text_put_char(out, ' ');
        text_put(out, outcome_name(pos->outcome));
        text_put_char(out, ' ');
        text_put(out, end_reason_name(pos->end));
    }
}

void happened_add(struct happened *h, enum happening_kind kind, uint8_t side,
                  const char *at, uint8_t n) {
    if (h == NULL) {
        return;
    }
    size_t len = strlen(at);
    assert(h->n < HAPPENED_MAX && len < SQUARE_BYTES);
    struct happening *item = &h->item[h->n++];
    *item = (struct happening){.kind = (uint8_t)kind, .side = side, .n = n};
    memcpy(item->at, at, len);
}

const char *happening_name(enum happening_kind kind) {
    static const char *const names[HAPPENING_KIND_COUNT] = {
#define X(id, name) [id] = (name),
        HAPPENING_KINDS(X)
#undef X
    };
    return names[kind];
}

enum happening_kind happening_find(const char *name) {
    enum happening_kind kind = 0;
    while (kind < HAPPENING_KIND_COUNT && strcmp(happening_name(kind), name) != 0) {
        kind++;
    }
    return kind;
}
