// The word of a private room.
import { button, form, html } from './html.js';
import { session } from './store.js';
import { say } from './words.js';

/** The word of a private room: of the link, else of this tab; asks for it when the server does.
 *  @param {App} app @param {string} room @param {string} cmd */
export async function withWord(app, room, cmd) {
  const key = `alea.word.${room}`;
  const given = new URLSearchParams(location.hash.slice(1)).get('word');
  if (given) session.set(key, given);
  for (let asked = false; ; asked = true) {
    const word = session.get(key) ?? undefined;
    try {
      return await app.line.ask(cmd, { room, word });
    } catch (caught) {
      const error = /** @type {Refusal} */ (caught);
      if (error.error !== 'wrong_word') throw error;
      const next = await askWord(asked || word !== undefined);
      if (next === null) throw error;
      session.set(key, next);
    }
  }
}

/** Asks for the word of a private room.  Null: given up.
 *  @param {boolean} wasWrong */
function askWord(wasWrong) {
  return new Promise((resolve) => {
    const word = html('input', {
      name: 'word',
      dir: 'auto',
      required: true,
      maxlength: 64,
      autocomplete: 'off',
      autocapitalize: 'none',
    });
    /** @type {HTMLDialogElement} */
    const dialog = html(
      'dialog',
      { class: 'card', 'aria-labelledby': 'word-title' },
      form(
        {},
        () => dialog.close(word.value.trim()),
        html('h2', { id: 'word-title' }, say('privateRoom')),
        html('p', {}, say(wasWrong ? 'wordWrong' : 'wordAsk')),
        html('label', {}, say('passWord'), ' ', word),
        html(
          'div',
          { class: 'row' },
          html('button', { class: 'main' }, say('enter')),
          button(say('cancel'), () => dialog.close()),
        ),
      ),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue || null);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
