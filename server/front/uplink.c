/* The way of a front to its hub: finds it, and comes back to it. */
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/un.h>
#include <unistd.h>

#include "server/conn/socket.h"
#include "server/front/state.h"

/* Logs the first failure since the last success. */
static void note_failure(struct front *front, const char *why) {
    if (!front->is_refused) {
        log_line(front->config.log, LOG_WARN, "hub_unreachable hub=%s why=%s",
                 LOG_QUOTED(front->config.hub), LOG_QUOTED(why));
    }
    front->is_refused = true;
}

/* --- the trunk --- */

/* Answers alea find, as soon as it knows which server it is. */
static void discover(struct front *front) {
    if (front->door.discovery == NULL && front->config.title != NULL &&
        !front->door.is_stopping) {
        door_discover(&front->door, front->config.limits, front->config.title,
                      front->boot);
    }
}

static void on_met(struct trunk *trunk) {
    struct front *front = trunk->owner;
    front->has_hub = true;
    front->is_refused = false;
    front->rest_looks = front->left_looks = 0;
    text_copy(front->boot, sizeof front->boot, trunk->name);
    log_line(front->config.log, LOG_INFO, "hub_joined hub=%s boot=%s",
             LOG_QUOTED(front->config.hub), LOG_QUOTED(front->boot));
    discover(front);
    clients_join(front);
}

static bool on_frame(struct trunk *trunk, const struct trunk_frame *frame) {
    struct front *front = trunk->owner;
    if (frame->kind == TRUNK_ALIVE) {
        front->players = trunk_number_read(frame->rest);
        return true;
    }
    return client_frame(front, frame);
}

static void on_heard(struct trunk *trunk) {
    clients_flush(trunk->owner);
}

static void on_closed(struct trunk *trunk, const char *why) {
    struct front *front = trunk->owner;
    bool had_hub = front->has_hub;
    front->trunk = NULL;
    front->has_hub = false;
    if (front->door.is_stopping) {
        clients_lose(front);
    } else if (had_hub) {
        log_line(front->config.log, LOG_WARN, "hub_lost clients=%u why=%s",
                 front->clients.n_used, LOG_QUOTED(why));
        clients_lose(front);
        front->node.hangs = strcmp(why, TRUNK_SILENT_TEXT) == 0;
    } else {
        note_failure(front, why);
    }
}

static const struct trunk_ops trunk_ops = {
    .met = on_met, .frame = on_frame, .heard = on_heard, .closed = on_closed};

/* --- dialing --- */

/* Where clients reach us: the first port without TLS, and the first one with it. */
static void find_ways(const struct front *front, struct front_ways *ways) {
    const struct listeners *listeners = front->door.listeners;
    const char *host = front->config.announce;
    const struct listener *at;
    for (size_t i = 0; host[0] != '\0' && (at = listeners_get(listeners, i)) != NULL;
         i++) {
        const char *port = strrchr(at->endpoint, ':');
        if (at->kind <= LISTENER_TLS && port != NULL && ways->at[at->kind][0] == '\0') {
            snprintf(ways->at[at->kind], FRONT_WAY_BYTES,
                     strchr(host, ':') != NULL ? "[%s]%s" : "%s%s", host, port);
        }
    }
}

/* Begins to connect to an address. */
static void dial(struct front *front, const struct sockaddr *at, socklen_t len) {
    char host[TRUNK_NAME_BYTES / 2] = "?", name[TRUNK_NAME_BYTES + 1];
    struct front_ways ways = {0};
    const struct trunk_config config = {&trunk_ops,        front, CIPHER_FRONT,
                                        front->config.key, name,  &ways};
    find_ways(front, &ways);
    (void)gethostname(host, sizeof host - 1);
    snprintf(name, sizeof name, "%s/%ld/%08x", host, (long)getpid(), front->mark);
    int fd = socket_connect(at, len);
    if (fd < 0) {
        note_failure(front, strerror(errno));
        return;
    }
    front->trunk = trunk_open(&front->uv, fd, &config);
}

/* Tries one address of the host at each attempt, one after the other. */
static void on_found(uv_getaddrinfo_t *lookup, int status, struct addrinfo *found) {
    struct front *front = lookup->data;
    const struct addrinfo *at = found;
    unsigned n = 0;
    front->looks_up = false;
    for (; at != NULL; at = at->ai_next) {
        n++;
    }
    if (status != 0) {
        note_failure(front, uv_strerror(status));
    } else if (n > 0 && !front->door.is_stopping) {
        at = found;
        for (unsigned i = front->n_tries % n; i > 0; i--) {
            at = at->ai_next;
        }
        dial(front, at->ai_addr, at->ai_addrlen);
    }
    uv_freeaddrinfo(found);
}

static void try_now(struct front *front) {
    const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    struct endpoint endpoint;
    front->n_tries++;
    if (endpoint_is_path(front->config.hub)) {
        struct sockaddr_un at = {.sun_family = AF_UNIX};
        text_copy(at.sun_path, sizeof at.sun_path, front->config.hub);
        dial(front, (const struct sockaddr *)&at, sizeof at);
    } else if (endpoint_read(&endpoint, front->config.hub)) {
        front->lookup.data = front;
        front->looks_up = uv_getaddrinfo(&front->uv, &front->lookup, on_found,
                                         endpoint.host, endpoint.port, &hints) == 0;
    }
}

void uplink_look(struct front *front, bool is_tick) {
    if (front->trunk != NULL && is_tick) {
        trunk_tick(front->trunk, 0);
    } else if (front->trunk == NULL && !front->looks_up && !front->door.is_stopping &&
               front->config.hub[0] != '\0' && front->left_looks-- == 0) {
        unsigned next = front->rest_looks == 0 ? 1 : 2 * front->rest_looks;
        front->left_looks = front->rest_looks;
        front->rest_looks = next < FRONT_REST_LOOKS ? next : FRONT_REST_LOOKS;
        try_now(front);
    }
}

void uplink_turn(struct front *front) {
    front->rest_looks = front->left_looks = 0;
    if (front->trunk != NULL) {
        trunk_cut(front->trunk, "another node is the hub");
    }
}

void uplink_stop(struct front *front) {
    if (front->trunk != NULL) {
        trunk_end(front->trunk, "it stops");
    }
}
