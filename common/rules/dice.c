#include "rules/dice.h"

#include <assert.h>

const struct dice_kind dice_three_binary = {
    .name = "two-faced", .n_dice = 3, .lowest = 0, .n_faces = 2, .summed = true};
const struct dice_kind dice_four_binary = {
    .name = "two-faced", .n_dice = 4, .lowest = 0, .n_faces = 2, .summed = true};
const struct dice_kind dice_none_is_four = {.name = "two-faced",
                                            .n_dice = 3,
                                            .lowest = 0,
                                            .n_faces = 2,
                                            .summed = true,
                                            .none = 4};
const struct dice_kind dice_two_six = {
    .name = "six-sided", .n_dice = 2, .lowest = 1, .n_faces = 6, .summed = false};
const struct dice_kind dice_three_six = {
    .name = "six-sided", .n_dice = 3, .lowest = 1, .n_faces = 6, .summed = false};

/* Inserts a value, keeping the highest first. */
static void insert_value(struct roll *roll, uint8_t value) {
    uint8_t at = roll->n++;
    while (at > 0 && roll->value[at - 1] < value) {
        roll->value[at] = roll->value[at - 1];
        at--;
    }
    roll->value[at] = value;
}

unsigned dice_sum(const struct dice_kind *kind, const uint8_t *faces) {
    unsigned sum = 0;
    for (unsigned i = 0; i < kind->n_dice; i++) {
        sum += faces[i];
    }
    return sum > 0 ? sum : kind->none;
}

void dice_write(const struct dice_kind *kind, const uint8_t *faces, const char *between,
                struct text_out *out) {
    if (kind->summed) {
        text_put_number(out, dice_sum(kind, faces));
        return;
    }
    for (unsigned i = 0; i < kind->n_dice; i++) {
        text_put(out, i > 0 ? between : "");
        text_put_number(out, faces[i]);
    }
}

struct roll roll_of_faces(const struct dice_kind *kind, const uint8_t *faces) {
    if (kind->summed) {
        return (struct roll){.n = 1, .value = {(uint8_t)dice_sum(kind, faces)}};
    }
    struct roll roll = {0};
    for (unsigned i = 0; i < kind->n_dice; i++) {
        insert_value(&roll, faces[i]);
    }
    return roll;
}

/* Returns the number of values in a throw. */
static unsigned n_values(const struct dice_kind *kind) {
    return kind->summed ? 1 : kind->n_dice;
}

static unsigned lowest_value(const struct dice_kind *kind) {
    if (kind->none > 0) {
        return 1;
    }
    return kind->summed ? (unsigned)(kind->n_dice * kind->lowest) : kind->lowest;
}

static unsigned highest_value(const struct dice_kind *kind) {
    unsigned face = kind->lowest + kind->n_faces - 1U;
    unsigned highest = kind->summed ? kind->n_dice * face : face;
    return highest > kind->none ? highest : kind->none;
}

/* Steps to the next throw in the order of the texts.  Values are single digits, none
 * above the one before it.  False after the last throw. */
static bool next_roll(const struct dice_kind *kind, struct roll *roll) {
    for (unsigned at = roll->n; at-- > 0;) {
        unsigned limit = at > 0 ? roll->value[at - 1] : highest_value(kind);
        if (roll->value[at] < limit) {
            roll->value[at]++;
            return true;
        }
        roll->value[at] = (uint8_t)lowest_value(kind);
    }
    return false;
}

size_t dice_rolls(const struct dice_kind *kind, struct roll out[static ROLLS_MAX]) {
    struct roll roll = {.n = (uint8_t)n_values(kind)};
    for (unsigned i = 0; i < roll.n; i++) {
        roll.value[i] = (uint8_t)lowest_value(kind);
    }
    size_t n = 0;
    do {
        assert(n < ROLLS_MAX);
        out[n++] = roll;
    } while (next_roll(kind, &roll));
    return n;
}

void roll_write(const struct roll *roll, struct text_out *out) {
    if (roll->n == 0) {
        text_put_char(out, '-');
    }
    for (unsigned i = 0; i < roll->n; i++) {
        if (i > 0) {
            text_put_char(out, ',');
        }
        text_put_number(out, roll->value[i]);
    }
}

bool roll_take(const struct dice_kind *kind, struct text_in *in, struct roll *roll) {
    struct roll taken = {0};
    for (unsigned i = 0; i < n_values(kind); i++) {
        unsigned value = 0;
        if (i > 0 && !text_expect(in, ',', "between two dice")) {
            return false;
        }
        if (!text_take_number(in, highest_value(kind), "a throw", &value)) {
            return false;
        }
        if (value < lowest_value(kind)) {
            return text_fault(in, "a throw is too small", NULL, NULL);
        }
        insert_value(&taken, (uint8_t)value);
    }
    *roll = taken;
    return true;
}

bool roll_read(const struct dice_kind *kind, struct text_in *in, struct roll *roll) {
    struct roll taken;
    if (!roll_take(kind, in, &taken) || !text_expect_end(in, "the throw")) {
        return false;
    }
    *roll = taken;
    return true;
}
