// `node note-commit.mjs <commit>`: writes build-info.json at the root of the program, unless it exists or the commit is
// empty. The provenance is `snapshot`, because a commit hash does not show whether it is a release.
import { access, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const [, , commit = ''] = process.argv;
const root = new URL('../../', import.meta.url);
const file = fileURLToPath(new URL('build-info.json', root));
const isThere = await access(file).then(
  () => true,
  () => false,
);
if (!isThere && /^[0-9a-f]{40,64}$/.test(commit)) {
  const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));
  const info = { version, commit, provenance: 'snapshot', built_at: new Date().toISOString() };
  await writeFile(file, `${JSON.stringify(info, undefined, 2)}\n`);
}
