export interface CommentDraft {
  readonly patchSha256: string;
  readonly path: string;
  readonly side: 'old' | 'new';
  readonly line: number;
  readonly body: string;
}

export type LinePlace = Pick<CommentDraft, 'path' | 'side' | 'line'>;

export function isSamePlace(one: LinePlace, other: LinePlace): boolean {
  return one.path === other.path && one.side === other.side && one.line === other.line;
}

export function isSameDraft(one: CommentDraft, other: CommentDraft): boolean {
  return isSamePlaceOfPatch(one, other) && one.body === other.body;
}

function isSamePlaceOfPatch(one: CommentDraft, other: CommentDraft): boolean {
  return one.patchSha256 === other.patchSha256 && isSamePlace(one, other);
}

/**
 * `stored` with `draft`. If another tab has written a text for the same line that this tab, which knows `known`, has not
 * shown, both texts are kept.
 */
export function mergeDraft(
  stored: readonly CommentDraft[],
  draft: CommentDraft,
  known: readonly CommentDraft[],
): CommentDraft[] {
  const bodyIn = (drafts: readonly CommentDraft[]) =>
    drafts.find((one) => isSamePlaceOfPatch(one, draft))?.body ?? '';
  const theirs = bodyIn(stored);
  const isUnseen = theirs !== bodyIn(known) && !draft.body.includes(theirs);
  const texts = isUnseen ? [theirs, draft.body] : [draft.body];
  const body = texts.filter((text) => text !== '').join('\n\n');
  const others = stored.filter((one) => !isSamePlaceOfPatch(one, draft));
  return body === '' ? others : [...others, { ...draft, body }];
}

export function storageKey(username: string, proposal: string): string {
  return `galley.comments ${new URL(document.baseURI).pathname} ${username} ${proposal}`;
}

/** Unsent comments, which survive a closed tab. `undefined` if storage is disabled. */
export function findCommentDrafts(username: string, proposal: string): CommentDraft[] | undefined {
  try {
    return parseDrafts(localStorage.getItem(storageKey(username, proposal)) ?? 'null');
  } catch {
    // Storage is disabled.
    return undefined;
  }
}

function parseDrafts(text: string): CommentDraft[] {
  try {
    const kept: unknown = JSON.parse(text);
    return Array.isArray(kept) ? kept.filter(isCommentDraft) : [];
  } catch {
    return [];
  }
}

/** False if storage is full or disabled: the drafts then last as long as the page. */
export function storeCommentDrafts(
  username: string,
  proposal: string,
  drafts: readonly CommentDraft[],
): boolean {
  const written = drafts.filter(({ body }) => body.trim() !== '');
  try {
    if (written.length === 0) localStorage.removeItem(storageKey(username, proposal));
    else localStorage.setItem(storageKey(username, proposal), JSON.stringify(written));
    return true;
  } catch {
    return false;
  }
}

function isCommentDraft(kept: unknown): kept is CommentDraft {
  const { patchSha256, path, side, line, body } = (kept ?? {}) as Partial<Record<string, unknown>>;
  const areTexts = [patchSha256, path, body].every((part) => typeof part === 'string');
  return areTexts && (side === 'old' || side === 'new') && typeof line === 'number';
}
