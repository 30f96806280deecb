/* A node is two processes: a front, and one that is the hub, or waits to be it.  The
 * front starts that and is told by it where the hub is.  So whichever process ends, the
 * connections of clients and the games are not lost together. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mem/mem.h"
#include "server/front/state.h"

/* Looks before it is started again: after a failure, and after an orderly end, so that
 * another node takes the lease. */
#define AGAIN_LOOKS     2
#define AFTER_END_LOOKS 10

/* A line of the other process: where the hub is, its key, and whether it is itself the
 * hub. */
static void take_line(struct front *front, const char *line) {
    struct node *node = &front->node;
    char hub[ENDPOINT_BYTES], hex[2 * TRUNK_KEY_BYTES + 1];
    uint8_t key[TRUNK_KEY_BYTES];
    int is_hub;
    if (sscanf(line, "%79s %64s %d", hub, hex, &is_hub) != 3 ||
        !trunk_key_parse(hex, key)) {
        return;
    }
    node->is_hub = is_hub != 0;
    if (strcmp(hub, node->hub) != 0 || memcmp(key, node->key, sizeof key) != 0) {
        memcpy(node->hub, hub, sizeof hub);
        memcpy(node->key, key, sizeof key);
        uplink_turn(front);
    }
}

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buf) {
    struct node *node = &((struct front *)handle->data)->node;
    (void)suggested;
    *buf = uv_buf_init(node->told + node->n_told,
                       (unsigned)(sizeof node->told - 1 - node->n_told));
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf) {
    struct front *front = stream->data;
    struct node *node = &front->node;
    (void)buf;
    if (n < 0) {
        uv_read_stop(stream);
        return;
    }
    node->n_told += (size_t)n;
    node->told[node->n_told] = '\0';
    for (char *end; (end = strchr(node->told, '\n')) != NULL;) {
        *end = '\0';
        take_line(front, node->told);
        node->n_told -= (size_t)(end + 1 - node->told);
        memmove(node->told, end + 1, node->n_told + 1);
    }
    if (node->n_told == sizeof node->told - 1) {
        node->n_told = 0; /* no line of ours is so long */
    }
}

static void close_pipe(struct node *node) {
    if (node->has_pipe) {
        node->has_pipe = false;
        uv_close((uv_handle_t *)&node->pipe, NULL);
    }
}

static void on_closed(uv_handle_t *handle) {
    struct front *front = handle->data;
    front->node.runs = false;
}

static void on_exit_of_hub(uv_process_t *process, int64_t status, int signal) {
    struct front *front = process->data;
    struct node *node = &front->node;
    node->left_looks = status == 0 && signal == 0 ? AFTER_END_LOOKS : AGAIN_LOOKS;
    if (!front->door.is_stopping) {
        log_line(front->config.log, LOG_WARN, "hub_ended pid=%d status=%d signal=%d",
                 process->pid, (int)status, signal);
    }
    close_pipe(node);
    uv_close((uv_handle_t *)process, on_closed);
}

static void start(struct front *front) {
    static const char path[] = "/proc/self/exe"; /* also after an upgrade of the file */
    struct node *node = &front->node;
    char *const *argv = front->config.argv;
    uv_stdio_container_t stdio[4] = {{.flags = UV_IGNORE},
                                     {.flags = UV_INHERIT_FD, .data = {.fd = 1}},
                                     {.flags = UV_INHERIT_FD, .data = {.fd = 2}}};
    uv_process_options_t options = {.exit_cb = on_exit_of_hub,
                                    .file = access(path, X_OK) == 0 ? path : argv[0],
                                    .args = front->config.argv,
                                    .stdio_count = 4,
                                    .stdio = stdio};
    uv_pipe_init(&front->uv, &node->pipe, 0);
    stdio[3].flags = UV_CREATE_PIPE | UV_READABLE_PIPE | UV_WRITABLE_PIPE;
    stdio[3].data.stream = (uv_stream_t *)&node->pipe;
    node->process.data = node->pipe.data = front;
    node->has_pipe = node->runs = true;
    node->n_told = 0;
    node->is_hub = false;
    (void)setenv(FRONT_NODE_VARIABLE, "3", 1);
    int error = uv_spawn(&front->uv, &node->process, &options);
    (void)unsetenv(FRONT_NODE_VARIABLE);
    if (error != 0) {
        log_line(front->config.log, LOG_WARN, "hub_not_started why=%s",
                 LOG_QUOTED(uv_strerror(error)));
        node->left_looks = AFTER_END_LOOKS;
        close_pipe(node);
        uv_close((uv_handle_t *)&node->process, on_closed);
        return;
    }
    log_line(front->config.log, LOG_INFO, "hub_started pid=%d", node->process.pid);
    uv_read_start((uv_stream_t *)&node->pipe, on_alloc, on_read);
}

void node_look(struct front *front) {
    struct node *node = &front->node;
    if (node->hangs && node->is_hub && node->runs) {
        (void)uv_process_kill(&node->process, SIGKILL);
    }
    node->hangs = false;
    if (front->config.argv != NULL && !node->runs && !front->door.is_stopping) {
        if (node->left_looks == 0) {
            start(front);
        } else {
            node->left_looks--;
        }
    }
}

void node_stop(struct front *front, bool waits) {
    struct node *node = &front->node;
    close_pipe(node);
    if (!waits && node->runs && !uv_is_closing((uv_handle_t *)&node->process)) {
        (void)uv_process_kill(&node->process, SIGKILL);
        uv_close((uv_handle_t *)&node->process, on_closed);
    }
}
