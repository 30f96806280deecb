#include "client-cli/local/keep.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/net/cli.h"
#include "proto/shape.h"

/* Longest line, with its end: the first one. */
#define KEPT_BYTES 512

/* --- words --- */

/* A line, read word by word. */
struct words {
    char *at;
    bool is_bad; /* a word was missing, too long or invalid */
};

/* Reads a whole line, and drops its end.  A line that is too long or has a NUL becomes
 * "", which nobody writes.  False: there is none, or its end is missing. */
static bool read_line(FILE *file, char line[static KEPT_BYTES]) {
    size_t len = 0;
    bool is_good = true;
    int c;
    while ((c = getc(file)) != EOF && c != '\n') {
        is_good = is_good && c != '\0' && len + 1 < KEPT_BYTES;
        line[len] = (char)c;
        len += is_good;
    }
    line[is_good ? len : 0] = '\0';
    return c != EOF;
}

/* The next word, of less than cap bytes; otherwise "", and is_bad is set. */
static const char *take_word(struct words *words, size_t cap) {
    char *word = words->at;
    size_t len = strcspn(word, " ");
    words->at += len + (word[len] == ' ');
    words->is_bad = words->is_bad || len == 0 || len >= cap;
    word[len] = '\0';
    return len < cap ? word : "";
}

/* The next word as a number, at most max. */
static uint64_t take_number(struct words *words, uint64_t max) {
    const char *word = take_word(words, KEPT_BYTES);
    char *end;
    errno = 0;
    uint64_t number = strtoull(word, &end, 10);
    words->is_bad = words->is_bad || *end != '\0' || errno != 0 || number > max;
    return words->is_bad ? 0 : number;
}

/* --- the first line --- */

/* GAME LEVEL, LEG, both scores in half points, pieces captured by both, number of the
 * last event, game id, secret, side of the person, both names. */
#define HEAD "alea-local 1 "

static bool write_head(FILE *file, const struct room *room, unsigned level) {
    char game[GAME_TEXT_BYTES], secret[FAIR_HEX_BYTES];
    struct text_out out = text_out_of(game, sizeof game);
    game_write(room->game, &room->opt, &out);
    fair_secret_to_hex(room->secret, secret);
    const struct match *match = &room->match;
    enum side side = SIDE_WHITE;
    room_side_of(room, KEEP_PERSON, &side);
    int n =
        fprintf(file, HEAD "%s %u %u %u %u %u %u %" PRIu64 " %s %s %s %s %s\n", game,
                level, match->leg, match->halves[SIDE_WHITE], match->halves[SIDE_BLACK],
                match->captured[SIDE_WHITE], match->captured[SIDE_BLACK], room->seq,
                room->game_id, secret, side_name(side), room->seat[SIDE_WHITE].name,
                room->seat[SIDE_BLACK].name);
    sodium_memzero(secret, sizeof secret);
    return n > 0;
}

/* Reads the first line. */
static bool read_head(char *line, struct room_start *start, unsigned *level) {
    if (strncmp(line, HEAD, strlen(HEAD)) != 0) {
        return false;
    }
    struct words words = {.at = line + strlen(HEAD)};
    const char *game = take_word(&words, GAME_TEXT_BYTES);
    struct text_in in = text_in_of(game, strlen(game));
    if (!game_parse(&in, &start->game, &start->opt)) {
        return false;
    }
    *level = (unsigned)take_number(&words, KEEP_LEVEL_MAX);
    struct match *match = &start->match;
    room_start_match(start->game, &start->opt, match);
    match->leg = (uint8_t)take_number(&words, match->legs);
    for (int i = 0; i < SIDE_COUNT; i++) {
        match->halves[i] = (uint8_t)take_number(&words, UINT8_MAX);
    }
    for (int i = 0; i < SIDE_COUNT; i++) {
        match->captured[i] = (uint16_t)take_number(&words, UINT16_MAX);
    }
    start->seq = take_number(&words, INT64_MAX);
    text_copy(start->draw.game_id, FAIR_GAME_ID_BYTES,
              take_word(&words, FAIR_GAME_ID_BYTES));
    bool has_secret =
        fair_secret_from_hex(take_word(&words, FAIR_HEX_BYTES), start->draw.secret);
    enum side own = side_find(take_word(&words, FAIR_HEX_BYTES));
    for (int i = 0; i < SIDE_COUNT; i++) {
        text_copy(start->seat[i].name, NAME_BYTES_MAX + 1,
                  take_word(&words, NAME_BYTES_MAX + 1));
        words.is_bad = words.is_bad || !is_player_name(start->seat[i].name);
        start->seat[i].session = (enum side)i == own ? KEEP_PERSON : KEEP_OTHER;
    }
    return !words.is_bad && has_secret && own < SIDE_COUNT && match->leg > 0 &&
           is_game_id(start->draw.game_id);
}

/* --- ops --- */

/* KIND SIDE AUTO_SIDES TIME TEXT.  TIME: Unix time in s. */
static bool write_op(FILE *file, const struct op *op) {
    return fprintf(file, "%s %s %u %" PRId64 " %s\n", op_name(op->kind),
                   side_name(op->side), op->auto_sides, op->at_s, op->text) > 0;
}

static bool read_op(struct words *words, struct op *op) {
    *op = (struct op){0};
    op->kind = op_find(take_word(words, KEPT_BYTES));
    op->side = side_find(take_word(words, KEPT_BYTES));
    op->auto_sides = (uint8_t)take_number(words, (1U << SIDE_COUNT) - 1);
    op->at_s = (int64_t)take_number(words, INT64_MAX);
    text_copy(op->text, sizeof op->text, words->at);
    bool is_of_game = op->kind == OP_READY || op->kind == OP_OPEN ||
                      op->kind == OP_MOVE || op->kind == OP_DRAW ||
                      op->kind == OP_TAKEBACK;
    return !words->is_bad && is_of_game && op->side < SIDE_COUNT;
}

/* What a file has. */
struct kept {
    struct room *room; /* owned; NULL unless it has an unfinished game */
    unsigned level;    /* of its opponent */
    long end;          /* of the last whole line */
};

/* Applies the lines after the first one to the room.  False: one of them is damaged. */
static bool read_ops(FILE *file, struct kept *kept) {
    char line[KEPT_BYTES];
    struct op op;
    while (read_line(file, line)) {
        struct words words = {.at = line};
        if (!read_op(&words, &op) || room_apply(kept->room, &op) != ERR_OK) {
            return false;
        }
        room_clear_notes(kept->room);
        kept->end = ftell(file);
    }
    return true;
}

/* Restores the room.  Ignores an incomplete last line. */
static enum keep_state read_room(FILE *file, struct kept *kept) {
    char line[KEPT_BYTES];
    struct room_start start = {.code = KEEP_ROOM};
    *kept = (struct kept){.room = NULL};
    if (!read_line(file, line)) {
        return KEEP_NONE;
    }
    if (!read_head(line, &start, &kept->level)) {
        return KEEP_DAMAGED;
    }
    kept->end = ftell(file);
    kept->room = room_new(&start);
    room_set_quiet(kept->room, true);
    bool is_good = read_ops(file, kept);
    if (!is_good || kept->room->stage != STAGE_PLAYING) {
        room_destroy(kept->room);
        kept->room = NULL;
        return is_good ? KEEP_NONE : KEEP_DAMAGED;
    }
    room_set_quiet(kept->room, false);
    return KEEP_GAME;
}

/* --- the file --- */

static bool find_path(const struct game *game, char path[static PATH_MAX]) {
    char name[64];
    snprintf(name, sizeof name, "local/%s", game->id);
    return state_dir_path(name, path);
}

static bool fail(const char *what, char fault[static FAULT_BYTES]) {
    snprintf(fault, FAULT_BYTES, "%.120s: %s", what, strerror(errno));
    return false;
}

static bool lock(int fd) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fd, F_SETLK, &whole) == 0;
}

/* Drops what follows the first bytes of the file, and goes on writing there. */
static bool cut(const struct keep *keep, long bytes) {
    return bytes >= 0 && fseek(keep->file, bytes, SEEK_SET) == 0 &&
           ftruncate(fileno(keep->file), bytes) == 0;
}

bool keep_open(struct keep *keep, const struct game *game,
               char fault[static FAULT_BYTES]) {
    char dir[PATH_MAX];
    *keep = (struct keep){0};
    if (!find_path(game, keep->path) || !state_dir_path("local", dir)) {
        snprintf(fault, FAULT_BYTES, "there is no home directory");
        return false;
    }
    int fd = !state_dir_make(dir)
                 ? -1
                 : open(keep->path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0) {
        return fail(keep->path, fault);
    }
    if (!lock(fd)) {
        close(fd);
        snprintf(fault, FAULT_BYTES, "this game is being played in another window");
        return false;
    }
    keep->file = fdopen(fd, "r+");
    if (keep->file == NULL) {
        close(fd);
        return fail(keep->path, fault);
    }
    struct kept kept;
    keep->found = read_room(keep->file, &kept);
    keep->room = kept.room;
    keep->level = kept.level;
    keep->has_moved = keep->found != KEEP_NONE;
    if (keep->found == KEEP_GAME && !cut(keep, kept.end)) {
        fail(keep->path, fault);
        fclose(keep->file);
        room_destroy(keep->room);
        *keep = (struct keep){0};
        return false;
    }
    return true;
}

enum keep_state keep_peek(const struct game *game, unsigned *level) {
    char path[PATH_MAX];
    FILE *file = find_path(game, path) ? fopen(path, "r") : NULL;
    if (file == NULL) {
        return KEEP_NONE;
    }
    struct kept kept;
    enum keep_state found = read_room(file, &kept);
    fclose(file);
    room_destroy(kept.room);
    *level = kept.level;
    return found;
}

/* The file can no longer be written: the game goes on, but is not stored. */
static void give_up(struct keep *keep) {
    (void)unlink(keep->path);
    fclose(keep->file);
    keep->file = NULL;
}

void keep_close(struct keep *keep) {
    room_destroy(keep->room);
    keep->room = NULL;
    if (keep->file == NULL) {
        return;
    }
    if (!keep->has_moved) {
        give_up(keep);
        return;
    }
    fclose(keep->file);
    keep->file = NULL;
}

static void empty(struct keep *keep) {
    keep->has_moved = false;
    if (!cut(keep, 0)) {
        give_up(keep);
    }
}

void keep_begin(struct keep *keep, const struct room *room, unsigned level) {
    keep_end(keep);
    if (keep->file != NULL &&
        (!write_head(keep->file, room, level) || fflush(keep->file) != 0)) {
        give_up(keep);
    }
}

void keep_add(struct keep *keep, const struct op *op) {
    if (keep->file == NULL) {
        return;
    }
    keep->has_moved = keep->has_moved || op->kind == OP_MOVE;
    if (!write_op(keep->file, op) || fflush(keep->file) != 0) {
        give_up(keep);
    }
}

void keep_end(struct keep *keep) {
    if (keep->file != NULL) {
        empty(keep);
    }
}
