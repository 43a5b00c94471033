// Measures imports of many Markdown files: see README.md.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureProgramBuilt } from '../scripts/program-build.ts';
import { makeDocuments } from './make-documents.ts';
import { runTimed, runWeighed, type Command } from './process-usage.ts';

const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '10000' },
    bytes: { type: 'string', default: '3500' },
    memory: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const count = Number(options.documents);
const galley = join(import.meta.dirname, '../apps/cli/bin/galley.mjs');

const folder = await mkdtemp(join(tmpdir(), 'galley-bench-'));
try {
  await ensureProgramBuilt();
  const source = join(folder, 'source');
  await makeDocuments(source, { count, bytes: Number(options.bytes) });
  const rows = {
    'dry run': await measure('published', ['--dry-run', '--publish']),
    'with --publish': await measure('published', ['--publish']),
    'again, unchanged': await measure('published', ['--publish']),
    'as drafts': await measure('drafts', []),
  };
  if (options.json) console.log(JSON.stringify({ documents: count, rows }, undefined, 2));
  else console.table(rows);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(name: string, args: readonly string[]) {
  const project = join(folder, name);
  await mkdir(project, { recursive: true });
  await writeFile(join(project, 'galley.yaml'), '');
  const command: Command = {
    program: process.execPath,
    args: [galley, 'import', 'markdown', join(folder, 'source'), '--json', ...args],
    cwd: project,
    project,
  };
  if (options.memory) return runWeighed(command);
  const { wall, cpu, databaseCpu } = await runTimed(command);
  const round = (seconds: number) => Math.round(seconds * 10) / 10;
  return {
    seconds: round(wall),
    'files/s': Math.round(count / wall),
    'processor, s': round(cpu),
    'processor of PostgreSQL, s': round(databaseCpu),
  };
}
