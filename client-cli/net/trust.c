#include "client-cli/net/trust.h"

#include <errno.h>
#include <string.h>

#include "client-cli/net/said.h"
#include "client-cli/net/state_dir.h"
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
