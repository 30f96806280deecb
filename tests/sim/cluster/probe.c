/* Checks that all nodes give the same picture of the cluster: when nothing has failed for
 * a while and nobody acts, each is asked the same questions. */
#include <stdlib.h>
#include <string.h>

#include "server/command/dispatch.h"
#include "tests/sim/cluster/cluster.h"
#include "tests/sim/people.h"

/* First connection id of the probes, above those of the network. */
#define CONN_FIRST (UINT64_C(1) << 40)
/* How long nobody acts before the questions, and the most time for the answers, in ms. */
#define QUIET_MS   10000
#define ANSWERS_MS 5000
/* Most tries: a clock may run out during one. */
#define ROUNDS 4
/* Most bytes and rows of an answer. */
#define ANSWER_BYTES 65536
#define ROWS_MAX     256

static const char *const questions[] = {"rooms", "who"};
#define QUESTIONS (sizeof questions / sizeof questions[0])

static struct probe {
    uint64_t client; /* 0: none */
    size_t asked, n; /* questions and answers so far */
    char answer[QUESTIONS][ANSWER_BYTES];
} * probes; /* one for each node; owned */

static void ask(struct machine *node, const struct probe *probe) {
    char line[64];
    int len = snprintf(line, sizeof line, "{\"cmd\":\"%s\"}", questions[probe->n]);
    dispatch_line(node->hub, probe->client, line, (size_t)len);
}

bool probe_hear(struct machine *node, uint64_t conn, const char *bytes, size_t n) {
    if (conn < CONN_FIRST) {
        return false;
    }
    struct probe *probe = &probes[node->host];
    const char *reply = n > 0 && bytes[0] == '{' ? bytes : NULL;
    if (reply != NULL && probe->n < QUESTIONS) {
        trace_bytes(node->name, "answers", bytes, n);
        SIM_CHECK(n < ANSWER_BYTES, "%s says too much", node->name);
        memcpy(probe->answer[probe->n], bytes, n);
        probe->answer[probe->n++][n] = '\0';
        net_tell(node->host);
    }
    return true;
}

void probe_turn(struct machine *node) {
    struct probe *probe = probes != NULL ? &probes[node->host] : NULL;
    if (probe == NULL || probe->client == 0 || hub_is_waiting(node->hub, probe->client)) {
        return;
    }
    if (probe->n == QUESTIONS) {
        hub_remove_client(node->hub, probe->client);
        probe->client = 0;
    } else if (probe->asked == probe->n) {
        probe->asked++;
        ask(node, probe);
    }
}

/* --- comparing --- */

static int compare_rows(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Removes a member whose value changes all the time. */
static void cut_member(char *row, const char *key) {
    char *at = strstr(row, key);
    if (at != NULL) {
        size_t len = strcspn(at, ",}");
        memmove(at, at + len, strlen(at + len) + 1);
    }
}

/* Sorts the rows of an answer. */
static void sort_rows(char *answer, char *sorted) {
    char *row[ROWS_MAX], *rest, *list = strchr(answer, '[');
    size_t n = 0;
    SIM_CHECK(list != NULL, "no list: %s", answer);
    for (char *at = strtok_r(list + 1, "{}", &rest); at != NULL && n < ROWS_MAX;
         at = strtok_r(NULL, "{}", &rest)) {
        if (at[0] == '"') {
            cut_member(at, "\"idle_s\":");
            row[n++] = at;
        }
    }
    qsort(row, n, sizeof row[0], compare_rows);
    size_t len = 0;
    for (size_t i = 0; i < n; i++) {
        len += (size_t)snprintf(sorted + len, ANSWER_BYTES - len, "%s\n", row[i]);
    }
    sorted[len] = '\0';
}

/* Returns the question on which nodes differ; "": none. */
static const char *compare(void) {
    static char first[ANSWER_BYTES], other[ANSWER_BYTES];
    for (size_t k = 0; k < QUESTIONS; k++) {
        for (unsigned i = 0; i < cluster.n; i++) {
            if (probes[i].n <= k) {
                return questions[k];
            }
            sort_rows(probes[i].answer[k], i == 0 ? first : other);
            if (i > 0 && strcmp(first, other) != 0) {
                trace_note("%s: %s", cluster.machine[0].name, first);
                trace_note("%s: %s", cluster.machine[i].name, other);
                return questions[k];
            }
        }
    }
    return "";
}

static void on_quiet(void *arg, uint64_t round);

static void on_answers(void *arg, uint64_t round) {
    (void)arg;
    const char *differs = compare();
    census_calm();
    trace_note("the nodes %s", differs[0] == '\0' ? "say the same" : "differ");
    SIM_CHECK(differs[0] == '\0' || round + 1 < ROUNDS,
              "the nodes do not answer the same to %s", differs);
    if (differs[0] != '\0') {
        people.sleep_ms = sim.now_ms + 2 * QUIET_MS;
        sim_in(QUIET_MS, on_quiet, NULL, round + 1);
    }
}

static void on_quiet(void *arg, uint64_t round) {
    (void)arg;
    for (unsigned i = 0; i < cluster.n; i++) {
        struct machine *node = &cluster.machine[i];
        SIM_CHECK(machine_is_up(node), "%s is down, and nothing is wrong", node->name);
        machine_set_time(node);
        probes[i].n = probes[i].asked = 0;
        probes[i].client =
            hub_add_client(node->hub, CONN_FIRST + i, "192.0.2.250", false);
        SIM_CHECK(probes[i].client != 0, "%s refuses a connection", node->name);
        net_tell(node->host);
    }
    sim_in(ANSWERS_MS, on_answers, NULL, round);
}

static void on_calm(void *arg, uint64_t n) {
    (void)arg;
    people.sleep_ms = sim.now_ms + 2 * QUIET_MS;
    sim_in(QUIET_MS, on_quiet, NULL, n);
}

void probe_in(uint64_t ms) {
    probes = calloc(cluster.n, sizeof *probes);
    SIM_CHECK(probes != NULL, "out of memory");
    sim_in(ms, on_calm, NULL, 0);
}

void probe_free(void) {
    free(probes);
    probes = NULL;
}
