import { element } from './dom.js';

/** A button that copies what a field holds. @param {any} input @param {string} [action] */
export function copyButton(input, action = 'Copy') {
  const said = element('span', { class: 'hint', role: 'status' });
  const copy = async () => {
    input.select();
    // Browsers have no clipboard for pages that came over plain HTTP.
    const { clipboard } = window.navigator;
    const isCopied = await clipboard?.writeText(input.value).then(
      () => true,
      () => false,
    );
    said.textContent = isCopied ? 'Copied.' : 'It is selected: copy it with your keyboard.';
  };
  return element(
    'span',
    { class: 'copying' },
    element('button', { type: 'button', onclick: copy }, action),
    said,
  );
}

/**
 * Something to be copied, under its label.
 * @param {{ label: string, name: string, value: string, hint?: string }} options
 */
export function copiedField({ label, name, value, hint }) {
  const id = `copied-${name}`;
  const input = element('input', {
    id,
    value,
    readonly: true,
    class: 'copied',
    spellcheck: 'false',
    'aria-describedby': hint && `${id}-hint`,
  });
  return element(
    'div',
    { class: 'field' },
    element('label', { for: id }, label),
    element('div', { class: 'row' }, input, copyButton(input)),
    hint && element('p', { class: 'hint', id: `${id}-hint` }, hint),
  );
}
