#include "server/queue/job.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(PASSWORD_HASH_BYTES == crypto_pwhash_STRBYTES, "hashes of libsodium");

void job_do(struct job *job) {
    job->is_checked = true;
    const char *password = command_arg(&job->cmd, job->check);
    job->is_right = job->known[0] == '\0' ||
                    crypto_pwhash_str_verify(job->known, password, strlen(password)) == 0;
    job->by_once = !job->is_right && job->once[0] != '\0' &&
                   crypto_pwhash_str_verify(job->once, password, strlen(password)) == 0;
    job->is_right = job->is_right || job->by_once;
    if (!job->is_right || job->hash == COMMAND_ARGS_MAX) {
        return;
    }
    password = command_arg(&job->cmd, job->hash);
    if (crypto_pwhash_str(job->fresh, password, strlen(password), job->cost.passes,
                          job->cost.memory_bytes) != 0) {
        job->fresh[0] = '\0'; /* GCOVR_EXCL_LINE: out of memory */
    }
}

void job_free(struct job *job) {
    if (job->drop != NULL && job->data != NULL) {
        job->drop(job->data);
    }
    free(job->data);
    free(job->claim);
    sodium_memzero(job, sizeof *job);
    free(job);
}
