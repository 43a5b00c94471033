// `node scripts/write-build-info.ts <folder>`: writes build-info.json into an image or package under construction, so
// that the program knows its origin. Run it in the checkout that is being built.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildInfoFile, readBuildInfo } from '@galley/service';

const [folder, ...more] = process.argv.slice(2);
if (folder === undefined || more.length > 0) {
  console.error('Usage: node scripts/write-build-info.ts <folder>');
  process.exit(2);
}
const { version, commit, provenance } = await readBuildInfo();
// Set for reproducible builds (reproducible-builds.org).
const epoch = process.env['SOURCE_DATE_EPOCH'];
const builtAt = epoch === undefined ? new Date() : new Date(Number(epoch) * 1_000);
const info = { version, commit, provenance, built_at: builtAt.toISOString() };
await writeFile(join(folder, buildInfoFile), `${JSON.stringify(info, undefined, 2)}\n`);
console.log(`${join(folder, buildInfoFile)}: ${version}, ${commit || 'no commit'}, ${provenance}`);
