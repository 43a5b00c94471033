import { may, type Person } from './people.ts';

export type Status = 'draft' | 'in_review' | 'scheduled' | 'published' | 'archived';

/** What a revision names: body and title, and whose it is. Of a file that cannot be read, `body` is all of it. */
export interface Content {
  readonly title: string;
  readonly body: string;
  readonly owner: string | null;
  readonly isBroken: boolean;
}

/** A document as the contract has it, and nothing of how it is kept. */
export interface Doc {
  readonly id: number;
  readonly status: Status;
  readonly content: Content;
  readonly assignee: string | null;
  readonly reviewer: string | null;
  /** Who approved the content as it is. */
  readonly approvedBy: string | null;
  /** Who edited the content last over the API. */
  readonly editedBy: string | null;
  /** Whom the file names as its last editor. */
  readonly signedBy: string | null;
  readonly public: Content | null;
  /** When it is to be published, as it was planned. */
  readonly publishAt: string | null;
  /** `approve rosa`, in the order in which they happened. */
  readonly events: readonly string[];
  /** The token is null until its holder has been told. */
  readonly lock: { readonly holder: string; readonly token: string | null } | null;
}

/** A path, and what has been there. */
export interface Slot {
  readonly path: string;
  readonly living: Doc | null;
  /** Those whose file was removed on disk, the newest last. */
  readonly gone: readonly Doc[];
  readonly trash: readonly { readonly doc: Doc; readonly path: string }[];
}

export interface World {
  /** `editorial.require_approval`. */
  readonly enforced: boolean;
  readonly slots: readonly Slot[];
}

let lastId = 0;

export function newDoc(facts: Pick<Doc, 'content' | 'status' | 'editedBy' | 'signedBy'>): Doc {
  lastId += 1;
  const nobody = { assignee: null, reviewer: null, approvedBy: null, lock: null, publishAt: null };
  return { id: lastId, ...nobody, public: null, events: [], ...facts };
}

/** Equal for contents that have one revision. */
export function keyOf({ title, body, owner, isBroken }: Content): string {
  return isBroken ? `broken ${body}` : JSON.stringify([title, body, owner]);
}

export function sameContent(one: Content | null, other: Content | null): boolean {
  return (one && keyOf(one)) === (other && keyOf(other));
}

export function owns({ username }: Person, { content, assignee }: Doc): boolean {
  return content.owner === username || assignee === username;
}

/** CMS-AUTH-16 to CMS-AUTH-18: whoever reads everything, or own and assigned documents only. */
export function mayRead(who: Person, doc: Doc): boolean {
  return may(who, 'documents.read', owns(who, doc));
}

/** CMS-ST-8, GAP-DOC-8: where another text leads to. */
export function stateAfterEdit({ status, approvedBy }: Doc): Status {
  if (status === 'archived') return 'archived';
  return status === 'in_review' && approvedBy === null ? 'in_review' : 'draft';
}
