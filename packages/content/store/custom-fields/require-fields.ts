import type { Change } from '../change.ts';
import { contentProblems } from '../../document/problems.ts';
import { fieldFaults, type FieldSurroundings } from './field-faults.ts';

/** Drafts, and content from disk or a backup, may have invalid fields (GAP-SET-2). @throws `invalid_fields`, by path */
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

/** Decisions about a scheduled document (assignment, approval) schedule nothing new. */
function makesPublic({ kind, decision }: Change): boolean {
  if (kind !== 'save' && kind !== 'status') return false;
  return decision.publication === 'publish' || decision.status === 'scheduled';
}
