import type { DocumentStatus } from '@galley/sdk';
import { readFrontmatter, withValue } from './frontmatter-text.ts';
import { joinSource, type SourceParts } from './source-parts.ts';

interface Saved {
  readonly status: DocumentStatus;
  readonly yaml: string;
}

/**
 * A file to be saved as it stands. Where it says of itself, as it did before, that it is published or scheduled, it
 * becomes a draft, as every text does that is edited: otherwise a save would publish what nobody asked to publish.
 */
export function wholeFile({ yaml, body }: SourceParts, saved: Saved): string {
  const { workflow } = readFrontmatter(yaml).values;
  const isSaidAnew = workflow !== readFrontmatter(saved.yaml).values['workflow'];
  const isPublic = workflow === 'published' || workflow === 'scheduled';
  const text = isPublic && !isSaidAnew ? withValue(yaml, ['workflow'], 'draft') : yaml;
  return joinSource({ yaml: text, body });
}
