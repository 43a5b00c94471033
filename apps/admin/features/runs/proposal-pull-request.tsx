import type { Proposal } from '@galley/sdk';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Notice, Panel, type Tone } from '../../ui/index.ts';
import { pullRequestMessages } from './pull-request-messages.ts';
import styles from './runs.module.css';

type PullRequest = NonNullable<Proposal['pull_request']>;

const tones: Readonly<Record<PullRequest['state'], Tone>> = {
  opening: 'plain',
  open: 'info',
  merged: 'good',
  closed: 'bad',
};

interface Props {
  readonly pullRequest: PullRequest | null;
}

export function PullRequestBadge({ pullRequest }: Props): ReactNode {
  const messages = useMessages(pullRequestMessages);
  if (!pullRequest) return null;
  const { state, problem } = pullRequest;
  const tone = problem !== null && state !== 'merged' ? 'warn' : tones[state];
  return <Badge tone={tone}>{messages[state]}</Badge>;
}

export function PullRequestLink({ pullRequest }: Props): ReactNode {
  const messages = useMessages(pullRequestMessages);
  if (!pullRequest?.url || pullRequest.number === null) return null;
  const text = messages.link({ number: pullRequest.number });
  return (
    <a href={pullRequest.url} target="_blank" rel="noreferrer">
      {text} <ExternalLink size={13} aria-hidden />
    </a>
  );
}

export function PullRequestPanel({ pullRequest }: Props): ReactNode {
  const messages = useMessages(pullRequestMessages);
  if (!pullRequest) return null;
  return (
    <Panel title={messages.title} isFlush>
      <div className={styles['hint']}>
        <p className="row">
          <PullRequestBadge pullRequest={pullRequest} />
          <PullRequestLink pullRequest={pullRequest} />
        </p>
        <p className="soft small breaks">
          {messages.branch} <code>{pullRequest.branch}</code>
        </p>
      </div>
    </Panel>
  );
}

/** The last failure, or a remaining step. */
export function PullRequestNotice({ pullRequest }: Props): ReactNode {
  if (!pullRequest?.problem) return null;
  return <Notice tone="warn">{pullRequest.problem}</Notice>;
}
