import type { LinkTarget } from '@galley/sdk';
import { galley } from '../../../lib/galley.ts';

/** People who list only their own documents also find what is published. */
export async function findLinkTargets(
  q: string,
  { isReaderOfAll, signal }: { readonly isReaderOfAll: boolean; readonly signal: AbortSignal },
): Promise<readonly LinkTarget[]> {
  const asked = q === '' ? {} : { q };
  const [{ items }, published] = await Promise.all([
    galley.documents.list({ ...asked, limit: 8 }, { signal }),
    isReaderOfAll ? [] : galley.documents.linkTargets(asked, { signal }),
  ]);
  const listed = new Set(items.map(({ path }) => path));
  return [...items, ...published.filter(({ path }) => !listed.has(path)).slice(0, 8)];
}
