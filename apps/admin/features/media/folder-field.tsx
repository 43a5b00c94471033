import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { ComboField } from '../../ui/index.ts';
import { mediaFoldersQuery } from './media-queries.ts';
import { mediaMessages } from './messages.ts';

export function FolderField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (folder: string) => void;
}): ReactNode {
  const messages = useMessages(mediaMessages);
  const { data: folders = [] } = useQuery(mediaFoldersQuery);
  return (
    <ComboField
      {...props}
      allowsOther
      help={messages.moveHelp}
      placeholder="media/…"
      options={folders.map(({ path, total }) => ({
        id: path,
        label: path,
        about: messages.files({ count: total }),
      }))}
    />
  );
}
