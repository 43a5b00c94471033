import { frontmatterProblems } from './frontmatter/problems.ts';
import type { ReadDocument } from './document.ts';

/** Refuses broken frontmatter, whose lines cannot be attributed to keys. */
export function requireReadableText({ text, problem }: ReadDocument): string {
  if (text !== null && !problem) return text;
  const { message, line, column } = problem!;
  throw frontmatterProblems.frontmatter_broken(
    `The file cannot be read (line ${line}, column ${column}): ${message.replace(/\.$/, '')}. Fix it and try again.`,
    { line, column },
  );
}
