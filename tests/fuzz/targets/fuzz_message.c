/* A server's line, as the client reads it: writing it and reading it again does not
 * change its meaning, and it is safe to show on a terminal. */
#include "tests/fuzz/terminal.h"

#include "proto/message/message.h"
#include "view/render.h"

static struct message *decode(const char *line, size_t len) {
    char fault[FAULT_BYTES] = "";
    struct message *msg = message_from_json(line, len, fault);
    assert((msg == NULL) == (fault[0] != '\0'));
    assert(utf8_is_text(fault, strlen(fault)));
    return msg;
}

/* Shows a message, and checks that a stranger's text cannot control the terminal.
 * Returns the output, owned. */
static char *show(const struct message *msg, const struct style *style) {
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    assert(out != NULL);
    render_message(out, msg, style);
    fclose(out);
    terminal_check(text, len, style->colour);
    return text;
}

static void check_shown(const struct message *msg, const struct message *again,
                        const struct style *style) {
    char *text = show(msg, style), *text_again = show(again, style);
    assert(strcmp(text, text_again) == 0);
    free(text);
    free(text_again);
}

/* Writes the message and reads it again.  Returns the result, owned. */
static struct message *write_anew(const struct message *msg) {
    size_t len;
    size_t len_again;
    char *line = message_to_json(msg, &len);
    assert(len == strlen(line) && strchr(line, '\n') == NULL);
    struct message *again = decode(line, len);
    assert(again != NULL);
    char *line_again = message_to_json(again, &len_again);
    assert(strcmp(line, line_again) == 0);
    free(line);
    free(line_again);
    return again;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct message *msg = decode((const char *)data, size);
    if (msg != NULL) {
        struct message *again = write_anew(msg);
        check_shown(msg, again, &(struct style){.marks = true});
        check_shown(msg, again, &(struct style){.marks = true, .lang = LANG_FR});
        check_shown(msg, again, &(struct style){.unicode = true, .colour = true});
        message_free(again);
        message_free(msg);
    }
    return 0;
}
