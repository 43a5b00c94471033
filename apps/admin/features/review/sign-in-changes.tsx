import type { DocumentDetail } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { personName } from '../../lib/person-name.ts';
import { Notice, Time } from '../../ui/index.ts';
import { providerMessages } from '../account/provider-messages.ts';

/** Changes of the sign-ins of people who take part, since the last change of the text (ADD-SSO-4). */
export function SignInChanges({ detail }: { readonly detail: DocumentDetail }): ReactNode {
  const messages = useMessages(providerMessages);
  const isEnabled = hasCapability(useSession(), 'documents.review');
  const { author, editorial, last_change: change, names } = detail;
  const people = [author, editorial.assignee, editorial.reviewer, ...editorial.contributors];
  const usernames = [...new Set(people.filter((name) => name && !name.includes(':')))].join(',');
  const since = change?.at ?? '';
  const { data = [] } = useQuery({
    queryKey: ['identities', 'changes', usernames, since],
    queryFn: ({ signal }) => galley.identities.changes({ usernames, since }, { signal }),
    enabled: isEnabled && usernames !== '' && since !== '',
  });
  if (data.length === 0) return null;
  return (
    <Notice tone="warn" title={messages.changed}>
      <ul>
        {data.map(({ username, action, at }) => (
          <li key={`${username} ${at}`}>
            {(action === 'linked' ? messages.changedLinked : messages.changedUnlinked)({
              name: personName(names, username),
            })}
            {' · '}
            <Time at={at} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}
