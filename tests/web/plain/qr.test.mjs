// The QR codes of the page, without a browser.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { qrCode } from '../../../client-web/js/qr.js';

/** Bytes of a link, and the SHA-256 of the modules that `qrencode -8 -l M -m 0 -t ASCII` draws
 *  for it, as rows of 0 and 1. */
const CODES = [
  [14, '2f21934e0b5446077d7003eea08662bbe961542ab605b63443467935dd203ae7'],
  [21, 'b4af31798e82785583e18c04ca8c430182b66123c57956154b39e728dfed6830'],
  [42, '13beaf71df844b7528be67d1f30513b8693323147b19bbe20654fe2219c6adfc'],
  [62, 'e82fe5d0be56a81ba176ee187b1c3c8f82a65ac9712e519d6d06c428d28bccde'],
  [84, '4c450a9d2644033e27cc0d1a0457b0510e965812c78670babc0c7cd2eb88ffa4'],
  [98, '365d9bd5b6dfbd59243afe6b56ec731ea28ded0a793541ea0d0e63829354db51'],
  [122, 'bd5643ed467fd6e16af16ba844e57bdf9c9a41c05aca0938c294a14320206dce'],
  [152, '3b8fe1a56f03e9ecbc291ea1734c3e926f8566dacc5e08eec18998386bd14996'],
  [180, '886497fd84189ba293ec4192969b63fc0e1c589c58ea47396afcd733391fa42c'],
  [213, '17f56fa5c059394d870c4b19c5e346ced104f349f23054efe3c2aa090df27574'],
];

const link = (bytes) =>
  `http://192.168.1.20:8080/play/KOTO#word=${'sesame-'.repeat(30)}`.slice(0, bytes);

for (const [bytes, sum] of CODES) {
  test(`a link of ${bytes} bytes`, () => {
    const rows = qrCode(link(bytes)).map((row) => row.join(''));
    assert.equal(createHash('sha256').update(rows.join('\n')).digest('hex'), sum);
  });
}

test('text that is too long has no QR code', () => {
  assert.ok(qrCode('x'.repeat(213)));
  assert.equal(qrCode('x'.repeat(214)), null);
  assert.equal(qrCode('é'.repeat(107)), null); // bytes count
});
