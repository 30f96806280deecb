#include "server/net/scrape.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/conn/conn.h"
#include "server/conn/socket.h"

/* How often deadlines are looked at while there are connections. */
#define LOOK_MS 250
/* An answer fits many times. */
#define QUEUE_BYTES ((size_t)1 << 20)

struct scrape {
    struct scrape_config config;
    uv_loop_t *loop;
    struct web_site site;
    struct conn_shared shared;
    struct metrics uncounted; /* of these connections: they are not players' */
    struct caller {
        struct conn *conn; /* NULL: free */
        char address[ADDRESS_BYTES];
    } caller[SCRAPE_CONNECTIONS_MAX];
    uv_timer_t look; /* active: there are connections */
};

/* --- connections --- */

static size_t count(const struct scrape *scrape, const char *address) {
    size_t n = 0;
    for (size_t i = 0; i < SCRAPE_CONNECTIONS_MAX; i++) {
        const struct caller *caller = &scrape->caller[i];
        n += caller->conn != NULL && strcmp(caller->address, address) == 0;
    }
    return n;
}

static struct caller *find(struct scrape *scrape, const struct conn *conn) {
    for (size_t i = 0; i < SCRAPE_CONNECTIONS_MAX; i++) {
        if (scrape->caller[i].conn == conn) {
            return &scrape->caller[i];
        }
    }
    return NULL;
}

static void on_look(uv_timer_t *look) {
    struct scrape *scrape = look->data;
    scrape->shared.now_ms = uv_now(scrape->loop);
    conn_do_due(&scrape->shared);
}

bool scrape_accept(struct scrape *scrape, int fd) {
    struct caller *caller = find(scrape, NULL);
    if (caller == NULL) {
        socket_drop(fd);
        return true;
    }
    struct conn *conn = conn_open(scrape->loop, fd, &scrape->shared);
    if (conn == NULL) {
        return false;
    }
    char address[ADDRESS_BYTES];
    conn_address(conn, address, sizeof address);
    if (count(scrape, address) == SCRAPE_PER_ADDRESS_MAX) {
        conn_close(conn);
        return true;
    }
    *caller = (struct caller){.conn = conn};
    memcpy(caller->address, address, sizeof address);
    if (!uv_is_active((const uv_handle_t *)&scrape->look)) {
        scrape->shared.now_ms = uv_now(scrape->loop);
        uv_timer_start(&scrape->look, on_look, LOOK_MS, LOOK_MS);
    }
    conn_add_web(conn, &scrape->site, false);
    conn_begin(conn);
    return true;
}

/* It has sent 64 KiB of a request, or garbage. */
static void on_too_much(struct conn *conn) {
    conn_close(conn);
}

/* It sends no more.  What it asked for is on its way. */
static void on_ended(struct conn *conn) {
    conn_end(conn, WEB_CLOSE_NORMAL, "");
    conn_flush(conn);
}

static void on_closed(struct conn *conn) {
    struct scrape *scrape = conn->shared->owner;
    struct caller *caller = find(scrape, conn);
    if (caller != NULL) {
        caller->conn = NULL;
    }
    bool is_last = true;
    for (size_t i = 0; i < SCRAPE_CONNECTIONS_MAX; i++) {
        is_last = is_last && scrape->caller[i].conn == NULL;
    }
    if (is_last) {
        uv_timer_stop(&scrape->look);
    }
}

/* There are no lines, and nothing becomes a WebSocket. */
static const struct conn_ops ops = {
    .garbage = on_too_much,
    .yields = on_too_much,
    .ended = on_ended,
    .closed = on_closed,
};

static char *write_metrics(void *owner, size_t *len) {
    const struct scrape *scrape = owner;
    return metrics_text(scrape->config.measure(scrape->config.owner), len);
}

/* --- start and end --- */

struct scrape *scrape_new(uv_loop_t *loop, const struct scrape_config *config) {
    struct scrape *scrape = mem_new(1, sizeof *scrape);
    scrape->config = *config;
    scrape->loop = loop;
    scrape->site = (struct web_site){.metrics = write_metrics, .owner = scrape};
    scrape->shared.ops = &ops;
    scrape->shared.owner = scrape;
    scrape->shared.metrics = &scrape->uncounted;
    scrape->shared.queue_bytes = scrape->shared.pause_bytes = QUEUE_BYTES;
    scrape->shared.skip_bytes = QUEUE_BYTES;
    scrape->shared.web_request_ms = config->request_ms;
    uv_timer_init(loop, &scrape->look);
    scrape->look.data = scrape;
    return scrape;
}

void scrape_close(struct scrape *scrape) {
    for (size_t i = 0; i < SCRAPE_CONNECTIONS_MAX; i++) {
        if (scrape->caller[i].conn != NULL) {
            conn_close(scrape->caller[i].conn);
        }
    }
    uv_close((uv_handle_t *)&scrape->look, NULL);
}

void scrape_free(struct scrape *scrape) {
    if (scrape != NULL) {
        deadline_heap_fini(&scrape->shared.deadlines);
        free(scrape);
    }
}
