import { isProblem, type ProposalDetail } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { GitPullRequestArrow } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { BackLink, EmptyState, Page as Shown, Panel, Skeleton } from '../../ui/index.ts';
import { DecisionBar } from './decision-bar.tsx';
import { PatchView } from './patch-view.tsx';
import { PlainMarkdown } from './plain-markdown.tsx';
import { ProposalAsked, ProposalFacts, ProposalVotes } from './proposal-aside.tsx';
import { ChecksBadge, FailedChecksNotice, ProposalChecks } from './proposal-checks.tsx';
import { ProposalDocuments } from './proposal-documents.tsx';
import { ProposalNotices } from './proposal-notices.tsx';
import { PullRequestNotice, PullRequestPanel } from './proposal-pull-request.tsx';
import { OutdatedComments } from './line-comments.tsx';
import { PatchReviewProvider, useNewPatchReview } from './patch-review.tsx';
import { proposalMessages } from './proposal-messages.ts';
import { proposalQuery, refreshRuns, runQuery } from './queries.ts';
import styles from './runs.module.css';
import { RiskBadge, StateBadge } from './state-badge.tsx';
import { RunsError } from './runs-error.tsx';
import { useRunEvents } from './use-run-events.ts';
import { runsMessages } from './messages.ts';
import { InWorkspace, useWorkspace } from './workspace.tsx';

export function Page(): ReactNode {
  return (
    <InWorkspace>
      <OneProposal />
    </InWorkspace>
  );
}

function OneProposal(): ReactNode {
  const messages = useMessages(proposalMessages);
  const { proposal } = useParams({ from: '/inside/proposals/$proposal' });
  const query = useQuery(proposalQuery(useWorkspace(), proposal));
  if (query.data) {
    return <Reading key={proposal} proposal={query.data} error={query.error} />;
  }
  return (
    <Shown title={messages.proposal} back={<Back />}>
      {isProblem(query.error, 'proposal_not_found') ? (
        <Panel>
          <EmptyState icon={GitPullRequestArrow} title={messages.gone}>
            {messages.goneText}
          </EmptyState>
        </Panel>
      ) : query.error ? (
        <RunsError error={query.error} />
      ) : (
        <Skeleton lines={10} />
      )}
    </Shown>
  );
}

function Back(): ReactNode {
  const messages = useMessages(runsMessages);
  return <BackLink to="/runs">{messages.toRuns}</BackLink>;
}

/** Pins the patch that the user has read: decisions are disabled until the user opens a newer one. */
function Reading(props: {
  readonly proposal: ProposalDetail;
  /** Error of the last refresh: the shown proposal may be outdated. */
  readonly error: unknown;
}): ReactNode {
  const { proposal, error } = props;
  const messages = useMessages(proposalMessages);
  const [read, setRead] = useState(proposal.patch);
  const isPatchNew = proposal.patch?.sha256 !== read?.sha256;
  const review = useNewPatchReview(proposal, read);
  useLiveProposal(proposal.run_id ?? '');
  return (
    <Shown
      title={proposal.title || messages.proposal}
      width="wide"
      back={<Back />}
      about={
        <div className="row">
          <StateBadge state={proposal.status} />
          <RiskBadge risk={proposal.risk} />
          <ChecksBadge state={proposal.checks_state} />
        </div>
      }
      actions={<DecisionBar proposal={proposal} isPatchNew={isPatchNew} review={review} />}
    >
      {error !== null && <RunsError error={error} />}
      <ProposalNotices
        proposal={proposal}
        isPatchNew={isPatchNew}
        onShowPatch={() => setRead(proposal.patch)}
      />
      <FailedChecksNotice proposal={proposal} />
      <PullRequestNotice pullRequest={proposal.pull_request} />
      <div className={styles['proposal']}>
        <div className="stack">
          <Panel title={messages.why}>
            {proposal.body.trim() === '' ? (
              <p className="soft">{messages.noBody}</p>
            ) : (
              <PlainMarkdown text={proposal.body} />
            )}
          </Panel>
          <Panel title={messages.changes} isFlush>
            {read ? (
              <PatchReviewProvider value={review}>
                <PatchView key={read.sha256} patch={read.text} />
              </PatchReviewProvider>
            ) : (
              <EmptyState title={messages.noPatch}>{messages.noPatchText}</EmptyState>
            )}
          </Panel>
          <OutdatedComments review={review} />
        </div>
        <aside className="stack">
          <ProposalFacts proposal={proposal} />
          <PullRequestPanel pullRequest={proposal.pull_request} />
          <ProposalDocuments proposal={proposal} />
          <ProposalChecks proposal={proposal} />
          <ProposalAsked proposal={proposal} />
          <ProposalVotes proposal={proposal} />
        </aside>
      </div>
    </Shown>
  );
}

function useLiveProposal(run: string): void {
  const workspace = useWorkspace();
  const detail = useQuery({ ...runQuery(workspace, run), refetchInterval: false });
  const after = detail.data && (detail.data.last_event_id ?? '0');
  useRunEvents({ workspace, run, after }, refreshRuns);
}
