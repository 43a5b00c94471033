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
  const faults = await fieldFaults({ type: place.type, fields: metadata.fields }, surroundings);
  const [first] = faults;
  if (!first) return;
  const rest = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  const text = first.required === undefined ? `${first.path} ${first.message}` : sentenceOf(first);
  throw contentProblems.invalid_fields(`It cannot be published yet: ${text}${rest}.`, {
    errors: faults.map((fault) => ({ path: fault.path, message: sentenceOf(fault) })),
  });
}

function sentenceOf({ message, required }: { message: string; required?: string }): string {
  return required === undefined ? message : `${required} is required`;
}

/** Decisions about a scheduled document (assignment, approval) schedule nothing new. */
function makesPublic({ kind, decision }: Change): boolean {
  if (kind !== 'save' && kind !== 'status') return false;
  return decision.publication === 'publish' || decision.status === 'scheduled';
}
