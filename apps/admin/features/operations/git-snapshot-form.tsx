import type { GitSnapshot } from '@galley/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { GitCommitHorizontal } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import { formatBytes } from '../../lib/format.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, ErrorNotice, Notice, TextField } from '../../ui/index.ts';
import { gitMessages } from './git-messages.ts';
import styles from './operations.module.css';

export function GitSnapshotForm(): ReactNode {
  const messages = useMessages(gitMessages);
  const { message, setMessage, isPending, error, taken, submit } = useSnapshot();
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      <ErrorNotice error={error} />
      {taken && <Taken snapshot={taken} />}
      <div className={styles['take']}>
        <TextField
          label={messages.message}
          help={messages.messageHelp}
          className="grow"
          value={message}
          onChange={setMessage}
        />
        <Button
          type="submit"
          kind="primary"
          icon={GitCommitHorizontal}
          isPending={isPending}
          disabledReason={message.trim() === '' && messages.messageMissing}
        >
          {messages.take}
        </Button>
      </div>
    </form>
  );
}

function useSnapshot() {
  const queryClient = useQueryClient();
  const [message, setMessage] = useState('');
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [taken, setTaken] = useState<GitSnapshot | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (message.trim() === '' || isPending) return;
    setPending(true);
    setError(null);
    setTaken(null);
    try {
      setTaken(await galley.backups.gitSnapshot({ message: message.trim() }));
      setMessage('');
      await queryClient.invalidateQueries({ queryKey: ['backups', 'git'] });
    } catch (problem) {
      setError(problem);
    } finally {
      setPending(false);
    }
  };
  return { message, setMessage, isPending, error, taken, submit };
}

function Taken({ snapshot }: { readonly snapshot: GitSnapshot }): ReactNode {
  const messages = useMessages(gitMessages);
  const { created, name, files_changed, size, pushed, left_out } = snapshot;
  return (
    <>
      <Notice
        tone={created ? 'good' : 'info'}
        title={created ? messages.taken : messages.unchanged}
      >
        <p>
          {created
            ? messages.takenText({ files: files_changed, size: formatBytes(size) })
            : messages.unchangedText({ message: name })}
        </p>
        {pushed === true && <p>{messages.pushed}</p>}
        {pushed === null && <p className="soft">{messages.noPush}</p>}
      </Notice>
      {pushed === false && (
        <Notice tone="warn" title={messages.notPushed}>
          {snapshot.push_problem}
        </Notice>
      )}
      {left_out.length > 0 && (
        <Notice tone="warn" title={messages.leftOut({ count: left_out.length })}>
          <ul>
            {left_out.map(({ path, reason }) => (
              <li key={path}>
                <code className="breaks">{path}</code>: {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
