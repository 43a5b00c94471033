import { currentSession } from './api.js';

/**
 * @typedef {object} Unsaved
 * @property {string} revision that the text was typed over
 * @property {boolean} isWholeFile
 * @property {Record<string, string>} typed the edited fields only
 * @property {string} state that was chosen, or empty
 * @property {string} at
 */

/** Text that a person has typed into a document and not saved, kept in this browser. */
export class UnsavedText {
  #key;

  /** @param {string} path */
  constructor(path) {
    this.#key = `galley ${location.pathname} ${currentSession()?.username} ${path}`;
  }

  /** @returns {Unsaved | undefined} */
  find() {
    try {
      return JSON.parse(localStorage.getItem(this.#key)) ?? undefined;
    } catch {
      return undefined;
    }
  }

  /** Whether the browser could keep it: it may be full, or forbid it. @param {Unsaved} unsaved */
  keep(unsaved) {
    try {
      localStorage.setItem(this.#key, JSON.stringify(unsaved));
      return true;
    } catch {
      return false;
    }
  }

  remove() {
    try {
      localStorage.removeItem(this.#key);
    } catch {
      // Where nothing can be kept, there is nothing to remove.
    }
  }
}
