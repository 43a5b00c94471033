import type { TrashEntry } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, ArchiveRestore, SearchX, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Input, SearchField } from 'react-aria-components';
import { may, useSession } from '../../app/session.ts';
import { useWords, wordsNow } from '../../lib/words.ts';
import {
  Button,
  Checkbox,
  Empty,
  Loading,
  Notice,
  Page as Shown,
  Panel,
  Time,
  toast,
} from '../../ui/index.ts';
import { actWords } from './act-words.ts';
import { restore } from './acts.ts';
import styles from './documents.module.css';
import { trashQuery } from './queries.ts';
import { RefusedSheet } from './refused-sheet.tsx';
import { documentWords } from './words.ts';

export function Page(): ReactNode {
  const words = useWords(actWords);
  const { trash, mayNotTrash } = useWords(documentWords);
  const mayLook = may(useSession(), 'documents.lifecycle', true);
  return (
    <Shown
      title={trash}
      about={words.trashAbout}
      actions={
        <Link to={'/documents'} className="button quiet">
          <ArrowLeft aria-hidden size={16} />
          {words.back}
        </Link>
      }
    >
      {mayLook ? <Trash /> : <Notice tone="warn">{mayNotTrash}</Notice>}
      <RefusedSheet />
    </Shown>
  );
}

function Trash(): ReactNode {
  const words = useWords(actWords);
  const query = useQuery(trashQuery);
  return (
    <Loading query={query}>
      {(entries) =>
        entries.length === 0 ? (
          <Empty icon={Trash2} title={words.trashEmpty}>
            {words.trashEmptyText}
          </Empty>
        ) : (
          <Entries entries={entries} />
        )
      }
    </Loading>
  );
}

const step = 100;
/** Maximum number of entries that the server returns. */
const most = 1000;

function Entries({ entries }: { readonly entries: readonly TrashEntry[] }): ReactNode {
  const words = useWords(actWords);
  const [q, setQ] = useState('');
  const [shown, setShown] = useState(step);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const found = entries.filter((entry) => matches(entry, q));
  const selected = found.filter(({ path }) => chosen.has(path));
  return (
    <div className="stack">
      <div className={styles.bar}>
        <SearchField
          className={styles.search}
          aria-label={words.trashSearch}
          value={q}
          onChange={setQ}
        >
          <Input className="input" placeholder={words.trashSearch} />
        </SearchField>
        <RestoreButton entries={selected} onDone={() => setChosen(new Set())} />
      </div>
      {found.length === 0 ? (
        <Empty icon={SearchX} title={words.trashNone} />
      ) : (
        <Panel isFlush>
          <Table entries={found.slice(0, shown)} all={found} chosen={chosen} onChosen={setChosen} />
        </Panel>
      )}
      {found.length > shown && <Button onPress={() => setShown(shown + step)}>{words.more}</Button>}
      {entries.length >= most && <p className="soft small">{words.trashMost}</p>}
    </div>
  );
}

function matches({ title, original_path: path }: TrashEntry, q: string): boolean {
  const text = `${title} ${path}`.toLocaleLowerCase();
  return q
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

interface TableProps {
  readonly entries: readonly TrashEntry[];
  /** All entries, including those not shown yet. */
  readonly all: readonly TrashEntry[];
  readonly chosen: ReadonlySet<string>;
  readonly onChosen: (chosen: ReadonlySet<string>) => void;
}

function Table({ entries, all, chosen, onChosen }: TableProps): ReactNode {
  const words = useWords(actWords);
  const names = useWords(documentWords);
  const count = all.filter(({ path }) => chosen.has(path)).length;
  const isAll = count === all.length;
  return (
    <div className="table-frame">
      <table className={`table ${styles.trash}`}>
        <thead>
          <tr>
            <th>
              <Checkbox
                isSelected={isAll}
                isIndeterminate={count > 0 && !isAll}
                onChange={() => onChosen(new Set(isAll ? [] : all.map(({ path }) => path)))}
                isLabelHidden
              >
                {words.selectAll}
              </Checkbox>
            </th>
            <th>{names.title}</th>
            <th>{names.type}</th>
            <th>{words.deletedBy}</th>
            <th>{words.deletedAt}</th>
            <th className="number">
              <span className="sr-only">{words.restore}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <Row
              key={entry.path}
              entry={entry}
              isChosen={chosen.has(entry.path)}
              onChoose={(isChosen) => {
                const next = new Set(chosen);
                if (isChosen) next.add(entry.path);
                else next.delete(entry.path);
                onChosen(next);
              }}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row(props: {
  readonly entry: TrashEntry;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}): ReactNode {
  const { entry, isChosen, onChoose } = props;
  const words = useWords(documentWords);
  const name = entry.title || entry.original_path;
  return (
    <tr>
      <td>
        <Checkbox isSelected={isChosen} onChange={onChoose} isLabelHidden>
          {words.select(name)}
        </Checkbox>
      </td>
      <td>
        <span className="block breaks" dir="auto">
          {entry.title || <em>{words.untitled}</em>}
        </span>
        <span className="soft small breaks block">{entry.original_path}</span>
        <span className={`soft small ${styles.trashTold}`}>
          <bdi>{entry.deleted_by_name ?? entry.deleted_by}</bdi> · <Time at={entry.deleted_at} />
        </span>
      </td>
      <td>{entry.type}</td>
      <td>
        <bdi>{entry.deleted_by_name ?? entry.deleted_by}</bdi>
      </td>
      <td>
        <Time at={entry.deleted_at} />
      </td>
      <td className="number">
        <RestoreButton entries={[entry]} name={name} />
      </td>
    </tr>
  );
}

function RestoreButton(props: {
  readonly entries: readonly TrashEntry[];
  readonly name?: string;
  readonly onDone?: () => void;
}): ReactNode {
  const { entries, name, onDone } = props;
  const words = useWords(actWords);
  const navigate = useNavigate();
  const [isPending, setPending] = useState(false);
  const run = async () => {
    setPending(true);
    const places = await restore(entries.map(({ path }) => path));
    setPending(false);
    if (places.length === 0) return;
    const [place] = places;
    const open = () => void navigate({ to: '/edit/$', params: { _splat: place } });
    tellRestored(entries, places.length, open);
    onDone?.();
  };
  if (entries.length === 0) return null;
  return (
    <Button
      size={name === undefined ? 'normal' : 'small'}
      icon={ArchiveRestore}
      isPending={isPending}
      onPress={() => void run()}
    >
      {name === undefined ? `${words.restore} (${entries.length})` : words.restore}
      {name !== undefined && <span className="sr-only"> {name}</span>}
    </Button>
  );
}

function tellRestored(entries: readonly TrashEntry[], count: number, open: () => void): void {
  const words = wordsNow(actWords);
  const [first] = entries;
  if (entries.length > 1 || !first) return toast({ text: words.restored(count) });
  return toast({
    text: words.oneRestored(first.title || first.original_path),
    action: { label: wordsNow(documentWords).open, onPress: open },
  });
}
