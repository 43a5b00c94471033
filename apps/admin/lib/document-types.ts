import { queryOptions } from '@tanstack/react-query';
import { galley } from './galley.ts';

/** What there is of types, fields and languages, and by which clocks documents are published. */
export const documentTypesQuery = queryOptions({
  queryKey: ['document-types'],
  queryFn: ({ signal }) => galley.documents.types({}, { signal }),
});
