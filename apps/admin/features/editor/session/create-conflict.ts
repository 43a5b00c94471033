import { galley } from '../../../lib/galley.ts';
import type { Conflict, TextChange } from './editing-state.ts';
import { readFrontmatter, withValues } from './frontmatter-text.ts';
import { isWriterKey } from './frontmatter-keys.ts';
import { joinSource, normalizeText, splitSource, type SourceParts } from './source-parts.ts';

interface OwnText {
  readonly mine: SourceParts;
  readonly isYamlMine: boolean;
}

export function createConflict(
  details: StaleRevisionDetails,
  { mine, isYamlMine }: OwnText,
): Conflict {
  const { current_revision: revision, current, base } = details;
  const theirs = normalizeText(current.raw);
  const baseText = base ? withServerKeys(splitSource(base.raw), theirs) : null;
  const kept = isYamlMine || baseText === null ? mine.yaml : splitSource(baseText).yaml;
  return {
    base: baseText,
    mine: withServerKeys({ yaml: kept, body: mine.body }, theirs),
    theirs,
    theirRevision: revision,
    theirChange: current.change,
  };
}

export interface StaleRevisionDetails {
  readonly current_revision: string;
  readonly current: {
    readonly raw: string;
    /** The frontmatter does not record disk edits and restores. */
    readonly change: TextChange | null;
  };
  readonly base: { readonly raw: string } | null;
}

/** Takes the keys that the server writes from the other version, so that they cause no conflict. */
function withServerKeys({ yaml, body }: SourceParts, theirs: string): string {
  const { values } = readFrontmatter(splitSource(theirs).yaml);
  return joinSource({ yaml: withValues(yaml, values, (name) => !isWriterKey(name)), body });
}

/** Null if the revision is not in the history or the user may not read it. */
export async function loadBase(
  path: string,
  revision: string,
): Promise<StaleRevisionDetails['base']> {
  try {
    for await (const entry of galley.documents.history.all({ path }))
      if (entry.revision === revision)
        return await galley.documents.revision({ path, hash: entry.hash });
  } catch {
    // Comparison works without a base, with two texts.
  }
  return null;
}
