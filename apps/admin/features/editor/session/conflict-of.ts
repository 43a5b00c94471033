import { galley } from '../../../lib/galley.ts';
import type { Conflict, TextChange } from './editing-state.ts';
import { readFrontmatter, withValues } from './frontmatter-text.ts';
import { isWriters } from './keys.ts';
import { joinSource, plain, splitSource, type SourceParts } from './source-parts.ts';

interface Mine {
  readonly mine: SourceParts;
  /** The frontmatter was changed, and not the text alone. */
  readonly isYamlMine: boolean;
}

/** The texts of a refusal as `stale_revision`, which brings them along. */
export function conflictOf(told: Told, { mine, isYamlMine }: Mine): Conflict {
  const { current_revision: revision, current, base } = told;
  const theirs = plain(current.raw);
  const baseText = base ? withTheirKeys(splitSource(base.raw), theirs) : null;
  const kept = isYamlMine || baseText === null ? mine.yaml : splitSource(baseText).yaml;
  return {
    base: baseText,
    mine: withTheirKeys({ yaml: kept, body: mine.body }, theirs),
    theirs,
    theirRevision: revision,
    theirChange: current.change,
  };
}

/** What such a refusal says. */
export interface Told {
  readonly current_revision: string;
  readonly current: {
    readonly raw: string;
    /** What brought that text; the frontmatter knows neither edits on disk nor restored texts. */
    readonly change: TextChange | null;
  };
  readonly base: { readonly raw: string } | null;
}

/** Who edited it last, and when, and its state, are no part of what two people disagree about. */
function withTheirKeys({ yaml, body }: SourceParts, theirs: string): string {
  const { values } = readFrontmatter(splitSource(theirs).yaml);
  return joinSource({ yaml: withValues(yaml, values, (name) => !isWriters(name)), body });
}

/** The text of a revision; null where the history does not have it, or may not be read. */
export async function baseOf(path: string, revision: string): Promise<Told['base']> {
  try {
    for await (const entry of galley.documents.history.all({ path }))
      if (entry.revision === revision)
        return await galley.documents.revision({ path, hash: entry.hash });
  } catch {
    // The two texts can be compared without.
  }
  return null;
}
