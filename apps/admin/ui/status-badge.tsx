import type { DocumentStatus } from '@galley/sdk';
import type { ReactNode } from 'react';
import { statusWords } from '../lib/document-status.ts';
import { useWords } from '../lib/words.ts';
import { Badge, type Tone } from './badge.tsx';

const tones: Readonly<Record<DocumentStatus, Tone>> = {
  draft: 'plain',
  in_review: 'violet',
  scheduled: 'info',
  published: 'good',
  archived: 'plain',
};

export function StatusBadge({ status }: { readonly status: DocumentStatus }): ReactNode {
  const words = useWords(statusWords);
  return <Badge tone={tones[status]}>{words[status]}</Badge>;
}
