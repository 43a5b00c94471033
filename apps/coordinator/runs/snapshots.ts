import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { redactSecretsIn } from '@galley/kernel';
import { RunSnapshotRepository, workScope } from '@galley/runcoord';
import type { Coordinator } from '../compose.ts';
import { serviceFolder } from './service-folder.ts';

/** Limit per run, for rows and files. Every end of a headless run writes a snapshot. */
const keptOfRun = 50;

/** Writes a row and a file (GAP-RC-LOOP-14), with secrets redacted in the file. Returns its path. */
export async function writeSnapshot(
  { db, clock, config }: Coordinator,
  projectDirectory: string,
  run: { readonly id: string; readonly workspaceId: string | null },
): Promise<string> {
  const { id: runId } = run;
  const scope = workScope(config.coordinator.scope, run);
  const snapshots = new RunSnapshotRepository(db);
  const snapshot = await snapshots.take({ runId, scope, now: clock.now() });
  await snapshots.prune(runId, keptOfRun);
  const folder = join(await serviceFolder(projectDirectory), 'snapshots');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${runId}.${snapshot.id}.json`);
  await writeWhole(path, `${JSON.stringify(redactSecretsIn(snapshot), undefined, 2)}\n`);
  await pruneFiles(folder, runId);
  return path;
}

async function writeWhole(path: string, text: string): Promise<void> {
  const temporary = `${path}.tmp`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}

/** File names contain ids in time order. */
async function pruneFiles(folder: string, runId: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(`${runId}.`)).toSorted();
  for (const name of names.slice(0, -keptOfRun)) await rm(join(folder, name), { force: true });
}
