import type { MediaItem } from '@galley/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { storePreference, readPreference } from '../../lib/local-preference.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useMessages } from '../../lib/messages.ts';
import { ErrorNotice, Page as Shown, Skeleton } from '../../ui/index.ts';
import { BulkBar } from './bulk-bar.tsx';
import { DropTarget } from './drop-target.tsx';
import { FolderBar } from './folder-bar.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { LibraryEmpty } from './library-empty.tsx';
import { LibraryToolbar } from './library-toolbar.tsx';
import { MediaCollection, type MediaCollectionProps, type MediaView } from './media-collection.tsx';
import { useMediaAddress } from './media-filters.ts';
import { mediaListQuery } from './media-queries.ts';
import { MediaTabs } from './media-tabs.tsx';
import { UploadButton } from './upload-button.tsx';
import { UploadTray } from './upload-tray.tsx';
import { mediaMessages } from './messages.ts';

export function Page(): ReactNode {
  const messages = useMessages(mediaMessages);
  const session = useSession();
  const address = useMediaAddress();
  const { filters, item, change } = address;
  const mayUpload = hasCapability(session, 'media.write');
  return (
    <Shown
      title={messages.media}
      width="wide"
      actions={
        <UploadButton
          folder={filters.folder}
          disabledReason={mayUpload ? null : messages.mayNotUpload}
        />
      }
    >
      <MediaTabs />
      <Files address={address} />
      {mayUpload && <DropTarget folder={filters.folder} />}
      <UploadTray onShow={(path) => change({ item: path })} />
      {item !== undefined && <OpenedItem key={item} path={item} address={address} />}
    </Shown>
  );
}

type Address = ReturnType<typeof useMediaAddress>;

function Files({ address }: { readonly address: Address }): ReactNode {
  const { filters, change } = address;
  const messages = useMessages(mediaMessages);
  const [view, setView] = useView();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    mediaListQuery(filters),
  );
  const items = data && uniqueByPath(data.pages.flatMap((page) => page.items));
  const shown = items?.filter(({ path }) => chosen.has(path)) ?? [];
  useShortcut({
    keys: 'v',
    label: messages.switchView,
    run: () => setView(view === 'grid' ? 'list' : 'grid'),
  });
  return (
    <>
      <LibraryToolbar {...{ address, view, setView }} items={items ?? []} />
      <FolderBar {...{ address }} total={data?.pages[0]?.total} items={items ?? []} />
      {shown.length > 0 && <BulkBar items={shown} onDone={() => setChosen(new Set())} />}
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      <Found
        {...{ address, items, view }}
        isWaiting={error === null}
        selected={chosen}
        onSelect={setChosen}
        onOpen={(path) => change({ item: path })}
        isLoadingMore={isFetchingNextPage}
        onLoadMore={() => {
          if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
        }}
      />
    </>
  );
}

type FoundProps = Omit<MediaCollectionProps, 'items'> & {
  readonly address: Address;
  readonly items: readonly MediaItem[] | undefined;
  readonly isWaiting: boolean;
};

function Found({ address, items, isWaiting, ...collection }: FoundProps): ReactNode {
  if (items === undefined) return isWaiting && <Skeleton lines={8} />;
  if (items.length === 0) return <LibraryEmpty address={address} />;
  return <MediaCollection {...collection} items={items} />;
}

function OpenedItem({
  path,
  address,
}: {
  readonly path: string;
  readonly address: Address;
}): ReactNode {
  const { filters, change } = address;
  const { data } = useInfiniteQuery(mediaListQuery(filters));
  const paths = data?.pages.flatMap((page) => page.items.map((item) => item.path)) ?? [];
  const at = paths.indexOf(path);
  return (
    <ItemDialog
      path={path}
      before={at > 0 ? paths[at - 1] : undefined}
      after={at >= 0 ? paths[at + 1] : undefined}
      onGo={(other) => change({ item: other }, true)}
      onClose={() => change({ item: undefined })}
    />
  );
}

/** New uploads shift files to the next page, where they load again. */
function uniqueByPath<Item extends { readonly path: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.path, item])).values()];
}

function useView(): [MediaView, (view: MediaView) => void] {
  const [view, setView] = useState<MediaView>(
    readPreference('media.view') === 'list' ? 'list' : 'grid',
  );
  return [
    view,
    (next) => {
      storePreference('media.view', next);
      setView(next);
    },
  ];
}
