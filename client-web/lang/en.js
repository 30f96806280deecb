// The page's words in English.  {0}, {1} stand for what is filled in.  The other languages have the
// same keys, and more in `errors` and `rule`, which the server says in English itself.
export default {
  language: 'English', languageLabel: 'Language',

  // --- who you are ---
  yourName: 'Your name', enter: 'Enter', nameHint: '2 to 16 letters and digits.',
  sitDown: 'Sit down and play', invitedTo: 'You are invited to a game: {0}.',
  invitedBy: '{0} invites you to a game of {1}.', invitedWatch: 'You can watch a game of {0}.',
  login: 'I have a password', loginDo: 'Log in', logOut: 'Log out',
  sureLogOut: 'Really log out? Games that have begun are given up.', password: 'Password',
  passwordOld: 'Present password', passwordNew: 'New password',
  passwordChange: 'Change the password', passwordChanged: 'The password is changed.',
  passwordWarn:
    'This connection is not encrypted: others on the network could read a password. Do not ' +
    'use one that you use elsewhere.',
  passwordRefuse: 'This server takes no passwords on a connection that is not encrypted.',
  account: 'Account', register: 'Keep this name',
  registerHint:
    'With a password (8 characters or more) the name is yours, and you can play rated games.',
  registerDo: 'Register', registered: 'The name {0} is yours now.',
  isYours: 'The name {0} is registered, and yours.', changeName: 'Change the name',
  forget: 'Delete the account',
  forgetHint:
    'The account, its ratings and its statistics are deleted. In stored games another name ' +
    'stands for yours.',
  sureForget: 'Really delete this account?',
  unkept:
    'Your browser stores nothing for this page: its site data is blocked, or its storage is ' +
    'full. Do not reload or close the page, or you lose your name and your seats.',
  whatIsThis: 'Old board games, against people or against the house.',

  // --- the lobby ---
  lobby: 'Lobby', playNow: 'Play now', game: 'Game', clock: 'Clock', noClock: 'no clock',
  ownClock: 'other …', minutes: 'Minutes each', bonus: 'Seconds more for each move',
  clockIs: '{0} min + {1} s a move', play: 'Play', opponent: 'Against',
  colon: ': ', anybody: 'whoever comes first', houseLevel: 'the house {0}: {1}',
  playHint: 'You meet the next person who wants this game; if nobody comes, the house plays.',
  waitingFor: 'Looking for an opponent: {0} …', waitingForName: 'Waiting for the answer of {0} …',
  houseSoon: 'In a few seconds {0} plays.', cancel: 'Cancel',
  offerDeclined: 'Your challenge was declined.', offerOver: 'Nobody took your offer.',
  gameFound: 'Another game of yours is waiting: see the lobby.', createTitle: 'Play with a friend',
  create: 'Create a room', createHint: 'You get a link and a QR code to send.', side: 'Your side',
  anySide: 'white (usual)', privateRoom: 'Private room', passWord: 'Word',
  wordHint: 'Only those who know the word come in. The link that you send contains it.',
  wordAsk: 'This room is private. Which word did you get with the invitation?',
  wordWrong: 'This is not the word. Try again.',
  ratedLong: 'Rated: it counts for the ratings of both', rated: 'rated', private: 'private',
  rooms: 'Rooms', noRooms: 'No rooms are open. Create one, or press "Play".', join: 'Join',
  watch: 'Watch', seeks: 'Open games', accept: 'Play', decline: 'No, thank you',
  messages: 'Messages', sayToAll: 'Say something to everybody', sayTo: 'Say something to {0} alone',
  toName: 'to {0}', toYou: 'to you alone', here: 'Who is here', nobody: 'Nobody else is here.',
  bot: 'a program', botHello: 'Hello! I am a program, and play at level {0}.',
  botRandom: 'Hello! I am a program, and play at random.', challenge: 'Challenge',
  challengeWhom: 'Challenge {0}', challengesYou: '{0} challenges you: {1}', myGames: 'Your games',
  yourMove: 'your turn', open: 'Open', free: 'free', watching: '{0} watching', white: 'White',
  black: 'Black', wall: 'Wall (for a projector)', wallInvite: 'Play along. Scan this, or open',
  wallEmpty: 'No games are running.', stage_waiting: 'waiting', stage_opening: 'begins',
  stage_playing: 'playing', stage_adjourned: 'adjourned', stage_over: 'over',
  options: {
    pieces: 'Pieces',
    legs: 'Games', 'legs=1': 'one', 'legs=2': 'two, sides exchanged', mills: 'Men in a mill',
    'mills=protected': 'are protected', 'mills=open': 'can be taken', dice: 'Dice',
    'dice=moving': 'while men move', 'dice=none': 'none', 'dice=alfonso': 'while men are placed',
    king: 'King',
    'king=armed': 'captures', 'king=unarmed': 'does not capture', 'king=weak': 'captured by two',
    escape: 'King wins', 'escape=corner': 'on a corner', 'escape=edge': 'on the edge',
    rules: 'Rules', 'rules=booklet': 'of the booklet', 'rules=linnaeus': 'as Linnaeus saw them',
    'king=long': 'moves any distance',
    'king=step': 'moves one step', throne: 'Throne', 'throne=plain': 'is a plain square',
    'throne=hostile': 'helps to capture', first: 'Begins', 'first=black': 'black',
    'first=white': 'white',
  },

  // --- choosing and learning ---
  races: 'Races with dice', taflAndMorris: 'Tafl and morris',
  chooseGame: 'Choose a game', choose: 'Choose {0}', howTo: 'How to play', learn: 'Learn',
  learnThis: 'Learn it by playing: a few small positions', history: 'Where it comes from',
  lessonOf: 'Lesson {0} of {1}', lessonBack: 'Before', lessonNext: 'Next', lessonShow: 'Show me',
  lessonIllegal: 'That is no legal move. Look at the ringed pieces.',
  lessonOther: 'That is legal, but not what is asked here. Try again.',
  levels: {
    '1': 'Apprentice, for your first game', '2': 'Traveller, thinks of the next move',
    '3': 'Merchant, punishes mistakes, makes some', '4': 'Scribe, seldom gives anything away',
    '5': 'Captain, plans ahead', '6': 'Judge, strong', '7': 'Vizier, very strong',
    '8': 'Oracle, plays its best',
  },
  about: {
    'royal-ur': [
      
        'A race over the board of the kings of Ur: seven pieces, five rosettes, one bridge ' +
        'where they meet.',
      'about 10 minutes · luck and skill',
    ],
    finkel: [
      'The race by the rules that most people know: four dice, one safe star.',
      'about 10 minutes · luck and skill',
    ],
    blitz: [
      'A short race: five pieces, and a capture throws again.',
      'about 5 minutes · luck and skill',
    ],
    masters: [
      'A long race around the end of the board, where no piece is safe.',
      'about 15 minutes · luck and skill',
    ],
    aseb: [
      'The race from Egypt, on a long board: five pieces, safe on every star.',
      'about 10 minutes · luck and skill',
    ],
    akalamdung: [
      'The race with twins, warriors, and the Vision of the Oracle.',
      'about 15 minutes · luck and skill',
    ],
    ur: [
      'Land on your enemies and carry them off as prisoners: columns rise and fall.',
      'about 15 minutes · more skill than luck',
    ],
    stelpur: [
      'A chase round a ring. Only ones, sixes and doubles move.',
      'about 10 minutes · mostly luck',
    ],
    morris: [
      'Nine men and three dice, from the book of king Alfonso.',
      'about 15 minutes · more skill than luck',
    ],
    tablut: [
      'The king breaks out; the attackers close in. As Linnaeus saw it in Lapland.',
      'about 20 minutes · skill alone',
    ],
    ashton: [
      'Tablut with four camps, and the king wins on any edge: many programs play it.',
      'about 20 minutes · skill alone',
    ],
    brandubh: [
      'The smallest of the king’s games, from Ireland: eight against five.',
      'about 10 minutes · skill alone',
    ],
    fetlar: [
      'Hnefatafl, the game of the Vikings, on 11 by 11.',
      'about 30 minutes · skill alone',
    ],
    copenhagen: [
      'Hnefatafl as most play it today: with shieldwalls and forts.',
      'about 30 minutes · skill alone',
    ],
    'alea-evangelii': [
      'The great board of the gospels: 73 pieces on 19 lines.',
      'about 45 minutes · skill alone',
    ],
  },

  // --- a room ---
  deviceOffline: 'This device is offline.', offline: 'No connection: trying again …',
  noAnswer: 'No answer yet: is the connection still there?', inSeconds: 'Try again in {0} s.',
  ended: 'The connection is closed: {0}', ended_banned: 'you may not play here.',
  ended_kicked: 'an operator has ended it.', ended_taken_over: 'you are playing in another window.',
  again: 'Play here', board: 'Board', beside: 'Players, log and chat', log: 'Log',
  copy: 'Copy the link', share: 'Share', copied: 'Copied.', qr: 'QR code of {0}',
  onlyHere:
    'This address only works on this computer. For phones, open this page by the address that ' +
    'the server names.',
  waitOther: 'Waiting for your opponent. Send this link, or let them scan it:',
  waitPlayers: 'Waiting for players. This is the link:', pressReady: '{0} is here. Are you ready?',
  theyReady: '{0} is ready to play. Are you ready?', ready: 'Ready',
  lostSeat: 'You no longer sit here.', back: 'Back', waitReady: 'Waiting until {0} is ready …',
  opening: 'The dice are being sealed …', yourTurn: 'Your turn: {0}',
  doMove: 'tap one of your marked pieces', doEnter: 'tap your reserve to enter a piece',
  doTo: 'tap where it goes', doPlace: 'tap where your man goes', doTake: 'tap the man you take',
  doChoose: 'choose', notThat: 'Not that: {0}.', playResult: 'Play the {0}', asWarrior: 'A warrior',
  asPlain: 'A plain piece', stillToPlay: 'still to play: {0}', theirTurn: '{0} is to move.',
  adjourned: 'The game is adjourned.',
  adjournedUntil:
    'The game is adjourned until {0}. Your seat is kept. Then a player who has waited to go ' +
    'on wins against one who has not.',
  resumeGame: 'Go on', waitResume: 'Waiting until {0} wants to go on …',
  away: '{0} is away; the seat is kept.', youWon: 'You have won ({0}).',
  youLost: 'You have lost ({0}).', sideWon: '{0} has won ({1}).', aDraw: 'A draw ({0}).',
  calledOff: 'The game was called off ({0}).', match: 'Game {0} of {1} · White {2} Black',
  matchWon: '{0} has won the match, {1} to {2} points.',
  matchByPieces:
    '{0} has won the match: the points are equal, and {0} has captured {1} pieces, the other ' +
    'player {2}.',
  matchDraw: 'The match is a draw: points and captured pieces are equal.', rematch: 'Play again',
  leave: 'Leave', sureLeave: 'Really leave? A game that has begun is lost.', resign: 'Resign',
  sureResign: 'Really resign?', offerDraw: 'Offer a draw', takeDraw: 'Accept the draw',
  offersDraw: 'offers a draw', theyOfferDraw: '{0} offers a draw; your move declines it.',
  youOffer: 'Your offer stands until your opponent moves.', adjourn: 'Adjourn',
  takeAdjourn: 'Agree to adjourn', offersAdjourn: 'offers to adjourn',
  theyOfferAdjourn: '{0} would like to adjourn; your move declines it.', claim: 'Claim the win',
  abort: 'Call off', unseat: 'Send the opponent away', sureUnseat: 'Really send {0} away?',
  auto: 'Play forced moves for me', sound: 'Sound', say: 'Say something', send: 'Send',
  hide: 'Hide what somebody says', gag: 'Hide {0}', ungag: 'Show {0} again', watcher: 'watching',
  away_: 'away', you: 'you', notify: 'Notify me when it is my turn',
  oneTap: 'Move with one tap where a piece can go only one way', numbers: 'Numbers on the boards',
  clearBoards: 'Plain boards, strong colours', gotHome: '{0} of {1} home', gotTaken: '{0} taken',
  legOver: 'Game {0} of the match is over.', sending: 'Sending your move …',
  unsent: 'Your move is not sent yet: it goes as soon as the connection is back.',
  takeBack: 'Take back', hint: 'Hint', hintOf: 'Best is {0}: it wins with {1}, {2} with {3}.',
  hintOnly: '{0} is the only move: it wins with {1}.',
  noHint: 'There is no hint here: this browser cannot run the engine.',
  planned: 'You play {0} next if it is possible then. {1}', planTo: '{0} Tap where you go next.',
  planGone: '{0} is not possible any more: your plan is dropped.',
  moveLeft: 'Your move {0} was not sent: the connection was lost, and you have left the board.',
  moveLost: 'Your move was not played: the game went on meanwhile. Look at the board.',
  throwNone: 'No throw yet', thrown: 'Throw: {0}', zoom: 'Larger',
  newRating: 'Your rating is now {0} ({1}).', square: 'square {0}', reserve: 'reserve of {0}: {1}',
  off: 'borne off by {0}: {1}', empty: 'empty', watchers: 'You are watching.',
  notThere: 'There is no such room any more.', textBoard: 'The board in words',
  piece: {
    w: 'white', b: 'black', W: 'white, marked', B: 'black, marked', t: 'attacker', T: 'defender',
    K: 'king',
  },

  // --- after a game, and games from files ---
  verify: 'Verify the dice',
  diceRight:
    'All {0} throws are right: computed again here, from the secret and the words of both ' +
    'players.',
  diceWrong: 'The dice are wrong: {0}.', noDice: 'This game has no dice.',
  diceUnseen:
    'This page did not see the commitment during the game. Compare it with the one that you ' +
    'saw: {0}.',
  wrong_open: 'the secret is not told',
  wrong_commitment: 'the secret is not the one announced before the game',
  wrong_seal: 'a nonce is not the one sealed',
  wrong_nonce: 'your nonce is not the one that this browser sealed',
  wrong_throw: 'throw {0} does not follow from the secret', save: 'Save the record',
  replay: 'Replay', step: 'Step {0} of {1}:', first: 'To the start', before: 'One step back',
  next: 'One step on', last: 'To the end',
  dice: 'Dice', gamePage: 'Replay, link and analysis', playSteps: 'Play', pauseSteps: 'Pause',
  loading: 'Loading …',
  noGame: 'There is no finished game at this address, or it is not kept any more.',
  analyse: 'Analyse', analysing: 'The engine looks at each move: {0} % …',
  judgedBy: 'Judged by alea’s own engine, here in your browser (plies ahead: {0}).',
  judgedTable: 'With the table of alea solve, alea analyse is exact; it is too big for a page.',
  noEngine: 'The engine does not run in this browser: you see the last position only.',
  mistakes: 'Biggest mistakes', noMistakes: 'No mistake worth a mark.',
  mistake: '{0} {1}: {2}, better {3} ({4})',
  marksAre: '??, ? and ?! mark the worst 1, 3 and 10 % of the decisions in this game.',
  luckIs: 'Luck is what the throws changed.',
  skillIs: 'Skill: 100 % is a game without mistakes, 0 % one of random moves.',
  replayFile: 'Open a saved game',
  replayHelp:
    'Choose a record that you saved here, or what alea analyse --json writes: you see its ' +
    'boards, its dice are verified, and the engine can judge it.',
  chooseFile: 'File', notAGame: 'This file is neither a record nor an analysis.',
  movesOf: '{0} moves', chances: 'Winning chances of White',
  chanceIs: '{0} wins with {1}.', better: 'Better: {0}.', luck: 'Luck', skill: 'Skill',

  // --- players ---
  ratings: 'Ratings', rating: 'Rating', ratedGames: 'Rated games', noRatings: 'No rated games yet.',
  guestNoRatings: 'Guests have no rating. With a password (see Account) rated games count.',
  finished: 'Finished games', noGames: 'No finished games are kept.', earlierGames: 'Earlier games',
  top: 'Strongest players', topHint: 'Players with enough rated games against different opponents.',
  noTop: 'Nobody yet.', player: 'Player', won: 'won', lost: 'lost', drawn: 'draw',
  noResult: 'no result', isHere: '{0} is here.', isAway: '{0} has a seat, but no connection.',
  isGone: '{0} is not here.', hasAccount: 'Registered on {0}.', isGuest: 'A guest.',
  calledOffGames: 'Called off {0} games.', wishes: 'Which games may be offered to you',
  wishesHint:
    'Others see offers that you do not want to get as well; nobody can challenge you against ' +
    'your wishes.',
  wishGames: 'Games', any: 'any', onlyRated: 'only rated', onlyUnrated: 'only unrated',
  onlyClock: 'only with clocks', wishMax: 'Until I play so many games at once',
  wishBots: 'From programs, too', settings: 'Settings', hidden: 'Hidden players',
  nobodyHidden: 'You hide nobody.',
  roles: {
    star: 'A star: who stops here throws again.',
    middleStar: 'The star in the middle: who stops here throws again, and is safe.',
    safeStar: 'A star: who stops here throws again, and is safe.',
    own: 'Only {0} comes here.', shared: 'Both sides pass here: pieces can be captured.',
    vision: 'One of the three squares of the Oracle’s Vision.', warriors: 'On the way of warriors.',
    parting: 'Twins part here.',
    prison: 'Prisoners leave the board here, and a soldier becomes an officer.',
    ringCorner: 'A corner: here a Hornaskella stops, and can be captured.',
    corner: 'Only the king may stop here: then he has won.',
    castle: 'The castle, where the king begins.', camp: 'A camp, where attackers begin.',
    closedCamp: 'A camp: only attackers that never left it move here. It helps to capture.',
    closedCastle: 'The castle: nobody comes back here, or passes. It helps to capture.',
    edge: 'On the edge the king wins.',
    throne: 'The throne: only the king may stop here. While it is empty, it helps to capture.',
    konakis: 'The konakis: only the king may stop here. While it is empty, it helps to capture.',
  },
  reasons: {
    off: 'all pieces are home', warrior: 'a warrior is home', imprisoned: 'only prisoners left',
    captured: 'captured', men: 'two men left', blocked: 'no move',
    corner: 'the king reached a corner', edge: 'the king reached the edge',
    fort: 'the king is in a fort', enclosed: 'the defenders are enclosed',
    repetition: 'repetition', noprogress: 'no progress',
    resign: 'resigned', absent: 'away too long', flag: 'out of time', idle: 'did not move',
    agreed: 'agreed', aborted: 'just begun', unopened: 'a seal stayed closed', endless: 'too long',
    abandoned: 'both left', unresumed: 'did not come back', lapsed: 'adjourned, and not resumed',
    adjudicated: 'the host decided',
  },
  happened: {
    joined: '{0} sits down.', gone: '{0} has left.', new_game: 'Another game.',
    late: '{0} was not ready in time.', unseated: '{0} was sent away.', ready: '{0} is ready.',
    opened: '', start_throw: 'Throw for the start: {1}.', begins: '{0} begins.',
    throw: '{0} throws {1}.', move: '{0}: {1}', resign: '{0} resigns.',
    takeback: '{0} takes a move back.',
    abort: '{0} calls the game off.', offers_draw: '{0} offers a draw.',
    draw: '{0} accepts the draw.', offers_adjourn: '{0} wants to adjourn.', away: '{0} is away.',
    overdue: '{0} has been away too long.', back: '{0} is back.',
    adjourned: 'The game is adjourned.', resumes: '{0} wants to go on.',
    absent: '{0} was away too long.', flag: '{0} is out of time.', idle: '{0} did not move.',
    abandoned: 'Both players were away too long.', unresumed: '{0} did not come back to go on.',
    lapsed: 'The adjourned game is called off.', adjudicated: '{0} loses by decision of the host.',
    unopened: '{0} did not open the seal.', endless: 'The game is too long.', over: '',
    pass: 'No move with {1}: {0} passes.', again: '{0} throws again.', enter: '',
    capture: '{0} captures on {1}.', bear_off: '{0} brings a piece home.',
    twins: '{0} has twins on {1}.', parted: 'Twins of {0} part on {1}.',
    apart: 'On {1} two pieces make no twins.', warrior: '{0} enters a warrior.',
    warrior_lost: 'A warrior of {0} leaves its way.', warrior_taken: '{0} captures a warrior.',
    warrior_home: 'The warrior of {0} is home!', vision: '{0} has the Oracle’s Vision!',
    sent_back: 'Pieces of {0} go back from {1}.',
    vision_kept: '{0} keeps the Vision and throws again.', vision_broken: 'The Vision of {0} ends.',
    promoted: '{0} has an officer on {1}.', freed: '{0} frees prisoners on {1}.',
    prisoners_off: '{0} takes prisoners off the board.', land: 'The piece lands on {1}.',
    go_on: 'The piece goes on to {1}.', hornaskella: 'The last piece of {0} is a Hornaskella.',
    mill: '{0} has a mill.', king_captured: 'The king is captured.',
    raichi: 'Raichi: the king could escape.',
    tuichi: 'Tuichi: the king could escape in two ways!', gare: 'Gare: the king could be captured!',
  },
  games: {
    'royal-ur': 'Royal Game of Ur', finkel: 'Royal Game of Ur by Finkel',
    blitz: 'Royal Game of Ur, Blitz', masters: 'Royal Game of Ur by Masters', aseb: 'Aseb',
    akalamdung: 'Game of Akalamdung', ur: 'Game of Ur',
    stelpur: 'Að Elta Stelpur', morris: 'Nine Men’s Morris with Dice', tablut: 'Tablut',
    ashton: 'Ashton’s Tablut', brandubh: 'Brandubh', fetlar: 'Fetlar Hnefatafl',
    copenhagen: 'Copenhagen Hnefatafl', 'alea-evangelii': 'Alea Evangelii',
  },
  rules: 'Rules',
  rulesAll: 'Whoever can move must move. A throw that allows no move passes the turn by itself.',
  rulesOf: {
    'royal-ur': {
      goal: 'Bring all seven pieces home first.',
      captions: [
        
          'White’s way: 1 to 4, along the middle, then 13 and 14. Black’s is its mirror ' +
          'image; the middle is shared.',
        
          'White has thrown 2: the ringed pieces can move. From 12 to 14, from 5 to 7, from 8 ' +
          'to 10, or a new piece to 2.',
      ],
      points: [
        
          'Three two-faced dice give 0 to 3. One piece moves exactly that far, or enters from ' +
          'the reserve on that square.',
        'The stars (4, 8 and 14) must be stopped on: no piece passes over one.',
        'A piece goes home from 14, with exactly 1.',
        'A square holds one piece; only the star 8 holds any number, of both colours, and is safe.',
        
          'In the middle, but not on 8, you capture an enemy piece by landing on it: back to ' +
          'its reserve.',
        'You throw again after a star, a capture, or bringing a piece home.',
      ],
    },
    finkel: {
      goal: 'Bring all your pieces home first.',
      captions: [
        'White’s way; Black’s is its mirror image.',
        'White has thrown 3: from 3 to 6, from 4 to 7, or from 8 to 11, capturing.',
      ],
      points: [
        'Four two-faced dice give 0 to 4. One piece moves exactly that far, or enters from ' +
          'the reserve on that square.',
        'A square holds one piece. In the middle you capture an enemy piece by landing on it: ' +
          'back to its reserve.',
        'The stars are 4, 8 and 14: you throw again after stopping on one. On 8 a piece is safe: ' +
          'nobody can land there.',
        'A piece goes home by the exact number, as if there were a square 15.',
      ],
    },
    blitz: {
      goal: 'Bring all your pieces home first.',
      captions: [
        'White’s way; Black’s is its mirror image.',
        'White has thrown 2: from 3 to 5, from 10 to 12, capturing, from 14 to 16, or a new piece.',
      ],
      points: [
        'Four two-faced dice give 0 to 4. One piece moves exactly that far, or enters from ' +
          'the reserve on that square.',
        'From 12 on the ways go around the end of the board, against each other: your 12 is the ' +
          'other side’s 16. The numbers on the board are yours.',
        'From 5 on you capture an enemy piece by landing on it: back to its reserve, and you ' +
          'throw again.',
        'The stars are 4, 8, 12 and 16: you throw again after stopping on one. No piece is safe.',
        'A piece goes home by the exact number, as if there were a square 17.',
      ],
    },
    masters: {
      goal: 'Bring all your pieces home first.',
      captions: [
        'White’s way; Black’s is its mirror image.',
        'White has thrown 2: 4 to 6, capturing, 8 to 10, 11 to 13, 15 home, or a new piece.',
      ],
      points: [
        'Three two-faced dice give 1 to 3, and 4 if they show nothing. One piece moves exactly ' +
          'that far, or enters from the reserve on that square.',
        'From 12 on the ways go around the end of the board, against each other: your 12 is the ' +
          'other side’s 16. The numbers on the board are yours.',
        'From 5 on you capture an enemy piece by landing on it: back to its reserve.',
        'The stars are 4, 8, 12 and 16: you throw again after stopping on one. No piece is safe.',
        'A piece goes home by the exact number, as if there were a square 17.',
      ],
    },
    aseb: {
      goal: 'Bring all your pieces home first.',
      captions: [
        'White’s way; Black’s is its mirror image.',
        'White has thrown 3: from 12 to 15, or a new piece. 5 cannot go to 8: there Black is safe.',
      ],
      points: [
        'Four two-faced dice give 0 to 4. One piece moves exactly that far, or enters from ' +
          'the reserve on that square.',
        'A square holds one piece. In the long row you capture an enemy piece by landing on it: ' +
          'back to its reserve.',
        'The stars are 4, 8, 12 and 16: you throw again after stopping on one, and are safe.',
        'A piece goes home by the exact number, as if there were a square 17.',
      ],
    },
    akalamdung: {
      goal: 'Bring all seven pieces home first, or a warrior to 14.',
      captions: [
        'White’s way; Black’s is its mirror image.',
        
          'White has thrown 2. 1-3 makes twins; one piece of 10 captures the warrior on 12; a ' +
          'new piece may enter on 2 as a warrior.',
        'White holds 1, 3 and 11: the Oracle’s Vision.',
      ],
      points: [
        
          'The race of the Royal Game of Ur: the same dice, way, stars, captures and extra ' +
          'throws. New are:',
        
          'Twins: two plain pieces of yours on one square. They move together, no third joins ' +
          'them, and only twins capture them.',
        
          'To reach 8 or 14 twins part: one goes, the other stays. On 10 they part at once, ' +
          'and an enemy landing there captures both.',
        
          'A piece that enters on 2 may be a warrior (marked). Its way is 2 4 6 8 9 12 14, ' +
          'and on 14 it wins the game. Off its way it is a plain piece.',
        
          'The Oracle’s Vision: with pieces on 1, 3 and 11 all enemy pieces on the board go ' +
          'back to the reserve, and only you play while you hold the three.',
      ],
    },
    ur: {
      goal: 'Take all enemy pieces prisoner.',
      captions: [
        'White’s way; Black’s is its mirror image.',
        
          'White has thrown 2. The soldier on 5 can capture the column on 7; the officer on 9 ' +
          'moves forward or backward with its prisoners.',
      ],
      points: [
        
          'Three two-faced dice give 0 to 3. A piece moves exactly that far, or a soldier ' +
          'enters on that square. 14 must be reached exactly. No throw is repeated.',
        
          'Landing on an enemy puts your piece on top. The top piece owns the square; you ' +
          'cannot land on your own column.',
        
          'The top piece moves with its prisoners: the enemy pieces directly below it. The ' +
          'rest stays, free.',
        
          'On your 14 prisoners leave the board for good, and a soldier becomes an officer ' +
          '(marked): it may also move backward.',
        'A side with nothing in reserve and no piece on top of a column has lost.',
      ],
    },
    stelpur: {
      goal: 'Capture every enemy piece.',
      captions: [
        'Both sides walk round the ring in the same direction. The crossed squares are corners.',
        
          'White has thrown 6 and 1: one piece moves 6, one moves 1. From 1 by 6 to 7, then ' +
          'by 1 to 8, captures the black piece there.',
      ],
      points: [
        
          'Two six-sided dice. Only 1s, 6s and doubles move: a 1 one square, a 6 six squares, ' +
          'a double both dice, double 6 four 6s.',
        'All results are played, in any order. After a double you throw again.',
        
          'Landing on an enemy captures it for good. On your own piece you go on to the next ' +
          'empty square.',
        
          'Your last piece is the Hornaskella. It goes from corner to corner: a 1 to the ' +
          'next, a 6 to the second next. It is captured only in a corner, and not while ' +
          'enemies stand on both sides of it.',
      ],
    },
    morris: {
      goal: 'Take seven of the nine enemy men, or leave them no move.',
      captions: [
        'First both place their nine men, without dice.',
        'White moves from d6 to d7: three men in a line, a mill, which takes the man on a1.',
      ],
      points: [
        'Placing: on any empty point, but you may not complete a mill.',
        
          'Then each turn begins with three six-sided dice. Move a man along a line to an ' +
          'empty point next to it.',
        '6-5-4, 6-3-3, 5-2-2 and 4-1-1 also let a man jump to any point where it completes a mill.',
        
          'For each mill that you complete you take an enemy man. One in a mill is safe while ' +
          'others are in none (unless the room says otherwise).',
        'You lose with two men left, or when your throw lets you move none.',
        
          'Without dice, as most people know it: a mill may be made while men are placed. A ' +
          'mill, or two at once, takes one man. With three men left you fly to any empty point.',
        
          'With dice only while men are placed, 6-5-4, 6-3-3, 5-2-2 and 4-1-1 make a mill: up ' +
          'to three men at once where they complete a line, and one enemy man taken.',
      ],
    },
    tablut: {
      goal:
        'White: bring the king to a corner or, with an option, to the edge. Black: capture him.',
      captions: [
        'The start: the king and eight defenders, sixteen attackers. Black begins.',
        'White moves from e8 to e5: the attacker on d5, between two white pieces, is captured.',
        'Black moves from g6 to f6: attackers on all four sides, and the king is captured.',
      ],
      points: [
        
          'Every piece moves any distance in a straight line over empty squares. Only the ' +
          'king may stop on a corner, where he wins.',
        
          'You capture an enemy by moving beside it when another piece of yours, or a corner, ' +
          'is directly beyond it. Moving in between two enemies is safe.',
        'The king is captured by attackers on all four sides. On the edge he cannot be.',
        'Raichi: the king could escape. Tuichi: in two ways. Gare: he could be captured.',
        'Options: a weak king is captured between two; he can win on the whole edge. With both, ' +
          'the sides are about equal, so both are preselected here. Another option: Linnaeus’ ' +
          'rules.',
        'Who cannot move has lost. A position that comes for the third time is a draw.',
      ],
    },
    ashton: {
      goal: 'White: bring the king to the edge. Black: capture him.',
      captions: [
        'The start: as in tablut, but White begins.',
        'Black moves from d4 to d5: the white piece on c5, before a camp, is captured.',
        'Black moves from d4 to d5: the king on c5, before a camp, is captured.',
      ],
      points: [
        'Every piece moves any distance in a straight line over empty squares.',
        
          'Nobody comes back to the castle in the middle, or passes it. Nobody enters or passes ' +
          'a camp; only attackers that never left theirs move inside.',
        
          'You capture an enemy by moving beside it when another piece of yours, a camp or the ' +
          'castle is directly beyond it; a5, e1, e9 and i5 do not help against attackers.',
        'The king is captured likewise; in the castle on four sides, beside it on three.',
        'The same position again is a draw. Who cannot move has lost.',
      ],
    },
    brandubh: {
      goal: 'White: bring the king to a corner. Black: capture him.',
      captions: [
        'The start: the king and four defenders, eight attackers. Black begins.',
        'Black moves from b6 to b5: the king, between two attackers, is captured.',
      ],
      points: [
        
          'Every piece moves any distance in a straight line over empty squares. Only the king ' +
          'may stop on the throne in the middle and on a corner, where he wins.',
        
          'You capture an enemy by moving beside it when another piece of yours, a corner or the ' +
          'empty throne is directly beyond it.',
        'The king is captured likewise; on the throne on four sides, beside it on three.',
        'Who makes a position for the third time, or cannot move, has lost.',
      ],
    },
    fetlar: {
      goal: 'White: bring the king to a corner. Black: capture him.',
      captions: [
        'The start: the king and twelve defenders, 24 attackers. Black begins.',
        'Black moves from f10 to f8: with the empty throne all four sides are closed.',
      ],
      points: [
        
          'Every piece moves any distance in a straight line over empty squares. Only the king ' +
          'may stop on the throne in the middle and on a corner, where he wins.',
        
          'You capture an enemy by moving beside it when another piece of yours, a corner or the ' +
          'empty throne is directly beyond it.',
        'The king is captured on all four sides, the empty throne being one; never on the edge.',
        'Who cannot move has lost. A position that comes for the third time is a draw.',
      ],
    },
    copenhagen: {
      goal: 'White: bring the king to a corner or into a fort. Black: capture or enclose.',
      captions: [
        'The start: the king and twelve defenders, 24 attackers. Black begins.',
        'Black moves from j1 to g1, a shieldwall: the men on e1 and f1 are captured.',
        'White moves from h4 to h1, a fort: nobody can break in, and White has won.',
      ],
      points: [
        'Moves and captures are those of Fetlar hnefatafl.',
        
          'Shieldwall: a row of two or more at the edge is captured when each has an enemy ' +
          'before it, and enemies, or one and a corner, at both ends. A king in it stays.',
        'White also wins with a king at the edge who can move, in a fort that nothing breaks.',
        'Black also wins by enclosing all white pieces, away from the edge.',
        'Who makes a position for the third time, or cannot move, has lost.',
      ],
    },
    'alea-evangelii': {
      goal: 'White: bring the king to a corner. Black: capture him.',
      captions: ['The start: the king and 24 defenders, 48 attackers. White begins.'],
      points: [
        
          'Every piece moves any distance in a straight line over empty squares. Only the ' +
          'king may stop on the middle square and on a corner, where he wins.',
        
          'You capture an enemy by moving beside it when another piece of yours, a corner or ' +
          'the empty middle square is directly beyond it.',
        
          'The king neither captures nor helps to. He is captured when attackers, the edge, ' +
          'corners or the empty middle square shut him in on all four sides; also together ' +
          'with one defender beside him.',
        
          'It is played as two games with sides exchanged, because one side is stronger. On a ' +
          'phone, "Larger" helps to tap the squares.',
      ],
    },
  },

  // --- errors that the server explains by what to type ---
  errors: {
    name_taken: 'Somebody here has this name: choose another one.',
    unknown_player: 'Nobody here has this name.',
    not_registered: 'Rated games are for registered players.',
    unknown_room: 'There is no such room (any more).',
    unknown_offer: 'This offer is no longer there.', too_many_gags: 'You hide too many players.',
    not_playing: 'No game is running here.', illegal_move: 'This is not a legal move.',
    insecure: 'Others could read a password on its way.',
    in_game: 'A game or match of yours is not over.',
  },
};
