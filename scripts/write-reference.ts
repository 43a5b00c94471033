// `npm run docs:reference`: writes docs/reference from the code.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadProblems, referencePages } from './reference-pages.ts';
import { root } from './repository.ts';

for (const { path, content } of await referencePages(await loadProblems())) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
  console.log(path);
}
