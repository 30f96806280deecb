/* Messages of every kind, for the tests that write and read them. */
#ifndef ALEA_TESTS_UNIT_PROTO_SAMPLES_H
#define ALEA_TESTS_UNIT_PROTO_SAMPLES_H

#include "proto/message/message.h"

#define HEX_A "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
#define HEX_B "2bd806c97f0e00af1a1fc3328fa763a9269723c8db8fac4f93af71db186d6e90"
#define TOKEN "abcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqrstuvwxyz234567"

#define N_SAMPLE_NOTES 36

#define EVENT(which) .kind = MESSAGE_EVENT, .event = (which)

struct message_sample {
    const char *name;
    struct message msg; /* its strings may be NULL, see sample_fill */
};

/* One note of each kind, of a game with three two-faced dice. */
extern const struct note sample_notes[N_SAMPLE_NOTES];
/* States; sample_fill sets their positions. */
extern const struct state sample_waiting, sample_over;
/* At least one message of each kind. */
extern const struct message_sample samples[]; /* the last one has no name */

/* Returns the complete message of a sample; *state holds its state. */
struct message sample_fill(const struct message_sample *sample, struct state *state);

#endif
