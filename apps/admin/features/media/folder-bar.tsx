import type { MediaFolder, MediaItem } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Folder, MessageSquareText } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { may, useSession } from '../../app/session.ts';
import { byteSize, number } from '../../lib/format.ts';
import { useWords } from '../../lib/words.ts';
import { Button } from '../../ui/index.ts';
import { DescribePictures } from './describe-pictures.tsx';
import { folderOf, nameOf } from './media-facts.ts';
import { isFiltered, type MediaAddress } from './media-filters.ts';
import { mediaFoldersQuery } from './media-queries.ts';
import { mediaWords } from './words.ts';
import styles from './media.module.css';

interface FolderBarProps {
  readonly address: MediaAddress;
  readonly total: number | undefined;
  readonly items: readonly MediaItem[];
}

export function FolderBar({ address, total, items }: FolderBarProps): ReactNode {
  const words = useWords(mediaWords);
  const { filters, change } = address;
  const { data: folders = [] } = useQuery(mediaFoldersQuery);
  const here = filters.folder ?? 'media';
  const below = folders.filter(({ path }) => folderOf(path) === here);
  const current = folders.find(({ path }) => path === here);
  return (
    <div className={styles['places']}>
      <nav className={styles['trail']} aria-label={words.folders}>
        <Trail here={here} onGo={(folder) => change({ folder, item: undefined })} />
        <span className={styles['trail-sum']} role="status">
          {sumOf(words, { isFound: isFiltered(filters), total, current })}
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

function sumOf(words: (typeof mediaWords)['en'], { isFound, total, current }: Sum): string {
  if (total === undefined) return '';
  if (isFound) return words.found(total);
  return current ? words.sum(total, byteSize(current.size)) : words.files(total);
}

function Trail(props: {
  readonly here: string;
  readonly onGo: (folder: string | undefined) => void;
}): ReactNode {
  const words = useWords(mediaWords);
  const parts = props.here.split('/');
  return (
    <ol className={styles['trail-parts']}>
      {parts.map((part, depth) => {
        const name = depth === 0 ? words.allMedia : part;
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
  const words = useWords(mediaWords);
  const { path, total } = props.folder;
  return (
    <Button size="small" icon={Folder} className={styles['folder']} onPress={props.onGo}>
      {nameOf(path)} <span className="soft">{number(total)}</span>
      <span className="sr-only"> {words.files(total).replace(/^\S+ /, '')}</span>
    </Button>
  );
}

/** Button to add missing alt texts, shown while that filter is active. */
function DescribeAll({
  filters,
  items,
}: Pick<FolderBarProps, 'items'> & { readonly filters: MediaAddress['filters'] }): ReactNode {
  const words = useWords(mediaWords);
  const session = useSession();
  const [going, setGoing] = useState<readonly MediaItem[] | null>(null);
  const missing = items.filter((item) => item.missing_alt && item.problem === null);
  const isOffered = filters.isAltMissing && missing.length > 0 && may(session, 'media.write');
  return (
    <>
      {isOffered && (
        <Button size="small" icon={MessageSquareText} onPress={() => setGoing(missing)}>
          {words.describeAll(missing.length)}
        </Button>
      )}
      {going && <DescribePictures pictures={going} onClose={() => setGoing(null)} />}
    </>
  );
}
