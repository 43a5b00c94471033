import { own } from '@galley/settings';
import type { RetainedEntry } from '../document/document.ts';
import { nobodies } from '../history/contributors-read-model.ts';
import { textValue, type DocumentSource } from '../document/read-document.ts';

export interface ReplayedParties {
  /** In alphabetical order. */
  readonly contributors: readonly string[];
  /** Every entry since the last approval says for whom it was made. */
  readonly isOnRecord: boolean;
}

interface Step {
  readonly entry: RetainedEntry;
  readonly source: DocumentSource;
  readonly isChanged: boolean;
}

/** Works out anew who contributed to each revision (ADD-IND-6), from authors and texts instead of columns. */
export class ContributorReplay {
  #names = new Set<string>();
  readonly #everyone = new Set<string>();
  #owner: string | null = null;
  #isApproved = false;
  #isOnRecord = true;
  #isUnknown = false;

  /** The next entry; its own approval counts from the change that follows on. */
  next(step: Step): ReplayedParties {
    const { entry, source, isChanged } = step;
    const { author, kind, onBehalfOf } = entry;
    if (isChanged && this.#isApproved) this.#begin();
    if (kind !== 'editorial') this.#everyone.add(author);
    if (!source.problem) this.#owner = textValue(own(source.values, 'author'));
    if (onBehalfOf === null) this.#isOnRecord = false;
    if (isChanged && kind !== 'editorial') this.#addEditors(step);
    this.#add(this.#owner);
    const names = [...this.#names, ...(this.#isUnknown ? this.#everyone : [])];
    const contributors = [...new Set(names)].filter((name) => !nobodies.includes(name)).sort();
    return { contributors, isOnRecord: this.#isOnRecord };
  }

  #addEditors({ entry: { author, onBehalfOf }, source }: Step): void {
    const signed = onBehalfOf ?? [textValue(own(source.values, 'last_editor'))];
    for (const name of [author, ...signed]) this.#add(name);
    if (onBehalfOf === null && author.includes(':')) this.#isUnknown = true;
  }

  /** The entry was an approval. */
  approve(): void {
    this.#isApproved = true;
  }

  #begin(): void {
    this.#names = new Set();
    this.#isApproved = false;
    this.#isOnRecord = true;
    this.#isUnknown = false;
    this.#add(this.#owner);
  }

  #add(name: string | null): void {
    if (name !== null) this.#names.add(name);
  }
}
