import type { MediaTrashEntry } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Trash2, Undo2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { formatBytes } from '../../lib/format.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages, currentMessages } from '../../lib/messages.ts';
import {
  confirmAction,
  Button,
  EmptyState,
  IconButton,
  QueryBoundary,
  Page as Shown,
  TextField,
  Time,
  toast,
  toastProblem,
} from '../../ui/index.ts';
import { folderOf, fileName } from './media-metadata.ts';
import { mediaTrashQuery, refreshMedia } from './media-queries.ts';
import { MediaTabs } from './media-tabs.tsx';
import { mediaMessages } from './messages.ts';
import styles from './media.module.css';

export function Page(): ReactNode {
  const messages = useMessages(mediaMessages);
  const query = useQuery(mediaTrashQuery);
  return (
    <Shown title={messages.media} about={messages.trashAbout}>
      <MediaTabs />
      <QueryBoundary query={query}>{(entries) => <Entries entries={entries} />}</QueryBoundary>
    </Shown>
  );
}

const step = 100;

function Entries({ entries }: { readonly entries: readonly MediaTrashEntry[] }): ReactNode {
  const messages = useMessages(mediaMessages);
  const [q, setQ] = useState('');
  const [most, setMost] = useState(step);
  if (entries.length === 0) return <EmptyState icon={Trash2} title={messages.trashEmpty} />;
  const found = entries.filter(({ original_path }) =>
    original_path.toLowerCase().includes(q.trim().toLowerCase()),
  );
  return (
    <div className="stack">
      <div className={styles['search']}>
        <TextField
          label={messages.trashSearch}
          isLabelHidden
          type="search"
          placeholder={messages.trashSearch}
          value={q}
          onChange={setQ}
        />
      </div>
      {found.length === 0 ? (
        <EmptyState title={messages.trashNone} />
      ) : (
        <EntryTable entries={found.slice(0, most)} />
      )}
      {found.length > most && (
        <Button onPress={() => setMost(most + step)}>
          {messages.moreRows({ count: Math.min(step, found.length - most) })}
        </Button>
      )}
    </div>
  );
}

function EntryTable({ entries }: { readonly entries: readonly MediaTrashEntry[] }): ReactNode {
  const messages = useMessages(mediaMessages);
  return (
    <div className={`panel table-frame ${styles['trash-table']}`}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{messages.file}</th>
            <th scope="col" className="number">
              {messages.sizeColumn}
            </th>
            <th scope="col">{messages.deletedColumn}</th>
            <th scope="col">
              <span className="sr-only">{messages.doings}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <EntryRow key={entry.path} entry={entry} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function EntryRow({ entry }: { readonly entry: MediaTrashEntry }): ReactNode {
  const messages = useMessages(mediaMessages);
  const navigate = useNavigate();
  const { original_path, size, deleted_by, deleted_at } = entry;
  const name = fileName(original_path);
  const show = (item: string) => void navigate({ to: '/media', search: { item } });
  return (
    <tr>
      <td className={styles['trash-name']}>
        <strong className="breaks">{name}</strong>
        <span className="soft small breaks">{folderOf(original_path)}</span>
      </td>
      <td className={`number ${styles['fact']}`}>{size !== null && formatBytes(size)}</td>
      <td>
        <Time at={deleted_at} />{' '}
        <span className="soft">{messages.byWhom({ name: deleted_by })}</span>
      </td>
      <td className={styles['trash-doings']}>
        <IconButton size="small" icon={Undo2} onPress={() => void restore(entry, show)}>
          {messages.restoreName({ name })}
        </IconButton>
        <IconButton size="small" icon={Trash2} onPress={() => void purge(entry)}>
          {messages.purgeName({ name })}
        </IconButton>
      </td>
    </tr>
  );
}

async function restore(
  { path, original_path }: MediaTrashEntry,
  show: (path: string) => void,
): Promise<void> {
  const messages = currentMessages(mediaMessages);
  try {
    const item = await galley.media.restore({ path });
    toast({
      text: messages.restored({ name: fileName(original_path) }),
      action: { label: messages.show, onPress: () => show(item.path) },
    });
  } catch (error) {
    toastProblem(error);
  }
  await refreshMedia();
}

async function purge({ path, original_path }: MediaTrashEntry): Promise<void> {
  const messages = currentMessages(mediaMessages);
  const name = fileName(original_path);
  const isYes = await confirmAction({
    title: messages.purgeTitle,
    text: messages.purgeText({ path: original_path }),
    action: messages.purge,
    kind: 'danger',
    typed: name,
  });
  if (!isYes) return;
  try {
    await galley.media.purge({ path });
    toast({ text: messages.purged({ name }) });
  } catch (error) {
    toastProblem(error);
  }
  await refreshMedia();
}
