import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { ComboField } from '../../ui/index.ts';
import { mediaFoldersQuery } from './media-queries.ts';
import { mediaWords } from './words.ts';

export function FolderField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (folder: string) => void;
}): ReactNode {
  const words = useWords(mediaWords);
  const { data: folders = [] } = useQuery(mediaFoldersQuery);
  return (
    <ComboField
      {...props}
      allowsOther
      help={words.moveHelp}
      placeholder="media/…"
      options={folders.map(({ path, total }) => ({
        id: path,
        label: path,
        about: words.files(total),
      }))}
    />
  );
}
