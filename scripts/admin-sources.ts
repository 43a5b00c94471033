import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Inputs of the admin's build; the lock file represents all npm packages. */
const sources = [
  'apps/admin',
  'packages/sdk',
  'scripts/admin-build.ts',
  'package-lock.json',
  'tsconfig.json',
];
const excludedSources = /^(dist|node_modules)$|\.test\.tsx?$|\.md$/;

export function hashAdminSources(root: string): string {
  const hash = createHash('sha256');
  for (const path of sources.flatMap((source) => listSourceFiles(root, source))) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function listSourceFiles(root: string, path: string): string[] {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found ? [path] : [];
  return readdirSync(join(root, path))
    .filter((name) => !excludedSources.test(name))
    .toSorted()
    .flatMap((name) => listSourceFiles(root, `${path}/${name}`));
}
