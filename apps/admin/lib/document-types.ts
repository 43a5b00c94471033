import type { ContentType } from '@galley/sdk';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { galley } from './galley.ts';
import { defineMessages, useMessages } from './messages.ts';

export const documentTypesQuery = queryOptions({
  queryKey: ['document-types'],
  queryFn: ({ signal }) => galley.documents.types({}, { signal }),
  staleTime: 60_000,
});

/** The types of a site without types of its own. */
const typeMessages = defineMessages('type', {
  post: 'Post',
  page: 'Page',
});

/** Returns the name of a type for people. */
export function useTypeNames(types: readonly ContentType[]): (name: string) => string {
  const known: Readonly<Record<string, string>> = useMessages(typeMessages);
  return (name) => types.find((type) => type.name === name)?.label ?? known[name] ?? name;
}

/** Names of this site's document types; the key itself until they are loaded. */
export function useTypeName(): (name: string) => string {
  const { data } = useQuery(documentTypesQuery);
  return useTypeNames(data?.types ?? []);
}
