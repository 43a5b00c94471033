import { reservedUsernames } from '@galley/kernel';
import { own } from '@galley/settings';
import type { RetainedEntry } from '../document/document.ts';
import { textValue, type DocumentSource } from '../document/read-document.ts';

export interface ReplayedParties {
  readonly contributors: readonly string[];
  /** Whether every entry since the last approval names the people it was made for. */
  readonly isOnRecord: boolean;
}

interface Step {
  readonly entry: RetainedEntry;
  readonly source: DocumentSource;
  readonly isChanged: boolean;
}

interface Segment {
  readonly names: Set<string>;
  isOnRecord: boolean;
  isUnknown: boolean;
  /** Undefined after a withdrawal and for the first segment. */
  approved: string | undefined;
}

/** From authors and texts instead of the stored columns (ADD-IND-6). */
export class ContributorReplay {
  readonly #segments: Segment[] = [newSegment(undefined)];
  readonly #everyone = new Set<string>();
  #owner: string | null = null;
  #approved: string | undefined;

  /** The entry's own approval applies from the following change on. */
  next(step: Step): ReplayedParties {
    const { entry, source, isChanged } = step;
    const { author, kind, onBehalfOf } = entry;
    if (isChanged && this.#approved !== undefined) this.#begin(this.#approved);
    if (kind !== 'editorial') this.#everyone.add(author);
    if (!source.problem) this.#owner = textValue(own(source.values, 'author'));
    if (onBehalfOf === null) this.#last.isOnRecord = false;
    if (isChanged && kind !== 'editorial') this.#addEditors(step);
    this.#add(this.#owner);
    return this.#parties();
  }

  approve(revision: string): void {
    this.#approved = revision;
  }

  /** Earlier approvals of the revision end no segment. */
  withdraw(revision: string): void {
    if (this.#approved === revision) this.#approved = undefined;
    for (const segment of this.#segments)
      if (segment.approved === revision) segment.approved = undefined;
  }

  get #last(): Segment {
    return this.#segments.at(-1)!;
  }

  #parties(): ReplayedParties {
    const first = this.#segments.findLastIndex(({ approved }) => approved !== undefined);
    const segments = this.#segments.slice(Math.max(first, 0));
    const isUnknown = segments.some((segment) => segment.isUnknown);
    const names = segments.flatMap((segment) => [...segment.names]);
    const all = new Set([...names, ...(isUnknown ? this.#everyone : [])]);
    const contributors = [...all].filter((name) => !reservedUsernames.has(name)).sort();
    return { contributors, isOnRecord: segments.every((segment) => segment.isOnRecord) };
  }

  #addEditors({ entry: { author, onBehalfOf }, source }: Step): void {
    const signed = onBehalfOf ?? [textValue(own(source.values, 'last_editor'))];
    for (const name of [author, ...signed]) this.#add(name);
    if (onBehalfOf === null && author.includes(':')) this.#last.isUnknown = true;
  }

  #begin(approved: string): void {
    this.#approved = undefined;
    this.#segments.push(newSegment(approved));
    this.#add(this.#owner);
  }

  #add(name: string | null): void {
    if (name !== null) this.#last.names.add(name);
  }
}

function newSegment(approved: string | undefined): Segment {
  return { names: new Set(), isOnRecord: true, isUnknown: false, approved };
}
