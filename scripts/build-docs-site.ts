// `npm run docs:site`: builds the documentation as a site with Galley, in docs/site/public.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeSite } from './docs-site.ts';
import { listFiles, readText, root } from './repository.ts';

const { values: options } = parseArgs({
  options: { url: { type: 'string' }, files: { type: 'string' } },
});
const project = join(root, 'docs/site');
writeSite(
  join(project, 'content'),
  { paths: listFiles(), read: (path) => readText(path) },
  options,
);

const galley = join(root, 'apps/cli/bin/galley.mjs');
const { status } = spawnSync(
  process.execPath,
  [galley, 'build', '--project', project, '--full', '--strict'],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;
