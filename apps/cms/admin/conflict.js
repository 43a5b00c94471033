import { element, problemBox, time } from './dom.js';

/**
 * Says that somebody else has saved meanwhile, and lets the person choose what to do about it.
 * @param {any} problem @param {{ show: () => void, overwrite: () => void, take: () => void }} choices
 */
export function conflictBox(problem, { show, overwrite, take }) {
  const advice =
    'Your text is still here. When you overwrite, fields that you did not edit keep the newer text.';
  return problemBox(
    problem,
    element('p', {}, advice),
    element(
      'div',
      { class: 'actions' },
      element('button', { onclick: show }, 'Show the newer text below'),
      element('button', { onclick: overwrite }, 'Overwrite it with mine'),
      element('button', { onclick: take }, 'Take the newer one'),
    ),
  );
}

/** The newer text, only to be read. @param {any} detail */
export function newerText({ raw, updated_at: at, last_editor: editor }) {
  const area = {
    class: 'content',
    readonly: true,
    rows: 20,
    'aria-labelledby': 'newer',
    value: raw,
  };
  return [
    element('h2', { tabindex: '-1', id: 'newer' }, 'The newer text'),
    element(
      'p',
      { class: 'hint' },
      'Saved ',
      time(at),
      editor && ` by ${editor}`,
      '. It cannot be edited here.',
    ),
    element('textarea', area),
  ];
}
