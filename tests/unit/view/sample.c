#include "tests/unit/view/sample.h"

#include "tests/support/json.h"

static const char *sample_or(const char *text, const char *usual) {
    return text != NULL ? text : usual;
}

struct message *sample_message(const char *text) {
    char fault[FAULT_BYTES];
    struct message *msg = message_from_json(json(text), strlen(text), fault);
    if (msg == NULL) {
        fail_msg("%s in %s", fault, text);
    }
    return msg;
}

void sample_write(const struct sample *sample, char json[static SAMPLE_BYTES]) {
    const char *id = sample_or(sample->game, "royal-ur");
    const struct game *game = game_find(id, strlen(id));
    char start[POSITION_TEXT_BYTES];
    struct position pos;
    struct options opt = {0};
    assert_non_null(game);
    game_start(game, &opt, game_first(game, &opt), &pos);
    struct text_out text = text_out_of(start, sizeof start);
    game->write(&pos, &text);
    int len = snprintf(
        json, SAMPLE_BYTES,
        "{'event':'state','room':'%s','seq':%u,%s'game_id':'%s',"
        "'game':'%s','options':'','stage':'%s','seats':{'white':"
        "%s,'black':%s},'commitment':'" SAMPLE_COMMITMENT "','secret':%s,"
        "'position':'%s','happened':%s,'result':%s%s%s%s}",
        sample_or(sample->room, "KOTO"), sample->seq > 0 ? sample->seq : 7,
        sample->snapshot ? "'snapshot':true," : "", sample_or(sample->game_id, "g42"), id,
        sample_or(sample->stage, "playing"),
        sample_or(sample->white, SAMPLE_SEAT("ann", "alice")),
        sample_or(sample->black, SAMPLE_SEAT("bob", "bob")),
        sample_or(sample->secret, "null"), sample_or(sample->position, start),
        sample_or(sample->happened, "[]"), sample_or(sample->result, "null"),
        sample->moves != NULL ? ",'moves':'" : "", sample_or(sample->moves, ""),
        sample->moves != NULL ? "'" : "");
    assert_in_range(len, 1, SAMPLE_BYTES - 1);
}

struct message *sample_state(const struct sample *sample) {
    char json[SAMPLE_BYTES];
    sample_write(sample, json);
    return sample_message(json);
}
