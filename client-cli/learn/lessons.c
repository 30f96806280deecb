/* As on the page: client-web/js/learn has the same positions and words. */
#include "client-cli/learn/lessons.h"

#include <assert.h>

const struct lesson lessons[] = {
    {&game_royal_ur, "7,7 - 0,0 w 2", "in-2",
     "You have thrown 2. Bring in a piece: choose your reserve, then the square it goes "
     "to.",
     "It stands on 2, two squares along your way. Seven pieces must walk this way and "
     "leave the board first."},
    {&game_royal_ur, "5,6 w1=w,w2=w,b3=b 0,0 w 2", "2-4",
     "Thrown: 2. One of your pieces can reach a rosette.",
     "A rosette gives you another throw."},
    {&game_royal_ur, "5,5 w1=w,b2=b,5=w,7=b 0,0 w 2", "5-7",
     "In the middle both sides walk the same squares. Capture.",
     "The black piece goes back to its reserve and begins again, and you throw again."},
    {&game_royal_ur, "5,5 w1=w,b2=b,6=w,8=b 0,0 w 2", "6-8",
     "The rosette on 8 is safe: nobody is captured there. Join it.",
     "Any number of pieces, of both colours, may stand on 8."},
    {&game_royal_ur, "4,5 w1=w,b1=b,b2=b,w3=w,10=w 0,0 w 3", "1-4",
     "Thrown: 3. No piece may pass over a rosette, so 3 cannot go to 6. What can go?",
     "From 1 to 4, exactly onto the rosette. Throw again."},
    {&game_royal_ur, "0,2 7=b,12=w,w14=w 5,4 w 1", "14-off",
     "A piece leaves the board from 14 with exactly 1. Bring one home.",
     "Home! It shows its star, and you throw again. One more piece, and you win."},
    {&game_finkel, "5,6 w2=w,b3=b,5=w 0,0 w 4", "in-4",
     "Four dice give 0 to 4. Thrown: 4. Reach a rosette.",
     "From your reserve to 4 at once. A rosette gives you another throw."},
    {&game_finkel, "5,5 w1=w,b2=b,5=w,8=b 0,0 w 3", "1-4",
     "The black piece on 8 is safe: nobody lands there, so 5 cannot move. Find another "
     "rosette.",
     "No piece may share a square, but they may pass over rosettes and over each other."},
    {&game_finkel, "5,5 w1=w,b2=b,7=w,11=b 0,0 w 4", "7-11", "Capture on 11.",
     "It begins again. A capture gives you no other throw in this game."},
    {&game_finkel, "5,5 w1=w,b2=b,5=b,7=w 0,0 w 1", "7-8",
     "Black may capture you on 7. The best place is near.",
     "On 8 nobody captures you, nobody else stops there, and you throw again."},
    {&game_finkel, "0,3 9=b,12=w,w13=w 5,3 w 2", "13-off",
     "A piece leaves by the exact number, from any square: from 13 with 2. Bring it "
     "home.",
     "Home. No other throw for that: only rosettes give one."},
    {&game_finkel, "0,2 8=b,12=b,w14=w 6,3 w 1", "14-off", "Your last piece: win.",
     "All your pieces are home: you have won."},
    {&game_blitz, "4,4 b2=b,w3=w 0,0 w 1", "3-4",
     "Four dice give 0 to 4. Thrown: 1. Reach a rosette.",
     "A rosette gives you another throw."},
    {&game_blitz, "3,4 w1=w,7=w,9=b 0,0 w 2", "7-9", "Capture on 9.",
     "It begins again, and here a capture gives you another throw."},
    {&game_blitz, "3,4 w2=w,5=w,8=b 0,0 w 3", "5-8",
     "No piece is safe, not even on a rosette. Capture it.",
     "A rosette and a capture: that is still one more throw, not two."},
    {&game_blitz, "3,4 w2=w,11=w,w12=b 0,0 w 1", "11-12",
     "From 12 on the sides walk against each other, around the end of the board. "
     "Capture.",
     "That piece stood on 16 of its own way, one step from home."},
    {&game_blitz, "1,3 b2=b,8=b,w13=w,b13=w 2,0 w 2", "15-off",
     "A piece leaves by the exact number, as if there were a square 17. Bring one "
     "home.",
     "Home, from 15 with 2. That gives no other throw."},
    {&game_blitz, "0,2 b4=b,8=b,b12=w 4,1 w 1", "16-off", "Your last piece: win.",
     "All your pieces are home: you have won."},
    {&game_masters, "5,6 w1=w,b3=b,5=w 0,0 w 4", "in-4",
     "Three dice give 1 to 3, and no mark at all counts 4. Thrown: 4. Reach a "
     "rosette.",
     "A rosette gives you another throw. No throw of this game is 0."},
    {&game_masters, "5,6 w2=w,6=w,10=b 0,0 w 4", "6-10", "Capture on 10.",
     "It begins again. A capture gives you no other throw in this game."},
    {&game_masters, "5,6 w3=w,6=w,8=b 0,0 w 2", "6-8",
     "No piece is safe, not even on a rosette. Capture it.",
     "You throw again for the rosette. But you are not safe there, either."},
    {&game_masters, "5,6 w1=w,10=w,w12=b 0,0 w 2", "10-12",
     "From 12 on the sides walk against each other, around the end of the board. "
     "Capture.",
     "That piece stood on 16 of its own way, one step from home."},
    {&game_masters, "1,4 b2=b,8=b,10=b,w13=w,b13=w 4,0 w 2", "15-off",
     "A piece leaves by the exact number, as if there were a square 17. Bring one "
     "home.",
     "Home, from 15 with 2. That gives no other throw."},
    {&game_masters, "0,3 b4=b,8=b,b12=w 6,2 w 1", "16-off", "Your last piece: win.",
     "All your pieces are home: you have won."},
    {&game_aseb, "3,4 w2=w,b3=b,5=w 0,0 w 4", "in-4",
     "Four dice give 0 to 4. Thrown: 4. Reach a rosette.",
     "From your reserve to 4 at once. A rosette gives you another throw."},
    {&game_aseb, "3,4 w1=w,6=w,10=b 0,0 w 4", "6-10",
     "In the long row both sides walk the same squares. Capture.",
     "It begins again. A capture gives you no other throw in this game."},
    {&game_aseb, "3,4 w1=w,5=w,8=b 0,0 w 3", "1-4",
     "The black piece on 8 is safe: nobody lands there, so 5 cannot move. Find "
     "another rosette.",
     "A piece is safe on every rosette."},
    {&game_aseb, "3,3 w2=w,9=b,10=b,11=w 0,0 w 1", "11-12",
     "Black may capture you on 11. The best place is near.",
     "On 12 nobody captures you, nobody else stops there, and you throw again."},
    {&game_aseb, "1,3 6=b,8=b,14=w,15=w 2,0 w 3", "14-off",
     "A piece leaves by the exact number, as if there were a square 17. Bring one "
     "home.",
     "Home, from 14 with 3. That gives no other throw."},
    {&game_aseb, "0,2 8=b,13=b,16=w 4,1 w 1", "16-off", "Your last piece: win.",
     "All your pieces are home: you have won."},
    {&game_akalamdung, "5,6 w1=w,b2=b,w3=w 0,0 w 2", "1-3",
     "The dice, the way and the rosettes are those of the Royal Game. Two pieces may "
     "share a square: make twins.",
     "Twins move together, and only twins capture them."},
    {&game_akalamdung, "6,6 b3=b,w4=w 0,0 w 2", "in-2w",
     "A piece that enters on 2 may be a warrior. Bring in a warrior.",
     "It shows its star. Its way is over the squares with five points and the rosettes: "
     "2 4 6 8 9 12 14."},
    {&game_akalamdung, "5,6 w1=w,b2=b,6=W 0,0 w 2", "6w-8",
     "Keep the warrior on its way.",
     "On 8 it is safe, and you throw again. Off its way it would be a plain piece."},
    {&game_akalamdung, "5,5 b2=b,10=ww,12=B 0,0 w 2", "10-12",
     "On 10 no twins are made. Capture the black warrior.",
     "It goes back to the reserve as a plain piece, and you throw again."},
    {&game_akalamdung, "4,5 w1=w,b2=b,w3=w,6=b,9=w 0,0 w 2", "9-11",
     "The eyes belong to the Oracle. Hold 1, 3 and 11.",
     "The Oracle’s Vision! All black pieces go back, and only you play while you hold "
     "the three."},
    {&game_akalamdung, "3,4 w1=w,b2=b,6=b,12=W 2,1 w 2", "12w-14",
     "A warrior that reaches 14 wins the game at once.",
     "You have won, whatever else is on the board."},
    {&game_ur, "6,6 5=w,7=b 0,0 w 2", "5-7",
     "Here a captured piece stays on the board. Land on the black soldier.",
     "Your piece stands on top, and owns the square. The piece below is your prisoner."},
    {&game_ur, "5,4 b2=b,5=wb,8=bw 0,0 w 3", "5-8",
     "The top piece moves, with its prisoners. Capture the column on 8.",
     "A column of four, and yours: two black prisoners, and a white piece that waits "
     "below."},
    {&game_ur, "5,4 b2=b,5=wbw,7=b 0,0 w 2", "5-7",
     "Below the prisoner is a piece of yours. See what happens when the top moves on.",
     "It took the prisoner along, and your piece on 5 is free: two columns from one."},
    {&game_ur, "5,6 w2=w,12=wb 0,0 w 2", "12-14",
     "Bring your prisoner to 14, which must be reached exactly.",
     "Prisoners leave the board there for good. The soldier is an officer now: see its "
     "star."},
    {&game_ur, "5,5 w1=w,b2=b,7=b,9=W 0,0 w 2", "9-7",
     "An officer also moves backward. Capture.", "Nothing is safe from an officer."},
    {&game_ur, "6,0 5=w,7=b 0,6 w 2", "5-7",
     "Black has one free piece left, and nothing in reserve.",
     "All black pieces are prisoners: you have won."},
    {&game_stelpur, "wwwwww......bbbbbb...... w 6,1 6", "6:6",
     "Only ones, sixes and doubles move. You have a 6 to play: move the piece in front.",
     "It has gone six squares. Both sides walk the ring in the same direction, and all "
     "that is thrown must be played."},
    {&game_stelpur, "......wb...w..b..b...... w 6,1 1", "7:1",
     "You have a 1 to play. Capture.",
     "The black piece is out for good. Capture all, and you win."},
    {&game_stelpur, "w.....w....b..b...w..... w 6,3 6", "1:6",
     "Your piece on 1 would land on your own piece on 7. Try it.",
     "It goes on to the next empty square, and captures nothing there."},
    {&game_stelpur, "w...w...b...b........... w 4,4 4,4", "5:4",
     "A double moves two pieces, or one twice, and you throw again. Capture on 9.",
     "One more 4 to play, and then another throw."},
    {&game_stelpur, "..w....b....b..b........ w 6,1 6,1", "3:6",
     "Your last piece is the Hornaskella. It goes from corner to corner: a 6 takes it to "
     "the second next one.",
     "From 3 over the corner 6 to the corner 7, where it captures."},
    {&game_stelpur, "...w.......wb........... w 6,1 1", "12:1",
     "A Hornaskella is captured only in a corner. Black’s stands on 13.",
     "It was the last: you have won."},
    {&game_morris, "........................ w 9,9 -", "d6 b4 f4 d2",
     "First both place their nine men, without dice. A crossing with four lines is a "
     "good place.",
     "A man there can go to four sides later."},
    {&game_morris, "b.b.w................w.. w 7,7 -", "d7",
     "Three men in a line are a mill. While men are placed nobody may complete one, but "
     "a man in the way stays in the way. Block black’s line.",
     "Black can never make this mill while you stand on d7."},
    {&game_morris, "w.w.w..b.....w.b....bb.. w 0,0 3,2,1", "d6-d7xa1",
     "Now each turn begins with three dice, and a man goes along a line to the next "
     "point. Close a mill with d6, and take the man on a1.",
     "A mill takes an enemy man."},
    {&game_morris, "w.w..w..bbb....w...w..b. w 0,0 6,5,4", "c3-d7xd1",
     "6-5-4 is a lucky throw: a man may jump from anywhere to complete a mill. Jump with "
     "c3 to d7, and take d1.",
     "Also 6-3-3, 5-2-2 and 4-1-1 let a man jump."},
    {&game_morris, "www....bb......b...w..wb w 0,0 6,4,2", "d7-d6",
     "A mill that you open can be closed again. Open the upper one, towards d6.",
     "If black does not block d7, you close it next turn and take another man."},
    {&game_morris, "w.w.w....w.....b...b..b. w 0,0 3,2,1", "d6-d7xd2",
     "Black has three men. Close your mill, and take the man on d2.",
     "With two men left black can make no mill: you have won."},
    {&game_morris_plain, "ww.b.b..b...bb......w... w 0,0 -", "f2-g7xe4",
     "Most people play without dice (option dice=none). There three men fly, to any "
     "empty point. Fly with f2 to g7, and take e4.",
     "Without dice you may also complete a mill while you place your men."},
    {&game_tablut, "3t5/9/2t6/9/4K4/6t2/4T4/t8/9 w", "e3-e1",
     "Every piece goes any distance in a straight line. Move your man on e3 down to the "
     "edge.",
     "Pieces never jump, and land on empty squares only."},
    {&game_tablut, "9/4T4/9/9/2Tt5/9/4K4/9/7t1 w", "e8-e5",
     "An enemy between two of your men is captured. Close in on d5.",
     "Gone. The men on c5 and e5 have taken him between them."},
    {&game_tablut, "9/9/4t4/9/2T1T4/9/4K4/9/3t5 b", "d1-d5",
     "Now play black. Moving in between two enemies is safe: go to d5.",
     "Only the one who moves captures."},
    {&game_tablut, "9/9/9/9/4K4/3t1t3/9/9/1t7 w", "e5-i5 e5-a5 e5-e9",
     "The king wants a corner. Take him to an edge from which he sees one.",
     "Raichi, or Tuichi if he sees two: say it, and black can stop only one of them."},
    {&game_tablut, "1t7/9/9/9/4t4/9/9/3t5/2K2t3 w", "c1-a1",
     "The king on the edge sees a corner. Win.", "The king has escaped: White has won."},
    {&game_tablut, "9/9/4t4/3tK1t2/4t4/9/9/9/9 b", "g6-f6",
     "Black captures the king by standing on all four sides of him. Play black.",
     "The king is captured: Black has won."},
    {&game_ashton, "9/9/4T4/9/9/2K6/9/9/8t w", "e7-e6",
     "Nobody comes back to the castle in the middle, or passes it. Move your man on e7 "
     "down as far as he goes.",
     "He stops before the castle."},
    {&game_ashton, "9/9/1K7/9/2t6/3T5/9/9/8t w", "d4-d5",
     "A camp helps to capture. Take the attacker on c5, beside the camp.",
     "Between your man and the camp: captured."},
    {&game_ashton, "9/9/9/9/t8/2K6/9/9/8T b", "a5-d5",
     "Play black. Only attackers that never left their camp move inside it: bring the "
     "one on a5 out to d5.",
     "It can never go back."},
    {&game_ashton, "9/9/9/2t6/9/2K6/9/9/8t w", "c4-c1",
     "The king wins on any square of the edge, except in camps. Win.",
     "The king has escaped: White has won."},
    {&game_ashton, "9/9/9/9/2K6/3t5/9/9/8T b", "d4-d5",
     "Two are enough for the king, or one and a camp. Play black.",
     "Between the attacker and the camp the king is captured: Black has won."},
    {&game_ashton, "9/9/9/9/9/3tKt3/9/4t4/8T b", "e2-e3",
     "Beside the castle it takes three, and in it four. Play black: close the third "
     "side.",
     "The king is captured: Black has won."},
    {&game_brandubh, "7/4t2/7/7/1K5/7/5T1 w", "f1-f6",
     "Every piece goes any distance in a straight line. Move your man on f1 up to f6.",
     "Pieces never jump, and land on empty squares only."},
    {&game_brandubh, "7/2T4/2t4/6T/7/1K5/5t1 w", "g4-c4",
     "An enemy between two of your men is captured. Your man on g4 may pass over the "
     "empty throne: close in on c5.",
     "Captured between c4 and c6."},
    {&game_brandubh, "7/7/7/1K5/3t3/2T4/5t1 w", "c2-d2",
     "The empty throne helps to capture. Take the attacker on d3.",
     "Between your man and the throne: captured."},
    {&game_brandubh, "7/7/7/5t1/2K4/7/1t5 w", "c3-a3 c3-g3 c3-c7 c3-c1",
     "The king wants a corner. Take him to an edge from which he sees one.",
     "If he sees two, black can stop only one of them."},
    {&game_brandubh, "7/t6/7/7/K6/7/3t3 w", "a3-a1",
     "The king on the edge sees a corner. Win.", "The king has escaped: White has won."},
    {&game_brandubh, "7/1t5/7/1K5/1t5/7/5T1 b", "b6-b5",
     "Away from the throne two attackers are enough for the king. Play black.",
     "The king is captured: Black has won."},
    {&game_fetlar, "11/11/7t3/11/11/2K8/11/11/11/11/5T5 w", "f1-f9",
     "Every piece goes any distance in a straight line, also over the empty throne. Move"
     " your man on f1 up to f9.",
     "Only the king may stop on the throne."},
    {&game_fetlar, "11/11/11/11/11/11/11/3tT6/11/1K7t1/2T8 w", "c1-c4",
     "An enemy between two of your men is captured. Close in on d4.",
     "Captured between c4 and e4."},
    {&game_fetlar, "11/11/11/4T6/11/2Kt7/11/11/11/11/9t1 w", "e8-e6",
     "The king helps to capture. Take the attacker on d6.",
     "Captured between your man and the king."},
    {&game_fetlar, "11/11/7t3/11/11/2K8/11/11/11/11/3t7 w", "c6-a6 c6-c11 c6-c1 c6-k6",
     "The king wants a corner. Take him to an edge from which he sees one.",
     "If he sees two, black can stop only one of them."},
    {&game_fetlar, "11/11/11/11/11/11/11/t10/K10/11/3t7 w", "a3-a1",
     "The king on the edge sees a corner. Win.", "The king has escaped: White has won."},
    {&game_fetlar, "11/5t5/11/11/4tKt4/11/11/11/11/11/2T8 b", "f10-f8",
     "The king is captured on all four sides; the empty throne is one of them here. Play"
     " black.",
     "The king is captured: Black has won."},
    {&game_copenhagen, "1t9/11/2T8/11/11/11/11/11/11/2K8/9t1 w", "c9-c11",
     "Moves and captures are those of Fetlar. Take the attacker on b11 against the "
     "corner.",
     "Corners help both sides to capture."},
    {&game_copenhagen, "11/10t/11/11/5K5/11/11/11/11/4tt5/3tTT3t1 b", "j1-g1",
     "Play black. Two men at the edge, each with an attacker before him: close the row "
     "with j1, a shieldwall.",
     "Both men are captured at once."},
    {&game_copenhagen, "4Ttt4/5KT4/7T3/11/11/11/11/11/11/11/9t1 w", "h9-h11",
     "White’s shieldwalls capture, too, and the king may help. Close this one.",
     "Both attackers are gone."},
    {&game_copenhagen, "11/10t/11/11/11/11/11/7T3/11/4TTT4/3T1K5 w", "h4-h1",
     "A king at the edge who can move, in a fort that black cannot break, has won. Close"
     " the fort.",
     "No man of the fort can be captured: White has won."},
    {&game_copenhagen, "11/11/11/5t5/4t1t4/3t1K1t3/4t1t4/11/5t5/11/11 b", "f3-f4",
     "Black wins by enclosing all white pieces. Play black: close the ring.",
     "Nobody gets out any more: Black has won."},
    {&game_copenhagen, "11/11/11/11/10K/11/10t/11/11/11/3t7 w", "k7-k11",
     "And a corner wins, as ever. Win.", "The king has escaped: White has won."},
    {&game_alea_evangelii,
     "19/19/19/19/9t9/19/19/19/19/6T2K9/19/19/19/9T9/19/19/19/19/19 w", "g10-g15",
     "Seventy-three pieces, and one rule: any distance in a straight line. Move your man "
     "on g10 up to g15, onto the line of the attacker.",
     "The board is large: a long move is often the strongest."},
    {&game_alea_evangelii,
     "19/19/t18/19/8Tt9/19/19/19/19/9K9/19/19/10T8/19/19/19/19/19/19 w", "k7-k15",
     "Take the attacker on j15 between two men.",
     "Captured. You also capture against a corner, and against the empty throne."},
    {&game_alea_evangelii,
     "19/19/t18/19/19/19/19/19/19/10t8/19/19/14K4/19/19/11T7/19/19/19 w", "l4-l10",
     "The king has left the throne, and the empty throne is hostile. Capture the "
     "attacker beside it.",
     "Between your man and the throne: captured."},
    {&game_alea_evangelii,
     "19/19/19/9t9/19/19/19/19/19/5t7K5/19/19/19/19/19/19/10t8/19/19 w",
     "n10-n1 n10-n19 n10-s10", "Lead the king to an edge from which he sees a corner.",
     "Now black must block, and cannot block both sides."},
    {&game_alea_evangelii,
     "19/19/19/9t9/19/19/19/19/19/5t13/19/19/19/19/19/19/10t8/19/13K5 w", "n1-s1 n1-a1",
     "Win: the king goes to a corner.",
     "The king has escaped. As in the gospels’ harmony, everything has its place."},
    {&game_alea_evangelii,
     "19/19/19/19/19/19/19/19/9t9/8tK2t6/9t9/19/19/19/19/19/19/19/19 b", "m10-k10",
     "Play black: close the fourth side.", "The king is captured: Black has won."},
    {0},
};

const struct lesson_history lesson_histories[] = {
    {&game_royal_ur, "Leonard Woolley found the board in the royal tombs of Ur in 1928; "
                     "it is about 4,500 years old. A Babylonian scribe wrote down rules "
                     "in 177 BC, and Irving Finkel read them in the British Museum. Of "
                     "all games that are still played, few are older."},
    {&game_finkel, "Irving Finkel of the British Museum rebuilt these rules from a "
                   "clay tablet of 177 BC, and playing them before a camera made them "
                   "the best known. The way over the board is the one that R. C. Bell "
                   "proposed."},
    {&game_blitz, "A quick form of the game, from royalur.net: five pieces, "
                  "captures that throw again, and a way on which the sides meet "
                  "twice. With best play, who throws first wins 50.4 of 100 "
                  "games."},
    {&game_masters, "No source says which way the pieces went at the end of the "
                    "board. James Masters of mastersgames.com lets them walk around "
                    "it, so that they meet once more. This is the longest race on "
                    "the board of Ur."},
    {&game_aseb, "In Egypt the board of Ur became twelve squares long. It was "
                 "often the other side of a box for senet, as in the tomb of "
                 "Tutankhamun. Its rules are lost; these are those of "
                 "royalur.net."},
    {&game_akalamdung, "Akalamdug was a king of Ur, more than 4,500 years ago. The game "
                       "that has his name is a modern one, for the old board. It gives "
                       "each ornament a meaning: rosettes, eyes and five points."},
    {&game_ur, "The board is the one from the royal tombs, about 4,500 years old. This "
               "game on it is modern, and the only one of the three that is no race. "
               "Columns rise, and whoever is on top commands."},
    {&game_stelpur, "“To chase girls” is an old Icelandic game of dice. Its last piece, "
                    "the Hornaskella, is one of its own, and hard to catch. How the "
                    "pieces begin is lost; that rule is our own."},
    {&game_morris,
     "King Alfonso X of Castile had a book of games painted and written in 1283. It has "
     "nine men’s morris with three dice among its last pages. The mill itself is much "
     "older, scratched into the stones of temples and cloisters."},
    {&game_tablut,
     "Carl Linnaeus was 25 when he saw the Sámi play in Lapland in 1732, and noted it in "
     "his diary. It is the only game of the tafl family whose rules a witness wrote "
     "down. The board was embroidered on reindeer skin."},
    {&game_ashton,
     "Carl Linnaeus saw this game in Lapland in 1732. John Ashton rebuilt the rules with"
     " camps from his diary in 2007. Students of the university of Bologna write "
     "programs that play it."},
    {&game_brandubh,
     "Irish poems of the Middle Ages speak of brandubh, “black raven”: a king and four "
     "men against eight. Boards of seven by seven squares were found in Ireland, with a "
     "peg for each piece."},
    {&game_fetlar,
     "Hnefatafl, “the fist’s board”, was the game of the Vikings before chess. The "
     "players of Fetlar, an island of Shetland, wrote these rules for their "
     "championships."},
    {&game_copenhagen,
     "Players from all over the world met on the net, and in 2012 agreed on these rules:"
     " Fetlar’s, and what makes them fair in long games. Most tournaments use them."},
    {&game_alea_evangelii,
     "An Irish manuscript of the 11th or 12th century draws this board of 19 lines, and "
     "tells that a bishop brought it from the court of king Athelstan. It reads the "
     "pieces as the harmony of the four gospels. How it was played had to be worked out "
     "again."},
};
GAMES_HAVE(sizeof lesson_histories / sizeof lesson_histories[0]);

struct options lesson_options(const struct lesson *lesson) {
    struct options opt = {{0}};
    for (unsigned i = 0; game_with(game_base(lesson->game), &opt) != lesson->game; i++) {
        assert(i < OPTIONS_MAX * OPTION_VALUES_MAX);
        opt = (struct options){{0}};
        opt.value[i / OPTION_VALUES_MAX] = (uint8_t)(i % OPTION_VALUES_MAX);
    }
    return opt;
}
