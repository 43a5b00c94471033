import { currentSession } from './api.js';
import { element } from './dom.js';
import { grantSubjects } from './grant-words.js';

/** Whether who is signed in has all these grants, and so may hand them on. @param {string[]} wanted */
export function covers(wanted) {
  const held = currentSession()?.capabilities ?? [];
  const has = (name) => held.includes(name) || held.includes(name.replace(/\.own$/, ''));
  return held.includes('*') || wanted.every(has);
}

/**
 * Checkboxes for grants; those that the person does not have cannot be chosen, or are left out where `isHeldOnly`.
 * @param {{ name: string, legend: string, hint: string, chosen: string[], isFixed?: boolean, isHeldOnly?: boolean }} options
 * @param {...[grant: string, text: string]} more before the others
 */
export function grantChoice(options, ...more) {
  const { name, legend, hint, isHeldOnly = false } = options;
  const id = `field-${name}`;
  const subjects = Object.entries(grantSubjects)
    .map(([subject, grants]) => subjectList(subject, isHeldOnly ? heldOf(grants) : grants, options))
    .filter(Boolean);
  return element(
    'fieldset',
    { class: 'grants', 'aria-describedby': `${id}-hint` },
    element('legend', {}, legend),
    element('p', { class: 'hint', id: `${id}-hint` }, hint),
    element('p', { class: 'error', id: `${id}-error` }),
    ...more.map(([grant, text]) => box({ grant, text, ...options })),
    element('div', { class: 'subjects' }, subjects),
  );
}

/** @param {[string, string, boolean][]} grants */
function heldOf(grants) {
  return grants.filter(([grant]) => covers([grant]) || covers([`${grant}.own`]));
}

function subjectList(subject, grants, options) {
  if (grants.length === 0) return null;
  const heading = `${options.name}-${subject}`;
  const row = ([grant, text, isOwnable]) => {
    const whole = box({ grant, text, labels: heading, ...options });
    const labels = `${heading} ${labelId(options.name, grant)}`;
    const own = { grant: `${grant}.own`, text: 'own ones only', labels, ...options };
    return element('li', {}, whole, isOwnable && box(own));
  };
  const list = element('ul', { 'aria-labelledby': heading }, grants.map(row));
  return element('div', {}, element('p', { id: heading, class: 'subject' }, subject), list);
}

/** @param {string} name @param {string} grant */
const labelId = (name, grant) => `field-${name}-${grant}-label`;

/** A checkbox; `labels` are the ids of what it is read out after. */
function box({ grant, text, labels = '', name, chosen, isFixed = false }) {
  const id = `field-${name}-${grant}`;
  const label = labelId(name, grant);
  return element(
    'span',
    { class: 'check' },
    element('input', {
      type: 'checkbox',
      id,
      name,
      value: grant,
      checked: chosen.includes(grant) || chosen.includes('*'),
      disabled: isFixed || (grant !== '*' && !covers([grant])),
      'aria-labelledby': `${labels} ${label}`.trim(),
      'aria-describedby': `field-${name}-error`,
    }),
    element('label', { for: id, id: label }, text),
  );
}
