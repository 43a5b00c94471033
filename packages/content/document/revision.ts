import { canonicalJson, frontmatterKeys, sha256 } from '@galley/kernel';

/** Keys that only the server writes; a client's save ignores them (gaps page, Documents). */
export const serverKeys = frontmatterKeys('server');

const nonContentKeys = new Set([...serverKeys, ...frontmatterKeys('state')]);

/** Whether a key is client-owned: it is content, and a save replaces it. */
export function isClientKey(key: string): boolean {
  return !nonContentKeys.has(key);
}

/**
 * Identifies the content: SHA-256 of the body and client-owned frontmatter, `author` included. Changes of state, YAML
 * spelling and line endings keep it; any edit of the content changes it.
 */
export function computeRevision(values: Readonly<Record<string, unknown>>, body: string): string {
  const content = Object.entries(values).filter(([key]) => isClientKey(key));
  return sha256(
    canonicalJson({
      author: values['author'] ?? null,
      frontmatter: Object.fromEntries(content),
      body: body.replace(/\r\n?/g, '\n'),
    }),
  );
}

export interface HistoryFacts {
  readonly parentHash: string | null;
  readonly path: string;
  readonly author: string;
  readonly at: Date;
  readonly kind: string;
  readonly status: string;
  readonly message: string;
  readonly onBehalfOf?: readonly string[] | null;
  readonly bytes: Uint8Array;
}

/**
 * Hash of a snapshot, chained to its parent, author, time and bytes, so that a rewritten history is detected. Entries
 * without `onBehalfOf` keep the hash that they had before 1.1.
 */
export function computeHistoryHash({ bytes, at, onBehalfOf, ...facts }: HistoryFacts): string {
  return sha256(
    canonicalJson({
      ...facts,
      ...(onBehalfOf && onBehalfOf.length > 0 && { on_behalf_of: onBehalfOf }),
      at: at.toISOString(),
      bytes: sha256(bytes),
    }),
  );
}
