import type { DocumentText } from './backup-state.ts';
import { buildFile } from './build-file.ts';
import type { EditableDocument } from './editable-document.ts';
import { isWriterKey, writerValues } from './frontmatter-keys.ts';
import { isDeepEqual, readFrontmatter, withValues, type Values } from './frontmatter-text.ts';
import { hasFrontmatter, looksLikeFile, splitSource, type SourceParts } from './source-parts.ts';

interface Written {
  readonly detail: EditableDocument;
  readonly savedYaml: string;
  readonly values: Values;
  /** The frontmatter was typed as text, or can't be read. */
  readonly isWhole: boolean;
}

/** As a save sends it: the whole file, the body, or the body and its fields. */
export function writtenText(
  { yaml, body: content }: SourceParts,
  { detail, savedYaml, values, isWhole }: Written,
): DocumentText {
  if (isWhole && yaml.trim() !== '') {
    const before = { status: detail.status, yaml: savedYaml };
    return { content: buildFile({ yaml, body: content }, before) };
  }
  if (yaml === savedYaml && !looksLikeFile(content)) return { content };
  const saved = readFrontmatter(savedYaml).values;
  // Unchanged values go back in the server's spelling.
  const mine = Object.entries(values).map(([name, value]) => [
    name,
    isDeepEqual(value, saved[name]) ? detail.frontmatter[name] : value,
  ]);
  return { content, frontmatter: writerValues(Object.fromEntries(mine) as Values) };
}

export function textOfFile(file: string, isForeign: boolean): DocumentText {
  if (!isForeign) return { content: file };
  const { yaml, body } = splitSource(file);
  return { content: body, frontmatter: writerValues(readFrontmatter(yaml).values) };
}

export function partsOfText({ content, frontmatter }: DocumentText, yaml: string) {
  if (frontmatter) {
    const written = withValues(yaml, frontmatter, isWriterKey);
    return { yaml: written, body: content, isTyped: false };
  }
  if (hasFrontmatter(content)) return { ...splitSource(content), isTyped: true };
  return { yaml, body: content, isTyped: false };
}
