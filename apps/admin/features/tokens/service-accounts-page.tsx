import type { ServiceAccount } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Bot, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import {
  Badge,
  Button,
  EmptyState,
  Page as Shown,
  Panel,
  QueryBoundary,
  Time,
} from '../../ui/index.ts';
import { NewServiceDialog } from './new-service-dialog.tsx';
import { serviceAccountsQuery } from './queries.ts';
import { serviceMessages } from './token-messages.ts';
import { TokenTabs } from './token-tabs.tsx';
import styles from './tokens.module.css';

export function Page(): ReactNode {
  const messages = useMessages(serviceMessages);
  const query = useQuery(serviceAccountsQuery);
  const navigate = useNavigate();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const show = (isNew: boolean) =>
    void navigate({ to: '/service-accounts', search: isNew ? { new: 1 } : {} });
  return (
    <Shown
      title={messages.title}
      about={messages.about}
      actions={
        <Button kind="primary" icon={Plus} onPress={() => show(true)}>
          {messages.create}
        </Button>
      }
    >
      <TokenTabs />
      <Panel isFlush>
        <QueryBoundary query={query} lines={3}>
          {(accounts) =>
            accounts.length === 0 ? (
              <EmptyState icon={Bot} title={messages.none}>
                {messages.noneText}
              </EmptyState>
            ) : (
              <ServiceTable accounts={accounts} />
            )
          }
        </QueryBoundary>
      </Panel>
      {search['new'] !== undefined && query.data && (
        <NewServiceDialog accounts={query.data} onClose={() => show(false)} />
      )}
    </Shown>
  );
}

function ServiceTable(props: { readonly accounts: readonly ServiceAccount[] }): ReactNode {
  const messages = useMessages(serviceMessages);
  return (
    <div className="table-frame">
      <table className="table" aria-label={messages.title}>
        <thead>
          <tr>
            <th scope="col">{messages.name}</th>
            <th scope="col" className={styles.wide}>
              {messages.responsible}
            </th>
            <th scope="col">{messages.tokens}</th>
            <th scope="col" className={styles.wide}>
              {messages.lastUse}
            </th>
            <th scope="col" className={styles.wide}>
              {messages.state}
            </th>
          </tr>
        </thead>
        <tbody>
          {props.accounts.map((account) => (
            <ServiceRow key={account.username} account={account} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ServiceRow({ account }: { readonly account: ServiceAccount }): ReactNode {
  const messages = useMessages(serviceMessages);
  const { username, name, description, tokens, last_used_at: usedAt } = account;
  return (
    <tr className={styles.middle}>
      <td>
        <Link to="/service-accounts/$username" params={{ username }} className="breaks">
          <strong>{name}</strong>
        </Link>
        <span className={styles.under}>
          {username} · {account.role}
        </span>
        {description && <span className={styles.under}>{description}</span>}
        <span className={styles.narrow}>
          <ServiceState account={account} />
        </span>
      </td>
      <td className={styles.wide}>
        <Responsible account={account} />
      </td>
      <td>{messages.tokenCount({ count: tokens })}</td>
      <td className={styles.wide}>
        {usedAt ? <Time at={usedAt} /> : <span className="soft">{messages.never}</span>}
      </td>
      <td className={styles.wide}>
        <ServiceState account={account} />
      </td>
    </tr>
  );
}

function Responsible({ account }: { readonly account: ServiceAccount }): ReactNode {
  const messages = useMessages(serviceMessages);
  const { responsible, responsible_role: role } = account;
  if (responsible !== null) return responsible;
  if (role !== null) return messages.rolePeople({ role });
  return <span className="soft">{messages.administrators}</span>;
}

export function ServiceState({ account }: { readonly account: ServiceAccount }): ReactNode {
  const messages = useMessages(serviceMessages);
  if (account.enabled) return <Badge tone="good">{messages.enabled}</Badge>;
  return <Badge tone="bad">{messages.disabled}</Badge>;
}
