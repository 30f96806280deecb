/* What people do in the lobby, what operators do, and nonsense. */
#include <stdio.h>
#include <string.h>

#include "tests/sim/acts.h"
#include "tests/support/json.h"

static unsigned below(unsigned n) {
    return sim_below(RANDOM_PEOPLE, n);
}

static bool one_in(unsigned n) {
    return below(n) == 0;
}

static struct person *pick_person(void) {
    return &people.person[below((unsigned)people.n)];
}

/* A room that people have heard of. */
const char *acts_pick_room(void) {
    const struct story *found = NULL;
    unsigned n = 0;
    for (const struct story *log = referee.logs; log != NULL && n < 40; log = log->next) {
        if (!log->is_closed && one_in(++n)) {
            found = log;
        }
    }
    return found != NULL ? found->code : NULL;
}

const char *acts_pick_game(void) {
    static const char *const names[] = {"royal-ur",
                                        "akalamdung",
                                        "ur",
                                        "stelpur",
                                        "morris",
                                        "tablut",
                                        "finkel",
                                        "morris:dice=none",
                                        "morris:dice=alfonso",
                                        "tablut:king=weak,escape=edge",
                                        "blitz",
                                        "masters",
                                        "aseb",
                                        "finkel:pieces=3",
                                        "ashton",
                                        "brandubh",
                                        "copenhagen",
                                        "fetlar",
                                        "alea-evangelii"};
    return names[below(below(4) == 0 ? 19 : 16)];
}

const char *acts_pick_time(void) {
    static const char *const times[] = {"0+2", "1+0", "1+2", "5+10"};
    return sim.has[HABIT_CLOCKS] ? times[below(4)] : "30+30";
}

const char *acts_pick_rated(const struct person *p) {
    return p->password[0] != '\0' && one_in(2) ? "yes" : "no";
}

/* --- chat --- */

bool act_tell(struct person *p) {
    const struct person *other = pick_person();
    struct request *request;
    if (other == p) {
        return false;
    }
    switch (below(4)) {
    case 0: person_ask(p, CMD_SHOUT, "", "'text':'good evening!'"); return true;
    case 1:
        request = person_ask(p, CMD_GAG, "", "'name':'%s','show':'%s'", other->name,
                             one_in(2) ? "on" : "off");
        strcpy(request->text, other->name);
        return true;
    default:
        person_ask(p, CMD_TELL, "", "'name':'%s','text':'how are you, %s?'", other->name,
                   other->name);
        return true;
    }
}

/* --- the lobby --- */

bool act_watch(struct person *p) {
    const char *room = acts_pick_room();
    if (room == NULL) {
        return false;
    }
    if (one_in(4)) {
        person_ask(p, CMD_UNWATCH, room, "%s", "");
        return true;
    }
    return acts_enter(p, CMD_WATCH, room);
}

bool act_seek(struct person *p) {
    if (acts_seats(p) > 2) {
        return false;
    }
    const char *game = acts_pick_game(), *time = acts_pick_time();
    person_ask(p, one_in(2) ? CMD_SEEK : CMD_PLAY, "",
               "'game':'%s','time':'%s','rated':'%s'", game, time, acts_pick_rated(p));
    return true;
}

bool act_challenge(struct person *p) {
    const struct person *other = pick_person();
    if (acts_seats(p) > 2 || other == p) {
        return false;
    }
    bool rated = p->password[0] != '\0' && other->password[0] != '\0' && one_in(2);
    person_ask(p, CMD_CHALLENGE, "", "'name':'%s','game':'%s','rated':'%s'", other->name,
               acts_pick_game(), rated ? "yes" : "no");
    return true;
}

bool act_accept(struct person *p) {
    if (p->n_offers == 0) {
        return false;
    }
    long long offer = p->offer[below((unsigned)p->n_offers)];
    struct request *request =
        person_ask(p, one_in(4) ? CMD_DECLINE : CMD_ACCEPT, "", "'offer':%lld", offer);
    request->offer = offer;
    return true;
}

bool act_unseek(struct person *p) {
    person_ask(p, CMD_UNSEEK, "", "%s", "");
    return true;
}

bool act_profile(struct person *p) {
    static const char *const profiles[] = {
        "'games':'all','rated':'any','bots':'yes','max':3,'time':'any'",
        "'games':'royal-ur+tablut'",
        "'bots':'no'",
        "'rated':'no'",
        "'time':'clock'",
        "'games':'none'"};
    const char *profile = profiles[below(2) == 0 ? 0 : below(6)];
    strcpy(person_ask(p, CMD_PROFILE, "", "%s", profile)->text, "changes");
    return true;
}

bool act_look(struct person *p) {
    static const enum command_kind kinds[] = {
        CMD_WHO,  CMD_ROOMS,  CMD_MINE, CMD_GAMES,      CMD_HELLO,     CMD_SEEKS,
        CMD_PING, CMD_RATING, CMD_GAG,  CMD_CHALLENGES, CMD_DICESTATS, CMD_PROFILE};
    person_ask(p, kinds[below(12)], "", "%s", "");
    return true;
}

bool act_find(struct person *p) {
    const struct finished *finished = referee.finished;
    for (unsigned n = below(10); n > 0 && finished != NULL; n--) {
        finished = finished->next;
    }
    if (finished == NULL) {
        return false;
    }
    person_ask(p, one_in(2) ? CMD_RECORD : CMD_GAME, "", "'game_id':'%s'",
               finished->game_id);
    return true;
}

/* --- accounts --- */

bool act_register(struct person *p) {
    char password[32];
    if (p->password[0] != '\0' || p->n_requests > 0) {
        return false;
    }
    snprintf(password, sizeof password, "secret of %.16s", p->name);
    struct request *request =
        person_ask(p, CMD_REGISTER, "", "'password':'%s'", password);
    strcpy(request->text, password);
    return true;
}

bool act_forget(struct person *p) {
    if (p->password[0] == '\0' || p->n_requests > 0 || !one_in(4)) {
        return false;
    }
    struct request *request =
        person_ask(p, CMD_FORGET_ME, "", "'password':'%s'", p->password);
    strcpy(request->text, p->password);
    return true;
}

/* --- operators --- */

bool act_operate(struct person *p) {
    const struct person *other = pick_person();
    if (!p->is_operator || other == p) {
        return false;
    }
    switch (below(9)) {
    case 0: person_ask(p, CMD_STATS, "", "%s", ""); break;
    case 1: person_ask(p, CMD_CLIENTS, "", "%s", ""); break;
    case 2: person_ask(p, CMD_ANNOUNCE, "", "'text':'tea is ready'"); break;
    case 3: person_ask(p, CMD_BANS, "", "%s", ""); break;
    case 4: person_ask(p, CMD_KICK, "", "'who':'%s'", other->name); break;
    case 5: person_ask(p, CMD_BAN, "", "'who':'%s','minutes':1", other->name); break;
    case 6:
        if (one_in(4)) {
            person_ask(p, CMD_DRAIN, "", "'minutes':%u", 1 + below(16));
        }
        break;
    case 7: person_ask(p, CMD_DRAIN, "", "'minutes':'off'"); break;
    default:
        if (one_in(8)) {
            person_ask(p, CMD_SHUTDOWN, "", "'sure':'sure'");
        }
        break;
    }
    return true;
}

/* --- nonsense --- */

bool act_nonsense(struct person *p) {
    static const char *const lines[] = {
        "{'cmd':'jion'}",
        "{'cmd':'move'}",
        "{'cmd':'move','move':'nowhere','room':'XXXX'}",
        "{'cmd':'resume','token':'abc'}",
        "{'cmd':'accept','offer':99999}",
        "{'cmd':12}",
        "{'cmd':'ping','cmd':'ping'}",
        "{'cmd':'ping','id':[7]}",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
        "{'cmd':'say','text':'\\u0000'}",
        "not json at all",
        "{'cmd':'open','nonce':'a b'}",
        "{'cmd':'ban','who':'Ann'}",
        "{'cmd':'watch','room':'QQQQ'}",
        "{'cmd':'name','name':'9'}",
    };
    char line[6000];
    if (one_in(8)) {
        memset(line, 'x', sizeof line);
        line[0] = '{';
        person_say(p, line, 4097 + below(1800));
    } else {
        const char *said = lines[below(sizeof lines / sizeof lines[0])];
        person_say(p, json(said), strlen(said));
    }
    return true;
}

void act_in_text(struct person *p) {
    static const char *const lines[] = {
        "who",       "rooms",         "games",
        "help",      "help move",     "seeks",
        "mine",      "create tablut", "create stelp",
        "ready",     "board",         "moves",
        "1",         "say hello",     "shout hi all",
        "leave",     "watch",         "leave sure",
        "hello",     "ping",          "top royal-ur",
        "dicestats", "resign",        "draw",
        "profile",   "unseek",        "seek royal-ur",
        "why 1",     "record",        "x y z",
        "auto on",   "auto off",      "3 4",
        "lang fr",   "lang en",       "lang",
        "adjourn",   "resume",        "adjudicate siri none"};
    char line[100];
    const char *room = acts_pick_room();
    if (room != NULL && one_in(5)) {
        snprintf(line, sizeof line, "%s %s", one_in(2) ? "join" : "watch", room);
    } else {
        snprintf(line, sizeof line, "%s", lines[below(sizeof lines / sizeof lines[0])]);
    }
    person_say(p, line, strlen(line));
}
