import { queryOptions } from '@tanstack/react-query';
import { galley } from './galley.ts';

/** Document types, fields, languages, and the time zone for scheduled publishing. */
export const documentTypesQuery = queryOptions({
  queryKey: ['document-types'],
  queryFn: ({ signal }) => galley.documents.types({}, { signal }),
});
