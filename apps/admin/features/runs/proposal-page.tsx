import { isProblem, type ProposalDetail } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { GitPullRequestArrow } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { BackLink, Empty, Page as Shown, Panel, Skeleton } from '../../ui/index.ts';
import { DecisionBar } from './decision-bar.tsx';
import { PatchView } from './patch-view.tsx';
import { PlainMarkdown } from './plain-markdown.tsx';
import {
  ProposalAsked,
  ProposalDocuments,
  ProposalFacts,
  ProposalVotes,
} from './proposal-aside.tsx';
import { ProposalNotices } from './proposal-notices.tsx';
import { proposalWords } from './proposal-words.ts';
import { proposalQuery, refreshRuns, runQuery } from './queries.ts';
import styles from './runs.module.css';
import { RiskBadge, StateBadge } from './state-badge.tsx';
import { Trouble } from './trouble.tsx';
import { useRunEvents } from './use-run-events.ts';
import { runsWords } from './words.ts';
import { InWorkspace, useWorkspace } from './workspace.tsx';

/** One proposal, with all that a person decides by. */
export function Page(): ReactNode {
  return (
    <InWorkspace>
      <OneProposal />
    </InWorkspace>
  );
}

function OneProposal(): ReactNode {
  const words = useWords(proposalWords);
  const { proposal = '' }: { proposal?: string } = useParams({ strict: false });
  const query = useQuery(proposalQuery(useWorkspace(), proposal));
  if (query.data) {
    return <Reading key={proposal} proposal={query.data} error={query.error} />;
  }
  return (
    <Shown title={words.proposal} back={<Back />}>
      {isProblem(query.error, 'proposal_not_found') ? (
        <Panel>
          <Empty icon={GitPullRequestArrow} title={words.gone}>
            {words.goneText}
          </Empty>
        </Panel>
      ) : query.error ? (
        <Trouble error={query.error} />
      ) : (
        <Skeleton lines={10} />
      )}
    </Shown>
  );
}

function Back(): ReactNode {
  const words = useWords(runsWords);
  return <BackLink to="/runs">{words.toRuns}</BackLink>;
}

/**
 * What is decided on is the patch that was read. When another comes meanwhile, the one before stays on the page, and
 * nothing can be decided, until the new one is asked for.
 */
function Reading(props: {
  readonly proposal: ProposalDetail;
  /** Why it may be another by now. */
  readonly error: unknown;
}): ReactNode {
  const { proposal, error } = props;
  const words = useWords(proposalWords);
  const [read, setRead] = useState(proposal.patch);
  const isPatchNew = proposal.patch?.sha256 !== read?.sha256;
  useLiveProposal(proposal.run_id ?? '');
  return (
    <Shown
      title={proposal.title || words.proposal}
      width="wide"
      back={<Back />}
      about={
        <div className="row">
          <StateBadge state={proposal.status} />
          <RiskBadge risk={proposal.risk} />
        </div>
      }
      actions={<DecisionBar proposal={proposal} isPatchNew={isPatchNew} />}
    >
      {error !== null && <Trouble error={error} />}
      <ProposalNotices
        proposal={proposal}
        isPatchNew={isPatchNew}
        onShowPatch={() => setRead(proposal.patch)}
      />
      <div className={styles['proposal']}>
        <div className="stack">
          <Panel title={words.why}>
            {proposal.body.trim() === '' ? (
              <p className="soft">{words.noBody}</p>
            ) : (
              <PlainMarkdown text={proposal.body} />
            )}
          </Panel>
          <Panel title={words.changes} isFlush>
            {read ? (
              <PatchView key={read.sha256} patch={read.text} />
            ) : (
              <Empty title={words.noPatch}>{words.noPatchText}</Empty>
            )}
          </Panel>
        </div>
        <aside className="stack">
          <ProposalFacts proposal={proposal} />
          <ProposalAsked proposal={proposal} />
          <ProposalVotes proposal={proposal} />
          <ProposalDocuments patch={read?.text ?? ''} />
        </aside>
      </div>
    </Shown>
  );
}

/** What happens in the run of a proposal may be about it. */
function useLiveProposal(run: string): void {
  const workspace = useWorkspace();
  const detail = useQuery({ ...runQuery(workspace, run), refetchInterval: false });
  const after = detail.data && (detail.data.last_event_id ?? '0');
  useRunEvents({ workspace, run, after }, refreshRuns);
}
