import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { galley } from '../lib/galley.ts';
import { storageWords } from '../lib/storage-words.ts';
import { useWords } from '../lib/words.ts';
import { Notice } from '../ui/index.ts';

const lookAgain = 30_000;

/** Warns while saved documents are not yet in the content folder, and says why. */
export function UnwrittenNotice(): ReactNode {
  const words = useWords(storageWords);
  const { data } = useQuery({
    queryKey: ['system', 'unwritten'],
    queryFn: ({ signal }) => galley.system.status({}, { signal, background: true }),
    refetchInterval: lookAgain,
  });
  if (!data || data.unwritten.documents === 0) return null;
  const { documents, cause } = data.unwritten;
  return (
    <Notice tone="warn" title={words.unwrittenTitle}>
      {words.unwritten(documents, words[cause ?? 'unknown'])}
    </Notice>
  );
}
