/* The record of a game as a file: what can be read is written as it is read, and can be
 * judged. */
#include "tests/fuzz/fuzz.h"

#include "client-cli/verify.h"

static bool decode(const char *text, size_t len, struct record *record) {
    char fault[FAULT_BYTES] = "";
    bool is_read = record_from_json(text, len, record, fault);
    assert(is_read == (fault[0] == '\0'));
    return is_read;
}

static void check_encoding(const struct record *record) {
    struct record again;
    char *text = record_to_json(record, 0);
    assert(decode(text, strlen(text), &again));
    char *text_again = record_to_json(&again, 0);
    assert(strcmp(text, text_again) == 0);
    record_fini(&again);
    free(text);
    free(text_again);
}

static void check_verdict(const struct record *record) {
    struct verification result;
    verify_record(record, &result);
    assert(strlen(result.fault) < sizeof result.fault);
    assert(strlen(result.remarks) < sizeof result.remarks);
    assert((result.verdict == VERDICT_WRONG) == (result.fault[0] != '\0'));
    assert(result.n_throws + result.n_moves <= record->n_log);
    assert(result.verdict != VERDICT_UNFINISHED || !record->result.over);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct record record;
    if (decode((const char *)data, size, &record)) {
        check_encoding(&record);
        check_verdict(&record);
        record_fini(&record);
    }
    return 0;
}
