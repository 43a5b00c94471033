import { useQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { galley } from '../lib/galley.ts';
import { useDebouncedValue } from '../lib/use-debounced-value.ts';
import { useMessages } from '../lib/messages.ts';
import { Button, ComboField } from '../ui/index.ts';
import { textOf } from './field.ts';
import type { SingleInputProps } from './field-props.ts';
import styles from './fields.module.css';
import { fieldMessages } from './messages.ts';

// Loaded on demand: the library is large, and most forms do not use it.
const MediaPicker = lazy(() =>
  import('../features/media/media-picker.tsx').then((file) => ({ default: file.MediaPicker })),
);

export function MediaInput(props: SingleInputProps): ReactNode {
  const { field, value, onChange, error, isDisabled, hiddenLabel } = props;
  const messages = useMessages(fieldMessages);
  const path = textOf(value);
  const [search, setSearch] = useState('');
  const [isPicking, setPicking] = useState(false);
  const close = () => setPicking(false);
  const { data } = useFound(search);
  const options = (data?.items ?? []).map((item) => ({
    id: item.path,
    label: item.path,
    about: textOf(item.metadata['title']),
  }));
  return (
    <div className={styles['media']}>
      <ComboField
        label={hiddenLabel ?? field.label}
        isLabelHidden={hiddenLabel !== undefined}
        help={hiddenLabel === undefined && field.help}
        error={error}
        value={path}
        onChange={(next) => onChange(next === '' ? null : next)}
        onSearch={setSearch}
        options={options}
        placeholder={messages.findMedia}
        allowsOther
        isDisabled={isDisabled}
      />
      <Preview path={path} />
      {!isDisabled && (
        <div className="row">
          <Button size="small" icon={Images} onPress={() => setPicking(true)}>
            {messages.pickMedia}
            <span className="sr-only"> {hiddenLabel ?? field.label}</span>
          </Button>
        </div>
      )}
      {isPicking && (
        <Suspense>
          <MediaPicker
            onPick={(item) => {
              onChange(item.path);
              close();
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  );
}

function useFound(search: string) {
  const q = useDebouncedValue(search.split('/').at(-1)!.trim());
  return useQuery({
    queryKey: ['media', 'choices', q],
    queryFn: ({ signal }) =>
      galley.media.list({ limit: 12, ...(q !== '' && { q }) }, { signal, background: true }),
    placeholderData: (before) => before,
    staleTime: 60_000,
  });
}

function Preview({ path }: { readonly path: string }): ReactNode {
  const messages = useMessages(fieldMessages);
  const isFile = /^media\/.+\.\w+$/.test(path);
  const { data, isError } = useQuery({
    queryKey: ['media', 'preview', path],
    // A missing file is an empty result rather than an error.
    queryFn: ({ signal }) =>
      galley.media.list({ q: nameIn(path), limit: 50 }, { signal, background: true }),
    enabled: isFile,
    staleTime: 60_000,
  });
  if (!isFile || !data || isError) return null;
  const found = data.items.find((item) => item.path === path);
  if (!found) return <p className="field-help">{messages.notFound}</p>;
  if (found.thumbnail_url === null) return null;
  return (
    <img
      className={styles['picture']}
      src={found.thumbnail_url}
      alt={messages.picture({ name: found.name })}
    />
  );
}

const nameIn = (path: string) => path.split('/').at(-1)!;
