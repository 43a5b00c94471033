import { canonicalJson, frontmatterKeys, sha256 } from '@galley/kernel';

/** A client's save ignores these keys (gaps page, Documents). */
export const serverKeys = frontmatterKeys('server');

const nonContentKeys = new Set([...serverKeys, ...frontmatterKeys('state')]);

export function isClientKey(key: string): boolean {
  return !nonContentKeys.has(key);
}

/** SHA-256 of body and client-owned frontmatter with `author`, regardless of state, YAML spelling and line endings. */
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

/** Chained to the parent, against rewritten histories. Entries without `onBehalfOf` keep their hash of before 1.1. */
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
