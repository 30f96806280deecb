/* A whole server and its clients in virtual time, all of which follows from one number.
 *
 * What is the server's is the server's own code, loop and connections included; what is
 * below it is of the simulation's own: libuv (uv.c), the network (net.c), the disk
 * (disk.c), the clocks (here).  Nothing waits, and nothing else is random, so that a seed
 * repeats a run to the last byte. */
#ifndef ALEA_TESTS_SIM_SIM_H
#define ALEA_TESTS_SIM_SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a seed may switch on.  Most seeds have some of it, some have one fault only, some
 * none: a mix of everything hides what one of them alone would show. */
#define FAULTS(X)                                                                        \
    X(FAULT_CUT, "cut")       /* bytes arrive in small pieces */                         \
    X(FAULT_JAM, "jam")       /* the network stands still for a while */                 \
    X(FAULT_RESET, "reset")   /* lines are cut, with notice */                           \
    X(FAULT_SILENT, "silent") /* lines die, and the server sees it much later */         \
    X(FAULT_HALF, "half")     /* clients say that they send no more, and read on */      \
    X(FAULT_DEAF, "deaf")     /* clients do not read for a while */                      \
    X(FAULT_NONSENSE, "nonsense")                                                        \
    X(FAULT_KILL, "kill")     /* the server is killed between two of its turns */        \
    X(FAULT_MIDDLE, "middle") /* the server is killed while it writes */                 \
    X(FAULT_POWER, "power")   /* what was not synced is lost, in part, in any order */   \
    X(FAULT_STOP, "stop")     /* the server is told to stop, and started again */        \
    X(FAULT_WRITE, "write")   /* writes fail, half done */                               \
    X(FAULT_FULL, "full")     /* the disk is full */                                     \
    X(FAULT_SYNC, "sync")     /* syncs fail; what they were for may be lost */           \
    X(FAULT_SLOW_DISK, "slow_disk")                                                      \
    X(FAULT_BUSY, "busy")     /* much is done in one turn of the loop */                 \
    X(FAULT_STILL, "still")   /* the server's process stands still for a while */        \
    X(FAULT_ACCEPT, "accept") /* connections cannot be accepted for a while */           \
    X(FAULT_FEW, "few")       /* limits are low */

/* The same for what people do. */
#define HABITS(X)                                                                        \
    X(HABIT_ACCOUNTS, "accounts")                                                        \
    X(HABIT_OFFERS, "offers")                                                            \
    X(HABIT_WATCH, "watch")                                                              \
    X(HABIT_TALK, "talk")                                                                \
    X(HABIT_CLOCKS, "clocks")                                                            \
    X(HABIT_SEALS, "seals")                                                              \
    X(HABIT_HASTE, "haste")       /* several requests at once */                         \
    X(HABIT_TEXT, "text")         /* some speak in text mode */                          \
    X(HABIT_OPERATOR, "operator") /* one is an operator, and uses it */                  \
    X(HABIT_FORGET, "forget")     /* accounts are deleted */                             \
    X(HABIT_DAYS, "days")         /* nobody does anything for hours, or days */          \
    X(HABIT_GIVE_UP, "give_up")   /* games are resigned, called off, put off */

enum trait {
#define X(id, name) id,
    FAULTS(X) FAULT_COUNT,
    HABIT_FIRST = FAULT_COUNT - 1,
    HABITS(X)
#undef X
        TRAIT_COUNT
};

/* Each has random numbers of its own, so that one does not shift the others. */
enum chance {
    RANDOM_SERVER,
    RANDOM_NET,
    RANDOM_DISK,
    RANDOM_PEOPLE,
    RANDOM_FATE,
    RANDOM_COUNT
};

struct sim {
    uint64_t seed;
    uint64_t now_ms;
    uint64_t state[RANDOM_COUNT];
    bool has[TRAIT_COUNT];
    bool is_calm;      /* no faults any more: all must go well from here on */
    bool is_over;      /* nothing is to happen any more */
    unsigned steps;    /* what people do, until calm */
    uint64_t still_ms; /* the server has stood still altogether */
    unsigned n_stills; /* so often */
};

extern struct sim sim;

/* Begins anew, with this seed. */
void sim_begin(uint64_t seed);
/* Forgets everything that is due. */
void sim_end(void);

/* 0..n-1, n > 0. */
unsigned sim_below(enum chance chance, unsigned n);
bool sim_one_in(enum chance chance, unsigned n);
/* Whether this trait is on, and strikes now, once in n times. */
bool sim_strikes(enum trait trait, enum chance chance, unsigned n);

/* Unix time in ms. */
int64_t sim_unix_ms(void);
/* Something is to happen, not before now. */
void sim_at(uint64_t at_ms, void (*run)(void *arg, uint64_t n), void *arg, uint64_t n);
void sim_in(uint64_t ms, void (*run)(void *arg, uint64_t n), void *arg, uint64_t n);
/* When the next thing happens; UINT64_MAX: nothing will. */
uint64_t sim_next_ms(void);
/* Lets it happen. */
void sim_step(void);
/* Time passes while nothing can happen, because the server is busy. */
void sim_pass(uint64_t ms);

/* --- trace.c --- */

/* Latest notes that a report shows, and bytes of each. */
#define TRACE_LINES 30
#define TRACE_BYTES 400

/* What the parent of a run can see of it, in memory that both share. */
struct trace {
    uint64_t hash; /* of everything */
    uint64_t n;    /* notes */
    uint64_t now_ms;
    unsigned steps;
    bool shows; /* prints every note */
    char line[TRACE_LINES][TRACE_BYTES];
    char fault[1024]; /* what was violated; "" */
    char summary[256];
};

/* Where notes go from now on. */
void trace_to(struct trace *trace);
/* Something has happened. */
__attribute__((format(printf, 1, 2))) void trace_note(const char *format, ...);
/* Bytes have been said or heard; all of them count, some are shown. */
void trace_bytes(const char *who, const char *what, const char *bytes, size_t n);
/* What there is to tell at the end; its hash is added. */
__attribute__((format(printf, 1, 2))) void trace_summary(const char *format, ...);
/* Something does not hold: ends the process. */
__attribute__((format(printf, 1, 2), noreturn)) void sim_fail(const char *format, ...);
#define SIM_CHECK(holds, ...)                                                            \
    do {                                                                                 \
        if (!(holds)) {                                                                  \
            sim_fail(__VA_ARGS__);                                                       \
        }                                                                                \
    } while (0)

#endif
