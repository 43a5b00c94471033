import type { NewWorkerToken, WorkerTokensCreateInput } from '@galley/sdk';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useWords } from '../../lib/words.ts';
import { Checkbox, ErrorNotice, FormDialog, Notice, Select } from '../../ui/index.ts';
import { agentsQuery, runsQuery } from './queries.ts';
import { tokenWords } from './token-words.ts';
import { useWorkspace } from './workspace.tsx';

type Scope = WorkerTokensCreateInput['scopes'][number];

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

interface Wish {
  readonly run: string;
  readonly agent: string;
  readonly scopes: readonly Scope[];
  readonly seconds: string;
}

export function NewTokenDialog(props: {
  readonly onClose: () => void;
  readonly onMade: (token: NewWorkerToken) => void;
}): ReactNode {
  const words = useWords(tokenWords);
  const id = useWorkspace();
  const [wish, setWish] = useState<Wish>({ run: '', agent: '', scopes, seconds: '28800' });
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
    <FormDialog title={words.create} action={words.create} onClose={props.onClose} onSubmit={make}>
      <Who wish={wish} onChange={setWish} isTried={isTried} />
      <Scopes wish={wish} onChange={setWish} isTried={isTried} />
    </FormDialog>
  );
}

interface PartProps {
  readonly wish: Wish;
  readonly onChange: (wish: Wish) => void;
  readonly isTried: boolean;
}

function Who({ wish, onChange, isTried }: PartProps): ReactNode {
  const words = useWords(tokenWords);
  const id = useWorkspace();
  const agents = useQuery(agentsQuery(id));
  const runs = useInfiniteQuery(runsQuery(id));
  const lengths = {
    '3600': words.hour,
    '28800': words.hours,
    '86400': words.day,
    '604800': words.week,
  };
  return (
    <>
      <ErrorNotice error={agents.error ?? runs.error} />
      {agents.data?.length === 0 && <Notice tone="warn">{words.noAgents}</Notice>}
      <Select
        label={words.agent}
        value={wish.agent}
        onChange={(agent) => onChange({ ...wish, agent })}
        options={(agents.data ?? []).map((agent) => ({ id: agent.id, label: agent.id }))}
        error={isTried && wish.agent === '' ? words.agentMissing : undefined}
      />
      <Select
        label={words.run}
        value={wish.run}
        onChange={(run) => onChange({ ...wish, run })}
        options={(runs.data?.pages ?? []).flatMap(({ items }) =>
          items.map((run) => ({ id: run.id, label: run.goal.slice(0, 80) || run.id })),
        )}
        error={isTried && wish.run === '' ? words.runMissing : undefined}
      />
      <Select
        label={words.ttl}
        value={wish.seconds}
        onChange={(seconds) => onChange({ ...wish, seconds })}
        options={Object.entries(lengths).map(([seconds, label]) => ({ id: seconds, label }))}
      />
    </>
  );
}

function Scopes({ wish, onChange, isTried }: PartProps): ReactNode {
  const words = useWords(tokenWords);
  const toggle = (scope: Scope, isOn: boolean) => {
    const others = wish.scopes.filter((one) => one !== scope);
    onChange({ ...wish, scopes: isOn ? [...others, scope] : others });
  };
  return (
    <div role="group" aria-label={words.scopes} className="stack">
      <span className="field-label">{words.scopes}</span>
      {scopes.map((scope) => (
        <Checkbox
          key={scope}
          isSelected={wish.scopes.includes(scope)}
          onChange={(isOn) => toggle(scope, isOn)}
          help={scope}
        >
          {words[scope]}
        </Checkbox>
      ))}
      {isTried && wish.scopes.length === 0 && (
        <p className="field-error" role="alert">
          {words.scopesMissing}
        </p>
      )}
    </div>
  );
}
