#include "client-cli/learn/lessons.h"

bool lesson_play(const struct lesson *lesson, struct position *pos,
                 const struct move *m) {
    struct happened h = {0};
    uint8_t side = pos->turn;
    bool is_right = false;
    lesson->game->apply(pos, m, &h);
    for (unsigned i = 0; i < h.n; i++) {
        is_right = is_right || (h.item[i].kind == lesson->goal && h.item[i].side == side);
    }
    return is_right;
}

const struct lesson lessons[] = {
    {&game_royal_ur, "3,4 w1=w,w2=w,b2=b,b3=b,8=w,10=b,w13=w 0,0 w 2", HAPPENED_CAPTURE,
     "You are White.  Your pieces walk 1 to 4 below, then the central row from 5 to 12, "
     "then\n"
     "13 and 14, and off the board.  In the central row you share the way with Black: "
     "who\n"
     "lands on an enemy piece sends it back to its reserve.\n"
     "You have thrown 2.  Take a piece of Black's.",
     "Black's piece has to start again, and you throw once more."},
    {&game_royal_ur, "4,4 w2=w,w3=w,b3=b,5=b,8=w,12=b 0,0 w 1", HAPPENED_AGAIN,
     "4, 8 and 14 are rosettes.  Who stops on one throws again, and on 8 nobody can be "
     "taken.\n"
     "No piece may pass over a rosette without stopping.\n"
     "You have thrown 1.  Stop on a rosette.",
     "You throw again."},
    {&game_royal_ur, "2,2 w1=w,b2=b,w3=w,b3=b,w4=w,5=b,9=b,w13=w,w14=w 0,1 w 1",
     HAPPENED_BEAR_OFF,
     "Whoever has all seven pieces off the board first has won.  A piece leaves it from "
     "14,\n"
     "with exactly 1.  You have thrown 1.  Bear a piece off.",
     "One piece is home, and you throw again."},
    {&game_akalamdung, "5,5 w2=w,b2=b,w3=w,b3=b 0,0 w 1", HAPPENED_TWINS,
     "The way is that of the Royal Game of Ur.  Two of your pieces on one square are "
     "twins:\n"
     "they are safe.  You have thrown 1.  Make twins.",
     "Twins cannot be taken by a single piece."},
    {&game_akalamdung, "5,3 b1=b,b2=b,w3=w,b3=bb,5=w 0,0 w 2", HAPPENED_WARRIOR,
     "A piece that enters may be declared a warrior: if it reaches 14, it wins the "
     "game.\n"
     "You have thrown 2.  Enter a piece as a warrior: the move ends with w.",
     "A star marks the warrior."},
    {&game_akalamdung, "1,3 w2=w,w3=ww,b3=bb,6=ww,7=bb,10=w 0,0 w 1", HAPPENED_CAPTURE,
     "In the central row you take what you land on; twins are taken by twins.\n"
     "You have thrown 1.  Take Black's twins.",
     "Both of Black's pieces have to start again."},
    {&game_ur, "3,3 w2=w,b4=b,6=w,7=b,8=b,10=wb,11=w 0,0 w 2", HAPPENED_CAPTURE,
     "In this game nobody leaves: who lands on an enemy puts the piece on top of it, as "
     "a\n"
     "prisoner.  The top piece owns the column, and walks with it.\n"
     "You have thrown 2.  Take a piece of Black's.",
     "Your piece carries its prisoner from now on."},
    {&game_ur, "4,4 b3=b,w4=w,6=w,9=b,10=b,w13=w 0,0 w 1", HAPPENED_PROMOTED,
     "A piece that reaches 14 becomes an officer, which may walk both ways.\n"
     "You have thrown 1.  Make an officer.",
     "A star marks the officer."},
    {&game_ur, "1,1 w1=w,b1=b,w2=w,b3=b,b4=b,6=b,7=wbw,9=bw,w13=w 0,0 w 2",
     HAPPENED_FREED,
     "If you take a column that holds pieces of yours, they are freed.\n"
     "You have thrown 2.  Free one of yours.",
     "It is back in your hands."},
    {&game_stelpur, "bb...bwbb.......w..bw..w w 5,5 5,5", HAPPENED_CAPTURE,
     "All pieces run round the ring, White's and Black's the same way.  A move names "
     "the\n"
     "square and the result that is played: 21:5 moves the piece on 21 by 5.  Who lands "
     "on\n"
     "an enemy piece takes it for good.  You have thrown 5 and 5.  Take a piece.",
     "Whoever takes all pieces of the other has won."},
    {&game_stelpur, ".w.wwwww....b.bbbb.....b w 5,5 5,5", HAPPENED_GO_ON,
     "A piece that lands on one of its own goes on to the next empty square.\n"
     "Find the move that goes on.",
     "Far, for a small result."},
    {&game_morris, "..b..w...wbww.bw...wwbbb w 0,0 2,1,1", HAPPENED_MILL,
     "Three men in a row on a line are a mill.  Who completes one takes a man of the "
     "other\n"
     "side: the move names it after x.  Move along a line and complete a mill.",
     "Take seven of the nine men, or block them all, and you have won."},
    {&game_morris, "bbbw.w...w..wb.bbbww.w.. w 0,0 4,2,2", HAPPENED_CAPTURE,
     "Once more: complete a mill, and choose the man that you take.",
     "Choose the man that stands best."},
    {&game_tablut, "2t1tt3/4tT3/8T/t3T3t/t1TTK2tt/t3T3t/2T4t1/3tt4/3tt4 w",
     HAPPENED_CAPTURE,
     "All pieces move like the rook of chess: straight, as far as the way is free.  A "
     "piece is\n"
     "taken if it is caught between two enemies on a line.  You are White and defend the "
     "king.\n"
     "Take an attacker.",
     "It is gone for good."},
    {&game_tablut, "3T2T2/tt3T3/1t2TTt2/tK2tt3/1tT6/4T4/9/t2tt4/2t2t1t1 b",
     HAPPENED_KING_CAPTURED,
     "White wins if the king reaches a corner.  Black wins by catching him between "
     "enemies.\n"
     "Now you are Black, with the pieces t.  Capture the king.",
     "The game is won."},
    {&game_alea_evangelii,
     "5t7tt1t2/12T6/t1t2t7t4t/7t1t9/6t2TT6t1/t4t5t1t2t2/4t7Tt5/2t4T1KT4t2t/5T4T1T6/"
     "4t1TT4T2t3/4T2T1T1T4T2/T1T9T2t3/3t1t1T11/2t9t6/t5t3T1t3t2/3t2t2t1t7/t4t2T3tt4t/19/"
     "2tt1t4T2t2t2 w",
     HAPPENED_CAPTURE,
     "The great game of the king is tablut on a board of 19 by 19.  A piece is taken "
     "between\n"
     "two enemies on a line.  You are White, with the pieces T and the king K.\n"
     "There is exactly one piece that you can take: f11 is near it.",
     "So it goes on, until the king is at a corner or caught."},
    {0},
};
