import { may, type Person } from './people.ts';

export type Status = 'draft' | 'in_review' | 'scheduled' | 'published' | 'archived';

/** What a revision names: body and title, and whose it is. Of a file that cannot be read, `body` is all of it. */
export interface Content {
  readonly title: string;
  readonly body: string;
  readonly owner: string | null;
  readonly isBroken: boolean;
}

/** What somebody did to a document, as far as it bears on who may approve it (ADD-IND-1). */
export type Deed =
  | {
      readonly did: 'changed';
      /** Nobody when only its owner is another one, or an edit on disk is not signed. */
      readonly by: readonly string[];
      readonly into: Content;
    }
  | { readonly did: 'approved' }
  /** A reviewer asked for changes, which takes earlier approvals of the same content back. */
  | { readonly did: 'withdrawn' };

/** A document as the contract has it, and nothing of how it is kept. */
export interface Doc {
  readonly id: number;
  readonly status: Status;
  readonly content: Content;
  readonly assignee: string | null;
  readonly reviewer: string | null;
  /** Who approved the content as it is. */
  readonly approvedBy: string | null;
  /** The first of two contributors who approve it as it is (ADD-IND-3). */
  readonly firstApprovedBy: string | null;
  /** Everything that was done to the content, from its creation on. */
  readonly deeds: readonly Deed[];
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

export function newDoc(
  facts: Pick<Doc, 'content' | 'status' | 'signedBy'>,
  by: readonly string[],
): Doc {
  lastId += 1;
  const nobody = { assignee: null, reviewer: null, lock: null, publishAt: null };
  const deeds = [{ did: 'changed', by, into: facts.content }] as const;
  return { id: lastId, ...nobody, ...unapproved, public: null, events: [], deeds, ...facts };
}

/** Once an approval is no more, neither is the first one of two. */
export const unapproved = { approvedBy: null, firstApprovedBy: null } as const;

/** A document with another content, by these people; the same content is no deed. */
export function changed(doc: Doc, into: Content, by: readonly string[]): Doc {
  if (sameContent(doc.content, into)) return { ...doc, content: into };
  return { ...doc, content: into, deeds: [...doc.deeds, { did: 'changed', by, into }] };
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
