import type { UserInfo } from '@galley/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { useWords } from '../../lib/words.ts';
import { Badge, Time } from '../../ui/index.ts';
import { peopleWords } from './words.ts';
import styles from './people.module.css';

export function PeopleTable({ users }: { readonly users: readonly UserInfo[] }): ReactNode {
  const words = useWords(peopleWords);
  return (
    <div className="table-frame">
      <table className="table" aria-label={words.people}>
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col" className={styles.wide}>
              {words.role}
            </th>
            <th scope="col">{words.state}</th>
            <th scope="col" className={styles.wide}>
              {words.factor}
            </th>
            <th scope="col" className={styles.wide}>
              {words.lastLogin}
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
  const words = useWords(peopleWords);
  const me = useSession().username;
  const { username, name, email, role, has_second_factor: hasFactor } = user;
  return (
    <tr className={styles.middle}>
      <td>
        <Link to={'/people/$username'} params={{ username }} className={styles.personLink}>
          <span className={styles.initials} aria-hidden>
            {initialsOf(name || username)}
          </span>
          <span className="grow">
            <strong className="breaks">{name || username}</strong>{' '}
            {username === me && <Badge tone="info">{words.you}</Badge>}
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
          <Badge tone="good">{words.on}</Badge>
        ) : (
          <span className="soft">{words.off}</span>
        )}
      </td>
      <td className={styles.wide}>
        {user.last_login ? (
          <Time at={user.last_login} />
        ) : (
          <span className="soft">{words.never}</span>
        )}
      </td>
    </tr>
  );
}

export function StateBadge({ user }: { readonly user: UserInfo }): ReactNode {
  const words = useWords(peopleWords);
  if (!user.enabled) return <Badge tone="bad">{words.disabled}</Badge>;
  if (!user.has_password) return <Badge tone="warn">{words.unready}</Badge>;
  return <Badge tone="good">{words.enabled}</Badge>;
}

export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
