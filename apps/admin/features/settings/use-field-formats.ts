import { useQuery } from '@tanstack/react-query';
import { documentTypesQuery } from '../../lib/document-types.ts';
import type { TypeName } from './fields-of-definition.ts';

/** Field types of running plugins, and `current`, whose plugin may not run. */
export function useFieldFormats(current: string): readonly TypeName[] {
  const { data } = useQuery(documentTypesQuery);
  const found = (data?.field_types ?? []).map(({ format, label }) => ({
    id: format,
    label: `${label} (${format})`,
  }));
  const isKnown = current === '' || found.some(({ id }) => id === current);
  return isKnown ? found : [...found, { id: current, label: current }];
}
