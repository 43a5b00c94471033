import type { MediaItem } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { may, useSession } from '../../../app/session.ts';
import { galley } from '../../../lib/galley.ts';
import { useWords } from '../../../lib/words.ts';
import { Checkbox, FormDialog, TextField, toastProblem } from '../../../ui/index.ts';
import { keepItem } from '../../media/media-queries.ts';
import styles from '../editor.module.css';
import { address, bracketed, insertPicture } from '../text/format.ts';
import { useEditing } from '../use-editing.ts';
import { insertWords } from './insert-words.ts';

export function AltDialog(props: {
  readonly item: MediaItem;
  readonly onClose: () => void;
}): ReactNode {
  const { item, onClose } = props;
  const words = useWords(insertWords);
  const { view } = useEditing();
  const mayDescribe = may(useSession(), 'media.write');
  const known = item.metadata['alt'];
  const [alt, setAlt] = useState(typeof known === 'string' ? known : '');
  const [isDecorative, setDecorative] = useState(item.metadata['decorative'] === true);
  const insert = async () => {
    const text = isDecorative ? '' : alt.trim();
    insertPicture(view, `![${bracketed(text)}](${address(item.url)})`);
    onClose();
    if (item.missing_alt && mayDescribe) await describe(item, text).catch(toastProblem);
  };
  return (
    <FormDialog
      title={words.pictureTitle}
      action={words.insert}
      onClose={onClose}
      onSubmit={insert}
      disabledReason={!isDecorative && alt.trim() === '' && words.needsAlt}
    >
      <img className={styles['chosen']} src={item.thumbnail_url ?? item.url} alt="" />
      <p className="soft small breaks">{item.name}</p>
      <TextField
        label={words.alt}
        help={words.altHelp}
        value={alt}
        onChange={setAlt}
        isDisabled={isDecorative}
        rows={2}
        autoFocus
      />
      <Checkbox isSelected={isDecorative} onChange={setDecorative}>
        {words.decorative}
      </Checkbox>
    </FormDialog>
  );
}

/** Saves the alt text in the library, so that it is asked only once. */
async function describe({ path, metadata_revision }: MediaItem, alt: string): Promise<void> {
  const metadata = alt === '' ? { decorative: true } : { alt };
  const expected_revision = metadata_revision;
  await keepItem(await galley.media.metadata({ path, metadata, expected_revision }));
}
