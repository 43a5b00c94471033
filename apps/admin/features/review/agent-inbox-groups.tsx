import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bot, CircleHelp, CirclePause, Stamp, type LucideIcon } from 'lucide-react';
import type { Proposal } from '@galley/sdk';
import type { ReactNode } from 'react';
import type { AgentInbox } from '../../app/agent-inbox.ts';
import { capabilitiesQuery } from '../../app/session.ts';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Panel, Time } from '../../ui/index.ts';
import { ChecksBadge } from '../runs/proposal-checks.tsx';
import { PullRequestBadge } from '../runs/proposal-pull-request.tsx';
import { runQuery } from '../runs/queries.ts';
import { agentInboxMessages } from './agent-inbox-messages.ts';
import { reviewMessages } from './messages.ts';
import styles from './review.module.css';
import type { PagePath } from '../../lib/page-path.ts';

export interface AgentInboxItem {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly title: string;
  readonly about: string;
  readonly at: string;
  /** Shown below; null if the item is a run, or belongs to none. */
  readonly run: string | null;
  readonly risk?: string;
  readonly checks?: Proposal['checks_state'];
  readonly pullRequest?: Proposal['pull_request'];
  readonly to: PagePath;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, string>>;
}

interface AgentInboxGroup {
  readonly name: 'questions' | 'proposals' | 'approvals' | 'stuck';
  readonly items: readonly AgentInboxItem[];
}

/** Each item leads to the page on which a person can act. */
export function useAgentInboxGroups(inbox: AgentInbox): readonly AgentInboxGroup[] {
  const messages = useMessages(agentInboxMessages);
  const ofRun = (run: string) => ({ to: '/runs/$run', params: { run } }) as const;
  return [
    {
      name: 'questions',
      items: inbox.questions.map(({ id, text, agent_id: agent, asked_at: at, run_id: run }) => {
        return {
          id,
          icon: CircleHelp,
          title: text,
          about: messages.asks({ who: agent }),
          at,
          run,
          ...ofRun(run),
        };
      }),
    },
    {
      name: 'stuck',
      items: inbox.stuck.map(({ id, goal, reason_detail: about, transitioned_at: at }) => {
        const title = goal || id;
        return { id, icon: CirclePause, title, about: about ?? '', at, run: null, ...ofRun(id) };
      }),
    },
    {
      name: 'proposals',
      items: inbox.proposals.map(({ id, title, risk, checks_state: checks, ...more }) => {
        const { proposed_by, updated_at: at, run_id: run, pull_request: pullRequest } = more;
        const about = pullRequest?.problem ?? proposed_by;
        const to = { to: '/proposals/$proposal', params: { proposal: id } } as const;
        return { id, icon: Bot, title, about, at, run, risk, checks, pullRequest, ...to };
      }),
    },
    {
      name: 'approvals',
      items: inbox.approvals.map(
        ({ id, reason, requested_by: about, requested_at: at, run_id: run }) => {
          const title = reason ?? messages.noReason;
          const to = { to: '/runs', ...(run !== null && { search: { run } }) } as const;
          return { id, icon: Stamp, title, about, at, run, ...to };
        },
      ),
    },
  ];
}

export function AgentInboxGroups({ inbox }: { readonly inbox: AgentInbox }): ReactNode {
  const messages = useMessages(agentInboxMessages);
  const groups = useAgentInboxGroups(inbox).filter(({ items }) => items.length > 0);
  return groups.map(({ name, items }) => (
    <Panel
      key={name}
      isFlush
      title={
        <>
          {messages[name]} <span className={styles['count']}>{items.length}</span>
        </>
      }
    >
      <ul className={styles['rows']}>
        {items.map((item) => (
          <AgentInboxRow key={item.id} item={item} />
        ))}
      </ul>
    </Panel>
  ));
}

export function AgentInboxRow({ item }: { readonly item: AgentInboxItem }): ReactNode {
  const { icon: Icon, title, about, at, run, risk, checks, pullRequest = null } = item;
  const { to, params, search } = item;
  const messages = useMessages(reviewMessages);
  return (
    <li>
      <Link to={to} params={params} search={search} className={styles['row']} data-row>
        <Icon aria-hidden size={16} className={styles['rowIcon']} />
        <span className="grow">
          <span className={`${styles['rowTitle'] ?? ''} breaks`}>{title}</span>
          <span className="soft small block breaks">{about}</span>
        </span>
        {risk !== undefined && (
          <Badge tone={risk === 'high' ? 'bad' : 'plain'}>{messages.risk({ risk })}</Badge>
        )}
        {checks !== undefined && <ChecksBadge state={checks} />}
        <PullRequestBadge pullRequest={pullRequest} />
        <span className={styles['rowTime']}>
          <Time at={at} />
        </span>
      </Link>
      {run !== null && <RunLink id={run} />}
    </li>
  );
}

/** Names the run by its goal. */
function RunLink({ id }: { readonly id: string }): ReactNode {
  const messages = useMessages(agentInboxMessages);
  const workspace = useQuery(capabilitiesQuery).data?.workspace ?? '';
  const run = useQuery({
    ...runQuery(workspace, id),
    enabled: workspace !== '',
    refetchInterval: false,
    staleTime: 60_000,
  });
  return (
    <Link to={'/runs/$run'} params={{ run: id }} className={styles['rowRun']}>
      {messages.run({ goal: run.data?.goal || id })}
    </Link>
  );
}
