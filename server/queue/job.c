#include "server/queue/job.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "proto/opaque.h"

_Static_assert(PASSWORD_HASH_BYTES == crypto_pwhash_STRBYTES, "hashes of libsodium");

static bool is_password_of(const char *hash, const char *password) {
    return hash[0] != '\0' &&
           crypto_pwhash_str_verify(hash, password, strlen(password)) == 0;
}

/* Compares the password in the form in which it is kept; then as it was sent, for an
 * account from before passwords were prepared.  Its hash is then to be replaced. */
static void compare(struct job *job) {
    const char *sent = command_arg(&job->cmd, job->check);
    char plain[PASSWORD_BYTES_MAX + 1];
    bool has_plain = opaque_prepare_password(sent, plain, sizeof plain);
    job->is_right =
        job->known[0] == '\0' || (has_plain && is_password_of(job->known, plain));
    job->by_once = !job->is_right && has_plain && is_password_of(job->once, plain);
    if (!job->is_right && !job->by_once && strcmp(sent, plain) != 0 &&
        is_password_of(job->known, sent)) {
        job->is_right = true;
        job->hash = has_plain && job->hash == COMMAND_ARGS_MAX ? job->check : job->hash;
    }
    job->is_right = job->is_right || job->by_once;
    sodium_memzero(plain, sizeof plain);
}

void job_do(struct job *job) {
    job->is_checked = true;
    compare(job);
    if (!job->is_right || job->hash == COMMAND_ARGS_MAX) {
        return;
    }
    char plain[PASSWORD_BYTES_MAX + 1];
    if (!opaque_prepare_password(command_arg(&job->cmd, job->hash), plain,
                                 sizeof plain) ||
        crypto_pwhash_str(job->fresh, plain, strlen(plain), job->cost.passes,
                          job->cost.memory_bytes) != 0) {
        job->fresh[0] = '\0'; /* GCOVR_EXCL_LINE: out of memory */
    }
    sodium_memzero(plain, sizeof plain);
}

void job_free(struct job *job) {
    if (job->drop != NULL && job->data != NULL) {
        job->drop(job->data);
    }
    free(job->data);
    sodium_memzero(job, sizeof *job);
    free(job);
}
