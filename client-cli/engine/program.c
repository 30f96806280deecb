#include "client-cli/engine/program.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "mem/mem.h"
#include "proto/utf8.h"

/* How long a program has to end: after it closed its output, after its input ended. */
#define END_MS      50
#define GOODBYE_MS  500
#define LOOK_MS     5
#define BACK_OFF_MS 1000
/* Descriptors above this are not closed in the program. */
#define DESCRIPTORS_MAX 65536

struct program {
    const char *command; /* borrowed */
    const struct game *game;
    char game_text[GAME_TEXT_BYTES];
    pid_t pid;              /* of the program and of its process group; 0: none */
    int fd;                 /* socket to its standard input and output; -1: none */
    bool is_new;            /* it has not answered since its start */
    bool is_second;         /* the question is being asked a second time */
    uint64_t start_from_ms; /* earliest time of the next start */
    unsigned n_failed;      /* in a row */
    enum program_status status;
    struct position pos; /* the question */
    unsigned ms;
    uint64_t due_ms;  /* deadline of the answer; while it waits to start: when to ask */
    unsigned n_lines; /* lines of the answer so far */
    char line[PROGRAM_LINE_BYTES];
    size_t len;       /* bytes of the line, so far */
    struct move move; /* the answer */
    char fault[FAULT_BYTES];
};

/* --- the process --- */

static void close_descriptors(void) {
    long most = sysconf(_SC_OPEN_MAX);
    most = most < 0 || most > DESCRIPTORS_MAX ? DESCRIPTORS_MAX : most;
    for (int fd = STDERR_FILENO + 1; fd < most; fd++) {
        close(fd);
    }
}

/* Runs in the child. */
static _Noreturn void run(const struct program *program, int fd) {
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* the program ends with us in any case */
#endif
    if (dup2(fd, STDIN_FILENO) >= 0 && dup2(fd, STDOUT_FILENO) >= 0 &&
        setenv("ALEA_GAME", program->game_text, 1) == 0) {
        close_descriptors();
        execl("/bin/sh", "sh", "-c", program->command, (char *)NULL);
    }
    fprintf(stderr, "alea: /bin/sh: %s\n", strerror(errno));
    _exit(127);
}

/* False with a fault. */
static bool start(struct program *program) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
        snprintf(program->fault, sizeof program->fault, "%s", strerror(errno));
        return false;
    }
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        run(program, ends[1]);
    }
    int error = errno;
    close(ends[1]);
    if (pid < 0 || fcntl(ends[0], F_SETFD, FD_CLOEXEC) != 0 ||
        fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) {
        close(ends[0]);
        snprintf(program->fault, sizeof program->fault, "%s", strerror(error));
        return false;
    }
    setpgid(pid, pid); /* the child does the same: one of us comes first */
    program->pid = pid;
    program->fd = ends[0];
    program->is_new = true;
    return true;
}

/* Waits until the program has ended.  Leaves it as a zombie, so no other process gets its
 * id.  False at the timeout. */
static bool has_ended(const struct program *program, unsigned limit_ms) {
    struct timespec pause = {.tv_nsec = LOOK_MS * 1000000L};
    siginfo_t info;
    for (unsigned ms = 0;; ms += LOOK_MS) {
        info.si_pid = 0;
        if (waitid(P_PID, (id_t)program->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
            info.si_pid != 0) {
            return true;
        }
        if (ms >= limit_ms) {
            return false;
        }
        nanosleep(&pause, NULL);
    }
}

/* Ends the program and its children, after limit_ms by force.  Returns its status. */
static int end(struct program *program, unsigned limit_ms) {
    int status = 0;
    if (program->pid > 0) {
        has_ended(program, limit_ms);
        kill(-program->pid, SIGKILL);
        kill(program->pid, SIGKILL); /* it may not be in its group yet */
        while (waitpid(program->pid, &status, 0) < 0 && errno == EINTR) {
        }
        close(program->fd);
    }
    program->pid = 0;
    program->fd = -1;
    program->len = 0;
    return status;
}

/* --- failing --- */

static void fail(struct program *program, const char *what, const char *word) {
    char clean[FAULT_BYTES / 2];
    utf8_clean(word, strlen(word), clean, sizeof clean);
    snprintf(program->fault, sizeof program->fault, "%.70s%s", what, clean);
    program->status = PROGRAM_FAILED;
    program->n_failed++;
}

/* Also kills the program.  The first start after a success needs no wait. */
static void fail_and_end(struct program *program, const char *what, const char *word,
                         uint64_t now_ms) {
    fail(program, what, word);
    end(program, 0);
    unsigned n = program->n_failed - 1;
    uint64_t wait_ms = n == 0 ? 0 : (uint64_t)BACK_OFF_MS << (n < 5 ? n - 1 : 4);
    program->start_from_ms =
        now_ms +
        (wait_ms < PROGRAM_BACK_OFF_MOST_MS ? wait_ms : PROGRAM_BACK_OFF_MOST_MS);
}

/* --- asking --- */

/* Ignores errors.  If the program is gone, its output tells; if it does not read, the
 * deadline does. */
static void send_question(struct program *program) {
    char position[POSITION_TEXT_BYTES], text[POSITION_TEXT_BYTES + 64];
    struct text_out out = text_out_of(position, sizeof position);
    program->game->write(&program->pos, &out);
    int len =
        snprintf(text, sizeof text, "position %s\ngo ms %u\n", position, program->ms);
    ssize_t sent = send(program->fd, text, (size_t)len, MSG_NOSIGNAL);
    (void)sent;
}

static void ask(struct program *program, uint64_t now_ms) {
    program->status = PROGRAM_THINKING;
    program->n_lines = 0;
    program->len = 0;
    if (program->pid == 0 && now_ms < program->start_from_ms) {
        program->due_ms = program->start_from_ms; /* it is asked then */
        return;
    }
    if (program->pid == 0 && !start(program)) {
        char fault[FAULT_BYTES];
        text_copy(fault, sizeof fault, program->fault);
        fail_and_end(program, "it cannot be started: ", fault, now_ms);
        return;
    }
    program->due_ms = now_ms + program->ms + PROGRAM_MARGIN_MS +
                      (program->is_new ? PROGRAM_START_MS : 0);
    send_question(program);
}

static void tell_end(struct program *program, uint64_t now_ms) {
    char how[48] = "";
    bool has = has_ended(program, END_MS);
    int status = end(program, 0);
    if (has && WIFEXITED(status)) {
        snprintf(how, sizeof how, " with exit status %d", WEXITSTATUS(status));
    } else if (has && WIFSIGNALED(status)) {
        snprintf(how, sizeof how, " by signal %d", WTERMSIG(status));
    }
    fail_and_end(program, has ? "it ended" : "it closed its output", how, now_ms);
}

/* The program ended while it should have thought: asks a new one, but only once. */
static void ask_again(struct program *program, uint64_t now_ms) {
    tell_end(program, now_ms);
    if (!program->is_second && now_ms >= program->start_from_ms) {
        fprintf(stderr, "alea: the program for %s: %s; it is started again\n",
                program->game_text, program->fault);
        program->is_second = true;
        ask(program, now_ms);
    }
}

/* Reads the program's output.  Returns the bytes; 0: none yet; -1: it has ended. */
static ssize_t read_some(struct program *program, char *into, size_t room) {
    ssize_t n = recv(program->fd, into, room, 0);
    if (n > 0) {
        return n;
    }
    bool is_waiting =
        n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    return is_waiting ? 0 : -1;
}

/* Ends an idle program that closed its output, so the next question starts a new one.
 * Fails a program that wrote unasked: its text would be taken for the answer. */
static void look_before_asking(struct program *program, uint64_t now_ms) {
    char bytes[64];
    ssize_t n = program->pid > 0 ? read_some(program, bytes, sizeof bytes) : 0;
    if (n < 0) {
        end(program, END_MS);
    } else if (n > 0) {
        fail_and_end(program, "it wrote something that nobody had asked for", "", now_ms);
    }
}

void program_ask(struct program *program, const struct position *pos, unsigned ms,
                 uint64_t now_ms) {
    assert(program->status != PROGRAM_THINKING && pos->phase == PHASE_MOVE);
    program->pos = *pos;
    program->ms = ms;
    program->is_second = false;
    look_before_asking(program, now_ms);
    ask(program, now_ms);
}

/* --- answers --- */

/* Takes "ok MOVE". */
static void take_move(struct program *program, uint64_t now_ms) {
    const char *text = program->line + strlen("ok ");
    const struct game *game = program->game;
    if (program->len <= strlen("ok ")) {
        fail_and_end(program, "it answered without a move", "", now_ms);
    } else if (game_find_move(game, &program->pos, text, strlen(text), &program->move)) {
        program->status = PROGRAM_ANSWERED;
        program->n_failed = 0;
    } else {
        fail(program, "its move is not legal: ", text);
    }
}

/* Takes a whole line, without its end.  Blanks at its end mean nothing. */
static void take_line(struct program *program, uint64_t now_ms) {
    size_t mark = utf8_mark_len(program->line, program->len);
    program->len -= mark;
    memmove(program->line, program->line + mark, program->len);
    while (program->len > 0 && strchr(" \t\r", program->line[program->len - 1]) != NULL) {
        program->len--;
    }
    program->line[program->len] = '\0';
    bool is_ok = strcmp(program->line, "ok") == 0 ||
                 strncmp(program->line, "ok ", strlen("ok ")) == 0;
    program->is_new = false;
    program->n_lines++;
    if (!is_ok) {
        fail_and_end(program, "it answered: ", program->line, now_ms);
    } else if (program->n_lines == 2) {
        take_move(program, now_ms);
    }
    program->len = 0;
}

/* Reads the answer byte by byte: it is short. */
static void read_answer(struct program *program, uint64_t now_ms) {
    while (program->status == PROGRAM_THINKING) {
        char c;
        ssize_t n = read_some(program, &c, 1);
        if (n == 0) {
            return;
        }
        if (n < 0) {
            ask_again(program, now_ms);
            return;
        }
        if (c == '\n') {
            take_line(program, now_ms);
        } else if (program->len + 1 < sizeof program->line) {
            program->line[program->len++] = c;
        } else {
            fail_and_end(program, "it wrote a line that is too long", "", now_ms);
        }
    }
}

enum program_status program_look(struct program *program, uint64_t now_ms) {
    if (program->status == PROGRAM_THINKING && program->pid == 0 &&
        now_ms >= program->due_ms) {
        ask(program, now_ms);
    }
    if (program->status == PROGRAM_THINKING && program->pid > 0) {
        read_answer(program, now_ms);
    }
    if (program->status == PROGRAM_THINKING && program->pid > 0 &&
        now_ms >= program->due_ms) {
        char limit[32];
        snprintf(limit, sizeof limit, "%u ms", program->ms);
        fail_and_end(program, "it was too slow, with ", limit, now_ms);
    }
    return program->status;
}

struct move program_take(struct program *program) {
    assert(program->status == PROGRAM_ANSWERED);
    program->status = PROGRAM_IDLE;
    return program->move;
}

const char *program_fault(struct program *program) {
    assert(program->status == PROGRAM_FAILED);
    program->status = PROGRAM_IDLE;
    return program->fault;
}

unsigned program_n_failed(const struct program *program) {
    return program->n_failed;
}

int program_fd(const struct program *program) {
    return program->status == PROGRAM_THINKING ? program->fd : -1;
}

uint64_t program_due_ms(const struct program *program) {
    return program->status == PROGRAM_THINKING ? program->due_ms : UINT64_MAX;
}

/* --- beginning and ending --- */

struct program *program_new(const char *command, const struct game *game,
                            const struct options *opt) {
    struct program *program = mem_new(1, sizeof *program);
    *program = (struct program){.command = command, .game = game, .fd = -1};
    struct text_out out = text_out_of(program->game_text, sizeof program->game_text);
    game_write(game, opt, &out);
    start(program); /* if it fails, the first question tries again */
    return program;
}

void program_free(struct program *program) {
    if (program != NULL) {
        if (program->pid > 0) {
            shutdown(program->fd, SHUT_WR);
        }
        end(program, GOODBYE_MS);
        free(program);
    }
}
