/* Messages of every kind, for the tests that write and read them. */
#ifndef ALEA_TESTS_UNIT_PROTO_SAMPLES_H
#define ALEA_TESTS_UNIT_PROTO_SAMPLES_H

#include "proto/message/message.h"

#define SAMPLES "tests/samples/messages.txt"

/* Gives each line of SAMPLES to `see`, with what it says.  A hello there lacks `games`
 * and `capabilities`, which every server fills in itself. */
void each_sample(void (*see)(const char *line, struct message *msg, void *arg),
                 void *arg);
/* The first line of SAMPLES that begins so, with ' for "; owned by the caller. */
struct message *find_sample(const char *begin);

#endif
