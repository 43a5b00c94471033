import { fieldFault, type FieldError, type FieldFault } from '@galley/kernel';
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
    ...fieldFault('not_a_bounded_name', { max: 64, characters: 'a–z 0–9 _ -', first: 'a–z' }),
  };
  const badCapabilities = granted.flatMap((capability, index) =>
    grantNames.includes(capability)
      ? []
      : [{ path: `capabilities.${index}`, ...unknownCapability(capability) }],
  );
  return badName ? [badName, ...badCapabilities] : badCapabilities;
}

/** Without duplicates, in the order they are stored. */
export function sortCapabilities(granted: Iterable<string>): string[] {
  const grantedSet = new Set(granted);
  return grantNames.filter((capability) => grantedSet.has(capability));
}

export function unknownCapability(capability: string): FieldFault {
  return capability === '*'
    ? fieldFault('only_role', { role: administratorRole })
    : fieldFault('not_found', { value: capability, nearest: findNearestGrant(capability) });
}
