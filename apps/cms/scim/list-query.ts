import type { ProvisioningQuery } from '@galley/auth';
import { parseFilter } from './parse-filter.ts';
import { ScimError } from './scim-error.ts';

export const maxResults = 200;
const defaultCount = 100;
const maxStart = 1_000_000_000;

interface ListParameters {
  readonly filter?: string | undefined;
  readonly startIndex?: string | undefined;
  readonly count?: string | undefined;
}

/** `startIndex` counts from 1; more than 200 results come in pages. @throws `ScimError` */
export function readListQuery(query: ListParameters): ProvisioningQuery & {
  readonly startIndex: number;
} {
  const startIndex = Math.min(Math.max(numberOf(query.startIndex, 'startIndex', 1), 1), maxStart);
  const count = Math.max(numberOf(query.count, 'count', defaultCount), 0);
  return {
    filter: query.filter === undefined ? undefined : parseFilter(query.filter),
    startIndex,
    offset: startIndex - 1,
    limit: Math.min(count, maxResults),
  };
}

function numberOf(text: string | undefined, name: string, absent: number): number {
  if (text === undefined) return absent;
  if (!/^-?\d{1,15}$/.test(text))
    throw new ScimError('invalidValue', `${name} must be a whole number, not "${text}".`);
  return Number(text);
}
