// Elements from plain values.  Text is always text: nothing of a stranger becomes HTML.

/** html('button', {class: 'main', onclick: f}, 'Play')
 *  @template {keyof HTMLElementTagNameMap} T
 *  @param {T} tag @param {...Child} children */
export function html(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on'))
      node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (value === true) node.setAttribute(name, '');
    else if (value !== false && value !== undefined) node.setAttribute(name, String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** An element of index.html.
 *  @param {string} id */
export const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** A link to another view of the page, without loading it again.
 *  @param {App} app @param {string} path @param {...Child} children */
export function link(app, path, ...children) {
  return html(
    'a',
    {
      href: path,
      onclick: (/** @type {MouseEvent} */ e) => {
        if (e.ctrlKey || e.metaKey || e.shiftKey) return;
        e.preventDefault();
        app.go(path);
      },
    },
    ...children,
  );
}

/** Does something, but not again before it is done: fingers tap twice, and lines are slow.
 *  @param {() => unknown} action */
function once(action) {
  let isBusy = false;
  return async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      await action();
    } finally {
      isBusy = false;
    }
  };
}

/** A button that does something.
 *  @param {string} text @param {() => unknown} action */
export function button(text, action, attributes = {}) {
  return html('button', { type: 'button', onclick: once(action), ...attributes }, text);
}

/** A form that does something when it is sent.
 *  @param {Attributes} attributes @param {() => unknown} action @param {...Child} children */
export function form(attributes, action, ...children) {
  const send = once(action);
  return html(
    'form',
    {
      ...attributes,
      /** @param {MouseEvent} e */
      onsubmit: (e) => {
        e.preventDefault();
        send();
      },
    },
    ...children,
  );
}

/** A choice: pairs of value and text.
 *  @param {string} name @param {[string, string][]} pairs @param {string} [chosen] */
export function choice(name, pairs, chosen) {
  return html(
    'select',
    { name },
    ...pairs.map(([value, text]) => html('option', { value, selected: value === chosen }, text)),
  );
}

/** @param {string} text @param {Node} field */
export const labelled = (text, field) => html('label', {}, text, ' ', field);

/** A switch with its text.
 *  @param {string} text @param {boolean} isOn @param {(isOn: boolean) => unknown} onchange */
export function check(text, isOn, onchange, attributes = {}) {
  return html(
    'label',
    { class: 'check' },
    html('input', {
      type: 'checkbox',
      checked: isOn,
      /** @param {Event} e */
      onchange: (e) => onchange(/** @type {HTMLInputElement} */ (e.target).checked),
      ...attributes,
    }),
    ' ',
    text,
  );
}

/** Switches a `check` on or off.
 *  @param {HTMLLabelElement} label @param {boolean} isOn */
export function setCheck(label, isOn) {
  /** @type {HTMLInputElement} */ (label.firstElementChild).checked = isOn;
}

/** A table: titles, and rows of cells.
 *  @param {Child[]} titles @param {Child[][]} rows */
export function table(titles, rows) {
  return html(
    'table',
    {},
    html(
      'thead',
      {},
      html('tr', {}, ...titles.map((title) => html('th', { scope: 'col' }, title))),
    ),
    html(
      'tbody',
      {},
      ...rows.map((cells) => html('tr', {}, ...cells.map((cell) => html('td', {}, cell)))),
    ),
  );
}

/** Hands a file to the person at the browser.
 *  @param {string} name @param {string} type @param {string} text */
export function saveFile(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  html('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

const shown = new WeakMap(); // node -> the HTML that renew gave it
const later = new Map(); // node -> what it shows once nobody presses it
/** @type {Node | null} */
let pressed = null; // what a finger or the mouse is on

/** @param {HTMLElement} node @param {(Element | string)[]} children */
function put(node, children) {
  const active = /** @type {HTMLElement | null} */ (document.activeElement),
    key = active?.dataset?.key,
    isInside = node.contains(active);
  node.replaceChildren(...children);
  if (isInside && key)
    [.../** @type {NodeListOf<HTMLElement>} */ (node.querySelectorAll('[data-key]'))]
      .find(({ dataset }) => dataset.key === key)
      ?.focus();
}

/** Shows something else in a node, if it is not the same.  While the node is pressed it waits: a
 *  click needs its button from the beginning to the end.  The focus stays on what has the same
 *  data-key.
 *  @param {HTMLElement} node @param {...(Element | string)} children */
export function renew(node, ...children) {
  const text = children
    .map((child) => (child instanceof Element ? child.outerHTML : child))
    .join('');
  if (shown.get(node) === text) return;
  shown.set(node, text);
  if (node.contains(pressed)) later.set(node, children);
  else put(node, children);
}

window.addEventListener(
  'pointerdown',
  ({ target }) => {
    pressed = target instanceof Node ? target : null;
  },
  true,
);
for (const kind of ['pointerup', 'pointercancel']) {
  window.addEventListener(
    kind,
    () =>
      setTimeout(() => {
        // the click comes first
        pressed = null;
        for (const [node, children] of later) put(node, children);
        later.clear();
      }),
    true,
  );
}

/** Lines that a screen reader may still have to read. */
const LIVE_LINES = 20;

/** Tells screen readers something, however soon the next thing comes.
 *  @param {string[]} lines */
export function announce(lines) {
  $('live').append(...lines.map((line) => html('p', {}, line)));
  while ($('live').childElementCount > LIVE_LINES) $('live').firstElementChild?.remove();
}

let timer = 0;
/** Shows a short message for some seconds, or until it is tapped.
 *  @param {string} text */
export function toast(text) {
  if (!text) return;
  $('toast').textContent = text;
  $('toast').hidden = false;
  $('toast').onclick = () => {
    $('toast').hidden = true;
  };
  clearTimeout(timer);
  timer = setTimeout(
    () => {
      $('toast').hidden = true;
    },
    4000 + 40 * text.length,
  );
}
