import type { ReactNode } from 'react';
import { timeOfDay } from '../../lib/format.ts';
import { problemText } from '../../lib/problem-text.ts';
import { useWords } from '../../lib/words.ts';
import { Notice } from '../../ui/index.ts';
import { operationsWords } from './words.ts';

interface Asked {
  readonly data: unknown;
  readonly error: unknown;
  readonly dataUpdatedAt: number;
}

/** Warns that the shown data is outdated: a page that refreshes itself looks the same when refreshing fails. */
export function Freshness({ queries }: { readonly queries: readonly Asked[] }): ReactNode {
  const words = useWords(operationsWords);
  const old = queries.find(({ data, error }) => data !== undefined && error !== null);
  if (!old) return null;
  return (
    <Notice tone="bad" title={words.notFresh}>
      <p>{problemText(old.error)}</p>
      <p>{words.notFreshText(timeOfDay(new Date(old.dataUpdatedAt)))}</p>
    </Notice>
  );
}
