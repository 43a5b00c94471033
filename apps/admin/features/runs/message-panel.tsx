import type { RunMessage } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { useAction } from '../../lib/use-action.ts';
import {
  Button,
  ErrorNotice,
  Panel,
  QueryBoundary,
  Select,
  TextField,
  Time,
  toast,
} from '../../ui/index.ts';
import { controlMessages } from './messages.ts';
import { messageMessages } from './message-messages.ts';
import { agentsQuery, messagesQuery, refreshRuns } from './queries.ts';
import styles from './runs.module.css';
import { useWorkspace } from './workspace.tsx';

/** Messages of people to agents in a run, with replies. A run that has ended takes no more. */
export function MessagePanel(props: { readonly run: string; readonly isOver: boolean }): ReactNode {
  const { run, isOver } = props;
  const messages = useMessages(messageMessages);
  const query = useQuery(messagesQuery(useWorkspace(), run));
  if (isOver && query.data?.length === 0) return null;
  return (
    <Panel title={messages.conversation} isFlush>
      {!isOver && <Composer run={run} />}
      <QueryBoundary query={query} lines={2}>
        {(list) =>
          list.length === 0 ? (
            <p className={styles['hint']}>{messages.none}</p>
          ) : (
            <ul className={styles['rows']}>
              {list.map((message) => (
                <MessageRow key={message.id} run={run} message={message} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </Panel>
  );
}

function MessageRow(props: { readonly run: string; readonly message: RunMessage }): ReactNode {
  const { run, message } = props;
  const { agent_id: agent, sent_by: by, sent_at: at, text, reply, session_id: session } = message;
  const messages = useMessages(messageMessages);
  return (
    <li className={styles['row']}>
      <div className="grow stack">
        <div>
          <p className="soft small breaks">
            {messages.fromTo({ from: by, to: agent })} · <Time at={at} />
          </p>
          <p className={`${styles['said'] ?? ''} breaks`}>{text}</p>
        </div>
        <div className={styles['reply']}>
          {reply === null ? (
            <p className="soft small">{messages.noReply}</p>
          ) : (
            <p className={`${styles['said'] ?? ''} breaks`}>{reply}</p>
          )}
          {session !== null && (
            <Link to={'/runs/$run/turns/$session'} params={{ run, session }} className="small">
              {messages.toTurn}
            </Link>
          )}
        </div>
      </div>
    </li>
  );
}

function Composer({ run }: { readonly run: string }): ReactNode {
  const messages = useMessages(messageMessages);
  const control = useMessages(controlMessages);
  const session = useSession();
  const id = useWorkspace();
  const agents = useQuery(agentsQuery(id));
  const [agent, setAgent] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const isMissing = text.trim() === '';
  const sending = useAction(async () => {
    setTried(true);
    if (agent === null || isMissing) return;
    await galley.agents.message({ id, agent, run_id: run, text: text.trim() });
    toast({ text: messages.sent });
    setText('');
    setTried(false);
    await refreshRuns();
  });
  const enabled = (agents.data ?? []).filter((one) => one.enabled);
  return (
    <div className={styles['composer']}>
      <ErrorNotice error={sending.error} />
      <Select
        label={messages.to}
        value={agent}
        onChange={setAgent}
        options={enabled.map((one) => ({ id: one.id, label: one.id }))}
        error={isTried && agent === null ? messages.chooseAgent : undefined}
      />
      <TextField
        label={messages.message}
        rows={3}
        maxLength={4000}
        value={text}
        onChange={setText}
        error={isTried && isMissing ? messages.missing : undefined}
      />
      <div className="row">
        <Button
          isPending={sending.isPending}
          disabledReason={!hasCapability(session, 'runs.control') && control.needsControl}
          onPress={sending.run}
        >
          {messages.send}
        </Button>
      </div>
    </div>
  );
}
