import type { RunDetail } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { FormDialog, Select, TextField, toast } from '../../ui/index.ts';
import { budgetLimits, hasReachedLimit, type Budgeted } from './budget-limits.ts';
import { budgetMessages } from './budget-messages.ts';
import { refreshRuns } from './queries.ts';
import { useWorkspace } from './workspace.tsx';

type Limits = Readonly<Record<(typeof budgetLimits)[number], string>>;

export function BudgetDialog(props: {
  readonly run: RunDetail;
  readonly onClose: () => void;
}): ReactNode {
  const { run, onClose } = props;
  const messages = useMessages(budgetMessages);
  const id = useWorkspace();
  // The budget in question is that of the agent, if only its limit is reached.
  const reachedBy = run.agents.find(hasReachedLimit);
  const first = hasReachedLimit(run) ? '' : (reachedBy?.agent_id ?? '');
  const [agent, setAgent] = useState(first);
  const [limits, setLimits] = useState(() => limitsOf(budgetOf(run, first)));
  const [isTried, setTried] = useState(false);
  const { use } = budgetOf(run, agent);
  const choose = (chosen: string) => {
    setAgent(chosen);
    setLimits(limitsOf(budgetOf(run, chosen)));
  };
  const save = async () => {
    setTried(true);
    if (!budgetLimits.every((limit) => isLimit(limits[limit]))) return;
    const [turns, minutes, tokens, usd] = budgetLimits.map((limit) => numberOf(limits[limit]));
    const given = { turns: turns!, minutes: minutes!, tokens: tokens!, usd: usd! };
    const of = agent === '' ? {} : { agent_id: agent };
    const { state } = await galley.runs.budget({ id, run: run.id, ...given, ...of });
    const isResumed = run.status === 'paused-intake' && state === 'active';
    toast({ text: isResumed ? messages.resumed : messages.saved });
    onClose();
    await refreshRuns();
  };
  return (
    <FormDialog title={messages.title} action={messages.save} onClose={onClose} onSubmit={save}>
      <p className="soft">{messages.about}</p>
      {run.agents.length > 0 && (
        <Select
          label={messages.of}
          value={agent}
          options={[
            { id: '', label: messages.wholeRun },
            ...run.agents.map(({ agent_id }) => ({ id: agent_id, label: agent_id })),
          ]}
          onChange={choose}
        />
      )}
      {budgetLimits.map((limit) => (
        <TextField
          key={limit}
          label={messages[limit]}
          help={messages.used({ amount: formatNumber(use[limit]) })}
          error={isTried && !isLimit(limits[limit]) ? messages.notNumber : undefined}
          value={limits[limit]}
          onChange={(text) => setLimits({ ...limits, [limit]: text })}
          maxLength={15}
        />
      ))}
    </FormDialog>
  );
}

function budgetOf(run: RunDetail, agent: string): Budgeted {
  return run.agents.find(({ agent_id }) => agent_id === agent) ?? run;
}

function limitsOf({ budget }: Budgeted): Limits {
  const entries = budgetLimits.map((limit) => [limit, String(budget[limit] ?? '')] as const);
  return Object.fromEntries(entries) as unknown as Limits;
}

function isLimit(text: string): boolean {
  const limit = numberOf(text);
  return limit === null || limit > 0;
}

/** Accepts a decimal comma. NaN for other texts, null for none. */
function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text.trim().replace(',', '.'));
}
