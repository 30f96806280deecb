// The lessons of ashton, brandubh, fetlar and copenhagen: see lessons.js.
export const TAFL = {
  ashton: [
    {
      at: '9/9/4T4/9/9/2K6/9/9/8t w',
      good: ['e7-e6'],
      moves:
        'c4-b4 c4-c1 c4-c2 c4-c3 c4-c5 c4-c6 c4-c7 c4-c8 c4-c9 c4-d4 c4-e4 c4-f4 c4-g4 ' +
        'c4-h4 e7-a7 e7-b7 e7-c7 e7-d7 e7-e6 e7-f7 e7-g7 e7-h7 e7-i7',
      then: '9/9/9/4T4/9/2K6/9/9/8t b',
    },
    {
      at: '9/9/1K7/9/2t6/3T5/9/9/8t w',
      good: ['d4-d5'],
      moves:
        'b7-a7 b7-b6 b7-b8 b7-b9 b7-c7 b7-d7 b7-e7 b7-f7 b7-g7 b7-h7 b7-i7 d4-b4 d4-c4 ' +
        'd4-d2 d4-d3 d4-d5 d4-d6 d4-d7 d4-d8 d4-e4 d4-f4 d4-g4 d4-h4',
      then: '9/9/1K7/9/3T5/9/9/9/8t b',
    },
    {
      at: '9/9/9/9/t8/2K6/9/9/8T b',
      good: ['a5-d5'],
      moves:
        'a5-a1 a5-a2 a5-a3 a5-a4 a5-a6 a5-a7 a5-a8 a5-a9 a5-b5 a5-c5 a5-d5',
      then: '9/9/9/9/3t5/2K6/9/9/8T w',
    },
    {
      at: '9/9/9/2t6/9/2K6/9/9/8t w',
      good: ['c4-c1'],
      moves:
        'c4-b4 c4-c1 c4-c2 c4-c3 c4-c5 c4-d4 c4-e4 c4-f4 c4-g4 c4-h4',
      then: '9/9/9/2t6/9/9/9/9/2K5t b',
    },
    {
      at: '9/9/9/9/2K6/3t5/9/9/8T b',
      good: ['d4-d5'],
      moves:
        'd4-b4 d4-c4 d4-d2 d4-d3 d4-d5 d4-d6 d4-d7 d4-d8 d4-e4 d4-f4 d4-g4 d4-h4',
      then: '9/9/9/9/3t5/9/9/9/8T w',
    },
    {
      at: '9/9/9/9/9/3tKt3/9/4t4/8T b',
      good: ['e2-e3'],
      moves:
        'd4-b4 d4-c4 d4-d2 d4-d3 d4-d5 d4-d6 d4-d7 d4-d8 e2-a2 e2-b2 e2-c2 e2-d2 e2-e1 ' +
        'e2-e3 e2-f2 e2-g2 e2-h2 e2-i2 f4-f2 f4-f3 f4-f5 f4-f6 f4-f7 f4-f8 f4-g4 f4-h4',
      then: '9/9/9/9/9/3t1t3/4t4/9/8T w',
    },
  ],
  brandubh: [
    {
      at: '7/4t2/7/7/1K5/7/5T1 w',
      good: ['f1-f6'],
      moves:
        'b3-a3 b3-b1 b3-b2 b3-b4 b3-b5 b3-b6 b3-b7 b3-c3 b3-d3 b3-e3 b3-f3 b3-g3 f1-b1 ' +
        'f1-c1 f1-d1 f1-e1 f1-f2 f1-f3 f1-f4 f1-f5 f1-f6 f1-f7',
      then: '7/4tT1/7/7/1K5/7/7 b',
    },
    {
      at: '7/2T4/2t4/6T/7/1K5/5t1 w',
      good: ['g4-c4'],
      moves:
        'b2-a2 b2-b1 b2-b3 b2-b4 b2-b5 b2-b6 b2-b7 b2-c2 b2-d2 b2-e2 b2-f2 b2-g2 c6-a6 ' +
        'c6-b6 c6-c7 c6-d6 c6-e6 c6-f6 c6-g6 g4-a4 g4-b4 g4-c4 g4-e4 g4-f4 g4-g2 g4-g3 ' +
        'g4-g5 g4-g6',
      then: '7/2T4/7/2T4/7/1K5/5t1 b',
    },
    {
      at: '7/7/7/1K5/3t3/2T4/5t1 w',
      good: ['c2-d2'],
      moves:
        'b4-a4 b4-b1 b4-b2 b4-b3 b4-b5 b4-b6 b4-b7 b4-c4 b4-d4 b4-e4 b4-f4 b4-g4 c2-a2 ' +
        'c2-b2 c2-c1 c2-c3 c2-c4 c2-c5 c2-c6 c2-c7 c2-d2 c2-e2 c2-f2 c2-g2',
      then: '7/7/7/1K5/7/3T3/5t1 b',
    },
    {
      at: '7/7/7/5t1/2K4/7/1t5 w',
      good: ['c3-a3', 'c3-g3', 'c3-c7', 'c3-c1'],
      moves:
        'c3-a3 c3-b3 c3-c1 c3-c2 c3-c4 c3-c5 c3-c6 c3-c7 c3-d3 c3-e3 c3-f3 c3-g3',
      then: '7/7/7/5t1/K6/7/1t5 b',
    },
    {
      at: '7/t6/7/7/K6/7/3t3 w',
      good: ['a3-a1'],
      moves:
        'a3-a1 a3-a2 a3-a4 a3-a5 a3-b3 a3-c3 a3-d3 a3-e3 a3-f3 a3-g3',
      then: '7/t6/7/7/7/7/K2t3 b',
    },
    {
      at: '7/1t5/7/1K5/1t5/7/5T1 b',
      good: ['b6-b5'],
      moves:
        'b3-a3 b3-b1 b3-b2 b3-c3 b3-d3 b3-e3 b3-f3 b3-g3 b6-a6 b6-b5 b6-b7 b6-c6 b6-d6 ' +
        'b6-e6 b6-f6 b6-g6',
      then: '7/7/1t5/7/1t5/7/5T1 w',
    },
  ],
  fetlar: [
    {
      at: '11/11/7t3/11/11/2K8/11/11/11/11/5T5 w',
      good: ['f1-f9'],
      moves:
        'c6-a6 c6-b6 c6-c1 c6-c10 c6-c11 c6-c2 c6-c3 c6-c4 c6-c5 c6-c7 c6-c8 c6-c9 ' +
        'c6-d6 c6-e6 c6-f6 c6-g6 c6-h6 c6-i6 c6-j6 c6-k6 f1-b1 f1-c1 f1-d1 f1-e1 f1-f10 ' +
        'f1-f11 f1-f2 f1-f3 f1-f4 f1-f5 f1-f7 f1-f8 f1-f9 f1-g1 f1-h1 f1-i1 f1-j1',
      then: '11/11/5T1t3/11/11/2K8/11/11/11/11/11 b',
    },
    {
      at: '11/11/11/11/11/11/11/3tT6/11/1K7t1/2T8 w',
      good: ['c1-c4'],
      moves:
        'b2-a2 b2-b1 b2-b10 b2-b11 b2-b3 b2-b4 b2-b5 b2-b6 b2-b7 b2-b8 b2-b9 b2-c2 ' +
        'b2-d2 b2-e2 b2-f2 b2-g2 b2-h2 b2-i2 c1-b1 c1-c10 c1-c11 c1-c2 c1-c3 c1-c4 ' +
        'c1-c5 c1-c6 c1-c7 c1-c8 c1-c9 c1-d1 c1-e1 c1-f1 c1-g1 c1-h1 c1-i1 c1-j1 e4-e1 ' +
        'e4-e10 e4-e11 e4-e2 e4-e3 e4-e5 e4-e6 e4-e7 e4-e8 e4-e9 e4-f4 e4-g4 e4-h4 ' +
        'e4-i4 e4-j4 e4-k4',
      then: '11/11/11/11/11/11/11/2T1T6/11/1K7t1/11 b',
    },
    {
      at: '11/11/11/4T6/11/2Kt7/11/11/11/11/9t1 w',
      good: ['e8-e6'],
      moves:
        'c6-a6 c6-b6 c6-c1 c6-c10 c6-c11 c6-c2 c6-c3 c6-c4 c6-c5 c6-c7 c6-c8 c6-c9 ' +
        'e8-a8 e8-b8 e8-c8 e8-d8 e8-e1 e8-e10 e8-e11 e8-e2 e8-e3 e8-e4 e8-e5 e8-e6 ' +
        'e8-e7 e8-e9 e8-f8 e8-g8 e8-h8 e8-i8 e8-j8 e8-k8',
      then: '11/11/11/11/11/2K1T6/11/11/11/11/9t1 b',
    },
    {
      at: '11/11/7t3/11/11/2K8/11/11/11/11/3t7 w',
      good: ['c6-a6', 'c6-c11', 'c6-c1', 'c6-k6'],
      moves:
        'c6-a6 c6-b6 c6-c1 c6-c10 c6-c11 c6-c2 c6-c3 c6-c4 c6-c5 c6-c7 c6-c8 c6-c9 ' +
        'c6-d6 c6-e6 c6-f6 c6-g6 c6-h6 c6-i6 c6-j6 c6-k6',
      then: '11/11/7t3/11/11/K10/11/11/11/11/3t7 b',
    },
    {
      at: '11/11/11/11/11/11/11/t10/K10/11/3t7 w',
      good: ['a3-a1'],
      moves:
        'a3-a1 a3-a2 a3-b3 a3-c3 a3-d3 a3-e3 a3-f3 a3-g3 a3-h3 a3-i3 a3-j3 a3-k3',
      then: '11/11/11/11/11/11/11/t10/11/11/K2t7 b',
    },
    {
      at: '11/5t5/11/11/4tKt4/11/11/11/11/11/2T8 b',
      good: ['f10-f8'],
      moves:
        'e7-a7 e7-b7 e7-c7 e7-d7 e7-e1 e7-e10 e7-e11 e7-e2 e7-e3 e7-e4 e7-e5 e7-e6 ' +
        'e7-e8 e7-e9 f10-a10 f10-b10 f10-c10 f10-d10 f10-e10 f10-f11 f10-f8 f10-f9 ' +
        'f10-g10 f10-h10 f10-i10 f10-j10 f10-k10 g7-g1 g7-g10 g7-g11 g7-g2 g7-g3 g7-g4 ' +
        'g7-g5 g7-g6 g7-g8 g7-g9 g7-h7 g7-i7 g7-j7 g7-k7',
      then: '11/11/11/5t5/4t1t4/11/11/11/11/11/2T8 w',
    },
  ],
  copenhagen: [
    {
      at: '1t9/11/2T8/11/11/11/11/11/11/2K8/9t1 w',
      good: ['c9-c11'],
      moves:
        'c2-a2 c2-b2 c2-c1 c2-c3 c2-c4 c2-c5 c2-c6 c2-c7 c2-c8 c2-d2 c2-e2 c2-f2 c2-g2 ' +
        'c2-h2 c2-i2 c2-j2 c2-k2 c9-a9 c9-b9 c9-c10 c9-c11 c9-c3 c9-c4 c9-c5 c9-c6 ' +
        'c9-c7 c9-c8 c9-d9 c9-e9 c9-f9 c9-g9 c9-h9 c9-i9 c9-j9 c9-k9',
      then: '2T8/11/11/11/11/11/11/11/11/2K8/9t1 b',
    },
    {
      at: '11/10t/11/11/5K5/11/11/11/11/4tt5/3tTT3t1 b',
      good: ['j1-g1'],
      moves:
        'd1-b1 d1-c1 d1-d10 d1-d11 d1-d2 d1-d3 d1-d4 d1-d5 d1-d6 d1-d7 d1-d8 d1-d9 ' +
        'e2-a2 e2-b2 e2-c2 e2-d2 e2-e10 e2-e11 e2-e3 e2-e4 e2-e5 e2-e6 e2-e7 e2-e8 ' +
        'e2-e9 f2-f3 f2-f4 f2-f5 f2-g2 f2-h2 f2-i2 f2-j2 f2-k2 j1-g1 j1-h1 j1-i1 j1-j10 ' +
        'j1-j11 j1-j2 j1-j3 j1-j4 j1-j5 j1-j6 j1-j7 j1-j8 j1-j9 k10-a10 k10-b10 k10-c10 ' +
        'k10-d10 k10-e10 k10-f10 k10-g10 k10-h10 k10-i10 k10-j10 k10-k2 k10-k3 k10-k4 ' +
        'k10-k5 k10-k6 k10-k7 k10-k8 k10-k9',
      then: '11/10t/11/11/5K5/11/11/11/11/4tt5/3t2t4 w',
    },
    {
      at: '4Ttt4/5KT4/7T3/11/11/11/11/11/11/11/9t1 w',
      good: ['h9-h11'],
      moves:
        'e11-b11 e11-c11 e11-d11 e11-e1 e11-e10 e11-e2 e11-e3 e11-e4 e11-e5 e11-e6 ' +
        'e11-e7 e11-e8 e11-e9 f10-a10 f10-b10 f10-c10 f10-d10 f10-e10 f10-f1 f10-f2 ' +
        'f10-f3 f10-f4 f10-f5 f10-f6 f10-f7 f10-f8 f10-f9 g10-g1 g10-g2 g10-g3 g10-g4 ' +
        'g10-g5 g10-g6 g10-g7 g10-g8 g10-g9 g10-h10 g10-i10 g10-j10 g10-k10 h9-a9 h9-b9 ' +
        'h9-c9 h9-d9 h9-e9 h9-f9 h9-g9 h9-h1 h9-h10 h9-h11 h9-h2 h9-h3 h9-h4 h9-h5 ' +
        'h9-h6 h9-h7 h9-h8 h9-i9 h9-j9 h9-k9',
      then: '4T2T3/5KT4/11/11/11/11/11/11/11/11/9t1 b',
    },
    {
      at: '11/10t/11/11/11/11/11/7T3/11/4TTT4/3T1K5 w',
      good: ['h4-h1'],
      moves:
        'd1-b1 d1-c1 d1-d10 d1-d11 d1-d2 d1-d3 d1-d4 d1-d5 d1-d6 d1-d7 d1-d8 d1-d9 ' +
        'd1-e1 e2-a2 e2-b2 e2-c2 e2-d2 e2-e1 e2-e10 e2-e11 e2-e3 e2-e4 e2-e5 e2-e6 ' +
        'e2-e7 e2-e8 e2-e9 f1-e1 f1-g1 f1-h1 f1-i1 f1-j1 f1-k1 f2-f10 f2-f11 f2-f3 ' +
        'f2-f4 f2-f5 f2-f7 f2-f8 f2-f9 g2-g1 g2-g10 g2-g11 g2-g3 g2-g4 g2-g5 g2-g6 ' +
        'g2-g7 g2-g8 g2-g9 g2-h2 g2-i2 g2-j2 g2-k2 h4-a4 h4-b4 h4-c4 h4-d4 h4-e4 h4-f4 ' +
        'h4-g4 h4-h1 h4-h10 h4-h11 h4-h2 h4-h3 h4-h5 h4-h6 h4-h7 h4-h8 h4-h9 h4-i4 ' +
        'h4-j4 h4-k4',
      then: '11/10t/11/11/11/11/11/11/11/4TTT4/3T1K1T3 b',
    },
    {
      at: '11/11/11/5t5/4t1t4/3t1K1t3/4t1t4/11/5t5/11/11 b',
      good: ['f3-f4'],
      moves:
        'd6-a6 d6-b6 d6-c6 d6-d1 d6-d10 d6-d11 d6-d2 d6-d3 d6-d4 d6-d5 d6-d7 d6-d8 ' +
        'd6-d9 d6-e6 e5-a5 e5-b5 e5-c5 e5-d5 e5-e1 e5-e2 e5-e3 e5-e4 e5-e6 e5-f5 e7-a7 ' +
        'e7-b7 e7-c7 e7-d7 e7-e10 e7-e11 e7-e6 e7-e8 e7-e9 e7-f7 f3-a3 f3-b3 f3-c3 ' +
        'f3-d3 f3-e3 f3-f1 f3-f2 f3-f4 f3-f5 f3-g3 f3-h3 f3-i3 f3-j3 f3-k3 f8-a8 f8-b8 ' +
        'f8-c8 f8-d8 f8-e8 f8-f10 f8-f11 f8-f7 f8-f9 f8-g8 f8-h8 f8-i8 f8-j8 f8-k8 ' +
        'g5-f5 g5-g1 g5-g2 g5-g3 g5-g4 g5-g6 g5-h5 g5-i5 g5-j5 g5-k5 g7-f7 g7-g10 ' +
        'g7-g11 g7-g6 g7-g8 g7-g9 g7-h7 g7-i7 g7-j7 g7-k7 h6-g6 h6-h1 h6-h10 h6-h11 ' +
        'h6-h2 h6-h3 h6-h4 h6-h5 h6-h7 h6-h8 h6-h9 h6-i6 h6-j6 h6-k6',
      then: '11/11/11/5t5/4t1t4/3t1K1t3/4t1t4/5t5/11/11/11 w',
    },
    {
      at: '11/11/11/11/10K/11/10t/11/11/11/3t7 w',
      good: ['k7-k11'],
      moves:
        'k7-a7 k7-b7 k7-c7 k7-d7 k7-e7 k7-f7 k7-g7 k7-h7 k7-i7 k7-j7 k7-k10 k7-k11 ' +
        'k7-k6 k7-k8 k7-k9',
      then: '10K/11/11/11/11/11/10t/11/11/11/3t7 b',
    },
  ],
};
