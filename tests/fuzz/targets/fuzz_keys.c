/* What a terminal sends to the one screen of alea play.  The first byte is the number of
 * bytes that come at once.  Whatever the pieces, the keys are the same; the screen goes
 * on, hands out only lines of text, and nothing but text is on it. */
#include "tests/fuzz/terminal.h"

#include "client-cli/scene/scene.h"
#include "mem/mem.h"
#include "proto/utf8.h"

#define KEYS_MAX 4096

/* A position in which White chooses: two kinds of pieces, a capture, a way off. */
static const char state_json[] =
    "{\"event\":\"state\",\"room\":\"KOTO\",\"seq\":7,\"game_id\":\"g42\",\"game\":"
    "\"royal-ur\",\"options\":\"\",\"stage\":\"playing\",\"seats\":{\"white\":{\"name\":"
    "\"ann\",\"ready\":true,\"seal\":null,\"nonce\":\"word\"},\"black\":{\"name\":"
    "\"bob\",\"ready\":true,\"seal\":null,\"nonce\":\"word\"}},\"commitment\":\""
    "6363636363636363636363636363636363636363636363636363636363636363\",\"secret\":null,"
    "\"position\":\"2,3 w2=w,b4=b,7=w,8=wwb,b13=b 1,1 w 2\",\"dice\":[1,1,0],"
    "\"happened\":[{\"what\":\"throw\",\"k\":9,\"side\":\"white\",\"dice\":[1,1,0]}],"
    "\"result\":null,\"moves\":\"2-4 8-10 in-2\"}";

static bool is_same(const struct input *a, const struct input *b) {
    return a->kind == b->kind && a->point == b->point && a->is_shift == b->is_shift &&
           a->row == b->row && a->column == b->column && a->is_right == b->is_right;
}

static void check_input(const struct input *input) {
    assert(input->kind <= INPUT_PASTE_END && input->row >= 0 && input->column >= 0);
    if (input->kind == INPUT_TEXT) {
        char bytes[UTF8_BYTES_MAX];
        assert(input->point >= ' ' && utf8_write(input->point, bytes) > 0);
    }
}

/* Reads keys from bytes that come `step` at a time.  Returns how many there are. */
static unsigned read_keys(const char *bytes, size_t len, size_t step,
                          struct input *inputs) {
    unsigned n = 0;
    size_t at = 0, end = 0;
    while (at < len) {
        end = end + step < len ? end + step : len;
        for (size_t taken = 1; taken > 0 && at < end && n < KEYS_MAX;) {
            char *copy = fuzz_copy(bytes + at, end - at);
            taken = input_take(copy, end - at, end == len, &inputs[n]);
            free(copy);
            assert(taken <= end - at && (taken > 0 || end < len));
            check_input(&inputs[n]);
            n += taken > 0;
            at += taken;
        }
        if (n == KEYS_MAX) {
            break;
        }
    }
    return n;
}

/* A line is what the user typed: one line of UTF-8, that no server must understand. */
static void check_lines(struct scene *scene) {
    for (const char *line; (line = scene_line(scene)) != NULL;) {
        size_t len = strlen(line);
        assert(len < LINE_BYTES_MAX + ROOM_BYTES_MAX + 4);
        for (size_t at = 0, n; at < len; at += n) {
            uint32_t point;
            n = utf8_read(line + at, len - at, &point);
            assert(n > 0 && point >= ' ');
        }
        scene_obey(scene, line);
    }
}

static void check_screen(const struct grid *grid) {
    for (int row = 0; row < grid->rows; row++) {
        for (int column = 0; column < grid->columns; column++) {
            char bytes[UTF8_BYTES_MAX];
            uint32_t point = grid->cell[row][column].point;
            if (point != 0) { /* the right half of the one before */
                terminal_check(bytes, utf8_write(point, bytes), false);
            }
        }
    }
}

static void play_keys(const struct input *inputs, unsigned n) {
    struct scene *scene = mem_new(1, sizeof *scene);
    struct grid *grid = mem_new(1, sizeof *grid);
    char fault[FAULT_BYTES];
    struct message *msg = message_from_json(state_json, strlen(state_json), fault);
    uint64_t now_ms = 100000;
    assert(msg != NULL);
    scene_init(scene, true);
    scene_resize(scene, 24, 80);
    scene_hear(scene, msg, SIDE_WHITE, now_ms);
    for (unsigned i = 0; i < n; i++) {
        now_ms += 10 * (i % 100);
        scene_take(scene, &inputs[i], now_ms);
        scene_wake(scene, now_ms);
        check_lines(scene);
        if (i % 16 == 0 || i + 1 == n) {
            scene_draw(scene, grid, now_ms);
            check_screen(grid);
        }
    }
    message_free(msg);
    scene_fini(scene);
    free(scene);
    free(grid);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) {
        return 0;
    }
    struct input *inputs = mem_new(2 * KEYS_MAX, sizeof *inputs);
    const char *bytes = (const char *)data + 1;
    unsigned n = read_keys(bytes, size - 1, size, inputs);
    unsigned m = read_keys(bytes, size - 1, 1 + data[0] % 8, inputs + KEYS_MAX);
    assert(n == m);
    for (unsigned i = 0; i < n; i++) {
        assert(is_same(&inputs[i], &inputs[KEYS_MAX + i]));
    }
    play_keys(inputs, n);
    free(inputs);
    return 0;
}
