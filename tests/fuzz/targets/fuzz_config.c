/* A file that the host writes; the first byte selects --welcome ('w') or --config.
 * Settings must be what the file says: written out, as by --check-config, they contain
 * each line of the file, and give the same settings when read again.  A welcome text
 * cannot control a terminal. */
#include "tests/fuzz/disk.h"
#include "tests/fuzz/terminal.h"

#include "server/config/option.h"

static char path[DISK_PATH_BYTES];

/* An error is reported with the number of an existing line. */
static void check_fault(bool is_read, unsigned line, const char *fault, const char *text,
                        size_t len) {
    unsigned n_lines = 1;
    for (size_t i = 0; i < len; i++) {
        n_lines += text[i] == '\n';
    }
    assert(is_read == (fault[0] == '\0') && strlen(fault) < FAULT_BYTES);
    assert(line <= n_lines && (!is_read || line == 0));
}

static void try_welcome(const char *text, size_t len) {
    static char words[WELCOME_BYTES], again[WELCOME_BYTES];
    char fault[FAULT_BYTES] = "";
    unsigned line;
    strcpy(words, "untouched");
    disk_write(path, text, len);
    bool is_read = welcome_read(path, words, &line, fault);
    check_fault(is_read, line, fault, text, len);
    if (!is_read) {
        assert(strcmp(words, "untouched") == 0);
        return;
    }
    terminal_check(words, strlen(words), false);
    assert(strchr(words, '\t') == NULL && words[strlen(words) - 1] != '\n');
    disk_write(path, words, strlen(words));
    bool is_same = welcome_read(path, again, &line, fault);
    assert(is_same && strcmp(words, again) == 0);
}

/* Writes all settings as lines of such a file.  Returns owned. */
static char *write_config(const struct config *config) {
    char *text = NULL;
    size_t len;
    FILE *out = open_memstream(&text, &len);
    assert(out != NULL);
    fputc('\n', out); /* so that each line is between two line feeds */
    for (size_t i = 0; i < CONFIG_OPTION_COUNT; i++) {
        bool is_set = strcmp(config_options[i].name, "db") != 0 || config->db[0] != '\0';
        if ((config_options[i].flags & OPTION_IN_FILE) != 0 && is_set) {
            value_write(&config_options[i], config, out);
        }
    }
    fclose(out);
    return text;
}

static void begin(struct config *config) {
    *config = (struct config){.title = "fuzz"};
    config_set_limits(&config->hub.limits);
}

/* Reads the file.  Returns the settings as text, owned; NULL: the file is wrong. */
static char *read_config(const char *text, size_t len) {
    static struct config config;
    char fault[FAULT_BYTES] = "";
    unsigned line;
    begin(&config);
    disk_write(path, text, len);
    bool is_read = config_file_read(&config, path, &line, fault);
    check_fault(is_read, line, fault, text, len);
    return is_read ? write_config(&config) : NULL;
}

/* Such inputs are skipped: they could name a device and block. */
static bool names_a_file(const char *text, size_t len) {
    for (size_t i = 0; i + 7 <= len; i++) {
        if (memcmp(text + i, "welcome", 7) == 0) {
            return true;
        }
    }
    return false;
}

#define BLANKS " \t\r"

/* The length of text without the blanks at its end. */
static int trimmed(const char *text, size_t len) {
    while (len > 0 && strchr(BLANKS, text[len - 1]) != NULL) {
        len--;
    }
    return (int)len;
}

/* Each line of a good file must be among the settings; of a limit only the last, as a
 * number. */
static void check_line(const char *line, bool is_last, const char *set) {
    char said[CONFIG_FILE_BYTES + 8];
    line += strspn(line, BLANKS);
    const char *equals = strchr(line, '=');
    if (line[0] == '#' || equals == NULL) {
        return;
    }
    int n_key = trimmed(line, (size_t)(equals - line));
    const char *value = equals + 1 + strspn(equals + 1, BLANKS);
    int n_value = trimmed(value, strlen(value));
    bool is_limit = n_key == 5 && memcmp(line, "limit", 5) == 0;
    if (is_limit) {
        int n_name = (int)strcspn(value, "=");
        snprintf(said, sizeof said, "\nlimit = %.*s=%lld\n", n_name, value,
                 strtoll(value + n_name + 1, NULL, 10));
    } else {
        snprintf(said, sizeof said, "\n%.*s = %.*s\n", n_key, line, n_value, value);
    }
    assert(strstr(set, said) != NULL || (is_limit && !is_last));
}

static void check_said(const char *text, size_t len, const char *set) {
    struct fuzz_in in = {text, len};
    char *line;
    for (size_t n; (line = fuzz_take_line(&in, &n)) != NULL; free(line)) {
        char *terminated = strndup(line, n);
        assert(terminated != NULL);
        check_line(terminated, in.len == 0, set);
        free(terminated);
    }
}

static void try_config(const char *text, size_t len) {
    char *set = names_a_file(text, len) ? NULL : read_config(text, len);
    if (set != NULL) {
        check_said(text, len, set);
        char *again = read_config(set, strlen(set));
        assert(again != NULL && strcmp(set, again) == 0);
        free(again);
    }
    free(set);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 0) {
        disk_path("file", path);
        bool is_welcome = data[0] == 'w';
        (is_welcome ? try_welcome : try_config)((const char *)data + 1, size - 1);
    }
    return 0;
}
