import type { MediaDetail } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { galley } from '../../../lib/galley.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Dialog, FormDialog, Notice, QueryBoundary } from '../../../ui/index.ts';
import { FocalPoint } from '../../media/focal-point.tsx';
import { parseMetadata } from '../../media/media-metadata.ts';
import { cacheItem, mediaItemQuery } from '../../media/media-queries.ts';
import { fieldMessages } from './field-messages.ts';

export function FocalDialog(props: {
  readonly path: string;
  readonly onClose: () => void;
}): ReactNode {
  const { path, onClose } = props;
  const messages = useMessages(fieldMessages);
  const query = useQuery(mediaItemQuery(path));
  if (query.data) return <FocalForm item={query.data} onClose={onClose} />;
  return (
    <Dialog title={messages.focalTitle} onClose={onClose}>
      <QueryBoundary query={query}>{() => null}</QueryBoundary>
    </Dialog>
  );
}

function FocalForm(props: { readonly item: MediaDetail; readonly onClose: () => void }): ReactNode {
  const { item, onClose } = props;
  const messages = useMessages(fieldMessages);
  const [texts, setTexts] = useState(() => parseMetadata(item));
  const [isBroken, setBroken] = useState(false);
  const save = async () => {
    const { path, metadata_revision: expected_revision } = item;
    const { focal_x, focal_y } = texts;
    const metadata = { focal_x, focal_y };
    await cacheItem(await galley.media.metadata({ path, metadata, expected_revision }));
    onClose();
  };
  return (
    <FormDialog
      title={messages.focalTitle}
      action={messages.focalSave}
      onClose={onClose}
      onSubmit={save}
    >
      <p className="soft">{messages.focalAbout}</p>
      {isBroken ? (
        <Notice tone="warn">{messages.focalBroken}</Notice>
      ) : (
        <FocalPoint
          item={item}
          draft={{ texts, change: (changed) => setTexts((before) => ({ ...before, ...changed })) }}
          onBroken={() => setBroken(true)}
        />
      )}
    </FormDialog>
  );
}
