/* Which servers are trusted, and the file of servers that the user has accepted. */
#include "client-cli/net/trust.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/file.h"
#include "tests/unit/test.h"

#define A64  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define B64  "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
#define HERE "example.org:2533"

static char dir[64], file[100];
static char *told;
static size_t told_len;

/* --- fingerprints --- */

static struct fingerprint_row {
    const char *name, *text;
    bool is_one;
} fingerprint_rows[] = {
    {"hex", A64, true},
    {"capitals", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
     true},
    {"with sha256:", "sha256:" A64, true},
    {"as openssl writes it",
     "AA:AA:AA:AA:AA:AA:AA:AA:AA:AA:AA:AA:AA:AA:AA:AA:"
     "AA:AA:AA:AA:AA:AA:AA:AA:AA:AA:AA:AA:AA:AA:AA:AA",
     true},
    {"nothing", "", false},
    {"a digit too few", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
     false},
    {"a digit too many", A64 "a", false},
    {"no hex", "gaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false},
    {"colon in front", ":" A64, false},
    {"colon behind", A64 ":", false},
    {"SHA-1", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false},
};

TEST_ROWS(fingerprint_rows) {
    const struct fingerprint_row *row = table_row(state);
    char read[FINGERPRINT_BYTES];
    assert_int_equal(fingerprint_read(row->text, read), row->is_one);
    if (row->is_one) {
        assert_string_equal(read, A64);
    }
}

/* --- the file --- */

static void expect_known_file(const char *text) {
    char *got = read_file(file);
    assert_string_equal(got, text);
    free(got);
}

TEST(known_file) {
    char was[FINGERPRINT_BYTES], fault[FAULT_BYTES];
    struct stat stat_of;
    unlink(file);
    assert_int_equal(known_find(file, HERE, A64, was), KNOWN_NOT);
    assert_true(known_put(file, HERE, A64, fault));
    assert_int_equal(stat(file, &stat_of), 0);
    assert_int_equal(stat_of.st_mode & 07777, 0600);
    expect_known_file(HERE " sha256:" A64 "\n");
    assert_int_equal(known_find(file, HERE, A64, was), KNOWN_SO);
    assert_int_equal(known_find(file, HERE, B64, was), KNOWN_OTHER);
    assert_string_equal(was, A64);
    assert_int_equal(known_find(file, "example.org:253", A64, was), KNOWN_NOT);
    assert_int_equal(known_find(file, "example.org:25333", A64, was), KNOWN_NOT);
    assert_true(known_put(file, "[::1]:2533", B64, fault));
    assert_true(known_put(file, HERE, B64, fault)); /* replaces the line of the server */
    expect_known_file("[::1]:2533 sha256:" B64 "\n" HERE " sha256:" B64 "\n");
}

TEST(known_file_by_hand) {
    char was[FINGERPRINT_BYTES], fault[FAULT_BYTES];
    write_file(file, "# mine\n\nother:1 sha256:" A64 "\r\n" HERE " " A64 "\n" HERE
                     " sha256:" B64);
    assert_int_equal(known_find(file, "other:1", A64, was), KNOWN_SO);
    assert_int_equal(known_find(file, HERE, A64, was), KNOWN_SO); /* the right one */
    assert_int_equal(known_find(file, HERE, B64, was), KNOWN_SO);
    assert_true(known_put(file, HERE, A64, fault));
    expect_known_file("# mine\n\nother:1 sha256:" A64 "\n" HERE " sha256:" A64 "\n");
}

/* A line that cannot be read does not match. */
TEST(known_file_damaged) {
    char was[FINGERPRINT_BYTES] = "x";
    write_file(file, HERE " sha256:12\n");
    assert_int_equal(known_find(file, HERE, A64, was), KNOWN_OTHER);
    assert_string_equal(was, "");
}

TEST(known_file_that_cannot_be) {
    char was[FINGERPRINT_BYTES], fault[FAULT_BYTES] = "", below[120];
    write_file(file, "");
    snprintf(below, sizeof below, "%s/known", file); /* a file cannot be used as a
                                                      * directory */
    assert_false(known_put(below, HERE, A64, fault));
    assert_non_null(strstr(fault, below));
    assert_int_equal(known_find(below, HERE, A64, was), KNOWN_FAILED);
    assert_int_equal(known_find(dir, HERE, A64, was), KNOWN_FAILED);
}

/* --- trust --- */

static unsigned n_asked;

static bool say_yes(void) {
    n_asked++;
    return true;
}

static bool say_no(void) {
    n_asked++;
    return false;
}

static const struct tls_identity vouched = {.fingerprint = A64, .is_vouched = true};
static const struct tls_identity self = {
    .fingerprint = A64, .is_self_signed = true, .why_not = "self-signed certificate"};
static const struct tls_identity wrong = {.fingerprint = A64,
                                          .why_not = "hostname mismatch"};
static const struct tls_identity nobody = {.why_not = "it has shown no certificate"};

static struct judge_row {
    const char *name;
    const struct tls_identity *identity;
    const char *known;       /* content of the file; NULL: no file */
    const char *fingerprint; /* --tls-fingerprint */
    const char *ca_file;     /* --tls-ca */
    bool (*ask)(void);
    bool is_trusted;
    unsigned n_asked;
    const char *fault;       /* fault if the server is not trusted */
    const char *told;        /* part of the message to the user; NULL: no message */
    const char *known_after; /* content of the file afterwards; NULL: unchanged */
} judge_rows[] = {
    {.name = "vouched for", .identity = &vouched, .is_trusted = true, .ask = say_no},
    {.name = "vouched for now, another one was accepted",
     .identity = &vouched,
     .known = HERE " sha256:" B64 "\n",
     .is_trusted = true},
    {.name = "vouched for by --tls-ca",
     .identity = &vouched,
     .ca_file = "ca.pem",
     .is_trusted = true},
    {.name = "vouched for, but not the one that was said",
     .identity = &vouched,
     .fingerprint = B64,
     .ask = say_yes,
     .fault = "its certificate has another fingerprint",
     .told = "not the server that you mean"},
    {.name = "nobody to ask",
     .identity = &self,
     .fault = "its certificate cannot be trusted",
     .told = "    " A64
             "\nIf its host tells you the same number, accept it with --tls-fingerprint"},
    {.name = "accepted",
     .identity = &self,
     .ask = say_yes,
     .is_trusted = true,
     .n_asked = 1,
     .told = A64,
     .known_after = HERE " sha256:" A64 "\n"},
    {.name = "not accepted",
     .identity = &self,
     .ask = say_no,
     .n_asked = 1,
     .fault = "you have not accepted its certificate",
     .told = A64},
    {.name = "accepted before",
     .identity = &self,
     .known = HERE " sha256:" A64 "\n",
     .ask = say_no,
     .is_trusted = true},
    {.name = "another one accepted before",
     .identity = &self,
     .known = HERE " sha256:" B64 "\n",
     .ask = say_yes,
     .fault = "its certificate has changed",
     .told = "IS NOT THE SAME SERVER AS BEFORE"},
    {.name = "damaged line",
     .identity = &self,
     .known = HERE " sha256:\n",
     .ask = say_yes,
     .fault = "its certificate has changed",
     .told = "(unreadable)"},
    {.name = "said",
     .identity = &self,
     .fingerprint = A64,
     .ask = say_no,
     .is_trusted = true,
     .known_after = HERE " sha256:" A64 "\n"},
    {.name = "said, another one accepted before",
     .identity = &self,
     .fingerprint = A64,
     .known = HERE " sha256:" B64 "\n",
     .is_trusted = true,
     .known_after = HERE " sha256:" A64 "\n"},
    {.name = "self-signed, but others vouch",
     .identity = &self,
     .ca_file = "ca.pem",
     .ask = say_yes,
     .fault = "ca.pem does not vouch for it: self-signed certificate"},
    {.name = "accepted before, but others vouch",
     .identity = &self,
     .ca_file = "ca.pem",
     .known = HERE " sha256:" A64 "\n",
     .fault = "ca.pem does not vouch for it: self-signed certificate"},
    {.name = "of another host: not to be accepted by a yes",
     .identity = &wrong,
     .ask = say_yes,
     .fault = "its certificate cannot be trusted",
     .told = "certificate of " HERE " cannot be verified: hostname mismatch"},
    {.name = "of another host, said",
     .identity = &wrong,
     .fingerprint = A64,
     .is_trusted = true,
     .known_after = HERE " sha256:" A64 "\n"},
    {.name = "no certificate",
     .identity = &nobody,
     .ask = say_yes,
     .fault = "it has shown no certificate"},
};

TEST_ROWS(judge_rows) {
    const struct judge_row *row = table_row(state);
    struct trust trust;
    char fault[FAULT_BYTES] = "";
    FILE *tell = open_memstream(&told, &told_len);
    assert_non_null(tell);
    trust_init(&trust, tell);
    snprintf(trust.known_file, sizeof trust.known_file, "%s", file);
    trust.ca_file = row->ca_file;
    trust.ask = row->ask;
    if (row->fingerprint != NULL) {
        assert_true(trust_take(&trust, TRUST_FINGERPRINT, row->fingerprint, fault));
    }
    unlink(file);
    if (row->known != NULL) {
        write_file(file, row->known);
    }
    n_asked = 0;
    bool is_trusted = trust_judge(&trust, HERE, row->identity, fault);
    fclose(tell);
    assert_int_equal(is_trusted, row->is_trusted);
    assert_string_equal(fault, row->fault != NULL ? row->fault : "");
    assert_int_equal(n_asked, row->n_asked);
    assert_true(row->told != NULL ? strstr(told, row->told) != NULL : told_len == 0);
    free(told);
    const char *after = row->known_after != NULL ? row->known_after : row->known;
    if (after != NULL) {
        expect_known_file(after);
    } else {
        assert_int_not_equal(access(file, F_OK), 0);
    }
}

/* The user is asked once in a run, even if the answer cannot be saved. */
TEST(accepted_without_a_file) {
    struct trust trust;
    char fault[FAULT_BYTES] = "";
    FILE *tell = open_memstream(&told, &told_len);
    trust_init(&trust, tell);
    trust.known_file[0] = '\0';
    trust.ask = say_yes;
    n_asked = 0;
    assert_true(trust_judge(&trust, HERE, &self, fault));
    fflush(tell);
    assert_non_null(strstr(told, "cannot be remembered"));
    trust.ask = NULL;
    assert_true(trust_judge(&trust, HERE, &self, fault));
    assert_int_equal(n_asked, 1);
    assert_false(trust_judge(&trust, HERE, &nobody, fault));
    fclose(tell);
    free(told);
}

TEST(options) {
    struct trust trust;
    char fault[FAULT_BYTES] = "";
    setenv("XDG_STATE_HOME", "/state", 1);
    trust_init(&trust, stderr);
    assert_string_equal(trust.known_file, "/state/alea/known_servers");
    assert_true(trust_take(&trust, TRUST_TLS, NULL, fault));
    assert_true(trust_take(&trust, TRUST_CA, "ca.pem", fault));
    assert_string_equal(trust.ca_file, "ca.pem");
    assert_false(trust_take(&trust, TRUST_FINGERPRINT, "12", fault));
    assert_string_equal(fault, "a fingerprint is a SHA-256, 64 hex digits");
}

static void drop_dir(void) {
    unlink(file);
    rmdir(dir);
}

BEFORE_TESTS {
    snprintf(dir, sizeof dir, "/tmp/alea-trust.XXXXXX");
    assert_non_null(mkdtemp(dir));
    atexit(drop_dir);
    snprintf(file, sizeof file, "%s/known_servers", dir);
}
