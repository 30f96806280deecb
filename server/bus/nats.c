#include "server/bus/nats.h"

#include <assert.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "mem/mem.h"

#define SUBJECT_BYTES 40

struct queue {
    struct nats_event *first, **end;
    size_t n_bytes;
};

struct nats {
    struct libnats lib;
    natsOptions *options; /* owned */
    struct nats_config config;
    pthread_t thread;
    pthread_mutex_t lock; /* guards all below */
    pthread_cond_t wakes; /* wakes our thread: to send, or to end */
    pthread_cond_t ended; /* a subscription has ended */
    struct queue in, out;
    bool is_up;
    bool ends;
    unsigned n_subscribed; /* subscriptions whose callbacks may still run */
    int64_t n_lost;
};

/* --- queues --- */

static struct nats_event *event_new(enum nats_event_kind kind, const void *bytes,
                                    size_t n) {
    struct nats_event *event = mem_alloc(sizeof *event + n);
    *event = (struct nats_event){.kind = kind, .n = n};
    memcpy(event->bytes, bytes, n);
    return event;
}

static void queue_init(struct queue *queue) {
    *queue = (struct queue){.end = &queue->first};
}

/* Takes event.  Returns whether the queue was empty. */
static bool queue_add(struct queue *queue, struct nats_event *event) {
    bool was_empty = queue->first == NULL;
    *queue->end = event;
    queue->end = &event->next;
    queue->n_bytes += event->n;
    return was_empty;
}

static struct nats_event *queue_take(struct queue *queue) {
    struct nats_event *event = queue->first;
    if (event == NULL) {
        return NULL;
    }
    queue->first = event->next;
    queue->end = queue->first == NULL ? &queue->first : queue->end;
    queue->n_bytes -= event->n;
    return event;
}

static void queue_clear(struct queue *queue) {
    for (struct nats_event *event; (event = queue_take(queue)) != NULL;) {
        free(event);
    }
}

/* Queues an event for the loop and wakes it.  Takes event. */
static void tell(struct nats *nats, struct nats_event *event) {
    pthread_mutex_lock(&nats->lock);
    bool is_lost =
        event->kind == NATS_PACKET && nats->in.n_bytes + event->n > NATS_QUEUE_MAX;
    bool wakes = !is_lost && queue_add(&nats->in, event);
    nats->n_lost += is_lost;
    if (event->kind != NATS_PACKET) {
        nats->is_up = event->kind == NATS_UP;
        queue_clear(&nats->out);
    }
    pthread_mutex_unlock(&nats->lock);
    if (is_lost) {
        free(event);
    }
    if (wakes) {
        nats->config.wake(nats->config.owner);
    }
}

/* --- for the loop --- */

struct nats_event *nats_take(struct nats *nats) {
    pthread_mutex_lock(&nats->lock);
    struct nats_event *event = queue_take(&nats->in);
    pthread_mutex_unlock(&nats->lock);
    return event;
}

static bool send_packet(void *owner, int to, const void *bytes, size_t n) {
    struct nats *nats = owner;
    struct nats_event *event = event_new(NATS_PACKET, bytes, n);
    event->to = to;
    pthread_mutex_lock(&nats->lock);
    bool has_room = nats->out.n_bytes + n <= NATS_QUEUE_MAX;
    bool is_sent = nats->is_up && has_room;
    nats->n_lost += nats->is_up && !has_room;
    if (is_sent && queue_add(&nats->out, event)) {
        pthread_cond_signal(&nats->wakes);
    }
    pthread_mutex_unlock(&nats->lock);
    if (!is_sent) {
        free(event);
    }
    return is_sent;
}

struct transport nats_transport(struct nats *nats) {
    return (struct transport){nats, send_packet};
}

int64_t nats_n_lost(struct nats *nats) {
    pthread_mutex_lock(&nats->lock);
    int64_t n = nats->n_lost;
    pthread_mutex_unlock(&nats->lock);
    return n;
}

/* --- the connection, in its thread --- */

/* Runs in a thread of libnats. */
static void on_message(natsConnection *connection, natsSubscription *subscription,
                       natsMsg *message, void *arg) {
    (void)connection;
    (void)subscription;
    struct nats *nats = arg;
    int n = nats->lib.natsMsg_GetDataLength(message);
    if (n > 0 && n <= LINK_PACKET_MAX) {
        const char *bytes = nats->lib.natsMsg_GetData(message);
        tell(nats, event_new(NATS_PACKET, bytes, (size_t)n));
    }
    nats->lib.natsMsg_Destroy(message);
}

static void write_subject(const struct nats *nats, int to, char subject[SUBJECT_BYTES]) {
    if (to == BUS_ALL) {
        snprintf(subject, SUBJECT_BYTES, "alea.%s.all", nats->config.name);
    } else {
        snprintf(subject, SUBJECT_BYTES, "alea.%s.%d", nats->config.name, to);
    }
}

struct line {
    natsConnection *connection;
    natsSubscription *own, *all;
};

/* Runs in a thread of libnats, after the last callback of a subscription. */
static void on_complete(void *arg) {
    struct nats *nats = arg;
    pthread_mutex_lock(&nats->lock);
    nats->n_subscribed--;
    pthread_cond_signal(&nats->ended);
    pthread_mutex_unlock(&nats->lock);
}

static natsStatus add_subscription(struct nats *nats, struct line *line, int to,
                                   natsSubscription **subscription) {
    char subject[SUBJECT_BYTES];
    write_subject(nats, to, subject);
    natsStatus error = nats->lib.natsConnection_Subscribe(subscription, line->connection,
                                                          subject, on_message, nats);
    pthread_mutex_lock(&nats->lock);
    if (error == 0) {
        error =
            nats->lib.natsSubscription_SetOnCompleteCB(*subscription, on_complete, nats);
        nats->n_subscribed += error == 0;
    }
    pthread_mutex_unlock(&nats->lock);
    return error;
}

static void hang_up(struct nats *nats, struct line *line) {
    nats->lib.natsSubscription_Destroy(line->own);
    nats->lib.natsSubscription_Destroy(line->all);
    nats->lib.natsConnection_Destroy(line->connection);
    pthread_mutex_lock(&nats->lock);
    while (nats->n_subscribed > 0) {
        pthread_cond_wait(&nats->ended, &nats->lock);
    }
    pthread_mutex_unlock(&nats->lock);
    *line = (struct line){NULL, NULL, NULL};
}

/* Subscribes, and waits for the server to confirm it. */
static natsStatus subscribe(struct nats *nats, struct line *line) {
    natsStatus error = add_subscription(nats, line, nats->config.slot, &line->own);
    error = error != 0 ? error : add_subscription(nats, line, BUS_ALL, &line->all);
    return error != 0
               ? error
               : nats->lib.natsConnection_FlushTimeout(line->connection, NATS_TIMEOUT_MS);
}

/* False with a fault. */
static bool dial(struct nats *nats, struct line *line, char fault[static FAULT_BYTES]) {
    natsStatus error = nats->lib.natsConnection_Connect(&line->connection, nats->options);
    int64_t most =
        error == 0 ? nats->lib.natsConnection_GetMaxPayload(line->connection) : 0;
    if (error == 0 && most < LINK_PACKET_MAX) {
        snprintf(fault, FAULT_BYTES,
                 "max_payload of the server is %lld, and must be %d at least",
                 (long long)most, LINK_PACKET_MAX);
        hang_up(nats, line);
        return false;
    }
    error = error != 0 ? error : subscribe(nats, line);
    if (error != 0) {
        libnats_fault(&nats->lib, error, fault);
        hang_up(nats, line);
    }
    return error == 0;
}

/* Waits for a packet to send, at most until a given time (NULL: for ever).  Returns NULL
 * at that time, or when the thread must end and the queue is empty. */
static struct nats_event *wait_for_packet(struct nats *nats,
                                          const struct timespec *until) {
    struct nats_event *event = NULL;
    int error = 0;
    pthread_mutex_lock(&nats->lock);
    while ((event = queue_take(&nats->out)) == NULL && !nats->ends && error == 0) {
        error = until != NULL ? pthread_cond_timedwait(&nats->wakes, &nats->lock, until)
                              : pthread_cond_wait(&nats->wakes, &nats->lock);
    }
    pthread_mutex_unlock(&nats->lock);
    return event;
}

/* Sends packets until the thread must end, or until an error, with a fault.  The next
 * send detects a lost connection; there is a hello every LINK_HELLO_MS. */
static void send_all(struct nats *nats, const struct line *line,
                     char fault[static FAULT_BYTES]) {
    char subject[SUBJECT_BYTES];
    natsStatus error = 0;
    fault[0] = '\0';
    for (struct nats_event *event;
         error == 0 && (event = wait_for_packet(nats, NULL)) != NULL; free(event)) {
        write_subject(nats, event->to, subject);
        error = nats->lib.natsConnection_Publish(line->connection, subject, event->bytes,
                                                 (int)event->n);
    }
    if (error != 0) {
        libnats_fault(&nats->lib, error, fault);
    }
}

/* Waits before the next attempt.  Returns the delay for the one after it. */
static unsigned rest(struct nats *nats, unsigned rest_ms) {
    struct timespec until;
    unsigned ms = rest_ms - randombytes_uniform(rest_ms / 2);
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += ms / 1000;
    until.tv_nsec += ms % 1000 * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    free(wait_for_packet(nats, &until)); /* NULL: there is nothing to send while down */
    return 2 * rest_ms < NATS_RETRY_MAX_MS ? 2 * rest_ms : NATS_RETRY_MAX_MS;
}

static bool has_to_end(struct nats *nats) {
    pthread_mutex_lock(&nats->lock);
    bool ends = nats->ends;
    pthread_mutex_unlock(&nats->lock);
    return ends;
}

static void *run(void *arg) {
    struct nats *nats = arg;
    unsigned rest_ms = NATS_RETRY_MS;
    while (!has_to_end(nats)) {
        struct line line = {NULL, NULL, NULL};
        char fault[FAULT_BYTES] = "";
        if (dial(nats, &line, fault)) {
            rest_ms = NATS_RETRY_MS;
            tell(nats, event_new(NATS_UP, "", 0));
            send_all(nats, &line, fault);
            hang_up(nats, &line);
        }
        tell(nats, event_new(NATS_DOWN, fault, strlen(fault) + 1));
        rest_ms = rest(nats, rest_ms);
    }
    nats->lib.nats_ReleaseThreadMemory();
    return NULL;
}

/* --- start and end --- */

static void nats_init(struct nats *nats) {
    pthread_condattr_t attributes;
    queue_init(&nats->in);
    queue_init(&nats->out);
    pthread_mutex_init(&nats->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&nats->wakes, &attributes);
    pthread_cond_init(&nats->ended, &attributes);
    pthread_condattr_destroy(&attributes);
}

static void nats_free(struct nats *nats) {
    queue_clear(&nats->in);
    queue_clear(&nats->out);
    pthread_cond_destroy(&nats->wakes);
    pthread_cond_destroy(&nats->ended);
    pthread_mutex_destroy(&nats->lock);
    free(nats);
}

struct nats *nats_open(const struct nats_config *config, char fault[static FAULT_BYTES]) {
    struct nats *nats = mem_new(1, sizeof *nats);
    nats->config = *config;
    nats_init(nats);
    if (libnats_load(&nats->lib, fault)) {
        nats->options = libnats_options(&nats->lib, &config->login, fault);
    }
    if (nats->options == NULL) {
        nats_free(nats);
        return NULL;
    }
    if (pthread_create(&nats->thread, NULL, run, nats) != 0) {
        snprintf(fault, FAULT_BYTES, "cannot start a thread");
        nats->lib.natsOptions_Destroy(nats->options);
        nats_free(nats);
        return NULL;
    }
    return nats;
}

void nats_close(struct nats *nats) {
    if (nats == NULL) {
        return;
    }
    pthread_mutex_lock(&nats->lock);
    nats->ends = true;
    pthread_cond_signal(&nats->wakes);
    pthread_mutex_unlock(&nats->lock);
    pthread_join(nats->thread, NULL);
    nats->lib.natsOptions_Destroy(nats->options);
    nats_free(nats);
}
