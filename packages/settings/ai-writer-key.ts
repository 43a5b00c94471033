import { settingsProblems } from './problems.ts';
import type { Environment } from './substitution.ts';

/** @throws `invalid_configuration` when it is no valid header value; the message does not contain it */
export function aiWriterKey({ GALLEY_AIWRITER_API_KEY: given }: Environment): string | undefined {
  const key = given?.trim();
  if (!key) return undefined;
  if (/^[\x21-\x7e]{1,4096}$/.test(key)) return key;
  throw settingsProblems.invalid_configuration(
    'The environment variable GALLEY_AIWRITER_API_KEY must hold a key of at most 4,096 printable ASCII characters without blanks.',
  );
}
