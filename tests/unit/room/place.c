#include "tests/unit/room/place.h"

struct draw next_draw(struct place *place) {
    struct draw draw = {.game_id = "game0"};
    draw.game_id[4] = (char)('0' + place->draws);
    memset(draw.secret, ++place->draws, sizeof draw.secret);
    return draw;
}

int setup(void **state) {
    struct place *place = calloc(1, sizeof *place);
    struct room_start start = {.code = "BABA", .game = &game_royal_ur};
    start.draw = next_draw(place);
    room_start_match(start.game, &start.opt, &start.match);
    place->room = room_new(&start);
    place->ms = 1;
    *state = place;
    return 0;
}

int teardown(void **state) {
    struct place *place = *state;
    room_destroy(place->room);
    free(place);
    return 0;
}

/* "white", "black", "mover" or "other". */
static enum side side_of(const struct room *room, const char *word) {
    if (strcmp(word, "mover") == 0 || strcmp(word, "other") == 0) {
        enum side mover = (enum side)room->play->pos.turn;
        return word[0] == 'm' ? mover : side_other(mover);
    }
    return strcmp(word, "white") == 0 ? SIDE_WHITE : SIDE_BLACK;
}

enum error_code try_step(struct place *place, const char *verb, enum side side,
                         const char *arg, uint64_t seq) {
    struct room *room = place->room;
    bool ann = room->seat[side_other(side)].session != 1;
    struct op op = {.kind = op_find(verb),
                    .side = side,
                    .at_ms = place->ms,
                    .at_s = NOW_S,
                    .session = ann ? 1 : 2,
                    .seq = seq,
                    .draw = next_draw(place)};
    assert_true(op.kind != OP_KIND_COUNT);
    op.due_ms = op.kind == OP_READY  ? OPEN_BY_MS
                : op.kind == OP_IDLE ? IDLE_BY_MS
                                     : place->ms + GRACE_MS;
    strcpy(op.name, ann ? "Ann" : "Bob");
    strcpy(op.text, arg);
    return room_apply(room, &op);
}

void publish(struct place *place) {
    struct room *room = place->room;
    place->happened[0] = '\0';
    size_t len = 0;
    for (size_t i = 0; i < room->n_notes; i++) {
        len += (size_t)snprintf(place->happened + len, sizeof place->happened - len,
                                "%s%s", i > 0 ? " " : "", note_name(room->notes[i].kind));
    }
    room_clear_notes(room);
}

enum error_code step(struct place *place, const char *text) {
    char verb[16] = "", side[16] = "", arg[80] = "";
    unsigned long long seq = 0;
    if (sscanf(text, " at %llu", &seq) == 1) {
        place->ms = seq;
        return ERR_OK;
    }
    assert_true(sscanf(text, " %15s %15s %79s %llu", verb, side, arg, &seq) >= 2);
    enum error_code code = try_step(place, verb, side_of(place->room, side), arg, seq);
    if (code == ERR_OK) {
        publish(place);
    }
    return code;
}

void steps(struct place *place, const char *text) {
    char copy[1024];
    assert_true(strlen(text) < sizeof copy);
    strcpy(copy, text);
    for (char *end, *at = copy; (end = strchr(at, ';')) != NULL; at = end + 1) {
        *end = '\0';
        enum error_code code = step(place, at);
        if (code != ERR_OK) {
            fail_msg("%s: %s", at, error_name(code));
        }
    }
}
