// Elements from plain values.  Text is always text: nothing of a stranger becomes HTML.

/** html('button', {class: 'main', onclick: f}, 'Play') */
export function html(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, '');
    else if (value !== false && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

export const $ = (id) => document.getElementById(id);

let timer;
/** Shows a short message for some seconds. */
export function toast(text) {
  if (!text) return;
  $('toast').textContent = text;
  $('toast').hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => { $('toast').hidden = true; }, 6000);
}
