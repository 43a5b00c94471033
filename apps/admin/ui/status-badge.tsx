import type { DocumentStatus } from '@galley/sdk';
import type { ReactNode } from 'react';
import { statusMessages } from '../lib/document-status.ts';
import { useMessages } from '../lib/messages.ts';
import { Badge, type Tone } from './badge.tsx';

const tones: Readonly<Record<DocumentStatus, Tone>> = {
  draft: 'plain',
  in_review: 'violet',
  scheduled: 'info',
  published: 'good',
  archived: 'plain',
};

export function StatusBadge({ status }: { readonly status: DocumentStatus }): ReactNode {
  const messages = useMessages(statusMessages);
  return <Badge tone={tones[status]}>{messages[status]}</Badge>;
}
