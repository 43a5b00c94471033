import { useQuery } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { galley } from '../lib/galley.ts';
import { useStore } from '../lib/store.ts';
import { useMessages } from '../lib/messages.ts';
import { isServerUnreachable } from './query-client.ts';
import { appMessages } from './messages.ts';

export function UnreachableNotice(): ReactNode {
  const messages = useMessages(appMessages);
  const isShown = useStore(isServerUnreachable);
  useQuery({
    queryKey: ['away'],
    queryFn: ({ signal }) => galley.system.health({}, { signal, background: true }),
    enabled: isShown,
    staleTime: 0,
    refetchInterval: 3000,
  });
  return (
    isShown && (
      <p className="away" role="alert">
        <CloudOff aria-hidden size={16} />
        {messages.offline}
      </p>
    )
  );
}
