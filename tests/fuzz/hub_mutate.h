/* Changes of an input for a house: by lines, most of which make sense, so that what a
 * server does is reached, and not only what it refuses.  libFuzzer asks for them;
 * replay.c does without. */
#ifndef ALEA_TESTS_FUZZ_HUB_MUTATE_H
#define ALEA_TESTS_FUZZ_HUB_MUTATE_H

#include "tests/fuzz/hub_house.h"

/* libFuzzer's own changes of bytes. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max) __attribute__((weak));

/* What guests say: those of a game more than once. */
static const char *const mutate_said[] = {
    "name Ann",
    "name Bob",
    "name Cid",
    "name Dora",
    "mode json",
    "mode text colour",
    "mode text plain",
    "hello",
    "help",
    "help move",
    "help tablut",
    "who",
    "rooms",
    "mine",
    "create royal-ur",
    "create tablut time=1+0",
    "create ur:legs=2",
    "create morris 5+10",
    "create stelpur side=black",
    "create akalamdung word=sesame",
    "create royal-ur rated=yes",
    "create alea-evangelii",
    "join $R",
    "join $R",
    "join $R",
    "join $R word=sesame",
    "watch $R",
    "watch $R",
    "watch $R word=sesame",
    "unwatch",
    "unwatch $R",
    "ready",
    "ready",
    "ready",
    "ready apple",
    "ready sha256:ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb",
    "open a",
    "move 1",
    "move 1",
    "move 1",
    "move 2",
    "move 3",
    "move 1 3",
    "move e5-e1",
    "moves",
    "moves off",
    "moves on",
    "why 1",
    "why e5-e1",
    "board",
    "say hello",
    "say hello",
    "tell Bob hello",
    "tell Ann hello",
    "shout hello",
    "gag Bob",
    "gag Bob off",
    "gag",
    "resign",
    "draw",
    "draw",
    "abort",
    "claim",
    "adjourn",
    "adjourn",
    "resume",
    "resume $0",
    "resume $1",
    "resume $0 $R 1",
    "resume $1 $R 3",
    "rematch",
    "rematch",
    "record",
    "record $G",
    "game $G",
    "games",
    "games Ann",
    "rating",
    "rating Bob",
    "top royal-ur",
    "dicestats",
    "dicestats Ann",
    "leave",
    "leave sure",
    "ping",
    "quit",
    "quit sure",
    "register 12345678",
    "register 12345678",
    "login Ann 12345678",
    "login Bob 12345678",
    "login Bob 123456789",
    "password 12345678 abcdefgh",
    "forget-me 12345678",
    "whois Ann",
    "whois Bob",
    "seek royal-ur",
    "seek tablut 5+10",
    "seek royal-ur rated=yes",
    "seeks",
    "unseek",
    "unseek $O",
    "challenge Ann royal-ur",
    "challenge Bob tablut side=black",
    "challenges",
    "accept $O",
    "accept $O",
    "decline $O",
    "profile",
    "profile games=none",
    "profile rated=yes time=clock",
    "profile bots=no max=2",
    "profile bot=yes",
    "stats",
    "clients",
    "clients Bob",
    "announce hear",
    "loglevel",
    "loglevel error",
    "kick Bob",
    "kick 2 out",
    "ban Bob 5 floods",
    "ban 192.0.2.1",
    "unban Bob",
    "bans",
    "drain",
    "drain 10",
    "drain off",
    "shutdown",
    "shutdown sure",
};

/* And what else happens. */
static const char *const mutate_other[] = {
    "t1",
    "t2",
    "t4",
    "t9",
    "t12",
    "t60",
    "r",
    "j",
    "m",
    "q",
    "f0",
    "f1",
    "f4",
    "F1",
    "d",
    "0!",
    "1!",
    "2!",
    "3!",
    "0/",
    "1/",
    "0~",
    "2~",
    "2_",
    "0^",
    "3#",
    "2|wh",
    "2|o$n",
    "1|$i\xfd\x18$i\xfb\x01",
    "0who$nrooms$nping",
    "1|rea",
    "1|dy$r$n",
};

#define MUTATE_N(array)   (sizeof(array) / sizeof(array)[0])
#define MUTATE_LINE_BYTES 160

/* A line that somebody says, or something else; mostly in the mode that was used so far.
 */
static inline size_t mutate_new_line(uint64_t *rng, char line[static MUTATE_LINE_BYTES]) {
    if (random_below(rng, 5) == 0) {
        return (size_t)snprintf(line, MUTATE_LINE_BYTES, "%s\n",
                                mutate_other[random_below(rng, MUTATE_N(mutate_other))]);
    }
    unsigned guest = random_below(rng, 8);
    guest = guest < GUESTS ? guest : guest % 2; /* two of them are busier */
    return (size_t)snprintf(line, MUTATE_LINE_BYTES, "%u%s%s\n", guest,
                            random_below(rng, 4) != 0 ? ":" : "",
                            mutate_said[random_below(rng, MUTATE_N(mutate_said))]);
}

/* Where the n-th line begins. */
static inline size_t mutate_line_at(const uint8_t *data, size_t size, size_t n) {
    size_t at = 0;
    for (; n > 0 && at < size; n--) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        at = end != NULL ? (size_t)(end - data) + 1 : size;
    }
    return at;
}

/* Puts n bytes in the place of n_old ones, if there is room.  Returns the size then. */
static inline size_t mutate_replace(uint8_t *data, size_t size, size_t max, size_t at,
                                    size_t n_old, const char *with, size_t n) {
    if (size - n_old + n > max) {
        return size;
    }
    memmove(data + at + n, data + at + n_old, size - at - n_old);
    memcpy(data + at, with, n);
    return size - n_old + n;
}

/* One change of a line: another one before it, instead of it, it is gone, it comes again,
 * or somebody else says it. */
static inline size_t mutate_once(uint8_t *data, size_t size, size_t max, uint64_t *rng) {
    char line[MUTATE_LINE_BYTES];
    size_t n_lines = 1;
    for (size_t i = 0; i < size; i++) {
        n_lines += data[i] == '\n';
    }
    size_t n = random_below(rng, (unsigned)n_lines);
    size_t at = mutate_line_at(data, size, n);
    size_t old = mutate_line_at(data + at, size - at, 1);
    size_t len = mutate_new_line(rng, line);
    switch (random_below(rng, 8)) {
    case 0: return mutate_replace(data, size, max, at, old, "", 0);
    case 1: return mutate_replace(data, size, max, at, old, line, len);
    case 2:
        len = old < sizeof line ? old : 0;
        memcpy(line, data + at, len);
        return mutate_replace(data, size, max, at, 0, line, len);
    case 3:
        if (old > 1 && data[at] >= '0' && data[at] < '0' + GUESTS) {
            data[at] = (uint8_t)('0' + random_below(rng, GUESTS));
        }
        return size;
    default: return mutate_replace(data, size, max, at, 0, line, len);
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
    uint64_t rng = seed;
    if (LLVMFuzzerMutate != NULL && random_below(&rng, 10) == 0) {
        return LLVMFuzzerMutate(data, size, max);
    }
    for (unsigned n = 1 + random_below(&rng, 5); n > 0; n--) {
        size = mutate_once(data, size, max, &rng);
    }
    return size;
}

#endif
