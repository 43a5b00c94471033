import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Crosshair } from 'lucide-react';
import { useEffect, useRef, useState, type DragEvent, type ReactNode, type RefObject } from 'react';
import { galley } from '../../../lib/galley.ts';
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button, ComboField, ErrorNotice, Progress } from '../../../ui/index.ts';
import { parseMetadata } from '../../media/media-metadata.ts';
import { useUpload, type Upload } from '../../media/use-upload.ts';
import { isMapping } from '../session/frontmatter-text.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { ChooseCover, RemoveCover, UploadCover } from './cover-buttons.tsx';
import { CoverCard } from './cover-card.tsx';
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
  const editing = useEditing();
  const image = useText('image');
  const canEdit = useCanEdit();
  const [isTyping, setTyping] = useState(false);
  const change = (next: string) => editing.setValue(['image'], next === '' ? undefined : next);
  const choose = (next: string) => {
    setTyping(false);
    change(next);
  };
  const upload = useUpload(({ path: uploaded }) => choose(uploaded));
  const isSet = image !== '' && !isTyping;
  const frame = useRestoredFocus(isSet);
  return (
    <DropFrame frame={frame} onDrop={canEdit ? (file) => void upload.send(file) : undefined}>
      {isSet ? (
        <CoverCard image={image} />
      ) : (
        <CoverPath
          value={image}
          onChange={change}
          onChoose={choose}
          onTyping={setTyping}
          isDisabled={!canEdit}
        />
      )}
      {canEdit && (
        <div className={styles['cover-acts']}>
          <UploadCover upload={upload} />
          <ChooseCover isSet={isSet} onChoose={choose} />
          {isSet && <FocalButton />}
          {isSet && <RemoveCover onPress={() => change('')} />}
        </div>
      )}
      <UploadState upload={upload} />
      {image !== '' && <CoverAlt />}
    </DropFrame>
  );
}

/** Moves the focus to the first control when the one that had it is gone: the path, or the button to remove the image. */
function useRestoredFocus(isSet: boolean): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef(isSet);
  useEffect(() => {
    if (shown.current === isSet) return;
    shown.current = isSet;
    if (document.activeElement === document.body)
      frame.current?.querySelector<HTMLElement>('button, input:not([type=file])')?.focus();
  }, [isSet]);
  return frame;
}

function DropFrame(props: {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly onDrop: ((image: File) => void) | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const { frame, onDrop, children } = props;
  const [isOver, setOver] = useState(false);
  const drag = (event: DragEvent) => {
    if (!onDrop || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = [...event.dataTransfer.files].find(({ type }) => type.startsWith('image/'));
    if (file) onDrop?.(file);
  };
  return (
    <div
      ref={frame}
      className={styles['cover']}
      data-field="image"
      data-over={isOver || undefined}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
}

function UploadState({ upload }: { readonly upload: Upload }): ReactNode {
  const messages = useMessages(fieldMessages);
  return (
    <>
      {upload.share !== null && <Progress label={messages.coverUploadName} value={upload.share} />}
      <ErrorNotice error={upload.error} />
    </>
  );
}

function CoverPath(props: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onChoose: (path: string) => void;
  /** While a path is typed, the field stays. */
  readonly onTyping: (isTyping: boolean) => void;
  readonly isDisabled: boolean;
}): ReactNode {
  const { value, onChange, onChoose, onTyping, isDisabled } = props;
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
  const options = (data?.items ?? []).map(({ path }) => ({ id: path, label: path }));
  return (
    <div
      onFocus={() => {
        onFocus();
        onTyping(true);
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onTyping(false);
      }}
    >
      <ComboField
        value={value}
        onChange={(next) => (options.some(({ id }) => id === next) ? onChoose : onChange)(next)}
        label={messages.cover}
        help={messages.coverHelp}
        error={error}
        onSearch={setSearch}
        options={options}
        placeholder={messages.coverPlaceholder}
        isDisabled={isDisabled}
        allowsOther
      />
    </div>
  );
}

function CoverAlt(): ReactNode {
  const messages = useMessages(fieldMessages);
  const { item } = useCoverQuery();
  const libraryAlt = item && parseMetadata(item).alt;
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

function FocalButton(): ReactNode {
  const messages = useMessages(fieldMessages);
  const { item } = useCoverQuery();
  const [isOpen, setOpen] = useState(false);
  if (!item) return null;
  return (
    <>
      <Button size="small" icon={Crosshair} onPress={() => setOpen(true)}>
        {messages.focal}
      </Button>
      {isOpen && <FocalDialog path={item.path} onClose={() => setOpen(false)} />}
    </>
  );
}
