#include "client-cli/analyse/review.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/analyse/report.h"
#include "client-cli/check/verify.h"
#include "client-cli/net/wait.h"
#include "mem/mem.h"
#include "mem/thread.h"

enum { READ_END, WRITE_END, N_ENDS };

#define TENTHS 10

struct review {
    struct record record;
    struct judge judge;
    struct style style;
    struct analysis analysis;
    pthread_t thread;
    uint64_t tell_ms; /* when to start reporting progress, monotonic */
    int done[N_ENDS]; /* the thread writes a byte here after each tenth of the work, and
                         TENTHS when it is complete */
    atomic_bool is_stopped;
    char *report; /* owned; NULL: not complete */
};

/* --- in the thread --- */

static void tell(const struct review *review, unsigned char tenths) {
    while (write(review->done[WRITE_END], &tenths, 1) < 0 && errno == EINTR) {
    }
}

static void *analyse(void *arg) {
    struct review *review = arg;
    bool goes_on = true;
    unsigned char told = 0;
    while (goes_on && !atomic_load(&review->is_stopped)) {
        goes_on = analysis_step(&review->analysis);
        unsigned char tenths = (unsigned char)(analysis_done(&review->analysis) * TENTHS);
        if (tenths > told && tenths < TENTHS && wait_now_ms() >= review->tell_ms) {
            told = tenths;
            tell(review, tenths);
        }
    }
    if (!goes_on) {
        size_t len;
        FILE *out = mem_stream(&review->report, &len);
        report_write(&review->analysis, &review->style, out);
        fclose(out);
    }
    tell(review, TENTHS);
    return NULL;
}

/* --- outside --- */

/* Reads and checks the record.  False with a fault. */
static bool read_record(struct review *review, const char *json,
                        char fault[static FAULT_BYTES]) {
    struct verification *v = mem_new(1, sizeof *v);
    bool is_good = false;
    if (record_from_json(json, strlen(json), &review->record, fault)) {
        verify_record(&review->record, v);
        is_good = v->verdict == VERDICT_GOOD;
        if (!is_good) {
            snprintf(fault, FAULT_BYTES, "%s",
                     v->verdict == VERDICT_WRONG ? "its record is wrong: see alea verify"
                                                 : "it is not over yet");
            record_fini(&review->record);
        }
    }
    free(v);
    return is_good;
}

/* False with errno. */
static bool start_thread(struct review *review) {
    if (pipe(review->done) != 0) {
        return false;
    }
    int error = thread_start(&review->thread, analyse, review);
    if (error != 0) {
        close(review->done[READ_END]);
        close(review->done[WRITE_END]);
    }
    errno = error;
    return error == 0;
}

static void finish(struct review *review) {
    analysis_fini(&review->analysis);
    judge_fini(&review->judge);
    record_fini(&review->record);
    free(review);
}

struct review *review_begin(const char *json, const struct style *style,
                            unsigned quiet_ms, char fault[static FAULT_BYTES]) {
    struct review *review = mem_new(1, sizeof *review);
    review->style = *style;
    review->tell_ms = wait_now_ms() + quiet_ms;
    if (!read_record(review, json, fault)) {
        free(review);
        return NULL;
    }
    struct judge_setup setup = {.game = review->record.game};
    if (!judge_init(&review->judge, &setup, fault)) {
        record_fini(&review->record);
        free(review);
        return NULL;
    }
    analysis_init(&review->analysis, &review->record, &review->judge);
    if (!start_thread(review)) {
        snprintf(fault, FAULT_BYTES, "the system cannot start a thread: %s",
                 strerror(errno));
        finish(review);
        return NULL;
    }
    return review;
}

int review_fd(const struct review *review) {
    return review->done[READ_END];
}

unsigned review_percent(const struct review *review) {
    unsigned char tenths;
    bool is_read = read(review->done[READ_END], &tenths, 1) == 1;
    return is_read ? tenths * (100 / TENTHS) : 100;
}

char *review_end(struct review *review) {
    atomic_store(&review->is_stopped, true);
    pthread_join(review->thread, NULL);
    close(review->done[READ_END]);
    close(review->done[WRITE_END]);
    char *report = review->report;
    finish(review);
    return report;
}
