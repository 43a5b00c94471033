import type { GitSnapshot } from '@galley/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { GitCommitHorizontal } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import { byteSize } from '../../lib/format.ts';
import { galley } from '../../lib/galley.ts';
import { useWords } from '../../lib/words.ts';
import { Button, ErrorNotice, Notice, TextField } from '../../ui/index.ts';
import { gitWords } from './git-words.ts';
import styles from './operations.module.css';

export function GitSnapshotForm(): ReactNode {
  const words = useWords(gitWords);
  const { message, setMessage, isPending, error, taken, submit } = useSnapshot();
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      <ErrorNotice error={error} />
      {taken && <Taken snapshot={taken} />}
      <div className={styles['take']}>
        <TextField
          label={words.message}
          help={words.messageHelp}
          className="grow"
          value={message}
          onChange={setMessage}
        />
        <Button
          type="submit"
          kind="primary"
          icon={GitCommitHorizontal}
          isPending={isPending}
          disabledReason={message.trim() === '' && words.messageMissing}
        >
          {words.take}
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
  const words = useWords(gitWords);
  const { created, name, files_changed, size, pushed, left_out } = snapshot;
  return (
    <>
      <Notice tone={created ? 'good' : 'info'} title={created ? words.taken : words.unchanged}>
        <p>
          {created ? words.takenText(files_changed, byteSize(size)) : words.unchangedText(name)}
        </p>
        {pushed === true && <p>{words.pushed}</p>}
        {pushed === null && <p className="soft">{words.noPush}</p>}
      </Notice>
      {pushed === false && (
        <Notice tone="warn" title={words.notPushed}>
          {snapshot.push_problem}
        </Notice>
      )}
      {left_out.length > 0 && (
        <Notice tone="warn" title={words.leftOut(left_out.length)}>
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
