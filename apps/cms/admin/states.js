import { currentSession, may } from './api.js';
import { element, fill } from './dom.js';

/** The states of a document: their names, and what they mean in a few words. */
export const states = {
  draft: { name: 'Draft', meaning: 'Being written.' },
  in_review: { name: 'In review', meaning: 'Ready for somebody else to read.' },
  scheduled: { name: 'Scheduled', meaning: 'Waiting for its time.' },
  published: { name: 'Published', meaning: 'This text is on the public site.' },
  archived: { name: 'Archived', meaning: 'Kept here, not on the public site.' },
};

/** @param {string} status */
export function stateMark(status) {
  return element('span', { class: `state ${status}` }, states[status]?.name ?? status);
}

/** The state that a save leads to when nobody chooses one: editing what is published makes a draft of it. */
function stateOfItself({ status }, isEdited) {
  return isEdited && (status === 'published' || status === 'scheduled') ? 'draft' : status;
}

/** Why a state cannot be chosen now; empty when it can. */
function refusal(state, detail, isEdited) {
  const itself = stateOfItself(detail, isEdited);
  if (state === '' || state === itself) return '';
  if (state === 'in_review') return itself === 'draft' ? '' : 'Make it a draft first.';
  const takesOff = detail.status === 'published' && detail.is_public;
  if ((state === 'draft' && !takesOff) || may('documents.publish')) return '';
  return `Your role (${currentSession()?.role}) may not publish or archive.`;
}

/** What a save in this state does to the public page; empty when nothing. */
function consequence(state, { status, is_public: isPublic }, isEdited) {
  if (state === 'published') {
    return isEdited || status !== state ? 'Saving puts this text on the public site.' : '';
  }
  if (!isPublic) return '';
  const withdraws =
    state === 'archived' || (status === 'published' && state === 'draft' && !isEdited);
  if (withdraws) return 'Saving takes the page off the public site.';
  return isEdited ? 'The public keeps seeing the earlier text until you publish.' : '';
}

/** Lets the person choose the state that the next save leads to. */
export class StateChoice {
  #list = element('div');
  #outcome = element('p', { class: 'hint', 'aria-live': 'polite' });
  #chosen = '';
  #detail;
  #isEdited = false;
  #reason = '';
  content = element(
    'fieldset',
    { class: 'states' },
    element('legend', {}, 'State'),
    this.#list,
    this.#outcome,
  );

  /** @param {any} detail @param {() => void} onChange */
  constructor(detail, onChange) {
    this.content.addEventListener('change', (event) => {
      this.choose(event.target.value);
      onChange();
    });
    this.reset(detail);
  }

  /** Forgets what was chosen. */
  reset(detail) {
    this.#detail = detail;
    this.choose('');
  }

  /** The state to ask for; empty when the save leads to the chosen one anyway. */
  get asked() {
    return this.#chosen === stateOfItself(this.#detail, this.#isEdited) ? '' : this.#chosen;
  }

  choose(state) {
    this.#chosen = state;
    this.#show();
  }

  /** @param {boolean} isEdited the text differs from what is saved @param {string} reason why no state can be chosen, or empty */
  update(isEdited, reason) {
    if (isEdited === this.#isEdited && reason === this.#reason) return;
    this.#isEdited = isEdited;
    this.#reason = reason;
    this.#show();
  }

  #show() {
    const itself = stateOfItself(this.#detail, this.#isEdited);
    if (refusal(this.#chosen, this.#detail, this.#isEdited)) this.#chosen = '';
    const chosen = this.#chosen || itself;
    const focused = this.#list.querySelector(':focus')?.value;
    const offered = Object.keys(states).filter((name) => name !== 'scheduled' || name === itself);
    const options = offered.map((state) => this.#option(state, state === chosen));
    fill(this.#list, options);
    this.content.disabled = this.#reason !== '';
    if (focused) this.#list.querySelector(`[value=${focused}]`).focus();
    this.#outcome.textContent = this.#reason || consequence(chosen, this.#detail, this.#isEdited);
  }

  #option(state, checked) {
    const reason = this.#reason ? '' : refusal(state, this.#detail, this.#isEdited);
    const id = `state-${state}`;
    return element(
      'div',
      { class: 'option' },
      element('input', {
        type: 'radio',
        name: 'state',
        id,
        value: state,
        checked,
        disabled: reason !== '',
        'aria-describedby': `${id}-meaning`,
      }),
      element('label', { for: id }, states[state].name),
      element('p', { class: 'hint', id: `${id}-meaning` }, reason || states[state].meaning),
    );
  }
}
