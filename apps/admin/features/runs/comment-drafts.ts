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

function storageKey(username: string, proposal: string): string {
  return `galley.comments ${new URL(document.baseURI).pathname} ${username} ${proposal}`;
}

/** Unsent comments of this browser, which survive a closed tab. */
export function findCommentDrafts(username: string, proposal: string): CommentDraft[] {
  try {
    const kept: unknown = JSON.parse(
      localStorage.getItem(storageKey(username, proposal)) ?? 'null',
    );
    return Array.isArray(kept) ? kept.filter(isCommentDraft) : [];
  } catch {
    // Storage is disabled, or the value is not valid JSON.
    return [];
  }
}

export function storeCommentDrafts(
  username: string,
  proposal: string,
  drafts: readonly CommentDraft[],
): void {
  const written = drafts.filter(({ body }) => body.trim() !== '');
  try {
    if (written.length === 0) localStorage.removeItem(storageKey(username, proposal));
    else localStorage.setItem(storageKey(username, proposal), JSON.stringify(written));
  } catch {
    // Storage is full or disabled: the drafts last as long as the page.
  }
}

function isCommentDraft(kept: unknown): kept is CommentDraft {
  const { patchSha256, path, side, line, body } = (kept ?? {}) as Partial<Record<string, unknown>>;
  const areTexts = [patchSha256, path, body].every((part) => typeof part === 'string');
  return areTexts && (side === 'old' || side === 'new') && typeof line === 'number';
}
