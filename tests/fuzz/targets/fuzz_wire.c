/* A message between nodes, behind the bus: what can be read of it says the same when it
 * is written again. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/cluster/wire.h"
#include "tests/fuzz/fuzz.h"

/* A message with the same meaning has the same bytes. */
static void expect_same(struct pack *again, struct pack *once) {
    assert(again->n == once->n && memcmp(again->bytes, once->bytes, once->n) == 0);
    pack_fini(again);
    pack_fini(once);
}

static struct unpack body_of(const struct pack *pack) {
    struct unpack in = unpack_of(pack->bytes, pack->n);
    (void)unpack_number(&in, WIRE_KIND_COUNT);
    return in;
}

static void try_attach(struct unpack in) {
    struct wire_attach attach;
    struct pack once = {0}, again = {0};
    if (!wire_take_attach(&in, &attach)) {
        return;
    }
    assert(attach.session != 0 && strlen(attach.name) <= NAME_BYTES_MAX);
    assert(attach.gags.n <= WIRE_GAGS_MAX);
    wire_put_attach(&once, &attach);
    wire_attach_fini(&attach);
    in = body_of(&once);
    bool is_read = wire_take_attach(&in, &attach);
    assert(is_read);
    wire_put_attach(&again, &attach);
    wire_attach_fini(&attach);
    expect_same(&again, &once);
}

static void try_run(struct unpack in) {
    struct wire_run *run = mem_new(1, sizeof *run);
    struct pack once = {0}, again = {0};
    if (wire_take_run(&in, run)) {
        assert(run->op != 0 && run->cmd.kind < COMMAND_COUNT);
        wire_put_run(&once, run);
        in = body_of(&once);
        bool is_read = wire_take_run(&in, run);
        assert(is_read);
        wire_put_run(&again, run);
        expect_same(&again, &once);
    }
    free(run);
}

static void try_feed(struct unpack in) {
    struct feed_item item;
    size_t left = in.left;
    while (feed_take(&in, &item)) {
        assert(in.left < left);
        left = in.left;
        for (size_t i = 0; item.kind == FEED_ROOMS && i < item.n && !in.fails; i++) {
            char code[ROOM_BYTES_MAX + 1];
            bool sits;
            feed_take_room(&in, code, &sits);
            assert(strlen(code) <= ROOM_BYTES_MAX);
        }
    }
    assert(in.left == 0 || in.fails);
}

static void try_others(struct unpack in) {
    struct unpack other = in;
    struct wire_find find;
    struct wire_detach detach;
    char code[ROOM_BYTES_MAX + 1];
    uint64_t a, b;
    int slot;
    bool flag;
    assert(!wire_take_find(&other, &find) || strlen(find.key) < sizeof find.key);
    other = in;
    assert(!wire_take_given(&other, code, &slot) || (slot > 0 && slot < 64));
    other = in;
    assert(!wire_take_room(&other, code) || code[0] != '\0');
    other = in;
    (void)wire_take_taken(&other, &a, &b);
    other = in;
    (void)wire_take_found(&other, &a, &flag);
    other = in;
    (void)wire_take_session(&other, &a);
    other = in;
    (void)wire_take_detach(&other, &detach);
    other = in;
    (void)wire_take_drains(&other, &flag);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct unpack in = unpack_of(data, size);
    uint64_t kind = unpack_number(&in, WIRE_KIND_COUNT);
    if (in.fails) {
        return 0;
    }
    switch (kind) {
    case WIRE_ATTACH: try_attach(in); break;
    case WIRE_RUN: try_run(in); break;
    case WIRE_FEED: try_feed(in); break;
    default: try_others(in); break;
    }
    return 0;
}
