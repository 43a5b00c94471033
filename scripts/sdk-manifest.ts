// Wraps `npm pack` and `npm publish` of packages/sdk: swaps in the published package.json, and swaps it back.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedManifest, type Manifest } from './published-manifest.ts';
import { readJson, root } from './repository.ts';

const path = 'packages/sdk/package.json';
const backupPath = 'packages/sdk/.package.json.kept';
const [, , which] = process.argv;

if (which === 'published') {
  const manifest = publishedManifest(readJson<Manifest>(path));
  renameSync(join(root, path), join(root, backupPath));
  writeFileSync(join(root, path), `${JSON.stringify(manifest, undefined, 2)}\n`);
} else if (which === 'restored') {
  renameSync(join(root, backupPath), join(root, path));
} else {
  throw new Error('Usage: node scripts/sdk-manifest.ts published|restored');
}
