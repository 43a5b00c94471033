import type { ProvisioningFilter } from '@galley/auth';
import { plainAttribute } from './attribute-name.ts';
import { readTokens } from './filter-tokens.ts';
import { FilterReader } from './parse-filter.ts';
import { ScimError } from './scim-error.ts';

export interface AttributePath {
  /** `emails`; in lower case. */
  readonly attribute: string;
  /** Attributes are complete: `emails.type`. */
  readonly filter: ProvisioningFilter | undefined;
  /** `value`; in lower case. */
  readonly sub: string | undefined;
}

/** `name.givenName`, `emails[type eq "work"].value`, `members[value eq "…"]` (RFC 7644, 3.5.2). @throws `ScimError` */
export function parsePath(text: string): AttributePath {
  const reader = new FilterReader(readTokens(text, 'invalidPath'), 'invalidPath');
  const name = plainAttribute(reader.readWord());
  if (reader.tryTake('[')) {
    const filter = reader.readBracket(name);
    const sub = text.trimEnd().endsWith(']') ? undefined : subAttribute(reader.readWord());
    reader.requireEnd();
    return { attribute: name, filter, sub };
  }
  reader.requireEnd();
  // The name of another schema contains dots: `…:enterprise:2.0:User:department`.
  const [attribute = '', sub] = name.startsWith('urn:') ? [name] : name.split('.', 2);
  return { attribute, filter: undefined, sub };
}

function subAttribute(word: string): string {
  if (!/^\.[a-z$][\w-]*$/i.test(word))
    throw new ScimError('invalidPath', `"${word}" is not the name of a part.`);
  return word.slice(1).toLowerCase();
}

/** Whether values of this kind satisfy the filter. Attributes are complete. */
export function satisfies(
  filter: ProvisioningFilter,
  values: Readonly<Record<string, string | boolean>>,
): boolean {
  switch (filter.op) {
    case 'and':
      return filter.parts.every((part) => satisfies(part, values));
    case 'or':
      return filter.parts.some((part) => satisfies(part, values));
    case 'not':
      return !satisfies(filter.part, values);
    case 'pr':
      return (values[filter.attribute] ?? '') !== '';
    default:
      return compares(filter.op, lower(values[filter.attribute]), lower(filter.value));
  }
}

function lower(value: string | boolean | undefined): string {
  return String(value ?? '').toLowerCase();
}

function compares(op: 'eq' | 'ne' | 'co' | 'sw' | 'ew', found: string, wanted: string): boolean {
  const tests = {
    eq: found === wanted,
    ne: found !== wanted,
    co: found.includes(wanted),
    sw: found.startsWith(wanted),
    ew: found.endsWith(wanted),
  };
  return tests[op];
}
