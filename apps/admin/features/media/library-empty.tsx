import { FolderOpen, Image, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Button, EmptyState } from '../../ui/index.ts';
import { isFiltered, noFilters, type MediaAddress } from './media-filters.ts';
import { mediaMessages } from './messages.ts';

export function LibraryEmpty({ address }: { readonly address: MediaAddress }): ReactNode {
  const messages = useMessages(mediaMessages);
  const { filters, change } = address;
  if (isFiltered(filters))
    return (
      <EmptyState
        icon={SearchX}
        title={messages.noneFound}
        actions={<Button onPress={() => change(noFilters)}>{messages.clearFilters}</Button>}
      >
        {messages.noneFoundText}
      </EmptyState>
    );
  const isFolder = filters.folder !== undefined && filters.folder !== 'media';
  return (
    <EmptyState
      icon={isFolder ? FolderOpen : Image}
      title={isFolder ? messages.noneFolder : messages.none}
    >
      {messages.noneText}
    </EmptyState>
  );
}
