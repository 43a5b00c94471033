import { useRef, useState, type ReactNode } from 'react';
import { relativeTime } from '../../../lib/format.ts';
import { galley } from '../../../lib/galley.ts';
import { personName } from '../../../lib/person-name.ts';
import { useWords } from '../../../lib/words.ts';
import { ask, Button, ErrorNotice, Select, toast, toastProblem } from '../../../ui/index.ts';
import styles from '../editor.module.css';
import type { Conflict, TextChange } from '../session/editing-state.ts';
import { mergeThree } from '../session/merge-three.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { conflictWords } from './conflict-words.ts';
import { MergePane, type MergeHandle } from './merge-pane.tsx';

type Start = 'both' | 'mine' | 'theirs';
type Side = 'theirs' | 'base';

/** Resolves a conflict: the version of the other person beside the user's own, until one text is merged. */
export function ConflictView({ conflict }: { readonly conflict: Conflict }): ReactNode {
  const words = useWords(conflictWords);
  const { base, mine, theirs } = conflict;
  const [merged] = useState(() => (base === null ? null : mergeThree(base, mine, theirs)));
  const [start, setStart] = useState<Start>(merged ? 'both' : 'mine');
  const [side, setSide] = useState<Side>('theirs');
  const pane = useRef<MergeHandle>(null);
  const texts = { both: merged?.text ?? mine, mine, theirs };
  const choices: { id: Start; label: string }[] = [
    ...(merged ? [{ id: 'both', label: words.useBoth } as const] : []),
    { id: 'mine', label: words.useMine },
    { id: 'theirs', label: words.useTheirs },
  ];
  const begin = (from: Start) => {
    setStart(from);
    pane.current?.write(texts[from]);
  };
  const sides: { id: Side; label: string }[] = [
    { id: 'theirs', label: words.theirs },
    ...(base === null ? [] : [{ id: 'base', label: words.base } as const]),
  ];
  return (
    <section className={styles['conflict']} aria-label={words.title}>
      <ConflictHead conflict={conflict} clashes={merged?.clashes ?? null} pane={pane} />
      <div className="row">
        <Select label={words.compareWith} value={side} onChange={setSide} options={sides} />
        <Select label={words.startFrom} value={start} onChange={begin} options={choices} />
      </div>
      <MergePane
        key={side}
        ref={pane}
        left={side === 'base' ? base! : theirs}
        leftName={side === 'base' ? words.base : words.theirs}
        first={texts[start]}
      />
    </section>
  );
}

function useCause(change: TextChange | null): string {
  const words = useWords(conflictWords);
  const editing = useEditing();
  const names = useEditingState(({ detail }) => detail.names);
  if (!change) return words.bySomebody;
  const { cause, author, at } = change;
  const when = relativeTime(at);
  if (author === editing.username) return words.byYou(when);
  return words[cause](personName(names, author.replace(/^(plugin|agent):/, '')), when);
}

interface HeadProps {
  readonly conflict: Conflict;
  /** Null if the common base is unknown. */
  readonly clashes: number | null;
  readonly pane: React.RefObject<MergeHandle | null>;
}

function ConflictHead({ conflict, clashes, pane }: HeadProps): ReactNode {
  const words = useWords(conflictWords);
  const editing = useEditing();
  const [error, setError] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const cause = useCause(conflict.theirChange);
  const save = async () => {
    setPending(true);
    setError(null);
    try {
      await editing.saveMerged(pane.current!.read());
      toast({ text: words.saved });
    } catch (problem) {
      setError(problem);
    } finally {
      setPending(false);
    }
  };
  const later = async () => {
    const { laterTitle: title, laterText: text, later: action } = words;
    if (pane.current?.isEdited() && !(await ask({ title, text, action, kind: 'danger' }))) return;
    editing.closeConflict();
  };
  const drop = async () => {
    const { takeTitle: title, takeText: text, takeTheirs: action } = words;
    if (!(await ask({ title, text, action, kind: 'danger' }))) return;
    editing.take(await galley.documents.get({ path: editing.path }));
  };
  return (
    <header className={styles['conflict-head']}>
      <div className="grow">
        <h2>{words.title}</h2>
        <p>
          {cause} {words.kept}
        </p>
        {clashes !== null && (
          <p className="soft">{clashes > 0 ? words.clashes(clashes) : words.merged}</p>
        )}
        <ErrorNotice error={error} />
      </div>
      <div className="row">
        <Button kind="quiet" onPress={() => void later()}>
          {words.later}
        </Button>
        <Button onPress={() => void drop().catch(toastProblem)}>{words.takeTheirs}</Button>
        <Button kind="primary" isPending={isPending} onPress={() => void save()}>
          {words.saveResult}
        </Button>
      </div>
    </header>
  );
}
