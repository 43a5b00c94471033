import { useMemo, useRef, useState, type ReactNode } from 'react';
import { getEditable } from '../session/editable-document.ts';
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
import type { Conflict } from '../session/editing-state.ts';
import { mergeThree } from '../session/merge-three.ts';
import { joinSource, splitSource } from '../session/source-parts.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { conflictMessages } from './conflict-messages.ts';
import { FieldChoices } from './field-choices.tsx';
import {
  fieldConflicts,
  fieldKey,
  readVersions,
  withMine,
  type FieldConflict,
  type FieldSide,
} from './field-conflicts.ts';
import { useCause } from './use-cause.ts';
import { MergePane, type MergeHandle } from './merge-pane.tsx';

type Start = 'both' | 'mine' | 'theirs';
type Side = 'theirs' | 'base';

/** Merges fields one by one and the text below them; the whole file if the fields of a version cannot be read. */
export function ConflictView({ conflict }: { readonly conflict: Conflict }): ReactNode {
  const messages = useMessages(conflictMessages);
  // A save can meet another version once more: the result stays, and is compared with that one.
  const { yaml, texts, fields, merged } = useMemo(() => comparedParts(conflict), [conflict]);
  const [start, setStart] = useState<Start>(merged ? 'both' : 'mine');
  const [side, setSide] = useState<Side>('theirs');
  const [chosen, setChosen] = useState<Readonly<Record<string, FieldSide>>>({});
  const pane = useRef<MergeHandle>(null);
  const { base, mine, theirs } = texts;
  const starts = { both: merged?.text ?? mine, mine, theirs };
  const choices: { id: Start; label: string }[] = [
    ...(merged ? [{ id: 'both', label: messages.useBoth } as const] : []),
    { id: 'mine', label: messages.useMine },
    { id: 'theirs', label: messages.useTheirs },
  ];
  const begin = (from: Start) => {
    setStart(from);
    setChosen({});
    pane.current?.write(starts[from]);
  };
  const sides: { id: Side; label: string }[] = [
    { id: 'theirs', label: messages.theirs },
    ...(base === null ? [] : [{ id: 'base', label: messages.base } as const]),
  ];
  const sideOf = (field: FieldConflict): FieldSide =>
    chosen[fieldKey(field)] ?? (start === 'both' ? field.suggested : start);
  const result: ConflictResult = {
    read: () => {
      const body = pane.current!.read();
      if (yaml === null) return body;
      const own = fields.filter((field) => sideOf(field) === 'mine');
      return joinSource({ yaml: withMine(yaml, own), body });
    },
    isEdited: () => pane.current?.isEdited() === true || Object.keys(chosen).length > 0,
  };
  const clashes = merged && merged.clashes + fields.filter(({ isClash }) => isClash).length;
  return (
    <section className={styles['conflict']} aria-label={messages.title}>
      <ConflictHead conflict={conflict} clashes={clashes} result={result} />
      <div className="row">
        <Select label={messages.compareWith} value={side} onChange={setSide} options={sides} />
        <Select label={messages.startFrom} value={start} onChange={begin} options={choices} />
      </div>
      <FieldChoices
        fields={fields}
        sideOf={sideOf}
        onChoose={(field, one) => setChosen({ ...chosen, [fieldKey(field)]: one })}
      />
      <MergePane
        key={side}
        ref={pane}
        left={side === 'base' ? base! : theirs}
        leftName={side === 'base' ? messages.base : messages.theirs}
        first={starts[start]}
      />
    </section>
  );
}

interface ConflictResult {
  readonly read: () => string;
  readonly isEdited: () => boolean;
}

function comparedParts({ base, mine, theirs }: Conflict) {
  const parts = {
    base: base === null ? null : splitSource(base),
    mine: splitSource(mine),
    theirs: splitSource(theirs),
  };
  const versions = readVersions({
    base: parts.base && parts.base.yaml,
    mine: parts.mine.yaml,
    theirs: parts.theirs.yaml,
  });
  const texts = versions
    ? { base: parts.base && parts.base.body, mine: parts.mine.body, theirs: parts.theirs.body }
    : { base, mine, theirs };
  return {
    texts,
    /** Null if the texts are whole files. */
    yaml: versions ? parts.theirs.yaml : null,
    fields: versions ? fieldConflicts(versions) : [],
    merged: texts.base === null ? null : mergeThree(texts.base, texts.mine, texts.theirs),
  };
}

interface HeadProps {
  readonly conflict: Conflict;
  /** Null if the common base is unknown. */
  readonly clashes: number | null;
  readonly result: ConflictResult;
}

function ConflictHead({ conflict, clashes, result }: HeadProps): ReactNode {
  const messages = useMessages(conflictMessages);
  const editing = useEditing();
  const [error, setError] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const names = useEditingState(({ detail }) => detail.names);
  const cause = useCause()(conflict.theirChange, names);
  const save = async () => {
    setPending(true);
    setError(null);
    try {
      await editing.saveMerged(result.read());
      toast({ text: messages.saved });
    } catch (problem) {
      setError(problem);
    } finally {
      setPending(false);
    }
  };
  const later = async () => {
    const { laterTitle: title, laterText: text, later: action } = messages;
    if (result.isEdited() && !(await confirmAction({ title, text, action, kind: 'danger' })))
      return;
    editing.closeConflict();
  };
  const drop = async () => {
    const { takeTitle: title, takeText: text, takeTheirs: action } = messages;
    if (!(await confirmAction({ title, text, action, kind: 'danger' }))) return;
    editing.replaceText(await getEditable(editing.path));
  };
  return (
    <header className={styles['conflict-head']}>
      <div className="grow">
        <h2>{messages.title}</h2>
        <p>
          {cause} {messages.kept}
        </p>
        {clashes !== null && (
          <p className="soft">
            {clashes > 0 ? messages.clashes({ count: clashes }) : messages.merged}
          </p>
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
