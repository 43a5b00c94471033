import type { ContentType } from '@galley/sdk';
import { queryOptions } from '@tanstack/react-query';
import { galley } from './galley.ts';
import { defineMessages, useMessages } from './messages.ts';

export const documentTypesQuery = queryOptions({
  queryKey: ['document-types'],
  queryFn: ({ signal }) => galley.documents.types({}, { signal }),
  staleTime: 60_000,
});

/** The types of a site without types of its own. */
const typeMessages = defineMessages({
  en: { post: 'Post', page: 'Page' },
  de: { post: 'Beitrag', page: 'Seite' },
});

/** Returns the name of a type for people. */
export function useTypeNames(types: readonly ContentType[]): (name: string) => string {
  const known: Readonly<Record<string, string>> = useMessages(typeMessages);
  return (name) => types.find((type) => type.name === name)?.label ?? known[name] ?? name;
}
