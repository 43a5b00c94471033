import type { FieldError } from '@galley/kernel';
import { grantNames, nearestGrant } from './grant-names.ts';

/** The built-in role that grants everything; a site keeps one enabled user who has it. */
export const administratorRole = 'admin';

const namePattern = /^[a-z][a-z0-9_-]{0,63}$/;

/** How the name of a role is stored and compared. */
export function normalizeRoleName(input: string): string {
  return input.trim().toLowerCase();
}

/** What is wrong with a role as somebody fills it in; the name is expected to be normalised. */
export function roleErrors(name: string, granted: readonly string[]): FieldError[] {
  const badName = !namePattern.test(name) && {
    path: 'name',
    message:
      'The name of a role has 1 to 64 of the letters a to z, digits, underscores and hyphens, and begins with a letter.',
  };
  const badCapabilities = granted.flatMap((capability, index) =>
    grantNames.includes(capability)
      ? []
      : [{ path: `capabilities.${index}`, message: refusal(capability) }],
  );
  return badName ? [badName, ...badCapabilities] : badCapabilities;
}

/** The capabilities as they are stored: each once, in one order. */
export function sortCapabilities(granted: Iterable<string>): string[] {
  const wanted = new Set(granted);
  return grantNames.filter((capability) => wanted.has(capability));
}

function refusal(capability: string): string {
  if (capability === '*') return `Only the role ${administratorRole} grants everything.`;
  const nearest = nearestGrant(capability);
  const instead = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  return `There is no capability "${capability}".${instead}`;
}
