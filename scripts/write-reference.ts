// `npm run docs:reference`: writes docs/reference from the code, and records new migrations.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checksumFile, computeChecksums, readChecksums, withNew } from './migration-checksums.ts';
import { loadProblems, referencePages } from './reference-pages.ts';
import { root } from './repository.ts';

for (const { path, content } of await referencePages(await loadProblems())) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
  console.log(path);
}

const checksums = withNew(readChecksums(), computeChecksums());
writeFileSync(join(root, checksumFile), `${JSON.stringify(checksums, undefined, 2)}\n`);
console.log(checksumFile);
