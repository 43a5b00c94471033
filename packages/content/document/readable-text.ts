import { frontmatterProblems } from './frontmatter/problems.ts';
import type { ReadDocument } from './document.ts';

/** The text of a file whose frontmatter is to be written. Of a broken one nobody can tell which line says what. */
export function readableText({ text, problem }: ReadDocument): string {
  if (text !== null && !problem) return text;
  const { message, line, column } = problem!;
  throw frontmatterProblems.frontmatter_broken(
    `The file cannot be read (line ${line}, column ${column}): ${message.replace(/\.$/, '')}. Mend it, and try again.`,
    { line, column },
  );
}
