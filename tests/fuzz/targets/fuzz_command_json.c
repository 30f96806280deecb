/* A line of a client in JSON mode. */
#include "tests/fuzz/command.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_command(command_from_json, data, size);
    return 0;
}
