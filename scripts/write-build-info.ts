// `node scripts/write-build-info.ts <folder>`: writes build-info.json into an image or package that is being made, so
// that what runs there can say what it was made from. Run it in the checkout that it is made from.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildInfoFile, readBuildInfo } from '@galley/service';

const [folder, ...more] = process.argv.slice(2);
if (folder === undefined || more.length > 0) {
  console.error('Usage: node scripts/write-build-info.ts <folder>');
  process.exit(2);
}
const { version, commit, provenance } = await readBuildInfo();
// As whoever wants the same bytes from the same commit sets it (reproducible-builds.org).
const epoch = process.env['SOURCE_DATE_EPOCH'];
const builtAt = epoch === undefined ? new Date() : new Date(Number(epoch) * 1_000);
const info = { version, commit, provenance, built_at: builtAt.toISOString() };
await writeFile(join(folder, buildInfoFile), `${JSON.stringify(info, undefined, 2)}\n`);
console.log(`${join(folder, buildInfoFile)}: ${version}, ${commit || 'no commit'}, ${provenance}`);
