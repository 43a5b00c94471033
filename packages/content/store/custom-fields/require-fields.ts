import type { Change } from '../change.ts';
import { contentProblems } from '../../document/problems.ts';
import { fieldFaults, type FieldSurroundings } from './field-faults.ts';

/**
 * Validates the custom fields of a document about to become public (GAP-SET-2). Drafts may be incomplete. Content from
 * disk or a backup is accepted, because no user could fix it then; `galley doctor` reports it. @throws
 * `invalid_fields`, with a path for each field
 */
export async function requireFields(
  change: Change,
  surroundings: FieldSurroundings,
): Promise<void> {
  if (!makesPublic(change)) return;
  const { place, metadata } = change.document;
  const errors = await fieldFaults({ type: place.type, fields: metadata.fields }, surroundings);
  const [first] = errors;
  if (!first) return;
  const rest = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  throw contentProblems.invalid_fields(
    `It cannot be published yet: ${first.path} ${first.message}${rest}.`,
    { errors: [...errors] },
  );
}

/**
 * Whether the change publishes now or on schedule. Decisions about a scheduled document (assignment, approval) schedule
 * nothing new.
 */
function makesPublic({ kind, decision }: Change): boolean {
  if (kind !== 'save' && kind !== 'status') return false;
  return decision.publication === 'publish' || decision.status === 'scheduled';
}
