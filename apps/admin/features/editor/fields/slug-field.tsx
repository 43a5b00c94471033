import type { DocumentAddress } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { documentTypesQuery } from '../../../lib/document-types.ts';
import { useMessages, type TextsOf } from '../../../lib/messages.ts';
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts';
import { useEditingState } from '../use-editing.ts';
import { fieldMessages } from './field-messages.ts';
import styles from './fields.module.css';
import { addressQuery } from './panel-queries.ts';
import { PlainField, textOf, useText } from './plain-field.tsx';

export function SlugField(): ReactNode {
  const messages = useMessages(fieldMessages);
  const id = useEditingState(({ detail }) => detail.id);
  const address = useAddress();
  const isBad = useText('slug').includes('/');
  return (
    <>
      <PlainField
        name="slug"
        label={messages.slug}
        help={messages.slugHelp}
        placeholder={nameOf(id)}
        error={isBad ? messages.slugSlash : takenText(address, messages)}
      />
      <PublicAddress address={address} />
    </>
  );
}

function PublicAddress({
  address,
}: {
  readonly address: ReturnType<typeof useAddress>;
}): ReactNode {
  const messages = useMessages(fieldMessages);
  const { data } = useQuery(documentTypesQuery);
  const { url, public_url: former } = address;
  return (
    <>
      <p className={styles['address']} role="status" aria-label={messages.address}>
        {data?.site.url}
        <strong>{decodeUrl(url)}</strong>
      </p>
      {former && former !== url && (
        <p className="field-help">{messages.redirects({ address: decodeUrl(former) })}</p>
      )}
    </>
  );
}

function takenText(
  { is_taken: isTaken, taken_by: owner }: ReturnType<typeof useAddress>,
  messages: TextsOf<typeof fieldMessages>,
): string | undefined {
  if (!isTaken) return undefined;
  return owner ? messages.takenBy({ title: owner.title, path: owner.path }) : messages.taken;
}

/** For the values in the panel. Without changes since the publication, the document's own. */
export function useAddress(): Pick<DocumentAddress, 'url'> & Partial<DocumentAddress> {
  const { path, url, frontmatter, is_public, status } = useEditingState(({ detail }) => detail);
  const slug = useDebouncedValue(useText('slug'));
  const date = useDebouncedValue(useText('date'));
  const isTyped = slug !== textOf(frontmatter['slug']) || date !== textOf(frontmatter['date']);
  const isAsked = isTyped || (is_public && status !== 'published');
  const { data } = useQuery({ ...addressQuery(path, { slug, date }), enabled: isAsked });
  return (isAsked && data) || { url };
}

/** The name of the file, which is the slug of a document without one. */
function nameOf(id: string): string {
  return id.split(/[:/]/).at(-1)!;
}

export function decodeUrl(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}
