import type { MediaItem } from '@galley/sdk';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { SearchX, Upload } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { useMessages } from '../../lib/messages.ts';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import {
  Button,
  Dialog,
  EmptyState,
  ErrorNotice,
  Progress,
  Skeleton,
  TextField,
} from '../../ui/index.ts';
import { DescribePictures } from './describe-pictures.tsx';
import { MediaCollection } from './media-collection.tsx';
import type { Kind } from './media-filters.ts';
import { mediaListQuery } from './media-queries.ts';
import { acceptedFileTypes } from './upload-button.tsx';
import { uploadMessages } from './upload-messages.ts';
import { useUpload } from './use-upload.ts';
import { mediaMessages } from './messages.ts';
import styles from './media.module.css';

export interface MediaPickerProps {
  readonly onPick: (item: MediaItem) => void;
  readonly onClose: () => void;
  readonly kind?: Kind | 'captions';
  /** The caller asks for the alt text of a new picture. */
  readonly isDescribedElsewhere?: boolean;
}

export function MediaPicker(props: MediaPickerProps): ReactNode {
  const { onPick, onClose, kind, isDescribedElsewhere = false } = props;
  const messages = useMessages(uploadMessages);
  const [fresh, setFresh] = useState<MediaItem | null>(null);
  if (fresh)
    return <DescribePictures pictures={[fresh]} onClose={([item]) => onPick(item ?? fresh)} />;
  return (
    <Dialog title={messages[titles[kind ?? 'document']]} size="large" onClose={onClose}>
      <div className="stack">
        <Library
          kind={kind}
          onPick={onPick}
          upload={
            <OneUpload
              accept={accepted(kind)}
              onDone={(item) =>
                item.missing_alt && !isDescribedElsewhere ? setFresh(item) : onPick(item)
              }
            />
          }
        />
      </div>
    </Dialog>
  );
}

const titles = {
  image: 'pickPicture',
  captions: 'pickCaptions',
  video: 'pickTitle',
  audio: 'pickTitle',
  document: 'pickTitle',
} as const;

function accepted(kind: MediaPickerProps['kind']): string {
  if (kind === 'captions') return '.vtt';
  return kind === undefined || kind === 'document' ? acceptedFileTypes : `${kind}/*`;
}

function Library(props: {
  readonly kind: MediaPickerProps['kind'];
  readonly onPick: (item: MediaItem) => void;
  readonly upload: ReactNode;
}): ReactNode {
  const { kind, onPick, upload } = props;
  const messages = useMessages(mediaMessages);
  const [typed, setTyped] = useState('');
  const q = useDebouncedValue(typed.trim());
  const isCaptions = kind === 'captions';
  const query = useInfiniteQuery({
    ...mediaListQuery({
      q: isCaptions ? `${q} .vtt` : q,
      kind: isCaptions ? 'document' : kind,
      folder: undefined,
      by: undefined,
      isAltMissing: false,
      isDuplicate: false,
      sort: 'uploaded_at',
    }),
    placeholderData: keepPreviousData,
  });
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <>
      <div className={styles['picker-head']}>
        <TextField
          label={messages.search}
          isLabelHidden
          type="search"
          placeholder={messages.searchHint}
          className="grow"
          autoFocus
          value={typed}
          onChange={setTyped}
        />
        {upload}
      </div>
      <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
      {!items && !query.error && <Skeleton lines={6} />}
      {items?.length === 0 && (
        <EmptyState icon={SearchX} title={q ? messages.noneFound : messages.none} />
      )}
      {items && items.length > 0 && (
        <div className={styles['picker-list']}>
          <MediaCollection
            items={items}
            view="grid"
            onOpen={(path) => onPick(items.find((item) => item.path === path)!)}
            isLoadingMore={query.isFetchingNextPage}
            onLoadMore={() => {
              if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
            }}
          />
        </div>
      )}
    </>
  );
}

function OneUpload(props: {
  readonly accept: string;
  readonly onDone: (item: MediaItem) => void;
}): ReactNode {
  const { accept, onDone } = props;
  const messages = useMessages(uploadMessages);
  const library = useMessages(mediaMessages);
  const session = useSession();
  const input = useRef<HTMLInputElement>(null);
  const { share, error, send } = useUpload(onDone);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={messages.pickUpload}
        onChange={({ currentTarget }) => {
          const [file] = Array.from(currentTarget.files ?? []);
          currentTarget.value = '';
          if (file) void send(file);
        }}
      />
      <Button
        icon={Upload}
        isPending={share !== null}
        disabledReason={hasCapability(session, 'media.write') ? null : library.mayNotUpload}
        onPress={() => input.current?.click()}
      >
        {messages.pickUpload}
      </Button>
      {share !== null && <Progress label={messages.pickUpload} value={share} />}
      <ErrorNotice error={error} />
    </>
  );
}
