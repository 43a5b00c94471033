import type { Role, ServiceAccount, UserInfo } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Bot } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { currentMessages, useMessages } from '../../lib/messages.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { useAction } from '../../lib/use-action.ts';
import {
  BackLink,
  Button,
  confirmAction,
  EmptyState,
  ErrorNotice,
  Facts,
  Notice,
  Page as Shown,
  Panel,
  QueryBoundary,
  toast,
  toastProblem,
  useLeaveGuard,
} from '../../ui/index.ts';
import { TokensPanel } from '../account/tokens-panel.tsx';
import { coversGrants } from '../people/grants.ts';
import { rolesQuery, usersQuery } from '../people/queries.ts';
import { invalidateTokens, serviceAccountsQuery } from './queries.ts';
import { ServiceState } from './service-accounts-page.tsx';
import { ServiceFields, wireOf, type ServiceValues } from './service-fields.tsx';
import { ServiceRemoval } from './service-removal.tsx';
import { serviceMessages } from './token-messages.ts';

export function Page(): ReactNode {
  const messages = useMessages(serviceMessages);
  const { username } = useParams({ from: '/inside/service-accounts/$username' });
  const query = useQuery(serviceAccountsQuery);
  const users = useQuery(usersQuery);
  const roles = useQuery(rolesQuery);
  const account = query.data?.find((one) => one.username === username);
  return (
    <Shown
      title={account?.name ?? username}
      width="text"
      back={<BackLink to="/service-accounts">{messages.back}</BackLink>}
    >
      <QueryBoundary query={query}>
        {() =>
          account ? (
            <QueryBoundary query={users}>
              {(people) => (
                <QueryBoundary query={roles}>
                  {(known) => (
                    <Account key={username} account={account} users={people} roles={known} />
                  )}
                </QueryBoundary>
              )}
            </QueryBoundary>
          ) : (
            <EmptyState icon={Bot} title={messages.unknown}>
              {messages.unknownText({ username })}
            </EmptyState>
          )
        }
      </QueryBoundary>
    </Shown>
  );
}

interface AccountProps {
  readonly account: ServiceAccount;
  readonly users: readonly UserInfo[];
  readonly roles: readonly Role[];
}

function Account({ account, users, roles }: AccountProps): ReactNode {
  const messages = useMessages(serviceMessages);
  const { capabilities } = useSession();
  const grants = roles.find(({ name }) => name === account.role)?.capabilities ?? [];
  const isTooMuch = !coversGrants(capabilities, grants);
  const reason = isTooMuch ? messages.moreThanYou : undefined;
  return (
    <>
      <p className="row soft">
        <span className="breaks">{account.username}</span>
        <ServiceState account={account} />
      </p>
      {reason !== undefined && <Notice tone="warn">{reason}</Notice>}
      <DetailsPanel {...{ account, users, roles, reason }} />
      <TokensPanel
        username={account.username}
        isOwn={false}
        {...(account.enabled &&
          !isTooMuch && {
            service: { grants: grants.filter(isForServices), about: messages.tokensAbout },
          })}
      />
      <Panel>
        <Facts
          facts={[
            [messages.createdBy, account.created_by],
            [messages.holders, account.holders.join(', ') || messages.nobody],
          ]}
        />
      </Panel>
      <StatePanel account={account} reason={reason} />
      <ServiceRemoval account={account} users={users} reason={reason} />
    </>
  );
}

/** Only people decide on the work of others. */
function isForServices(grant: string): boolean {
  return !/^(documents\.review|media\.review|runs\.approve)(\.own)?$/.test(grant);
}

function DetailsPanel({
  account,
  users,
  roles,
  reason,
}: AccountProps & { readonly reason: string | undefined }): ReactNode {
  const messages = useMessages(serviceMessages);
  const stored = valuesOf(account);
  const [changes, setChanges] = useState<Partial<ServiceValues>>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const values = { ...stored, ...changes };
  const isChanged = JSON.stringify(values) !== JSON.stringify(stored);
  useLeaveGuard(isChanged);
  const saving = useAction(async () => {
    try {
      setErrors({});
      await galley.serviceAccounts.save({ username: account.username, ...wireOf(values) });
    } catch (problem) {
      setErrors(fieldErrors(problem));
      throw problem;
    }
    await invalidateTokens();
    setChanges({});
    toast({ text: messages.saved });
  });
  return (
    <Panel title={messages.details}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          saving.run();
        }}
      >
        <ServiceFields
          values={values}
          errors={errors}
          roles={roles}
          users={users}
          isDisabled={reason !== undefined}
          onChange={(more) => setChanges({ ...changes, ...more })}
        />
        <ErrorNotice error={saving.error} />
        <div className="row">
          <Button
            kind="primary"
            type="submit"
            isPending={saving.isPending}
            disabledReason={reason ?? (!isChanged && messages.unchanged)}
          >
            {messages.save}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

function StatePanel(props: {
  readonly account: ServiceAccount;
  readonly reason: string | undefined;
}): ReactNode {
  const { account, reason } = props;
  const messages = useMessages(serviceMessages);
  const changing = useAction(async () => {
    const isSure =
      !account.enabled ||
      (await confirmAction({
        title: messages.disableTitle({ name: account.name }),
        text: messages.disableText,
        action: messages.disable,
        kind: 'danger',
      }));
    if (isSure) await setEnabled(account, !account.enabled);
  });
  return (
    <Panel
      title={messages.state}
      actions={
        <Button
          size="small"
          isPending={changing.isPending}
          disabledReason={reason}
          onPress={changing.run}
        >
          {account.enabled ? messages.disable : messages.enable}
        </Button>
      }
    >
      <ErrorNotice error={changing.error} />
      <ServiceState account={account} />
    </Panel>
  );
}

async function setEnabled(account: ServiceAccount, enabled: boolean): Promise<void> {
  await galley.serviceAccounts.save({
    username: account.username,
    ...wireOf(valuesOf(account)),
    enabled,
  });
  await invalidateTokens();
  const messages = currentMessages(serviceMessages);
  const undo = () => void setEnabled(account, true).catch(toastProblem);
  toast({
    text: (enabled ? messages.isEnabled : messages.isDisabled)({ name: account.name }),
    ...(!enabled && { action: { label: messages.undo, onPress: undo } }),
  });
}

function valuesOf({ name, description, role, ...account }: ServiceAccount): ServiceValues {
  const { responsible, responsible_role: ofRole } = account;
  const others = ofRole === null ? 'administrators' : `role:${ofRole}`;
  const whom = responsible === null ? others : `user:${responsible}`;
  return { name, description, role, responsible: whom };
}
