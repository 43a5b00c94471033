import type { TrashEntry } from '@galley/sdk';
import { useTypeName } from '../../lib/document-types.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, ArchiveRestore, SearchX, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Input, SearchField } from 'react-aria-components';
import { hasCapability, useSession } from '../../app/session.ts';
import { useMessages, currentMessages } from '../../lib/messages.ts';
import {
  Button,
  Checkbox,
  EmptyState,
  QueryBoundary,
  Notice,
  Page as Shown,
  Panel,
  Time,
  toast,
} from '../../ui/index.ts';
import { documentActionMessages } from './action-messages.ts';
import { restoreFromTrash } from './document-actions.ts';
import styles from './documents.module.css';
import { trashQuery } from './queries.ts';
import { BulkReportDialog } from './bulk-report-dialog.tsx';
import { documentMessages } from './messages.ts';

export function Page(): ReactNode {
  const messages = useMessages(documentActionMessages);
  const { trash, mayNotTrash } = useMessages(documentMessages);
  const mayLook = hasCapability(useSession(), 'documents.lifecycle', true);
  return (
    <Shown
      title={trash}
      about={messages.trashAbout}
      actions={
        <Link to={'/documents'} className="button quiet">
          <ArrowLeft aria-hidden size={16} />
          {messages.back}
        </Link>
      }
    >
      {mayLook ? <Trash /> : <Notice tone="warn">{mayNotTrash}</Notice>}
      <BulkReportDialog />
    </Shown>
  );
}

function Trash(): ReactNode {
  const messages = useMessages(documentActionMessages);
  const query = useQuery(trashQuery);
  return (
    <QueryBoundary query={query}>
      {(entries) =>
        entries.length === 0 ? (
          <EmptyState icon={Trash2} title={messages.trashEmpty}>
            {messages.trashEmptyText}
          </EmptyState>
        ) : (
          <Entries entries={entries} />
        )
      }
    </QueryBoundary>
  );
}

const pageSize = 100;
/** Limit of the server. */
const maxEntries = 1000;

function Entries({ entries }: { readonly entries: readonly TrashEntry[] }): ReactNode {
  const messages = useMessages(documentActionMessages);
  const [q, setQ] = useState('');
  const [shown, setShown] = useState(pageSize);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const found = entries.filter((entry) => matches(entry, q));
  const selected = found.filter(({ path }) => chosen.has(path));
  return (
    <div className="stack">
      <div className={styles.bar}>
        <SearchField
          className={styles.search}
          aria-label={messages.trashSearch}
          value={q}
          onChange={setQ}
        >
          <Input className="input" placeholder={messages.trashSearch} />
        </SearchField>
        <RestoreButton entries={selected} onDone={() => setChosen(new Set())} />
      </div>
      {found.length === 0 ? (
        <EmptyState icon={SearchX} title={messages.trashNone} />
      ) : (
        <Panel isFlush>
          <Table entries={found.slice(0, shown)} all={found} chosen={chosen} onChosen={setChosen} />
        </Panel>
      )}
      {found.length > shown && (
        <Button onPress={() => setShown(shown + pageSize)}>{messages.more}</Button>
      )}
      {entries.length >= maxEntries && <p className="soft small">{messages.trashMost}</p>}
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
  readonly all: readonly TrashEntry[];
  readonly chosen: ReadonlySet<string>;
  readonly onChosen: (chosen: ReadonlySet<string>) => void;
}

function Table({ entries, all, chosen, onChosen }: TableProps): ReactNode {
  const messages = useMessages(documentActionMessages);
  const names = useMessages(documentMessages);
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
                {messages.selectAll}
              </Checkbox>
            </th>
            <th>{names.title}</th>
            <th>{names.type}</th>
            <th>{messages.deletedBy}</th>
            <th>{messages.deletedAt}</th>
            <th className="number">
              <span className="sr-only">{messages.restore}</span>
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
  const messages = useMessages(documentMessages);
  const typeName = useTypeName();
  const name = entry.title || entry.original_path;
  return (
    <tr>
      <td>
        <Checkbox isSelected={isChosen} onChange={onChoose} isLabelHidden>
          {messages.select({ title: name })}
        </Checkbox>
      </td>
      <td>
        <span className="block breaks" dir="auto">
          {entry.title || <em>{messages.untitled}</em>}
        </span>
        <span className="soft small breaks block">{entry.original_path}</span>
        <span className={`soft small ${styles.trashTold}`}>
          <bdi>{entry.deleted_by_name ?? entry.deleted_by}</bdi> · <Time at={entry.deleted_at} />
        </span>
      </td>
      <td>{typeName(entry.type)}</td>
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
  const messages = useMessages(documentActionMessages);
  const navigate = useNavigate();
  const [isPending, setPending] = useState(false);
  const run = async () => {
    setPending(true);
    const places = await restoreFromTrash(entries.map(({ path }) => path));
    setPending(false);
    if (places.length === 0) return;
    const [place] = places;
    const open = () => void navigate({ to: '/edit/$', params: { _splat: place } });
    toastRestored(entries, places.length, open);
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
      {name === undefined ? `${messages.restore} (${entries.length})` : messages.restore}
      {name !== undefined && <span className="sr-only"> {name}</span>}
    </Button>
  );
}

function toastRestored(entries: readonly TrashEntry[], count: number, open: () => void): void {
  const messages = currentMessages(documentActionMessages);
  const [first] = entries;
  if (entries.length > 1 || !first) return toast({ text: messages.restored({ count }) });
  return toast({
    text: messages.oneRestored({ title: first.title || first.original_path }),
    action: { label: currentMessages(documentMessages).open, onPress: open },
  });
}
