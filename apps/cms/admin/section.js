import { element, fill, problemBox } from './dom.js';

/** A part of a page that shows itself anew after each change, and says what has happened or gone wrong. */
export class Section {
  #heading;
  #box = element('div');
  #said = element('p', { class: 'said-done', role: 'status' });
  #body = element('div');
  #show;
  content;

  /**
   * @param {string} title
   * @param {(section: Section) => Promise<import('./dom.js').Child[]>} show reads what there is, and makes the page of it
   */
  constructor(title, show) {
    const id = `section-${title.toLowerCase().replace(/\W+/g, '-')}`;
    this.#show = show;
    this.#heading = element('h2', { id, tabindex: '-1' }, title);
    this.content = element(
      'section',
      { class: 'part', 'aria-labelledby': id },
      this.#heading,
      this.#box,
      this.#said,
      this.#body,
    );
  }

  /** Shows it for the first time; what stands in its way is said in its place. */
  async open() {
    await this.#fill().catch((problem) => fill(this.#box, problemBox(problem)));
    return this;
  }

  /** Shows what there is after a change. @param {string} [said] what has happened */
  async refresh(said = '') {
    await this.#fill();
    this.say(said);
    this.#heading.focus();
  }

  /** Shows something else until the next refresh. @param {...import('./dom.js').Child} children */
  replace(...children) {
    this.say('');
    fill(this.#body, ...children);
    /** @type {HTMLElement | null} */
    const first = this.#body.querySelector('h3, input, button');
    first?.focus();
  }

  /** @param {string} text */
  say(text) {
    this.#said.textContent = text;
    fill(this.#box);
  }

  /** A listener that does something and takes no second click meanwhile. @param {() => Promise<unknown>} act */
  doing(act) {
    let isActing = false;
    return async () => {
      if (isActing) return;
      isActing = true;
      this.say('');
      try {
        await act();
      } catch (problem) {
        fill(this.#box, problemBox(problem));
      } finally {
        isActing = false;
      }
    };
  }

  async #fill() {
    const children = await this.#show(this);
    fill(this.#box);
    fill(this.#body, ...children);
  }
}
