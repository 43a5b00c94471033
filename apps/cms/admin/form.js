import { element, fill, problemBox } from './dom.js';

/**
 * A labelled input. `hint` says what is expected; an error of the API with this `name` as its path shows below it.
 * `id` where another field of the name may be on the page.
 * @param {{ label: string, name: string, id?: string, hint?: string, tag?: string, [attribute: string]: unknown }} options
 */
export function field(
  { label, name, id = `field-${name}`, hint, tag = 'input', ...attributes },
  ...children
) {
  const described = [hint && `${id}-hint`, `${id}-error`].filter(Boolean).join(' ');
  return element(
    'div',
    { class: 'field' },
    element('label', { for: id }, label),
    element(tag, { id, name, 'aria-describedby': described, ...attributes }, ...children),
    hint && element('p', { class: 'hint', id: `${id}-hint` }, hint),
    element('p', { class: 'error', id: `${id}-error` }),
  );
}

/** Shows the API's errors at their fields, and what belongs to none in `box`. @param {HTMLElement} form @param {HTMLElement} box @param {any} problem */
export function showProblem(form, box, problem) {
  clearProblem(form, box);
  const unplaced = problem.errors.filter(({ path, message }) => {
    const name = path.replace(/^frontmatter\./, '').replace(/\.\d+$/, '');
    return !markField(form, name, message);
  });
  if (unplaced.length > 0 || problem.errors.length === 0) fill(box, problemBox(problem));
  focusInvalid(form);
}

/** @param {HTMLElement} form */
function focusInvalid(form) {
  /** @type {HTMLElement | null} */
  const invalid = form.querySelector('[aria-invalid]');
  invalid?.focus();
}

/** @param {HTMLElement} form @param {HTMLElement} box */
export function clearProblem(form, box) {
  fill(box);
  for (const error of form.querySelectorAll('.error')) error.textContent = '';
  for (const input of form.querySelectorAll('[aria-invalid]'))
    input.removeAttribute('aria-invalid');
}

/** Whether there is such a field; of several inputs, the first one says it. @param {HTMLElement} form @param {string} name @param {string} message */
export function markField(form, name, message) {
  const input = form.querySelector(`[name="${CSS.escape(name)}"]`);
  const described = input?.getAttribute('aria-describedby')?.split(' ') ?? [];
  const error = form.querySelector(`.error[id="${described.at(-1)}"]`);
  if (!error) return false;
  input.setAttribute('aria-invalid', 'true');
  error.textContent = message;
  return true;
}

/**
 * A form that hands its values to `send`, shows what the API says against them, and takes no second click meanwhile.
 * `check` marks what cannot be sent at all. `places` names the field at which a problem shows that is about it alone,
 * by the problem's code.
 * @param {{ action: string, class?: string, more?: Node, check?: (form: any, values: any) => boolean,
 *   places?: Record<string, string>, send: (values: any, form: any) => Promise<void> }} options
 * @param {...import('./dom.js').Child} fields
 */
export function form(
  { action, more, check = () => true, places = {}, send, ...attributes },
  ...fields
) {
  const box = element('div');
  const button = element('button', { class: 'primary' }, action);
  let isSending = false;
  const submit = async (event) => {
    event.preventDefault();
    clearProblem(made, box);
    const values = /** @type {any} */ (Object.fromEntries(new FormData(made)));
    if (isSending) return;
    if (!check(made, values)) {
      focusInvalid(made);
      return;
    }
    isSending = true;
    try {
      await send(values, made);
    } catch (problem) {
      const { code, message } = problem;
      if (Object.hasOwn(places, code)) problem.errors = [{ path: places[code], message }];
      showProblem(made, box, problem);
    } finally {
      isSending = false;
    }
  };
  const row = element('div', { class: 'actions' }, button, more);
  const made = element('form', { onsubmit: submit, ...attributes }, box, ...fields, row);
  return made;
}
