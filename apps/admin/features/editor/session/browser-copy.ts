/** Text that somebody typed and did not save, as this browser keeps it. */
export interface BrowserCopy {
  /** The revision that it was typed over. */
  readonly baseRevision: string;
  readonly content: string;
  readonly frontmatter?: Readonly<Record<string, unknown>>;
  readonly at: string;
}

function keyOf(username: string, path: string): string {
  return `galley.text ${new URL(document.baseURI).pathname} ${username} ${path}`;
}

export function findBrowserCopy(username: string, path: string): BrowserCopy | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(username, path)) ?? 'null') as unknown;
    return isCopy(kept) ? kept : undefined;
  } catch {
    // Storage is switched off, or what is there is none of ours.
    return undefined;
  }
}

/** Whether the browser could keep it: it may be full, or forbid it. */
export function keepInBrowser(username: string, path: string, copy: BrowserCopy): boolean {
  try {
    localStorage.setItem(keyOf(username, path), JSON.stringify(copy));
    return true;
  } catch {
    return false;
  }
}

export function forgetBrowserCopy(username: string, path: string): void {
  try {
    localStorage.removeItem(keyOf(username, path));
  } catch {
    // Where nothing can be kept, there is nothing to forget.
  }
}

function isCopy(kept: unknown): kept is BrowserCopy {
  const { baseRevision, content, at } = (kept ?? {}) as Partial<Record<string, unknown>>;
  return [baseRevision, content, at].every((part) => typeof part === 'string');
}
