import { settingsProblems } from './problems.ts';
import type { Environment } from './substitution.ts';

/**
 * The key that the AI writer shows to its endpoint; undefined when there is none.
 *
 * @throws `invalid_configuration` when no header could carry it; the message has nothing of it.
 */
export function aiWriterKey({ GALLEY_AIWRITER_API_KEY: given }: Environment): string | undefined {
  const key = given?.trim();
  if (!key) return undefined;
  if (/^[\x21-\x7e]{1,4096}$/.test(key)) return key;
  throw settingsProblems.invalid_configuration(
    'The environment variable GALLEY_AIWRITER_API_KEY must hold a key of printable ASCII characters without blanks, 4,096 at most.',
  );
}
