import { useQuery } from '@tanstack/react-query';
import { Crosshair, Upload } from 'lucide-react';
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../../app/session.ts';
import { FieldInput, readField } from '../../../fields/index.ts';
import { galley } from '../../../lib/galley.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button, ErrorNotice, Progress } from '../../../ui/index.ts';
import { parseMetadata } from '../../media/media-metadata.ts';
import { mediaItemQuery, refreshMedia } from '../../media/media-queries.ts';
import { isMapping } from '../session/frontmatter-text.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { useDefinitions } from './definitions.ts';
import { fieldMessages } from './field-messages.ts';
import styles from './fields.module.css';
import { FocalDialog } from './focal-dialog.tsx';
import { PlainField, useText } from './plain-field.tsx';
import { useCanEdit } from './use-can-edit.ts';

/** Keys that themes read. A document type can define its own fields of these names. */
export const coverNames = ['image', 'image_alt'] as const;

export function CoverField(): ReactNode {
  const type = useEditingState(({ detail }) => detail.type);
  const values = useEditingState((state) => state.values);
  const defined = useDefinitions(type);
  const own = isMapping(values['fields']) ? values['fields'] : {};
  const hasOwn =
    values['image'] === undefined &&
    ('image' in own || defined?.some(({ name }) => name === 'image') === true);
  if (!defined || hasOwn) return null;
  return <Cover />;
}

/** In the media library; `undefined` for an address elsewhere, and while it loads. */
export function useCoverItem() {
  const path = useText('image');
  const { data } = useQuery({ ...mediaItemQuery(path), enabled: isInLibrary(path), retry: false });
  return isInLibrary(path) ? data : undefined;
}

const isInLibrary = (path: string) => /^media\/.+\.\w+$/.test(path);

function Cover(): ReactNode {
  const messages = useMessages(fieldMessages);
  const editing = useEditing();
  const path = useText('image');
  const errors = useEditingState(({ fieldErrors }) => fieldErrors);
  const canEdit = useCanEdit();
  const item = useCoverItem();
  const change = (next: unknown) =>
    editing.setValue(['image'], next === null || next === '' ? undefined : next);
  return (
    <div className={styles['cover']}>
      <FieldInput
        field={readField({
          name: 'image',
          type: 'media',
          label: messages.cover,
          help: messages.coverHelp,
        })}
        value={path}
        onChange={change}
        path="image"
        errors={errors}
        isDisabled={!canEdit}
      />
      {canEdit && <CoverUpload onUpload={change} />}
      {item && <FocalButton path={path} />}
      {path !== '' && <CoverAlt libraryAlt={item && parseMetadata(item).alt} />}
    </div>
  );
}

function CoverAlt({ libraryAlt }: { readonly libraryAlt: string | undefined }): ReactNode {
  const messages = useMessages(fieldMessages);
  return (
    <PlainField
      name="image_alt"
      label={messages.coverAlt}
      help={libraryAlt ? messages.coverAltFrom : messages.coverAltHelp}
      placeholder={libraryAlt}
      rows={2}
    />
  );
}

function CoverUpload({ onUpload }: { readonly onUpload: (path: string) => void }): ReactNode {
  const messages = useMessages(fieldMessages);
  const mayUpload = hasCapability(useSession(), 'media.write');
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isOver, setOver] = useState(false);
  const send = async (file: File | undefined) => {
    if (!file) return;
    setError(null);
    setShare(0);
    try {
      const { path } = await galley.media.upload(
        { file },
        { onProgress: ({ sent, total = file.size }) => setShare(total ? sent / total : 1) },
      );
      await refreshMedia();
      onUpload(path);
    } catch (problem) {
      setError(problem);
    } finally {
      setShare(null);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void send([...event.dataTransfer.files].find(({ type }) => type.startsWith('image/')));
  };
  if (!mayUpload) return null;
  return (
    <div
      className={styles['drop']}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        aria-label={messages.coverUpload}
        onChange={({ currentTarget }) => {
          const [file] = Array.from(currentTarget.files ?? []);
          currentTarget.value = '';
          void send(file);
        }}
      />
      <Button
        size="small"
        icon={Upload}
        isPending={share !== null}
        onPress={() => input.current?.click()}
      >
        {messages.coverUpload}
      </Button>
      <p className="soft small">{messages.coverDrop}</p>
      {share !== null && <Progress label={messages.coverUpload} value={share} />}
      <ErrorNotice error={error} />
    </div>
  );
}

function FocalButton({ path }: { readonly path: string }): ReactNode {
  const messages = useMessages(fieldMessages);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="row">
      <Button size="small" icon={Crosshair} onPress={() => setOpen(true)}>
        {messages.focal}
      </Button>
      {isOpen && <FocalDialog path={path} onClose={() => setOpen(false)} />}
    </div>
  );
}
