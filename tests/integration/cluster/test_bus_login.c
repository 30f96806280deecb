/* Logins to a real, private nats-server, with passwords, credentials and TLS; and those
 * that it or the node refuses. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/certs.h"
#include "tests/support/site.h"

/* --- logins --- */

struct line {
    struct nats *nats;
    bool is_up;
    char why[FAULT_BYTES]; /* it is down */
};

/* What becomes of the first attempt: up, or why not. */
static struct line try_login(const char *url, const char *creds, const char *tls_ca) {
    char fault[FAULT_BYTES];
    const struct nats_login login = {
        .name = "test", .urls = url, .creds = creds, .tls_ca = tls_ca};
    struct line line = {.nats = site_open_line(&login, 1, fault)};
    assert_non_null(line.nats);
    struct nats_event *event;
    WAIT_UNTIL((event = nats_take(line.nats)) != NULL);
    line.is_up = event->kind == NATS_UP;
    if (!line.is_up) {
        snprintf(line.why, sizeof line.why, "%s", (const char *)event->bytes);
    }
    free(event);
    nats_close(line.nats);
    return line;
}

static void expect_up(const char *url, const char *creds, const char *tls_ca) {
    struct line line = try_login(url, creds, tls_ca);
    assert_string_equal(line.why, "");
    assert_true(line.is_up);
}

static void expect_down(const char *url, const char *creds, const char *tls_ca,
                        const char *why) {
    struct line line = try_login(url, creds, tls_ca);
    assert_false(line.is_up);
    if (strstr(line.why, why) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", line.why, why);
    }
}

static void a_password(void **state) {
    struct site *site = *state;
    site_start_nats(site, "authorization { user: alea, password: sesame }\n");
    expect_down(site->url, "", "", "Authorization Violation");
    setenv("ALEA_BUS_USER", "alea", 1);
    expect_down(site->url, "", "", "Authorization Violation");
    setenv("ALEA_BUS_PASSWORD", "sesame", 1);
    expect_up(site->url, "", "");
    site_open_nodes(site->url);
    WAIT_UNTIL(site_nodes_are_up(true));
    site_close_nodes();
    unsetenv("ALEA_BUS_USER");
    unsetenv("ALEA_BUS_PASSWORD");
}

static void a_token(void **state) {
    struct site *site = *state;
    site_start_nats(site, "authorization { token: sesame }\n");
    expect_down(site->url, "", "", "Authorization Violation");
    setenv("ALEA_BUS_TOKEN", "sesame", 1);
    expect_up(site->url, "", "");
    unsetenv("ALEA_BUS_TOKEN");
}

static void credentials(void **state) {
    struct site *site = *state;
    struct process python = {0};
    const char *output;
    char creds[100], fault[FAULT_BYTES];
    const char *const argv[] = {
        "python3", "-c",
        "import sys; sys.path.insert(0, 'tests/cluster'); import bus;"
        "print(bus.make_credentials(sys.argv[1]))",
        site->dir, NULL};
    process_start(&python, PROCESS_SOCKET, argv);
    assert_int_equal(process_finish(&python, 30, &output), 0);
    site_start_nats(site, output);
    process_fini(&python);
    snprintf(creds, sizeof creds, "%s/alead.creds", site->dir);
    expect_down(site->url, "", "", "Authorization Violation");
    expect_up(site->url, creds, "");
    assert_int_equal(chmod(creds, 0644), 0);
    struct nats_login login = {
        .name = "test", .urls = site->url, .creds = creds, .tls_ca = ""};
    assert_null(site_open_line(&login, 1, fault));
    assert_non_null(strstr(fault, "can be read by others: chmod 600 them"));
    assert_int_equal(unlink(creds), 0);
    assert_null(site_open_line(&login, 1, fault));
    assert_non_null(strstr(fault, "No such file"));
}

static void small_payloads_are_refused(void **state) {
    struct site *site = *state;
    site_start_nats(site, "max_payload: 100000\n");
    expect_down(site->url, "", "",
                "max_payload of the server is 100000, and must be 131168 at least");
}

/* --- TLS --- */

static void start_with_tls(struct site *site, const struct cert_plan *plan) {
    char cert[100], key[100], lines[300];
    struct cert own = cert_make(plan);
    snprintf(cert, sizeof cert, "%s/cert.pem", site->dir);
    snprintf(key, sizeof key, "%s/key.pem", site->dir);
    snprintf(lines, sizeof lines, "tls { cert_file: \"%s\", key_file: \"%s\" }\n", cert,
             key);
    cert_write(&own, cert, key);
    cert_fini(&own);
    site_start_nats(site, lines);
    snprintf(site->url, sizeof site->url, "tls://localhost:%u", site->port);
}

static void certificates_are_verified(void **state) {
    struct site *site = *state;
    char ca_file[100], other_file[100], plain[64];
    snprintf(ca_file, sizeof ca_file, "%s/ca.pem", site->dir);
    snprintf(other_file, sizeof other_file, "%s/other.pem", site->dir);
    struct cert ca = cert_make(&(struct cert_plan){.name = "ca", .is_ca = true});
    struct cert other = cert_make(&(struct cert_plan){.name = "other", .is_ca = true});
    cert_write(&ca, ca_file, NULL);
    cert_write(&other, other_file, NULL);
    start_with_tls(site, &(struct cert_plan){.name = "nats",
                                             .hosts = "DNS:localhost,IP:127.0.0.1",
                                             .issuer = &ca});
    snprintf(plain, sizeof plain, "nats://127.0.0.1:%u", site->port);
    expect_up(site->url, "", ca_file);
    expect_down(site->url, "", other_file, "SSL handshake error");
    expect_down(site->url, "", "", "SSL handshake error");
    expect_down(plain, "", "", "SSL handshake error");
    char by_address[64];
    snprintf(by_address, sizeof by_address, "tls://127.0.0.1:%u", site->port);
    expect_up(by_address, "", ca_file);
    site_kill_nats(site);
    start_with_tls(site, &(struct cert_plan){.name = "localhost",
                                             .hosts = "DNS:nats.example.org",
                                             .issuer = &ca});
    expect_down(site->url, "", ca_file, "SSL handshake error");
    site_kill_nats(site);
    site_start_nats(site, "");
    snprintf(site->url, sizeof site->url, "tls://localhost:%u", site->port);
    expect_down(site->url, "", ca_file, "Secure Connection not available");
    cert_fini(&ca);
    cert_fini(&other);
}

static void a_ca_must_be_one(void **state) {
    char fault[FAULT_BYTES];
    const struct nats_login login = {
        .name = "test", .urls = "tls://localhost:1", .creds = "", .tls_ca = "/dev/null"};
    assert_null(site_open_line(&login, 1, fault));
    assert_true(strlen(fault) > 10);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        SITE_TEST(a_password),
        SITE_TEST(a_token),
        SITE_TEST(credentials),
        SITE_TEST(small_payloads_are_refused),
        SITE_TEST(certificates_are_verified),
        SITE_TEST(a_ca_must_be_one),
    };
    if (!site_begin("bus login")) {
        return 0;
    }
    return cmocka_run_group_tests_name("bus login", tests, NULL, NULL);
}
