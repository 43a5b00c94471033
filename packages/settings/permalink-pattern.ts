import { z } from 'zod';
import { findNearest } from './nearest.ts';
import { value } from './shape.ts';

export const permalinkTokens = [':path', ':slug', ':year', ':month', ':day'] as const;

export type PermalinkToken = (typeof permalinkTokens)[number];

/** Including unknown ones. */
export const tokenPattern = /:[A-Za-z_]+/g;

const isReserved = (pattern: string) => /^\/(__|media\/|assets\/)/i.test(pattern);
const isAddress = (pattern: string) =>
  /^\/([^/\s?#\\%]+\/)*$/.test(pattern) && !/\/\.{1,2}\//.test(pattern);

function findPermalinkFaults(pattern: string): string[] {
  if (!isAddress(pattern)) return ['must begin and end with /, such as /posts/:path/'];
  const faults = unknownTokens(pattern, permalinkTokens);
  if (isReserved(pattern)) faults.push('must not begin with /__, /media/ or /assets/');
  if (faults.length === 0 && !/:(path|slug)\b/.test(pattern)) {
    faults.push('must contain :path or :slug, so that every document has a unique address');
  }
  return faults;
}

/** Terms are listed below the part before `:term`, and that address lists the terms. */
function findTermPermalinkFaults(pattern: string): string[] {
  const faults = isAddress(pattern) ? unknownTokens(pattern, [':term']) : [];
  if (isReserved(pattern)) faults.push('must not begin with /__, /media/ or /assets/');
  if (faults.length === 0 && (!isAddress(pattern) || !/^(\/[^/:]+)+\/:term\/$/.test(pattern))) {
    faults.push('must be a path with :term/ at its end, such as /tags/:term/');
  }
  return faults;
}

function unknownTokens(pattern: string, tokens: readonly string[]): string[] {
  const found = pattern.match(tokenPattern) ?? [];
  return found
    .filter((token) => !tokens.includes(token))
    .map((token) => {
      const suggestion = findNearest(token, tokens);
      const hint = suggestion === undefined ? '' : `did you mean ${suggestion}? `;
      return `has the unknown token ${token}; ${hint}Known tokens: ${tokens.join(', ')}`;
    });
}

const createPattern = (faultsOf: (pattern: string) => string[], example: string) =>
  value(
    z.string().check(({ value: pattern, issues }) => {
      for (const message of faultsOf(pattern))
        issues.push({ code: 'custom', message, input: pattern });
    }),
    { expected: `a pattern such as ${example}` },
  );

export const permalinkPattern = () => createPattern(findPermalinkFaults, '/posts/:path/');

export const termPermalinkPattern = () => createPattern(findTermPermalinkFaults, '/tags/:term/');
