import type { DocumentStatus } from '@galley/sdk';
import { readFrontmatter, withValue } from './frontmatter-text.ts';
import { joinSource, type SourceParts } from './source-parts.ts';

interface SavedFile {
  readonly status: DocumentStatus;
  readonly yaml: string;
}

/** An edited published or scheduled file becomes a draft: otherwise a save would publish it unasked. */
export function buildFile({ yaml, body }: SourceParts, saved: SavedFile): string {
  const { workflow } = readFrontmatter(yaml).values;
  const isStatusEdited = workflow !== readFrontmatter(saved.yaml).values['workflow'];
  const isPublic = workflow === 'published' || workflow === 'scheduled';
  const text = isPublic && !isStatusEdited ? withValue(yaml, ['workflow'], 'draft') : yaml;
  return joinSource({ yaml: text, body });
}
