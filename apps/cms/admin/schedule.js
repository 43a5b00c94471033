import { may, post } from './api.js';
import { announce, element, fill, time } from './dom.js';
import { clearProblem, field, showProblem } from './form.js';

/** What `datetime-local` takes: wall time here, to the minute. @param {string | null} iso */
export function toLocal(iso) {
  if (!iso) return '';
  const date = new Date(iso);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The instant of a `datetime-local`; null when it is empty. @param {string} local */
export function fromLocal(local) {
  return local === '' ? null : new Date(local).toISOString();
}

/** When a document becomes public and when it is so no longer, to be read and to be changed. */
export class Schedule {
  #detail;
  #onDone;
  #reason = '';
  #problems = element('div');
  #form = element('form');
  content = element('section');

  /** @param {(detail: any) => void} onDone gets the document as it is then */
  constructor(onDone) {
    this.#onDone = onDone;
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#send(this.#detail.status === 'published' ? 'published' : 'scheduled');
    });
  }

  /** @param {any} detail */
  open(detail) {
    this.#detail = detail;
    fill(this.#problems);
    this.#show();
  }

  /** @param {string} reason why nothing can be planned now; empty when it can */
  update(reason) {
    if (reason === this.#reason) return;
    this.#reason = reason;
    this.#show();
  }

  #show() {
    const {
      status,
      scheduled_publish_at: publish,
      scheduled_unpublish_at: unpublish,
    } = this.#detail;
    const heading = element('h2', {}, 'Schedule');
    const facts = [
      status === 'scheduled' && element('p', {}, 'To be published ', time(publish), '.'),
      unpublish && element('p', {}, 'To go off the public site ', time(unpublish), '.'),
    ].filter(Boolean);
    if (may('documents.publish')) fill(this.content, heading, facts, this.#changing());
    else if (facts.length > 0) fill(this.content, heading, facts);
    else fill(this.content);
  }

  #changing() {
    const {
      status,
      scheduled_publish_at: publish,
      scheduled_unpublish_at: unpublish,
    } = this.#detail;
    const isPublished = status === 'published';
    const isScheduled = status === 'scheduled';
    const when = { type: 'datetime-local', disabled: this.#reason !== '' };
    const publishField = field({
      ...when,
      label: 'Publish at',
      name: 'scheduled_publish_at',
      value: toLocal(publish),
      required: true,
    });
    const unpublishField = field({
      ...when,
      label: 'Take off the public site at',
      name: 'scheduled_unpublish_at',
      value: toLocal(unpublish),
      hint: 'By the clock of this computer. Empty: never.',
    });
    const name = isPublished || isScheduled ? 'Change the times' : 'Schedule';
    const disabled = this.#reason !== '';
    const takeBack = () => void this.#send('draft');
    fill(
      this.#form,
      !isPublished && publishField,
      unpublishField,
      element(
        'div',
        { class: 'actions' },
        element('button', { disabled }, name),
        isScheduled &&
          element('button', { type: 'button', disabled, onclick: takeBack }, 'Do not publish it'),
      ),
      this.#reason && element('p', { class: 'hint' }, this.#reason),
      this.#problems,
    );
    return element('details', { open: isScheduled }, element('summary', {}, name), this.#form);
  }

  /** @param {string} status */
  async #send(status) {
    const value = (name) => fromLocal(this.#form.elements[name]?.value ?? '');
    const times =
      status === 'draft'
        ? {}
        : {
            ...(status === 'scheduled' && { scheduled_publish_at: value('scheduled_publish_at') }),
            scheduled_unpublish_at: value('scheduled_unpublish_at'),
          };
    const { path, revision } = this.#detail;
    clearProblem(this.#form, this.#problems);
    try {
      const detail = await post('documents/status', {
        path,
        status,
        expected_revision: revision,
        ...times,
      });
      announce(status === 'draft' ? 'It is a draft again.' : 'The times are kept.');
      this.#onDone(detail);
    } catch (problem) {
      showProblem(this.#form, this.#problems, problem);
    }
  }
}
