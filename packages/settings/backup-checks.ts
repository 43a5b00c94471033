import { fieldFault } from '@galley/kernel';
import type { Config } from './config-schema.ts';
import type { Finding, Source } from './finding.ts';
import { createFinding, findSource } from './source-of-setting.ts';

const required = ['endpoint', 'bucket', 'access_key_id', 'secret_access_key'];
/** Settings that make no sense without a bucket; the others have defaults. */
const others = ['prefix', 'keep', 'age'];

/** Checked after merging, because the keys mostly come from the environment. */
export function findBackupMistakes(
  { s3 }: Config['backup'],
  sources: readonly Source[],
): Finding[] {
  if (s3) return [];
  const place = ['backup', 's3'];
  const isGiven = (name: string) => findSource([...place, name], sources) !== undefined;
  const given = [...required, ...others].find(isGiven);
  if (given === undefined) return [];
  const missing = required.filter((name) => !isGiven(name));
  const fault = fieldFault('requires', {
    other: missing.map((name) => [...place, name].join('.')),
  });
  return [createFinding([...place, given], fault, sources)];
}
