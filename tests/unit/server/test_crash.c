/* Programs that crash, in children of this one: what they leave, and how they end. */
#define _GNU_SOURCE /* mkdtemp, MAP_ANONYMOUS, RTLD_NEXT */
#include <dirent.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/crash.h"
#include "server/crash_file.h"
#include "tests/unit/table.h"

#define REPORT_BYTES 16384

/* A directory of its own, and what was found there after a crash. */
struct scrap {
    char dir[32], db[48];
    char file[REPORT_BYTES]; /* the evidence; "" none */
    char err[REPORT_BYTES];  /* what was written on standard error */
};

static struct scrap *open_scrap(void) {
    struct scrap *scrap = calloc(1, sizeof *scrap);
    strcpy(scrap->dir, "/tmp/alea-crash.XXXXXX");
    assert_non_null(mkdtemp(scrap->dir));
    snprintf(scrap->db, sizeof scrap->db, "%s/alea.db", scrap->dir);
    return scrap;
}

static void read_all(int fd, char text[static REPORT_BYTES]) {
    size_t n = 0;
    for (ssize_t got; (got = read(fd, text + n, REPORT_BYTES - 1 - n)) > 0;) {
        n += (size_t)got;
    }
    text[n] = '\0';
    close(fd);
}

/* Reads all evidence that is there, the last in order of the directory; returns how much
 * there is.  Removes it if asked. */
static unsigned read_evidence(struct scrap *scrap, bool removes) {
    unsigned n = 0;
    DIR *dir = opendir(scrap->dir);
    assert_non_null(dir);
    for (const struct dirent *e; (e = readdir(dir)) != NULL;) {
        if (e->d_name[0] != '.') {
            struct stat st;
            int fd = openat(dirfd(dir), e->d_name, O_RDONLY);
            assert_int_equal(fstat(fd, &st), 0);
            assert_int_equal(st.st_mode & 0777, 0600);
            read_all(fd, scrap->file);
            n++;
            if (removes) {
                unlinkat(dirfd(dir), e->d_name, 0);
            }
        }
    }
    closedir(dir);
    return n;
}

static void close_scrap(struct scrap *scrap) {
    read_evidence(scrap, true);
    assert_int_equal(rmdir(scrap->dir), 0);
    free(scrap);
}

/* Runs a child that catches crashes, and then does this; returns the signal that ended
 * it. */
static int crash(struct scrap *scrap, const char *db, struct crash_table *table,
                 void (*doing)(void)) {
    int err[2], status;
    assert_int_equal(pipe(err), 0);
    pid_t pid = fork();
    if (pid == 0) {
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        dup2(err[1], STDERR_FILENO);
        for (int i = 1; i <= SIGSEGV; i++) {
            signal(i, SIG_DFL); /* also those of sanitizers and of cmocka */
        }
        crash_catch(db, table);
        doing();
        _exit(0);
    }
    close(err[1]);
    read_all(err[0], scrap->err);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

/* The evidence of a crash of its own, in one file. */
static struct scrap *open_scrap_of(void (*doing)(void), int signal) {
    struct scrap *scrap = open_scrap();
    assert_int_equal(crash(scrap, scrap->db, NULL, doing), signal);
    assert_int_equal(read_evidence(scrap, false), 1);
    return scrap;
}

static void expect(const char *text, const char *part) {
    if (strstr(text, part) == NULL) {
        fail_msg("\"%s\" is not in:\n%s", part, text);
    }
}

/* --- ways to crash -------------------------------------------------------------------
 */

static volatile uintptr_t nowhere = 0x10; /* which the compiler does not know */

static void read_nothing(void) {
    (void)*(volatile int *)nowhere;
}

/* A file that is shorter than its map. */
static void read_past_a_file(void) {
    char name[] = "/tmp/alea-crash.XXXXXX";
    int fd = mkstemp(name);
    unlink(name);
    volatile char *map = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
    (void)map[0];
}

static void fail_an_assertion(void) {
    abort();
}

static void raise_ill(void) {
    raise(SIGILL);
}

static void raise_fpe(void) {
    raise(SIGFPE);
}

static volatile unsigned endless = 1;

static unsigned dig(unsigned depth) {
    volatile char hole[1000];
    hole[0] = (char)depth;
    return endless != 0 ? dig(depth + 1) + (unsigned)hole[0] : 0;
}

static void use_up_the_stack(void) {
    dig(0);
}

static void *in_thread(void *arg) {
    (void)arg;
    crash_guard_thread();
    dig(0);
    return NULL;
}

static void use_up_the_stack_of_a_thread(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, in_thread, NULL);
    pthread_join(thread, NULL);
}

/* One crashes while the other does. */
static void *at_once(void *arg) {
    pthread_barrier_wait(arg);
    read_nothing();
    return NULL;
}

static void crash_together(void) {
    pthread_barrier_t barrier;
    pthread_t thread;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&thread, NULL, at_once, &barrier);
    at_once(&barrier);
}

static const struct row {
    const char *name;
    void (*doing)(void);
    int signal;
    const char *first;  /* begin of the first line, after the version */
    const char *thread; /* which */
} rows[] = {
    {"bad address", read_nothing, SIGSEGV,
     "SIGSEGV, code 1, address 0x0000000000000010\n", ", main thread\n"},
    {"past a file", read_past_a_file, SIGBUS, "SIGBUS, code 2, address 0x0000",
     ", main thread\n"},
    {"abort", fail_an_assertion, SIGABRT, "SIGABRT, by itself (assert, abort), process ",
     ", main thread\n"},
    {"ill", raise_ill, SIGILL, "SIGILL, by itself", ", main thread\n"},
    {"fpe", raise_fpe, SIGFPE, "SIGFPE, by itself", ", main thread\n"},
    {"stack", use_up_the_stack, SIGSEGV, "SIGSEGV, code ", ", main thread\n"},
    {"stack of a thread", use_up_the_stack_of_a_thread, SIGSEGV, "SIGSEGV, code ",
     ", another thread\n"},
    {"two threads", crash_together, SIGSEGV, "SIGSEGV, code 1, address 0x", " thread\n"},
};

/* Ends by its signal, and both reports say which, and where. */
static void test_row(void **state) {
    const struct row *row = table_row(state);
    struct scrap *scrap = open_scrap_of(row->doing, row->signal);
    char first[120];
    snprintf(first, sizeof first, "alead " ALEA_VERSION " has crashed: %s", row->first);
    const char *const reports[] = {scrap->file, scrap->err};
    for (size_t i = 0; i < 2; i++) {
        const char *report = reports[i];
        expect(report, first);
        assert_ptr_equal(strstr(report, first), report); /* once, and nothing before */
        assert_null(strstr(report + strlen(first), "has crashed"));
        expect(report, "\nbuild: ");
        expect(report, "\ncalls, innermost first");
        expect(report, "test_crash(+0x");
        expect(report, row->thread);
    }
    expect(scrap->err, "\nall connections are in alead-crash-");
    close_scrap(scrap);
}

/* --- a report that fails --------------------------------------------------------------
 */

static bool unwinder_aborts;

/* Takes the place of the C library's: an unwinder that meets a stack it cannot believe
 * aborts. */
int backtrace(void **frame, int size) {
    int (*usual)(void **, int);
    if (unwinder_aborts) {
        abort();
    }
    *(void **)&usual = dlsym(RTLD_NEXT, "backtrace");
    return usual(frame, size);
}

static void crash_with_a_broken_stack(void) {
    unwinder_aborts = true;
    read_nothing();
}

/* abort() lets its signal through where all are blocked: it ends the process at once, and
 * does not wait for the time that a report may take. */
static void a_report_that_aborts(void **state) {
    (void)state;
    struct scrap *scrap = open_scrap_of(crash_with_a_broken_stack, SIGABRT);
    expect(scrap->file, "has crashed: SIGSEGV");
    expect(scrap->file, "\ncalls, innermost first");
    close_scrap(scrap);
}

/* Standard error is a pipe that nobody reads, and full. */
static void crash_unheard(void) {
    char dots[4096];
    int err[2];
    memset(dots, '.', sizeof dots);
    if (pipe2(err, O_NONBLOCK) == 0) {
        while (write(err[1], dots, sizeof dots) > 0) {
        }
        fcntl(err[1], F_SETFL, 0);
        dup2(err[1], STDERR_FILENO);
        read_nothing();
    }
}

/* The file has all of it, and nobody waits. */
static void a_report_that_nobody_reads(void **state) {
    (void)state;
    struct scrap *scrap = open_scrap_of(crash_unheard, SIGSEGV);
    expect(scrap->file, ", main thread\n");
    expect(scrap->file, "\ncalls, innermost first");
    expect(scrap->file, "test_crash(+0x");
    close_scrap(scrap);
}

/* --- what it says --------------------------------------------------------------------
 */

/* Somebody of each kind. */
static struct crash_table *fill_table(void) {
    struct crash_table *table = crash_table_new(8);
    assert_non_null(table);
    crash_table_place(table, 0, 11); /* asks long before the others */
    crash_table_does(table, 0, CMD_LOGIN);
    crash_table_did(table, 0, "Early");
    crash_table_place(table, 1, 12); /* asks nothing */
    crash_table_place(table, 2, 13); /* is gone */
    crash_table_does(table, 2, CMD_NAME);
    crash_table_did(table, 2, "Gone");
    crash_table_place(table, 2, 0);
    crash_table_place(table, 3, 14);
    for (int i = 0; i < CRASH_RECENT - 1; i++) {
        crash_table_does(table, 3, CMD_MOVE);
        crash_table_in(table, 3, "KOTO");
        crash_table_did(table, 3, "Ann");
    }
    return table;
}

static void tells_the_last_commands(void **state) {
    (void)state;
    struct scrap *scrap = open_scrap();
    struct crash_table *table = fill_table();
    crash_table_reads(table, 3);
    assert_int_equal(crash(scrap, scrap->db, table, fail_an_assertion), SIGABRT);
    assert_int_equal(read_evidence(scrap, true), 1);
    expect(scrap->file,
           "\ndoing: reading a line of\n  14 Ann move KOTO 21\nconnections: ");
    expect(scrap->file,
           "its number of 21\n"
           "  11 Early login - 1\n  12 - - - -\n  14 Ann move KOTO 21\ncalls");
    expect(scrap->err, "its number of 21\n  14 Ann move KOTO 21\ncalls");
    assert_null(strstr(scrap->file, "Gone"));
    crash_table_does(table, 1, CMD_WHO);
    assert_int_equal(crash(scrap, scrap->db, table, fail_an_assertion), SIGABRT);
    assert_int_equal(read_evidence(scrap, true), 1);
    expect(scrap->err, "\ndoing: carrying out the last command of\n  12 - who - 22\n");
    crash_table_rests(table);
    assert_int_equal(crash(scrap, scrap->db, table, fail_an_assertion), SIGABRT);
    expect(scrap->err, "\ndoing: nothing for a connection\nconnections: ");
    crash_table_free(table);
    close_scrap(scrap);
}

/* What a broken program may have made of it is shown without more damage. */
static void a_broken_table(void **state) {
    (void)state;
    struct scrap *scrap = open_scrap();
    struct crash_table *table = fill_table();
    table->stage = (enum crash_stage)77;
    table->place = UINT32_MAX;
    table->row[3].command = (enum command_kind)1000;
    memset(table->row[0].name, '\n', sizeof table->row[0].name);
    assert_int_equal(crash(scrap, scrap->db, table, fail_an_assertion), SIGABRT);
    assert_int_equal(read_evidence(scrap, false), 1);
    expect(scrap->file, "\ndoing: ?\n");
    expect(scrap->file, "\n  11 ????????????????? login - 1\n");
    expect(scrap->file, "\n  14 Ann - - -\n");
    expect(scrap->file, "\ncalls");
    crash_table_free(table);
    close_scrap(scrap);
}

/* A fault in the midst of the report: it ends all the same, by that signal, and what was
 * written is there. */
static void a_second_fault(void **state) {
    (void)state;
    struct scrap *scrap = open_scrap();
    struct crash_table *table = fill_table();
    crash_table_free(table);
    assert_int_equal(crash(scrap, scrap->db, table, read_nothing), SIGSEGV);
    assert_int_equal(read_evidence(scrap, false), 1);
    expect(scrap->file, "has crashed: SIGSEGV");
    expect(scrap->err, ", main thread\n");
    assert_null(strstr(scrap->file, "doing"));
    close_scrap(scrap);
}

static void without_a_place(void **state) {
    (void)state;
    static const char *const dbs[] = {":memory:", "/nowhere/alea.db"};
    struct scrap *scrap = open_scrap();
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(crash(scrap, dbs[i], NULL, read_nothing), SIGSEGV);
        expect(scrap->err, "has crashed: SIGSEGV");
        expect(scrap->err, "test_crash(+0x");
        assert_null(strstr(scrap->err, "all connections"));
    }
    assert_int_equal(read_evidence(scrap, false), 0);
    close_scrap(scrap);
}

static void no_room_for_a_place(void **state) {
    (void)state;
    struct crash_table *table = crash_table_new(1);
    crash_table_place(table, 1, 9);
    crash_table_does(table, 1, CMD_WHO);
    crash_table_in(table, 1, "KOTO");
    crash_table_did(table, 1, "Ann");
    assert_int_equal(table->row[0].number, 0);
    assert_int_equal(table->serial, 0);
    crash_table_free(table);
    crash_table_place(NULL, 0, 9); /* nobody asks */
    crash_table_reads(NULL, 0);
    crash_table_does(NULL, 0, CMD_WHO);
    crash_table_in(NULL, 0, "KOTO");
    crash_table_did(NULL, 0, "Ann");
    crash_table_rests(NULL);
    crash_table_free(NULL);
}

/* --- files ---------------------------------------------------------------------------
 */

static void names(void **state) {
    (void)state;
    char name[CRASH_NAME_BYTES];
    crash_file_name(1795222923, 4711, name);
    assert_string_equal(name, "alead-crash-20261121T010203Z-4711.txt");
    crash_file_name(253402300799, INT64_MAX, name);
    assert_string_equal(name, "alead-crash-99991231T235959Z-9223372036854775807.txt");
}

static void make_file(const struct scrap *scrap, const char *name) {
    char path[120];
    snprintf(path, sizeof path, "%s/%s", scrap->dir, name);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    assert_true(fd >= 0);
    close(fd);
}

static bool has_file(const struct scrap *scrap, const char *name) {
    char path[120];
    snprintf(path, sizeof path, "%s/%s", scrap->dir, name);
    return access(path, F_OK) == 0;
}

/* What a start logs. */
static void look_back(struct scrap *scrap, const char *db) {
    const struct log log = {LOG_WARN};
    int err[2];
    assert_int_equal(pipe(err), 0);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(err[1], STDERR_FILENO);
        crash_file_look_back(&log, db);
        _exit(0);
    }
    close(err[1]);
    read_all(err[0], scrap->err);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
}

static void only_the_newest_are_kept(void **state) {
    (void)state;
    static const char *const others[] = {"alea.db", "alead-crash-.txt",
                                         "alead-crash-1.tx", "alead-crash"};
    struct scrap *scrap = open_scrap();
    look_back(scrap, scrap->db);
    assert_string_equal(scrap->err, "");
    for (size_t i = 0; i < 4; i++) {
        make_file(scrap, others[i]);
    }
    look_back(scrap, scrap->db);
    assert_string_equal(scrap->err, "");
    char name[CRASH_NAME_BYTES];
    static const int order[] = {7, 2, 12, 0, 4, 11, 3, 8, 1, 10, 5, 9, 6};
    for (size_t i = 0; i < 13; i++) {
        crash_file_name(1795222923 + order[i] * 100000, 1, name);
        make_file(scrap, name);
    }
    look_back(scrap, scrap->db);
    expect(scrap->err,
           "warn  crash_found files=10 newest=\"alead-crash-20261204T222203Z-1.txt\"\n");
    for (int i = 0; i < 13; i++) {
        crash_file_name(1795222923 + i * 100000, 1, name);
        assert_int_equal(has_file(scrap, name), i >= 13 - CRASH_FILES_MAX);
    }
    for (size_t i = 0; i < 4; i++) {
        assert_true(has_file(scrap, others[i]));
    }
    look_back(scrap, ":memory:");
    assert_string_equal(scrap->err, "");
    close_scrap(scrap);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_the_last_commands),
        cmocka_unit_test(a_broken_table),
        cmocka_unit_test(a_second_fault),
        cmocka_unit_test(without_a_place),
        cmocka_unit_test(no_room_for_a_place),
        cmocka_unit_test(names),
        cmocka_unit_test(only_the_newest_are_kept),
        cmocka_unit_test(a_report_that_aborts),
        cmocka_unit_test(a_report_that_nobody_reads),
    };
    return TABLE_RUN("crash", test_row, rows) +
           cmocka_run_group_tests_name("crash, what it says", tests, NULL, NULL);
}
