import { z } from 'zod';
import { faultIssue, fieldFault, type FieldFault } from '@galley/kernel';
import { withSuggestion } from './nearest.ts';
import { value } from './shape.ts';

export const permalinkTokens = [':path', ':slug', ':year', ':month', ':day'] as const;

export type PermalinkToken = (typeof permalinkTokens)[number];

/** Including unknown ones. */
export const tokenPattern = /:[A-Za-z_]+/g;

const isReserved = (pattern: string) => /^\/(__|media\/|assets\/)/i.test(pattern);
const isAddress = (pattern: string) =>
  /^\/([^/\s?#\\%]+\/)*$/.test(pattern) && !/\/\.{1,2}\//.test(pattern);

/** The fault of an address that belongs to pages and files of Galley. */
export const reservedAddress = (): FieldFault =>
  fieldFault('reserved_address', { prefixes: ['/__', '/media/', '/assets/'] });

function findPermalinkFaults(pattern: string): FieldFault[] {
  if (!isAddress(pattern)) return [fieldFault('not_a_pattern', { example: '/posts/:path/' })];
  const faults = unknownTokens(pattern, permalinkTokens);
  if (isReserved(pattern)) faults.push(reservedAddress());
  if (faults.length === 0 && !/:(path|slug)\b/.test(pattern)) {
    faults.push(fieldFault('missing_token'));
  }
  return faults;
}

/** Terms are listed below the part before `:term`, and that address lists the terms. */
function findTermPermalinkFaults(pattern: string): FieldFault[] {
  const faults = isAddress(pattern) ? unknownTokens(pattern, [':term']) : [];
  if (isReserved(pattern)) faults.push(reservedAddress());
  if (faults.length === 0 && (!isAddress(pattern) || !/^(\/[^/:]+)+\/:term\/$/.test(pattern))) {
    faults.push(fieldFault('not_a_term_pattern', { example: '/tags/:term/' }));
  }
  return faults;
}

function unknownTokens(pattern: string, tokens: readonly string[]): FieldFault[] {
  const found = pattern.match(tokenPattern) ?? [];
  return found
    .filter((token) => !tokens.includes(token))
    .map((token) => withSuggestion(fieldFault('unknown_token', { token }), token, tokens));
}

const createPattern = (faultsOf: (pattern: string) => FieldFault[], example: string) =>
  value(
    z.string().check(({ value: pattern, issues }) => {
      for (const fault of faultsOf(pattern))
        issues.push({ code: 'custom', input: pattern, ...faultIssue(fault) });
    }),
    { expected: fieldFault('not_a_pattern', { example }) },
  );

export const permalinkPattern = () => createPattern(findPermalinkFaults, '/posts/:path/');

export const termPermalinkPattern = () => createPattern(findTermPermalinkFaults, '/tags/:term/');
