import { mergeThree } from '../session/merge-three.ts';
import type { SourceParts } from '../session/source-parts.ts';
import { fieldConflicts, readVersions, withMine } from './field-conflicts.ts';

interface Versions {
  readonly base: SourceParts;
  readonly mine: SourceParts;
  readonly theirs: SourceParts;
}

/** The newer version with the unsaved changes; null if both changed the same lines or fields. */
export function combine({ base, mine, theirs }: Versions): SourceParts | null {
  const versions = readVersions({ base: base.yaml, mine: mine.yaml, theirs: theirs.yaml });
  if (!versions) return null;
  const fields = fieldConflicts(versions);
  const merged = mergeThree(base.body, mine.body, theirs.body);
  if (merged.clashes > 0 || fields.some(({ isClash }) => isClash)) return null;
  const own = fields.filter(({ suggested }) => suggested === 'mine');
  return { yaml: withMine(theirs.yaml, own), body: merged.text };
}
