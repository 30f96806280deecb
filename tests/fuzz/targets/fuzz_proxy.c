/* The header of the PROXY protocol: whole, byte by byte, and in pieces whose length is
 * the first byte, the same must be read.  A byte less is never enough. */
#include "tests/fuzz/fuzz.h"

#include "server/conn/proxy.h"

struct heard {
    enum proxy_result result;
    size_t used;
    struct proxy_reader reader;
};

static struct heard hear(const uint8_t *bytes, size_t n, size_t piece) {
    struct heard heard = {.result = PROXY_MORE};
    while (heard.result == PROXY_MORE && heard.used < n) {
        size_t used, len = piece < n - heard.used ? piece : n - heard.used;
        char *copy = fuzz_copy((const char *)bytes + heard.used, len);
        heard.result = proxy_feed(&heard.reader, (const uint8_t *)copy, len, &used);
        assert(used <= len && (heard.result != PROXY_MORE || used == len));
        heard.used += used;
        free(copy);
    }
    return heard;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) {
        return 0;
    }
    struct heard whole = hear(data + 1, size - 1, size - 1);
    const size_t pieces[] = {1, (size_t)1 + data[0]};
    for (size_t i = 0; i < 2; i++) {
        struct heard again = hear(data + 1, size - 1, pieces[i]);
        assert(again.result == whole.result && again.used == whole.used);
        assert(strcmp(again.reader.address, whole.reader.address) == 0);
        assert(again.reader.why == whole.reader.why);
    }
    assert(whole.used <= PROXY_BYTES_MAX);
    assert((whole.result == PROXY_WRONG) == (whole.reader.why != NULL));
    if (whole.result == PROXY_DONE) {
        char address[ADDRESS_BYTES];
        assert(hear(data + 1, whole.used - 1, size).result == PROXY_MORE);
        assert(whole.reader.address[0] == '\0' ||
               (address_read(whole.reader.address, address) &&
                strcmp(address, whole.reader.address) == 0));
    }
    return 0;
}
