// What the lessons say, in English: [the task, the answer], and the history of each game.
export default {
  'royal-ur': {
    history:
      'Leonard Woolley found the board in the royal tombs of Ur in 1928; it is about ' +
      '4,500 years old. A Babylonian scribe wrote down rules in 177 BC, and Irving ' +
      'Finkel read them in the British Museum. Of all games that are still played, ' +
      'few are older.',
    steps: [
      [
        'You have thrown 2. Bring in a piece: tap your reserve, then the square it goes ' + 'to.',
        'It stands on 2, two squares along your way. Seven pieces must walk this way ' +
          'and leave the board first.',
      ],
      ['Thrown: 2. One of your pieces can reach a rosette.', 'A rosette gives you another throw.'],
      [
        'In the middle both sides walk the same squares. Capture.',
        'The black piece goes back to its reserve and begins again, and you throw ' + 'again.',
      ],
      [
        'The rosette on 8 is safe: nobody is captured there. Join it.',
        'Any number of pieces, of both colours, may stand on 8.',
      ],
      [
        'Thrown: 3. No piece may pass over a rosette, so 3 cannot go to 6. What can go?',
        'From 1 to 4, exactly onto the rosette. Throw again.',
      ],
      [
        'A piece leaves the board from 14 with exactly 1. Bring one home.',
        'Home! It shows its star, and you throw again. One more piece, and you win.',
      ],
    ],
  },
  finkel: {
    history:
      'Irving Finkel of the British Museum rebuilt these rules from a clay tablet of 177 ' +
      'BC, and playing them before a camera made them the best known. The way over the ' +
      'board is the one that R. C. Bell proposed.',
    steps: [
      [
        'Four dice give 0 to 4. Thrown: 4. Reach a rosette.',
        'From your reserve to 4 at once. A rosette gives you another throw.',
      ],
      [
        'The black piece on 8 is safe: nobody lands there, so 5 cannot move. Find another ' +
          'rosette.',
        'No piece may share a square, but they may pass over rosettes and over each other.',
      ],
      ['Capture on 11.', 'It begins again. A capture gives you no other throw in this game.'],
      [
        'Black may capture you on 7. The best place is near.',
        'On 8 nobody captures you, nobody else stops there, and you throw again.',
      ],
      [
        'A piece leaves by the exact number, from any square: from 13 with 2. Bring it home.',
        'Home. No other throw for that: only rosettes give one.',
      ],
      ['Your last piece: win.', 'All your pieces are home: you have won.'],
    ],
  },
  blitz: {
    history:
      'A quick form of the game, from royalur.net: five pieces, captures that throw again, and ' +
      'a way on which the sides meet twice. With best play, who throws first wins 50.4 of 100 ' +
      'games.',
    steps: [
      ['Four dice give 0 to 4. Thrown: 1. Reach a rosette.', 'A rosette gives you another throw.'],
      ['Capture on 9.', 'It begins again, and here a capture gives you another throw.'],
      [
        'No piece is safe, not even on a rosette. Capture it.',
        'A rosette and a capture: that is still one more throw, not two.',
      ],
      [
        'From 12 on the sides walk against each other, around the end of the board. Capture.',
        'That piece stood on 16 of its own way, one step from home.',
      ],
      [
        'A piece leaves by the exact number, as if there were a square 17. Bring one home.',
        'Home, from 15 with 2. That gives no other throw.',
      ],
      ['Your last piece: win.', 'All your pieces are home: you have won.'],
    ],
  },
  masters: {
    history:
      'No source says which way the pieces went at the end of the board. James Masters of ' +
      'mastersgames.com lets them walk around it, so that they meet once more. This is the ' +
      'longest race on the board of Ur.',
    steps: [
      [
        'Three dice give 1 to 3, and no mark at all counts 4. Thrown: 4. Reach a rosette.',
        'A rosette gives you another throw. No throw of this game is 0.',
      ],
      ['Capture on 10.', 'It begins again. A capture gives you no other throw in this game.'],
      [
        'No piece is safe, not even on a rosette. Capture it.',
        'You throw again for the rosette. But you are not safe there, either.',
      ],
      [
        'From 12 on the sides walk against each other, around the end of the board. Capture.',
        'That piece stood on 16 of its own way, one step from home.',
      ],
      [
        'A piece leaves by the exact number, as if there were a square 17. Bring one home.',
        'Home, from 15 with 2. That gives no other throw.',
      ],
      ['Your last piece: win.', 'All your pieces are home: you have won.'],
    ],
  },
  aseb: {
    history:
      'In Egypt the board of Ur became twelve squares long. It was often the other side of a ' +
      'box for senet, as in the tomb of Tutankhamun. Its rules are lost; these are those of ' +
      'royalur.net.',
    steps: [
      [
        'Four dice give 0 to 4. Thrown: 4. Reach a rosette.',
        'From your reserve to 4 at once. A rosette gives you another throw.',
      ],
      [
        'In the long row both sides walk the same squares. Capture.',
        'It begins again. A capture gives you no other throw in this game.',
      ],
      [
        'The black piece on 8 is safe: nobody lands there, so 5 cannot move. Find another rosette.',
        'A piece is safe on every rosette.',
      ],
      [
        'Black may capture you on 11. The best place is near.',
        'On 12 nobody captures you, nobody else stops there, and you throw again.',
      ],
      [
        'A piece leaves by the exact number, as if there were a square 17. Bring one home.',
        'Home, from 14 with 3. That gives no other throw.',
      ],
      ['Your last piece: win.', 'All your pieces are home: you have won.'],
    ],
  },
  akalamdung: {
    history:
      'Akalamdug was a king of Ur, more than 4,500 years ago. The game that has his ' +
      'name is a modern one, for the old board. It gives each ornament a meaning: ' +
      'rosettes, eyes and five points.',
    steps: [
      [
        'The dice, the way and the rosettes are those of the Royal Game. Two pieces may ' +
          'share a square: make twins.',
        'Twins move together, and only twins capture them.',
      ],
      [
        'A piece that enters on 2 may be a warrior. Bring in a warrior.',
        'It shows its star. Its way is over the squares with five points and the ' +
          'rosettes: 2 4 6 8 9 12 14.',
      ],
      [
        'Keep the warrior on its way.',
        'On 8 it is safe, and you throw again. Off its way it would be a plain piece.',
      ],
      [
        'On 10 no twins are made. Capture the black warrior.',
        'It goes back to the reserve as a plain piece, and you throw again.',
      ],
      [
        'The eyes belong to the Oracle. Hold 1, 3 and 11.',
        'The Oracle’s Vision! All black pieces go back, and only you play while you ' +
          'hold the three.',
      ],
      [
        'A warrior that reaches 14 wins the game at once.',
        'You have won, whatever else is on the board.',
      ],
    ],
  },
  ur: {
    history:
      'The board is the one from the royal tombs, about 4,500 years old. This game on ' +
      'it is modern, and the only one of the three that is no race. Columns rise, and ' +
      'whoever is on top commands.',
    steps: [
      [
        'Here a captured piece stays on the board. Land on the black soldier.',
        'Your piece stands on top, and owns the square. The piece below is your ' + 'prisoner.',
      ],
      [
        'The top piece moves, with its prisoners. Capture the column on 8.',
        'A column of four, and yours: two black prisoners, and a white piece that waits ' +
          'below.',
      ],
      [
        'Below the prisoner is a piece of yours. See what happens when the top moves ' + 'on.',
        'It took the prisoner along, and your piece on 5 is free: two columns from one.',
      ],
      [
        'Bring your prisoner to 14, which must be reached exactly.',
        'Prisoners leave the board there for good. The soldier is an officer now: see ' +
          'its star.',
      ],
      ['An officer also moves backward. Capture.', 'Nothing is safe from an officer.'],
      [
        'Black has one free piece left, and nothing in reserve.',
        'All black pieces are prisoners: you have won.',
      ],
    ],
  },
  stelpur: {
    history:
      '“To chase girls” is an old Icelandic game of dice. Its last piece, the ' +
      'Hornaskella, is one of its own, and hard to catch. How the pieces begin is ' +
      'lost; that rule is our own.',
    steps: [
      [
        'Only ones, sixes and doubles move. You have a 6 to play: move the piece in ' + 'front.',
        'It has gone six squares. Both sides walk the ring in the same direction, and ' +
          'all that is thrown must be played.',
      ],
      [
        'You have a 1 to play. Capture.',
        'The black piece is out for good. Capture all, and you win.',
      ],
      [
        'Your piece on 1 would land on your own piece on 7. Try it.',
        'It goes on to the next empty square, and captures nothing there.',
      ],
      [
        'A double moves two pieces, or one twice, and you throw again. Capture on 9.',
        'One more 4 to play, and then another throw.',
      ],
      [
        'Your last piece is the Hornaskella. It goes from corner to corner: a 6 takes ' +
          'it to the second next one.',
        'From 3 over the corner 6 to the corner 7, where it captures.',
      ],
      [
        'A Hornaskella is captured only in a corner. Black’s stands on 13.',
        'It was the last: you have won.',
      ],
    ],
  },
  morris: {
    history:
      'King Alfonso X of Castile had a book of games painted and written in 1283. It ' +
      'has nine men’s morris with three dice among its last pages. The mill itself is ' +
      'much older, scratched into the stones of temples and cloisters.',
    steps: [
      [
        'First both place their nine men, without dice. A crossing with four lines is a ' +
          'good place.',
        'A man there can go to four sides later.',
      ],
      [
        'Three men in a line are a mill. While men are placed nobody may complete one, ' +
          'but a man in the way stays in the way. Block black’s line.',
        'Black can never make this mill while you stand on d7.',
      ],
      [
        'Now each turn begins with three dice, and a man goes along a line to the next ' +
          'point. Close a mill with d6, and take the man on a1.',
        'A mill takes an enemy man.',
      ],
      [
        '6-5-4 is a lucky throw: a man may jump from anywhere to complete a mill. Jump ' +
          'with c3 to d7, and take d1.',
        'Also 6-3-3, 5-2-2 and 4-1-1 let a man jump.',
      ],
      [
        'A mill that you open can be closed again. Open the upper one, towards d6.',
        'If black does not block d7, you close it next turn and take another man.',
      ],
      [
        'Black has three men. Close your mill, and take the man on d2.',
        'With two men left black can make no mill: you have won.',
      ],
      [
        'Most people play without dice (option dice=none). There three men fly, to any ' +
          'empty point. Fly with f2 to g7, and take e4.',
        'Without dice you may also complete a mill while you place your men.',
      ],
    ],
  },
  tablut: {
    history:
      'Carl Linnaeus was 25 when he saw the Sámi play in Lapland in 1732, and noted ' +
      'it in his diary. It is the only game of the tafl family whose rules a witness ' +
      'wrote down. The board was embroidered on reindeer skin.',
    steps: [
      [
        'Every piece goes any distance in a straight line. Move your man on e3 down to ' +
          'the edge.',
        'Pieces never jump, and land on empty squares only.',
      ],
      [
        'An enemy between two of your men is captured. Close in on d5.',
        'Gone. The men on c5 and e5 have taken him between them.',
      ],
      [
        'Now play black. Moving in between two enemies is safe: go to d5.',
        'Only the one who moves captures.',
      ],
      [
        'The king wants a corner. Take him to an edge from which he sees one.',
        'Raichi, or Tuichi if he sees two: say it, and black can stop only one of them.',
      ],
      ['The king on the edge sees a corner. Win.', 'The king has escaped: White has won.'],
      [
        'Black captures the king by standing on all four sides of him. Play black.',
        'The king is captured: Black has won.',
      ],
    ],
  },
  ashton: {
    history:
      'Carl Linnaeus saw this game in Lapland in 1732. John Ashton rebuilt the ' +
        'rules with camps from his diary in 2007. Students of the university of ' +
        'Bologna write programs that play it.',
    steps: [
      [
        'Nobody comes back to the castle in the middle, or passes it. Move your man' +
          ' on e7 down as far as he goes.',
        'He stops before the castle.',
      ],
      [
        'A camp helps to capture. Take the attacker on c5, beside the camp.',
        'Between your man and the camp: captured.',
      ],
      [
        'Play black. Only attackers that never left their camp move inside it: ' +
          'bring the one on a5 out to d5.',
        'It can never go back.',
      ],
      [
        'The king wins on any square of the edge, except in camps. Win.',
        'The king has escaped: White has won.',
      ],
      [
        'Two are enough for the king, or one and a camp. Play black.',
        'Between the attacker and the camp the king is captured: Black has won.',
      ],
      [
        'Beside the castle it takes three, and in it four. Play black: close the ' +
          'third side.',
        'The king is captured: Black has won.',
      ],
    ],
  },
  brandubh: {
    history:
      'Irish poems of the Middle Ages speak of brandubh, “black raven”: a king and ' +
        'four men against eight. Boards of seven by seven squares were found in ' +
        'Ireland, with a peg for each piece.',
    steps: [
      [
        'Every piece goes any distance in a straight line. Move your man on f1 up ' +
          'to f6.',
        'Pieces never jump, and land on empty squares only.',
      ],
      [
        'An enemy between two of your men is captured. Your man on g4 may pass over' +
          ' the empty throne: close in on c5.',
        'Captured between c4 and c6.',
      ],
      [
        'The empty throne helps to capture. Take the attacker on d3.',
        'Between your man and the throne: captured.',
      ],
      [
        'The king wants a corner. Take him to an edge from which he sees one.',
        'If he sees two, black can stop only one of them.',
      ],
      [
        'The king on the edge sees a corner. Win.',
        'The king has escaped: White has won.',
      ],
      [
        'Away from the throne two attackers are enough for the king. Play black.',
        'The king is captured: Black has won.',
      ],
    ],
  },
  fetlar: {
    history:
      'Hnefatafl, “the fist’s board”, was the game of the Vikings before chess. The' +
        ' players of Fetlar, an island of Shetland, wrote these rules for their ' +
        'championships.',
    steps: [
      [
        'Every piece goes any distance in a straight line, also over the empty ' +
          'throne. Move your man on f1 up to f9.',
        'Only the king may stop on the throne.',
      ],
      [
        'An enemy between two of your men is captured. Close in on d4.',
        'Captured between c4 and e4.',
      ],
      [
        'The king helps to capture. Take the attacker on d6.',
        'Captured between your man and the king.',
      ],
      [
        'The king wants a corner. Take him to an edge from which he sees one.',
        'If he sees two, black can stop only one of them.',
      ],
      [
        'The king on the edge sees a corner. Win.',
        'The king has escaped: White has won.',
      ],
      [
        'The king is captured on all four sides; the empty throne is one of them ' +
          'here. Play black.',
        'The king is captured: Black has won.',
      ],
    ],
  },
  copenhagen: {
    history:
      'Players from all over the world met on the net, and in 2012 agreed on these ' +
        'rules: Fetlar’s, and what makes them fair in long games. Most tournaments ' +
        'use them.',
    steps: [
      [
        'Moves and captures are those of Fetlar. Take the attacker on b11 against ' +
          'the corner.',
        'Corners help both sides to capture.',
      ],
      [
        'Play black. Two men at the edge, each with an attacker before him: close ' +
          'the row with j1, a shieldwall.',
        'Both men are captured at once.',
      ],
      [
        'White’s shieldwalls capture, too, and the king may help. Close this one.',
        'Both attackers are gone.',
      ],
      [
        'A king at the edge who can move, in a fort that black cannot break, has ' +
          'won. Close the fort.',
        'No man of the fort can be captured: White has won.',
      ],
      [
        'Black wins by enclosing all white pieces. Play black: close the ring.',
        'Nobody gets out any more: Black has won.',
      ],
      [
        'And a corner wins, as ever. Win.',
        'The king has escaped: White has won.',
      ],
    ],
  },
  'alea-evangelii': {
    history:
      'An Irish manuscript of the 11th or 12th century draws this board of 19 lines, ' +
      'and tells that a bishop brought it from the court of king Athelstan. It reads ' +
      'the pieces as the harmony of the four gospels. How it was played had to be ' +
      'worked out again.',
    steps: [
      [
        'Seventy-three pieces, and one rule: any distance in a straight line. Move your ' +
          'man on g10 up to g15, onto the line of the attacker.',
        'The board is large: a long move is often the strongest.',
      ],
      [
        'Take the attacker on j15 between two men.',
        'Captured. You also capture against a corner, and against the empty throne.',
      ],
      [
        'The king has left the throne, and the empty throne is hostile. Capture the ' +
          'attacker beside it.',
        'Between your man and the throne: captured.',
      ],
      [
        'Lead the king to an edge from which he sees a corner.',
        'Now black must block, and cannot block both sides.',
      ],
      [
        'Win: the king goes to a corner.',
        'The king has escaped. As in the gospels’ harmony, everything has its place.',
      ],
      ['Play black: close the fourth side.', 'The king is captured: Black has won.'],
    ],
  },
};
