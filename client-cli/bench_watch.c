#include "client-cli/bench_watch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "client-cli/player.h"
#include "client-cli/wait.h"
#include "mem/mem.h"

/* Bytes read at once from one connection. */
#define READ_BYTES 65536

/* --- the beginning --- */

static bool fail(char fault[static BENCH_FAULT_BYTES], const char *why) {
    snprintf(fault, BENCH_FAULT_BYTES, "a spectator: %s", why);
    return false;
}

/* The next line from the server, waited for; NULL with net->fault. */
static char *await_line(struct net *net) {
    char *line;
    size_t len;
    while ((line = lines_next(&net->in, &len)) == NULL) {
        if (!net_wait(net, false) || !net_receive(net)) {
            return NULL;
        }
    }
    return line;
}

/* Waits for the answer, which is to be a reply. */
static bool ask(struct net *net, const char *request,
                char fault[static BENCH_FAULT_BYTES]) {
    char *line;
    net_send_line(net, request);
    do {
        line = await_line(net);
        if (line == NULL || strncmp(line, "{\"error\"", 8) == 0) {
            return fail(fault, line != NULL ? line : net->fault);
        }
    } while (strncmp(line, "{\"reply\"", 8) != 0);
    return true;
}

static bool sit_down(struct net *net, const struct net_address *address, const char *name,
                     const char *room, char fault[static BENCH_FAULT_BYTES]) {
    char request[128];
    if (wait_for(NULL, 0, 0) == WAIT_STOPPED) {
        return fail(fault, "stopped");
    }
    if (!net_connect(net, address)) {
        return fail(fault, net->fault);
    }
    const char *greeting = await_line(net);
    if (greeting == NULL || !player_check_greeting(greeting, net->fault)) {
        return fail(fault, net->fault);
    }
    snprintf(request, sizeof request, "{\"cmd\":\"name\",\"name\":\"%s\"}", name);
    if (!ask(net, request, fault)) {
        return false;
    }
    snprintf(request, sizeof request, "{\"cmd\":\"watch\",\"room\":\"%s\"}", room);
    return ask(net, request, fault);
}

bool bench_watch_begin(struct bench_watch *watch, const struct net_address *address,
                       const struct bench_room *rooms,
                       char fault[static BENCH_FAULT_BYTES]) {
    watch->nets = mem_new(watch->n, sizeof *watch->nets);
    for (unsigned i = 0; i < watch->n; i++) {
        watch->nets[i].fd = -1;
    }
    for (unsigned i = 0; i < watch->n; i++) {
        char name[NAME_BYTES_MAX + 1];
        /* Of the letters of this run, and a number. */
        snprintf(name, sizeof name, "s%.5s-%u", rooms[0].player[0].name + 1, i % 100000);
        if (!sit_down(&watch->nets[i], address, name, rooms[i % watch->n_rooms].code,
                      fault)) {
            return false;
        }
        if (watch->poll != NULL && !bench_poll_add(watch->poll, i, watch->nets[i].fd)) {
            return fail(fault, strerror(errno));
        }
    }
    return true;
}

/* --- reading --- */

/* Reads what has come.  False: the server has closed the connection. */
static bool drain(struct bench_watch *watch, const struct net *net) {
    char bytes[READ_BYTES];
    ssize_t n;
    while ((n = recv(net->fd, bytes, sizeof bytes, 0)) > 0) {
        watch->bytes_in += (uint64_t)n;
    }
    return n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
}

static void read_one(struct bench_watch *watch, size_t number) {
    struct net *net = &watch->nets[number];
    if (net->fd < 0 || drain(watch, net)) {
        return;
    }
    if (watch->poll != NULL) {
        bench_poll_remove(watch->poll, number, net->fd);
    }
    net_close(net);
    watch->closed++;
}

void bench_watch_turn(struct bench_watch *watch) {
    size_t ready[BENCH_POLL_MAX];
    size_t n = watch->poll != NULL ? bench_poll_wait(watch->poll, 0, ready) : 0;
    for (size_t i = 0; i < n; i++) {
        read_one(watch, ready[i]);
    }
}

void bench_watch_end(struct bench_watch *watch) {
    for (unsigned i = 0; i < watch->n && watch->nets != NULL; i++) {
        read_one(watch, i);
    }
}

void bench_watch_fini(struct bench_watch *watch) {
    for (unsigned i = 0; i < watch->n && watch->nets != NULL; i++) {
        net_close(&watch->nets[i]);
    }
    free(watch->nets);
    bench_poll_free(watch->poll);
    *watch = (struct bench_watch){0};
}
