import type { UserInfo } from '@galley/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { useMessages } from '../../lib/messages.ts';
import { Badge, PersonPicture, Time } from '../../ui/index.ts';
import { peopleMessages } from './messages.ts';
import styles from './people.module.css';

export function PeopleTable({ users }: { readonly users: readonly UserInfo[] }): ReactNode {
  const messages = useMessages(peopleMessages);
  return (
    <div className="table-frame">
      <table className="table" aria-label={messages.people}>
        <thead>
          <tr>
            <th scope="col">{messages.name}</th>
            <th scope="col" className={styles.wide}>
              {messages.role}
            </th>
            <th scope="col">{messages.state}</th>
            <th scope="col" className={styles.wide}>
              {messages.factor}
            </th>
            <th scope="col" className={styles.wide}>
              {messages.lastLogin}
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <PersonRow key={user.username} user={user} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PersonRow({ user }: { readonly user: UserInfo }): ReactNode {
  const messages = useMessages(peopleMessages);
  const me = useSession().username;
  const { username, name, email, role, has_second_factor: hasFactor } = user;
  return (
    <tr className={styles.middle}>
      <td>
        <Link to={'/people/$username'} params={{ username }} className={styles.personLink}>
          <PersonPicture name={name || username} picture={user.picture} />
          <span className="grow">
            <strong className="breaks">{name || username}</strong>{' '}
            {username === me && <Badge tone="info">{messages.you}</Badge>}
            {user.picture && !user.picture_approved && (
              <Badge tone="warn">{messages.newPicture}</Badge>
            )}
            <span className={styles.under}>
              {[username, email].filter(Boolean).join(' · ')}
              <span className={styles.narrow}> · {role}</span>
            </span>
          </span>
        </Link>
      </td>
      <td className={styles.wide}>{role}</td>
      <td>
        <StateBadge user={user} />
      </td>
      <td className={styles.wide}>
        {hasFactor ? (
          <Badge tone="good">{messages.on}</Badge>
        ) : (
          <span className="soft">{messages.off}</span>
        )}
      </td>
      <td className={styles.wide}>
        {user.last_login ? (
          <Time at={user.last_login} />
        ) : (
          <span className="soft">{messages.never}</span>
        )}
      </td>
    </tr>
  );
}

export function StateBadge({ user }: { readonly user: UserInfo }): ReactNode {
  const messages = useMessages(peopleMessages);
  if (!user.enabled) return <Badge tone="bad">{messages.disabled}</Badge>;
  if (!user.has_password) return <Badge tone="warn">{messages.unready}</Badge>;
  return <Badge tone="good">{messages.enabled}</Badge>;
}
