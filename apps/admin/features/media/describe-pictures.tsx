import type { MediaItem } from '@galley/sdk';
import { useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, Checkbox, Dialog, ErrorNotice, TextField, toast } from '../../ui/index.ts';
import { cacheItem } from './media-queries.ts';
import { noteDescribed } from './upload-queue.ts';
import { uploadMessages } from './upload-messages.ts';
import styles from './media.module.css';

interface DescribePicturesProps {
  readonly pictures: readonly MediaItem[];
  readonly onClose: (described: readonly MediaItem[]) => void;
}

export function DescribePictures({ pictures, onClose }: DescribePicturesProps): ReactNode {
  const messages = useMessages(uploadMessages);
  const [at, setAt] = useState(0);
  const [described, setDescribed] = useState<readonly MediaItem[]>([]);
  const finish = (all: readonly MediaItem[]) => {
    if (all.length > 0) toast({ text: messages.described({ count: all.length }) });
    onClose(all);
  };
  const go = (all: readonly MediaItem[]) => {
    setDescribed(all);
    if (at + 1 < pictures.length) setAt(at + 1);
    else finish(all);
  };
  const picture = pictures[at]!;
  return (
    <PictureForm
      key={picture.path}
      picture={picture}
      title={messages.describeTitle({ at: at + 1, of: pictures.length })}
      isLast={at + 1 === pictures.length}
      onSaved={(item) => go([...described, item])}
      onSkip={() => go(described)}
      onClose={() => finish(described)}
    />
  );
}

interface PictureFormProps {
  readonly picture: MediaItem;
  readonly title: string;
  readonly isLast: boolean;
  readonly onSaved: (item: MediaItem) => void;
  readonly onSkip: () => void;
  readonly onClose: () => void;
}

function PictureForm({ picture, title, isLast, ...on }: PictureFormProps): ReactNode {
  const messages = useMessages(uploadMessages);
  const { alt, setAlt, isDecorative, setDecorative, ...form } = usePictureForm(picture, on.onSaved);
  return (
    <Dialog
      title={title}
      onClose={on.onClose}
      actions={
        <>
          <Button onPress={on.onSkip}>{messages.skip}</Button>
          <Button
            type="submit"
            form="describe-picture"
            kind="primary"
            isPending={form.isPending}
            disabledReason={form.isEmpty && messages.altNeeded}
          >
            {isLast ? messages.saveLast : messages.saveNext}
          </Button>
        </>
      }
    >
      <form
        id="describe-picture"
        className="stack"
        onSubmit={(event) => void form.submit(event)}
        onKeyDown={submitOnEnter}
      >
        <ErrorNotice error={form.error} />
        <figure className={styles['described']}>
          <img src={picture.thumbnail_url ?? picture.url} alt="" />
          <figcaption className="soft small breaks">{picture.path}</figcaption>
        </figure>
        <TextField
          label={messages.alt}
          help={messages.altHelp}
          rows={2}
          autoFocus
          maxLength={2000}
          isDisabled={isDecorative}
          value={isDecorative ? '' : alt}
          onChange={setAlt}
        />
        <Checkbox isSelected={isDecorative} onChange={setDecorative} help={messages.decorativeHelp}>
          {messages.decorative}
        </Checkbox>
      </form>
    </Dialog>
  );
}

/** Alt text has one line: Enter continues with the next picture. */
function submitOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const isText = event.target instanceof HTMLTextAreaElement;
  if (!isText || event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

function usePictureForm(picture: MediaItem, onSaved: (item: MediaItem) => void) {
  const [alt, setAlt] = useState('');
  const [isDecorative, setDecorative] = useState(false);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isEmpty = !isDecorative && alt.trim() === '';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isEmpty || isPending) return;
    setPending(true);
    setError(null);
    try {
      const item = await galley.media.metadata({
        path: picture.path,
        metadata: isDecorative ? { decorative: true } : { alt: alt.trim() },
        expected_revision: picture.metadata_revision,
      });
      noteDescribed(item);
      await cacheItem(item);
      onSaved(item);
    } catch (problem) {
      setError(problem);
      setPending(false);
    }
  };
  return { alt, setAlt, isDecorative, setDecorative, isPending, error, isEmpty, submit };
}
