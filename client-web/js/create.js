// The terms of a game, as a form: for a room of one's own, and to challenge somebody.
import { button, check, choice, form, html, labelled } from './html.js';
import { session } from './store.js';
import { gameName, optionName, say } from './words.js';

export const CLOCKS = ['', '3+5', '5+10', '15+10', '30+20'];

/** The options to offer first where the usual ones are one-sided (docs/rules.md has figures).
 *  @type {Record<string, string>} */
export const BALANCED = { tablut: 'king=weak,escape=edge' };

/** @param {App} app @returns {[string, string][]} */
export const gamePairs = (app) =>
  app.hello.games.map((/** @type {Message} */ { id }) => [id, gameName(id, app.hello)]);
/** @returns {[string, string][]} */
export const clockPairs = () => [
  ...CLOCKS.map(
    (time) => /** @type {[string, string]} */ ([time, time ? clockName(time) : say('noClock')]),
  ),
  ['own', say('ownClock')],
];

/** "5+10" for people.
 *  @param {string} time */
export function clockName(time) {
  return say('clockIs', ...time.split('+'));
}

/** Fields for the clock: a choice, and two numbers for one's own. */
export function clockFields() {
  const time = choice('time', clockPairs());
  const minutes = html('input', { type: 'number', name: 'minutes', min: 0, max: 180, value: 10 });
  const bonus = html('input', { type: 'number', name: 'bonus', min: 0, max: 180, value: 5 });
  const own = html(
    'div',
    { class: 'row', hidden: true },
    labelled(say('minutes'), minutes),
    labelled(say('bonus'), bonus),
  );
  time.addEventListener('change', () => {
    own.hidden = time.value !== 'own';
  });
  return {
    nodes: [labelled(say('clock'), time), own],
    value: () => (time.value === 'own' ? `${minutes.value}+${bonus.value}` : time.value),
  };
}

/** Fields for all terms.  Returns {nodes, terms()}; terms are arguments of create and challenge.
 *  @param {App} app */
export function termFields(app) {
  const game = choice('game', gamePairs(app));
  const side = choice('side', [
    ['', say('anySide')],
    ['white', say('white')],
    ['black', say('black')],
  ]);
  const clock = clockFields();
  const options = html('div', { class: 'row options' });
  /** Of each option the values that it may have, the usual one first.
   *  @param {string} of @returns {Record<string, string[]>} */
  const optionsOf = (of) =>
    app.hello.games.find((/** @type {Message} */ { id }) => id === of).options;
  const fill = () => {
    const known = optionsOf(game.value);
    options.replaceChildren(
      ...Object.entries(known).map(([name, values]) =>
        labelled(
          optionName(name),
          choice(
            `option-${name}`,
            values.map((value) => [value, optionName(name, value)]),
            values.find((value) => BALANCED[game.value]?.includes(`${name}=${value}`)),
          ),
        ),
      ),
    );
  };
  game.addEventListener('change', fill);
  fill();
  let isRated = false;
  const rated = app.isAccount
    ? check(
        say('ratedLong'),
        false,
        (on) => {
          isRated = on;
        },
        { name: 'rated' },
      )
    : null;
  return {
    nodes: [
      html(
        'div',
        { class: 'row' },
        labelled(say('game'), game),
        labelled(say('side'), side),
        ...clock.nodes,
      ),
      options,
      rated,
    ],
    terms: () => {
      const known = optionsOf(game.value);
      const chosen = [...options.querySelectorAll('select')]
        .map((field) => [field.name.slice(7), field.value])
        .filter(([name, value]) => known[name][0] !== value)
        .map((pair) => pair.join('='));
      return {
        game: [game.value, chosen.join()].filter(Boolean).join(':'),
        side: side.value,
        time: clock.value(),
        rated: isRated ? 'yes' : undefined,
      };
    },
  };
}

/** The card "create a room".
 *  @param {App} app */
export function createForm(app) {
  const { nodes, terms } = termFields(app);
  const word = html('input', {
    name: 'word',
    dir: 'auto',
    maxlength: 64,
    autocomplete: 'off',
    autocapitalize: 'none',
    pattern: '\\S*',
    'aria-describedby': 'word-hint',
  });
  return form(
    { class: 'card' },
    async () => {
      const reply = await app.ask('create', { ...terms(), word: word.value });
      if (!reply) return;
      if (word.value) session.set(`alea.word.${reply.room}`, word.value);
      await app.sat(reply, false);
    },
    html('h2', {}, say('createTitle')),
    html('p', { class: 'soft' }, say('createHint')),
    ...nodes.filter(Boolean),
    html(
      'details',
      {},
      html('summary', {}, say('privateRoom')),
      labelled(say('passWord'), word),
      html('p', { class: 'soft', id: 'word-hint' }, say('wordHint')),
    ),
    html('button', { class: 'main' }, say('create')),
  );
}

/** The form to challenge one player, in a dialog.
 *  @param {App} app @param {string} name */
export function challengeDialog(app, name) {
  const { nodes, terms } = termFields(app);
  /** @type {HTMLDialogElement} */
  const dialog = html(
    'dialog',
    { class: 'card', 'aria-labelledby': 'challenge-title' },
    form(
      {},
      () => {
        dialog.close();
        return app.offers.ask('challenge', { name, ...terms() }).then(() => app.go('/'));
      },
      html('h2', { id: 'challenge-title' }, say('challengeWhom', name)),
      ...nodes.filter(Boolean),
      html(
        'div',
        { class: 'row' },
        html('button', { class: 'main' }, say('challenge')),
        button(say('cancel'), () => dialog.close()),
      ),
    ),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
