import { useRef, useState, type ReactNode } from 'react';
import { formatRelativeTime } from '../../../lib/format.ts';
import { getDocument } from '../../../lib/documents.ts';
import { personName } from '../../../lib/person-name.ts';
import { useMessages } from '../../../lib/messages.ts';
import {
  confirmAction,
  Button,
  ErrorNotice,
  Select,
  toast,
  toastProblem,
} from '../../../ui/index.ts';
import styles from '../editor.module.css';
import type { Conflict, TextChange } from '../session/editing-state.ts';
import { mergeThree } from '../session/merge-three.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { conflictMessages } from './conflict-messages.ts';
import { MergePane, type MergeHandle } from './merge-pane.tsx';

type Start = 'both' | 'mine' | 'theirs';
type Side = 'theirs' | 'base';

export function ConflictView({ conflict }: { readonly conflict: Conflict }): ReactNode {
  const messages = useMessages(conflictMessages);
  const { base, mine, theirs } = conflict;
  const [merged] = useState(() => (base === null ? null : mergeThree(base, mine, theirs)));
  const [start, setStart] = useState<Start>(merged ? 'both' : 'mine');
  const [side, setSide] = useState<Side>('theirs');
  const pane = useRef<MergeHandle>(null);
  const texts = { both: merged?.text ?? mine, mine, theirs };
  const choices: { id: Start; label: string }[] = [
    ...(merged ? [{ id: 'both', label: messages.useBoth } as const] : []),
    { id: 'mine', label: messages.useMine },
    { id: 'theirs', label: messages.useTheirs },
  ];
  const begin = (from: Start) => {
    setStart(from);
    pane.current?.write(texts[from]);
  };
  const sides: { id: Side; label: string }[] = [
    { id: 'theirs', label: messages.theirs },
    ...(base === null ? [] : [{ id: 'base', label: messages.base } as const]),
  ];
  return (
    <section className={styles['conflict']} aria-label={messages.title}>
      <ConflictHead conflict={conflict} clashes={merged?.clashes ?? null} pane={pane} />
      <div className="row">
        <Select label={messages.compareWith} value={side} onChange={setSide} options={sides} />
        <Select label={messages.startFrom} value={start} onChange={begin} options={choices} />
      </div>
      <MergePane
        key={side}
        ref={pane}
        left={side === 'base' ? base! : theirs}
        leftName={side === 'base' ? messages.base : messages.theirs}
        first={texts[start]}
      />
    </section>
  );
}

function useCause(change: TextChange | null): string {
  const messages = useMessages(conflictMessages);
  const editing = useEditing();
  const names = useEditingState(({ detail }) => detail.names);
  if (!change) return messages.bySomebody;
  const { cause, author, at } = change;
  const when = formatRelativeTime(at);
  if (author === editing.username) return messages.byYou(when);
  return messages[cause](personName(names, author.replace(/^(plugin|agent):/, '')), when);
}

interface HeadProps {
  readonly conflict: Conflict;
  /** Null if the common base is unknown. */
  readonly clashes: number | null;
  readonly pane: React.RefObject<MergeHandle | null>;
}

function ConflictHead({ conflict, clashes, pane }: HeadProps): ReactNode {
  const messages = useMessages(conflictMessages);
  const editing = useEditing();
  const [error, setError] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const cause = useCause(conflict.theirChange);
  const save = async () => {
    setPending(true);
    setError(null);
    try {
      await editing.saveMerged(pane.current!.read());
      toast({ text: messages.saved });
    } catch (problem) {
      setError(problem);
    } finally {
      setPending(false);
    }
  };
  const later = async () => {
    const { laterTitle: title, laterText: text, later: action } = messages;
    if (pane.current?.isEdited() && !(await confirmAction({ title, text, action, kind: 'danger' })))
      return;
    editing.closeConflict();
  };
  const drop = async () => {
    const { takeTitle: title, takeText: text, takeTheirs: action } = messages;
    if (!(await confirmAction({ title, text, action, kind: 'danger' }))) return;
    editing.replaceText(await getDocument(editing.path));
  };
  return (
    <header className={styles['conflict-head']}>
      <div className="grow">
        <h2>{messages.title}</h2>
        <p>
          {cause} {messages.kept}
        </p>
        {clashes !== null && (
          <p className="soft">{clashes > 0 ? messages.clashes(clashes) : messages.merged}</p>
        )}
        <ErrorNotice error={error} />
      </div>
      <div className="row">
        <Button kind="quiet" onPress={() => void later()}>
          {messages.later}
        </Button>
        <Button onPress={() => void drop().catch(toastProblem)}>{messages.takeTheirs}</Button>
        <Button kind="primary" isPending={isPending} onPress={() => void save()}>
          {messages.saveResult}
        </Button>
      </div>
    </header>
  );
}
