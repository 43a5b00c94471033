/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Makes an element. Children that are text become text nodes, whatever is in them.
 * `on…` properties are listeners, `true` and `false` set and leave out an attribute.
 * @param {string} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), /** @type {any} */ (value));
    else if (name === 'value') /** @type {any} */ (made).value = value;
    else if (value !== undefined && value !== null) {
      made.toggleAttribute(name, value !== false);
      if (typeof value !== 'boolean') made.setAttribute(name, String(value));
    }
  }
  made.append(...shown(children));
  return made;
}

/** @param {Element} parent @param {...(Child | Child[])} children */
export function fill(parent, ...children) {
  parent.replaceChildren(...shown(children));
}

/** @param {(Child | Child[])[]} children */
function shown(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

/** Has a screen reader say something that the page shows elsewhere. @param {string} text */
export function announce(text) {
  document.getElementById('announcement').textContent = text;
}

/** A box that says what went wrong, as soon as it is put on the page. @param {import('./api.js').Problem} problem */
export function problemBox({ title, message, status, requestId, again }, ...more) {
  return element(
    'div',
    { class: 'notice problem', role: 'alert' },
    !message.startsWith(title) && element('strong', {}, title),
    element('p', {}, message),
    again && element('p', { class: 'hint' }, 'Not before ', time(again.toISOString()), '.'),
    ...more,
    status >= 500 && requestId && element('p', { class: 'hint' }, `Request ${requestId}`),
  );
}

/** @param {string | null} iso */
export function time(iso) {
  if (!iso) return '—';
  const date = new Date(iso);
  const text = date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return element('time', { datetime: iso }, text);
}
