#include "client-cli/net/secret.h"

#include <sodium.h>
#include <string.h>

#include "client-cli/net/cli.h"
#include "proto/errors.h"
#include "proto/opaque.h"

void secret_forget(struct secret *secret) {
    sodium_memzero(secret, sizeof *secret);
}

static bool is_password(const char *arg) {
    return strcmp(arg, "password") == 0 || strcmp(arg, "old") == 0 ||
           strcmp(arg, "new") == 0;
}

/* Whether the argument is a new password, not the one to log in with. */
static bool is_new(const struct command *cmd, unsigned arg) {
    return cmd->kind == CMD_REGISTER ||
           strcmp(command_spec(cmd->kind)->arg[arg], "new") == 0;
}

/* The first missing argument; n_args if none is. */
static unsigned missing(const struct command *cmd) {
    unsigned i = 0;
    while (i < command_spec(cmd->kind)->n_args && cmd->has[i]) {
        i++;
    }
    return i;
}

/* Reads a line, perhaps without its passwords.  False: no command with passwords, or
 * something else is wrong. */
static bool read_line(const char *line, struct command *cmd) {
    struct command_fault fault;
    enum error_code error = command_from_text(line, strlen(line), cmd, &fault);
    const struct command_spec *spec = command_spec(cmd->kind);
    unsigned i = missing(cmd);
    return (spec->flags & COMMAND_SECRET) != 0 &&
           (error == ERR_OK || error == ERR_MISSING_ARGUMENT) &&
           (i == spec->n_args || is_password(spec->arg[i]));
}

bool secret_is(const char *line) {
    struct command cmd;
    bool is = read_line(line, &cmd);
    sodium_memzero(&cmd, sizeof cmd);
    return is;
}

/* Asks for the next missing part.  True: none is missing. */
static bool ask_next(struct secret *secret) {
    const struct command *cmd = &secret->cmd;
    unsigned i = missing(cmd);
    if (i == command_spec(cmd->kind)->n_args && !secret->repeats) {
        secret->is_open = false;
        return true;
    }
    if (cmd->kind == CMD_LOGIN) {
        snprintf(secret->prompt, sizeof secret->prompt, said("The password of %.*s: "),
                 NAME_BYTES_MAX, command_arg(cmd, 0));
    } else {
        snprintf(secret->prompt, sizeof secret->prompt, "%s",
                 secret->repeats  ? said("Type it again: ")
                 : is_new(cmd, i) ? said("A new password, 8 bytes or more: ")
                                  : said("Your password: "));
    }
    secret->is_open = true;
    return false;
}

bool secret_begin(struct secret *secret, const char *line, enum secret_line safety,
                  FILE *out) {
    secret_forget(secret);
    (void)read_line(line, &secret->cmd);
    if (safety == SECRET_LINE_REFUSE) {
        fputs(said("This server takes passwords over TLS only: alea play --tls\n"), out);
        secret_forget(secret);
        return false;
    }
    if (safety == SECRET_LINE_WARN) {
        fputs(said("Others on the way to this server can read your "
                   "password; alea play --tls\n"
                   "prevents that.  Type yes to send it anyway.\n"),
              out);
        secret->is_open = true;
        return false;
    }
    secret->is_warned = true;
    return ask_next(secret);
}

const char *secret_prompt(const struct secret *secret) {
    return secret->is_open && secret->is_warned ? secret->prompt : NULL;
}

static bool give_up(struct secret *secret, const char *why, FILE *out) {
    fprintf(out, "%s%s", said(why), said("Nothing was sent.\n"));
    secret_forget(secret);
    return false;
}

/* Whether the server may take a password; it has more to say about an old one. */
static bool may_be_password(const char *text, bool is_new) {
    char plain[PASSWORD_BYTES_MAX + 1];
    bool fits = opaque_prepare_password(text, plain, sizeof plain);
    sodium_memzero(plain, sizeof plain);
    return fits || (!is_new && strlen(text) <= PASSWORD_BYTES_MAX);
}

/* Takes a typed password, or its repetition. */
static bool take_password(struct secret *secret, const char *line, FILE *out) {
    struct command *cmd = &secret->cmd;
    size_t len = strlen(line);
    unsigned i = missing(cmd) - secret->repeats;
    if (len == 0) {
        return give_up(secret, "", out);
    }
    if (!utf8_is_text(line, len) || !may_be_password(line, is_new(cmd, i))) {
        return give_up(secret, "A password has 8 to 128 bytes.  ", out);
    }
    if (secret->repeats && strcmp(command_arg(cmd, i), line) != 0) {
        return give_up(secret, "The two are not the same.  ", out);
    }
    if (!secret->repeats) {
        command_put_arg(cmd, i, line);
    }
    secret->repeats = is_new(cmd, i) && !secret->repeats;
    return ask_next(secret);
}

bool secret_take(struct secret *secret, const char *line, FILE *out) {
    if (!secret->is_warned) {
        if (strcmp(line, "yes") != 0) {
            return give_up(secret, "", out);
        }
        secret->is_warned = true;
        return ask_next(secret);
    }
    return take_password(secret, line, out);
}
