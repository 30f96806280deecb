// Les mots de la page en français.
export default {
  language: 'Français', languageLabel: 'Langue',

  // --- qui vous êtes ---
  yourName: 'Votre nom', enter: 'Entrer', nameHint: '2 à 16 lettres et chiffres.',
  sitDown: 'S’asseoir et jouer', invitedTo: 'Vous êtes invité à une partie : {0}.',
  invitedBy: '{0} vous invite à une partie de {1}.',
  invitedWatch: 'Vous pouvez regarder une partie de {0}.', login: 'J’ai un mot de passe',
  loginDo: 'Se connecter', logOut: 'Se déconnecter',
  sureLogOut: 'Vraiment se déconnecter ? Les parties commencées sont abandonnées.',
  password: 'Mot de passe', passwordOld: 'Mot de passe actuel', passwordNew: 'Nouveau mot de passe',
  passwordChange: 'Changer le mot de passe', passwordChanged: 'Le mot de passe est changé.',
  passwordWarn:
    'Cette connexion n’est pas chiffrée : d’autres sur le réseau pourraient lire un mot de ' +
    'passe. N’en prenez pas un qui sert ailleurs.',
  passwordRefuse:
    'Ce serveur n’accepte pas de mot de passe sur une connexion qui n’est pas chiffrée.',
  account: 'Compte', register: 'Garder ce nom',
  registerHint:
    'Avec un mot de passe (8 caractères ou plus) le nom est à vous, et vous pouvez jouer des ' +
    'parties classées.',
  registerDo: 'S’inscrire', registered: 'Le nom {0} est maintenant à vous.',
  isYours: 'Le nom {0} est inscrit ; il est à vous.', changeName: 'Changer de nom',
  forget: 'Supprimer le compte',
  forgetHint:
    'Le compte, son classement et ses statistiques sont supprimés. Dans les parties gardées ' +
    'un autre nom remplace le vôtre.',
  sureForget: 'Vraiment supprimer ce compte ?',
  unkept:
    'Votre navigateur n’enregistre rien pour cette page : les données du site sont bloquées, ' +
    'ou la place manque. Ne rechargez et ne fermez pas la page : vous perdriez votre nom et ' +
    'vos places.',
  whatIsThis: 'De vieux jeux de plateau, contre des gens ou contre la maison.',

  // --- le hall ---
  lobby: 'Accueil', playNow: 'Jouer maintenant', game: 'Jeu', clock: 'Pendule',
  noClock: 'sans pendule', ownClock: 'autre …', minutes: 'Minutes chacun',
  bonus: 'Secondes de plus par coup', clockIs: '{0} min + {1} s par coup', play: 'Jouer',
  colon: ' : ', opponent: 'Contre', anybody: 'qui vient en premier',
  houseLevel: 'la maison {0} : {1}',
  playHint:
    'Vous rencontrez la prochaine personne qui veut ce jeu ; si personne ne vient, la maison ' +
    'joue.',
  waitingFor: 'Recherche d’un adversaire : {0} …', waitingForName: 'On attend la réponse de {0} …',
  houseSoon: 'Dans quelques secondes {0} joue.', cancel: 'Annuler',
  offerDeclined: 'Votre défi a été refusé.', offerOver: 'Personne n’a voulu jouer.',
  gameFound: 'Une autre partie vous attend : voir l’accueil.', createTitle: 'Jouer avec un ami',
  create: 'Ouvrir une table', createHint: 'Vous recevez un lien et un code QR à envoyer.',
  side: 'Votre côté', anySide: 'blancs (d’usage)', privateRoom: 'Table privée', passWord: 'Mot',
  wordHint: 'On n’entre qu’avec ce mot. Le lien que vous envoyez le contient.',
  wordAsk: 'Cette table est privée. Quel mot avez-vous reçu avec l’invitation ?',
  wordWrong: 'Ce n’est pas le mot. Essayez encore.',
  ratedLong: 'Classée : elle compte pour les deux classements', rated: 'classée', private: 'privée',
  rooms: 'Tables', noRooms: 'Aucune table ouverte. Ouvrez-en une, ou touchez « Jouer ».',
  join: 'S’asseoir', watch: 'Regarder', seeks: 'Parties proposées', accept: 'Jouer',
  decline: 'Non, merci', messages: 'Messages', sayToAll: 'Dire quelque chose à tous',
  sayTo: 'Dire quelque chose à {0} en privé', toName: 'à {0}', toYou: 'à vous seul',
  here: 'Qui est là', nobody: 'Personne d’autre.', bot: 'un programme',
  botHello: 'Bonjour ! Je suis un programme et joue au niveau {0}.',
  botRandom: 'Bonjour ! Je suis un programme et joue au hasard.', challenge: 'Défier',
  challengeWhom: 'Défier {0}', challengesYou: '{0} vous défie : {1}', myGames: 'Vos parties',
  yourMove: 'à vous', open: 'Ouvrir', free: 'libre', watching: '{0} spectateurs', white: 'Blancs',
  black: 'Noirs', wall: 'Mur (pour un projecteur)',
  wallInvite: 'Jouez avec nous. Scannez ceci, ou ouvrez', wallEmpty: 'Aucune partie en cours.',
  stage_waiting: 'on attend', stage_opening: 'commence', stage_playing: 'en cours',
  stage_adjourned: 'ajournée', stage_over: 'terminée',
  options: {
    pieces: 'Pièces',
    legs: 'Parties', 'legs=1': 'une', 'legs=2': 'deux, côtés échangés', mills: 'Pions d’un moulin',
    'mills=protected': 'protégés', 'mills=open': 'prenables', dice: 'Dés',
    'dice=moving': 'pour avancer', 'dice=none': 'aucun', 'dice=alfonso': 'pour poser',
    king: 'Roi', 'king=armed': 'il prend',
    'king=unarmed': 'il ne prend pas', 'king=weak': 'pris par deux', escape: 'Le roi gagne',
    'escape=corner': 'dans un coin', 'escape=edge': 'au bord', rules: 'Règles',
    'rules=booklet': 'du livret', 'rules=linnaeus': 'de Linné',
    'king=long': 'va loin', 'king=step': 'va d’un pas',
    throne: 'Trône', 'throne=plain': 'case ordinaire', 'throne=hostile': 'aide à prendre',
    first: 'Commencent', 'first=black': 'les noirs', 'first=white': 'les blancs',
  },

  // --- choisir et apprendre ---
  races: 'Courses aux dés', taflAndMorris: 'Tafl et marelle',
  chooseGame: 'Choisir un jeu', choose: 'Choisir {0}', howTo: 'Comment jouer', learn: 'Apprendre',
  learnThis: 'L’apprendre en jouant : quelques petites positions', history: 'D’où il vient',
  lessonOf: 'Leçon {0} sur {1}', lessonBack: 'Avant', lessonNext: 'Suite',
  lessonShow: 'Montrez-moi',
  lessonIllegal: 'Ce n’est pas un coup permis. Voyez les pièces cerclées.',
  lessonOther: 'C’est permis, mais ce n’est pas ce qui est demandé. Essayez encore.',
  levels: {
    '1': 'Apprenti, pour une première partie', '2': 'Voyageur, pense au coup suivant',
    '3': 'Marchand, punit les fautes, en fait', '4': 'Scribe, donne rarement',
    '5': 'Capitaine, voit venir', '6': 'Juge, fort', '7': 'Vizir, très fort',
    '8': 'Oracle, joue au mieux',
  },
  about: {
    'royal-ur': [
      
        'Une course sur le plateau des rois d’Ur : sept pièces, cinq rosettes, un pont où ' +
        'l’on se croise.',
      'environ 10 minutes · chance et adresse',
    ],
    finkel: [
      'La course aux règles les plus connues : quatre dés, une étoile à l’abri.',
      'environ 10 minutes · chance et adresse',
    ],
    blitz: [
      'Une course brève : cinq pièces, et une prise fait rejouer.',
      'environ 5 minutes · chance et adresse',
    ],
    masters: [
      'Une longue course autour du bout du plateau, où nulle pièce n’est à l’abri.',
      'environ 15 minutes · chance et adresse',
    ],
    aseb: [
      'La course d’Égypte, sur un long plateau : cinq pièces, à l’abri sur toute étoile.',
      'environ 10 minutes · chance et adresse',
    ],
    akalamdung: [
      'La course avec des jumeaux, des guerriers et la Vision de l’Oracle.',
      'environ 15 minutes · chance et adresse',
    ],
    ur: [
      'Posez-vous sur l’ennemi et emmenez-le prisonnier : les colonnes montent et tombent.',
      'environ 15 minutes · plus d’adresse que de chance',
    ],
    stelpur: [
      'Une poursuite autour d’un anneau. Seuls les 1, les 6 et les doubles avancent.',
      'environ 10 minutes · surtout la chance',
    ],
    morris: [
      'Neuf pions et trois dés, d’après le livre du roi Alphonse.',
      'environ 15 minutes · plus d’adresse que de chance',
    ],
    tablut: [
      'Le roi s’échappe, les attaquants se referment. Comme Linné le vit en Laponie.',
      'environ 20 minutes · l’adresse seule',
    ],
    ashton: [
      'Le tablut à quatre camps, où le roi gagne à tout bord : bien des programmes y jouent.',
      'environ 20 minutes · l’adresse seule',
    ],
    brandubh: [
      'Le plus petit des jeux du roi, venu d’Irlande : huit contre cinq.',
      'environ 10 minutes · l’adresse seule',
    ],
    fetlar: [
      'Le hnefatafl, le jeu des Vikings, sur 11 cases de côté.',
      'environ 30 minutes · l’adresse seule',
    ],
    copenhagen: [
      'Le hnefatafl d’aujourd’hui : avec des murs et des forts.',
      'environ 30 minutes · l’adresse seule',
    ],
    'alea-evangelii': [
      'Le grand plateau des évangiles : 73 pièces sur 19 lignes.',
      'environ 45 minutes · l’adresse seule',
    ],
  },

  // --- une table ---
  deviceOffline: 'Cet appareil est hors ligne.', offline: 'Pas de connexion : nouvel essai …',
  noAnswer: 'Pas encore de réponse : la connexion est-elle encore là ?',
  inSeconds: 'Réessayez dans {0} s.', ended: 'La connexion est fermée : {0}',
  ended_banned: 'vous ne pouvez pas jouer ici.', ended_kicked: 'un opérateur y a mis fin.',
  ended_taken_over: 'vous jouez dans une autre fenêtre.', again: 'Jouer ici', board: 'Plateau',
  beside: 'Joueurs, journal et messages', log: 'Journal', copy: 'Copier le lien', share: 'Partager',
  copied: 'Copié.', qr: 'Code QR de {0}',
  onlyHere:
    'Cette adresse ne marche que sur cet ordinateur. Pour les téléphones, ouvrez cette page ' +
    'par l’adresse que le serveur indique.',
  waitOther: 'En attente de votre adversaire. Envoyez ce lien, ou faites-le scanner :',
  waitPlayers: 'En attente de joueurs. Voici le lien :', pressReady: '{0} est là. Êtes-vous prêt ?',
  theyReady: '{0} est prêt à jouer. Et vous ?', ready: 'Prêt',
  lostSeat: 'Vous n’êtes plus assis ici.', back: 'Retour',
  waitReady: 'On attend {0} …', opening: 'Les dés sont scellés …',
  yourTurn: 'À vous : {0}', doMove: 'touchez une de vos pièces marquées',
  doEnter: 'touchez votre réserve pour faire entrer une pièce', doTo: 'touchez la case d’arrivée',
  doPlace: 'touchez où poser votre pion', doTake: 'touchez le pion à prendre',
  doChoose: 'choisissez', notThat: 'Pas cela : {0}.', playResult: 'Jouer le {0}',
  asWarrior: 'Un guerrier', asPlain: 'Une pièce simple', stillToPlay: 'reste à jouer : {0}',
  theirTurn: 'C’est à {0} de jouer.', adjourned: 'La partie est ajournée.',
  adjournedUntil:
    'La partie est ajournée jusqu’au {0}. Votre place est gardée. Ce jour-là, un joueur qui a ' +
    'attendu la reprise gagne contre un joueur qui ne l’a pas attendue.',
  resumeGame: 'Reprendre', waitResume: 'On attend que {0} veuille reprendre …',
  away: '{0} est absent ; sa place est gardée.', youWon: 'Vous avez gagné ({0}).',
  youLost: 'Vous avez perdu ({0}).', sideWon: '{0} gagne ({1}).', aDraw: 'Partie nulle ({0}).',
  calledOff: 'La partie est annulée ({0}).', match: 'Partie {0} sur {1} · Blancs {2} Noirs',
  matchWon: '{0} gagne le match, {1} points à {2}.',
  matchByPieces:
    '{0} gagne le match : les points sont égaux, et {0} a pris {1} pièces, l’autre {2}.',
  matchDraw: 'Le match est nul : points et pièces prises sont égaux.', rematch: 'Rejouer',
  leave: 'Quitter', sureLeave: 'Vraiment quitter ? Une partie commencée est perdue.',
  resign: 'Abandonner', sureResign: 'Vraiment abandonner ?', offerDraw: 'Proposer la nulle',
  takeDraw: 'Accepter la nulle', offersDraw: 'propose la nulle',
  theyOfferDraw: '{0} propose la nulle ; jouer la refuse.',
  youOffer: 'Votre offre tient jusqu’au coup de l’adversaire.', adjourn: 'Ajourner',
  takeAdjourn: 'Ajourner aussi', offersAdjourn: 'propose d’ajourner',
  theyOfferAdjourn: '{0} voudrait ajourner ; jouer refuse.', claim: 'Réclamer le gain',
  abort: 'Annuler la partie', unseat: 'Renvoyer l’adversaire',
  sureUnseat: 'Vraiment renvoyer {0} ?', auto: 'Jouer mes coups forcés', sound: 'Son',
  say: 'Dire quelque chose', send: 'Envoyer', hide: 'Masquer ce que dit quelqu’un',
  gag: 'Masquer {0}', ungag: 'Montrer {0} de nouveau', watcher: 'spectateur', away_: 'absent',
  you: 'vous', notify: 'Me prévenir quand c’est à moi',
  oneTap: 'Jouer d’un seul toucher quand une pièce n’a qu’un chemin',
  numbers: 'Numéros sur les plateaux', clearBoards: 'Plateaux sobres, couleurs franches',
  gotHome: '{0} sur {1} rentrées', gotTaken: '{0} prises',
  legOver: 'La partie {0} du match est finie.', sending: 'Votre coup est envoyé …',
  unsent: 'Votre coup n’est pas encore parti : il part dès que la connexion revient.',
  takeBack: 'Reprendre',
  hint: 'Un conseil', hintOf: 'Le mieux est {0} : il gagne à {1}, {2} à {3}.',
  hintOnly: '{0} est le seul coup : il gagne à {1}.',
  noHint: 'Pas de conseil ici : ce navigateur ne peut pas exécuter le moteur.',
  planned: 'Vous jouez ensuite {0}, si c’est alors possible. {1}',
  planTo: '{0} Touchez où vous irez ensuite.',
  planGone: '{0} n’est plus possible : votre projet est abandonné.',
  moveLeft:
    'Votre coup {0} n’est pas parti : la connexion était perdue, et vous avez quitté le plateau.',
  moveLost: 'Votre coup n’a pas été joué : la partie a continué entre-temps. Regardez le plateau.',
  throwNone: 'Pas encore de jet', thrown: 'Jet : {0}', zoom: 'Plus grand',
  newRating: 'Votre classement est maintenant {0} ({1}).', square: 'case {0}',
  reserve: 'réserve de {0} : {1}', off: 'sortis par {0} : {1}', empty: 'vide',
  watchers: 'Vous regardez.', notThere: 'Cette table n’existe plus.',
  textBoard: 'Le plateau en mots',
  piece: {
    w: 'blanc', b: 'noir', W: 'blanc, marqué', B: 'noir, marqué', t: 'attaquant', T: 'défenseur',
    K: 'roi',
  },

  // --- après une partie, et parties de fichiers ---
  verify: 'Vérifier les dés',
  diceRight:
    'Les {0} jets sont justes : recalculés ici, à partir du secret et des mots des deux ' +
    'joueurs.',
  diceWrong: 'Les dés sont faux : {0}.', noDice: 'Ce jeu n’a pas de dés.',
  diceUnseen:
    'Cette page n’a pas vu l’engagement pendant la partie. Comparez-le à celui que vous avez ' +
    'vu : {0}.',
  wrong_open: 'le secret n’est pas dit',
  wrong_commitment: 'le secret n’est pas celui annoncé avant la partie',
  wrong_seal: 'un mot n’est pas celui qui était scellé',
  wrong_nonce: 'votre mot n’est pas celui que ce navigateur a scellé',
  wrong_throw: 'le jet {0} ne suit pas du secret', save: 'Enregistrer la partie', replay: 'Revoir',
  step: 'Étape {0} sur {1} :', first: 'Au début', before: 'Un pas en arrière',
  next: 'Un pas en avant', last: 'À la fin',
  dice: 'Dés', gamePage: 'Revoir, partager, analyser', playSteps: 'Lecture', pauseSteps: 'Pause',
  loading: 'Chargement …',
  noGame: 'Aucune partie finie à cette adresse, ou elle n’est plus gardée.',
  analyse: 'Analyser', analysing: 'Le programme examine chaque coup : {0} % …',
  judgedBy: 'Jugé par le programme d’alea, ici dans votre navigateur (coups d’avance : {0}).',
  judgedTable:
    'Avec la table d’alea solve, alea analyse est exact ; elle est trop grande pour une page.',
  noEngine:
    'Le programme ne tourne pas dans ce navigateur : vous ne voyez que la dernière position.',
  mistakes: 'Les plus grandes erreurs', noMistakes: 'Aucune erreur notable.',
  mistake: '{0} {1} : {2}, mieux {3} ({4})',
  marksAre: '??, ? et ?! marquent les pires 1, 3 et 10 % des décisions de cette partie.',
  luckIs: 'La chance est ce que les dés ont changé.',
  skillIs: 'Adresse : 100 % est une partie sans erreur, 0 % une partie au hasard.',
  replayFile: 'Ouvrir une partie enregistrée',
  replayHelp:
    'Choisissez une partie enregistrée ici, ou ce qu’alea analyse --json écrit : vous voyez ses ' +
    'plateaux, ses dés sont vérifiés, et le programme peut la juger.',
  chooseFile: 'Fichier', notAGame: 'Ce fichier n’est ni une partie ni une analyse.',
  movesOf: '{0} coups', chances: 'Chances de gain des blancs',
  chanceIs: '{0} gagne avec {1}.', better: 'Mieux : {0}.', luck: 'Chance', skill: 'Adresse',

  // --- joueurs ---
  ratings: 'Classement', rating: 'Points', ratedGames: 'Parties classées',
  noRatings: 'Pas encore de parties classées.',
  guestNoRatings:
    'Les invités n’ont pas de classement. Avec un mot de passe (voir Compte) les parties ' +
    'classées comptent.',
  finished: 'Parties terminées', noGames: 'Aucune partie terminée n’est gardée.',
  earlierGames: 'Parties plus anciennes', top: 'Les plus forts',
  topHint: 'Les joueurs qui ont assez de parties classées contre différents adversaires.',
  noTop: 'Personne encore.', player: 'Joueur', won: 'gagnée', lost: 'perdue', drawn: 'nulle',
  noResult: 'sans résultat', isHere: '{0} est là.',
  isAway: '{0} a une place, mais pas de connexion.', isGone: '{0} n’est pas là.',
  hasAccount: 'Inscrit le {0}.', isGuest: 'Un invité.', calledOffGames: 'A annulé {0} parties.',
  wishes: 'Quelles parties on peut vous proposer',
  wishesHint: 'Personne ne peut vous défier contre vos souhaits.', wishGames: 'Jeux', any: 'toutes',
  onlyRated: 'seulement classées', onlyUnrated: 'seulement non classées',
  onlyClock: 'seulement avec pendule', wishMax: 'Jusqu’à tant de parties à la fois',
  wishBots: 'Aussi de programmes', settings: 'Réglages', hidden: 'Joueurs masqués',
  nobodyHidden: 'Vous ne masquez personne.',
  roles: {
    star: 'Une étoile : qui s’y arrête rejoue.',
    middleStar: 'L’étoile du milieu : qui s’y arrête rejoue, et n’y est pas pris.',
    safeStar: 'Une étoile : qui s’y arrête rejoue, et n’y est pas pris.',
    own: 'Seuls les {0} viennent ici.',
    shared: 'Les deux camps passent ici : on peut être pris.',
    vision: 'Une des trois cases de la Vision de l’Oracle.',
    warriors: 'Sur le chemin des guerriers.',
    parting: 'Ici les jumeaux se séparent.',
    prison: 'Ici les prisonniers quittent le plateau, et un soldat devient officier.',
    ringCorner: 'Un coin : ici une Hornaskella s’arrête, et peut être prise.',
    corner: 'Seul le roi peut s’arrêter ici : alors il a gagné.',
    castle: 'Le château, d’où part le roi.', camp: 'Un camp, d’où partent les attaquants.',
    closedCamp: 'Un camp : seuls y vont les attaquants jamais sortis. Il aide à prendre.',
    closedCastle: 'Le château : personne n’y revient ni ne le traverse. Il aide à prendre.',
    edge: 'Au bord le roi gagne.',
    throne: 'Le trône : seul le roi peut s’y arrêter. Vide, il aide à prendre.',
    konakis: 'Le konakis : seul le roi peut s’y arrêter. Vide, il aide à prendre.',
  },
  reasons: {
    off: 'toutes les pièces sont rentrées', warrior: 'un guerrier est rentré',
    imprisoned: 'plus que des prisonniers', captured: 'capture', men: 'plus que deux pions',
    blocked: 'aucun coup', corner: 'le roi a atteint un coin', edge: 'le roi a atteint le bord',
    fort: 'le roi est dans un fort', enclosed: 'les défenseurs sont encerclés',
    repetition: 'répétition',
    noprogress: 'sans progrès', resign: 'abandon', absent: 'absent trop longtemps',
    flag: 'temps écoulé', idle: 'n’a pas joué', agreed: 'accord', aborted: 'à peine commencée',
    unopened: 'un sceau resté fermé', endless: 'trop longue', abandoned: 'tous deux partis',
    unresumed: 'n’est pas revenu', lapsed: 'ajournée, jamais reprise',
    adjudicated: 'décision de l’hôte',
  },
  happened: {
    joined: '{0} s’assied.', gone: '{0} est parti.', new_game: 'Une autre partie.',
    late: '{0} n’était pas prêt à temps.', unseated: '{0} a été renvoyé.', ready: '{0} est prêt.',
    opened: '', start_throw: 'Jet pour commencer : {1}.', begins: '{0} commence.',
    throw: '{0} jette {1}.', move: '{0} : {1}', resign: '{0} abandonne.',
    takeback: '{0} reprend un coup.',
    abort: '{0} annule la partie.', offers_draw: '{0} propose la nulle.',
    draw: '{0} accepte la nulle.', offers_adjourn: '{0} veut ajourner.', away: '{0} est absent.',
    overdue: '{0} est absent depuis trop longtemps.', back: '{0} est de retour.',
    adjourned: 'La partie est ajournée.', resumes: '{0} veut reprendre.',
    absent: '{0} est resté absent trop longtemps.', flag: '{0} n’a plus de temps.',
    idle: '{0} n’a pas joué.', abandoned: 'Les deux joueurs sont restés absents trop longtemps.',
    unresumed: '{0} n’est pas revenu pour reprendre.', lapsed: 'La partie ajournée est annulée.',
    adjudicated: '{0} perd par décision de l’hôte.', unopened: '{0} n’a pas ouvert son sceau.',
    endless: 'La partie est trop longue.', over: '', pass: 'Aucun coup avec {1} : {0} passe.',
    again: '{0} rejoue.', enter: '', capture: '{0} prend en {1}.',
    bear_off: '{0} rentre une pièce.', twins: '{0} a des jumeaux en {1}.',
    parted: 'Des jumeaux de {0} se séparent en {1}.',
    apart: 'En {1} deux pièces ne font pas de jumeaux.', warrior: '{0} fait entrer un guerrier.',
    warrior_lost: 'Un guerrier de {0} quitte son chemin.', warrior_taken: '{0} prend un guerrier.',
    warrior_home: 'Le guerrier de {0} est rentré !', vision: '{0} a la Vision de l’Oracle !',
    sent_back: 'Des pièces de {0} retournent de {1}.',
    vision_kept: '{0} garde la Vision et rejoue.', vision_broken: 'La Vision de {0} prend fin.',
    promoted: '{0} a un officier en {1}.', freed: '{0} libère des prisonniers en {1}.',
    prisoners_off: '{0} sort des prisonniers du plateau.', land: 'La pièce arrive en {1}.',
    go_on: 'La pièce continue jusqu’en {1}.',
    hornaskella: 'La dernière pièce de {0} est une Hornaskella.', mill: '{0} fait un moulin.',
    king_captured: 'Le roi est pris.', raichi: 'Raichi : le roi pourrait s’échapper.',
    tuichi: 'Tuichi : le roi pourrait s’échapper de deux façons !',
    gare: 'Gare : le roi pourrait être pris !',
  },
  games: {
    'royal-ur': 'Jeu royal d’Ur', finkel: 'Jeu royal d’Ur de Finkel',
    blitz: 'Jeu royal d’Ur, Blitz', masters: 'Jeu royal d’Ur de Masters', aseb: 'Aseb',
    akalamdung: 'Jeu d’Akalamdung', ur: 'Jeu d’Ur',
    stelpur: 'Að Elta Stelpur', morris: 'Marelle à neuf avec dés', tablut: 'Tablut',
    ashton: 'Tablut d’Ashton', brandubh: 'Brandubh', fetlar: 'Hnefatafl de Fetlar',
    copenhagen: 'Hnefatafl de Copenhague', 'alea-evangelii': 'Alea Evangelii',
  },
  rules: 'Règles',
  rulesAll: 'Qui peut jouer doit jouer. Un jet qui ne permet aucun coup passe le tour de lui-même.',
  rulesOf: {
    'royal-ur': {
      goal: 'Rentrer le premier ses sept pièces.',
      captions: [
        'Le chemin des blancs : 1 à 4, le milieu, puis 13 et 14. Celui des noirs en est ' +
          'l’image ; le milieu est commun.',
        'Les blancs ont jeté 2 : les pièces cerclées peuvent aller. De 12 à 14, de 5 à 7, ' +
          'de 8 à 10, ou une nouvelle pièce en 2.',
      ],
      points: [
        'Trois dés à deux faces donnent 0 à 3. Une pièce avance d’exactement autant, ou ' +
          'entre de la réserve sur cette case.',
        'On doit s’arrêter sur les étoiles (4, 8 et 14) : aucune pièce ne passe par-dessus.',
        'Une pièce rentre depuis 14, avec 1 exactement.',
        'Une case porte une pièce ; seule l’étoile 8 en porte autant qu’on veut, des deux ' +
          'couleurs, à l’abri.',
        'Au milieu, sauf en 8, on prend une pièce ennemie en arrivant sur elle : elle ' +
          'retourne à sa réserve.',
        'On rejette les dés après une étoile, une prise ou une rentrée.',
      ],
    },
    finkel: {
      goal: 'Rentrer le premier toutes ses pièces.',
      captions: [
        'Le chemin des blancs ; celui des noirs en est l’image.',
        'Les blancs ont jeté 3 : de 3 à 6, de 4 à 7, ou de 8 à 11 en prenant.',
      ],
      points: [
        'Quatre dés à deux faces donnent 0 à 4. Une pièce avance d’exactement autant, ou ' +
          'entre de la réserve sur cette case.',
        'Une case porte une pièce. Au milieu, on prend une pièce ennemie en arrivant sur elle : ' +
          'elle retourne à sa réserve.',
        'Les étoiles sont 4, 8 et 14 : on rejette les dés après s’y être arrêté. En 8 une pièce ' +
          'est à l’abri : personne n’y arrive.',
        'Une pièce rentre par le nombre exact, comme s’il y avait une case 15.',
      ],
    },
    blitz: {
      goal: 'Rentrer le premier toutes ses pièces.',
      captions: [
        'Le chemin des blancs ; celui des noirs en est l’image.',
        'Les blancs ont jeté 2 : de 3 à 5, de 10 à 12 en prenant, de 14 à 16, ou une entrée.',
      ],
      points: [
        'Quatre dés à deux faces donnent 0 à 4. Une pièce avance d’exactement autant, ou ' +
          'entre de la réserve sur cette case.',
        'À partir de 12 les chemins contournent le bout du plateau, l’un contre l’autre : votre ' +
          '12 est le 16 de l’autre camp. Les nombres du plateau sont les vôtres.',
        'À partir de 5, on prend une pièce ennemie en arrivant sur elle : elle retourne à sa ' +
          'réserve, et l’on rejette les dés.',
        'Les étoiles sont 4, 8, 12 et 16 : on rejette les dés après s’y être arrêté. Nulle pièce ' +
          'n’est à l’abri.',
        'Une pièce rentre par le nombre exact, comme s’il y avait une case 17.',
      ],
    },
    masters: {
      goal: 'Rentrer le premier toutes ses pièces.',
      captions: [
        'Le chemin des blancs ; celui des noirs en est l’image.',
        'Les blancs ont jeté 2 : de 4 à 6 en prenant, 8 à 10, 11 à 13, 15 rentre, ou une entrée.',
      ],
      points: [
        'Trois dés à deux faces donnent 1 à 3, et 4 s’ils ne montrent rien. Une pièce avance ' +
          'd’exactement autant, ou entre de la réserve sur cette case.',
        'À partir de 12 les chemins contournent le bout du plateau, l’un contre l’autre : votre ' +
          '12 est le 16 de l’autre camp. Les nombres du plateau sont les vôtres.',
        'À partir de 5, on prend une pièce ennemie en arrivant sur elle : elle retourne à sa ' +
          'réserve.',
        'Les étoiles sont 4, 8, 12 et 16 : on rejette les dés après s’y être arrêté. Nulle pièce ' +
          'n’est à l’abri.',
        'Une pièce rentre par le nombre exact, comme s’il y avait une case 17.',
      ],
    },
    aseb: {
      goal: 'Rentrer le premier toutes ses pièces.',
      captions: [
        'Le chemin des blancs ; celui des noirs en est l’image.',
        'Les blancs ont jeté 3 : de 12 à 15, ou une entrée. 5 ne va pas en 8, à l’abri.',
      ],
      points: [
        'Quatre dés à deux faces donnent 0 à 4. Une pièce avance d’exactement autant, ou ' +
          'entre de la réserve sur cette case.',
        'Une case porte une pièce. Dans la longue rangée, on prend une pièce ennemie en arrivant ' +
          'sur elle : elle retourne à sa réserve.',
        'Les étoiles sont 4, 8, 12 et 16 : on rejette les dés après s’y être arrêté, et l’on y ' +
          'est à l’abri.',
        'Une pièce rentre par le nombre exact, comme s’il y avait une case 17.',
      ],
    },
    akalamdung: {
      goal: 'Rentrer le premier ses sept pièces, ou un guerrier en 14.',
      captions: [
        'Le chemin des blancs ; celui des noirs en est l’image.',
        'Les blancs ont jeté 2. 1-3 fait des jumeaux ; une pièce de 10 prend le guerrier en ' +
          '12 ; une nouvelle pièce peut entrer en 2 comme guerrier.',
        'Les blancs tiennent 1, 3 et 11 : la Vision de l’Oracle.',
      ],
      points: [
        'La course du Jeu royal d’Ur : les mêmes dés, chemins, étoiles, prises et jets de ' +
          'plus. De plus :',
        'Jumeaux : deux pièces simples d’un côté sur une case. Ils vont ensemble, une ' +
          'troisième ne s’y joint pas, et seuls des jumeaux les prennent.',
        'Pour atteindre 8 ou 14 les jumeaux se séparent : l’un va, l’autre reste. En 10 ils ' +
          'se séparent aussitôt, et un ennemi qui y arrive prend les deux.',
        'Une pièce qui entre en 2 peut être un guerrier (marqué). Son chemin est 2 4 6 8 9 ' +
          '12 14, et en 14 il gagne la partie. Hors de son chemin c’est une pièce simple.',
        'La Vision de l’Oracle : avec des pièces en 1, 3 et 11 toutes les pièces ennemies ' +
          'du plateau retournent à la réserve, et vous seul jouez tant que vous tenez les ' +
          'trois.',
      ],
    },
    ur: {
      goal: 'Faire prisonnières toutes les pièces ennemies.',
      captions: [
        'Le chemin des blancs ; celui des noirs en est l’image.',
        'Les blancs ont jeté 2. Le soldat en 5 peut prendre la colonne en 7 ; l’officier en ' +
          '9 avance ou recule avec ses prisonniers.',
      ],
      points: [
        'Trois dés à deux faces donnent 0 à 3. Une pièce va d’exactement autant, ou un ' +
          'soldat entre sur cette case. 14 s’atteint exactement. On ne rejoue pas.',
        'Arriver sur un ennemi met votre pièce dessus. La pièce du dessus tient la case ; ' +
          'on n’arrive pas sur sa propre colonne.',
        'La pièce du dessus emmène ses prisonniers : les ennemis juste dessous. Le reste ' +
          'demeure, libre.',
        'Sur votre 14 les prisonniers quittent le plateau, et un soldat devient officier ' +
          '(marqué) : il peut aussi reculer.',
        'Qui n’a rien en réserve ni au sommet d’une colonne a perdu.',
      ],
    },
    stelpur: {
      goal: 'Prendre toutes les pièces ennemies.',
      captions: [
        'Les deux côtés font le tour dans le même sens. Les cases croisées sont les coins.',
        'Les blancs ont jeté 6 et 1 : une pièce avance de 6, une de 1. De 1 à 7 par 6, puis ' +
          'à 8 par 1, on prend la pièce noire.',
      ],
      points: [
        'Deux dés à six faces. Seuls comptent les 1, les 6 et les doubles : un 1 une case, ' +
          'un 6 six cases, un double les deux dés, double 6 quatre 6.',
        'Tous les résultats se jouent, dans l’ordre qu’on veut. Après un double on rejette.',
        'Arriver sur un ennemi le prend pour de bon. Sur sa propre pièce on continue ' +
          'jusqu’à la prochaine case vide.',
        'La dernière pièce est la Hornaskella. Elle va de coin en coin : un 1 au prochain, ' +
          'un 6 au deuxième. On ne la prend que dans un coin, et pas quand des ennemis sont ' +
          'des deux côtés.',
      ],
    },
    morris: {
      goal: 'Prendre sept des neuf pions ennemis, ou ne leur laisser aucun coup.',
      captions: [
        'D’abord chacun pose ses neuf pions, sans dés.',
        'Les blancs vont de d6 en d7 : trois pions en ligne, un moulin, qui prend le pion en a1.',
      ],
      points: [
        'La pose : sur tout point vide, mais sans achever de moulin.',
        'Ensuite chaque tour commence par trois dés à six faces. Un pion va le long d’une ' +
          'ligne au point vide voisin.',
        '6-5-4, 6-3-3, 5-2-2 et 4-1-1 permettent aussi de sauter à tout point où l’on ' +
          'achève un moulin.',
        'Pour chaque moulin achevé on prend un pion ennemi. Celui d’un moulin est à l’abri ' +
          'tant que d’autres ne sont dans aucun (sauf autre règle de la table).',
        'On perd avec deux pions, ou quand le jet ne permet aucun coup.',
        'Sans dés, comme on joue d’habitude : la pose peut achever un moulin. Un moulin, ou ' +
          'deux à la fois, prend un pion. Avec trois pions on saute à tout point vide.',
        'Avec des dés pour la pose seulement, 6-5-4, 6-3-3, 5-2-2 et 4-1-1 font un moulin : ' +
          'jusqu’à trois pions posés pour achever une ligne, et un pion ennemi pris.',
      ],
    },
    tablut: {
      goal: 'Blancs : mener le roi dans un coin ou, avec une option, au bord. Noirs : le prendre.',
      captions: [
        'Le début : le roi et huit défenseurs, seize attaquants. Les noirs commencent.',
        'Les blancs vont de e8 en e5 : l’attaquant en d5, entre deux pièces blanches, est pris.',
        'Les noirs vont de g6 en f6 : des attaquants des quatre côtés, et le roi est pris.',
      ],
      points: [
        'Toute pièce va en ligne droite aussi loin que les cases sont vides. Seul le roi ' +
          'peut s’arrêter dans un coin, où il gagne.',
        'On prend un ennemi en venant à côté de lui quand une autre pièce à soi, ou un ' +
          'coin, est juste derrière. Aller soi-même entre deux ennemis est sans danger.',
        'Le roi est pris par des attaquants des quatre côtés. Au bord il ne peut pas l’être.',
        'Raichi : le roi pourrait s’échapper. Tuichi : de deux façons. Gare : il pourrait ' +
          'être pris.',
        'Options : un roi faible est pris entre deux ; il peut gagner sur tout le bord. Avec les ' +
          'deux, les camps se valent à peu près : ces deux options sont donc choisies d’avance. ' +
          'Autre option : les règles de Linné.',
        'Qui ne peut pas jouer a perdu. Une position qui vient pour la troisième fois est nulle.',
      ],
    },
    ashton: {
      goal: 'Blancs : mener le roi au bord. Noirs : le prendre.',
      captions: [
        'Le début : comme au tablut, mais les blancs commencent.',
        'Les noirs vont de d4 en d5 : le pion blanc c5, devant un camp, est pris.',
        'Les noirs vont de d4 en d5 : le roi en c5, devant un camp, est pris.',
      ],
      points: [
        'Toute pièce va en ligne droite aussi loin que les cases sont vides.',
        'Personne ne revient au château du milieu, ni ne le traverse. Personne n’entre dans un ' +
          'camp ni ne le traverse ; seuls les attaquants jamais sortis vont dans le leur.',
        'On prend un ennemi en venant à côté de lui quand une autre pièce à soi, un camp ou le ' +
          'château est juste derrière ; a5, e1, e9 et i5 n’aident pas contre les attaquants.',
        'Le roi est pris de même ; au château des quatre côtés, à côté de trois.',
        'La même position encore est nulle. Qui ne peut pas jouer a perdu.',
      ],
    },
    brandubh: {
      goal: 'Blancs : mener le roi dans un coin. Noirs : le prendre.',
      captions: [
        'Le début : le roi et quatre défenseurs, huit attaquants. Les noirs commencent.',
        'Les noirs vont de b6 en b5 : le roi, entre deux attaquants, est pris.',
      ],
      points: [
        'Toute pièce va en ligne droite aussi loin que les cases sont vides. Seul le roi peut ' +
          's’arrêter sur le trône du milieu et dans un coin, où il gagne.',
        'On prend un ennemi en venant à côté de lui quand une autre pièce à soi, un coin ou le ' +
          'trône vide est juste derrière.',
        'Le roi est pris de même ; sur le trône des quatre côtés, à côté de trois.',
        'Qui amène une position pour la troisième fois, ou ne peut pas jouer, a perdu.',
      ],
    },
    fetlar: {
      goal: 'Blancs : mener le roi dans un coin. Noirs : le prendre.',
      captions: [
        'Le début : le roi et douze défenseurs, 24 attaquants. Les noirs commencent.',
        'Les noirs vont de f10 en f8 : avec le trône vide les quatre côtés sont fermés.',
      ],
      points: [
        'Toute pièce va en ligne droite aussi loin que les cases sont vides. Seul le roi peut ' +
          's’arrêter sur le trône du milieu et dans un coin, où il gagne.',
        'On prend un ennemi en venant à côté de lui quand une autre pièce à soi, un coin ou le ' +
          'trône vide est juste derrière.',
        'Le roi est pris des quatre côtés, le trône vide en étant un ; jamais au bord.',
        'Qui ne peut pas jouer a perdu. Une position qui vient pour la troisième fois est nulle.',
      ],
    },
    copenhagen: {
      goal: 'Blancs : mener le roi dans un coin ou un fort. Noirs : prendre ou encercler.',
      captions: [
        'Le début : le roi et douze défenseurs, 24 attaquants. Les noirs commencent.',
        'Les noirs vont de j1 en g1, un mur : les pions e1 et f1 sont pris.',
        'Les blancs vont de h4 en h1, un fort : personne n’y entre, et ils ont gagné.',
      ],
      points: [
        'On va et on prend comme au hnefatafl de Fetlar.',
        'Mur : au bord, un rang de deux ou plus est pris quand chacun a un ennemi devant ' +
          'lui, et le rang des ennemis, ou un et un coin, aux deux bouts. Le roi y reste.',
        'Les blancs gagnent aussi avec un roi au bord, qui peut bouger, dans un fort sûr.',
        'Les noirs gagnent aussi en encerclant tous les blancs, loin du bord.',
        'Qui amène une position pour la troisième fois, ou ne peut pas jouer, a perdu.',
      ],
    },
    'alea-evangelii': {
      goal: 'Blancs : mener le roi dans un coin. Noirs : le prendre.',
      captions: ['Le début : le roi et 24 défenseurs, 48 attaquants. Les blancs commencent.'],
      points: [
        'Toute pièce va en ligne droite aussi loin que les cases sont vides. Seul le roi ' +
          'peut s’arrêter sur la case du milieu et dans un coin, où il gagne.',
        'On prend un ennemi en venant à côté de lui quand une autre pièce à soi, un coin ou ' +
          'la case du milieu vide est juste derrière.',
        'Le roi ne prend pas et n’aide pas à prendre. Il est pris quand des attaquants, le ' +
          'bord, des coins ou la case du milieu vide l’enferment des quatre côtés ; aussi ' +
          'avec un défenseur à côté de lui.',
        'On joue deux parties, côtés échangés, car un côté est plus fort. Sur un téléphone, ' +
          '« Plus grand » aide à toucher les cases.',
      ],
    },
  },

  // --- ce que le serveur dit en anglais ---
  errors: {
    bad_name: 'Un nom est une lettre, puis 1 à 15 lettres, chiffres, _ ou -.',
    name_reserved: 'Ce nom est réservé à l’hôte : choisissez-en un autre.',
    name_taken: 'Quelqu’un ici a ce nom : choisissez-en un autre.',
    name_fixed: 'Quittez vos tables avant de changer de nom.',
    name_registered: 'Ce nom est inscrit : donnez son mot de passe, ou choisissez-en un autre.',
    already_registered: 'Votre nom est déjà inscrit.',
    insecure: 'D’autres pourraient lire un mot de passe en route.',
    wrong_password: 'Ce n’est pas le mot de passe.',
    bad_password: 'Un mot de passe a 8 à 128 octets.',
    too_many_accounts: 'Il y a trop de comptes : jouez sans.',
    unknown_player: 'Personne ici n’a ce nom.', banned: 'Vous ne pouvez pas jouer ici.',
    not_registered: 'Les parties classées sont pour les joueurs inscrits.',
    unknown_room: 'Cette table n’existe pas (ou plus).', in_room: 'Vous êtes déjà à cette table.',
    seat_taken: 'Cette place est prise.', room_full: 'Les deux places sont prises.',
    wrong_word: 'Cette table est privée.', unknown_offer: 'Cette offre n’est plus là.',
    own_offer: 'C’est votre propre offre.',
    not_wanted: 'Ce joueur ne veut pas de telles parties en ce moment.',
    too_many_offers: 'Vous avez fait trop d’offres : retirez-en une.',
    too_many_rooms: 'Vous êtes à trop de tables : quittez-en une.',
    lobby_full: 'Il y a trop de tables : essayez plus tard.',
    gagged: 'Ce joueur ne veut pas vous entendre.', too_many_gags: 'Vous masquez trop de joueurs.',
    too_many_watched: 'Vous regardez trop de tables.',
    too_many_watchers: 'Trop de gens regardent cette table.',
    in_game: 'Une de vos parties est en cours.',
    no_opponent: 'Vous n’avez pas encore d’adversaire.', already_ready: 'Vous êtes déjà prêt.',
    not_playing: 'Aucune partie n’est en cours ici.', not_your_turn: 'C’est à l’autre de jouer.',
    illegal_move: 'Ce coup n’est pas permis.',
    stale: 'La partie a continué depuis : regardez le plateau.',
    no_takeback: 'Aucun coup à reprendre ici.',
    not_over: 'La partie n’est pas finie.', not_opener: 'Seul celui qui a ouvert la table le peut.',
    cannot_unseat:
      'On ne renvoie qu’un joueur qui n’est pas prêt, et jamais entre les parties d’un match.',
    already_offered: 'Vous l’avez déjà proposé : l’adversaire accepte, ou joue.',
    too_late: 'Trop tard pour annuler : abandonnez, ou proposez la nulle.',
    not_absent: 'L’adversaire n’est pas absent depuis assez longtemps.',
    no_record: 'La partie n’est pas gardée.', unknown_record: 'Cette partie n’est pas gardée.',
    interrupted: 'Le serveur a été interrompu : peut-être est-ce fait, peut-être pas.',
    storage: 'Le serveur ne peut pas écrire sur son disque : rien n’a été fait.',
    shutting_down: 'Le serveur s’arrête.',
    draining: 'Le serveur va s’arrêter : aucune partie ne commence, celles en cours sont gardées.',
    too_many_connections: 'Trop de connexions : essayez plus tard.',
  },
  rule: {
    'morris.place': 'Les pions se posent tant qu’il en reste en main.',
    'morris.move': 'Tous les pions sont posés : il faut en avancer un.',
    'morris.empty': 'Aucun pion n’est là.',
    'morris.enemy': 'Ce pion n’appartient pas au camp qui doit jouer.',
    'morris.occupied': 'Un pion est déjà là.',
    'morris.mill': 'La pose ne peut pas achever de moulin.',
    'morris.far': 'Avec ce jet un pion ne va au loin que pour achever un moulin.',
    'morris.throw': 'Seuls 6-5-4, 6-3-3, 5-2-2 et 4-1-1 permettent d’aller au loin.',
    'morris.adjacent': 'Un pion va le long d’une ligne au point voisin.',
    'morris.take': 'Pour chaque moulin achevé il faut prendre un pion.',
    'morris.no-mill': 'On ne prend pas plus de pions que de moulins achevés.',
    'morris.order': 'Deux pions se prennent dans l’ordre a à g, puis 1 à 7.',
    'morris.victim': 'Aucun pion ennemi n’est là.',
    'morris.one': 'Un moulin achevé, ou deux, prend exactement un pion ; sinon on n’en prend pas.',
    'morris.made': 'Seuls 6-5-4, 6-3-3, 5-2-2 et 4-1-1 font un moulin avec les pions en main.',
    'morris.protected': 'Un pion d’un moulin ne se prend pas tant qu’un autre n’est dans aucun.',
    'stelpur.empty': 'Aucune pièce n’est là.',
    'stelpur.enemy': 'Cette pièce n’appartient pas au camp qui doit jouer.',
    'stelpur.throw': 'Vous n’avez pas jeté ce nombre.',
    'stelpur.useless': 'Seuls les 1, les 6 et les doubles font avancer.',
    'stelpur.played': 'Ce résultat est déjà joué.',
    'tafl.stay': 'Une pièce qui joue quitte sa case.', 'tafl.empty': 'Aucune pièce n’est là.',
    'tafl.enemy': 'Cette pièce n’appartient pas au camp qui doit jouer.',
    'tafl.line': 'Une pièce va en ligne droite.',
    'tafl.step': 'Ici le roi va d’une case.',
    'tafl.jump': 'Une pièce ne passe pas par-dessus une autre.',
    'tafl.occupied': 'Une pièce est déjà là.',
    'tafl.corner': 'Seul le roi peut s’arrêter dans un coin.',
    'tafl.castle': 'Personne n’entre au château vide.',
    'tafl.camp':
      'Personne n’entre dans un camp, ni ne traverse un camp ou le château ; un attaquant va ' +
      'dans le camp dont il n’est jamais sorti.',
    'tafl.throne':
      'Seul le roi peut s’arrêter sur le trône ; les autres passent par-dessus quand il est ' +
      'vide.',
    'akalamdung.declare': 'Un guerrier se déclare en entrant en 2.',
    'akalamdung.piece': 'Vous n’avez pas de pièce là.',
    'akalamdung.is-warrior': 'Seul un guerrier est là.',
    'akalamdung.is-plain': 'Vous n’avez pas de guerrier là.',
    'akalamdung.off': 'Une pièce rentre depuis 14 seulement, avec 1 exactement.',
    'akalamdung.throw': 'Une pièce avance d’exactement ce que dit le jet.',
    'akalamdung.rosette': 'Aucune pièce ne passe une étoile (4, 8 ou 14) sans s’y arrêter.',
    'akalamdung.warrior-alone': 'Un guerrier ne partage que la case 8 avec les siens.',
    'akalamdung.last': 'La case 14 porte une seule pièce.',
    'akalamdung.parting': 'La case 10 porte au plus deux pièces d’une couleur.',
    'akalamdung.third': 'Une troisième pièce ne se joint pas à des jumeaux.',
    'akalamdung.enemy-twins': 'Seuls des jumeaux prennent des jumeaux.',
    'race.piece': 'Vous n’avez pas de pièce là.',
    'race.throw': 'Une pièce avance d’exactement ce que dit le jet, même pour sortir.',
    'race.occupied': 'Votre propre pièce est là.',
    'race.safe': 'La pièce ennemie y est à l’abri sur son étoile.',
    'royal-ur.piece': 'Vous n’avez pas de pièce là.',
    'royal-ur.off': 'Une pièce rentre depuis 14 seulement, avec 1 exactement.',
    'royal-ur.throw': 'Une pièce avance d’exactement ce que dit le jet.',
    'royal-ur.rosette': 'Aucune pièce ne passe une étoile (4, 8 ou 14) sans s’y arrêter.',
    'royal-ur.occupied': 'Votre propre pièce est là ; seule la case 8 en porte plusieurs.',
    'ur.piece': 'Vous n’avez pas de pièce là.',
    'ur.prisoner': 'Votre pièce y est sous un ennemi : seul le dessus d’une colonne va.',
    'ur.off': 'Seuls les prisonniers quittent le plateau, quand leur vainqueur atteint 14.',
    'ur.exact': 'La case 14 s’atteint exactement.',
    'ur.below': 'Aucune pièce ne recule au-delà de 1.',
    'ur.forward': 'Seuls les officiers reculent.',
    'ur.throw': 'Une pièce va d’exactement ce que dit le jet.',
    'ur.occupied': 'Votre propre pièce tient cette colonne.',
  },
};
