/* A whole server and its clients in virtual time, determined by one number, the seed.
 *
 * The server is the real code, including its loop and connections.  The layers below it
 * are simulated: libuv (uv.c), the network (net.c), the disk (disk.c), the clocks (here).
 * Nothing waits, and nothing else is random, so a seed repeats a run to the last byte. */
#ifndef ALEA_TESTS_SIM_SIM_H
#define ALEA_TESTS_SIM_SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Faults that a seed may turn on.  Most seeds have several, some only one, some none: in
 * a mix of everything, one fault could hide the effects of another. */
#define FAULTS(X)                                                                        \
    X(FAULT_CUT, "cut")       /* bytes arrive in small pieces */                         \
    X(FAULT_JAM, "jam")       /* nothing arrives for a while */                          \
    X(FAULT_RESET, "reset")   /* connections are reset */                                \
    X(FAULT_SILENT, "silent") /* connections die; the server notices late */             \
    X(FAULT_HALF, "half")     /* clients close the sending direction, and read on */     \
    X(FAULT_DEAF, "deaf")     /* clients do not read for a while */                      \
    X(FAULT_NONSENSE, "nonsense")                                                        \
    X(FAULT_KILL, "kill")     /* the server is killed between two iterations */          \
    X(FAULT_MIDDLE, "middle") /* the server is killed during a write */                  \
    X(FAULT_POWER, "power")   /* unsynced data is lost, in part, in any order */         \
    X(FAULT_STOP, "stop")     /* the server is stopped and restarted */                  \
    X(FAULT_WRITE, "write")   /* writes fail after half of the data */                   \
    X(FAULT_FULL, "full")     /* the disk is full; of several hubs: no database */       \
    X(FAULT_SYNC, "sync")     /* syncs fail, and data may be lost */                     \
    X(FAULT_SLOW_DISK, "slow_disk")                                                      \
    X(FAULT_BUSY, "busy")     /* much is done in one iteration of the loop */            \
    X(FAULT_STILL, "still")   /* the server's process is stopped for a while */          \
    X(FAULT_ACCEPT, "accept") /* connections cannot be accepted for a while */           \
    X(FAULT_FEW, "few")       /* limits are low */

/* As FAULTS, for habits of people. */
#define HABITS(X)                                                                        \
    X(HABIT_ACCOUNTS, "accounts")                                                        \
    X(HABIT_OFFERS, "offers")                                                            \
    X(HABIT_WATCH, "watch")                                                              \
    X(HABIT_TALK, "talk")                                                                \
    X(HABIT_CLOCKS, "clocks")                                                            \
    X(HABIT_SEALS, "seals")                                                              \
    X(HABIT_HASTE, "haste")       /* several requests at once */                         \
    X(HABIT_TEXT, "text")         /* some use text mode */                               \
    X(HABIT_OPERATOR, "operator") /* one is an operator, and acts as one */              \
    X(HABIT_FORGET, "forget")     /* accounts are deleted */                             \
    X(HABIT_DAYS, "days")         /* nobody acts for hours or days */                    \
    X(HABIT_GIVE_UP, "give_up")   /* games are resigned, called off, adjourned */

enum trait {
#define X(id, name) id,
    FAULTS(X) FAULT_COUNT,
    HABIT_FIRST = FAULT_COUNT - 1,
    HABITS(X)
#undef X
        TRAIT_COUNT
};

/* Separate streams of random numbers, so that draws from one do not change the others. */
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
    bool is_calm;      /* no more faults: everything must work from here on */
    bool is_over;      /* the run is over */
    unsigned n_hubs;   /* more than 1: with a lease */
    unsigned n_fronts; /* 0: one process alone */
    unsigned steps;    /* actions until calm begins */
    uint64_t still_ms; /* total time that the server was stopped */
    unsigned n_stills; /* how often it was stopped */
};

extern struct sim sim;

/* Starts with this seed.  Draws faults and habits. */
void sim_begin(uint64_t seed);
/* Notes the traits that are on. */
void sim_note_traits(void);
/* Drops all deadlines. */
void sim_end(void);

/* 0..n-1, n > 0. */
unsigned sim_below(enum chance chance, unsigned n);
bool sim_one_in(enum chance chance, unsigned n);
/* Whether this trait is on and strikes now: one time in n. */
bool sim_strikes(enum trait trait, enum chance chance, unsigned n);

/* Unix time in ms. */
int64_t sim_unix_ms(void);
/* Runs a function at this time, or now if it has passed. */
void sim_at(uint64_t at_ms, void (*run)(void *arg, uint64_t n), void *arg, uint64_t n);
void sim_in(uint64_t ms, void (*run)(void *arg, uint64_t n), void *arg, uint64_t n);
/* The time of the next deadline; UINT64_MAX: there is none. */
uint64_t sim_next_ms(void);
/* Runs what is due next. */
void sim_step(void);
/* Lets time pass in which nothing else runs, as the server is busy. */
void sim_pass(uint64_t ms);

/* --- trace.c --- */

/* How many of the latest notes a report shows, and most bytes of each. */
#define TRACE_LINES 30
#define TRACE_BYTES 400

/* The state of a run that its parent sees, in shared memory. */
struct trace {
    uint64_t hash; /* hash of everything */
    uint64_t n;    /* number of notes */
    uint64_t now_ms;
    unsigned steps;
    bool shows; /* prints every note */
    char line[TRACE_LINES][TRACE_BYTES];
    char fault[1024]; /* what was violated; "": nothing */
    char summary[400];
};

/* Sends notes there from now on. */
void trace_to(struct trace *trace);
/* Notes that something has happened. */
__attribute__((format(printf, 1, 2))) void trace_note(const char *format, ...);
/* Notes bytes that were sent or received; all are hashed, some are shown. */
void trace_bytes(const char *who, const char *what, const char *bytes, size_t n);
/* Adds text to the report at the end, and the hash. */
__attribute__((format(printf, 1, 2))) void trace_summary(const char *format, ...);
/* Reports a violation and ends the process. */
__attribute__((format(printf, 1, 2), noreturn)) void sim_fail(const char *format, ...);
#define SIM_CHECK(holds, ...)                                                            \
    do {                                                                                 \
        if (!(holds)) {                                                                  \
            sim_fail(__VA_ARGS__);                                                       \
        }                                                                                \
    } while (0)

#endif
