import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { galley } from '../lib/galley.ts';
import { storageMessages } from '../lib/storage-messages.ts';
import { useMessages } from '../lib/messages.ts';
import { Notice } from '../ui/index.ts';

const pollIntervalMs = 30_000;

export function PendingWritesNotice(): ReactNode {
  const messages = useMessages(storageMessages);
  const { data } = useQuery({
    queryKey: ['system', 'unwritten'],
    queryFn: ({ signal }) => galley.system.status({}, { signal, background: true }),
    refetchInterval: pollIntervalMs,
  });
  if (!data || data.unwritten.documents === 0) return null;
  const { documents, cause } = data.unwritten;
  return (
    <Notice tone="warn" title={messages.unwrittenTitle}>
      {messages.unwritten({ count: documents, cause: messages[cause ?? 'unknown'] })}
    </Notice>
  );
}
