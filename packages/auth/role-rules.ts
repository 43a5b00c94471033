import type { FieldError } from '@galley/kernel';
import { grantNames, findNearestGrant } from './grant-names.ts';

/** Grants everything; a site always has one enabled user with it. */
export const administratorRole = 'admin';

const namePattern = /^[a-z][a-z0-9_-]{0,63}$/;

export function normalizeRoleName(input: string): string {
  return input.trim().toLowerCase();
}

/** Expects a normalised name. */
export function roleErrors(name: string, granted: readonly string[]): FieldError[] {
  const badName = !namePattern.test(name) && {
    path: 'name',
    message:
      'The name of a role has 1 to 64 of the letters a to z, digits, underscores and hyphens, and begins with a letter.',
  };
  const badCapabilities = granted.flatMap((capability, index) =>
    grantNames.includes(capability)
      ? []
      : [{ path: `capabilities.${index}`, message: unknownCapabilityMessage(capability) }],
  );
  return badName ? [badName, ...badCapabilities] : badCapabilities;
}

/** Without duplicates, in the order they are stored. */
export function sortCapabilities(granted: Iterable<string>): string[] {
  const grantedSet = new Set(granted);
  return grantNames.filter((capability) => grantedSet.has(capability));
}

function unknownCapabilityMessage(capability: string): string {
  if (capability === '*') return `Only the role ${administratorRole} grants everything.`;
  const nearest = findNearestGrant(capability);
  const instead = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  return `There is no capability "${capability}".${instead}`;
}
