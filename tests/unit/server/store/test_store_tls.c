/* A database that is reached by TLS, with certificates made for the test: who it is must
 * be proved. */
#include "tests/support/certs.h"
#include "tests/support/process.h"
#include "tests/unit/listen.h"
#include "tests/unit/server/shelf.h"

#define POSTGRES "tests/postgres"
#define START_S  60

static struct row {
    const char *name;
    const char *host;  /* its address is 127.0.0.1 */
    const char *root;  /* file of the root; NULL: not said */
    const char *mode;  /* NULL: what alead chooses */
    const char *fault; /* part of it; NULL: it is connected */
} rows[] = {
    {"the right name and root", "db.example", "ca.pem", NULL, NULL},
    {"another name", "other.example", "ca.pem", NULL,
     "server certificate for \"db.example\" does not match host name \"other.example\""},
    {"another root", "db.example", "other.pem", NULL, "certificate verify failed"},
    {"no root", "db.example", NULL, NULL,
     "nowhere/.postgresql/root.crt\" does not exist"},
    {"no TLS", "db.example", NULL, "disable", "no pg_hba.conf entry"},
};

struct rig {
    char dir[SHELF_PATH_BYTES / 2]; /* certificates, and below it the database */
    char database[SHELF_PATH_BYTES];
    unsigned port;
};

static void write_path(const struct rig *rig, const char *name,
                       char path[static SHELF_PATH_BYTES]) {
    snprintf(path, SHELF_PATH_BYTES, "%s/%s", rig->dir, name);
}

static void write_certs(const struct rig *rig) {
    char file[SHELF_PATH_BYTES], key[SHELF_PATH_BYTES];
    struct cert ca = cert_make(&(struct cert_plan){.name = "CA", .is_ca = true});
    struct cert other =
        cert_make(&(struct cert_plan){.name = "another CA", .is_ca = true});
    struct cert server = cert_make(&(struct cert_plan){
        .name = "db.example", .hosts = "DNS:db.example", .issuer = &ca});
    write_path(rig, "ca.pem", file);
    cert_write(&ca, file, NULL);
    write_path(rig, "other.pem", file);
    cert_write(&other, file, NULL);
    write_path(rig, "cert.pem", file);
    write_path(rig, "key.pem", key);
    cert_write(&server, file, key);
    cert_fini(&ca);
    cert_fini(&other);
    cert_fini(&server);
}

/* Takes a port of this machine, which a server that is started meanwhile may use, too; as
 * both say SO_REUSEADDR, and only one listens.  Returns the descriptor. */
static int reserve_port(unsigned *port) {
    const int on = 1;
    struct sockaddr_in in = {.sin_family = AF_INET,
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof in;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on), 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&in, sizeof in), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&in, &len), 0);
    *port = ntohs(in.sin_port);
    return fd;
}

static int start(void **state) {
    static struct rig rig;
    char listen[64], port[32], cert[SHELF_PATH_BYTES], key[SHELF_PATH_BYTES];
    rig = (struct rig){.dir = "/tmp/alea-tls-XXXXXX"};
    assert_non_null(mkdtemp(rig.dir));
    assert_int_equal(chmod(rig.dir, 0755), 0); /* PostgreSQL may be another user */
    write_path(&rig, "database", rig.database);
    write_certs(&rig);
    int reserved = reserve_port(&rig.port);
    snprintf(listen, sizeof listen, "listen_addresses = '127.0.0.1'");
    snprintf(port, sizeof port, "port = %u", rig.port);
    write_path(&rig, "cert.pem", cert);
    write_path(&rig, "key.pem", key);
    process_must_succeed((const char *[]){POSTGRES, "start", rig.database, listen, port,
                                          "fsync = off", NULL},
                         START_S);
    process_must_succeed((const char *[]){POSTGRES, "tls", rig.database, cert, key, NULL},
                         START_S);
    close(reserved);
    setenv("HOME", "/nowhere", 1); /* the user may have a root of their own */
    *state = &rig;
    return 0;
}

static int stop(void **state) {
    struct rig *rig = *state;
    process_must_succeed((const char *[]){POSTGRES, "stop", rig->database, NULL},
                         START_S);
    each_file(rig->dir, remove_file);
    return rmdir(rig->dir);
}

static void connect_as(const struct rig *rig, const struct row *row) {
    char url[512], root[SHELF_PATH_BYTES + 32] = "", mode[32] = "", fault[FAULT_BYTES];
    if (row->root != NULL) {
        snprintf(root, sizeof root, "&sslrootcert=%s/%s", rig->dir, row->root);
    }
    if (row->mode != NULL) {
        snprintf(mode, sizeof mode, "&sslmode=%s", row->mode);
    }
    snprintf(url, sizeof url, "postgresql://alea@%s:%u/postgres?hostaddr=127.0.0.1%s%s",
             row->host, rig->port, root, mode);
    struct store_config config = {.path = url};
    struct store *store = store_open(&config, fault);
    if (row->fault == NULL ? store == NULL
                           : store != NULL || strstr(fault, row->fault) == NULL) {
        fail_msg("%s: %s", row->name, store == NULL ? fault : "it is connected");
    }
    if (store != NULL) {
        store_close(store);
    }
}

static void test_rows(void **state) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        connect_as(*state, &rows[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows)};
    if (getenv("ALEA_POSTGRES") == NULL) {
        puts("skipped: no PostgreSQL (tests/with_postgres starts one)\n"
             "[  SKIPPED ] PostgreSQL by TLS");
        return 0;
    }
    return cmocka_run_group_tests_name("PostgreSQL by TLS", tests, start, stop);
}
