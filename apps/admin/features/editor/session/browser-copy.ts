export interface BrowserCopy {
  readonly baseRevision: string;
  readonly content: string;
  readonly frontmatter?: Readonly<Record<string, unknown>>;
  readonly at: string;
}

function storageKey(username: string, path: string): string {
  return `galley.text ${new URL(document.baseURI).pathname} ${username} ${path}`;
}

export function findBrowserCopy(username: string, path: string): BrowserCopy | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey(username, path)) ?? 'null') as unknown;
    return isBrowserCopy(kept) ? kept : undefined;
  } catch {
    // Storage is disabled, or the value is not valid JSON.
    return undefined;
  }
}

/** False: storage is full or disabled. */
export function storeBrowserCopy(username: string, path: string, copy: BrowserCopy): boolean {
  try {
    localStorage.setItem(storageKey(username, path), JSON.stringify(copy));
    return true;
  } catch {
    return false;
  }
}

export function removeBrowserCopy(username: string, path: string): void {
  try {
    localStorage.removeItem(storageKey(username, path));
  } catch {
    // Without storage, there is nothing to remove.
  }
}

function isBrowserCopy(kept: unknown): kept is BrowserCopy {
  const { baseRevision, content, at } = (kept ?? {}) as Partial<Record<string, unknown>>;
  return [baseRevision, content, at].every((part) => typeof part === 'string');
}
