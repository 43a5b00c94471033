import type { MediaItem } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../../app/session.ts';
import { galley } from '../../../lib/galley.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Checkbox, FormDialog, TextField, toastProblem } from '../../../ui/index.ts';
import { cacheItem } from '../../media/media-queries.ts';
import styles from '../editor.module.css';
import { insertUploaded, pictureOf } from '../paste/uploads.ts';
import { insertBeside } from '../text/format.ts';
import { replacePicture, selectedAlt } from '../text/visual/replace-picture.ts';
import { useEditing } from '../use-editing.ts';
import { insertMessages } from './insert-messages.ts';

export function AltDialog(props: {
  readonly item: MediaItem;
  /** Goes where it was pasted or dropped. */
  readonly file?: File;
  /** Goes beside the selected picture. */
  readonly isBeside?: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const { item, file, isBeside = false, onClose } = props;
  const messages = useMessages(insertMessages);
  const { view } = useEditing();
  const mayDescribe = hasCapability(useSession(), 'media.write');
  const known = item.metadata['alt'];
  const [alt, setAlt] = useState(() => {
    const kept = file || isBeside ? '' : selectedAlt(view.state);
    return kept || (typeof known === 'string' ? known : '');
  });
  const [isDecorative, setDecorative] = useState(item.metadata['decorative'] === true);
  const insert = async () => {
    const text = isDecorative ? '' : alt.trim();
    if (isBeside) insertBeside(view, pictureOf(item, text));
    else if (file || !replacePicture(view, { url: item.url, alt: text }))
      insertUploaded(view, file, pictureOf(item, text));
    onClose();
    if (item.missing_alt && mayDescribe) await describe(item, text).catch(toastProblem);
  };
  return (
    <FormDialog
      title={messages.pictureTitle}
      action={messages.insert}
      onClose={onClose}
      onSubmit={insert}
      disabledReason={!isDecorative && alt.trim() === '' && messages.needsAlt}
    >
      <img className={styles['chosen']} src={item.thumbnail_url ?? item.url} alt="" />
      <p className="soft small breaks">{item.name}</p>
      <TextField
        label={messages.alt}
        help={messages.altHelp}
        value={alt}
        onChange={setAlt}
        isDisabled={isDecorative}
        rows={2}
        isParagraph
        autoFocus
      />
      <Checkbox isSelected={isDecorative} onChange={setDecorative}>
        {messages.decorative}
      </Checkbox>
    </FormDialog>
  );
}

async function describe({ path, metadata_revision }: MediaItem, alt: string): Promise<void> {
  const metadata = alt === '' ? { decorative: true } : { alt };
  const expected_revision = metadata_revision;
  await cacheItem(await galley.media.metadata({ path, metadata, expected_revision }));
}
