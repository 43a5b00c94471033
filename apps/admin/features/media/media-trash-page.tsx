import type { MediaTrashEntry } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Trash2, Undo2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { byteSize } from '../../lib/format.ts';
import { galley } from '../../lib/galley.ts';
import { useWords, wordsNow } from '../../lib/words.ts';
import {
  ask,
  Button,
  Empty,
  IconButton,
  Loading,
  Page as Shown,
  TextField,
  Time,
  toast,
  toastProblem,
} from '../../ui/index.ts';
import { folderOf, nameOf } from './media-facts.ts';
import { mediaTrashQuery, refreshMedia } from './media-queries.ts';
import { MediaTabs } from './media-tabs.tsx';
import { mediaWords } from './words.ts';
import styles from './media.module.css';

export function Page(): ReactNode {
  const words = useWords(mediaWords);
  const query = useQuery(mediaTrashQuery);
  return (
    <Shown title={words.media} about={words.trashAbout}>
      <MediaTabs />
      <Loading query={query}>{(entries) => <Entries entries={entries} />}</Loading>
    </Shown>
  );
}

/** Page size. */
const step = 100;

function Entries({ entries }: { readonly entries: readonly MediaTrashEntry[] }): ReactNode {
  const words = useWords(mediaWords);
  const [q, setQ] = useState('');
  const [most, setMost] = useState(step);
  if (entries.length === 0) return <Empty icon={Trash2} title={words.trashEmpty} />;
  const found = entries.filter(({ original_path }) =>
    original_path.toLowerCase().includes(q.trim().toLowerCase()),
  );
  return (
    <div className="stack">
      <div className={styles['search']}>
        <TextField
          label={words.trashSearch}
          isLabelHidden
          type="search"
          placeholder={words.trashSearch}
          value={q}
          onChange={setQ}
        />
      </div>
      {found.length === 0 ? (
        <Empty title={words.trashNone} />
      ) : (
        <EntryTable entries={found.slice(0, most)} />
      )}
      {found.length > most && (
        <Button onPress={() => setMost(most + step)}>
          {words.moreRows(Math.min(step, found.length - most))}
        </Button>
      )}
    </div>
  );
}

function EntryTable({ entries }: { readonly entries: readonly MediaTrashEntry[] }): ReactNode {
  const words = useWords(mediaWords);
  return (
    <div className={`panel table-frame ${styles['trash-table']}`}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{words.file}</th>
            <th scope="col" className="number">
              {words.sizeColumn}
            </th>
            <th scope="col">{words.deletedColumn}</th>
            <th scope="col">
              <span className="sr-only">{words.doings}</span>
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
  const words = useWords(mediaWords);
  const navigate = useNavigate();
  const { original_path, size, deleted_by, deleted_at } = entry;
  const name = nameOf(original_path);
  const show = (item: string) => void navigate({ to: '/media', search: { item } });
  return (
    <tr>
      <td className={styles['trash-name']}>
        <strong className="breaks">{name}</strong>
        <span className="soft small breaks">{folderOf(original_path)}</span>
      </td>
      <td className={`number ${styles['fact']}`}>{size !== null && byteSize(size)}</td>
      <td>
        <Time at={deleted_at} /> <span className="soft">{words.byWhom(deleted_by)}</span>
      </td>
      <td className={styles['trash-doings']}>
        <IconButton size="small" icon={Undo2} onPress={() => void restore(entry, show)}>
          {words.restoreName(name)}
        </IconButton>
        <IconButton size="small" icon={Trash2} onPress={() => void purge(entry)}>
          {words.purgeName(name)}
        </IconButton>
      </td>
    </tr>
  );
}

async function restore(
  { path, original_path }: MediaTrashEntry,
  show: (path: string) => void,
): Promise<void> {
  const words = wordsNow(mediaWords);
  try {
    const item = await galley.media.restore({ path });
    toast({
      text: words.restored(nameOf(original_path)),
      action: { label: words.show, onPress: () => show(item.path) },
    });
  } catch (error) {
    toastProblem(error);
  }
  await refreshMedia();
}

async function purge({ path, original_path }: MediaTrashEntry): Promise<void> {
  const words = wordsNow(mediaWords);
  const name = nameOf(original_path);
  const isYes = await ask({
    title: words.purgeTitle,
    text: words.purgeText(original_path),
    action: words.purge,
    kind: 'danger',
    typed: name,
  });
  if (!isYes) return;
  try {
    await galley.media.purge({ path });
    toast({ text: words.purged(name) });
  } catch (error) {
    toastProblem(error);
  }
  await refreshMedia();
}
