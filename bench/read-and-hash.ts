// Baseline: reads and hashes every file below a folder, in sequence.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const begun = performance.now();
const entries = await readdir(process.argv[2]!, { withFileTypes: true, recursive: true });
let files = 0;
for (const entry of entries) {
  if (!entry.isFile()) continue;
  createHash('sha256')
    .update(await readFile(join(entry.parentPath, entry.name)))
    .digest('hex');
  files += 1;
}
console.log(JSON.stringify({ files, milliseconds: Math.round(performance.now() - begun) }));
