#include "tests/unit/proto/samples.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/file.h"
#include "tests/support/json.h"

void each_sample(void (*see)(const char *line, struct message *msg, void *arg),
                 void *arg) {
    char *text = read_file(SAMPLES), *rest = NULL, fault[FAULT_BYTES];
    for (char *line = strtok_r(text, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        struct message *msg = message_from_json(line, strlen(line), fault);
        if (msg == NULL) {
            fail_msg("%s in %s", fault, line);
        }
        see(line, msg, arg);
        message_free(msg);
    }
    free(text);
}

struct message *find_sample(const char *begin) {
    char *text = read_file(SAMPLES), fault[FAULT_BYTES];
    const char *line = strstr(text, json(begin));
    assert_non_null(line);
    struct message *msg = message_from_json(line, strcspn(line, "\n"), fault);
    assert_non_null(msg);
    free(text);
    return msg;
}
