import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { documentTypesQuery } from '../../../lib/document-types.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts';
import { useEditingState } from '../use-editing.ts';
import { fieldMessages } from './field-messages.ts';
import styles from './fields.module.css';
import { addressQuery } from './panel-queries.ts';
import { PlainField, useText } from './plain-field.tsx';

export function SlugField(): ReactNode {
  const messages = useMessages(fieldMessages);
  const { data: site } = useQuery(documentTypesQuery);
  const slug = useText('slug');
  const detail = useEditingState((state) => state.detail);
  const address = useAddress();
  const isBad = slug.includes('/');
  const owner = address?.taken_by;
  const taken =
    address?.is_taken && (owner ? messages.takenBy(owner.title, owner.path) : messages.taken);
  const former = address?.public_url;
  const isMoving = former && address.url !== former;
  return (
    <>
      <PlainField
        name="slug"
        label={messages.slug}
        help={messages.slugHelp}
        placeholder={nameOf(detail.id)}
        error={(isBad && messages.slugSlash) || taken || undefined}
      />
      {address && (
        <p className={styles['address']} role="status" aria-label={messages.address}>
          {site?.site.url}
          <strong>{decode(address.url)}</strong>
        </p>
      )}
      {isMoving && <p className="field-help">{messages.redirects(decode(former))}</p>}
    </>
  );
}

/** For the values in the panel, `undefined` while it loads. */
export function useAddress() {
  const path = useEditingState(({ detail }) => detail.path);
  const slug = useDebouncedValue(useText('slug'));
  const date = useDebouncedValue(useText('date'));
  const { data } = useQuery(addressQuery(path, { slug, date }));
  return data;
}

/** The name of the file, which is the slug of a document without one. */
function nameOf(id: string): string {
  return id.split(/[:/]/).at(-1)!;
}

function decode(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}
