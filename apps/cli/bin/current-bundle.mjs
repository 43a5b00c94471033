// Finds the bundled program, unless a source has changed since it was built.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const recordName = 'apps/cli/dist/current.json';

/** `undefined` when there is none, or when it is outdated. */
export function findCurrentBundle(root) {
  let record;
  try {
    record = JSON.parse(readFileSync(join(root, recordName), 'utf8'));
  } catch {
    return undefined;
  }
  // The bundle contains absolute paths.
  if (record.root !== root) return undefined;
  for (const [path, stamp] of Object.entries(record.sources))
    if (stampOf(join(root, path)) !== stamp) return undefined;
  return record;
}

/** Whole seconds, because layers of container images have no fractions. `null` for a missing file. */
export function stampOf(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.size} ${Math.floor(found.mtimeMs / 1_000)}` : null;
}
