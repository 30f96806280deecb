// What each square does, in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roleOf } from '../../../client-web/js/board/role.js';
import en from '../../../client-web/lang/en.js';

const WHITE = en.white,
  BLACK = en.black,
  { roles } = en;
const own = (side) => roles.own.replace('{0}', side);

for (const [name, squares] of Object.entries({
  'royal-ur': {
    w1: own(WHITE),
    b13: own(BLACK),
    w4: roles.star,
    7: roles.shared,
    8: roles.middleStar,
    b14: roles.star,
    'white-in': '',
  },
  finkel: {
    w4: roles.star,
    8: roles.middleStar,
    b14: roles.star,
    5: roles.shared,
    w13: own(WHITE),
  },
  akalamdung: {
    w1: roles.vision,
    b2: roles.warriors,
    8: roles.middleStar,
    10: roles.parting,
    11: roles.vision,
    5: roles.shared,
  },
  ur: { w14: roles.prison, b4: own(BLACK), 8: roles.shared },
  stelpur: { 1: roles.ringCorner, 2: '', 24: roles.ringCorner },
  morris: { a1: '', d6: '' },
  tablut: {
    a1: roles.corner,
    i9: roles.corner,
    e5: roles.castle,
    a5: roles.camp,
    e2: roles.camp,
    e8: roles.camp,
    e3: '',
    a2: '',
  },
  'tablut:escape=edge': {
    a1: roles.edge,
    i9: roles.edge,
    d1: roles.edge,
    a2: roles.edge,
    e5: roles.castle,
    e2: roles.camp,
    b2: '',
  },
  'tablut:rules=linnaeus': { i1: roles.edge, h9: roles.edge, e8: roles.camp, e3: '' },
  ashton: {
    a1: roles.edge,
    c9: roles.edge,
    e5: roles.closedCastle,
    a5: roles.closedCamp,
    e2: roles.closedCamp,
    e3: '',
    b2: '',
  },
  brandubh: {
    a1: roles.corner,
    g7: roles.corner,
    a7: roles.corner,
    d4: roles.throne,
    a4: '',
    d1: '',
  },
  fetlar: {
    a1: roles.corner,
    k11: roles.corner,
    k1: roles.corner,
    f6: roles.throne,
    a10: '',
    k10: '',
  },
  copenhagen: { a11: roles.corner, f6: roles.throne, a6: '' },
  'alea-evangelii': {
    a1: roles.corner,
    s19: roles.corner,
    a19: roles.corner,
    j10: roles.konakis,
    a10: '',
    s9: '',
  },
})) {
  const [game, options] = name.split(':');
  test(`the squares of ${name}`, () => {
    for (const [square, role] of Object.entries(squares))
      assert.equal(roleOf({ game, options }, square), role, square);
  });
}
