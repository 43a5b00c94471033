import type { Change } from '../change.ts';
import { makesPublic } from '../document-gate.ts';
import { contentProblems } from '../../document/problems.ts';
import { fieldFaults, type FieldSurroundings } from './field-faults.ts';

/**
 * Drafts, and content from disk or a backup, may have invalid fields (GAP-SET-2). A person who requests a review is
 * asked for required fields first (ADD-ONB-6).
 *
 * @throws `invalid_fields`, by path
 */
export async function requireFields(
  change: Change,
  surroundings: FieldSurroundings,
): Promise<void> {
  const isPublic = makesPublic(change);
  if (!isPublic && !change.asksForReview) return;
  const { place, metadata } = change.document;
  const all = await fieldFaults({ type: place.type, fields: metadata.fields }, surroundings);
  const faults = isPublic ? all : all.filter(({ code }) => code === 'required');
  const refusal = isPublic ? 'It cannot be published yet: ' : 'It cannot be reviewed yet: ';
  if (faults.length > 0) throw contentProblems.invalid_fields.at(faults, refusal);
}
