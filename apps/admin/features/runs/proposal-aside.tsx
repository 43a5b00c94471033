import type { ProposalDetail } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Facts, Panel, Time, type Tone } from '../../ui/index.ts';
import { proposalMessages } from './proposal-messages.ts';
import { approvalsQuery } from './queries.ts';
import styles from './runs.module.css';
import { voteName } from './state-messages.ts';
import { useWorkspace } from './workspace.tsx';

interface Props {
  readonly proposal: ProposalDetail;
}

export function ProposalFacts({ proposal }: Props): ReactNode {
  const messages = useMessages(proposalMessages);
  const { proposed_by, created_at, run_id, task_id, patch, applied_commit } = proposal;
  return (
    <Panel>
      <Facts
        facts={[
          [messages.by, proposed_by],
          [messages.at, <Time key="at" at={created_at} />],
          ...(run_id ? [[messages.run, <RunLink key="run" run={run_id} />] as const] : []),
          ...(task_id ? [[messages.task, <code key="task">{task_id}</code>] as const] : []),
          ...(patch ? [[messages.base, <Base key="base" proposal={proposal} />] as const] : []),
          ...(patch
            ? [[messages.patch, <code key="patch">{patch.sha256.slice(0, 12)}</code>] as const]
            : []),
          ...(applied_commit
            ? [[messages.commit, <code key="commit">{applied_commit.slice(0, 12)}</code>] as const]
            : []),
        ]}
      />
    </Panel>
  );
}

function RunLink({ run }: { readonly run: string }): ReactNode {
  return (
    <Link to={'/runs/$run'} params={{ run }} className="breaks">
      {run}
    </Link>
  );
}

function Base({ proposal: { patch, is_base_current } }: Props): ReactNode {
  const messages = useMessages(proposalMessages);
  return (
    <span className="row">
      <code>{patch?.base_revision.slice(0, 12)}</code>
      {is_base_current === true && <Badge tone="good">{messages.baseCurrent}</Badge>}
      {is_base_current === false && <Badge tone="bad">{messages.baseMoved}</Badge>}
    </span>
  );
}

/** Deciding the proposal decides these requests. */
export function ProposalAsked({ proposal }: Props): ReactNode {
  const messages = useMessages(proposalMessages);
  const { data = [] } = useQuery(approvalsQuery(useWorkspace()));
  const mine = data.filter(({ proposal_id }) => proposal_id === proposal.id);
  if (mine.length === 0) return null;
  return (
    <Panel title={messages.asked} isFlush>
      <ul className={styles['rows']}>
        {mine.map(({ id, reason, requested_by, requested_at }) => (
          <li key={id} className={styles['row']}>
            <div className="grow">
              {reason && <p className="breaks">{reason}</p>}
              <p className="soft small breaks">
                {requested_by} · <Time at={requested_at} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const tones: Readonly<Record<string, Tone>> = { approve: 'good', reject: 'bad' };

export function ProposalVotes({ proposal: { votes, patch } }: Props): ReactNode {
  const messages = useMessages(proposalMessages);
  return (
    <Panel title={messages.votes} isFlush>
      {votes.length === 0 ? (
        <p className={styles['hint']}>{messages.noVotes}</p>
      ) : (
        <ul className={styles['rows']}>
          {votes.map(({ agent_id, decision, comment, patch_sha256, cast_at }) => (
            <li key={agent_id} className={styles['row']}>
              <div className="grow">
                <p className="row">
                  <span className="breaks">{agent_id}</span>
                  <Badge tone={tones[decision] ?? 'plain'}>{voteName(decision)}</Badge>
                </p>
                {comment && <p className={`${styles['comment'] ?? ''} breaks`}>{comment}</p>}
                <p className="soft small">
                  <Time at={cast_at} />
                  {patch_sha256 !== (patch?.sha256 ?? null) && ` · ${messages.onOther}`}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
