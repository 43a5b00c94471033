import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryDirectory extends AsyncDisposable {
  readonly path: string;
}

export async function temporaryDirectory(): Promise<TemporaryDirectory> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'galley-')));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
