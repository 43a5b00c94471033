import { isProblem, type AgentSession } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Bot, Download, Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { downloadFile } from '../../lib/download-file.ts';
import { galley } from '../../lib/galley.ts';
import { currentMessages, useMessages } from '../../lib/messages.ts';
import { useAction } from '../../lib/use-action.ts';
import {
  BackLink,
  Badge,
  Button,
  EmptyState,
  ErrorNotice,
  Page as Shown,
  Panel,
  Skeleton,
  toast,
} from '../../ui/index.ts';
import { sessionQuery } from './queries.ts';
import styles from './runs.module.css';
import { RunsError } from './runs-error.tsx';
import { StopTurn } from './stop-turn.tsx';
import { SessionFacts, SessionFiles } from './session-aside.tsx';
import { outcomeOf } from './session-facts.ts';
import { sessionMessages, turnTitle } from './session-messages.ts';
import { TranscriptView } from './transcript-view.tsx';
import { useTranscript, type Transcript } from './use-transcript.ts';
import { InWorkspace, useWorkspace } from './workspace.tsx';

export function Page(): ReactNode {
  return (
    <InWorkspace>
      <OneSession />
    </InWorkspace>
  );
}

function OneSession(): ReactNode {
  const messages = useMessages(sessionMessages);
  const { run, session } = useParams({ from: '/inside/runs/$run/turns/$session' });
  const query = useQuery(sessionQuery(useWorkspace(), session));
  const { data, error } = query;
  const back = (
    <BackLink to="/runs/$run" params={{ run: data?.run_id ?? run }}>
      {messages.toRun}
    </BackLink>
  );
  if (data) return <Content key={data.id} session={data} back={back} error={error} />;
  return (
    <Shown title={messages.turn} back={back}>
      {isProblem(error, 'session_not_found') ? (
        <Panel>
          <EmptyState icon={Bot} title={messages.gone}>
            {messages.goneText}
          </EmptyState>
        </Panel>
      ) : error ? (
        <RunsError error={error} />
      ) : (
        <Skeleton lines={10} />
      )}
    </Shown>
  );
}

function Content(props: {
  readonly session: AgentSession;
  readonly back: ReactNode;
  readonly error: unknown;
}): ReactNode {
  const { session, back, error } = props;
  const messages = useMessages(sessionMessages);
  const transcript = useTranscript(useWorkspace(), session.id);
  const { text, tone } = outcomeOf(session);
  return (
    <Shown
      title={`${session.agent_id}: ${turnTitle(session.reason)}`}
      width="wide"
      back={back}
      about={<Badge tone={tone}>{text}</Badge>}
      actions={<Actions session={session} />}
    >
      {error !== null && <RunsError error={error} />}
      <div className={styles['proposal']}>
        <Panel
          title={
            <span className="row">
              {messages.transcript} <LiveState transcript={transcript} />
            </span>
          }
          isFlush
        >
          {transcript.error !== null && (
            <div className={styles['hint']}>
              <ErrorNotice error={transcript.error} />
            </div>
          )}
          <TranscriptView session={session} transcript={transcript} />
        </Panel>
        <aside className="stack">
          <SessionFacts session={session} />
          <SessionFiles events={transcript.events} />
        </aside>
      </div>
    </Shown>
  );
}

function LiveState({ transcript: { state } }: { readonly transcript: Transcript }): ReactNode {
  const messages = useMessages(sessionMessages);
  if (state !== 'live' && state !== 'broken') return null;
  return (
    <span role="status" className={styles['live']}>
      <Badge tone={state === 'live' ? 'good' : 'warn'}>{messages[state]}</Badge>
    </span>
  );
}

function Actions({ session: given }: { readonly session: AgentSession }): ReactNode {
  const { id: session, status, turn, agent_id: agent } = given;
  const messages = useMessages(sessionMessages);
  const workspace = useWorkspace();
  const saving = useAction(() => save(workspace, session));
  return (
    <>
      <ErrorNotice error={saving.error} />
      {status !== 'ended' && turn !== null && given.outcome === null && (
        <StopTurn turn={turn} agent={agent} />
      )}
      <Button icon={Link2} onPress={() => void copyLink()}>
        {messages.copyLink}
      </Button>
      <Button icon={Download} isPending={saving.isPending} onPress={saving.run}>
        {messages.exportLines}
      </Button>
    </>
  );
}

async function copyLink(): Promise<void> {
  const messages = currentMessages(sessionMessages);
  try {
    await navigator.clipboard.writeText(location.href);
    toast({ text: messages.copied });
  } catch {
    // Browsers offer a clipboard only on https pages.
    toast({ text: messages.notCopied });
  }
}

async function save(workspace: string, session: string): Promise<void> {
  const download = await galley.agentSessions.export({ id: workspace, session });
  downloadFile(download.filename ?? `${session}.jsonl`, await download.blob());
  toast({ text: currentMessages(sessionMessages).exported });
}
