/* A client's line in text mode. */
#include "tests/fuzz/command.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_command(command_from_text, data, size);
    return 0;
}
