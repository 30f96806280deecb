#include "client-cli/bench_line.h"

#include <string.h>

static const struct {
    const char *name;
    size_t len, offset;
} members[] = {
#define X(member) {#member, sizeof #member - 1, offsetof(struct bench_line, member)},
    BENCH_MEMBERS(X)
#undef X
};

/* Where the member goes; NULL: it is of no interest. */
static struct part *find_member(struct bench_line *line, const struct part *key) {
    if (key->len == 0) {
        return NULL;
    }
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        if (members[i].len == key->len && members[i].name[0] == key->at[0] &&
            memcmp(members[i].name, key->at, key->len) == 0) {
            return (struct part *)(void *)((char *)line + members[i].offset);
        }
    }
    return NULL;
}

bool bench_line_read(struct bench_line *line, const char *text, size_t len) {
    struct scan scan = scan_of(text, len);
    struct part key, value;
    *line = (struct bench_line){.whole = text, .len = len};
    while (scan_member(&scan, &key, &value)) {
        struct part *member = find_member(line, &key);
        if (member == NULL) {
            continue;
        }
        if (member->kind != 0) {
            return false;
        }
        *member = value;
    }
    return !scan.is_bad;
}

void bench_line_move_to(struct bench_line *line, const char *copy) {
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        struct part *part = (struct part *)(void *)((char *)line + members[i].offset);
        if (part->kind != 0) {
            part->at = copy + (part->at - line->whole);
        }
    }
    for (size_t i = 0; i < 2; i++) {
        if (line->moved[i].kind != 0) {
            line->moved[i].at = copy + (line->moved[i].at - line->whole);
        }
    }
    line->whole = copy;
}

/* The member of an object; all zero: none, or this is not an object. */
static struct part member_of(const struct part *object, const char *name) {
    struct part key, value;
    struct scan scan = scan_of(object->at, object->len);
    while (object->kind == '{' && scan_member(&scan, &key, &value)) {
        if (part_is(&key, name)) {
            return value;
        }
    }
    return (struct part){0};
}

bool bench_line_seats(const struct bench_line *line, struct part name[static 2]) {
    static const char *const sides[] = {"white", "black"};
    for (size_t i = 0; i < 2; i++) {
        struct part seat = member_of(&line->seats, sides[i]);
        name[i] = member_of(&seat, "name");
        if (seat.kind != 'n' && name[i].kind != '"') {
            return false;
        }
    }
    return true;
}

/* Takes what one note says, if it tells a move. */
static bool read_note(struct bench_line *line, const struct part *note) {
    struct part key, value, what = {0}, side = {0}, move = {0};
    struct scan scan = scan_of(note->at, note->len);
    while (scan_member(&scan, &key, &value)) {
        if (part_is(&key, "what")) {
            what = value;
        } else if (part_is(&key, "side")) {
            side = value;
        } else if (part_is(&key, "move")) {
            move = value;
        }
    }
    bool is_black = part_is(&side, "black");
    if (part_is(&what, "move")) {
        line->moved[is_black] = move;
        return !scan.is_bad && (is_black || part_is(&side, "white"));
    }
    return !scan.is_bad;
}

bool bench_line_read_moved(struct bench_line *line) {
    struct scan scan = scan_of(line->happened.at, line->happened.len);
    struct part note;
    while (line->happened.kind == '[' && scan_item(&scan, &note)) {
        if (!read_note(line, &note)) {
            return false;
        }
    }
    return line->happened.kind == '[' && !scan.is_bad;
}

bool bench_line_has_next_leg(const struct bench_line *line) {
    struct part outcome = member_of(&line->match, "outcome");
    return outcome.kind == 'n';
}

/* FNV-1a, eight bytes at a time. */
static uint64_t mix(uint64_t sum, const struct part *part) {
    const char *at = part->at;
    size_t left = part->len;
    sum = (sum ^ (uint64_t)part->kind) * UINT64_C(0x100000001b3);
    for (; left > 0;) {
        uint64_t word = 0;
        size_t n = left < sizeof word ? left : sizeof word;
        memcpy(&word, at, n);
        sum = (sum ^ word) * UINT64_C(0x100000001b3);
        sum ^= sum >> 29;
        at += n;
        left -= n;
    }
    return sum;
}

uint64_t bench_line_sum(const struct bench_line *line) {
    const struct part *const parts[] = {&line->stage, &line->position, &line->phase,
                                        &line->turn, &line->happened};
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        sum = mix(sum, parts[i]);
    }
    return sum;
}
