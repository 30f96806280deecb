/* Move texts: the game (fuzz_take_game) and a position on the first line, texts to try
 * there on the others.  A text is a legal move, or a rule forbids it. */
#include "tests/fuzz/fuzz.h"

static void check_legal(const struct game *game, const struct position *pos,
                        const struct move *m, const char *text, size_t len) {
    char canonical[MOVE_TEXT_BYTES];
    struct text_out out = text_out_of(canonical, sizeof canonical);
    game->write_move(pos, m, &out);
    assert(out.len == len && memcmp(canonical, text, len) == 0);
}

static void check_text(const struct game *game, const struct position *pos,
                       const char *text, size_t len) {
    struct move m;
    const struct rule *rule = game_why(game, pos, text, len);
    if (game_find_move(game, pos, text, len, &m)) {
        assert(rule == NULL);
        check_legal(game, pos, &m, text, len);
    } else {
        assert(rule != NULL && rule->id[0] != '\0' && rule->source[0] != '\0');
        assert(rule->text[0] != '\0' && rule->text[strlen(rule->text) - 1] == '.');
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz_in in = {(const char *)data, size};
    const struct game *game;
    struct options opt;
    struct position pos;
    size_t len;
    if (!fuzz_take_game(&in, &game, &opt)) {
        return 0;
    }
    char *line = fuzz_take_line(&in, &len);
    bool is_read = line != NULL && fuzz_read_position(game, &opt, line, len, &pos);
    free(line);
    while (is_read && (line = fuzz_take_line(&in, &len)) != NULL) {
        check_text(game, &pos, line, len);
        free(line);
    }
    return 0;
}
