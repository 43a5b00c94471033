import { editedNames, fieldRefusal, textsOf } from './document-text.js';
import { element, fill } from './dom.js';
import { field } from './form.js';

/** The fields that a document's text is typed into: its parts, or the whole file in one. */
export class TextForm {
  content = element('div');
  isWholeFile = false;
  /** The texts as they are saved. @type {Record<string, string>} */
  #saved = {};

  /** Shows a document anew; what was typed is gone. @param {any} detail @param {boolean} isWholeFile @param {boolean} readonly */
  open(detail, isWholeFile, readonly) {
    this.isWholeFile = isWholeFile;
    this.accept(detail);
    const { lang, title } = detail;
    const text = (name, label, more) => {
      const refusal = fieldRefusal(detail, name);
      const hint = refusal || more.hint;
      const shared = { label, name, value: this.#saved[name], lang, dir: 'auto' };
      return field({ ...shared, ...more, hint, readonly: readonly || refusal !== '' });
    };
    const area = { tag: 'textarea', class: 'content', rows: 24 };
    const parts = () => [
      text('title', 'Title', { placeholder: title, class: 'large' }),
      text('summary', 'Summary', { tag: 'textarea', rows: 2 }),
      text('tags', 'Tags', { hint: 'Separated by commas.' }),
      text('content', 'Text', area),
    ];
    fill(this.content, isWholeFile ? text('content', 'The file', area) : parts());
  }

  /** Takes a document for what is saved, and leaves what is typed. */
  accept(detail) {
    this.#saved = textsOf(detail, this.isWholeFile);
  }

  /** Shows what was saved where nobody has typed since it was sent. @param {Record<string, string>} sent */
  settle(sent) {
    for (const [name, input] of this.#inputs()) {
      if (input.value === sent[name] && input.value !== this.#saved[name])
        input.value = this.#saved[name];
    }
  }

  /** @param {Record<string, string>} typed of some fields */
  restore(typed) {
    for (const [name, input] of this.#inputs()) if (name in typed) input.value = typed[name];
  }

  /** @returns {Record<string, string>} */
  get typed() {
    return Object.fromEntries(this.#inputs().map(([name, { value }]) => [name, value]));
  }

  /** The names of the fields that differ from what is saved. */
  get edited() {
    return editedNames(this.#saved, this.typed);
  }

  focus() {
    this.#area.focus();
  }

  /** @param {number} line counted from 1 */
  goTo(line) {
    const lines = this.#area.value.split('\n');
    const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    this.#area.focus();
    this.#area.setSelectionRange(start, start + (lines[line - 1] ?? '').length);
  }

  get #area() {
    return this.content.querySelector('[name=content]');
  }

  #inputs() {
    return [...this.content.querySelectorAll('input, textarea')].map((input) => [
      input.name,
      input,
    ]);
  }
}
