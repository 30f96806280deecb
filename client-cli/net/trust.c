#include "client-cli/net/trust.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/net/cli.h"
#include "lang/lang.h"

void trust_init(struct trust *trust, FILE *tell) {
    *trust = (struct trust){.tell = tell};
    if (!state_dir_path("known_servers", trust->known_file)) {
        trust->known_file[0] = '\0';
    }
}

bool trust_take(struct trust *trust, int option, const char *value,
                char fault[static FAULT_BYTES]) {
    trust->is_wanted = true;
    if (option == TRUST_CA) {
        trust->ca_file = value;
    } else if (option == TRUST_FINGERPRINT &&
               !fingerprint_read(value, trust->fingerprint)) {
        snprintf(fault, FAULT_BYTES, "a fingerprint is a SHA-256, 64 hex digits");
        return false;
    }
    return true;
}

/* Remembers the fingerprint.  If that fails, the user is asked again next time. */
static void remember(struct trust *trust, const char *server, const char *fingerprint) {
    char fault[FAULT_BYTES] = "there is no directory for it";
    memcpy(trust->accepted, fingerprint, sizeof trust->accepted);
    if (trust->known_file[0] == '\0' ||
        !known_put(trust->known_file, server, fingerprint, fault)) {
        enum lang lang = lang_of_environment();
        fputs(said("alea: this certificate cannot be remembered: "), trust->tell);
        tr_put(trust->tell, lang, fault);
        fputc('\n', trust->tell);
    }
}

static bool refuse(const char *why, char fault[static FAULT_BYTES]) {
    snprintf(fault, FAULT_BYTES, "%s", why);
    return false;
}

/* Compares with the fingerprint that the user gave on the command line. */
static bool judge_said(struct trust *trust, const char *server,
                       const struct tls_identity *identity,
                       char fault[static FAULT_BYTES]) {
    char was[FINGERPRINT_BYTES];
    if (strcmp(trust->fingerprint, identity->fingerprint) != 0) {
        fprintf(trust->tell,
                said("alea: %s is not the server that you mean.  The fingerprint of its\n"
                     "certificate is\n    %s\nand not, as you said,\n    %s\n"),
                server, identity->fingerprint, trust->fingerprint);
        return refuse("its certificate has another fingerprint", fault);
    }
    if (known_find(trust->known_file, server, identity->fingerprint, was) != KNOWN_SO) {
        remember(trust, server, identity->fingerprint);
    }
    return true;
}

static bool refuse_changed(const struct trust *trust, const char *server,
                           const struct tls_identity *identity, const char *was,
                           char fault[static FAULT_BYTES]) {
    fprintf(
        trust->tell,
        said(
            "alea: WARNING: %s IS NOT THE SAME SERVER AS BEFORE, or\n"
            "somebody is between you and it.  The fingerprint of its certificate is now\n"
            "    %s\nand when you accepted it, it was\n    %s\n"
            "Ask its host.  If they have a new certificate and tell you this "
            "fingerprint,\n"
            "accept it with --tls-fingerprint.  The certificates that you have accepted "
            "are in\n%s\n"),
        server, identity->fingerprint, was[0] != '\0' ? was : said("(unreadable)"),
        trust->known_file);
    return refuse("its certificate has changed", fault);
}

/* Decides about a certificate that no authority has signed, and the user has not yet
 * accepted. */
static bool judge_stranger(struct trust *trust, const char *server,
                           const struct tls_identity *identity,
                           char fault[static FAULT_BYTES]) {
    bool may_ask = identity->is_self_signed && trust->ask != NULL;
    fprintf(trust->tell,
            said("alea: the certificate of %s cannot be verified: %s.\n"
                 "The fingerprint of its certificate is\n    %s\n"),
            server, said(identity->why_not), identity->fingerprint);
    if (!may_ask) {
        fputs(said("If its host tells you the same number, accept it with "
                   "--tls-fingerprint.\n"),
              trust->tell);
    } else if (trust->ask()) {
        remember(trust, server, identity->fingerprint);
        return true;
    }
    return refuse(may_ask ? "you have not accepted its certificate"
                          : "its certificate cannot be trusted",
                  fault);
}

bool trust_judge(struct trust *trust, const char *server,
                 const struct tls_identity *identity, char fault[static FAULT_BYTES]) {
    if (identity->fingerprint[0] == '\0') {
        return refuse(identity->why_not, fault);
    }
    if (trust->fingerprint[0] != '\0') {
        return judge_said(trust, server, identity, fault);
    }
    /* Even if the user has accepted another certificate before: an authority may have
     * signed the new one. */
    if (identity->is_vouched || strcmp(trust->accepted, identity->fingerprint) == 0) {
        return true;
    }
    if (trust->ca_file != NULL) {
        snprintf(fault, FAULT_BYTES, "%.60s does not vouch for it: %.60s", trust->ca_file,
                 identity->why_not);
        return false;
    }
    char was[FINGERPRINT_BYTES];
    switch (known_find(trust->known_file, server, identity->fingerprint, was)) {
    case KNOWN_SO: return true;
    case KNOWN_OTHER: return refuse_changed(trust, server, identity, was, fault);
    case KNOWN_FAILED:
        snprintf(fault, FAULT_BYTES, "%.100s: %s", trust->known_file, strerror(errno));
        return false;
    case KNOWN_NOT: break;
    }
    return judge_stranger(trust, server, identity, fault);
}

/* --- servers that were accepted --- */

#define HASH_PREFIX "sha256:"

bool fingerprint_read(const char *text, char fingerprint[static FINGERPRINT_BYTES]) {
    size_t n = 0;
    if (strncmp(text, HASH_PREFIX, strlen(HASH_PREFIX)) == 0) {
        text += strlen(HASH_PREFIX);
    }
    for (; *text != '\0'; text++) {
        bool separates = *text == ':' && n > 0 && n % 2 == 0 && text[1] != '\0';
        if (separates) {
            continue;
        }
        if (!isxdigit((unsigned char)*text) || n == FINGERPRINT_BYTES - 1) {
            return false;
        }
        fingerprint[n++] = (char)tolower((unsigned char)*text);
    }
    fingerprint[n] = '\0';
    return n == FINGERPRINT_BYTES - 1;
}

/* The rest of a line after the server and a space; NULL: another server's line. */
static const char *about(const char *line, const char *server) {
    size_t len = strlen(server);
    return strncmp(line, server, len) == 0 && line[len] == ' ' ? line + len + 1 : NULL;
}

/* The next line without its end; NULL at the end of the file. */
static char *next_line(FILE *in, char **line, size_t *cap) {
    ssize_t n = getline(line, cap, in);
    if (n < 0) {
        return NULL;
    }
    (*line)[strcspn(*line, "\r\n")] = '\0';
    return *line;
}

enum known known_find(const char *path, const char *server, const char *fingerprint,
                      char was[static FINGERPRINT_BYTES]) {
    enum known found = KNOWN_NOT;
    FILE *in = fopen(path, "re");
    was[0] = '\0';
    if (in == NULL) {
        return errno == ENOENT ? KNOWN_NOT : KNOWN_FAILED;
    }
    char *line = NULL;
    size_t cap = 0;
    while (found != KNOWN_SO && next_line(in, &line, &cap) != NULL) {
        const char *rest = about(line, server);
        char there[FINGERPRINT_BYTES];
        if (rest == NULL) {
            continue;
        }
        found = KNOWN_OTHER;
        if (!fingerprint_read(rest, there)) {
            was[0] = '\0';
        } else if (strcmp(there, fingerprint) == 0) {
            found = KNOWN_SO;
        } else {
            memcpy(was, there, sizeof there);
        }
    }
    if (ferror(in)) {
        found = KNOWN_FAILED;
    }
    free(line);
    fclose(in);
    return found;
}

/* Copies all lines except the server's, and writes its new line. */
static bool write_lines(FILE *in, FILE *out, const char *server,
                        const char *fingerprint) {
    char *line = NULL;
    size_t cap = 0;
    while (in != NULL && next_line(in, &line, &cap) != NULL) {
        if (about(line, server) == NULL) {
            fprintf(out, "%s\n", line);
        }
    }
    free(line);
    fprintf(out, "%s " HASH_PREFIX "%s\n", server, fingerprint);
    return (in == NULL || !ferror(in)) && fflush(out) == 0 && !ferror(out);
}

static bool fail(const char *path, char fault[static FAULT_BYTES]) {
    snprintf(fault, FAULT_BYTES, "%.120s: %s", path, strerror(errno));
    return false;
}

bool known_put(const char *path, const char *server, const char *fingerprint,
               char fault[static FAULT_BYTES]) {
    char dir[PATH_MAX], made[PATH_MAX];
    snprintf(dir, sizeof dir, "%s", path);
    int len = snprintf(made, sizeof made, "%s.XXXXXX", path);
    errno = ENAMETOOLONG;
    if (len >= (int)sizeof made || !state_dir_make(dirname(dir))) {
        return fail(path, fault);
    }
    FILE *in = fopen(path, "re");
    if (in == NULL && errno != ENOENT) {
        return fail(path, fault);
    }
    int fd = mkstemp(made); /* creates it with mode 0600 */
    FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
    bool is_written = out != NULL && write_lines(in, out, server, fingerprint);
    if (in != NULL) {
        fclose(in);
    }
    if (out != NULL) {
        is_written = fclose(out) == 0 && is_written;
    } else if (fd >= 0) {
        close(fd);
    }
    if (is_written && rename(made, path) == 0) {
        return true;
    }
    fail(path, fault);
    if (fd >= 0) {
        unlink(made);
    }
    return false;
}
