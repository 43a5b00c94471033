import type { Role, UserInfo } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { longDate } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages.ts';
import {
  BackLink,
  Badge,
  EmptyState,
  QueryBoundary,
  Notice,
  Page as Shown,
} from '../../ui/index.ts';
import { PasskeysPanel } from '../account/passkeys-panel.tsx';
import { SessionsPanel } from '../account/sessions-panel.tsx';
import { SignInsPanel } from '../account/sign-ins-panel.tsx';
import { TokensPanel } from '../account/tokens-panel.tsx';
import { AccessPanel } from './access-panel.tsx';
import { coversGrants } from './grants.ts';
import { StateBadge } from './people-table.tsx';
import { PersonFactorPanel } from './person-factor-panel.tsx';
import { PersonForm } from './person-form.tsx';
import { PersonPasswordPanel } from './person-password-panel.tsx';
import { PersonPicturePanel } from './person-picture-panel.tsx';
import { rolesQuery, usersQuery } from './queries.ts';
import { RemovalPanel } from './removal-panel.tsx';
import { peopleMessages } from './messages.ts';

export function Page(): ReactNode {
  const messages = useMessages(peopleMessages);
  const { username } = useParams({ from: '/inside/people/$username' });
  const users = useQuery(usersQuery);
  const roles = useQuery(rolesQuery);
  const user = users.data?.find((one) => one.username === username);
  return (
    <Shown
      title={user?.name || username}
      width="text"
      back={<BackLink to="/people">{messages.back}</BackLink>}
    >
      <QueryBoundary query={users}>
        {(all) => (
          <QueryBoundary query={roles}>
            {(known) =>
              user ? (
                // The key resets the form for another person.
                <Person key={username} user={user} users={all} roles={known} />
              ) : (
                <EmptyState icon={UserX} title={messages.noPerson}>
                  {messages.noPersonText({ username })}
                </EmptyState>
              )
            }
          </QueryBoundary>
        )}
      </QueryBoundary>
    </Shown>
  );
}

function Person(props: {
  readonly user: UserInfo;
  readonly users: readonly UserInfo[];
  readonly roles: readonly Role[];
}): ReactNode {
  const { user, users, roles } = props;
  const messages = useMessages(peopleMessages);
  const session = useSession();
  const isMe = user.username === session.username;
  const role = roles.find(({ name }) => name === user.role);
  const isTooMuch = role !== undefined && !coversGrants(session.capabilities, role.capabilities);
  const reason = isTooMuch ? messages.moreText({ role: role.name }) : undefined;
  return (
    <>
      <Summary user={user} isMe={isMe} />
      {reason && <Notice tone="warn">{reason}</Notice>}
      {isMe && (
        <Notice actions={<Link to={'/account'}>{messages.yourAccount}</Link>}>
          {messages.yourself} {messages.yourselfText}
        </Notice>
      )}
      <PersonForm {...props} reason={reason} />
      <PersonPicturePanel user={user} />
      {!isMe && (
        <>
          <AccessPanel user={user} users={users} reason={reason} />
          <PersonPasswordPanel user={user} reason={reason} />
          <PersonFactorPanel user={user} reason={reason} />
          {!reason && <PasskeysPanel username={user.username} isOwn={false} />}
          <SignInsPanel username={user.username} isOwn={false} reason={reason} />
          <SessionsPanel username={user.username} isOwn={false} />
          <TokensPanel username={user.username} isOwn={false} />
        </>
      )}
      <RemovalPanel user={user} users={users} reason={isMe ? messages.notYourself : reason} />
    </>
  );
}

function Summary({ user, isMe }: { readonly user: UserInfo; readonly isMe: boolean }): ReactNode {
  const messages = useMessages(peopleMessages);
  return (
    <p className="row soft">
      <span className="breaks">{user.username}</span>
      {isMe && <Badge tone="info">{messages.you}</Badge>}
      <Badge>{user.role}</Badge>
      <StateBadge user={user} />
      <span>
        {messages.since} {longDate(user.created_at)}
      </span>
    </p>
  );
}
