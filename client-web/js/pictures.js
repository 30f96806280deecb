// The pictures of the rules: positions as the rules write them, about which
// tests/web/plain/pictures.test.mjs asks them.  The captions are in the language files, in this
// order.

/** at: the position that is drawn.  path: with White's way.  moves: with rings around the pieces of
 *  the side to move, which has these moves.  move: with marks for this move, which comes next.
 *  @typedef {{at: string, path?: boolean, moves?: string, move?: string}} Picture */
/** @type {Record<string, Picture[]>} */
export const PICTURES = {
  'royal-ur': [
    { at: '7,7 - 0,0 w -', path: true },
    { at: '1,1 w3=w,5=w,6=b,8=wwbb,9=b,12=w,b13=b 1,1 w 2', moves: '12-14 5-7 8-10 in-2' },
  ],
  finkel: [
    { at: '7,7 - 0,0 w -', path: true },
    { at: '2,3 w3=w,w4=w,5=b,8=w,11=b,b14=b 2,1 w 3', moves: '3-6 4-7 8-11' },
  ],
  blitz: [
    { at: '5,5 - 0,0 w -', path: true },
    { at: '1,2 w3=w,8=b,10=w,w12=b,14=w 1,1 w 2', moves: '10-12 14-16 3-5 in-2' },
  ],
  masters: [
    { at: '7,7 - 0,0 w -', path: true },
    {
      at: '2,2 b3=b,w4=w,6=b,8=w,11=w,w12=b,b13=w 1,2 w 2',
      moves: '11-13 15-off 4-6 8-10 in-2',
    },
  ],
  aseb: [
    { at: '5,5 - 0,0 w -', path: true },
    { at: '1,2 w2=w,5=w,8=b,12=w,14=b 1,1 w 3', moves: '12-15 in-3' },
  ],
  akalamdung: [
    { at: '7,7 - 0,0 w -', path: true },
    { at: '3,5 w1=w,b2=b,w3=w,10=ww,12=B 0,0 w 2', moves: '1-3 10-12 in-2 in-2w' },
    { at: '4,7 w1=w,w3=w,11=w 0,0 w -' },
  ],
  ur: [
    { at: '7,7 - 0,0 w -', path: true },
    { at: '4,3 b2=b,5=w,7=bw,9=Wbb 0,0 w 2', moves: '5-7 9-11 9-7 in-2' },
  ],
  stelpur: [
    { at: 'wwwwww......bbbbbb...... w - -', path: true },
    { at: 'w....b.b....bw.....b.... w 6,1 6,1', moves: '14:1 14:6 1:1 1:6' },
  ],
  morris: [
    { at: 'w....b.................. w 8,8 -' },
    { at: 'w.w.w..b.....w.b....bb.. w 0,0 3,2,1', move: 'd6-d7xa1' },
  ],
  tablut: [
    { at: '3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 b' },
    { at: '9/4T4/9/9/2Tt5/9/4K4/9/9 w', move: 'e8-e5' },
    { at: '9/9/4t4/3tK1t2/4t4/9/9/9/9 b', move: 'g6-f6' },
  ],
  ashton: [
    { at: '3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 w' },
    { at: '9/9/9/9/2T6/3t5/1K7/9/8t b', move: 'd4-d5' },
    { at: '9/9/9/9/2K6/3t5/9/9/8t b', move: 'd4-d5' },
  ],
  brandubh: [
    { at: '3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 b' },
    { at: '7/1t5/7/1K5/1t5/7/5T1 b', move: 'b6-b5' },
  ],
  fetlar: [
    { at: '3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 b' },
    { at: '11/5t5/11/11/4tKt4/11/11/11/11/11/11 b', move: 'f10-f8' },
  ],
  copenhagen: [
    { at: '3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 b' },
    { at: '11/10t/11/11/5K5/11/11/11/11/4tt5/3tTT3t1 b', move: 'j1-g1' },
    { at: '11/10t/11/11/11/11/11/7T3/11/4TTT4/3T1K5 w', move: 'h4-h1' },
  ],
  'alea-evangelii': [
    {
      at:
        '2t2t7t2t2/19/t4t7t4t/7t1t1t7/6t1T1T1t6/t1t2t7t2t1t/4t4T4t4/3t4T1T4t3/4T2T1T1T2T4/' +
        '3t2T1TKT1T2t3/4T2T1T1T2T4/3t4T1T4t3/4t4T4t4/t1t2t7t2t1t/6t1T1T1t6/' +
        '7t1t1t7/t4t7t4t/19/2t2t7t2t2 w',
    },
  ],
};

/** How each game looks in the middle: for the lobby.
 *  @type {Record<string, string>} */
export const SCENES = {
  'royal-ur': '3,3 w2=w,b3=b,w4=w,6=b,8=wb,11=w,b13=b 0,0 w 2',
  finkel: '2,3 w2=w,b3=b,w4=w,5=b,8=w,11=b,w14=w 1,1 w 2',
  blitz: '1,2 w3=w,b4=b,8=b,10=w,w12=b,14=w 1,0 w 2',
  masters: '2,2 b3=b,w4=w,6=b,8=w,11=w,w12=b,b13=w 1,2 w 2',
  aseb: '1,1 w2=w,b4=b,5=w,8=b,12=w,14=b 1,1 w 3',
  akalamdung: '3,3 w1=w,w3=ww,b4=b,6=W,9=bb,12=B 0,0 w 2',
  ur: '2,2 w2=w,b3=b,5=wb,7=bwb,9=Wb,11=w 0,0 w 2',
  stelpur: 'w..w.ww...bb.b...b....w. w 6,1 6,1',
  morris: 'w.w.wb.b.b.w.w.b...w.bb. w 0,0 3,2,1',
  tablut: '3t1t3/4t4/2t1T4/t8/1t1TKT1tt/t3T3t/2T1T1t2/4t4/3ttt3 b',
  ashton: '3t1t3/4t4/2T6/t3T3t/tt1TK1Ttt/t3T4/4T2t1/4t4/3t1t3 b',
  brandubh: '3t3/2t4/1T1K2t/t5t/2T4/4t2/3t3 w',
  fetlar: '3tt1t4/5t5/3T7/t4T4t/t3T1T3t/tt1T1K1T1tt/t3T1T3t/t4T4t/7t3/5t5/3tttt4 w',
  copenhagen: '3tt1t4/5t5/3T7/t4T4t/t3T1T3t/tt1T1K1T1tt/t3T1T3t/t4T4t/7t3/4ttt4/3tT1T1t2 b',
  'alea-evangelii': PICTURES['alea-evangelii'][0].at,
};
