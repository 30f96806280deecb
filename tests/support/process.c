#include "tests/support/process.h"

#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utmp.h>

#include "tests/support/cmocka.h"

static sigset_t child_signal(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    return set;
}

pid_t process_fork(void) {
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        sigset_t set = child_signal();
        sigprocmask(SIG_UNBLOCK, &set, NULL);
        signal(SIGPIPE, SIG_DFL);
        signal(SIGINT, SIG_DFL); /* they are ignored in a test that runs in the
                                  * background */
        signal(SIGQUIT, SIG_DFL);
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* if the test crashes, its children end too */
    }
    return pid;
}

void process_exec(const char *const *argv) {
    execvp(argv[0], (char *const *)(uintptr_t)argv); /* execvp does not change them */
    fprintf(stderr, "%s: %s\n", argv[0], strerror(errno));
    _exit(127);
}

int process_wait(pid_t pid, int limit_s) {
    sigset_t set = child_signal();
    int64_t deadline_ms = peer_now_ms() + (int64_t)limit_s * 1000;
    int status;
    sigprocmask(SIG_BLOCK, &set, NULL); /* sigtimedwait needs the signal to be blocked */
    while (waitpid(pid, &status, WNOHANG) != pid) {
        int64_t left_ms = deadline_ms - peer_now_ms();
        if (left_ms <= 0) {
            return -1;
        }
        struct timespec left = {left_ms / 1000, left_ms % 1000 * 1000000};
        sigtimedwait(&set, NULL, &left);
    }
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static pid_t fork_on_socket(int *fd) {
    int pair[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
    pid_t pid = process_fork();
    if (pid == 0) {
        for (int stdio = 0; stdio <= 2; stdio++) {
            dup2(pair[1], stdio);
        }
    } else {
        close(pair[1]);
        *fd = pair[0];
    }
    return pid;
}

static pid_t fork_on_pty(int *fd) {
    int child;
    struct termios quiet;
    assert_int_equal(openpty(fd, &child, NULL, NULL, NULL), 0);
    tcgetattr(child, &quiet);
    quiet.c_lflag &= ~(tcflag_t)ECHO;
    tcsetattr(child, TCSANOW, &quiet);
    fcntl(*fd, F_SETFD, FD_CLOEXEC);
    pid_t pid = process_fork();
    if (pid == 0) {
        login_tty(child);
    } else {
        close(child);
    }
    return pid;
}

void process_start(struct process *process, enum process_stdio how,
                   const char *const *argv) {
    int fd;
    process->pid = how == PROCESS_PTY ? fork_on_pty(&fd) : fork_on_socket(&fd);
    if (process->pid == 0) {
        process_exec(argv);
    }
    peer_init(&process->stdio, fd);
}

int process_finish(struct process *process, int limit_s, const char **output) {
    int64_t deadline_ms = peer_now_ms() + (int64_t)limit_s * 1000;
    while (peer_fill(&process->stdio, deadline_ms)) {
    }
    if (output != NULL) {
        *output = process->stdio.buf != NULL ? process->stdio.buf : "";
    }
    int code = process_wait(process->pid, limit_s);
    assert_int_not_equal(code, -1);
    process->pid = 0;
    if (code == 127) {
        fail_msg("it cannot be run: %s", process->stdio.buf);
    }
    return code;
}

void process_fini(struct process *process) {
    if (process->pid > 0) {
        kill(process->pid, SIGKILL);
        process_wait(process->pid, 5);
    }
    peer_fini(&process->stdio);
    process->pid = 0;
}

void process_must_succeed(const char *const *argv, int limit_s) {
    struct process process;
    const char *output;
    process_start(&process, PROCESS_SOCKET, argv);
    int code = process_finish(&process, limit_s, &output);
    print_message("%s", output);
    process_fini(&process);
    assert_int_equal(code, 0);
}
