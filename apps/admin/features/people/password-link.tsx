import type { ResetLink } from '@galley/sdk';
import type { ReactNode } from 'react';
import { dateTime } from '../../lib/format.ts';
import { useWords } from '../../lib/words.ts';
import { CopyField, Notice } from '../../ui/index.ts';
import { peopleWords } from './words.ts';

export function PasswordLink({ link }: { readonly link: ResetLink }): ReactNode {
  const words = useWords(peopleWords);
  return (
    <div className="stack">
      <Notice tone="warn">{words.linkOnce}</Notice>
      <CopyField label={words.link} value={new URL(link.path, location.origin).href} />
      <p className="soft">{words.linkEnds(dateTime(link.expires_at))}</p>
    </div>
  );
}
