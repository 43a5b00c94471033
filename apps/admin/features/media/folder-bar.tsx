import type { MediaFolder, MediaItem } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Folder, MessageSquareText } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { formatBytes, formatNumber } from '../../lib/format.ts';
import { useMessages, type TextsOf } from '../../lib/messages.ts';
import { Button } from '../../ui/index.ts';
import { DescribePictures } from './describe-pictures.tsx';
import { folderOf, fileName } from './media-metadata.ts';
import { isFiltered, type MediaAddress } from './media-filters.ts';
import { mediaFoldersQuery } from './media-queries.ts';
import { mediaMessages } from './messages.ts';
import styles from './media.module.css';

interface FolderBarProps {
  readonly address: MediaAddress;
  readonly total: number | undefined;
  readonly items: readonly MediaItem[];
}

export function FolderBar({ address, total, items }: FolderBarProps): ReactNode {
  const messages = useMessages(mediaMessages);
  const { filters, change } = address;
  const { data: folders = [] } = useQuery(mediaFoldersQuery);
  const here = filters.folder ?? 'media';
  const below = folders.filter(({ path }) => folderOf(path) === here);
  const current = folders.find(({ path }) => path === here);
  return (
    <div className={styles['places']}>
      <nav className={styles['trail']} aria-label={messages.folders}>
        <Trail here={here} onGo={(folder) => change({ folder, item: undefined })} />
        <span className={styles['trail-sum']} role="status">
          {sumOf(messages, { isFound: isFiltered(filters), total, current })}
        </span>
        <DescribeAll {...{ filters, items }} />
      </nav>
      {below.length > 0 && (
        <ul className={styles['folders']}>
          {below.map((folder) => (
            <li key={folder.path}>
              <FolderButton folder={folder} onGo={() => change({ folder: folder.path })} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface Sum {
  readonly isFound: boolean;
  readonly total: number | undefined;
  readonly current: MediaFolder | undefined;
}

function sumOf(messages: TextsOf<typeof mediaMessages>, { isFound, total, current }: Sum): string {
  if (total === undefined) return '';
  if (isFound) return messages.found({ count: total });
  return current
    ? messages.sum({ count: total, size: formatBytes(current.size) })
    : messages.files({ count: total });
}

function Trail(props: {
  readonly here: string;
  readonly onGo: (folder: string | undefined) => void;
}): ReactNode {
  const messages = useMessages(mediaMessages);
  const parts = props.here.split('/');
  return (
    <ol className={styles['trail-parts']}>
      {parts.map((part, depth) => {
        const name = depth === 0 ? messages.allMedia : part;
        const path = depth === 0 ? undefined : parts.slice(0, depth + 1).join('/');
        return (
          <li key={depth}>
            {depth > 0 && <ChevronRight aria-hidden size={14} />}
            {depth === parts.length - 1 ? (
              <strong aria-current="page">{name}</strong>
            ) : (
              <Button kind="quiet" size="small" onPress={() => props.onGo(path)}>
                {name}
              </Button>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function FolderButton(props: {
  readonly folder: MediaFolder;
  readonly onGo: () => void;
}): ReactNode {
  const messages = useMessages(mediaMessages);
  const { path, total } = props.folder;
  return (
    <Button size="small" icon={Folder} className={styles['folder']} onPress={props.onGo}>
      {fileName(path)} <span className="soft">{formatNumber(total)}</span>
      <span className="sr-only"> {messages.files({ count: total }).replace(/^\S+ /, '')}</span>
    </Button>
  );
}

function DescribeAll({
  filters,
  items,
}: Pick<FolderBarProps, 'items'> & { readonly filters: MediaAddress['filters'] }): ReactNode {
  const messages = useMessages(mediaMessages);
  const session = useSession();
  const [going, setGoing] = useState<readonly MediaItem[] | null>(null);
  const missing = items.filter((item) => item.missing_alt && item.problem === null);
  const isOffered =
    filters.isAltMissing && missing.length > 0 && hasCapability(session, 'media.write');
  return (
    <>
      {isOffered && (
        <Button size="small" icon={MessageSquareText} onPress={() => setGoing(missing)}>
          {messages.describeAll({ count: missing.length })}
        </Button>
      )}
      {going && <DescribePictures pictures={going} onClose={() => setGoing(null)} />}
    </>
  );
}
