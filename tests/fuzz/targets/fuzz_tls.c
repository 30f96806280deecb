/* TLS at both ends.  The first byte decides who gets the rest as bytes from a stranger:
 * the server ('s') or the client ('c').  Otherwise both talk to each other, and the rest
 * is what an attacker in between does to their bytes.
 *
 * In any case, each end receives a prefix of what the other has sent. */
#include "tests/fuzz/disk.h"

#include "client-cli/net/tls.h"
#include "server/conn/tls.h"
#include "tests/support/tls_end.h"

/* Most pieces to carry, so that every talk ends. */
#define CARRIED_MAX 64

/* What the attacker does to a piece, one byte of the input each. */
enum act {
    ACT_PASS,   /* nothing; so do all higher bytes */
    ACT_FLIP,   /* changes bits: two bytes say where, one which */
    ACT_DROP,   /* drops it */
    ACT_TWICE,  /* sends it twice */
    ACT_CUT,    /* sends it byte by byte */
    ACT_ADD,    /* inserts bytes before it: one byte says how many, then these */
    ACT_SAY,    /* both ends send something more */
    ACT_END,    /* this end sends close_notify */
    ACT_REPLACE /* as ACT_ADD, but replaces it */
};

struct talk {
    struct end client, server;
    struct bytes client_said, server_said;
    struct fuzz_in acts;
    bool is_changed;
};

static struct tls_context *context;
static struct trust trust;

static void prepare(void) {
    static char cert_file[DISK_PATH_BYTES], key_file[DISK_PATH_BYTES];
    char fault[FAULT_BYTES];
    if (context == NULL) {
        struct cert cert = cert_make(
            &(struct cert_plan){.name = "fuzz", .hosts = "DNS:localhost", .is_ca = true});
        disk_path("cert.pem", cert_file);
        disk_path("key.pem", key_file);
        cert_write(&cert, cert_file, key_file);
        cert_fini(&cert);
        context = tls_context_open(cert_file, key_file, fault);
        assert(context != NULL);
        trust.ca_file = cert_file;
    }
}

static void open_ends(struct talk *talk) {
    char fault[FAULT_BYTES];
    talk->server.tls = tls_context_accept(context, &end_ops, &talk->server);
    talk->client.tls =
        tls_client_open(&trust, "localhost", &end_ops, &talk->client, fault);
    assert(talk->client.tls != NULL);
    tls_start(talk->client.tls);
}

static void check_state(const struct end *end) {
    enum tls_state state = tls_get_state(end->tls);
    assert((state == TLS_BROKEN) == (tls_fault(end->tls)[0] != '\0'));
    assert(strlen(tls_fault(end->tls)) < TLS_FAULT_BYTES);
}

static unsigned take(struct fuzz_in *in) {
    if (in->len == 0) {
        return ACT_PASS;
    }
    in->len--;
    return (unsigned char)*in->at++;
}

static void say(struct end *end, struct bytes *said) {
    char text[100];
    memset(text, 'a' + (int)(said->n % 23), sizeof text);
    if (tls_write(end->tls, text, sizeof text)) {
        bytes_add(said, text, sizeof text);
    }
}

static void feed(struct end *to, const char *bytes, size_t n, size_t piece) {
    for (size_t at = 0; at < n; at += piece) {
        size_t len = n - at < piece ? n - at : piece;
        char *copy = fuzz_copy(bytes + at, len);
        tls_feed(to->tls, copy, len);
        free(copy);
    }
    check_state(to);
}

static void add(struct talk *talk, struct end *to) {
    size_t n = take(&talk->acts);
    n = n < talk->acts.len ? n : talk->acts.len;
    feed(to, talk->acts.at, n, n + 1);
    talk->acts.at += n;
    talk->acts.len -= n;
}

/* Carries the output of one end to the other. */
static void carry(struct talk *talk, struct end *from, struct end *to) {
    struct bytes out = from->out;
    from->out = (struct bytes){0};
    unsigned act = take(&talk->acts);
    size_t piece = out.n + 1;
    unsigned at;
    talk->is_changed = talk->is_changed || (act != ACT_PASS && act <= ACT_REPLACE &&
                                            act != ACT_CUT && act != ACT_SAY);
    switch (act) {
    case ACT_FLIP:
        at = take(&talk->acts) << 8;
        at |= take(&talk->acts);
        out.at[at % out.n] ^= (char)take(&talk->acts);
        break;
    case ACT_DROP: out.n = 0; break;
    case ACT_TWICE: feed(to, out.at, out.n, piece); break;
    case ACT_CUT: piece = 1; break;
    case ACT_ADD: add(talk, to); break;
    case ACT_SAY:
        say(&talk->client, &talk->client_said);
        say(&talk->server, &talk->server_said);
        break;
    case ACT_END: tls_end(from->tls); break;
    case ACT_REPLACE:
        out.n = 0;
        add(talk, to);
        break;
    default: break;
    }
    feed(to, out.at, out.n, piece);
    free(out.at);
}

static void carry_all(struct talk *talk) {
    unsigned n = 0;
    while ((talk->client.out.n > 0 || talk->server.out.n > 0) && n++ < CARRIED_MAX) {
        if (talk->client.out.n > 0) {
            carry(talk, &talk->client, &talk->server);
        }
        if (talk->server.out.n > 0) {
            carry(talk, &talk->server, &talk->client);
        }
    }
}

/* Checks that an end has received a prefix of what the other has sent. */
static void check_heard(const struct bytes *heard, const struct bytes *said, bool all) {
    assert(heard->n <= said->n && (!all || heard->n == said->n));
    assert(heard->n == 0 || memcmp(heard->at, said->at, heard->n) == 0);
}

static void talk_all(struct talk *talk) {
    carry_all(talk);
    say(&talk->client, &talk->client_said);
    say(&talk->server, &talk->server_said);
    carry_all(talk);
    bool is_up = tls_get_state(talk->client.tls) == TLS_UP &&
                 tls_get_state(talk->server.tls) == TLS_UP;
    assert(is_up || talk->is_changed);
    if (is_up) {
        assert(tls_client_identity(talk->client.tls).is_vouched);
    }
    check_heard(&talk->server.heard, &talk->client_said, !talk->is_changed);
    check_heard(&talk->client.heard, &talk->server_said, !talk->is_changed);
}

unsigned fuzz_rounds(void) {
    return 200;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct talk talk = {0};
    if (size == 0) {
        return 0;
    }
    prepare();
    open_ends(&talk);
    talk.acts = (struct fuzz_in){(const char *)data + 1, size - 1};
    if (data[0] == 's' || data[0] == 'c') {
        struct end *end = data[0] == 's' ? &talk.server : &talk.client;
        feed(end, talk.acts.at, talk.acts.len, talk.acts.len + 1);
        assert(end->heard.n == 0); /* nothing can be sent without a handshake */
    } else {
        talk_all(&talk);
    }
    end_fini(&talk.client);
    end_fini(&talk.server);
    free(talk.client_said.at);
    free(talk.server_said.at);
    return 0;
}
