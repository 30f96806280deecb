#include "tests/unit/server/nodes.h"

#include "mem/mem.h"
#include "server/cluster/cluster.h"
#include "server/cluster/wire.h"
#include "server/command/dispatch.h"
#include "server/hub/state.h"

/* --- the bus --- */

static void post(struct nodes *nodes, size_t from, size_t to, const void *bytes,
                 size_t n) {
    if (from == to || !nodes->is_up[from][to]) {
        return;
    }
    struct letter **end = &nodes->letters;
    while (*end != NULL) {
        end = &(*end)->next;
    }
    struct letter *letter = mem_new(1, sizeof *letter);
    size_t more = nodes->adds_members && *(const uint8_t *)bytes != WIRE_FEED;
    *letter = (struct letter){
        .from = from, .to = to, .bytes = mem_new(n + more, 1), .n = n + more};
    memcpy(letter->bytes, bytes, n);
    *end = letter;
    nodes->n_sent++;
}

static void publish(void *owner, int to, const void *bytes, size_t n) {
    const struct node *node = owner;
    for (size_t i = 0; i < node->all->n; i++) {
        if (to == BUS_ALL || to == (int)i + 1) {
            post(node->all, node->i, i, bytes, n);
        }
    }
}

/* The first letter that is not held, which is taken out; NULL: none. */
static struct letter *take_letter(struct nodes *nodes) {
    struct letter **at = &nodes->letters;
    while (*at != NULL && nodes->is_held[(*at)->from][(*at)->to]) {
        at = &(*at)->next;
    }
    struct letter *letter = *at;
    if (letter != NULL) {
        *at = letter->next;
    }
    return letter;
}

static void drop_letter(struct letter *letter) {
    free(letter->bytes);
    free(letter);
}

static void tell_peer(struct nodes *nodes, size_t a, size_t b, bool is_up) {
    nodes->is_up[a][b] = is_up;
    cluster_bus_ops.peer(nodes->node[a].fixture->hub, (int)b + 1, is_up);
}

static void mute(void *owner, int slot, uint64_t epoch) {
    const struct node *node = owner;
    size_t dead = (size_t)slot - 1;
    (void)epoch;
    if (node->all->is_up[node->i][dead]) {
        tell_peer(node->all, node->i, dead, false);
    }
}

void cut(struct nodes *nodes, size_t a, size_t b) {
    for (struct letter **at = &nodes->letters; *at != NULL;) {
        struct letter *letter = *at;
        if ((letter->from == a && letter->to == b) ||
            (letter->from == b && letter->to == a)) {
            *at = letter->next;
            drop_letter(letter);
        } else {
            at = &letter->next;
        }
    }
    tell_peer(nodes, a, b, false);
    tell_peer(nodes, b, a, false);
}

void mend(struct nodes *nodes, size_t a, size_t b) {
    nodes->is_up[a][b] = nodes->is_up[b][a] = true;
    tell_peer(nodes, a, b, true);
    tell_peer(nodes, b, a, true);
}

void mend_from(struct nodes *nodes, size_t a, size_t b) {
    tell_peer(nodes, a, b, true);
}

void hold_letters(struct nodes *nodes, size_t a, size_t b, bool holds) {
    nodes->is_held[a][b] = holds;
}

void repeat_letters(struct nodes *nodes) {
    struct letter *last = nodes->letters;
    while (last != NULL && last->next != NULL) {
        last = last->next;
    }
    for (const struct letter *letter = nodes->letters; letter != NULL;
         letter = letter->next) {
        post(nodes, letter->from, letter->to, letter->bytes, letter->n);
        if (letter == last) {
            return;
        }
    }
}

/* --- nodes --- */

struct nodes *open_nodes(size_t n) {
    struct nodes *nodes = mem_new(1, sizeof *nodes);
    open_group(n);
    nodes->n = n;
    for (size_t i = 0; i < n; i++) {
        struct node *node = &nodes->node[i];
        *node = (struct node){.all = nodes, .i = i, .fixture = group.node[i].fixture};
        struct bus bus = {.owner = node, .publish = publish, .mute = mute};
        dispatch_join(node->fixture->hub, &bus);
    }
    for (size_t a = 0; a < n; a++) {
        for (size_t b = a + 1; b < n; b++) {
            mend(nodes, a, b);
        }
    }
    pass_all(nodes, 1000); /* they have seen each other in the database */
    return nodes;
}

void close_nodes(struct nodes *nodes) {
    close_group();
    for (size_t i = 0; i < nodes->n; i++) {
        for (size_t conn = 0; conn < CONNS_MAX; conn++) {
            free(nodes->node[i].heard[conn].text);
        }
    }
    while (nodes->letters != NULL) {
        struct letter *letter = nodes->letters;
        nodes->letters = letter->next;
        drop_letter(letter);
    }
    free(nodes);
}

/* Gives the connections of a node what they are told, unless it stands still. */
static void deliver(struct node *node) {
    struct fixture *fixture = node->fixture;
    struct outbox *outbox = hub_outbox(fixture->hub);
    if (group.node[node->i].is_paused) {
        return;
    }
    for (size_t i = 0; i < outbox->n; i++) {
        const struct outbox_item *item = &outbox->item[i];
        if (item->buf != NULL) {
            assert_in_range(item->conn, 1, CONNS_MAX - 1);
            struct heard *heard = &node->heard[item->conn];
            heard->text = mem_grow(heard->text, heard->n + item->buf->len + 1, 1);
            memcpy(heard->text + heard->n, item->buf->data, item->buf->len);
            heard->n += item->buf->len;
            heard->text[heard->n] = '\0';
        }
    }
    outbox_drop(outbox, outbox->n);
}

void settle(struct nodes *nodes) {
    struct letter *letter;
    do {
        group_settle();
        for (size_t i = 0; i < nodes->n; i++) {
            deliver(&nodes->node[i]);
        }
        letter = take_letter(nodes);
        if (letter != NULL) {
            cluster_bus_ops.received(nodes->node[letter->to].fixture->hub,
                                     (int)letter->from + 1, letter->bytes, letter->n);
            drop_letter(letter);
        }
    } while (letter != NULL);
}

void pass_all(struct nodes *nodes, uint64_t ms) {
    for (uint64_t until = group.ms + ms; group.ms < until;) {
        group_tick();
        settle(nodes);
    }
}

void say_at(struct nodes *nodes, size_t i, size_t conn, const char *line) {
    struct fixture *fixture = nodes->node[i].fixture;
    assert_false(hub_is_waiting(fixture->hub, fixture->client[conn]));
    say(fixture, conn, line);
}

const char *hear_at(struct nodes *nodes, size_t i, size_t conn) {
    struct fixture *fixture = nodes->node[i].fixture;
    struct heard *heard = &nodes->node[i].heard[conn];
    assert_true(heard->n < HEARD_BYTES);
    memcpy(fixture->heard, heard->n > 0 ? heard->text : "", heard->n);
    fixture->heard[heard->n] = '\0';
    heard->n = 0;
    return fixture->heard;
}

const char *ask_at(struct nodes *nodes, size_t i, size_t conn, const char *line) {
    settle(nodes);
    (void)hear_at(nodes, i, conn);
    say_at(nodes, i, conn, line);
    settle(nodes);
    return hear_at(nodes, i, conn);
}

void enter_at(struct nodes *nodes, size_t i, size_t conn, const char *name,
              struct ticket *ticket) {
    char line[64];
    assert_true(come(nodes->node[i].fixture, conn));
    snprintf(line, sizeof line, "{'cmd':'name','name':'%s'}", name);
    take(ask_at(nodes, i, conn, line), "token", ticket->token, sizeof ticket->token);
}
