import { FolderOpen, Image, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { Button, Empty } from '../../ui/index.ts';
import { isFiltered, noFilters, type MediaAddress } from './media-filters.ts';
import { mediaWords } from './words.ts';

export function LibraryEmpty({ address }: { readonly address: MediaAddress }): ReactNode {
  const words = useWords(mediaWords);
  const { filters, change } = address;
  if (isFiltered(filters))
    return (
      <Empty
        icon={SearchX}
        title={words.noneFound}
        actions={<Button onPress={() => change(noFilters)}>{words.clearFilters}</Button>}
      >
        {words.noneFoundText}
      </Empty>
    );
  const isFolder = filters.folder !== undefined && filters.folder !== 'media';
  return (
    <Empty icon={isFolder ? FolderOpen : Image} title={isFolder ? words.noneFolder : words.none}>
      {words.noneText}
    </Empty>
  );
}
