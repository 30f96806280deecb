/* Origins: as browsers write them, or refused because no browser does. */
#include "server/web/origin.h"

#include <stdbool.h>
#include <string.h>

#include "tests/unit/test.h"

static const struct row {
    const char *name; /* as given */
    const char *read; /* NULL: refused */
} rows[] = {
    {"https://example.org", "https://example.org"},
    {"HTTPS://Example.ORG", "https://example.org"},
    {"https://example.org:443", "https://example.org"},
    {"http://example.org:80", "http://example.org"},
    {"http://example.org:443", "http://example.org:443"},
    {"http://example.org:08080", "http://example.org:8080"},
    {"http://my_host", "http://my_host"},
    {"http://example.org.", "http://example.org."},
    {"http://192.0.2.1:8080", "http://192.0.2.1:8080"},
    {"http://[2001:DB8:0::1]:80", "http://[2001:db8::1]"},
    {"https://xn--bcher-kva.example", "https://xn--bcher-kva.example"},
    {"https://b\xc3\xbc"
     "cher.example",
     NULL},
    {"https://example.org/", NULL},
    {"https://example.org?", NULL},
    {"https://*.example.org", NULL},
    {"https://me@example.org", NULL},
    {"https://example.org:", NULL},
    {"https://example.org:0", NULL},
    {"https://example.org:65536", NULL},
    {"https://example.org:https", NULL},
    {"https://example.org:443:443", NULL},
    {"https://", NULL},
    {"https://:443", NULL},
    {"https://.org", NULL},
    {"https://a..b", NULL},
    {"http://127.1", NULL},
    {"http://1.2.3.456", NULL},
    {"http://[::1", NULL},
    {"http://[]", NULL},
    {"http://[::1]1", NULL},
    {"http://[127.0.0.1]", NULL},
    {"example.org", NULL},
    {"ws://example.org", NULL},
    {"null", NULL},
    {"*", NULL},
    {"", NULL},
};

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    char origin[ORIGIN_BYTES] = "";
    assert_int_equal(origin_read(row->name, origin), row->read != NULL);
    if (row->read != NULL) {
        char again[ORIGIN_BYTES];
        assert_string_equal(origin, row->read);
        assert_true(origin_read(origin, again));
        assert_string_equal(again, origin);
    }
}

TEST(test_long) {
    char text[ORIGIN_BYTES + 1] = "http://", origin[ORIGIN_BYTES];
    memset(text + 7, 'a', sizeof text - 8);
    text[sizeof text - 1] = '\0';
    assert_false(origin_read(text, origin));
    text[sizeof text - 2] = '\0';
    assert_true(origin_read(text, origin));
}
