#include "tests/fuzz/visit_mutate.h"

/* Lines of a server, with ' instead of ". */
static const char *const mutate_heard[] = {
    "$W",
    "$R",
    "$Q",
    "$P",
    "$P",
    "$B",
    "$A",
    "$D",
    "$L",
    "$G",
    "{'reply':'record','id':'bot.record..x','record':{'alea':1}}",
    "$V",
    "{'reply':'name','id':'player.name','name':'$N','token':'$T'}",
    "{'reply':'name','name':'dora','token':'$T'}",
    "{'reply':'resume','id':'player.resume','name':'$N','mine':[{'room':'SALI',"
    "'game':'royal-ur','stage':'playing','side':'white','opponent':'bob','away':false,"
    "'your_turn':true,'seq':3}]}",
    "{'reply':'resume','name':'$N','mine':[]}",
    "{'reply':'login','id':'ui.secret','name':'$N','token':'$T','mine':[]}",
    "{'reply':'password','id':'ui.secret','token':'$T'}",
    "{'reply':'register','id':'ui.secret','name':'$N'}",
    "{'reply':'forget-me','id':'ui.secret'}",
    "{'reply':'create','room':'SALI','side':'white','seq':1}",
    "{'reply':'join','room':'SALI','side':'black','seq':1}",
    "{'reply':'watch','room':'SALI'}",
    "{'reply':'leave','room':'SALI'}",
    "{'reply':'unwatch','room':'SALI'}",
    "{'reply':'ready','id':'SALI','room':'SALI'}",
    "{'reply':'move','id':'ui.move','room':'SALI'}",
    "{'reply':'moves','room':'SALI','seq':$S,'moves':'1-3 in-2'}",
    "{'reply':'quit','id':'ui.quit'}",
    "{'reply':'help','id':'ui.help','text':'help'}",
    "{'reply':'games','id':'ui.games.ann','games':[]}",
    "{'reply':'record','id':'ui.save','record':{'alea':1}}",
    "{'reply':'rooms','rooms':[{'room':'SALI','game':'royal-ur','time':null,"
    "'stage':'waiting','white':'bob','black':null,'watchers':0,'rated':false,"
    "'private':false}]}",
    "{'reply':'accept','room':'SALI','side':'white'}",
    "{'event':'say','room':'SALI','seq':$S,'name':'bob','text':'\\u001b[2Jhello\\u202e'}",
    "{'event':'say','room':'SALI','name':'eve','text':'a watcher','watcher':true}",
    "{'event':'tell','name':'eve','text':'psst'}",
    "{'event':'shout','name':'eve','text':'\\u2028all'}",
    "{'event':'notice','text':'\\u009b31mred'}",
    "{'reply':'rooms','id':'bot.lobby','rooms':[{'room':'SALI','game':'royal-ur',"
    "'time':null,'stage':'waiting','white':'bob','black':null,'watchers':0,"
    "'rated':false,'private':false}]}",
    "{'reply':'rooms','id':'bot.lobby','rooms':[]}",
    "{'reply':'create','id':'bot.lobby','room':'SALI','side':'white','seq':1}",
    "{'reply':'join','id':'bot.lobby','room':'SALI','side':'white','seq':1}",
    "{'error':'room_full','id':'bot.lobby','text':'full'}",
    "{'error':'wrong_word','id':'bot.lobby','text':'private'}",
    "{'error':'lobby_full','id':'bot.lobby','text':'later','retry_after_ms':1000}",
    "{'error':'bad_name','id':'bot.lobby','text':'no'}",
    "{'reply':'profile','id':'bot.profile','games':'all','rated':'any','bots':'yes',"
    "'max':1,'time':'any','bot':'yes'}",
    "{'reply':'accept','id':'bot.accept','room':'SALI','side':'white'}",
    "{'error':'unknown_offer','id':'bot.accept','text':'gone'}",
    "{'reply':'decline','id':'bot.decline'}",
    "{'reply':'record','id':'bot.record.k3w5dhzicgcypz5h','record':{'alea':1}}",
    "{'error':'storage','id':'bot.record.k3w5dhzicgcypz5h','text':'the disk'}",
    "{'reply':'watch','id':'player.watch.SALI','room':'SALI'}",
    "{'event':'closed','room':'SALI'}",
    "{'event':'offer','offer':7,'kind':'challenge','name':'eve','to':'$N','rating':null,"
    "'game':'royal-ur','time':null,'rated':false,'side':null,'bot':false}",
    "{'event':'offer','offer':8,'kind':'seek','name':'eve','to':null,'rating':null,"
    "'game':'royal-ur','time':null,'rated':false,'side':null,'bot':false}",
    "{'event':'offer_over','offer':7,'why':'gone'}",
    "{'event':'bye','code':'kicked','text':'go'}",
    "{'event':'bye','code':'shutting_down','text':'later'}",
    "{'error':'name_taken','id':'player.name','text':'somebody has it'}",
    "{'error':'name_registered','id':'player.name','text':'it belongs to somebody'}",
    "{'error':'unknown_token','id':'player.resume','text':'who is that'}",
    "{'error':'too_fast','text':'wait','retry_after_ms':2000}",
    "{'error':'too_fast','id':'player.name','text':'wait','retry_after_ms':2000}",
    "{'error':'insecure','id':'ui.secret','text':'others can read it'}",
    "{'error':'wrong_password','id':'ui.secret','text':'no'}",
    "{'error':'illegal_move','id':'ui.move','room':'SALI','text':'no','moves':'1-3'}",
    "{'error':'in_game','id':'ui.quit','text':'you play'}",
    "{'error':'storage','text':'the disk'}",
    "{'error':'seat_taken','room':'SALI','text':'taken'}",
    "{'error':'unknown_offer','text':'gone'}",
    "{'reply':'hello','id':'player.hello','protocol':1,'server':'alead','version':'1',"
    "'title':'x','welcome':'\\u001bhi','boot':'b','durability':'full','time_ms':1,'"
    "draining':false,'tls':false,'account':false,"
    "'you':null,'passwords':'warn','games':[],'limits':{}}",
    "{'reply':'hello','id':'player.hello','protocol':1,'server':'alead','version':'1',"
    "'title':'x','welcome':null,'boot':'b','durability':'full','time_ms':1,'draining':"
    "false,'tls':false,'account':false,'you':null,"
    "'passwords':'refuse','games':[],'limits':{}}",
};

/* Other things that happen; only the target for alea play uses what is typed. */
static const char *const mutate_others[] = {
    ">1",
    ">2",
    ">9",
    ">1-3",
    ">in-2",
    ">ready",
    ">ready apple",
    ">move 1",
    ">@SALI move 1",
    ">moves",
    ">save x",
    ">@SALI save x",
    ">save",
    ">help",
    ">help save",
    ">mode text",
    ">games ann",
    ">quit",
    ">register",
    ">register long password",
    ">long password",
    ">yes",
    ">login bob",
    ">password",
    ">forget-me",
    ">nonsense",
    ">say hi",
    ">resign",
    "x",
    "x",
    "c* x [alea/1]",
    "c* x [alea/1]",
    "c* x [alea/2]",
    "cHTTP/1.1 400",
    "t1",
    "t2",
    "t3",
    "t9",
    "|{\"event\":\"st",
    "|\"}",
    "|\n",
};

/* Inserts a long text into one of the strings, at its start or after a letter. */
static size_t mutate_lengthen(uint64_t *rng, char *line, size_t n) {
    const char *with = random_below(rng, 2) == 0 ? "$E" : "x$E";
    size_t at = random_below(rng, (unsigned)n), len = strlen(with);
    while (at < n && line[at] != '\'') {
        at++;
    }
    if (at == n || n + len >= MUTATE_LINE_BYTES) {
        return n;
    }
    memmove(line + at + 1 + len, line + at + 1, n - at);
    memcpy(line + at + 1, with, len);
    return n + len;
}

size_t visit_new_line(uint64_t *rng, char line[static MUTATE_LINE_BYTES]) {
    bool is_heard = random_below(rng, 3) != 0;
    const char *text = is_heard
                           ? mutate_heard[random_below(rng, MUTATE_N(mutate_heard))]
                           : mutate_others[random_below(rng, MUTATE_N(mutate_others))];
    size_t n =
        (size_t)snprintf(line, MUTATE_LINE_BYTES, "%s%s\n", is_heard ? "<" : "", text);
    assert(n < MUTATE_LINE_BYTES);
    n = is_heard && random_below(rng, 8) == 0 ? mutate_lengthen(rng, line, n) : n;
    for (char *at = line; is_heard && *at != '\0'; at++) {
        *at = *at == '\'' ? '"' : *at;
    }
    return n;
}
