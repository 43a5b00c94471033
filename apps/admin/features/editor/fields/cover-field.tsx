import type { MediaDetail } from '@galley/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Crosshair } from 'lucide-react';
import { useState, type DragEvent, type ReactNode } from 'react';
import { galley } from '../../../lib/galley.ts';
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button, ComboField, ErrorNotice, Progress } from '../../../ui/index.ts';
import { contentUrl, parseMetadata } from '../../media/media-metadata.ts';
import { useUpload } from '../../media/use-upload.ts';
import { isMapping } from '../session/frontmatter-text.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { ChooseCover, UploadCover } from './cover-buttons.tsx';
import { useCoverQuery } from './cover-item.ts';
import { useDefinitions } from './definitions.ts';
import { fieldMessages } from './field-messages.ts';
import styles from './fields.module.css';
import { FocalDialog } from './focal-dialog.tsx';
import { PlainField, useText } from './plain-field.tsx';
import { useCanEdit } from './use-can-edit.ts';
import { useFirstFocus } from './use-first-focus.ts';

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

function Cover(): ReactNode {
  const messages = useMessages(fieldMessages);
  const editing = useEditing();
  const image = useText('image');
  const canEdit = useCanEdit();
  const { path, item, isMissing } = useCoverQuery();
  const [isOver, setOver] = useState(false);
  const change = (next: string) => editing.setValue(['image'], next === '' ? undefined : next);
  const upload = useUpload(({ path: uploaded }) => change(uploaded));
  const drag = (event: DragEvent) => {
    if (!canEdit || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = [...event.dataTransfer.files].find(({ type }) => type.startsWith('image/'));
    if (file && canEdit) void upload.send(file);
  };
  return (
    <div
      className={styles['cover']}
      data-field="image"
      data-over={isOver || undefined}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <CoverPath value={image} onChange={change} isDisabled={!canEdit} />
      {item && <Picture item={item} />}
      {isMissing && <p className="field-help">{messages.coverMissing}</p>}
      {canEdit && (
        <div className={styles['cover-acts']}>
          <UploadCover upload={upload} />
          <ChooseCover onChoose={change} />
          {item && <FocalButton path={path!} />}
        </div>
      )}
      {upload.share !== null && <Progress label={messages.coverUploadName} value={upload.share} />}
      <ErrorNotice error={upload.error} />
      {image !== '' && <CoverAlt libraryAlt={item && parseMetadata(item).alt} />}
    </div>
  );
}

function CoverPath(props: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isDisabled: boolean;
}): ReactNode {
  const messages = useMessages(fieldMessages);
  const error = useEditingState(({ fieldErrors }) => fieldErrors['image']);
  const [search, setSearch] = useState('');
  const q = useDebouncedValue(search.split('/').at(-1)!.trim());
  const { isUsed, onFocus } = useFirstFocus();
  const { data } = useQuery({
    enabled: isUsed,
    queryKey: ['media', 'choices', 'image', q],
    queryFn: ({ signal }) =>
      galley.media.list(
        { limit: 12, type: 'image', ...(q !== '' && { q }) },
        { signal, background: true },
      ),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return (
    <div onFocus={onFocus}>
      <ComboField
        {...props}
        label={messages.cover}
        help={messages.coverHelp}
        error={error}
        onSearch={setSearch}
        options={(data?.items ?? []).map(({ path }) => ({ id: path, label: path }))}
        placeholder={messages.coverPlaceholder}
        allowsOther
      />
    </div>
  );
}

function Picture({ item }: { readonly item: MediaDetail }): ReactNode {
  const messages = useMessages(fieldMessages);
  const { focal_x: x, focal_y: y } = parseMetadata(item);
  return (
    <img
      className={styles['cover-picture']}
      src={contentUrl(item)}
      alt={messages.coverPicture}
      style={{ objectPosition: `${(x ?? 0.5) * 100}% ${(y ?? 0.5) * 100}%` }}
    />
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

function FocalButton({ path }: { readonly path: string }): ReactNode {
  const messages = useMessages(fieldMessages);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={Crosshair} onPress={() => setOpen(true)}>
        {messages.focal}
      </Button>
      {isOpen && <FocalDialog path={path} onClose={() => setOpen(false)} />}
    </>
  );
}
