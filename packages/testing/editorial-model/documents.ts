import { may, type Person } from './people.ts';

export type Status = 'draft' | 'in_review' | 'scheduled' | 'published' | 'archived';

/** Content identified by a revision: body, title and owner. For a broken file, `body` is the whole file. */
export interface Content {
  readonly title: string;
  readonly body: string;
  readonly owner: string | null;
  readonly isBroken: boolean;
}

/** Action on a document that affects who may approve it (ADD-IND-1). */
export type Deed =
  | {
      readonly did: 'changed';
      /** Empty if only the owner changed, or if an edit on disk is unsigned. */
      readonly by: readonly string[];
      readonly into: Content;
    }
  | { readonly did: 'approved' }
  /** A reviewer requested changes, which withdraws earlier approvals of the same content. */
  | { readonly did: 'withdrawn' };

export interface Doc {
  readonly id: number;
  readonly status: Status;
  readonly content: Content;
  readonly assignee: string | null;
  readonly reviewer: string | null;
  readonly approvedBy: string | null;
  /** First of two contributors who approve the current content (ADD-IND-3). */
  readonly firstApprovedBy: string | null;
  readonly deeds: readonly Deed[];
  readonly signedBy: string | null;
  readonly public: Content | null;
  readonly publishAt: string | null;
  /** For example `approve rosa`, in chronological order. */
  readonly events: readonly string[];
  /** The token is null until the server has returned it. */
  readonly lock: { readonly holder: string; readonly token: string | null } | null;
}

export interface Slot {
  readonly path: string;
  readonly living: Doc | null;
  /** Documents whose file was removed on disk, newest last, as they were, and the file's text. */
  readonly gone: readonly { readonly doc: Doc; readonly text: string }[];
  readonly trash: readonly { readonly doc: Doc; readonly path: string }[];
}

export interface World {
  readonly enforced: boolean;
  readonly slots: readonly Slot[];
}

let lastId = 0;

export function newDoc(
  facts: Pick<Doc, 'content' | 'status' | 'signedBy'>,
  by: readonly string[],
): Doc {
  lastId += 1;
  const nobody = { assignee: null, reviewer: null, lock: null, publishAt: null };
  const deeds = [{ did: 'changed', by, into: facts.content }] as const;
  return { id: lastId, ...nobody, ...unapproved, public: null, events: [], deeds, ...facts };
}

export const unapproved = { approvedBy: null, firstApprovedBy: null } as const;

/** Changes the content; identical content is no deed. */
export function changed(doc: Doc, into: Content, by: readonly string[]): Doc {
  if (sameContent(doc.content, into)) return { ...doc, content: into };
  return { ...doc, content: into, deeds: [...doc.deeds, { did: 'changed', by, into }] };
}

export function keyOf({ title, body, owner, isBroken }: Content): string {
  return isBroken ? `broken ${body}` : JSON.stringify([title, body, owner]);
}

export function sameContent(one: Content | null, other: Content | null): boolean {
  return (one && keyOf(one)) === (other && keyOf(other));
}

export function owns({ username }: Person, { content, assignee }: Doc): boolean {
  return content.owner === username || assignee === username;
}

/** CMS-AUTH-16 to CMS-AUTH-18: readers of everything, or of own and assigned documents only. */
export function mayRead(who: Person, doc: Doc): boolean {
  return may(who, 'documents.read', owns(who, doc));
}

/** State after a change of the text (CMS-ST-8, GAP-DOC-8). */
export function stateAfterEdit({ status, approvedBy }: Doc): Status {
  if (status === 'archived') return 'archived';
  return status === 'in_review' && approvedBy === null ? 'in_review' : 'draft';
}
