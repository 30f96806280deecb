#define _GNU_SOURCE /* dl_iterate_phdr, gettid */
#include "server/crash.h"

#include <features.h>
#ifdef __GLIBC__
#include <execinfo.h>
#endif
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "proto/timestamp.h"
#include "rules/text.h"
#include "server/crash_file.h"

/* Stack of the handler: 1 KiB of ours, the rest is for the unwinder and for registers
 * that the kernel keeps there. */
#define STACK_BYTES 65536
/* Innermost calls that are shown. */
#define FRAMES_MAX 64
/* When the report cannot be written to its end (a lock that the dead program holds, a
 * disk that does not answer), the process ends all the same. */
#define REPORT_LIMIT_S 10
/* For each line so long, in ms, is waited for whoever reads standard error: if he does
 * not, it is left out there, and in the file all the same. */
#define READER_MS 10

static const struct fatal {
    int number;
    const char *name;
} fatal[] = {
    {SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"},   {SIGILL, "SIGILL"},
    {SIGFPE, "SIGFPE"},   {SIGABRT, "SIGABRT"},
};
#define FATALS (sizeof fatal / sizeof fatal[0])

static struct {
    const struct crash_table *table;
    int dir;                         /* where evidence goes; -1: nowhere */
    int64_t started_s;               /* Unix time */
    char build[2 * 20 + 1];          /* the linker's id of this program, in hex */
    struct sigaction before[FATALS]; /* what the signals did before */
    atomic_int reporter;             /* thread that writes the report; 0: none */
} site = {.dir = -1};

/* --- in the handler: only what signal-safety(7) allows -------------------------------
 */

/* Where a line goes; -1: nowhere. */
struct sinks {
    int file, err;
};

/* A line, written at once. */
struct line {
    struct text_out out;
    char buf[200];
};

static void begin(struct line *line, const char *text) {
    text_out_init(&line->out, line->buf, sizeof line->buf);
    text_put(&line->out, text);
}

static void write_to(int fd, const char *bytes, size_t n) {
    while (fd >= 0 && n > 0) {
        ssize_t written = write(fd, bytes, n);
        if (written <= 0) {
            return; /* there is nobody left to tell */
        }
        bytes += written;
        n -= (size_t)written;
    }
}

/* Whether somebody, or something, takes a line there now. */
static bool takes_more(int fd) {
    struct pollfd ready = {.fd = fd, .events = POLLOUT};
    return fd >= 0 && poll(&ready, 1, READER_MS) == 1 && (ready.revents & POLLOUT) != 0;
}

static void end(struct line *line, const struct sinks *sinks) {
    text_put_char(&line->out, '\n');
    size_t len = strlen(line->buf);
    write_to(sinks->file, line->buf, len);
    if (takes_more(sinks->err)) {
        write_to(sinks->err, line->buf, len);
    }
}

static char hex_digit(unsigned n) {
    return "0123456789abcdef"[n & 15];
}

static void put_hex(struct text_out *out, uintptr_t n) {
    text_put(out, "0x");
    for (unsigned shift = 8 * sizeof n; shift > 0;) {
        shift -= 4;
        text_put_char(out, hex_digit((unsigned)(n >> shift)));
    }
}

static void put_signed(struct text_out *out, int64_t n) {
    text_put(out, n < 0 ? "-" : "");
    text_put_number(out, n < 0 ? -(uint64_t)n : (uint64_t)n);
}

static const char *name_of(int number) {
    for (size_t i = 0; i < FATALS; i++) {
        if (fatal[i].number == number) {
            return fatal[i].name;
        }
    }
    return "?";
}

static void put_signal(struct text_out *out, const siginfo_t *info) {
    text_put(out, name_of(info->si_signo));
    if (info->si_code > 0) { /* from the kernel */
        text_put(out, ", code ");
        put_signed(out, info->si_code);
        text_put(out, ", address ");
        put_hex(out, (uintptr_t)info->si_addr);
    } else {
        text_put(out, info->si_pid == getpid() ? ", by itself (assert, abort), process "
                                               : ", sent by process ");
        put_signed(out, info->si_pid);
    }
}

static void report_head(const siginfo_t *info, int64_t now_s, const struct sinks *sinks) {
    struct line line;
    char stamp[TIMESTAMP_BYTES];
    begin(&line, "alead " ALEA_VERSION " has crashed: ");
    put_signal(&line.out, info);
    end(&line, sinks);
    begin(&line, "build: ");
    text_put(&line.out, site.build[0] != '\0' ? site.build : "unknown");
    text_put(&line.out, ", compiler " __VERSION__);
    end(&line, sinks);
    begin(&line, "time: ");
    timestamp_write(now_s, stamp);
    text_put(&line.out, stamp);
    text_put(&line.out, ", ");
    put_signed(&line.out, now_s - site.started_s);
    text_put(&line.out, " s after the start; process ");
    put_signed(&line.out, getpid());
    text_put(&line.out, gettid() == getpid() ? ", main thread" : ", another thread");
    end(&line, sinks);
}

/* A word that may be half written, or broken. */
static void put_word(struct text_out *out, const char *word, size_t cap) {
    text_put(out, " ");
    for (size_t i = 0; i < cap && word[i] != '\0'; i++) {
        bool is_good = word[i] > ' ' && word[i] <= '~';
        text_put_bytes(out, is_good ? &word[i] : "?", 1);
    }
    text_put(out, word[0] == '\0' ? "-" : "");
}

static void report_row(const struct crash_row *row, const struct sinks *sinks) {
    struct line line;
    begin(&line, "  ");
    put_signed(&line.out, row->number);
    put_word(&line.out, row->name, sizeof row->name);
    if (row->serial == 0 || (unsigned)row->command >= COMMAND_COUNT) {
        text_put(&line.out, " - - -");
    } else {
        text_put(&line.out, " ");
        text_put(&line.out, command_spec(row->command)->word);
        put_word(&line.out, row->room, sizeof row->room);
        text_put(&line.out, " ");
        text_put_number(&line.out, row->serial);
    }
    end(&line, sinks);
}

static void report_stage(const struct crash_table *table, const struct sinks *sinks) {
    static const char *const stages[] = {
        [CRASH_RESTS] = "nothing for a connection",
        [CRASH_READS] = "reading a line of",
        [CRASH_DOES] = "carrying out the last command of",
    };
    struct line line;
    unsigned stage = table->stage;
    begin(&line, "doing: ");
    text_put(&line.out, stage <= CRASH_DOES ? stages[stage] : "?");
    end(&line, sinks);
    if (stage != CRASH_RESTS && table->place < table->n_rows) {
        report_row(&table->row[table->place], sinks);
    }
}

static void report_table(const struct crash_table *table, const struct sinks *sinks) {
    const struct sinks file_only = {sinks->file, -1};
    struct line line;
    report_stage(table, sinks);
    begin(&line, "connections: number, name, last command, its room, its number of ");
    text_put_number(&line.out, table->serial);
    end(&line, sinks);
    for (uint32_t i = 0; i < table->n_rows; i++) {
        const struct crash_row *row = &table->row[i];
        bool is_recent = row->serial != 0 && row->serial + CRASH_RECENT > table->serial;
        if (row->number != 0) {
            report_row(row, is_recent ? sinks : &file_only);
        }
    }
}

#ifdef __GLIBC__

static void report_calls(const struct sinks *sinks) {
    void *frame[FRAMES_MAX];
    struct line line;
    begin(&line, "calls, innermost first, for addr2line -fpie alead OFFSET:");
    end(&line, sinks);
    int n = backtrace(frame, FRAMES_MAX);
    const int fd[] = {sinks->file, sinks->err};
    for (size_t i = 0; i < 2; i++) {
        if (fd[i] >= 0 && (i == 0 || takes_more(fd[i]))) {
            backtrace_symbols_fd(frame, n, fd[i]);
        }
    }
}

/* The unwinder is loaded when it is used first, which a handler could not do. */
static void load_unwinder(void) {
    void *frame[1];
    (void)backtrace(frame, 1);
}

#else /* a C library that cannot tell */

static void report_calls(const struct sinks *sinks) {
    (void)sinks;
}

static void load_unwinder(void) {
}

#endif

/* What is least sure to work comes last. */
static void report(const siginfo_t *info) {
    struct timespec now;
    char name[CRASH_NAME_BYTES];
    struct line line;
    clock_gettime(CLOCK_REALTIME, &now);
    crash_file_name(now.tv_sec, getpid(), name);
    struct sinks sinks = {
        .file = site.dir < 0
                    ? -1
                    : openat(site.dir, name,
                             O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600),
        .err = STDERR_FILENO,
    };
    report_head(info, now.tv_sec, &sinks);
    if (site.table != NULL) {
        report_table(site.table, &sinks);
    }
    report_calls(&sinks);
    if (sinks.file >= 0) {
        fsync(sinks.file);
        sinks.file = -1;
        begin(&line, "all connections are in ");
        text_put(&line.out, name);
        end(&line, &sinks);
    }
}

static size_t index_of(int number) {
    size_t i = 0;
    while (i + 1 < FATALS && fatal[i].number != number) {
        i++;
    }
    return i;
}

/* A second fault in here ends the process at once, since all signals of this kind are
 * blocked meanwhile; abort() of the unwinder lets its own through. */
static void on_fatal(int number, siginfo_t *info, void *context) {
    (void)context;
    int reporter = 0, self = gettid();
    if (!atomic_compare_exchange_strong(&site.reporter, &reporter, self)) {
        while (reporter != self) {
            pause(); /* another thread reports, and ends all of us */
        }
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    signal(SIGALRM, SIG_DFL);
    alarm(REPORT_LIMIT_S);
    report(info);
    alarm(0);
    const struct sigaction *before = &site.before[index_of(number)];
    bool is_default = (before->sa_flags & SA_SIGINFO) == 0;
    if (is_default || info->si_code <= 0) {
        signal(number, SIG_DFL);
        raise(number); /* as soon as we return, with everything as it was for the core */
    } else {
        sigaction(number, before, NULL); /* a sanitizer's sees the fault once more */
    }
}

/* --- before a crash ------------------------------------------------------------------
 */

/* Reads the notes that the linker has put into a program, for its id of the build. */
static void read_notes(const char *at, const char *notes_end) {
    ElfW(Nhdr) note;
    while (notes_end - at > (ptrdiff_t)sizeof note) {
        memcpy(&note, at, sizeof note);
        const char *id = at + sizeof note + ((note.n_namesz + 3) & ~3U);
        struct text_out out;
        text_out_init(&out, site.build, sizeof site.build);
        for (unsigned i = 0; note.n_type == NT_GNU_BUILD_ID && i < note.n_descsz; i++) {
            text_put_char(&out, hex_digit((unsigned char)id[i] >> 4));
            text_put_char(&out, hex_digit((unsigned char)id[i]));
        }
        if (out.len > 0) {
            return;
        }
        at = id + ((note.n_descsz + 3) & ~3U);
    }
}

/* Looks at the first module only, which is the program itself. */
static int find_build(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size, (void)data;
    for (unsigned i = 0; i < info->dlpi_phnum && site.build[0] == '\0'; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type == PT_NOTE) {
            /* NOLINTNEXTLINE(performance-no-int-to-ptr): the loader tells a number */
            const char *at = (const char *)(uintptr_t)(info->dlpi_addr + part->p_vaddr);
            read_notes(at, at + part->p_memsz);
        }
    }
    return 1;
}

void crash_guard_thread(void) {
    static _Thread_local bool has_one;
    static _Thread_local char bytes[STACK_BYTES];
    stack_t stack = {.ss_sp = bytes, .ss_size = sizeof bytes}, before;
    if (!has_one && sigaltstack(NULL, &before) == 0 &&
        (before.ss_flags & SS_DISABLE) != 0) { /* a sanitizer has its own */
        sigaltstack(&stack, NULL);
    }
    has_one = true;
}

void crash_catch(const char *db, const struct crash_table *table) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    site.started_s = now.tv_sec;
    site.table = table;
    site.dir = crash_file_dir(db);
    dl_iterate_phdr(find_build, NULL);
    load_unwinder();
    crash_guard_thread();
    struct sigaction action = {.sa_sigaction = on_fatal,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigfillset(&action.sa_mask);
    sigdelset(&action.sa_mask, SIGALRM);
    for (size_t i = 0; i < FATALS; i++) {
        sigaction(fatal[i].number, &action, &site.before[i]);
    }
}
