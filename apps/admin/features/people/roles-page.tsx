import type { Role } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useCommands } from '../../lib/commands.ts';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Button, QueryBoundary, Notice, Page as Shown, Panel } from '../../ui/index.ts';
import { describeGrants } from './grants.ts';
import { rolesQuery } from './queries.ts';
import { RoleDialog } from './role-dialog.tsx';
import { roleMessages } from './role-messages.ts';
import styles from './people.module.css';

export function Page(): ReactNode {
  const messages = useMessages(roleMessages);
  const navigate = useNavigate();
  const roles = useQuery(rolesQuery);
  const commands = useMemo(
    () => [
      {
        id: 'new-role',
        label: messages.newRole,
        icon: Plus,
        run: () => void navigate({ to: '.', search: { new: 1 } }),
      },
    ],
    [messages, navigate],
  );
  useCommands(commands);
  return (
    <Shown
      title={messages.title}
      about={messages.about}
      actions={
        <Button
          kind="primary"
          icon={Plus}
          onPress={() => void navigate({ to: '.', search: { new: 1 } })}
        >
          {messages.newRole}
        </Button>
      }
    >
      <Panel isFlush>
        <div className={styles.padded}>
          <QueryBoundary query={roles}>{(all) => <RoleTable roles={all} />}</QueryBoundary>
        </div>
      </Panel>
      {roles.data && <Opened roles={roles.data} />}
    </Shown>
  );
}

function Opened({ roles }: { readonly roles: readonly Role[] }): ReactNode {
  const messages = useMessages(roleMessages);
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const close = () => void navigate({ to: '.', search: {}, replace: true });
  const named = (name: unknown) => roles.find((role) => role.name === name);
  const { role: wanted } = search;
  if (typeof wanted === 'string') {
    const role = named(wanted);
    if (!role) return <Notice tone="warn">{messages.noRole({ name: wanted })}</Notice>;
    return <RoleDialog key={role.name} role={role} roles={roles} onClose={close} />;
  }
  if (search['new'] === undefined && search['like'] === undefined) return null;
  const model = named(search['like']);
  return <RoleDialog key="new" roles={roles} {...(model && { model })} onClose={close} />;
}

function RoleTable({ roles }: { readonly roles: readonly Role[] }): ReactNode {
  const messages = useMessages(roleMessages);
  return (
    <div className="table-frame">
      <table className="table" aria-label={messages.title}>
        <thead>
          <tr>
            <th scope="col">{messages.role}</th>
            <th scope="col" className="number">
              {messages.people}
            </th>
            <th scope="col" className={styles.wide}>
              {messages.may}
            </th>
          </tr>
        </thead>
        <tbody>
          {roles.map((role) => (
            <RoleRow key={role.name} role={role} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RoleRow({ role }: { readonly role: Role }): ReactNode {
  const messages = useMessages(roleMessages);
  const { name, builtin, users, capabilities } = role;
  const grants = describeGrants(capabilities);
  return (
    <tr>
      <td>
        <div className={styles.roleName}>
          <Link
            to={'/roles'}
            search={{ role: name }}
            className={styles.roleLink}
            aria-label={messages.open({ name })}
          >
            {name}
          </Link>
          <Badge tone={builtin ? 'plain' : 'violet'}>
            {builtin ? messages.builtin : messages.own}
          </Badge>
        </div>
        <span className={`${styles.narrow} ${styles.under}`}>{grants}</span>
      </td>
      <td className="number">
        <Link
          to={'/people'}
          search={{ role: name }}
          aria-label={`${name}: ${messages.holders({ count: users })}`}
        >
          {users}
        </Link>
      </td>
      <td className={`${styles.wide} small soft`}>{grants}</td>
    </tr>
  );
}
