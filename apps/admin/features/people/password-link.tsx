import type { ResetLink } from '@galley/sdk';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages.ts';
import { CopyField, Notice } from '../../ui/index.ts';
import { peopleMessages } from './messages.ts';

export function PasswordLink({ link }: { readonly link: ResetLink }): ReactNode {
  const messages = useMessages(peopleMessages);
  return (
    <div className="stack">
      <Notice tone="warn">{messages.linkOnce}</Notice>
      <CopyField label={messages.link} value={new URL(link.path, location.origin).href} />
      <p className="soft">{messages.linkEnds({ when: formatDateTime(link.expires_at) })}</p>
    </div>
  );
}
