// Ce que disent les leçons : [la tâche, la réponse], et l’histoire de chaque jeu.
export default {
  'royal-ur': {
    history:
      'Leonard Woolley trouva le plateau dans les tombes royales d’Ur en 1928 ; il a ' +
      'environ 4 500 ans. Un scribe babylonien en nota des règles en 177 av. J.-C., ' +
      'qu’Irving Finkel déchiffra au British Museum. Peu de jeux encore joués sont ' +
      'plus vieux.',
    steps: [
      [
        'Vous avez jeté 2. Faites entrer une pièce : touchez votre réserve, puis la ' +
          'case où elle va.',
        'Elle est sur 2, deux cases plus loin sur votre chemin. Sept pièces doivent le ' +
          'parcourir et sortir les premières.',
      ],
      [
        'Jeté : 2. Une de vos pièces peut atteindre une rosette.',
        'Une rosette vous donne un autre jet.',
      ],
      [
        'Au milieu les deux camps suivent les mêmes cases. Prenez.',
        'La pièce noire retourne dans sa réserve et recommence ; vous jetez encore.',
      ],
      [
        'La rosette sur 8 est sûre : on n’y prend personne. Rejoignez-la.',
        'Autant de pièces qu’on veut, des deux couleurs, tiennent sur 8.',
      ],
      [
        'Jeté : 3. Aucune pièce ne passe par-dessus une rosette : 3 ne va pas à 6. Qui ' +
          'peut avancer ?',
        'De 1 à 4, juste sur la rosette. Jetez encore.',
      ],
      [
        'Une pièce sort de 14 avec 1 exactement. Rentrez-en une.',
        'Rentrée ! Elle montre son étoile, et vous jetez encore. Encore une, et vous ' + 'gagnez.',
      ],
    ],
  },
  finkel: {
    history:
      'Irving Finkel, du British Museum, a retrouvé ces règles sur une tablette de 177 av. ' +
      'J.-C., et les a rendues célèbres en jouant devant une caméra. Le chemin sur le ' +
      'plateau est celui que proposa R. C. Bell.',
    steps: [
      [
        'Quatre dés donnent 0 à 4. Le jet : 4. Atteignez une étoile.',
        'De la réserve en 4 d’un coup. Une étoile vous donne un autre jet.',
      ],
      [
        'La pièce noire en 8 est à l’abri : personne n’y arrive, et 5 ne peut avancer. Trouvez ' +
          'une autre étoile.',
        'Une case ne porte qu’une pièce, mais on passe par-dessus les étoiles et les pièces.',
      ],
      ['Prenez en 11.', 'Elle recommence. Une prise ne donne pas d’autre jet dans ce jeu.'],
      [
        'Les noirs pourraient vous prendre en 7. La meilleure case est proche.',
        'En 8 nul ne vous prend, nul autre ne s’arrête, et vous rejetez les dés.',
      ],
      [
        'Une pièce sort par le nombre exact, de toute case : de 13 avec 2. Rentrez-la.',
        'Rentrée. Pas d’autre jet pour cela : seules les étoiles en donnent.',
      ],
      ['Votre dernière pièce : gagnez.', 'Toutes vos pièces sont rentrées : vous avez gagné.'],
    ],
  },
  blitz: {
    history:
      'Une forme rapide du jeu, de royalur.net : cinq pièces, des prises qui font rejouer, et ' +
      'un chemin où les camps se croisent deux fois. Au mieux joué, qui jette d’abord gagne ' +
      '50,4 parties sur 100.',
    steps: [
      [
        'Quatre dés donnent 0 à 4. Le jet : 1. Atteignez une étoile.',
        'Une étoile vous donne un autre jet.',
      ],
      ['Prenez en 9.', 'Elle recommence, et ici une prise vous donne un autre jet.'],
      [
        'Nulle pièce n’est à l’abri, même sur une étoile. Prenez-la.',
        'Une étoile et une prise : c’est un seul jet de plus, pas deux.',
      ],
      [
        'À partir de 12 les camps se croisent, autour du bout du plateau. Prenez.',
        'Votre 12 est le 16 des noirs : cette pièce était à un pas de l’arrivée.',
      ],
      [
        'Une pièce sort par le nombre exact, comme s’il y avait une case 17. Rentrez-en une.',
        'Rentrée, de 15 avec 2. Cela ne donne pas d’autre jet.',
      ],
      ['Votre dernière pièce : gagnez.', 'Toutes vos pièces sont rentrées : vous avez gagné.'],
    ],
  },
  masters: {
    history:
      'Nulle source ne dit le chemin au bout du plateau. James Masters, de mastersgames.com, le ' +
      'fait contourner, et l’on s’y croise encore une fois. C’est la plus longue course sur le ' +
      'plateau d’Ur.',
    steps: [
      [
        'Trois dés donnent 1 à 3, et aucune marque compte 4. Le jet : 4. Atteignez une étoile.',
        'Une étoile vous donne un autre jet. Dans ce jeu on ne jette jamais 0.',
      ],
      ['Prenez en 10.', 'Elle recommence. Une prise ne donne pas d’autre jet dans ce jeu.'],
      [
        'Nulle pièce n’est à l’abri, même sur une étoile. Prenez-la.',
        'Vous rejetez les dés pour l’étoile. Mais vous n’y êtes pas à l’abri non plus.',
      ],
      [
        'À partir de 12 les camps se croisent, autour du bout du plateau. Prenez.',
        'Votre 12 est le 16 des noirs : cette pièce était à un pas de l’arrivée.',
      ],
      [
        'Une pièce sort par le nombre exact, comme s’il y avait une case 17. Rentrez-en une.',
        'Rentrée, de 15 avec 2. Cela ne donne pas d’autre jet.',
      ],
      ['Votre dernière pièce : gagnez.', 'Toutes vos pièces sont rentrées : vous avez gagné.'],
    ],
  },
  aseb: {
    history:
      'En Égypte le plateau d’Ur devint long de douze cases. C’était souvent l’autre face d’une ' +
      'boîte de senet, comme dans la tombe de Toutânkhamon. Ses règles sont perdues ; celles-ci ' +
      'sont de royalur.net.',
    steps: [
      [
        'Quatre dés donnent 0 à 4. Le jet : 4. Atteignez une étoile.',
        'De la réserve en 4 d’un coup. Une étoile vous donne un autre jet.',
      ],
      [
        'Dans la longue rangée les deux camps suivent les mêmes cases. Prenez.',
        'Elle recommence. Une prise ne donne pas d’autre jet dans ce jeu.',
      ],
      [
        'La pièce noire en 8 est à l’abri : personne n’y arrive, et 5 ne peut avancer. Trouvez ' +
          'une autre étoile.',
        'Une pièce est à l’abri sur toute étoile.',
      ],
      [
        'Les noirs pourraient vous prendre en 11. La meilleure case est proche.',
        'En 12 nul ne vous prend, nul autre ne s’arrête, et vous rejetez les dés.',
      ],
      [
        'Une pièce sort par le nombre exact, comme s’il y avait une case 17. Rentrez-en une.',
        'Rentrée, de 14 avec 3. Cela ne donne pas d’autre jet.',
      ],
      ['Votre dernière pièce : gagnez.', 'Toutes vos pièces sont rentrées : vous avez gagné.'],
    ],
  },
  akalamdung: {
    history:
      'Akalamdug fut un roi d’Ur, il y a plus de 4 500 ans. Le jeu qui porte son nom ' +
      'est moderne, pour le vieux plateau. Il donne un sens à chaque ornement : ' +
      'rosettes, yeux et cinq points.',
    steps: [
      [
        'Dés, chemin et rosettes sont ceux du Jeu royal. Deux pièces peuvent partager ' +
          'une case : faites des jumeaux.',
        'Les jumeaux avancent ensemble, et seuls des jumeaux les prennent.',
      ],
      [
        'Une pièce qui entre sur 2 peut être un guerrier. Faites entrer un guerrier.',
        'Il montre son étoile. Son chemin : les cases à cinq points et les rosettes, 2 ' +
          '4 6 8 9 12 14.',
      ],
      [
        'Gardez le guerrier sur son chemin.',
        'Sur 8 il est à l’abri, et vous jetez encore. Hors de son chemin il serait une ' +
          'simple pièce.',
      ],
      [
        'Sur 10 on ne fait pas de jumeaux. Prenez le guerrier noir.',
        'Il retourne en réserve, simple pièce, et vous jetez encore.',
      ],
      [
        'Les yeux sont ceux de l’Oracle. Tenez 1, 3 et 11.',
        'La Vision de l’Oracle ! Toutes les pièces noires repartent, et vous jouez seul ' +
          'tant que vous tenez les trois.',
      ],
      [
        'Un guerrier qui atteint 14 gagne aussitôt.',
        'Vous avez gagné, quoi qu’il reste sur le plateau.',
      ],
    ],
  },
  ur: {
    history:
      'Le plateau est celui des tombes royales, vieux d’environ 4 500 ans. Ce jeu-ci ' +
      'est moderne, et le seul des trois qui n’est pas une course. Des colonnes ' +
      'montent, et qui est au-dessus commande.',
    steps: [
      [
        'Ici une pièce prise reste sur le plateau. Posez-vous sur le soldat noir.',
        'Votre pièce est dessus et tient la case. Celle de dessous est votre ' + 'prisonnière.',
      ],
      [
        'La pièce du dessus avance avec ses prisonnières. Prenez la colonne sur 8.',
        'Une colonne de quatre, et à vous : deux prisonnières noires, et une pièce ' +
          'blanche qui attend dessous.',
      ],
      [
        'Sous la prisonnière attend une pièce à vous. Voyez ce qui arrive quand le ' +
          'dessus avance.',
        'Elle a emmené la prisonnière, et votre pièce sur 5 est libre : deux colonnes ' +
          'au lieu d’une.',
      ],
      [
        'Menez votre prisonnière sur 14, qu’il faut atteindre exactement.',
        'Les prisonnières y quittent le plateau pour de bon. Le soldat devient officier ' +
          ': voyez son étoile.',
      ],
      ['Un officier recule aussi. Prenez.', 'Rien n’échappe à un officier.'],
      [
        'Les noirs n’ont plus qu’une pièce libre, et rien en réserve.',
        'Toutes les pièces noires sont prisonnières : vous avez gagné.',
      ],
    ],
  },
  stelpur: {
    history:
      '« Courir après les filles » est un vieux jeu de dés islandais. Sa dernière ' +
      'pièce, la Hornaskella, est à part et difficile à prendre. La position de ' +
      'départ est perdue ; cette règle-là est de nous.',
    steps: [
      [
        'Seuls les 1, les 6 et les doubles avancent. Il vous reste un 6 : avancez la ' +
          'pièce de tête.',
        'Elle a fait six cases. Les deux camps tournent dans le même sens, et tout ce ' +
          'qui est jeté se joue.',
      ],
      [
        'Il vous reste un 1. Prenez.',
        'La pièce noire est sortie pour de bon. Prenez-les toutes et vous gagnez.',
      ],
      [
        'Votre pièce sur 1 tomberait sur votre pièce en 7. Essayez.',
        'Elle va jusqu’à la prochaine case vide, et n’y prend rien.',
      ],
      [
        'Un double avance deux pièces, ou une deux fois, et l’on rejette. Prenez sur 9.',
        'Encore un 4 à jouer, puis un nouveau jet.',
      ],
      [
        'Votre dernière pièce est la Hornaskella. Elle va de coin en coin : un 6 la ' +
          'mène au deuxième.',
        'De 3, par le coin 6, au coin 7, où elle prend.',
      ],
      [
        'Une Hornaskella ne se prend que dans un coin. Celle des noirs est sur 13.',
        'C’était la dernière : vous avez gagné.',
      ],
    ],
  },
  morris: {
    history:
      'Le roi Alphonse X de Castille fit peindre et écrire un livre des jeux en 1283. ' +
      'On y trouve le moulin à neuf pions avec trois dés. Le moulin lui-même est bien ' +
      'plus vieux, gravé dans la pierre des temples et des cloîtres.',
    steps: [
      [
        'D’abord chacun pose ses neuf pions, sans dés. Un carrefour de quatre lignes ' +
          'est une bonne place.',
        'De là un pion pourra aller de quatre côtés.',
      ],
      [
        'Trois pions en ligne font un moulin. Pendant la pose personne n’en achève, ' +
          'mais un pion qui gêne reste gênant. Bloquez la ligne des noirs.',
        'Les noirs n’auront pas ce moulin tant que vous tenez d7.',
      ],
      [
        'Maintenant chaque tour commence par trois dés, et un pion va au point voisin. ' +
          'Fermez un moulin avec d6, et prenez le pion a1.',
        'Un moulin prend un pion adverse.',
      ],
      [
        '6-5-4 est un jet heureux : un pion saute d’où il veut pour achever un moulin. ' +
          'Sautez de c3 à d7, et prenez d1.',
        '6-3-3, 5-2-2 et 4-1-1 font aussi sauter un pion.',
      ],
      [
        'Un moulin ouvert se referme. Ouvrez celui du haut, vers d6.',
        'Si les noirs ne bloquent pas d7, vous le refermez au tour suivant et prenez ' + 'encore.',
      ],
      [
        'Les noirs ont trois pions. Fermez votre moulin, et prenez le pion d2.',
        'Avec deux pions les noirs ne font plus de moulin : vous avez gagné.',
      ],
      [
        'La plupart jouent sans dés (option dice=none). Là trois pions sautent, à tout ' +
          'point vide. Sautez avec f2 en g7, et prenez e4.',
        'Sans dés on peut aussi achever un moulin pendant la pose.',
      ],
    ],
  },
  tablut: {
    history:
      'Carl von Linné avait 25 ans quand il vit jouer les Samis de Laponie en 1732, ' +
      'et le nota dans son journal. C’est le seul jeu de la famille tafl dont un ' +
      'témoin a écrit les règles. Le plateau était brodé sur du cuir de renne.',
    steps: [
      [
        'Chaque pièce va tout droit aussi loin qu’elle veut. Menez votre pion e3 ' +
          'jusqu’au bord.',
        'Les pièces ne sautent jamais, et s’arrêtent sur une case vide.',
      ],
      ['Un ennemi entre deux de vos pions est pris. Refermez-vous sur d5.', 'Pris entre c5 et e5.'],
      [
        'Jouez les noirs. Entrer soi-même entre deux ennemis est sans danger : allez en ' + 'd5.',
        'Seul celui qui joue prend.',
      ],
      [
        'Le roi veut un coin. Menez-le à un bord d’où il en voit un.',
        'Raichi, ou Tuichi s’il en voit deux : les noirs n’en bloquent qu’un.',
      ],
      ['Le roi, au bord, voit un coin. Gagnez.', 'Le roi s’est échappé : les blancs ont gagné.'],
      [
        'Les noirs prennent le roi en l’entourant des quatre côtés. Jouez les noirs.',
        'Le roi est pris : les noirs ont gagné.',
      ],
    ],
  },
  ashton: {
    history:
      'Carl von Linné vit ce jeu en Laponie en 1732. John Ashton en retrouva les ' +
        'règles, avec les camps, en 2007 d’après son journal. Des étudiants de ' +
        'Bologne écrivent des programmes qui y jouent.',
    steps: [
      [
        'Personne ne revient au château du milieu, ni ne le traverse. Descendez le ' +
          'pion e7 aussi loin qu’il va.',
        'Il s’arrête devant le château.',
      ],
      [
        'Un camp aide à prendre. Prenez l’attaquant c5, à côté du camp.',
        'Pris entre votre pion et le camp.',
      ],
      [
        'Jouez les noirs. Seuls les attaquants jamais sortis vont dans leur camp : ' +
          'menez celui de a5 en d5.',
        'Il ne pourra plus y rentrer.',
      ],
      [
        'Le roi gagne sur toute case du bord, hors des camps. Gagnez.',
        'Le roi s’est échappé : les blancs ont gagné.',
      ],
      [
        'Deux suffisent pour le roi, ou un et un camp. Jouez les noirs.',
        'Entre l’attaquant et le camp le roi est pris : les noirs ont gagné.',
      ],
      [
        'À côté du château il en faut trois, et dedans quatre. Jouez les noirs : ' +
          'fermez le troisième côté.',
        'Le roi est pris : les noirs ont gagné.',
      ],
    ],
  },
  brandubh: {
    history:
      'Des poèmes irlandais du Moyen Âge parlent du brandubh, « corbeau noir » : un' +
        ' roi et quatre hommes contre huit. On a trouvé en Irlande des plateaux de ' +
        'sept cases sur sept, à trous.',
    steps: [
      [
        'Chaque pièce va tout droit aussi loin qu’elle veut. Menez votre pion f1 en' +
          ' f6.',
        'Les pièces ne sautent jamais, et s’arrêtent sur une case vide.',
      ],
      [
        'Un ennemi entre deux de vos pions est pris. Votre pion g4 peut passer sur ' +
          'le trône vide : refermez-vous sur c5.',
        'Pris entre c4 et c6.',
      ],
      [
        'Le trône vide aide à prendre. Prenez l’attaquant d3.',
        'Pris entre votre pion et le trône.',
      ],
      [
        'Le roi veut un coin. Menez-le à un bord d’où il en voit un.',
        'S’il en voit deux, les noirs n’en bloquent qu’un.',
      ],
      [
        'Le roi, au bord, voit un coin. Gagnez.',
        'Le roi s’est échappé : les blancs ont gagné.',
      ],
      [
        'Loin du trône deux attaquants suffisent pour le roi. Jouez les noirs.',
        'Le roi est pris : les noirs ont gagné.',
      ],
    ],
  },
  fetlar: {
    history:
      'Le hnefatafl était le jeu des Vikings avant les échecs. Les joueurs de ' +
        'Fetlar, une île des Shetland, en ont fixé ces règles pour leurs ' +
        'championnats.',
    steps: [
      [
        'Chaque pièce va tout droit aussi loin qu’elle veut, aussi sur le trône ' +
          'vide. Menez votre pion f1 en f9.',
        'Seul le roi peut s’arrêter sur le trône.',
      ],
      [
        'Un ennemi entre deux de vos pions est pris. Refermez-vous sur d4.',
        'Pris entre c4 et e4.',
      ],
      [
        'Le roi aide à prendre. Prenez l’attaquant d6.',
        'Pris entre votre pion et le roi.',
      ],
      [
        'Le roi veut un coin. Menez-le à un bord d’où il en voit un.',
        'S’il en voit deux, les noirs n’en bloquent qu’un.',
      ],
      [
        'Le roi, au bord, voit un coin. Gagnez.',
        'Le roi s’est échappé : les blancs ont gagné.',
      ],
      [
        'Le roi est pris des quatre côtés ; le trône vide en est un ici. Jouez les ' +
          'noirs.',
        'Le roi est pris : les noirs ont gagné.',
      ],
    ],
  },
  copenhagen: {
    history:
      'Des joueurs du monde entier se mirent d’accord en 2012 sur ces règles : ' +
        'celles de Fetlar, et de quoi finir les longues parties. La plupart des ' +
        'tournois les suivent.',
    steps: [
      [
        'On va et on prend comme à Fetlar. Prenez l’attaquant b11 contre le coin.',
        'Les coins aident les deux camps à prendre.',
      ],
      [
        'Jouez les noirs. Deux pions au bord, un attaquant devant chacun : fermez ' +
          'le rang avec j1, c’est un mur.',
        'Les deux pions sont pris d’un coup.',
      ],
      [
        'Les blancs aussi prennent par un mur, et le roi peut aider. Fermez celui-' +
          'ci.',
        'Les deux attaquants sont pris.',
      ],
      [
        'Un roi au bord, qui peut bouger, dans un fort que rien ne brise, a gagné. ' +
          'Fermez le fort.',
        'Aucun pion du fort ne peut être pris : les blancs ont gagné.',
      ],
      [
        'Les noirs gagnent en encerclant toutes les pièces blanches. Jouez les ' +
          'noirs : fermez l’anneau.',
        'Plus personne n’en sort : les noirs ont gagné.',
      ],
      [
        'Et un coin gagne, comme toujours. Gagnez.',
        'Le roi s’est échappé : les blancs ont gagné.',
      ],
    ],
  },
  'alea-evangelii': {
    history:
      'Un manuscrit irlandais du XIe ou XIIe siècle dessine ce plateau de 19 lignes, ' +
      'et raconte qu’un évêque l’apporta de la cour du roi Athelstan. Il lit dans les ' +
      'pièces l’harmonie des quatre évangiles. Il fallut retrouver comment on y ' +
      'jouait.',
    steps: [
      [
        'Soixante-treize pièces et une règle : tout droit, aussi loin qu’on veut. Menez ' +
          'votre pion g10 sur la ligne de l’attaquant j15 : en g15.',
        'Le plateau est grand : un long coup est souvent le plus fort.',
      ],
      [
        'Prenez l’attaquant j15 entre deux pions.',
        'Pris. On prend aussi contre un coin, et contre le trône vide.',
      ],
      [
        'Le roi a quitté le trône, et le trône vide est hostile. Prenez l’attaquant qui ' +
          'le touche.',
        'Entre votre pion et le trône : pris.',
      ],
      [
        'Menez le roi à un bord d’où il voit un coin.',
        'Les noirs doivent bloquer, et ne bloquent pas deux côtés.',
      ],
      [
        'Gagnez : le roi va dans un coin.',
        'Le roi s’est échappé. Comme dans l’harmonie des évangiles, tout est à sa ' + 'place.',
      ],
      ['Jouez les noirs : fermez le quatrième côté.', 'Le roi est pris : les noirs ont gagné.'],
    ],
  },
};
