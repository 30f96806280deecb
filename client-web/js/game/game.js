// A finished game by its link: anybody may look at it, step by step, verify its dice, and let the
// engine in the browser analyse it.
import { verifyDice } from '../dice.js';
import { button, html, link, saveFile } from '../html.js';
import { foundText } from '../room/after.js';
import { linkButtons } from '../share.js';
import { gameName, say, sayError, sayOf } from '../words.js';
import { Engine, stepsOf } from './engine.js';
import { Viewer } from './viewer.js';

/** How a game ended, in a sentence. */
export function endOf({ result, players }) {
  if (!result) return '';
  const reason = sayOf('reasons', result.reason) || result.reason;
  if (result.outcome === 'draw') return say('aDraw', reason);
  const winner = players[result.outcome]?.name;
  return winner ? say('sideWon', winner, reason) : say('calledOff', reason);
}

/** The parts of a view that show a record.  `end` must be called when it goes. */
export class RecordView {
  constructor(app, record) {
    this.app = app;
    this.record = record;
    /** @type {Engine | null} */
    this.engine = null;
    /** @type {Viewer | null} */
    this.viewer = null;
    this.dice = html('p', { role: 'status', class: 'verified' });
