import type { Proposal, ProposalDetail } from '@galley/sdk';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Notice, Panel, type Tone } from '../../ui/index.ts';
import { checkMessages, checkName } from './check-messages.ts';
import { openStatuses } from './queries.ts';
import styles from './runs.module.css';

type Check = ProposalDetail['checks'][number];

const stateTones: Readonly<Record<Proposal['checks_state'], Tone>> = {
  none: 'plain',
  pending: 'plain',
  passed: 'good',
  failed: 'bad',
  error: 'warn',
};
const outcomeTones = { pass: 'good', fail: 'bad', error: 'warn' } as const;

/** Empty for a proposal without checks. */
export function ChecksBadge({ state }: { readonly state: Proposal['checks_state'] }): ReactNode {
  const messages = useMessages(checkMessages);
  if (state === 'none') return null;
  return <Badge tone={stateTones[state]}>{messages[state]}</Badge>;
}

export function ProposalChecks(props: { readonly proposal: ProposalDetail }): ReactNode {
  const { checks_state: state, checks } = props.proposal;
  const messages = useMessages(checkMessages);
  return (
    <Panel title={messages.title} isFlush>
      {checks.length === 0 ? (
        <p className={styles['hint']} role="status">
          {state === 'pending' ? messages.pending : messages.none}
        </p>
      ) : (
        <ul className={styles['rows']}>
          {checks.map((check) => (
            <CheckRow key={check.name} check={check} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function CheckRow({ check: { name, outcome, detail } }: { readonly check: Check }): ReactNode {
  const messages = useMessages(checkMessages);
  const label = outcome === 'error' ? messages.notRun : messages[outcome];
  return (
    <li className={styles['row']}>
      <div className="grow">
        <p className="row">
          <span className="breaks">{checkName(name)}</span>
          <Badge tone={outcomeTones[outcome]}>{label}</Badge>
        </p>
        {detail !== '' && (
          <details open={outcome !== 'pass'}>
            <summary className="soft small">{messages.details}</summary>
            <pre className={`${styles['output'] ?? ''} small breaks`}>{detail}</pre>
          </details>
        )}
      </div>
    </li>
  );
}

export function FailedChecksNotice(props: { readonly proposal: ProposalDetail }): ReactNode {
  const { status, checks } = props.proposal;
  const messages = useMessages(checkMessages);
  const failed = namesOf(checks, 'fail');
  if (failed === '' || !openStatuses.includes(status)) return null;
  return (
    <Notice tone="warn" title={messages.failedTitle}>
      {messages.failedText({ names: failed })}
    </Notice>
  );
}

/** Why a person should hesitate to accept; undefined if the checks passed. */
export function useCheckWarning({
  checks_state: state,
  checks,
}: ProposalDetail): string | undefined {
  const messages = useMessages(checkMessages);
  if (state === 'pending') return messages.acceptPending;
  if (state === 'failed') return messages.acceptFailed({ names: namesOf(checks, 'fail') });
  if (state === 'error') return messages.acceptError({ names: namesOf(checks, 'error') });
  return undefined;
}

function namesOf(checks: readonly Check[], outcome: Check['outcome']): string {
  const found = checks.filter((check) => check.outcome === outcome);
  return found.map(({ name }) => checkName(name)).join(', ');
}
