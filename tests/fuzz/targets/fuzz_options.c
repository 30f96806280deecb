/* "GAME:OPTIONS". */
#include "tests/fuzz/fuzz.h"

static bool parse(const char *text, size_t len, const struct game **game,
                  struct options *opt) {
    struct text_in in = text_in_of(text, len);
    bool is_read = game_parse(&in, game, opt);
    assert(is_read == (in.fault[0] == '\0'));
    return is_read;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const struct game *game;
    const struct game *again;
    struct options opt;
    struct options opt_again;
    if (!parse((const char *)data, size, &game, &opt)) {
        return 0;
    }
    char text[GAME_TEXT_BYTES];
    struct text_out out = text_out_of(text, sizeof text);
    game_write(game, &opt, &out);
    assert(out.len < sizeof text);
    assert(parse(text, out.len, &again, &opt_again));
    assert(again == game && memcmp(&opt, &opt_again, sizeof opt) == 0);
    struct position pos;
    struct position read;
    char start[POSITION_TEXT_BYTES];
    game_start(game, &opt, game_first(game, &opt), &pos);
    fuzz_write_position(game, &pos, start);
    assert(fuzz_read_position(game, &opt, start, strlen(start), &read));
    assert(memcmp(&pos, &read, sizeof pos) == 0);
    return 0;
}
