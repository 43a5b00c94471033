import { queryOptions } from '@tanstack/react-query';
import { galley } from './galley.ts';

export const documentTypesQuery = queryOptions({
  queryKey: ['document-types'],
  queryFn: ({ signal }) => galley.documents.types({}, { signal }),
  staleTime: 60_000,
});
