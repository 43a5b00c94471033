import {
  covers,
  fieldError,
  fieldFault,
  parseAddressRange,
  type FieldError,
  type FieldFault,
} from '@galley/kernel';
import { grantNames } from './grant-names.ts';
import { authProblems } from './problems.ts';
import { unknownCapability } from './role-rules.ts';

export const dayMs = 24 * 60 * 60 * 1000;
const defaultDays = 90;

export interface TokenWishes {
  readonly scopes: readonly string[];
  readonly expiresInDays?: number | undefined;
  readonly addressRanges?: readonly string[] | undefined;
}

export interface TokenLimits {
  /** Capabilities of the owner. */
  readonly grants: ReadonlySet<string>;
  readonly maxDays: number;
}

/** @throws `invalid_fields` with every invalid field */
export function parseTokenWishes(
  { scopes, expiresInDays, addressRanges = [] }: TokenWishes,
  { grants, maxDays }: TokenLimits,
) {
  const days = expiresInDays ?? Math.min(defaultDays, maxDays);
  const ranges = addressRanges.map(parseAddressRange);
  const errors = [
    ...scopes.flatMap((scope, index) => at(`scopes.${index}`, checkScope(grants, scope))),
    ...lifetimeErrors(days, maxDays),
    ...ranges.flatMap((range, index) =>
      at(`address_ranges.${index}`, range === undefined ? fieldFault('not_a_network') : undefined),
    ),
  ];
  if (errors.length > 0) throw authProblems.invalid_fields.at(errors);
  return {
    scopes: [...new Set(scopes)],
    days,
    addressRanges: [...new Set(ranges.filter((range) => range !== undefined))],
  };
}

export function lifetimeErrors(days: number, maxDays: number): FieldError[] {
  return days > maxDays ? [fieldError('expires_in_days', 'too_large', { max: maxDays })] : [];
}

function at(path: string, fault: FieldFault | undefined): FieldError[] {
  return fault ? [{ path, ...fault }] : [];
}

function checkScope(grants: ReadonlySet<string>, scope: string): FieldFault | undefined {
  if (scope === '*') return undefined;
  if (!grantNames.includes(scope)) return unknownCapability(scope);
  if (covers(grants, [scope])) return undefined;
  const own = `${scope}.own`;
  return fieldFault('not_granted', {
    capability: scope,
    nearest: grants.has(own) ? own : undefined,
  });
}
