import type { RunDetail } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { formatNumber } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, Facts, Panel } from '../../ui/index.ts';
import { BudgetDialog } from './budget-dialog.tsx';
import { budgetLimits } from './budget-limits.ts';
import { budgetMessages } from './budget-messages.ts';
import { controlMessages } from './messages.ts';
import styles from './runs.module.css';

/** Use and limits of a run. */
export function RunBudget({ run }: { readonly run: RunDetail }): ReactNode {
  const messages = useMessages(budgetMessages);
  const text = useMessages(controlMessages);
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  const isReached = run.status === 'paused-intake' && run.reason === 'budget_reached';
  const { budget, use } = run;
  const unknown = use.turns_without_cost;
  return (
    <Panel title={messages.budget}>
      <div className="stack">
        <Facts
          facts={budgetLimits.map((limit) => {
            const [used, most] = [formatNumber(use[limit]), budget[limit]];
            return [
              messages[limit],
              most === null
                ? messages.used({ amount: used })
                : messages.usedOf({ amount: used, limit: formatNumber(most) }),
            ] as const;
          })}
        />
        {unknown > 0 && <p className="soft small">{messages.withoutCost({ count: unknown })}</p>}
        <div className={styles['actions']}>
          <Button
            size="small"
            kind={isReached ? 'primary' : 'secondary'}
            disabledReason={!hasCapability(session, 'runs.control') && text.needsControl}
            onPress={() => setOpen(true)}
          >
            {isReached ? messages.raise : messages.change}
          </Button>
        </div>
      </div>
      {isOpen && <BudgetDialog run={run} onClose={() => setOpen(false)} />}
    </Panel>
  );
}
