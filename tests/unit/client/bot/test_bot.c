/* What a bot does, message by message: in a game, in the lobby, with offers, as a house
 * bot, after a reconnect and when its opponent is away. */
#include "tests/unit/client/bot_scene.h"
#include "tests/unit/test.h"

#define MOVE(seq)     "{'cmd':'move','id':'KOTO','room':'KOTO','move':'in-2','seq':'" seq "'}"
#define SAYS(command) "{'cmd':'" command "','id':'KOTO','room':'KOTO'}"
#define ERROR(code, id)                                                                  \
    "{'error':'" code "','id':'" id "','text':'no','retry_after_ms':40}"
#define OFFER(to, game)                                                                  \
    "< {'event':'offer','offer':7,'kind':'challenge','name':'bob',"                      \
    "'to':" to ",'rating':null,'game':'" game "','time':null,'rated':false,"             \
    "'side':null,'bot':false}"
#define CHALLENGE OFFER("'ann'", "royal-ur")
#define SEEK      OFFER("null", "royal-ur")
#define ACCEPT    "{'cmd':'accept','id':'bot.accept7','offer':'7'}"
#define ACCEPTED                                                                         \
    "< {'reply':'accept','id':'bot.accept7','room':'LINI','seq':2,'side':'white'}"
#define DECLINE(reason)                                                                  \
    "{'cmd':'decline','id':'bot.decline','offer':'7','reason':'" reason "'}"

static const struct bot_plan slow = {
    .games = {"royal-ur"}, .n_games = 1, .n_plays = 1, .pace_ms = 30};
static const struct bot_plan twice = {.games = {"royal-ur"}, .n_games = 1, .n_plays = 2};
static const struct bot_plan joins = {
    .games = {"royal-ur"}, .n_games = 1, .n_plays = 1, .join = "KOTO"};
static const struct bot_plan saves = {
    .games = {"royal-ur"}, .n_games = 1, .n_plays = 1, .save_dir = "/nowhere"};
static const struct bot_plan house = {
    .games = {"royal-ur", "tablut"}, .n_games = 2, .is_house = true, .tables = 2};
static const struct bot_plan unarmed = {.games = {"royal-ur", "tablut:king=unarmed"},
                                        .n_games = 2,
                                        .is_house = true,
                                        .tables = 2};
static const struct bot_plan one_table = {
    .games = {"royal-ur", "tablut"}, .n_games = 2, .is_house = true, .tables = 1};
static const struct bot_plan one_game = {
    .games = {"royal-ur"}, .n_games = 1, .is_house = true, .tables = 1};
static const struct bot_plan hasty = {.games = {"royal-ur"},
                                      .n_games = 1,
                                      .is_house = true,
                                      .tables = 2,
                                      .has_seek_wait = true,
                                      .seek_wait_ms = 10};
static const struct bot_plan level = {.games = {"royal-ur"},
                                      .n_games = 1,
                                      .is_house = true,
                                      .is_of_host = true,
                                      .only_challenges = true,
                                      .tables = 2};
static const struct bot_plan full = {.games = {"royal-ur"},
                                     .n_games = 1,
                                     .is_house = true,
                                     .is_of_host = true,
                                     .tables = PLAYER_ROOMS_MAX};

struct row {
    const char *name;
    const struct bot_plan *plan;
    const char *steps;
};

static void play(void **state) {
    const struct row *row = table_row(state);
    bot_plays(row->plan, row->steps);
}

/* --- a game --- */

static const struct row game_rows[] = {
    {"ready with an opponent, a move at its pace, and done after the game", &slow,
     "seated | <both | @0 | > 'cmd':'ready' | =100 | <turn | @110 130 | . | " //
     "@130 | >" MOVE("8") " | busy | =200 | <over | done | @10000 - | ."},
    {"too fast: it repeats the command when the server allows it", &guest,
     "seated | <turn | @0 | > 'cmd':'move' | =100 | < " ERROR("too_fast", "KOTO") //
     " | @100 140 | @140 | > 'cmd':'move'"},
    {"a server that drains restarts, or stops draining", &twice,
     "seated | <over | @0 | > 'cmd':'rematch' | =100 | "
     "< {'error':'draining','id':'KOTO','text':'no'} | fine | @100 5100 | @5100 | "
     "> 'cmd':'rematch'"},
    {"the other player has asked for a rematch first", &twice,
     "seated | <over | @0 | > 'cmd':'rematch' | "
     "< {'error':'not_over','id':'KOTO','text':'no'} | told | @0 -"},
    {"dice that are not as promised", &guest,
     "seated | <both | @0 | <over "
     "secret='100102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f' | "
     "cheated | told NOT AS PROMISED"},
    {"a record that the server cannot send yet, and a missing one", &saves,
     "seated | <over | @0 | > 'cmd':'record' | =100 | < "                  //
     ERROR("too_fast", "bot.record.g42")                                   //
     " | @100 140 | @140 | > 'cmd':'record' | "                            //
     "< {'error':'unknown_record','id':'bot.record.g42','text':'none'} | " //
     "told no record of g42: none\n | done"},
};

TEST_ROWS(game_rows) {
    play(state);
}

/* --- a house bot --- */

#define OPENS(game, code)                                                                \
    "@0 | > 'game':'" game "' | "                                                        \
    "< {'reply':'create','id':'bot.lobby','room':'" code "','side':'white','seq':1} | "
#define CALLED_OFF "asking | <over result={'outcome':'none','reason':'unopened'}"

static const struct row house_rows[] = {
    {"a room for each game, a greeting, and another room", &house,
     OPENS("royal-ur", "KOTO")                                           //
     "<alone | " OPENS("tablut", "LINI")                                 //
     "<alone game=tablut; room=LINI | @0 | . | <both | > Hello! | @0 | " //
     "> 'cmd':'ready' | > 'game':'royal-ur' | ."},
    {"it waits for the guest after a game, and opens the room when the guest has left",
     &house,
     "asking | <over | > Hello! | @10000 | . | =0 | <both | @0 | > 'cmd':'ready' | <over "
     "black=null; happened=[{'what':'gone','side':'black','name':'bob'}] | @10000 | "
     "> 'cmd':'rematch' | busy"},
    {"a game called off since the bot lost its nonce", &house,
     CALLED_OFF "; white={'name':'ann','ready':true,'seal':null,'nonce':null} | "
                "> Hello! | @10000 | > 'cmd':'rematch' | ."},
    {"a game called off by the guest", &house, CALLED_OFF " | > Hello! | @10000 | ."},
    {"one free room for a game is enough", &house,
     "asking | <alone | <alone room=LINI | @0 | "
     ">{'cmd':'leave','id':'LINI','room':'LINI'} | ."},
    {"no more rooms than allowed, and it waits if the server refuses more", &one_game,
     "@0 | > 'cmd':'create' | "
     "< {'error':'too_many_rooms','id':'bot.lobby','text':'no'} | @0 1000-60000 | . | "
     "<both | > Hello | @60000 | > 'cmd':'ready' | . | fine"},
    {"a room of unknown origin whose game has other options than its own", &house,
     "asking | <alone game=stelpur | @0 | >" SAYS("leave")},
};

TEST_ROWS(house_rows) {
    play(state);
}

/* --- offers --- */

/* It tells the server which games it plays, and how many; some servers have no profiles.
 */
#define PROFILE(games, rated, max)                                                       \
    "named | >{'cmd':'profile','id':'bot.profile','games':'" games "','rated':'" rated   \
    "','max':'" max                                                                      \
    "','bot':'yes'} | < {'error':'unknown_command','id':'bot.profile','text':'no'} | "   \
    "fine | told"
/* A bot that is not looking for a seat; BEFORE: what it hears first. */
#define IDLE_AFTER(before) "named | seated | " before " | >* | "
#define IDLE               "named | seated | >* | "
/* What the server does not let it accept, so that nobody waits. */
#define CANNOT_TAKE(code, reason)                                                        \
    "named | >* | " CHALLENGE " | >" ACCEPT " | < {'error':'" code                       \
    "','id':'bot.accept7','text':'no'} | >" DECLINE(reason) " | fine"
/* A house bot with nothing to do, at a server that says how long bots wait. */
#define HELLO                                                                            \
    "< {'reply':'hello','id':'player.hello','protocol':1,'server':'alead',"              \
    "'version':'0.1.0','title':'t','boot':'b','time_ms':0,'durability':"                 \
    "'full','draining':false,'passwords':'any','limits':{"                               \
    "'rooms_per_player':8,'rooms_per_bot':2,'bot_wait_ms':3000}} | named | >* | asking " \
    "| "
#define SOUGHT(number, game, rated, bot)                                                 \
    "{'offer':" number ",'kind':'seek','name':'bob','to':null,"                          \
    "'rating':null,'game':'" game "','time':null,'rated':" rated                         \
    ",'side':null,'bot':" bot "}"
/* It meets the opponent of an offer, and is then alone or not. */
#define MET         IDLE CHALLENGE " | " ACCEPTED " | <both room=LINI | @0 | >* | asking | "
#define MET_FIRST   IDLE CHALLENGE " | <both room=LINI | " ACCEPTED " | @0 | >* | asking | "
#define LEFT(stage) "<alone room=LINI; stage=" stage " | @10000 | > leave | ."

static const struct row offer_rows[] = {
    {"profile of one game", &guest, PROFILE("royal-ur", "no", "1")},
    {"profile of a house", &unarmed, PROFILE("royal-ur+tablut", "no", "4")},
    {"profile of a level of the host", &level, PROFILE("royal-ur", "any", "2")},
    {"profile of one that joins a room", &joins, PROFILE("none", "no", "1")},
    {"its game", &guest, IDLE CHALLENGE " | >" ACCEPT " | ."},
    {"alone in a room", &guest,
     IDLE_AFTER("<alone") //
     CHALLENGE " | >" ACCEPT " | ."},
    {"with somebody", &guest,
     IDLE_AFTER("<both")              //
     CHALLENGE " | >" DECLINE("busy") //
     " | ."},
    {"all is played", &guest,
     IDLE_AFTER("<over")              //
     CHALLENGE " | >" DECLINE("busy") //
     " | ."},
    {"another game", &guest,
     IDLE OFFER("'ann'", "tablut") //
     " | >" DECLINE("game")        //
     " | ."},
    {"a longer name", &guest,
     IDLE OFFER("'ann'", "royal-urs") //
     " | >" DECLINE("game")           //
     " | ."},
    {"a seek", &guest, IDLE SEEK " | ."},
    {"to somebody else", &guest,
     IDLE OFFER("'cid'", "royal-ur") //
     " | ."},
    {"it has a room to join", &joins,
     IDLE CHALLENGE " | >" DECLINE("busy") //
     " | ."},
    {"a house, other options", &unarmed,
     IDLE OFFER("'ann'", "tablut") //
     " | >" ACCEPT " | ."},
    {"a house with a room", &house,
     IDLE_AFTER("<both") //
     CHALLENGE " | >" ACCEPT " | ."},
    {"as many tables as allowed, counting those not answered yet", &one_table,
     IDLE_AFTER("<both")              //
     CHALLENGE " | >" DECLINE("busy") //
     " | " OFFER("'ann'", "tablut")   //
     " | >" ACCEPT " | " OFFER("'ann'", "tablut") " | >" DECLINE("busy")},
    {"alone in its own room, it leaves for that of an offer, and joins no other", &guest,
     "named | <alone | @0 | > rooms | " CHALLENGE " | >" ACCEPT " | " //
     "< "
     "{'reply':'rooms','id':'bot.lobby','rooms':[{'room':'BABA','game':'royal-ur','stage'"
     ":'waiting','white':'ada','black':null}]} | " //
     ". | " ACCEPTED " | @0 | >" SAYS("leave")},
    {"the offer is over: it looks for another opponent", &guest,
     IDLE CHALLENGE
     " | >" ACCEPT " | "
     "< {'error':'unknown_offer','id':'bot.accept7','text':'no'} | fine | @0 | > rooms"},
    {"too many rooms", &house, CANNOT_TAKE("too_many_rooms", "busy")},
    {"a full lobby", &house, CANNOT_TAKE("lobby_full", "busy")},
    {"a server that drains", &house, CANNOT_TAKE("draining", "later")},
    {"not wanted", &house, CANNOT_TAKE("not_wanted", "later")},
    {"a seek is for people first, as long as the server says", &house,
     HELLO "=1000 | " SEEK " | @1000 4000 | . | @4000 | >" ACCEPT " | "
           "< {'error':'too_fast','id':'bot.accept7','text':'no','retry_after_ms':500} | "
           "@4000 4500 | @4500 | >" ACCEPT " | " ACCEPTED " | @9000 | ."},
    {"or as long as it was told", &hasty, HELLO SEEK " | @0 10"},
    {"a seek that is over", &house,
     HELLO SEEK " | < {'event':'offer_over','offer':7,'why':'withdrawn'} | @9000 - | ."},
    {"seeks from before it came, but not of bots, rated, or of other games", &house,
     HELLO "< {'reply':'seeks','id':'bot.seeks','seeks':[" //
     SOUGHT("4", "royal-ur", "false", "true")              //
     "," SOUGHT("5", "royal-ur", "true", "false")          //
     "," SOUGHT("6", "ur", "false", "false")               //
     "," SOUGHT("7", "royal-ur", "false", "false") "]} | @3000 | >" ACCEPT " | ."},
    {"in as many rooms as it may, it leaves one without an opponent, if there is one",
     &full,
     HELLO "<both room=BABA | <alone | seated | > say | @0 | > ready | " //
     CHALLENGE " | >" SAYS("leave")                                      //
     " | >" ACCEPT " | " CHALLENGE " | >" DECLINE("busy")                //
     " | " SEEK " | @3000 | . | @3000 5000"},
    {"left before the game", &house, MET LEFT("waiting")},
    {"left, and the state comes first", &house, MET_FIRST LEFT("waiting")},
    {"left after the game", &house, MET LEFT("over")},
    {"left, a guest, before the game", &guest, MET LEFT("waiting")},
    {"he is there", &house, MET "<both room=LINI; stage=over | @10000 | ."},
    {"adjourned", &house, MET "<both room=LINI; stage=adjourned | @10000 | > resume | ."},
};

TEST_ROWS(offer_rows) {
    play(state);
}

/* --- the lobby --- */

#define ROOM_AND(code, game, stage, white, black, more)                                  \
    "{'room':'" code "','game':'" game "','stage':'" stage "','white':" white            \
    ",'black':" black more "}"
#define ROOM(code, game, stage, white, black)                                            \
    ROOM_AND(code, game, stage, white, black, "")
#define WAITS(game) ROOM("KOTO", game, "waiting", "'bob'", "null")
#define NOT_FOR_BOTS                                                                     \
    ROOM_AND("KOTO", "royal-ur", "waiting", "'bob'", "null",                             \
             ",'rated':false,'private':true")                                            \
    "," ROOM_AND("LINI", "royal-ur", "waiting", "'cleo'", "null",                        \
                 ",'rated':true,'private':false")
#define ROOMS(rooms) "< {'reply':'rooms','id':'bot.lobby','rooms':[" rooms "]} | "
#define LOBBY(rooms) "@0 | >{'cmd':'rooms','id':'bot.lobby'} | " ROOMS(rooms)
#define CREATES      ">{'cmd':'create','id':'bot.lobby','game':'royal-ur'} | @0 - | ."
#define JOINS(code)  ">{'cmd':'join','id':'bot.lobby','room':'" code "'} | @0 - | ."
/* It looks again later, and skips rooms that do not take bots. */
#define SEAT_LOST(code, then)                                                            \
    LOBBY(WAITS("royal-ur"))                                                             \
    "> 'cmd':'join' | =100 | < {'error':'" code "','id':'bot.lobby','text':'no'} | "     \
    "fine | told | @100 101-60100 | . | @due | > rooms | " ROOMS(                        \
        WAITS("royal-ur")) "> 'cmd':'" then "'"
/* Two bots have opened rooms at the same time. */
#define LONELY(code, name)                                                               \
    "<alone | @0 | > rooms | " ROOMS(ROOM(code, "royal-ur", "waiting", name, "null"))
#define CANNOT_JOIN(code)                                                                \
    "@0 | >{'cmd':'join','id':'bot.lobby','room':'KOTO'} | "                             \
    "< {'error':'" code "','id':'bot.lobby','text':'no'} | failed | "                    \
    "told the server says: no\n"

static const struct row lobby_rows[] = {
    {"no rooms", &guest,
     LOBBY("") //
     CREATES},
    {"somebody waits", &guest,
     LOBBY(WAITS("royal-ur")) //
     JOINS("KOTO")},
    {"not for our game", &guest,
     LOBBY(WAITS("tablut")) //
     CREATES},
    {"in a match of two games", &guest,
     LOBBY(WAITS("royal-ur:legs=2")) //
     JOINS("KOTO")},
    {"both seats are taken", &guest,
     LOBBY(ROOM("KOTO", "royal-ur", "waiting", "'bob'", "'cleo'") "," ROOM(
         "LINI", "royal-ur", "over", "'bob'",
         "null") "," ROOM("BABA", "royal-ur", "waiting", "null", "'bob'")) //
     JOINS("BABA")},
    {"not for bots", &guest,
     LOBBY(NOT_FOR_BOTS) //
     CREATES},
    {"behind those that are not for bots", &guest,
     LOBBY(NOT_FOR_BOTS "," ROOM("BABA", "royal-ur", "waiting", "null", "'bob'")) //
     JOINS("BABA")},
    {"lost: room_full", &guest, SEAT_LOST("room_full", "join")},
    {"lost: seat_taken", &guest, SEAT_LOST("seat_taken", "join")},
    {"lost: unknown_room", &guest, SEAT_LOST("unknown_room", "join")},
    {"lost: wrong_word", &guest, SEAT_LOST("wrong_word", "create")},
    {"lost: not_registered", &guest, SEAT_LOST("not_registered", "create")},
    {"another waits, and its name sorts first", &guest,
     LONELY("LINI", "'ada'")                                                   //
     "@0 | > 'cmd':'leave' | < {'reply':'leave','id':'KOTO','room':'KOTO'} | " //
     "@0 | > rooms"},
    {"another waits, and its name sorts later", &guest,
     LONELY("LINI", "'bob'") //
     "@0 1-60000 | . | @due | > rooms"},
    {"only we wait", &guest,
     LONELY("KOTO", "'ann'") //
     "@0 1-60000 | . | @due | > rooms"},
    {"the room to join is full", &joins, CANNOT_JOIN("room_full")},
    {"the room to join has a word", &joins, CANNOT_JOIN("wrong_word")},
    {"the room to join is for accounts", &joins, CANNOT_JOIN("not_registered")},
};

TEST_ROWS(lobby_rows) {
    play(state);
}

/* --- after a reconnect --- */

#define MINE(code, game, stage, seq)                                                     \
    "{'room':'" code "','game':'" game "','stage':'" stage                               \
    "','side':'white','opponent':'bob','away':false,'your_turn':true,'seq':" seq "}"
/* It sits in KOTO with a token, and looks for no other seat. */
#define SITS       "named | seated | <both | @0 | > 'cmd':'ready' | "
#define SITS_MOVES SITS "<turn | @0 | >" MOVE("8") " | "
/* It reconnects, and still has these rooms. */
#define RETURNS(rows)                                                                    \
    "lost | > 'cmd':'hello' | > " BOT_TOKEN " | @500 - | . | "                           \
    "< {'reply':'resume','id':'player.resume','name':'ann','mine':[" rows                \
    "]} | > 'cmd':'profile' | told back again as ann\n | untold " BOT_TOKEN " | "
#define IN_KOTO(stage, seq) RETURNS(MINE("KOTO", "royal-ur", stage, seq))
/* A game that ended while it was away counts once, however it learns of it. */
#define ENDED "played 1 | done"

static const struct row return_rows[] = {
    {"a move without an answer is sent again", &guest,
     SITS_MOVES IN_KOTO("playing", "8") //
     "@500 | >" MOVE("8")               //
     " | ."},
    {"an answered move is not", &guest,
     SITS_MOVES "< {'reply':'move','id':'KOTO','room':'KOTO'} | " //
     IN_KOTO("playing", "8") "seated | @500 | ."},
    {"it acts only on the last of the missed events", &guest,
     SITS_MOVES IN_KOTO("playing", "10")                               //
     "seated | <playing seq=9 | <playing seq=10; moves=in-3 | @500 | " //
     ">{'cmd':'move','id':'KOTO','room':'KOTO','move':'in-3','seq':'10'} | ."},
    {"ended: the game is over", &guest,
     SITS "<turn | played 0 | " IN_KOTO("over", "20") //
     "<over seq=20; snapshot=1; happened=[] | "       //
     "<over seq=20; snapshot=1; happened=[] | " ENDED},
    {"ended: another game begins", &guest,
     SITS "<turn | played 0 | " IN_KOTO("waiting", "20") //
     "<both game_id=g43; seq=20; snapshot=1 | "          //
     "<both game_id=g43; seq=20; snapshot=1 | " ENDED},
    {"ended: the room is gone", &guest,
     SITS "<turn | played 0 | " RETURNS("") //
     ENDED},
    {"a record whose answer was lost", &saves,
     SITS "<over | @0 | > bot.record.g42 | " IN_KOTO("over", "8") //
     "busy | @500 | > bot.record.g42"},
    {"it plays on in a room that it does not know, greets nobody, and opens no more",
     &one_table,
     "named | seated | >* | " //
     RETURNS(MINE("LINI", "tablut", "playing", "4") "," MINE("KOTO", "royal-ur",
                                                             "playing", "7")) //
     "<turn seq=7; snapshot=1 | @500 | played 0 | untold meanwhile | "        //
     "> 'cmd':'move' | ."},
    {"the server no longer knows it: it starts again", &guest,
     SITS "lost | > 'cmd':'hello' | > 'cmd':'resume' | "
          "< {'error':'unknown_token','id':'player.resume','text':'no'} | told starts "
          "afresh | "
          ">{'cmd':'name','id':'player.name','name':'ann'} | named | @0 | "
          "> 'cmd':'profile' | >{'cmd':'rooms','id':'bot.lobby'} | fine"},
};

TEST_ROWS(return_rows) {
    play(state);
}

/* --- an opponent who is away, or offers something --- */

#define AWAY(ready, grace_ms)                                                            \
    "{'name':'bob','ready':" ready                                                       \
    ",'seal':null,'nonce':null,'away':true,'grace_ms':" grace_ms "}"
#define OFFERS(offer)                                                                    \
    "{'name':'bob','ready':true,'seal':null,'nonce':null,'offer':'" offer "'}"
#define BLACK(seat, said)    "seated | <playing black=" seat " | @0 | " said "."
#define OUR_TURN(seat, said) "seated | <turn black=" seat " | @0 | " said "."
#define ADJOURNED(seat, said)                                                            \
    "seated | <waiting stage=adjourned; black=" seat " | @0 | " said "."
#define CLAIM ">" SAYS("claim") " | "
#define TOO_EARLY                                                                        \
    "=100 | < {'error':'not_absent','id':'KOTO','text':'no','retry_after_ms':40} | "

static const struct row absent_rows[] = {
    {"who wants to go on another time", &guest,
     BLACK(OFFERS("adjourn"), ">" SAYS("adjourn") " | ")},
    {"the same, and it is our turn", &guest,
     OUR_TURN(OFFERS("adjourn"), ">" SAYS("adjourn") " | ")},
    {"in a rated game", &guest,
     BLACK(OFFERS("adjourn") "; result=null,'rated':true", "")},
    {"in a rated game, and it is our turn", &guest,
     OUR_TURN(OFFERS("adjourn") "; result=null,'rated':true", ">" MOVE("7") " | ")},
    {"who offers a draw", &guest, BLACK(OFFERS("draw"), "")},
    {"who offers a draw, and it is our turn", &guest,
     OUR_TURN(OFFERS("draw"), ">" MOVE("7") " | ")},
    {"within the grace time", &guest, BLACK(AWAY("true", "5000"), "")},
    {"within the grace time, and it is our turn", &guest,
     OUR_TURN(AWAY("true", "5000"), ">" MOVE("7") " | ")},
    {"after it", &guest, BLACK(AWAY("true", "0"), CLAIM)},
    {"after it, and it is our turn", &guest, OUR_TURN(AWAY("true", "0"), CLAIM)},
    {"before the game", &guest,
     "seated | <waiting black=" AWAY("true", "5000") //
     " | @0 | ."},
    {"in an adjourned game: who waits for the other one cannot lose it", &guest,
     ADJOURNED(AWAY("false", "0"), ">" SAYS("resume") " | ")},
    {"back in an adjourned game", &guest,
     ADJOURNED(SAMPLE_UNREADY("bob"), ">" SAYS("resume") " | ")},
    {"we want to go on already", &guest,
     ADJOURNED(SAMPLE_UNREADY("bob") "; white=" SAMPLE_SEAT("ann", "alice"), "")},
    {"a claim that came too early", &guest,
     BLACK(AWAY("true", "0"), CLAIM TOO_EARLY "@100 140 | @140 | " CLAIM)},
    {"a claim that came too early, and the opponent is back", &guest,
     BLACK(AWAY("true", "0"), CLAIM "<playing | " TOO_EARLY "@100 - | @140 | ")},
};

TEST_ROWS(absent_rows) {
    play(state);
}
