// The lessons: small positions, what to play, and the rules core's answer.  Each line is checked by
// tests/web/plain/learn.test.mjs.  The words are in en.js and fr.js, in this order.
import { TAFL } from './tafl.js';

/** at: the position; good: the moves that are asked for; moves: all that are legal; then: the
 *  position after the first good one.
 *  @type {Record<string, {at: string, good: string[], moves: string, then: string,
 *  options?: string}[]>} */
export const LESSONS = {
  'royal-ur': [
    { at: '7,7 - 0,0 w 2', good: ['in-2'], moves: 'in-2', then: '6,7 w2=w 0,0 b -' },
    {
      at: '5,6 w1=w,w2=w,b3=b 0,0 w 2',
      good: ['2-4'],
      moves: '1-3 2-4',
      then: '5,6 w1=w,b3=b,w4=w 0,0 w -',
    },
    {
      at: '5,5 w1=w,b2=b,5=w,7=b 0,0 w 2',
      good: ['5-7'],
      moves: '1-3 5-7 in-2',
      then: '5,6 w1=w,b2=b,7=w 0,0 w -',
    },
    {
      at: '5,5 w1=w,b2=b,6=w,8=b 0,0 w 2',
      good: ['6-8'],
      moves: '1-3 6-8 in-2',
      then: '5,5 w1=w,b2=b,8=wb 0,0 w -',
    },
    {
      at: '4,5 w1=w,b1=b,b2=b,w3=w,10=w 0,0 w 3',
      good: ['1-4'],
      moves: '1-4 10-13',
      then: '4,5 b1=b,b2=b,w3=w,w4=w,10=w 0,0 w -',
    },
    {
      at: '0,2 7=b,12=w,w14=w 5,4 w 1',
      good: ['14-off'],
      moves: '12-13 14-off',
      then: '0,2 7=b,12=w 6,4 w -',
    },
  ],
  finkel: [
    {
      at: '5,6 w2=w,b3=b,5=w 0,0 w 4',
      good: ['in-4'],
      moves: '2-6 5-9 in-4',
      then: '4,6 w2=w,b3=b,w4=w,5=w 0,0 w -',
    },
    {
      at: '5,5 w1=w,b2=b,5=w,8=b 0,0 w 3',
      good: ['1-4'],
      moves: '1-4 in-3',
      then: '5,5 b2=b,w4=w,5=w,8=b 0,0 w -',
    },
    {
      at: '5,5 w1=w,b2=b,7=w,11=b 0,0 w 4',
      good: ['7-11'],
      moves: '1-5 7-11 in-4',
      then: '5,6 w1=w,b2=b,11=w 0,0 b -',
    },
    {
      at: '5,5 w1=w,b2=b,5=b,7=w 0,0 w 1',
      good: ['7-8'],
      moves: '1-2 7-8',
      then: '5,5 w1=w,b2=b,5=b,8=w 0,0 w -',
    },
    {
      at: '0,3 9=b,12=w,w13=w 5,3 w 2',
      good: ['13-off'],
      moves: '12-14 13-off',
      then: '0,3 9=b,12=w 6,3 b -',
    },
    {
      at: '0,2 8=b,12=b,w14=w 6,3 w 1',
      good: ['14-off'],
      moves: '14-off',
      then: '0,2 8=b,12=b 7,3 w -',
    },
  ],
  blitz: [
    {
      at: '4,4 b2=b,w3=w 0,0 w 1',
      good: ['3-4'],
      moves: '3-4 in-1',
      then: '4,4 b2=b,w4=w 0,0 w -',
    },
    {
      at: '3,4 w1=w,7=w,9=b 0,0 w 2',
      good: ['7-9'],
      moves: '1-3 7-9 in-2',
      then: '3,5 w1=w,9=w 0,0 w -',
    },
    {
      at: '3,4 w2=w,5=w,8=b 0,0 w 3',
      good: ['5-8'],
      moves: '5-8 in-3',
      then: '3,5 w2=w,8=w 0,0 w -',
    },
    {
      at: '3,4 w2=w,11=w,w12=b 0,0 w 1',
      good: ['11-12'],
      moves: '11-12 2-3 in-1',
      then: '3,5 w2=w,w12=w 0,0 w -',
    },
    {
      at: '1,3 b2=b,8=b,w13=w,b13=w 2,0 w 2',
      good: ['15-off'],
      moves: '15-off in-2',
      then: '1,3 b2=b,8=b,w13=w 3,0 b -',
    },
    {
      at: '0,2 b4=b,8=b,b12=w 4,1 w 1',
      good: ['16-off'],
      moves: '16-off',
      then: '0,2 b4=b,8=b 5,1 w -',
    },
  ],
  masters: [
    {
      at: '5,6 w1=w,b3=b,5=w 0,0 w 4',
      good: ['in-4'],
      moves: '5-9 in-4',
      then: '4,6 w1=w,b3=b,w4=w,5=w 0,0 w -',
    },
    {
      at: '5,6 w2=w,6=w,10=b 0,0 w 4',
      good: ['6-10'],
      moves: '6-10 in-4',
      then: '5,7 w2=w,10=w 0,0 b -',
    },
    {
      at: '5,6 w3=w,6=w,8=b 0,0 w 2',
      good: ['6-8'],
      moves: '3-5 6-8 in-2',
      then: '5,7 w3=w,8=w 0,0 w -',
    },
    {
      at: '5,6 w1=w,10=w,w12=b 0,0 w 2',
      good: ['10-12'],
      moves: '1-3 10-12 in-2',
      then: '5,7 w1=w,w12=w 0,0 w -',
    },
    {
      at: '1,4 b2=b,8=b,10=b,w13=w,b13=w 4,0 w 2',
      good: ['15-off'],
      moves: '15-off in-2',
      then: '1,4 b2=b,8=b,10=b,w13=w 5,0 b -',
    },
    {
      at: '0,3 b4=b,8=b,b12=w 6,2 w 1',
      good: ['16-off'],
      moves: '16-off',
      then: '0,3 b4=b,8=b 7,2 w -',
    },
  ],
  aseb: [
    {
      at: '3,4 w2=w,b3=b,5=w 0,0 w 4',
      good: ['in-4'],
      moves: '2-6 5-9 in-4',
      then: '2,4 w2=w,b3=b,w4=w,5=w 0,0 w -',
    },
    {
      at: '3,4 w1=w,6=w,10=b 0,0 w 4',
      good: ['6-10'],
      moves: '1-5 6-10 in-4',
      then: '3,5 w1=w,10=w 0,0 b -',
    },
    {
      at: '3,4 w1=w,5=w,8=b 0,0 w 3',
      good: ['1-4'],
      moves: '1-4 in-3',
      then: '3,4 w4=w,5=w,8=b 0,0 w -',
    },
    {
      at: '3,3 w2=w,9=b,10=b,11=w 0,0 w 1',
      good: ['11-12'],
      moves: '11-12 2-3 in-1',
      then: '3,3 w2=w,9=b,10=b,12=w 0,0 w -',
    },
    {
      at: '1,3 6=b,8=b,14=w,15=w 2,0 w 3',
      good: ['14-off'],
      moves: '14-off in-3',
      then: '1,3 6=b,8=b,15=w 3,0 b -',
    },
    {
      at: '0,2 8=b,13=b,16=w 4,1 w 1',
      good: ['16-off'],
      moves: '16-off',
      then: '0,2 8=b,13=b 5,1 w -',
    },
  ],
  akalamdung: [
    {
      at: '5,6 w1=w,b2=b,w3=w 0,0 w 2',
      good: ['1-3'],
      moves: '1-3 in-2 in-2w',
      then: '5,6 b2=b,w3=ww 0,0 b -',
    },
    {
      at: '6,6 b3=b,w4=w 0,0 w 2',
      good: ['in-2w'],
      moves: '4-6 in-2 in-2w',
      then: '5,6 w2=W,b3=b,w4=w 0,0 b -',
    },
    {
      at: '5,6 w1=w,b2=b,6=W 0,0 w 2',
      good: ['6w-8'],
      moves: '1-3 6w-8 in-2 in-2w',
      then: '5,6 w1=w,b2=b,8=W 0,0 w -',
    },
    {
      at: '5,5 b2=b,10=ww,12=B 0,0 w 2',
      good: ['10-12'],
      moves: '10-12 in-2 in-2w',
      then: '5,6 b2=b,10=w,12=w 0,0 w -',
    },
    {
      at: '4,5 w1=w,b2=b,w3=w,6=b,9=w 0,0 w 2',
      good: ['9-11'],
      moves: '1-3 9-11 in-2 in-2w',
      then: '4,7 w1=w,w3=w,11=w 0,0 w -',
    },
    {
      at: '3,4 w1=w,b2=b,6=b,12=W 2,1 w 2',
      good: ['12w-14'],
      moves: '1-3 12w-14 in-2 in-2w',
      then: '3,4 w1=w,b2=b,6=b,w14=W 2,1 w -',
    },
  ],
  ur: [
    { at: '6,6 5=w,7=b 0,0 w 2', good: ['5-7'], moves: '5-7 in-2', then: '6,6 7=wb 0,0 b -' },
    {
      at: '5,4 b2=b,5=wb,8=bw 0,0 w 3',
      good: ['5-8'],
      moves: '5-8 in-3',
      then: '5,4 b2=b,8=wbbw 0,0 b -',
    },
    {
      at: '5,4 b2=b,5=wbw,7=b 0,0 w 2',
      good: ['5-7'],
      moves: '5-7 in-2',
      then: '5,4 b2=b,5=w,7=wbb 0,0 b -',
    },
    {
      at: '5,6 w2=w,12=wb 0,0 w 2',
      good: ['12-14'],
      moves: '12-14 2-4',
      then: '5,6 w2=w,w14=W 0,1 b -',
    },
    {
      at: '5,5 w1=w,b2=b,7=b,9=W 0,0 w 2',
      good: ['9-7'],
      moves: '1-3 9-11 9-7 in-2',
      then: '5,5 w1=w,b2=b,7=Wb 0,0 b -',
    },
    { at: '6,0 5=w,7=b 0,6 w 2', good: ['5-7'], moves: '5-7 in-2', then: '6,0 7=wb 0,6 b -' },
  ],
  stelpur: [
    {
      at: 'wwwwww......bbbbbb...... w 6,1 6',
      good: ['6:6'],
      moves: '1:6 2:6 3:6 4:6 5:6 6:6',
      then: 'wwwww......wbbbbbb...... b - -',
    },
    {
      at: '......wb...w..b..b...... w 6,1 1',
      good: ['7:1'],
      moves: '12:1 7:1',
      then: '.......w...w..b..b...... b - -',
    },
    {
      at: 'w.....w....b..b...w..... w 6,3 6',
      good: ['1:6'],
      moves: '19:6 1:6 7:6',
      then: '......ww...b..b...w..... b - -',
    },
    {
      at: 'w...w...b...b........... w 4,4 4,4',
      good: ['5:4'],
      moves: '1:4 5:4',
      then: 'w.......w...b........... w 4,4 4',
    },
    {
      at: '..w....b....b..b........ w 6,1 6,1',
      good: ['3:6'],
      moves: '3:1 3:6',
      then: '......wb....b..b........ w 6,1 1',
    },
    {
      at: '...w.......wb........... w 6,1 1',
      good: ['12:1'],
      moves: '12:1 4:1',
      then: '...w........w........... w - -',
    },
  ],
  morris: [
    {
      at: '........................ w 9,9 -',
      good: ['d6', 'b4', 'f4', 'd2'],
      moves: 'a1 a4 a7 b2 b4 b6 c3 c4 c5 d1 d2 d3 d5 d6 d7 e3 e4 e5 f2 f4 f6 g1 g4 g7',
      then: '....w................... b 8,9 -',
    },
    {
      at: 'b.b.w................w.. w 7,7 -',
      good: ['d7'],
      moves: 'a4 b2 b4 b6 c3 c4 c5 d1 d2 d3 d5 d7 e3 e4 e5 f2 f4 f6 g1 g4',
      then: 'bwb.w................w.. b 6,7 -',
    },
    {
      at: 'w.w.w..b.....w.b....bb.. w 0,0 3,2,1',
      good: ['d6-d7xa1'],
      moves:
        'a7-a4 a7-d7 d6-b6 d6-d7xa1 d6-d7xc3 d6-d7xd5 d6-d7xf2 d6-f6 f4-e4 f4-f6 f4-g4 ' +
        'g7-d7 g7-g4',
      then: 'www....b.....w.b....b... b 0,0 -',
    },
    {
      at: 'w.w..w..bbb....w...w..b. w 0,0 6,5,4',
      good: ['c3-d7xd1'],
      moves:
        'a7-d7 c3-c4 c3-d3 c3-d7xa4 c3-d7xb4 c3-d7xd1 c3-d7xe5 d2-b2 d2-d3 d2-d7xa4 ' +
        'd2-d7xb4 d2-d7xd1 d2-d7xe5 d2-f2 f6-d6 f6-d7xa4 f6-d7xb4 f6-d7xd1 f6-d7xe5 ' +
        'f6-f4 g7-d7 g7-g4',
      then: 'www..w..bbb........w.... b 0,0 -',
    },
    {
      at: 'www....bb......b...w..wb w 0,0 6,4,2',
      good: ['d7-d6'],
      moves: 'a7-a4 d1-a1 d2-b2 d2-d3 d2-f2 d7-d6 g7-g4',
      then: 'w.w.w..bb......b...w..wb b 0,0 -',
    },
    {
      at: 'w.w.w....w.....b...b..b. w 0,0 3,2,1',
      good: ['d6-d7xd2'],
      moves: 'a4-a1 a4-b4 a7-d7 d6-b6 d6-d5 d6-d7xc3 d6-d7xd1 d6-d7xd2 d6-f6 g7-d7 g7-g4',
      then: 'www......w.....b......b. b 0,0 -',
    },
    {
      options: 'dice=none',
      at: 'ww.b.b..b...bb......w... w 0,0 -',
      good: ['f2-g7xe4'],
      moves:
        'a7-a1 a7-a4 a7-b2 a7-b4 a7-c3 a7-c4 a7-c5 a7-d1 a7-d2 a7-d3 a7-d5 a7-d6 a7-e3 a7-g1 ' +
        'a7-g4 a7-g7 d7-a1 d7-a4 d7-b2 d7-b4 d7-c3 d7-c4 d7-c5 d7-d1 d7-d2 d7-d3 d7-d5 d7-d6 ' +
        'd7-e3 d7-g1 d7-g4 d7-g7 f2-a1 f2-a4 f2-b2 f2-b4 f2-c3 f2-c4 f2-c5 f2-d1 f2-d2 f2-d3 ' +
        'f2-d5 f2-d6 f2-e3 f2-g1 f2-g4 f2-g7xb6 f2-g7xe4 f2-g7xe5 f2-g7xf4 f2-g7xf6',
      then: 'wwwb.b..b....b.......... b 0,0 -',
    },
  ],
  tablut: [
    {
      at: '3t5/9/2t6/9/4K4/6t2/4T4/t8/9 w',
      good: ['e3-e1'],
      moves:
        'e3-a3 e3-b3 e3-c3 e3-d3 e3-e1 e3-e2 e3-e4 e3-f3 e3-g3 e3-h3 e3-i3 e5-a5 e5-b5 ' +
        'e5-c5 e5-d5 e5-e4 e5-e6 e5-e7 e5-e8 e5-e9 e5-f5 e5-g5 e5-h5 e5-i5',
      then: '3t5/9/2t6/9/4K4/6t2/9/t8/4T4 b',
    },
    {
      at: '9/4T4/9/9/2Tt5/9/4K4/9/7t1 w',
      good: ['e8-e5'],
      moves:
        'c5-a5 c5-b5 c5-c1 c5-c2 c5-c3 c5-c4 c5-c6 c5-c7 c5-c8 c5-c9 e3-a3 e3-b3 e3-c3 ' +
        'e3-d3 e3-e1 e3-e2 e3-e4 e3-e5 e3-e6 e3-e7 e3-f3 e3-g3 e3-h3 e3-i3 e8-a8 e8-b8 ' +
        'e8-c8 e8-d8 e8-e4 e8-e5 e8-e6 e8-e7 e8-e9 e8-f8 e8-g8 e8-h8 e8-i8',
      then: '9/9/9/9/2T1T4/9/4K4/9/7t1 b',
    },
    {
      at: '9/9/4t4/9/2T1T4/9/4K4/9/3t5 b',
      good: ['d1-d5'],
      moves:
        'd1-b1 d1-c1 d1-d2 d1-d3 d1-d4 d1-d5 d1-d6 d1-d7 d1-d8 d1-d9 d1-e1 d1-f1 d1-g1 ' +
        'd1-h1 e7-a7 e7-b7 e7-c7 e7-d7 e7-e6 e7-e8 e7-e9 e7-f7 e7-g7 e7-h7 e7-i7',
      then: '9/9/4t4/9/2TtT4/9/4K4/9/9 w',
    },
    {
      at: '9/9/9/9/4K4/3t1t3/9/9/1t7 w',
      good: ['e5-i5', 'e5-a5', 'e5-e9'],
      moves:
        'e5-a5 e5-b5 e5-c5 e5-d5 e5-e1 e5-e2 e5-e3 e5-e4 e5-e6 e5-e7 e5-e8 e5-e9 e5-f5 ' +
        'e5-g5 e5-h5 e5-i5',
      then: '9/9/9/9/8K/3t1t3/9/9/1t7 b',
    },
    {
      at: '1t7/9/9/9/4t4/9/9/3t5/2K2t3 w',
      good: ['c1-a1'],
      moves: 'c1-a1 c1-b1 c1-c2 c1-c3 c1-c4 c1-c5 c1-c6 c1-c7 c1-c8 c1-c9 c1-d1 c1-e1',
      then: '1t7/9/9/9/4t4/9/9/3t5/K4t3 b',
    },
    {
      at: '9/9/4t4/3tK1t2/4t4/9/9/9/9 b',
      good: ['g6-f6'],
      moves:
        'd6-a6 d6-b6 d6-c6 d6-d1 d6-d2 d6-d3 d6-d4 d6-d5 d6-d7 d6-d8 d6-d9 e5-a5 e5-b5 ' +
        'e5-c5 e5-d5 e5-e1 e5-e2 e5-e3 e5-e4 e5-f5 e5-g5 e5-h5 e5-i5 e7-a7 e7-b7 e7-c7 ' +
        'e7-d7 e7-e8 e7-e9 e7-f7 e7-g7 e7-h7 e7-i7 g6-f6 g6-g1 g6-g2 g6-g3 g6-g4 g6-g5 ' +
        'g6-g7 g6-g8 g6-g9 g6-h6 g6-i6',
      then: '9/9/4t4/3t1t3/4t4/9/9/9/9 w',
    },
  ],
  ...TAFL,
  'alea-evangelii': [
    {
      at: '19/19/19/19/9t9/19/19/19/19/6T2K9/19/19/19/9T9/19/19/19/19/19 w',
      good: ['g10-g15'],
      moves:
        'g10-a10 g10-b10 g10-c10 g10-d10 g10-e10 g10-f10 g10-g1 g10-g11 g10-g12 g10-g13 ' +
        'g10-g14 g10-g15 g10-g16 g10-g17 g10-g18 g10-g19 g10-g2 g10-g3 g10-g4 g10-g5 ' +
        'g10-g6 g10-g7 g10-g8 g10-g9 g10-h10 g10-i10 j10-h10 j10-i10 j10-j11 j10-j12 ' +
        'j10-j13 j10-j14 j10-j7 j10-j8 j10-j9 j10-k10 j10-l10 j10-m10 j10-n10 j10-o10 ' +
        'j10-p10 j10-q10 j10-r10 j10-s10 j6-a6 j6-b6 j6-c6 j6-d6 j6-e6 j6-f6 j6-g6 ' +
        'j6-h6 j6-i6 j6-j1 j6-j2 j6-j3 j6-j4 j6-j5 j6-j7 j6-j8 j6-j9 j6-k6 j6-l6 j6-m6 ' +
        'j6-n6 j6-o6 j6-p6 j6-q6 j6-r6 j6-s6',
      then: '19/19/19/19/6T2t9/19/19/19/19/9K9/19/19/19/9T9/19/19/19/19/19 b',
    },
    {
      at: '19/19/t18/19/8Tt9/19/19/19/19/9K9/19/19/10T8/19/19/19/19/19/19 w',
      good: ['k7-k15'],
      moves:
        'i15-a15 i15-b15 i15-c15 i15-d15 i15-e15 i15-f15 i15-g15 i15-h15 i15-i1 i15-i10 ' +
        'i15-i11 i15-i12 i15-i13 i15-i14 i15-i16 i15-i17 i15-i18 i15-i19 i15-i2 i15-i3 ' +
        'i15-i4 i15-i5 i15-i6 i15-i7 i15-i8 i15-i9 j10-a10 j10-b10 j10-c10 j10-d10 ' +
        'j10-e10 j10-f10 j10-g10 j10-h10 j10-i10 j10-j1 j10-j11 j10-j12 j10-j13 j10-j14 ' +
        'j10-j2 j10-j3 j10-j4 j10-j5 j10-j6 j10-j7 j10-j8 j10-j9 j10-k10 j10-l10 ' +
        'j10-m10 j10-n10 j10-o10 j10-p10 j10-q10 j10-r10 j10-s10 k7-a7 k7-b7 k7-c7 ' +
        'k7-d7 k7-e7 k7-f7 k7-g7 k7-h7 k7-i7 k7-j7 k7-k1 k7-k10 k7-k11 k7-k12 k7-k13 ' +
        'k7-k14 k7-k15 k7-k16 k7-k17 k7-k18 k7-k19 k7-k2 k7-k3 k7-k4 k7-k5 k7-k6 k7-k8 ' +
        'k7-k9 k7-l7 k7-m7 k7-n7 k7-o7 k7-p7 k7-q7 k7-r7 k7-s7',
      then: '19/19/t18/19/8T1T8/19/19/19/19/9K9/19/19/19/19/19/19/19/19/19 b',
    },
    {
      at: '19/19/t18/19/19/19/19/19/19/10t8/19/19/14K4/19/19/11T7/19/19/19 w',
      good: ['l4-l10'],
      moves:
        'l4-a4 l4-b4 l4-c4 l4-d4 l4-e4 l4-f4 l4-g4 l4-h4 l4-i4 l4-j4 l4-k4 l4-l1 l4-l10 ' +
        'l4-l11 l4-l12 l4-l13 l4-l14 l4-l15 l4-l16 l4-l17 l4-l18 l4-l19 l4-l2 l4-l3 ' +
        'l4-l5 l4-l6 l4-l7 l4-l8 l4-l9 l4-m4 l4-n4 l4-o4 l4-p4 l4-q4 l4-r4 l4-s4 o7-a7 ' +
        'o7-b7 o7-c7 o7-d7 o7-e7 o7-f7 o7-g7 o7-h7 o7-i7 o7-j7 o7-k7 o7-l7 o7-m7 o7-n7 ' +
        'o7-o1 o7-o10 o7-o11 o7-o12 o7-o13 o7-o14 o7-o15 o7-o16 o7-o17 o7-o18 o7-o19 ' +
        'o7-o2 o7-o3 o7-o4 o7-o5 o7-o6 o7-o8 o7-o9 o7-p7 o7-q7 o7-r7 o7-s7',
      then: '19/19/t18/19/19/19/19/19/19/11T7/19/19/14K4/19/19/19/19/19/19 b',
    },
    {
      at: '19/19/19/9t9/19/19/19/19/19/5t7K5/19/19/19/19/19/19/10t8/19/19 w',
      good: ['n10-n1', 'n10-n19', 'n10-s10'],
      moves:
        'n10-g10 n10-h10 n10-i10 n10-j10 n10-k10 n10-l10 n10-m10 n10-n1 n10-n11 n10-n12 ' +
        'n10-n13 n10-n14 n10-n15 n10-n16 n10-n17 n10-n18 n10-n19 n10-n2 n10-n3 n10-n4 ' +
        'n10-n5 n10-n6 n10-n7 n10-n8 n10-n9 n10-o10 n10-p10 n10-q10 n10-r10 n10-s10',
      then: '19/19/19/9t9/19/19/19/19/19/5t13/19/19/19/19/19/19/10t8/19/13K5 b',
    },
    {
      at: '19/19/19/9t9/19/19/19/19/19/5t13/19/19/19/19/19/19/10t8/19/13K5 w',
      good: ['n1-s1', 'n1-a1'],
      moves:
        'n1-a1 n1-b1 n1-c1 n1-d1 n1-e1 n1-f1 n1-g1 n1-h1 n1-i1 n1-j1 n1-k1 n1-l1 n1-m1 ' +
        'n1-n10 n1-n11 n1-n12 n1-n13 n1-n14 n1-n15 n1-n16 n1-n17 n1-n18 n1-n19 n1-n2 ' +
        'n1-n3 n1-n4 n1-n5 n1-n6 n1-n7 n1-n8 n1-n9 n1-o1 n1-p1 n1-q1 n1-r1 n1-s1',
      then: '19/19/19/9t9/19/19/19/19/19/5t13/19/19/19/19/19/19/10t8/19/18K b',
    },
    {
      at: '19/19/19/19/19/19/19/19/9t9/8tK2t6/9t9/19/19/19/19/19/19/19/19 b',
      good: ['m10-k10'],
      moves:
        'i10-a10 i10-b10 i10-c10 i10-d10 i10-e10 i10-f10 i10-g10 i10-h10 i10-i1 i10-i11 ' +
        'i10-i12 i10-i13 i10-i14 i10-i15 i10-i16 i10-i17 i10-i18 i10-i19 i10-i2 i10-i3 ' +
        'i10-i4 i10-i5 i10-i6 i10-i7 i10-i8 i10-i9 j11-a11 j11-b11 j11-c11 j11-d11 ' +
        'j11-e11 j11-f11 j11-g11 j11-h11 j11-i11 j11-j12 j11-j13 j11-j14 j11-j15 ' +
        'j11-j16 j11-j17 j11-j18 j11-j19 j11-k11 j11-l11 j11-m11 j11-n11 j11-o11 ' +
        'j11-p11 j11-q11 j11-r11 j11-s11 j9-a9 j9-b9 j9-c9 j9-d9 j9-e9 j9-f9 j9-g9 ' +
        'j9-h9 j9-i9 j9-j1 j9-j2 j9-j3 j9-j4 j9-j5 j9-j6 j9-j7 j9-j8 j9-k9 j9-l9 j9-m9 ' +
        'j9-n9 j9-o9 j9-p9 j9-q9 j9-r9 j9-s9 m10-k10 m10-l10 m10-m1 m10-m11 m10-m12 ' +
        'm10-m13 m10-m14 m10-m15 m10-m16 m10-m17 m10-m18 m10-m19 m10-m2 m10-m3 m10-m4 ' +
        'm10-m5 m10-m6 m10-m7 m10-m8 m10-m9 m10-n10 m10-o10 m10-p10 m10-q10 m10-r10 ' +
        'm10-s10',
      then: '19/19/19/19/19/19/19/19/9t9/8t1t8/9t9/19/19/19/19/19/19/19/19 w',
    },
  ],
};
