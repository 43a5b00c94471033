import type { NewWorkerToken, WorkerTokensCreateInput } from '@galley/sdk';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { Checkbox, ErrorNotice, FormDialog, Notice, Select } from '../../ui/index.ts';
import { agentsQuery, runsQuery } from './queries.ts';
import { tokenMessages } from './token-messages.ts';
import { useWorkspace } from './workspace.tsx';

type Scope = NonNullable<WorkerTokensCreateInput['scopes']>[number];

const scopes: readonly Scope[] = [
  'tasks:read',
  'tasks:write',
  'proposals:write',
  'reviews:write',
  'turns:write',
  'repo:read',
  'memory:read',
  'memory:write',
];

interface TokenRequest {
  readonly run: string;
  readonly agent: string;
  readonly scopes: readonly Scope[];
  readonly seconds: string;
}

export function NewTokenDialog(props: {
  readonly onClose: () => void;
  readonly onMade: (token: NewWorkerToken) => void;
}): ReactNode {
  const messages = useMessages(tokenMessages);
  const id = useWorkspace();
  const [wish, setWish] = useState<TokenRequest>({ run: '', agent: '', scopes, seconds: '28800' });
  const [isTried, setTried] = useState(false);
  const make = async () => {
    setTried(true);
    if (wish.run === '' || wish.agent === '' || wish.scopes.length === 0) return;
    const token = await galley.workerTokens.create({
      id,
      run_id: wish.run,
      agent_id: wish.agent,
      scopes: [...wish.scopes],
      ttl_seconds: Number(wish.seconds),
    });
    props.onMade(token);
  };
  return (
    <FormDialog
      title={messages.create}
      action={messages.create}
      onClose={props.onClose}
      onSubmit={make}
    >
      <TokenOwnerFields wish={wish} onChange={setWish} isTried={isTried} />
      <Scopes wish={wish} onChange={setWish} isTried={isTried} />
    </FormDialog>
  );
}

interface PartProps {
  readonly wish: TokenRequest;
  readonly onChange: (wish: TokenRequest) => void;
  readonly isTried: boolean;
}

function TokenOwnerFields({ wish, onChange, isTried }: PartProps): ReactNode {
  const messages = useMessages(tokenMessages);
  const id = useWorkspace();
  const agents = useQuery(agentsQuery(id));
  const runs = useInfiniteQuery(runsQuery(id));
  const lengths = {
    '3600': messages.hour,
    '28800': messages.hours,
    '86400': messages.day,
    '604800': messages.week,
  };
  return (
    <>
      <ErrorNotice error={agents.error ?? runs.error} />
      {agents.data?.length === 0 && <Notice tone="warn">{messages.noAgents}</Notice>}
      <Select
        label={messages.agent}
        value={wish.agent}
        onChange={(agent) => onChange({ ...wish, agent })}
        options={(agents.data ?? []).map((agent) => ({ id: agent.id, label: agent.id }))}
        error={isTried && wish.agent === '' ? messages.agentMissing : undefined}
      />
      <Select
        label={messages.run}
        value={wish.run}
        onChange={(run) => onChange({ ...wish, run })}
        options={(runs.data?.pages ?? []).flatMap(({ items }) =>
          items.map((run) => ({ id: run.id, label: run.goal.slice(0, 80) || run.id })),
        )}
        error={isTried && wish.run === '' ? messages.runMissing : undefined}
      />
      <Select
        label={messages.ttl}
        value={wish.seconds}
        onChange={(seconds) => onChange({ ...wish, seconds })}
        options={Object.entries(lengths).map(([seconds, label]) => ({ id: seconds, label }))}
      />
    </>
  );
}

function Scopes({ wish, onChange, isTried }: PartProps): ReactNode {
  const messages = useMessages(tokenMessages);
  const toggle = (scope: Scope, isOn: boolean) => {
    const others = wish.scopes.filter((one) => one !== scope);
    onChange({ ...wish, scopes: isOn ? [...others, scope] : others });
  };
  return (
    <div role="group" aria-label={messages.scopes} className="stack">
      <span className="field-label">{messages.scopes}</span>
      {scopes.map((scope) => (
        <Checkbox
          key={scope}
          isSelected={wish.scopes.includes(scope)}
          onChange={(isOn) => toggle(scope, isOn)}
          help={scope}
        >
          {messages[scope]}
        </Checkbox>
      ))}
      {isTried && wish.scopes.length === 0 && (
        <p className="field-error" role="alert">
          {messages.scopesMissing}
        </p>
      )}
    </div>
  );
}
